//! What the clock brings in a match, and when.

use super::clock::SeatClock;
use super::journal::Note;
use super::play::{Match, Stage};
use games::{Party, Prompt, Seat};

/// Something that the clock brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A seat's time is up, and the grace after it.
    Timeout(Seat),
    PreparationOver,
    /// Who has not chosen is to be reminded; with the note that is made of it.
    Reminder(Note),
    CheckIn,
    Start,
    ReserveRuns(Seat),
    LastMinute(Seat),
    /// A seat has no time left, and every so many seconds cost from now on.
    Overtime(Seat),
    PauseEnds,
}

/// How long before the appointed start both players are asked to press Ready.
pub const CHECK_IN_MS: u64 = 15 * 60 * 1000;
/// How long before the last of somebody's time is up they are called: of less than twice as much,
/// when half of it is left, and of very little not at all.
const LAST_MINUTE_MS: u64 = 60 * 1000;
const LEAST_CALLED_MS: u64 = 30 * 1000;
/// How long before the choices before the match are due who is missing is reminded for the last
/// time, where there are four times as long in all.
const LAST_CALL_MS: u64 = 60 * 60 * 1000;
/// In less time nobody is reminded.
const LEAST_REMINDED_MS: u64 = 4 * 60 * 1000;

impl Match {
    /// What the clock brings next, and when, as wall time. A timeout comes no sooner than its
    /// deadline and the grace after it, and not in a pause.
    pub fn next_due(&self) -> Option<(u64, Due)> {
        if self.stage() == Stage::Over {
            return None;
        }
        let mut dues: Vec<(u64, Due)> = Vec::new();
        if let Some(Some(until)) = self.paused {
            dues.push((until, Due::PauseEnds));
        }
        if self.paused.is_none() && self.stage() == Stage::Preparing {
            // A seat that has not chosen has the grace, as in its turns; everybody else may choose
            // until the match begins.
            let grace_ms = match self.missing_seats().is_empty() {
                true => 0,
                false => self.setup.grace_ms,
            };
            dues.extend(
                self.preparation_deadline()
                    .map(|at| (at + grace_ms, Due::PreparationOver)),
            );
            dues.extend(self.reminders());
        }
        if !self.started && self.paused.is_none() {
            let uncalled = self.start_at_ms.filter(|_| !self.was_called());
            dues.extend(uncalled.map(|start| (start.saturating_sub(CHECK_IN_MS), Due::CheckIn)));
            dues.extend(self.start_due().map(|at| (at, Due::Start)));
        }
        // A clock that was paused within the grace is not judged while it stands.
        if self.paused.is_none() {
            for seat in Seat::BOTH {
                dues.extend(self.seat_dues(seat));
            }
        }
        dues.into_iter().min_by_key(|(at, _)| *at)
    }

    /// When the match begins as it was appointed, or a host is called who has not been yet, as wall
    /// time.
    pub fn start_due(&self) -> Option<u64> {
        let is_to_come = !self.started && !self.notes.contains(&Note::NoShow);
        let start = self.start_at_ms.filter(|_| is_to_come)?;
        Some(start.max(self.waits_until))
    }

    /// Whether both players have been asked to press Ready for the appointed start.
    pub fn was_called(&self) -> bool {
        self.notes.contains(&Note::CheckIn)
    }

    /// Reminders of choices before the match: at half time, and before the deadline. One in quiet
    /// hours comes at their end, if that is sooner than the last one.
    fn reminders(&self) -> Vec<(u64, Due)> {
        let Some(whole_ms) = self
            .preparation_ms()
            .filter(|whole| *whole >= LEAST_REMINDED_MS)
        else {
            return Vec::new();
        };
        let last_ms = whole_ms - LAST_CALL_MS.min(whole_ms / 4);
        let (half, last) = (self.clock.wall(whole_ms / 2), self.clock.wall(last_ms));
        let quiet = self.setup.quiet.as_ref();
        let half = half.map(|at| quiet.map_or(at, |quiet| quiet.end(at)));
        let half = half.filter(|half| last.is_none_or(|last| *half < last));
        let once = |(at, note): (Option<u64>, Note)| {
            let at = at.filter(|_| !self.notes.contains(&note))?;
            Some((at, Due::Reminder(note)))
        };
        let both = [(half, Note::HalfTime), (last, Note::LastCall)];
        both.into_iter().filter_map(once).collect()
    }

    fn seat_dues(&self, seat: Seat) -> Vec<(u64, Due)> {
        let mut dues = Vec::new();
        let (Some(clock), Some(base_up), Some(deadline_ms), Some(timeout_ms)) = (
            self.clock.open[seat],
            self.clock.base_up_ms(seat),
            self.clock.deadline_ms(seat),
            self.timeout_ms(seat),
        ) else {
            return dues;
        };
        let at = |match_ms: u64| self.clock.wall(match_ms);
        dues.extend(at(timeout_ms).map(|at| (at + self.setup.grace_ms, Due::Timeout(seat))));
        let mut once = |match_ms: u64, note: Note, due: Due| {
            if !self.notes.contains(&note) {
                dues.extend(at(match_ms).map(|at| (at, due)));
            }
        };
        let prompt = clock.prompt;
        if self.overtime_s(seat).is_some() && clock.timeouts == 0 {
            once(
                deadline_ms,
                Note::Overtime { prompt, seat },
                Due::Overtime(seat),
            );
        }
        // What a host gives somebody who is late already only puts off what that costs next. With
        // little reserve the last call comes before, and is enough.
        let reserve_ms = deadline_ms.saturating_sub(base_up);
        let is_called = reserve_ms >= LEAST_CALLED_MS || self.overtime_s(seat).is_some();
        if clock.reserve && reserve_ms > 0 && is_called && !self.is_late(seat) {
            once(
                base_up,
                Note::ReserveRuns { prompt, seat },
                Due::ReserveRuns(seat),
            );
        }
        if let Some(last) = self.last_call_ms(seat, &clock) {
            once(
                last,
                Note::LastMinute { prompt, seat },
                Due::LastMinute(seat),
            );
        }
        dues
    }

    /// When a seat is called whose time is nearly up, as match time. The call that its reserve runs
    /// is the last one where that is short, and none comes where that is very short or gone, as
    /// long as being late costs chips and is no end.
    fn last_call_ms(&self, seat: Seat, clock: &SeatClock) -> Option<u64> {
        let (base_up, deadline_ms) = (self.clock.base_up_ms(seat)?, self.clock.deadline_ms(seat)?);
        let reserve_ms = deadline_ms.saturating_sub(base_up);
        if reserve_ms >= LEAST_CALLED_MS {
            let is_long = reserve_ms > LAST_MINUTE_MS && !self.is_late(seat);
            return is_long.then(|| deadline_ms - LAST_MINUTE_MS);
        }
        let whole_ms = clock.base_ms + reserve_ms;
        let is_final = whole_ms >= LEAST_CALLED_MS && self.overtime_s(seat).is_none();
        is_final.then(|| deadline_ms - LAST_MINUTE_MS.min(whole_ms / 2))
    }

    /// Every how many seconds it costs a seat that is waited for to be late, where it does.
    pub fn overtime_s(&self, seat: Seat) -> Option<u32> {
        self.waiting_prompt(seat)?.overtime_s
    }

    /// When the next price is taken of a seat that is late already, as wall time; None of one that
    /// is not, or whose clock stands.
    pub fn price_due(&self, seat: Seat) -> Option<u64> {
        let price_ms = self.timeout_ms(seat).filter(|_| self.is_late(seat))?;
        self.clock.wall(price_ms)
    }

    /// Whether a seat is waited for that has no time left, and pays for being late.
    pub fn is_late(&self, seat: Seat) -> bool {
        let Some(SeatClock {
            prompt, timeouts, ..
        }) = self.clock.open[seat]
        else {
            return false;
        };
        let is_noted = self.notes.contains(&Note::Overtime { prompt, seat });
        self.overtime_s(seat).is_some() && (is_noted || timeouts > 0)
    }

    /// The live prompt by which a seat is waited for.
    pub(super) fn waiting_prompt(&self, seat: Seat) -> Option<Prompt> {
        let waits = |prompt: &Prompt| prompt.who == Party::Seat(seat) && !prompt.answered;
        let prompt = self.game.prompts().into_iter().find(waits);
        prompt.filter(|prompt| prompt.live)
    }

    /// When the timeout of a seat that is waited for comes, as match time, without the grace.
    pub fn timeout_ms(&self, seat: Seat) -> Option<u64> {
        let prompt = self.waiting_prompt(seat)?;
        let overtime_ms = u64::from(prompt.overtime_s.unwrap_or_default()) * 1000;
        let timeouts = self.clock.open[seat]?.timeouts;
        Some(self.clock.deadline_ms(seat)? + overtime_ms * (timeouts + 1))
    }
}
