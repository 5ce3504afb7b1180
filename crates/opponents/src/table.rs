//! Numbers for each act of each position, found by what the mover knows.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// What is remembered of an act. Each technique says what its numbers mean.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    pub regret: f64,
    pub sum: f64,
    pub now: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Where a position's cells are. It is never walked through, so its order doesn't matter.
    places: ByNumber<(usize, usize)>,
    pub cells: Vec<Cell>,
}

impl Table {
    pub fn find(&self, knows: u64) -> Option<Range<usize>> {
        let (start, count) = self.places.get(&knows)?;
        Some(*start..start + count)
    }

    /// The cells of a position; the bool says whether they're new.
    pub fn find_or_add(&mut self, knows: u64, count: usize, cell: Cell) -> (Range<usize>, bool) {
        let end = self.cells.len();
        let (start, _) = *self.places.entry(knows).or_insert((end, count));
        if start == end {
            self.cells.resize(end + count, cell);
        }
        (start..start + count, start == end)
    }

    /// How likely regret matching does each of these acts: in proportion to how much one regrets
    /// not having done it.
    pub fn matched(&self, place: Range<usize>) -> impl Iterator<Item = f64> + '_ {
        let cells = &self.cells[place];
        let sum: f64 = cells.iter().map(|cell| cell.regret.max(0.0)).sum();
        let even = 1.0 / cells.len() as f64;
        cells.iter().map(move |cell| {
            if sum > 0.0 {
                cell.regret.max(0.0) / sum
            } else {
                even
            }
        })
    }
}

/// A table by numbers that nobody chooses, so its hash is fast and the same in every run.
pub type ByNumber<Value> = HashMap<u64, Value, BuildHasherDefault<Mix>>;

#[derive(Clone, Debug, Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
