//! A result that waits until a host releases it, where the season has it so: until then nobody sees more than during the match.

use super::conduct::{ConductRefusal, Done, refused};
use super::core::{Change, Core};
use super::post::{Letter, Line, Post, To};
use crate::games::Party;
use crate::store::{MatchId, StoreError};

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
        let channel = To::Channel(table.row.channel).queue();
        self.store.write(|tx| {
            let Some((entry, body)) = tx.held_result(id)? else {
                return refused(ConductRefusal::NothingHeld);
            };
            tx.drop_held_result(id)?;
            tx.add_post(id, entry, channel, &body, now)?;
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
    pub fn post_result(&self, mut result: Post) -> Result<(), StoreError> {
        let season = self.table.row.season;
        let season = season.map(|season| self.tx.season(season)).transpose()?;
        let waits = season.flatten();
        if !waits.is_some_and(|season| season.settings.hold_results) {
            return self.post_public(result);
        }
        let to = To::Channel(self.table.row.channel);
        // What was to be said before a tie was settled is said with it.
        if let Some((_, body)) = self.tx.held_result(self.table.row.id)? {
            let before: Letter = serde_json::from_str(&body)?;
            if let (Post::Result { lines: said, .. }, Post::Result { lines, .. }) =
                (before.post, &mut result)
            {
                lines.splice(0..0, said);
            }
        }
        let body = serde_json::to_string(&Letter { to, post: result })?;
        self.tx
            .hold_result(self.table.row.id, self.last_entry, &body)?;
        self.post_public(Post::Held)?;
        self.post_host(vec![Line::Held])
    }
}
