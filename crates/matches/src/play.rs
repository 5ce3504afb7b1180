//! What a match's journal folds to: the game, the clocks, and the state of the match.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::clock::{Clock, MatchMs};
use super::journal::{Note, Pauser};
use super::setup::Setup;
use games::{AnyGame, BySeat, CastId, Party, Prompt, Seat, SetupRefusal, WallMs};

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
    pub(super) rewound_at_ms: Option<WallMs>,
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

    /// How many timeouts in a row a seat has had. A prompt counts once, however long its overtime
    /// lasts.
    pub fn timeouts_in_row(&self, seat: Seat) -> u8 {
        self.timeouts_in_row[seat]
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
