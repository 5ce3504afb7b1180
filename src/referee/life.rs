//! Proof that the connection is alive: no timeout is judged on the word of a silent gateway (rulebook, "Clocks").

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
}

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
