//! Turns a letter of the outbox into a message: words, picture and controls.

mod closed;
mod end_card;
mod own;
mod post;
mod prompt;
mod rendered;
mod season;
mod start;

pub use closed::closed;
pub use own::updated_own;
pub use prompt::{PromptPost, restate};
pub use rendered::RenderedPost;
pub use start::{updated_card, updated_check_in};

use crate::discord::{Data, Result};
use crate::referee::{AuditEntry, Letter, Post, Recipient};
use crate::store::{AccountId, OutboxRow};
use crate::words;
use games::WallMs;
use post::Writing;
use season::answers;

/// Writes and draws a letter. None if it is no message of its own, but an edit. `alone`: only its
/// reader sees it, so it may say what they chose. `at_ms`: the moment from which its words count
/// time.
pub async fn write(
    data: &Data,
    row: &OutboxRow,
    letter: &Letter,
    alone: bool,
    at_ms: WallMs,
) -> Result<Option<RenderedPost>> {
    let id = row.match_id;
    if let Post::Audit { by, said, reason } = &letter.post {
        return audit(data, row, *by, said, reason).await.map(Some);
    }
    if let Some(mut said) = words::season::letter(&letter.post) {
        if letter.post.tells_elimination()
            && let Recipient::Member {
                account, season, ..
            } = letter.to
        {
            let still = data.stored(move |tx| tx.channels_still_played_in(season, account));
            let still = still.await?.into_iter().map(words::season::still_in);
            said.extend(still);
        }
        let mut ready = RenderedPost::new(row, said).call_reader(letter.to);
        ready.rows = answers(&letter.post);
        return Ok(Some(ready));
    }
    let snapshot = data.snapshot(id, letter.to.viewer()).await?;
    let Some(snapshot) = snapshot else {
        return Ok(None);
    };
    let ready = Writing::of(data, row, &snapshot, alone)
        .write(letter, at_ms)
        .await?;
    Ok(ready.map(|ready| ready.call_reader(letter.to)))
}

/// A line of the audit log, with the match's channel if it is about a match.
async fn audit(
    data: &Data,
    row: &OutboxRow,
    by: AccountId,
    entry: &AuditEntry,
    reason: &str,
) -> Result<RenderedPost> {
    let id = row.match_id;
    let of = data.stored(move |tx| tx.match_row(id)).await?;
    let setup = of.as_ref().map(|of| (of.setup.game, &*of.setup.cast));
    let said = words::audit::audit_entry(entry, setup);
    let line = words::audit::audit_line(by, false, &said, reason);
    let content = match of {
        Some(of) => format!("{line}\n<#{}>", of.channel),
        None => line,
    };
    Ok(RenderedPost::new(row, content))
}
