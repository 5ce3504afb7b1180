//! What is to be posted: typed, with the view that it shows, so that a later change of the match does not change it.

use serde::{Deserialize, Serialize};

use super::past::Deed;
use crate::games::{CastId, Control, GameId, Happening, Offer, Outcome, Seat, View};
use crate::matches::record::Record;
use crate::matches::{Pauser, Starter};
use crate::store::{OutboxRow, SeasonId};

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
    /// Somebody of a season alone, in no match: in the channel bound to them, else directly, else in a private thread.
    Member {
        account: u64,
        bound: Option<u64>,
        /// None in old letters, as below.
        #[serde(default)]
        season: Option<SeasonId>,
        /// Whose deed they are told of, who hears of it when they cannot be.
        #[serde(default)]
        by: Option<u64>,
    },
}

impl To {
    /// The account of one person of the cast whom it is for; 0 for anybody else, who has no part in the match.
    pub fn person(self) -> u64 {
        match self {
            To::Person { account, .. } => account,
            To::Channel(_) | To::Host(_) | To::Account(_) | To::Member { .. } => 0,
        }
    }

    /// Posts of one queue go out one after another.
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
        #[serde(default)]
        lines: Vec<Line>,
    },
    /// Somebody has submitted: the count on the card is brought up to date.
    Sealed,
    /// Who of the two is ready has changed: the post that asks them to be says so.
    CheckedIn,
    /// Who of the two is ready has changed after the appointed start: what called a host to who was not says so.
    Called,
    /// To one person: their choice before the match is another, or due at another time: what they have of it is brought up to date.
    Chosen,
    /// To one person: their controls for the choice before the match.
    Submission { prompt: u32, ask: String },
    /// To one person: their choice is awaited still.
    Reminder { prompt: u32 },
    /// The match is to start, at the appointed time or as soon as both are there: both are asked to press Ready.
    CheckIn { start_ms: Option<u64> },
    /// A live prompt: what just happened, the board, whose turn it is, the controls.
    Prompt {
        prompt: u32,
        lines: Vec<Line>,
        view: View,
        asks: Vec<Asked>,
    },
    /// A ruling has taken a paused match back: what was ruled, the board, and what is asked when it goes on.
    Board {
        lines: Vec<Line>,
        view: View,
        asks: Vec<Asked>,
    },
    /// The open prompt goes on, but not as it was asked: its post is brought up to date, nothing new is posted.
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
        said: String,
        reason: String,
    },
    /// To one person: somebody of their season has given them garnets, and they have so many now. Names as the season has them.
    Gift {
        season: String,
        from: String,
        amount: u32,
        reason: String,
        held: u32,
    },
    /// To one person: a host of their season has `given` them garnets, or taken them. So many they have now; None where that would tell a result that
    /// waits.
    Garnets {
        season: String,
        given: bool,
        amount: u32,
        reason: String,
        held: Option<u32>,
    },
    /// To one person: a host of their season has given them a strike, or taken one `back`. What they have now of the limit, and whether they are out.
    Strike {
        season: String,
        back: bool,
        reason: String,
        count: u32,
        limit: Option<u32>,
        eliminated: bool,
    },
    /// To one person: this is how they are reached in private for a season of this server. Its name as the season has it.
    Hello { guild: u64, season: String },
    /// To who did it, or the hosts: somebody of their season could not be told what was done to them.
    Untold {
        season: String,
        /// As the season has them; None for somebody who is not in it any more.
        name: Option<String>,
        of: Untold,
    },
    /// Something happened, or is to be known, without a new prompt.
    News { lines: Vec<Line> },
    /// What a host wants to be found again: it is pinned.
    Clarification { text: String, by: u64 },
    /// The match is over, and its result waits until a host releases it.
    Held,
    /// The end of a match that was declared void before it began: what was chosen and drawn for it stays secret.
    CalledOff { lines: Vec<Line> },
    /// The end: everything is shown.
    Result {
        lines: Vec<Line>,
        view: View,
        outcome: Outcome,
        /// What it brings about in the season.
        #[serde(default)]
        consequences: Vec<Line>,
        record: Record,
    },
}

/// What somebody could not be told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Untold {
    Garnets,
    Strike,
}

impl Line {
    /// Whether it calls a host to who is not there at the appointed start.
    pub(super) fn calls_to_absent(&self) -> bool {
        matches!(self, Line::NoShow { .. } | Line::Waits { .. })
    }

    /// Whether it tells that the time of somebody runs out who is waited for.
    pub fn tells_of_time_running_out(&self) -> bool {
        matches!(
            self,
            Line::ReserveRuns { .. } | Line::LastMinute { .. } | Line::Overtime { .. }
        )
    }

    /// Whether it tells of a pause, or of a wish for one or for its end.
    pub(super) fn tells_of_pause(&self) -> bool {
        matches!(
            self,
            Line::Paused { .. }
                | Line::PracticePaused { .. }
                | Line::PauseWished { .. }
                | Line::ResumeWished { .. }
        )
    }
}

impl Letter {
    /// Whether there is something on it to press.
    pub fn has_controls(&self) -> bool {
        let is_public = matches!(self.to, To::Channel(_));
        match &self.post {
            Post::Card { .. }
            | Post::Submission { .. }
            | Post::Reminder { .. }
            | Post::CheckIn { .. }
            | Post::ChoiceBack
            | Post::Seated
            | Post::Hello { .. }
            | Post::Prompt { .. } => true,
            Post::Held => true,
            Post::News { lines } | Post::Board { lines, .. } => lines.iter().any(|line| {
                let calls = matches!(line, Line::Held | Line::Tied);
                let runs_out = is_public && line.tells_of_time_running_out();
                calls || runs_out || line.calls_to_absent() || line.tells_of_pause()
            }),
            Post::Clarification { .. }
            | Post::Sealed
            | Post::CheckedIn
            | Post::Called
            | Post::Chosen
            | Post::Standing { .. }
            | Post::CalledOff { .. }
            | Post::Result { .. }
            | Post::Audit { .. }
            | Post::Gift { .. }
            | Post::Garnets { .. }
            | Post::Strike { .. }
            | Post::Untold { .. } => false,
        }
    }
}

impl Post {
    /// Whether it calls a host to who is not there at the appointed start.
    pub(super) fn calls_to_absent(&self) -> bool {
        matches!(self, Post::News { lines } if lines.iter().any(Line::calls_to_absent))
    }

    /// Whether it calls the host to settle a tie.
    pub(super) fn calls_to_settle(&self) -> bool {
        matches!(self, Post::News { lines } if lines.contains(&Line::Tied))
    }

    /// Whether it is one person's, with what they may choose and what counts of it.
    pub fn is_own(&self) -> bool {
        matches!(
            self,
            Post::Submission { .. } | Post::Reminder { .. } | Post::ChoiceBack | Post::Seated
        )
    }

    /// Whether it says something else from the moment on when there is nothing to press on it any more: what it asks for is past then.
    pub fn says_what_became(&self) -> bool {
        match self {
            Post::Card { .. } => true,
            Post::News { lines } | Post::Board { lines, .. } => lines.iter().any(|line| {
                let paused = matches!(line, Line::Paused { .. } | Line::PracticePaused { .. });
                paused || line.calls_to_absent()
            }),
            _ => self.is_own(),
        }
    }

    /// Whether it has what one person alone may know, and is to be said only where nobody else reads it.
    pub fn is_secret(&self) -> bool {
        let names = |line: &Line| {
            matches!(
                line,
                Line::ActedForYou { .. } | Line::DealtForYou { .. } | Line::DraftTaken { .. }
            )
        };
        match self {
            Post::News { lines } => lines.iter().any(names),
            _ => self.is_own(),
        }
    }

    /// Whether it tells who acts for whom, who hosts, or where the match is played from now on: no rewind takes that back.
    pub fn outlasts_rewinds(&self) -> bool {
        match self {
            Post::Seated => true,
            Post::News { lines } => lines.iter().any(|line| {
                matches!(
                    line,
                    Line::Substituted { .. }
                        | Line::NotAnyMore { .. }
                        | Line::HostIs { .. }
                        | Line::HandedToYou { .. }
                        | Line::GoesOnIn { .. }
                )
            }),
            _ => false,
        }
    }

    /// Whether it tells in a channel that the match is not played there any more.
    pub(super) fn leaves_channel(&self) -> bool {
        let leaves = |line: &Line| matches!(line, Line::GoesOnIn { .. });
        matches!(self, Post::News { lines } if lines.iter().any(leaves))
    }

    /// Whether it tells that the match has ended, or waits for a host.
    pub fn is_of_end(&self) -> bool {
        match self {
            Post::Held | Post::CalledOff { .. } | Post::Result { .. } => true,
            Post::News { lines } => lines
                .iter()
                .any(|line| matches!(line, Line::Ended { .. } | Line::Held)),
            _ => false,
        }
    }

    /// Whether it only brings an earlier post up to date.
    pub fn is_edit(&self) -> bool {
        matches!(
            self,
            Post::Sealed | Post::CheckedIn | Post::Called | Post::Chosen | Post::Standing { .. }
        )
    }

    /// Whether the controls of the match's earlier posts are out of date with it.
    pub fn supersedes(&self) -> bool {
        matches!(self, Post::Prompt { .. } | Post::Held) || self.is_end()
    }

    /// Whether it is how everybody is told that the match is over.
    pub fn is_end(&self) -> bool {
        matches!(self, Post::CalledOff { .. } | Post::Result { .. })
    }
}

/// What one seat is asked in a live prompt, with the controls that suit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub seat: Seat,
    pub ask: String,
    pub control: Control,
    /// What may be offered to be pressed in public; empty where a panel is opened instead.
    pub offers: Vec<Offer>,
    /// The times by which the clock is told, at the moment that the post is written: milliseconds.
    pub base_ms: u64,
    pub reserve_ms: u64,
    /// Every how many seconds it costs to be late, where it does.
    #[serde(default)]
    pub overtime_s: Option<u32>,
    /// Whether that is so already.
    #[serde(default)]
    pub late: bool,
}

/// Who gets the garnets of somebody who is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heir {
    Winner(CastId),
    Bank,
    Nobody,
}

/// One thing that people are told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    Happened(Happening),
    /// This seat's time was up; what follows was drawn for it.
    TimedOut {
        seat: Seat,
    },
    /// This seat's time is up, and goes on at a price: every so many seconds a chip; when the first is taken, as wall time.
    Overtime {
        seat: Seat,
        every_s: u32,
        #[serde(default)]
        first_ms: Option<u64>,
    },
    /// The host did what follows for this seat.
    HostActed {
        seat: Seat,
    },
    /// These failed a duty and get a strike.
    Struck {
        who: Vec<CastId>,
    },
    /// These failed a duty, and get no strike for it: the match is of no season.
    Missed {
        who: Vec<CastId>,
    },
    /// To whom it concerns alone: nothing of theirs was in when the match began, and whether that is a strike.
    FailedYou {
        struck: bool,
        /// Whether it takes them out of the season when the match is over.
        #[serde(default)]
        out: bool,
        /// Whose strike it is, where they act for another in the match alone.
        #[serde(default)]
        of: Option<CastId>,
    },
    Started {
        by: Starter,
    },
    PreparationOver {
        missing: u32,
    },
    /// To the host alone: who has not submitted.
    Missing {
        who: Vec<CastId>,
    },
    Paused {
        by: Pauser,
        until_ms: Option<u64>,
    },
    /// A practice that nobody hosts but a player of it is paused: the two let it go on themselves.
    PracticePaused {
        by: Pauser,
        until_ms: Option<u64>,
    },
    /// Below news of a pause: for this seat the match waits, and so much time it has when that goes on.
    HasThen {
        seat: Seat,
        base_ms: u64,
        reserve_ms: u64,
        /// Every how many seconds it costs to be late, where it does.
        overtime_s: Option<u32>,
        /// Whether that is so already.
        late: bool,
    },
    Resumed,
    /// This player asks for a pause; so many are left to the two, so long each.
    PauseWished {
        seat: Seat,
        left: u32,
        minutes: u32,
    },
    ResumeWished {
        seat: Seat,
    },
    /// The host took the match back to before this.
    Rewound {
        before: Deed,
    },
    /// The match was over and is open again. These are players of the season again, and these garnets people have again, where everybody may know.
    OpenAgain {
        players: Vec<CastId>,
        garnets: Vec<(CastId, u32)>,
    },
    /// So the match has ended again, as it had before: what follows from it comes next.
    EndsAgain {
        outcome: Outcome,
    },
    /// The match cannot go on: no account acts for these players any more.
    NobodyActs {
        who: Vec<CastId>,
    },
    /// The host gave a seat time or took it: its reserve since then, and until when it has time where its clock runs.
    TimeChanged {
        seat: Seat,
        delta_ms: i64,
        reserve_ms: u64,
        deadline_ms: Option<u64>,
        /// When being late costs next, of a seat that is late already.
        #[serde(default)]
        price_ms: Option<u64>,
    },
    /// Another account acts for this person, whose clock runs on: until when they have time.
    Substituted {
        who: CastId,
        #[serde(default)]
        until_ms: Option<u64>,
    },
    /// To whoever did before: they do not act for this person any more.
    NotAnyMore {
        who: CastId,
    },
    /// Who hosts the match from now on.
    HostIs {
        host: u64,
    },
    /// To whoever hosts the match from now on: another host has handed it to them.
    HandedToYou {
        by: u64,
    },
    /// To whom it concerns alone: the host has done this for them. Where others may read along the acts are left out as it is written.
    ActedForYou {
        acts: Vec<String>,
    },
    /// Why a host ruled, in the host's own words.
    Reason {
        reason: String,
    },
    /// So much time was given back because of an outage, to everybody. Whose clock runs is called, and told until when.
    Credited {
        ms: u64,
        #[serde(default)]
        waits: Vec<(Seat, u64)>,
    },
    StartMoved {
        to_ms: Option<u64>,
    },
    /// For so many, who had not chosen before the match, chance has chosen.
    Dealt {
        count: u32,
    },
    /// To the host alone: for these, who had not chosen before the match, chance has chosen.
    DealtFor {
        who: Vec<CastId>,
    },
    /// To whom it concerns alone: what they had put together and not handed in counts. Where others may read along the acts are left out as it is written.
    DraftTaken {
        acts: Vec<String>,
    },
    /// To whom it concerns alone: they had not chosen, and chance has chosen this for them. Where others may read along the acts are left out as it is written.
    DealtForYou {
        acts: Vec<String>,
    },
    /// A host waits until then for these, who are not there at the start.
    Waits {
        until_ms: u64,
        #[serde(default)]
        who: Vec<CastId>,
        /// How many choices before the match are not in.
        #[serde(default)]
        missing: u32,
        /// Whether choices are due still: before they are in, or their time is up, nobody can be ready.
        #[serde(default)]
        due: bool,
    },
    /// The choices before the match are due later.
    Extended {
        to_ms: u64,
    },
    /// A ruling has opened the choices before the match again: until when, where the time for them runs.
    ChoicesOpen {
        to_ms: Option<u64>,
    },
    /// The appointed start came, and these are not there, or so many choices not in.
    NoShow {
        who: Vec<CastId>,
        #[serde(default)]
        missing: u32,
    },
    ReserveRuns {
        seat: Seat,
        deadline_ms: u64,
        /// Every how many seconds it costs to be late then, where it does.
        #[serde(default)]
        overtime_s: Option<u32>,
    },
    LastMinute {
        seat: Seat,
        deadline_ms: u64,
        #[serde(default)]
        overtime_s: Option<u32>,
    },
    /// To the host alone: the result waits for a host.
    Held,
    /// To the host alone: the result that waits is a tie, which they settle when it is released.
    TieWaits,
    /// To the host alone: a tie waits for a host to settle it.
    Tied,
    /// To the hosts and the two players alone: the match's channel is gone. A live match is `paused` by it.
    ChannelGone {
        paused: bool,
        /// Which, so that it is told once; 0 in old letters.
        #[serde(default)]
        channel: u64,
    },
    /// Where the match was played before: it goes on in this channel.
    GoesOnIn {
        channel: u64,
    },
    /// Where the match goes on: which it is, and in which channel it was played before, if that is still there.
    CameFrom {
        game: GameId,
        channel: Option<u64>,
    },
    /// A copy of the database was put back, which was made then.
    PutBack {
        copy_ms: u64,
    },
    /// To whom it concerns alone: what counts of their choice before the match is what counted then.
    ChoicePutBack,
    /// To the host alone: these players have left the server.
    Left {
        who: Vec<CastId>,
    },
    /// Somebody is out of the season.
    Eliminated {
        who: CastId,
    },
    /// Where the garnets of somebody go who is out; how many, where everybody may know.
    Spoils {
        of: CastId,
        to: Heir,
        amount: Option<u32>,
    },
    /// Garnets that the winner gets besides.
    Bonus {
        who: CastId,
        amount: u32,
    },
    /// How a best of three stands for the winner of its last match.
    Series {
        winner: CastId,
        won: u32,
        lost: u32,
        decided: bool,
    },
    /// To the host alone: the best of three goes on, and how its next match is opened.
    NextOfSeries,
    /// Somebody has as many strikes as the season's limit.
    AtStrikeLimit {
        who: CastId,
        count: u32,
        eliminated: bool,
    },
    /// To the host alone: the loser was not a player of the season any more, so nothing became of them.
    OutAlready {
        who: CastId,
    },
    /// An end that is brought back does not eliminate them again: a host has made them a player since.
    StaysIn {
        who: CastId,
    },
    /// Elsewhere: a match has ended in this channel.
    Ended {
        /// None in what was posted when it was not told.
        #[serde(default)]
        game: Option<GameId>,
        outcome: Outcome,
        channel: u64,
    },
    /// To the host alone: these could not be reached in private.
    Unreached {
        who: Vec<CastId>,
        /// Whether the match had begun by then.
        #[serde(default)]
        live: bool,
    },
    /// To the host alone: something is missing in a server.
    Trouble {
        sentence: String,
    },
}

/// The letter of a row of the outbox; None where it cannot be read.
pub(super) fn letter_of(row: &OutboxRow) -> Option<Letter> {
    serde_json::from_str(&row.body).ok()
}

/// Whether a post is one person's, with what they may choose before the match.
pub(super) fn is_own(row: &OutboxRow) -> bool {
    letter_of(row).is_some_and(|letter| letter.post.is_own())
}
