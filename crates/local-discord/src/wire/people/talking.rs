//! What people write, change, mark and read.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::asked::{Answer, Asked, LONGEST_WAIT_MS, Place, done, told};
use super::shown::message_json;
use crate::wire::shared::Shared;
use crate::world::{Complaint, Id, MessageDraft, Page, Refusal, World};

#[derive(Deserialize)]
pub struct PageQuery {
    limit: Option<usize>,
    before: Option<Id>,
    after: Option<Id>,
    #[serde(default)]
    wait_ms: u64,
}

/// Waits until there are messages if the query says so.
pub async fn messages(shared: Arc<Shared>, asked: Asked) -> Answer {
    let query: PageQuery = asked.query()?;
    let patience = Duration::from_millis(query.wait_ms.min(LONGEST_WAIT_MS));
    let deadline = Instant::now() + patience;
    let mut written = shared.messages.subscribe();
    let mut stopping = shared.stopping();
    loop {
        written.mark_unchanged();
        let messages = page(&shared.world(), &asked, &query)?;
        if !messages.is_empty() {
            return told(json!(messages));
        }
        tokio::select! {
            _ = written.changed() => {}
            () = stopping.wait() => return told(json!([])),
            () = tokio::time::sleep_until(deadline) => return told(json!([])),
        }
    }
}

fn page(world: &World, asked: &Asked, query: &PageQuery) -> Result<Vec<Value>, Complaint> {
    let Place { user, channel } = Place::of(world, asked)?;
    let before = query.before.map_or(Page::Newest, Page::Before);
    let page = query.after.map_or(before, Page::After);
    let messages = world.history(user, channel, page, query.limit.unwrap_or(50).clamp(1, 100))?;
    let shown = messages.iter().rev();
    Ok(shown.map(|message| message_json(world, message)).collect())
}

/// Sends a person's message. With files it is a form with `payload_json`, as on Discord.
pub fn write(world: &mut World, here: Place, asked: Asked) -> Answer {
    let draft = words(asked)?;
    let sent = world.send(here.user, here.channel, draft);
    let message = sent.map_err(|refusal| match refusal {
        Refusal::MissingPermissions | Refusal::MissingAccess => {
            Complaint::new(403, "This person may not write here.")
        }
        refusal => Complaint::from(refusal),
    })?;
    told(message_json(world, &message))
}

/// The fields that people can send: the text and the message that it replies to. They can't send
/// embeds or controls.
fn words(asked: Asked) -> Result<MessageDraft, Complaint> {
    let (body, files) = asked.body_and_files::<Value>()?;
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
    Ok(MessageDraft::parse(&words, files)?)
}

pub fn edit(world: &mut World, here: Place, asked: Asked) -> Answer {
    let id = asked.id("message")?;
    let message = world.edit(here.user, here.channel, id, words(asked)?)?;
    told(message_json(world, &message))
}

pub fn delete(world: &mut World, here: Place, asked: Asked) -> Answer {
    world.delete_message(here.user, here.channel, asked.id("message")?)?;
    done()
}

pub fn react(world: &mut World, here: Place, asked: Asked) -> Answer {
    let emoji = asked.address.part("emoji");
    world.react(here.user, here.channel, asked.id("message")?, emoji, true)?;
    done()
}

pub fn unreact(world: &mut World, here: Place, asked: Asked) -> Answer {
    let emoji = asked.address.part("emoji");
    world.react(here.user, here.channel, asked.id("message")?, emoji, false)?;
    done()
}

pub fn typing(world: &mut World, here: Place, _: Asked) -> Answer {
    world.type_in(here.user, here.channel)?;
    done()
}

/// Which people and bots of the server see a message, and why others don't.
pub fn seen_by(world: &mut World, here: Place, asked: Asked) -> Answer {
    let message = world.message_for(here.user, here.channel, asked.id("message")?)?;
    let seen = world.users.keys().map(|user| {
        let why = world.unseen(message, *user);
        json!({ "user_id": user, "sees": why.is_none(), "why": why.map(|why| why.to_string()) })
    });
    told(seen.collect())
}

pub fn read(world: &mut World, here: Place, _: Asked) -> Answer {
    world.mark_read(here.user, here.channel)?;
    done()
}
