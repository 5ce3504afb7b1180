//! What is sent next, to whom and when. Each channel or person has a queue, and each queue has at
//! most one request in flight, in order. This code makes no request itself: it is told the time and
//! the outcome of each request, and says what to ask Discord next. So a simulator can drive it as
//! well as the postman.
//!
//! Nothing is sent twice: after a start, or a request without an answer, the channel is searched
//! for the post before it is sent again.

pub mod codes;
mod controls;
mod edits;
mod overtaking;
mod queue;
mod request;
mod routes;
mod trouble;
mod undelivered;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use games::WallMs;

use self::routes::Route;
use super::core::Core;
use super::request_pace::{LanePace, RequestPace, Round};
use crate::store::{
    AccountId, ChannelId, MatchId, MessageId, OutboxId, PostState, Result, ServerId, StoreError,
};

pub use request::{Addressed, Answer, DiscordRequest, PAGE, PostedMessage, RequestOutcome};

/// The posts that wait, and how far each queue has come. Times named `tick` are milliseconds of a
/// monotonic clock.
#[derive(Debug)]
pub struct Postal {
    /// The bot's own account, which gets no letters.
    me: AccountId,
    /// The newest post that an earlier process may have sent.
    before: OutboxId,
    lanes: BTreeMap<Lane, Progress>,
    turns: RequestPace,
    /// Until which tick no request may be made at all.
    all_until: u64,
    /// Until which tick no direct message may be opened.
    direct_until: u64,
    last: Last,
    /// Troubles (match, channel, code) that a host was told about, until a post gets through.
    told: BTreeSet<(MatchId, ChannelId, i64)>,
    /// Channels that refuse edits, such as locked threads, and until which tick to leave them
    /// alone.
    shut: BTreeMap<ChannelId, u64>,
}

/// A moment by the wall clock, and by a monotonic one.
#[derive(Clone, Copy)]
struct Moment {
    now: WallMs,
    tick: u64,
}

/// A line of work with at most one request in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// The posts of one channel or person.
    Queue(u64),
    /// Edits of a match's earlier posts: see `controls.rs`.
    Controls(MatchId),
}

/// What the last call did, until it is known whether it was stored.
#[derive(Debug)]
enum Last {
    Asked(Vec<Lane>),
    Took(Vec<Lane>),
}

/// How far a lane has come.
#[derive(Debug, Default)]
struct Progress {
    turn: LanePace,
    in_flight: Option<DiscordRequest>,
    /// The post that is being sent.
    post: Option<Arc<Addressed>>,
    /// The remaining routes to its reader, the next one first.
    ways: Vec<Route>,
    /// Whether an archived thread was reopened for it: that is tried once.
    reopened: bool,
    /// Whether the channel above a thread was looked up: that is done once.
    looked_above: bool,
    /// An earlier request may have made the post already.
    doubtful: bool,
    /// The message after which to search for it next.
    after: Option<MessageId>,
    pages: u32,
    tries: u32,
    /// Whether Discord has said once that the channel is not there.
    seemed_gone: bool,
    /// The tick before which nothing is asked.
    not_before: u64,
    /// Whether that is because Discord has not let Dealer post.
    waits_for_permission: bool,
}

/// How long to wait before a request without an answer is tried again; longer each time.
const RETRY_MS: u64 = 500;
/// How long to wait before checking again whether a channel is gone.
const LOOK_AGAIN_MS: u64 = 2_000;
/// How long to wait when the database fails.
const STORE_MS: u64 = 1_000;

impl Postal {
    /// A post office for the bot's account `me`. Posts that are in the outbox now may have been
    /// sent before. `a_second`: how many requests a second Discord takes; None: any number.
    pub fn new(core: &mut Core, me: AccountId, a_second: Option<u64>) -> Result<Postal> {
        let before = core.store().read(|tx| tx.last_post())?;
        core.unread.clear();
        Ok(Postal {
            me,
            before,
            lanes: BTreeMap::new(),
            turns: RequestPace::new(a_second),
            all_until: 0,
            direct_until: 0,
            last: Last::Asked(Vec::new()),
            told: BTreeSet::new(),
            shut: BTreeMap::new(),
        })
    }

    /// The requests to make now. Each lane in the answer waits for [`Postal::came`].
    ///
    /// # Errors
    /// What the store says when not even the queues can be read: call it again a little later.
    pub fn next(
        &mut self,
        core: &mut Core,
        now: WallMs,
        tick: u64,
    ) -> Result<Vec<(Lane, DiscordRequest)>> {
        self.last = Last::Asked(Vec::new());
        let changed = std::mem::take(&mut core.changed_servers);
        for progress in self.lanes.values_mut() {
            if progress.waits_for_permission && changed.contains(&progress.turn.server) {
                progress.not_before = tick;
            }
        }
        let lanes = self.lanes.values();
        let in_flight = lanes.filter(|lane| lane.in_flight.is_some()).count();
        if tick < self.all_until || !self.turns.has_room(in_flight, tick) {
            // The outbox is not even read, since that takes the longest when much is waiting.
            return Ok(Vec::new());
        }
        let (busy, stale) = core.store().read(|tx| {
            Ok::<_, StoreError>((tx.busy_queues()?, tx.matches_with_posts_to_edit()?))
        })?;
        let controls = stale.into_iter().map(Lane::Controls);
        for lane in busy.into_iter().map(Lane::Queue).chain(controls) {
            if let Entry::Vacant(free) = self.lanes.entry(lane) {
                let mut progress = Progress::default();
                progress.turn.server = server_of(core, lane)?;
                free.insert(progress);
            }
        }
        let mut requests = Vec::new();
        let mut round = Round::default();
        for (lane, progress) in &self.lanes {
            let in_flight = progress.in_flight.is_some();
            if in_flight || progress.not_before <= tick {
                self.turns
                    .joins(&mut round, *lane, progress.turn, in_flight);
            }
        }
        let mut round = round.in_order();
        while let Some(lane) = self.turns.next(&mut round, tick) {
            let next = self.next_of(core, lane, Moment { now, tick });
            let Some(progress) = self.lanes.get_mut(&lane) else {
                continue;
            };
            match next {
                Ok(Some(request)) => {
                    self.turns.asks(&mut round, &mut progress.turn, tick);
                    progress.in_flight = Some(request.clone());
                    requests.push((lane, request));
                    if let Last::Asked(lanes) = &mut self.last {
                        lanes.push(lane);
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    tracing::error!("can't read what is next for {lane:?}: {error}");
                    progress.not_before = tick + STORE_MS;
                }
            }
        }
        Ok(requests)
    }

    /// The next tick at which something may be sent; None while nothing waits for time alone.
    pub fn again_at(&self, tick: u64) -> Option<u64> {
        let waiting = self.lanes.values().filter(|lane| lane.in_flight.is_none());
        let limits = [self.all_until, self.direct_until];
        let first = waiting
            .map(|lane| lane.not_before)
            .chain(limits)
            .chain(self.turns.limits())
            .chain(self.shut.values().copied())
            .filter(|at| *at > tick)
            .min()?;
        Some(first.max(self.all_until))
    }

    /// Takes the outcomes of some lanes' requests.
    ///
    /// # Errors
    /// What the store says about the first one that could not be stored. Such a request counts as
    /// one without an answer.
    pub fn came(
        &mut self,
        core: &mut Core,
        answers: Vec<(Lane, Answer)>,
        now: WallMs,
        tick: u64,
    ) -> Result<()> {
        self.last = Last::Took(answers.iter().map(|(lane, _)| *lane).collect());
        let mut all = Ok(());
        for (lane, answer) in answers {
            all = all.and(self.take(core, lane, answer, Moment { now, tick }));
        }
        all
    }

    fn take(&mut self, core: &mut Core, lane: Lane, answer: Answer, at: Moment) -> Result<()> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(request) = progress.in_flight.take() else {
            return Ok(());
        };
        progress.not_before = at.tick + answer.rest_ms;
        progress.waits_for_permission = false;
        let turn = &mut progress.turn;
        self.turns
            .came(turn, &answer.outcome, request.edited().is_some(), at.tick);
        if let RequestOutcome::Limited { wait_ms, global } = answer.outcome {
            let until = at.tick + wait_ms.max(RETRY_MS / 2);
            progress.not_before = until;
            if global {
                self.all_until = self.all_until.max(until);
            }
            if matches!(request, DiscordRequest::OpenDirect { .. }) {
                self.direct_until = self.direct_until.max(until);
            }
            return Ok(());
        }
        let taken = match lane {
            Lane::Queue(_) => self.sent_to_queue(core, lane, &request, answer.outcome, at),
            Lane::Controls(id) => self.switched_off(core, id, &request, answer.outcome, at),
        };
        if taken.is_err()
            && let Some(progress) = self.lanes.get_mut(&lane)
        {
            progress.doubt();
            progress.not_before = at.tick + STORE_MS;
        }
        taken
    }

    /// What the last call wrote was not stored after all. The caller must not make the requests
    /// that it returned; outcomes that it took count as missing answers.
    pub fn not_stored(&mut self, tick: u64) {
        // The host may not have been told after all.
        self.told.clear();
        match std::mem::replace(&mut self.last, Last::Asked(Vec::new())) {
            Last::Asked(lanes) => {
                for lane in lanes {
                    if let Some(progress) = self.lanes.get_mut(&lane) {
                        progress.in_flight = None;
                        progress.not_before = tick + STORE_MS;
                    }
                }
            }
            Last::Took(lanes) => {
                for lane in lanes {
                    let Some(progress) = self.lanes.remove(&lane) else {
                        continue;
                    };
                    // The post is begun again, with a search for what is already there.
                    if let Some(post) = progress.post {
                        self.before = self.before.max(post.row.id);
                    }
                    let next = Progress {
                        turn: progress.turn,
                        not_before: progress.not_before.max(tick + STORE_MS),
                        ..Progress::default()
                    };
                    self.lanes.insert(lane, next);
                }
            }
        }
    }

    fn next_of(
        &mut self,
        core: &mut Core,
        lane: Lane,
        at: Moment,
    ) -> Result<Option<DiscordRequest>> {
        match lane {
            Lane::Queue(queue) => self.next_of_queue(core, queue, at),
            Lane::Controls(id) => self.next_control(core, id, at.tick),
        }
    }
}

impl Progress {
    fn doubt(&mut self) {
        self.doubtful = true;
        self.after = None;
        self.pages = 0;
    }
}

/// The server of a lane, by its next post; 0 for none.
fn server_of(core: &mut Core, lane: Lane) -> Result<ServerId> {
    core.store().read(|tx| match lane {
        Lane::Queue(queue) => tx.server_of_queue(queue),
        Lane::Controls(id) => tx.server_of_match(id),
    })
}

fn set_state(core: &mut Core, id: OutboxId, state: PostState) -> Result<()> {
    core.store_mut().write(|tx| tx.set_post_state(id, state))
}
