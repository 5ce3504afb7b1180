//! Proof that the connection is alive: while the gateway is silent, no timeout is judged (rulebook,
//! "Clocks").

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Signs that the connection is alive, and requests for another sign. A large bot has several
/// connections, each for a part of the servers (Discord documentation, "Gateway", "Sharding"). A
/// sign of one proves nothing for the others, so the oldest of their last signs counts.
#[derive(Clone, Debug, Default)]
pub struct Liveness(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    shards: Mutex<Shards>,
    proved: Notify,
    wanted: Notify,
    pulse: Mutex<Pulse>,
}

#[derive(Debug)]
struct Shards {
    /// At least one.
    each: Vec<Shard>,
    /// When all connections were last known to be alive, in milliseconds since the Unix epoch.
    alive_ms: Option<u64>,
    unheard: Option<Heartbeats>,
}

/// Times of one connection, in milliseconds since the Unix epoch.
#[derive(Clone, Debug, Default)]
struct Shard {
    /// When something last came.
    came_ms: Option<u64>,
    /// Since when Discord has been asked for a sign without an answer.
    asked_ms: Option<u64>,
}

impl Default for Shards {
    fn default() -> Shards {
        Shards {
            each: vec![Shard::default()],
            alive_ms: None,
            unheard: None,
        }
    }
}

/// Whether the process itself runs: while it is stopped, or its machine swaps, it hears nobody.
#[derive(Debug, Default)]
struct Pulse {
    /// When it last ran, by a monotonic clock.
    ran_ms: Option<u64>,
    /// From when to when it stood still, in milliseconds since the Unix epoch; emptied when read.
    stops: Vec<(u64, u64)>,
}

/// How often the process says that it runs.
pub(super) const TICK: Duration = Duration::from_millis(500);
/// A longer gap between two ticks counts as an outage. Discord waits three seconds for an answer
/// (Discord documentation, "Interaction Response"), so after a shorter gap a press can still be
/// answered.
const STOPPED_MS: u64 = 3_000;

/// The first and the last sign of life since they were last read, in milliseconds since the Unix
/// epoch. The first one ends a silence and lets a waiting deadline be judged; the many that follow
/// on a busy connection must not delay that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeats {
    pub first_ms: u64,
    pub last_ms: u64,
}

impl Heartbeats {
    /// One sign of life.
    pub fn at(ms: u64) -> Heartbeats {
        Heartbeats {
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

impl Liveness {
    /// Sets among how many connections the servers are divided, at least one. Call this before any
    /// of them is opened.
    pub fn divide(&self, shards: u32) {
        let each = vec![Shard::default(); shards.max(1) as usize];
        self.shards().each = each;
    }

    pub fn count(&self) -> u32 {
        self.shards().each.len() as u32
    }

    /// Which connection gets the events of a server (Discord documentation, "Gateway", "Sharding").
    pub fn shard_of(&self, guild: u64) -> u32 {
        ((guild >> 22) % u64::from(self.count())) as u32
    }

    /// Something arrived over a connection.
    pub fn prove(&self, shard: u32, now_ms: u64) {
        let mut shards = self.shards();
        let Some(proved) = shards.each.get_mut(shard as usize) else {
            return;
        };
        *proved = Shard {
            came_ms: proved.came_ms.max(Some(now_ms)),
            asked_ms: None,
        };
        // None is the smallest value: all are alive only once each has been.
        let alive_ms = shards.each.iter().map(|shard| shard.came_ms).min();
        let alive_ms = alive_ms.flatten();
        let Some(ms) = alive_ms.filter(|_| alive_ms > shards.alive_ms) else {
            return;
        };
        shards.alive_ms = alive_ms;
        shards.unheard = Some(Heartbeats::at(ms).after(shards.unheard));
        drop(shards);
        self.0.proved.notify_waiters();
    }

    /// What has arrived since this was last asked.
    pub(super) fn take(&self) -> Option<Heartbeats> {
        self.shards().unheard.take()
    }

    /// Notes that the process runs now: `even_ms` by a monotonic clock, `now_ms` since the Unix
    /// epoch. A long gap since the last call is a time in which it stood still.
    pub(super) fn runs(&self, even_ms: u64, now_ms: u64) {
        let mut pulse = self.pulse();
        let ran_ms = pulse.ran_ms.replace(even_ms).unwrap_or(even_ms);
        let gap_ms = even_ms.saturating_sub(ran_ms);
        if gap_ms > STOPPED_MS {
            tracing::warn!("the process was frozen for {gap_ms} ms");
            pulse.stops.push((now_ms.saturating_sub(gap_ms), now_ms));
        }
    }

    /// The times in which the process stood still since the last call.
    pub(super) fn take_stops(&self) -> Vec<(u64, u64)> {
        std::mem::take(&mut self.pulse().stops)
    }

    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.0.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when something arrives after this was called.
    pub(super) fn proved(&self) -> Notified<'_> {
        self.0.proved.notified()
    }

    /// Asks the task that holds the connections for a sign of life.
    pub(super) fn want(&self) {
        self.0.wanted.notify_one();
    }

    /// Waits until somebody wants a sign of life. The task that holds the connections then asks
    /// Discord for something over each, and notes it with [`Liveness::ask`].
    pub async fn wanted(&self) {
        self.0.wanted.notified().await;
    }

    /// Notes that Discord was asked for something that it answers over this connection.
    pub fn ask(&self, shard: u32, now_ms: u64) {
        if let Some(shard) = self.shards().each.get_mut(shard as usize) {
            shard.asked_ms.get_or_insert(now_ms);
        }
    }

    /// How long a connection has been silent although something was asked, in milliseconds; 0 if
    /// nothing was asked.
    pub fn asked_in_vain_ms(&self, shard: u32, now_ms: u64) -> u64 {
        let asked_ms = self
            .shards()
            .each
            .get(shard as usize)
            .and_then(|shard| shard.asked_ms);
        asked_ms.map_or(0, |asked_ms| now_ms.saturating_sub(asked_ms))
    }

    fn shards(&self) -> MutexGuard<'_, Shards> {
        self.0.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
            life.runs(even_ms, now_ms);
        }
        let stops = [(990_000, 994_000), (994_500, 1_024_500)];
        assert_eq!(life.take_stops(), stops);
        assert_eq!(life.take_stops(), []);
    }

    /// Connection, arrival of a sign of life, and since when every connection is known to be alive
    /// (milliseconds).
    #[test]
    fn connections_are_alive_since_the_oldest_of_their_last_signs() {
        let life = Liveness::default();
        life.divide(2);
        for (shard, now_ms, alive_ms) in [
            (0, 100, None),
            (0, 200, None),
            (1, 300, Some(200)),
            (1, 400, None),
            (0, 900, Some(400)),
            (1, 910, Some(900)),
        ] {
            life.prove(shard, now_ms);
            assert_eq!(life.take(), alive_ms.map(Heartbeats::at), "{now_ms}");
        }
        life.ask(1, 1_000);
        life.prove(0, 9_000);
        assert_eq!(
            [0, 1].map(|shard| life.asked_in_vain_ms(shard, 9_000)),
            [0, 8_000]
        );
        // Discord's own example of how servers are divided.
        assert_eq!(
            life.shard_of(197_038_439_483_310_086),
            (197_038_439_483_310_086_u64 >> 22) as u32 % 2
        );
    }
}
