//! What is still needed at least, before it is known whether all becomes a single line.

use super::super::tile::{Side, Sides};
use super::counts::Counts;
use super::grid::{Grid, Step};

/// What is still needed at least, for every frontier without its pairing: exact but for this, that the rest may fall into several lines.
///
/// A closed line crosses every frontier an even number of times, so that the first side of a frontier follows from the others: half of them are in the table.
pub struct Bounds {
    half_bits: usize,
    table: Vec<Counts>,
}

/// What a step makes of the open sides of a frontier.
#[derive(Clone, Copy)]
struct Onward {
    opens: u16,
    cost: Counts,
}

impl Bounds {
    pub fn new(grid: &Grid) -> Bounds {
        let half_bits = grid.width;
        let cells = grid.places.len();
        let mut table = vec![Counts::IMPOSSIBLE; (cells + 1) << half_bits];
        table[cells << half_bits] = Counts::NONE;
        for at in (0..cells).rev() {
            let column = at % grid.width;
            let kept = !(1 << column | 1 << grid.width);
            let onward = |step: Option<Step>| Onward {
                opens: step.map_or(0, |step| opened(0, column, grid.width, step.sides)),
                cost: step.map_or(Counts::IMPOSSIBLE, |step| step.cost),
            };
            let steps: [[Onward; 2]; 4] = std::array::from_fn(|open| {
                let steps = grid.steps(at, open & 1 != 0, open & 2 != 0);
                steps.map(onward)
            });
            let (here, after) =
                table[at << half_bits..(at + 2) << half_bits].split_at_mut(1 << half_bits);
            for (half, needed) in here.iter_mut().enumerate() {
                // The side that is not in the table is looked at in the first column alone.
                let open = if column == 0 {
                    whole(half)
                } else {
                    (half << 1) as u16
                };
                let towards = open >> column & 1 | (open >> grid.width & 1) << 1;
                let [one, other] = steps[usize::from(towards)].map(|step| {
                    let next = (open & kept | step.opens) >> 1;
                    step.cost.plus(after[usize::from(next)])
                });
                *needed = one.least(other);
            }
        }
        Bounds { half_bits, table }
    }

    /// Leaves of what each cell may become only what can lead to the end within these limits.
    pub fn narrow(&self, grid: &mut Grid, limits: Counts) {
        // What it takes at least to come to each frontier before the cell at hand.
        let mut taken = vec![Counts::IMPOSSIBLE; 1 << self.half_bits];
        taken[0] = Counts::NONE;
        for at in 0..grid.places.len() {
            let column = at % grid.width;
            let mut after = vec![Counts::IMPOSSIBLE; 1 << self.half_bits];
            let mut allowed = 0;
            for (half, taken) in taken.iter().enumerate() {
                if !taken.is_possible() {
                    continue;
                }
                let open = whole(half);
                let (up, left) = (open >> column & 1 == 1, open >> grid.width & 1 == 1);
                for step in grid.steps(at, up, left).into_iter().flatten() {
                    let next = opened(open, column, grid.width, step.sides);
                    let so_far = taken.plus(step.cost);
                    if so_far.plus(self.needed(at + 1, next)).within(limits) {
                        allowed |= 1 << step.sides.0;
                        let after = &mut after[usize::from(next >> 1)];
                        *after = after.least(so_far);
                    }
                }
            }
            grid.places[at].allowed = allowed;
            taken = after;
        }
    }

    pub fn needed(&self, at: usize, open: u16) -> Counts {
        self.table[at << self.half_bits | usize::from(open >> 1)]
    }
}

/// The open sides of a frontier, of which half stands in the table.
fn whole(half: usize) -> u16 {
    (half << 1) as u16 | (half.count_ones() & 1) as u16
}

/// The open sides of the frontier once it has passed a cell: a bit for each column, and the last for the side between this cell and the next.
pub fn opened(open: u16, column: usize, width: usize, sides: Sides) -> u16 {
    let cleared = open & !(1 << column | 1 << width);
    cleared
        | u16::from(sides.has(Side::South)) << column
        | u16::from(sides.has(Side::East)) << width
}
