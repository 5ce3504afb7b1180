//! Messages, pins and reactions.

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, page_size, time, told};
use crate::world::{Id, Message, MessageDraft, Page, Refusal, Viewer, World, ids_in, timestamp};

/// How many pins a page has.
const PINS_AT_ONCE: usize = 50;

fn shown(world: &World, caller: Caller, message: &Message) -> Value {
    world.message_json(message, Viewer::Bot(caller.application))
}

pub fn create(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    let draft = MessageDraft::parse(&body.json, body.files)?;
    let message = world.send(caller.bot, channel, draft)?;
    let mut shown = shown(world, caller, &message);
    if let Some(nonce) = &message.nonce {
        shown["nonce"] = json!(nonce);
    }
    told(shown)
}

#[derive(Deserialize)]
pub struct HistoryQuery {
    limit: Option<usize>,
    before: Option<Id>,
    after: Option<Id>,
    around: Option<Id>,
}

pub fn history(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: HistoryQuery = asked.query()?;
    let limit = page_size(query.limit, 50, 100)?;
    let page = match (query.around, query.before, query.after) {
        (Some(id), _, _) => Page::Around(id),
        (_, Some(id), _) => Page::Before(id),
        (_, _, Some(id)) => Page::After(id),
        _ => Page::Newest,
    };
    let messages = world.history(caller.bot, asked.id("channel")?, page, limit)?;
    told(
        messages
            .iter()
            .map(|message| shown(world, caller, message))
            .collect(),
    )
}

pub fn message(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    told(shown(
        world,
        caller,
        world.message_for(caller.bot, channel, id)?,
    ))
}

pub fn edit(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    let body = asked.body?;
    let has_v2 = world.is_v2(channel, id);
    let draft = MessageDraft::parse_edit(&body.json, body.files, has_v2)?;
    let message = world.edit(caller.bot, channel, id, draft)?;
    told(shown(world, caller, &message))
}

pub fn remove(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    world.delete_message(caller.bot, channel, id)?;
    done()
}

pub fn bulk_delete(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    world.bulk_delete(caller.bot, channel, &ids_in(&asked.body?.json["messages"]))?;
    done()
}

pub fn typing(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    world.type_in(caller.bot, asked.id("channel")?)?;
    done()
}

/// The old form of the list of pins, which stops after fifty.
pub fn pins(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let pins = world.pins(caller.bot, asked.id("channel")?)?;
    let first = pins.iter().take(PINS_AT_ONCE);
    told(first.map(|message| shown(world, caller, message)).collect())
}

#[derive(Deserialize)]
pub struct PinsQuery {
    before: Option<String>,
    limit: Option<usize>,
}

pub fn pins_with_times(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let query: PinsQuery = asked.query()?;
    let limit = page_size(query.limit, PINS_AT_ONCE, PINS_AT_ONCE)?;
    let before = query.before.as_deref().map(time).transpose()?;
    let pins = world.pins(caller.bot, asked.id("channel")?)?;
    let timed = pins.iter().filter_map(|pin| Some((pin.pinned_ms?, pin)));
    let asked_for = timed.filter(|(at_ms, _)| before.is_none_or(|before| *at_ms < before));
    let items: Vec<_> = asked_for
        .map(|(at_ms, pin)| {
            json!({ "pinned_at": timestamp(at_ms), "message": shown(world, caller, pin) })
        })
        .collect();
    let page = &items[..limit.min(items.len())];
    told(json!({ "items": page, "has_more": items.len() > limit }))
}

pub fn pin(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    world.set_pinned(caller.bot, channel, id, true)?;
    done()
}

pub fn unpin(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    world.set_pinned(caller.bot, channel, id, false)?;
    done()
}

#[derive(Deserialize)]
pub struct ReactionsQuery {
    /// 1 asks for paid ("burst") reactions, which don't exist here.
    #[serde(default)]
    r#type: u8,
    after: Option<Id>,
    limit: Option<usize>,
}

/// The people who reacted with an emoji, in the order of their ids.
pub fn reactions(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    let query: ReactionsQuery = asked.query()?;
    let limit = page_size(query.limit, 25, 100)?;
    let message = world.message_for(caller.bot, channel, id)?;
    let mut reactions = message.reactions.iter();
    let mut users = match reactions.find(|(name, _)| name == asked.text("emoji")) {
        Some((_, users)) if query.r#type == 0 => users.clone(),
        _ => Vec::new(),
    };
    users.retain(|user| query.after.is_none_or(|after| *user > after));
    users.sort_unstable();
    told(
        users
            .iter()
            .take(limit)
            .map(|user| world.user_json(*user))
            .collect(),
    )
}

pub fn react(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    if asked.text("user") != "@me" {
        return Err(Refusal::MissingPermissions);
    }
    world.react(caller.bot, channel, id, asked.text("emoji"), true)?;
    done()
}

pub fn unreact(world: &mut World, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = asked.channel_and_message()?;
    let user = asked.user(caller)?;
    world.unreact(caller.bot, channel, id, asked.text("emoji"), user)?;
    done()
}
