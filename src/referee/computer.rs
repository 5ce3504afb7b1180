//! Playing for an account that nobody sits behind: legal actions at random, by the referee's dice, or with a little sense.

use super::act::Act;
use super::core::{Core, Fault};
use crate::games::Party;
use crate::matches::Stage;
use crate::store::{MatchId, StoreError};

/// One action in so many is left to chance.
const FOLLY: usize = 25;

impl Core {
    /// Does what a match waits for from this account: one action, or Ready. What it may not do now it leaves.
    ///
    /// # Errors
    /// What the store says.
    pub fn play_for(&mut self, id: MatchId, account: u64, now: u64) -> Result<(), StoreError> {
        let Some(table) = self.table(id)?.cloned() else {
            return Ok(());
        };
        let play = &table.play;
        let Some(party @ Party::Seat(seat)) = table.party(account) else {
            return Ok(());
        };
        if play.stage() == Stage::Over {
            return Ok(());
        }
        if play.paused.is_some() {
            // Whoever practises with it goes on when they like.
            return match play.wishes[seat.other()] {
                true => store_only(self.wish_resume(id, account, now)),
                false => Ok(()),
            };
        }
        if play.wishes[seat.other()] && !play.wishes[seat] {
            // And pauses when they like; where there can be no pause any more it plays on.
            match self.wish_pause(id, account, now) {
                Err(Fault::Refused(_)) => {}
                done => return store_only(done),
            }
        }
        if play.may_start() && !play.ready[seat] {
            return store_only(self.ready(id, account, now));
        }
        let prompts = play.game.prompts();
        let asks = |prompt: &&crate::games::Prompt| {
            prompt.who == party && !prompt.answered && (!prompt.live || play.is_shown())
        };
        if !prompts.iter().any(|prompt| asks(&prompt)) {
            return Ok(());
        }
        // Now and then at random where there is sense, so that it never stands in its own way for ever.
        let sensible = play.game.advise(party);
        let sensible = sensible.filter(|_| !self.dice.one_in(FOLLY));
        let Some(text) = sensible.or_else(|| play.game.sample(party, &mut self.dice)) else {
            return Ok(());
        };
        let act = Act {
            match_id: id,
            account,
            for_party: None,
            is_host: false,
            prompt: None,
            text,
            interaction: None,
            made_at_ms: now,
        };
        store_only(self.act(&act, now))
    }
}

/// A refusal only means that something else came first.
fn store_only<T, R>(done: Result<T, Fault<R>>) -> Result<(), StoreError> {
    match done {
        Err(Fault::Store(error)) => Err(error),
        Ok(_) | Err(Fault::Refused(_)) => Ok(()),
    }
}
