//! Channels and their overwrites.

use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, object, told};
use crate::wire::shared::Shared;
use crate::world::{
    Channel, ChannelChange, Form, Id, Overwrite, OverwriteFor, Refusal, Settings, World, bits_in,
    id_in, ids_in, pins_post,
};

/// A channel as a bot sees it.
pub fn shown(world: &World, caller: Caller, channel: &Channel) -> Value {
    if channel.is_direct() {
        return world.dm_json(channel, caller.bot);
    }
    let mut object = world.channel_json(channel);
    if let Some(member) = world.thread_member_json(channel, caller.bot) {
        object["member"] = member;
    }
    object
}

pub fn shown_by_id(world: &World, caller: Caller, id: Id) -> Answer {
    object(
        world
            .channels
            .get(&id)
            .map(|channel| shown(world, caller, channel)),
    )
}

pub fn channel(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let world = shared.world();
    told(shown(&world, caller, world.channel_for(id, caller.bot, 0)?))
}

pub fn change(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let body = asked.body?;
    let wanted = &body.json;
    let text = |field: &str| wanted[field].as_str().map(str::to_owned);
    let flag = |field: &str| wanted[field].as_bool();
    let mut world = shared.world();
    let channel = world.channel_for(id, caller.bot, 0)?;
    let kind = wanted["type"].as_u64();
    let is_other = kind.is_some_and(|kind| kind != u64::from(channel.kind.number()));
    if channel.thread.is_none() && is_other {
        // Only servers with announcements can turn one kind into the other, and there are none
        // here.
        let message = "Channels of this type cannot become channels of that type.";
        return Err(Refusal::form("type", "BASE_TYPE_CHOICES", message));
    }
    let change = ChannelChange {
        name: text("name"),
        topic: wanted
            .get("topic")
            .map(|topic| topic.as_str().map(str::to_owned)),
        parent_id: wanted.get("parent_id").map(id_in),
        position: wanted["position"]
            .as_u64()
            .and_then(|position| u16::try_from(position).ok()),
        overwrites: wanted.get("permission_overwrites").map(overwrites),
        settings: Some(settings(&channel.settings, wanted)?),
        archived: flag("archived"),
        locked: flag("locked"),
        invitable: flag("invitable"),
        auto_archive_minutes: wanted["auto_archive_duration"]
            .as_u64()
            .and_then(|minutes| u32::try_from(minutes).ok()),
        tags: wanted["applied_tags"]
            .as_array()
            .map(|_| ids_in(&wanted["applied_tags"])),
        pinned: pins_post(wanted),
    };
    let change = ChannelChange {
        settings: change
            .settings
            .filter(|changed| *changed != channel.settings),
        ..change
    };
    world.change_channel(caller.bot, id, change)?;
    shown_by_id(&world, caller, id)
}

pub fn remove(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let mut world = shared.world();
    let before = shown(&world, caller, world.channel_for(id, caller.bot, 0)?);
    world.delete_channel_as(caller.bot, id)?;
    told(before)
}

/// A channel's settings with the changes of a request.
pub fn settings(before: &Settings, wanted: &Value) -> Result<Settings, Refusal> {
    let mut settings = before.clone();
    let form = Form::default();
    settings.change(&form.field("", wanted));
    form.finish()?;
    Ok(settings)
}

/// The overwrites of a request; those without an id are ignored.
pub fn overwrites(list: &Value) -> Vec<Overwrite> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter()
        .filter_map(|entry| Some(overwrite(id_in(&entry["id"])?, entry)))
        .collect()
}

fn overwrite(id: Id, entry: &Value) -> Overwrite {
    let for_member = entry["type"].as_u64() == Some(1) || entry["type"] == json!("1");
    let kind = if for_member {
        OverwriteFor::Member
    } else {
        OverwriteFor::Role
    };
    Overwrite {
        id,
        kind,
        allow: bits_in(&entry["allow"]).unwrap_or(0),
        deny: bits_in(&entry["deny"]).unwrap_or(0),
    }
}

pub fn set_overwrite(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("overwrite")?;
    let body = asked.body?;
    shared
        .world()
        .set_overwrite(caller.bot, channel, overwrite(id, &body.json))?;
    done()
}

pub fn remove_overwrite(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("overwrite")?;
    shared.world().remove_overwrite(caller.bot, channel, id)?;
    done()
}
