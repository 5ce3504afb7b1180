//! Posts as typed facts, with the view that each shows, so that a later change of the match does
//! not change them.

use serde::{Deserialize, Serialize};

use super::audit::AuditEntry;
use super::line::{About, Line};
use super::snapshot::Viewer;
use crate::store::{
    AccountId, BookedReason, ChannelId, EDITS, MatchId, OutboxRow, Result, SeasonId, ServerId, Tx,
};
use games::{CastId, Control, Offer, Outcome, Seat, View, WallMs};
use matches::record::Record;

/// A post and whom it is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Letter {
    pub to: Recipient,
    pub post: Post,
}

/// Whom a post is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recipient {
    /// Everybody in the match's channel.
    Channel(ChannelId),
    /// One person of the cast alone.
    Person { who: CastId, account: AccountId },
    /// The match's host alone: the account that opened it or took it over.
    Host(AccountId),
    /// An account that does not act for anybody in the match any more, alone.
    Account(AccountId),
    /// Somebody of a season alone, about no match: in their bound channel, otherwise by direct
    /// message, otherwise in a private thread.
    Member {
        account: AccountId,
        bound: Option<ChannelId>,
        season: SeasonId,
        /// The account whose act this is about. It is told if the post cannot be delivered.
        by: Option<AccountId>,
    },
}

impl Recipient {
    /// As whom it shows the match.
    pub fn viewer(self) -> Viewer {
        match self {
            Recipient::Person { account, .. } => Viewer::Account(account),
            Recipient::Channel(_)
            | Recipient::Host(_)
            | Recipient::Account(_)
            | Recipient::Member { .. } => Viewer::Public,
        }
    }

    /// The queue in which their posts wait.
    pub fn queue(self) -> u64 {
        match self {
            Recipient::Channel(channel) => channel.0,
            Recipient::Person { account, .. }
            | Recipient::Host(account)
            | Recipient::Account(account)
            | Recipient::Member { account, .. } => account.0,
        }
    }
}

/// What is posted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// The card of a match that was opened.
    Card {
        view: View,
        /// Lines above it, if it is not the first card.
        lines: Vec<Line>,
        /// The people who are asked now, and get no message of their own. It stays as it is when
        /// they answer: who is missing is a secret.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<CastId>,
    },
    /// Somebody has chosen: updates the count on the card.
    Sealed,
    /// Who is ready has changed: updates the post that asks players to press Ready.
    CheckedIn,
    /// Who is ready has changed after the scheduled start: updates the host's call about missing
    /// players.
    Called,
    /// To one person: their choice before the match, or its deadline, has changed: updates their
    /// own post.
    Chosen,
    /// To one person: their controls for the choice before the match.
    Submission { prompt: u32, ask: String },
    /// To one person: a reminder that their choice is still missing. `sooner`: there is less time
    /// for it than before.
    Reminder {
        prompt: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sooner: bool,
    },
    /// Asks both players to press Ready: the match starts at the scheduled time, or as soon as both
    /// are ready.
    CheckIn { start_ms: Option<WallMs> },
    /// Both players are asked which of the times on offer suit them for the start.
    Poll,
    /// To the host who asked them: both have answered.
    PollAnswered,
    /// Somebody has answered the poll, or changed their answer: updates the poll's posts.
    PollChanged,
    /// A live prompt: what just happened, the board, whose turn it is, the controls.
    Prompt {
        prompt: u32,
        lines: Vec<Line>,
        view: View,
        asks: Vec<PromptedSeat>,
    },
    /// A ruling has rewound a paused match: what was ruled, the board, and what is asked when it
    /// resumes.
    Board {
        lines: Vec<Line>,
        view: View,
        asks: Vec<PromptedSeat>,
    },
    /// The open prompt has changed: updates its post. Nothing new is posted.
    Standing {
        prompt: u32,
        view: View,
        /// Who is still waited for.
        waiting: Vec<Seat>,
    },
    /// To one person: a ruling has taken their choice back. Shows what counts now, with their
    /// controls.
    ChoiceBack,
    /// To one person: they act for somebody of the match from now on. Shows what they know and may
    /// do.
    Seated,
    /// To the hosts: something for the audit log. `by` is an account, 0 for Dealer itself.
    Audit {
        by: AccountId,
        said: AuditEntry,
        reason: String,
    },
    /// To one person: somebody of their season gave them garnets, and they have so many now. Names
    /// are as the season has them.
    Gift {
        season: String,
        from: String,
        amount: u32,
        reason: String,
        held: u32,
    },
    /// To one person: a host of their season has `given` them garnets, or taken some. `held`: how
    /// many they have now; None if that would give away a result that waits.
    Garnets {
        season: String,
        given: bool,
        amount: u32,
        reason: String,
        held: Option<u32>,
    },
    /// To one person: a host of their season gave them a strike, or took one `back`. How many they
    /// have now, the limit, and whether they are eliminated.
    Strike {
        season: String,
        back: bool,
        reason: BookedReason,
        count: u32,
        limit: Option<u32>,
        eliminated: bool,
    },
    /// To one person: they are out of their season. Its name is as stored, not escaped.
    Out {
        season: String,
        by: EliminationCause,
    },
    /// To one person: a greeting that tests whether private messages reach them, for a season of
    /// this server. Its name is as stored, not escaped.
    Hello { guild: ServerId, season: String },
    /// To the account that did it, or to the hosts: somebody of their season could not be told.
    Untold {
        season: String,
        /// As the season has them; None for somebody who is not in it any more.
        name: Option<String>,
        of: Undelivered,
    },
    /// News without a new prompt.
    News { lines: Vec<Line> },
    /// A host's note, which is pinned.
    Clarification { text: String, by: AccountId },
    /// The match is over, and its result waits until a host releases it.
    Held,
    /// The end of a match that was declared void before it began: what was chosen and drawn for it
    /// stays secret.
    CalledOff { lines: Vec<Line> },
    /// The end: everything is shown.
    Result {
        lines: Vec<Line>,
        view: View,
        outcome: Outcome,
        /// What it changes in the season.
        consequences: Vec<Line>,
        record: Box<Record>,
    },
    /// After the result, if somebody has won: the end to share, as a picture and a line of text.
    EndCard {
        /// What it changes in the season.
        told: Vec<Line>,
    },
    /// The last post of a match: all of it as a moving picture, and *Play again* in a practice.
    Replay,
}

/// What somebody could not be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undelivered {
    Garnets,
    Strike,
    /// That they are out of the season.
    Out,
}

/// Why somebody is out of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EliminationCause {
    /// They lost the match in this channel.
    Match { channel: ChannelId },
    /// They have too many strikes.
    Strikes { count: u32 },
    /// A host decided it, for this reason.
    Host { reason: String },
}

impl Letter {
    /// Writes it to the outbox, of a match if it `is_of` one. A rewind takes it back with `entry`.
    pub(super) fn send(
        &self,
        tx: &Tx,
        is_of: Option<MatchId>,
        entry: Option<i64>,
        now: WallMs,
    ) -> Result<()> {
        let body = serde_json::to_string(self)?;
        tx.add_post(is_of, entry, self.queue(), &body, now)?;
        Ok(())
    }

    /// Whether it calls this seat's player because time runs out, and counts that time down.
    pub(super) fn counts_down(&self, seat: Seat) -> bool {
        let (Recipient::Channel(_), Post::News { lines }) = (self.to, &self.post) else {
            return false;
        };
        lines
            .iter()
            .any(|line| line.about().counts_down == Some(seat))
    }

    /// The queue of this post. A queue's posts go out one after another; edits have their own
    /// queue.
    pub fn queue(&self) -> u64 {
        if self.post.is_edit() {
            self.to.queue() | EDITS
        } else {
            self.to.queue()
        }
    }

    /// Whether there is something on it to press.
    pub fn has_controls(&self) -> bool {
        let about = self.post.about();
        about.controls || about.counts_down.is_some() && matches!(self.to, Recipient::Channel(_))
    }
}

impl Post {
    /// The board that the post shows, if it shows one and is no edit.
    pub(super) fn into_view(self) -> Option<View> {
        match self {
            Post::Card { view, .. }
            | Post::Prompt { view, .. }
            | Post::Board { view, .. }
            | Post::Result { view, .. } => Some(view),
            _ => None,
        }
    }

    pub fn about(&self) -> About {
        let about = About::default();
        match self {
            Post::Card { .. } => About {
                controls: true,
                tells_stage: true,
                ..about
            },
            Post::Submission { .. } | Post::Reminder { .. } | Post::ChoiceBack | Post::Seated => {
                About {
                    controls: true,
                    secret: true,
                    tells_stage: true,
                    lasts: matches!(self, Post::Seated),
                    ..about
                }
            }
            Post::CheckIn { .. }
            | Post::Hello { .. }
            | Post::Poll
            | Post::PollAnswered
            | Post::Prompt { .. } => About {
                controls: true,
                ..about
            },
            Post::CalledOff { .. } | Post::Result { .. } | Post::Held => About {
                controls: matches!(self, Post::Held),
                of_end: true,
                ..about
            },
            Post::Board { lines, .. } => {
                let of_lines = about_lines(lines);
                About {
                    controls: of_lines.controls,
                    counts_down: of_lines.counts_down,
                    tells_stage: of_lines.tells_stage,
                    ..about
                }
            }
            Post::News { lines } => about_lines(lines),
            Post::Sealed
            | Post::CheckedIn
            | Post::Called
            | Post::Chosen
            | Post::PollChanged
            | Post::Standing { .. }
            | Post::Audit { .. }
            | Post::Gift { .. }
            | Post::Garnets { .. }
            | Post::Strike { .. }
            | Post::Out { .. }
            | Post::Untold { .. }
            | Post::Clarification { .. }
            | Post::EndCard { .. }
            | Post::Replay => about,
        }
    }

    /// Whether it only updates an earlier post.
    pub fn is_edit(&self) -> bool {
        matches!(
            self,
            Post::Sealed
                | Post::CheckedIn
                | Post::Called
                | Post::Chosen
                | Post::PollChanged
                | Post::Standing { .. }
        )
    }

    /// Whether it is one person's own post, with their controls and their choice before the match.
    pub fn is_own(&self) -> bool {
        matches!(
            self,
            Post::Submission { .. } | Post::Reminder { .. } | Post::ChoiceBack | Post::Seated
        )
    }

    /// Whether it asks which times suit the players for the start, or tells that both have
    /// answered.
    pub fn is_of_poll(&self) -> bool {
        matches!(self, Post::Poll | Post::PollAnswered)
    }

    /// Whether it is the post by which everybody learns that the match is over.
    pub fn is_end(&self) -> bool {
        matches!(self, Post::CalledOff { .. } | Post::Result { .. })
    }

    /// Whether it makes the controls of the match's earlier posts out of date.
    pub fn supersedes(&self) -> bool {
        matches!(self, Post::Prompt { .. } | Post::Held) || self.is_end()
    }

    /// Whether it tells somebody that they are out of their season.
    pub fn tells_elimination(&self) -> bool {
        let eliminated =
            matches!(self, Post::Strike { eliminated, back, .. } if *eliminated && !back);
        eliminated || matches!(self, Post::Out { .. })
    }

    /// Whether it calls the host to settle a tie.
    pub(super) fn calls_to_settle(&self) -> bool {
        matches!(self, Post::News { lines } if lines.contains(&Line::Tied))
    }
}

/// What lines in one post have together.
fn about_lines(lines: &[Line]) -> About {
    let mut post = About::default();
    for line in lines.iter().map(Line::about) {
        post.controls |= line.controls;
        post.counts_down = post.counts_down.or(line.counts_down);
        post.secret |= line.secret;
        post.lasts |= line.lasts;
        post.tells_stage |= line.tells_stage;
        post.of_end |= line.of_end;
        post.calls_to_absent |= line.calls_to_absent;
        post.announces |= line.announces;
        post.leaves_channel |= line.leaves_channel;
    }
    post
}

/// What one seat is asked in a live prompt, with its controls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptedSeat {
    pub seat: Seat,
    pub ask: String,
    pub control: Control,
    /// The offers that may be pressed in public; empty if a panel is opened instead.
    pub offers: Vec<Offer>,
    /// What is left of base time and reserve when the post is written, in milliseconds.
    pub base_ms: u64,
    pub reserve_ms: u64,
    /// If being late costs: every how many seconds.
    pub overtime_s: Option<u32>,
    /// Whether the seat is late already.
    pub late: bool,
    /// Whether running out of time loses the match.
    #[serde(default)]
    pub loses: bool,
}

/// The letter in a row of the outbox; None if it cannot be read.
pub(super) fn letter_of(row: &OutboxRow) -> Option<Letter> {
    serde_json::from_str(&row.body).ok()
}

/// Whether a row is one person's own post, with their choice before the match.
pub(super) fn is_own(row: &OutboxRow) -> bool {
    letter_of(row).is_some_and(|letter| letter.post.is_own())
}
