//! Log lines of every level from a test's thread.

use std::cell::RefCell;
use std::io;
use std::sync::Once;

thread_local! {
    /// None for threads that don't listen.
    static LOGGED: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGGED.with_borrow_mut(|logged| {
            if let Some(logged) = logged {
                logged.extend_from_slice(bytes);
            }
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Listens to this thread until its test ends. The subscriber is every thread's: the place of a log
/// line that is first reached by a thread without one is off for all threads (`tracing` asks only
/// that thread's).
pub fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let listening = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .without_time()
            .with_ansi(false)
            .with_writer(|| Log);
        listening.init();
        // For those that were reached meanwhile.
        tracing::callsite::rebuild_interest_cache();
    });
    LOGGED.set(Some(Vec::new()));
}

/// What was logged since the last call.
pub fn take() -> String {
    let logged = LOGGED.replace(Some(Vec::new()));
    String::from_utf8(logged.unwrap_or_default()).unwrap()
}
