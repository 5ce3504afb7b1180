//! Guilds, their channels, roles and members.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json};
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, page_size, told};
use super::channels::{overwrites, settings, shown};
use crate::wire::address::Flag;
use crate::wire::shared::Shared;
use crate::world::permissions::{CHANGE_NICKNAME, MANAGE_CHANNELS};
use crate::world::{
    ChannelKind, GUILD_MEMBERS, Guild, Id, NewChannel, Refusal, Settings, World, id_in, merge,
    role_json,
};

/// The guild, if the bot is in it.
pub fn joined(world: &World, caller: Caller, guild: Id) -> Result<&Guild, Refusal> {
    let guild = world.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
    if guild.members.contains_key(&caller.bot) {
        Ok(guild)
    } else {
        Err(Refusal::MissingAccess)
    }
}

#[derive(Deserialize)]
pub struct GuildQuery {
    #[serde(default)]
    with_counts: Flag,
}

pub fn guild(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let query: GuildQuery = asked.query()?;
    let world = shared.world();
    let guild = joined(&world, caller, id)?;
    let mut object = world.guild_json(guild);
    if query.with_counts.0 {
        merge(&mut object, counts(guild));
    }
    told(object)
}

/// How many members a server has; all of them count as online.
pub fn counts(guild: &Guild) -> Value {
    let count = guild.members.len();
    json!({ "approximate_member_count": count, "approximate_presence_count": count })
}

pub fn channels(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let world = shared.world();
    joined(&world, caller, id)?;
    told(
        world
            .guild_channels(id)
            .into_iter()
            .map(|channel| shown(&world, caller, channel))
            .collect(),
    )
}

pub fn add_channel(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let body = asked.body?;
    let wanted = &body.json;
    let number = wanted["type"].as_u64().unwrap_or(0);
    let kind = ChannelKind::of_guild(number).ok_or_else(|| {
        let message = format!("The local Discord does not know channels of type {number}");
        Refusal::form("type", "LOCAL_UNKNOWN", message)
    })?;
    let new = NewChannel {
        name: wanted["name"].as_str().unwrap_or_default().to_owned(),
        kind,
        topic: wanted["topic"].as_str().map(str::to_owned),
        parent_id: id_in(&wanted["parent_id"]),
        overwrites: overwrites(&wanted["permission_overwrites"]),
        position: wanted["position"]
            .as_u64()
            .and_then(|position| u16::try_from(position).ok()),
        settings: settings(&Settings::default(), wanted)?,
    };
    let mut world = shared.world();
    joined(&world, caller, id)?;
    let bits = world.guild_permissions(id, caller.bot);
    let grants = new
        .overwrites
        .iter()
        .fold(0, |all, overwrite| all | overwrite.allow | overwrite.deny);
    if bits & MANAGE_CHANNELS == 0 || grants & !bits != 0 {
        return Err(Refusal::MissingPermissions);
    }
    let channel = world.insert_channel(id, new)?;
    let channel = world
        .channels
        .get(&channel)
        .ok_or(Refusal::UnknownChannel)?;
    Ok((StatusCode::CREATED, Json(shown(&world, caller, channel))).into_response())
}

pub fn change(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, id)?;
    world.edit_guild(caller.bot, id, &body.json)?;
    told(world.guild_json(joined(&world, caller, id)?))
}

pub fn active_threads(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let world = shared.world();
    joined(&world, caller, id)?;
    let threads: Vec<_> = world
        .active_threads(id)
        .filter(|thread| world.may_view(thread, caller.bot))
        .collect();
    let members: Vec<_> = threads
        .iter()
        .filter_map(|thread| world.thread_member_json(thread, caller.bot))
        .collect();
    let threads: Vec<_> = threads
        .into_iter()
        .map(|thread| shown(&world, caller, thread))
        .collect();
    told(json!({ "threads": threads, "members": members, "has_more": false }))
}

pub fn roles(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let world = shared.world();
    told(
        joined(&world, caller, id)?
            .roles
            .values()
            .map(role_json)
            .collect(),
    )
}

#[derive(Deserialize)]
pub struct MembersQuery {
    limit: Option<usize>,
    after: Option<Id>,
    query: Option<String>,
}

/// All members; only for bots with the members intent.
pub fn members(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let query: MembersQuery = asked.query()?;
    let limit = page_size(query.limit, 1, 1000)?;
    let world = shared.world();
    let guild = joined(&world, caller, id)?;
    if !caller.was_given(&world, GUILD_MEMBERS) {
        return Err(Refusal::MissingAccess);
    }
    let after = query.after.unwrap_or(Id(0));
    let users = guild
        .members
        .keys()
        .filter(|user| **user > after)
        .take(limit);
    told(
        users
            .filter_map(|user| world.member_json(id, *user))
            .collect(),
    )
}

pub fn search_members(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("guild")?;
    let query: MembersQuery = asked.query()?;
    let limit = page_size(query.limit, 1, 1000)?;
    let world = shared.world();
    let guild = joined(&world, caller, id)?;
    let wanted = query.query.unwrap_or_default().to_lowercase();
    if wanted.is_empty() {
        return Err(Refusal::form(
            "query",
            "BASE_TYPE_REQUIRED",
            "This field is required",
        ));
    }
    let fits = |(user, member): &(&Id, &crate::world::Member)| {
        let names = world
            .users
            .get(user)
            .map(|user| [&user.username, &user.display]);
        let mut names = names.into_iter().flatten().chain(&member.nick);
        names.any(|name| name.to_lowercase().starts_with(&wanted))
    };
    let found = guild.members.iter().filter(fits).take(limit);
    told(
        found
            .filter_map(|(user, _)| world.member_json(id, *user))
            .collect(),
    )
}

pub fn member(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    let world = shared.world();
    joined(&world, caller, guild)?;
    if !world.users.contains_key(&user) {
        return Err(Refusal::UnknownUser);
    }
    world
        .member_json(guild, user)
        .ok_or(Refusal::UnknownMember)
        .and_then(told)
}

pub fn change_me(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    if let Some(nick) = body.json.get("nick") {
        if world.guild_permissions(guild, caller.bot) & CHANGE_NICKNAME == 0 {
            return Err(Refusal::MissingPermissions);
        }
        world.set_nick(guild, caller.bot, Value::as_str(nick).map(str::to_owned))?;
    }
    world
        .member_json(guild, caller.bot)
        .ok_or(Refusal::UnknownMember)
        .and_then(told)
}

pub fn give_role(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    let role = asked.id("role")?;
    shared
        .world()
        .change_role(caller.bot, guild, user, role, true)?;
    done()
}

pub fn take_role(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let user = asked.id("user")?;
    let role = asked.id("role")?;
    shared
        .world()
        .change_role(caller.bot, guild, user, role, false)?;
    done()
}
