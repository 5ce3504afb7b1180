//! Hands a match to another host. All hosts may rule on it as before, but one of them gets what is
//! told to "the match's host".

use std::sync::Arc;

use games::WallMs;

use super::audit::AuditEntry;
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, refused};
use super::line::Line;
use super::post::{Letter, Post, Recipient, letter_of};
use super::refusals::ConductRefusal;
use crate::store::{AccountId, MatchId, OutboxRow, PostState, Result};

impl Core {
    /// Makes another account the match's host. Questions that the old host has not answered go to
    /// the new one. The caller has to check that the account may host in that server.
    ///
    /// # Errors
    /// The new host hosts the match already, one of the two hosts plays in it, or it is over.
    pub fn hand_over(
        &mut self,
        id: MatchId,
        by: AccountId,
        to: AccountId,
        now: WallMs,
    ) -> ConductResult<()> {
        self.as_host(id, by, now, |change| {
            let was = change.table.row.host;
            if to == was {
                return refused(ConductRefusal::HostsAlready { host: to });
            }
            if change.table.is_player(to) {
                return refused(ConductRefusal::PlaysHere { account: to });
            }
            change.tx.set_match_host(id, to)?;
            Arc::make_mut(&mut change.table.row).host = to;
            let tell = |to, line| change.post(to, Post::News { lines: vec![line] });
            if to != by {
                tell(Recipient::Host(to), Line::HandedToYou { by })?;
            }
            change.ask_instead(was, to)?;
            let host = Line::HostIs { host: to };
            if was != by {
                tell(Recipient::Host(was), host.clone())?;
            }
            tell(Recipient::Channel(change.table.row.channel), host)?;
            let entry = if to == by {
                AuditEntry::TookOver
            } else {
                AuditEntry::HandedOver { to }
            };
            Ok(change.audit(by, entry)?)
        })
    }
}

impl MatchChange<'_> {
    /// Sends unsent and unanswered posts for one host to another.
    fn ask_instead(&self, was: AccountId, to: AccountId) -> Result<()> {
        let id = self.table.row.id;
        // A post that is being sent still reaches the old host, so the new one gets a copy.
        let copy = |row: &OutboxRow| -> Result<bool> {
            let letter = letter_of(row).filter(|letter| letter.to == Recipient::Host(was));
            let Some(Letter { post, .. }) = letter else {
                return Ok(false);
            };
            let (queue, to) = (to.0, Recipient::Host(to));
            let body = serde_json::to_string(&Letter { to, post })?;
            self.tx.add_copy(row.id, queue, &body, self.now)?;
            self.tx.set_post_stale(row.id)?;
            Ok(true)
        };
        for row in self.tx.open_posts(id)? {
            copy(&row)?;
        }
        for row in self.tx.pending_posts_to(id, was.0)? {
            if copy(&row)? {
                self.tx.set_post_state(row.id, PostState::Void)?;
            }
        }
        Ok(())
    }
}
