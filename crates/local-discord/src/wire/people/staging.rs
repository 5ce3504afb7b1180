//! What only the tester can do to the world: people, roles, permissions, failures.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::asked::{Answer, Asked, done, told};
use super::shown::{intents_json, person_json};
use crate::wire::gateway;
use crate::wire::hub::Silence;
use crate::wire::shared::Shared;
use crate::world::{Complaint, Id, Intent, Limits, World, merge};

/// Adds people, bots and servers by their names.
pub fn add_plan(world: &mut World, asked: Asked) -> Answer {
    told(world.add(&asked.body()?)?)
}

#[derive(Deserialize)]
pub struct NewPerson {
    username: String,
    name: String,
    guild_id: Option<Id>,
    #[serde(default)]
    role_ids: Vec<Id>,
}

pub fn add_person(world: &mut World, asked: Asked) -> Answer {
    let new: NewPerson = asked.body()?;
    let mut others = world.users.values();
    if new.username.is_empty() || others.any(|user| user.username == new.username) {
        let why = "A person needs a name that nobody else has.";
        return Err(Complaint::new(409, why));
    }
    if let Some(guild) = new.guild_id {
        let place = world.guilds.get(&guild);
        let has = |role: &Id| place.is_some_and(|guild| guild.roles.contains_key(role));
        if place.is_none() || !new.role_ids.iter().all(has) {
            return Err(Complaint::new(404, "There is no such server or role."));
        }
    }
    let user = world.add_person(&new.username, &new.name);
    if let Some(guild) = new.guild_id {
        world.add_member(guild, user, &new.role_ids)?;
    }
    told(person_json(world, user))
}

#[derive(Deserialize)]
pub struct NewGuild {
    name: String,
    owner_id: Id,
    /// The name of its only channel.
    channel: String,
}

pub fn add_guild(world: &mut World, asked: Asked) -> Answer {
    let new: NewGuild = asked.body()?;
    if !world.users.contains_key(&new.owner_id) {
        return Err(Complaint::new(404, "There is no such person."));
    }
    let guild = world.add_guild(&new.name, new.owner_id);
    world.add_text_channel(guild, &new.channel, None, Vec::new())?;
    told(json!({ "id": guild }))
}

/// The server and the member in an address.
fn member(asked: &Asked) -> Result<(Id, Id), Complaint> {
    Ok((asked.id("guild")?, asked.id("user")?))
}

pub fn join(world: &mut World, asked: Asked) -> Answer {
    let (guild, user) = member(&asked)?;
    let roles: Option<Vec<Id>> = asked.field("role_ids")?;
    world.add_member(guild, user, &roles.unwrap_or_default())?;
    told(person_json(world, user))
}

pub fn leave(world: &mut World, asked: Asked) -> Answer {
    let (guild, user) = member(&asked)?;
    world.remove_member(guild, user)?;
    done()
}

pub fn nickname(world: &mut World, asked: Asked) -> Answer {
    let (guild, user) = member(&asked)?;
    world.set_nick(guild, user, asked.field("nick")?)?;
    done()
}

pub fn time_out(world: &mut World, asked: Asked) -> Answer {
    let (guild, user) = member(&asked)?;
    world.set_timeout(guild, user, asked.field("until_ms")?)?;
    done()
}

pub fn unavailable(world: &mut World, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    world.set_unavailable(guild, asked.field("unavailable")?)?;
    done()
}

/// What a server's settings say under "Integrations".
pub fn give_commands(world: &mut World, asked: Asked) -> Answer {
    let (guild, role) = (asked.id("guild")?, asked.id("role")?);
    world.give_commands(guild, role, asked.field("command_ids")?)?;
    done()
}

pub fn delete_role(world: &mut World, asked: Asked) -> Answer {
    world.delete_role(asked.id("guild")?, asked.id("role")?)?;
    done()
}

#[derive(Deserialize)]
pub struct BotPermissions {
    permissions: String,
    /// Which bot; all of the server's bots if None.
    bot_id: Option<Id>,
}

pub fn bot_permissions(world: &mut World, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let body: BotPermissions = asked.body()?;
    let wrong = |_| Complaint::new(400, "Permissions are a number in a string.");
    let bits = body.permissions.parse().map_err(wrong)?;
    let Some(place) = world.guilds.get(&guild) else {
        return Err(Complaint::new(404, "There is no such server."));
    };
    let bots = place.roles.values().filter_map(|role| role.of_bot);
    let is_meant = |bot: &Id| body.bot_id.is_none_or(|id| id == *bot);
    for bot in bots.filter(is_meant).collect::<Vec<_>>() {
        world.set_bot_permissions(guild, bot, bits)?;
    }
    done()
}

pub fn delete_channel(world: &mut World, asked: Asked) -> Answer {
    world.delete_channel(asked.id("channel")?)?;
    done()
}

/// Sets which privileged intents a bot has; those that are not named stay.
pub fn set_intents(world: &mut World, asked: Asked) -> Answer {
    let bot = asked.id("bot")?;
    let changes: BTreeMap<Intent, bool> = asked.body()?;
    let Some(application) = world.application_of(bot) else {
        return Err(Complaint::new(404, "There is no such bot."));
    };
    let mut intents = application.privileged_intents;
    for (intent, is_granted) in changes {
        if is_granted {
            intents |= intent.bit();
        } else {
            intents &= !intent.bit();
        }
    }
    world.set_intents(bot, intents)?;
    told(intents_json(intents))
}

pub fn limits(world: &mut World, _: Asked) -> Answer {
    told(json!(world.limits))
}

/// Changes the limits that the request names.
pub fn set_limits(world: &mut World, asked: Asked) -> Answer {
    let body: Map<String, Value> = asked.body()?;
    let mut limits = json!(world.limits);
    if let Some(unknown) = body.keys().find(|name| limits.get(*name).is_none()) {
        let sentence = format!("There is no limit \"{unknown}\"; these are there: {limits}.");
        return Err(Complaint::new(400, sentence));
    }
    merge(&mut limits, Value::Object(body));
    let wrong = |why: String| Complaint::new(400, format!("The limits are wrong: {why}."));
    let limits: Limits =
        serde_json::from_value(limits).map_err(|error| wrong(error.to_string()))?;
    limits.check().map_err(|why| wrong(why.to_owned()))?;
    world.limits = limits;
    told(json!(world.limits))
}

pub fn stats(shared: &Shared, _: Asked) -> Answer {
    told(json!(shared.stats()))
}

pub fn add_fault(shared: &Shared, asked: Asked) -> Answer {
    let body: Value = asked.body()?;
    let mut inner = shared.lock();
    if let Some(what) = body["gateway"].as_str() {
        let done = gateway::inject(&mut inner, what, &body);
        done.map_err(|sentence| Complaint::new(400, sentence))?;
    } else {
        let wrong = |error| Complaint::new(400, format!("The failure is wrong: {error}."));
        let fault = serde_json::from_value(body).map_err(wrong)?;
        inner.faults.push(fault);
    }
    done()
}

/// How many of the requested failures no request has met yet.
pub fn faults(shared: &Shared, _: Asked) -> Answer {
    told(json!({ "left": shared.lock().faults.len() }))
}

pub fn clear_faults(shared: &Shared, _: Asked) -> Answer {
    let mut inner = shared.lock();
    inner.faults.clear();
    inner.hub.silent = Silence::None;
    done()
}
