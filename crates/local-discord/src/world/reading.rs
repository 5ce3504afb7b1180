//! Which messages everybody has read, and which of them need an answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Channel, Happening, Id, Message, Refusal, World};

/// For each person and channel, what is unread.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reading(BTreeMap<Id, BTreeMap<Id, Unread>>);

/// One person's unread messages in one channel.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Unread {
    /// The newest message that was read.
    read_up_to: Option<Id>,
    pub messages: u32,
    pub mentions: u32,
    /// Unread direct or ephemeral messages of bots.
    pub awaits: u32,
}

impl Reading {
    pub fn forget_channel(&mut self, channel: Id) {
        for channels in self.0.values_mut() {
            channels.remove(&channel);
        }
    }
}

impl World {
    /// A person's unread messages in a channel.
    pub fn unread(&self, user: Id, channel: Id) -> Unread {
        let channels = self.reading.0.get(&user);
        let unread = channels.and_then(|channels| channels.get(&channel));
        unread.copied().unwrap_or_default()
    }

    /// Marks a channel as read to its end.
    pub fn mark_read(&mut self, user: Id, channel: Id) -> Result<(), Refusal> {
        let place = self.channel_for(channel, user, 0)?;
        let nothing_new = Unread {
            read_up_to: place.messages.keys().next_back().copied(),
            ..Unread::default()
        };
        let channels = self.reading.0.entry(user).or_default();
        let before = channels.insert(channel, nothing_new).unwrap_or_default();
        if before.mentions + before.awaits > 0 {
            self.happened(Happening::BadgesChanged);
        }
        Ok(())
    }

    /// The number on a person's badge: how many channels have unread mentions of them, or unread
    /// direct or ephemeral messages of bots.
    pub fn badge(&self, user: Id) -> usize {
        let channels = self.reading.0.get(&user).into_iter().flatten();
        let waiting = channels.filter(|(_, unread)| unread.mentions + unread.awaits > 0);
        let sees = |id: &Id| {
            self.channel(*id)
                .is_ok_and(|place| self.may_view(place, user))
        };
        waiting.filter(|(channel, _)| sees(channel)).count()
    }

    /// Whether somebody who sees a message should answer it: it is a bot's, to them alone.
    fn awaits_answer(&self, message: &Message, channel: &Channel) -> bool {
        self.is_bot(message.author) && (channel.is_direct() || message.ephemeral_to.is_some())
    }

    /// Counts a message for everybody who sees it and did not write it.
    pub(super) fn count_unread(&mut self, message: &Message) {
        let Ok(channel) = self.channel(message.channel_id) else {
            return;
        };
        let readers: Vec<Id> = match message.ephemeral_to {
            Some(user) => vec![user],
            None => {
                let viewers = self.viewers(channel).into_iter();
                viewers
                    .filter(|user| self.reads_along(channel, *user))
                    .collect()
            }
        };
        let others = readers.into_iter().filter(|user| *user != message.author);
        let is_pinged = |user| (user, self.is_pinged(message, channel, user));
        let pinged: Vec<(Id, bool)> = others.map(is_pinged).collect();
        let awaits = self.awaits_answer(message, channel);
        for (user, mentioned) in &pinged {
            let channels = self.reading.0.entry(*user).or_default();
            let unread = channels.entry(message.channel_id).or_default();
            unread.messages += 1;
            unread.mentions += u32::from(*mentioned);
            unread.awaits += u32::from(awaits);
        }
        if pinged.iter().any(|(_, mentioned)| *mentioned || awaits) {
            self.happened(Happening::BadgesChanged);
        }
    }

    /// A deleted message no longer counts as unread.
    pub(super) fn uncount(&mut self, message: &Message) {
        let Ok(channel) = self.channel(message.channel_id) else {
            return;
        };
        let awaits = self.awaits_answer(message, channel);
        let is_meant = |user: &Id| {
            *user != message.author && message.ephemeral_to.is_none_or(|to| to == *user)
        };
        let readers = self.reading.0.keys().copied().filter(is_meant);
        let pinged = readers.map(|user| (user, self.is_pinged(message, channel, user)));
        for (user, mentioned) in pinged.collect::<Vec<_>>() {
            let channels = self.reading.0.get_mut(&user);
            let unread = channels.and_then(|channels| channels.get_mut(&message.channel_id));
            if let Some(unread) = unread.filter(|unread| unread.read_up_to < Some(message.id)) {
                unread.messages = unread.messages.saturating_sub(1);
                unread.mentions = unread.mentions.saturating_sub(u32::from(mentioned));
                unread.awaits = unread.awaits.saturating_sub(u32::from(awaits));
            }
        }
        self.happened(Happening::BadgesChanged);
    }

    /// Bots have no unread messages, and people have them in a thread only as its members.
    fn reads_along(&self, channel: &Channel, user: Id) -> bool {
        let thread = channel.thread.as_ref();
        self.user(user).is_ok_and(|user| !user.is_bot())
            && thread.is_none_or(|thread| thread.members.contains_key(&user))
    }
}
