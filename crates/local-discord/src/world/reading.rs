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
        self.reading
            .0
            .get(&user)
            .and_then(|channels| channels.get(&channel))
            .copied()
            .unwrap_or_default()
    }

    /// Marks a channel as read to its end.
    pub fn mark_read(&mut self, user: Id, channel: Id) -> Result<(), Refusal> {
        let place = self.channel_for(channel, user, 0)?;
        let read_up_to = place.messages.keys().next_back().copied();
        let before = self.unread(user, channel);
        self.reading.0.entry(user).or_default().insert(
            channel,
            Unread {
                read_up_to,
                ..Unread::default()
            },
        );
        if before.mentions + before.awaits > 0 {
            self.happened(Happening::BadgesChanged);
        }
        Ok(())
    }

    /// The number on a person's badge: how many channels have unread mentions of them, or unread
    /// direct or ephemeral messages of bots.
    pub fn badge(&self, user: Id) -> usize {
        let Some(channels) = self.reading.0.get(&user) else {
            return 0;
        };
        let waiting = channels
            .iter()
            .filter(|(_, unread)| unread.mentions + unread.awaits > 0);
        waiting
            .filter(|(channel, _)| {
                self.channels
                    .get(channel)
                    .is_some_and(|channel| self.may_view(channel, user))
            })
            .count()
    }

    /// Counts a message for everybody who sees it and did not write it.
    pub(super) fn count_unread(&mut self, message: &Message) {
        let Some(channel) = self.channels.get(&message.channel_id) else {
            return;
        };
        let readers: Vec<Id> = match message.ephemeral_to {
            Some(user) => vec![user],
            None => self
                .viewers(channel)
                .into_iter()
                .filter(|user| self.reads_along(channel, *user))
                .collect(),
        };
        let from_bot = self.is_bot(message.author);
        let awaits = from_bot && (channel.is_direct() || message.ephemeral_to.is_some());
        let mut badges_changed = false;
        for user in readers.into_iter().filter(|user| *user != message.author) {
            let mentioned = self
                .channels
                .get(&message.channel_id)
                .is_some_and(|c| self.is_pinged(message, c, user));
            let unread = self
                .reading
                .0
                .entry(user)
                .or_default()
                .entry(message.channel_id)
                .or_default();
            unread.messages += 1;
            unread.mentions += u32::from(mentioned);
            unread.awaits += u32::from(awaits);
            badges_changed |= mentioned || awaits;
        }
        if badges_changed {
            self.happened(Happening::BadgesChanged);
        }
    }

    /// A deleted message no longer counts as unread.
    pub(super) fn uncount(&mut self, message: &Message) {
        let Some(channel) = self.channels.get(&message.channel_id) else {
            return;
        };
        let direct = channel.is_direct();
        let from_bot = self.is_bot(message.author);
        let awaits = from_bot && (direct || message.ephemeral_to.is_some());
        let pinged: Vec<(Id, bool)> = self
            .reading
            .0
            .keys()
            .map(|user| (*user, self.is_pinged(message, channel, *user)))
            .collect();
        for (user, mentioned) in pinged {
            let concerned =
                user != message.author && message.ephemeral_to.is_none_or(|to| to == user);
            let unread = self
                .reading
                .0
                .get_mut(&user)
                .and_then(|channels| channels.get_mut(&message.channel_id));
            let Some(unread) =
                unread.filter(|unread| concerned && unread.read_up_to < Some(message.id))
            else {
                continue;
            };
            unread.messages = unread.messages.saturating_sub(1);
            unread.mentions = unread.mentions.saturating_sub(u32::from(mentioned));
            unread.awaits = unread.awaits.saturating_sub(u32::from(awaits));
        }
        self.happened(Happening::BadgesChanged);
    }

    /// Bots have no unread messages, and people have them in a thread only as its members.
    fn reads_along(&self, channel: &Channel, user: Id) -> bool {
        self.users.get(&user).is_some_and(|user| !user.is_bot())
            && channel
                .thread
                .as_ref()
                .is_none_or(|thread| thread.members.contains_key(&user))
    }
}
