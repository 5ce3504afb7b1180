//! Log lines of every level from a test's thread.

use std::cell::RefCell;
use std::io;

use tracing::subscriber::DefaultGuard;

thread_local! {
    static LOGGED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGGED.with_borrow_mut(|logged| logged.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Listens for as long as the returned guard is kept.
pub fn listen() -> DefaultGuard {
    let listening = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .without_time()
        .with_ansi(false)
        .with_writer(|| Log);
    tracing::subscriber::set_default(listening.finish())
}

/// What was logged since the last call.
pub fn take() -> String {
    String::from_utf8(LOGGED.take()).unwrap()
}
