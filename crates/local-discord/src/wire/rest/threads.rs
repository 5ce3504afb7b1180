//! Threads and their members.

use std::cmp::Reverse;

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, created, done, id, out_of_range, page_size, time, told};
use super::channels::{settings, shown};
use crate::wire::address::Flag;
use crate::world::permissions::{MANAGE_THREADS, READ_MESSAGE_HISTORY};
use crate::world::{
    Channel, ChannelKind, GUILD_MEMBERS, Id, MessageDraft, NewThread, Refusal, Settings, Thread,
    Viewer, World, ids_in,
};

pub fn start_thread(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    if world
        .channel(channel)
        .is_ok_and(|it| it.kind == ChannelKind::Forum)
    {
        return start_post(world, caller, asked);
    }
    let body = asked.body?.json;
    // Without a type a thread is private, as in the first version of this route.
    let private = match body["type"].as_u64() {
        None | Some(12) => true,
        Some(11) => false,
        Some(_) => {
            let message = "Value must be one of {10, 11, 12}.";
            return Err(Refusal::form("type", "BASE_TYPE_CHOICES", message));
        }
    };
    let id = world.start_thread(caller.bot, channel, new_thread(&body, private, None)?)?;
    created(shown(world, caller, world.channel(id)?))
}

/// A post in a forum; the answer has its first message as well (Discord documentation, "Start
/// Thread in Forum or Media Channel").
fn start_post(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let forum = asked.id("channel")?;
    let request = asked.body?;
    let body = &request.json;
    if body["message"].is_null() {
        return Err(Refusal::missing("message"));
    }
    let draft = MessageDraft::parse(&body["message"], request.files);
    let first = draft.map_err(|refusal| refusal.below("message"))?;
    let new = NewThread {
        post: Some((first, ids_in(&body["applied_tags"]))),
        ..new_thread(body, false, None)?
    };
    let id = world.start_thread(caller.bot, forum, new)?;
    let mut object = shown(world, caller, world.channel(id)?);
    let first = world.message_for(caller.bot, id, id)?;
    object["message"] = world.message_json(first, Viewer::Bot(caller.application));
    created(object)
}

pub fn start_thread_from_message(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, message) = asked.channel_and_message()?;
    let new = new_thread(&asked.body?.json, false, Some(message))?;
    let id = world.start_thread(caller.bot, channel, new)?;
    created(shown(world, caller, world.channel(id)?))
}

fn new_thread(body: &Value, private: bool, from_message: Option<Id>) -> Result<NewThread, Refusal> {
    let minutes = body["auto_archive_duration"].as_u64().unwrap_or(4320);
    Ok(NewThread {
        name: body["name"].as_str().unwrap_or_default().to_owned(),
        private,
        invitable: body["invitable"].as_bool().unwrap_or(true),
        auto_archive_minutes: u32::try_from(minutes).unwrap_or(0),
        rate_limit_per_user: match &body["rate_limit_per_user"] {
            Value::Null => None,
            _ => Some(settings(&Settings::default(), body)?.rate_limit_per_user),
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
pub fn thread_members(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: MembersQuery = asked.query()?;
    let limit = page_size(query.limit, 100, 100)?;
    let channel = world.channel_for(asked.id("channel")?, caller.bot, 0)?;
    let thread = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
    if !caller.was_given(world, GUILD_MEMBERS) {
        return Err(Refusal::MissingAccess);
    }
    let (after, limit) = if query.with_member.0 {
        (query.after.unwrap_or(Id(0)), limit)
    } else {
        (Id(0), usize::MAX)
    };
    let users = thread.members.keys().filter(|user| **user > after);
    let shown = users.filter_map(|user| shown_member(world, channel, *user, query.with_member));
    told(shown.take(limit).collect())
}

pub fn thread_member(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: MembersQuery = asked.query()?;
    let channel = world.channel_for(asked.id("channel")?, caller.bot, 0)?;
    let shown = shown_member(world, channel, asked.user(caller)?, query.with_member);
    told(shown.ok_or(Refusal::UnknownMember)?)
}

pub fn join_thread(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    world.join_thread(caller.bot, asked.id("channel")?, asked.user(caller)?)?;
    done()
}

pub fn leave_thread(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    world.leave_thread(caller.bot, asked.id("channel")?, asked.user(caller)?)?;
    done()
}

/// Which archived threads a request asks for.
#[derive(PartialEq)]
enum Archived {
    Public,
    Private,
    /// The private ones that the bot is in, in the order of their ids instead of their times.
    Own,
}

#[derive(Deserialize)]
pub struct ArchivedQuery {
    before: Option<String>,
    limit: Option<usize>,
}

pub fn archived_public(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    archived(world, caller, &asked, Archived::Public)
}

pub fn archived_private(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    archived(world, caller, &asked, Archived::Private)
}

pub fn archived_own(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    archived(world, caller, &asked, Archived::Own)
}

fn archived(world: &World, caller: Caller, asked: &Asked, kind: Archived) -> Answer {
    let parent = asked.id("channel")?;
    let query: ArchivedQuery = asked.query()?;
    let limit = archived_page_size(query.limit)?;
    let managing = if kind == Archived::Private {
        MANAGE_THREADS
    } else {
        0
    };
    world.channel_for(parent, caller.bot, READ_MESSAGE_HISTORY | managing)?;
    let children = world
        .channels
        .values()
        .filter(|it| it.parent_id == Some(parent));
    let threads = children.filter_map(|channel| Some((channel, channel.thread.as_ref()?)));
    let mut threads: Vec<(&Channel, &Thread)> = threads
        .filter(|(channel, thread)| {
            thread.archived
                && channel.is_private_thread() != (kind == Archived::Public)
                && (kind != Archived::Own || thread.members.contains_key(&caller.bot))
        })
        .collect();
    let before = query.before.as_deref();
    if kind == Archived::Own {
        let before: Option<Id> = before.map(|text| id("before", text)).transpose()?;
        threads.retain(|(channel, _)| before.is_none_or(|before| channel.id < before));
        threads.sort_by_key(|(channel, _)| Reverse(channel.id));
    } else {
        let before = before.map(time).transpose()?;
        threads
            .retain(|(_, thread)| before.is_none_or(|before| thread.archive_changed_ms < before));
        threads.sort_by_key(|(channel, thread)| Reverse((thread.archive_changed_ms, channel.id)));
    }
    let page = &threads[..limit.min(threads.len())];
    // The threads don't say whether the bot is in them; a list beside them does (Discord
    // documentation, "Threads", "Syncing for the current user").
    let shown = page.iter().map(|(channel, _)| world.channel_json(channel));
    let members = page
        .iter()
        .map(|(channel, _)| world.thread_member_json(channel, caller.bot));
    told(
        json!({ "threads": shown.collect::<Vec<_>>(), "has_more": threads.len() > limit,
        "members": members.flatten().collect::<Vec<_>>() }),
    )
}

/// How many archived threads a page has: 2 to 100 (Discord's specification).
fn archived_page_size(limit: Option<usize>) -> Result<usize, Refusal> {
    match limit {
        Some(0 | 1) => Err(out_of_range(2, 100)),
        limit => page_size(limit, 50, 100),
    }
}
