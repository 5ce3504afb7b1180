//! Threads: channels inside of channels, with members of their own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::channels::check_name_and_topic;
use super::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS, SEND_MESSAGES_IN_THREADS,
};
use super::{Channel, ChannelKind, FormErrors, Happening, Id, Refusal, World};

/// The archive durations that Discord knows, in minutes.
const ARCHIVE_MINUTES: [u32; 4] = [60, 1440, 4320, 10_080];

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

impl World {
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

    /// Puts `user` into a thread, as `by`; into none that is archived (Discord documentation, "Add
    /// Thread Member").
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

    /// Brings back a thread that was put away; any other channel is left as it is.
    pub(super) fn wake_thread(&mut self, channel: Id) {
        let now = self.now_ms();
        let place = self.channels.get_mut(&channel);
        let thread = place.and_then(|place| place.thread.as_mut());
        if let Some(thread) = thread.filter(|thread| thread.archived) {
            (thread.archived, thread.archive_changed_ms) = (false, now);
            self.happened(Happening::ChannelUpdated(channel));
        }
    }

    /// Takes `user` out of a thread, as `by`; out of none that is archived (Discord documentation,
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
        }
        Ok(())
    }
}

pub(super) fn check_archive_minutes(errors: &mut FormErrors, minutes: Option<u32>) {
    if minutes.is_some_and(|minutes| !ARCHIVE_MINUTES.contains(&minutes)) {
        errors.add(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        );
    }
}
