//! What the one who runs the rehearsal may do to the world: people, roles, permissions, failures.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Json;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Body, Server, person_json};
use crate::sandbox::wire::gateway;
use crate::sandbox::world::{Complaint, Id};

#[derive(Deserialize)]
pub struct NewPerson {
    username: String,
    name: String,
    guild_id: Option<Id>,
    #[serde(default)]
    role_ids: Vec<Id>,
}

pub async fn add_person(State(shared): Server, Body(new): Body<NewPerson>) -> Answer {
    let mut world = shared.world();
    if new.username.is_empty()
        || world
            .users
            .values()
            .any(|user| user.username == new.username)
    {
        return Err(Complaint::new(
            409,
            "A person needs a name that nobody else has.",
        ));
    }
    let known_guild = new.guild_id.is_none_or(|guild| {
        world.guilds.get(&guild).is_some_and(|guild| {
            new.role_ids
                .iter()
                .all(|role| guild.roles.contains_key(role))
        })
    });
    if !known_guild {
        return Err(Complaint::new(404, "There is no such server or role."));
    }
    let user = world.add_person(&new.username, &new.name);
    if let Some(guild) = new.guild_id {
        world.add_member(guild, user, &new.role_ids)?;
    }
    Ok(Json(person_json(&world, user)))
}

#[derive(Deserialize)]
pub struct Roles {
    #[serde(default)]
    role_ids: Vec<Id>,
}

pub async fn join(
    State(shared): Server,
    Path((guild, user)): Path<(Id, Id)>,
    Body(roles): Body<Roles>,
) -> Answer {
    let mut world = shared.world();
    world.add_member(guild, user, &roles.role_ids)?;
    Ok(Json(person_json(&world, user)))
}

pub async fn leave(
    State(shared): Server,
    Path((guild, user)): Path<(Id, Id)>,
) -> Result<StatusCode, Complaint> {
    shared.world().remove_member(guild, user)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct Nickname {
    nick: Option<String>,
}

pub async fn nickname(
    State(shared): Server,
    Path((guild, user)): Path<(Id, Id)>,
    Body(wanted): Body<Nickname>,
) -> Result<StatusCode, Complaint> {
    shared.world().set_nick(guild, user, wanted.nick)?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn delete_role(
    State(shared): Server,
    Path((guild, role)): Path<(Id, Id)>,
) -> Result<StatusCode, Complaint> {
    shared.world().delete_role(guild, role)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct BotPermissions {
    permissions: String,
    /// Which bot; all of the server's without.
    bot_id: Option<Id>,
}

pub async fn bot_permissions(
    State(shared): Server,
    Path(guild): Path<Id>,
    Body(wanted): Body<BotPermissions>,
) -> Result<StatusCode, Complaint> {
    let bits = wanted
        .permissions
        .parse()
        .map_err(|_| Complaint::new(400, "Permissions are a number in a string."))?;
    let mut world = shared.world();
    let place = world
        .guilds
        .get(&guild)
        .ok_or_else(|| Complaint::new(404, "There is no such server."))?;
    let bots: Vec<Id> = place
        .roles
        .values()
        .filter_map(|role| role.of_bot)
        .collect();
    for bot in bots
        .into_iter()
        .filter(|bot| wanted.bot_id.is_none_or(|wanted| wanted == *bot))
    {
        world.set_bot_permissions(guild, bot, bits)?;
    }
    Ok(StatusCode::NO_CONTENT)
}

pub async fn delete_channel(
    State(shared): Server,
    Path(channel): Path<Id>,
) -> Result<StatusCode, Complaint> {
    shared.world().delete_channel(channel)?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn stats(State(shared): Server) -> Json<Value> {
    Json(json!(shared.stats()))
}

pub async fn add_fault(
    State(shared): Server,
    Body(wanted): Body<Value>,
) -> Result<StatusCode, Complaint> {
    let mut inner = shared.lock();
    if let Some(what) = wanted["gateway"].as_str() {
        gateway::inject(&mut inner, what, &wanted)
            .map_err(|sentence| Complaint::new(400, sentence))?;
    } else {
        let fault = serde_json::from_value(wanted);
        inner.faults.push(
            fault
                .map_err(|error| Complaint::new(400, format!("The failure is wrong: {error}.")))?,
        );
    }
    Ok(StatusCode::NO_CONTENT)
}

pub async fn clear_faults(State(shared): Server) -> StatusCode {
    let mut inner = shared.lock();
    inner.faults.clear();
    inner.hub.silent = false;
    StatusCode::NO_CONTENT
}
