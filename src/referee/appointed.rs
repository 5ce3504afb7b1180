//! What is appointed before a match: its start and the deadline of the choices; who is late for
//! either, and what a host does about it.

use super::audit::AuditEntry;
use super::change::MatchChange;
use super::conduct::{Done, refused, rules};
use super::core::{Core, Fault};
use super::line::Line;
use super::post::{Letter, Post};
use super::refusals::ConductRefusal;
use super::table::Table;
use crate::store::{MatchId, StoreError};
use games::{CastId, Refusal, Seat};
use matches::{Due, Event, Pauser, Stage};

/// How long a host waits at a time for who is not there at the start; so long after an outage comes
/// a start that was due in it.
const WAIT_MS: u64 = 5 * 60 * 1000;

/// In a shorter outage nobody turns away: what was appointed stays so.
const SHORT_MS: u64 = 60 * 1000;

/// How soon after a reminder a host's next one is sent.
const REMINDERS_APART_MS: u64 = 30_000;

impl Core {
    /// A host appoints another start, or none. The person who was ready is asked again; where less
    /// time is left to choose, the person who is missing is reminded.
    ///
    /// # Errors
    /// A start that has passed, or a match that has begun.
    pub fn move_start(&mut self, id: MatchId, host: u64, to_ms: Option<u64>, now: u64) -> Done<()> {
        self.as_host(id, host, now, |change| {
            start_moves(&change.table, to_ms, now).map_err(Fault::Refused)?;
            let play = &change.table.play;
            let before = [play.start_at_ms, play.preparation_deadline()];
            let before = before.into_iter().flatten().min();
            let is_sooner = to_ms.is_some_and(|to| before.is_none_or(|before| to < before));
            change.start_at(to_ms).map_err(rules)?;
            if to_ms.is_some() {
                change.close_poll()?;
            }
            if is_sooner {
                change.remind_at_once().map_err(rules)?;
            }
            Ok(change.audit(host, AuditEntry::StartMoved { to_ms })?)
        })
    }

    /// Whether [`Core::move_start`] would do it.
    ///
    /// # Errors
    /// Why not.
    pub fn may_move_start(
        &mut self,
        id: MatchId,
        host: u64,
        to_ms: Option<u64>,
        now: u64,
    ) -> Done<()> {
        self.would(id, host, |table| start_moves(table, to_ms, now))
    }

    /// A host waits some minutes more for who is not there at the appointed start, and for the
    /// choices that are not in; when they come the match begins. Until when comes back, in
    /// milliseconds since the Unix epoch, and whether choices are due still, so that nobody can be
    /// ready.
    ///
    /// # Errors
    /// A match for which nobody is late, or for which somebody waits already.
    pub fn wait(&mut self, id: MatchId, host: u64, now: u64) -> Done<(u64, bool)> {
        self.as_host(id, host, now, |change| {
            let play = &change.table.play;
            if play.started {
                return refused(ConductRefusal::AlreadyStarted);
            }
            if play.start_at_ms.is_none_or(|start| start > now) {
                return refused(ConductRefusal::NotLate);
            }
            if play.waits_until > now {
                let until_ms = play.waits_until;
                return refused(ConductRefusal::WaitsAlready { until_ms });
            }
            let until_ms = now + WAIT_MS;
            change.wait_until(until_ms).map_err(rules)?;
            change.audit(host, AuditEntry::StartWaits { until_ms })?;
            Ok((until_ms, change.table.play.stage() == Stage::Preparing))
        })
    }

    /// A host lets a pause last until somebody ends it.
    ///
    /// # Errors
    /// A match that is not paused.
    pub fn hold(&mut self, id: MatchId, host: u64, now: u64) -> Done<()> {
        self.as_host(id, host, now, |change| {
            match change.table.play.paused {
                None => return refused(ConductRefusal::NotPaused),
                Some(None) => return Ok(()),
                Some(Some(_)) => {}
            }
            change.audit(host, AuditEntry::PauseHeld)?;
            change.pause(Pauser::Host, None)
        })
    }

    /// A host moves the deadline of the choices before the match, to a later or a sooner time.
    /// `to_ms` is the new one, in milliseconds since the Unix epoch. Where it comes sooner the
    /// person who is missing is reminded.
    ///
    /// # Errors
    /// A match that waits for no choices, or a deadline that has passed or is the same as it was.
    pub fn extend(&mut self, id: MatchId, host: u64, to_ms: u64, now: u64) -> Done<()> {
        self.as_host(id, host, now, |change| {
            let event = deadline_moved(&change.table, to_ms, now).map_err(Fault::Refused)?;
            let is_sooner = matches!(event, Event::Shortened { .. });
            change.event(event).map_err(rules)?;
            if is_sooner {
                change.remind_at_once().map_err(rules)?;
            }
            change.lines.push(Line::Extended { to_ms });
            change.audit(host, AuditEntry::ChoicesExtended { to_ms })?;
            change.post_public(Post::Sealed)?;
            Ok(change.post_chosen(&change.choosing())?)
        })
    }

    /// Whether [`Core::extend`] would do it.
    ///
    /// # Errors
    /// Why not.
    pub fn may_extend(&mut self, id: MatchId, host: u64, to_ms: u64, now: u64) -> Done<()> {
        self.would(id, host, |table| {
            deadline_moved(table, to_ms, now).map(drop)
        })
    }

    /// Whether a host could do something to a match as it is.
    fn would(
        &mut self,
        id: MatchId,
        host: u64,
        check: impl FnOnce(&Table) -> Result<(), ConductRefusal>,
    ) -> Done<()> {
        let Some(table) = self.table(id)? else {
            return refused(ConductRefusal::NoSuchMatch);
        };
        if table.is_seated(host) {
            return refused(ConductRefusal::HostInSeat);
        }
        check(table).map_err(Fault::Refused)
    }

    /// A host says something about the match that is to be found again: posted, and pinned.
    ///
    /// # Errors
    /// A match that is over, or a note in which nothing is said.
    pub fn clarify(&mut self, id: MatchId, host: u64, text: String, now: u64) -> Done<()> {
        self.as_host(id, host, now, |change| {
            if text.trim().is_empty() {
                return refused(ConductRefusal::EmptyNote);
            }
            let noted = text.clone();
            change.audit(host, AuditEntry::NotePosted { text: noted })?;
            Ok(change.post_public(Post::Clarification { text, by: host })?)
        })
    }

    /// Sends everybody whose choice before the match is awaited their controls once more; how many
    /// they are comes back.
    ///
    /// # Errors
    /// They have had a reminder a moment ago; or what the store says.
    pub fn remind(&mut self, id: MatchId, host: u64, now: u64) -> Done<u32> {
        self.as_host(id, host, now, |change| {
            if change.were_just_reminded()? {
                return refused(ConductRefusal::JustReminded);
            }
            Ok(change.remind()?)
        })
    }
}

/// A line that calls a host, and to the host alone who has not chosen.
pub(super) fn with_missing(call: Line, missing: Vec<CastId>) -> Vec<Line> {
    let missing = (!missing.is_empty()).then_some(Line::Missing { who: missing });
    [call].into_iter().chain(missing).collect()
}

/// Whether the start can be appointed for then, or be none.
fn start_moves(table: &Table, to_ms: Option<u64>, now: u64) -> Result<(), ConductRefusal> {
    if table.play.started {
        return Err(ConductRefusal::AlreadyStarted);
    }
    match to_ms.is_some_and(|to| to <= now) {
        true => Err(ConductRefusal::StartPassed),
        false => Ok(()),
    }
}

/// How the choices before a match come to be due at another time.
fn deadline_moved(table: &Table, to_ms: u64, now: u64) -> Result<Event, ConductRefusal> {
    let play = &table.play;
    if play.started {
        return Err(ConductRefusal::AlreadyStarted);
    }
    if play.paused.is_some() {
        return Err(ConductRefusal::Paused);
    }
    let preparing = play.stage() == Stage::Preparing;
    let Some(deadline_ms) = play.preparation_deadline().filter(|_| preparing) else {
        return Err(ConductRefusal::NothingToExtend);
    };
    if to_ms <= now {
        return Err(ConductRefusal::DeadlinePassed);
    }
    match (
        to_ms.checked_sub(deadline_ms),
        deadline_ms.checked_sub(to_ms),
    ) {
        (Some(by_ms @ 1..), _) => Ok(Event::Extended { by_ms }),
        (_, Some(by_ms @ 1..)) => Ok(Event::Shortened { by_ms }),
        _ => Err(ConductRefusal::DueThen { deadline_ms }),
    }
}

impl MatchChange<'_> {
    /// What was to come by itself in an outage that has just been noted, or right after it, is
    /// appointed again: nobody could press Ready in it, or resume, and the person who was there has
    /// turned away. From and until when it was are in milliseconds since the Unix epoch.
    pub(super) fn appoint_anew(&mut self, from_ms: u64, to_ms: u64) -> Result<(), Fault<Refusal>> {
        let away_ms = to_ms.saturating_sub(from_ms);
        if away_ms < SHORT_MS {
            return Ok(());
        }
        let play = &self.table.play;
        let again_ms = self.now + WAIT_MS;
        let overtaken = |at_ms: u64| from_ms < at_ms && at_ms < again_ms;
        match (play.start_at_ms, play.pause()) {
            (Some(start), _) if !play.started && overtaken(start) => self.start_at(Some(again_ms)),
            (Some(_), _) if !play.started && overtaken(play.waits_until) => {
                self.wait_until(again_ms)
            }
            // What was left of it is left.
            (_, Some((by, Some(until)))) if from_ms < until && until <= to_ms => {
                let until_ms = Some(until + away_ms);
                self.end_pause_otherwise(by, until_ms)?;
                self.lines.push(self.paused_line(by, until_ms));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The match has another appointed start, or none: both are asked again whether they are ready.
    fn start_at(&mut self, to_ms: Option<u64>) -> Result<(), Fault<Refusal>> {
        self.event(Event::StartMoved { to_ms })?;
        self.lines.push(Line::StartMoved { to_ms });
        self.close_calls()?;
        self.post_ready()?;
        // Until when they may choose, and when it starts, is said to each of them.
        Ok(self.post_chosen(&self.choosing())?)
    }

    /// The match waits for who is not there at its start; then a host is called again.
    fn wait_until(&mut self, until_ms: u64) -> Result<(), Fault<Refusal>> {
        self.event(Event::Waits { until_ms })?;
        let waits = Line::Waits {
            until_ms,
            who: self.absent(),
            missing: self.table.play.missing_cast().len() as u32,
            due: self.table.play.stage() == Stage::Preparing,
        };
        self.close_calls()?;
        // What else there is to do stands where the host was called too.
        self.post_host(with_missing(waits.clone(), self.not_in()))?;
        self.lines.push(waits);
        Ok(())
    }

    /// Whose choice before the match is not in, players too.
    pub(super) fn not_in(&self) -> Vec<CastId> {
        let play = &self.table.play;
        let seats = play.missing_seats().into_iter();
        let seated = seats.map(|seat| self.table.row.setup.cast.seated(seat));
        play.missing_cast().into_iter().chain(seated).collect()
    }

    /// Who of the two is not there; nobody while choices are awaited, since nobody can be ready
    /// then.
    pub(super) fn absent(&self) -> Vec<CastId> {
        let play = &self.table.play;
        let cast = &self.table.row.setup.cast;
        let absent = |seat: &Seat| play.may_start() && !play.ready[*seat];
        let absent = Seat::BOTH.into_iter().filter(absent);
        absent.map(|seat| cast.seated(seat)).collect()
    }

    /// The buttons of the posts that have called a host to who is not there are switched off, also
    /// of those that are not sent yet: what they ask has been answered.
    pub(super) fn close_calls(&self) -> Result<(), StoreError> {
        self.close_news(|line| line.about().calls_to_absent)
    }

    /// As [`MatchChange::close_calls`], of the posts that have told of a pause, or of a wish for
    /// one or for its end: it is over.
    pub(super) fn close_pauses(&self) -> Result<(), StoreError> {
        self.close_news(|line| line.about().of_pause)
    }

    /// As [`MatchChange::close_calls`], of the posts that count down the time of these seats: it is
    /// another, or nobody's any more.
    pub(super) fn close_clocks(&self, of: impl Fn(Seat) -> bool) -> Result<(), StoreError> {
        self.close_posts(|letter| {
            let mut seats = Seat::BOTH.into_iter();
            seats.any(|seat| of(seat) && letter.counts_down(seat))
        })
    }

    /// As [`MatchChange::close_calls`], of what a live match asks, which a pause keeps it from
    /// asking: when it goes on, it is posted again. Where nothing can be edited, nothing is.
    pub(super) fn close_asks(&self) -> Result<(), StoreError> {
        if let Some(Pauser::Removed | Pauser::ChannelGone) = self.table.play.paused_by {
            return Ok(());
        }
        self.close_posts(|letter| {
            let counts = Seat::BOTH.iter().any(|seat| letter.counts_down(*seat));
            counts || matches!(letter.post, Post::Prompt { .. })
        })
    }

    fn close_news(&self, asks: impl Fn(&Line) -> bool) -> Result<(), StoreError> {
        self.close_posts(|letter| match &letter.post {
            Post::News { lines } | Post::Board { lines, .. } => lines.iter().any(&asks),
            _ => false,
        })
    }

    pub(super) fn close_posts(&self, of: impl Fn(&Letter) -> bool) -> Result<(), StoreError> {
        let id = self.table.row.id;
        let waiting = self.tx.pending_posts(id)?;
        for row in self.tx.open_posts(id)?.into_iter().chain(waiting) {
            let letter: Letter = serde_json::from_str(&row.body)?;
            if of(&letter) {
                self.tx.set_post_stale(row.id)?;
            }
        }
        Ok(())
    }

    /// Who has a choice to make before the match, made or not.
    pub(super) fn choosing(&self) -> Vec<CastId> {
        let prompts = self.table.play.preparations().into_iter();
        prompts.filter_map(|prompt| self.who(prompt.who)).collect()
    }

    /// Whether those who are missing have had a reminder so lately that another one would only be
    /// noise.
    fn were_just_reminded(&self) -> Result<bool, StoreError> {
        let mut prompts = self.table.play.preparations().into_iter();
        if prompts.all(|prompt| prompt.answered) {
            return Ok(false);
        }
        let since_ms = self.now.saturating_sub(REMINDERS_APART_MS);
        for row in self.tx.posts_since(self.table.row.id, since_ms)? {
            let letter: Letter = serde_json::from_str(&row.body)?;
            // One from before the clock was set back says nothing.
            if matches!(letter.post, Post::Reminder { .. }) && row.created_at_ms <= self.now {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reminds the person who is missing, in place of the reminders that would have come by now.
    fn remind_at_once(&mut self) -> Result<(), Fault<Refusal>> {
        while let Some((at, Due::Reminder(note))) = self.table.play.next_due()
            && at <= self.now
        {
            self.event(Event::Noted { note })?;
        }
        self.remind()?;
        Ok(())
    }

    /// As [`Core::remind`], however lately the last one was.
    pub fn remind(&self) -> Result<u32, StoreError> {
        let mut reminded = 0;
        for prompt in self.table.play.preparations() {
            if prompt.answered {
                continue;
            }
            let Some(who) = self.who(prompt.who) else {
                continue;
            };
            if self.table.person(who).is_some() {
                self.post_to(who, Post::Reminder { prompt: prompt.id })?;
                reminded += 1;
            }
        }
        Ok(reminded)
    }
}
