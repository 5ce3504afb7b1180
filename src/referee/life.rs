//! Proof that the connection is alive: no timeout is judged on the word of a silent gateway (rulebook, "Clocks").

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Signs that the connection is alive, and the wish for another one.
#[derive(Clone, Debug, Default)]
pub struct Life(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    unheard: Mutex<Option<Signs>>,
    /// Since when Discord has been asked for a proof in vain, in milliseconds since the Unix epoch.
    asked_ms: Mutex<Option<u64>>,
    proved: Notify,
    wanted: Notify,
    pulse: Mutex<Pulse>,
}

/// Whether the process itself runs: stopped, or on a machine that swaps, it hears nobody.
#[derive(Debug, Default)]
struct Pulse {
    /// When it was last seen to run, by a clock that goes on evenly.
    ran_ms: Option<u64>,
    /// When it stood still, in milliseconds since the Unix epoch, until somebody has heard of it.
    stops: Vec<(u64, u64)>,
}

/// How often the process says that it runs.
pub(super) const TICK: Duration = Duration::from_millis(500);
/// A longer gap between two of these counts as an outage. Discord waits three seconds for an answer
/// (Discord documentation, "Interaction Response"), so a press in a shorter one can still have it.
const STOPPED_MS: u64 = 3_000;

/// The first and the last of the signs of life that nobody has heard of yet, in milliseconds since the Unix epoch: the first ends a silence and is the
/// proof that a deadline waits for, which the many that come after it on a busy connection must not put off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    pub first_ms: u64,
    pub last_ms: u64,
}

impl Signs {
    /// A sign at one moment.
    pub fn at(ms: u64) -> Signs {
        Signs {
            first_ms: ms,
            last_ms: ms,
        }
    }

    /// These after others, if there are any.
    pub fn after(self, earlier: Option<Signs>) -> Signs {
        Signs {
            first_ms: earlier.map_or(self.first_ms, |earlier| earlier.first_ms),
            ..self
        }
    }
}

impl Life {
    /// Something arrived over the connection.
    pub fn prove(&self, now_ms: u64) {
        let mut unheard = self
            .0
            .unheard
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *unheard = Some(Signs::at(now_ms).after(*unheard));
        drop(unheard);
        *self.asked() = None;
        self.0.proved.notify_waiters();
    }

    /// What has arrived since this was last asked.
    pub(super) fn take(&self) -> Option<Signs> {
        let mut unheard = self
            .0
            .unheard
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        unheard.take()
    }

    /// The process runs now: `even_ms` by a clock that goes on evenly, `now_ms` since the Unix epoch.
    /// A long gap since this was last said is a time in which it stood still.
    pub(super) fn runs(&self, even_ms: u64, now_ms: u64) {
        let mut pulse = self.pulse();
        let ran_ms = pulse.ran_ms.replace(even_ms).unwrap_or(even_ms);
        let gap_ms = even_ms.saturating_sub(ran_ms);
        if gap_ms > STOPPED_MS {
            tracing::warn!("the process stood still for {gap_ms} ms");
            pulse.stops.push((now_ms.saturating_sub(gap_ms), now_ms));
        }
    }

    /// The times in which the process stood still, since this was last asked.
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

    /// Asks whoever holds the connection for a proof.
    pub(super) fn want(&self) {
        self.0.wanted.notify_one();
    }

    /// Waits until somebody wants a proof: whoever holds the connection then asks Discord for something, and notes it with [`Life::ask`].
    pub async fn wanted(&self) {
        self.0.wanted.notified().await;
    }

    /// Discord is asked for something that it answers over the connection.
    pub fn ask(&self, now_ms: u64) {
        self.asked().get_or_insert(now_ms);
    }

    /// For how long nothing has come although it was asked for, in milliseconds; 0 where nothing is awaited.
    pub fn asked_in_vain_ms(&self, now_ms: u64) -> u64 {
        let asked_ms = *self.asked();
        asked_ms.map_or(0, |asked_ms| now_ms.saturating_sub(asked_ms))
    }

    fn asked(&self) -> MutexGuard<'_, Option<u64>> {
        let asked = self.0.asked_ms.lock();
        asked.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_in_the_ticks_is_a_time_in_which_the_process_stood_still() {
        let life = Life::default();
        // The clock of the epoch may jump meanwhile; what counts is the even one.
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
}
