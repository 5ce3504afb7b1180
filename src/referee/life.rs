//! Proof that the connection is alive: no timeout is judged on the word of a silent gateway (rulebook, "Clocks").

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// When the connection last proved alive, and the wish for another proof.
#[derive(Clone, Debug, Default)]
pub struct Life(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    last_ms: AtomicU64,
    proved: Notify,
    wanted: Notify,
}

impl Life {
    /// Something arrived over the connection.
    pub fn prove(&self, now_ms: u64) {
        self.0.last_ms.store(now_ms, Ordering::SeqCst);
        self.0.proved.notify_waiters();
    }

    /// When something last arrived, in milliseconds since the Unix epoch; 0 before anything has.
    pub(super) fn last_ms(&self) -> u64 {
        self.0.last_ms.load(Ordering::SeqCst)
    }

    /// Resolves when something arrives after this was called.
    pub(super) fn proved(&self) -> Notified<'_> {
        self.0.proved.notified()
    }

    /// Asks whoever holds the connection for a proof.
    pub(super) fn want(&self) {
        self.0.wanted.notify_one();
    }

    /// Waits until somebody wants a proof: whoever holds the connection then asks Discord for something.
    pub async fn wanted(&self) {
        self.0.wanted.notified().await;
    }
}
