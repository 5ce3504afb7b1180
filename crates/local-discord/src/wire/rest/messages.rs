//! Messages, pins and reactions.

use std::time::{Duration, Instant};

use axum::http::HeaderName;
use axum::response::{IntoResponse, Json};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Asked, Caller, done, told, who};
use crate::wire::faults::limited;
use crate::wire::{Inner, Shared};
use crate::world::{Id, Message, MessageDraft, Page, Refusal, Viewer, World, id_in, timestamp};

fn shown(world: &World, caller: Caller, message: &Message) -> Value {
    world.message_json(message, Viewer::Bot(caller.application))
}

/// A message counted against its channel's bucket.
struct Counted {
    headers: [(HeaderName, String); 5],
    /// Seconds to wait, if it was one too many.
    retry_after: Option<f64>,
}

/// Counts a message, if limits are enforced.
fn count_against_limit(shared: &Shared, channel: Id) -> Option<Counted> {
    let Inner { world, windows, .. } = &mut *shared.lock();
    let limits = &world.limits;
    if !limits.enforce_rate_limits {
        return None;
    }
    let length = Duration::from_millis(limits.window_ms);
    let window = windows.entry(channel).or_insert((Instant::now(), 0));
    if window.0.elapsed() >= length {
        *window = (Instant::now(), 0);
    }
    let reset_after = length.saturating_sub(window.0.elapsed()).as_secs_f64();
    let allowed = window.1 < limits.messages_per_window;
    window.1 += u32::from(allowed);
    let remaining = limits.messages_per_window.saturating_sub(window.1);
    let reset = world.now_ms() as f64 / 1000.0 + reset_after;
    let header = HeaderName::from_static;
    let headers = [
        (
            header("x-ratelimit-limit"),
            limits.messages_per_window.to_string(),
        ),
        (header("x-ratelimit-remaining"), remaining.to_string()),
        (
            header("x-ratelimit-reset-after"),
            format!("{reset_after:.3}"),
        ),
        (header("x-ratelimit-reset"), format!("{reset:.3}")),
        (header("x-ratelimit-bucket"), "local-messages".to_owned()),
    ];
    Some(Counted {
        headers,
        retry_after: (!allowed).then_some(reset_after),
    })
}

pub fn create(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    let counted = count_against_limit(shared, channel);
    let answer = match counted.as_ref().and_then(|counted| counted.retry_after) {
        Some(seconds) => limited(seconds, false, 0),
        None => {
            let draft = MessageDraft::parse(&body.json, body.files)?;
            let mut world = shared.world();
            let message = world.send(caller.bot, channel, draft)?;
            let mut shown = shown(&world, caller, &message);
            if let Some(nonce) = &message.nonce {
                shown["nonce"] = json!(nonce);
            }
            Json(shown).into_response()
        }
    };
    Ok(match counted {
        Some(Counted { headers, .. }) => (headers, answer).into_response(),
        None => answer,
    })
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
    let limit = query.limit.unwrap_or(50);
    if !(1..=100).contains(&limit) {
        return Err(Refusal::form(
            "limit",
            "NUMBER_TYPE_RANGE",
            "int value should be between 1 and 100.",
        ));
    }
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
    let draft = MessageDraft::parse(&body.json, body.files)?;
    let mut world = shared.world();
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
    let ids: Vec<Id> = body.json["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(id_in)
        .collect();
    shared.world().bulk_delete(caller.bot, channel, &ids)?;
    done()
}

pub fn typing(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    shared.world().type_in(caller.bot, channel)?;
    done()
}

pub fn pins(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let world = shared.world();
    let pins = world.pins(caller.bot, channel)?;
    told(
        pins.iter()
            .map(|message| shown(&world, caller, message))
            .collect(),
    )
}

/// The newer form of the list of pins.
pub fn pins_with_times(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let world = shared.world();
    let pins = world.pins(caller.bot, channel)?;
    let items: Vec<_> = pins
        .iter()
        .map(|message| json!({ "pinned_at": timestamp(message.made_ms), "message": shown(&world, caller, message) }))
        .collect();
    told(json!({ "items": items, "has_more": false }))
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

pub fn reactions(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let id = asked.id("message")?;
    let emoji = asked.text("emoji");
    let world = shared.world();
    let message = world.message_for(caller.bot, channel, id)?;
    let users = message
        .reactions
        .iter()
        .find(|(name, _)| *name == emoji)
        .map_or(&[][..], |(_, users)| users);
    told(users.iter().map(|user| world.user_json(*user)).collect())
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
