//! How often symbols come, and what that costs.

/// Bytes, the block's end, and lengths.
pub const LITERALS: usize = 286;
pub const DISTANCES: usize = 30;
/// Bits are counted in parts, so many each.
pub const BIT: u32 = 256;
/// About what telling a symbol's code takes, as it was with pictures of boards.
const OF_CODE: i64 = 5 * BIT as i64;

/// How often each symbol comes.
#[derive(Clone)]
pub struct Counts {
    pub literals: [u32; LITERALS],
    pub distances: [u32; DISTANCES],
}

impl Default for Counts {
    fn default() -> Self {
        Counts {
            literals: [0; LITERALS],
            distances: [0; DISTANCES],
        }
    }
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        for (mine, count) in self.literals.iter_mut().zip(&other.literals) {
            *mine += count;
        }
        for (mine, count) in self.distances.iter_mut().zip(&other.distances) {
            *mine += count;
        }
    }

    /// Whether these and others, which come next, take fewer bits when each have codes of their own.
    pub fn are_apart_from(&self, next: &Counts) -> bool {
        saved(&self.literals, &next.literals) + saved(&self.distances, &next.distances) > 0
    }
}

/// The logarithm to the base 2 of what is not 0, in parts of a bit; made of whole numbers, so that it is the same everywhere.
#[inline]
pub fn log2(count: u32) -> u32 {
    let whole = count.ilog2();
    let rest = ((u64::from(count) * u64::from(BIT)) >> whole) as u32 - BIT;
    // Between powers of two a parabola, which is off by less than a fiftieth.
    whole * BIT + rest + ((rest * (BIT - rest) * 88) >> 16)
}

/// How much less it takes to tell symbols with codes of their own than with shared ones.
fn saved(some: &[u32], next: &[u32]) -> i64 {
    let shared = |one: u32, other: u32| weight(one + other) - weight(one) - weight(other);
    let both = some.iter().zip(next);
    let of_both: i64 = both
        .filter(|(one, other)| **one > 0 && **other > 0)
        .map(|(one, other)| shared(*one, *other) + OF_CODE)
        .sum();
    shared(some.iter().sum(), next.iter().sum()) - of_both
}

/// A count by its logarithm, which is what entropies are made of (C. E. Shannon, A Mathematical Theory of Communication, 1948).
fn weight(count: u32) -> i64 {
    i64::from(count) * i64::from(log2(count.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for count in (1..5_000).chain([1 << 20, (1 << 20) + 77, u32::MAX]) {
            let off = f64::from(log2(count)) / f64::from(BIT) - f64::from(count).log2();
            assert!(off.abs() < 0.02, "{count}: {off}");
        }
    }

    #[test]
    fn what_is_alike_shares_its_codes() {
        let counts = |symbols: std::ops::Range<usize>, each: u32| {
            let mut counts = Counts::default();
            counts.literals[symbols].fill(each);
            counts
        };
        let some = counts(0..50, 40);
        assert!(!some.are_apart_from(&some));
        assert!(!some.are_apart_from(&counts(0..50, 3)));
        assert!(some.are_apart_from(&counts(100..150, 40)));
        // Too little of it to tell its codes.
        let mut little = counts(0..50, 1);
        little.literals[3] = 30;
        assert!(!some.are_apart_from(&little));
    }
}
