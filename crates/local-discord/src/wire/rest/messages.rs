//! Messages, pins and reactions.

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, Caller, done, page_size, time, told, who};
use crate::wire::shared::Shared;
use crate::world::{Id, Message, MessageDraft, Page, Refusal, Viewer, World, ids_in, timestamp};

/// How many pins a page has.
const PINS_AT_ONCE: usize = 50;

fn shown(world: &World, caller: Caller, message: &Message) -> Value {
    world.message_json(message, Viewer::Bot(caller.application))
}

pub fn create(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    let draft = MessageDraft::parse(&body.json, body.files)?;
    let mut world = shared.world();
    let message = world.send(caller.bot, channel, draft)?;
    let mut shown = shown(&world, caller, &message);
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

pub fn history(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let query: HistoryQuery = asked.query()?;
    let limit = page_size(query.limit, 50, 100)?;
    let page = match (query.around, query.before, query.after) {
        (Some(id), _, _) => Page::Around(id),
        (_, Some(id), _) => Page::Before(id),
        (_, _, Some(id)) => Page::After(id),
        _ => Page::Newest,
    };
    let world = shared.world();
    let messages = world.history(caller.bot, channel, page, limit)?;
    told(
        messages
            .iter()
            .map(|message| shown(&world, caller, message))
            .collect(),
    )
}

pub fn message(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    let world = shared.world();
    told(shown(
        &world,
        caller,
        world.message_for(caller.bot, channel, id)?,
    ))
}

pub fn edit(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    let body = asked.body?;
    let mut world = shared.world();
    let has_v2 = world.is_v2(channel, id);
    let draft = MessageDraft::parse_edit(&body.json, body.files, has_v2)?;
    let message = world.edit(caller.bot, channel, id, draft)?;
    told(shown(&world, caller, &message))
}

pub fn remove(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    shared.world().delete_message(caller.bot, channel, id)?;
    done()
}

pub fn bulk_delete(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    let ids = ids_in(&body.json["messages"]);
    shared.world().bulk_delete(caller.bot, channel, &ids)?;
    done()
}

pub fn typing(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    shared.world().type_in(caller.bot, channel)?;
    done()
}

/// The old form of the list of pins, which stops after fifty.
pub fn pins(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let world = shared.world();
    let pins = world.pins(caller.bot, channel)?;
    let first = pins.iter().take(PINS_AT_ONCE);
    told(
        first
            .map(|message| shown(&world, caller, message))
            .collect(),
    )
}

#[derive(Deserialize)]
pub struct PinsQuery {
    before: Option<String>,
    limit: Option<usize>,
}

pub fn pins_with_times(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let query: PinsQuery = asked.query()?;
    let limit = page_size(query.limit, PINS_AT_ONCE, PINS_AT_ONCE)?;
    let before = query.before.as_deref().map(time).transpose()?;
    let world = shared.world();
    let pins = world.pins(caller.bot, channel)?;
    let timed = pins.iter().filter_map(|pin| Some((pin.pinned_ms?, pin)));
    let asked_for = timed.filter(|(at_ms, _)| before.is_none_or(|before| *at_ms < before));
    let items: Vec<_> = asked_for
        .map(|(at_ms, pin)| {
            json!({ "pinned_at": timestamp(at_ms), "message": shown(&world, caller, pin) })
        })
        .collect();
    let page = &items[..limit.min(items.len())];
    told(json!({ "items": page, "has_more": items.len() > limit }))
}

pub fn pin(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    shared.world().set_pinned(caller.bot, channel, id, true)?;
    done()
}

pub fn unpin(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    shared.world().set_pinned(caller.bot, channel, id, false)?;
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
pub fn reactions(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    let emoji = asked.text("emoji");
    let query: ReactionsQuery = asked.query()?;
    let limit = page_size(query.limit, 25, 100)?;
    let world = shared.world();
    let message = world.message_for(caller.bot, channel, id)?;
    let reaction = message.reactions.iter().find(|(name, _)| *name == emoji);
    let users = reaction
        .map(|(_, users)| users)
        .filter(|_| query.r#type == 0);
    let mut users: Vec<Id> = users.into_iter().flatten().copied().collect();
    users.retain(|user| query.after.is_none_or(|after| *user > after));
    users.sort_unstable();
    let page = users.iter().take(limit);
    told(page.map(|user| world.user_json(*user)).collect())
}

pub fn react(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    let emoji = asked.text("emoji");
    let user = asked.text("user");
    if user != "@me" {
        return Err(Refusal::MissingPermissions);
    }
    shared
        .world()
        .react(caller.bot, channel, id, &emoji, true)?;
    done()
}

pub fn unreact(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    let emoji = asked.text("emoji");
    let user = asked.text("user");
    let user = who(caller, &user)?;
    shared
        .world()
        .unreact(caller.bot, channel, id, &emoji, user)?;
    done()
}

pub fn clear_reactions(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = (asked.id("channel")?, asked.id("message")?);
    let mut world = shared.world();
    world.clear_reactions(caller.bot, channel, id, None)?;
    done()
}

pub fn clear_emoji(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let (channel, id) = (asked.id("channel")?, asked.id("message")?);
    let emoji = asked.text("emoji");
    let mut world = shared.world();
    world.clear_reactions(caller.bot, channel, id, Some(&emoji))?;
    done()
}
