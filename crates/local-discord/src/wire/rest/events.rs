//! Scheduled events of a guild.

use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, Extras, done, told};
use crate::world::{Id, Refusal, ScheduledEvent, World};

fn shown(world: &World, event: &ScheduledEvent, counted: bool) -> Value {
    let mut object = event.json();
    object["creator"] = world.user_json(event.creator);
    if counted {
        object["user_count"] = json!(event.interested.len());
    }
    object
}

/// The server, in which the bot must be, and the event of a request.
fn place(world: &World, caller: Caller, asked: &Asked) -> Result<(Id, Id), Refusal> {
    Ok((asked.guild(world, caller)?.id, asked.id("event")?))
}

pub fn events(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: Extras = asked.query()?;
    let guild = asked.guild(world, caller)?.id;
    let events = world.events_for(guild, caller.bot).into_iter();
    told(
        events
            .map(|event| shown(world, event, query.with_user_count.0))
            .collect(),
    )
}

pub fn event(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: Extras = asked.query()?;
    let (guild, id) = place(world, caller, &asked)?;
    let event = world.event_for(guild, id, caller.bot)?;
    told(shown(world, event, query.with_user_count.0))
}

pub fn add(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.guild(world, caller)?.id;
    let id = world.add_event(caller.bot, guild, &asked.body?.json)?;
    let event = world.event_for(guild, id, caller.bot)?;
    told(shown(world, event, false))
}

pub fn change(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (guild, id) = place(world, caller, &asked)?;
    world.change_event(caller.bot, guild, id, &asked.body?.json)?;
    let event = world.event_for(guild, id, caller.bot)?;
    told(shown(world, event, false))
}

pub fn remove(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (guild, id) = place(world, caller, &asked)?;
    world.delete_event(caller.bot, guild, id)?;
    done()
}
