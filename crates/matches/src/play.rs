//! What a match's journal folds to: the game, the clocks, and the state of the match.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::clock::{Clock, MatchMs};
use super::journal::{Entry, Event, Note, Pauser};
use super::rewind::standing;
use super::setup::Setup;
use games::{
    AnyGame, BySeat, CastId, Happening, Party, Prompt, Reason, Refusal, Seat, SetupRefusal, WallMs,
};

/// A match in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    pub setup: Arc<Setup>,
    pub game: AnyGame,
    pub clock: Clock,
    pub started: bool,
    /// If the match was declared void before it began: the game as it was then. Nobody is ever
    /// shown more than that, since the choices may matter in the next match.
    pub called_off: Option<Box<AnyGame>>,
    pub ready: BySeat<bool>,
    pub start_at_ms: Option<WallMs>,
    /// The pause: None if there is none; `Some(None)` until somebody resumes; `Some(Some(at))` at
    /// most until then.
    pub paused: Option<Option<WallMs>>,
    pub paused_by: Option<Pauser>,
    /// When the newest pause began. A changed end does not change it.
    pub paused_at_ms: WallMs,
    /// Who has asked for a pause since the open prompt was asked; in a pause of the players, who
    /// has asked to resume.
    pub wishes: BySeat<bool>,
    /// How many pauses the two players have had together.
    pub player_pauses: u32,
    pub(super) preparation_over: bool,
    pub(super) round: ChoiceRound,
    /// By how much hosts have moved the deadline of the choices: later, and earlier.
    pub(super) extended_ms: u64,
    pub(super) shortened_ms: u64,
    /// Until when a host waits for people who were not there at the start; None: does not wait.
    pub waits_until: Option<WallMs>,
    pub(super) notes: Vec<Note>,
    pub(super) timeouts_in_row: BySeat<u8>,
    /// Whether the match was already paused before somebody's last price: that happens once.
    pub had_last_price: bool,
    /// The live prompt that waits for its post, or whose clocks run.
    pub(super) prompt: Option<u32>,
    /// When a ruling last took something back.
    rewound_at_ms: Option<WallMs>,
    pub(super) shown: bool,
    /// How much base time hosts have given (or taken, if negative) in the open prompt.
    pub(super) base_given_ms: BySeat<i64>,
    /// When each party's newest choice before the match was made.
    pub(super) chosen_at_ms: Vec<(Party, WallMs)>,
}

/// The choices that are asked for now, in a match without seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ChoiceRound {
    pub prompt: Option<u32>,
    /// When it opened; in a match with seats, when that did.
    pub opened: MatchMs,
}

impl ChoiceRound {
    /// Whether it opened with the match.
    pub fn is_first(self) -> bool {
        self.opened == MatchMs::default()
    }
}

/// The stage of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Choices before the match are missing.
    Preparing,
    /// The choices are in, or their time is up: the match waits for its start.
    Standing,
    Live,
    Over,
}

/// What an event did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AppliedEvent {
    pub happenings: Vec<Happening>,
    /// The action, as the record has it.
    pub act: Option<String>,
    /// What single people are told in private.
    pub told: Vec<(CastId, String)>,
    /// Whether a new live prompt is open, and waits for its post.
    pub new_prompt: bool,
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
    pub fn open(setup: Arc<Setup>, opened_at_ms: WallMs) -> Result<Match, SetupRefusal> {
        let mut new = Match {
            game: setup.open()?,
            clock: Clock::new(opened_at_ms, setup.times.ms("reserve_s")),
            started: false,
            called_off: None,
            ready: BySeat::default(),
            start_at_ms: setup.start_at_ms,
            paused: None,
            paused_by: None,
            paused_at_ms: WallMs::default(),
            wishes: BySeat::default(),
            player_pauses: 0,
            preparation_over: false,
            round: ChoiceRound::default(),
            extended_ms: 0,
            shortened_ms: 0,
            waits_until: None,
            notes: Vec::new(),
            timeouts_in_row: BySeat::default(),
            had_last_price: false,
            prompt: None,
            rewound_at_ms: None,
            shown: false,
            base_given_ms: BySeat::default(),
            chosen_at_ms: Vec::new(),
            setup,
        };
        new.settle_clock(opened_at_ms);
        Ok(new)
    }

    /// The match that a journal leads to: the entries that stand, taken in order.
    ///
    /// # Errors
    /// A setup with which the game cannot be played, or an entry that is not legal.
    pub fn fold(
        setup: Arc<Setup>,
        opened_at_ms: WallMs,
        journal: &[Entry],
    ) -> Result<Match, FoldError> {
        Match::follow(setup, opened_at_ms, journal, |_, _, _| {})
    }

    /// As [`Match::fold`], and calls `each` for every entry that stands, with what it did and the
    /// match after it.
    ///
    /// # Errors
    /// As [`Match::fold`].
    pub fn follow(
        setup: Arc<Setup>,
        opened_at_ms: WallMs,
        journal: &[Entry],
        mut each: impl FnMut(&Entry, AppliedEvent, &Match),
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
        } else if !self.setup.has_seats() && self.timed_choice().is_some() {
            // Everybody may change their answer until the round closes.
            Stage::Preparing
        } else if self.all_prepared() || self.preparation_over && self.seats_prepared() {
            Stage::Standing
        } else {
            Stage::Preparing
        }
    }

    /// The current pause: who made it, and until when at most.
    pub fn pause(&self) -> Option<(Pauser, Option<WallMs>)> {
        self.paused_by.zip(self.paused)
    }

    /// The prompts before the match, answered or not; none once it is live.
    pub fn preparations(&self) -> Vec<Prompt> {
        let prompts = self.game.prompts().into_iter();
        prompts
            .filter(|prompt| !prompt.live && matches!(prompt.who, Party::Seat(_) | Party::Cast(_)))
            .collect()
    }

    /// The first prompt that has the time for choices before the match; None if none has it.
    pub(super) fn timed_choice(&self) -> Option<Prompt> {
        let mut prompts = self.game.prompts().into_iter();
        prompts.find(|prompt| !prompt.live && prompt.base.is_some())
    }

    /// The seats whose choice before the match is missing.
    pub fn missing_seats(&self) -> Vec<Seat> {
        seats(&self.preparations())
    }

    /// Cast members, without the two players, whose choice before the match is missing.
    pub fn missing_cast(&self) -> Vec<CastId> {
        let of_cast = |party| match party {
            Party::Cast(who) => Some(who),
            _ => None,
        };
        unanswered(&self.preparations())
            .filter_map(of_cast)
            .collect()
    }

    /// The seats that the match waits for now, before its start or after.
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

    /// When a ruling last took something back.
    pub fn rewound_at_ms(&self) -> Option<WallMs> {
        self.rewound_at_ms
    }

    /// Whether the open prompt's post exists and its clocks run.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Whether both players may start the match by pressing Ready: it waits for nothing else.
    pub fn may_start(&self) -> bool {
        self.stage() == Stage::Standing
    }

    /// Until when Ready alone does not start the match because a host waits for missing choices.
    pub fn waits_for_choices(&self, now_ms: WallMs) -> Option<WallMs> {
        let waits = !self.started && !self.missing_cast().is_empty();
        self.waits_until.filter(|until| waits && *until > now_ms)
    }

    /// When somebody's newest choice before the match was made.
    pub fn chosen_at_ms(&self, who: Party) -> Option<WallMs> {
        let mut chosen = self.chosen_at_ms.iter();
        chosen.find(|(party, _)| *party == who).map(|(_, at)| *at)
    }

    /// Whether a host has opened somebody's hand for their current prompt, and nobody has acted for
    /// them since.
    pub fn has_opened(&self, host: u64, whose: Party) -> bool {
        let mut prompts = self.game.prompts().into_iter();
        prompts.any(|open| {
            let prompt = open.id;
            open.who == whose
                && self.notes.contains(&Note::HandOpened {
                    prompt,
                    whose,
                    host,
                })
        })
    }

    /// Closes somebody's hand to all hosts.
    fn close_hand(&mut self, of: Party) {
        self.notes
            .retain(|note| !matches!(note, Note::HandOpened { whose, .. } if *whose == of));
    }

    /// How many timeouts in a row a seat has had. A prompt counts once, however long its overtime
    /// lasts.
    pub fn timeouts_in_row(&self, seat: Seat) -> u8 {
        self.timeouts_in_row[seat]
    }

    /// Takes an event that was written at `at_ms`. All or nothing.
    ///
    /// # Errors
    /// An action that is not legal.
    pub fn take(&mut self, at_ms: WallMs, event: &Event) -> Result<AppliedEvent, Refusal> {
        let mut taking = AppliedEvent::default();
        match event {
            Event::Act {
                by,
                whose,
                act,
                made_at_ms,
            } => {
                let before = (!self.started).then(|| Box::new(self.game.clone()));
                let taken = self.game.act(*by, *whose, act)?;
                let outcome = self.game.outcome();
                let is_void = outcome.is_some_and(|outcome| outcome.reason == Reason::VOID);
                self.called_off = before.filter(|_| is_void);
                if let Some(decider) = whose.or(by.own_party()) {
                    self.close_hand(decider);
                }
                self.count_time(*by, *whose, *made_at_ms, at_ms);
                if let (Some(who), false) = (whose.or(by.own_party()), self.started) {
                    self.chosen(who, *made_at_ms);
                }
                taking.happenings = taken.happenings;
                taking.act = Some(taken.act);
                taking.told = taken.told;
            }
            Event::TimeUp { seat } => {
                // In overtime the same timeout goes on.
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
            Event::NotReady { seat } => self.ready[*seat] = false,
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
                self.waits_until = None;
                self.ready = BySeat::default();
            }
            Event::Waits { until_ms } => {
                self.waits_until = Some(*until_ms);
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
                // A pause that gets another end is still the same pause.
                let is_same = self.paused_by == Some(Pauser::Players);
                self.player_pauses += u32::from(*by == Pauser::Players && !is_same);
                if self.paused.is_none() {
                    self.paused_at_ms = at_ms;
                }
                self.paused = Some(*until_ms);
                self.paused_by = Some(*by);
                self.wishes = BySeat::default();
                self.had_last_price |= matches!(by, Pauser::LastPrice(_));
                if let Pauser::Timeouts(seat) | Pauser::LastPrice(seat) = by {
                    // Where lateness costs, this pause may come before a second timeout. Count two,
                    // so that the second one does not pause again.
                    let in_row = &mut self.timeouts_in_row[*seat];
                    *in_row = (*in_row).max(2);
                }
                self.clock.stand(at_ms);
            }
            Event::PauseWished { seat } | Event::ResumeWished { seat } => self.wishes[*seat] = true,
            Event::Resumed => {
                self.paused = None;
                self.wishes = BySeat::default();
                if self.setup.practice {
                    // It pauses again if they are away again.
                    self.timeouts_in_row = BySeat::default();
                }
                if self.paused_by.take() == Some(Pauser::BothLate) {
                    // Otherwise both would be late again at once.
                    self.ask_again();
                }
                if self.started {
                    // The prompt is posted again, and time runs from that post. If it ran from an
                    // older post that is found late, the pause would be charged.
                    self.clock.run(at_ms);
                    self.clock.stand(at_ms);
                    self.shown = false;
                    taking.new_prompt = self.prompt.is_some();
                } else if self.stage() == Stage::Preparing {
                    self.clock.run(at_ms);
                }
            }
            Event::Outage { from_ms, to_ms } => self.clock.credit(*from_ms, *to_ms),
            // The fold has skipped what it takes back: this is the match right before the entry
            // that it names.
            Event::Rewound { since_ms, .. } => {
                self.rewound_at_ms = Some(at_ms);
                taking.new_prompt = self.go_on_from(*since_ms, at_ms)
            }
            Event::Substituted { who } => {
                if let Some(seat) = self.setup.cast.seat_of(*who) {
                    self.ready[seat] = false;
                    self.wishes[seat] = false;
                }
            }
            Event::Time { seat, delta_ms } => {
                let time = match &mut self.clock.open[*seat] {
                    Some(clock) if !clock.reserve => {
                        self.base_given_ms[*seat] += delta_ms;
                        &mut clock.base_ms
                    }
                    _ => &mut self.clock.reserve_ms[*seat],
                };
                *time = time.saturating_add_signed(*delta_ms);
            }
            Event::Noted { note } => self.notes.push(*note),
        }
        taking.new_prompt |= self.settle_clock(at_ms);
        Ok(taking)
    }

    fn chosen(&mut self, who: Party, made_at_ms: WallMs) {
        let mut chosen = self.chosen_at_ms.iter_mut();
        match chosen.find(|(party, _)| *party == who) {
            Some((_, newest)) => *newest = made_at_ms.max(*newest),
            None => self.chosen_at_ms.push((who, made_at_ms)),
        }
    }

    /// The game is played, and its record written, with the garnets that people have at the start.
    fn start_with(&mut self, garnets: &[u32]) {
        let cast = Arc::new((*self.setup.cast).clone().holding(garnets));
        Arc::make_mut(&mut self.setup).cast = cast.clone();
        self.game.start_with(cast);
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.waited_seats().contains(&seat)
    }

    fn all_prepared(&self) -> bool {
        self.preparations().iter().all(|prompt| prompt.answered)
    }

    /// Whether both players have chosen. When the time is over, missing choices of theirs are
    /// drawn, but a ruling may have taken that back.
    fn seats_prepared(&self) -> bool {
        self.missing_seats().is_empty()
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
