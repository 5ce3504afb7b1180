//! Roles, and what moderators do to members.

use super::asked::{Answer, Asked, Caller, done, told};
use super::guilds::joined;
use crate::wire::shared::Shared;
use crate::world::{Id, Refusal, World, role_json};

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
