//! What people write, change, mark and read.

use std::time::Duration;

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::asked::{Answer, Asked, LONGEST_WAIT_MS, Server, done, person, told};
use super::shown::message_json;
use crate::wire::shared::Shared;
use crate::world::permissions::READ_MESSAGE_HISTORY;
use crate::world::{Complaint, Id, MessageDraft, Page, Refusal};

#[derive(Deserialize)]
pub struct PageQuery {
    limit: Option<usize>,
    before: Option<Id>,
    after: Option<Id>,
    #[serde(default)]
    wait_ms: u64,
}

/// Waits until there are messages if the query says so.
pub async fn messages(State(shared): Server, asked: Asked) -> Answer {
    let query: PageQuery = asked.query()?;
    let patience = Duration::from_millis(query.wait_ms.min(LONGEST_WAIT_MS));
    let deadline = Instant::now() + patience;
    let mut written = shared.messages.subscribe();
    let mut stopping = shared.stopping();
    loop {
        written.mark_unchanged();
        let found = page(&shared, &asked, &query)?;
        if !found.is_empty() {
            return told(json!(found));
        }
        tokio::select! {
            _ = written.changed() => {}
            () = stopping.wait() => return told(json!([])),
            () = tokio::time::sleep_until(deadline) => return told(json!([])),
        }
    }
}

fn page(shared: &Shared, asked: &Asked, query: &PageQuery) -> Result<Vec<Value>, Complaint> {
    let user = asked.id("user")?;
    let channel = asked.id("channel")?;
    let world = shared.world();
    person(&world, user)?;
    let place = world.seen_channel(user, channel)?;
    if world.channel_permissions(place, user) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Vec::new());
    }
    let before = query.before.map_or(Page::Newest, Page::Before);
    let page = query.after.map_or(before, Page::After);
    let messages = world.history(user, channel, page, query.limit.unwrap_or(50).clamp(1, 100))?;
    let shown = messages.iter().rev();
    Ok(shown.map(|message| message_json(&world, message)).collect())
}

/// Sends a person's message. With files it is a form with `payload_json`, as on Discord.
pub fn write(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let channel = asked.id("channel")?;
    let (body, files) = asked.body_and_files::<Value>()?;
    let draft = MessageDraft::parse(&words(&body), files)?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    let message = world
        .send(user, channel, draft)
        .map_err(|refusal| match refusal {
            Refusal::MissingPermissions | Refusal::MissingAccess => {
                Complaint::new(403, "This person may not write here.")
            }
            refusal => Complaint::from(refusal),
        })?;
    told(message_json(&world, &message))
}

/// The fields that people can send: the text and the message that it replies to. They can't send
/// embeds or controls.
fn words(body: &Value) -> Value {
    let mut words = json!({});
    let fields = [
        "content",
        "attachments",
        "message_reference",
        "flags",
        "allowed_mentions",
    ];
    for field in fields.into_iter().filter(|field| !body[*field].is_null()) {
        words[field] = body[field].clone();
    }
    words
}

pub fn edit(shared: &Shared, asked: Asked) -> Answer {
    let (user, channel, message) = place(&asked)?;
    let (body, files) = asked.body_and_files::<Value>()?;
    let draft = MessageDraft::parse(&words(&body), files)?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    let message = world.edit(user, channel, message, draft)?;
    told(message_json(&world, &message))
}

pub fn delete(shared: &Shared, asked: Asked) -> Answer {
    let (user, channel, message) = place(&asked)?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    world.delete_message(user, channel, message)?;
    done()
}

/// The person, the channel and the message of a request.
fn place(asked: &Asked) -> Result<(Id, Id, Id), Complaint> {
    Ok((
        asked.id("user")?,
        asked.id("channel")?,
        asked.id("message")?,
    ))
}

pub fn react(shared: &Shared, asked: Asked) -> Answer {
    mark(shared, &asked, true)
}

pub fn unreact(shared: &Shared, asked: Asked) -> Answer {
    mark(shared, &asked, false)
}

fn mark(shared: &Shared, asked: &Asked, add: bool) -> Answer {
    let (user, channel, message) = place(asked)?;
    let emoji = asked.address.part("emoji");
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    world.react(user, channel, message, emoji, add)?;
    done()
}

pub fn typing(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let channel = asked.id("channel")?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    world.type_in(user, channel)?;
    done()
}

/// Which people and bots of the server see a message, and why others don't.
pub fn seen_by(shared: &Shared, asked: Asked) -> Answer {
    let (user, channel, message) = place(&asked)?;
    let world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    let message = world.message_for(user, channel, message)?;
    let everybody = world.users.values();
    let seen: Vec<Value> = everybody
        .map(|user| {
            let why = world.unseen(message, user.id);
            json!({ "user_id": user.id, "sees": why.is_none(),
                "why": why.map(|why| why.to_string()) })
        })
        .collect();
    told(json!(seen))
}

pub fn read(shared: &Shared, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let channel = asked.id("channel")?;
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    world.mark_read(user, channel)?;
    done()
}
