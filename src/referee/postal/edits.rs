//! Posts that stand already and are to say what is so by now.

use std::sync::Arc;

use super::overtaking::BEHIND;
use super::{Addressed, Errand};
use crate::referee::post::{is_own, letter_of};
use crate::referee::{Core, Post};
use crate::store::{EDITS, OutboxRow, StoreError};

/// What brings an earlier post up to date; None when that has been overtaken, or there is no such post.
pub(super) fn restatement(
    core: &mut Core,
    post: &Arc<Addressed>,
) -> Result<Option<Errand>, StoreError> {
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
    // The newest: an older one was deleted.
    let mut open = open.into_iter().rev().filter(|row| row.sent.is_some());
    match &post.letter.post {
        Post::Sealed if !behind.any(|letter| matches!(letter.post, Post::Sealed)) => {
            let is_card = |row: &OutboxRow| {
                letter_of(row).is_some_and(|letter| matches!(letter.post, Post::Card { .. }))
            };
            Ok(open.find(is_card).map(|row| Errand::Refresh { row }))
        }
        Post::CheckedIn if !behind.any(|letter| matches!(letter.post, Post::CheckedIn)) => {
            let asks = |row: &OutboxRow| {
                letter_of(row).is_some_and(|letter| matches!(letter.post, Post::CheckIn { .. }))
            };
            Ok(open.find(asks).map(|row| Errand::Refresh { row }))
        }
        Post::Called if !behind.any(|letter| matches!(letter.post, Post::Called)) => {
            let calls = |other: &OutboxRow| {
                let letter = letter_of(other).filter(|_| other.queue == posts);
                letter.is_some_and(|letter| letter.post.calls_to_absent())
            };
            Ok(open.find(calls).map(|row| Errand::Refresh { row }))
        }
        Post::Chosen if !behind.any(|letter| matches!(letter.post, Post::Chosen)) => {
            let is_own = |other: &OutboxRow| other.queue == posts && is_own(other);
            Ok(open.find(is_own).map(|row| Errand::Refresh { row }))
        }
        Post::Standing { prompt, .. }
            if !behind.any(|letter| {
                letter.post.supersedes() || matches!(letter.post, Post::Standing { .. })
            }) =>
        {
            let asked = open.find_map(|row| {
                let letter = letter_of(&row)?;
                let is_it =
                    matches!(letter.post, Post::Prompt { prompt: asked, .. } if asked == *prompt);
                is_it.then(|| Arc::new(Addressed { row, letter }))
            });
            Ok(asked.map(|asked| Errand::Restate {
                asked,
                letter: post.clone(),
            }))
        }
        _ => Ok(None),
    }
}
