//! Roles, and what moderators do to members.

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, page_size, told};
use super::guilds::joined;
use crate::wire::shared::Shared;
use crate::world::{Id, Refusal, World, id_in, role_json};

fn shown_role(world: &World, guild: Id, role: Id) -> Answer {
    let place = world.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
    let role = place.roles.get(&role).ok_or(Refusal::UnknownRole)?;
    told(role_json(role))
}

pub fn role(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, role) = (asked.id("guild")?, asked.id("role")?);
    let world = shared.world();
    joined(&world, caller, guild)?;
    shown_role(&world, guild, role)
}

pub fn role_counts(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let world = shared.world();
    told(joined(&world, caller, guild)?.role_counts())
}

pub fn add_role(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    let role = world.create_role(caller.bot, guild, &body.json)?;
    shown_role(&world, guild, role)
}

pub fn change_role(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, role) = (asked.id("guild")?, asked.id("role")?);
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.edit_role(caller.bot, guild, role, &body.json)?;
    shown_role(&world, guild, role)
}

pub fn order_roles(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.order_roles(caller.bot, guild, &body.json)?;
    let roles = joined(&world, caller, guild)?.roles.values();
    told(roles.map(role_json).collect())
}

pub fn remove_role(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, role) = (asked.id("guild")?, asked.id("role")?);
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.delete_role_as(caller.bot, guild, role)?;
    done()
}

pub fn change_member(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.id("guild")?, asked.id("user")?);
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.change_member(caller.bot, guild, user, &body.json)?;
    world
        .member_json(guild, user)
        .ok_or(Refusal::UnknownMember)
        .and_then(told)
}

pub fn kick(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.id("guild")?, asked.id("user")?);
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.kick(caller.bot, guild, user)?;
    done()
}

#[derive(Deserialize)]
pub struct BansQuery {
    limit: Option<usize>,
    before: Option<Id>,
    after: Option<Id>,
}

/// The people who are banned, in the order of their ids. `before` wins over `after`.
pub fn bans(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let query: BansQuery = asked.query()?;
    let limit = page_size(query.limit, 1000, 1000)?;
    let world = shared.world();
    joined(&world, caller, guild)?;
    let mut bans = world.bans(caller.bot, guild)?;
    let after = query.after.filter(|_| query.before.is_none());
    bans.retain(|ban| {
        let user = id_in(&ban["user"]["id"]).unwrap_or(Id(0));
        query.before.is_none_or(|before| user < before) && after.is_none_or(|after| user > after)
    });
    let page = match query.before {
        Some(_) => bans.split_off(bans.len().saturating_sub(limit)),
        None => {
            bans.truncate(limit);
            bans
        }
    };
    told(json!(page))
}

pub fn ban(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.id("guild")?, asked.id("user")?);
    let world = shared.world();
    joined(&world, caller, guild)?;
    let mut bans = world.bans(caller.bot, guild)?.into_iter();
    let ban: Option<Value> = bans.find(|ban| id_in(&ban["user"]["id"]) == Some(user));
    ban.ok_or(Refusal::UnknownBan).and_then(told)
}

pub fn add_ban(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.id("guild")?, asked.id("user")?);
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.ban(caller.bot, guild, user, asked.reason, &body.json)?;
    done()
}

pub fn remove_ban(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, user) = (asked.id("guild")?, asked.id("user")?);
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.unban(caller.bot, guild, user)?;
    done()
}

pub fn bulk_ban(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    let reason = asked.reason.as_deref();
    let (banned, failed) = world.bulk_ban(caller.bot, guild, reason, &body.json)?;
    told(json!({ "banned_users": banned, "failed_users": failed }))
}
