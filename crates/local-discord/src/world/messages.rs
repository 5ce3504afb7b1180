//! Messages, and how bots and people read, edit and delete them.

use std::ops::Bound;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::components::walk;
use super::drafts::{MessageDraft, Upload};
use super::layout;
use super::permissions::{MANAGE_MESSAGES, MANAGE_THREADS, READ_MESSAGE_HISTORY};
use super::system::System;
use super::{Happening, Id, InteractionKind, Refusal, Target, World};

/// Message flag: its embeds are not shown.
pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Message flag: a thread was started from it.
pub const HAS_THREAD: u64 = 1 << 5;
/// Message flag: only one person sees it.
pub const EPHEMERAL: u64 = 1 << 6;
/// Message flag: a deferred answer that has not come yet.
pub const LOADING: u64 = 1 << 7;
/// Message flag: it has components of the second version (v2) and nothing else.
pub const COMPONENTS_V2: u64 = 1 << 15;

const BULK_DELETE_MS: u64 = 14 * 24 * 3600 * 1000;

/// A message in its current version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    pub id: Id,
    pub channel_id: Id,
    pub author: Id,
    pub content: String,
    pub made_ms: u64,
    pub edited_ms: Option<u64>,
    pub flags: u64,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Attachment>,
    pub mentions: Vec<Id>,
    pub mention_roles: Vec<Id>,
    pub mention_everyone: bool,
    /// Since when it is pinned.
    pub pinned_ms: Option<u64>,
    /// Each emoji as in the address of a reaction, and the people who reacted.
    pub reactions: Vec<(String, Vec<Id>)>,
    pub reply_to: Option<Id>,
    /// For Discord's own messages: what this one says.
    pub system: Option<System>,
    /// The interaction that it answers.
    pub answers: Option<Answered>,
    /// The only person who sees it.
    pub ephemeral_to: Option<Id>,
    #[serde(skip)]
    pub nonce: Option<String>,
}

/// The interaction that a message answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    pub interaction: Id,
    pub kind: InteractionKind,
    /// The command's name, with its subcommand.
    pub name: Option<String>,
    pub user: Id,
    pub application: Id,
    /// For a follow-up: the first answer.
    pub follows: Option<Id>,
    /// The message whose control was used, or opened the form.
    #[serde(default)]
    pub pressed: Option<Id>,
    /// The target of the command.
    #[serde(default)]
    pub target: Option<Target>,
}

/// A file of a message; its content is among the blobs of the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attachment {
    pub id: Id,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: String,
    pub size: usize,
    /// Width and height, if it is a picture.
    pub dimensions: Option<(u32, u32)>,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Blob {
    Memory(Arc<[u8]>),
    File(PathBuf),
}

/// Which part of a channel's messages a request wants.
#[derive(Clone, Copy, Debug)]
pub enum Page {
    Newest,
    Before(Id),
    After(Id),
    Around(Id),
}

impl World {
    /// Copies a draft into a new or an edited message. The caller deletes the contents of files
    /// that the message no longer has.
    pub(super) fn fill(
        &mut self,
        message: &mut Message,
        draft: MessageDraft,
    ) -> Result<(), Refusal> {
        if let Some(kept) = &draft.kept {
            message.keep_files(kept)?;
        }
        let is_v2 = (message.flags | draft.flags.unwrap_or(0)) & COMPONENTS_V2 != 0;
        if is_v2 {
            let shown = draft.components.as_ref().unwrap_or(&message.components);
            let old = message.attachments.iter().map(|file| file.filename.clone());
            let new = draft.uploads.iter().map(|file| plain_name(&file.filename));
            layout::check_files(shown, &old.chain(new).collect::<Vec<_>>())?;
        }
        for upload in draft.uploads {
            message.attachments.push(self.store_upload(upload));
        }
        // Text pings wherever it is, in the content or in components.
        let text = match &draft.components {
            Some(components) if is_v2 => Some(layout::text_of(components)),
            _ => draft.content.clone(),
        };
        if let Some(text) = text {
            let channel = self.channel(message.channel_id)?;
            let allowed = draft.allowed_mentions.as_ref();
            let mentions = self.mentions_in(channel, message.author, &text, allowed);
            message.mentions = mentions.users;
            message.mention_roles = mentions.roles;
            message.mention_everyone = mentions.everyone;
        }
        if let Some(content) = draft.content {
            message.content = content;
        }
        if let Some(flags) = draft.flags {
            let settable = SUPPRESS_EMBEDS | COMPONENTS_V2;
            message.flags = message.flags & !SUPPRESS_EMBEDS | flags & settable;
        }
        if let Some(embeds) = draft.embeds {
            message.embeds = embeds;
        }
        if let Some(components) = draft.components {
            message.components = components;
        }
        Ok(())
    }

    /// Stores a file that somebody gives with a command. Returns its id.
    pub fn give_file(&mut self, upload: Upload) -> Id {
        let file = self.store_upload(upload);
        let id = file.id;
        self.given_files.insert(id, file);
        id
    }

    fn store_upload(&mut self, upload: Upload) -> Attachment {
        let id = self.next_id();
        let reader = image::ImageReader::new(std::io::Cursor::new(&upload.bytes))
            .with_guessed_format()
            .ok();
        let format = reader.as_ref().and_then(image::ImageReader::format);
        let content_type = match format {
            Some(format) => format.to_mime_type().to_owned(),
            None => upload
                .content_type
                .unwrap_or_else(|| "application/octet-stream".to_owned()),
        };
        let dimensions = match (format, reader) {
            (Some(_), Some(reader)) => reader.into_dimensions().ok(),
            _ => None,
        };
        let size = upload.bytes.len();
        self.blobs.insert(id, Blob::Memory(upload.bytes));
        let filename = plain_name(&upload.filename);
        Attachment {
            id,
            filename,
            description: upload.description,
            content_type,
            size,
            dimensions,
        }
    }

    /// The message, if `user` may see it in this channel.
    pub fn message_for(
        &self,
        user: Id,
        channel: Id,
        message: Id,
    ) -> Result<&Arc<Message>, Refusal> {
        let place = self.channel_for(channel, user, READ_MESSAGE_HISTORY)?;
        let message = place
            .messages
            .get(&message)
            .filter(|message| self.shows(message, user));
        message.ok_or(Refusal::UnknownMessage)
    }

    /// Whether a message is made of components of the second version.
    pub fn is_v2(&self, channel: Id, message: Id) -> bool {
        let place = self.channels.get(&channel);
        let message = place.and_then(|place| place.messages.get(&message));
        message.is_some_and(|message| message.flags & COMPONENTS_V2 != 0)
    }

    /// Whether somebody who sees the channel also sees this message.
    pub fn shows(&self, message: &Message, user: Id) -> bool {
        message.ephemeral_to.is_none_or(|to| to == user)
    }

    /// Edits a message as `by`, who wrote it. Archived threads refuse edits (Discord documentation,
    /// "JSON Error Codes", 50083); in a locked one, only people with Manage Threads can edit.
    pub fn edit(
        &mut self,
        by: Id,
        channel: Id,
        message: Id,
        draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        let target = self.message_for(by, channel, message)?;
        // Other people may only suppress embeds (Discord documentation, "Edit Message").
        if target.author != by {
            if !draft.is_only_flags() {
                return Err(Refusal::NotTheAuthor);
            }
            self.channel_for(channel, by, MANAGE_MESSAGES)?;
        }
        if target.system.is_some() {
            return Err(Refusal::SystemMessage);
        }
        let place = self.channels.get(&channel);
        if let Some((place, thread)) = place.and_then(|place| Some((place, place.thread.as_ref()?)))
        {
            if thread.archived {
                return Err(Refusal::ThreadArchived);
            }
            if thread.locked && self.channel_permissions(place, by) & MANAGE_THREADS == 0 {
                return Err(Refusal::MissingPermissions);
            }
        }
        self.rewrite(channel, message, draft)
    }

    /// Edits a message without a check of permissions. This also completes a deferred answer.
    pub(super) fn rewrite(
        &mut self,
        channel: Id,
        id: Id,
        draft: MessageDraft,
    ) -> Result<Arc<Message>, Refusal> {
        let place = self.channel(channel)?;
        let Some(before) = place.messages.get(&id).cloned() else {
            return Err(Refusal::UnknownMessage);
        };
        let mut message = Message::clone(&before);
        self.fill(&mut message, draft)?;
        if message.is_empty() {
            return Err(Refusal::EmptyMessage);
        }
        if message.flags & COMPONENTS_V2 != 0 {
            layout::check_lost(&message)?;
        }
        for file in &before.attachments {
            if !message.attachments.iter().any(|kept| kept.id == file.id) {
                self.blobs.remove(&file.id);
            }
        }
        if message.flags & LOADING != 0 {
            message.flags &= !LOADING;
            // A deferred answer has come, so its mentions ping now.
            self.uncount(&before);
            self.count_unread(&message);
        } else {
            message.edited_ms = Some(self.now_ms());
        }
        self.replace(message)
    }

    pub(super) fn replace(&mut self, message: Message) -> Result<Arc<Message>, Refusal> {
        let message = Arc::new(message);
        let place = self.channel_mut(message.channel_id)?;
        place.messages.insert(message.id, message.clone());
        self.happened(Happening::MessageUpdated(message.clone()));
        Ok(message)
    }

    /// Deletes a message as `by`: one's own, or anybody's with Manage Messages. People can dismiss
    /// their ephemeral messages.
    pub fn delete_message(&mut self, by: Id, channel: Id, message: Id) -> Result<(), Refusal> {
        let target = self.message_for(by, channel, message)?.clone();
        if target.system.is_some_and(|system| !system.is_deletable()) {
            return Err(Refusal::SystemMessage);
        }
        if target.author != by && target.ephemeral_to != Some(by) {
            let place = self.channel_for(channel, by, 0)?;
            if place.is_direct() {
                return Err(Refusal::NotInDirectMessages);
            }
            self.channel_for(channel, by, MANAGE_MESSAGES)?;
        }
        self.remove_message(channel, message)?;
        self.happened(Happening::MessageDeleted(target));
        Ok(())
    }

    pub(super) fn remove_message(
        &mut self,
        channel: Id,
        message: Id,
    ) -> Result<Arc<Message>, Refusal> {
        let place = self.channel_mut(channel)?;
        let removed = place
            .messages
            .remove(&message)
            .ok_or(Refusal::UnknownMessage)?;
        for attachment in &removed.attachments {
            self.blobs.remove(&attachment.id);
        }
        self.uncount(&removed);
        Ok(removed)
    }

    /// Deletes 2 to 100 messages of the last two weeks at once. Unknown ones are ignored.
    pub fn bulk_delete(&mut self, by: Id, channel: Id, ids: &[Id]) -> Result<(), Refusal> {
        let place = self.channel_for(channel, by, MANAGE_MESSAGES)?;
        if place.is_direct() {
            return Err(Refusal::NotInDirectMessages);
        }
        if !(2..=100).contains(&ids.len()) {
            let message = "Must be between 2 and 100 in length.";
            return Err(Refusal::form("messages", "BASE_TYPE_BAD_LENGTH", message));
        }
        let oldest = Id::at(self.now_ms().saturating_sub(BULK_DELETE_MS));
        if ids.iter().any(|id| *id < oldest) {
            return Err(Refusal::TooOldForBulk);
        }
        let seen = |id: &&Id| {
            place
                .messages
                .get(id)
                .is_some_and(|message| message.ephemeral_to.is_none())
        };
        let ids: Vec<Id> = ids.iter().filter(seen).copied().collect();
        let messages = ids
            .iter()
            .map(|id| self.remove_message(channel, *id))
            .collect::<Result<_, _>>()?;
        self.happened(Happening::MessagesBulkDeleted { channel, messages });
        Ok(())
    }

    /// Up to `limit` messages that `user` sees, newest first.
    pub fn history(
        &self,
        user: Id,
        channel: Id,
        page: Page,
        limit: usize,
    ) -> Result<Vec<Arc<Message>>, Refusal> {
        let place = self.channel_for(channel, user, 0)?;
        if self.channel_permissions(place, user) & READ_MESSAGE_HISTORY == 0 {
            return Ok(Vec::new());
        }
        let seen = |(_, message): &(&Id, &Arc<Message>)| self.shows(message, user);
        let take = |(_, message): (&Id, &Arc<Message>)| message.clone();
        let up_to = |end: Bound<Id>, limit: usize| {
            let messages = place.messages.range((Bound::Unbounded, end)).rev();
            messages.filter(seen).take(limit).map(take)
        };
        let from = |start: Bound<Id>, limit: usize| {
            let messages = place.messages.range((start, Bound::Unbounded));
            messages.filter(seen).take(limit).map(take)
        };
        let mut messages: Vec<_> = match page {
            Page::Newest => up_to(Bound::Unbounded, limit).collect(),
            Page::Before(id) => up_to(Bound::Excluded(id), limit).collect(),
            Page::After(id) => from(Bound::Excluded(id), limit).collect(),
            Page::Around(id) => {
                let later = from(Bound::Included(id), limit.div_ceil(2));
                later.chain(up_to(Bound::Excluded(id), limit / 2)).collect()
            }
        };
        messages.sort_unstable_by_key(|message| std::cmp::Reverse(message.id));
        Ok(messages)
    }
}

impl Message {
    /// Drops all files but these, which get new descriptions.
    fn keep_files(&mut self, kept: &[(Id, Option<String>)]) -> Result<(), Refusal> {
        for (place, (id, description)) in kept.iter().enumerate() {
            let mut files = self.attachments.iter_mut();
            let Some(file) = files.find(|file| file.id == *id) else {
                let (path, code) = (format!("attachments.{place}.id"), "ATTACHMENT_NOT_FOUND");
                return Err(Refusal::form(&path, code, "There is no such attachment"));
            };
            if description.is_some() {
                file.description.clone_from(description);
            }
        }
        let is_kept = |file: &Attachment| kept.iter().any(|(id, _)| *id == file.id);
        self.attachments.retain(is_kept);
        Ok(())
    }

    /// An empty message.
    pub(super) fn new(id: Id, channel_id: Id, author: Id, made_ms: u64) -> Message {
        Message {
            id,
            channel_id,
            author,
            content: String::new(),
            made_ms,
            edited_ms: None,
            flags: 0,
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mention_everyone: false,
            pinned_ms: None,
            reactions: Vec::new(),
            reply_to: None,
            system: None,
            answers: None,
            ephemeral_to: None,
            nonce: None,
        }
    }

    fn is_empty(&self) -> bool {
        self.content.is_empty()
            && self.embeds.is_empty()
            && self.components.is_empty()
            && self.attachments.is_empty()
            && self.flags & LOADING == 0
    }

    /// The control with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        let mut control = None;
        walk(&self.components, "", &mut |component, _| {
            if component["custom_id"] == json!(custom_id) {
                control = Some(component);
            }
        });
        control
    }
}

/// Discord keeps only plain characters of a file's name.
fn plain_name(name: &str) -> String {
    let plain_sign = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '_'
        }
    };
    let plain: String = name.chars().map(plain_sign).collect();
    // An address can't end with such a name.
    if plain.trim_matches('.').is_empty() {
        "file".to_owned()
    } else {
        plain
    }
}
