//! Webhooks of channels. Follow-ups of interactions use the same addresses, with the application's
//! id instead of a webhook's.

use serde::Deserialize;

use super::asked::{Answer, Asked, Caller, done, told};
use super::guilds::joined;
use super::interactions;
use crate::wire::address::Flag;
use crate::wire::shared::Shared;
use crate::world::{Id, Message, MessageDraft, Refusal, Viewer, World};

pub fn add(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let body = asked.body?;
    let mut world = shared.world();
    let id = world.add_webhook(caller.bot, channel, &body.json)?;
    let webhook = world.webhook_for(caller.bot, id)?;
    told(world.webhook_json(webhook, false))
}

pub fn of_channel(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let channel = asked.id("channel")?;
    let world = shared.world();
    let webhooks = world.webhooks_of(caller.bot, channel)?.into_iter();
    told(
        webhooks
            .map(|webhook| world.webhook_json(webhook, false))
            .collect(),
    )
}

pub fn of_guild(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let guild = asked.id("guild")?;
    let world = shared.world();
    joined(&world, caller, guild)?;
    let webhooks = world.webhooks_in(caller.bot, guild)?.into_iter();
    told(
        webhooks
            .map(|webhook| world.webhook_json(webhook, false))
            .collect(),
    )
}

pub fn webhook(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("webhook")?;
    let world = shared.world();
    told(world.webhook_json(world.webhook_for(caller.bot, id)?, false))
}

pub fn change(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("webhook")?;
    let body = asked.body?;
    let mut world = shared.world();
    world.change_webhook(Some(caller.bot), id, &body.json)?;
    told(world.webhook_json(world.webhook_for(caller.bot, id)?, false))
}

pub fn remove(shared: &Shared, caller: Caller, asked: Asked) -> Answer {
    let id = asked.id("webhook")?;
    shared.world().delete_webhook(Some(caller.bot), id)?;
    done()
}

pub fn with_token(shared: &Shared, asked: Asked) -> Answer {
    let (id, token) = (asked.id("application")?, asked.text("token"));
    let world = shared.world();
    told(world.webhook_json(world.webhook_with_token(id, &token)?, true))
}

pub fn change_with_token(shared: &Shared, asked: Asked) -> Answer {
    let (id, token) = (asked.id("application")?, asked.text("token"));
    let body = asked.body?;
    let mut world = shared.world();
    world.webhook_with_token(id, &token)?;
    world.change_webhook(None, id, &body.json)?;
    told(world.webhook_json(world.webhook_with_token(id, &token)?, true))
}

pub fn remove_with_token(shared: &Shared, asked: Asked) -> Answer {
    let (id, token) = (asked.id("application")?, asked.text("token"));
    let mut world = shared.world();
    world.webhook_with_token(id, &token)?;
    world.delete_webhook(None, id)?;
    done()
}

#[derive(Deserialize)]
pub struct MessageQuery {
    #[serde(default)]
    wait: Flag,
    thread_id: Option<Id>,
}

/// Whether an address names a webhook, not an interaction's application.
fn is_webhook(shared: &Shared, asked: &Asked) -> Result<bool, Refusal> {
    let id = asked.id("application")?;
    Ok(shared.world().webhooks.contains_key(&id))
}

fn shown(world: &World, message: &Message) -> Answer {
    let byline = message.byline.as_ref().ok_or(Refusal::UnknownMessage)?;
    told(world.message_json(message, Viewer::Shown(byline.application)))
}

pub fn execute(shared: &Shared, asked: Asked) -> Answer {
    if !is_webhook(shared, &asked)? {
        return interactions::follow_up(shared, asked);
    }
    let (id, token) = (asked.id("application")?, asked.text("token"));
    let query: MessageQuery = asked.query()?;
    let body = asked.body?;
    let mut world = shared.world();
    world.webhook_with_token(id, &token)?;
    let draft = MessageDraft::parse(&body.json, body.files)?;
    let message = world.execute_webhook(id, &token, query.thread_id, &body.json, draft)?;
    if query.wait.0 {
        shown(&world, &message)
    } else {
        done()
    }
}

/// The webhook's message that the address names.
fn named(world: &World, asked: &Asked) -> Result<std::sync::Arc<Message>, Refusal> {
    let (id, token) = (asked.id("application")?, asked.text("token"));
    let query: MessageQuery = asked.query()?;
    world.webhook_message(id, &token, query.thread_id, asked.id("message")?)
}

pub fn message(shared: &Shared, asked: Asked) -> Answer {
    if !is_webhook(shared, &asked)? {
        return interactions::answer(shared, asked);
    }
    let world = shared.world();
    shown(&world, &*named(&world, &asked)?)
}

pub fn edit_message(shared: &Shared, asked: Asked) -> Answer {
    if !is_webhook(shared, &asked)? {
        return interactions::edit(shared, asked);
    }
    let mut world = shared.world();
    let before = named(&world, &asked)?;
    let body = asked.body?;
    let has_v2 = world.is_v2(before.channel_id, before.id);
    let draft = MessageDraft::parse_edit(&body.json, body.files, has_v2)?;
    let message = world.edit_webhook_message(&before, draft)?;
    shown(&world, &message)
}

pub fn remove_message(shared: &Shared, asked: Asked) -> Answer {
    if !is_webhook(shared, &asked)? {
        return interactions::remove(shared, asked);
    }
    let mut world = shared.world();
    let message = named(&world, &asked)?;
    world.delete_webhook_message(message)?;
    done()
}
