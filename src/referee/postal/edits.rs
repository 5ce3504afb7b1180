//! Edits that bring sent posts up to date.

use std::sync::Arc;

use super::overtaking::BEHIND;
use super::{Addressed, DiscordRequest};
use crate::referee::post::letter_of;
use crate::referee::{Core, Letter, Post};
use crate::store::{EDITS, OutboxRow, Result, StoreError};
use games::Seat;

/// Writes into a prompt's row what its post shows now, so that it keeps that when it is closed.
pub(super) fn note_restated(
    core: &mut Core,
    asked: &Addressed,
    standing: &Addressed,
) -> Result<()> {
    let Post::Standing { view: shown, .. } = &standing.letter.post else {
        return Ok(());
    };
    core.store_mut().write(|tx| {
        // Other parts of the row may have changed meanwhile.
        let row = tx.post(asked.row.id)?;
        let Some(mut letter) = row.as_ref().and_then(letter_of) else {
            return Ok(());
        };
        match &mut letter.post {
            Post::Prompt { view, .. } if view != shown => view.clone_from(shown),
            _ => return Ok(()),
        }
        tx.set_post_body(asked.row.id, &serde_json::to_string(&letter)?)
    })
}

/// The request that brings an earlier post up to date; None if a newer edit replaces it, or if
/// there is no such post.
pub(super) fn restatement(
    core: &mut Core,
    post: &Arc<Addressed>,
) -> Result<Option<DiscordRequest>> {
    let (row, id) = (&post.row, post.row.match_id);
    let posts = row.queue & !EDITS;
    let (behind, open) = core.store().read(|tx| {
        let mut behind = tx.posts_behind(row.queue, row.id, BEHIND)?;
        behind.extend(tx.posts_behind(posts, row.id, BEHIND)?);
        Ok::<_, StoreError>((behind, tx.open_posts(id)?))
    })?;
    let mut behind = behind
        .iter()
        .filter(|row| row.match_id == id)
        .filter_map(letter_of);
    // Only the newest: older ones were deleted.
    let mut open = open.into_iter().rev().filter(|row| row.sent.is_some());
    let kind = std::mem::discriminant(&post.letter.post);
    let is_newer = |letter: Letter| std::mem::discriminant(&letter.post) == kind;
    match &post.letter.post {
        Post::Standing {
            prompt, waiting, ..
        } if !behind.any(|letter| letter.post.supersedes() || is_newer(letter)) => {
            // A later post may count somebody's time down instead.
            let mut called = Vec::new();
            let asked = open.find_map(|row| {
                let letter = letter_of(&row)?;
                let counts = |seat: &&Seat| letter.counts_down(**seat);
                called.extend(waiting.iter().filter(counts));
                let is_it =
                    matches!(letter.post, Post::Prompt { prompt: asked, .. } if asked == *prompt);
                is_it.then(|| Arc::new(Addressed { row, letter }))
            });
            Ok(asked.map(|asked| DiscordRequest::Restate {
                asked,
                letter: post.clone(),
                called,
            }))
        }
        edit if edit.is_edit() && !behind.any(is_newer) => {
            let row = open.find(|row| shows(edit, row, row.queue == posts));
            Ok(row.map(|row| DiscordRequest::Refresh { row }))
        }
        _ => Ok(None),
    }
}

/// Whether an earlier post shows what this edit brings up to date. `to_same`: whether both are for
/// the same reader.
fn shows(edit: &Post, row: &OutboxRow, to_same: bool) -> bool {
    let Some(letter) = letter_of(row) else {
        return false;
    };
    match edit {
        Post::Sealed => matches!(letter.post, Post::Card { .. }),
        Post::CheckedIn => matches!(letter.post, Post::CheckIn { .. }),
        Post::Called => to_same && letter.post.about().calls_to_absent,
        Post::PollChanged => to_same && letter.post.is_of_poll(),
        Post::Chosen => to_same && letter.post.is_own(),
        _ => false,
    }
}
