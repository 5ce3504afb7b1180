//! What literals and matches cost in bits.

use super::block::{self, Counts, of_distance, of_length};
use super::huffman::lengths;
use super::{LONGEST, SHORTEST};

/// The costs of what has not come yet, apart from the bits after its code.
const NEW_LITERAL: u32 = 9;
const NEW_DISTANCE: u32 = 8;
/// How much of what has come is still of account at the next time: so many eighths.
const KEPT: u32 = 6;
/// What comes is counted so many times, so that little of it is lost in eighths.
const WEIGHT: u32 = 16;

/// Costs as they were with the codes of what came before, of which the last counts most.
pub struct Costs {
    /// By the byte, and by the length of a match; a match's distance comes on top of that.
    pub literals: [u32; 256],
    pub lengths: [u32; LONGEST + 1],
    /// By the length of a match that goes on with the byte before; this is all of it.
    pub runs: [u32; LONGEST + 1],
    distances: [u32; block::DISTANCES],
    known: Counts,
}

impl Default for Costs {
    /// As long as nothing is known: guesses from pictures of boards.
    fn default() -> Self {
        let mut costs = Costs {
            literals: [8; 256],
            lengths: [0; LONGEST + 1],
            runs: [0; LONGEST + 1],
            distances: [0; block::DISTANCES],
            known: Counts::default(),
        };
        costs.set(|_| 6, |symbol| if symbol == 0 { 2 } else { 4 });
        costs
    }
}

impl Costs {
    /// Takes note of what has been written.
    pub fn learn(&mut self, counts: &Counts) {
        let all = self.known.literals.iter_mut().zip(&counts.literals);
        for (known, count) in all.chain(self.known.distances.iter_mut().zip(&counts.distances)) {
            *known = (*known * KEPT).div_ceil(8) + count * WEIGHT;
        }
        let literals = lengths(&self.known.literals, block::LONGEST_CODE);
        let distances = lengths(&self.known.distances, block::LONGEST_CODE);
        let or_new = |length: u8, new| if length == 0 { new } else { length.into() };
        for (cost, length) in self.literals.iter_mut().zip(&literals) {
            *cost = or_new(*length, NEW_LITERAL);
        }
        self.set(
            |symbol| or_new(literals[symbol], NEW_LITERAL),
            |symbol| or_new(distances[symbol], NEW_DISTANCE),
        );
    }

    #[inline]
    pub fn distance(&self, distance: usize) -> u32 {
        self.distances[of_distance(distance).number]
    }

    /// Sets what matches cost, by their symbols' codes.
    fn set(&mut self, length: impl Fn(usize) -> u32, distance: impl Fn(usize) -> u32) {
        for (symbol, cost) in self.distances.iter_mut().enumerate() {
            *cost = distance(symbol) + (symbol as u32 / 2).saturating_sub(1);
        }
        for bytes in SHORTEST..=LONGEST {
            let symbol = of_length(bytes);
            self.lengths[bytes] = length(symbol.number) + symbol.extra;
            self.runs[bytes] = self.lengths[bytes] + self.distances[0];
        }
    }
}
