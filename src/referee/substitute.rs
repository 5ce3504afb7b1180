//! Substitutes: another account acts for a person of the cast from now on, in this match only or in
//! the season too.

use std::sync::Arc;

use super::change::MatchChange;
use super::core::{Core, refused};
use super::line::Line;
use super::open::NewMatch;
use super::post::{Post, Recipient, is_own, letter_of};
use super::refusals::RulingRefusal;
use super::rulings::RulingResult;
use crate::store::{AccountId, CastMember, MatchId, OutboxRow, Result, RolesOf};
use games::{CastId, Party, WallMs};
use matches::{Event, Note, TimeLeft};

/// Who replaced an account in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub who: CastId,
    pub by: AccountId,
    pub since_ms: WallMs,
}

impl Core {
    /// Who replaced an account that has no part in a match any more. None if it never had one, or
    /// was not replaced.
    pub fn replaced(&self, id: MatchId, account: AccountId) -> Result<Option<Replacement>> {
        let told = self
            .store
            .read(|tx| tx.posts_since(id, WallMs::default()))?;
        let theirs = told.iter().rev().filter(|row| row.queue == account.0);
        let mut parts = theirs.filter_map(|row| Some((part_taken(row)?, row.created_at_ms)));
        let Some((who, since_ms)) = parts.next() else {
            return Ok(None);
        };
        let table = self.table(id)?;
        let by = table.and_then(|table| table.person(who).map(|person| person.account));
        Ok(by.map(|by| Replacement { who, by, since_ms }))
    }
}

/// The cast member that a letter says its reader does not play any more.
fn part_taken(row: &OutboxRow) -> Option<CastId> {
    let Post::News { lines } = letter_of(row)?.post else {
        return None;
    };
    lines.into_iter().find_map(|line| match line {
        Line::NotAnyMore { who, .. } => Some(who),
        _ => None,
    })
}

impl MatchChange<'_> {
    /// Makes another account act for somebody. It gets what they know and may do, and the account
    /// before has no part in the match any more.
    pub(super) fn substitute(
        &mut self,
        who: CastId,
        account: AccountId,
        in_season: bool,
        host: AccountId,
    ) -> RulingResult<()> {
        let id = self.table.row.id;
        if let Some(other) = self.table.who(account) {
            if other == who {
                return refused(RulingRefusal::ActsAlready);
            }
            if self.has_part(other)? {
                return refused(RulingRefusal::HasPart { who: other });
            }
            // The account leaves its own place in the match, where it had nothing to do.
            self.tx.drop_account(id, other)?;
        }
        if let Some(other) = self.opened_another(account, who)? {
            return refused(RulingRefusal::HasOpened { who: other });
        }
        if let Some(other) = self.acted_for_another(account, who)? {
            return refused(RulingRefusal::HasActedFor { who: other });
        }
        let was = self.table.person(who).map(|person| person.account);
        if in_season {
            self.substitute_in_season(who, account, host)?;
        }
        self.tx.set_account(id, who, account)?;
        self.substitute_in_next(who, account)?;
        self.table.people = Arc::new(self.tx.people(id)?);
        self.event(Event::Substituted { who })?;
        let until_ms = self.runs_until(who);
        self.lines.push(Line::Substituted {
            who,
            until_ms,
            account,
        });
        if self.table.play.may_start() {
            // The substitute is not ready yet.
            self.post_ready()?;
        }
        if let Some(seat) = self.table.row.setup.cast.seat_of(who) {
            self.forget_ticks(seat)?;
        }
        if let Some(was) = was {
            self.tx.void_posts_to(id, was.0)?;
            for row in self.tx.open_posts(id)? {
                if row.queue == was.0 && is_own(&row) {
                    self.tx.set_post_stale(row.id)?;
                }
            }
            self.tx.drop_panel_draft(id, was)?;
            let lines = vec![Line::NotAnyMore { who, account }];
            self.post(Recipient::Account(was), Post::News { lines })?;
        }
        Ok(self.post(Recipient::Person { who, account }, Post::Seated)?)
    }

    /// Another person whose hand the account has opened in the match as a host.
    fn opened_another(&self, account: AccountId, than: CastId) -> Result<Option<CastId>> {
        let journal = self.tx.journal(self.table.row.id)?;
        let mut opened = journal.iter().filter_map(|entry| match entry.event {
            Event::Noted {
                note: Note::HandOpened { whose, host, .. },
            } if host == account.0 => self.who(whose),
            _ => None,
        });
        Ok(opened.find(|who| *who != than))
    }

    /// Until when somebody has time, if their clock runs.
    fn runs_until(&self, who: CastId) -> Option<WallMs> {
        let seat = self.table.row.setup.cast.seat_of(who)?;
        match self.table.play.time_left(seat)? {
            TimeLeft::Until { all_ms, .. } => Some(all_ms),
            _ => None,
        }
    }

    /// Whether somebody of the cast has anything to do in the match: they play, or had a choice to
    /// make before it.
    fn has_part(&self, who: CastId) -> Result<bool> {
        let row = &self.table.row;
        if row.setup.cast.seat_of(who).is_some() {
            return Ok(true);
        }
        // Looks at the match as it was opened, since the time for choices may be over now.
        let opened = super::core::fold(row, &[])?;
        let mut asked = opened.preparations().into_iter();
        Ok(asked.any(|prompt| prompt.who == Party::Cast(who)))
    }

    /// The person, other than this one, for whom an account acted in the match until it was
    /// replaced. The letter that told it so is the proof.
    fn acted_for_another(&self, account: AccountId, this: CastId) -> Result<Option<CastId>> {
        let told = self.tx.posts_since(self.table.row.id, WallMs::default())?;
        let theirs = told.iter().filter(|row| row.queue == account.0);
        let mut parts = theirs.filter_map(part_taken);
        Ok(parts.find(|who| *who != this))
    }

    /// The match after a practice round gets the round's substitutes too.
    fn substitute_in_next(&self, who: CastId, account: AccountId) -> Result<()> {
        let id = self.table.row.id;
        let Some(body) = self.tx.take_next(id)? else {
            return Ok(());
        };
        let mut next: NewMatch = serde_json::from_str(&body)?;
        let name = self.table.row.setup.cast.name(who);
        for person in &mut next.cast {
            if person.name == name {
                person.account = Some(account);
                person.bound = None;
            } else if person.account == Some(account) {
                person.account = None;
            }
        }
        self.tx.set_next(id, &serde_json::to_string(&next)?)
    }

    fn substitute_in_season(
        &mut self,
        who: CastId,
        account: AccountId,
        host: AccountId,
    ) -> RulingResult<()> {
        let row = &self.table.row;
        let place = row.season.zip(row.position(who));
        let Some((season, position)) = place else {
            return refused(RulingRefusal::NotInSeason);
        };
        let everybody = self.tx.everybody(season)?;
        let same = |(one, _): &&(CastMember, bool)| one.account == Some(account);
        if let Some((other, _)) = everybody.iter().find(same) {
            let name = other.name.clone();
            return refused(RulingRefusal::InSeasonAlready { name });
        }
        let Some((member, false)) = self.tx.member_at(season, position)? else {
            return refused(RulingRefusal::NotInSeason);
        };
        // The bound channel belongs to the account before.
        self.tx
            .set_name_account_channel(season, position, &member.name, Some(account), None)?;
        if let Some(before) = member.account {
            let former = RolesOf::Former(before);
            self.tx.owe_roles(season, former, Some(host))?;
        }
        Ok(self
            .tx
            .owe_roles(season, RolesOf::Member(position), Some(host))?)
    }
}
