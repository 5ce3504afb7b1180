//! Forgetting people: everything by which Dealer knows their account. Matches and seasons keep the
//! names of their casts.

use std::collections::BTreeMap;

use super::core::{Core, RefereeError, refused};
use crate::store::{AccountId, ForgottenCounts, MatchName, Result, StoreError};
use games::Party;

/// Why somebody cannot be forgotten yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForgetRefusal {
    /// They have a part in these open matches.
    InMatches(Vec<(MatchName, PartInMatch)>),
}

/// Somebody's part in an open match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartInMatch {
    /// They are one of the two players.
    Plays,
    /// They are in its cast.
    InCast,
    /// They were in it until somebody replaced them.
    Left,
    /// It is a practice round, and they are in the cast of the match after it.
    InWhatFollows,
}

impl Core {
    /// Why an account cannot be forgotten yet; None if it can.
    pub fn why_not_forgotten(&self, account: AccountId) -> Result<Option<ForgetRefusal>> {
        let (own, left, rounds) = self.store.read(|tx| {
            // Only a letter to the replaced account says that it was replaced. If that were
            // forgotten, the account could come back for the other side with what it knows.
            let left = tx.open_matches_left(account)?;
            // Somebody who was replaced in the round may still be in the match that follows it.
            let rounds = tx.rounds_before(account)?;
            Ok::<_, StoreError>((tx.open_matches_of(account)?, left, rounds))
        })?;
        let mut parts = BTreeMap::new();
        for id in own {
            // A match that cannot be read counts too.
            let party = self.readable(id)?.and_then(|table| table.party(account));
            let plays = matches!(party, Some(Party::Seat(_)));
            parts.insert(
                id,
                if plays {
                    PartInMatch::Plays
                } else {
                    PartInMatch::InCast
                },
            );
        }
        for id in left {
            parts.entry(id).or_insert(PartInMatch::Left);
        }
        for id in rounds {
            parts.entry(id).or_insert(PartInMatch::InWhatFollows);
        }
        let named = parts.into_iter().map(|(id, part)| {
            let name = self.store.read(|tx| tx.match_name(id))?;
            Ok((name.ok_or(StoreError::NoMatch(id))?, part))
        });
        let named = named.collect::<Result<Vec<_>>>()?;
        Ok((!named.is_empty()).then_some(ForgetRefusal::InMatches(named)))
    }

    /// Forgets an account: in every cast, match and panel, and what was written to it.
    ///
    /// # Errors
    /// Open matches in which somebody is needed, or what the store says.
    pub fn forget_account(
        &mut self,
        account: AccountId,
    ) -> Result<ForgottenCounts, RefereeError<ForgetRefusal>> {
        if let Some(refusal) = self.why_not_forgotten(account)? {
            return refused(refusal);
        }
        let forgotten = self.store.write(|tx| tx.forget_account(account))?;
        // Finished matches may be in memory, with the account.
        self.forget_all();
        Ok(forgotten)
    }
}
