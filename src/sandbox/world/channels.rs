//! Channels: text, categories, direct messages, and threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_ROLES, MANAGE_THREADS,
    SEND_MESSAGES_IN_THREADS,
};
use super::{FormErrors, Happening, Id, Message, Overwrite, Refusal, World};

/// Discord's channel types, as far as they exist here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelKind {
    #[default]
    Text,
    DirectMessage,
    Category,
    PublicThread,
    PrivateThread,
}

impl ChannelKind {
    /// Discord's number for it.
    pub fn number(self) -> u8 {
        match self {
            ChannelKind::Text => 0,
            ChannelKind::DirectMessage => 1,
            ChannelKind::Category => 4,
            ChannelKind::PublicThread => 11,
            ChannelKind::PrivateThread => 12,
        }
    }
}

/// A place for messages (or, a category, for channels).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Channel {
    pub id: Id,
    pub kind: ChannelKind,
    /// None for direct messages.
    pub guild_id: Option<Id>,
    pub name: String,
    pub topic: Option<String>,
    pub parent_id: Option<Id>,
    pub position: u16,
    pub overwrites: Vec<Overwrite>,
    /// The two of a direct message.
    pub recipients: Vec<Id>,
    pub thread: Option<Thread>,
    pub last_message_id: Option<Id>,
    /// Seconds between two messages of one person.
    pub rate_limit_per_user: u16,
    #[serde(with = "super::saving::shared_messages")]
    pub messages: BTreeMap<Id, Arc<Message>>,
}

/// What a channel has when it is a thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Thread {
    pub owner: Id,
    /// Since when each is in it, in ms since the Unix epoch.
    pub members: BTreeMap<Id, u64>,
    pub archived: bool,
    pub locked: bool,
    /// Whether members without Manage Threads may add others to a private thread.
    pub invitable: bool,
    pub auto_archive_minutes: u32,
    pub archive_changed_ms: u64,
}

impl Channel {
    pub fn is_private_thread(&self) -> bool {
        self.kind == ChannelKind::PrivateThread
    }

    pub fn is_direct(&self) -> bool {
        self.kind == ChannelKind::DirectMessage
    }

    /// The other one of a direct message.
    pub fn partner_of(&self, user: Id) -> Option<Id> {
        self.recipients.iter().copied().find(|other| *other != user)
    }
}

/// What a new guild channel should be.
#[derive(Clone, Debug, Default)]
pub struct NewChannel {
    pub name: String,
    pub kind: ChannelKind,
    pub topic: Option<String>,
    pub parent_id: Option<Id>,
    pub overwrites: Vec<Overwrite>,
    pub rate_limit_per_user: u16,
}

/// What a new thread should be.
#[derive(Clone, Debug)]
pub struct NewThread {
    pub name: String,
    pub private: bool,
    pub invitable: bool,
    pub auto_archive_minutes: u32,
    /// The message it starts from, whose id it then shares.
    pub from_message: Option<Id>,
}

/// Changes to a channel; what is None stays.
#[derive(Clone, Debug, Default)]
pub struct ChannelChange {
    pub name: Option<String>,
    pub topic: Option<Option<String>>,
    pub parent_id: Option<Option<Id>>,
    pub position: Option<u16>,
    pub overwrites: Option<Vec<Overwrite>>,
    pub rate_limit_per_user: Option<u16>,
    pub archived: Option<bool>,
    pub locked: Option<bool>,
    pub invitable: Option<bool>,
    pub auto_archive_minutes: Option<u32>,
}

/// The archive durations that Discord knows, in minutes.
const ARCHIVE_MINUTES: [u32; 4] = [60, 1440, 4320, 10_080];

impl World {
    /// A new channel at the end of a guild's list. Text channels are named as Discord names them: in lower case, without blanks.
    pub fn insert_channel(&mut self, guild: Id, new: NewChannel) -> Result<Id, Refusal> {
        if !self.guilds.contains_key(&guild) {
            return Err(Refusal::UnknownGuild);
        }
        let mut errors = FormErrors::default();
        check_name_and_topic(&mut errors, Some(&new.name), new.topic.as_deref());
        let parent = new.parent_id.map(|id| {
            self.channels
                .get(&id)
                .map(|channel| (channel.kind, channel.guild_id))
        });
        if parent.is_some_and(|parent| parent != Some((ChannelKind::Category, Some(guild)))) {
            errors.add(
                "parent_id",
                "CHANNEL_PARENT_INVALID",
                "Category does not exist",
            );
        }
        errors.into_result()?;
        let id = self.next_id();
        let position = self
            .guild_channels(guild)
            .last()
            .map_or(0, |last| last.position + 1);
        let name = match new.kind {
            ChannelKind::Text => new
                .name
                .to_lowercase()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join("-"),
            _ => new.name,
        };
        let channel = Channel {
            id,
            kind: new.kind,
            guild_id: Some(guild),
            name,
            topic: new.topic,
            parent_id: new.parent_id,
            position,
            overwrites: new.overwrites,
            recipients: Vec::new(),
            thread: None,
            last_message_id: None,
            rate_limit_per_user: new.rate_limit_per_user,
            messages: BTreeMap::new(),
        };
        self.channels.insert(id, channel);
        self.happened(Happening::ChannelCreated(id));
        Ok(id)
    }

    /// The direct messages of two users, opened if need be.
    pub fn open_dm(&mut self, from: Id, to: Id) -> Result<Id, Refusal> {
        let to_bot = self.users.get(&to).ok_or(Refusal::UnknownUser)?.is_bot();
        if from == to || to_bot && self.users.get(&from).is_some_and(|user| user.is_bot()) {
            return Err(Refusal::InvalidRecipient);
        }
        let open = self.channels.values().find(|channel| {
            channel.is_direct()
                && channel.recipients.contains(&from)
                && channel.recipients.contains(&to)
        });
        if let Some(open) = open {
            return Ok(open.id);
        }
        let id = self.next_id();
        let channel = Channel {
            id,
            kind: ChannelKind::DirectMessage,
            guild_id: None,
            name: String::new(),
            topic: None,
            parent_id: None,
            position: 0,
            overwrites: Vec::new(),
            recipients: vec![from, to],
            thread: None,
            last_message_id: None,
            rate_limit_per_user: 0,
            messages: BTreeMap::new(),
        };
        self.channels.insert(id, channel);
        self.happened(Happening::ChannelCreated(id));
        Ok(id)
    }

    /// Opens a thread in a text channel as `by`, who is in it from the start.
    pub fn start_thread(&mut self, by: Id, parent: Id, new: NewThread) -> Result<Id, Refusal> {
        let needed = if new.private {
            CREATE_PRIVATE_THREADS
        } else {
            CREATE_PUBLIC_THREADS
        };
        let channel = self.channel_for(parent, by, needed)?;
        if channel.kind != ChannelKind::Text {
            return Err(Refusal::WrongChannelType);
        }
        let mut errors = FormErrors::default();
        check_name_and_topic(&mut errors, Some(&new.name), None);
        check_archive_minutes(&mut errors, Some(new.auto_archive_minutes));
        errors.into_result()?;
        let guild_id = channel.guild_id;
        if let Some(message) = new.from_message {
            if !channel.messages.contains_key(&message) {
                return Err(Refusal::UnknownMessage);
            }
            if self.channels.contains_key(&message) {
                return Err(Refusal::ThreadExists);
            }
        }
        let now = self.now_ms();
        let id = match new.from_message {
            Some(message) => message,
            None => self.next_id(),
        };
        let thread = Thread {
            owner: by,
            members: BTreeMap::from([(by, now)]),
            archived: false,
            locked: false,
            invitable: new.invitable,
            auto_archive_minutes: new.auto_archive_minutes,
            archive_changed_ms: now,
        };
        let kind = if new.private {
            ChannelKind::PrivateThread
        } else {
            ChannelKind::PublicThread
        };
        let channel = Channel {
            id,
            kind,
            guild_id,
            name: new.name,
            topic: None,
            parent_id: Some(parent),
            position: 0,
            overwrites: Vec::new(),
            recipients: Vec::new(),
            thread: Some(thread),
            last_message_id: None,
            rate_limit_per_user: 0,
            messages: BTreeMap::new(),
        };
        self.channels.insert(id, channel);
        self.happened(Happening::ChannelCreated(id));
        Ok(id)
    }

    /// Puts `user` into a thread, as `by`.
    pub fn join_thread(&mut self, by: Id, thread: Id, user: Id) -> Result<(), Refusal> {
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
        if data.archived && data.locked && !manages {
            return Err(Refusal::ThreadArchived);
        }
        let parent = channel
            .parent_id
            .and_then(|id| self.channels.get(&id))
            .ok_or(Refusal::UnknownChannel)?;
        if !self.users.contains_key(&user) {
            return Err(Refusal::UnknownUser);
        }
        // Nobody comes into a thread who does not see the channel around it.
        if !self.may_view(parent, user) {
            return Err(Refusal::MissingAccess);
        }
        let data = self
            .channels
            .get_mut(&thread)
            .and_then(|channel| channel.thread.as_mut());
        if data
            .ok_or(Refusal::UnknownChannel)?
            .members
            .insert(user, now)
            .is_none()
        {
            self.happened(Happening::ThreadMembers {
                thread,
                added: vec![user],
                removed: Vec::new(),
            });
        }
        Ok(())
    }

    /// Takes `user` out of a thread, as `by`.
    pub fn leave_thread(&mut self, by: Id, thread: Id, user: Id) -> Result<(), Refusal> {
        let channel = self.channel_for(thread, by, 0)?;
        let data = channel.thread.as_ref().ok_or(Refusal::WrongChannelType)?;
        let owns = channel.is_private_thread() && data.owner == by;
        if by != user && !owns && self.channel_permissions(channel, by) & MANAGE_THREADS == 0 {
            return Err(Refusal::MissingPermissions);
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
        }
        Ok(())
    }

    /// Changes a channel as `by`.
    pub fn change_channel(&mut self, by: Id, id: Id, change: ChannelChange) -> Result<(), Refusal> {
        let channel = self.channel_for(id, by, 0)?;
        if channel.is_direct() {
            return Err(Refusal::NotInDirectMessages);
        }
        let bits = self.channel_permissions(channel, by);
        let allowed = match &channel.thread {
            None => bits & MANAGE_CHANNELS != 0,
            // Who opened a thread may name it and put it away, but only moderators lock it.
            Some(thread) => {
                bits & MANAGE_THREADS != 0
                    || thread.owner == by && change.locked.is_none() && !thread.locked
            }
        };
        if !allowed || change.overwrites.is_some() && bits & MANAGE_ROLES == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let mut errors = FormErrors::default();
        let topic = change.topic.as_ref().and_then(|topic| topic.as_deref());
        check_name_and_topic(&mut errors, change.name.as_deref(), topic);
        check_archive_minutes(&mut errors, change.auto_archive_minutes);
        errors.into_result()?;
        let now = self.now_ms();
        let channel = self.channels.get_mut(&id).ok_or(Refusal::UnknownChannel)?;
        set(&mut channel.name, change.name);
        set(&mut channel.topic, change.topic);
        set(
            &mut channel.parent_id,
            change.parent_id.filter(|_| channel.thread.is_none()),
        );
        set(&mut channel.position, change.position);
        set(&mut channel.overwrites, change.overwrites);
        set(&mut channel.rate_limit_per_user, change.rate_limit_per_user);
        if let Some(thread) = &mut channel.thread {
            if change
                .archived
                .is_some_and(|archived| archived != thread.archived)
            {
                thread.archive_changed_ms = now;
            }
            set(&mut thread.archived, change.archived);
            set(&mut thread.locked, change.locked);
            set(&mut thread.invitable, change.invitable);
            set(
                &mut thread.auto_archive_minutes,
                change.auto_archive_minutes,
            );
        }
        self.happened(Happening::ChannelUpdated(id));
        Ok(())
    }

    /// Deletes a channel as `by`.
    pub fn delete_channel_as(&mut self, by: Id, id: Id) -> Result<(), Refusal> {
        let channel = self.channel_for(id, by, 0)?;
        let needed = if channel.thread.is_some() {
            MANAGE_THREADS
        } else {
            MANAGE_CHANNELS
        };
        // Closing direct messages deletes nothing.
        if channel.is_direct() {
            return Ok(());
        }
        self.channel_for(id, by, needed)?;
        self.delete_channel(id)
    }

    /// Deletes a channel, with its threads and their messages.
    pub fn delete_channel(&mut self, id: Id) -> Result<(), Refusal> {
        let threads: Vec<Id> = self
            .channels
            .values()
            .filter(|c| c.parent_id == Some(id) && c.thread.is_some())
            .map(|c| c.id)
            .collect();
        for thread in threads {
            self.delete_channel(thread)?;
        }
        let mut channel = self.channels.remove(&id).ok_or(Refusal::UnknownChannel)?;
        for child in self
            .channels
            .values_mut()
            .filter(|child| child.parent_id == Some(id))
        {
            child.parent_id = None;
        }
        for message in std::mem::take(&mut channel.messages).values() {
            for attachment in &message.attachments {
                self.blobs.remove(&attachment.id);
            }
        }
        self.reading.forget_channel(id);
        self.happened(Happening::ChannelDeleted(Box::new(channel)));
        self.happened(Happening::BadgesChanged);
        Ok(())
    }

    /// Sets the exception of a channel for a role or a member, as `by`, who can grant only what they have.
    pub fn set_overwrite(
        &mut self,
        by: Id,
        channel: Id,
        overwrite: Overwrite,
    ) -> Result<(), Refusal> {
        let place = self.channel_for(channel, by, MANAGE_ROLES)?;
        if place.thread.is_some() || place.is_direct() {
            return Err(Refusal::WrongChannelType);
        }
        if (overwrite.allow | overwrite.deny) & !self.channel_permissions(place, by) != 0 {
            return Err(Refusal::MissingPermissions);
        }
        self.change_overwrite(channel, overwrite.id, Some(overwrite))
    }

    /// Takes an exception away, as `by`.
    pub fn remove_overwrite(&mut self, by: Id, channel: Id, of: Id) -> Result<(), Refusal> {
        let place = self.channel_for(channel, by, MANAGE_ROLES)?;
        if !place.overwrites.iter().any(|overwrite| overwrite.id == of) {
            return Err(Refusal::UnknownOverwrite);
        }
        self.change_overwrite(channel, of, None)
    }

    /// Sets or removes an exception without asking who wants it.
    pub fn change_overwrite(
        &mut self,
        channel: Id,
        of: Id,
        overwrite: Option<Overwrite>,
    ) -> Result<(), Refusal> {
        let place = self
            .channels
            .get_mut(&channel)
            .ok_or(Refusal::UnknownChannel)?;
        place.overwrites.retain(|overwrite| overwrite.id != of);
        place.overwrites.extend(overwrite);
        self.happened(Happening::ChannelUpdated(channel));
        Ok(())
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

fn check_name_and_topic(errors: &mut FormErrors, name: Option<&str>, topic: Option<&str>) {
    if name.is_some_and(|name| !(1..=100).contains(&name.chars().count())) {
        errors.add(
            "name",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 100 in length.",
        );
    }
    if topic.is_some_and(|topic| topic.chars().count() > 1024) {
        errors.add(
            "topic",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 1024 or fewer in length.",
        );
    }
}

fn check_archive_minutes(errors: &mut FormErrors, minutes: Option<u32>) {
    if minutes.is_some_and(|minutes| !ARCHIVE_MINUTES.contains(&minutes)) {
        errors.add(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        );
    }
}
