//! What is done about a post when Discord fails, or will not have it: it is tried again, waits, goes another way, or is given up, and where that matters
//! the host is told.

use super::ways::{Way, is_closed};
use super::{Addressed, Errand, Lane, Postal, RETRY_MS, set_state};
use crate::referee::{Core, Fault, Letter, Line, Post, To};
use crate::store::{MatchId, OutboxRow, PostState, StoreError};

/// How long a post waits for a permission to be given back.
const PERMISSION_MS: u64 = 10_000;
/// How often an edit is tried: what it says is in later posts and in everybody's own panel too.
const EDIT_TRIES: u32 = 4;
/// Discord documentation, "JSON Error Codes".
const UNKNOWN_CHANNEL: i64 = 10003;
const THREAD_ARCHIVED: i64 = 50083;

impl Postal {
    /// After a request of which nobody knows whether it was done.
    pub(super) fn try_again(
        &mut self,
        core: &mut Core,
        lane: Lane,
        errand: &Errand,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        progress.not_before = progress
            .not_before
            .max(tick + (RETRY_MS << progress.tries.min(6)));
        progress.tries += 1;
        if matches!(errand, Errand::Create { .. }) {
            progress.doubt();
        }
        let is_edit = matches!(errand, Errand::Refresh { .. } | Errand::Restate { .. });
        match &progress.post {
            Some(post) if is_edit && progress.tries >= EDIT_TRIES => {
                set_state(core, post.row.id, PostState::Failed)
            }
            _ => Ok(()),
        }
    }

    /// Discord will not have it like this: another way is tried, or it is given up, or it waits for a permission; where it matters the host is told.
    pub(super) fn refused(
        &mut self,
        core: &mut Core,
        lane: Lane,
        errand: &Errand,
        code: i64,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(post) = progress.post.clone() else {
            return Ok(());
        };
        let (row, id) = (&post.row, post.row.match_id);
        if matches!(errand, Errand::Refresh { .. } | Errand::Restate { .. }) {
            // An old message may refuse to be edited.
            return set_state(core, row.id, PostState::Failed);
        }
        if let (Errand::Join { thread, .. }, THREAD_ARCHIVED, false) =
            (errand, code, progress.reopened)
            && let Some(way) = progress.ways.first_mut()
        {
            // Nobody is let into an archived thread, but who may write in it may bring it back, unless a moderator has locked it (Discord
            // documentation, "Threads").
            *way = Way::Reopen(*thread);
            progress.reopened = true;
            return Ok(());
        }
        let is_shut = is_closed(code) || matches!(errand, Errand::Reopen { .. });
        if is_shut && progress.ways.len() > 1 {
            progress.ways.remove(0);
            (progress.after, progress.pages, progress.tries) = (None, 0, 0);
            progress.doubtful = row.id <= self.before;
            return Ok(());
        }
        match post.letter.to {
            To::Person { who, .. } => {
                // The button in the channel is left to them.
                tell_host(core, id, Line::Unreached { who: vec![who] }, now)?;
                set_state(core, row.id, PostState::Failed)
            }
            To::Account(_) | To::Member { .. } => set_state(core, row.id, PostState::Failed),
            To::Host(_) => {
                tracing::warn!("the host of match {id} cannot be written to (code {code})");
                set_state(core, row.id, PostState::Failed)
            }
            To::Channel(channel) => {
                if !progress.told {
                    tracing::warn!("post {} in channel {channel}: code {code}", row.id.0);
                    let sentence = crate::words::channel_trouble(channel, code as isize);
                    tell_host(core, id, Line::Trouble { sentence }, now)?;
                    progress.told = true;
                }
                // A permission can be given back, and a match whose channel is gone can be moved; a refused body stays one.
                let over = core.table(id)?.is_none_or(|table| table.row.over);
                if matches!(code, 50001 | 50013) || code == UNKNOWN_CHANNEL && !over {
                    progress.not_before = tick + PERMISSION_MS;
                    return Ok(());
                }
                if let (Post::Result { .. }, To::Channel(_)) = (&post.letter.post, post.letter.to) {
                    give_to_host(core, &post, now)?;
                }
                set_state(core, row.id, PostState::Failed)
            }
        }
    }
}

/// A post that cannot be made at all: the host is told.
pub(super) fn lose(core: &mut Core, row: &OutboxRow, now: u64) -> Result<(), StoreError> {
    let sentence = crate::words::post_lost();
    tell_host(core, row.match_id, Line::Trouble { sentence }, now)?;
    set_state(core, row.id, PostState::Failed)
}

/// A result that cannot be posted where it belongs goes to the host, so that it is not lost.
fn give_to_host(core: &mut Core, post: &Addressed, now: u64) -> Result<(), StoreError> {
    let id = post.row.match_id;
    let Some(host) = core.table(id)?.map(|table| table.row.host) else {
        return Ok(());
    };
    let to = To::Host(host);
    let letter = Letter {
        to,
        post: post.letter.post.clone(),
    };
    let body = serde_json::to_string(&letter)?;
    core.store()
        .write(|tx| tx.add_copy(post.row.id, to.queue(), &body, now))
}

fn tell_host(core: &mut Core, id: MatchId, line: Line, now: u64) -> Result<(), StoreError> {
    match core.tell_host(id, line, now) {
        Err(Fault::Store(error)) => Err(error),
        Err(Fault::Refused(refusal)) => {
            tracing::error!("the host of match {id} cannot be told: {refusal:?}");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}
