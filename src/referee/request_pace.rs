//! Whose request goes to Discord next: as many as Discord takes, no server's before all others',
//! and next to none that Discord counts against the person who makes them (Discord documentation,
//! "Rate Limits": invalid requests have the status 401, 403 or 429, and 10,000 of them in ten
//! minutes are too many).

use std::collections::{BTreeMap, BTreeSet};

use super::postal::{Lane, RequestOutcome};

/// How many requests are in flight at most, and how many of them of one server.
const AT_ONCE: usize = 48;
const OF_A_SERVER: usize = 8;
/// For how long, after each invalid request, none is made that may be invalid too.
const INVALID_MS: u64 = 1_000;
/// As long as more than this is to be made up for, nobody's request is taken for safe: more than
/// one server's lanes have been refused at once.
const MOST_OWED_MS: u64 = OF_A_SERVER as u64 * INVALID_MS;
/// How many servers are remembered that something was refused in.
const MOST_SUSPECTS: usize = 10_000;
/// How many requests may come at once within what Discord takes in a second.
const TOGETHER: u64 = 8;

/// What is known of all requests.
#[derive(Debug)]
pub(super) struct RequestPace {
    /// How many Discord takes in a second, from which some room is left for what is not posted;
    /// None where nothing limits them.
    a_second: Option<u64>,
    /// Until when those that were made are paid for. Times are ticks, in milliseconds.
    paid_at: u64,
    /// Until when nothing is asked that may be invalid: a second for each that was.
    careful_until: u64,
    /// When the last one was.
    invalid_at: u64,
    /// Servers of which a lane was refused that went well before.
    suspects: BTreeSet<u64>,
    /// The token may be wrong, or too much was asked of Discord at all.
    all_suspect: bool,
    /// How many requests there were.
    made: u64,
}

/// What is known of a lane, whatever it sends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LanePace {
    /// 0 for what is no server's.
    pub server: u64,
    /// The number of its last request.
    last: u64,
    /// That was invalid.
    suspect: bool,
    /// The one that is in flight may be.
    risky: bool,
}

/// The lanes that wait, while some of them are chosen.
#[derive(Default)]
pub(super) struct Round {
    in_flight: usize,
    /// One is in flight that may be invalid.
    risk: bool,
    servers: BTreeMap<u64, Server>,
}

#[derive(Default)]
struct Server {
    in_flight: usize,
    last: u64,
    /// Who is next comes last.
    waiting: Vec<Waiting>,
}

/// A lane that waits. They go in this order: those that were refused themselves after the others,
/// and whose last request is the longest ago first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    refused: bool,
    last: u64,
    lane: Lane,
    /// Whether it may be refused, by what is known of it, its server and all.
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

    /// Whether there is room for one more request beside so many that are in flight.
    pub(super) fn has_room(&self, in_flight: usize, tick: u64) -> bool {
        in_flight < AT_ONCE && tick >= self.room_at()
    }

    /// The next lane of those that wait: of the server, and in it the lane, whose last request is
    /// the longest ago. None when no more may be asked now.
    pub(super) fn next(&self, round: &mut Round, tick: u64) -> Option<Lane> {
        loop {
            if !self.has_room(round.in_flight, tick) {
                return None;
            }
            let open =
                |server: &&mut Server| !server.waiting.is_empty() && server.in_flight < OF_A_SERVER;
            let server = round.servers.values_mut().filter(open);
            let next = server.min_by_key(|server| server.last)?.waiting.pop()?;
            let free_at = match next.risky {
                true => self.careful_until,
                false if self.is_careful(tick) => self.invalid_at + INVALID_MS,
                false => return Some(next.lane),
            };
            if !round.risk && tick >= free_at {
                return Some(next.lane);
            }
        }
    }

    /// A lane that was chosen asks for something.
    pub(super) fn asks(&mut self, round: &mut Round, turn: &mut LanePace, tick: u64) {
        self.made += 1;
        turn.last = self.made;
        turn.risky = self.is_suspect(turn) || self.is_careful(tick);
        round.counts(*turn);
        if let Some(a_second) = self.a_second {
            self.paid_at = self.paid_at.max(tick) + 1_000_u64.div_ceil(a_second);
        }
    }

    /// What came of a lane's request; `edits`: it was to change a message.
    pub(super) fn came(
        &mut self,
        turn: &mut LanePace,
        outcome: &RequestOutcome,
        edits: bool,
        tick: u64,
    ) {
        turn.risky = false;
        match outcome {
            // All that were on their way hear it: it says nothing about any of them.
            RequestOutcome::Limited { global: true, .. } => self.all_suspect = true,
            RequestOutcome::Limited { .. }
            | RequestOutcome::Refused {
                status: 401 | 403, ..
            } => {
                self.invalid_at = tick;
                self.careful_until = self.careful_until.max(tick) + INVALID_MS;
                self.all_suspect |= matches!(outcome, RequestOutcome::Refused { status: 401, .. });
                // That it is refused again is no news of its server, nor is a limit of edits, which
                // keeps no post there from being made.
                let is_news = !std::mem::replace(&mut turn.suspect, true);
                let of_edits = edits && matches!(outcome, RequestOutcome::Limited { .. });
                if is_news && !of_edits {
                    if self.suspects.len() >= MOST_SUSPECTS {
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
                // Not before all that went wrong is made up for: else others that go wrong would
                // follow at once.
                if tick >= self.careful_until {
                    self.suspects.remove(&turn.server);
                }
            }
            _ => {}
        }
    }

    /// The ticks at which more may be asked than now.
    pub(super) fn limits(&self) -> [u64; 4] {
        [
            self.careful_until,
            self.careful_until.saturating_sub(MOST_OWED_MS),
            self.invalid_at + INVALID_MS,
            self.room_at(),
        ]
    }

    /// Whether so much went wrong that even what went well is asked for one after another.
    fn is_careful(&self, tick: u64) -> bool {
        self.careful_until > tick + MOST_OWED_MS
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

    /// Puts those that wait in their order, once all have joined.
    pub(super) fn in_order(mut self) -> Round {
        for server in self.servers.values_mut() {
            server.waiting.sort_unstable_by(|one, other| other.cmp(one));
        }
        self
    }
}
