//! Threads, as people find, start, join and leave them.

use serde::Deserialize;
use serde_json::json;

use super::asked::{Answer, Asked, done, person, told};
use super::shown::channel_summary;
use crate::wire::shared::Shared;
use crate::world::{Id, MessageDraft, NewThread, merge};

/// The open threads of a channel that this person sees, newest first, each with whether they are in
/// it.
pub fn threads(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let parent = asked.id("channel")?;
    let world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, parent)?;
    let threads = world.channels.values().rev().filter_map(|channel| {
        let thread = channel.thread.as_ref()?;
        let shown =
            channel.parent_id == Some(parent) && !thread.archived && world.may_view(channel, user);
        let mut object = channel_summary(&world, channel);
        merge(
            &mut object,
            json!({ "joined": thread.members.contains_key(&user) }),
        );
        shown.then_some(object)
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

pub fn start(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let parent = asked.id("channel")?;
    let new: New = asked.body()?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, parent)?;
    let new = NewThread {
        name: new.name,
        private: new.private,
        invitable: true,
        auto_archive_minutes: 4320,
        rate_limit_per_user: None,
        from_message: new.message_id,
        post: new
            .content
            .map(|text| (MessageDraft::text(&text), new.applied_tags)),
    };
    let thread = world.start_thread(user, parent, new)?;
    told(json!({ "id": thread }))
}

pub fn join(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let thread = asked.id("channel")?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, thread)?;
    world.join_thread(user, thread, user)?;
    done()
}

pub fn leave(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let thread = asked.id("channel")?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, thread)?;
    world.leave_thread(user, thread, user)?;
    done()
}
