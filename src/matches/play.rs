//! What a match's journal folds to: the game, the clocks, and where the match stands.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::clock::{Clock, SeatClock};
use super::journal::{Entry, Event, Note, Pauser};
use super::rewind::standing;
use super::setup::Setup;
use crate::games::{
    AnyGame, Author, BySeat, CastId, Happening, Party, Prompt, Refusal, Seat, SetupRefusal,
};

/// A match in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    pub setup: Arc<Setup>,
    pub game: AnyGame,
    pub clock: Clock,
    pub started: bool,
    pub ready: BySeat<bool>,
    pub start_at_ms: Option<u64>,
    /// Until when the match is paused at most; None inside: until somebody resumes it.
    pub paused: Option<Option<u64>>,
    pub paused_by: Option<Pauser>,
    /// Who has asked for a pause since the open prompt was asked, or in one that both asked for, to go on.
    pub wishes: BySeat<bool>,
    /// How many pauses the two players have had together.
    pub player_pauses: u32,
    preparation_over: bool,
    /// How much later the choices before the match are due than they were at first, and how much sooner.
    extended_ms: u64,
    shortened_ms: u64,
    /// Until when a host waits for who was not there at the start.
    pub waits_until: u64,
    pub(super) notes: Vec<Note>,
    timeouts_in_row: BySeat<u8>,
    /// The live prompt that waits for its post, or whose clocks run.
    prompt: Option<u32>,
    /// When a ruling last took something back, as wall time.
    rewound_at_ms: Option<u64>,
    shown: bool,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Choices before the match are awaited.
    Preparing,
    /// Those are in or their time is up; the match waits for its start.
    Standing,
    Live,
    Over,
}

/// What a taken event brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taking {
    pub happenings: Vec<Happening>,
    /// The action as it is written in the record.
    pub act: Option<String>,
    /// Another live prompt is open now and waits for its post.
    pub new_prompt: bool,
}

/// Why an action comes too early or too late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeRefusal {
    NotStarted,
    Paused,
    /// The seat's time was up before the action was made.
    TooLate {
        by_ms: u64,
    },
}

/// Why a journal cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub enum FoldError {
    Setup(SetupRefusal),
    /// The first entry that is not legal.
    Entry {
        id: i64,
        why: Refusal,
    },
}

impl Match {
    /// The match as it was opened, its time running since then.
    ///
    /// # Errors
    /// A setup with which the game cannot be played.
    pub fn open(setup: Arc<Setup>, opened_at_ms: u64) -> Result<Match, SetupRefusal> {
        let mut new = Match {
            game: setup.open()?,
            clock: Clock::new(opened_at_ms, setup.times.ms("reserve_s")),
            started: false,
            ready: BySeat::default(),
            start_at_ms: setup.start_at_ms,
            paused: None,
            paused_by: None,
            wishes: BySeat::default(),
            player_pauses: 0,
            preparation_over: false,
            extended_ms: 0,
            shortened_ms: 0,
            waits_until: 0,
            notes: Vec::new(),
            timeouts_in_row: BySeat::default(),
            prompt: None,
            rewound_at_ms: None,
            shown: false,
            setup,
        };
        new.settle_clock(opened_at_ms);
        Ok(new)
    }

    /// The match that a journal leads to: its entries that stand, taken in order.
    ///
    /// # Errors
    /// A setup with which the game cannot be played, or an entry that is not legal.
    pub fn fold(
        setup: Arc<Setup>,
        opened_at_ms: u64,
        journal: &[Entry],
    ) -> Result<Match, FoldError> {
        Match::follow(setup, opened_at_ms, journal, |_, _, _| {})
    }

    /// As [`Match::fold`]; `each` is told of every entry that stands what it brought, and how the match is after it.
    ///
    /// # Errors
    /// As [`Match::fold`].
    pub fn follow(
        setup: Arc<Setup>,
        opened_at_ms: u64,
        journal: &[Entry],
        mut each: impl FnMut(&Entry, Taking, &Match),
    ) -> Result<Match, FoldError> {
        let mut play = Match::open(setup, opened_at_ms).map_err(FoldError::Setup)?;
        for entry in standing(journal) {
            let refused = |why| FoldError::Entry { id: entry.id, why };
            let taking = play.take(entry.at_ms, &entry.event).map_err(refused)?;
            each(entry, taking, &play);
        }
        Ok(play)
    }

    pub fn stage(&self) -> Stage {
        if self.game.outcome().is_some() {
            Stage::Over
        } else if self.started {
            Stage::Live
        } else if self.all_prepared() || self.preparation_over && self.seats_prepared() {
            Stage::Standing
        } else {
            Stage::Preparing
        }
    }

    /// The pause that the match is in: whose it is, and until when at most, as wall time.
    pub fn pause(&self) -> Option<(Pauser, Option<u64>)> {
        self.paused_by.zip(self.paused)
    }

    /// What is awaited before the match, with who has answered; none once it is live.
    pub fn preparations(&self) -> Vec<Prompt> {
        let prompts = self.game.prompts().into_iter();
        prompts
            .filter(|prompt| !prompt.live && matches!(prompt.who, Party::Seat(_) | Party::Cast(_)))
            .collect()
    }

    /// The seats whose choice before the match is awaited.
    pub fn missing_seats(&self) -> Vec<Seat> {
        seats(&self.preparations())
    }

    /// Cast members outside the seats whose choice before the match is awaited.
    pub fn missing_cast(&self) -> Vec<CastId> {
        let of_cast = |party| match party {
            Party::Cast(who) => Some(who),
            _ => None,
        };
        unanswered(&self.preparations())
            .filter_map(of_cast)
            .collect()
    }

    /// The seats that are waited for now, before the match or in it.
    pub fn waited_seats(&self) -> Vec<Seat> {
        seats(&self.game.prompts())
    }

    /// The live prompts that are open now; none before the start.
    pub fn live_prompts(&self) -> Vec<Prompt> {
        if !self.started {
            return Vec::new();
        }
        let prompts = self.game.prompts().into_iter();
        prompts.filter(|prompt| prompt.live).collect()
    }

    /// The prompt id of the live prompt that is open.
    pub fn open_prompt(&self) -> Option<u32> {
        self.prompt
    }

    /// When a ruling last took something back, in milliseconds since the Unix epoch.
    pub fn rewound_at_ms(&self) -> Option<u64> {
        self.rewound_at_ms
    }

    /// Whether the open prompt's post exists and its clocks run.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Whether both players may start the match by pressing Ready: nothing is awaited before it any more.
    pub fn may_start(&self) -> bool {
        self.stage() == Stage::Standing
    }

    /// How many timeouts in a row a seat has had, at most one a prompt: however long its overtime lasts, it is one.
    pub fn timeouts_in_row(&self, seat: Seat) -> u8 {
        self.timeouts_in_row[seat]
    }

    /// When the choices before the match are due, as wall time; None when there are none or time stands still.
    pub fn preparation_deadline(&self) -> Option<u64> {
        self.clock.wall(self.preparation_ms()?)
    }

    /// How much more time the choices before the match would have to be given so that there is as much for them from a wall time on as there was when
    /// the match was opened; None when they are not awaited, or their time is not up.
    pub fn preparation_anew_ms(&self, now_ms: u64) -> Option<u64> {
        let prompt = self.preparations().into_iter().next()?;
        let whole_ms = self.setup.times.ms(prompt.base?);
        let late_ms = self
            .clock
            .match_ms(now_ms)
            .checked_sub(self.preparation_ms()?)?;
        (self.stage() == Stage::Preparing).then_some(late_ms + whole_ms)
    }

    /// How long there is for the choices before the match.
    pub(super) fn preparation_ms(&self) -> Option<u64> {
        let prompt = self.preparations().into_iter().next()?;
        let whole_ms = self.setup.times.ms(prompt.base?) + self.extended_ms;
        Some(whole_ms.saturating_sub(self.shortened_ms))
    }

    /// When a seat's time is up, base and reserve together, as wall time; None when its clock does not run.
    pub fn deadline(&self, seat: Seat) -> Option<u64> {
        if !self.waits_for(seat) {
            return None;
        }
        self.clock.wall(self.clock.deadline_ms(seat)?)
    }

    /// When a seat's base time is up, as wall time.
    pub fn base_deadline(&self, seat: Seat) -> Option<u64> {
        self.clock.wall(self.clock.base_up_ms(seat)?)
    }

    /// Whether an action that a prompt asks for comes in time when it was made at this wall time.
    ///
    /// # Errors
    /// Why it comes too early or too late.
    pub fn in_time(&self, by: Author, whose: Party, made_at_ms: u64) -> Result<(), TimeRefusal> {
        let Party::Seat(seat) = whose else {
            return Ok(());
        };
        let prompts = self.game.prompts();
        let asked = |prompt: &&Prompt| prompt.who == whose && prompt.live;
        let Some(prompt) = prompts.iter().find(asked) else {
            // Whose turn it is the game itself says.
            return self.in_time_before(by, made_at_ms);
        };
        if !self.started {
            return Err(TimeRefusal::NotStarted);
        }
        let Author::Seat(_) = by else {
            // A host acts for somebody also in a pause or after the deadline.
            return Ok(());
        };
        let made = self.clock.match_ms(made_at_ms);
        if self.paused.is_some() && made >= self.clock.match_ms(u64::MAX) {
            return Err(TimeRefusal::Paused);
        }
        if prompt.overtime_s.is_some() && !prompt.answered {
            return Ok(());
        }
        let deadline = self.clock.deadline_ms(seat);
        match deadline.and_then(|deadline| made.checked_sub(deadline)) {
            Some(by_ms) if by_ms > 0 => Err(TimeRefusal::TooLate { by_ms }),
            _ => Ok(()),
        }
    }

    /// As [`Match::in_time`], for a choice before the match: until the clock decides for whoever is missing, a seat's own deadline stands, as in its
    /// turns. Everybody else may choose until the match begins.
    fn in_time_before(&self, by: Author, made_at_ms: u64) -> Result<(), TimeRefusal> {
        let awaited = self.stage() == Stage::Preparing && self.paused.is_none();
        let late = |deadline: u64| made_at_ms.saturating_sub(deadline);
        match (by, self.preparation_deadline().map(late)) {
            (Author::Seat(_), Some(by_ms)) if awaited && by_ms > 0 => {
                Err(TimeRefusal::TooLate { by_ms })
            }
            _ => Ok(()),
        }
    }

    /// Takes an event written at a wall time. All or nothing.
    ///
    /// # Errors
    /// An action that is not legal.
    pub fn take(&mut self, at_ms: u64, event: &Event) -> Result<Taking, Refusal> {
        let mut taking = Taking::default();
        match event {
            Event::Act {
                by,
                whose,
                act,
                made_at_ms,
            } => {
                let taken = self.game.act(*by, *whose, act)?;
                self.count_time(*by, *whose, *made_at_ms, at_ms);
                taking.happenings = taken.happenings;
                taking.act = Some(taken.act);
            }
            Event::TimeUp { seat } => {
                // In overtime it is the same timeout that goes on.
                let goes_on = self.clock.open[*seat].is_some_and(|clock| clock.timeouts > 0);
                self.clock.time_up(*seat);
                if !goes_on {
                    let in_row = &mut self.timeouts_in_row[*seat];
                    *in_row = in_row.saturating_add(1);
                }
            }
            Event::Shown {
                prompt,
                at_ms: shown_at,
            } => {
                if self.prompt == Some(*prompt) && !self.shown && self.paused.is_none() {
                    self.clock.run(*shown_at);
                    self.shown = true;
                    self.open_clocks(*shown_at);
                }
            }
            Event::PreparationOver => self.preparation_over = true,
            Event::Ready { seat } => self.ready[*seat] = true,
            Event::Started { garnets, .. } => {
                self.started = true;
                if !garnets.is_empty() {
                    self.start_with(garnets);
                }
            }
            Event::StartMoved { to_ms } => {
                self.start_at_ms = *to_ms;
                self.notes
                    .retain(|note| !matches!(note, Note::CheckIn | Note::NoShow));
                self.waits_until = 0;
                self.ready = BySeat::default();
            }
            Event::Waits { until_ms } => {
                self.waits_until = *until_ms;
                self.notes.retain(|note| *note != Note::NoShow);
            }
            Event::Extended { by_ms } => {
                self.extended_ms += by_ms;
                self.notes.retain(|note| *note != Note::LastCall);
            }
            Event::Shortened { by_ms } => {
                self.shortened_ms += by_ms;
                self.notes.retain(|note| *note != Note::LastCall);
            }
            Event::Paused { by, until_ms } => {
                // One that gets another end is the same pause.
                let is_same = self.paused_by == Some(Pauser::Players);
                self.player_pauses += u32::from(*by == Pauser::Players && !is_same);
                self.paused = Some(*until_ms);
                self.paused_by = Some(*by);
                self.wishes = BySeat::default();
                self.clock.stand(at_ms);
            }
            Event::PauseWished { seat } | Event::ResumeWished { seat } => self.wishes[*seat] = true,
            Event::Resumed => {
                self.paused = None;
                self.wishes = BySeat::default();
                if self.paused_by.take() == Some(Pauser::BothLate) {
                    // Else both would be late again at once.
                    self.ask_anew();
                }
                if self.started {
                    // Its post is made anew, and time runs from there: not from an older one that is found late, or the pause would be charged.
                    self.clock.run(at_ms);
                    self.clock.stand(at_ms);
                    self.shown = false;
                    taking.new_prompt = self.prompt.is_some();
                } else if self.stage() == Stage::Preparing {
                    self.clock.run(at_ms);
                }
            }
            Event::Outage { from_ms, to_ms } => self.clock.credit(*from_ms, *to_ms),
            // What it takes back has not been taken at all: this is the match right before the entry that it names.
            Event::Rewound { since_ms, .. } => {
                self.rewound_at_ms = Some(at_ms);
                taking.new_prompt = self.go_on_from(*since_ms, at_ms)
            }
            Event::Substituted { who, anew } => {
                let seat = self.setup.cast.seat_of(*who).filter(|_| *anew);
                if let Some(seat) = seat {
                    self.ready[seat] = false;
                    self.wishes[seat] = false;
                }
            }
            Event::Time { seat, delta_ms } => {
                let time = match &mut self.clock.open[*seat] {
                    Some(clock) if !clock.reserve => &mut clock.base_ms,
                    _ => &mut self.clock.reserve_ms[*seat],
                };
                *time = time.saturating_add_signed(*delta_ms);
            }
            Event::Noted { note } => self.notes.push(*note),
        }
        taking.new_prompt |= self.settle_clock(at_ms);
        Ok(taking)
    }

    /// The game is played, and written down, with the garnets that people hold at the start.
    fn start_with(&mut self, garnets: &[u32]) {
        let cast = Arc::new(self.setup.cast.holding(garnets));
        Arc::make_mut(&mut self.setup).cast = cast.clone();
        self.game.start_with(cast);
    }

    /// How much of a seat's time a host can take at a wall time, so that not less than nothing is left.
    pub fn can_lose_ms(&self, seat: Seat, wall: u64) -> u64 {
        let reserve_ms = self.clock.reserve_ms[seat];
        let (Some(clock), Some(base_up)) = (self.clock.open[seat], self.clock.base_up_ms(seat))
        else {
            return reserve_ms;
        };
        let until = self.clock.match_ms(clock.acted_at_ms.unwrap_or(wall));
        match clock.reserve {
            true => reserve_ms.saturating_sub(until.saturating_sub(base_up)),
            false => base_up.saturating_sub(until),
        }
    }

    /// Time goes on from an earlier wall time as if nothing had been between. The open prompt waits for a new post, and stands until then.
    fn go_on_from(&mut self, since_ms: u64, at_ms: u64) -> bool {
        self.clock.credit(since_ms, at_ms);
        if self.prompt.is_none() {
            return false;
        }
        let now = self.clock.match_ms(since_ms);
        let late = |seat| self.timeout_ms(seat).is_some_and(|up| up <= now);
        if Seat::BOTH.into_iter().any(late) {
            // Else the seat would be late again at once.
            self.ask_anew();
        }
        self.clock.stand(since_ms);
        self.shown = false;
        true
    }

    /// The clocks of who is waited for begin again with the prompt's next post.
    fn ask_anew(&mut self) {
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
            Note::CheckIn | Note::NoShow | Note::HalfTime | Note::LastCall => true,
        });
    }

    fn waits_for(&self, seat: Seat) -> bool {
        self.waited_seats().contains(&seat)
    }

    fn all_prepared(&self) -> bool {
        self.preparations().iter().all(|prompt| prompt.answered)
    }

    /// What a seat has not chosen in time is drawn when the time is over; a ruling may have taken that back.
    fn seats_prepared(&self) -> bool {
        self.missing_seats().is_empty()
    }

    fn count_time(&mut self, by: Author, whose: Option<Party>, made_at_ms: u64, at_ms: u64) {
        let Some(Party::Seat(seat)) = whose.or(by.own_party()) else {
            return;
        };
        self.clock.acted(seat, made_at_ms.min(at_ms));
        if by != Author::Clock {
            self.timeouts_in_row[seat] = 0;
        }
    }

    /// Brings the clocks in line with what the game waits for now. Says whether another live prompt waits for its post.
    fn settle_clock(&mut self, at_ms: u64) -> bool {
        if self.stage() == Stage::Over {
            self.clock.close();
            self.clock.stand(at_ms);
            self.prompt = None;
            return false;
        }
        if self.stage() == Stage::Standing {
            self.clock.stand(at_ms);
        }
        // Gridlock's own `begin` starts the match: a game whose live prompts are open without one never gets here before the start.
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
        if self.paused.is_none() {
            self.wishes = BySeat::default();
        }
        open.is_some()
    }

    /// Starts the open prompt's clocks at a wall time.
    fn open_clocks(&mut self, wall: u64) {
        for prompt in self.game.prompts() {
            let (Party::Seat(seat), Some(base), true) = (prompt.who, prompt.base, prompt.live)
            else {
                continue;
            };
            // After a pause a clock goes on as it stood.
            if self.clock.open[seat].is_none() {
                self.clock.open[seat] = Some(SeatClock {
                    prompt: prompt.id,
                    opened_at_ms: wall,
                    base_ms: self.setup.times.ms(base),
                    reserve: prompt.reserve,
                    acted_at_ms: None,
                    timeouts: 0,
                });
            }
        }
    }
}

fn unanswered(prompts: &[Prompt]) -> impl Iterator<Item = Party> {
    let open = prompts.iter().filter(|prompt| !prompt.answered);
    open.map(|prompt| prompt.who)
}

fn seats(prompts: &[Prompt]) -> Vec<Seat> {
    let of_seat = |party| match party {
        Party::Seat(seat) => Some(seat),
        _ => None,
    };
    unanswered(prompts).filter_map(of_seat).collect()
}
