//! A pause that the two players want together, as often and as long as the season lets them.

use super::audit::settings;
use super::change::Change;
use super::conduct::{ConductRefusal, Done, refused, rules};
use super::core::Core;
use super::post::Line;
use crate::games::{Party, Seat};
use crate::matches::{Event, Pauser, Stage};
use crate::store::MatchId;

/// What came of a player's wish to pause, or to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The other player has to ask too.
    Noted,
    /// Both have asked.
    Granted,
}

impl Core {
    /// A player asks for a pause of both; it begins when the other one asks too, while the same prompt is open.
    ///
    /// # Errors
    /// Why there can be no such pause now.
    pub fn wish_pause(&mut self, id: MatchId, account: u64, now: u64) -> Done<Wish> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            let play = &change.table.play;
            if play.stage() != Stage::Live {
                return refused(ConductRefusal::NotLive);
            }
            if let Some(until_ms) = play.paused {
                let by = match change.table.players_end_pause() {
                    true => Some(Pauser::Players),
                    false => play.paused_by,
                };
                return refused(ConductRefusal::PausedAlready { by, until_ms });
            }
            let settings = settings(change.tx, &change.table.row)?;
            let (had, most) = (play.player_pauses, settings.player_pauses);
            if had >= most {
                return refused(ConductRefusal::NoPauseLeft { most });
            }
            if play.wishes[seat.other()] {
                let length_ms = u64::from(settings.player_pause_minutes) * 60 * 1000;
                change.pause(Pauser::Players, Some(now + length_ms))?;
                return Ok(Wish::Granted);
            }
            if !play.wishes[seat] {
                change.event(Event::PauseWished { seat }).map_err(rules)?;
                let (left, minutes) = (most - had, settings.player_pause_minutes);
                change.lines.push(Line::PauseWished {
                    seat,
                    left,
                    minutes,
                });
            }
            Ok(Wish::Noted)
        })
    }

    /// A player would end a pause that is the players' to end; it ends when the other one would too, or when its time is over.
    ///
    /// # Errors
    /// Why the players cannot end it.
    pub fn wish_resume(&mut self, id: MatchId, account: u64, now: u64) -> Done<Wish> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            let play = &change.table.play;
            if play.paused.is_none() {
                return refused(ConductRefusal::NotPaused);
            }
            if !change.table.players_end_pause() {
                let host = change.table.row.host;
                let host = Some(host).filter(|_| !change.table.has_no_host());
                return refused(ConductRefusal::PausedByOthers { host });
            }
            if play.wishes[seat.other()] {
                change.resume().map_err(rules)?;
                return Ok(Wish::Granted);
            }
            if !play.wishes[seat] {
                change.event(Event::ResumeWished { seat }).map_err(rules)?;
                change.lines.push(Line::ResumeWished { seat });
            }
            Ok(Wish::Noted)
        })
    }
}

impl Change<'_> {
    fn seat(&self, account: u64) -> Done<Seat> {
        match self.table.party(account) {
            Some(Party::Seat(seat)) => Ok(seat),
            _ => refused(ConductRefusal::SeatOnly),
        }
    }
}
