//! Webhooks of channels: names under which a bot posts
//! (<https://docs.discord.com/developers/resources/webhook>).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::drafts::MessageDraft;
use super::events::picture_in;
use super::forms::{id_in, join, text};
use super::permissions::MANAGE_WEBHOOKS;
use super::{Channel, ChannelKind, FormErrors, Happening, Id, Message, Refusal, World, new_secret};

/// How many webhooks a channel can have.
const MAX_WEBHOOKS: usize = 15;
const MAX_NAME: usize = 80;
/// Words that no name may contain.
const FORBIDDEN: [&str; 2] = ["clyde", "discord"];

/// A webhook. It belongs to the application of the bot that made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Webhook {
    pub id: Id,
    pub channel_id: Id,
    pub name: String,
    /// Its picture among the blobs.
    pub picture: Option<Id>,
    pub token: String,
    pub creator: Id,
    pub application: Id,
}

/// The name and picture under which a webhook wrote a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Byline {
    pub name: String,
    /// The hash of the picture.
    pub avatar: Option<String>,
    pub application: Id,
}

impl Webhook {
    /// The hash of its picture.
    pub fn avatar(&self) -> Option<String> {
        self.picture.map(|picture| format!("{:032x}", picture.0))
    }
}

impl World {
    /// Creates a webhook in a channel, as `by`.
    pub fn add_webhook(&mut self, by: Id, channel: Id, body: &Value) -> Result<Id, Refusal> {
        let place = self.channel_for(channel, by, MANAGE_WEBHOOKS)?;
        check_channel(place)?;
        let application = self.application_of(by).ok_or(Refusal::UnknownApplication)?;
        let application = application.id;
        let there = self.webhooks.values();
        if there.filter(|hook| hook.channel_id == channel).count() >= MAX_WEBHOOKS {
            return Err(Refusal::TooManyWebhooks);
        }
        let mut errors = FormErrors::default();
        let name = name_in(&mut errors, body, "name");
        if body["name"].is_null() {
            errors.add("name", "BASE_TYPE_REQUIRED", "This field is required");
        }
        let picture = picture_in(&mut errors, body, "avatar");
        errors.into_result()?;
        let id = self.next_id();
        let webhook = Webhook {
            id,
            channel_id: channel,
            name: name.unwrap_or_default(),
            picture: picture.flatten().map(|bytes| self.keep_picture(&bytes)),
            token: new_secret(68),
            creator: by,
            application,
        };
        self.webhooks.insert(id, webhook);
        self.happened(Happening::WebhooksChanged(channel));
        Ok(id)
    }

    /// The webhooks of a channel, for people with Manage Webhooks there.
    pub fn webhooks_of(&self, by: Id, channel: Id) -> Result<Vec<&Webhook>, Refusal> {
        let place = self.channel_for(channel, by, MANAGE_WEBHOOKS)?;
        check_channel(place)?;
        let there = self.webhooks.values();
        Ok(there.filter(|hook| hook.channel_id == channel).collect())
    }

    /// The webhooks of a guild, for people with Manage Webhooks in the guild.
    pub fn webhooks_in(&self, by: Id, guild: Id) -> Result<Vec<&Webhook>, Refusal> {
        if self.guild_permissions(guild, by) & MANAGE_WEBHOOKS == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let is_there = |hook: &&Webhook| self.guild_of(hook) == Some(guild);
        Ok(self.webhooks.values().filter(is_there).collect())
    }

    /// The webhook, for its own bot and for people with Manage Webhooks in its channel.
    pub fn webhook_for(&self, by: Id, id: Id) -> Result<&Webhook, Refusal> {
        let webhook = self.webhooks.get(&id).ok_or(Refusal::UnknownWebhook)?;
        let is_own = self.application_of(by).map(|own| own.id) == Some(webhook.application);
        if !is_own {
            self.channel_for(webhook.channel_id, by, MANAGE_WEBHOOKS)?;
        }
        Ok(webhook)
    }

    /// The webhook, if the token is right.
    pub fn webhook_with_token(&self, id: Id, token: &str) -> Result<&Webhook, Refusal> {
        let webhook = self.webhooks.get(&id).ok_or(Refusal::UnknownWebhook)?;
        if webhook.token == token {
            Ok(webhook)
        } else {
            Err(Refusal::TokenExpired)
        }
    }

    /// Changes a webhook, as `by`. None skips the check of permissions, for requests with the
    /// token.
    pub fn change_webhook(&mut self, by: Option<Id>, id: Id, body: &Value) -> Result<(), Refusal> {
        let webhook = self.webhooks.get(&id).ok_or(Refusal::UnknownWebhook)?;
        let mut changed = webhook.clone();
        if let Some(by) = by {
            self.channel_for(webhook.channel_id, by, MANAGE_WEBHOOKS)?;
            if let Some(channel) = id_in(&body["channel_id"]) {
                let place = self.channel_for(channel, by, MANAGE_WEBHOOKS)?;
                check_channel(place)?;
                if place.guild_id != self.guild_of(webhook) {
                    return Err(Refusal::UnknownChannel);
                }
                changed.channel_id = channel;
            }
        }
        let old_channel = webhook.channel_id;
        let mut errors = FormErrors::default();
        if let Some(name) = name_in(&mut errors, body, "name") {
            changed.name = name;
        }
        let picture = picture_in(&mut errors, body, "avatar");
        errors.into_result()?;
        if let Some(picture) = picture {
            changed.picture.map(|old| self.blobs.remove(&old));
            changed.picture = picture.map(|bytes| self.keep_picture(&bytes));
        }
        let channel = changed.channel_id;
        self.webhooks.insert(id, changed);
        if channel != old_channel {
            self.happened(Happening::WebhooksChanged(old_channel));
        }
        self.happened(Happening::WebhooksChanged(channel));
        Ok(())
    }

    /// Deletes a webhook, as `by`. None skips the check of permissions, for requests with the
    /// token. Its messages stay.
    pub fn delete_webhook(&mut self, by: Option<Id>, id: Id) -> Result<(), Refusal> {
        let webhook = self.webhooks.get(&id).ok_or(Refusal::UnknownWebhook)?;
        if let Some(by) = by {
            self.channel_for(webhook.channel_id, by, MANAGE_WEBHOOKS)?;
        }
        let webhook = self.webhooks.remove(&id).ok_or(Refusal::UnknownWebhook)?;
        webhook.picture.map(|picture| self.blobs.remove(&picture));
        self.happened(Happening::WebhooksChanged(webhook.channel_id));
        Ok(())
    }

    /// Writes as a webhook in its channel or in one of the channel's threads.
    pub fn execute_webhook(
        &mut self,
        id: Id,
        token: &str,
        thread: Option<Id>,
        body: &Value,
        draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        let webhook = self.webhook_with_token(id, token)?.clone();
        let channel = match thread {
            None => webhook.channel_id,
            Some(thread) => {
                let place = self.channels.get(&thread);
                let place = place.filter(|place| place.parent_id == Some(webhook.channel_id));
                place
                    .filter(|place| place.thread.is_some())
                    .ok_or(Refusal::UnknownChannel)?
                    .id
            }
        };
        let mut errors = FormErrors::default();
        let name = name_in(&mut errors, body, "username");
        errors.into_result()?;
        if !body["thread_name"].is_null() {
            return Err(Refusal::ThreadsInForumsAlone);
        }
        if draft.is_empty() {
            return Err(Refusal::EmptyMessage);
        }
        let byline = Byline {
            name: name.unwrap_or_else(|| webhook.name.clone()),
            // Pictures at other addresses are not fetched.
            avatar: webhook.avatar().filter(|_| body["avatar_url"].is_null()),
            application: webhook.application,
        };
        self.post_as(webhook.id, channel, draft, byline)
    }

    /// A message that this webhook wrote in its channel or in one of the channel's threads.
    pub fn webhook_message(
        &self,
        id: Id,
        token: &str,
        thread: Option<Id>,
        message: Id,
    ) -> Result<Arc<Message>, Refusal> {
        let webhook = self.webhook_with_token(id, token)?;
        let place = self.channels.get(&thread.unwrap_or(webhook.channel_id));
        let message = place.and_then(|place| place.messages.get(&message));
        let message = message.filter(|message| message.author == id);
        message.cloned().ok_or(Refusal::UnknownMessage)
    }

    /// Edits a message that a webhook wrote.
    pub fn edit_webhook_message(
        &mut self,
        message: &Message,
        draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        self.rewrite(message.channel_id, message.id, draft)
    }

    /// Deletes a message that a webhook wrote.
    pub fn delete_webhook_message(&mut self, message: Arc<Message>) -> Result<(), Refusal> {
        self.remove_message(message.channel_id, message.id)?;
        self.happened(Happening::MessageDeleted(message));
        Ok(())
    }

    /// Deletes the webhooks of a deleted channel.
    pub(super) fn forget_webhooks(&mut self, channel: Id) {
        let gone = self.webhooks.values();
        let gone = gone.filter(|hook| hook.channel_id == channel);
        let gone: Vec<Id> = gone.map(|hook| hook.id).collect();
        for id in gone {
            let webhook = self.webhooks.remove(&id);
            let picture = webhook.and_then(|webhook| webhook.picture);
            picture.map(|picture| self.blobs.remove(&picture));
        }
    }

    fn guild_of(&self, webhook: &Webhook) -> Option<Id> {
        self.channels.get(&webhook.channel_id)?.guild_id
    }

    /// A webhook as Discord's object. Requests with the token don't learn who made it.
    pub fn webhook_json(&self, webhook: &Webhook, by_token: bool) -> Value {
        let mut object = json!({
            "id": webhook.id,
            "type": 1,
            "guild_id": self.guild_of(webhook),
            "channel_id": webhook.channel_id,
            "name": webhook.name,
            "avatar": webhook.avatar(),
            "token": webhook.token,
            "application_id": webhook.application,
        });
        if !by_token {
            object["user"] = self.user_json(webhook.creator);
        }
        object
    }
}

/// Refuses channels that cannot have webhooks, such as threads.
fn check_channel(channel: &Channel) -> Result<(), Refusal> {
    match channel.kind {
        ChannelKind::Text | ChannelKind::Voice | ChannelKind::Announcement => Ok(()),
        _ => Err(Refusal::WrongChannelType),
    }
}

/// Reads and checks a name in a request.
fn name_in(errors: &mut FormErrors, body: &Value, field: &str) -> Option<String> {
    if body[field].is_null() {
        return None;
    }
    let name = text(errors, body, "", field, (1, MAX_NAME))?;
    for word in FORBIDDEN {
        if name.to_lowercase().contains(word) {
            let message = format!("Username cannot contain \"{word}\"");
            errors.add(&join("", field), "USERNAME_INVALID_CONTAINS", message);
        }
    }
    Some(name.to_owned())
}
