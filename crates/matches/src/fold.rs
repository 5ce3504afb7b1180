//! How a journal becomes a match: the entries that stand are taken in order.

use std::sync::Arc;

use super::journal::{Entry, Event, Note, Pauser};
use super::play::{Match, Stage};
use super::rewind::standing;
use super::setup::Setup;
use games::{
    Author, BySeat, CastId, Happening, Party, Reason, Refusal, Seat, SetupRefusal, WallMs,
};

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
                taking = self.act(*by, *whose, act)?;
                self.count_time(*by, *whose, *made_at_ms, at_ms);
                if let (Some(who), false) = (whose.or(by.own_party()), self.started) {
                    self.chosen(who, *made_at_ms);
                }
            }
            Event::TimeUp { seat } => self.time_up(*seat),
            Event::Shown {
                prompt,
                at_ms: shown_at,
            } => self.show(*prompt, *shown_at),
            Event::PreparationOver => self.preparation_over = true,
            Event::Ready { seat } => self.ready[*seat] = true,
            Event::NotReady { seat } => self.ready[*seat] = false,
            Event::Started { garnets, .. } => self.start(garnets),
            Event::StartMoved { to_ms } => self.move_start(*to_ms),
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
            Event::Paused { by, until_ms } => self.pause_until(*by, *until_ms, at_ms),
            Event::PauseWished { seat } | Event::ResumeWished { seat } => self.wishes[*seat] = true,
            Event::Resumed => taking.new_prompt = self.resume(at_ms),
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
            Event::Time { seat, delta_ms } => self.give_time(*seat, *delta_ms),
            Event::Noted { note } => self.notes.push(*note),
        }
        taking.new_prompt |= self.settle_clock(at_ms);
        Ok(taking)
    }

    fn act(
        &mut self,
        by: Author,
        whose: Option<Party>,
        act: &str,
    ) -> Result<AppliedEvent, Refusal> {
        let before = (!self.started).then(|| Box::new(self.game.clone()));
        let taken = self.game.act(by, whose, act)?;
        let outcome = self.game.outcome();
        let is_void = outcome.is_some_and(|outcome| outcome.reason == Reason::VOID);
        self.called_off = before.filter(|_| is_void);
        if let Some(decider) = whose.or(by.own_party()) {
            self.close_hand(decider);
        }
        Ok(AppliedEvent {
            happenings: taken.happenings,
            act: Some(taken.act),
            told: taken.told,
            new_prompt: false,
        })
    }

    /// Closes somebody's hand to all hosts.
    fn close_hand(&mut self, of: Party) {
        self.notes
            .retain(|note| !matches!(note, Note::HandOpened { whose, .. } if *whose == of));
    }

    fn chosen(&mut self, who: Party, made_at_ms: WallMs) {
        let mut chosen = self.chosen_at_ms.iter_mut();
        match chosen.find(|(party, _)| *party == who) {
            Some((_, newest)) => *newest = made_at_ms.max(*newest),
            None => self.chosen_at_ms.push((who, made_at_ms)),
        }
    }

    fn time_up(&mut self, seat: Seat) {
        // In overtime the same timeout goes on.
        let goes_on = self.clock.open[seat].is_some_and(|clock| clock.timeouts > 0);
        self.clock.time_up(seat);
        if !goes_on {
            let in_row = &mut self.timeouts_in_row[seat];
            *in_row = in_row.saturating_add(1);
        }
    }

    /// The open prompt has its post, so its time runs.
    fn show(&mut self, prompt: u32, shown_at: WallMs) {
        if self.prompt == Some(prompt) && !self.shown && self.paused.is_none() {
            self.clock.run(shown_at);
            self.shown = true;
            self.open_clocks(shown_at);
        }
    }

    /// From here on the game is played, and its record written, with the garnets that people have
    /// at the start, if they are known.
    fn start(&mut self, garnets: &[u32]) {
        self.started = true;
        if garnets.is_empty() {
            return;
        }
        let cast = Arc::new((*self.setup.cast).clone().holding(garnets));
        Arc::make_mut(&mut self.setup).cast = cast.clone();
        self.game.start_with(cast);
    }

    fn move_start(&mut self, to_ms: Option<WallMs>) {
        self.start_at_ms = to_ms;
        self.notes
            .retain(|note| !matches!(note, Note::CheckIn | Note::NoShow));
        self.waits_until = None;
        self.ready = BySeat::default();
    }

    fn pause_until(&mut self, by: Pauser, until_ms: Option<WallMs>, at_ms: WallMs) {
        // A pause that gets another end is still the same pause.
        let is_same = self.paused_by == Some(Pauser::Players);
        self.player_pauses += u32::from(by == Pauser::Players && !is_same);
        if self.paused.is_none() {
            self.paused_at_ms = at_ms;
        }
        self.paused = Some(until_ms);
        self.paused_by = Some(by);
        self.wishes = BySeat::default();
        self.had_last_price |= matches!(by, Pauser::LastPrice(_));
        if let Pauser::Timeouts(seat) | Pauser::LastPrice(seat) = by {
            // Where lateness costs, this pause may come before a second timeout. Count two, so that
            // the second one does not pause again.
            let in_row = &mut self.timeouts_in_row[seat];
            *in_row = (*in_row).max(2);
        }
        self.clock.stand(at_ms);
    }

    /// Ends the pause. Returns whether a live prompt waits for a new post.
    fn resume(&mut self, at_ms: WallMs) -> bool {
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
            // The prompt is posted again, and time runs from that post. If it ran from an older
            // post that is found late, the pause would be charged.
            self.clock.run(at_ms);
            self.clock.stand(at_ms);
            self.shown = false;
            return self.prompt.is_some();
        }
        if self.stage() == Stage::Preparing {
            self.clock.run(at_ms);
        }
        false
    }

    /// A host gives a seat time, or takes some: base time if that runs, otherwise reserve.
    fn give_time(&mut self, seat: Seat, delta_ms: i64) {
        let time = match &mut self.clock.open[seat] {
            Some(clock) if !clock.reserve => {
                self.base_given_ms[seat] += delta_ms;
                &mut clock.base_ms
            }
            _ => &mut self.clock.reserve_ms[seat],
        };
        *time = time.saturating_add_signed(delta_ms);
    }
}
