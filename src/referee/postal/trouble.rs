//! What happens to a post when Discord fails or refuses it: it is tried again, waits, takes another
//! route, or is given up. Where that matters, the host is told.

use super::codes::{
    MISSING_ACCESS, THREAD_ARCHIVED, UNKNOWN_CHANNEL, WRONG_KIND, is_closed, is_forbidden,
    is_shut_thread,
};
use super::routes::Route;
use super::undelivered::tell_of_untold;
use super::{Addressed, DiscordRequest, Lane, Moment, Postal, Progress, RETRY_MS, set_state};
use crate::referee::{Core, Letter, Line, Post, Recipient, RefereeError, Trouble};
use crate::store::{ChannelId, MatchId, OutboxId, OutboxRow, PostState, Result, ServerId};
use games::WallMs;
use matches::Stage;

/// How long a post waits before it is tried again for a missing permission or an archived thread.
const PERMISSION_MS: u64 = 10_000;
/// Older posts of finished matches do not wait for a permission any more: nobody needs them, and
/// the server may have removed Dealer for good.
pub(super) const TOO_OLD_MS: u64 = 24 * 60 * 60 * 1000;
/// How often an edit is tried. Later posts and everybody's own panel say the same anyway.
const EDIT_TRIES: u32 = 4;

impl Postal {
    /// After a request without an answer: it may have been carried out.
    pub(super) fn try_again(
        &mut self,
        core: &mut Core,
        lane: Lane,
        request: &DiscordRequest,
        tick: u64,
    ) -> Result<()> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        progress.not_before = progress
            .not_before
            .max(tick + (RETRY_MS << progress.tries.min(6)));
        progress.tries += 1;
        if matches!(request, DiscordRequest::Create { .. }) {
            progress.doubt();
        }
        let is_edit = matches!(
            request,
            DiscordRequest::Refresh { .. } | DiscordRequest::Restate { .. }
        );
        match &progress.post {
            Some(post) if is_edit && progress.tries >= EDIT_TRIES => {
                set_state(core, post.row.id, PostState::Failed)
            }
            _ => Ok(()),
        }
    }

    /// Discord has refused a request: the post takes another route, waits for a permission, or is
    /// given up. Where that matters, the host is told.
    pub(super) fn refused(
        &mut self,
        core: &mut Core,
        lane: Lane,
        request: &DiscordRequest,
        code: i64,
        at: Moment,
    ) -> Result<()> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(post) = progress.post.clone() else {
            return Ok(());
        };
        let (row, id) = (&post.row, post.row.match_id);
        let edited = match request {
            DiscordRequest::Refresh { row } => Some(row.sent),
            DiscordRequest::Restate { asked, .. } => Some(asked.row.sent),
            _ => None,
        };
        let edited = edited.map(|sent| sent.map(|sent| Recipient::Channel(sent.channel)));
        if edited.is_some_and(|to| to != Some(post.letter.to) || !may_work_later(code)) {
            // This edit will never work, so it is dropped; an edit that may work later waits below.
            return set_state(core, row.id, PostState::Failed);
        }
        if takes_other_route(progress, &post, request, code, self.before) {
            return Ok(());
        }
        match post.letter.to {
            Recipient::Person { who, .. } => {
                // They can still use the button in the channel.
                let table = core.table(id)?;
                let live = table.is_some_and(|table| table.play.stage() == Stage::Live);
                let who = vec![who];
                tell_host(core, id, Line::Unreached { who, live }, at.now)?;
                set_state(core, row.id, PostState::Failed)
            }
            Recipient::Account(account) => {
                let untold = Trouble::ReplacedUntold { account };
                tell_host(core, id, Line::Trouble(untold), at.now)?;
                set_state(core, row.id, PostState::Failed)
            }
            Recipient::Member { .. } => {
                tell_of_untold(core, row, &post.letter, at.now)?;
                set_state(core, row.id, PostState::Failed)
            }
            Recipient::Host(_) => {
                tracing::warn!("can't write to the host of match {id} (code {code})");
                set_state(core, row.id, PostState::Failed)
            }
            Recipient::Channel(channel) => {
                let code = match request {
                    // A failed reopening means no more than that the thread is archived.
                    DiscordRequest::Reopen { .. } if code != UNKNOWN_CHANNEL => THREAD_ARCHIVED,
                    _ => code,
                };
                // After waiting, it is tried from the beginning.
                progress.ways = vec![Route::Channel(channel)];
                progress.reopened = false;
                self.refused_in_channel(core, lane, &post, channel, code, at)
            }
        }
    }

    /// Somebody cannot see their bound channel: the host is told, and the next route is tried.
    pub(super) fn unseen(
        &mut self,
        core: &mut Core,
        post: &Addressed,
        request: &DiscordRequest,
        now: WallMs,
    ) -> Result<()> {
        let (DiscordRequest::Sees { channel, account }, Recipient::Person { .. }) =
            (request, post.letter.to)
        else {
            return Ok(());
        };
        let id = post.row.match_id;
        if self.told.insert((id, *channel, MISSING_ACCESS)) {
            let (channel, account) = (*channel, *account);
            let unseen = Trouble::BoundUnseen { channel, account };
            tell_host(core, id, Line::Trouble(unseen), now)
        } else {
            Ok(())
        }
    }

    /// Dealer cannot post in a channel: the post waits if that may change, or is given up, and the
    /// host is told.
    fn refused_in_channel(
        &mut self,
        core: &mut Core,
        lane: Lane,
        post: &Addressed,
        channel: ChannelId,
        code: i64,
        at: Moment,
    ) -> Result<()> {
        let (row, id) = (&post.row, post.row.match_id);
        if post.letter.post.about().leaves_channel {
            // The broken channel may be why the match was moved, and nothing depends on this post.
            return set_state(core, row.id, PostState::Failed);
        }
        let table = core.table(id)?;
        let is_direct = table.as_ref().is_some_and(|table| table.row.is_direct());
        let of = table.map(|table| (table.row.over, table.row.channel, table.play.stage()));
        let over = of.is_none_or(|(over, ..)| over);
        if is_direct && is_closed(code) {
            if !over {
                core.direct_closed(id, at.now)?;
            }
            return set_state(core, row.id, PostState::Failed);
        }
        // Any other channel is for the season's audit log or announcements, without which the match
        // goes on.
        let is_its_own = of.is_none_or(|(_, own, _)| own == channel);
        // The match may have begun since the host was told.
        let is_live = of.is_some_and(|(.., stage)| stage == Stage::Live);
        let is_new = self.told.insert((id, channel, code));
        if is_new {
            tracing::warn!("post {} in channel {channel}: code {code}", row.id.0);
        }
        let is_gone = code == UNKNOWN_CHANNEL && is_its_own && !over;
        if is_gone && (is_new || is_live) {
            core.channel_gone(channel, at.now)?;
        } else if is_new && !is_gone {
            let stands = matches!(post.letter.post, Post::Prompt { .. });
            let asks = stands || matches!(post.letter.post, Post::Card { .. });
            let line = if !is_its_own {
                Line::Trouble(Trouble::UnpostedElsewhere { channel, code })
            } else if asks && !may_work_later(code) {
                Line::Unposted { channel, code }
            } else {
                Line::Trouble(Trouble::Unposted {
                    channel,
                    code,
                    stands,
                })
            };
            tell_host(core, id, line, at.now)?;
        }
        // A permission can be given back, a thread reopened, a match moved out of a deleted
        // channel. Any other refusal is final.
        let is_old = at.now.since(row.created_at_ms) >= TOO_OLD_MS;
        let waits = match code {
            UNKNOWN_CHANNEL => !over && is_its_own,
            code => may_work_later(code) && !(over && is_old),
        };
        if waits {
            if let Some(progress) = self.lanes.get_mut(&lane) {
                progress.not_before = at.tick + PERMISSION_MS;
                progress.waits_for_permission = true;
            }
            return Ok(());
        }
        give_up(core, row, &post.letter, at.now)
    }
}

impl Core {
    /// Permissions have changed in a server, or Dealer is in it again: posts that wait for one are
    /// tried at once.
    pub fn permissions_changed(&mut self, guild: ServerId) {
        self.changed_servers.insert(guild);
    }

    /// Dealer was removed from a server: gives up unsent posts of finished matches there. Posts of
    /// open matches wait until those resume.
    pub(in crate::referee) fn give_up_past_posts(
        &mut self,
        guild: ServerId,
        now: WallMs,
    ) -> Result<()> {
        for row in self.store.read(|tx| tx.waiting_past_posts(guild))? {
            let Some(letter) = crate::referee::post::letter_of(&row) else {
                continue;
            };
            if matches!(letter.to, Recipient::Channel(_)) {
                give_up(self, &row, &letter, now)?;
            }
        }
        Ok(())
    }
}

/// Whether Discord may accept later what it refuses now: a permission can be given back, and a
/// thread reopened.
pub(super) fn may_work_later(code: i64) -> bool {
    is_forbidden(code) || is_shut_thread(code)
}

/// Has a post take another route after a refusal. Returns false if there is none.
fn takes_other_route(
    progress: &mut Progress,
    post: &Addressed,
    request: &DiscordRequest,
    code: i64,
    before: OutboxId,
) -> bool {
    let archived = match (request, post.letter.to, code) {
        (DiscordRequest::Join { thread, .. }, _, THREAD_ARCHIVED) => Some(*thread),
        (
            DiscordRequest::Create { .. }
            | DiscordRequest::Refresh { .. }
            | DiscordRequest::Restate { .. },
            Recipient::Channel(channel),
            THREAD_ARCHIVED,
        ) => Some(channel),
        _ => None,
    };
    if let (Some(thread), false) = (archived, progress.reopened)
        && let Some(way) = progress.ways.first_mut()
    {
        // Nobody can be added to an archived thread, but people who may write in it can reopen
        // it, unless a moderator has locked it (Discord documentation, "Threads").
        *way = Route::Reopen(thread);
        progress.reopened = true;
        return true;
    }
    if let (DiscordRequest::OpenThread { channel, .. }, WRONG_KIND, Some(way @ Route::Thread(_))) =
        (request, code, progress.ways.first_mut())
        && !progress.looked_above
    {
        // The match is played in a thread, which cannot have threads of its own.
        *way = Route::Above(*channel);
        progress.looked_above = true;
        return true;
    }
    // If there is another route, it does not matter why the thread failed.
    let of_thread = matches!(
        request,
        DiscordRequest::OpenThread { .. }
            | DiscordRequest::Above { .. }
            | DiscordRequest::Reopen { .. }
    );
    let is_shut = is_closed(code) || of_thread;
    if !(is_shut && progress.ways.len() > 1) {
        return false;
    }
    progress.ways.remove(0);
    (progress.after, progress.pages, progress.tries) = (None, 0, 0);
    progress.doubtful = post.row.id <= before;
    true
}

/// Gives up a post to a channel. A result goes to the host instead, so that it is not lost.
fn give_up(core: &mut Core, row: &OutboxRow, letter: &Letter, now: WallMs) -> Result<()> {
    if letter.post.is_end() {
        give_to_host(core, row, letter, now)?;
    }
    set_state(core, row.id, PostState::Failed)
}

/// Gives up a post that cannot be written at all, and tells the host.
pub(super) fn lose(core: &mut Core, row: &OutboxRow, now: WallMs) -> Result<()> {
    tell_host(core, row.match_id, Line::Trouble(Trouble::PostLost), now)?;
    set_state(core, row.id, PostState::Failed)
}

fn give_to_host(core: &mut Core, row: &OutboxRow, letter: &Letter, now: WallMs) -> Result<()> {
    let Some(host) = core.table(row.match_id)?.map(|table| table.row.host) else {
        return Ok(());
    };
    let to = Recipient::Host(host);
    let letter = Letter {
        to,
        post: letter.post.clone(),
    };
    let body = serde_json::to_string(&letter)?;
    core.store_mut()
        .write(|tx| tx.add_copy(row.id, to.queue(), &body, now))
}

/// Tells the host something about a match. The only host of a practice in a direct message is its
/// player, who cannot be reached now, so nobody is told.
fn tell_host(core: &mut Core, id: MatchId, line: Line, now: WallMs) -> Result<()> {
    if core.table(id)?.is_some_and(|table| table.row.is_direct()) {
        return Ok(());
    }
    match core.tell_host(id, line, now) {
        Err(RefereeError::Store(error)) => Err(error),
        Err(RefereeError::Refused(refusal)) => {
            tracing::error!("can't tell the host of match {id}: {refusal:?}");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}
