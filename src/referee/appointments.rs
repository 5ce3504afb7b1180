//! What is scheduled before a match: its start, and the deadline of the choices. Also what a host
//! does about people who are late for either.

use super::audit::AuditEntry;
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, RefereeError, RulesResult, refused};
use super::line::Line;
use super::post::{Letter, Post};
use super::refusals::ConductRefusal;
use super::table::Table;
use crate::store::{AccountId, MatchId, Result};
use games::{CastId, Seat, WallMs};
use matches::{Due, Event, Pauser, Stage};

/// How long *Wait* waits for people who are not there at the start. A start that was due in an
/// outage comes this long after it.
const WAIT_MS: u64 = 5 * 60 * 1000;

/// In a shorter outage nobody gives up, so what was scheduled stays.
const SHORT_MS: u64 = 60 * 1000;

/// How soon after a reminder a host's next one is sent.
const REMINDERS_APART_MS: u64 = 30_000;

impl Core {
    /// A host sets another start (`to_ms`) or none. Both players are asked again whether they are
    /// ready. Where this leaves less time to choose, people who have not chosen are reminded. With
    /// `due_then`, the start becomes the deadline of the choices, and people are told both at once.
    ///
    /// # Errors
    /// A start that has passed, or a match that has begun.
    pub fn move_start(
        &mut self,
        id: MatchId,
        host: AccountId,
        to_ms: Option<WallMs>,
        due_then: bool,
        now: WallMs,
    ) -> ConductResult<()> {
        self.as_host(id, host, now, |change| {
            change.move_start(host, to_ms, due_then)
        })
    }

    /// Whether [`Core::move_start`] would do it.
    ///
    /// # Errors
    /// Why not.
    pub fn may_move_start(
        &self,
        id: MatchId,
        host: AccountId,
        to_ms: Option<WallMs>,
        now: WallMs,
    ) -> ConductResult<()> {
        self.dry_run(id, host, |table| start_moves(table, to_ms, now))
    }

    /// A host waits [`WAIT_MS`] more for people who are not there at the scheduled start, and for
    /// missing choices; the match begins as soon as they are there. Returns until when it waits,
    /// and whether choices are still due (until then nobody can be ready).
    ///
    /// # Errors
    /// A match for which nobody is late, or for which somebody waits already.
    pub fn wait(
        &mut self,
        id: MatchId,
        host: AccountId,
        now: WallMs,
    ) -> ConductResult<(WallMs, bool)> {
        self.as_host(id, host, now, |change| {
            let play = &change.table.play;
            if play.started {
                return refused(ConductRefusal::AlreadyStarted);
            }
            if play.start_at_ms.is_none_or(|start| start > now) {
                return refused(ConductRefusal::NotLate);
            }
            if let Some(until_ms) = play.waits_until.filter(|until| *until > now) {
                return refused(ConductRefusal::WaitsAlready { until_ms });
            }
            let until_ms = now + WAIT_MS;
            change.wait_until(until_ms)?;
            change.audit(host, AuditEntry::StartWaits { until_ms })?;
            Ok((until_ms, change.table.play.stage() == Stage::Preparing))
        })
    }

    /// A host makes a pause last until somebody ends it.
    ///
    /// # Errors
    /// A match that is not paused.
    pub fn hold(&mut self, id: MatchId, host: AccountId, now: WallMs) -> ConductResult<()> {
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

    /// A host moves the deadline of the choices before the match, to a later or an earlier time.
    /// `to_ms` is the new one. When it gets earlier, people who have not chosen are reminded.
    ///
    /// # Errors
    /// A match that waits for no choices, or a deadline that has passed or is the same as it was.
    pub fn extend(
        &mut self,
        id: MatchId,
        host: AccountId,
        to_ms: WallMs,
        now: WallMs,
    ) -> ConductResult<()> {
        self.as_host(id, host, now, |change| {
            let event = deadline_moved(&change.table, to_ms, now).map_err(RefereeError::Refused)?;
            let is_sooner = matches!(event, Event::Shortened { .. });
            change.event(event)?;
            if is_sooner {
                change.remind_at_once()?;
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
    pub fn may_extend(
        &self,
        id: MatchId,
        host: AccountId,
        to_ms: WallMs,
        now: WallMs,
    ) -> ConductResult<()> {
        self.dry_run(id, host, |table| {
            deadline_moved(table, to_ms, now).map(drop)
        })
    }

    /// Whether a host could do something to a match now. Nothing is changed.
    fn dry_run(
        &self,
        id: MatchId,
        host: AccountId,
        check: impl FnOnce(&Table) -> Result<(), ConductRefusal>,
    ) -> ConductResult<()> {
        let Some(table) = self.table(id)? else {
            return refused(ConductRefusal::NoSuchMatch);
        };
        if table.is_player(host) {
            return refused(ConductRefusal::HostInSeat);
        }
        check(&table).map_err(RefereeError::Refused)
    }

    /// Posts a host's note about the match, and pins it so that people find it again.
    ///
    /// # Errors
    /// A match that is over, or a note in which nothing is said.
    pub fn clarify(
        &mut self,
        id: MatchId,
        host: AccountId,
        text: String,
        now: WallMs,
    ) -> ConductResult<()> {
        self.as_host(id, host, now, |change| {
            if text.trim().is_empty() {
                return refused(ConductRefusal::EmptyNote);
            }
            let noted = text.clone();
            change.audit(host, AuditEntry::NotePosted { text: noted })?;
            Ok(change.post_public(Post::Clarification { text, by: host })?)
        })
    }

    /// Sends the controls again to everybody who has not made their choice before the match, or not
    /// said which of the offered times suit them. Returns to how many people.
    ///
    /// # Errors
    /// They were reminded a moment ago; or what the store says.
    pub fn remind(&mut self, id: MatchId, host: AccountId, now: WallMs) -> ConductResult<u32> {
        self.as_host(id, host, now, |change| {
            if change.were_just_reminded()? {
                return refused(ConductRefusal::JustReminded);
            }
            let asked = change.ask_times_again()?;
            Ok(change.remind(false)? + asked)
        })
    }
}

/// A line that calls a host, followed by the names of people who have not chosen. Only the host may
/// see it.
pub(super) fn with_missing(call: Line, missing: Vec<CastId>) -> Vec<Line> {
    let missing = (!missing.is_empty()).then_some(Line::Missing { who: missing });
    [call].into_iter().chain(missing).collect()
}

/// Whether the start can move to this time, or (None) be taken away.
fn start_moves(table: &Table, to_ms: Option<WallMs>, now: WallMs) -> Result<(), ConductRefusal> {
    if table.play.started {
        return Err(ConductRefusal::AlreadyStarted);
    }
    if !table.row.setup.has_seats() {
        return Err(ConductRefusal::NoStart);
    }
    if to_ms.is_some_and(|to| to <= now) {
        Err(ConductRefusal::StartPassed)
    } else {
        Ok(())
    }
}

/// The event that moves the deadline of the choices before a match to `to_ms`.
fn deadline_moved(table: &Table, to_ms: WallMs, now: WallMs) -> Result<Event, ConductRefusal> {
    let play = &table.play;
    if play.started {
        return Err(ConductRefusal::ChoicesPast);
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
    match (to_ms.since(deadline_ms), deadline_ms.since(to_ms)) {
        (by_ms @ 1.., _) => Ok(Event::Extended { by_ms }),
        (_, by_ms @ 1..) => Ok(Event::Shortened { by_ms }),
        _ => Err(ConductRefusal::DueThen { deadline_ms }),
    }
}

impl MatchChange<'_> {
    /// After an outage: what would have come by itself during it, or right after it, gets a new
    /// time. Nobody could press Ready or resume in it, and people who were there have left.
    /// `from_ms` and `to_ms` are its beginning and end.
    pub(super) fn appoint_again(&mut self, from_ms: WallMs, to_ms: WallMs) -> RulesResult<()> {
        let away_ms = to_ms.since(from_ms);
        if away_ms < SHORT_MS {
            return Ok(());
        }
        let play = &self.table.play;
        let again_ms = self.now + WAIT_MS;
        // Of several outages at one time (a server's and the connection's), the first to be given
        // back has appointed it already.
        let overtaken = |at_ms: WallMs| from_ms < at_ms && at_ms + SHORT_MS < again_ms;
        match (play.start_at_ms, play.pause()) {
            (Some(start), _) if !play.started && overtaken(start) => {
                self.start_at(Some(again_ms), false)
            }
            (Some(_), _) if !play.started && play.waits_until.is_some_and(overtaken) => {
                self.wait_until(again_ms)
            }
            // The pause keeps the time that it had left.
            (_, Some((by, Some(until)))) if from_ms < until && until <= to_ms => {
                let until_ms = Some(until + away_ms);
                self.end_pause_otherwise(by, until_ms)?;
                self.lines.push(self.paused_line(by, until_ms, false));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// See [`Core::move_start`].
    fn move_start(
        &mut self,
        host: AccountId,
        to_ms: Option<WallMs>,
        due_then: bool,
    ) -> ConductResult<()> {
        start_moves(&self.table, to_ms, self.now).map_err(RefereeError::Refused)?;
        let play = &self.table.play;
        let deadline = play.preparation_deadline();
        let due_ms = to_ms.filter(|to| due_then && deadline != Some(*to));
        if play.start_at_ms == to_ms && due_ms.is_none() {
            // The button was pressed twice.
            return Ok(());
        }
        let before = [play.start_at_ms, deadline].into_iter().flatten().min();
        let is_sooner = to_ms.is_some_and(|to| before.is_none_or(|before| to < before));
        if let Some(due_ms) = due_ms {
            let moved = deadline_moved(&self.table, due_ms, self.now);
            self.event(moved.map_err(RefereeError::Refused)?)?;
            self.audit(host, AuditEntry::ChoicesExtended { to_ms: due_ms })?;
        }
        self.start_at(to_ms, due_then)?;
        if to_ms.is_some() {
            self.close_poll()?;
        }
        if is_sooner {
            self.remind_at_once()?;
        }
        Ok(self.audit(host, AuditEntry::StartMoved { to_ms })?)
    }

    /// Sets another start, or none. Both players are asked again whether they are ready.
    fn start_at(&mut self, to_ms: Option<WallMs>, due: bool) -> RulesResult<()> {
        self.event(Event::StartMoved { to_ms })?;
        self.lines.push(Line::StartMoved { to_ms, due });
        self.close_calls()?;
        self.post_ready()?;
        if to_ms.is_some() {
            self.announce_opening()?;
        }
        // Each of their own posts says until when they may choose, and when the match starts.
        Ok(self.post_chosen(&self.choosing())?)
    }

    /// The match waits for people who are not there at its start. After that, a host is called
    /// again.
    fn wait_until(&mut self, until_ms: WallMs) -> RulesResult<()> {
        self.event(Event::Waits { until_ms })?;
        let waits = Line::Waits {
            until_ms,
            who: self.absent(),
            missing: self.table.play.missing_cast().len() as u32,
            due: self.table.play.stage() == Stage::Preparing,
        };
        self.close_calls()?;
        // The host's call already lists what else they can do.
        self.post_host(with_missing(waits.clone(), self.missing_choices()))?;
        self.lines.push(waits);
        Ok(())
    }

    /// Everybody whose choice before the match is missing, players too.
    pub(super) fn missing_choices(&self) -> Vec<CastId> {
        let play = &self.table.play;
        let seats = play.missing_seats().into_iter();
        let seated = seats.filter_map(|seat| self.table.row.setup.cast.seated(seat));
        play.missing_cast().into_iter().chain(seated).collect()
    }

    /// The players who are not ready. Empty while choices are missing, since nobody can be ready
    /// then.
    pub(super) fn absent(&self) -> Vec<CastId> {
        let play = &self.table.play;
        let cast = &self.table.row.setup.cast;
        let absent = |seat: &Seat| play.may_start() && !play.ready[*seat];
        let absent = Seat::BOTH.into_iter().filter(absent);
        absent.filter_map(|seat| cast.seated(seat)).collect()
    }

    /// Switches off the buttons of posts that asked players to press Ready, or called a host
    /// because people were not there, also of posts that are not sent yet: a newer one asks, or the
    /// host has answered.
    pub(super) fn close_calls(&self) -> Result<()> {
        self.close_posts(|letter| {
            let asks = matches!(letter.post, Post::CheckIn { .. });
            asks || letter.post.about().calls_to_absent
        })
    }

    /// Switches off the buttons of posts about a pause, or about a wish for one or for its end: it
    /// is over.
    pub(super) fn close_pauses(&self) -> Result<()> {
        self.close_news(Line::is_of_pause)
    }

    /// Switches off the buttons of posts that count down the time of these seats: that time has
    /// changed, or the match does not wait for them any more.
    pub(super) fn close_clocks(&self, of: impl Fn(Seat) -> bool) -> Result<()> {
        self.close_posts(|letter| {
            let mut seats = Seat::BOTH.into_iter();
            seats.any(|seat| of(seat) && letter.counts_down(seat))
        })
    }

    /// Switches off the buttons of the prompts of a live match that is paused now: they are posted
    /// again when it resumes. A wish for a pause has nothing to ask any more either. Does nothing
    /// if no post can be edited.
    pub(super) fn close_asks(&self) -> Result<()> {
        if let Some(Pauser::Removed | Pauser::ChannelGone) = self.table.play.paused_by {
            return Ok(());
        }
        let wishes = |line: &Line| matches!(line, Line::PauseWished { .. });
        self.close_posts(|letter| match &letter.post {
            Post::Prompt { .. } => true,
            Post::News { lines } if lines.iter().any(wishes) => true,
            _ => Seat::BOTH.iter().any(|seat| letter.counts_down(*seat)),
        })
    }

    fn close_news(&self, asks: impl Fn(&Line) -> bool) -> Result<()> {
        self.close_posts(|letter| match &letter.post {
            Post::News { lines } | Post::Board { lines, .. } => lines.iter().any(&asks),
            _ => false,
        })
    }

    pub(super) fn close_posts(&self, of: impl Fn(&Letter) -> bool) -> Result<()> {
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

    /// Everybody who has a choice to make before the match, made or not.
    pub(super) fn choosing(&self) -> Vec<CastId> {
        let prompts = self.table.play.preparations().into_iter();
        prompts.filter_map(|prompt| self.who(prompt.who)).collect()
    }

    /// Whether people who are missing got a reminder so recently that another one would only be
    /// noise.
    fn were_just_reminded(&self) -> Result<bool> {
        let mut prompts = self.table.play.preparations().into_iter();
        if prompts.all(|prompt| prompt.answered) && self.poll()?.is_none() {
            return Ok(false);
        }
        let since_ms = self.now - REMINDERS_APART_MS;
        for row in self.tx.posts_since(self.table.row.id, since_ms)? {
            let letter: Letter = serde_json::from_str(&row.body)?;
            // A reminder "from the future" is from before the clock was set back: it says nothing.
            let reminds = matches!(letter.post, Post::Reminder { .. } | Post::Poll);
            if reminds && row.created_at_ms <= self.now {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells people who are missing that there is less time, in place of the reminders that would
    /// have come by now.
    fn remind_at_once(&mut self) -> RulesResult<()> {
        while let Some((at, Due::Reminder(note))) = self.table.play.next_due()
            && at <= self.now
        {
            self.event(Event::Noted { note })?;
        }
        self.remind(true)?;
        Ok(())
    }

    /// As [`Core::remind`], however recent the last reminder was.
    pub fn remind(&self, sooner: bool) -> Result<u32> {
        let mut reminded = 0;
        for prompt in self.table.play.preparations() {
            if prompt.answered {
                continue;
            }
            let Some(who) = self.who(prompt.who) else {
                continue;
            };
            if self.table.person(who).is_some() {
                let prompt = prompt.id;
                self.post_to(who, Post::Reminder { prompt, sooner })?;
                reminded += 1;
            }
        }
        Ok(reminded)
    }
}
