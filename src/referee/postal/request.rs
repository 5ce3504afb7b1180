//! Requests to Discord and their outcomes: the interface between the post office and the postman.

use std::sync::Arc;

use crate::referee::Letter;
use crate::store::{AccountId, ChannelId, MessageId, OutboxRow};
use games::{Seat, WallMs};

/// Something to ask of Discord.
#[derive(Clone, Debug)]
pub enum DiscordRequest {
    /// Searches for the letter among the channel's messages: those after one of them, or the last
    /// ones, at most [`PAGE`].
    Look {
        letter: Arc<Addressed>,
        channel: ChannelId,
        after: Option<MessageId>,
    },
    /// Posts the letter. `at_ms`: the moment from which its words count time.
    Create {
        letter: Arc<Addressed>,
        channel: ChannelId,
        at_ms: WallMs,
    },
    /// Can this account see its bound channel? [`RequestOutcome::Done`] if so, else
    /// [`RequestOutcome::Nothing`].
    Sees {
        channel: ChannelId,
        account: AccountId,
    },
    OpenDirect {
        account: AccountId,
    },
    OpenThread {
        channel: ChannelId,
        /// The reader's name in the cast; None for a host.
        whose: Option<String>,
    },
    /// Which channel does a thread belong to? [`RequestOutcome::Opened`] with it, or
    /// [`RequestOutcome::Nothing`] if it is no thread.
    Above {
        channel: ChannelId,
    },
    Join {
        thread: ChannelId,
        account: AccountId,
    },
    /// Reopens an archived thread.
    Reopen {
        thread: ChannelId,
    },
    /// Updates the card (how many have chosen) or somebody's own post (their choice).
    Refresh {
        row: OutboxRow,
    },
    /// Updates a prompt's post, `asked`, by what `letter` says. `called`: whose time a newer post
    /// counts down.
    Restate {
        asked: Arc<Addressed>,
        letter: Arc<Addressed>,
        called: Vec<Seat>,
    },
    /// Closes a post: it keeps what happened, and loses its ask and its controls.
    Close {
        row: OutboxRow,
    },
    /// Closes a post and marks it as taken back.
    Mark {
        row: OutboxRow,
    },
    /// Takes that mark off.
    Unmark {
        row: OutboxRow,
    },
    /// Does the message still have its controls? [`RequestOutcome::Done`] if so, else
    /// [`RequestOutcome::Nothing`].
    Check {
        row: OutboxRow,
    },
}

impl DiscordRequest {
    /// The sent post that this request changes; None if it changes none.
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

/// How many messages are read at once.
pub const PAGE: usize = 100;

/// The outcome of a request.
#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: RequestOutcome,
    /// How long not to ask the same again, as Discord says: milliseconds.
    pub rest_ms: u64,
}

/// What Discord answered to a request.
#[derive(Clone, Debug)]
pub enum RequestOutcome {
    Created(PostedMessage),
    /// The bot's own messages that say what the letter says. If the page was full, `page_end` is
    /// its last message: more may follow.
    Looked {
        alike: Vec<PostedMessage>,
        page_end: Option<MessageId>,
    },
    Opened {
        channel: ChannelId,
    },
    Done,
    /// The letter has nothing to say any more; or the answer to a question is no.
    Nothing,
    /// Discord refused it (Discord documentation, "HTTP Response Codes", "JSON Error Codes").
    /// `code` is 0 without one.
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

/// A message in a channel. `created_at_ms` is by Discord's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedMessage {
    pub channel: ChannelId,
    pub message: MessageId,
    pub created_at_ms: WallMs,
}
