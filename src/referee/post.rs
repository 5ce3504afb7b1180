//! What is to be posted: typed, with the view that it shows, so that a later change of the match
//! does not change it.

use serde::{Deserialize, Serialize};

use super::audit::AuditEntry;
use super::line::Line;
use crate::store::{BookedReason, EDITS, OutboxRow, SeasonId};
use games::{CastId, Control, Offer, Outcome, Seat, View};
use matches::record::Record;

/// A post and whom it is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Letter {
    pub to: To,
    pub post: Post,
}

/// Whom a post is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum To {
    /// Everybody in the match's channel.
    Channel(u64),
    /// One person of the cast alone.
    Person { who: CastId, account: u64 },
    /// The match's host alone: who opened it, or to whom it was handed.
    Host(u64),
    /// An account that stands for nobody in the match any more, alone.
    Account(u64),
    /// Somebody of a season alone, in no match: in the channel bound to them, else directly, else
    /// in a private thread.
    Member {
        account: u64,
        bound: Option<u64>,
        season: SeasonId,
        /// Whose deed they are told of, who hears of it when they cannot be.
        by: Option<u64>,
    },
}

impl To {
    /// The account of one person of the cast whom it is for; 0 for anybody else, who has no part in
    /// the match.
    pub fn person(self) -> u64 {
        match self {
            To::Person { account, .. } => account,
            To::Channel(_) | To::Host(_) | To::Account(_) | To::Member { .. } => 0,
        }
    }

    /// The queue of what is posted to them.
    pub fn queue(self) -> u64 {
        match self {
            To::Channel(id)
            | To::Person { account: id, .. }
            | To::Host(id)
            | To::Account(id)
            | To::Member { account: id, .. } => id,
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
        /// What is to be said with it, where it is not the first one.
        lines: Vec<Line>,
    },
    /// Somebody has submitted: the count on the card is brought up to date.
    Sealed,
    /// Who of the two is ready has changed: the post that asks them to be says so.
    CheckedIn,
    /// Who of the two is ready has changed after the appointed start: what called a host to who was
    /// not says so.
    Called,
    /// To one person: their choice before the match is another, or due at another time: what they
    /// have of it is brought up to date.
    Chosen,
    /// To one person: their controls for the choice before the match.
    Submission { prompt: u32, ask: String },
    /// To one person: their choice is awaited still.
    Reminder { prompt: u32 },
    /// The match is to start, at the appointed time or as soon as both are there: both are asked to
    /// press Ready.
    CheckIn { start_ms: Option<u64> },
    /// Both players are asked which of the times on offer suit them for the start.
    Poll,
    /// To the host who asked them: both have answered.
    PollAnswered,
    /// Somebody has answered, or changed their answer: what asks and what told the host say so.
    PollChanged,
    /// A live prompt: what just happened, the board, whose turn it is, the controls.
    Prompt {
        prompt: u32,
        lines: Vec<Line>,
        view: View,
        asks: Vec<PromptedSeat>,
    },
    /// A ruling has taken a paused match back: what was ruled, the board, and what is asked when it
    /// goes on.
    Board {
        lines: Vec<Line>,
        view: View,
        asks: Vec<PromptedSeat>,
    },
    /// The open prompt goes on, but not as it was asked: its post is brought up to date, nothing
    /// new is posted.
    Standing {
        prompt: u32,
        view: View,
        /// Who is still waited for.
        waiting: Vec<Seat>,
    },
    /// To one person: a ruling has taken their choice back; what counts now, with their controls.
    ChoiceBack,
    /// To one person: they act for somebody of the match from now on; what they know and may do.
    Seated,
    /// To the hosts: something for the audit log. `by` is an account, 0 for Dealer itself.
    Audit {
        by: u64,
        said: AuditEntry,
        reason: String,
    },
    /// To one person: somebody of their season has given them garnets, and they have so many now.
    /// Names as the season has them.
    Gift {
        season: String,
        from: String,
        amount: u32,
        reason: String,
        held: u32,
    },
    /// To one person: a host of their season has `given` them garnets, or taken them. So many they
    /// have now; None where that would tell a result that waits.
    Garnets {
        season: String,
        given: bool,
        amount: u32,
        reason: String,
        held: Option<u32>,
    },
    /// To one person: a host of their season has given them a strike, or taken one `back`. What
    /// they have now of the limit, and whether they are out.
    Strike {
        season: String,
        back: bool,
        reason: BookedReason,
        count: u32,
        limit: Option<u32>,
        eliminated: bool,
    },
    /// To one person: they are out of their season. Its name as the season has it.
    Out { season: String, by: OutBy },
    /// To one person: this is how they are reached in private for a season of this server. Its name
    /// as the season has it.
    Hello { guild: u64, season: String },
    /// To who did it, or the hosts: somebody of their season could not be told what was done to
    /// them.
    Untold {
        season: String,
        /// As the season has them; None for somebody who is not in it any more.
        name: Option<String>,
        of: Undelivered,
    },
    /// Something happened, or is to be known, without a new prompt.
    News { lines: Vec<Line> },
    /// What a host wants to be found again: it is pinned.
    Clarification { text: String, by: u64 },
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
        /// What it brings about in the season.
        consequences: Vec<Line>,
        record: Box<Record>,
    },
    /// After the result: the whole match as a moving picture.
    Replay,
}

/// What somebody could not be told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undelivered {
    Garnets,
    Strike,
    /// That they are out of the season.
    Out,
}

/// By what somebody is out of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutBy {
    /// They lost the match in this channel.
    Match { channel: u64 },
    /// They have too many strikes.
    Strikes { count: u32 },
    /// A host has said so, and why.
    Host { reason: String },
}

impl Letter {
    /// Whether it calls the player of a seat, whose time runs out, and counts that time down.
    pub(super) fn counts_down(&self, seat: Seat) -> bool {
        let (To::Channel(_), Post::News { lines }) = (self.to, &self.post) else {
            return false;
        };
        lines
            .iter()
            .any(|line| line.about().counts_down == Some(seat))
    }

    /// Posts of one queue go out one after another; edits have one of their own.
    pub fn queue(&self) -> u64 {
        match self.post.is_edit() {
            true => self.to.queue() | EDITS,
            false => self.to.queue(),
        }
    }

    /// Whether there is something on it to press.
    pub fn has_controls(&self) -> bool {
        let about = self.post.about();
        about.controls || about.runs_out && matches!(self.to, To::Channel(_))
    }
}

impl Post {
    /// The board that a post of its own shows.
    pub(super) fn into_view(self) -> Option<View> {
        match self {
            Post::Card { view, .. }
            | Post::Prompt { view, .. }
            | Post::Board { view, .. }
            | Post::Result { view, .. } => Some(view),
            _ => None,
        }
    }
}

/// What is to be known of a post besides what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AboutPost {
    /// There is something on it to press.
    controls: bool,
    /// There is where everybody reads it, since somebody's time runs out.
    runs_out: bool,
    /// It only brings an earlier post up to date.
    edit: bool,
    /// It is one person's, with what they may choose and what counts of it.
    own: bool,
    /// It has what one person alone may know.
    secret: bool,
    /// No rewind takes back what it tells.
    lasts: bool,
    /// What it says once it is closed is another thing in each stage of its match.
    tells_stage: bool,
    /// The controls of the match's earlier posts are out of date with it.
    supersedes: bool,
    /// It is how everybody is told that the match is over.
    end: bool,
    /// It tells that the match has ended, or waits for a host.
    of_end: bool,
    calls_to_absent: bool,
    announces: bool,
    leaves_channel: bool,
}

impl Post {
    fn about(&self) -> AboutPost {
        let about = AboutPost::default();
        match self {
            Post::Card { .. } => AboutPost {
                controls: true,
                tells_stage: true,
                ..about
            },
            Post::Sealed
            | Post::CheckedIn
            | Post::Called
            | Post::Chosen
            | Post::PollChanged
            | Post::Standing { .. } => AboutPost {
                edit: true,
                ..about
            },
            Post::Submission { .. } | Post::Reminder { .. } | Post::ChoiceBack | Post::Seated => {
                AboutPost {
                    controls: true,
                    own: true,
                    secret: true,
                    tells_stage: true,
                    lasts: matches!(self, Post::Seated),
                    ..about
                }
            }
            Post::CheckIn { .. } | Post::Poll | Post::PollAnswered | Post::Hello { .. } => {
                AboutPost {
                    controls: true,
                    ..about
                }
            }
            Post::Prompt { .. } => AboutPost {
                controls: true,
                supersedes: true,
                ..about
            },
            Post::Held => AboutPost {
                controls: true,
                supersedes: true,
                of_end: true,
                ..about
            },
            Post::CalledOff { .. } | Post::Result { .. } => AboutPost {
                supersedes: true,
                end: true,
                of_end: true,
                ..about
            },
            Post::Board { lines, .. } => {
                let of_lines = about_lines(lines);
                AboutPost {
                    controls: of_lines.controls,
                    runs_out: of_lines.runs_out,
                    tells_stage: of_lines.tells_stage,
                    ..about
                }
            }
            Post::News { lines } => about_lines(lines),
            Post::Audit { .. }
            | Post::Gift { .. }
            | Post::Garnets { .. }
            | Post::Strike { .. }
            | Post::Out { .. }
            | Post::Untold { .. }
            | Post::Clarification { .. }
            | Post::Replay => about,
        }
    }

    /// Whether it calls a host to people who are not there at the appointed start.
    pub(super) fn calls_to_absent(&self) -> bool {
        self.about().calls_to_absent
    }

    /// Whether it announces a match elsewhere, with a link to what stands in its channel.
    pub(super) fn announces(&self) -> bool {
        self.about().announces
    }

    /// Whether it asks which times suit the players, or tells the host that both have answered.
    pub(super) fn is_of_poll(&self) -> bool {
        matches!(self, Post::Poll | Post::PollAnswered)
    }

    /// Whether it calls the host to settle a tie.
    pub(super) fn calls_to_settle(&self) -> bool {
        matches!(self, Post::News { lines } if lines.contains(&Line::Tied))
    }

    /// Whether it is one person's, with what they may choose and what counts of it.
    pub fn is_own(&self) -> bool {
        self.about().own
    }

    /// Whether what it says once it is closed is another thing in each stage of its match: that
    /// the match has begun, say, or is over.
    pub(super) fn tells_stage(&self) -> bool {
        self.about().tells_stage
    }

    /// Whether it has what one person alone may know, and is to be said only where nobody else
    /// reads it.
    pub fn is_secret(&self) -> bool {
        self.about().secret
    }

    /// Whether it tells who acts for whom, who hosts, where the match is played from now on, or
    /// that it is paused: no rewind takes that back.
    pub fn outlasts_rewinds(&self) -> bool {
        self.about().lasts
    }

    /// Whether it tells in a channel that the match is not played there any more.
    pub(super) fn leaves_channel(&self) -> bool {
        self.about().leaves_channel
    }

    /// Whether it tells that the match has ended, or waits for a host.
    pub fn is_of_end(&self) -> bool {
        self.about().of_end
    }

    /// Whether it only brings an earlier post up to date.
    pub fn is_edit(&self) -> bool {
        self.about().edit
    }

    /// Whether the controls of the match's earlier posts are out of date with it.
    pub fn supersedes(&self) -> bool {
        self.about().supersedes
    }

    /// Whether it is how everybody is told that the match is over.
    pub fn is_end(&self) -> bool {
        self.about().end
    }
}

/// What is to be known of news in these lines: what any of them brings.
fn about_lines(lines: &[Line]) -> AboutPost {
    let mut post = AboutPost::default();
    for line in lines.iter().map(Line::about) {
        post.controls |= line.calls_host || line.calls_to_absent || line.of_pause;
        post.runs_out |= line.counts_down.is_some();
        post.secret |= line.secret;
        post.lasts |= line.lasts;
        post.tells_stage |= line.pauses || line.calls_to_absent;
        post.of_end |= line.of_end;
        post.calls_to_absent |= line.calls_to_absent;
        post.announces |= line.announces;
        post.leaves_channel |= line.leaves_channel;
    }
    post
}

/// What one seat is asked in a live prompt, with the controls that suit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptedSeat {
    pub seat: Seat,
    pub ask: String,
    pub control: Control,
    /// What may be offered to be pressed in public; empty where a panel is opened instead.
    pub offers: Vec<Offer>,
    /// The times by which the clock is told, at the moment that the post is written: milliseconds.
    pub base_ms: u64,
    pub reserve_ms: u64,
    /// Every how many seconds it costs to be late, where it does.
    pub overtime_s: Option<u32>,
    /// Whether that is so already.
    pub late: bool,
    /// Whether the match is lost when the time is up.
    #[serde(default)]
    pub loses: bool,
}

/// The letter of a row of the outbox; None where it cannot be read.
pub(super) fn letter_of(row: &OutboxRow) -> Option<Letter> {
    serde_json::from_str(&row.body).ok()
}

/// Whether a post is one person's, with what they may choose before the match.
pub(super) fn is_own(row: &OutboxRow) -> bool {
    letter_of(row).is_some_and(|letter| letter.post.is_own())
}
