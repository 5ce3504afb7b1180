//! What answers cost in garnets: they have to be there when somebody answers, and are booked when
//! the round closes.

use super::change::MatchChange;
use super::core::{RefereeError, fold};
use super::line::Line;
use super::past;
use super::post::Post;
use super::refusals::ActRefusal;
use crate::store::{BookedReason, LedgerLine, MatchId, Movement, Purse, SeasonId, StoreError, Tx};
use games::{Author, CastId, Party, Reason, Refusal};
use matches::{Entry, Match, Stage};

impl MatchChange<'_> {
    /// Refuses an answer that costs more than the person has. Outside a season nothing is booked.
    pub(super) fn check_price(
        &self,
        by: Author,
        whose: Option<Party>,
        act: &str,
    ) -> Result<(), RefereeError<ActRefusal>> {
        let row = &self.table.row;
        let party = whose.or(by.own_party());
        let (Some(season), Some(who)) = (row.season, party.and_then(|party| self.who(party)))
        else {
            return Ok(());
        };
        let mut then = self.table.play.game.clone();
        // The act itself is refused then, with its own reason.
        if then.act(by, whose, act).is_err() {
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
        Err(RefereeError::Refused(ActRefusal::Rules { cast, refusal }))
    }

    /// Books what a round has cost everybody, as far as they have it. `entry` closed it.
    pub(super) fn book(&self, bill: &[(CastId, u32)], entry: i64) -> Result<(), StoreError> {
        let row = &self.table.row;
        let Some(season) = row.season else {
            return Ok(());
        };
        for (who, price) in bill {
            let Some(position) = row.position(*who) else {
                continue;
            };
            let amount = self.purse(season, *who)?.min(*price);
            if amount == 0 {
                continue;
            }
            let movement = Movement {
                from: Purse::Member(position),
                to: Purse::Nobody,
                amount,
                reason: BookedReason::Spent { number: row.number },
                by: None,
                cause: Some((row.id, entry)),
            };
            self.tx.move_garnets(season, &movement, self.now)?;
            let lines = vec![Line::Paid { amount }];
            self.post_to(*who, Post::News { lines })?;
        }
        Ok(())
    }

    /// Books again what the rounds have cost that count again after a rewind.
    pub(super) fn book_again(&self, journal: &[Entry]) -> Result<(), StoreError> {
        let row = &self.table.row;
        let game = &self.table.play.game;
        let is_void = game.outcome().is_some_and(|end| end.reason == Reason::VOID);
        if row.setup.has_seats() || is_void {
            return Ok(());
        }
        let mut bill = Match::open(self.table.play.setup.clone(), row.opened_at_ms)
            .map_or_else(|_| Vec::new(), |play| play.game.bill());
        let mut closes: Vec<(i64, Vec<(CastId, u32)>)> = Vec::new();
        past::each_entry(&self.table, journal, |entry, _, play| {
            let before = std::mem::replace(&mut bill, play.game.bill());
            if play.stage() != Stage::Preparing && !before.is_empty() {
                closes.push((entry.id, before));
            }
        })?;
        let booked = self.tx.lines_since(row.id, 0)?;
        for (entry, bill) in closes {
            let is_booked = |line: &LedgerLine| line.movement.cause == Some((row.id, entry));
            if !booked.iter().any(is_booked) {
                self.book(&bill, entry)?;
            }
        }
        Ok(())
    }

    /// Gives back what the rounds of a match have cost that is void now.
    pub(super) fn unbook(&self, season: SeasonId) -> Result<(), StoreError> {
        for line in self.tx.lines_since(self.table.row.id, 0)? {
            self.tx
                .undo_line(season, &line, None, BookedReason::CalledOff {}, self.now)?;
        }
        Ok(())
    }

    fn purse(&self, season: SeasonId, who: CastId) -> Result<u32, StoreError> {
        match self.table.row.position(who) {
            Some(position) => self.tx.purse(season, Purse::Member(position)),
            None => Ok(0),
        }
    }
}

fn price_for(bill: &[(CastId, u32)], who: CastId) -> u32 {
    let theirs = bill.iter().filter(|(other, _)| *other == who);
    theirs.map(|(_, price)| price).sum()
}

/// What somebody's answers in the open matches of a season cost, by their position; in all but one
/// if that is given.
pub(super) fn owed(
    tx: &Tx,
    season: SeasonId,
    position: u32,
    but: Option<MatchId>,
) -> Result<u32, StoreError> {
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
