//! Sends the posts of one channel or person, one after another, by the routes to their reader.

use std::sync::Arc;

use games::WallMs;

use super::codes::{MISSING_ACCESS, OPENED_TOO_FAST, UNKNOWN_CHANNEL, WRONG_KIND};
use super::edits::{note_restated, restatement};
use super::overtaking::{may_be_skipped, overtake};
use super::routes::{Route, routes_to};
use super::trouble::lose;
use super::undelivered::name_in;
use super::{
    Addressed, DiscordRequest, LOOK_AGAIN_MS, Lane, Moment, Postal, PostedMessage, Progress,
    RequestOutcome, set_state,
};
use crate::referee::{Core, Letter, Post, Recipient};
use crate::store::{ChannelId, EDITS, OutboxId, OutboxRow, PostState, Result, StoreError};

/// What to do about a queue's first post.
enum Next {
    Ask(DiscordRequest),
    /// It is finished; the next one may follow.
    Settled,
    /// Another lane has to finish first.
    Wait,
}

/// How often to retry a request that is refused without one of Discord's codes: for a minute or
/// two.
const UNCLEAR_TRIES: u32 = 8;
/// How many pages of a channel are searched at most.
const MAX_PAGES: u32 = 20;

impl Postal {
    /// The request for the first post of a queue; None while it waits, or if it has none.
    pub(super) fn next_of_queue(
        &mut self,
        core: &mut Core,
        queue: u64,
        at: Moment,
    ) -> Result<Option<DiscordRequest>> {
        let lane = Lane::Queue(queue);
        loop {
            let Some(row) = core.store().read(|tx| tx.next_post(queue))? else {
                self.lanes.remove(&lane);
                return Ok(None);
            };
            let begun = self.lanes.get(&lane).and_then(|lane| lane.post.as_ref());
            let id = row.id;
            // After a failed commit, another post may have got the same number.
            let has_begun = if begun.is_none_or(|post| post.row != row) {
                self.begin(core, lane, row, at.now)
            } else {
                Ok(true)
            };
            let next = match has_begun {
                Ok(true) => self.step(core, lane, at),
                other => other.map(|_| Next::Settled),
            };
            match next {
                Ok(Next::Ask(request)) => return Ok(Some(request)),
                Ok(Next::Settled) => {}
                Ok(Next::Wait) => return Ok(None),
                Err(error) => fail_alone(core, id, error)?,
            }
        }
    }

    /// Begins with a post; false if there is nothing to send.
    fn begin(&mut self, core: &mut Core, lane: Lane, row: OutboxRow, now: WallMs) -> Result<bool> {
        let letter: Letter = match serde_json::from_str(&row.body) {
            Ok(letter) => letter,
            Err(error) => {
                tracing::error!("can't read post {}: {error}", row.id.0);
                lose(core, &row, now)?;
                return Ok(false);
            }
        };
        if let Recipient::Person { account, .. } | Recipient::Member { account, .. } = letter.to
            && account == self.me
        {
            // The computer does not read posts.
            set_state(core, row.id, PostState::Void)?;
            return Ok(false);
        }
        let ways = routes_to(core, &row, &letter)?;
        let before = self.lanes.get(&lane);
        let same =
            before.filter(|lane| lane.post.as_ref().is_some_and(|post| post.row.id == row.id));
        let progress = Progress {
            turn: before.map(|lane| lane.turn).unwrap_or_default(),
            ways,
            doubtful: row.id <= self.before || same.is_some_and(|lane| lane.doubtful),
            post: Some(Arc::new(Addressed { row, letter })),
            ..Progress::default()
        };
        self.lanes.insert(lane, progress);
        Ok(true)
    }

    /// The next step for the post that was begun.
    fn step(&mut self, core: &mut Core, lane: Lane, at: Moment) -> Result<Next> {
        let Some(progress) = self.lanes.get(&lane) else {
            return Ok(Next::Wait);
        };
        let Some(post) = progress.post.clone() else {
            return Ok(Next::Wait);
        };
        let (row, doubtful) = (&post.row, progress.doubtful);
        let edits = post.letter.post.is_edit();
        if row.queue & EDITS != 0 {
            // The post that it edits may still be on its way.
            let first = core.store().read(|tx| tx.next_post(row.queue & !EDITS))?;
            if first.is_some_and(|first| first.id < row.id) {
                return Ok(Next::Wait);
            }
        }
        if (edits || !doubtful) && core.store().read(|tx| tx.is_taken_back(row.id))? {
            set_state(core, row.id, PostState::Void)?;
            return Ok(Next::Settled);
        }
        // It links to a post in the match's channel, which has to be there first.
        if post.letter.post.about().announces && has_earlier_to_send(core, &post)? {
            return Ok(Next::Wait);
        }
        let ask = match &post.letter.post {
            edit if edit.is_edit() && !matches!(progress.ways.first(), Some(Route::Reopen(_))) => {
                restatement(core, &post)?
            }
            Post::Prompt { lines, .. }
                if !doubtful && may_be_skipped(lines) && overtake(core, &post)? =>
            {
                None
            }
            _ => match progress.ways.first() {
                // One at a time: Discord refuses bots that open many at once.
                Some(Route::Direct(_)) if self.is_opening_direct(at) => return Ok(Next::Wait),
                Some(way) => request_by(core, way, progress, &post, at)?,
                None => None,
            },
        };
        Ok(match ask {
            Some(request) => Next::Ask(request),
            None => {
                set_state(core, row.id, PostState::Void)?;
                Next::Settled
            }
        })
    }

    /// Whether another direct channel is being opened, or was refused a moment ago.
    fn is_opening_direct(&self, at: Moment) -> bool {
        let is_opening =
            |lane: &Progress| matches!(lane.in_flight, Some(DiscordRequest::OpenDirect { .. }));
        at.tick < self.direct_until || self.lanes.values().any(is_opening)
    }

    /// Takes the outcome of a request for the post that was begun.
    pub(super) fn sent_to_queue(
        &mut self,
        core: &mut Core,
        lane: Lane,
        request: &DiscordRequest,
        outcome: RequestOutcome,
        at: Moment,
    ) -> Result<()> {
        let post = self.lanes.get(&lane).and_then(|lane| lane.post.clone());
        let taken = self.take_sent(core, lane, request, outcome, at);
        match (taken, post) {
            (Err(error), Some(post)) => fail_alone(core, post.row.id, error),
            (taken, _) => taken,
        }
    }

    fn take_sent(
        &mut self,
        core: &mut Core,
        lane: Lane,
        request: &DiscordRequest,
        outcome: RequestOutcome,
        at: Moment,
    ) -> Result<()> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(post) = progress.post.clone() else {
            return Ok(());
        };
        let row = &post.row;
        match outcome {
            RequestOutcome::Created(standing) => {
                if is_of_another(core, standing)? {
                    let (id, message) = (row.id.0, standing.message);
                    tracing::warn!(
                        "Discord answered post {id} with message {message}, which is another post's"
                    );
                    return self.try_again(core, lane, request, at.tick);
                }
                if let Recipient::Channel(channel) = post.letter.to {
                    self.told.retain(|(_, troubled, _)| *troubled != channel);
                }
                let told_ms = match request {
                    DiscordRequest::Create { at_ms, .. } => Some(*at_ms),
                    _ => None,
                };
                core.note_sent(&post, standing, told_ms, at.now)
            }
            RequestOutcome::Looked { alike, page_end } => {
                for standing in alike {
                    if !is_of_another(core, standing)? {
                        return core.note_sent(&post, standing, None, at.now);
                    }
                }
                progress.pages += 1;
                progress.after = page_end;
                progress.doubtful = page_end.is_some() && progress.pages < MAX_PAGES;
                Ok(())
            }
            RequestOutcome::Opened { channel } => {
                progress.tries = 0;
                if let Some(way) = progress.ways.first_mut() {
                    *way = match way {
                        Route::Thread(_) => Route::Join(channel),
                        Route::Above(_) => Route::Thread(channel),
                        _ => Route::Channel(channel),
                    };
                }
                Ok(())
            }
            RequestOutcome::Done => {
                let Some(route) = route_after(core, &post, request)? else {
                    return set_state(core, row.id, PostState::Sent);
                };
                if let Some(way) = progress.ways.first_mut() {
                    *way = route;
                }
                Ok(())
            }
            RequestOutcome::Nothing if matches!(request, DiscordRequest::Above { .. }) => {
                self.refused(core, lane, request, WRONG_KIND, at)
            }
            RequestOutcome::Nothing if matches!(request, DiscordRequest::Sees { .. }) => {
                self.unseen(core, &post, request, at.now)?;
                self.refused(core, lane, request, MISSING_ACCESS, at)
            }
            RequestOutcome::Nothing => set_state(core, row.id, PostState::Void),
            RequestOutcome::Unwritable => lose(core, row, at.now),
            RequestOutcome::NoAnswer => self.try_again(core, lane, request, at.tick),
            RequestOutcome::Refused { status, code } => {
                self.take_refusal(core, lane, request, status, code, at)
            }
            // Handled before.
            RequestOutcome::Limited { .. } => Ok(()),
        }
    }

    /// Takes a refusal: first whether Discord may answer otherwise in a while.
    fn take_refusal(
        &mut self,
        core: &mut Core,
        lane: Lane,
        request: &DiscordRequest,
        status: u16,
        code: i64,
        at: Moment,
    ) -> Result<()> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        // Without a code, the answer is not really Discord's, or Discord has trouble.
        let is_unclear = code == 0 && progress.tries < UNCLEAR_TRIES;
        if status == 401 || status >= 500 || is_unclear {
            tracing::warn!("{lane:?} had status {status} (code {code})");
            return self.try_again(core, lane, request, at.tick);
        }
        let to = progress.post.as_ref().map(|post| post.letter.to);
        // A single such answer may be wrong, and acting on it would pause a match.
        if code == UNKNOWN_CHANNEL
            && matches!(to, Some(Recipient::Channel(_)))
            && !std::mem::replace(&mut progress.seemed_gone, true)
        {
            progress.not_before = progress.not_before.max(at.tick + LOOK_AGAIN_MS);
            return Ok(());
        }
        if code != OPENED_TOO_FAST {
            return self.refused(core, lane, request, code, at);
        }
        // It has its own status, and Discord does not say how long to wait.
        self.try_again(core, lane, request, at.tick)?;
        let until = self.lanes.get(&lane).map(|lane| lane.not_before);
        self.direct_until = self.direct_until.max(until.unwrap_or(at.tick));
        Ok(())
    }
}

/// The next request for a post that takes this way; None if it cannot be taken.
fn request_by(
    core: &mut Core,
    way: &Route,
    progress: &Progress,
    post: &Arc<Addressed>,
    at: Moment,
) -> Result<Option<DiscordRequest>> {
    let letter = post.clone();
    Ok(Some(match *way {
        Route::Channel(channel) if progress.doubtful => {
            let after = match progress.after {
                Some(after) => Some(after),
                None => core
                    .store()
                    .read(|tx| tx.last_sent(post.row.queue, channel))?,
            };
            DiscordRequest::Look {
                letter,
                channel,
                after,
            }
        }
        Route::Channel(channel) => DiscordRequest::Create {
            letter,
            channel,
            at_ms: at.now,
        },
        Route::Bound { channel, account } => DiscordRequest::Sees { channel, account },
        Route::Direct(account) => DiscordRequest::OpenDirect { account },
        Route::Thread(channel) => DiscordRequest::OpenThread {
            channel,
            whose: thread_for(core, post)?,
        },
        Route::Above(channel) => DiscordRequest::Above { channel },
        Route::Join(thread) => match post.letter.to {
            Recipient::Person { account, .. }
            | Recipient::Host(account)
            | Recipient::Member { account, .. } => DiscordRequest::Join { thread, account },
            Recipient::Channel(_) | Recipient::Account(_) => return Ok(None),
        },
        Route::Reopen(thread) => DiscordRequest::Reopen { thread },
    }))
}

/// The route that a post takes after a request that was carried out; None if the post is sent.
fn route_after(
    core: &mut Core,
    post: &Addressed,
    request: &DiscordRequest,
) -> Result<Option<Route>> {
    Ok(match (request, post.letter.to) {
        (DiscordRequest::Join { thread, .. }, _) => {
            keep_thread(core, post, *thread)?;
            Some(Route::Channel(*thread))
        }
        (DiscordRequest::Sees { channel, .. }, _) => Some(Route::Channel(*channel)),
        (DiscordRequest::Reopen { thread }, Recipient::Channel(_)) => Some(Route::Channel(*thread)),
        (DiscordRequest::Reopen { thread }, _) => Some(Route::Join(*thread)),
        (DiscordRequest::Restate { asked, letter, .. }, _) => {
            note_restated(core, asked, letter)?;
            None
        }
        _ => None,
    })
}

/// Keeps the thread that somebody has joined: their later posts go there, too.
fn keep_thread(core: &mut Core, post: &Addressed, thread: ChannelId) -> Result<()> {
    match post.letter.to {
        Recipient::Person { who, .. } => {
            core.set_private_channel(post.row.match_id, who, Some(thread))
        }
        Recipient::Member {
            account, season, ..
        } => core.store_mut().write(|tx| {
            let found = tx.season(season)?;
            match found.and_then(|found| found.settings.match_channel) {
                Some(channel) => tx.set_member_thread(season, channel, account, thread),
                None => Ok(()),
            }
        }),
        _ => Ok(()),
    }
}

/// Whether an older post to the match's channel is still unsent.
fn has_earlier_to_send(core: &mut Core, post: &Addressed) -> Result<bool> {
    let (id, match_id) = (post.row.id, post.row.match_id);
    let Some(channel) = core.table(match_id)?.map(|table| table.row.channel) else {
        return Ok(false);
    };
    if channel.0 == post.row.queue {
        return Ok(false);
    }
    let pending = core
        .store()
        .read(|tx| tx.pending_posts_to(match_id, channel.0))?;
    // Nothing waits for edits.
    let waits_for = |earlier: &OutboxRow| earlier.queue == channel.0 && earlier.id < id;
    Ok(pending.iter().any(waits_for))
}

/// The name of the cast member whose private thread the post goes to; None for a host.
fn thread_for(core: &mut Core, post: &Addressed) -> Result<Option<String>> {
    Ok(match post.letter.to {
        Recipient::Person { who, .. } => {
            let table = core.table(post.row.match_id)?;
            table.map(|table| table.row.setup.cast.name(who).to_owned())
        }
        Recipient::Member {
            account, season, ..
        } => core.store().read(|tx| name_in(tx, season, account))?,
        _ => None,
    })
}

/// Gives up a post whose match cannot be read: posts of other matches wait behind it.
pub(super) fn fail_alone(core: &mut Core, id: OutboxId, error: StoreError) -> Result<()> {
    if !error.is_of_one() {
        return Err(error);
    }
    tracing::error!("gave up on post {}: {error}", id.0);
    set_state(core, id, PostState::Failed)
}

/// Whether a message belongs to another post: then it is not this one, whatever it says.
fn is_of_another(core: &mut Core, standing: PostedMessage) -> Result<bool> {
    let found = core
        .store()
        .read(|tx| tx.post_of_message(standing.message))?;
    Ok(found.is_some())
}
