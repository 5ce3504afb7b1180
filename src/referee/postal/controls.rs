//! The controls of a match's earlier posts, which are switched off, and posts that are marked as taken back, or no longer. After a copy of the database
//! was put back, and whenever nothing was heard of what is deleted for a while, also those of current ones: what has lost them since, or is gone, is posted
//! anew, and nothing else.

use super::codes::{UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use super::{Errand, Lane, Outcome, Postal, RETRY_MS};
use crate::referee::Core;
use crate::referee::post::{is_own, letter_of};
use crate::store::{MatchId, OutboxRow, PostEdit, StoreError};

/// How often old controls are tried to be switched off.
const SWITCH_TRIES: u32 = 12;

impl Postal {
    /// What is to be switched off or marked next; None when nothing is.
    pub(super) fn next_control(
        &mut self,
        core: &mut Core,
        id: MatchId,
    ) -> Result<Option<Errand>, StoreError> {
        let first = |core: &mut Core, edit| {
            let mut rows = core.store().read(|tx| tx.posts_to_edit(id, edit))?;
            if edit == PostEdit::Check {
                rows.retain(|row| !core.unread.contains(&row.id));
            }
            Ok::<_, StoreError>(rows.into_iter().find_map(|row| errand_of(row, edit)))
        };
        let mut errand = None;
        let edits = [
            PostEdit::Mark,
            PostEdit::Unmark,
            PostEdit::Close,
            PostEdit::Check,
        ];
        for edit in edits {
            if errand.is_none() {
                errand = first(core, edit)?;
            }
        }
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
        (now, tick): (u64, u64),
    ) -> Result<(), StoreError> {
        let (sent, edit) = match errand {
            Errand::SwitchOff { sent } => (Some(*sent), PostEdit::Close),
            Errand::Settle { row } => (row.sent, PostEdit::Close),
            Errand::Mark { sent } => (Some(*sent), PostEdit::Mark),
            Errand::Unmark { sent } => (Some(*sent), PostEdit::Unmark),
            Errand::Check { row } => (row.sent, PostEdit::Check),
            _ => return Ok(()),
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
        let refused = match outcome {
            Outcome::Refused { code, .. } => Some(code),
            _ => None,
        };
        let is_gone = refused == Some(UNKNOWN_MESSAGE);
        let message = sent.message;
        match errand {
            Errand::Check { row }
                // Something else may have taken its place while it was looked at.
                if (is_gone || matches!(outcome, Outcome::Nothing))
                    && core.is_open(row)?
                    && !core.is_settled(row)? =>
            {
                core.post_anew(row, now)?;
            }
            Errand::Check { .. } if refused == Some(UNKNOWN_CHANNEL) => {
                core.thread_gone(sent.channel, now)?;
                core.channel_gone(sent.channel, now)?;
            }
            // Nobody knows whether it has them: it is looked at again after the next start or connection.
            Errand::Check { row }
                if !is_gone && !matches!(outcome, Outcome::Done | Outcome::Nothing) =>
            {
                core.unread.insert(row.id);
                return Ok(());
            }
            // An end that counts again is told by the post that told it: somebody has deleted it while it was marked.
            Errand::Unmark { .. } if is_gone => {
                let row = core.store().read(|tx| tx.post_of_message(message))?;
                let tells =
                    |row: &OutboxRow| letter_of(row).is_some_and(|letter| letter.post.is_of_end());
                if let Some(row) = row.filter(tells) {
                    core.post_anew(&row, now)?;
                }
            }
            _ => {}
        }
        // Those that people can still press are answered by the way to the current ones.
        core.store().write(|tx| tx.set_post_edited(message, edit))
    }
}

/// How a post is edited; None for one that does not stand.
fn errand_of(row: OutboxRow, edit: PostEdit) -> Option<Errand> {
    let sent = row.sent?;
    match edit {
        PostEdit::Close => {}
        PostEdit::Mark => return Some(Errand::Mark { sent }),
        PostEdit::Unmark => return Some(Errand::Unmark { sent }),
        PostEdit::Check => return Some(Errand::Check { row }),
    }
    Some(match is_own(&row) {
        true => Errand::Settle { row },
        false => Errand::SwitchOff { sent },
    })
}
