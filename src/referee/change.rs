//! How a match changes: on a copy, within a transaction, with what follows from it (posts,
//! deadline, strikes, the end).

use super::audit::{AuditEntry, DEALER};
use super::bill::changes;
use super::core::{RefereeError, RulesResult};
use super::line::Line;
use super::post::{Letter, Post, PromptedSeat, Recipient, letter_of};
use super::table::Table;
use crate::store::{AccountId, BookedReason, Cause, Result, Strike, Tx};
use games::{
    Audience, Author, CastId, Control, Dice, Outcome, Party, Placement, Reason, Seat, WallMs,
};
use matches::{AppliedEvent, Due, Event, Match, Pauser, Stage};
use std::collections::BTreeMap;

/// A change in the making.
pub(super) struct MatchChange<'a> {
    pub tx: &'a Tx<'a>,
    pub now: WallMs,
    pub table: Table,
    pub dice: &'a mut Dice,
    /// What everybody is told about the change, in order.
    pub lines: Vec<Line>,
    new_prompt: bool,
    /// People who made a choice before the match in this change.
    chosen: Vec<CastId>,
    /// The host who acts for somebody.
    pub(super) host: Option<AccountId>,
    /// Whether that person's hand was open to the host when the line of acts began.
    pub(super) hand_open: bool,
    /// Whether missing choices before the match get no strike.
    pub(super) spares: bool,
    /// The open prompt's post is out of date.
    prompt_outdated: bool,
    /// Whether the match was paused before the change.
    paused_before: bool,
    /// Both players are asked again whether they are ready.
    pub(super) ready_again: bool,
    /// A rewind has changed the match.
    pub(super) rewound: bool,
    pub(super) stage_before: Stage,
    pub(super) outcome_before: Option<Outcome>,
    /// The newest entry of the journal that the change has added or names.
    pub(super) last_entry: Option<i64>,
}

impl<'a> MatchChange<'a> {
    pub fn new(tx: &'a Tx<'a>, now: WallMs, table: Table, dice: &'a mut Dice) -> MatchChange<'a> {
        MatchChange {
            tx,
            now,
            stage_before: table.play.stage(),
            outcome_before: table.play.game.outcome(),
            paused_before: table.play.paused.is_some(),
            table,
            dice,
            lines: Vec::new(),
            new_prompt: false,
            chosen: Vec::new(),
            host: None,
            hand_open: false,
            spares: false,
            prompt_outdated: false,
            ready_again: false,
            rewound: false,
            last_entry: None,
        }
    }

    /// What was done so far belongs to the opening of the match, so nobody is told about it as
    /// news.
    pub fn begins_here(&mut self) {
        self.lines.clear();
        self.chosen.clear();
        self.stage_before = self.table.play.stage();
    }

    /// Appends an event to the journal and takes it. What everybody learns goes to `lines`.
    pub fn event(&mut self, mut event: Event) -> RulesResult<AppliedEvent> {
        let struck_before = self.table.play.game.strikes();
        let garnets_before = self.table.play.game.garnets();
        let taking = self
            .table
            .play
            .take(self.now, &event)
            .map_err(RefereeError::Refused)?;
        if let (Event::Act { act, .. }, Some(written)) = (&mut event, &taking.act) {
            // The journal has the form that the rulebook shows.
            act.clone_from(written);
        }
        let match_ms = self.table.play.clock.match_ms(self.now);
        let id = self.table.row.id;
        self.last_entry = Some(self.tx.append(id, self.now, match_ms, &event)?);
        self.new_prompt |= taking.new_prompt;
        self.book_since(&garnets_before)?;
        if let Event::Act { by, whose, .. } = &event
            && let Some(who) = whose.or(by.own_party()).and_then(|party| self.who(party))
        {
            self.chosen.push(who);
        }
        for (who, text) in &taking.told {
            let text = text.clone();
            let lines = vec![Line::ToldByHost { text }];
            self.post_to(*who, Post::News { lines })?;
        }
        let happened = taking.happenings.iter().cloned().map(Line::Happened);
        self.lines.extend(happened);
        let mut struck = self.table.play.game.strikes();
        struck.retain(|who| !struck_before.contains(who));
        self.strike(struck)?;
        Ok(taking)
    }

    /// Books what people have got or paid since they had these garnets. A match without seats that
    /// becomes void gives everything back.
    fn book_since(&self, before: &BTreeMap<CastId, i32>) -> Result<()> {
        let game = &self.table.play.game;
        let is_void = game.outcome().is_some_and(|end| end.reason == Reason::VOID);
        match self.table.row.season {
            Some(season) if is_void && !self.table.row.setup.has_seats() => self.unbook(season),
            _ => self.book(&changes(before, &game.garnets()), self.cause()),
        }
    }

    /// Continues as `play` after a rewind, which is in the journal as `entry`. The open prompt then
    /// waits for a post. `end_stands`: what ended the match is not taken back.
    pub fn continue_as(&mut self, play: Match, entry: i64, end_stands: bool) {
        self.new_prompt = play.open_prompt().is_some();
        if self.stage_before == Stage::Over && !end_stands {
            // The consequences of the old end were taken back. If the match ends in the same way
            // again, they have to follow again.
            self.outcome_before = None;
            self.stage_before = Stage::Live;
        }
        self.rewound = true;
        self.table.play = play;
        self.last_entry = Some(entry);
    }

    /// Gives both seats the time of an outage back.
    pub fn credit(&mut self, from_ms: WallMs, to_ms: WallMs) -> RulesResult<()> {
        let before = self.table.play.clock.match_ms(to_ms);
        self.event(Event::Outage { from_ms, to_ms })?;
        self.appoint_again(from_ms, to_ms)?;
        let ms = before.since(self.table.play.clock.match_ms(to_ms));
        if ms >= 1_000 && self.table.play.stage() == Stage::Live {
            // Nobody is called in a pause, nor while the prompt has no post yet: that post will
            // call them.
            let runs = self.table.play.is_shown() && self.table.play.paused.is_none();
            let waited = self.table.play.waited_seats().into_iter().filter(|_| runs);
            let play = &self.table.play;
            let until = |seat: Seat| {
                let deadline_ms = play.deadline(seat)?;
                Some((seat, (!play.is_late(seat)).then_some(deadline_ms)))
            };
            let waits = waited.filter_map(until).collect();
            self.lines.push(Line::Credited { ms, waits });
            // Posts that count down show an old time now.
            self.close_clocks(|_| true)?;
            self.prompt_outdated = true;
            self.audit(DEALER, AuditEntry::OutageCredited { ms })?;
        } else if ms >= 1_000 && !self.table.row.setup.has_seats() {
            // The card shows the deadline of before.
            self.post_public(Post::Sealed)?;
        }
        Ok(())
    }

    /// As [`MatchChange::event`]: an action in notation that nobody has pressed or typed.
    pub(super) fn act_now(
        &mut self,
        by: Author,
        whose: Option<Party>,
        act: String,
    ) -> RulesResult<AppliedEvent> {
        let made_at_ms = self.now;
        self.event(Event::Act {
            by,
            whose,
            act,
            made_at_ms,
        })
    }

    /// Nobody wins the match.
    pub(super) fn void(&mut self) -> RulesResult<()> {
        self.act_now(Author::Host, None, "void".to_owned())?;
        Ok(())
    }

    /// Writes a post to the outbox, from which it is sent once the transaction is on the disk. A
    /// rewind takes it back with the last entry, but for posts that outlast rewinds.
    pub fn post(&self, to: Recipient, post: Post) -> Result<()> {
        let entry = self.last_entry.filter(|_| !post.about().lasts);
        Letter { to, post }.send(self.tx, Some(self.table.row.id), entry, self.now)
    }

    /// Posts something to one person of the cast in private. Does nothing if they have no account.
    pub fn post_to(&self, who: CastId, post: Post) -> Result<()> {
        let Some(person) = self.table.person(who) else {
            return Ok(());
        };
        let account = person.account;
        self.post(Recipient::Person { who, account }, post)
    }

    /// Writes a post to the match's channel.
    pub fn post_public(&self, post: Post) -> Result<()> {
        self.post(Recipient::Channel(self.table.row.channel), post)
    }

    /// Tells the host something in private. A host who plays in the match is told no names.
    pub fn post_host(&self, lines: Vec<Line>) -> Result<()> {
        match self.host_news(lines) {
            Some((to, post)) => self.post(to, post),
            None => Ok(()),
        }
    }

    /// The lines that the match's host may know, as a post to them. None if nothing is left.
    pub(super) fn host_news(&self, lines: Vec<Line>) -> Option<(Recipient, Post)> {
        let plays = self.table.plays(self.table.row.host);
        let lines: Vec<Line> = lines
            .into_iter()
            .filter(|line| !(plays && line.is_kept_from_players()))
            .collect();
        let host = Recipient::Host(self.table.row.host);
        (!lines.is_empty()).then_some((host, Post::News { lines }))
    }

    /// Tells these people and the host that they failed a duty. In a season they get a strike too,
    /// unless the host `spares` them. Guests have no duty.
    pub(super) fn strike(&mut self, struck: Vec<CastId>) -> Result<()> {
        let who = self.with_accounts(struck);
        if who.is_empty() {
            return Ok(());
        }
        self.tell_who_failed(&who)?;
        if let Some(season) = self.table.row.season.filter(|_| !self.spares) {
            let number = self.table.row.number;
            let reason = BookedReason::NothingSubmitted { number };
            let cause = self.cause();
            let positions = who.iter().filter_map(|id| self.table.row.position(*id));
            for position in positions {
                self.tx
                    .add_strike(season, position, &reason, None, cause, self.now)?;
            }
        }
        // Everybody else learns the names with the result, not before.
        self.post_host(self.failed(who)?)
    }

    /// Lines that say who failed a duty: people with a strike for it, and people without one.
    /// People whose strike a host took back are not named any more.
    pub(super) fn failed(&self, mut who: Vec<CastId>) -> Result<Vec<Line>> {
        let row = &self.table.row;
        let strikes = row.season.map(|season| self.tx.strikes(season));
        let mut strikes = strikes.transpose()?.unwrap_or_default();
        strikes.retain(|strike| strike.is_of(row.id));
        let is_of = |strike: &Strike, who: &CastId| Some(strike.position) == row.position(*who);
        let stands = |who: &CastId| strikes.iter().any(|one| is_of(one, who) && !one.void);
        who.retain(|who| stands(who) || !strikes.iter().any(|one| is_of(one, who)));
        let (struck, missed): (Vec<_>, Vec<_>) = who.into_iter().partition(stands);
        let struck = (!struck.is_empty()).then_some(Line::Struck { who: struck });
        let missed = (!missed.is_empty()).then_some(Line::Missed { who: missed });
        Ok(struck.into_iter().chain(missed).collect())
    }

    /// The newest entry, as the cause of a change in the season. A rewind of the entry takes that
    /// change back.
    pub fn cause(&self) -> Option<Cause> {
        let match_id = self.table.row.id;
        self.last_entry.map(|entry| Cause { match_id, entry })
    }

    pub(super) fn with_accounts(&self, who: Vec<CastId>) -> Vec<CastId> {
        let has_account = |who: &CastId| self.table.person(*who).is_some();
        who.into_iter().filter(has_account).collect()
    }

    /// Does what follows from the change: random draws, posts, the next deadline. Returns the
    /// changed match.
    pub fn finish(mut self) -> Result<Table> {
        let id = self.table.row.id;
        self.begin_if_all_in()
            .and_then(|()| self.deal())
            .map_err(|fault| fault.into_store(id))?;
        let lines = std::mem::take(&mut self.lines);
        self.close_outdated()?;
        match self.table.play.game.outcome() {
            Some(outcome) => self.after_end(outcome, lines)?,
            None => {
                self.note_due()?;
                self.post_news(lines)?;
                self.post_acts_to_host()?;
                if self.table.play.stage() != Stage::Live {
                    self.post_final_choices()?;
                }
                self.call_players()?;
            }
        }
        Ok(self.table)
    }

    /// Closes posts that ask for something that the change has settled: the start, or a pause.
    fn close_outdated(&self) -> Result<()> {
        let play = &self.table.play;
        let is_before = |stage| matches!(stage, Stage::Preparing | Stage::Standing);
        if is_before(self.stage_before) && !is_before(play.stage()) {
            self.close_calls()?;
            self.close_poll()?;
        }
        if play.paused.is_some() && !self.paused_before && play.stage() == Stage::Live {
            self.close_asks()?;
        }
        Ok(())
    }

    /// Tells everybody what happened, in the post of what is asked next if that is new.
    fn post_news(&self, mut lines: Vec<Line>) -> Result<()> {
        let play = &self.table.play;
        let is_round = !self.table.row.setup.has_seats() && !self.rewound;
        let stages = (self.stage_before, play.stage());
        if is_round && stages == (Stage::Standing, Stage::Preparing) {
            return self.post_round(lines);
        }
        if is_round && play.stage() == Stage::Standing {
            return self.post_closed_round(lines);
        }
        if !self.new_prompt {
            return self.post_lines(self.with_time_then(lines));
        }
        if play.paused.is_none() {
            return self.post_public(self.prompt_post(lines));
        }
        // The match is paused, so nothing is asked. The board is posted all the same, since the one
        // above may show a position that was taken back. The newest post has the button that
        // resumes it.
        if let Some((by, until_ms)) = play.pause()
            && !lines.iter().any(Line::is_of_pause)
        {
            lines.push(self.paused_line(by, until_ms, true));
            self.close_pauses()?;
        }
        self.post_public(self.board_post(lines))
    }

    /// Updates the own posts of people who have chosen. When choices are in, that makes those of
    /// others final too, not only the one that came last.
    fn post_final_choices(&self) -> Result<()> {
        let mut people = self.chosen.clone();
        if (self.stage_before, self.table.play.stage()) == (Stage::Preparing, Stage::Standing) {
            let cast = &self.table.row.setup.cast;
            if people.iter().any(|who| cast.seat_of(*who).is_some()) {
                people.extend(cast.in_seats());
            }
            if !self.table.row.setup.has_seats() {
                people.extend(cast.safe_players());
            }
        }
        self.post_chosen(&people)
    }

    /// Stores when to look at the match next. A stored time that is too early is left as it is:
    /// most deadlines never come, because somebody acts before and a later one replaces them.
    fn note_due(&mut self) -> Result<()> {
        let due = self.table.next_due(self.tx)?;
        let noted = self.table.due;
        let stands = match (noted, due) {
            (Some(noted), Some(due)) => noted <= due && noted > self.now,
            (Some(noted), None) => noted > self.now,
            (None, due) => due.is_none(),
        };
        if !stands {
            self.tx.set_due(self.table.row.id, due)?;
            self.table.due = due;
        }
        Ok(())
    }

    /// Asks both players to press Ready when the last choice is in, or after a rewind to before the
    /// start. A scheduled start asks at its own time. If that time has passed already, they could
    /// not press then and are asked now.
    fn call_players(&self) -> Result<()> {
        let play = &self.table.play;
        let was_standing = self.stage_before == Stage::Standing && !self.ready_again;
        if !self.table.row.setup.has_seats() || was_standing || play.stage() != Stage::Standing {
            return Ok(());
        }
        let start_ms = play.start_at_ms.filter(|start| *start > self.now);
        // If the start is due now, people who are not there are called next anyway.
        let starts = matches!(play.next_due(), Some((at, Due::Start)) if at <= self.now);
        if !starts && (start_ms.is_none() || play.was_called()) {
            self.post_public(Post::CheckIn { start_ms })?;
        }
        Ok(())
    }

    /// A round is closed: everybody sees as much of it as is shown. Later, what the host has done.
    fn post_closed_round(&self, lines: Vec<Line>) -> Result<()> {
        if !lines.is_empty() {
            self.post_public(self.board_post(lines))?;
        }
        if self.stage_before != Stage::Preparing {
            return Ok(());
        }
        for row in self.tx.open_posts(self.table.row.id)? {
            if letter_of(&row).is_some_and(|letter| matches!(letter.post, Post::Card { .. })) {
                self.tx.set_post_stale(row.id)?;
            }
        }
        Ok(())
    }

    /// Between two rounds, the host gets all answers, with what a host may do now. A rewind that
    /// leads there may have taken an earlier such letter back.
    fn post_acts_to_host(&self) -> Result<()> {
        let stages = (self.stage_before, self.table.play.stage());
        let is_between = stages == (Stage::Preparing, Stage::Standing);
        if self.table.row.setup.has_seats() || !is_between || self.table.has_no_host() {
            return Ok(());
        }
        let view = Box::new(self.table.play.game.view(Audience::Host));
        self.post_host(vec![Line::ForHosts { view }])
    }

    /// Behind news of a pause: for whom the match waits, and how much time they have when it
    /// resumes. Not if both were late, since both get their whole time again then.
    fn with_time_then(&self, mut lines: Vec<Line>) -> Vec<Line> {
        let play = &self.table.play;
        let tells = lines.iter().any(Line::tells_of_pause);
        if tells && !matches!(play.pause(), None | Some((Pauser::BothLate, _))) {
            let asks = self.table.asks(self.now).into_iter();
            lines.extend(asks.map(|asked| Line::HasThen {
                seat: asked.seat,
                base_ms: asked.base_ms,
                reserve_ms: asked.reserve_ms,
                overtime_s: asked.overtime_s,
                late: asked.late,
            }));
        }
        lines
    }

    pub(super) fn post_lines(&self, lines: Vec<Line>) -> Result<()> {
        let mut news = Vec::new();
        let mut is_outdated = self.prompt_outdated && self.table.play.paused.is_none();
        for line in lines {
            match line {
                Line::Happened(happening) => match happening.manner().placement {
                    Placement::Card => self.post_public(Post::Sealed)?,
                    Placement::Prompt => {
                        is_outdated = true;
                        // Behind the line that says that the clock or the host acted, say what was
                        // done.
                        if let Some(Line::TimedOut { .. } | Line::HostActed { .. }) = news.last() {
                            news.push(Line::Happened(happening));
                        }
                    }
                    Placement::News => news.push(Line::Happened(happening)),
                },
                line => news.push(line),
            }
        }
        if !news.is_empty() {
            self.post_public(Post::News { lines: news })?;
        }
        if is_outdated {
            self.post_standing()
        } else {
            Ok(())
        }
    }

    /// Updates these people's own posts about their choices before the match.
    pub(super) fn post_chosen(&self, people: &[CastId]) -> Result<()> {
        let mut people = people.to_vec();
        people.sort_unstable();
        people.dedup();
        for who in people {
            self.post_to(who, Post::Chosen)?;
        }
        Ok(())
    }

    /// Whether somebody has chosen something in this change.
    pub(super) fn has_chosen(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// The cast member of a party; None for the host and the dealer.
    pub(super) fn who(&self, party: Party) -> Option<CastId> {
        self.table.row.setup.cast.of_party(party)
    }

    /// Marks the open prompt's post as out of date.
    pub(super) fn outdate_prompt(&mut self) {
        self.prompt_outdated = true;
    }

    /// Updates the open prompt's post. Other posts stop counting down the time of seats that the
    /// match does not wait for any more.
    pub(super) fn post_standing(&self) -> Result<()> {
        let play = &self.table.play;
        let Some(prompt) = play.open_prompt() else {
            return Ok(());
        };
        let waiting = play.waited_seats();
        self.close_clocks(|seat| !waiting.contains(&seat))?;
        self.post_public(Post::Standing {
            prompt,
            view: self.table.posted_view(),
            waiting,
        })
    }

    /// Draws at once whatever the match needs from chance.
    fn deal(&mut self) -> RulesResult<()> {
        loop {
            let prompts = self.table.play.game.prompts();
            let Some(prompt) = prompts.iter().find(|prompt| prompt.who == Party::Dealer) else {
                return Ok(());
            };
            let Some(act) = self.table.play.game.sample(prompt.who, self.dice) else {
                return Ok(());
            };
            self.act_now(Author::Dealer, None, act)?;
        }
    }

    /// The post of the live prompt that is open now.
    pub fn prompt_post(&self, lines: Vec<Line>) -> Post {
        Post::Prompt {
            prompt: self.table.play.open_prompt().unwrap_or_default(),
            lines,
            view: self.table.posted_view(),
            asks: self.table.asks(self.now),
        }
    }

    /// The board of a paused match, or between two rounds.
    pub(super) fn board_post(&self, lines: Vec<Line>) -> Post {
        Post::Board {
            lines,
            view: self.table.posted_view(),
            asks: self.table.asks(self.now),
        }
    }
}

impl Table {
    /// What the live prompt that is open asks of the seats that have not answered.
    pub(super) fn asks(&self, now: WallMs) -> Vec<PromptedSeat> {
        let play = &self.play;
        let asked = |prompt: &games::Prompt| {
            let Party::Seat(seat) = prompt.who else {
                return None;
            };
            let offers = if prompt.is_answered_in_public() {
                play.game.offers(prompt.who, "")
            } else {
                Vec::new()
            };
            // The kind of control can give away what is offered.
            let control = if prompt.public {
                prompt.control.clone()
            } else {
                Control::Panel
            };
            let left = play.base_and_reserve(prompt, seat, play.clock.match_ms(now));
            Some(PromptedSeat {
                seat,
                ask: prompt.ask.to_owned(),
                control,
                offers,
                base_ms: left.base_ms,
                reserve_ms: left.reserve_ms,
                overtime_s: prompt.overtime_s,
                late: play.is_late(seat),
                loses: play.game.timeout_forfeits(seat),
            })
        };
        let prompts = play.live_prompts();
        let waiting = prompts.iter().filter(|prompt| !prompt.answered);
        waiting.filter_map(asked).collect()
    }
}
