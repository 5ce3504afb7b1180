//! Discord's refusals, with their HTTP statuses, codes and bodies.

use serde_json::{Map, Value, json};

/// How many characters of a sentence or a path are told.
const LONGEST_QUOTE: usize = 1000;

/// Why a request is refused: one of Discord's documented JSON error codes.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    #[error("401: Unauthorized")]
    Unauthorized,
    /// Discord doesn't document its answer for an unavailable server. This is its documented answer
    /// for its own failures.
    #[error("503: Service Unavailable")]
    Unavailable,
    #[error("Unknown Application")]
    UnknownApplication,
    #[error("Unknown Channel")]
    UnknownChannel,
    #[error("Unknown Guild")]
    UnknownGuild,
    #[error("Unknown Member")]
    UnknownMember,
    #[error("Unknown Message")]
    UnknownMessage,
    #[error("Unknown Overwrite")]
    UnknownOverwrite,
    #[error("Unknown Role")]
    UnknownRole,
    #[error("Unknown User")]
    UnknownUser,
    #[error("Unknown Emoji")]
    UnknownEmoji,
    #[error("Unknown tag")]
    UnknownTag,
    #[error("A tag is required to create a forum post in this channel")]
    NeedsTag,
    #[error("Cannot send messages in a non-text channel")]
    NotForMessages,
    /// Seconds to wait.
    #[error("This action cannot be performed due to slow mode: write again in {0} s")]
    SlowMode(u64),
    #[error("Unknown Webhook")]
    UnknownWebhook,
    #[error("Unknown interaction")]
    UnknownInteraction,
    #[error("Unknown application command")]
    UnknownCommand,
    #[error("Unknown Guild Scheduled Event")]
    UnknownEvent,
    #[error("Maximum number of uncompleted guild scheduled events reached (100)")]
    TooManyEvents,
    #[error("Cannot update a finished event")]
    FinishedEvent,
    #[error("Target user is not connected to voice.")]
    NotInVoice,
    #[error("Maximum number of pins reached for the channel (250)")]
    TooManyPins,
    #[error("Maximum number of application commands reached")]
    TooManyCommands,
    #[error("Request entity too large")]
    TooLarge,
    #[error("Interaction has already been acknowledged.")]
    AlreadyAcknowledged,
    #[error("Missing Access")]
    MissingAccess,
    #[error("Cannot execute action on a DM channel")]
    NotInDirectMessages,
    #[error("Cannot edit a message authored by another user")]
    NotTheAuthor,
    #[error("Cannot send an empty message")]
    EmptyMessage,
    #[error("Cannot send messages to this user")]
    DirectMessagesClosed,
    #[error("Missing Permissions")]
    MissingPermissions,
    #[error("A message can only be pinned in the channel it was sent in")]
    WrongChannelForPin,
    #[error("Cannot execute action on this channel type")]
    WrongChannelType,
    #[error("Invalid Webhook Token")]
    TokenExpired,
    #[error("Invalid Recipient(s)")]
    InvalidRecipient,
    #[error("You can only bulk delete messages that are under 14 days old.")]
    TooOldForBulk,
    #[error("Cannot execute action on a system message")]
    SystemMessage,
    #[error("Thread is archived")]
    ThreadArchived,
    #[error("The request body contains invalid JSON.")]
    InvalidJson,
    #[error("Cannot send messages to this user due to having no mutual guilds")]
    NoMutualGuilds,
    #[error("Maximum number of active threads reached / a thread exists for this message")]
    ThreadExists,
    #[error("Invalid Form Body")]
    InvalidForm(FormErrors),
}

impl Refusal {
    /// The HTTP status and Discord's JSON error code
    /// (<https://docs.discord.com/developers/topics/opcodes-and-status-codes#json>).
    pub fn status_and_code(&self) -> (u16, u32) {
        match self {
            Refusal::Unauthorized => (401, 0),
            Refusal::Unavailable => (503, 0),
            Refusal::UnknownApplication => (404, 10002),
            Refusal::UnknownChannel => (404, 10003),
            Refusal::UnknownGuild => (404, 10004),
            Refusal::UnknownMember => (404, 10007),
            Refusal::UnknownMessage => (404, 10008),
            Refusal::UnknownOverwrite => (404, 10009),
            Refusal::UnknownRole => (404, 10011),
            Refusal::UnknownUser => (404, 10013),
            Refusal::UnknownEmoji => (400, 10014),
            Refusal::UnknownWebhook => (404, 10015),
            Refusal::UnknownInteraction => (404, 10062),
            Refusal::UnknownCommand => (404, 10063),
            Refusal::UnknownEvent => (404, 10070),
            Refusal::UnknownTag => (404, 10087),
            Refusal::SlowMode(_) => (429, 20016),
            Refusal::TooManyPins => (400, 30003),
            Refusal::TooManyCommands => (400, 30032),
            Refusal::TooManyEvents => (400, 30038),
            Refusal::TooLarge => (413, 40005),
            Refusal::NotInVoice => (400, 40032),
            Refusal::AlreadyAcknowledged => (400, 40060),
            Refusal::NeedsTag => (400, 40067),
            Refusal::MissingAccess => (403, 50001),
            Refusal::NotInDirectMessages => (400, 50003),
            Refusal::NotTheAuthor => (403, 50005),
            Refusal::EmptyMessage => (400, 50006),
            Refusal::DirectMessagesClosed => (403, 50007),
            Refusal::NotForMessages => (400, 50008),
            Refusal::MissingPermissions => (403, 50013),
            Refusal::WrongChannelForPin => (400, 50019),
            Refusal::WrongChannelType => (400, 50024),
            Refusal::TokenExpired => (401, 50027),
            Refusal::InvalidRecipient => (400, 50033),
            Refusal::TooOldForBulk => (400, 50034),
            Refusal::InvalidForm(_) => (400, 50035),
            Refusal::SystemMessage => (403, 50021),
            Refusal::ThreadArchived => (400, 50083),
            Refusal::InvalidJson => (400, 50109),
            Refusal::NoMutualGuilds => (403, 50278),
            Refusal::ThreadExists => (400, 160_004),
            Refusal::FinishedEvent => (400, 180_000),
        }
    }

    /// The body of Discord's answer.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.to_string(), "code": self.status_and_code().1 });
        if let Refusal::InvalidForm(errors) = self {
            body["errors"] = errors.nested();
        }
        body
    }

    /// The same refusal for a form inside another one, at `path`.
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

    /// A sentence for people: the first mistake and its place.
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
