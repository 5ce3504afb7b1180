//! Running a match: its start and its pauses.

use super::audit::AuditEntry;
use super::change::MatchChange;
use super::core::{Core, RefereeError, RulesResult, refused};
use super::line::Line;
use super::post::{Post, Recipient};
use super::refusals::ConductRefusal;
use crate::store::{AccountId, MatchId, Result};
use games::{Author, CastId, Party, Refusal, Seat, WallMs};
use matches::{CHECK_IN_MS, Event, Pauser, Stage, Starter};

/// What came of pressing *Begin* or *Ready*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeginOutcome {
    Begun,
    /// The host has to confirm, knowing what the match would begin without.
    Confirm {
        missing: Vec<CastId>,
        /// Their deadline, if it has not passed: then nobody gets a strike.
        due_ms: Option<WallMs>,
        /// Those of them whom the strike would eliminate from the season.
        out: Vec<CastId>,
        start_at_ms: Option<WallMs>,
    },
    /// Ready is noted. The match begins once the other player is ready too, but not before the
    /// scheduled start, in a pause, or while a host waits for choices.
    Noted {
        other_ready: bool,
        start_at_ms: Option<WallMs>,
        paused: bool,
        /// Until when a host waits for missing choices: the match does not begin without them
        /// before that.
        waits_until_ms: Option<WallMs>,
    },
}

/// The result of something that a host or player does to a match.
pub type ConductResult<T> = Result<T, RefereeError<ConductRefusal>>;

impl From<RefereeError<Refusal>> for RefereeError<ConductRefusal> {
    fn from(fault: RefereeError<Refusal>) -> Self {
        fault.map(ConductRefusal::Rules)
    }
}

impl Core {
    pub(super) fn conduct<T>(
        &mut self,
        id: MatchId,
        now: WallMs,
        work: impl FnOnce(&mut MatchChange) -> ConductResult<T>,
    ) -> ConductResult<T> {
        if self.table(id)?.is_none() {
            return refused(ConductRefusal::NoSuchMatch);
        }
        self.change(id, now, |change| {
            if change.table.play.stage() == Stage::Over {
                return refused(ConductRefusal::Over);
            }
            work(change)
        })
    }

    pub(super) fn as_host<T>(
        &mut self,
        id: MatchId,
        account: AccountId,
        now: WallMs,
        work: impl FnOnce(&mut MatchChange) -> ConductResult<T>,
    ) -> ConductResult<T> {
        self.conduct(id, now, |change| {
            if change.table.is_player(account) {
                return refused(ConductRefusal::HostInSeat);
            }
            work(change)
        })
    }

    /// A host begins the match if `confirmed`, and otherwise learns what it would begin without.
    /// People whose deadline has not passed get no strike.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn begin(
        &mut self,
        id: MatchId,
        host: AccountId,
        confirmed: bool,
        now: WallMs,
    ) -> ConductResult<BeginOutcome> {
        self.begin_as(id, host, confirmed, false, now)
    }

    /// As [`Core::begin`], confirmed, and nobody gets a strike: the host chose that.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn begin_without_strikes(
        &mut self,
        id: MatchId,
        host: AccountId,
        now: WallMs,
    ) -> ConductResult<BeginOutcome> {
        self.begin_as(id, host, true, true, now)
    }

    fn begin_as(
        &mut self,
        id: MatchId,
        host: AccountId,
        confirmed: bool,
        spares: bool,
        now: WallMs,
    ) -> ConductResult<BeginOutcome> {
        self.as_host(id, host, now, |change| {
            if change.table.play.started {
                return refused(ConductRefusal::AlreadyStarted);
            }
            if change.table.play.paused.is_some() {
                return refused(ConductRefusal::Paused);
            }
            let missing = change.table.play.missing_cast();
            let choosing = change.table.play.missing_seats();
            if !choosing.is_empty() {
                return refused(ConductRefusal::StillChoosing { seats: choosing });
            }
            let start_at_ms = change.table.play.start_at_ms.filter(|start| *start > now);
            let due_ms = change.table.play.preparation_deadline();
            let due_ms = due_ms.filter(|due| *due > now && !missing.is_empty());
            change.spares = spares || due_ms.is_some();
            let play = &change.table.play;
            let is_between = play.stage() == Stage::Standing && !play.setup.has_seats();
            if !confirmed && !is_between {
                return Ok(BeginOutcome::Confirm {
                    out: change.out_by_strike(&missing)?,
                    due_ms,
                    missing,
                    start_at_ms,
                });
            }
            if change.table.row.setup.has_seats() {
                change.start(Starter::Host)?;
            } else {
                change.act_as_host()?;
            }
            change.audit(host, AuditEntry::MatchBegun)?;
            Ok(BeginOutcome::Begun)
        })
    }

    /// A player is ready. The match begins when both are, no choice is missing and the scheduled
    /// start has come.
    ///
    /// # Errors
    /// Why that does not count.
    pub fn ready(
        &mut self,
        id: MatchId,
        account: AccountId,
        now: WallMs,
    ) -> ConductResult<BeginOutcome> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            change.mark_ready(seat)
        })
    }

    /// A player takes their Ready back.
    ///
    /// # Errors
    /// Why that cannot be taken back.
    pub fn not_ready(&mut self, id: MatchId, account: AccountId, now: WallMs) -> ConductResult<()> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            if change.table.play.started {
                return refused(ConductRefusal::AlreadyStarted);
            }
            if change.table.play.ready[seat] {
                change.event(Event::NotReady { seat })?;
                change.post_ready()?;
            }
            Ok(())
        })
    }

    /// A host pauses the match.
    ///
    /// # Errors
    /// Why it cannot be paused.
    pub fn pause(&mut self, id: MatchId, host: AccountId, now: WallMs) -> ConductResult<()> {
        self.as_host(id, host, now, |change| {
            change.pause(Pauser::Host, None)?;
            Ok(change.audit(host, AuditEntry::Paused)?)
        })
    }

    /// A host resumes the match. The open prompt is posted again, and its clocks run from that
    /// post.
    ///
    /// # Errors
    /// Why it cannot be resumed.
    pub fn resume(&mut self, id: MatchId, host: AccountId, now: WallMs) -> ConductResult<()> {
        self.as_host(id, host, now, |change| {
            change.may_resume()?;
            change.resume()?;
            Ok(change.audit(host, AuditEntry::Resumed)?)
        })
    }
}

impl MatchChange<'_> {
    /// Updates who is ready in all posts that say it: the card, the call to press Ready, and the
    /// host's call about people who were not.
    pub(super) fn post_ready(&self) -> Result<()> {
        self.post_public(Post::Sealed)?;
        self.post_public(Post::CheckedIn)?;
        let start = self.table.play.start_at_ms;
        if start.is_some_and(|start| start <= self.now) {
            self.post_public(Post::Called)?;
            self.post(Recipient::Host(self.table.row.host), Post::Called)?;
        }
        Ok(())
    }

    /// As [`Core::ready`], for a seat.
    pub(super) fn mark_ready(&mut self, seat: Seat) -> ConductResult<BeginOutcome> {
        let (play, now) = (&self.table.play, self.now);
        if play.started {
            return refused(ConductRefusal::AlreadyStarted);
        }
        if !play.may_start() {
            let seats = play.missing_seats();
            let missing = play.missing_cast().len() + seats.len();
            return refused(ConductRefusal::TooEarly {
                missing: missing as u32,
                yours: seats.contains(&seat),
            });
        }
        let check_in = play.start_at_ms.map(|start| start - CHECK_IN_MS);
        if let Some(at_ms) = check_in.filter(|at| *at > now) {
            return refused(ConductRefusal::CheckInLater { at_ms });
        }
        let is_new = !play.ready[seat];
        if is_new {
            self.event(Event::Ready { seat })?;
        }
        if self.may_begin_by_ready() {
            self.start(Starter::Ready)?;
            return Ok(BeginOutcome::Begun);
        }
        if is_new {
            self.post_ready()?;
        }
        let play = &self.table.play;
        Ok(BeginOutcome::Noted {
            other_ready: play.ready[seat.other()],
            start_at_ms: play.start_at_ms.filter(|start| *start > now),
            paused: play.paused.is_some(),
            waits_until_ms: play.waits_for_choices(self.now),
        })
    }

    /// Whether both players are ready, and the match waits for nothing else any more.
    pub fn may_begin_by_ready(&self) -> bool {
        let play = &self.table.play;
        let come = play.start_at_ms.is_none_or(|start| start <= self.now);
        let waits = play.paused.is_some() || play.waits_for_choices(self.now).is_some();
        play.may_start() && play.ready.dmo && play.ready.ec && come && !waits
    }

    /// Begins the match if a host was waiting for choices, the last one is in now, and both players
    /// are ready. In a rehearsal without seats, the last choice closes the round.
    pub(super) fn begin_if_all_in(&mut self) -> RulesResult<()> {
        let setup = &self.table.row.setup;
        if setup.rehearsal && !setup.has_seats() && self.has_chosen() {
            let is_last = self.table.play.missing_cast().is_empty();
            return if is_last { self.act_as_host() } else { Ok(()) };
        }
        let waited =
            self.table.play.waits_until > Some(self.now) && self.has_chosen() && !self.rewound;
        if waited && self.may_begin_by_ready() {
            self.start(Starter::Ready)
        } else {
            Ok(())
        }
    }

    /// Starts the match: a game that has a `begin` of its own gets it, with what the dealer must
    /// write before.
    pub fn start(&mut self, by: Starter) -> RulesResult<()> {
        self.lines.push(Line::Started { by });
        self.act_as_host()?;
        let garnets = self.garnets_held()?;
        self.event(Event::Started { by, garnets })?;
        // In practice the safe players are made up.
        let setup = &self.table.row.setup;
        if setup.game.catalogue().players_apart && !setup.practice {
            self.tell_to_keep_apart()?;
        }
        Ok(())
    }

    /// Takes the act that the game asks of the host now, if any, after what the dealer must write
    /// before it.
    pub(super) fn act_as_host(&mut self) -> RulesResult<()> {
        let offers = self.table.play.game.offers(Party::Host, "");
        for offer in offers {
            let dealt = self.table.play.game.deal(self.dice);
            let (count, told) = (dealt.len(), self.lines.len());
            for (whose, act) in dealt {
                self.act_now(Author::Dealer, Some(whose), act)?;
            }
            if count > 0 {
                // The draws for all of them are told as one line, not one by one.
                self.lines.truncate(told);
                let count = count as u32;
                self.lines.push(Line::Dealt { count });
            }
            self.act_now(Author::Host, None, offer.act)?;
        }
        Ok(())
    }

    /// Tells everybody, and each safe player in private, that the two players may not talk to safe
    /// players any more.
    fn tell_to_keep_apart(&mut self) -> Result<()> {
        self.lines.push(Line::KeptApart);
        for who in self.table.row.setup.cast.safe_players() {
            let lines = vec![Line::PlayersApart];
            self.post_to(who, Post::News { lines })?;
        }
        Ok(())
    }

    /// How many garnets each of the cast has now, in the cast's order. Empty outside a season: then
    /// what they had when the match was opened still counts.
    fn garnets_held(&self) -> Result<Vec<u32>> {
        let row = &self.table.row;
        let Some(season) = row.season else {
            return Ok(Vec::new());
        };
        let everybody = self.tx.everybody(season)?;
        let of_season = |position| {
            let mut everybody = everybody.iter().map(|(member, _)| member);
            everybody.find(|member| member.position == position)
        };
        let cast = &row.setup.cast;
        let held = cast.ids().map(|who| {
            let member = row.position(who).and_then(of_season);
            member.map_or(cast.garnets(who), |member| member.garnets)
        });
        Ok(held.collect())
    }

    /// Stops the match: until then, or (None) until somebody resumes it. A pause that would
    /// end by itself becomes this one.
    ///
    /// # Errors
    /// [`ConductRefusal::Paused`] if it is already stopped until somebody resumes it, and what the
    /// store says.
    pub fn pause(&mut self, by: Pauser, until_ms: Option<WallMs>) -> ConductResult<()> {
        // A pause that would end by itself may be made one that does not.
        if self.table.play.paused == Some(None) {
            return refused(ConductRefusal::Paused);
        }
        match self.table.play.paused {
            Some(_) => self.end_pause_otherwise(by, until_ms)?,
            None => drop(self.event(Event::Paused { by, until_ms })?),
        }
        let line = self.paused_line(by, until_ms, false);
        self.lines.push(line);
        Ok(())
    }

    /// The pause gets another end than was said, so posts that said so are out of date. A host who
    /// was called to decide something gets their options again.
    pub(super) fn end_pause_otherwise(
        &mut self,
        by: Pauser,
        until_ms: Option<WallMs>,
    ) -> RulesResult<()> {
        self.close_pauses()?;
        let before = self.table.play.pause();
        self.event(Event::Paused { by, until_ms })?;
        match before {
            Some((called @ (Pauser::Timeouts(_) | Pauser::LastPrice(_)), _))
                if !self.table.has_no_host() =>
            {
                let (by, stays) = (called, false);
                Ok(self.post_host(vec![Line::Paused {
                    by,
                    until_ms,
                    stays,
                }])?)
            }
            _ => Ok(()),
        }
    }

    /// The line that tells everybody about the pause that has begun.
    /// `stays`: it has begun earlier, and only stays.
    pub(super) fn paused_line(&self, by: Pauser, until_ms: Option<WallMs>, stays: bool) -> Line {
        let is_not_theirs = matches!(by, Pauser::Players | Pauser::Host | Pauser::ChannelGone);
        if self.table.has_no_host() && !is_not_theirs {
            Line::PracticePaused { by, until_ms }
        } else {
            Line::Paused {
                by,
                until_ms,
                stays,
            }
        }
    }

    /// Whether a host may resume the match.
    pub(super) fn may_resume(&self) -> ConductResult<()> {
        match self.table.play.pause() {
            None => return refused(ConductRefusal::NotPaused),
            Some((Pauser::ChannelGone, _)) => return refused(ConductRefusal::ChannelGone),
            Some(_) => {}
        }
        match self.table.nobody_acts_for() {
            who if who.is_empty() => Ok(()),
            who => refused(ConductRefusal::NobodyActs { who }),
        }
    }

    /// Ends the pause. Whether it may end is for the caller to check.
    pub fn resume(&mut self) -> RulesResult<()> {
        let both_late = self.table.play.paused_by == Some(Pauser::BothLate);
        self.lines.push(Line::Resumed);
        self.event(Event::Resumed)?;
        // Before the first board, nothing else would switch these buttons off.
        self.close_pauses()?;
        if both_late {
            self.give_time_again()?;
        }
        if self.may_begin_by_ready() {
            self.start(Starter::Ready)?;
        }
        Ok(())
    }
}
