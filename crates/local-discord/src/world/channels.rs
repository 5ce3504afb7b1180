//! Channels of all kinds, and what they have in common.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::forms::{Field, Form, length};
use super::permissions::{
    MANAGE_CHANNELS, MANAGE_ROLES, MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
};
use super::system::System;
use super::threads::{Thread, check_archive_minutes};
use super::{Happening, Id, Message, Overwrite, Refusal, Settings, World};

/// How long the name of a channel can be.
pub(super) const NAME: RangeInclusive<usize> = 1..=100;

/// The channel types of Discord that exist here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelKind {
    #[default]
    Text,
    DirectMessage,
    Voice,
    Category,
    Announcement,
    Forum,
    PublicThread,
    PrivateThread,
}

impl ChannelKind {
    /// The kind with this Discord number, if servers can have channels of it.
    pub fn of_guild(number: u64) -> Option<ChannelKind> {
        Some(match number {
            0 => ChannelKind::Text,
            2 => ChannelKind::Voice,
            4 => ChannelKind::Category,
            5 => ChannelKind::Announcement,
            15 => ChannelKind::Forum,
            _ => return None,
        })
    }

    /// Discord's number for it.
    pub fn number(self) -> u8 {
        match self {
            ChannelKind::Text => 0,
            ChannelKind::DirectMessage => 1,
            ChannelKind::Voice => 2,
            ChannelKind::Category => 4,
            ChannelKind::Announcement => 5,
            ChannelKind::PublicThread => 11,
            ChannelKind::PrivateThread => 12,
            ChannelKind::Forum => 15,
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
    /// The two people of a direct message.
    pub recipients: Vec<Id>,
    pub thread: Option<Thread>,
    pub last_message_id: Option<Id>,
    /// When the newest of its pins was pinned.
    pub last_pin_ms: Option<u64>,
    #[serde(default)]
    pub settings: Settings,
    pub messages: BTreeMap<Id, Arc<Message>>,
}

impl Channel {
    /// A channel without anything in it.
    pub(super) fn new(id: Id, kind: ChannelKind, guild_id: Option<Id>) -> Channel {
        Channel {
            id,
            kind,
            guild_id,
            name: String::new(),
            topic: None,
            parent_id: None,
            position: 0,
            overwrites: Vec::new(),
            recipients: Vec::new(),
            thread: None,
            last_message_id: None,
            last_pin_ms: None,
            settings: Settings::default(),
            messages: BTreeMap::new(),
        }
    }

    pub fn is_private_thread(&self) -> bool {
        self.kind == ChannelKind::PrivateThread
    }

    /// The permission that writing here needs.
    pub fn writing(&self) -> u64 {
        match self.thread {
            Some(_) => SEND_MESSAGES_IN_THREADS,
            None => SEND_MESSAGES,
        }
    }

    pub fn is_direct(&self) -> bool {
        self.kind == ChannelKind::DirectMessage
    }

    /// The other person of a direct message.
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
    pub position: Option<u16>,
    pub overwrites: Vec<Overwrite>,
    pub settings: Settings,
}

/// Changes to a channel; None leaves a field as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChannelChange {
    pub name: Option<String>,
    pub topic: Option<Option<String>>,
    pub parent_id: Option<Option<Id>>,
    pub position: Option<u16>,
    pub overwrites: Option<Vec<Overwrite>>,
    pub settings: Option<Settings>,
    pub archived: Option<bool>,
    pub locked: Option<bool>,
    pub invitable: Option<bool>,
    pub auto_archive_minutes: Option<u32>,
    /// The tags of a forum post.
    pub tags: Option<Vec<Id>>,
    /// Whether a forum post is pinned to the top of its forum.
    pub pinned: Option<bool>,
}

impl ChannelChange {
    fn only_reopens(&self) -> bool {
        let reopened = ChannelChange {
            archived: Some(false),
            ..ChannelChange::default()
        };
        *self == reopened
    }
}

impl World {
    /// Adds a channel at the end of a guild's list. Names of text channels become lower case
    /// without blanks, as on Discord.
    pub fn insert_channel(&mut self, guild: Id, new: NewChannel) -> Result<Id, Refusal> {
        if !self.guilds.contains_key(&guild) {
            return Err(Refusal::UnknownGuild);
        }
        let form = Form::default();
        let at = |name| form.field(name, &Value::Null);
        at("name").check_length(length(&new.name), &NAME);
        check_topic(&at("topic"), new.kind, new.topic.as_deref());
        let parent = new.parent_id.map(|id| self.channels.get(&id));
        let fits = |it: &Channel| it.kind == ChannelKind::Category && it.guild_id == Some(guild);
        if parent.is_some_and(|parent| !parent.is_some_and(fits)) {
            at("parent_id").wrong("CHANNEL_PARENT_INVALID", "Category does not exist");
        }
        form.finish()?;
        let id = self.next_id();
        let position = self
            .guild_channels(guild)
            .last()
            .map_or(0, |last| last.position + 1);
        let name = match new.kind {
            ChannelKind::Text | ChannelKind::Announcement | ChannelKind::Forum => {
                let name = new.name.to_lowercase();
                name.split_whitespace().collect::<Vec<_>>().join("-")
            }
            _ => new.name,
        };
        let mut settings = new.settings;
        self.number_tags(&mut settings.forum);
        let channel = Channel {
            name,
            topic: new.topic,
            parent_id: new.parent_id,
            position: new.position.unwrap_or(position),
            overwrites: new.overwrites,
            settings,
            ..Channel::new(id, new.kind, Some(guild))
        };
        self.channels.insert(id, channel);
        self.happened(Happening::ChannelCreated(id));
        Ok(id)
    }

    /// The direct message channel of two users; opens it if there is none.
    pub fn open_dm(&mut self, from: Id, to: Id) -> Result<Id, Refusal> {
        let to_bot = self.user(to)?.is_bot();
        if from == to || to_bot && self.is_bot(from) {
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
            recipients: vec![from, to],
            ..Channel::new(id, ChannelKind::DirectMessage, None)
        };
        self.channels.insert(id, channel);
        self.happened(Happening::ChannelCreated(id));
        Ok(id)
    }

    /// Changes a channel as `by`.
    pub fn change_channel(
        &mut self,
        by: Id,
        id: Id,
        mut change: ChannelChange,
    ) -> Result<(), Refusal> {
        let channel = self.channel_for(id, by, 0)?;
        self.check_change(by, channel, &change)?;
        let now = self.now_ms();
        let is_renamed = |name: &String| channel.thread.is_some() && *name != channel.name;
        let renamed = change.name.clone().filter(is_renamed);
        if let Some(settings) = &mut change.settings {
            self.number_tags(&mut settings.forum);
        }
        let channel = self.channel_mut(id)?;
        set(&mut channel.name, change.name);
        set(&mut channel.topic, change.topic);
        set(&mut channel.position, change.position);
        set(&mut channel.overwrites, change.overwrites);
        set(&mut channel.settings, change.settings);
        if let Some(thread) = &mut channel.thread {
            let before = (thread.archived, thread.auto_archive_minutes);
            set(&mut thread.archived, change.archived);
            set(&mut thread.locked, change.locked);
            set(&mut thread.invitable, change.invitable);
            set(&mut thread.tags, change.tags);
            set(&mut thread.pinned, change.pinned);
            set(
                &mut thread.auto_archive_minutes,
                change.auto_archive_minutes,
            );
            if before != (thread.archived, thread.auto_archive_minutes) {
                thread.archive_changed_ms = now;
            }
        } else {
            set(&mut channel.parent_id, change.parent_id);
        }
        self.happened(Happening::ChannelUpdated(id));
        match renamed {
            Some(name) => self.say(by, id, System::Renamed, &name, None),
            None => Ok(()),
        }
    }

    fn check_change(
        &self,
        by: Id,
        channel: &Channel,
        change: &ChannelChange,
    ) -> Result<(), Refusal> {
        if channel.is_direct() {
            return Err(Refusal::NotInDirectMessages);
        }
        let bits = self.channel_permissions(channel, by);
        let allowed = match &channel.thread {
            None => bits & MANAGE_CHANNELS != 0,
            // The person who opened a thread may name and archive it. People who write in it may
            // unarchive it. Only moderators lock it (Discord documentation, "Modify Channel").
            Some(thread) => {
                let settings = change.settings.as_ref();
                let slower = settings.is_some_and(|settings| *settings != channel.settings);
                let unlocked = change.locked.is_none() && !thread.locked && !slower;
                let may = thread.owner == by
                    || change.only_reopens() && bits & SEND_MESSAGES_IN_THREADS != 0;
                bits & MANAGE_THREADS != 0 || unlocked && may
            }
        };
        if !allowed || change.overwrites.is_some() && bits & MANAGE_ROLES == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let form = Form::default();
        let at = |name| form.field(name, &Value::Null);
        if let Some(name) = &change.name {
            at("name").check_length(length(name), &NAME);
        }
        let topic = change.topic.as_ref().and_then(|topic| topic.as_deref());
        check_topic(&at("topic"), channel.kind, topic);
        check_archive_minutes(&at("auto_archive_duration"), change.auto_archive_minutes);
        form.finish()?;
        // An archived thread can only be changed by a request that also unarchives it.
        let is_archived = channel
            .thread
            .as_ref()
            .is_some_and(|thread| thread.archived);
        if is_archived && change.archived != Some(false) {
            return Err(Refusal::ThreadArchived);
        }
        match (&change.tags, channel.parent_id) {
            (Some(tags), Some(forum)) if self.is_post(channel) => {
                self.check_tags(by, self.channel(forum)?, tags)
            }
            _ => Ok(()),
        }
    }

    /// Deletes a channel as `by`.
    pub fn delete_channel_as(&mut self, by: Id, id: Id) -> Result<(), Refusal> {
        let channel = self.channel_for(id, by, 0)?;
        let needed = if channel.thread.is_some() {
            MANAGE_THREADS
        } else {
            MANAGE_CHANNELS
        };
        // Closing a direct message deletes nothing.
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
        let guild = channel
            .guild_id
            .and_then(|guild| self.guilds.get_mut(&guild));
        if let Some(guild) = guild.filter(|guild| guild.system_channel == Some(id)) {
            guild.system_channel = None;
        }
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

    /// Sets the channel's overwrite for a role or a member, as `by`, who can only allow and deny
    /// what [`World::exceptable`] gives.
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
        if (overwrite.allow | overwrite.deny) & !self.exceptable(place, by) != 0 {
            return Err(Refusal::MissingPermissions);
        }
        self.change_overwrite(channel, overwrite.id, Some(overwrite))
    }

    /// Removes an overwrite, as `by`.
    pub fn remove_overwrite(&mut self, by: Id, channel: Id, of: Id) -> Result<(), Refusal> {
        let place = self.channel_for(channel, by, MANAGE_ROLES)?;
        if !place.overwrites.iter().any(|overwrite| overwrite.id == of) {
            return Err(Refusal::UnknownOverwrite);
        }
        self.change_overwrite(channel, of, None)
    }

    /// Sets or removes an overwrite without a check of permissions.
    pub fn change_overwrite(
        &mut self,
        channel: Id,
        of: Id,
        overwrite: Option<Overwrite>,
    ) -> Result<(), Refusal> {
        let place = self.channel_mut(channel)?;
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

/// The topic of a forum is its guidelines, which may be longer (Discord documentation, "Modify
/// Channel").
fn check_topic(field: &Field<'_>, kind: ChannelKind, topic: Option<&str>) {
    let most = match kind {
        ChannelKind::Forum => 4096,
        _ => 1024,
    };
    field.check_length(topic.map_or(0, length), &(0..=most));
}
