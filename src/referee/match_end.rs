//! How the end of a match is told: at once, or when a host releases it, if the season is set so.
//! Until then nobody sees more than during the match, except a host who does not play and is about
//! to release it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::audit::AuditEntry;
use super::audit_log::NewAuditLine;
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::consequences::Consequences;
use super::core::{Core, record, refused};
use super::line::Line;
use super::open::open_next;
use super::post::{Letter, Post, Recipient, letter_of};
use super::refusals::ConductRefusal;
use super::rewind::settle_again;
use super::trouble::Trouble;
use crate::store::{AccountId, MatchId, MatchRow, OutboxId, Result};
use games::{Audience, BySeat, Outcome, Reason, WallMs};
use matches::{Stage, of_this_course};

impl Core {
    /// A host releases the result that waits. `shown`: the entry of the result that the host was
    /// shown.
    ///
    /// # Errors
    /// A match without one, or with another one by now, or in which the host sits.
    pub fn release(
        &mut self,
        id: MatchId,
        host: AccountId,
        shown: i64,
        now: WallMs,
    ) -> ConductResult<()> {
        let row = self.may_release(id, host)?;
        self.store.write(|tx| {
            let Some((entry, body)) = tx.held_result(id)? else {
                return refused(ConductRefusal::NothingHeld);
            };
            if entry != shown {
                return refused(ConductRefusal::AnotherHeld);
            }
            tx.drop_held_result(id)?;
            settle_again(tx, id)?;
            for Waiting { entry, to, post } in waiting(&body)? {
                Letter { to, post }.send(tx, Some(id), Some(entry), now)?;
            }
            let line = NewAuditLine::of(&row, host, AuditEntry::ResultReleased, "", now);
            super::audit_log::write(tx, &row, line)?;
            Ok(())
        })
    }

    /// The result that waits: its entry, and the posts that a release would put into the match's
    /// channel, in order. Nothing changes.
    ///
    /// # Errors
    /// As [`Core::release`].
    pub fn held_posts(&self, id: MatchId, host: AccountId) -> ConductResult<(i64, Vec<Post>)> {
        let row = self.may_release(id, host)?;
        let Some((entry, body)) = self.store.read(|tx| tx.held_result(id))? else {
            return refused(ConductRefusal::NothingHeld);
        };
        let waiting = waiting(&body)?.into_iter();
        let here = waiting.filter(|waiting| waiting.to == Recipient::Channel(row.channel));
        Ok((entry, here.map(|waiting| waiting.post).collect()))
    }

    /// The match, if this host does not play in it.
    fn may_release(&self, id: MatchId, host: AccountId) -> ConductResult<Arc<MatchRow>> {
        match self.table(id)? {
            None => refused(ConductRefusal::NoSuchMatch),
            Some(table) if table.is_player(host) => refused(ConductRefusal::HostInSeat),
            Some(table) => Ok(table.row.clone()),
        }
    }

    /// Whether a match's result waits.
    pub fn is_held(&self, id: MatchId) -> Result<bool> {
        Ok(self.store.read(|tx| tx.held_result(id))?.is_some())
    }
}

impl MatchChange<'_> {
    /// What follows from the match being over: changes in its season, and posts.
    pub(super) fn after_end(&mut self, outcome: Outcome, lines: Vec<Line>) -> Result<()> {
        let is_new = self.stage_before != Stage::Over;
        let is_another = self.outcome_before != Some(outcome);
        // Later changes (a message to the host, say) do not end it again.
        if is_new || is_another {
            self.close_row(outcome)?;
        }
        if is_new {
            settle_again(self.tx, self.table.row.id)?;
        }
        self.table.due = None;
        let consequences = if is_another {
            self.bring_about(outcome, is_new)?
        } else {
            Consequences::default()
        };
        self.tell_end(outcome, lines, &consequences.public)?;
        if is_another {
            self.announce(outcome, &consequences.public)?;
        }
        if is_another {
            self.tell_who_chose(outcome)?;
        }
        self.tell_who_is_out(consequences.out)?;
        if let Some(why) = open_next(self.tx, self.dice, &self.table.row, self.now)? {
            self.post_host(vec![Line::Trouble(Trouble::NextRefused { why })])?;
        }
        self.tell_end_to_host(outcome, consequences.host)
    }

    /// Stores that the match is over. An end that a rewind restores keeps its old date.
    fn close_row(&self, outcome: Outcome) -> Result<()> {
        let id = self.table.row.id;
        let mut over_at_ms = self.now;
        if self.rewound && self.stage_before != Stage::Over {
            self.tx.reopen_match(id)?;
            let end = super::past::end(&self.table, &self.tx.journal(id)?)?;
            over_at_ms = end.map_or(self.now, |(_, at_ms)| at_ms);
        }
        self.tx.close_match(id, outcome, over_at_ms)
    }

    /// Posts the result, unless a post tells it already: then only what is new. `told`: what it
    /// changes in the season, for everybody.
    fn tell_end(&mut self, outcome: Outcome, mut lines: Vec<Line>, told: &[Line]) -> Result<()> {
        let is_new = self.stage_before != Stage::Over;
        let is_another = self.outcome_before != Some(outcome);
        let here = Recipient::Channel(self.table.row.channel);
        let tells = |post: &Post, stands: bool| match post {
            Post::Result {
                outcome: told_of,
                consequences,
                ..
            } => *told_of == outcome && (consequences == told || stands && told.is_empty()),
            Post::CalledOff { .. } => outcome.reason == Reason::VOID,
            _ => false,
        };
        if self.waits(here, |post| tells(post, true))? {
            // A ruling on a result that nobody knows waits with it.
            if !lines.is_empty() {
                self.hold(here, Post::News { lines })?;
            }
        } else if self.is_told(here, tells)? {
            // If nothing changed but a message to the host, the host's open question keeps its
            // buttons.
            if is_new || is_another || self.rewound || !lines.is_empty() {
                if self.rewound && is_another {
                    // The old result post may be far above.
                    lines.push(Line::EndsAgain { outcome });
                    lines.extend(told.iter().cloned());
                }
                self.tx
                    .set_posts_stale(self.table.row.id, OutboxId(i64::MAX))?;
                self.post_lines(lines)?;
            }
        } else if is_new || !lines.is_empty() {
            let struck = self.with_accounts(self.table.play.game.strikes());
            if is_new && !struck.is_empty() {
                lines.extend(self.failed(struck)?);
            }
            if self.table.is_called_off() {
                self.post_result(Post::CalledOff { lines })?
            } else {
                self.post_result(Post::Result {
                    lines,
                    view: self.table.play.game.end_view(),
                    outcome,
                    consequences: told.to_vec(),
                    record: Box::new(record(self.tx, &self.table)?),
                })?;
                if outcome.winner.is_some() {
                    let told = told.to_vec();
                    self.post_with_result(here, Post::EndCard { told })?;
                }
                self.post_replay(here)?;
            }
        }
        Ok(())
    }

    /// Tells the safe players who were asked for a choice in this match how it ended. Nobody else
    /// hears of it in private.
    fn tell_who_chose(&self, outcome: Outcome) -> Result<()> {
        let setup = &self.table.row.setup;
        // Without seats, everybody's own post says what counted.
        let is_told = self.table.has_no_host() || !setup.has_seats();
        if self.table.is_called_off() || setup.rehearsal || is_told {
            return Ok(());
        }
        let line = Line::Ended {
            game: setup.game,
            outcome,
            channel: self.table.row.channel,
        };
        let news = Post::News { lines: vec![line] };
        let asked = self.tx.standing_posts(self.table.row.id)?;
        let asked = asked.iter().filter_map(letter_of);
        let asked = asked.filter(|letter| matches!(letter.post, Post::Submission { .. }));
        let mut told = BTreeSet::new();
        for letter in asked {
            let Recipient::Person { who, account } = letter.to else {
                continue;
            };
            let is_safe = setup.cast.seat_of(who).is_none();
            if is_safe
                && told.insert(account)
                && !self.is_told(letter.to, |post, _| *post == news)?
            {
                self.post_with_result(letter.to, news.clone())?;
            }
        }
        Ok(())
    }

    /// Tells the host what an end asks of them, or changes in the season.
    fn tell_end_to_host(&self, outcome: Outcome, mut lines: Vec<Line>) -> Result<()> {
        let is_another = self.outcome_before != Some(outcome);
        // A tie without a host stays one: nobody may settle it.
        let is_open = outcome.is_tie() && !self.table.has_no_host();
        if is_open && (is_another || self.rewound) {
            lines.insert(0, Line::Tied);
        }
        let (game, setup) = (&self.table.play.game, &self.table.row.setup);
        let is_news = (is_another || self.rewound) && !setup.rehearsal;
        if is_news && outcome.reason == Reason::PLAYED {
            let view = game.view(Audience::Host);
            let named = view.death_match();
            let hides = view != game.end_view();
            let view = Box::new(view);
            lines.extend(hides.then_some(Line::ForHosts { view }));
            lines.extend(named.map(|BySeat { dmo, ec }| Line::DeathMatch { dmo, ec }));
        }
        // While the result waits, the host only learns that it is a tie.
        if !lines.is_empty() {
            let row = &self.table.row;
            let (game, channel) = (row.setup.game, row.channel);
            let ended = Line::Ended {
                game,
                outcome,
                channel,
            };
            lines.insert(0, ended);
        }
        match self.host_news(lines) {
            Some((to, post)) => self.post_with_result(to, post),
            None => Ok(()),
        }
    }

    /// Posts the result, or holds it and posts that it waits for a host.
    fn post_result(&self, result: Post) -> Result<()> {
        if !self.holds()? {
            return self.post_public(result);
        }
        self.hold(Recipient::Channel(self.table.row.channel), result)?;
        // When a host settles a tie, people already know that a result waits.
        if self.stands(|letter| letter.post == Post::Held)? {
            return Ok(());
        }
        self.post_public(Post::Held)?;
        let outcome = self.table.play.game.outcome();
        let is_tie = outcome.is_some_and(|outcome| outcome.is_tie());
        let lines = [Some(Line::Held), is_tie.then_some(Line::TieWaits)];
        self.post_host(lines.into_iter().flatten().collect())
    }

    /// Posts the match's moving picture by itself, so that the result need not wait for its
    /// drawing. A tie that a host settles has one already.
    fn post_replay(&self, here: Recipient) -> Result<()> {
        let is_replay = |post: &Post| *post == Post::Replay;
        if self.waits(here, is_replay)? || self.stands(|letter| is_replay(&letter.post))? {
            return Ok(());
        }
        self.post_with_result(here, Post::Replay)
    }

    /// Posts something that tells the result. If the result waits, the post waits with it.
    pub fn post_with_result(&self, to: Recipient, post: Post) -> Result<()> {
        if self.holds()? {
            self.hold(to, post)
        } else {
            self.post(to, post)
        }
    }

    /// Whether a post tells this end already. `tells` gets a post and whether it stands. A post
    /// that a rewind took back, and whose entry counts again, loses its mark: nobody reads the same
    /// end twice.
    pub(super) fn is_told(
        &self,
        to: Recipient,
        tells: impl Fn(&Post, bool) -> bool,
    ) -> Result<bool> {
        if !self.rewound && self.stage_before != Stage::Over {
            return Ok(false);
        }
        let tells = |letter: &Letter, stands| letter.to == to && tells(&letter.post, stands);
        if self.stands(|letter| tells(letter, true))? {
            return Ok(true);
        }
        let id = self.table.row.id;
        let (journal, mut marked) = (self.tx.journal(id)?, self.tx.posts_taken_back(id)?);
        let course = of_this_course(&journal);
        marked.retain(|(entry, row)| {
            let stands = course.iter().any(|standing| standing.id == *entry);
            stands && letter_of(row).is_some_and(|letter| tells(&letter, false))
        });
        match marked.last() {
            Some((_, row)) => self.tx.give_post_back(row.id).map(|()| true),
            None => Ok(false),
        }
    }

    /// Drops waiting posts of entries from this one on. If none is left, no result waits any more.
    pub(super) fn drop_waiting_since(&self, before: i64) -> Result<()> {
        let id = self.table.row.id;
        let mut waiting = self.waiting()?;
        waiting.retain(|waiting| waiting.entry < before);
        match waiting.last() {
            Some(last) => {
                let body = serde_json::to_string(&waiting)?;
                self.tx.hold_result(id, last.entry, &body)
            }
            None => self.tx.drop_held_result(id),
        }
    }

    /// Whether such a post waits with the result.
    fn waits(&self, to: Recipient, tells: impl Fn(&Post) -> bool) -> Result<bool> {
        let waiting = self.waiting()?;
        let is_it = |waiting: &Waiting| waiting.to == to && tells(&waiting.post);
        Ok(waiting.iter().any(is_it))
    }

    /// The posts that wait with the result, in order.
    fn waiting(&self) -> Result<Vec<Waiting>> {
        match self.tx.held_result(self.table.row.id)? {
            Some((_, body)) => waiting(&body),
            None => Ok(Vec::new()),
        }
    }

    /// Whether such a post of the match was sent or will be, and is not taken back.
    fn stands(&self, is_it: impl Fn(&Letter) -> bool) -> Result<bool> {
        let rows = self.tx.standing_posts(self.table.row.id)?;
        Ok(rows
            .iter()
            .filter_map(letter_of)
            .any(|letter| is_it(&letter)))
    }

    /// Whether posts about the end have to wait for a host.
    fn holds(&self) -> Result<bool> {
        // Nothing overtakes a result that waits.
        if self.tx.held_result(self.table.row.id)?.is_some() {
            return Ok(true);
        }
        // A void match has no result to hide.
        let outcome = self.table.play.game.outcome();
        if outcome.is_some_and(|outcome| outcome.reason == Reason::VOID) {
            return Ok(false);
        }
        let season_holds = super::audit_log::settings(self.tx, &self.table.row)?.hold_results;
        // A result that everybody has read is no secret, so settling its tie is none either.
        Ok(season_holds && !self.stands(|letter| matches!(letter.post, Post::Result { .. }))?)
    }

    fn hold(&self, to: Recipient, post: Post) -> Result<()> {
        let mut waiting = self.waiting()?;
        if matches!(&post, Post::Result { outcome, .. } if !outcome.is_tie()) {
            // The tie is settled, so nobody has to be called for that any more.
            waiting.retain(|waiting| !waiting.post.calls_to_settle());
        }
        let entry = self.last_entry.unwrap_or_default();
        waiting.push(Waiting { entry, to, post });
        let body = serde_json::to_string(&waiting)?;
        self.tx.hold_result(self.table.row.id, entry, &body)
    }
}

/// A letter that waits with a result, and the entry of the journal that it follows.
#[derive(Serialize, Deserialize)]
struct Waiting {
    entry: i64,
    to: Recipient,
    post: Post,
}

/// The letters that wait with a result.
fn waiting(body: &str) -> Result<Vec<Waiting>> {
    Ok(serde_json::from_str(body)?)
}
