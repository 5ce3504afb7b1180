//! Pauses that both players agree on, as often and as long as the season allows.

use super::audit_log::settings;
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, refused};
use super::line::Line;
use super::refusals::ConductRefusal;
use crate::store::{AccountId, MatchId};
use games::{Party, Refusal, Seat, WallMs};
use matches::{Event, Pauser, Stage};

/// What came of a player's wish to pause or to resume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WishOutcome {
    /// The other player has to ask too.
    Noted,
    /// Both have asked.
    Granted,
}

impl Core {
    /// A player asks for a pause. It begins when the other player asks too, while the same prompt
    /// is open.
    ///
    /// # Errors
    /// Why there can be no such pause now.
    pub fn wish_pause(
        &mut self,
        id: MatchId,
        account: AccountId,
        now: WallMs,
    ) -> ConductResult<WishOutcome> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            change.wish_pause(seat)
        })
    }

    /// A player asks to end a pause that the players may end. It ends when the other player asks
    /// too, or when its time is over.
    ///
    /// # Errors
    /// Why the players cannot end it.
    pub fn wish_resume(
        &mut self,
        id: MatchId,
        account: AccountId,
        now: WallMs,
    ) -> ConductResult<WishOutcome> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            change.wish_resume(seat)
        })
    }
}

impl MatchChange<'_> {
    /// The seat that an account plays.
    pub(super) fn seat(&self, account: AccountId) -> ConductResult<Seat> {
        match self.table.party(account) {
            Some(Party::Seat(seat)) => Ok(seat),
            _ if !self.table.row.setup.has_seats() => {
                refused(ConductRefusal::Rules(Refusal::NoSeats))
            }
            _ => refused(ConductRefusal::SeatOnly),
        }
    }

    /// As [`Core::wish_pause`], for a seat.
    pub(super) fn wish_pause(&mut self, seat: Seat) -> ConductResult<WishOutcome> {
        let play = &self.table.play;
        if play.stage() != Stage::Live {
            return refused(ConductRefusal::NotLive);
        }
        if let Some(until_ms) = play.paused {
            let by = if self.table.players_end_pause() {
                Some(Pauser::Players)
            } else {
                play.paused_by
            };
            return refused(ConductRefusal::PausedAlready { by, until_ms });
        }
        let settings = settings(self.tx, &self.table.row)?;
        let (had, most) = (play.player_pauses, settings.player_pauses);
        if had >= most {
            return refused(ConductRefusal::NoPauseLeft { most });
        }
        if play.wishes[seat.other()] {
            let length_ms = u64::from(settings.player_pause_minutes) * 60 * 1000;
            self.pause(Pauser::Players, Some(self.now + length_ms))?;
            return Ok(WishOutcome::Granted);
        }
        if !play.wishes[seat] {
            self.event(Event::PauseWished { seat })?;
            let (left, minutes) = (most - had, settings.player_pause_minutes);
            self.lines.push(Line::PauseWished {
                seat,
                left,
                minutes,
            });
        }
        Ok(WishOutcome::Noted)
    }

    /// As [`Core::wish_resume`], for a seat.
    pub(super) fn wish_resume(&mut self, seat: Seat) -> ConductResult<WishOutcome> {
        let play = &self.table.play;
        if play.paused.is_none() {
            return refused(ConductRefusal::NotPaused);
        }
        if !self.table.players_end_pause() {
            let host = self.table.row.host;
            let host = Some(host).filter(|_| !self.table.has_no_host());
            return refused(ConductRefusal::PausedByOthers { host });
        }
        if play.wishes[seat.other()] {
            self.resume()?;
            return Ok(WishOutcome::Granted);
        }
        if !play.wishes[seat] {
            self.event(Event::ResumeWished { seat })?;
            self.lines.push(Line::ResumeWished { seat });
        }
        Ok(WishOutcome::Noted)
    }
}
