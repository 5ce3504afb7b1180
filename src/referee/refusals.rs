//! Why the referee does not do something. The sentences are those of `words`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::store::MatchId;
use games::{Cast, CastId, GameId, Party, Refusal, Seat, SetupRefusal};
use matches::{Pauser, TimeRefusal};

/// Why an action is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActRefusal {
    NoSuchMatch,
    /// This account stands for nobody in the match.
    NotInMatch,
    /// Only a host may act for somebody, and not in a match in which they sit.
    HostOnly,
    /// What this party may do is theirs alone: the host has to open their hand first.
    HandShut {
        whose: Party,
        cast: Arc<Cast>,
    },
    /// To begin is more than an act: the person who does it is told who is missing
    /// ([`Core::begin`]).
    BeginOtherwise,
    /// The control belongs to somebody else, or to a prompt that is over.
    NotYours {
        cast: Arc<Cast>,
        waiting: Vec<Party>,
    },
    Stale {
        cast: Arc<Cast>,
        waiting: Vec<Party>,
    },
    /// As [`ActRefusal::Stale`], of what they have done last: most likely a finger pressed twice.
    Twice {
        act: String,
        cast: Arc<Cast>,
        waiting: Vec<Party>,
    },
    Time(TimeRefusal),
    /// Of a choice before the match something counts already that was made later.
    Outdated,
    /// The text is no action; among what this party may do now are these.
    Unreadable {
        #[serde(default)]
        typed: String,
        examples: Vec<String>,
    },
    /// The text is no action where a number in this range is asked for.
    NoNumber {
        #[serde(default)]
        typed: String,
        least: u32,
        most: u32,
    },
    /// Of several actions in a line the first, this text, is not taken, and none was done.
    FirstOfLine {
        text: String,
        why: Box<ActRefusal>,
    },
    /// A name in the text lacks the quotes that it needs: the text with them.
    NameUnquoted {
        line: String,
    },
    /// Words of the text are a letter or two beside those that fit: the text with these.
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
    /// A host who sits in the match has no say over it.
    HostInSeat,
    AlreadyStarted,
    Over,
    /// Ready is for the two players.
    SeatOnly,
    /// So many choices before the match are awaited still; one of them of who asks, it may be.
    TooEarly {
        missing: u32,
        yours: bool,
    },
    /// These players have to choose before the match, and nobody can do without.
    StillChoosing {
        seats: Vec<Seat>,
    },
    /// The two are asked to be ready only from this time on, shortly before the appointed start.
    CheckInLater {
        at_ms: u64,
    },
    Paused,
    /// To a player who asks for a pause: there is one.
    PausedAlready {
        by: Option<Pauser>,
        until_ms: Option<u64>,
    },
    NotPaused,
    /// The match's channel is gone: it is moved before it goes on.
    ChannelGone,
    StartPassed,
    /// The appointed start has not come, so that nobody is waited for.
    NotLate,
    /// No choices before the match are awaited, or not any more.
    NothingToExtend,
    /// To a deadline that has passed.
    DeadlinePassed,
    /// The deadline is at this time already.
    DueThen {
        deadline_ms: u64,
    },
    /// A host waits for who is late until then already.
    WaitsAlready {
        until_ms: u64,
    },
    /// Who is missing had a reminder a moment ago.
    JustReminded,
    /// A note in which nothing is said.
    EmptyNote,
    /// The times that were answered are not offered any more.
    PollClosed,
    /// Another match is open in that channel.
    ChannelBusy(Busy),
    /// There is no result that waits.
    NothingHeld,
    /// Another result waits than the one that was shown.
    AnotherHeld,
    /// Only a live match is paused by its players.
    NotLive,
    /// The players have had their pauses.
    NoPauseLeft {
        most: u32,
    },
    /// It was not the players who paused the match, so that they cannot end it: a host can, whose
    /// account this is.
    PausedByOthers {
        /// Who hosts the match; nobody who does not play in it, if None.
        host: Option<u64>,
    },
    /// This account hosts the match already.
    HostsAlready {
        host: u64,
    },
    /// The person who plays in the match cannot host it.
    PlaysHere {
        account: u64,
    },
    /// These sit in the match, and no account acts for them.
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
    /// A player in a seat has no account to play with.
    SeatWithoutAccount(String),
    /// The appointed start has passed already.
    StartPassed,
    /// The choices before it were due already.
    DeadlinePassed,
    /// The choices before it would be due only after its appointed start.
    DeadlineAfterStart,
    /// Its season, which has this name, is archived.
    SeasonArchived(String),
    Setup(SetupRefusal),
}

/// The match that is open in a channel, where another is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Busy {
    pub id: MatchId,
    /// None in a direct message.
    pub guild: Option<u64>,
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
    /// The entry counts no more: this one has taken it back.
    Undone {
        by: i64,
    },
    /// The match cannot be open again while this one is open in its channel.
    ChannelBusy(MatchId),
    /// These have spent garnets that they would have to give back.
    GarnetsSpent(Vec<Missing>),
    /// The account acts for them already.
    ActsAlready,
    /// The account is this person's, who sits in the match or has a choice to make in it.
    HasPart {
        who: CastId,
    },
    /// The account has acted for this person in the match, and knows what only they may know.
    HasActedFor {
        who: CastId,
    },
    /// The account has opened this person's hand in the match as a host, and knows what was in it.
    HasOpened {
        who: CastId,
    },
    /// The account is this person's of the season.
    InSeasonAlready {
        name: String,
    },
    /// The match's season does not know this person.
    NotInSeason,
    /// No time would be given or taken.
    NoTime,
    /// More than [`Times::MOST_S`].
    TooMuchTime,
    /// A host would act for somebody in their place, and learn what they know.
    Yourself,
    /// This later match of the same best of three is to be taken back first.
    LaterOfSeries(MatchId),
    /// The match is over, and its season of this name is archived.
    SeasonArchived {
        season: String,
    },
    /// The match has moved on since it was looked at.
    Moved,
}

/// Somebody has not enough garnets left for what a rewind would have them give back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// None for the bank.
    pub whose: Option<String>,
    pub garnets: u32,
}

impl ActRefusal {
    /// What was probably meant, as the record would write it. Nobody does it but the person who is
    /// asked.
    pub fn meant(&self) -> Option<&str> {
        match self {
            ActRefusal::NameUnquoted { line } | ActRefusal::Misspelt { line } => Some(line),
            _ => None,
        }
    }
}
