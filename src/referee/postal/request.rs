//! What may be asked of Discord, and what may come of it: what the postman sees of the post office.

use std::sync::Arc;

use crate::referee::Letter;
use crate::store::OutboxRow;
use games::Seat;

/// Something to ask of Discord.
#[derive(Clone, Debug)]
pub enum DiscordRequest {
    /// The channel's messages after one of them, or its last ones, at most [`PAGE`]: is the letter
    /// among them?
    Look {
        letter: Arc<Addressed>,
        channel: u64,
        after: Option<u64>,
    },
    /// `at_ms`: from when the letter counts the times that it tells, in milliseconds since the Unix
    /// epoch.
    Create {
        letter: Arc<Addressed>,
        channel: u64,
        at_ms: u64,
    },
    /// Can this account see the channel that is bound to it? [`RequestOutcome::Done`] if so, else
    /// [`RequestOutcome::Nothing`].
    Sees {
        channel: u64,
        account: u64,
    },
    OpenDirect {
        account: u64,
    },
    OpenThread {
        channel: u64,
        /// For whom it is, by their name in the cast; None for a host.
        whose: Option<String>,
    },
    /// Which channel is a thread below? [`RequestOutcome::Opened`] with it, or
    /// [`RequestOutcome::Nothing`] for what is no thread.
    Above {
        channel: u64,
    },
    Join {
        thread: u64,
        account: u64,
    },
    /// A thread that Discord has put away after a time without posts is brought back.
    Reopen {
        thread: u64,
    },
    /// The card of a match says how many have submitted, or somebody's own post what counts of
    /// their choice.
    Refresh {
        row: OutboxRow,
    },
    /// A prompt's post says what has become of it, by a letter that does. `called`: whose time a
    /// newer post counts down.
    Restate {
        asked: Arc<Addressed>,
        letter: Arc<Addressed>,
        called: Vec<Seat>,
    },
    /// A post asks for nothing any more: it keeps what happened, and has no controls.
    Close {
        row: OutboxRow,
    },
    /// The same, and it says in front that it was taken back.
    Mark {
        row: OutboxRow,
    },
    /// The post does not say any more that it was taken back.
    Unmark {
        row: OutboxRow,
    },
    /// Has the message its controls? [`RequestOutcome::Done`] if so, else
    /// [`RequestOutcome::Nothing`].
    Check {
        row: OutboxRow,
    },
}

impl DiscordRequest {
    /// The post that it changes where it stands; None for what changes none.
    pub fn edited(&self) -> Option<&OutboxRow> {
        match self {
            DiscordRequest::Refresh { row }
            | DiscordRequest::Close { row }
            | DiscordRequest::Mark { row }
            | DiscordRequest::Unmark { row } => Some(row),
            DiscordRequest::Restate { asked, .. } => Some(&asked.row),
            DiscordRequest::Look { .. }
            | DiscordRequest::Create { .. }
            | DiscordRequest::Sees { .. }
            | DiscordRequest::OpenDirect { .. }
            | DiscordRequest::OpenThread { .. }
            | DiscordRequest::Above { .. }
            | DiscordRequest::Join { .. }
            | DiscordRequest::Reopen { .. }
            | DiscordRequest::Check { .. } => None,
        }
    }
}

/// A letter with its row of the outbox.
#[derive(Clone, Debug)]
pub struct Addressed {
    pub row: OutboxRow,
    pub letter: Letter,
}

/// How many messages are looked through at once.
pub const PAGE: usize = 100;

/// What came of an request.
#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: RequestOutcome,
    /// How long the same is not to be asked again, by what Discord says: milliseconds.
    pub rest_ms: u64,
}

/// What Discord answered to a request.
#[derive(Clone, Debug)]
pub enum RequestOutcome {
    Created(PostedMessage),
    /// Messages of the bot's own that say what the letter says; where the page was full, its last
    /// message, after which more may follow.
    Looked {
        alike: Vec<PostedMessage>,
        page_end: Option<u64>,
    },
    Opened {
        channel: u64,
    },
    Done,
    /// The letter has nothing to say any more.
    Nothing,
    /// Discord refuses it (Discord documentation, "HTTP Response Codes", "JSON Error Codes").
    Refused {
        status: u16,
        code: i64,
    },
    /// It came too fast.
    Limited {
        wait_ms: u64,
        global: bool,
    },
    /// It may or may not have been done.
    NoAnswer,
    /// The letter could not be written or drawn.
    Unwritable,
}

/// A message that stands in a channel. `created_at_ms` is by Discord's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedMessage {
    pub channel: u64,
    pub message: u64,
    pub created_at_ms: u64,
}
