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

/// Where a step leads in the table, beside what stays open anyway.
#[derive(Clone, Copy)]
struct Onward {
    to: usize,
    cost: Counts,
}

impl Bounds {
    pub fn new(grid: &Grid) -> Bounds {
        let half_bits = grid.width;
        let cells = grid.places.len();
        let mut table = vec![Counts::IMPOSSIBLE; (cells + 1) << half_bits];
        table[cells << half_bits] = Counts::NONE;
        for at in (0..cells).rev() {
            let (here, after) =
                table[at << half_bits..(at + 2) << half_bits].split_at_mut(1 << half_bits);
            before(grid, at, after, here);
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

/// Fills in what is needed before the cell `at`, by what is needed after it.
fn before(grid: &Grid, at: usize, after: &[Counts], here: &mut [Counts]) {
    let column = at % grid.width;
    // In the table the side to the left or right is the last, and those in the columns before this one change quickest. That of the first column is not there.
    let last = here.len() / 2;
    let run = (1 << column) / 2;
    let onward = |step: Option<Step>| Onward {
        to: step.map_or(0, |step| {
            let open = |side, place| if step.sides.has(side) { place } else { 0 };
            open(Side::South, run) + open(Side::East, last)
        }),
        cost: step.map_or(Counts::IMPOSSIBLE, |step| step.cost),
    };
    for (left, up) in [(false, false), (false, true), (true, false), (true, true)] {
        let [one, other] = grid.steps(at, up, left);
        let (one, other) = (onward(one), onward(other));
        if column == 0 {
            for half in (0..last).filter(|half| !left && half.count_ones() % 2 == u32::from(up)) {
                let needed = |step: Onward| step.cost.plus(after[half + step.to]);
                here[half] = needed(one).least(needed(other));
            }
            continue;
        }
        let from = usize::from(up) * run + usize::from(left) * last;
        for start in (0..last).step_by(2 * run) {
            let here = here[start + from..][..run].iter_mut();
            let one_after = &after[start + one.to..][..run];
            let other_after = &after[start + other.to..][..run];
            for ((needed, a), b) in here.zip(one_after).zip(other_after) {
                *needed = one.cost.plus(*a).least(other.cost.plus(*b));
            }
        }
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
