//! Discord's refusals, with their HTTP statuses, codes and bodies.

use std::fmt;

use serde_json::{Map, Value, json};

/// How many characters of a sentence or a path are told.
const LONGEST_QUOTE: usize = 1000;

/// Why a request is refused: one of Discord's documented JSON error codes.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    Unauthorized,
    /// Discord doesn't document its answer for an unavailable server. This is its documented answer
    /// for its own failures.
    Unavailable,
    UnknownApplication,
    UnknownChannel,
    UnknownGuild,
    UnknownMember,
    UnknownMessage,
    UnknownOverwrite,
    UnknownRole,
    UnknownUser,
    UnknownEmoji,
    UnknownWebhook,
    UnknownInteraction,
    UnknownCommand,
    UnknownEvent,
    UnknownTag,
    /// Seconds to wait.
    SlowMode(u64),
    TooManyPins,
    TooManyCommands,
    TooManyEvents,
    TooLarge,
    NotInVoice,
    AlreadyAcknowledged,
    NeedsTag,
    MissingAccess,
    NotInDirectMessages,
    NotTheAuthor,
    EmptyMessage,
    DirectMessagesClosed,
    NotForMessages,
    MissingPermissions,
    WrongChannelForPin,
    WrongChannelType,
    TokenExpired,
    InvalidRecipient,
    TooOldForBulk,
    InvalidForm(FormErrors),
    SystemMessage,
    ThreadArchived,
    InvalidJson,
    NoMutualGuilds,
    ThreadExists,
    FinishedEvent,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.answer().2)?;
        match self {
            Refusal::SlowMode(seconds) => write!(f, ": write again in {seconds} s"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The HTTP status, Discord's JSON error code and its words
    /// (<https://docs.discord.com/developers/topics/opcodes-and-status-codes#json>).
    #[rustfmt::skip]
    fn answer(&self) -> (u16, u32, &'static str) {
        match self {
            Refusal::Unauthorized => (401, 0, "401: Unauthorized"),
            Refusal::Unavailable => (503, 0, "503: Service Unavailable"),
            Refusal::UnknownApplication => (404, 10002, "Unknown Application"),
            Refusal::UnknownChannel => (404, 10003, "Unknown Channel"),
            Refusal::UnknownGuild => (404, 10004, "Unknown Guild"),
            Refusal::UnknownMember => (404, 10007, "Unknown Member"),
            Refusal::UnknownMessage => (404, 10008, "Unknown Message"),
            Refusal::UnknownOverwrite => (404, 10009, "Unknown Overwrite"),
            Refusal::UnknownRole => (404, 10011, "Unknown Role"),
            Refusal::UnknownUser => (404, 10013, "Unknown User"),
            Refusal::UnknownEmoji => (400, 10014, "Unknown Emoji"),
            Refusal::UnknownWebhook => (404, 10015, "Unknown Webhook"),
            Refusal::UnknownInteraction => (404, 10062, "Unknown interaction"),
            Refusal::UnknownCommand => (404, 10063, "Unknown application command"),
            Refusal::UnknownEvent => (404, 10070, "Unknown Guild Scheduled Event"),
            Refusal::UnknownTag => (404, 10087, "Unknown tag"),
            Refusal::SlowMode(_) => (429, 20016, "This action cannot be performed due to slow mode"),
            Refusal::TooManyPins => (400, 30003, "Maximum number of pins reached for the channel (250)"),
            Refusal::TooManyCommands => (400, 30032, "Maximum number of application commands reached"),
            Refusal::TooManyEvents => (400, 30038, "Maximum number of uncompleted guild scheduled events reached (100)"),
            Refusal::TooLarge => (413, 40005, "Request entity too large"),
            Refusal::NotInVoice => (400, 40032, "Target user is not connected to voice."),
            Refusal::AlreadyAcknowledged => (400, 40060, "Interaction has already been acknowledged."),
            Refusal::NeedsTag => (400, 40067, "A tag is required to create a forum post in this channel"),
            Refusal::MissingAccess => (403, 50001, "Missing Access"),
            Refusal::NotInDirectMessages => (400, 50003, "Cannot execute action on a DM channel"),
            Refusal::NotTheAuthor => (403, 50005, "Cannot edit a message authored by another user"),
            Refusal::EmptyMessage => (400, 50006, "Cannot send an empty message"),
            Refusal::DirectMessagesClosed => (403, 50007, "Cannot send messages to this user"),
            Refusal::NotForMessages => (400, 50008, "Cannot send messages in a non-text channel"),
            Refusal::MissingPermissions => (403, 50013, "Missing Permissions"),
            Refusal::WrongChannelForPin => (400, 50019, "A message can only be pinned in the channel it was sent in"),
            Refusal::WrongChannelType => (400, 50024, "Cannot execute action on this channel type"),
            Refusal::TokenExpired => (401, 50027, "Invalid Webhook Token"),
            Refusal::InvalidRecipient => (400, 50033, "Invalid Recipient(s)"),
            Refusal::TooOldForBulk => (400, 50034, "You can only bulk delete messages that are under 14 days old."),
            Refusal::InvalidForm(_) => (400, 50035, "Invalid Form Body"),
            Refusal::SystemMessage => (403, 50021, "Cannot execute action on a system message"),
            Refusal::ThreadArchived => (400, 50083, "Thread is archived"),
            Refusal::InvalidJson => (400, 50109, "The request body contains invalid JSON."),
            Refusal::NoMutualGuilds => (403, 50278, "Cannot send messages to this user due to having no mutual guilds"),
            Refusal::ThreadExists => (400, 160_004, "A thread has already been created for this message"),
            Refusal::FinishedEvent => (400, 180_000, "Cannot update a finished event"),
        }
    }

    pub fn status(&self) -> u16 {
        self.answer().0
    }

    /// The body of Discord's answer.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.to_string(), "code": self.answer().1 });
        if let Refusal::InvalidForm(errors) = self {
            body["errors"] = errors.nested();
        }
        body
    }

    /// This refusal of a form that is inside another one, at `path`.
    pub fn below(self, path: &str) -> Refusal {
        match self {
            Refusal::InvalidForm(FormErrors(mut errors)) => {
                for (place, ..) in &mut errors {
                    *place = format!("{path}.{place}");
                }
                Refusal::InvalidForm(FormErrors(errors))
            }
            other => other,
        }
    }

    /// A form without a field that it must have.
    pub fn missing(path: &str) -> Refusal {
        Refusal::form(path, "BASE_TYPE_REQUIRED", "This field is required")
    }

    /// A form with one wrong field. `path` is like `components.0.label`.
    pub fn form(path: &str, code: &'static str, message: impl Into<String>) -> Refusal {
        let mut errors = FormErrors::default();
        errors.add(path, code, message);
        Refusal::InvalidForm(errors)
    }
}

/// A text with its beginning only if it is long: mistakes quote what was sent, however long.
pub(super) fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_QUOTE) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The wrong fields of a form: the path, Discord's name for the mistake, and a sentence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormErrors(Vec<(String, &'static str, String)>);

impl FormErrors {
    /// Adds a mistake at `path`, whose steps are joined with dots.
    pub fn add(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        let (path, message) = (path.to_owned(), message.into());
        self.0.push((shortened(path), code, shortened(message)));
    }

    /// `Ok` if there are no mistakes.
    pub fn into_result(self) -> Result<(), Refusal> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Refusal::InvalidForm(self))
        }
    }

    /// All mistakes and their places, as one sentence for people.
    pub fn in_words(&self) -> String {
        let words: Vec<_> = self
            .0
            .iter()
            .map(|(path, _, message)| format!("{path}: {message}"))
            .collect();
        words.join("; ")
    }

    /// Discord's nested form: `{"embeds": {"0": {"title": {"_errors": […]}}}}`.
    fn nested(&self) -> Value {
        let mut root = Map::new();
        for (path, code, message) in &self.0 {
            let mut place = &mut root;
            for step in path.split('.').filter(|step| !step.is_empty()) {
                let inner = place
                    .entry(step)
                    .or_insert_with(|| Value::Object(Map::new()));
                let Value::Object(inner) = inner else {
                    unreachable!("every step of a path is an object")
                };
                place = inner;
            }
            let errors = place.entry("_errors").or_insert_with(|| json!([]));
            if let Value::Array(errors) = errors {
                errors.push(json!({ "code": code, "message": message }));
            }
        }
        Value::Object(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_nest_by_their_path() {
        let mut errors = FormErrors::default();
        errors.add(
            "embeds.0.title",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 256 or fewer in length.",
        );
        errors.add(
            "content",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 2000 or fewer in length.",
        );
        let body = Refusal::InvalidForm(errors).body();
        assert_eq!(body["code"], 50035);
        assert_eq!(
            body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"],
            "BASE_TYPE_MAX_LENGTH"
        );
        assert_eq!(
            body["errors"]["content"]["_errors"][0]["message"],
            "Must be 2000 or fewer in length."
        );
    }
}
