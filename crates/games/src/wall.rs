//! Moments.

use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// A moment, in milliseconds since the Unix epoch. A length of time is a plain number of
/// milliseconds.
///
/// ```
/// use games::WallMs;
///
/// let begins = WallMs(1_000_000);
/// let ends = begins + 300_000;
/// assert_eq!(ends.since(begins), 300_000);
/// assert_eq!(begins.since(ends), 0);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct WallMs(pub u64);

impl WallMs {
    /// How long after another moment this is; 0 if it isn't.
    pub fn since(self, earlier: WallMs) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment so much later, or earlier if it is negative.
    pub fn saturating_add_signed(self, by_ms: i64) -> WallMs {
        WallMs(self.0.saturating_add_signed(by_ms))
    }
}

impl Add<u64> for WallMs {
    type Output = WallMs;

    fn add(self, by_ms: u64) -> WallMs {
        WallMs(self.0.saturating_add(by_ms))
    }
}

impl AddAssign<u64> for WallMs {
    fn add_assign(&mut self, by_ms: u64) {
        *self = *self + by_ms;
    }
}

impl Sub<u64> for WallMs {
    type Output = WallMs;

    fn sub(self, by_ms: u64) -> WallMs {
        WallMs(self.0.saturating_sub(by_ms))
    }
}
