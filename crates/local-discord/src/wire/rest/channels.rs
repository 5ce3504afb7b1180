//! Channels and their overwrites.

use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, told};
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

pub fn channel(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let channel = world.channel_for(asked.id("channel")?, caller.bot, 0)?;
    told(shown(world, caller, channel))
}

pub fn change(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let body = asked.body?.json;
    let channel = world.channel_for(id, caller.bot, 0)?;
    let kind = body["type"].as_u64();
    let is_other = kind.is_some_and(|kind| kind != u64::from(channel.kind.number()));
    if channel.thread.is_none() && is_other {
        // Only servers with announcements can turn one kind into the other, and there are none
        // here.
        let message = "Channels of this type cannot become channels of that type.";
        return Err(Refusal::form("type", "BASE_TYPE_CHOICES", message));
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let number = |field: &str| body[field].as_u64();
    let flag = |field: &str| body[field].as_bool();
    let tags = &body["applied_tags"];
    let changed = settings(&channel.settings, &body)?;
    let change = ChannelChange {
        name: text(&body["name"]),
        topic: body.get("topic").map(text),
        parent_id: body.get("parent_id").map(id_in),
        position: number("position").and_then(|position| position.try_into().ok()),
        overwrites: body.get("permission_overwrites").map(overwrites),
        settings: Some(changed).filter(|changed| *changed != channel.settings),
        archived: flag("archived"),
        locked: flag("locked"),
        invitable: flag("invitable"),
        auto_archive_minutes: number("auto_archive_duration")
            .and_then(|minutes| minutes.try_into().ok()),
        tags: tags.is_array().then(|| ids_in(tags)),
        pinned: pins_post(&body),
    };
    world.change_channel(caller.bot, id, change)?;
    told(shown(world, caller, world.channel(id)?))
}

pub fn remove(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("channel")?;
    let before = shown(world, caller, world.channel_for(id, caller.bot, 0)?);
    world.delete_channel_as(caller.bot, id)?;
    told(before)
}

/// A channel's settings with the changes of a request.
pub fn settings(before: &Settings, body: &Value) -> Result<Settings, Refusal> {
    let mut settings = before.clone();
    let form = Form::default();
    settings.change(&form.field("", body));
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

pub fn set_overwrite(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = (asked.id("channel")?, asked.id("overwrite")?);
    world.set_overwrite(caller.bot, channel, overwrite(id, &asked.body?.json))?;
    done()
}

pub fn remove_overwrite(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    world.remove_overwrite(caller.bot, asked.id("channel")?, asked.id("overwrite")?)?;
    done()
}
