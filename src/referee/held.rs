//! A result that waits until a host releases it, where the season has it so: until then nobody sees more than during the match.

use super::change::Change;
use super::conduct::{ConductRefusal, Done, refused};
use super::core::Core;
use super::post::{Letter, Line, Post, To};
use crate::games::Party;
use crate::store::{AuditLine, MatchId, StoreError};

impl Core {
    /// A host has the result posted that waits.
    ///
    /// # Errors
    /// A match without one, or in which the host sits.
    pub fn release(&mut self, id: MatchId, host: u64, now: u64) -> Done<()> {
        let Some(table) = self.table(id)? else {
            return refused(ConductRefusal::NoSuchMatch);
        };
        if matches!(table.party(host), Some(Party::Seat(_))) {
            return refused(ConductRefusal::HostInSeat);
        }
        let row = table.row.clone();
        self.store.write(|tx| {
            let Some((entry, body)) = tx.held_result(id)? else {
                return refused(ConductRefusal::NothingHeld);
            };
            tx.drop_held_result(id)?;
            let letters: Vec<Letter> = serde_json::from_str(&body).map_err(StoreError::from)?;
            for letter in letters {
                let body = serde_json::to_string(&letter).map_err(StoreError::from)?;
                tx.add_post(id, entry, letter.to.queue(), &body, now)?;
            }
            let line = AuditLine {
                guild: row.guild,
                season: row.season,
                match_id: Some(id),
                by: host,
                deed: "release".to_owned(),
                said: crate::words::did_release(),
                reason: String::new(),
                at_ms: now,
            };
            super::audit::write(tx, &row, line)?;
            Ok(())
        })
    }

    /// Whether a match's result waits.
    ///
    /// # Errors
    /// What the store says.
    pub fn is_held(&mut self, id: MatchId) -> Result<bool, StoreError> {
        Ok(self.store.read(|tx| tx.held_result(id))?.is_some())
    }
}

impl Change<'_> {
    /// Posts the result, or that it waits for a host.
    pub fn post_result(&self, result: Post) -> Result<(), StoreError> {
        if !self.holds()? {
            return self.post_public(result);
        }
        self.hold(To::Channel(self.table.row.channel), result)?;
        self.post_public(Post::Held)?;
        self.post_host(vec![Line::Held])
    }

    /// Posts elsewhere what tells of the result, with which it waits.
    pub fn post_with_result(&self, to: To, post: Post) -> Result<(), StoreError> {
        match self.holds()? {
            true => self.hold(to, post),
            false => self.post(to, post),
        }
    }

    fn holds(&self) -> Result<bool, StoreError> {
        // One that waits is not overtaken by what comes after it.
        let waits = self.tx.held_result(self.table.row.id)?.is_some();
        Ok(waits || super::audit::settings(self.tx, &self.table.row)?.hold_results)
    }

    fn hold(&self, to: To, post: Post) -> Result<(), StoreError> {
        let id = self.table.row.id;
        let mut letters: Vec<Letter> = match self.tx.held_result(id)? {
            Some((_, body)) => serde_json::from_str(&body)?,
            None => Vec::new(),
        };
        letters.push(Letter { to, post });
        let body = serde_json::to_string(&letters)?;
        self.tx.hold_result(id, self.last_entry, &body)
    }
}
