//! What is still needed at least, before it is known whether all becomes a single line.

use super::super::tile::{Side, Sides};
use super::counts::{Counts, IMPOSSIBLE, NONE_NEEDED, least, plus, within};
use super::grid::{Grid, Step};

/// What is still needed at least, for every frontier without its pairing: exact but for this, that the rest may fall into several lines.
pub struct Bounds {
    bits: usize,
    table: Vec<Counts>,
}

impl Bounds {
    pub fn new(grid: &Grid) -> Bounds {
        let bits = grid.width + 1;
        let cells = grid.places.len();
        let mut table = vec![IMPOSSIBLE; (cells + 1) << bits];
        table[cells << bits] = NONE_NEEDED;
        for at in (0..cells).rev() {
            let column = at % grid.width;
            let steps: [[Option<Step>; 2]; 4] =
                std::array::from_fn(|open| grid.steps(at, open & 1 != 0, open & 2 != 0));
            let (here, after) = table[at << bits..(at + 2) << bits].split_at_mut(1 << bits);
            for (open, needed) in here.iter_mut().enumerate() {
                // A closed line crosses every frontier an even number of times.
                if open.count_ones() % 2 == 1 {
                    continue;
                }
                let towards = (open >> column & 1) | (open >> grid.width & 1) << 1;
                for step in steps[towards].iter().flatten() {
                    let next = opened(open as u16, column, grid.width, step.sides);
                    *needed = least(*needed, plus(step.cost, after[usize::from(next)]));
                }
            }
        }
        Bounds { bits, table }
    }

    /// Leaves of what each cell may become only what can lead to the end within these limits.
    pub fn narrow(&self, grid: &mut Grid, limits: Counts) {
        // What it takes at least to come to each frontier before the cell at hand.
        let mut taken = vec![IMPOSSIBLE; 1 << self.bits];
        taken[0] = NONE_NEEDED;
        for at in 0..grid.places.len() {
            let column = at % grid.width;
            let mut after = vec![IMPOSSIBLE; 1 << self.bits];
            let mut allowed = 0;
            for (open, taken) in taken.iter().enumerate().filter(|(_, taken)| taken[0] == 0) {
                let (up, left) = (open >> column & 1 == 1, open >> grid.width & 1 == 1);
                for step in grid.steps(at, up, left).into_iter().flatten() {
                    let next = opened(open as u16, column, grid.width, step.sides);
                    let so_far = plus(*taken, step.cost);
                    if within(plus(so_far, self.needed(at + 1, next)), limits) {
                        allowed |= 1 << step.sides.0;
                        let after = &mut after[usize::from(next)];
                        *after = least(*after, so_far);
                    }
                }
            }
            grid.places[at].allowed = allowed;
            taken = after;
        }
    }

    pub fn needed(&self, at: usize, open: u16) -> Counts {
        self.table[at << self.bits | usize::from(open)]
    }
}

/// The open sides of the frontier once it has passed a cell: a bit for each column, and the last for the side between this cell and the next.
pub fn opened(open: u16, column: usize, width: usize, sides: Sides) -> u16 {
    let cleared = open & !(1 << column | 1 << width);
    cleared
        | u16::from(sides.has(Side::South)) << column
        | u16::from(sides.has(Side::East)) << width
}
