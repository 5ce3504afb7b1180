//! Sending messages: the checks before, and what follows.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::drafts::MessageDraft;
use super::messages::{Answered, COMPONENTS_V2, EPHEMERAL, LOADING, Message};
use super::permissions::{BYPASS_SLOWMODE, MANAGE_THREADS};
use super::{Channel, ChannelKind, Happening, Id, Refusal, World};

/// The flags that a bot can set: suppress embeds, suppress notifications, components of the second
/// version.
const SETTABLE_FLAGS: u64 = 1 << 2 | 1 << 12 | COMPONENTS_V2;

/// How long a nonce is remembered.
const NONCE_MS: u64 = 5 * 60 * 1000;

/// A recent nonce. It counts for its author in all channels (Discord documentation, "Create
/// Message").
#[derive(Clone, Serialize, Deserialize)]
pub struct Nonce {
    author: Id,
    nonce: String,
    channel: Id,
    message: Id,
    at_ms: u64,
}

impl World {
    /// Sends a message as `author`, with Discord's checks. If its nonce was used recently, returns
    /// the earlier message.
    pub fn send(
        &mut self,
        author: Id,
        channel: Id,
        mut draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        let place = self.channel_for(channel, author, 0)?;
        let place = self.channel_for(channel, author, place.writing() | draft.needs())?;
        if matches!(place.kind, ChannelKind::Category | ChannelKind::Forum) {
            return Err(Refusal::NotForMessages);
        }
        self.check_direct(place, author)?;
        self.check_slow_mode(place, author)?;
        if let Some(thread) = &place.thread
            && thread.locked
            && self.channel_permissions(place, author) & MANAGE_THREADS == 0
        {
            // If a thread is both locked and archived, Discord says that it is archived.
            return Err(if thread.archived {
                Refusal::ThreadArchived
            } else {
                Refusal::MissingPermissions
            });
        }
        if draft.is_empty() {
            return Err(Refusal::EmptyMessage);
        }
        let replies = draft.reply_to.is_some();
        draft.reply_to = draft.reply_to.filter(|id| place.messages.contains_key(id));
        if replies && draft.reply_to.is_none() && draft.only_as_reply {
            let (field, code) = ("message_reference", "REPLIES_UNKNOWN_MESSAGE");
            return Err(Refusal::form(field, code, "Unknown message"));
        }
        if let Some(earlier) = self.sent_with_nonce(author, &draft) {
            return Ok(earlier);
        }
        self.post(author, channel, draft, None, None)
    }

    /// Bots can write to people who share a guild with them and allow it. People can write to
    /// everybody.
    fn check_direct(&self, channel: &Channel, author: Id) -> Result<(), Refusal> {
        let Some(partner) = channel.partner_of(author) else {
            return Ok(());
        };
        if !channel.is_direct() || !self.is_bot(author) {
            return Ok(());
        }
        if !self.are_acquainted(author, partner) {
            Err(Refusal::NoMutualGuilds)
        } else if !self.user(partner)?.dms_open {
            Err(Refusal::DirectMessagesClosed)
        } else {
            Ok(())
        }
    }

    /// Slow mode applies to people, not to bots (Discord documentation, "Channel Object",
    /// `rate_limit_per_user`).
    fn check_slow_mode(&self, channel: &Channel, author: Id) -> Result<(), Refusal> {
        let pause_ms = u64::from(channel.settings.rate_limit_per_user) * 1000;
        let bypasses = self.channel_permissions(channel, author) & BYPASS_SLOWMODE != 0;
        if pause_ms == 0 || bypasses || self.is_bot(author) {
            return Ok(());
        }
        let mut messages = channel.messages.values().rev();
        let last = messages.find(|message| message.author == author && message.system.is_none());
        let next_ms = last.map_or(0, |last| last.made_ms + pause_ms);
        match next_ms.saturating_sub(self.now_ms()) {
            0 => Ok(()),
            left_ms => Err(Refusal::SlowMode(left_ms.div_ceil(1000))),
        }
    }

    fn sent_with_nonce(&mut self, author: Id, draft: &MessageDraft) -> Option<Arc<Message>> {
        let now = self.now_ms();
        self.nonces.retain(|used| used.at_ms + NONCE_MS > now);
        if !draft.enforce_nonce {
            return None;
        }
        let nonce = draft.nonce.as_ref()?;
        let mut nonces = self.nonces.iter();
        let used = nonces.find(|used| used.author == author && used.nonce == *nonce)?;
        let messages = &self.channels.get(&used.channel)?.messages;
        messages.get(&used.message).cloned()
    }

    /// Posts a message without a check of permissions.
    pub(super) fn post(
        &mut self,
        author: Id,
        channel: Id,
        draft: MessageDraft,
        answers: Option<Answered>,
        ephemeral_to: Option<Id>,
    ) -> Result<Arc<Message>, Refusal> {
        let id = self.next_id();
        let made_ms = self.now_ms();
        let mut message = Message {
            flags: draft.flags.unwrap_or(0) & (SETTABLE_FLAGS | LOADING),
            reply_to: draft.reply_to,
            answers,
            ephemeral_to,
            nonce: draft.nonce.clone(),
            ..Message::new(id, channel, author, made_ms)
        };
        if ephemeral_to.is_some() {
            message.flags |= EPHEMERAL;
        }
        let nonce = draft.enforce_nonce.then(|| draft.nonce.clone()).flatten();
        let allowed = draft.allowed_mentions.as_ref();
        let calls_replied = allowed.is_none_or(|allowed| allowed.replied_user);
        self.fill(&mut message, draft)?;
        if let Some(nonce) = nonce {
            self.nonces.push_back(Nonce {
                author,
                nonce,
                channel,
                message: id,
                at_ms: made_ms,
            });
        }
        let place = self.channel(channel)?;
        if let Some(id) = message.reply_to
            && calls_replied
            && let Some(original) = place.messages.get(&id)
            && !message.mentions.contains(&original.author)
        {
            message.mentions.push(original.author);
        }
        self.put(message)
    }

    /// Adds a finished message to its channel and reports it.
    pub(super) fn put(&mut self, message: Message) -> Result<Arc<Message>, Refusal> {
        let (id, channel, author) = (message.id, message.channel_id, message.author);
        let made_ms = message.made_ms;
        let message = Arc::new(message);
        let place = self.channel_mut(channel)?;
        place.messages.insert(id, message.clone());
        if message.ephemeral_to.is_none() {
            place.last_message_id = Some(id);
            if let Some(thread) = &mut place.thread {
                thread.sent += 1;
            }
            if let Some(thread) = place.thread.as_mut().filter(|_| message.system.is_none()) {
                // A message unarchives its thread, and its author joins the thread.
                let woken = thread.archived;
                let joined = thread.members.insert(author, made_ms).is_none();
                thread.archived = false;
                if woken {
                    thread.archive_changed_ms = made_ms;
                    self.happened(Happening::ChannelUpdated(channel));
                }
                if joined {
                    let (added, removed) = (vec![author], Vec::new());
                    self.happened(Happening::ThreadMembers {
                        thread: channel,
                        added,
                        removed,
                    });
                }
            }
        }
        self.bring_mentioned_into_thread(&message);
        self.count_unread(&message);
        self.happened(Happening::MessageCreated(message.clone()));
        self.forget_oldest(channel)?;
        Ok(message)
    }

    /// Drops the oldest messages beyond what a channel keeps, with their files. No event says so;
    /// people see it when they load the channel.
    fn forget_oldest(&mut self, channel: Id) -> Result<(), Refusal> {
        let Some(kept) = self.limits.kept_messages else {
            return Ok(());
        };
        let place = self.channel(channel)?;
        let messages = place.messages.values();
        let passing = messages.filter(|message| message.pinned_ms.is_none());
        let passing: Vec<Id> = passing.map(|message| message.id).collect();
        for oldest in &passing[..passing.len().saturating_sub(kept)] {
            self.remove_message(channel, *oldest)?;
        }
        Ok(())
    }

    /// Mentioning people in a thread adds them to it.
    fn bring_mentioned_into_thread(&mut self, message: &Message) {
        let Ok(Some(thread)) = self
            .channel(message.channel_id)
            .map(|it| it.thread.as_ref())
        else {
            return;
        };
        if message.ephemeral_to.is_some() || message.system.is_some() {
            return;
        }
        let mentioned = message.mentions.iter().copied();
        let new = mentioned.filter(|user| !thread.members.contains_key(user));
        for user in new.collect::<Vec<_>>() {
            // People who may not enter are not added; the message is sent all the same.
            let _ = self.bring_into_thread(message.author, message.channel_id, user);
        }
    }
}
