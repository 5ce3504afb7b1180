//! The bot itself: its application, its user, its guilds, its direct messages, its commands.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde_json::{Value, json};

use super::body::Body;
use super::{Answer, Caller, Server, object};
use crate::sandbox::wire::Shared;
use crate::sandbox::world::{Id, Refusal, id_in};

pub async fn gateway(State(shared): Server) -> Json<Value> {
    Json(json!({ "url": format!("ws://{}", shared.address) }))
}

pub async fn gateway_bot(State(shared): Server, _caller: Caller) -> Json<Value> {
    Json(json!({
        "url": format!("ws://{}", shared.address),
        "shards": 1,
        "session_start_limit": { "total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1 },
    }))
}

pub async fn me(State(shared): Server, caller: Caller) -> Answer {
    let world = shared.world();
    object(
        world
            .applications
            .get(&caller.application)
            .map(|application| world.application_json(application)),
    )
}

pub async fn user(State(shared): Server, caller: Caller) -> Answer {
    let mut user = shared.world().user_json(caller.bot);
    user["verified"] = json!(true);
    user["mfa_enabled"] = json!(false);
    user["locale"] = json!("en-US");
    user["email"] = Value::Null;
    Ok(Json(user))
}

pub async fn other_user(State(shared): Server, _caller: Caller, Path(user): Path<Id>) -> Answer {
    let world = shared.world();
    if !world.users.contains_key(&user) {
        return Err(Refusal::UnknownUser);
    }
    Ok(Json(world.user_json(user)))
}

pub async fn guilds(State(shared): Server, caller: Caller) -> Answer {
    let world = shared.world();
    let guilds = world.guilds_of(caller.bot).map(|guild| {
        json!({ "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": guild.owner == caller.bot,
            "permissions": world.guild_permissions(guild.id, caller.bot).to_string(), "features": [] })
    });
    Ok(Json(guilds.collect()))
}

pub async fn leave_guild(
    State(shared): Server,
    caller: Caller,
    Path(guild): Path<Id>,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .remove_member(guild, caller.bot)
        .map_err(|_| Refusal::UnknownGuild)?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn open_dm(State(shared): Server, caller: Caller, body: Body) -> Answer {
    let recipient = id_in(&body.json["recipient_id"]).ok_or_else(|| {
        Refusal::form(
            "recipient_id",
            "BASE_TYPE_REQUIRED",
            "This field is required",
        )
    })?;
    let mut world = shared.world();
    let channel = world.open_dm(caller.bot, recipient)?;
    object(
        world
            .channels
            .get(&channel)
            .map(|channel| world.dm_json(channel, caller.bot)),
    )
}

/// Bots reach their own application only.
fn own(caller: Caller, application: Id) -> Result<Id, Refusal> {
    if application == caller.application {
        Ok(application)
    } else {
        Err(Refusal::MissingAccess)
    }
}

fn list(shared: &Shared, application: Id, guild: Option<Id>) -> Answer {
    Ok(Json(json!(shared.world().commands(application, guild))))
}

fn one(shared: &Shared, application: Id, guild: Option<Id>, id: Id) -> Answer {
    let world = shared.world();
    let command = world
        .commands(application, guild)
        .iter()
        .find(|command| command["id"] == json!(id));
    command.cloned().map(Json).ok_or(Refusal::UnknownCommand)
}

fn add(
    shared: &Shared,
    application: Id,
    guild: Option<Id>,
    body: &Value,
) -> Result<Response, Refusal> {
    let (new, command) = shared.world().add_command(application, guild, body)?;
    Ok((
        if new {
            StatusCode::CREATED
        } else {
            StatusCode::OK
        },
        Json(command),
    )
        .into_response())
}

pub async fn commands(
    State(shared): Server,
    caller: Caller,
    Path(application): Path<Id>,
) -> Answer {
    list(&shared, own(caller, application)?, None)
}

pub async fn guild_commands(
    State(shared): Server,
    caller: Caller,
    Path((application, guild)): Path<(Id, Id)>,
) -> Answer {
    list(&shared, own(caller, application)?, Some(guild))
}

pub async fn set_commands(
    State(shared): Server,
    caller: Caller,
    Path(application): Path<Id>,
    body: Body,
) -> Answer {
    Ok(Json(json!(shared.world().set_commands(
        own(caller, application)?,
        None,
        &body.json
    )?)))
}

pub async fn set_guild_commands(
    State(shared): Server,
    caller: Caller,
    Path((application, guild)): Path<(Id, Id)>,
    body: Body,
) -> Answer {
    Ok(Json(json!(shared.world().set_commands(
        own(caller, application)?,
        Some(guild),
        &body.json
    )?)))
}

pub async fn add_command(
    State(shared): Server,
    caller: Caller,
    Path(application): Path<Id>,
    body: Body,
) -> Result<Response, Refusal> {
    add(&shared, own(caller, application)?, None, &body.json)
}

pub async fn add_guild_command(
    State(shared): Server,
    caller: Caller,
    Path((application, guild)): Path<(Id, Id)>,
    body: Body,
) -> Result<Response, Refusal> {
    add(&shared, own(caller, application)?, Some(guild), &body.json)
}

pub async fn command(
    State(shared): Server,
    caller: Caller,
    Path((application, id)): Path<(Id, Id)>,
) -> Answer {
    one(&shared, own(caller, application)?, None, id)
}

pub async fn guild_command(
    State(shared): Server,
    caller: Caller,
    Path((application, guild, id)): Path<(Id, Id, Id)>,
) -> Answer {
    one(&shared, own(caller, application)?, Some(guild), id)
}

pub async fn change_command(
    State(shared): Server,
    caller: Caller,
    Path((application, id)): Path<(Id, Id)>,
    body: Body,
) -> Answer {
    Ok(Json(shared.world().change_command(
        own(caller, application)?,
        None,
        id,
        &body.json,
    )?))
}

pub async fn change_guild_command(
    State(shared): Server,
    caller: Caller,
    Path((application, guild, id)): Path<(Id, Id, Id)>,
    body: Body,
) -> Answer {
    Ok(Json(shared.world().change_command(
        own(caller, application)?,
        Some(guild),
        id,
        &body.json,
    )?))
}

pub async fn remove_command(
    State(shared): Server,
    caller: Caller,
    Path((application, id)): Path<(Id, Id)>,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .remove_command(own(caller, application)?, None, id)?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn remove_guild_command(
    State(shared): Server,
    caller: Caller,
    Path((application, guild, id)): Path<(Id, Id, Id)>,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .remove_command(own(caller, application)?, Some(guild), id)?;
    Ok(StatusCode::NO_CONTENT)
}
