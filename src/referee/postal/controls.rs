//! The controls of a match's earlier posts, which are switched off, and posts that are marked as taken back.

use super::{Errand, Lane, Outcome, Postal, RETRY_MS};
use crate::referee::post::letter_of;
use crate::referee::{Core, Post};
use crate::store::{MatchId, OutboxRow, StoreError};

/// How often old controls are tried to be switched off.
const SWITCH_TRIES: u32 = 12;

impl Postal {
    /// What is to be switched off or marked next; None when nothing is.
    pub(super) fn next_control(
        &mut self,
        core: &mut Core,
        id: MatchId,
    ) -> Result<Option<Errand>, StoreError> {
        let (stale, taken_back) = core
            .store()
            .read(|tx| Ok::<_, StoreError>((tx.stale_posts(id)?, tx.posts_to_mark(id)?)))?;
        let mark = taken_back.into_iter().find_map(|row| row.sent);
        let mark = mark.map(|sent| Errand::Mark { sent });
        let errand = mark.or_else(|| stale.into_iter().find_map(switch_off));
        if errand.is_none() {
            self.lanes.remove(&Lane::Controls(id));
        }
        Ok(errand)
    }

    /// Takes what came of switching off or marking a post.
    pub(super) fn switched_off(
        &mut self,
        core: &mut Core,
        id: MatchId,
        errand: &Errand,
        outcome: Outcome,
        tick: u64,
    ) -> Result<(), StoreError> {
        let sent = match errand {
            Errand::SwitchOff { sent } | Errand::Mark { sent } => Some(*sent),
            Errand::Settle { row } => row.sent,
            _ => None,
        };
        let Some(sent) = sent else {
            return Ok(());
        };
        let undone = match outcome {
            Outcome::NoAnswer => true,
            Outcome::Refused { status, .. } => status >= 500,
            _ => false,
        };
        if let Some(progress) = self.lanes.get_mut(&Lane::Controls(id)) {
            progress.tries += 1;
            if undone && progress.tries < SWITCH_TRIES {
                progress.not_before = tick + (RETRY_MS << progress.tries.min(6));
                return Ok(());
            }
            progress.tries = 0;
        }
        // Those that people can still press are answered by the way to the current ones.
        let message = sent.message;
        core.store().write(|tx| tx.set_post_closed(message))
    }
}

/// How the controls of a post are taken away; None for one that does not stand.
fn switch_off(row: OutboxRow) -> Option<Errand> {
    let sent = row.sent?;
    let post = letter_of(&row).map(|letter| letter.post);
    // Who acts for another has been told more than what to choose.
    let settles = post.is_some_and(|post| post.is_own() && post != Post::Seated);
    Some(match settles {
        true => Errand::Settle { row },
        false => Errand::SwitchOff { sent },
    })
}
