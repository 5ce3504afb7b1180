//! What the clock brings: timeouts, the start, and the words that warn of them.

use super::core::{Change, Core, Fault};
use super::post::{Line, Post};
use crate::games::{Author, Party, Refusal, Seat};
use crate::matches::{Due, Event, Note, Pauser, Stage, Starter};
use crate::store::{MatchId, StoreError};

/// The longest that two timeouts in a row pause a match (rulebook, "Clocks").
const TIMEOUT_PAUSE_MS: u64 = 10 * 60 * 1000;

impl Core {
    /// Judges what is due in a match. `outage` is a time in which the connection gave no sign of life, given back before anything is judged; what is
    /// due after it stays.
    ///
    /// # Errors
    /// What the store says.
    pub fn judge(
        &mut self,
        id: MatchId,
        now: u64,
        outage: Option<(u64, u64)>,
    ) -> Result<(), StoreError> {
        let judged = self.change(id, now, |change| {
            if let Some((from_ms, to_ms)) = outage {
                change.credit(from_ms, to_ms)?;
            }
            // One thing at a time: what it changes may change what else is due.
            if let Some((at, due)) = change.table.play.next_due()
                && at <= now
            {
                change.fire(due)?;
            }
            Ok::<(), Fault<Refusal>>(())
        });
        judged.map_err(Fault::into_store)
    }
}

impl Change<'_> {
    fn fire(&mut self, due: Due) -> Result<(), Fault<Refusal>> {
        match due {
            Due::Timeout(seat) => self.time_out(seat),
            Due::PreparationOver => self.end_preparation(),
            Due::CheckIn => {
                self.event(Event::Noted {
                    note: Note::CheckIn,
                })?;
                let start_ms = self.table.play.start_at_ms;
                self.post_public(Post::CheckIn { start_ms })?;
                Ok(())
            }
            Due::Start => self.appointed_start(),
            Due::ReserveRuns(seat) => {
                let prompt = self.table.play.open_prompt().unwrap_or_default();
                let note = Note::ReserveRuns { prompt, seat };
                self.event(Event::Noted { note })?;
                if let Some(deadline_ms) = self.table.play.deadline(seat) {
                    self.lines.push(Line::ReserveRuns { seat, deadline_ms });
                }
                Ok(())
            }
            Due::LastMinute(seat) => {
                let prompt = self.table.play.open_prompt().unwrap_or_default();
                let note = Note::LastMinute { prompt, seat };
                self.event(Event::Noted { note })?;
                if let Some(deadline_ms) = self.table.play.deadline(seat) {
                    self.lines.push(Line::LastMinute { seat, deadline_ms });
                }
                Ok(())
            }
            Due::PauseEnds => self.resume(),
        }
    }

    fn time_out(&mut self, seat: Seat) -> Result<(), Fault<Refusal>> {
        let prompts = self.table.play.live_prompts();
        let prompt = prompts
            .iter()
            .find(|prompt| prompt.who == Party::Seat(seat));
        let clock = self.table.play.clock.open[seat];
        match prompt.and_then(|prompt| prompt.overtime_s) {
            None => self.lines.push(Line::TimedOut { seat }),
            // Said once; how it goes on is seen in the prompt's post.
            Some(every_s) if clock.is_none_or(|clock| clock.timeouts == 0) => {
                self.lines.push(Line::Overtime { seat, every_s });
            }
            Some(_) => {}
        }
        let row_before = self.table.play.timeouts_in_row(seat);
        self.clock_acts(seat)?;
        let play = &self.table.play;
        let second = row_before == 1 && play.timeouts_in_row(seat) >= 2;
        let pauses = self.table.row.setup.pause_after_two_timeouts;
        if second && pauses && play.stage() == Stage::Live && play.paused.is_none() {
            let by = Pauser::Timeouts(seat);
            let until_ms = Some(self.now + TIMEOUT_PAUSE_MS);
            self.event(Event::Paused { by, until_ms })?;
            self.lines.push(Line::Paused { by, until_ms });
            self.post_host(vec![Line::Paused { by, until_ms }])?;
        }
        Ok(())
    }

    /// What the game says that a timeout of this seat does.
    fn clock_acts(&mut self, seat: Seat) -> Result<(), Fault<Refusal>> {
        for act in self.table.play.game.on_timeout(seat, self.dice) {
            self.event(Event::Act {
                by: Author::Clock,
                whose: Some(Party::Seat(seat)),
                act,
                made_at_ms: self.now,
            })?;
        }
        Ok(())
    }

    /// Seats that have not chosen have it drawn; who else is missing stays missing, and the host is told.
    fn end_preparation(&mut self) -> Result<(), Fault<Refusal>> {
        self.event(Event::PreparationOver)?;
        let missing = self.missing();
        self.lines.push(Line::PreparationOver {
            missing: missing.len() as u32,
        });
        if !missing.is_empty() {
            self.post_host(vec![Line::Missing { who: missing }])?;
        }
        for seat in self.waited_seats() {
            let unprepared = |prompt: &crate::games::Prompt| {
                prompt.who == Party::Seat(seat) && !prompt.answered && !prompt.live
            };
            if self.table.play.game.prompts().iter().any(unprepared) {
                self.lines.push(Line::TimedOut { seat });
                self.clock_acts(seat)?;
            }
        }
        Ok(())
    }

    fn appointed_start(&mut self) -> Result<(), Fault<Refusal>> {
        let play = &self.table.play;
        if play.may_start() && play.ready.dmo && play.ready.ec {
            return self.start(Starter::Ready);
        }
        let absent = Seat::BOTH.into_iter().filter(|seat| !play.ready[*seat]);
        let cast = &self.table.row.setup.cast;
        let who: Vec<_> = absent.map(|seat| cast.seated(seat)).collect();
        self.event(Event::Noted { note: Note::NoShow })?;
        self.lines.push(Line::NoShow { who: who.clone() });
        self.post_host(vec![Line::NoShow { who }])?;
        Ok(())
    }
}
