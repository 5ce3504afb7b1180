//! Edits of a match's earlier posts: switches controls off, marks posts as taken back, and takes
//! such marks off. If deletions may have been missed (a restored backup, an outage), it also checks
//! current posts. Those that are gone or have lost their controls are posted again.

use games::WallMs;

use super::codes::{THREAD_ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use super::routes::Route;
use super::trouble::{TOO_OLD_MS, may_work_later};
use super::{
    DiscordRequest, LOOK_AGAIN_MS, Lane, Moment, Postal, Progress, RETRY_MS, RequestOutcome,
};
use crate::referee::Core;
use crate::referee::post::letter_of;
use crate::store::{MatchId, OutboxId, OutboxRow, PostEdit, Result, Sent};

/// How long old posts are left alone in a channel that refuses edits, such as a locked thread.
const SHUT_MS: u64 = 60_000;
/// How often switching off an old post's controls is tried.
const SWITCH_TRIES: u32 = 12;

impl Postal {
    /// The next request that switches controls off, marks or checks a post; None when there is
    /// none.
    pub(super) fn next_control(
        &mut self,
        core: &mut Core,
        id: MatchId,
        tick: u64,
    ) -> Result<Option<DiscordRequest>> {
        let lane = Lane::Controls(id);
        let ways = self.lanes.get(&lane).map(|progress| progress.ways.first());
        if let Some(Some(Route::Reopen(thread))) = ways {
            return Ok(Some(DiscordRequest::Reopen { thread: *thread }));
        }
        self.shut.retain(|_, until| *until > tick);
        let edits = core.store().read(|tx| tx.posts_to_edit(id))?;
        let mut open = edits.iter().filter(|(row, channel, edit)| match edit {
            PostEdit::Check => !core.unread.contains(row),
            // An edit in flight writes to the post's row, so it has to end before the post is
            // closed.
            _ => !self.shut.contains_key(channel) && !self.is_edited(*row),
        });
        // Posts in a shut channel do not hold up those in other channels.
        let Some((row, _, edit)) = open.next() else {
            let waits = edits.iter().any(|(.., edit)| *edit != PostEdit::Check);
            if !waits {
                self.lanes.remove(&lane);
            }
            return Ok(None);
        };
        let row = core.store().read(|tx| tx.post(*row))?;
        Ok(row.map(|row| request_of(row, *edit)))
    }

    /// Whether a request in flight changes this post.
    fn is_edited(&self, id: OutboxId) -> bool {
        let requests = self
            .lanes
            .values()
            .filter_map(|lane| lane.in_flight.as_ref());
        let mut edited = requests.filter_map(DiscordRequest::edited);
        edited.any(|row| row.id == id)
    }

    /// Takes what came of switching off or marking a post.
    pub(super) fn switched_off(
        &mut self,
        core: &mut Core,
        id: MatchId,
        request: &DiscordRequest,
        outcome: RequestOutcome,
        at: Moment,
    ) -> Result<()> {
        if let (DiscordRequest::Reopen { thread }, Some(progress)) =
            (request, self.lanes.get_mut(&Lane::Controls(id)))
        {
            progress.ways.clear();
            if !matches!(outcome, RequestOutcome::Done) {
                self.shut.insert(*thread, at.tick + SHUT_MS);
            }
            return Ok(());
        }
        let (sent, edit) = match request {
            DiscordRequest::Close { row } => (row.sent, PostEdit::Close),
            DiscordRequest::Mark { row } => (row.sent, PostEdit::Mark),
            DiscordRequest::Unmark { row } => (row.sent, PostEdit::Unmark),
            DiscordRequest::Check { row } => (row.sent, PostEdit::Check),
            _ => return Ok(()),
        };
        let Some(sent) = sent else {
            return Ok(());
        };
        let may_edit_later = |code: &i64| edit != PostEdit::Check && may_work_later(*code);
        if let Some(code) = refusal(&outcome).filter(may_edit_later)
            && !is_of_old(core, id, sent, at.now)?
            && let Some(progress) = self.lanes.get_mut(&Lane::Controls(id))
        {
            // The edit is made when the channel takes edits again.
            let tries_to_open = code == THREAD_ARCHIVED && !progress.reopened;
            progress.reopened = tries_to_open;
            if tries_to_open {
                progress.ways = vec![Route::Reopen(sent.channel)];
            } else {
                self.shut.insert(sent.channel, at.tick + SHUT_MS);
            }
            return Ok(());
        }
        let progress = self.lanes.get_mut(&Lane::Controls(id));
        if progress.is_some_and(|progress| put_off(progress, edit, &outcome, at.tick)) {
            return Ok(());
        }
        let is_known = match outcome {
            RequestOutcome::Done | RequestOutcome::Nothing => true,
            RequestOutcome::Refused { code, .. } => {
                matches!(code, UNKNOWN_MESSAGE | UNKNOWN_CHANNEL)
            }
            _ => false,
        };
        match request {
            DiscordRequest::Check { row } if !is_known => {
                // Whether it has controls is checked again after the next start or connection.
                core.unread.insert(row.id);
                return Ok(());
            }
            _ => replace_what_is_gone(core, request, sent, &outcome, at.now)?,
        }
        // If an old control stays, a press of it leads people to the current ones.
        core.store_mut()
            .write(|tx| tx.set_post_edited(sent.message, edit))
    }
}

/// Puts an edit off if the answer wasn't Discord's, or may be wrong. Returns whether it did.
fn put_off(progress: &mut Progress, edit: PostEdit, outcome: &RequestOutcome, tick: u64) -> bool {
    // A single such answer may be wrong, and acting on it would pause a match.
    if edit == PostEdit::Check
        && refusal(outcome) == Some(UNKNOWN_CHANNEL)
        && !std::mem::replace(&mut progress.seemed_gone, true)
    {
        progress.not_before = tick + LOOK_AGAIN_MS;
        return true;
    }
    let undone = match outcome {
        RequestOutcome::NoAnswer => true,
        RequestOutcome::Refused { status, code } => *status >= 500 || *code == 0,
        _ => false,
    };
    progress.seemed_gone = false;
    progress.tries += 1;
    if undone && progress.tries < SWITCH_TRIES {
        progress.not_before = tick + (RETRY_MS << progress.tries.min(6));
        return true;
    }
    progress.tries = 0;
    progress.reopened = false;
    false
}

/// Posts again what should be there and is gone.
fn replace_what_is_gone(
    core: &mut Core,
    request: &DiscordRequest,
    sent: Sent,
    outcome: &RequestOutcome,
    now: WallMs,
) -> Result<()> {
    let refused = refusal(outcome);
    let is_gone = refused == Some(UNKNOWN_MESSAGE);
    match request {
        DiscordRequest::Check { row }
            // The post may have been replaced while it was checked.
            if (is_gone || matches!(outcome, RequestOutcome::Nothing))
                && core.is_open(row)?
                && !core.is_settled(row)? =>
        {
            core.post_again(row, now)
        }
        DiscordRequest::Check { .. } if refused == Some(UNKNOWN_CHANNEL) => {
            core.thread_gone(sent.channel, now)?;
            core.channel_gone(sent.channel, now)
        }
        // The post told an end that counts again, but somebody deleted it while it was marked.
        DiscordRequest::Unmark { row }
            if is_gone && letter_of(row).is_some_and(|letter| letter.post.about().of_end) =>
        {
            core.post_again(row, now)
        }
        _ => Ok(()),
    }
}

/// The code of a refusal.
fn refusal(outcome: &RequestOutcome) -> Option<i64> {
    match outcome {
        RequestOutcome::Refused { code, .. } => Some(*code),
        _ => None,
    }
}

/// Whether a post belongs to a finished match and is so old that nobody needs the edit.
fn is_of_old(core: &mut Core, id: MatchId, sent: Sent, now: WallMs) -> Result<bool> {
    let over = core.table(id)?.is_none_or(|table| table.row.over);
    let row = core.store().read(|tx| tx.post_of_message(sent.message))?;
    let is_old = |row: OutboxRow| now.since(row.created_at_ms) >= TOO_OLD_MS;
    Ok(over && row.is_none_or(is_old))
}

/// How a post is edited.
fn request_of(row: OutboxRow, edit: PostEdit) -> DiscordRequest {
    match edit {
        PostEdit::Close => DiscordRequest::Close { row },
        PostEdit::Mark => DiscordRequest::Mark { row },
        PostEdit::Unmark => DiscordRequest::Unmark { row },
        PostEdit::Check => DiscordRequest::Check { row },
    }
}
