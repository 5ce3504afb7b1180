//! Why the referee does not do something. The sentences are those of `words`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::store::{AccountId, MatchId, MatchName, ServerId};
use games::{Cast, CastId, GameId, Party, Refusal, Seat, SetupRefusal, WallMs};
use matches::{Pauser, TimeRefusal};

/// Why an action is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActRefusal {
    NoSuchMatch,
    /// This account has no part in the match.
    NotInMatch,
    /// Only a host may act for somebody, and not in a match in which they play.
    HostOnly,
    /// This party's offers are secret: the host has to open their hand first.
    HandShut {
        whose: Party,
        cast: Arc<Cast>,
    },
    /// Beginning is no plain act, because the host is asked about missing people first
    /// ([`Core::begin`](super::Core::begin)).
    BeginOtherwise,
    /// The control belongs to somebody else, or to a prompt that is over.
    NotYours {
        cast: Arc<Cast>,
        waiting: Vec<Party>,
    },
    Stale {
        cast: Arc<Cast>,
        waiting: Vec<Party>,
        /// Whether the person is among those.
        #[serde(default)]
        yours: bool,
    },
    /// As [`ActRefusal::Stale`], but it repeats their last act: most likely a double press.
    Twice {
        /// None in an old stored answer.
        #[serde(default)]
        game: Option<GameId>,
        act: String,
        cast: Arc<Cast>,
        waiting: Vec<Party>,
        #[serde(default)]
        yours: bool,
    },
    Time(TimeRefusal),
    /// A practice without a host has not started. `ready`: whether the person has pressed Ready.
    PracticeNotStarted {
        ready: bool,
    },
    /// A newer choice before the match counts already.
    Outdated,
    /// The text is no action; these are examples of what this party may do now.
    Unreadable {
        #[serde(default)]
        typed: String,
        examples: Vec<String>,
    },
    /// The text is no action; a number in this range is asked for.
    NoNumber {
        #[serde(default)]
        typed: String,
        least: u32,
        most: u32,
    },
    /// The first action of a line was refused, so none was done.
    FirstOfLine {
        text: String,
        why: Box<ActRefusal>,
    },
    /// A name in the text lacks the quotes that it needs: the text with them.
    NameUnquoted {
        line: String,
    },
    /// Words of the text are a letter or two off: the corrected text.
    Misspelt {
        line: String,
    },
    Rules {
        cast: Arc<Cast>,
        refusal: Refusal,
    },
}

/// Why something is not done to a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConductRefusal {
    NoSuchMatch,
    /// A host who plays in the match may not rule on it.
    HostInSeat,
    AlreadyStarted,
    /// Its button is pressed again.
    RoundClosed,
    /// To a host who moves the deadline of choices: they are past, and turns have their own time.
    ChoicesPast,
    Over,
    /// Ready is for the two players.
    SeatOnly,
    /// So many choices before the match are still missing, perhaps also the asker's own.
    TooEarly {
        missing: u32,
        yours: bool,
    },
    /// These players still have to choose; the match cannot begin without that.
    StillChoosing {
        seats: Vec<Seat>,
    },
    /// Players can press Ready only from this time on, shortly before the scheduled start.
    CheckInLater {
        at_ms: WallMs,
    },
    Paused,
    /// A player asks for a pause, but the match is paused already.
    PausedAlready {
        by: Option<Pauser>,
        until_ms: Option<WallMs>,
    },
    NotPaused,
    /// The match's channel was deleted: the match has to be moved first.
    ChannelGone,
    StartPassed,
    /// The scheduled start has not come, so nobody is late.
    NotLate,
    /// No choice before the match is missing (any more).
    NothingToExtend,
    /// The new deadline has passed already.
    DeadlinePassed,
    /// The deadline is already at this time.
    DueThen {
        deadline_ms: WallMs,
    },
    /// A host already waits for late people, until then.
    WaitsAlready {
        until_ms: WallMs,
    },
    /// Missing people were reminded a moment ago.
    JustReminded,
    EmptyNote,
    /// The times are not offered any more.
    PollClosed,
    /// Another match is open in that channel.
    ChannelBusy(Busy),
    /// No result waits.
    NothingHeld,
    /// The result that waits is not the one that was shown.
    AnotherHeld,
    /// Players can only pause a live match.
    NotLive,
    /// The match has no start: the whole cast plays it from its opening on.
    NoStart,
    /// The players have no pauses left.
    NoPauseLeft {
        most: u32,
    },
    /// Players cannot end this pause, since they did not begin it. A host can; `host` is their
    /// account.
    PausedByOthers {
        /// The match's host; None if nobody but its players hosts it.
        host: Option<AccountId>,
    },
    /// This account hosts the match already.
    HostsAlready {
        host: AccountId,
    },
    /// A player of the match cannot host it.
    PlaysHere {
        account: AccountId,
    },
    /// No account acts for these players.
    NobodyActs {
        who: Vec<CastId>,
    },
    Rules(Refusal),
}

/// Why a match is not opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenRefusal {
    /// Another match is open in this channel.
    ChannelBusy(Busy),
    /// Two people of the cast have the same account.
    AccountTwice {
        names: [String; 2],
    },
    /// This player has no account to play with.
    SeatWithoutAccount(String),
    /// The host who opens it plays in it, and it needs a host who doesn't.
    HostPlays,
    /// The scheduled start has passed already.
    StartPassed,
    /// The deadline of the choices has passed already.
    DeadlinePassed,
    /// The deadline of the choices would be after the scheduled start.
    DeadlineAfterStart,
    /// Its season, of this name, is archived.
    SeasonArchived(String),
    Setup(SetupRefusal),
}

/// The match that is already open in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Busy {
    pub id: MatchId,
    /// None in a direct message.
    pub guild: Option<ServerId>,
    pub game: GameId,
    pub cast: Arc<Cast>,
    pub practice: bool,
    pub rehearsal: bool,
}

/// Why a ruling is not done.
#[derive(Clone, Debug)]
pub enum RulingRefusal {
    Conduct(ConductRefusal),
    Act(ActRefusal),
    /// No entry of this match has that number.
    NoSuchEntry,
    /// The entry does not stand any more: the rewind `by` has taken it back.
    Undone {
        by: i64,
    },
    /// The match cannot be reopened while another one is open in its channel.
    ChannelBusy,
    /// These people have spent garnets that they would have to give back.
    GarnetsSpent(Vec<MissingGarnets>),
    /// The account acts for them already.
    ActsAlready,
    /// The account is already this person's, who plays in the match or has a choice to make in it.
    HasPart {
        who: CastId,
    },
    /// The account has acted for this person in the match, and knows what only they may know.
    HasActedFor {
        who: CastId,
    },
    /// As a host, the account has opened this person's hand in the match, and knows what was in it.
    HasOpened {
        who: CastId,
    },
    /// The account already belongs to this person of the season.
    InSeasonAlready {
        name: String,
    },
    /// This person is not in the match's season.
    NotInSeason,
    /// The change of time would be nothing.
    NoTime,
    /// More than [`matches::Times::MAX_S`].
    TooMuchTime,
    /// Hosts cannot make themselves substitutes: they would learn what that person knows.
    Yourself,
    /// This later match of the same best of three has to be taken back first.
    LaterOfSeries(MatchName),
    /// The match is over, and its season of this name is archived.
    SeasonArchived {
        season: String,
    },
    /// The match has moved on since the preview.
    Moved,
}

/// Somebody who has too few garnets left to give back what a rewind takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingGarnets {
    /// None for the bank.
    pub whose: Option<String>,
    pub garnets: u32,
}

impl ActRefusal {
    /// What was probably meant, in notation. It is only offered as a button, never done.
    pub fn meant(&self) -> Option<&str> {
        match self {
            ActRefusal::NameUnquoted { line } | ActRefusal::Misspelt { line } => Some(line),
            _ => None,
        }
    }
}
