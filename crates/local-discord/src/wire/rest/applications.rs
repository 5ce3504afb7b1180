//! The bot itself: its application, its user, its guilds, its direct messages, its commands.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, object, page_size, told};
use super::guilds::{counts, joined};
use crate::wire::address::Flag;
use crate::wire::rate;
use crate::wire::shared::Shared;
use crate::world::{Id, Refusal, Role, World, id_in, merge};

pub fn gateway(shared: &Shared, _: Asked) -> Answer {
    told(json!({ "url": format!("ws://{}", shared.address) }))
}

pub fn gateway_bot(shared: &Shared, caller: Caller, _: Asked) -> Answer {
    let (total, left, reset_after) = shared.sessions_left(caller.application);
    told(json!({
        "url": format!("ws://{}", shared.address),
        "shards": shared.world().limits.shards,
        "session_start_limit": { "total": total, "remaining": left,
            "reset_after": (reset_after * 1000.0) as u64, "max_concurrency": 1 },
    }))
}

pub fn me(shared: &Shared, caller: Caller, _: Asked) -> Answer {
    let world = shared.world();
    object(
        world
            .applications
            .get(&caller.application)
            .map(|application| world.application_json(application)),
    )
}

pub fn user(shared: &Shared, caller: Caller, _: Asked) -> Answer {
    told(shared.world().own_user_json(caller.bot))
}

pub fn change_user(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let body = asked.body?;
    let mut world = shared.world();
    world.edit_bot(caller.bot, &body.json)?;
    told(world.own_user_json(caller.bot))
}

pub fn other_user(shared: &Shared, _: Caller, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let world = shared.world();
    if !world.users.contains_key(&user) {
        return Err(Refusal::UnknownUser);
    }
    told(world.user_json(user))
}

#[derive(Deserialize)]
pub struct GuildsQuery {
    before: Option<Id>,
    after: Option<Id>,
    limit: Option<usize>,
    #[serde(default)]
    with_counts: Flag,
}

/// The servers that the bot is in, in the order of their ids. With `before`, the page ends just
/// before that id.
pub fn guilds(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let query: GuildsQuery = asked.query()?;
    let limit = page_size(query.limit, 200, 200)?;
    let world = shared.world();
    let guilds = world.guilds_of(caller.bot).filter(|guild| {
        query.before.is_none_or(|before| guild.id < before)
            && query.after.is_none_or(|after| guild.id > after)
    });
    let guilds: Vec<_> = guilds.collect();
    let surplus = guilds.len().saturating_sub(limit);
    let page = match query.before {
        Some(_) => &guilds[surplus..],
        None => &guilds[..guilds.len() - surplus],
    };
    let shown = page.iter().map(|guild| {
        let mut shown = json!({
            "id": guild.id,
            "name": guild.name,
            "icon": null,
            "banner": null,
            "owner": guild.owner == caller.bot,
            "permissions": world.guild_permissions(guild.id, caller.bot).to_string(),
            "features": [],
        });
        if query.with_counts.0 {
            merge(&mut shown, counts(guild));
        }
        shown
    });
    told(shown.collect())
}

pub fn leave_guild(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    shared
        .world()
        .remove_member(guild, caller.bot)
        .map_err(|_| Refusal::UnknownGuild)?;
    done()
}

pub fn open_dm(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let body = asked.body?;
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

/// Refuses the application of another bot.
fn own(caller: Caller, application: Id) -> Result<Id, Refusal> {
    if application == caller.application {
        Ok(application)
    } else {
        Err(Refusal::MissingAccess)
    }
}

/// How many of these commands are new to the application.
fn new_among(world: &World, application: Id, guild: Option<Id>, wanted: &[Value]) -> usize {
    let kind = |command: &Value| command["type"].as_u64().unwrap_or(1);
    let known = world.commands(application, guild);
    let is_known = |one: &Value| {
        let mut known = known.iter();
        known.any(|other| other["name"] == one["name"] && kind(other) == kind(one))
    };
    wanted.iter().filter(|one| !is_known(one)).count()
}

/// Refuses commands that are more than the day's limit allows.
fn too_many(
    shared: &Shared,
    application: Id,
    guild: Option<Id>,
    wanted: &[Value],
) -> Option<Response> {
    let new = new_among(&shared.world(), application, guild, wanted);
    rate::count_creates(shared, application, guild, new)
}

/// The application of a request, which must be the caller's own, and the server whose commands are
/// meant; None for the application's global ones.
fn place_of(caller: Caller, asked: &Asked) -> Result<(Id, Option<Id>), Refusal> {
    let application = own(caller, asked.id("application")?)?;
    let in_guild = !asked.address.part("guild").is_empty();
    let guild = in_guild.then(|| asked.id("guild")).transpose()?;
    Ok((application, guild))
}

pub fn commands(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    told(json!(shared.world().commands(application, guild)))
}

pub fn set_commands(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let body = asked.body?.json;
    let wanted = body.as_array().map_or(&[][..], Vec::as_slice);
    if let Some(refusal) = too_many(shared, application, guild, wanted) {
        return Ok(refusal);
    }
    let commands = shared.world().set_commands(application, guild, &body)?;
    told(json!(commands))
}

pub fn add_command(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let body = asked.body?.json;
    if let Some(refusal) = too_many(shared, application, guild, std::slice::from_ref(&body)) {
        return Ok(refusal);
    }
    let (new, command) = shared.world().add_command(application, guild, &body)?;
    let status = if new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok((status, Json(command)).into_response())
}

pub fn command(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let id = json!(asked.id("command")?);
    let world = shared.world();
    let mut commands = world.commands(application, guild).iter();
    let command = commands.find(|command| command["id"] == id);
    command
        .cloned()
        .ok_or(Refusal::UnknownCommand)
        .and_then(told)
}

pub fn change_command(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let id = asked.id("command")?;
    let body = asked.body?.json;
    let mut world = shared.world();
    told(world.change_command(application, guild, id, &body)?)
}

pub fn remove_command(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let id = asked.id("command")?;
    shared.world().remove_command(application, guild, id)?;
    done()
}

/// Always empty: there are no sounds here. py-cord asks before a bot is ready.
pub fn default_sounds(_: &Shared, _: Caller, _: Asked) -> Answer {
    told(json!([]))
}

/// Which roles may use which commands, whatever permissions these ask for.
pub fn all_permissions(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = (asked.id("application")?, asked.id("guild")?);
    own(caller, application)?;
    let world = shared.world();
    let place = joined(&world, caller, guild)?;
    let own = world.commands(application, Some(guild)).iter();
    let commands = own.chain(world.commands(application, None));
    let listed = commands.filter_map(|command| {
        let id = id_in(&command["id"])?;
        let given = place
            .roles
            .values()
            .filter(|role| role.commands.contains(&id));
        let permission = |role: &Role| json!({ "id": role.id, "type": 1, "permission": true });
        let permissions: Vec<_> = given.map(permission).collect();
        (!permissions.is_empty()).then(|| {
            json!({ "id": id, "application_id": application, "guild_id": guild,
                "permissions": permissions })
        })
    });
    told(listed.collect())
}
