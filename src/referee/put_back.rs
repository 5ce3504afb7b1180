//! A copy of the database was put back while matches were open: at the first start after it everybody is told once, and everything that is asked is posted
//! anew. What stands in Discord may be of what does not count any more.

use super::change::Change;
use super::core::Core;
use super::post::{Line, Post, is_own, letter_of};
use crate::games::CastId;
use crate::matches::Stage;
use crate::store::StoreError;

impl Core {
    /// Whether a message was posted by a Dealer whose database was put back as it was before: what it offers is offered no more. `made_at_ms` is when it
    /// was created, in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// What the store says.
    pub fn is_lost(&mut self, message: u64, made_at_ms: u64) -> Result<bool, StoreError> {
        self.store
            .read(|tx| Ok(tx.is_lost(made_at_ms)? && tx.post_of_message(message)?.is_none()))
    }

    /// Tells the people of each open match that it was put back, if that has not been done; both are one transaction.
    pub(super) fn tell_put_back(&mut self, now: u64) -> Result<(), StoreError> {
        for (id, copy_ms) in self.store.read(|tx| tx.put_back())? {
            match self.change(id, now, |change| change.tell_put_back(copy_ms)) {
                Ok(()) => {}
                Err(error @ (StoreError::Sqlite(_) | StoreError::GroupLost)) => return Err(error),
                // One match that cannot be read must not hold up the others.
                Err(error) => {
                    tracing::error!("match {id}: nobody can be told that it was put back: {error}")
                }
            }
        }
        Ok(())
    }
}

impl Change<'_> {
    fn tell_put_back(&mut self, copy_ms: u64) -> Result<(), StoreError> {
        let id = self.table.row.id;
        self.tx.drop_put_back(id)?;
        if self.table.play.stage() == Stage::Over {
            return Ok(());
        }
        let missing = self.not_in();
        for row in self.tx.open_posts(id)? {
            let is_missing = |who: &CastId| {
                let person = self.table.person(*who);
                person.is_some_and(|person| person.account == row.queue)
            };
            let is_asked_anew = match letter_of(&row).map(|letter| letter.post) {
                Some(Post::Prompt { .. } | Post::Card { .. }) => true,
                _ => is_own(&row) && missing.iter().any(is_missing),
            };
            if is_asked_anew {
                self.tx.set_post_stale(row.id)?;
            }
        }
        let lines = vec![Line::PutBack { copy_ms }];
        self.repost(lines.clone())?;
        // What they chose after the copy was made may stand in theirs, and they may have read that it counts.
        let mut chosen = self.choosing();
        for who in &chosen {
            let lines = lines.clone();
            self.post_to(*who, Post::News { lines })?;
        }
        self.remind()?;
        if !self.table.play.started {
            self.post_ready()?;
        }
        chosen.retain(|who| !missing.contains(who));
        self.post_chosen(&chosen)?;
        self.post_host(lines)
    }
}
