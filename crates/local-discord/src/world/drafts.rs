//! The message that a request asks for, read and checked.

use std::sync::Arc;

use serde_json::Value;

use super::embeds;
use super::forms::{self, id_in, list};
use super::layout;
use super::mentions::AllowedMentions;
use super::messages::{COMPONENTS_V2, LOADING};
use super::permissions::{ATTACH_FILES, EMBED_LINKS, READ_MESSAGE_HISTORY};
use super::stored::stored_components;
use super::{FormErrors, Id, Refusal};

const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

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

    /// The same for an edit. The message may have components of the second version (v2).
    pub fn parse_edit(
        body: &Value,
        mut uploads: Vec<Upload>,
        has_v2: bool,
    ) -> Result<MessageDraft, Refusal> {
        let mut errors = FormErrors::default();
        let content = match &body["content"] {
            Value::Null if body.get("content").is_none() => None,
            Value::Null => Some(String::new()),
            _ => forms::text(&mut errors, body, "", "content", (0, 2000)).map(str::to_owned),
        };
        let given = |field: &str| body.get(field).is_some();
        let listed = list(&mut errors, body, "", "embeds");
        let embeds = given("embeds").then(|| embeds::embeds(&mut errors, listed));
        let components = list(&mut errors, body, "", "components");
        let flags = body["flags"].as_u64().map(|flags| flags & !LOADING);
        if has_v2 || flags.is_some_and(|flags| flags & COMPONENTS_V2 != 0) {
            layout::check(&mut errors, body, components)
        } else {
            forms::message_components(&mut errors, components)
        }
        if body["message_reference"]["type"] == 1 {
            let message = "The local Discord does not forward messages";
            errors.add("message_reference.type", "LOCAL_UNKNOWN", message);
        }
        for unknown in ["poll", "sticker_ids"] {
            let is_used = match &body[unknown] {
                Value::Null => false,
                Value::Array(items) => !items.is_empty(),
                _ => true,
            };
            if is_used {
                let message = format!("The local Discord does not know the field {unknown}");
                errors.add(unknown, "LOCAL_UNKNOWN", message);
            }
        }
        let components = given("components").then(|| stored_components(components));
        let kept = attachments(&mut errors, body, &mut uploads);
        let nonce = match &body["nonce"] {
            Value::Null => None,
            Value::Number(number) => Some(number.to_string()),
            _ => forms::text(&mut errors, body, "", "nonce", (0, 25)).map(str::to_owned),
        };
        let allowed_mentions = AllowedMentions::parse(&mut errors, &body["allowed_mentions"]);
        let reply_to = id_in(&body["message_reference"]["message_id"]);
        errors.into_result()?;
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
            enforce_nonce: body["enforce_nonce"].as_bool().unwrap_or(false),
            allowed_mentions,
            reply_to,
            only_as_reply: body["message_reference"]["fail_if_not_exists"] != false,
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
fn attachments(
    errors: &mut FormErrors,
    body: &Value,
    uploads: &mut [Upload],
) -> Option<Vec<(Id, Option<String>)>> {
    let listed = list(errors, body, "", "attachments");
    if listed.len().max(uploads.len()) > 10 {
        errors.add(
            "attachments",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        );
    }
    let mut kept = Vec::new();
    for (place, entry) in listed.iter().enumerate() {
        let path = format!("attachments.{place}");
        let description =
            forms::text(errors, entry, &path, "description", (0, 1024)).map(str::to_owned);
        let Some(id) = id_in(&entry["id"]) else {
            errors.add(
                &format!("{path}.id"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
            continue;
        };
        if let Some(upload) = uploads.iter_mut().find(|upload| upload.index == id.0) {
            upload.description = description;
            if let Some(filename) = entry["filename"].as_str() {
                upload.filename = filename.to_owned();
            }
        } else {
            kept.push((id, description));
        }
    }
    body.get("attachments").is_some().then_some(kept)
}
