//! What is sent next, to whom and when: one queue a channel or person, one request in flight in
//! each, in order. It makes no request itself: it is told the time and what came of each request,
//! and says what to ask for next, so that a simulator can drive it as well as the postman.
//!
//! Nothing is sent twice: after a start or a request without an answer, the channel is looked
//! through before a post is made again.

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

use self::routes::Route;
use super::core::Core;
use super::request_pace::{LanePace, RequestPace, Round};
use crate::store::{MatchId, OutboxId, PostState, StoreError};

pub use request::{Addressed, Answer, DiscordRequest, PAGE, PostedMessage, RequestOutcome};

/// What waits to be sent, and how far each queue has come. Times named `tick` are milliseconds of a
/// clock that only runs forwards.
#[derive(Debug)]
pub struct Postal {
    /// The bot's own account, which gets no letters.
    me: u64,
    /// The newest post that an earlier process may have sent.
    before: OutboxId,
    lanes: BTreeMap<Lane, Progress>,
    turns: RequestPace,
    /// Until when nothing at all may be asked of Discord, and no direct message opened.
    all_until: u64,
    direct_until: u64,
    last: Last,
    /// The troubles with channels of which a match's host knows, until a post comes through.
    told: BTreeSet<(MatchId, u64, i64)>,
    /// Until when no old post is edited in channels that take no edits for a while, such as locked
    /// threads.
    shut: BTreeMap<u64, u64>,
}

/// What has at most one request in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// The posts of one channel or person.
    Queue(u64),
    /// The controls of a match's earlier posts, which are to be switched off or may be missing, and
    /// posts that are to be marked as taken back, or no longer.
    Controls(MatchId),
}

/// What the last call did, as long as it is not known whether the store has kept it.
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
    /// The ways to its reader that are left, the next one first.
    ways: Vec<Route>,
    /// Whether an archived thread was brought back for it: that is tried once.
    reopened: bool,
    /// Whether it was looked which channel is above a thread: that is done once.
    looked_above: bool,
    /// An earlier request may have made the post.
    doubtful: bool,
    /// After which message it is looked for next.
    after: Option<u64>,
    pages: u32,
    tries: u32,
    /// Whether Discord has said once that the channel is not there.
    seemed_gone: bool,
    /// As a tick.
    not_before: u64,
}

/// How long a request that may not have been done is left alone before it is tried again; longer
/// each time.
const RETRY_MS: u64 = 500;
/// After how long it is looked again whether a channel is gone.
const LOOK_AGAIN_MS: u64 = 2_000;
/// How long nothing is tried when the database fails.
const STORE_MS: u64 = 1_000;

impl Postal {
    /// A post office for the account `me`; what is in the outbox now may have been sent before.
    /// `a_second`: how many requests Discord takes in a second; None for a Discord that takes any
    /// number.
    ///
    /// # Errors
    /// What the store says.
    pub fn new(core: &mut Core, me: u64, a_second: Option<u64>) -> Result<Postal, StoreError> {
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

    /// What is to be asked of Discord now. Each lane that is named waits for [`Postal::came`].
    ///
    /// # Errors
    /// What the store says when not even the queues can be read; it is to be called again a little
    /// later.
    pub fn next(
        &mut self,
        core: &mut Core,
        now: u64,
        tick: u64,
    ) -> Result<Vec<(Lane, DiscordRequest)>, StoreError> {
        self.last = Last::Asked(Vec::new());
        let lanes = self.lanes.values();
        let in_flight = lanes.filter(|lane| lane.in_flight.is_some()).count();
        if tick < self.all_until || !self.turns.has_room(in_flight, tick) {
            // Nor is it looked what waits: when much does, that takes longer than anything else.
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
            let next = self.next_of(core, lane, now, tick);
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

    /// The tick at which something that waits is due; None while nothing waits for time alone.
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

    /// Takes what came of the requests of some lanes.
    ///
    /// # Errors
    /// What the store says of the first that could not be noted. Such an request counts as one
    /// without an answer.
    pub fn came(
        &mut self,
        core: &mut Core,
        answers: Vec<(Lane, Answer)>,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        self.last = Last::Took(answers.iter().map(|(lane, _)| *lane).collect());
        let mut all = Ok(());
        for (lane, answer) in answers {
            all = all.and(self.take(core, lane, answer, now, tick));
        }
        all
    }

    fn take(
        &mut self,
        core: &mut Core,
        lane: Lane,
        answer: Answer,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(request) = progress.in_flight.take() else {
            return Ok(());
        };
        progress.not_before = tick + answer.rest_ms;
        let turn = &mut progress.turn;
        self.turns
            .came(turn, &answer.outcome, request.edited().is_some(), tick);
        if let RequestOutcome::Limited { wait_ms, global } = answer.outcome {
            let until = tick + wait_ms.max(RETRY_MS / 2);
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
            Lane::Queue(_) => self.sent_to_queue(core, lane, &request, answer.outcome, (now, tick)),
            Lane::Controls(id) => {
                self.switched_off(core, id, &request, answer.outcome, (now, tick))
            }
        };
        if taken.is_err()
            && let Some(progress) = self.lanes.get_mut(&lane)
        {
            progress.doubt();
            progress.not_before = tick + STORE_MS;
        }
        taken
    }

    /// What the last call wrote was not stored after all. The requests that it named are not
    /// carried out; what it took counts as without an answer.
    pub fn not_stored(&mut self, tick: u64) {
        // It may not have been told after all.
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
                    // It is begun again, with a look at what is there already.
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
        now: u64,
        tick: u64,
    ) -> Result<Option<DiscordRequest>, StoreError> {
        match lane {
            Lane::Queue(queue) => self.next_of_queue(core, queue, now, tick),
            Lane::Controls(id) => self.next_control(core, id, tick),
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

/// The server that a lane belongs to, by what is to be sent first; 0 for none.
fn server_of(core: &mut Core, lane: Lane) -> Result<u64, StoreError> {
    core.store().read(|tx| match lane {
        Lane::Queue(queue) => tx.server_of_queue(queue),
        Lane::Controls(id) => tx.server_of_match(id),
    })
}

fn set_state(core: &mut Core, id: OutboxId, state: PostState) -> Result<(), StoreError> {
    core.store().write(|tx| tx.set_post_state(id, state))
}
