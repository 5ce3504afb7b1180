//! The bot itself: its application, its user, its guilds, its direct messages, its commands.

use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, created, done, page_size, told};
use super::guilds::counts;
use crate::wire::address::Flag;
use crate::wire::rate;
use crate::wire::shared::Shared;
use crate::world::{Id, Refusal, World, id_in, merge};

/// The address of the gateway.
fn gateway_url(world: &World) -> String {
    world.base_url().replacen("http", "ws", 1)
}

pub fn gateway(world: &mut World, _: Asked) -> Answer {
    told(json!({ "url": gateway_url(world) }))
}

pub fn gateway_bot(shared: &Shared, caller: Caller, _: Asked) -> Answer {
    let (total, left, reset_after) = shared.sessions_left(caller.application);
    let world = shared.world();
    told(json!({
        "url": gateway_url(&world),
        "shards": world.limits.shards,
        "session_start_limit": { "total": total, "remaining": left,
            "reset_after": (reset_after * 1000.0) as u64, "max_concurrency": 1 },
    }))
}

pub fn me(world: &mut World, caller: Caller, _: Asked) -> Answer {
    let application = world.applications.get(&caller.application);
    told(world.application_json(application.ok_or(Refusal::UnknownApplication)?))
}

pub fn user(world: &mut World, caller: Caller, _: Asked) -> Answer {
    told(world.own_user_json(caller.bot))
}

pub fn other_user(world: &mut World, _: Caller, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    world.user(user)?;
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
pub fn guilds(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: GuildsQuery = asked.query()?;
    let limit = page_size(query.limit, 200, 200)?;
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

pub fn open_dm(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let Some(recipient) = id_in(&asked.body?.json["recipient_id"]) else {
        return Err(Refusal::missing("recipient_id"));
    };
    let channel = world.open_dm(caller.bot, recipient)?;
    told(world.dm_json(world.channel(channel)?, caller.bot))
}

/// How many of these commands are new to the application.
fn new_among(world: &World, application: Id, guild: Option<Id>, wanted: &[Value]) -> usize {
    let kind = |command: &Value| command["type"].as_u64().unwrap_or(1);
    let commands = world.commands(application, guild);
    let is_known = |new: &Value| {
        let is_same = |old: &Value| old["name"] == new["name"] && kind(old) == kind(new);
        commands.iter().any(is_same)
    };
    wanted.iter().filter(|new| !is_known(new)).count()
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
    let application = asked.id("application")?;
    if application != caller.application {
        return Err(Refusal::MissingAccess);
    }
    let in_guild = !asked.text("guild").is_empty();
    let guild = in_guild.then(|| asked.id("guild")).transpose()?;
    Ok((application, guild))
}

pub fn commands(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    told(json!(world.commands(application, guild)))
}

pub fn set_commands(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let body = asked.body?.json;
    let wanted = body.as_array().map_or(&[][..], Vec::as_slice);
    if let Some(refusal) = too_many(shared, application, guild, wanted) {
        return Ok(refusal);
    }
    told(json!(shared.world().set_commands(
        application,
        guild,
        &body
    )?))
}

pub fn add_command(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let body = asked.body?.json;
    if let Some(refusal) = too_many(shared, application, guild, std::slice::from_ref(&body)) {
        return Ok(refusal);
    }
    match shared.world().add_command(application, guild, &body)? {
        (true, command) => created(command),
        (false, command) => told(command),
    }
}

pub fn command(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let id = json!(asked.id("command")?);
    let mut commands = world.commands(application, guild).iter();
    let command = commands.find(|command| command["id"] == id).cloned();
    told(command.ok_or(Refusal::UnknownCommand)?)
}

pub fn change_command(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    let id = asked.id("command")?;
    told(world.change_command(application, guild, id, &asked.body?.json)?)
}

pub fn remove_command(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (application, guild) = place_of(caller, &asked)?;
    world.remove_command(application, guild, asked.id("command")?)?;
    done()
}

/// Always empty: there are no sounds here. py-cord asks before a bot is ready.
pub fn default_sounds(_: &mut World, _: Caller, _: Asked) -> Answer {
    told(json!([]))
}
