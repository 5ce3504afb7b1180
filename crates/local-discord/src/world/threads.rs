//! Threads: channels inside channels, with their own members.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::channels::NAME;
use super::forms::{Field, Form, length};
use super::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
};
use super::system::System;
use super::{Channel, ChannelKind, Happening, Id, MessageDraft, Refusal, Settings, World};

/// The archive durations that Discord knows, in minutes.
const ARCHIVE_MINUTES: [u32; 4] = [60, 1440, 4320, 10_080];

/// What only threads have.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Thread {
    pub owner: Id,
    /// The members, and when each joined, in milliseconds since the Unix epoch.
    pub members: BTreeMap<Id, u64>,
    pub archived: bool,
    pub locked: bool,
    /// Whether members without Manage Threads may add others to a private thread.
    pub invitable: bool,
    pub auto_archive_minutes: u32,
    pub archive_changed_ms: u64,
    /// How many messages were sent in it, including deleted ones.
    pub sent: usize,
    /// The tags of a post in a forum.
    #[serde(default)]
    pub tags: Vec<Id>,
    /// Whether the post is pinned to the top of its forum.
    #[serde(default)]
    pub pinned: bool,
}

/// A request for a new thread.
#[derive(Clone, Debug)]
pub struct NewThread {
    pub name: String,
    pub private: bool,
    pub invitable: bool,
    pub auto_archive_minutes: u32,
    /// Seconds between two messages of one person; if None, the parent channel's.
    pub rate_limit_per_user: Option<u32>,
    /// The message from which it starts; the thread gets its id.
    pub from_message: Option<Id>,
    /// For a forum post: its first message, and its tags.
    pub post: Option<(MessageDraft, Vec<Id>)>,
}

impl World {
    /// Whether a channel is a post in a forum.
    pub fn is_post(&self, channel: &Channel) -> bool {
        let parent = channel.parent_id.and_then(|id| self.channels.get(&id));
        channel.thread.is_some() && parent.is_some_and(|it| it.kind == ChannelKind::Forum)
    }

    /// Opens a thread in a text channel, or a post in a forum, as `by`, who becomes its first
    /// member.
    pub fn start_thread(&mut self, by: Id, parent: Id, new: NewThread) -> Result<Id, Refusal> {
        self.check_new_thread(by, parent, &new)?;
        let channel = self.channel(parent)?;
        let slow = channel.settings.thread_rate_limit_per_user;
        let (guild_id, newest) = (channel.guild_id, channel.last_message_id);
        let now = self.now_ms();
        let id = new.from_message.unwrap_or_else(|| self.next_id());
        let (first, tags) = new.post.unzip();
        let thread = Thread {
            owner: by,
            members: BTreeMap::from([(by, now)]),
            archived: false,
            locked: false,
            invitable: new.invitable,
            auto_archive_minutes: new.auto_archive_minutes,
            archive_changed_ms: now,
            sent: 0,
            tags: tags.unwrap_or_default(),
            pinned: false,
        };
        let kind = if new.private {
            ChannelKind::PrivateThread
        } else {
            ChannelKind::PublicThread
        };
        let channel = Channel {
            name: new.name.clone(),
            parent_id: Some(parent),
            thread: Some(thread),
            settings: Settings {
                rate_limit_per_user: new.rate_limit_per_user.unwrap_or(slow),
                ..Settings::default()
            },
            ..Channel::new(id, kind, guild_id)
        };
        self.channels.insert(id, channel);
        self.happened(Happening::ChannelCreated(id));
        if let Some(first) = first {
            return self.begin_post(by, id, first);
        }
        if let Some(message) = new.from_message {
            self.say(by, id, System::ThreadStarter(message), "", None)?;
            let started = self.channel(parent)?.messages.get(&message).cloned();
            // The message shows the thread from now on.
            self.happenings
                .extend(started.map(Happening::MessageUpdated));
        }
        // If the thread isn't visible below the newest message, a system message announces it
        // (Discord documentation, "Thread Created messages").
        if !new.private && (new.from_message.is_none() || new.from_message != newest) {
            self.say(by, parent, System::ThreadCreated(id), &new.name, None)?;
        }
        Ok(id)
    }

    fn check_new_thread(&self, by: Id, parent: Id, new: &NewThread) -> Result<(), Refusal> {
        let needed = match &new.post {
            Some((first, _)) => SEND_MESSAGES | first.needs(),
            None if new.private => CREATE_PRIVATE_THREADS,
            None => CREATE_PUBLIC_THREADS,
        };
        let channel = self.channel_for(parent, by, needed)?;
        match (channel.kind, &new.post) {
            (ChannelKind::Text, None) => {}
            (ChannelKind::Forum, Some((first, _))) if first.is_empty() => {
                return Err(Refusal::EmptyMessage);
            }
            (ChannelKind::Forum, Some((_, tags))) => self.check_tags(by, channel, tags)?,
            _ => return Err(Refusal::WrongChannelType),
        }
        let form = Form::default();
        let at = |name| form.field(name, &Value::Null);
        at("name").check_length(length(&new.name), &NAME);
        check_archive_minutes(&at("auto_archive_duration"), Some(new.auto_archive_minutes));
        form.finish()?;
        match new.from_message {
            Some(id) if !channel.messages.contains_key(&id) => Err(Refusal::UnknownMessage),
            Some(id) if self.channels.contains_key(&id) => Err(Refusal::ThreadExists),
            _ => Ok(()),
        }
    }

    /// Writes the first message of a new post, which gets the post's id. If that fails, the post is
    /// removed.
    fn begin_post(&mut self, by: Id, post: Id, first: MessageDraft) -> Result<Id, Refusal> {
        self.wanted_id = Some(post);
        let written = self.post(by, post, first, None, None);
        if let Err(refusal) = written {
            self.channels.remove(&post);
            let of_post =
                |one: &Happening| matches!(one, Happening::ChannelCreated(id) if *id == post);
            self.happenings.retain(|one| !of_post(one));
            return Err(refusal);
        }
        Ok(post)
    }

    /// Archives threads that were quiet for their archive duration (Discord documentation,
    /// "Threads", "Active & Archived Threads").
    pub(super) fn archive_what_rests(&mut self) {
        let now = self.now_ms();
        let mut put_away = Vec::new();
        for channel in self.channels.values_mut() {
            let last_sent_ms = channel.last_message_id.map_or(0, Id::made_ms);
            let Some(thread) = channel.thread.as_mut().filter(|thread| !thread.archived) else {
                continue;
            };
            let rests_since = thread.archive_changed_ms.max(last_sent_ms);
            if rests_since + u64::from(thread.auto_archive_minutes) * 60_000 <= now {
                (thread.archived, thread.archive_changed_ms) = (true, now);
                put_away.push(channel.id);
            }
        }
        let told = put_away.into_iter().map(Happening::ChannelUpdated);
        self.happenings.extend(told);
    }

    /// Adds `user` to a thread, as `by`. Archived threads refuse it (Discord documentation, "Add
    /// Thread Member"). If `by` is somebody else, a system message says so.
    pub fn join_thread(&mut self, by: Id, thread: Id, user: Id) -> Result<(), Refusal> {
        let is_new = self.bring_into_thread(by, thread, user)?;
        if is_new && by != user {
            self.say(by, thread, System::Added, "", Some(user))
        } else {
            Ok(())
        }
    }

    /// Adds somebody to a thread without a system message. Returns whether they are new there.
    pub(super) fn bring_into_thread(
        &mut self,
        by: Id,
        thread: Id,
        user: Id,
    ) -> Result<bool, Refusal> {
        let now = self.now_ms();
        let channel = self.channel_for(
            thread,
            by,
            if by == user {
                0
            } else {
                SEND_MESSAGES_IN_THREADS
            },
        )?;
        let data = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
        let manages = self.channel_permissions(channel, by) & MANAGE_THREADS != 0;
        if channel.is_private_thread()
            && by != user
            && !data.invitable
            && data.owner != by
            && !manages
        {
            return Err(Refusal::MissingPermissions);
        }
        if data.archived {
            return Err(Refusal::ThreadArchived);
        }
        let parent = channel
            .parent_id
            .and_then(|id| self.channels.get(&id))
            .ok_or(Refusal::UnknownChannel)?;
        if !self.users.contains_key(&user) {
            return Err(Refusal::UnknownUser);
        }
        // People must see the parent channel to enter a thread.
        if !self.may_view(parent, user) {
            return Err(Refusal::MissingAccess);
        }
        let data = self
            .channels
            .get_mut(&thread)
            .and_then(|channel| channel.thread.as_mut());
        // People who are already in it keep the time when they joined.
        let members = &mut data.ok_or(Refusal::UnknownChannel)?.members;
        let is_new = !members.contains_key(&user);
        members.entry(user).or_insert(now);
        if is_new {
            self.happened(Happening::ThreadMembers {
                thread,
                added: vec![user],
                removed: Vec::new(),
            });
        }
        Ok(is_new)
    }

    /// Unarchives a thread. Does nothing to other channels.
    pub(super) fn wake_thread(&mut self, channel: Id) {
        let now = self.now_ms();
        let place = self.channels.get_mut(&channel);
        let thread = place.and_then(|place| place.thread.as_mut());
        if let Some(thread) = thread.filter(|thread| thread.archived) {
            (thread.archived, thread.archive_changed_ms) = (false, now);
            self.happened(Happening::ChannelUpdated(channel));
        }
    }

    /// Removes `user` from a thread, as `by`. Archived threads refuse it (Discord documentation,
    /// "Leave Thread").
    pub fn leave_thread(&mut self, by: Id, thread: Id, user: Id) -> Result<(), Refusal> {
        let channel = self.channel_for(thread, by, 0)?;
        let data = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
        let owns = channel.is_private_thread() && data.owner == by;
        if by != user && !owns && self.channel_permissions(channel, by) & MANAGE_THREADS == 0 {
            return Err(Refusal::MissingPermissions);
        }
        if data.archived {
            return Err(Refusal::ThreadArchived);
        }
        let data = self
            .channels
            .get_mut(&thread)
            .and_then(|channel| channel.thread.as_mut());
        if data
            .ok_or(Refusal::UnknownChannel)?
            .members
            .remove(&user)
            .is_some()
        {
            self.happened(Happening::ThreadMembers {
                thread,
                added: Vec::new(),
                removed: vec![user],
            });
            if by != user {
                self.say(by, thread, System::Removed, "", Some(user))?;
            }
        }
        Ok(())
    }
}

pub(super) fn check_archive_minutes(field: &Field<'_>, minutes: Option<u32>) {
    if minutes.is_some_and(|minutes| !ARCHIVE_MINUTES.contains(&minutes)) {
        field.none_of("60, 1440, 4320, 10080");
    }
}
