//! Edits that bring sent posts up to date.

use std::sync::Arc;

use super::overtaking::BEHIND;
use super::{Addressed, DiscordRequest};
use crate::referee::post::{is_own, letter_of};
use crate::referee::{Core, Post};
use crate::store::{EDITS, OutboxRow, StoreError};
use games::Seat;

/// Writes into a prompt's row what its post shows now, so that it keeps that when it is closed.
pub(super) fn note_restated(
    core: &mut Core,
    asked: &Addressed,
    standing: &Addressed,
) -> Result<(), StoreError> {
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
) -> Result<Option<DiscordRequest>, StoreError> {
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
    match &post.letter.post {
        Post::Sealed if !behind.any(|letter| matches!(letter.post, Post::Sealed)) => {
            let is_card = |row: &OutboxRow| {
                letter_of(row).is_some_and(|letter| matches!(letter.post, Post::Card { .. }))
            };
            Ok(open
                .find(is_card)
                .map(|row| DiscordRequest::Refresh { row }))
        }
        Post::CheckedIn if !behind.any(|letter| matches!(letter.post, Post::CheckedIn)) => {
            let asks = |row: &OutboxRow| {
                letter_of(row).is_some_and(|letter| matches!(letter.post, Post::CheckIn { .. }))
            };
            Ok(open.find(asks).map(|row| DiscordRequest::Refresh { row }))
        }
        Post::Called if !behind.any(|letter| matches!(letter.post, Post::Called)) => {
            let calls = |other: &OutboxRow| {
                let letter = letter_of(other).filter(|_| other.queue == posts);
                letter.is_some_and(|letter| letter.post.about().calls_to_absent)
            };
            Ok(open.find(calls).map(|row| DiscordRequest::Refresh { row }))
        }
        Post::PollChanged if !behind.any(|letter| matches!(letter.post, Post::PollChanged)) => {
            let shows = |other: &OutboxRow| {
                let letter = letter_of(other).filter(|_| other.queue == posts);
                letter.is_some_and(|letter| letter.post.is_of_poll())
            };
            Ok(open.find(shows).map(|row| DiscordRequest::Refresh { row }))
        }
        Post::Chosen if !behind.any(|letter| matches!(letter.post, Post::Chosen)) => {
            let is_own = |other: &OutboxRow| other.queue == posts && is_own(other);
            Ok(open.find(is_own).map(|row| DiscordRequest::Refresh { row }))
        }
        Post::Standing {
            prompt, waiting, ..
        } if !behind.any(|letter| {
            letter.post.supersedes() || matches!(letter.post, Post::Standing { .. })
        }) =>
        {
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
        _ => Ok(None),
    }
}
