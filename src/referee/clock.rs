//! The only clock: what time it is, for the referee and everybody who hands it times.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// The system's clock, which a rehearsal or a test may put forward.
#[derive(Clone, Debug, Default)]
pub struct WallClock(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    ahead_ms: AtomicU64,
    jumped: Notify,
}

impl WallClock {
    pub fn new() -> WallClock {
        WallClock::default()
    }

    /// Milliseconds since the Unix epoch.
    pub fn now_ms(&self) -> u64 {
        let system = SystemTime::now().duration_since(UNIX_EPOCH);
        // A system clock before 1970 is taken for 1970.
        let system_ms = system.map_or(0, |since| since.as_millis() as u64);
        system_ms + self.0.ahead_ms.load(Ordering::SeqCst)
    }

    /// Puts the clock forward.
    pub fn advance(&self, by_ms: u64) {
        self.0.ahead_ms.fetch_add(by_ms, Ordering::SeqCst);
        self.0.jumped.notify_waiters();
    }

    /// Waits until a time has come, also when the clock is put forward meanwhile.
    pub async fn sleep_until(&self, at_ms: u64) {
        loop {
            let jumped = self.0.jumped.notified();
            let now = self.now_ms();
            if now >= at_ms {
                return;
            }
            // Looked at again now and then, so that a step of the system's clock or a suspended machine is noticed.
            let nap = std::time::Duration::from_millis((at_ms - now).min(1_000));
            tokio::select! {
                () = tokio::time::sleep(nap) => {}
                () = jumped => {}
            }
        }
    }
}
