//! What answers cost in garnets: they have to be there when somebody answers, and are booked when the
//! round closes.

use super::change::MatchChange;
use super::core::{RefereeError, fold};
use super::refusals::ActRefusal;
use crate::store::{BookedReason, Movement, Purse, SeasonId, StoreError, Tx};
use games::{Author, CastId, Party, Refusal};

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
        if then.act(by, whose, act).is_err() {
            return Ok(());
        }
        let price = of(&then.bill(), who);
        let held = self.purse(season, who)?;
        if price <= held {
            return Ok(());
        }
        let refusal = Refusal::TooDear { price, held };
        let cast = row.setup.cast.clone();
        Err(RefereeError::Refused(ActRefusal::Rules { cast, refusal }))
    }

    /// Books what a round that is closed now has cost everybody, as far as they have it.
    pub(super) fn book(&self, bill: &[(CastId, u32)]) -> Result<(), StoreError> {
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
                cause: self.cause(),
            };
            self.tx.move_garnets(season, &movement, self.now)?;
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

fn of(bill: &[(CastId, u32)], who: CastId) -> u32 {
    let theirs = bill.iter().filter(|(other, _)| *other == who);
    theirs.map(|(_, price)| price).sum()
}

/// What somebody's answers in the open matches of a season cost, by their position.
pub(super) fn owed(tx: &Tx, season: SeasonId, position: u32) -> Result<u32, StoreError> {
    let mut owed = 0;
    for id in tx.undecided_matches(season)? {
        let Some(row) = tx.match_row(id)?.filter(|row| !row.setup.has_seats()) else {
            continue;
        };
        let play = fold(&row, &tx.journal(id)?)?;
        let mut cast = row.setup.cast.ids();
        if let Some(who) = cast.find(|who| row.position(*who) == Some(position)) {
            owed += of(&play.game.bill(), who);
        }
    }
    Ok(owed)
}
