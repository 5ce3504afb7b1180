//! Threads and their members.

use std::cmp::Reverse;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json};
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, id, out_of_range, page_size, time, told, who};
use super::body::Body;
use super::channels::{settings, shown, shown_by_id};
use crate::wire::address::Flag;
use crate::wire::shared::Shared;
use crate::world::permissions::{MANAGE_THREADS, READ_MESSAGE_HISTORY};
use crate::world::{
    Channel, ChannelKind, GUILD_MEMBERS, Id, MessageDraft, NewThread, Refusal, Settings, Thread,
    Viewer, World, ids_in,
};

pub fn start_thread(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    if shared
        .world()
        .channels
        .get(&channel)
        .is_some_and(|it| it.kind == ChannelKind::Forum)
    {
        return start_post(shared, caller, channel, body);
    }
    // Without a type a thread is private, as in the first version of this route.
    let private = match body.json["type"].as_u64() {
        None | Some(12) => true,
        Some(11) => false,
        Some(_) => {
            return Err(Refusal::form(
                "type",
                "BASE_TYPE_CHOICES",
                "Value must be one of {10, 11, 12}.",
            ));
        }
    };
    let new = new_thread(&body.json, private, None)?;
    let mut world = shared.world();
    let id = world.start_thread(caller.bot, channel, new)?;
    Ok((StatusCode::CREATED, shown_by_id(&world, caller, id)?).into_response())
}

/// A post in a forum; the answer has its first message as well (Discord documentation, "Start
/// Thread in Forum or Media Channel").
fn start_post(shared: &Shared, caller: Caller, forum: Id, body: Body) -> Answer {
    let wanted = &body.json;
    if wanted["message"].is_null() {
        let message = "This field is required";
        return Err(Refusal::form("message", "BASE_TYPE_REQUIRED", message));
    }
    let first = MessageDraft::parse(&wanted["message"], body.files);
    let first = first.map_err(|refusal| refusal.below("message"))?;
    let new = NewThread {
        post: Some((first, ids_in(&wanted["applied_tags"]))),
        ..new_thread(wanted, false, None)?
    };
    let mut world = shared.world();
    let id = world.start_thread(caller.bot, forum, new)?;
    let thread = world.channels.get(&id).ok_or(Refusal::UnknownChannel)?;
    let mut object = shown(&world, caller, thread);
    let first = world.message_for(caller.bot, id, id)?;
    object["message"] = world.message_json(first, Viewer::Bot(caller.application));
    Ok((StatusCode::CREATED, Json(object)).into_response())
}

pub fn start_thread_from_message(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let message = asked.id("message")?;
    let body = asked.body?;
    let new = new_thread(&body.json, false, Some(message))?;
    let mut world = shared.world();
    let id = world.start_thread(caller.bot, channel, new)?;
    Ok((StatusCode::CREATED, shown_by_id(&world, caller, id)?).into_response())
}

fn new_thread(
    wanted: &Value,
    private: bool,
    from_message: Option<Id>,
) -> Result<NewThread, Refusal> {
    let minutes = wanted["auto_archive_duration"].as_u64().unwrap_or(4320);
    Ok(NewThread {
        name: wanted["name"].as_str().unwrap_or_default().to_owned(),
        private,
        invitable: wanted["invitable"].as_bool().unwrap_or(true),
        auto_archive_minutes: u32::try_from(minutes).unwrap_or(0),
        rate_limit_per_user: match &wanted["rate_limit_per_user"] {
            Value::Null => None,
            _ => Some(settings(&Settings::default(), wanted)?.rate_limit_per_user),
        },
        from_message,
        post: None,
    })
}

#[derive(Deserialize)]
pub struct MembersQuery {
    #[serde(default)]
    with_member: Flag,
    limit: Option<usize>,
    after: Option<Id>,
}

/// A member of a thread, with their server membership if the request asks for it.
fn shown_member(world: &World, channel: &Channel, user: Id, whole: Flag) -> Option<Value> {
    let mut shown = world.thread_member_json(channel, user)?;
    if let Flag(true) = whole
        && let Some(guild) = channel.guild_id
    {
        shown["member"] = world.member_json(guild, user)?;
    }
    Some(shown)
}

/// The members of a thread, for bots with the members intent. In pages if the request asks for
/// server members (Discord documentation, "List Thread Members").
pub fn thread_members(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let query: MembersQuery = asked.query()?;
    let limit = page_size(query.limit, 100, 100)?;
    let world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    let thread = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
    if !caller.was_given(&world, GUILD_MEMBERS) {
        return Err(Refusal::MissingAccess);
    }
    let (after, limit) = if query.with_member.0 {
        (query.after.unwrap_or(Id(0)), limit)
    } else {
        (Id(0), usize::MAX)
    };
    let users = thread.members.keys().filter(|user| **user > after);
    told(
        users
            .filter_map(|user| shown_member(&world, channel, *user, query.with_member))
            .take(limit)
            .collect(),
    )
}

pub fn thread_member(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let user = asked.text("user");
    let query: MembersQuery = asked.query()?;
    let world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    shown_member(&world, channel, who(caller, &user)?, query.with_member)
        .ok_or(Refusal::UnknownMember)
        .and_then(told)
}

pub fn join_thread(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let user = asked.text("user");
    shared
        .world()
        .join_thread(caller.bot, id, who(caller, &user)?)?;
    done()
}

pub fn leave_thread(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let user = asked.text("user");
    shared
        .world()
        .leave_thread(caller.bot, id, who(caller, &user)?)?;
    done()
}

/// Which archived threads a request asks for.
struct Archived {
    private: bool,
    needed: u64,
    /// Only those that the bot is in, in the order of their ids instead of their times.
    own: bool,
}

#[derive(Deserialize)]
pub struct ArchivedQuery {
    before: Option<String>,
    limit: Option<usize>,
}

pub fn archived_public(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let wanted = Archived {
        private: false,
        needed: READ_MESSAGE_HISTORY,
        own: false,
    };
    archived(shared, caller, asked, &wanted)
}

pub fn archived_private(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let wanted = Archived {
        private: true,
        needed: READ_MESSAGE_HISTORY | MANAGE_THREADS,
        own: false,
    };
    archived(shared, caller, asked, &wanted)
}

pub fn archived_own(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let wanted = Archived {
        private: true,
        needed: READ_MESSAGE_HISTORY,
        own: true,
    };
    archived(shared, caller, asked, &wanted)
}

fn archived(shared: &Shared, caller: Caller, asked: Asked, wanted: &Archived) -> Answer {
    let parent = asked.id("channel")?;
    let query: ArchivedQuery = asked.query()?;
    let limit = archived_page_size(query.limit)?;
    let world = shared.world();
    world.channel_for(parent, caller.bot, wanted.needed)?;
    let mut threads: Vec<(&Channel, &Thread)> = world
        .channels
        .values()
        .filter(|channel| channel.parent_id == Some(parent))
        .filter_map(|channel| Some((channel, channel.thread.as_ref()?)))
        .filter(|(channel, thread)| {
            thread.archived
                && channel.is_private_thread() == wanted.private
                && (!wanted.own || thread.members.contains_key(&caller.bot))
        })
        .collect();
    let before = query.before.as_deref();
    if wanted.own {
        let before: Option<Id> = before.map(|text| id("before", text)).transpose()?;
        threads.retain(|(channel, _)| before.is_none_or(|before| channel.id < before));
        threads.sort_by_key(|(channel, _)| Reverse(channel.id));
    } else {
        let before = before.map(time).transpose()?;
        threads
            .retain(|(_, thread)| before.is_none_or(|before| thread.archive_changed_ms < before));
        threads.sort_by_key(|(channel, thread)| Reverse((thread.archive_changed_ms, channel.id)));
    }
    let has_more = threads.len() > limit;
    threads.truncate(limit);
    let members: Vec<_> = threads
        .iter()
        .filter_map(|(channel, _)| world.thread_member_json(channel, caller.bot))
        .collect();
    // The threads don't say whether the bot is in them; a list beside them does (Discord
    // documentation, "Threads", "Syncing for the current user").
    let threads: Vec<_> = threads
        .iter()
        .map(|(channel, _)| world.channel_json(channel))
        .collect();
    told(json!({ "threads": threads, "members": members, "has_more": has_more }))
}

/// How many archived threads a page has: 2 to 100 (Discord's specification).
fn archived_page_size(limit: Option<usize>) -> Result<usize, Refusal> {
    match limit {
        Some(0 | 1) => Err(out_of_range(2, 100)),
        limit => page_size(limit, 50, 100),
    }
}
