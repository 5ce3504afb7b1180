//! What somebody may have forgotten: everything by which Dealer knows their account. Matches and seasons keep the names of their casts.

use super::core::{Core, Fault};
use crate::store::{Forgotten, MatchId, StoreError};

/// Why somebody cannot be forgotten yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForgetRefusal {
    /// They take part in these open matches, or did until somebody came in their place, or will in what follows these practice rounds.
    InMatches(Vec<MatchId>),
}

impl Core {
    /// Why an account cannot be forgotten yet; None if it can.
    ///
    /// # Errors
    /// What the store says.
    pub fn why_not_forgotten(&mut self, account: u64) -> Result<Option<ForgetRefusal>, StoreError> {
        self.store.read(|tx| {
            let mut open = tx.open_matches_of(account)?;
            // Somebody may have been replaced in the round and be in the match that follows it.
            open.extend(tx.rounds_before(account)?);
            // Nor may they come back on the other side, with what they know: the letter that says so goes with them.
            open.extend(tx.open_matches_left(account)?);
            open.sort_unstable();
            open.dedup();
            Ok((!open.is_empty()).then_some(ForgetRefusal::InMatches(open)))
        })
    }

    /// Forgets an account: in every cast, match and panel, and what was written to it.
    ///
    /// # Errors
    /// Open matches in which somebody is needed, or what the store says.
    pub fn forget_account(&mut self, account: u64) -> Result<Forgotten, Fault<ForgetRefusal>> {
        if let Some(refusal) = self.why_not_forgotten(account)? {
            return Err(Fault::Refused(refusal));
        }
        let instead = crate::words::FORGOTTEN;
        let forgotten = self.store.write(|tx| tx.forget_account(account, instead))?;
        // A match that is over may be at hand for who looks at it.
        self.forget_all();
        Ok(forgotten)
    }
}
