//! Pins, reactions, and the sign that somebody is typing.

use std::cmp::Reverse;
use std::sync::Arc;

use super::permissions::{ADD_REACTIONS, MANAGE_MESSAGES, PIN_MESSAGES, READ_MESSAGE_HISTORY};
use super::system::System;
use super::{Happening, Id, Message, Refusal, World};

/// (Discord documentation, "Change Log", "Increased Pin Limit"; discord-api-docs, pull request
/// 8426).
const MAX_PINS: usize = 250;

impl World {
    /// Pins a message to its channel or takes the pin away, as `by`.
    pub fn set_pinned(&mut self, by: Id, channel: Id, id: Id, pinned: bool) -> Result<(), Refusal> {
        let place = self.channel_for(channel, by, 0)?;
        // Since February 2026, Manage Messages isn't enough (discord-api-docs, pull request 8002).
        if !place.is_direct() && self.channel_permissions(place, by) & PIN_MESSAGES == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let message = place.messages.get(&id);
        let Some(message) = message.filter(|message| self.shows(message, by)) else {
            return Err(Refusal::UnknownMessage);
        };
        if message.pinned_ms.is_some() == pinned {
            return Ok(());
        }
        if message.ephemeral_to.is_some() {
            return Err(Refusal::SystemMessage);
        }
        if pinned
            && place
                .messages
                .values()
                .filter(|message| message.pinned_ms.is_some())
                .count()
                >= MAX_PINS
        {
            return Err(Refusal::TooManyPins);
        }
        let mut message = Message::clone(message);
        message.pinned_ms = pinned.then(|| self.now_ms());
        self.replace(message)?;
        if let Some(place) = self.channels.get_mut(&channel) {
            let pins = place.messages.values();
            place.last_pin_ms = pins.filter_map(|message| message.pinned_ms).max();
        }
        self.happened(Happening::Pinned { channel });
        if pinned {
            self.say(by, channel, System::Pinned(id), "", None)
        } else {
            Ok(())
        }
    }

    /// The pinned messages, the last pinned first. People who may not read the history get none
    /// (Discord documentation, "Get Channel Pins").
    pub fn pins(&self, user: Id, channel: Id) -> Result<Vec<Arc<Message>>, Refusal> {
        let place = self.channel_for(channel, user, 0)?;
        if self.channel_permissions(place, user) & READ_MESSAGE_HISTORY == 0 {
            return Ok(Vec::new());
        }
        let mut pinned: Vec<_> = place.messages.values().cloned().collect();
        pinned.retain(|message| message.pinned_ms.is_some());
        pinned.sort_by_key(|message| Reverse((message.pinned_ms, message.id)));
        Ok(pinned)
    }

    /// Adds or removes a reaction of `user`. `emoji` is as in the address: the character, or
    /// `name:id`.
    pub fn react(
        &mut self,
        user: Id,
        channel: Id,
        id: Id,
        emoji: &str,
        add: bool,
    ) -> Result<(), Refusal> {
        let message = self.message_for(user, channel, id)?;
        if emoji.is_empty() || emoji.is_ascii() && !emoji.contains(':') {
            return Err(Refusal::UnknownEmoji);
        }
        let thread = self
            .channels
            .get(&channel)
            .and_then(|place| place.thread.as_ref());
        if add && thread.is_some_and(|thread| thread.archived) {
            return Err(Refusal::ThreadArchived);
        }
        let place = message.reactions.iter().position(|(name, _)| name == emoji);
        if add && place.is_none() {
            self.channel_for(channel, user, ADD_REACTIONS)?;
        }
        let mut message = Message::clone(message);
        let place = place.unwrap_or_else(|| {
            message.reactions.push((emoji.to_owned(), Vec::new()));
            message.reactions.len() - 1
        });
        let users = &mut message.reactions[place].1;
        let had = users.contains(&user);
        users.retain(|other| *other != user);
        if add {
            users.push(user);
        }
        message.reactions.retain(|(_, users)| !users.is_empty());
        if had != add {
            let message = Arc::new(message);
            let channel = self.channel_mut(channel)?;
            channel.messages.insert(id, message.clone());
            self.happened(Happening::Reacted {
                message,
                user,
                emoji: emoji.to_owned(),
                added: add,
            });
        }
        Ok(())
    }

    /// Removes a reaction of `user`, as `by`: one's own, or anybody's with Manage Messages.
    pub fn unreact(
        &mut self,
        by: Id,
        channel: Id,
        id: Id,
        emoji: &str,
        user: Id,
    ) -> Result<(), Refusal> {
        self.message_for(by, channel, id)?;
        if by != user {
            self.channel_for(channel, by, MANAGE_MESSAGES)?;
        }
        self.react(user, channel, id, emoji, false)
    }

    /// Shows that somebody is typing.
    pub fn type_in(&mut self, user: Id, channel: Id) -> Result<(), Refusal> {
        let place = self.channel_for(channel, user, 0)?;
        self.channel_for(channel, user, place.writing())?;
        self.happened(Happening::Typing { channel, user });
        Ok(())
    }
}
