//! The only clock: what time it is, for the referee and everybody who hands it times.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use games::WallMs;
use tokio::sync::Notify;

/// The system's time when the program began, going on evenly from there. Changes of the system's
/// clock do not matter; times that Discord tells correct it. A rehearsal or a test may put it
/// forward.
#[derive(Clone, Debug)]
pub struct WallClock(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    began: Instant,
    began_ms: WallMs,
    /// What has been added since, in milliseconds.
    ahead_ms: AtomicI64,
    jumped: Notify,
}

/// Errors of the clock that are smaller than this are not corrected: milliseconds.
const TOLERATED_MS: u64 = 500;

/// By how much to correct a clock, in milliseconds. It showed `asked` when Discord was asked for
/// something and shows `now` after the answer. At some moment between the two, Discord's own
/// time was at least `earliest` and, if that is known, at most `latest`.
pub fn correction_ms(asked: WallMs, now: WallMs, earliest: WallMs, latest: Option<WallMs>) -> i64 {
    if now + TOLERATED_MS < earliest {
        return earliest.since(now).cast_signed();
    }
    let took_ms = now.since(asked);
    match latest.map(|latest| now.since(latest + took_ms)) {
        Some(ahead_ms) if ahead_ms > TOLERATED_MS => -ahead_ms.cast_signed(),
        _ => 0,
    }
}

impl Default for WallClock {
    fn default() -> WallClock {
        let system = SystemTime::now().duration_since(UNIX_EPOCH);
        WallClock(Arc::new(Inner {
            began: Instant::now(),
            // A system clock before 1970 is taken for 1970.
            began_ms: WallMs(system.map_or(0, |since| since.as_millis() as u64)),
            ahead_ms: AtomicI64::new(0),
            jumped: Notify::new(),
        }))
    }
}

impl WallClock {
    pub fn new() -> WallClock {
        WallClock::default()
    }

    pub fn now(&self) -> WallMs {
        let even_ms = self.0.began_ms + self.even_ms();
        even_ms.saturating_add_signed(self.0.ahead_ms.load(Ordering::SeqCst))
    }

    /// Milliseconds since the program began: it goes on evenly, whatever this clock is set to.
    pub(super) fn even_ms(&self) -> u64 {
        self.0.began.elapsed().as_millis() as u64
    }

    /// Corrects the clock by so many milliseconds.
    pub(super) fn correct(&self, by_ms: i64) {
        self.0.ahead_ms.fetch_add(by_ms, Ordering::SeqCst);
        self.0.jumped.notify_waiters();
    }

    /// Puts the clock forward, by milliseconds.
    pub fn advance(&self, by_ms: u64) {
        self.correct(by_ms.cast_signed());
    }

    /// Waits until a time, even if the clock is put forward meanwhile.
    pub async fn sleep_until(&self, at_ms: WallMs) {
        loop {
            let jumped = self.0.jumped.notified();
            let now = self.now();
            if now >= at_ms {
                return;
            }
            // Checked again now and then, because a timer does not count the time that a machine is
            // suspended.
            let nap = std::time::Duration::from_millis(at_ms.since(now).min(1_000));
            tokio::select! {
                () = tokio::time::sleep(nap) => {}
                () = jumped => {}
            }
        }
    }
}
