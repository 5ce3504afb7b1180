//! The lines of a post: what each tells, without its words.

use crate::store::{AccountId, ChannelId};
use serde::{Deserialize, Serialize};

use super::entry_kind::EntryKind;
use super::trouble::Trouble;
use games::{Cast, CastId, GameId, Happening, Outcome, Seat, View, WallMs};
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
    /// This seat's time is up. It may still act, but pays every so many seconds (in Crossfire, a
    /// chip); `first_ms`: when it first pays.
    Overtime {
        seat: Seat,
        every_s: u32,
        first_ms: Option<WallMs>,
    },
    /// The host did what the next lines say for this seat.
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
    /// To that person alone: they had not chosen when the match began, and whether that is a
    /// strike.
    FailedYou {
        struck: bool,
        /// Whether it eliminates them when the match is over.
        out: bool,
        /// Whose strike it is, if they act for somebody else in this match only.
        #[serde(default)]
        of: Option<CastId>,
    },
    /// After that line: it is no strike, because the host began the match without strikes.
    Spared,
    Started {
        by: Starter,
    },
    /// To a safe player alone: the match has begun, and the two players may not talk to them until
    /// it is over.
    PlayersApart,
    /// To everybody: until the match is over, the two players may not talk to safe players.
    KeptApart,
    PreparationOver {
        missing: u32,
    },
    /// To the host alone: who has not submitted.
    Missing {
        who: Vec<CastId>,
    },
    Paused {
        by: Pauser,
        until_ms: Option<WallMs>,
        /// The match was paused already, and a rewind has not ended that.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stays: bool,
    },
    /// A practice match without a host is paused: the two players resume it themselves.
    PracticePaused {
        by: Pauser,
        until_ms: Option<WallMs>,
    },
    /// Below news of a pause: the match waits for this seat, which has so much time when play
    /// resumes.
    HasThen {
        seat: Seat,
        base_ms: u64,
        reserve_ms: u64,
        /// If being late costs: every how many seconds.
        overtime_s: Option<u32>,
        /// Whether it is late already.
        late: bool,
    },
    Resumed,
    /// This player asks for a pause. The players have so many left, of so many minutes each.
    PauseWished {
        seat: Seat,
        left: u32,
        minutes: u32,
    },
    ResumeWished {
        seat: Seat,
    },
    /// The host rewound the match to before this entry.
    Rewound {
        before: EntryKind,
    },
    /// The match was over and is open again. These are players of the season again, and these
    /// people have so many garnets again, if counts are public.
    OpenAgain {
        players: Vec<CastId>,
        garnets: Vec<(CastId, u32)>,
    },
    /// The match has ended again in the same way as before; the lines after this say what follows.
    EndsAgain {
        outcome: Outcome,
    },
    /// The match cannot go on: no account acts for these players any more.
    NobodyActs {
        who: Vec<CastId>,
    },
    /// The host gave a seat time or took some away: its reserve now, and its deadline if its clock
    /// runs.
    TimeChanged {
        seat: Seat,
        delta_ms: i64,
        reserve_ms: u64,
        deadline_ms: Option<WallMs>,
        /// For a seat that is late already: when it pays next.
        price_ms: Option<WallMs>,
    },
    /// Another account acts for this person. Their clock runs on; `until_ms`: until when they
    /// have time.
    Substituted {
        who: CastId,
        #[serde(default)]
        until_ms: Option<WallMs>,
        /// 0 in older lines, and once it is forgotten.
        #[serde(
            default,
            with = "super::mention",
            skip_serializing_if = "super::mention::is_unknown"
        )]
        account: AccountId,
    },
    /// To the account before: another one acts for this person now, as in [`Line::Substituted`].
    NotAnyMore {
        who: CastId,
        #[serde(
            default,
            with = "super::mention",
            skip_serializing_if = "super::mention::is_unknown"
        )]
        account: AccountId,
    },
    /// Who hosts the match from now on.
    HostIs {
        host: AccountId,
    },
    /// To the person who hosts the match from now on: another host has handed it to them.
    HandedToYou {
        by: AccountId,
    },
    /// To that person alone: the host has done this for them. The acts are left out when it is
    /// written where others may read along.
    ActedForYou {
        acts: Vec<String>,
    },
    /// Why a host ruled, in the host's own words.
    Reason {
        reason: String,
    },
    /// Everybody got so much time back after an outage. Seats whose clock runs are called, and told
    /// until when they have time.
    Credited {
        ms: u64,
        waits: Vec<(Seat, Option<WallMs>)>,
    },
    StartMoved {
        to_ms: Option<WallMs>,
        /// Whether choices are due at that start.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        due: bool,
    },
    /// So many choices before the match were missing and have been drawn at random.
    Dealt {
        count: u32,
    },
    /// To the host alone: the missing choices of these people have been drawn at random.
    DealtFor {
        who: Vec<CastId>,
    },
    /// To that person alone: their draft, which they had not handed in, counts. The acts are left
    /// out when it is written where others may read along.
    DraftTaken {
        acts: Vec<String>,
    },
    /// To that person alone: they had not chosen, and this was drawn for them. The acts are left
    /// out when it is written where others may read along.
    DealtForYou {
        acts: Vec<String>,
    },
    /// A host waits until then for these people, who are not there at the start.
    Waits {
        until_ms: WallMs,
        who: Vec<CastId>,
        /// How many choices before the match are missing.
        missing: u32,
        /// Whether the deadline of the choices is still to come: until then nobody can be ready,
        /// unless all are in.
        #[serde(default)]
        due: bool,
    },
    /// The choices before the match are due later.
    Extended {
        to_ms: WallMs,
    },
    /// A ruling has opened the choices before the match again. `to_ms`: their deadline, if their
    /// time runs.
    ChoicesOpen {
        to_ms: Option<WallMs>,
    },
    /// The scheduled start has come, but these people are not there, or so many choices are
    /// missing.
    NoShow {
        who: Vec<CastId>,
        missing: u32,
    },
    ReserveRuns {
        seat: Seat,
        deadline_ms: WallMs,
        /// If being late costs after that: every how many seconds.
        overtime_s: Option<u32>,
    },
    LastMinute {
        seat: Seat,
        deadline_ms: WallMs,
        overtime_s: Option<u32>,
    },
    /// To the host alone: the result waits for a host.
    Held,
    /// To the host alone: the result that waits is a tie. They settle it once it is released.
    TieWaits,
    /// To the host alone: a tie waits for a host to settle it.
    Tied,
    /// To the hosts and the two players alone: the match's channel was deleted. A live match is
    /// `paused` for that.
    ChannelGone {
        paused: bool,
        /// The channel, so that this is told once for each.
        channel: ChannelId,
    },
    /// To the hosts and the two players alone: the match's channel exists but cannot be used. A
    /// live match is `paused` for that.
    Shut {
        why: Shut,
        paused: bool,
    },
    /// To the host alone: this player has a Discord timeout in the server until then.
    UnderTimeout {
        who: CastId,
        until_ms: WallMs,
    },
    /// A practice without a host is over: nobody started it for a day.
    PracticeIdle,
    /// A practice without a host is over: a match of a host is played in its channel.
    PracticeMadeWay,
    /// A practice without a host is over: this player does not want to practise.
    PracticeDeclined {
        seat: Seat,
    },
    /// To the host alone: the times that they offered for the start have all passed.
    TimesPassed,
    /// In the channel before: the match goes on in this channel.
    GoesOnIn {
        channel: ChannelId,
    },
    /// In the new channel: which match goes on here, and where it was played before, if that
    /// channel still exists.
    CameFrom {
        game: GameId,
        channel: Option<ChannelId>,
    },
    /// A copy of the database was put back, which was made then.
    PutBack {
        copy_ms: WallMs,
    },
    /// To that person alone: after a restored backup, their choice before the match is the older
    /// one.
    ChoicePutBack,
    /// To the host alone: these players have left the server.
    Left {
        who: Vec<CastId>,
    },
    /// Somebody is out of the season.
    Eliminated {
        who: CastId,
    },
    /// Where the garnets of somebody who is out go; how many, if everybody may know.
    Spoils {
        of: CastId,
        to: Heir,
        amount: Option<u32>,
    },
    /// Extra garnets for the winner.
    Bonus {
        who: CastId,
        amount: u32,
    },
    /// The score of a best of three, for the winner of its last match.
    Series {
        winner: CastId,
        won: u32,
        lost: u32,
        decided: bool,
    },
    /// To the host alone: the best of three goes on, and how to open its next match.
    NextOfSeries,
    /// To the host alone: what hosts may see of a finished match, and others perhaps not.
    ForHosts {
        view: Box<View>,
    },
    /// To one person alone: what a round that is closed has cost them, in garnets.
    Paid {
        amount: u32,
        /// What they have left; older lines don't say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u32>,
    },
    /// To one person alone: the garnets that a round has given them.
    Earned {
        amount: u32,
    },
    /// To one person alone: what the match's host tells them.
    ToldByHost {
        text: String,
    },
    /// To the host alone: the match has named the two of the next Death Match.
    DeathMatch {
        dmo: CastId,
        ec: CastId,
    },
    /// Somebody has as many strikes as the season's limit.
    AtStrikeLimit {
        who: CastId,
        count: u32,
        eliminated: bool,
    },
    /// To the host alone: the loser had already left the season, so nothing happens to them.
    OutAlready {
        who: CastId,
    },
    /// A restored end does not eliminate them again: a host has made them a player since.
    StaysIn {
        who: CastId,
    },
    /// Above the card of a practice round: what follows it.
    PracticeRound,
    /// Above the card of the match that follows a practice round.
    NowItCounts,
    /// In another channel: a match has been opened in this channel, and its scheduled start.
    Opened {
        game: GameId,
        channel: ChannelId,
        start_at_ms: Option<WallMs>,
    },
    /// In another channel: a match has ended in this channel.
    Ended {
        game: GameId,
        outcome: Outcome,
        channel: ChannelId,
    },
    /// To the host alone: these could not be reached in private.
    Unreached {
        who: Vec<CastId>,
        /// Whether the match had begun by then.
        live: bool,
    },
    /// To the host alone: something is missing in a server.
    Trouble(Trouble),
    /// To the host alone: Discord refused the current prompt or card, and it is not tried again by
    /// itself. Discord's code, 0 for none.
    Unposted {
        channel: ChannelId,
        code: i64,
    },
}

/// Why a match's channel cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shut {
    /// It is a locked thread: Discord disables all controls there, even for moderators
    /// (discord-api-docs, issue 7900).
    Locked,
    /// Dealer lacks these permissions there, as Discord calls them.
    DealerLacks(Vec<String>),
    /// Dealer has a timeout in the server, until this time.
    DealerTimedOut { until_ms: WallMs },
    /// These players do not see it.
    Unseen(Vec<CastId>),
}

/// What other code has to know about a line. A post of lines has a property if any of its lines has
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// It has something to press.
    pub controls: bool,
    /// It calls a host to people who are not there at the appointed start.
    pub calls_to_absent: bool,
    /// It announces a match elsewhere, with a link to it: that it is open, or how it has ended.
    pub announces: bool,
    /// It tells that the match has ended, that its result waits, or that it waits for a host.
    pub of_end: bool,
    /// It is about this player, whose time runs out, and counts that time down.
    pub counts_down: Option<Seat>,
    /// It stays true after a rewind: it says who acts for whom, whose hand is open, who hosts,
    /// where the match is played, or that it is paused.
    pub lasts: bool,
    /// It says in a channel that the match has moved away.
    pub leaves_channel: bool,
    /// It says something that only one person may know, so that nobody else may read it.
    pub secret: bool,
    /// Once it is closed, what it says depends on the match's stage: that the match has begun, say,
    /// or is over.
    pub tells_stage: bool,
}

impl Line {
    pub fn about(&self) -> About {
        let about = About::default();
        match self {
            Line::NoShow { .. } | Line::Waits { .. } => About {
                controls: true,
                calls_to_absent: true,
                tells_stage: true,
                ..about
            },
            Line::Tied
            | Line::Unposted { .. }
            | Line::DeathMatch { .. }
            | Line::PauseWished { .. }
            | Line::ResumeWished { .. } => About {
                controls: true,
                ..about
            },
            Line::Held => About {
                controls: true,
                of_end: true,
                ..about
            },
            Line::Opened { .. } | Line::Ended { .. } => About {
                announces: true,
                of_end: matches!(self, Line::Ended { .. }),
                ..about
            },
            Line::ReserveRuns { seat, .. }
            | Line::LastMinute { seat, .. }
            | Line::Overtime { seat, .. } => About {
                counts_down: Some(*seat),
                ..about
            },
            Line::Paused { by, .. } | Line::PracticePaused { by, .. } => About {
                controls: true,
                tells_stage: true,
                lasts: match by {
                    Pauser::Host
                    | Pauser::Players
                    | Pauser::Removed
                    | Pauser::ChannelGone
                    | Pauser::Deleted => true,
                    // A rewind takes the reason of these pauses away.
                    Pauser::ChannelShut
                    | Pauser::Timeouts(_)
                    | Pauser::LastPrice(_)
                    | Pauser::BothLate => false,
                },
                ..about
            },
            Line::Substituted { .. }
            | Line::NotAnyMore { .. }
            | Line::HostIs { .. }
            | Line::HandedToYou { .. }
            | Line::HandOpened { .. } => About {
                lasts: true,
                ..about
            },
            Line::GoesOnIn { .. } => About {
                lasts: true,
                leaves_channel: true,
                ..about
            },
            Line::ActedForYou { .. }
            | Line::DealtForYou { .. }
            | Line::DraftTaken { .. }
            | Line::Paid { .. }
            | Line::Earned { .. }
            | Line::ToldByHost { .. } => About {
                secret: true,
                ..about
            },
            Line::Happened(_)
            | Line::TimedOut { .. }
            | Line::HostActed { .. }
            | Line::Struck { .. }
            | Line::Missed { .. }
            | Line::FailedYou { .. }
            | Line::Spared
            | Line::Started { .. }
            | Line::StartMoved { .. }
            | Line::PlayersApart
            | Line::KeptApart
            | Line::PreparationOver { .. }
            | Line::Missing { .. }
            | Line::HasThen { .. }
            | Line::Resumed
            | Line::Rewound { .. }
            | Line::OpenAgain { .. }
            | Line::EndsAgain { .. }
            | Line::NobodyActs { .. }
            | Line::TimeChanged { .. }
            | Line::Reason { .. }
            | Line::Credited { .. }
            | Line::Dealt { .. }
            | Line::DealtFor { .. }
            | Line::Extended { .. }
            | Line::ChoicesOpen { .. }
            | Line::TieWaits
            | Line::ChannelGone { .. }
            | Line::Shut { .. }
            | Line::UnderTimeout { .. }
            | Line::PracticeIdle
            | Line::PracticeMadeWay
            | Line::PracticeDeclined { .. }
            | Line::TimesPassed
            | Line::CameFrom { .. }
            | Line::PutBack { .. }
            | Line::ChoicePutBack
            | Line::Left { .. }
            | Line::Eliminated { .. }
            | Line::Spoils { .. }
            | Line::Bonus { .. }
            | Line::Series { .. }
            | Line::NextOfSeries
            | Line::ForHosts { .. }
            | Line::AtStrikeLimit { .. }
            | Line::OutAlready { .. }
            | Line::StaysIn { .. }
            | Line::PracticeRound
            | Line::NowItCounts
            | Line::Unreached { .. }
            | Line::Trouble { .. } => about,
        }
    }

    /// The people whom it concerns, so that they are pinged: for example those whose clock runs.
    pub fn called(&self, cast: &Cast) -> Vec<CastId> {
        let seats = match self {
            Line::NoShow { who, .. } | Line::Waits { who, .. } => return who.clone(),
            Line::Substituted { who, .. } => return vec![*who],
            // Line::Overtime calls nobody: its player was called when the reserve began and near
            // its end.
            Line::ReserveRuns { seat, .. } | Line::LastMinute { seat, .. } => vec![*seat],
            Line::PauseWished { seat, .. } | Line::ResumeWished { seat } => vec![seat.other()],
            Line::Credited { waits, .. } => waits.iter().map(|(seat, _)| *seat).collect(),
            // A practice has no host who could end the pause.
            Line::PracticePaused { .. }
            // A host may begin although somebody isn't ready.
            | Line::Started { by: Starter::Host }
            | Line::StartMoved { .. }
            | Line::TimeChanged { .. }
            | Line::OpenAgain { .. } => Seat::BOTH.to_vec(),
            _ => Vec::new(),
        };
        let people = seats.into_iter().filter_map(|seat| cast.seated(seat));
        people.collect()
    }

    /// Whether it tells of a pause.
    pub fn tells_of_pause(&self) -> bool {
        matches!(self, Line::Paused { .. } | Line::PracticePaused { .. })
    }

    /// Whether it tells of a pause, or of a wish for one or for its end.
    pub fn is_of_pause(&self) -> bool {
        let wishes = matches!(self, Line::PauseWished { .. } | Line::ResumeWished { .. });
        wishes || self.tells_of_pause()
    }

    /// Whether a host who plays in the match may not know it.
    pub fn is_kept_from_players(&self) -> bool {
        matches!(
            self,
            Line::Missing { .. }
                | Line::DealtFor { .. }
                | Line::Struck { .. }
                | Line::Missed { .. }
                | Line::ForHosts { .. }
                | Line::TieWaits
        )
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
