//! Proof that the connection is alive: while the gateway is silent, no timeout is judged (rulebook,
//! "Clocks").

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use games::WallMs;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::store::{ServerId, Shard};

/// Signs that a connection is alive, and requests for another sign. A large bot has several
/// connections, each for a part of the servers. A sign of one proves nothing for the others.
#[derive(Clone, Debug, Default)]
pub struct Liveness(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// At least one.
    connections: Mutex<Vec<Connection>>,
    proved: Notify,
    wanted: Notify,
    pulse: Mutex<Pulse>,
}

/// Times of one connection.
#[derive(Clone, Debug, Default)]
struct Connection {
    /// Since when Discord has been asked for a sign without an answer.
    asked_ms: Option<WallMs>,
    /// What has come since the referee last looked.
    unheard: Option<Heartbeats>,
    /// Whether the referee wants a sign.
    is_wanted: bool,
}

/// Whether the process itself runs: while it is stopped, or its machine swaps, it hears nobody.
#[derive(Debug, Default)]
struct Pulse {
    /// When it last ran, by a monotonic clock.
    ran_ms: Option<u64>,
    /// From when to when it stood still; emptied when read.
    stops: Vec<(WallMs, WallMs)>,
}

/// How often the process says that it runs.
pub(super) const TICK: Duration = Duration::from_millis(500);
/// A longer gap between two ticks counts as an outage. Discord waits three seconds for an answer
/// (Discord documentation, "Interaction Response"), so after a shorter gap a press can still be
/// answered.
const STOPPED_MS: u64 = 3_000;

/// The first and the last sign of life of a connection since they were last read. The first one
/// ends a silence and lets a waiting deadline be judged; the many that follow on a busy connection
/// must not delay that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeats {
    /// The connection's number.
    pub shard: u32,
    pub first_ms: WallMs,
    pub last_ms: WallMs,
}

impl Heartbeats {
    /// One sign of life of a connection.
    pub fn at(shard: u32, ms: WallMs) -> Heartbeats {
        Heartbeats {
            shard,
            first_ms: ms,
            last_ms: ms,
        }
    }

    /// Joins these with earlier ones, if there are any.
    pub fn after(self, earlier: Option<Heartbeats>) -> Heartbeats {
        Heartbeats {
            first_ms: earlier.map_or(self.first_ms, |earlier| earlier.first_ms),
            ..self
        }
    }
}

impl Default for Inner {
    fn default() -> Inner {
        Inner {
            connections: Mutex::new(vec![Connection::default()]),
            proved: Notify::new(),
            wanted: Notify::new(),
            pulse: Mutex::default(),
        }
    }
}

impl Liveness {
    /// Sets among how many connections the servers are divided, at least one. Call this before any
    /// of them is opened.
    pub fn divide(&self, shards: u32) {
        let shards = shards.max(1) as usize;
        *self.connections() = vec![Connection::default(); shards];
    }

    /// All connections.
    pub fn shards(&self) -> impl Iterator<Item = Shard> {
        let of = self.connections().len() as u32;
        (0..of).map(move |number| Shard { number, of })
    }

    /// Which connection gets the events of a server (None: of direct messages).
    pub fn shard_of(&self, guild: Option<ServerId>) -> u32 {
        let its = |shard: &Shard| shard.has(guild.unwrap_or_default());
        self.shards().find(its).map_or(0, |shard| shard.number)
    }

    /// Something arrived over a connection.
    pub fn prove(&self, shard: u32, now_ms: WallMs) {
        let mut connections = self.connections();
        let Some(proved) = one(&mut connections, shard) else {
            return;
        };
        proved.asked_ms = None;
        proved.unheard = Some(Heartbeats::at(shard, now_ms).after(proved.unheard));
        drop(connections);
        self.0.proved.notify_waiters();
    }

    /// What has arrived since this was last asked.
    pub(super) fn take(&self) -> Vec<Heartbeats> {
        let mut connections = self.connections();
        let unheard = connections.iter_mut().filter_map(|one| one.unheard.take());
        unheard.collect()
    }

    /// Notes that the process runs now: `even_ms` by a monotonic clock. A long gap since the last
    /// call is a time in which it stood still.
    pub(super) fn runs(&self, even_ms: u64, now_ms: WallMs) {
        let mut pulse = self.pulse();
        let ran_ms = pulse.ran_ms.replace(even_ms).unwrap_or(even_ms);
        let gap_ms = even_ms.saturating_sub(ran_ms);
        if gap_ms > STOPPED_MS {
            tracing::warn!("the process was frozen for {gap_ms} ms");
            pulse.stops.push((now_ms - gap_ms, now_ms));
        }
    }

    /// The times in which the process stood still since the last call.
    pub(super) fn take_stops(&self) -> Vec<(WallMs, WallMs)> {
        std::mem::take(&mut self.pulse().stops)
    }

    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.0.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when something arrives after this was called.
    pub(super) fn proved(&self) -> Notified<'_> {
        self.0.proved.notified()
    }

    /// Asks the task that holds the connections for a sign of life of one.
    pub(super) fn want(&self, shard: u32) {
        if let Some(wanted) = one(&mut self.connections(), shard) {
            wanted.is_wanted = true;
        }
        self.0.wanted.notify_one();
    }

    /// Waits until signs of life are wanted, and returns of which connections. The task that holds
    /// them then asks Discord for something over each, and notes it with [`Liveness::ask`].
    pub async fn wanted(&self) -> Vec<Shard> {
        self.0.wanted.notified().await;
        let shards = self.shards();
        let mut connections = self.connections();
        let mut is_wanted = |shard: &Shard| {
            let wanted = one(&mut connections, shard.number);
            wanted.is_some_and(|wanted| std::mem::take(&mut wanted.is_wanted))
        };
        shards.filter(|shard| is_wanted(shard)).collect()
    }

    /// Notes that Discord was asked for something that it answers over this connection.
    pub fn ask(&self, shard: u32, now_ms: WallMs) {
        if let Some(asked) = one(&mut self.connections(), shard) {
            asked.asked_ms.get_or_insert(now_ms);
        }
    }

    /// How long a connection has been silent although something was asked, in milliseconds; 0 if
    /// nothing was asked.
    pub fn unanswered_ms(&self, shard: u32, now_ms: WallMs) -> u64 {
        let asked_ms = one(&mut self.connections(), shard).and_then(|one| one.asked_ms);
        asked_ms.map_or(0, |asked_ms| now_ms.since(asked_ms))
    }

    fn connections(&self) -> MutexGuard<'_, Vec<Connection>> {
        let connections = self.0.connections.lock();
        connections.unwrap_or_else(PoisonError::into_inner)
    }
}

fn one(connections: &mut [Connection], shard: u32) -> Option<&mut Connection> {
    connections.get_mut(usize::try_from(shard).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_between_ticks_is_a_stop_of_the_process() {
        let life = Liveness::default();
        // The wall clock may jump meanwhile; only the steady clock counts.
        for (even_ms, now_ms) in [
            (0, 70_000),
            (500, 70_500),
            (3_500, 73_500),
            (4_000, 990_000),
            (8_000, 994_000),
            (8_500, 994_500),
            (38_500, 1_024_500),
        ] {
            life.runs(even_ms, WallMs(now_ms));
        }
        let stops = [(990_000, 994_000), (994_500, 1_024_500)];
        let stops = stops.map(|(from, to)| (WallMs(from), WallMs(to)));
        assert_eq!(life.take_stops(), stops);
        assert_eq!(life.take_stops(), []);
    }

    /// A connection, and when a sign of life came over it (milliseconds).
    #[test]
    fn each_connection_has_its_own_signs() {
        let life = Liveness::default();
        life.divide(2);
        for (shard, now_ms) in [(0, 100), (1, 300), (0, 900)] {
            life.prove(shard, WallMs(now_ms));
        }
        let both = Heartbeats {
            last_ms: WallMs(900),
            ..Heartbeats::at(0, WallMs(100))
        };
        assert_eq!(life.take(), [both, Heartbeats::at(1, WallMs(300))]);
        assert_eq!(life.take(), []);
        life.ask(1, WallMs(1_000));
        life.prove(0, WallMs(9_000));
        assert_eq!(
            [0, 1].map(|shard| life.unanswered_ms(shard, WallMs(9_000))),
            [0, 8_000]
        );
        // Discord's own example of how servers are divided.
        let guild = 197_038_439_483_310_086;
        assert_eq!(
            life.shard_of(Some(ServerId(guild))),
            (guild >> 22) as u32 % 2
        );
        assert_eq!(life.shard_of(None), 0);
    }
}
