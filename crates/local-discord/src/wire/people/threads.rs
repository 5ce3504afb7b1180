//! Threads, as people find, start, join and leave them.

use serde::Deserialize;
use serde_json::json;

use super::asked::{Answer, Asked, Place, done, told};
use super::shown::channel_summary;
use crate::world::{Id, MessageDraft, NewThread, World};

/// The open threads of a channel that this person sees, newest first, each with whether they are in
/// it.
pub fn threads(world: &mut World, here: Place, _: Asked) -> Answer {
    let threads = world.channels.values().rev().filter_map(|channel| {
        let thread = channel.thread.as_ref()?;
        let is_of_it = channel.parent_id == Some(here.channel);
        if !is_of_it || thread.archived || !world.may_view(channel, here.user) {
            return None;
        }
        let mut object = channel_summary(world, channel);
        object["joined"] = json!(thread.members.contains_key(&here.user));
        Some(object)
    });
    told(threads.collect())
}

#[derive(Deserialize)]
pub struct New {
    name: String,
    #[serde(default)]
    private: bool,
    /// The message from which the thread starts.
    message_id: Option<Id>,
    /// The first message of a forum post, and its tags.
    content: Option<String>,
    #[serde(default)]
    applied_tags: Vec<Id>,
}

pub fn start(world: &mut World, here: Place, asked: Asked) -> Answer {
    let new: New = asked.body()?;
    let post = new.content;
    let new = NewThread {
        name: new.name,
        private: new.private,
        invitable: true,
        auto_archive_minutes: 4320,
        rate_limit_per_user: None,
        from_message: new.message_id,
        post: post.map(|text| (MessageDraft::text(&text), new.applied_tags)),
    };
    let thread = world.start_thread(here.user, here.channel, new)?;
    told(json!({ "id": thread }))
}

pub fn join(world: &mut World, here: Place, _: Asked) -> Answer {
    world.join_thread(here.user, here.channel, here.user)?;
    done()
}

pub fn leave(world: &mut World, here: Place, _: Asked) -> Answer {
    world.leave_thread(here.user, here.channel, here.user)?;
    done()
}
