//! Channels, their overwrites and their threads.

use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::{Answer, Asked, Caller, bits, done, object, told, who};
use crate::wire::Shared;
use crate::world::{
    Channel, ChannelChange, Id, NewThread, Overwrite, OverwriteFor, Refusal, World, id_in,
};

/// A channel as a bot sees it.
pub fn shown(world: &World, caller: Caller, channel: &Channel) -> Value {
    if channel.is_direct() {
        return world.dm_json(channel, caller.bot);
    }
    let mut object = world.channel_json(channel);
    if let Some(member) = world.thread_member_json(channel, caller.bot) {
        object["member"] = member;
    }
    object
}

fn shown_by_id(world: &World, caller: Caller, id: Id) -> Answer {
    object(
        world
            .channels
            .get(&id)
            .map(|channel| shown(world, caller, channel)),
    )
}

pub fn channel(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let world = shared.world();
    told(shown(&world, caller, world.channel_for(id, caller.bot, 0)?))
}

pub fn change(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let body = asked.body?;
    let wanted = &body.json;
    let text = |field: &str| wanted[field].as_str().map(str::to_owned);
    let flag = |field: &str| wanted[field].as_bool();
    let change = ChannelChange {
        name: text("name"),
        topic: wanted
            .get("topic")
            .map(|topic| topic.as_str().map(str::to_owned)),
        parent_id: wanted.get("parent_id").map(id_in),
        position: wanted["position"]
            .as_u64()
            .and_then(|position| u16::try_from(position).ok()),
        overwrites: wanted.get("permission_overwrites").map(overwrites),
        rate_limit_per_user: wanted["rate_limit_per_user"]
            .as_u64()
            .and_then(|seconds| u16::try_from(seconds).ok()),
        archived: flag("archived"),
        locked: flag("locked"),
        invitable: flag("invitable"),
        auto_archive_minutes: wanted["auto_archive_duration"]
            .as_u64()
            .and_then(|minutes| u32::try_from(minutes).ok()),
    };
    let mut world = shared.world();
    world.change_channel(caller.bot, id, change)?;
    shown_by_id(&world, caller, id)
}

pub fn remove(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let mut world = shared.world();
    let before = shown(&world, caller, world.channel_for(id, caller.bot, 0)?);
    world.delete_channel_as(caller.bot, id)?;
    told(before)
}

/// Overwrites from a request; those without an id are passed over.
pub fn overwrites(list: &Value) -> Vec<Overwrite> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|entry| Some(overwrite(id_in(&entry["id"])?, entry)))
        .collect()
}

fn overwrite(id: Id, entry: &Value) -> Overwrite {
    let for_member = entry["type"].as_u64() == Some(1) || entry["type"] == json!("1");
    let kind = if for_member {
        OverwriteFor::Member
    } else {
        OverwriteFor::Role
    };
    Overwrite {
        id,
        kind,
        allow: bits(&entry["allow"]).unwrap_or(0),
        deny: bits(&entry["deny"]).unwrap_or(0),
    }
}

pub fn set_overwrite(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("overwrite")?;
    let body = asked.body?;
    shared
        .world()
        .set_overwrite(caller.bot, channel, overwrite(id, &body.json))?;
    done()
}

pub fn remove_overwrite(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("overwrite")?;
    shared.world().remove_overwrite(caller.bot, channel, id)?;
    done()
}

pub fn start_thread(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    // Without a type threads are private, as the first version of this route had it.
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
    thread(shared, caller, channel, &body.json, private, None)
}

pub fn start_thread_from_message(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let message = asked.id("message")?;
    let body = asked.body?;
    thread(shared, caller, channel, &body.json, false, Some(message))
}

fn thread(
    shared: &Shared,
    caller: Caller,
    channel: Id,
    wanted: &Value,
    private: bool,
    from_message: Option<Id>,
) -> Answer {
    let minutes = wanted["auto_archive_duration"].as_u64().unwrap_or(4320);
    let new = NewThread {
        name: wanted["name"].as_str().unwrap_or_default().to_owned(),
        private,
        invitable: wanted["invitable"].as_bool().unwrap_or(true),
        auto_archive_minutes: u32::try_from(minutes).unwrap_or(0),
        from_message,
    };
    let mut world = shared.world();
    let id = world.start_thread(caller.bot, channel, new)?;
    Ok((StatusCode::CREATED, shown_by_id(&world, caller, id)?).into_response())
}

pub fn thread_members(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    let thread = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
    told(
        thread
            .members
            .keys()
            .filter_map(|user| world.thread_member_json(channel, *user))
            .collect(),
    )
}

pub fn thread_member(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let user = asked.text("user");
    let world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    world
        .thread_member_json(channel, who(caller, &user)?)
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
