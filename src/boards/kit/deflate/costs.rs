//! What literals and matches cost.

use super::block::{of_distance, of_length};
use super::counts::{BIT, Counts, DISTANCES, log2};
use super::{LONGEST, SHORTEST};

/// The costs of codes for what has not come yet.
const NEW_LITERAL: u32 = 9 * BIT;
const NEW_DISTANCE: u32 = 8 * BIT;
/// How much of what has come is still of account at the next time: so many eighths.
const KEPT: u32 = 6;
/// What has come is counted so many times, and a colour to which there is a change in what comes next so many.
const WEIGHT: u32 = 16;
const WEIGHT_OF_NEXT: u32 = 4;

/// Costs in parts of a bit by how often what came before has come, of which the last counts most.
pub struct Costs {
    /// By the byte, and by the length of a match; a match's distance comes on top of that.
    pub literals: [u32; 256],
    pub lengths: [u32; LONGEST + 1],
    /// By the length of a match that goes on with the byte before; this is all of it.
    pub runs: [u32; LONGEST + 1],
    distances: [u32; DISTANCES],
    known: Counts,
}

impl Default for Costs {
    /// As long as nothing is known: guesses from pictures of boards.
    fn default() -> Self {
        let mut costs = Costs {
            literals: [8 * BIT; 256],
            lengths: [0; LONGEST + 1],
            runs: [0; LONGEST + 1],
            distances: [0; DISTANCES],
            known: Counts::default(),
        };
        costs.set(
            |_| 6 * BIT,
            |symbol| if symbol == 0 { 2 * BIT } else { 4 * BIT },
        );
        costs
    }
}

impl Costs {
    /// Takes note of what has been written, and of the colours of the runs that come next.
    pub fn learn(&mut self, counts: &Counts, next: impl Iterator<Item = u8>) {
        let all = self.known.literals.iter_mut().zip(&counts.literals);
        for (known, count) in all.chain(self.known.distances.iter_mut().zip(&counts.distances)) {
            *known = (*known * KEPT).div_ceil(8) + count * WEIGHT;
        }
        let mut expected = self.known.clone();
        for byte in next {
            expected.literals[usize::from(byte)] += WEIGHT_OF_NEXT;
        }
        let literals = of_codes(&expected.literals, NEW_LITERAL);
        let distances = of_codes(&expected.distances, NEW_DISTANCE);
        self.literals.copy_from_slice(&literals[..256]);
        self.set(|symbol| literals[symbol], |symbol| distances[symbol]);
    }

    #[inline]
    pub fn distance(&self, distance: usize) -> u32 {
        self.distances[of_distance(distance).number]
    }

    /// Sets what matches cost, by their symbols' codes.
    fn set(&mut self, length: impl Fn(usize) -> u32, distance: impl Fn(usize) -> u32) {
        for (symbol, cost) in self.distances.iter_mut().enumerate() {
            *cost = distance(symbol) + (symbol as u32 / 2).saturating_sub(1) * BIT;
        }
        for bytes in SHORTEST..=LONGEST {
            let symbol = of_length(bytes);
            self.lengths[bytes] = length(symbol.number) + symbol.extra * BIT;
            self.runs[bytes] = self.lengths[bytes] + self.distances[0];
        }
    }
}

/// What a code for each symbol costs, at least a bit, if there are as many of them as may be expected.
fn of_codes<const SYMBOLS: usize>(counts: &[u32; SYMBOLS], new: u32) -> [u32; SYMBOLS] {
    let all = log2(counts.iter().sum::<u32>().max(1));
    counts.map(|count| match count {
        0 => new,
        _ => (all - log2(count)).max(BIT),
    })
}
