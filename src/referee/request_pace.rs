//! Whose request goes to Discord next: as many as Discord takes, fairly between servers, and hardly
//! any that Discord would count as invalid (Discord documentation, "Rate Limits": invalid requests
//! have the status 401, 403 or 429, and a bot may make 10,000 in ten minutes).

use crate::store::ServerId;
use std::collections::{BTreeMap, BTreeSet};

use super::postal::{Lane, RequestOutcome};

/// How many requests may be in flight, in all and for one server.
const AT_ONCE: usize = 48;
const OF_A_SERVER: usize = 8;
/// After each invalid request, this long none is made that may be invalid too.
const INVALID_MS: u64 = 1_000;
/// While more waiting time than this is owed, no request counts as safe: lanes of more than one
/// server were refused at once.
const MAX_OWED_MS: u64 = OF_A_SERVER as u64 * INVALID_MS;
/// How many servers with refusals are remembered.
const MAX_SUSPECTS: usize = 10_000;
/// How many requests may come at once within what Discord takes in a second.
const TOGETHER: u64 = 8;

/// What is known of all requests.
#[derive(Debug)]
pub(super) struct RequestPace {
    /// How many requests to make a second, below Discord's limit, since other code makes requests
    /// too. None: no limit.
    a_second: Option<u64>,
    /// Until when the requests so far use up the allowance. Times are ticks, in milliseconds.
    paid_at: u64,
    /// Until when no request is made that may be invalid: one second for each that was.
    careful_until: u64,
    /// When the last invalid request was.
    invalid_at: u64,
    /// Servers in which a lane was refused that had worked before.
    suspects: BTreeSet<ServerId>,
    /// All requests may be invalid: the token may be wrong, or a global limit was hit.
    all_suspect: bool,
    /// The number of requests so far.
    made: u64,
}

/// What is known of a lane, whatever it sends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LanePace {
    /// 0 without a server.
    pub server: ServerId,
    /// The number of its last request.
    last: u64,
    /// Whether that request was invalid.
    suspect: bool,
    /// Whether the request in flight may be invalid.
    risky: bool,
}

/// One round of choosing among the lanes that wait.
#[derive(Default)]
pub(super) struct Round {
    in_flight: usize,
    /// Whether a request is in flight that may be invalid.
    risk: bool,
    servers: BTreeMap<ServerId, Server>,
}

#[derive(Default)]
struct Server {
    in_flight: usize,
    last: u64,
    /// In reverse order: the next lane is at the end.
    waiting: Vec<Waiting>,
}

/// A waiting lane. The order: lanes that were refused come after the others; then the one with the
/// oldest last request comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    refused: bool,
    last: u64,
    lane: Lane,
    /// Whether it may be refused, because it, its server, or everything is suspect.
    risky: bool,
}

impl RequestPace {
    pub(super) fn new(a_second: Option<u64>) -> RequestPace {
        RequestPace {
            a_second: a_second.map(|most| most.max(1)),
            paid_at: 0,
            careful_until: 0,
            invalid_at: 0,
            suspects: BTreeSet::new(),
            all_suspect: false,
            made: 0,
        }
    }

    /// Whether one more request may be made while so many are in flight.
    pub(super) fn has_room(&self, in_flight: usize, tick: u64) -> bool {
        in_flight < AT_ONCE && tick >= self.room_at()
    }

    /// The next lane: of the server with the oldest last request, the lane with the oldest. None
    /// when no more may be asked now.
    pub(super) fn next(&self, round: &mut Round, tick: u64) -> Option<Lane> {
        loop {
            if !self.has_room(round.in_flight, tick) {
                return None;
            }
            let open =
                |server: &&mut Server| !server.waiting.is_empty() && server.in_flight < OF_A_SERVER;
            let server = round.servers.values_mut().filter(open);
            let next = server.min_by_key(|server| server.last)?.waiting.pop()?;
            let free_at = if next.risky {
                self.careful_until
            } else if self.is_careful(tick) {
                self.invalid_at + INVALID_MS
            } else {
                return Some(next.lane);
            };
            if !round.risk && tick >= free_at {
                return Some(next.lane);
            }
        }
    }

    /// Notes that a chosen lane makes a request.
    pub(super) fn asks(&mut self, round: &mut Round, turn: &mut LanePace, tick: u64) {
        self.made += 1;
        turn.last = self.made;
        turn.risky = self.is_suspect(turn) || self.is_careful(tick);
        round.counts(*turn);
        if let Some(a_second) = self.a_second {
            self.paid_at = self.paid_at.max(tick) + 1_000_u64.div_ceil(a_second);
        }
    }

    /// Notes the outcome of a lane's request; `edits`: it should have changed a message.
    pub(super) fn came(
        &mut self,
        turn: &mut LanePace,
        outcome: &RequestOutcome,
        edits: bool,
        tick: u64,
    ) {
        turn.risky = false;
        match outcome {
            // A global limit says nothing about this lane.
            RequestOutcome::Limited { global: true, .. } => self.all_suspect = true,
            RequestOutcome::Limited { .. }
            | RequestOutcome::Refused {
                status: 401 | 403, ..
            } => {
                self.invalid_at = tick;
                self.careful_until = self.careful_until.max(tick) + INVALID_MS;
                self.all_suspect |= matches!(outcome, RequestOutcome::Refused { status: 401, .. });
                // A second refusal says nothing new about the server. Neither does a limit on
                // edits, which does not affect posts.
                let is_news = !std::mem::replace(&mut turn.suspect, true);
                let of_edits = edits && matches!(outcome, RequestOutcome::Limited { .. });
                if is_news && !of_edits {
                    if self.suspects.len() >= MAX_SUSPECTS {
                        self.suspects.clear();
                    }
                    self.suspects.insert(turn.server);
                }
            }
            RequestOutcome::Created(_)
            | RequestOutcome::Looked { .. }
            | RequestOutcome::Opened { .. }
            | RequestOutcome::Done => {
                (turn.suspect, self.all_suspect) = (false, false);
                // Not while waiting time is owed: otherwise more refused requests would follow at
                // once.
                if tick >= self.careful_until {
                    self.suspects.remove(&turn.server);
                }
            }
            _ => {}
        }
    }

    /// The ticks at which more may be possible than now.
    pub(super) fn limits(&self) -> [u64; 4] {
        [
            self.careful_until,
            self.careful_until.saturating_sub(MAX_OWED_MS),
            self.invalid_at + INVALID_MS,
            self.room_at(),
        ]
    }

    /// Whether so much was refused that even healthy lanes have to go one by one.
    fn is_careful(&self, tick: u64) -> bool {
        self.careful_until > tick + MAX_OWED_MS
    }

    /// When there is room for one more.
    fn room_at(&self) -> u64 {
        let ahead_ms = |a_second: u64| (TOGETHER - 1) * 1_000_u64.div_ceil(a_second);
        let ahead_ms = self.a_second.map_or(u64::MAX, ahead_ms);
        self.paid_at.saturating_sub(ahead_ms)
    }

    fn is_suspect(&self, turn: &LanePace) -> bool {
        self.all_suspect || turn.suspect || self.suspects.contains(&turn.server)
    }

    /// Takes a lane into a round: one with a request in flight, or one that waits for its turn.
    pub(super) fn joins(&self, round: &mut Round, lane: Lane, turn: LanePace, in_flight: bool) {
        if in_flight {
            return round.counts(turn);
        }
        let server = round.servers.entry(turn.server).or_default();
        server.last = server.last.max(turn.last);
        server.waiting.push(Waiting {
            refused: turn.suspect,
            last: turn.last,
            lane,
            risky: self.is_suspect(&turn),
        });
    }
}

impl Round {
    fn counts(&mut self, turn: LanePace) {
        let server = self.servers.entry(turn.server).or_default();
        server.last = server.last.max(turn.last);
        server.in_flight += 1;
        self.in_flight += 1;
        self.risk |= turn.risky;
    }

    /// Sorts the waiting lanes, once all have joined.
    pub(super) fn in_order(mut self) -> Round {
        for server in self.servers.values_mut() {
            server.waiting.sort_unstable_by(|one, other| other.cmp(one));
        }
        self
    }
}
