//! A match in the referee's memory.

use std::sync::Arc;

use super::poll::last_time;
use crate::store::{AccountId, Face, MatchRow, Person, Result, Tx};
use games::{AnyGame, Audience, CastId, Party, Seat, View, WallMs};
use matches::{Match, Pauser, Setup, Stage};

/// How long a practice that nobody starts stays open.
const IDLE_PRACTICE_MS: u64 = 24 * 60 * 60 * 1000;

/// A match in the referee's memory.
#[derive(Clone, Debug)]
pub struct Table {
    pub row: Arc<MatchRow>,
    pub play: Match,
    pub people: Arc<Vec<Person>>,
    /// What the cast looks like; empty until it is noted.
    pub faces: Arc<Vec<Face>>,
    /// The number of the last outage that it got back.
    pub(super) outage: i64,
    /// The stored time of the next deadline. Never later than the real one, unless the match was
    /// put off: see [`MatchChange::note_due`](super::change::MatchChange::note_due).
    pub(super) due: Option<WallMs>,
}

impl Table {
    pub fn person(&self, who: CastId) -> Option<&Person> {
        self.people.iter().find(|person| person.who == who)
    }

    /// Who acts for the player in a seat.
    pub fn player(&self, seat: Seat) -> Option<&Person> {
        self.person(self.row.setup.cast.seated(seat)?)
    }

    /// The cast member for whom an account acts in this match.
    pub fn who(&self, account: AccountId) -> Option<CastId> {
        let person = self.people.iter().find(|person| person.account == account);
        person.map(|person| person.who)
    }

    /// Whether an account plays in the match, and so may not act as its host. A rehearsal decides
    /// nothing, so a host who tries a seat in it stays its host.
    pub fn is_player(&self, account: AccountId) -> bool {
        !self.row.setup.rehearsal && self.plays(account)
    }

    /// Whether an account plays in the match, be it a rehearsal or not.
    pub(super) fn plays(&self, account: AccountId) -> bool {
        let party = self.party(account);
        party.is_some_and(|party| plays(&self.row.setup, party))
    }

    /// The players without an account: it was forgotten, say. Nobody in a rehearsal, where the
    /// computer acts.
    pub fn nobody_acts_for(&self) -> Vec<CastId> {
        if self.row.setup.rehearsal {
            return Vec::new();
        }
        let nobody = |who: &CastId| self.person(*who).is_none();
        self.row.setup.cast.in_seats().filter(nobody).collect()
    }

    /// Whether the match was declared void before it began. False for imported matches: everybody
    /// may read their records.
    pub fn is_called_off(&self) -> bool {
        self.play.called_off.is_some() && self.row.channel.0 != 0
    }

    /// The game as people may see it. For a match that was called off, as it was before that.
    pub fn shown(&self) -> &AnyGame {
        let before = self.play.called_off.as_deref();
        before
            .filter(|_| self.is_called_off())
            .unwrap_or(&self.play.game)
    }

    /// The board as the match's posts show it: to everybody, or to the one player of a practice in
    /// a direct message.
    pub(super) fn posted_view(&self) -> View {
        let reader = self.party(self.row.host).filter(|_| self.row.is_direct());
        self.play.game.view(match reader {
            Some(Party::Seat(seat)) => Audience::Seat(seat),
            _ => Audience::Public,
        })
    }

    /// Whether the match has no host: a practice match that one of its players opened.
    pub fn has_no_host(&self) -> bool {
        has_no_host(&self.row, &self.people)
    }

    /// Until when a practice without a host waits for its players; None for any other match.
    pub(super) fn waits_until(&self) -> Option<WallMs> {
        let is_over = self.play.stage() == Stage::Over;
        let waits = self.has_no_host() && !self.play.started && !is_over;
        waits.then_some(self.row.opened_at_ms + IDLE_PRACTICE_MS)
    }

    /// When something is next due in the match.
    pub(super) fn next_due(&self, tx: &Tx) -> Result<Option<WallMs>> {
        let offered = match self.play.stage() {
            Stage::Preparing | Stage::Standing => last_time(tx, self.row.id)?,
            Stage::Live | Stage::Over => None,
        };
        let due = self.play.next_due().map(|(at, _)| at);
        Ok([due, self.waits_until(), offered]
            .into_iter()
            .flatten()
            .min())
    }

    /// Whether the players may end the current pause themselves: they asked for it, or there is no
    /// host.
    pub fn players_end_pause(&self) -> bool {
        match self.play.paused_by {
            Some(Pauser::Players) => true,
            Some(
                Pauser::Timeouts(_)
                | Pauser::LastPrice(_)
                | Pauser::BothLate
                | Pauser::Removed
                | Pauser::ChannelShut
                | Pauser::Deleted,
            ) => self.has_no_host(),
            Some(Pauser::Host | Pauser::ChannelGone) | None => false,
        }
    }

    /// The party that an account is in this match.
    pub fn party(&self, account: AccountId) -> Option<Party> {
        let who = self.who(account)?;
        Some(match self.row.setup.cast.seat_of(who) {
            Some(seat) => Party::Seat(seat),
            None => Party::Cast(who),
        })
    }
}

/// Whether a party is one of the two in the seats or, without seats, a player of the cast.
pub(super) fn plays(setup: &Setup, party: Party) -> bool {
    match party {
        Party::Seat(_) => true,
        Party::Cast(who) => !setup.has_seats() && setup.cast.is_safe(who),
        Party::Host | Party::Dealer => false,
    }
}

/// As [`Table::has_no_host`], for a match with these people.
pub(super) fn has_no_host(row: &MatchRow, people: &[Person]) -> bool {
    let mut hosting = people.iter().filter(|person| person.account == row.host);
    row.setup.practice && hosting.any(|person| row.setup.cast.seat_of(person.who).is_some())
}
