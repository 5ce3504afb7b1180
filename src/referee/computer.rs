//! The computer's moves: legal actions at random, by the referee's dice, or with a little sense.

use super::ActRefusal;
use super::core::{Core, RefereeError};
use super::table::Table;
use crate::store::{AccountId, MatchId, StoreError};
use games::{Author, CastId, Party, Prompt};
use matches::Stage;

/// The name under which it plays. Nobody else in a season may be called that.
pub const COMPUTER: &str = "Computer";

/// One sensible action in so many is random instead.
const FOLLY: usize = 25;

impl Core {
    /// Does one thing that a match waits for from this account: an action, or Ready. Does nothing
    /// if it may do nothing now.
    ///
    /// # Errors
    /// What the store says.
    pub fn play_for(
        &mut self,
        id: MatchId,
        account: AccountId,
        now: u64,
    ) -> Result<(), StoreError> {
        match self.readable(id)?.and_then(|table| table.party(account)) {
            Some(party) => self.play_as(id, party, now),
            None => Ok(()),
        }
    }

    /// As [`Core::play_for`], in a rehearsal: one action for everybody without an account.
    ///
    /// # Errors
    /// What the store says.
    pub fn rehearse(&mut self, id: MatchId, now: u64) -> Result<(), StoreError> {
        let table = self.readable(id)?;
        let table = table.filter(|table| table.row.setup.rehearsal);
        for party in table.as_deref().map(unattended).unwrap_or_default() {
            self.play_as(id, party, now)?;
        }
        Ok(())
    }

    fn play_as(&mut self, id: MatchId, party: Party, now: u64) -> Result<(), StoreError> {
        let Some(table) = self.table(id)? else {
            return Ok(());
        };
        let play = &table.play;
        if play.stage() == Stage::Over {
            return Ok(());
        }
        let author = match party {
            Party::Seat(seat) => Author::Seat(seat),
            Party::Cast(who) => Author::Cast(who),
            Party::Host | Party::Dealer => return Ok(()),
        };
        if let Party::Seat(seat) = party {
            if play.paused.is_some() && play.wishes[seat.other()] {
                // The computer agrees at once when its opponent wants to resume.
                let resumed = self.conduct(id, now, |change| change.wish_resume(seat));
                return store_only(resumed);
            }
            if play.paused.is_none() && play.wishes[seat.other()] && !play.wishes[seat] {
                // It also agrees to a pause. If no pause is left, it plays on.
                match self.conduct(id, now, |change| change.wish_pause(seat)) {
                    Err(RefereeError::Refused(_)) => {}
                    done => return store_only(done),
                }
            }
            if play.paused.is_none() && play.may_start() && !play.ready[seat] {
                let ready = self.conduct(id, now, |change| change.mark_ready(seat));
                return store_only(ready);
            }
        }
        if play.paused.is_some() || !play.game.prompts().iter().any(asks(&table, party)) {
            return Ok(());
        }
        // Now and then it moves at random all the same, so that it never gets stuck for ever.
        let sensible = play.game.advise(party);
        let sensible = sensible.filter(|_| !self.dice.one_in(FOLLY));
        let Some(text) = sensible.or_else(|| play.game.sample(party, &mut self.dice)) else {
            return Ok(());
        };
        let acted: Result<_, RefereeError<ActRefusal>> = self.change(id, now, |change| {
            change.act_all(author, None, party, &text, now)
        });
        store_only(acted)
    }
}

/// The two players and everybody whom the match waits for, without those who have an account.
fn unattended(table: &Table) -> Vec<Party> {
    let cast = &table.row.setup.cast;
    let prompts = table.play.game.prompts();
    let party = |who: CastId| match cast.seat_of(who) {
        Some(seat) => Some(Party::Seat(seat)),
        None => Some(Party::Cast(who)).filter(|party| prompts.iter().any(asks(table, *party))),
    };
    let free = cast.ids().filter(|who| table.person(*who).is_none());
    free.filter_map(party).collect()
}

/// Whether a prompt waits for somebody now.
fn asks(table: &Table, party: Party) -> impl Fn(&Prompt) -> bool {
    let is_shown = table.play.is_shown();
    move |prompt| prompt.who == party && !prompt.answered && (!prompt.live || is_shown)
}

/// A refusal is fine: it only means that something else came first.
fn store_only<T, R>(done: Result<T, RefereeError<R>>) -> Result<(), StoreError> {
    match done {
        Err(RefereeError::Store(error)) => Err(error),
        Ok(_) | Err(RefereeError::Refused(_)) => Ok(()),
    }
}
