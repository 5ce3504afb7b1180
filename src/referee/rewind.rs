//! Rewinding a match to before an entry, with everything that later entries have changed, inside
//! and outside the match.
//!
//! The match becomes as it was right before the entry, with these differences. The open prompt is
//! asked again with full clocks, as when it opened. Choices before the match are asked again if
//! their time was up. Pauses and substitutes do not change; but if no account acts for a seat, the
//! match is paused, and a pause whose reason was taken back becomes the host's. A live match that
//! was over comes back paused, since nobody is there. Random draws after the entry are made again.

use super::change::MatchChange;
use super::core::{Core, RefereeError, RulesResult, fold, refused};
use super::line::Line;
use super::open::submission;
use super::past;
use super::post::{Post, is_own, letter_of};
use super::refusals::MissingGarnets;
use super::refusals::RulingRefusal;
use crate::store::{
    AccountId, BookedReason, CastMember, LedgerLine, MatchId, MessageId, OutboxRow, Purse, Result,
    SeasonId, Tx,
};
use games::{Author, CastId, Role, WallMs};
use matches::{
    Entry, Event, MatchMs, Pauser, Stage, of_this_course, rewind_point, standing, taken_back_by,
};

impl Core {
    /// Whether a message shows a course of the match that was taken back: its prompts may have the
    /// same numbers as current ones. `made_at_ms`: when the message was created.
    pub fn shows_taken_back(
        &self,
        id: MatchId,
        message: MessageId,
        made_at_ms: WallMs,
    ) -> Result<bool> {
        let rewound = self.table(id)?.and_then(|table| table.play.rewound_at_ms());
        let Some(rewound_at_ms) = rewound else {
            return Ok(false);
        };
        self.store.read(|tx| match tx.post_of_message(message)? {
            // A rewind keeps substitutes, but not what their letter asked.
            Some(post) if post.created_at_ms < rewound_at_ms && is_seated(&post) => Ok(true),
            Some(post) => tx.is_taken_back(post.id),
            // No post: a panel that somebody opened.
            None => Ok(made_at_ms < rewound_at_ms),
        })
    }

    /// The entry of the rewind that took an entry of a match back; None if it stands.
    pub fn taken_back_by(&mut self, id: MatchId, entry: i64) -> Result<Option<i64>> {
        let journal = self.store.read(|tx| tx.journal(id))?;
        Ok(taken_back_by(&journal, entry))
    }
}

/// Edits closed posts whose words depend on the match's stage.
pub(super) fn settle_again(tx: &Tx, id: MatchId) -> Result<()> {
    for row in tx.standing_posts(id)? {
        if letter_of(&row).is_some_and(|letter| letter.post.about().tells_stage) {
            tx.settle_again(row.id)?;
        }
    }
    Ok(())
}

fn is_seated(post: &OutboxRow) -> bool {
    letter_of(post).is_some_and(|letter| letter.post == Post::Seated)
}

impl MatchChange<'_> {
    /// The entry to which a rewind really goes when a host names one; None for a number that no
    /// entry has. What was still secret then, and has been shown since, is taken back too, so that
    /// it is chosen again. (Undoing a rewind gives back exactly what that took.)
    pub(super) fn rewind_to(&self, journal: &[Entry], named: i64) -> Result<Option<Entry>> {
        let Some(point) = rewind_point(journal, named) else {
            return Ok(None);
        };
        let id = self.table.row.id;
        let is_undo = matches!(point.event, Event::Rewound { .. });
        if is_undo || self.table.is_called_off() || self.tx.held_result(id)?.is_some() {
            return Ok(Some(point.clone()));
        }
        let until = journal.partition_point(|entry| entry.id < point.id);
        let mut shown_since = None;
        let now = &self.table.play.game;
        past::each_entry(&self.table, &journal[..until], |entry, _, play| {
            shown_since = now
                .has_shown(&play.game)
                .then(|| shown_since.unwrap_or(entry.id));
        })?;
        let point = shown_since
            .and_then(|entry| rewind_point(journal, entry))
            .unwrap_or(point);
        Ok(Some(point.clone()))
    }

    /// Takes the match back to before an entry. If the entry only came with an earlier one, to
    /// before that one.
    pub(super) fn rewind(
        &mut self,
        named: i64,
        by: AccountId,
    ) -> Result<(), RefereeError<RulingRefusal>> {
        let id = self.table.row.id;
        let mut journal = self.tx.journal(id)?;
        let Some(point) = self.rewind_to(&journal, named)? else {
            return refused(RulingRefusal::NoSuchEntry);
        };
        let (before, since_ms) = (point.id, point.at_ms);
        // Otherwise it would count as a rewind to that entry, and take back what came since.
        if let Some(by) = taken_back_by(&journal, before) {
            return refused(RulingRefusal::Undone { by });
        }
        self.check_last_of_series()?;
        let was_told = self.tx.held_result(id)?.is_none();
        let chosen = self.chosen_since(&journal, before);
        let (was, pause) = (self.table.play.stage(), self.table.play.pause());
        let appointed_ms = self.table.play.start_at_ms;
        let was_due_ms = self.table.play.preparation_deadline();
        let was_left_ms = self.table.play.preparation_left_ms(self.now);
        let round_was = self.table.play.round_opened();
        self.append_rewind(&mut journal, before, since_ms)?;
        // Another round is open now: its card and its deadline are its own.
        let is_other = was == Stage::Preparing && self.table.play.round_opened() != round_was;
        let (was, was_left_ms) = if is_other {
            (Stage::Standing, None)
        } else {
            (was, was_left_ms)
        };

        self.hold_pause(was, pause)?;
        self.keep_start(was, appointed_ms)?;
        let has_time_again = self.extend_again()?;
        self.keep_deadline(was_left_ms)?;
        let reopens = was == Stage::Over && self.table.play.stage() != Stage::Over;
        if reopens {
            self.reopen()?;
        }
        let cast = self.season_cast()?;
        self.rewind_season(&journal, before, by)?;
        if reopens {
            self.tell_open_again(&cast, was_told)?;
        }
        self.rewind_posts(&journal, before, was)?;
        let due_ms = self.table.play.preparation_deadline();
        let is_due_again = due_ms != was_due_ms && self.table.play.stage() == Stage::Preparing;
        match (self.table.play.stage(), was, due_ms) {
            (Stage::Preparing, Stage::Preparing, Some(to_ms))
                if is_due_again && !has_time_again =>
            {
                self.lines.push(Line::Extended { to_ms });
            }
            (Stage::Preparing, Stage::Preparing, _) if !has_time_again => {}
            (Stage::Preparing, _, to_ms) => self.lines.push(Line::ChoicesOpen { to_ms }),
            _ => {}
        }
        Ok(self.ask_again(was, &chosen, is_due_again)?)
    }

    /// Appends the rewind to the journal, and continues with the match as that gives it.
    fn append_rewind(
        &mut self,
        journal: &mut Vec<Entry>,
        before: i64,
        since_ms: WallMs,
    ) -> Result<()> {
        let point = past::one(self.tx, &self.table, journal, before)?;
        let end = match self.table.play.stage() {
            Stage::Over => past::end(&self.table, journal)?,
            _ => None,
        };
        let event = Event::Rewound { before, since_ms };
        let mut rewound = Entry {
            id: i64::MAX,
            at_ms: self.now,
            match_ms: MatchMs::default(),
            event,
        };
        journal.push(rewound.clone());
        let play = fold(&self.table.row, journal)?;
        rewound.match_ms = play.clock.match_ms(self.now);
        let id = self.table.row.id;
        let entry = self
            .tx
            .append(id, self.now, rewound.match_ms, &rewound.event)?;
        self.continue_as(play, entry, end.is_some_and(|(end, _)| end < before));
        let deed = point.map(|point| point.deed);
        self.lines
            .extend(deed.map(|before| Line::Rewound { before }));
        Ok(())
    }

    /// Takes back what entries from this one on have changed in the season.
    fn rewind_season(
        &mut self,
        journal: &[Entry],
        before: i64,
        by: AccountId,
    ) -> Result<(), RefereeError<RulingRefusal>> {
        let Some(season) = self.table.row.season else {
            return Ok(());
        };
        self.give_back(season, before, by)?;
        self.book_again(journal)?;
        let id = self.table.row.id;
        let course = of_this_course(journal);
        let stands = |entry| course.iter().any(|standing| standing.id == entry);
        self.tx.set_strikes_by_course(id, stands)?;
        self.tx.void_fates_since(season, id, before)?;
        Ok(())
    }

    /// Takes back the posts and panels of entries from this one on. `was`: the stage before the
    /// rewind.
    fn rewind_posts(&mut self, journal: &[Entry], before: i64, was: Stage) -> Result<()> {
        let id = self.table.row.id;
        self.tx.take_posts_back(id, before..=i64::MAX)?;
        self.mark_by_course(journal, before)?;
        self.settle_again(was)?;
        self.drop_waiting_since(before)?;
        if self.table.play.started || matches!(was, Stage::Live | Stage::Over) {
            self.tx.drop_panel_drafts(id)?;
        }
        Ok(())
    }

    fn season_cast(&self) -> Result<Vec<CastMember>> {
        match self.table.row.season {
            Some(season) => self.tx.season_cast(season),
            None => Ok(Vec::new()),
        }
    }

    /// Tells everybody that the match goes on, and how the season changes by that: the cast was
    /// `before`. If nobody `was_told` the end, it tells nothing about the season.
    fn tell_open_again(&mut self, before: &[CastMember], was_told: bool) -> Result<()> {
        let row = self.table.row.clone();
        let season = row
            .season
            .map(|season| self.tx.season(season))
            .transpose()?;
        let are_public = season
            .flatten()
            .is_some_and(|of| of.settings.garnets_public);
        let (mut players, mut garnets) = (Vec::new(), Vec::new());
        if was_told {
            for is in self.season_cast()? {
                let same = |member: &&CastMember| member.position == is.position;
                let was = before.iter().find(same);
                let is_theirs = |who: &CastId| row.position(*who) == Some(is.position);
                let who = row.setup.cast.ids().find(is_theirs);
                let Some((was, who)) = was.zip(who) else {
                    continue;
                };
                if was.role == Role::Eliminated && is.role == Role::Player {
                    players.push(who);
                }
                if are_public && was.garnets != is.garnets {
                    garnets.push((who, is.garnets));
                }
            }
        }
        self.lines.push(Line::OpenAgain { players, garnets });
        Ok(())
    }

    /// Unmarks posts of a course of the match that an earlier rewind had taken back and this one
    /// restores; for posts that tell the end, [`MatchChange::is_told`] decides. Unsent posts of it
    /// stay unsent, since the current state is posted. And if this rewind takes such a rewind back,
    /// marks again what that one had restored.
    fn mark_by_course(&self, journal: &[Entry], before: i64) -> Result<()> {
        let id = self.table.row.id;
        let course = of_this_course(journal);
        let stands = |entry: i64| course.binary_search_by_key(&entry, |one| one.id).is_ok();
        let has_been = |entry: i64| journal.binary_search_by_key(&entry, |one| one.id).is_ok();
        for entry in self.tx.entries_with_posts(id, before)? {
            // Posts from before the first entry belong to every course.
            if has_been(entry) && !stands(entry) {
                self.tx.take_posts_back(id, entry..=entry)?;
            }
        }
        for (entry, row) in self.tx.posts_taken_back(id)? {
            let is_of_end = letter_of(&row).is_none_or(|letter| letter.post.about().of_end);
            if stands(entry) && !is_of_end {
                self.tx.give_post_back(row.id)?;
            }
        }
        Ok(())
    }

    /// If a rewind changed whether the match has begun or is over: edits the posts that say so.
    fn settle_again(&self, was: Stage) -> Result<()> {
        let now = self.table.play.stage();
        let begun = |stage| matches!(stage, Stage::Live | Stage::Over);
        if was == now || !(begun(was) || begun(now)) {
            Ok(())
        } else {
            settle_again(self.tx, self.table.row.id)
        }
    }

    /// A rewind keeps a pause, and makes none. But if no account acts for a seat, the match is
    /// paused.
    fn hold_pause(
        &mut self,
        was: Stage,
        pause: Option<(Pauser, Option<WallMs>)>,
    ) -> Result<(), RefereeError<RulingRefusal>> {
        // The pause is told again below, with its buttons; if the match is over again, it has
        // ended.
        self.close_pauses()?;
        if self.table.play.stage() == Stage::Over {
            return Ok(());
        }
        let who = self.table.nobody_acts_for();
        let reopens = was == Stage::Over && self.table.play.stage() == Stage::Live;
        let was_paused = pause.is_some() && was != Stage::Over;
        let pause = match pause {
            Some((Pauser::ChannelGone, _)) => pause,
            _ if reopens || !who.is_empty() => Some((Pauser::Host, None)),
            pause if pause == self.table.play.pause() => pause,
            // The lateness was taken back, so the pause becomes the host's, and no time is given
            // again.
            Some((Pauser::BothLate | Pauser::Timeouts(_) | Pauser::LastPrice(_), _)) => {
                Some((Pauser::Host, None))
            }
            pause => pause,
        };
        if let Some((by, until_ms)) = pause {
            // The post that told the pause may have been taken back.
            let line = self.paused_line(by, until_ms, was_paused);
            self.lines.push(line);
        }
        if !who.is_empty() {
            self.lines.push(Line::NobodyActs { who });
        }
        let event = match pause {
            pause if pause == self.table.play.pause() => return Ok(()),
            Some((by, until_ms)) => Event::Paused { by, until_ms },
            None => Event::Resumed,
        };
        self.event(event)?;
        Ok(())
    }

    /// Keeps the start that was scheduled last, whatever is taken back. A match that is back before
    /// its start must not begin because somebody was ready earlier, or because its scheduled start
    /// has passed. Nobody is called for that start again: both are asked whether they are ready, or
    /// a host begins the match.
    fn keep_start(
        &mut self,
        was: Stage,
        appointed_ms: Option<WallMs>,
    ) -> Result<(), RefereeError<RulingRefusal>> {
        let play = &self.table.play;
        if play.started || play.stage() == Stage::Over {
            return Ok(());
        }
        let had_begun = matches!(was, Stage::Live | Stage::Over);
        let one_is_ready = play.ready.dmo || play.ready.ec;
        let is_another = play.start_at_ms != appointed_ms;
        let has_passed = play.start_due().is_some_and(|at| at <= self.now);
        if !(had_begun || one_is_ready || is_another || has_passed) {
            return Ok(());
        }
        let to_ms = appointed_ms.filter(|start| *start > self.now);
        self.event(Event::StartMoved { to_ms })?;
        self.ready_again = true;
        if to_ms != appointed_ms {
            self.lines.push(Line::StartMoved { to_ms, due: false });
        }
        Ok(())
    }

    /// Keeps the deadline of the choices from getting earlier than everybody was told, even in a
    /// pause.
    fn keep_deadline(
        &mut self,
        was_left_ms: Option<i64>,
    ) -> Result<(), RefereeError<RulingRefusal>> {
        let play = &self.table.play;
        let left_ms = play.preparation_left_ms(self.now);
        let by_ms = was_left_ms
            .zip(left_ms)
            .and_then(|(was, is)| u64::try_from(was - is).ok())
            .filter(|by_ms| *by_ms > 0 && play.stage() == Stage::Preparing);
        if let Some(by_ms) = by_ms {
            self.event(Event::Extended { by_ms })?;
        }
        Ok(())
    }

    /// Asks again for choices before the match whose time was up, with the full time: otherwise
    /// they would be drawn at random at once.
    pub(super) fn give_time_again(&mut self) -> RulesResult<()> {
        if self.extend_again()?
            && let Some(to_ms) = self.table.play.preparation_deadline()
        {
            self.lines.push(Line::Extended { to_ms });
        }
        Ok(())
    }

    /// As [`MatchChange::give_time_again`], without telling anybody. Returns whether there were
    /// any.
    fn extend_again(&mut self) -> RulesResult<bool> {
        let Some(by_ms) = self.table.play.preparation_again_ms(self.now) else {
            return Ok(false);
        };
        self.event(Event::Extended { by_ms })?;
        Ok(true)
    }

    /// Refuses if a later match of the same best of three has counted this one's result.
    fn check_last_of_series(&self) -> Result<(), RefereeError<RulingRefusal>> {
        let row = &self.table.row;
        let (Some(season), Stage::Over) = (row.season, self.table.play.stage()) else {
            return Ok(());
        };
        let past = self.tx.past_matches(season)?;
        match super::consequences::later_of_series(&past, row) {
            Some(later) => refused(RulingRefusal::LaterOfSeries(later)),
            None => Ok(()),
        }
    }

    /// Reopens a match that was over, unless another one is open in its channel now.
    fn reopen(&mut self) -> Result<(), RefereeError<RulingRefusal>> {
        let row = &self.table.row;
        let open = self.tx.open_match_in(row.channel)?;
        if open.is_some_and(|open| open != row.id) {
            return refused(RulingRefusal::ChannelBusy);
        }
        self.tx.reopen_match(row.id)?;
        // Outages since its end did not concern it.
        let outage = self.tx.last_outage()?;
        self.tx.set_outage_of(row.id, outage)?;
        self.table.outage = outage;
        std::sync::Arc::make_mut(&mut self.table.row).over = false;
        Ok(())
    }

    /// Moves back all garnets that moved because of entries that are taken back.
    fn give_back(
        &self,
        season: SeasonId,
        before: i64,
        by: AccountId,
    ) -> Result<(), RefereeError<RulingRefusal>> {
        let (id, number) = (self.table.row.id, self.table.row.number);
        let mut missing: Vec<MissingGarnets> = Vec::new();
        for line in self.tx.lines_since(id, before)? {
            let reason = BookedReason::TakenBack { number };
            let undone = self
                .tx
                .undo_line(season, &line, Some(by), reason, self.now)?;
            if undone.is_none() {
                missing.push(self.missing_garnets(season, &line)?);
            }
        }
        if missing.is_empty() {
            Ok(())
        } else {
            refused(RulingRefusal::GarnetsSpent(missing))
        }
    }

    fn missing_garnets(&self, season: SeasonId, line: &LedgerLine) -> Result<MissingGarnets> {
        let held = self.tx.purse(season, line.movement.to)?;
        let whose = match line.movement.to {
            Purse::Member(position) => {
                let member = self.tx.member_at(season, position)?;
                // Ledger positions are positions of the cast, so there is always somebody.
                Some(member.map_or_else(|| format!("no. {position}"), |(member, _)| member.name))
            }
            Purse::Bank | Purse::Nobody => None,
        };
        Ok(MissingGarnets {
            whose,
            garnets: line.movement.amount - held,
        })
    }

    /// Asks again what the match waits for before it is live (a live prompt is asked when the
    /// change is finished). Writes only to people who can notice a change: their choice was taken
    /// back (`chosen`), they have to choose now or can choose again, or the post with their
    /// controls was taken back. `is_due_again`: the deadline has changed.
    fn ask_again(&mut self, was: Stage, chosen: &[CastId], is_due_again: bool) -> Result<()> {
        let now = self.table.play.stage();
        if matches!(now, Stage::Live | Stage::Over) {
            return Ok(());
        }
        let had_begun = matches!(was, Stage::Live | Stage::Over);
        let opens = now == Stage::Preparing && was != Stage::Preparing;
        if had_begun || opens && !self.table.row.setup.has_seats() {
            self.post_card(Vec::new())?
        } else {
            self.post_ready()?
        }
        let mut still_stands = Vec::new();
        for prompt in self.table.play.preparations() {
            let Some(who) = self.who(prompt.who) else {
                continue;
            };
            let post = if chosen.contains(&who) {
                Post::ChoiceBack
            } else if had_begun || opens && !prompt.answered || !self.has_controls(who)? {
                submission(&prompt)
            } else {
                still_stands.push(who);
                continue;
            };
            if let Some(person) = self.table.person(who) {
                // Their draft starts again with the new post. People who keep their post keep their
                // draft.
                self.tx
                    .drop_panel_draft(self.table.row.id, person.account)?;
            }
            self.post_to(who, post)?;
        }
        if opens || is_due_again {
            self.post_chosen(&still_stands)
        } else {
            Ok(())
        }
    }

    /// Whether somebody has an own post, sent or waiting, that is not taken back. True for people
    /// without an account.
    fn has_controls(&self, who: CastId) -> Result<bool> {
        let Some(account) = self.table.person(who).map(|person| person.account) else {
            return Ok(true);
        };
        let id = self.table.row.id;
        let standing = self.tx.open_posts(id)?.into_iter();
        let mut own = standing.filter(|row| row.queue == account.0);
        let waiting = self.tx.pending_posts_to(id, account.0)?;
        // A substitute's letter belongs to the course before: see [`Core::shows_taken_back`].
        let has = |row: &OutboxRow| is_own(row) && !is_seated(row);
        Ok(own.any(|row| has(&row)) || waiting.iter().any(has))
    }

    /// Everybody whose choice before the match was made in entries that stand, from this entry on.
    fn chosen_since(&self, journal: &[Entry], before: i64) -> Vec<CastId> {
        let since = standing(journal)
            .into_iter()
            .filter(|entry| entry.id >= before);
        let before_start = since.take_while(|entry| !matches!(entry.event, Event::Started { .. }));
        let chosen = before_start.filter_map(|entry| match entry.event {
            Event::Act { by, whose, .. } if by != Author::Dealer => {
                self.who(whose.or(by.own_party())?)
            }
            _ => None,
        });
        chosen.collect()
    }
}
