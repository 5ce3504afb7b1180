//! Proof that the connection is alive: no timeout is judged on the word of a silent gateway (rulebook, "Clocks").

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;

/// When the connection last proved alive, and the wish for another proof.
#[derive(Clone, Debug)]
pub struct Life(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    last_ms: AtomicU64,
    proved: Notify,
    wanted: Notify,
}

impl Life {
    pub(super) fn new(now_ms: u64) -> Life {
        Life(Arc::new(Inner {
            last_ms: AtomicU64::new(now_ms),
            proved: Notify::new(),
            wanted: Notify::new(),
        }))
    }

    /// Something arrived over the connection.
    pub fn prove(&self, now_ms: u64) {
        self.0.last_ms.fetch_max(now_ms, Ordering::SeqCst);
        self.0.proved.notify_waiters();
    }

    /// When something last arrived, in milliseconds since the Unix epoch.
    pub fn last_ms(&self) -> u64 {
        self.0.last_ms.load(Ordering::SeqCst)
    }

    /// Waits until somebody wants a proof: whoever holds the connection then asks Discord for something.
    pub async fn wanted(&self) {
        self.0.wanted.notified().await;
    }

    /// Asks for a proof, and waits until the connection has proved alive at or after a time.
    pub(super) async fn proved_since(&self, at_ms: u64) {
        loop {
            let proved = self.0.proved.notified();
            if self.last_ms() >= at_ms {
                return;
            }
            self.0.wanted.notify_one();
            // Asked again now and then: the answer to the first question may be lost with its connection.
            tokio::select! {
                () = proved => {}
                () = tokio::time::sleep(std::time::Duration::from_secs(5)) => {}
            }
        }
    }
}
