//! What everybody has read, and where somebody waits for them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Channel, Happening, Id, Message, Refusal, World};

/// The marks of all people in all channels.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reading(BTreeMap<Id, BTreeMap<Id, Unread>>);

/// What one person has not read in one channel.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Unread {
    /// The newest message that was read.
    read_up_to: Option<Id>,
    pub messages: u32,
    pub mentions: u32,
    /// Direct or unseen-by-others messages of a bot.
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
    /// What a person has not read in a channel.
    pub fn unread(&self, user: Id, channel: Id) -> Unread {
        self.reading
            .0
            .get(&user)
            .and_then(|channels| channels.get(&channel))
            .copied()
            .unwrap_or_default()
    }

    /// A person has read a channel to its end.
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

    /// In how many places somebody waits for a person: unread mentions, and unread direct or
    /// private messages of a bot.
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
        let from_bot = self
            .users
            .get(&message.author)
            .is_some_and(|author| author.is_bot());
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

    /// Takes a deleted message out of the counts of those who had not read it.
    pub(super) fn uncount(&mut self, message: &Message) {
        let Some(channel) = self.channels.get(&message.channel_id) else {
            return;
        };
        let direct = channel.is_direct();
        let from_bot = self
            .users
            .get(&message.author)
            .is_some_and(|author| author.is_bot());
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

    /// Bots do not read, and a thread is unread only to those in it.
    fn reads_along(&self, channel: &Channel, user: Id) -> bool {
        self.users.get(&user).is_some_and(|user| !user.is_bot())
            && channel
                .thread
                .as_ref()
                .is_none_or(|thread| thread.members.contains_key(&user))
    }
}
