//! Guilds, their channels, roles and members.

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, Extras, created, done, page_size, told};
use super::channels::{overwrites, settings, shown};
use crate::world::permissions::{CHANGE_NICKNAME, MANAGE_CHANNELS};
use crate::world::{
    ChannelKind, GUILD_MEMBERS, Guild, Id, Member, NewChannel, Refusal, Settings, World, id_in,
    merge, role_json,
};

pub fn guild(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: Extras = asked.query()?;
    let guild = asked.guild(world, caller)?;
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

pub fn channels(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let channels = world
        .guild_channels(asked.guild(world, caller)?.id)
        .into_iter();
    told(
        channels
            .map(|channel| shown(world, caller, channel))
            .collect(),
    )
}

pub fn add_channel(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.guild(world, caller)?.id;
    let body = asked.body?.json;
    let number = body["type"].as_u64().unwrap_or(0);
    let kind = ChannelKind::of_guild(number).ok_or_else(|| {
        let message = format!("The local Discord does not know channels of type {number}");
        Refusal::form("type", "LOCAL_UNKNOWN", message)
    })?;
    let position = body["position"].as_u64();
    let new = NewChannel {
        name: body["name"].as_str().unwrap_or_default().to_owned(),
        kind,
        topic: body["topic"].as_str().map(str::to_owned),
        parent_id: id_in(&body["parent_id"]),
        overwrites: overwrites(&body["permission_overwrites"]),
        position: position.and_then(|position| position.try_into().ok()),
        settings: settings(&Settings::default(), &body)?,
    };
    let bits = world.guild_permissions(guild, caller.bot);
    let exceptions = new.overwrites.iter();
    let grants = exceptions.fold(0, |all, overwrite| all | overwrite.allow | overwrite.deny);
    if bits & MANAGE_CHANNELS == 0 || grants & !bits != 0 {
        return Err(Refusal::MissingPermissions);
    }
    let channel = world.insert_channel(guild, new)?;
    created(shown(world, caller, world.channel(channel)?))
}

pub fn active_threads(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let all = world.active_threads(asked.guild(world, caller)?.id);
    let seen: Vec<_> = all
        .filter(|thread| world.may_view(thread, caller.bot))
        .collect();
    let members = seen
        .iter()
        .filter_map(|thread| world.thread_member_json(thread, caller.bot));
    let threads = seen.iter().map(|thread| shown(world, caller, thread));
    told(
        json!({ "threads": threads.collect::<Vec<_>>(), "members": members.collect::<Vec<_>>(),
        "has_more": false }),
    )
}

pub fn roles(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    told(
        asked
            .guild(world, caller)?
            .roles
            .values()
            .map(role_json)
            .collect(),
    )
}

pub fn role(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let role = asked.guild(world, caller)?.roles.get(&asked.id("role")?);
    told(role_json(role.ok_or(Refusal::UnknownRole)?))
}

#[derive(Deserialize)]
pub struct MembersQuery {
    limit: Option<usize>,
    after: Option<Id>,
    query: Option<String>,
}

/// All members; only for bots with the members intent.
pub fn members(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: MembersQuery = asked.query()?;
    let limit = page_size(query.limit, 1, 1000)?;
    let guild = asked.guild(world, caller)?;
    if !caller.was_given(world, GUILD_MEMBERS) {
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
            .filter_map(|user| world.member_json(guild.id, *user))
            .collect(),
    )
}

pub fn search_members(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: MembersQuery = asked.query()?;
    let limit = page_size(query.limit, 1, 1000)?;
    let guild = asked.guild(world, caller)?;
    let start = query.query.unwrap_or_default().to_lowercase();
    if start.is_empty() {
        return Err(Refusal::missing("query"));
    }
    let fits = |(user, member): &(&Id, &Member)| {
        let user = world.users.get(user);
        let names = user.map(|user| [&user.username, &user.display]);
        let mut names = names.into_iter().flatten().chain(&member.nick);
        names.any(|name| name.to_lowercase().starts_with(&start))
    };
    let members = guild.members.iter().filter(fits).take(limit);
    let json = |(user, _): (&Id, &Member)| world.member_json(guild.id, *user);
    told(members.filter_map(json).collect())
}

fn shown_member(world: &World, guild: Id, user: Id) -> Answer {
    told(
        world
            .member_json(guild, user)
            .ok_or(Refusal::UnknownMember)?,
    )
}

pub fn member(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.guild(world, caller)?.id, asked.id("user")?);
    world.user(user)?;
    shown_member(world, guild, user)
}

pub fn change_me(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.guild(world, caller)?.id;
    if let Some(nick) = asked.body?.json.get("nick") {
        if world.guild_permissions(guild, caller.bot) & CHANGE_NICKNAME == 0 {
            return Err(Refusal::MissingPermissions);
        }
        world.set_nick(guild, caller.bot, nick.as_str().map(str::to_owned))?;
    }
    shown_member(world, guild, caller.bot)
}

pub fn change_member(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.guild(world, caller)?.id, asked.id("user")?);
    world.change_member(caller.bot, guild, user, &asked.body?.json)?;
    shown_member(world, guild, user)
}

pub fn give_role(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    change_role(world, caller, &asked, true)
}

pub fn take_role(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    change_role(world, caller, &asked, false)
}

fn change_role(world: &mut World, caller: Caller, asked: &Asked, give: bool) -> Answer {
    let (guild, user, role) = (asked.id("guild")?, asked.id("user")?, asked.id("role")?);
    world.change_role(caller.bot, guild, user, role, give)?;
    done()
}
