//! How much time somebody has in a match: deadlines, whether an action is in time, and the clocks
//! of the open prompt.

use serde::{Deserialize, Serialize};

use super::clock::{MatchMs, SeatClock};
use super::journal::Note;
use super::play::{ChoiceRound, Match, Stage};
use games::{Author, BySeat, Party, Prompt, Seat, WallMs};

/// Rounds below this are played live, by people who watch the channel.
const LIVE_ROUND_MS: u64 = 30 * 60 * 1000;

/// Why an action comes too early or too late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeRefusal {
    NotStarted {
        /// The scheduled start, if it has not passed.
        start_at_ms: Option<WallMs>,
        /// Whether both players are ready.
        ready: bool,
        /// Whether the person has chosen, and cannot change it any more.
        chosen: bool,
    },
    Paused,
    /// The seat's time was up before the action was made.
    TooLate {
        by_ms: u64,
    },
}

/// The time that a seat has, if the match waits for it. Times with `_ms` are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLeft {
    /// Its clock runs. When its base time ends, and when all of its time ends.
    Until { base_ms: WallMs, all_ms: WallMs },
    /// Its clock is stopped.
    Standing(BaseAndReserve),
    /// It has none left, and being late costs something. When it pays next.
    Late { next_ms: WallMs },
    /// The same with a stopped clock. How long after the clock goes on it pays next.
    LateStanding { next_in_ms: u64 },
}

/// What a seat has left in a prompt, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseAndReserve {
    pub base_ms: u64,
    /// 0 if none follows.
    pub reserve_ms: u64,
}

impl Match {
    /// How much time a seat has; None if the match does not wait for it.
    pub fn time_left(&self, seat: Seat) -> Option<TimeLeft> {
        let prompt = self.waiting_prompt(seat)?;
        let is_late = self.is_late(seat);
        if let (Some(base_ms), Some(all_ms), true) = (
            self.base_deadline(seat),
            self.deadline(seat),
            self.clock.runs(),
        ) {
            let next_ms = self.timeout_ms(seat).and_then(|at| self.clock.wall(at));
            return Some(match next_ms.filter(|_| is_late) {
                Some(next_ms) => TimeLeft::Late { next_ms },
                None => TimeLeft::Until { base_ms, all_ms },
            });
        }
        // Where time runs, the seat's clock is not open, and no time is spent.
        let stands_at = self.clock.stands_at().unwrap_or_default();
        if let Some(timeout_ms) = self.timeout_ms(seat).filter(|_| is_late) {
            let next_in_ms = timeout_ms.since(stands_at);
            return Some(TimeLeft::LateStanding { next_in_ms });
        }
        let left = self.base_and_reserve(&prompt, seat, stands_at);
        Some(TimeLeft::Standing(left))
    }

    /// How much time a seat has left at a moment in a live prompt.
    pub fn base_and_reserve(&self, prompt: &Prompt, seat: Seat, at: MatchMs) -> BaseAndReserve {
        let clock = self.clock.open[seat];
        let spent_ms = clock.map_or(0, |clock| {
            let opened_ms = self.clock.match_ms(clock.opened_at_ms);
            at.since(opened_ms)
        });
        let whole_ms = || prompt.base.map_or(0, |base| self.whole_base_ms(base, seat));
        let base_ms = clock.map_or_else(whole_ms, |clock| clock.base_ms);
        let reserve_ms = if prompt.reserve {
            self.clock.reserve_ms[seat].saturating_sub(spent_ms.saturating_sub(base_ms))
        } else {
            0
        };
        BaseAndReserve {
            base_ms: base_ms.saturating_sub(spent_ms),
            reserve_ms,
        }
    }

    /// A seat's base time in the open prompt, with what hosts have given or taken.
    fn whole_base_ms(&self, base: &str, seat: Seat) -> u64 {
        let by_times_ms = self.setup.times.ms(base);
        by_times_ms.saturating_add_signed(self.base_given_ms[seat])
    }

    /// When the choices before the match are due; None if there are none, or time is stopped.
    pub fn preparation_deadline(&self) -> Option<WallMs> {
        self.clock.wall(self.preparation_due()?)
    }

    /// How much time for the choices before the match is left at a moment, even while time is
    /// stopped. Negative when it is up. None if there are none.
    pub fn preparation_left_ms(&self, now_ms: WallMs) -> Option<i64> {
        let passed_ms = self.clock.match_ms(now_ms);
        Some(self.preparation_due()?.0.cast_signed() - passed_ms.0.cast_signed())
    }

    /// How much more time the choices before the match need to have their full time again from a
    /// moment on. None if no choices are missing, or their time is not up.
    pub fn preparation_again_ms(&self, now_ms: WallMs) -> Option<u64> {
        let whole_ms = self.preparation_at_first_ms()?;
        let passed_ms = self.clock.match_ms(now_ms).0;
        let late_ms = passed_ms.checked_sub(self.preparation_due()?.0)?;
        (self.stage() == Stage::Preparing).then_some(late_ms + whole_ms)
    }

    /// How much time there is for the choices before the match.
    pub(super) fn preparation_ms(&self) -> Option<u64> {
        let whole_ms = self.preparation_at_first_ms()? + self.extended_ms;
        Some(whole_ms.saturating_sub(self.shortened_ms))
    }

    /// When the round that is open was opened; in a match with seats, when that was.
    pub fn round_opened(&self) -> MatchMs {
        self.round.opened
    }

    /// Whether this is a later round that is played live: nobody gets a message for each of those.
    pub fn is_live_round(&self) -> bool {
        let is_short = |whole_ms| whole_ms < LIVE_ROUND_MS;
        !self.round.is_first() && self.preparation_ms().is_some_and(is_short)
    }

    /// When the choices before the match are due, in match time.
    fn preparation_due(&self) -> Option<MatchMs> {
        Some(self.round.opened + self.preparation_ms()?)
    }

    /// How much time there was for the choices when they were first asked: until their set
    /// deadline, otherwise the round's or the game's time. A later round has no set deadline.
    fn preparation_at_first_ms(&self) -> Option<u64> {
        let prompt = self.timed_choice()?;
        let by_times_ms = match prompt.lasts_s {
            Some(lasts_s) => u64::from(lasts_s) * 1000,
            None => self.setup.times.ms(prompt.base?),
        };
        let until = |due_ms: WallMs| due_ms.since(self.clock.opened_wall_ms());
        let due_ms = self.setup.choices_due_ms;
        let due_ms = due_ms.filter(|_| self.round.is_first());
        Some(due_ms.map_or(by_times_ms, until))
    }

    /// When a seat's time is up, base time and reserve together; None if its clock does not run.
    pub fn deadline(&self, seat: Seat) -> Option<WallMs> {
        if !self.waits_for(seat) {
            return None;
        }
        self.clock.wall(self.clock.deadline_ms(seat)?)
    }

    /// Until when a seat may change its answer to the open live prompt; None if it has not
    /// answered, or time is stopped.
    pub fn changes_until(&self, seat: Seat) -> Option<WallMs> {
        let mut prompts = self.live_prompts().into_iter();
        prompts.find(|prompt| prompt.who == Party::Seat(seat) && prompt.answered)?;
        self.clock.wall(self.clock.deadline_ms(seat)?)
    }

    /// When a seat's base time is up. If it was up before time was last stopped: when time went on,
    /// since the rest of the reserve counts from there.
    pub fn base_deadline(&self, seat: Seat) -> Option<WallMs> {
        let base_up_ms = self.clock.wall(self.clock.base_up_ms(seat)?)?;
        Some(base_up_ms.max(self.clock.runs_since()))
    }

    /// Checks that an answer to a prompt that was made at this moment is in time.
    ///
    /// # Errors
    /// Why it comes too early or too late.
    pub fn in_time(&self, by: Author, whose: Party, made_at_ms: WallMs) -> Result<(), TimeRefusal> {
        let Party::Seat(seat) = whose else {
            return self.in_time_before(by, made_at_ms);
        };
        let prompts = self.game.prompts();
        let asked = |prompt: &&Prompt| prompt.who == whose && prompt.live;
        let Some(prompt) = prompts.iter().find(asked) else {
            // Not asked: the game itself will say whose turn it is.
            return self.in_time_before(by, made_at_ms);
        };
        if !self.started {
            return Err(self.not_started(whose, made_at_ms));
        }
        let Author::Seat(_) = by else {
            // A host may act for somebody even in a pause or after the deadline.
            return Ok(());
        };
        let made = self.clock.match_ms(made_at_ms);
        let stands_at = self.clock.stands_at().filter(|_| self.paused.is_some());
        if stands_at.is_some_and(|stands_at| made >= stands_at) {
            return Err(TimeRefusal::Paused);
        }
        if prompt.overtime_s.is_some() && !prompt.answered {
            return Ok(());
        }
        let deadline = self.clock.deadline_ms(seat);
        match deadline.map(|deadline| made.since(deadline)) {
            Some(by_ms) if by_ms > 0 => Err(TimeRefusal::TooLate { by_ms }),
            _ => Ok(()),
        }
    }

    /// Why a party cannot act at this moment: the match has not started.
    pub fn not_started(&self, whose: Party, at_ms: WallMs) -> TimeRefusal {
        TimeRefusal::NotStarted {
            start_at_ms: self.start_at_ms.filter(|start| *start > at_ms),
            ready: Seat::BOTH.into_iter().all(|seat| self.ready[seat]),
            chosen: self.may_start() && self.chosen_at_ms(whose).is_some(),
        }
    }

    /// As [`Match::in_time`], for a choice before the match. A player's own deadline counts, as in
    /// turns, until the clock has decided for a missing player; without seats it is everybody's.
    /// Safe players may choose until the match begins.
    fn in_time_before(&self, by: Author, made_at_ms: WallMs) -> Result<(), TimeRefusal> {
        let is_open = self.stage() == Stage::Preparing;
        // In match time: a pause within the grace does not make up for a missed deadline.
        let made = self.clock.match_ms(made_at_ms);
        let late = |due: MatchMs| made.since(due);
        let may_be_late = match by {
            Author::Seat(_) => true,
            Author::Cast(_) => !self.setup.has_seats(),
            Author::Host | Author::Clock | Author::Dealer => false,
        };
        match self.preparation_due().map(late) {
            Some(by_ms) if may_be_late && is_open && by_ms > 0 => {
                Err(TimeRefusal::TooLate { by_ms })
            }
            _ => Ok(()),
        }
    }

    /// How much base time a seat has left at a moment in its open prompt; None if the match does
    /// not wait for it.
    pub fn base_left_ms(&self, seat: Seat, wall: WallMs) -> Option<u64> {
        let prompt = self.waiting_prompt(seat)?;
        prompt.base?;
        let at = self.clock.match_ms(wall);
        Some(self.base_and_reserve(&prompt, seat, at).base_ms)
    }

    /// How much reserve a seat has left at a moment, minus what it has used in the open prompt.
    pub fn reserve_left_ms(&self, seat: Seat, wall: WallMs) -> u64 {
        match self.clock.open[seat] {
            Some(clock) if !clock.reserve => self.clock.reserve_ms[seat],
            _ => self.can_lose_ms(seat, wall),
        }
    }

    /// How much time a host can take from a seat at a moment, so that it does not become negative.
    pub fn can_lose_ms(&self, seat: Seat, wall: WallMs) -> u64 {
        let reserve_ms = self.clock.reserve_ms[seat];
        let (Some(clock), Some(base_up)) = (self.clock.open[seat], self.clock.base_up_ms(seat))
        else {
            return reserve_ms;
        };
        let until = self.clock.match_ms(clock.acted_at_ms.unwrap_or(wall));
        if clock.reserve {
            reserve_ms.saturating_sub(until.since(base_up))
        } else {
            base_up.since(until)
        }
    }

    /// Continues time from an earlier moment, as if nothing had happened since. The open prompt
    /// waits for a new post, and time is stopped until then. People who have to choose again get
    /// full time for it. Returns whether a live prompt is open.
    pub(super) fn go_on_from(&mut self, since_ms: WallMs, at_ms: WallMs) -> bool {
        self.clock.credit(since_ms, at_ms);
        if self.prompt.is_none() {
            return false;
        }
        self.ask_again();
        self.clock.stand(since_ms);
        self.shown = false;
        true
    }

    /// Whether a seat that the match waits for had no time left at this time, judged or not.
    pub fn was_late(&self, seat: Seat, at_ms: WallMs) -> bool {
        let now = self.clock.match_ms(at_ms);
        self.timeout_ms(seat).is_some_and(|up| up <= now)
    }

    /// Gives waited-for seats their whole base time again with the prompt's next post. They also
    /// have their whole reserve, since nothing is paid before a prompt closes. Seats that have
    /// answered keep their clock.
    pub(super) fn ask_again(&mut self) {
        for seat in Seat::BOTH {
            if self.waits_for(seat) {
                self.clock.open[seat] = None;
            }
        }
        let asked = self.prompt;
        self.notes.retain(|note| match note {
            Note::ReserveRuns { prompt, .. }
            | Note::LastMinute { prompt, .. }
            | Note::Overtime { prompt, .. } => Some(*prompt) != asked,
            Note::CheckIn
            | Note::NoShow
            | Note::HalfTime
            | Note::LastCall
            | Note::HandOpened { .. } => true,
        });
    }

    pub(super) fn count_time(
        &mut self,
        by: Author,
        whose: Option<Party>,
        made_at_ms: WallMs,
        at_ms: WallMs,
    ) {
        let Some(Party::Seat(seat)) = whose.or(by.own_party()) else {
            return;
        };
        self.clock.acted(seat, made_at_ms.min(at_ms));
        if by != Author::Clock {
            self.timeouts_in_row[seat] = 0;
        }
    }

    /// Brings the clocks in line with the game's current prompts. Returns whether a new live prompt
    /// waits for its post.
    pub(super) fn settle_clock(&mut self, at_ms: WallMs) -> bool {
        if self.stage() == Stage::Over {
            self.clock.close();
            self.clock.stand(at_ms);
            self.prompt = None;
            return false;
        }
        if self.stage() == Stage::Standing {
            self.clock.stand(at_ms);
        }
        self.settle_round(at_ms);
        // A game with a `begin` of its own starts with that. Any other has live prompts from the
        // beginning, which do not count before the start.
        let prompts = self.game.prompts();
        let seats = |prompt: &&Prompt| prompt.live && matches!(prompt.who, Party::Seat(_));
        let open = prompts.iter().find(seats).map(|prompt| prompt.id);
        if !self.started || open == self.prompt {
            return false;
        }
        self.clock.close();
        self.clock.stand(at_ms);
        self.prompt = open;
        self.shown = false;
        self.base_given_ms = BySeat::default();
        if self.paused.is_none() {
            self.wishes = BySeat::default();
        }
        open.is_some()
    }

    /// In a match without seats, choices come in rounds: each begins with its own time.
    fn settle_round(&mut self, at_ms: WallMs) {
        let open = self.timed_choice().map(|prompt| prompt.id);
        if self.setup.has_seats() || open.is_none() || open == self.round.prompt {
            return;
        }
        if self.paused.is_none() {
            self.clock.run(at_ms);
        }
        self.round = ChoiceRound {
            prompt: open,
            opened: self.clock.match_ms(at_ms),
        };
        (self.extended_ms, self.shortened_ms) = (0, 0);
        self.preparation_over = false;
        self.chosen_at_ms.clear();
        self.notes
            .retain(|note| !matches!(note, Note::HalfTime | Note::LastCall));
    }

    /// Starts the open prompt's clocks at a moment.
    pub(super) fn open_clocks(&mut self, wall: WallMs) {
        for prompt in self.game.prompts() {
            let (Party::Seat(seat), Some(base), true) = (prompt.who, prompt.base, prompt.live)
            else {
                continue;
            };
            // After a pause, an open clock continues.
            if self.clock.open[seat].is_none() {
                self.clock.open[seat] = Some(SeatClock {
                    prompt: prompt.id,
                    opened_at_ms: wall,
                    base_ms: self.whole_base_ms(base, seat),
                    reserve: prompt.reserve,
                    acted_at_ms: None,
                    timeouts: 0,
                });
            }
        }
    }
}
