//! The lines of a post: what each tells, without words.

use serde::{Deserialize, Serialize};

use super::entry_kind::EntryKind;
use super::trouble::Trouble;
use games::{CastId, GameId, Happening, Outcome, Seat};
use matches::{Pauser, Starter};

/// One thing that people are told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    Happened(Happening),
    /// This seat's time was up; what follows was drawn for it.
    TimedOut {
        seat: Seat,
    },
    /// This seat's time is up, and goes on at a price: every so many seconds a chip; when the first
    /// is taken, as wall time.
    Overtime {
        seat: Seat,
        every_s: u32,
        first_ms: Option<u64>,
    },
    /// The host did what follows for this seat.
    HostActed {
        seat: Seat,
    },
    /// A host has opened the hand of this person, to act for them: until then the host sees what
    /// only they may see.
    HandOpened {
        who: CastId,
    },
    /// These failed a duty and get a strike.
    Struck {
        who: Vec<CastId>,
    },
    /// These failed a duty, and get no strike for it: the match is of no season.
    Missed {
        who: Vec<CastId>,
    },
    /// To whom it concerns alone: nothing of theirs was in when the match began, and whether that
    /// is a strike.
    FailedYou {
        struck: bool,
        /// Whether it takes them out of the season when the match is over.
        out: bool,
        /// Whose strike it is, where they act for another in the match alone.
        #[serde(default)]
        of: Option<CastId>,
    },
    /// After that: it is no strike, since a host began the match without one.
    Spared,
    Started {
        by: Starter,
    },
    /// To a safe player alone: the match has begun, and the two players may not talk to them until
    /// it is over.
    PlayersApart,
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
    /// Below news of a pause: for this seat the match waits, and so much time it has when that goes
    /// on.
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
        before: EntryKind,
    },
    /// The match was over and is open again. These are players of the season again, and these
    /// garnets people have again, where everybody may know.
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
    /// The host gave a seat time or took it: its reserve since then, and until when it has time
    /// where its clock runs.
    TimeChanged {
        seat: Seat,
        delta_ms: i64,
        reserve_ms: u64,
        deadline_ms: Option<u64>,
        /// When being late costs next, of a seat that is late already.
        price_ms: Option<u64>,
    },
    /// Another account acts for this person, whose clock runs on: until when they have time.
    Substituted {
        who: CastId,
        #[serde(default)]
        until_ms: Option<u64>,
    },
    /// To the person who did before: they do not act for this person any more.
    NotAnyMore {
        who: CastId,
    },
    /// Who hosts the match from now on.
    HostIs {
        host: u64,
    },
    /// To the person who hosts the match from now on: another host has handed it to them.
    HandedToYou {
        by: u64,
    },
    /// To whom it concerns alone: the host has done this for them. Where others may read along the
    /// acts are left out as it is written.
    ActedForYou {
        acts: Vec<String>,
    },
    /// Why a host ruled, in the host's own words.
    Reason {
        reason: String,
    },
    /// So much time was given back because of an outage, to everybody. Whose clock runs is called,
    /// and told until when.
    Credited {
        ms: u64,
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
    /// To whom it concerns alone: what they had put together and not handed in counts. Where others
    /// may read along the acts are left out as it is written.
    DraftTaken {
        acts: Vec<String>,
    },
    /// To whom it concerns alone: they had not chosen, and chance has chosen this for them. Where
    /// others may read along the acts are left out as it is written.
    DealtForYou {
        acts: Vec<String>,
    },
    /// A host waits until then for these, who are not there at the start.
    Waits {
        until_ms: u64,
        who: Vec<CastId>,
        /// How many choices before the match are not in.
        missing: u32,
        /// Whether choices are due still: before they are in, or their time is up, nobody can be
        /// ready.
        #[serde(default)]
        due: bool,
    },
    /// The choices before the match are due later.
    Extended {
        to_ms: u64,
    },
    /// A ruling has opened the choices before the match again: until when, where the time for them
    /// runs.
    ChoicesOpen {
        to_ms: Option<u64>,
    },
    /// The appointed start came, and these are not there, or so many choices not in.
    NoShow {
        who: Vec<CastId>,
        missing: u32,
    },
    ReserveRuns {
        seat: Seat,
        deadline_ms: u64,
        /// Every how many seconds it costs to be late then, where it does.
        overtime_s: Option<u32>,
    },
    LastMinute {
        seat: Seat,
        deadline_ms: u64,
        overtime_s: Option<u32>,
    },
    /// To the host alone: the result waits for a host.
    Held,
    /// To the host alone: the result that waits is a tie, which they settle when it is released.
    TieWaits,
    /// To the host alone: a tie waits for a host to settle it.
    Tied,
    /// To the hosts and the two players alone: the match's channel is gone. A live match is
    /// `paused` by it.
    ChannelGone {
        paused: bool,
        /// Which, so that it is told once.
        channel: u64,
    },
    /// To the hosts and the two players alone: the match's channel is there, and cannot be used. A
    /// live match is `paused` by it.
    Shut {
        why: Shut,
        paused: bool,
    },
    /// To the host alone: this player is under a timeout of Discord's in the server, until then.
    UnderTimeout {
        who: CastId,
        until_ms: u64,
    },
    /// Where the match was played before: it goes on in this channel.
    GoesOnIn {
        channel: u64,
    },
    /// Where the match goes on: which it is, and in which channel it was played before, if that is
    /// still there.
    CameFrom {
        game: GameId,
        channel: Option<u64>,
    },
    /// A copy of the database was put back, which was made then.
    PutBack {
        copy_ms: u64,
    },
    /// To whom it concerns alone: what counts of their choice before the match is what counted
    /// then.
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
    /// To the host alone: the loser was not a player of the season any more, so nothing became of
    /// them.
    OutAlready {
        who: CastId,
    },
    /// An end that is brought back does not eliminate them again: a host has made them a player
    /// since.
    StaysIn {
        who: CastId,
    },
    /// Above the card of a practice round: what follows it.
    PracticeRound,
    /// Above the card of the match that follows a practice round.
    NowItCounts,
    /// Elsewhere: a match has been opened in this channel, and its appointed start.
    Opened {
        game: GameId,
        channel: u64,
        start_at_ms: Option<u64>,
    },
    /// Elsewhere: a match has ended in this channel.
    Ended {
        game: GameId,
        outcome: Outcome,
        channel: u64,
    },
    /// To the host alone: these could not be reached in private.
    Unreached {
        who: Vec<CastId>,
        /// Whether the match had begun by then.
        live: bool,
    },
    /// To the host alone: something is missing in a server.
    Trouble(Trouble),
    /// To the host alone: Discord did not take what asks in the match's channel, and it is not
    /// tried again by itself. Discord's code, 0 for none.
    Unposted {
        channel: u64,
        code: i64,
    },
}

/// Why a match's channel cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shut {
    /// It is a locked thread: Discord switches off all controls there, those of moderators too
    /// (discord-api-docs, issue 7900).
    Locked,
    /// Dealer lacks these permissions there, as Discord calls them.
    DealerLacks(Vec<String>),
    /// Dealer is under a timeout in the server, in milliseconds since the Unix epoch.
    DealerTimedOut { until_ms: u64 },
    /// These players do not see it.
    Unseen(Vec<CastId>),
}

/// What is to be known of a line besides what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AboutLine {
    /// It calls a host to people who are not there at the appointed start.
    pub calls_to_absent: bool,
    /// It calls a host who has something to press.
    pub calls_host: bool,
    /// It announces a match elsewhere: that it is open, or how it has ended.
    pub announces: bool,
    /// It tells that the match has ended, or that its result waits.
    pub of_end: bool,
    /// It calls this player, whose time runs out, and counts that time down.
    pub counts_down: Option<Seat>,
    /// It tells of a pause.
    pub pauses: bool,
    /// It tells of a pause, or of a wish for one or for its end.
    pub of_pause: bool,
    /// No rewind takes back what it tells.
    pub lasts: bool,
    /// It tells in a channel that the match is not played there any more.
    pub leaves_channel: bool,
    /// It has what one person alone may know.
    pub secret: bool,
    /// A host who plays in the match may not know it.
    pub not_for_players: bool,
}

impl Line {
    pub fn about(&self) -> AboutLine {
        let about = AboutLine::default();
        match self {
            Line::NoShow { .. } | Line::Waits { .. } => AboutLine {
                calls_to_absent: true,
                ..about
            },
            Line::Tied | Line::Unposted { .. } => AboutLine {
                calls_host: true,
                ..about
            },
            Line::Held => AboutLine {
                calls_host: true,
                of_end: true,
                ..about
            },
            Line::Opened { .. } => AboutLine {
                announces: true,
                ..about
            },
            Line::Ended { .. } => AboutLine {
                announces: true,
                of_end: true,
                ..about
            },
            Line::ReserveRuns { seat, .. }
            | Line::LastMinute { seat, .. }
            | Line::Overtime { seat, .. } => AboutLine {
                counts_down: Some(*seat),
                ..about
            },
            Line::Paused { by, .. } | Line::PracticePaused { by, .. } => AboutLine {
                pauses: true,
                of_pause: true,
                lasts: match by {
                    Pauser::Host
                    | Pauser::Players
                    | Pauser::Removed
                    | Pauser::ChannelGone
                    | Pauser::Deleted => true,
                    // The reason is gone with what is taken back.
                    Pauser::ChannelShut
                    | Pauser::Timeouts(_)
                    | Pauser::LastPrice(_)
                    | Pauser::BothLate => false,
                },
                ..about
            },
            Line::PauseWished { .. } | Line::ResumeWished { .. } => AboutLine {
                of_pause: true,
                ..about
            },
            Line::Substituted { .. }
            | Line::NotAnyMore { .. }
            | Line::HostIs { .. }
            | Line::HandedToYou { .. }
            | Line::HandOpened { .. } => AboutLine {
                lasts: true,
                ..about
            },
            Line::GoesOnIn { .. } => AboutLine {
                lasts: true,
                leaves_channel: true,
                ..about
            },
            Line::ActedForYou { .. } | Line::DealtForYou { .. } | Line::DraftTaken { .. } => {
                AboutLine {
                    secret: true,
                    ..about
                }
            }
            Line::Missing { .. }
            | Line::DealtFor { .. }
            | Line::Struck { .. }
            | Line::Missed { .. }
            | Line::TieWaits => AboutLine {
                not_for_players: true,
                ..about
            },
            Line::Happened(_)
            | Line::TimedOut { .. }
            | Line::HostActed { .. }
            | Line::FailedYou { .. }
            | Line::Spared
            | Line::Started { .. }
            | Line::PlayersApart
            | Line::PreparationOver { .. }
            | Line::HasThen { .. }
            | Line::Resumed
            | Line::Rewound { .. }
            | Line::OpenAgain { .. }
            | Line::EndsAgain { .. }
            | Line::NobodyActs { .. }
            | Line::TimeChanged { .. }
            | Line::Reason { .. }
            | Line::Credited { .. }
            | Line::StartMoved { .. }
            | Line::Dealt { .. }
            | Line::Extended { .. }
            | Line::ChoicesOpen { .. }
            | Line::ChannelGone { .. }
            | Line::Shut { .. }
            | Line::UnderTimeout { .. }
            | Line::CameFrom { .. }
            | Line::PutBack { .. }
            | Line::ChoicePutBack
            | Line::Left { .. }
            | Line::Eliminated { .. }
            | Line::Spoils { .. }
            | Line::Bonus { .. }
            | Line::Series { .. }
            | Line::NextOfSeries
            | Line::AtStrikeLimit { .. }
            | Line::OutAlready { .. }
            | Line::StaysIn { .. }
            | Line::PracticeRound
            | Line::NowItCounts
            | Line::Unreached { .. }
            | Line::Trouble { .. } => about,
        }
    }
}

/// Who gets the garnets of somebody who is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heir {
    Winner(CastId),
    Bank,
    Nobody,
}
