//! How much to measure.

use std::sync::OnceLock;

static QUICK: OnceLock<bool> = OnceLock::new();

/// Set once, before anything is measured.
pub fn set_quick(quick: bool) {
    QUICK.get_or_init(|| quick);
}

pub fn is_quick() -> bool {
    QUICK.get().copied().unwrap_or_default()
}

/// One of the two: `quick` if the run only has to show that the measurement works.
pub fn or<T>(full: T, quick: T) -> T {
    if is_quick() { quick } else { full }
}
