//! The message that a request asks for, read and checked.

use std::sync::Arc;

use serde_json::{Value, json};

use super::components::check_rows;
use super::embeds;
use super::forms::{Field, Form, id_in};
use super::layout;
use super::mentions::AllowedMentions;
use super::messages::{COMPONENTS_V2, LOADING};
use super::permissions::{ATTACH_FILES, EMBED_LINKS, READ_MESSAGE_HISTORY};
use super::stored::stored_components;
use super::{Id, Refusal};

const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;
const MAX_FILES: usize = 10;

/// A file that came with a request as `files[index]`.
#[derive(Clone, Debug)]
pub struct Upload {
    pub index: u64,
    pub filename: String,
    pub content_type: Option<String>,
    pub description: Option<String>,
    pub bytes: Arc<[u8]>,
}

/// The message that a request asks for. In an edit, None leaves a part as it is; in a new message
/// it is empty.
#[derive(Clone, Debug, Default)]
pub struct MessageDraft {
    pub content: Option<String>,
    pub embeds: Option<Vec<Value>>,
    pub components: Option<Vec<Value>>,
    /// Attachments to keep, with new descriptions.
    pub(super) kept: Option<Vec<(Id, Option<String>)>>,
    pub(super) uploads: Vec<Upload>,
    pub flags: Option<u64>,
    pub(super) nonce: Option<String>,
    pub(super) enforce_nonce: bool,
    pub(super) allowed_mentions: Option<AllowedMentions>,
    pub(super) reply_to: Option<Id>,
    /// Whether it must not be sent if the message to reply to does not exist.
    pub(super) only_as_reply: bool,
}

impl MessageDraft {
    /// A plain text.
    pub fn text(content: &str) -> MessageDraft {
        MessageDraft {
            content: Some(content.to_owned()),
            ..MessageDraft::default()
        }
    }

    /// Reads and checks a request for a new message with its files. The error (50035) names every
    /// wrong field.
    pub fn parse(body: &Value, uploads: Vec<Upload>) -> Result<MessageDraft, Refusal> {
        MessageDraft::parse_edit(body, uploads, false)
    }

    /// Reads the request for an edit. `has_v2`: whether the message has components of the second
    /// version.
    pub fn parse_edit(
        body: &Value,
        mut uploads: Vec<Upload>,
        has_v2: bool,
    ) -> Result<MessageDraft, Refusal> {
        let form = Form::default();
        let body = form.field("", body);
        let content = body.given("content");
        let content = content.map(|it| it.text(0..=2000).unwrap_or_default().to_owned());
        let embeds = body.given("embeds").map(|list| embeds::embeds(&list));
        let flags = body.value["flags"].as_u64().map(|flags| flags & !LOADING);
        if has_v2 || flags.is_some_and(|flags| flags & COMPONENTS_V2 != 0) {
            layout::check(&body);
        } else {
            check_rows(&body.at("components"));
        }
        let reference = body.at("message_reference");
        if reference.kind() == 1 {
            let message = "The local Discord does not forward messages";
            reference.at("type").wrong("LOCAL_UNKNOWN", message);
        }
        for field in ["poll", "sticker_ids"].map(|name| body.at(name)) {
            if !field.is_null() && *field.value != json!([]) {
                field.unknown();
            }
        }
        let components = body.given("components").map(|list| {
            let components = list.value.as_array();
            stored_components(components.map_or(&[], Vec::as_slice))
        });
        let kept = attachments(&body, &mut uploads);
        let nonce = match body.value["nonce"].as_number() {
            Some(number) => Some(number.to_string()),
            None => body.at("nonce").text(0..=25).map(str::to_owned),
        };
        let allowed_mentions = AllowedMentions::parse(&body.at("allowed_mentions"));
        let reply_to = id_in(&reference.value["message_id"]);
        let enforce_nonce = body.value["enforce_nonce"] == true;
        let only_as_reply = reference.value["fail_if_not_exists"] != false;
        form.finish()?;
        if uploads
            .iter()
            .any(|upload| upload.bytes.len() > MAX_FILE_BYTES)
        {
            return Err(Refusal::TooLarge);
        }
        Ok(MessageDraft {
            content,
            embeds,
            components,
            kept,
            uploads,
            flags,
            nonce,
            enforce_nonce,
            allowed_mentions,
            reply_to,
            only_as_reply,
        })
    }

    /// A deferred answer: the content will come later.
    pub(super) fn promise() -> MessageDraft {
        MessageDraft {
            flags: Some(LOADING),
            ..MessageDraft::default()
        }
    }

    /// Whether this flag is set.
    pub fn has_flag(&self, flag: u64) -> bool {
        self.flags.is_some_and(|flags| flags & flag != 0)
    }

    /// Whether it only changes the flags.
    pub(super) fn is_only_flags(&self) -> bool {
        self.content.is_none()
            && self.embeds.is_none()
            && self.components.is_none()
            && self.kept.is_none()
            && self.uploads.is_empty()
    }

    /// The permissions that it needs besides the one for writing.
    pub(super) fn needs(&self) -> u64 {
        let embeds = self
            .embeds
            .as_ref()
            .is_some_and(|embeds| !embeds.is_empty());
        [
            (!self.uploads.is_empty(), ATTACH_FILES),
            (embeds, EMBED_LINKS),
            (self.reply_to.is_some(), READ_MESSAGE_HISTORY),
        ]
        .iter()
        .filter(|(has, _)| *has)
        .fold(0, |all, (_, bit)| all | bit)
    }

    pub fn is_empty(&self) -> bool {
        self.content
            .as_ref()
            .is_none_or(|content| content.trim().is_empty())
            && self.embeds.as_ref().is_none_or(Vec::is_empty)
            && self.components.as_ref().is_none_or(Vec::is_empty)
            && self.uploads.is_empty()
    }
}

/// Matches the list of attachments with the files. Descriptions and names go to the files; the
/// remaining entries are attachments to keep.
fn attachments(body: &Field<'_>, uploads: &mut [Upload]) -> Option<Vec<(Id, Option<String>)>> {
    let field = body.at("attachments");
    let listed = field.items(0..=MAX_FILES);
    if listed.len() <= MAX_FILES {
        field.check_length(uploads.len(), &(0..=MAX_FILES));
    }
    let mut kept = Vec::new();
    for entry in &listed {
        let description = entry.at("description").text(0..=1024).map(str::to_owned);
        let Some(id) = id_in(&entry.value["id"]) else {
            entry.at("id").missing();
            continue;
        };
        if let Some(upload) = uploads.iter_mut().find(|upload| upload.index == id.0) {
            upload.description = description;
            if let Some(filename) = entry.value["filename"].as_str() {
                upload.filename = filename.to_owned();
            }
        } else {
            kept.push((id, description));
        }
    }
    body.given("attachments").map(|_| kept)
}
