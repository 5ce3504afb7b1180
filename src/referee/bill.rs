//! What answers cost in garnets: they have to be there when somebody answers, and are booked when
//! the round closes.

use super::act::Actor;
use super::change::MatchChange;
use super::core::{RefereeError, fold, refused};
use super::line::Line;
use super::past;
use super::post::Post;
use super::refusals::ActRefusal;
use crate::store::{
    BookedReason, Cause, LedgerLine, MatchId, Movement, Purse, Result, SeasonId, Tx,
};
use games::{CastId, Reason, Refusal};
use matches::Entry;
use std::collections::BTreeMap;

impl MatchChange<'_> {
    /// Refuses an answer that costs more than the person has. Outside a season nothing is booked.
    pub(super) fn check_price(
        &self,
        actor: Actor,
        act: &str,
    ) -> Result<(), RefereeError<ActRefusal>> {
        let row = &self.table.row;
        let (Some(season), Some(who)) = (row.season, self.who(actor.party())) else {
            return Ok(());
        };
        let mut then = self.table.play.game.clone();
        // The act itself is refused then, with its own reason.
        if then.act(actor.by, actor.whose, act).is_err() {
            return Ok(());
        }
        let price = price_for(&then.bill(), who);
        let held = self.purse(season, who)?;
        let elsewhere = match row.position(who) {
            Some(position) => owed(self.tx, season, position, Some(row.id))?,
            None => 0,
        };
        let held = held.saturating_sub(elsewhere);
        if price <= held {
            return Ok(());
        }
        let refusal = Refusal::TooDear { price, held };
        let cast = row.setup.cast.clone();
        refused(ActRefusal::Rules { cast, refusal })
    }

    /// Books what people have got or paid in a round, as far as they have it. `cause` closed it.
    pub(super) fn book(&self, changes: &[(CastId, i32)], cause: Option<Cause>) -> Result<()> {
        let row = &self.table.row;
        let Some(season) = row.season else {
            return Ok(());
        };
        let number = row.number;
        for (who, change) in changes {
            let Some(position) = row.position(*who) else {
                continue;
            };
            let (member, count) = (Purse::Member(position), change.unsigned_abs());
            let is_paid = *change < 0;
            let held = self.purse(season, *who)?;
            let amount = if is_paid { held.min(count) } else { count };
            if amount == 0 {
                continue;
            }
            let (from, to, reason, line) = if is_paid {
                let reason = BookedReason::Spent { number };
                let left = Some(held - amount);
                (member, Purse::Nobody, reason, Line::Paid { amount, left })
            } else {
                let reason = BookedReason::Earned { number };
                (Purse::Nobody, member, reason, Line::Earned { amount })
            };
            let movement = Movement {
                from,
                to,
                amount,
                reason,
                by: None,
                cause,
            };
            self.tx.move_garnets(season, &movement, self.now)?;
            self.post_to(*who, Post::News { lines: vec![line] })?;
        }
        Ok(())
    }

    /// Books again what people have got or paid in the rounds that count again after a rewind.
    pub(super) fn book_again(&self, journal: &[Entry]) -> Result<()> {
        let row = &self.table.row;
        let game = &self.table.play.game;
        let is_void = game.outcome().is_some_and(|end| end.reason == Reason::VOID);
        if row.setup.has_seats() || is_void {
            return Ok(());
        }
        let mut before = BTreeMap::new();
        let mut closes = Vec::new();
        past::each_entry(&self.table, journal, |entry, _, play| {
            let now = play.game.garnets();
            let cause = Cause {
                match_id: row.id,
                entry: entry.id,
            };
            closes.push((Some(cause), changes(&before, &now)));
            before = now;
        })?;
        let booked = self.tx.lines_since(row.id, 0)?;
        for (cause, changes) in closes {
            let is_booked = |line: &LedgerLine| line.movement.cause == cause;
            if !booked.iter().any(is_booked) {
                self.book(&changes, cause)?;
            }
        }
        Ok(())
    }

    /// Gives back what the rounds of a match have cost that is void now.
    pub(super) fn unbook(&self, season: SeasonId) -> Result<()> {
        for line in self.tx.lines_since(self.table.row.id, 0)? {
            self.tx
                .undo_line(season, &line, None, BookedReason::CalledOff {}, self.now)?;
        }
        Ok(())
    }

    fn purse(&self, season: SeasonId, who: CastId) -> Result<u32> {
        match self.table.row.position(who) {
            Some(position) => self.tx.purse(season, Purse::Member(position)),
            None => Ok(0),
        }
    }
}

/// Who has more or fewer garnets now by what has closed, and how many.
pub(super) fn changes(
    before: &BTreeMap<CastId, i32>,
    now: &BTreeMap<CastId, i32>,
) -> Vec<(CastId, i32)> {
    let change = |(who, count): (&CastId, &i32)| (*who, count - before.get(who).unwrap_or(&0));
    let all = now.iter().map(change);
    all.filter(|(_, change)| *change != 0).collect()
}

fn price_for(bill: &[(CastId, u32)], who: CastId) -> u32 {
    let theirs = bill.iter().filter(|(other, _)| *other == who);
    theirs.map(|(_, price)| price).sum()
}

/// What somebody's answers in the open matches of a season cost, by their position; in all but one
/// if that is given.
pub(super) fn owed(tx: &Tx, season: SeasonId, position: u32, but: Option<MatchId>) -> Result<u32> {
    let mut owed = 0;
    let all = tx.undecided_matches(season)?.into_iter();
    for id in all.filter(|id| Some(*id) != but) {
        let Some(row) = tx.match_row(id)?.filter(|row| !row.setup.has_seats()) else {
            continue;
        };
        let play = fold(&row, &tx.journal(id)?)?;
        let mut cast = row.setup.cast.ids();
        if let Some(who) = cast.find(|who| row.position(*who) == Some(position)) {
            owed += price_for(&play.game.bill(), who);
        }
    }
    Ok(owed)
}
