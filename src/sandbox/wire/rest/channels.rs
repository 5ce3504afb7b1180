//! Channels, their overwrites and their threads.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde_json::{Value, json};

use super::body::Body;
use super::{Answer, Caller, Server, bits, object, who};
use crate::sandbox::world::{
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

pub async fn channel(State(shared): Server, caller: Caller, Path(id): Path<Id>) -> Answer {
    let world = shared.world();
    Ok(Json(shown(
        &world,
        caller,
        world.channel_for(id, caller.bot, 0)?,
    )))
}

pub async fn change(
    State(shared): Server,
    caller: Caller,
    Path(id): Path<Id>,
    body: Body,
) -> Answer {
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

pub async fn remove(State(shared): Server, caller: Caller, Path(id): Path<Id>) -> Answer {
    let mut world = shared.world();
    let before = shown(&world, caller, world.channel_for(id, caller.bot, 0)?);
    world.delete_channel_as(caller.bot, id)?;
    Ok(Json(before))
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

pub async fn set_overwrite(
    State(shared): Server,
    caller: Caller,
    Path((channel, id)): Path<(Id, Id)>,
    body: Body,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .set_overwrite(caller.bot, channel, overwrite(id, &body.json))?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn remove_overwrite(
    State(shared): Server,
    caller: Caller,
    Path((channel, id)): Path<(Id, Id)>,
) -> Result<StatusCode, Refusal> {
    shared.world().remove_overwrite(caller.bot, channel, id)?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn start_thread(
    State(shared): Server,
    caller: Caller,
    Path(channel): Path<Id>,
    body: Body,
) -> Result<Response, Refusal> {
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
    thread(&shared, caller, channel, &body.json, private, None)
}

pub async fn start_thread_from_message(
    State(shared): Server,
    caller: Caller,
    Path((channel, message)): Path<(Id, Id)>,
    body: Body,
) -> Result<Response, Refusal> {
    thread(&shared, caller, channel, &body.json, false, Some(message))
}

fn thread(
    shared: &crate::sandbox::wire::Shared,
    caller: Caller,
    channel: Id,
    wanted: &Value,
    private: bool,
    from_message: Option<Id>,
) -> Result<Response, Refusal> {
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

pub async fn thread_members(State(shared): Server, caller: Caller, Path(id): Path<Id>) -> Answer {
    let world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    let thread = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
    Ok(Json(
        thread
            .members
            .keys()
            .filter_map(|user| world.thread_member_json(channel, *user))
            .collect(),
    ))
}

pub async fn thread_member(
    State(shared): Server,
    caller: Caller,
    Path((id, user)): Path<(Id, String)>,
) -> Answer {
    let world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    world
        .thread_member_json(channel, who(caller, &user)?)
        .map(Json)
        .ok_or(Refusal::UnknownMember)
}

pub async fn join_thread(
    State(shared): Server,
    caller: Caller,
    Path((id, user)): Path<(Id, String)>,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .join_thread(caller.bot, id, who(caller, &user)?)?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn leave_thread(
    State(shared): Server,
    caller: Caller,
    Path((id, user)): Path<(Id, String)>,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .leave_thread(caller.bot, id, who(caller, &user)?)?;
    Ok(StatusCode::NO_CONTENT)
}
