//! Scheduled events of a guild.

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, told};
use super::guilds::joined;
use crate::wire::address::Flag;
use crate::wire::shared::Shared;
use crate::world::{ScheduledEvent, World};

#[derive(Deserialize)]
pub struct EventQuery {
    #[serde(default)]
    with_user_count: Flag,
}

fn shown(world: &World, event: &ScheduledEvent, counted: Flag) -> Value {
    let mut object = event.json();
    object["creator"] = world.user_json(event.creator);
    if counted.0 {
        object["user_count"] = json!(event.interested.len());
    }
    object
}

pub fn events(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let query: EventQuery = asked.query()?;
    let world = shared.world();
    joined(&world, caller, guild)?;
    let events = world.events_for(guild, caller.bot).into_iter();
    told(
        events
            .map(|event| shown(&world, event, query.with_user_count))
            .collect(),
    )
}

pub fn event(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, id) = (asked.id("guild")?, asked.id("event")?);
    let query: EventQuery = asked.query()?;
    let world = shared.world();
    joined(&world, caller, guild)?;
    let event = world.event_for(guild, id, caller.bot)?;
    told(shown(&world, event, query.with_user_count))
}

pub fn add(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    let id = world.add_event(caller.bot, guild, &body.json)?;
    let event = world.event_for(guild, id, caller.bot)?;
    told(shown(&world, event, Flag(false)))
}

pub fn change(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, id) = (asked.id("guild")?, asked.id("event")?);
    let body = asked.body?;
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.change_event(caller.bot, guild, id, &body.json)?;
    let event = world.event_for(guild, id, caller.bot)?;
    told(shown(&world, event, Flag(false)))
}

pub fn remove(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (guild, id) = (asked.id("guild")?, asked.id("event")?);
    let mut world = shared.world();
    joined(&world, caller, guild)?;
    world.delete_event(caller.bot, guild, id)?;
    done()
}
