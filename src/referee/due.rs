//! What the clock brings: timeouts, the start, and the words that warn of them.

use super::act::{ActReceipt, Actor};
use super::appointments::with_missing;
use super::change::MatchChange;
use super::computer::is_computers;
use super::core::{Core, RefereeError, RulesResult};
use super::line::Line;
use super::poll::last_time;
use super::post::Post;
use crate::store::{MatchId, Person, Result};
use games::{Audience, Author, CastId, Party, Refusal, Seat, WallMs};
use matches::{Due, Event, Lateness, Note, Pauser, Stage, Starter};

impl Core {
    /// Judges what is due in a match, one thing at a time.
    pub fn judge(&mut self, id: MatchId, now: WallMs) -> Result<()> {
        let judged = self.change(id, now, |change| {
            // Only one, because it may change what else is due.
            if let Some((at, due)) = change.table.play.next_due()
                && at <= now
            {
                change.fire(due)?;
            } else if change.table.waits_until().is_some_and(|at| at <= now) {
                change.end_practice(Line::PracticeIdle)?;
            } else if last_time(change.tx, id)?.is_some_and(|at| at <= now) {
                change.end_poll()?;
            }
            Ok::<(), RefereeError<Refusal>>(())
        });
        judged.map_err(|fault| fault.into_store(id))
    }
}

impl MatchChange<'_> {
    fn fire(&mut self, due: Due) -> RulesResult<()> {
        match due {
            Due::Timeout(seat) => self.time_out(seat),
            Due::PreparationOver => self.end_preparation(),
            Due::Reminder(note) => {
                self.event(Event::Noted { note })?;
                self.remind(false)?;
                Ok(())
            }
            Due::CheckIn => {
                let note = Note::CheckIn;
                self.event(Event::Noted { note })?;
                let start_ms = self.table.play.start_at_ms;
                Ok(self.post_public(Post::CheckIn { start_ms })?)
            }
            Due::Start => self.appointed_start(),
            Due::GoesOn => self.act_as_host(),
            Due::ReserveRuns(seat) | Due::LastMinute(seat) => {
                let prompt = self.table.play.open_prompt().unwrap_or_default();
                let is_last_minute = matches!(due, Due::LastMinute(_));
                let note = if is_last_minute {
                    Note::LastMinute { prompt, seat }
                } else {
                    Note::ReserveRuns { prompt, seat }
                };
                self.event(Event::Noted { note })?;
                let overtime_s = self.table.play.overtime_s(seat);
                let Some(deadline_ms) = self.table.play.deadline(seat) else {
                    return Ok(());
                };
                let line = if is_last_minute {
                    Line::LastMinute {
                        seat,
                        deadline_ms,
                        overtime_s,
                    }
                } else {
                    Line::ReserveRuns {
                        seat,
                        deadline_ms,
                        overtime_s,
                    }
                };
                Ok(self.call_to_clock(line)?)
            }
            Due::Overtime(seat) => {
                let prompt = self.table.play.open_prompt().unwrap_or_default();
                let note = Note::Overtime { prompt, seat };
                self.event(Event::Noted { note })?;
                let play = &self.table.play;
                let pauses = self.table.row.setup.pause_after_two_timeouts;
                if pauses && self.takes_last(seat) {
                    let until_ms = Some(self.now + Lateness::LONGEST_PAUSE_MS);
                    return self.pause_for_host(Pauser::LastPrice(seat), until_ms);
                }
                if let Some(every_s) = play.overtime_s(seat) {
                    let first_ms = play.price_due(seat);
                    let line = Line::Overtime {
                        seat,
                        every_s,
                        first_ms,
                    };
                    self.call_to_clock(line.clone())?;
                    // The match goes on, but the player's phone may be dead: the host may want to
                    // pause.
                    if !self.table.has_no_host() {
                        self.post_host(vec![line])?;
                    }
                }
                Ok(())
            }
            Due::PauseEnds => self.resume(),
        }
    }

    /// Tells everybody that somebody's time runs out. From now on only that post counts it down.
    fn call_to_clock(&mut self, line: Line) -> Result<()> {
        self.close_clocks(|seat| line.about().counts_down == Some(seat))?;
        self.lines.push(line);
        self.outdate_prompt();
        Ok(())
    }

    fn time_out(&mut self, seat: Seat) -> RulesResult<()> {
        let play = &self.table.play;
        let at_once = play.deadline(seat) == play.deadline(seat.other());
        if at_once && self.both_forfeit() {
            return self.pause_for_host(Pauser::BothLate, None);
        }
        let before = play.timeouts_in_row(seat);
        self.tell_time_up(seat);
        self.time_up(seat)?;
        let play = &self.table.play;
        let in_row = play.timeouts_in_row(seat);
        let pauses = self.table.row.setup.pause_after_two_timeouts;
        if !pauses || play.stage() != Stage::Live || play.paused.is_some() {
            return Ok(());
        }
        // The computer waits for its player, however long they are away.
        let setup = &self.table.row.setup;
        let is_alone = setup.practice && is_computers(setup.cast.seat_name(seat.other()));
        let until_ms = (!is_alone).then(|| self.now + Lateness::LONGEST_PAUSE_MS);
        if before == 1 && in_row == 2 {
            return self.pause_for_host(Pauser::Timeouts(seat), until_ms);
        }
        if self.takes_last(seat) {
            self.pause_for_host(Pauser::LastPrice(seat), until_ms)
        } else {
            Ok(())
        }
    }

    /// Whether a late seat pays its last price next (in Crossfire, its last chip). After that the
    /// clock decides for it, and the match may end. So the host is called first, once a match.
    fn takes_last(&self, seat: Seat) -> bool {
        let play = &self.table.play;
        let lateness = play.game.view(Audience::Public).lateness(seat);
        !play.had_last_price
            && play.price_due(seat).is_some()
            && lateness.is_some_and(|cost| cost.left == 1)
    }

    /// Whether both players are late, and each would forfeit by it.
    pub(super) fn both_forfeit(&self) -> bool {
        let play = &self.table.play;
        let mut seats = Seat::BOTH.into_iter();
        seats.all(|seat| play.was_late(seat, self.now) && play.game.timeout_forfeits(seat))
    }

    fn pause_for_host(&mut self, by: Pauser, until_ms: Option<WallMs>) -> RulesResult<()> {
        self.event(Event::Paused { by, until_ms })?;
        let line = self.paused_line(by, until_ms, false);
        self.lines.push(line.clone());
        if self.table.has_no_host() {
            Ok(())
        } else {
            Ok(self.post_host(vec![line])?)
        }
    }

    /// Tells everybody whose time is up in a live prompt. Says nothing if being late only costs
    /// something: that was said when it began, the prompt's post shows it, and a decision at the
    /// end is told by itself.
    fn tell_time_up(&mut self, seat: Seat) {
        if self.table.play.overtime_s(seat).is_none() {
            self.lines.push(Line::TimedOut { seat });
        }
    }

    /// Carries out a timeout as the game defines it (`Game::on_timeout`). Returns the acts, as the
    /// record has them. Where being late costs, the first act is the price.
    fn time_up(&mut self, seat: Seat) -> RulesResult<Vec<String>> {
        let costs = self.table.play.overtime_s(seat).is_some();
        self.event(Event::TimeUp { seat })?;
        let mut acts = Vec::new();
        for act in self.table.play.game.on_timeout(seat, self.dice) {
            if costs && acts.len() == 1 {
                // Otherwise the decision would look like the player's own.
                self.lines.push(Line::TimedOut { seat });
            }
            let taking = self.act_now(Author::Clock, Some(Party::Seat(seat)), act)?;
            acts.extend(taking.act);
        }
        Ok(acts)
    }

    /// Hands in the drafts of everybody who can be late: that is what they chose.
    fn take_drafts(&mut self) -> Result<()> {
        let id = self.table.row.id;
        let has_seats = self.table.row.setup.has_seats();
        for prompt in self.table.play.preparations() {
            let by = match prompt.who {
                Party::Seat(seat) => Author::Seat(seat),
                Party::Cast(who) if !has_seats => Author::Cast(who),
                _ => continue,
            };
            let person = self.who(prompt.who).and_then(|who| self.table.person(who));
            let Some(&Person { who, account, .. }) = person.filter(|_| !prompt.answered) else {
                continue;
            };
            let Some((act, made_at_ms)) = self.tx.drafted_act(id, account, prompt.id)? else {
                continue;
            };
            let due_ms = self.table.play.preparation_deadline();
            let made_at_ms = made_at_ms.min(due_ms.unwrap_or(made_at_ms));
            match self.act_all(Actor::from(by), &act, made_at_ms) {
                Ok(ActReceipt { acts, .. }) => {
                    let lines = vec![Line::DraftTaken { acts }];
                    self.post_to(who, Post::News { lines })?;
                }
                // The draft does not fit any more, so the player counts as missing.
                Err(RefereeError::Refused(_)) => {}
                Err(RefereeError::Store(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// The time for choices before the match is up. Missing choices of the two players are drawn,
    /// and they are told which; other people stay missing. The host is told about both. Without
    /// seats, the round closes.
    fn end_preparation(&mut self) -> RulesResult<()> {
        self.take_drafts()?;
        if !self.table.row.setup.has_seats() {
            return self.act_as_host();
        }
        if self.table.play.stage() != Stage::Preparing {
            // The drafts were all that was missing.
            return Ok(());
        }
        let late = self.table.play.missing_seats();
        let row = &self.table.row;
        let forfeits = |seat: &Seat| self.table.play.game.timeout_forfeits(*seat);
        if late.len() == 2 && late.iter().all(forfeits) {
            // Otherwise the seat that comes first in the code would lose.
            return self.pause_for_host(Pauser::BothLate, None);
        }
        // Nobody else is told who was late, unless that ends the match.
        let drawn = late.iter().filter(|seat| !forfeits(seat));
        let drawn: Vec<CastId> = drawn
            .filter_map(|seat| row.setup.cast.seated(*seat))
            .collect();
        self.event(Event::PreparationOver)?;
        // Updates the card, which showed the deadline; a drawn choice updates it anyway.
        if drawn.is_empty() {
            self.post_public(Post::Sealed)?;
        }
        // Updates the others' posts: they may still choose until the match begins.
        let mut choosing = self.choosing();
        choosing.retain(|who| self.table.row.setup.cast.seat_of(*who).is_none());
        self.post_chosen(&choosing)?;
        let missing = self.table.play.missing_cast();
        self.lines.push(Line::PreparationOver {
            missing: (missing.len() + late.len()) as u32,
        });
        let missing = (!missing.is_empty()).then_some(Line::Missing { who: missing });
        let dealt_for = (!drawn.is_empty()).then(|| Line::DealtFor { who: drawn.clone() });
        self.post_host(missing.into_iter().chain(dealt_for).collect())?;
        if !drawn.is_empty() {
            let count = drawn.len() as u32;
            self.lines.push(Line::Dealt { count });
        }
        for seat in late {
            let acts = self.time_up(seat)?;
            let who = self.table.row.setup.cast.seated(seat);
            if let Some(who) = who.filter(|who| drawn.contains(who)) {
                let lines = vec![Line::DealtForYou { acts }];
                self.post_to(who, Post::News { lines })?;
            }
        }
        Ok(())
    }

    fn appointed_start(&mut self) -> RulesResult<()> {
        if self.may_begin_by_ready() {
            return self.start(Starter::Ready);
        }
        let who = self.absent();
        self.close_calls()?;
        self.event(Event::Noted { note: Note::NoShow })?;
        let missing = self.table.play.missing_cast().len() as u32;
        let call = Line::NoShow { who, missing };
        self.lines.push(call.clone());
        let not_in = self.missing_choices();
        self.post_host(with_missing(call, not_in.clone()))?;
        self.remind(false)?;
        if self.table.play.waits_until.is_none() {
            // Posts that said when the match starts now say when it should have. People who are
            // missing have read that in the reminder.
            self.post_public(Post::Sealed)?;
            let mut chosen = self.choosing();
            chosen.retain(|who| !not_in.contains(who));
            self.post_chosen(&chosen)?;
        }
        Ok(())
    }
}
