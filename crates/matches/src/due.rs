//! What becomes due in a match, and when.

use super::clock::{MatchMs, SeatClock};
use super::journal::Note;
use super::play::{Match, Stage};
use games::{Party, Prompt, Seat, WallMs};

/// Something that becomes due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A seat's time is up, and so is the grace after it.
    Timeout(Seat),
    PreparationOver,
    /// People who have not chosen get a reminder; the note records which one.
    Reminder(Note),
    CheckIn,
    Start,
    /// A round is closed, and the match goes on by itself.
    GoesOn,
    ReserveRuns(Seat),
    LastMinute(Seat),
    /// A seat has no time left. From now on it pays every so many seconds.
    Overtime(Seat),
    PauseEnds,
}

/// How long before the scheduled start both players are asked to press Ready.
pub const CHECK_IN_MS: u64 = 15 * 60 * 1000;
/// How long before the end of their time somebody is called. With less than twice this, they are
/// called when half of it is left; with very little, not at all.
const LAST_MINUTE_MS: u64 = 60 * 1000;
const MIN_CALLED_MS: u64 = 30 * 1000;
/// How long before the deadline of the choices the last reminder comes, at most a quarter of the
/// whole time.
const LAST_CALL_MS: u64 = 60 * 60 * 1000;
/// With less time in all, nobody is reminded.
const MIN_REMINDED_MS: u64 = 4 * 60 * 1000;

impl Match {
    /// What is due next, and when. A timeout is due after its deadline and the grace, and never in
    /// a pause.
    pub fn next_due(&self) -> Option<(WallMs, Due)> {
        if self.stage() == Stage::Over {
            return None;
        }
        let mut dues: Vec<(WallMs, Due)> = Vec::new();
        if let Some(Some(until)) = self.paused {
            dues.push((until, Due::PauseEnds));
        }
        if self.paused.is_none() && self.stage() == Stage::Preparing {
            // People who can be late may still choose within the grace, as in turns. Safe players
            // can't: they may choose until the match begins.
            let waits = !self.missing_seats().is_empty() || !self.setup.has_seats();
            let grace_ms = if waits { self.setup.grace_ms } else { 0 };
            dues.extend(
                self.preparation_deadline()
                    .map(|at| (at + grace_ms, Due::PreparationOver)),
            );
            dues.extend(self.reminders());
        }
        dues.extend(self.goes_on_at().map(|at| (at, Due::GoesOn)));
        if !self.started && self.paused.is_none() {
            let uncalled = self.start_at_ms.filter(|_| !self.was_called());
            dues.extend(uncalled.map(|start| (start - CHECK_IN_MS, Due::CheckIn)));
            dues.extend(self.start_due().map(|at| (at, Due::Start)));
        }
        // A clock that was stopped within the grace is not judged in a pause.
        if self.paused.is_none() {
            for seat in Seat::BOTH {
                dues.extend(self.seat_dues(seat));
            }
        }
        dues.into_iter().min_by_key(|(at, _)| *at)
    }

    /// When the scheduled start comes (later, if a host waits). None once a host was called about
    /// missing people.
    pub fn start_due(&self) -> Option<WallMs> {
        let is_to_come = !self.started && !self.notes.contains(&Note::NoShow);
        let start = self.start_at_ms.filter(|_| is_to_come)?;
        Some(start).max(self.waits_until)
    }

    /// When the next round opens by itself, or the match ends by itself after the last one. None if
    /// that's the host's. After a rewind, the host has the whole time again.
    fn goes_on_at(&self) -> Option<WallMs> {
        let is_between = self.stage() == Stage::Standing && !self.setup.has_seats();
        let mut prompts = self.game.prompts().into_iter();
        let is_host = |prompt: &Prompt| prompt.who == Party::Host && prompt.base.is_none();
        let lasts_s = prompts.find(is_host)?.lasts_s?;
        let since = self.clock.stands_since()?;
        let since = self
            .rewound_at_ms()
            .map_or(since, |rewound| rewound.max(since));
        (is_between && self.paused.is_none()).then(|| since + u64::from(lasts_s) * 1000)
    }

    /// Whether both players have been asked to press Ready for the scheduled start.
    pub fn was_called(&self) -> bool {
        self.notes.contains(&Note::CheckIn)
    }

    /// Reminders of choices before the match: at half time, and before the deadline. One in quiet
    /// hours moves to their end, if that is before the last one.
    fn reminders(&self) -> Vec<(WallMs, Due)> {
        let is_long = |whole: &u64| *whole >= MIN_REMINDED_MS && !self.is_live_round();
        let Some(whole_ms) = self.preparation_ms().filter(is_long) else {
            return Vec::new();
        };
        let last_ms = whole_ms - LAST_CALL_MS.min(whole_ms / 4);
        let [half, last] =
            [whole_ms / 2, last_ms].map(|at| self.clock.wall(self.round.opened + at));
        let quiet = self.setup.quiet.as_ref();
        let half = half.map(|at| quiet.map_or(at, |quiet| quiet.end(at)));
        let half = half.filter(|half| last.is_none_or(|last| *half < last));
        let once = |(at, note): (Option<WallMs>, Note)| {
            let at = at.filter(|_| !self.notes.contains(&note))?;
            Some((at, Due::Reminder(note)))
        };
        let both = [(half, Note::HalfTime), (last, Note::LastCall)];
        both.into_iter().filter_map(once).collect()
    }

    fn seat_dues(&self, seat: Seat) -> Vec<(WallMs, Due)> {
        let mut dues = Vec::new();
        let (Some(clock), Some(base_up), Some(deadline_ms), Some(timeout_ms)) = (
            self.clock.open[seat],
            self.clock.base_up_ms(seat),
            self.clock.deadline_ms(seat),
            self.timeout_ms(seat),
        ) else {
            return dues;
        };
        let at = |match_ms: MatchMs| self.clock.wall(match_ms);
        dues.extend(at(timeout_ms).map(|at| (at + self.setup.grace_ms, Due::Timeout(seat))));
        let mut once = |match_ms: MatchMs, note: Note, due: Due| {
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
        // Time that a host gives somebody who is late already only delays the next price, so it is
        // not announced as reserve. With little reserve, the last call comes earlier and is enough.
        let reserve_ms = deadline_ms.since(base_up);
        let is_called = reserve_ms >= MIN_CALLED_MS || self.overtime_s(seat).is_some();
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

    /// When to call a seat because its time is nearly up. With a short reserve, the call that the
    /// reserve runs is the last one. There is none with hardly any time, nor where being late only
    /// costs chips.
    fn last_call_ms(&self, seat: Seat, clock: &SeatClock) -> Option<MatchMs> {
        let (base_up, deadline_ms) = (self.clock.base_up_ms(seat)?, self.clock.deadline_ms(seat)?);
        let reserve_ms = deadline_ms.since(base_up);
        if reserve_ms >= MIN_CALLED_MS {
            let is_long = reserve_ms > LAST_MINUTE_MS && !self.is_late(seat);
            return is_long.then(|| deadline_ms - LAST_MINUTE_MS);
        }
        let whole_ms = clock.base_ms + reserve_ms;
        let is_final = whole_ms >= MIN_CALLED_MS && self.overtime_s(seat).is_none();
        is_final.then(|| deadline_ms - LAST_MINUTE_MS.min(whole_ms / 2))
    }

    /// Every how many seconds a late seat pays; None if the match does not wait for it, or lateness
    /// costs nothing.
    pub fn overtime_s(&self, seat: Seat) -> Option<u32> {
        self.waiting_prompt(seat)?.overtime_s
    }

    /// When a late seat pays next; None if it is not late, or its clock is stopped.
    pub fn price_due(&self, seat: Seat) -> Option<WallMs> {
        let price_ms = self.timeout_ms(seat).filter(|_| self.is_late(seat))?;
        self.clock.wall(price_ms)
    }

    /// Whether a seat has no time left and pays for being late.
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

    /// The live prompt that a seat has not answered.
    pub(super) fn waiting_prompt(&self, seat: Seat) -> Option<Prompt> {
        let waits = |prompt: &Prompt| prompt.who == Party::Seat(seat) && !prompt.answered;
        let prompt = self.game.prompts().into_iter().find(waits);
        prompt.filter(|prompt| prompt.live)
    }

    /// When a seat that has not answered times out, without the grace.
    pub fn timeout_ms(&self, seat: Seat) -> Option<MatchMs> {
        let prompt = self.waiting_prompt(seat)?;
        let overtime_ms = u64::from(prompt.overtime_s.unwrap_or_default()) * 1000;
        let timeouts = self.clock.open[seat]?.timeouts;
        Some(self.clock.deadline_ms(seat)? + overtime_ms * (timeouts + 1))
    }
}
