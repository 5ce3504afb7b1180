//! What only the tester can do to the world: people, roles, permissions, failures.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::asked::{Answer, Asked, done, told};
use super::shown::{intents_json, person_json};
use crate::wire::gateway;
use crate::wire::hub::Silence;
use crate::wire::shared::Shared;
use crate::world::{Complaint, GUILD_MEMBERS, GUILD_PRESENCES, Id, Limits, MESSAGE_CONTENT, merge};

/// Adds people, bots and servers by their names.
pub fn add_plan(shared: &Shared, asked: Asked) -> Answer {
    let plan = asked.body()?;
    told(shared.world().add(&plan)?)
}

#[derive(Deserialize)]
pub struct NewPerson {
    username: String,
    name: String,
    guild_id: Option<Id>,
    #[serde(default)]
    role_ids: Vec<Id>,
}

pub fn add_person(shared: &Shared, asked: Asked) -> Answer {
    let new: NewPerson = asked.body()?;
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
    told(person_json(&world, user))
}

#[derive(Deserialize)]
pub struct NewGuild {
    name: String,
    owner_id: Id,
    /// The name of its only channel.
    channel: String,
}

pub fn add_guild(shared: &Shared, asked: Asked) -> Answer {
    let new: NewGuild = asked.body()?;
    let mut world = shared.world();
    if !world.users.contains_key(&new.owner_id) {
        return Err(Complaint::new(404, "There is no such person."));
    }
    let guild = world.add_guild(&new.name, new.owner_id);
    world.add_text_channel(guild, &new.channel, None, Vec::new())?;
    told(json!({ "id": guild }))
}

#[derive(Deserialize)]
pub struct Roles {
    #[serde(default)]
    role_ids: Vec<Id>,
}

pub fn join(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    let roles: Roles = asked.body()?;
    let mut world = shared.world();
    world.add_member(guild, user, &roles.role_ids)?;
    told(person_json(&world, user))
}

pub fn leave(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    shared.world().remove_member(guild, user)?;
    done()
}

#[derive(Deserialize)]
pub struct Nickname {
    nick: Option<String>,
}

pub fn nickname(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    let wanted: Nickname = asked.body()?;
    shared.world().set_nick(guild, user, wanted.nick)?;
    done()
}

#[derive(Deserialize)]
pub struct Timeout {
    /// In milliseconds since the Unix epoch; None ends the timeout.
    until_ms: Option<u64>,
}

pub fn time_out(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    let wanted: Timeout = asked.body()?;
    shared.world().set_timeout(guild, user, wanted.until_ms)?;
    done()
}

#[derive(Deserialize)]
pub struct Availability {
    unavailable: bool,
}

pub fn unavailable(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let wanted: Availability = asked.body()?;
    shared.world().set_unavailable(guild, wanted.unavailable)?;
    done()
}

#[derive(Deserialize)]
pub struct Commands {
    command_ids: BTreeSet<Id>,
}

/// What a server's settings say under "Integrations".
pub fn give_commands(shared: &Shared, asked: Asked) -> Answer {
    let (guild, role) = (asked.id("guild")?, asked.id("role")?);
    let wanted: Commands = asked.body()?;
    let mut world = shared.world();
    world.give_commands(guild, role, wanted.command_ids)?;
    done()
}

pub fn delete_role(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let role = asked.id("role")?;
    shared.world().delete_role(guild, role)?;
    done()
}

#[derive(Deserialize)]
pub struct BotPermissions {
    permissions: String,
    /// Which bot; all of the server's bots if None.
    bot_id: Option<Id>,
}

pub fn bot_permissions(shared: &Shared, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let wanted: BotPermissions = asked.body()?;
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
    done()
}

pub fn delete_channel(shared: &Shared, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    shared.world().delete_channel(channel)?;
    done()
}

/// Which privileged intents a bot should have; those that are not named stay.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intents {
    members: Option<bool>,
    presences: Option<bool>,
    message_content: Option<bool>,
}

pub fn set_intents(shared: &Shared, asked: Asked) -> Answer {
    let bot = asked.id("bot")?;
    let wanted: Intents = asked.body()?;
    let mut world = shared.world();
    let application = world.application_of(bot);
    let application = application.ok_or_else(|| Complaint::new(404, "There is no such bot."))?;
    let mut intents = application.privileged_intents;
    for (intent, wanted) in [
        (GUILD_MEMBERS, wanted.members),
        (GUILD_PRESENCES, wanted.presences),
        (MESSAGE_CONTENT, wanted.message_content),
    ] {
        match wanted {
            Some(true) => intents |= intent,
            Some(false) => intents &= !intent,
            None => {}
        }
    }
    world.set_intents(bot, intents)?;
    told(intents_json(intents))
}

pub fn limits(shared: &Shared, _: Asked) -> Answer {
    told(json!(shared.world().limits))
}

/// Changes the limits that the request names.
pub fn set_limits(shared: &Shared, asked: Asked) -> Answer {
    let wanted: Map<String, Value> = asked.body()?;
    let mut world = shared.world();
    let mut limits = json!(world.limits);
    if let Some(unknown) = wanted.keys().find(|name| limits.get(*name).is_none()) {
        let sentence = format!("There is no limit \"{unknown}\"; these are there: {limits}.");
        return Err(Complaint::new(400, sentence));
    }
    merge(&mut limits, Value::Object(wanted));
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
    let wanted: Value = asked.body()?;
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
