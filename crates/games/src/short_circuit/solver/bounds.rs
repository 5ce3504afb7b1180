//! How many tiles are still needed at least, before it is known whether they form a single line.

use super::super::tile::{Side, Sides};
use super::counts::{Counts, Toll};
use super::grid::Grid;
use super::neighbours::opens;

/// For each frontier, how many tiles are still needed at least. The pairing is ignored, so the
/// bound is exact, except that the rest may fall into several lines.
///
/// A closed line crosses every frontier an even number of times, so the columns' sides determine
/// the side between the last cell and the next. They are the upper sides of the next cells, and
/// many of them are known to be open or closed. The others make the index into the table: a bit
/// each, the lowest for the next cell.
pub struct Bounds {
    width: usize,
    /// By the cell after the frontier; one more than there are cells.
    parts: Vec<Part>,
    table: Vec<Counts>,
}

/// The part of the table for one frontier.
#[derive(Clone, Copy, Default)]
struct Part {
    start: usize,
    /// The sides that may be open or closed: a bit for each, the lowest for the next cell.
    free: usize,
    /// The sides that are certainly open, in the same form.
    open: usize,
}

impl Bounds {
    pub fn new(grid: &Grid) -> Bounds {
        let width = grid.width;
        let cells = grid.places.len();
        let mut parts = vec![Part::default(); cells + 1];
        let mut table = Vec::with_capacity((cells + 1) << width);
        table.push(Counts::NONE);
        for at in (0..cells).rev() {
            let after = parts[at + 1];
            parts[at] = after.back(grid, at, table.len());
            fill(grid, at, parts[at], after, &mut table);
        }
        Bounds {
            width,
            parts,
            table,
        }
    }

    /// Removes from each cell what cannot lead to a complete circuit within these limits.
    pub fn narrow(&self, grid: &mut Grid, limits: Counts) {
        // The fewest tiles with which each frontier before this cell can be reached.
        let mut taken = vec![Counts::IMPOSSIBLE; 1 << self.width];
        taken[0] = Counts::NONE;
        for at in 0..grid.places.len() {
            let column = grid.places[at].column;
            let mut after = vec![Counts::IMPOSSIBLE; 1 << self.width];
            let mut allowed = 0;
            for (columns, taken) in taken.iter().enumerate() {
                if !taken.is_possible() {
                    continue;
                }
                let left = columns.count_ones() as usize % 2;
                let open = (columns | left << grid.width) as u16;
                let up = open >> column & 1 == 1;
                for step in grid.steps(at, up, left == 1).into_iter().flatten() {
                    let next = opened(open, column, grid.width, step.sides);
                    let so_far = taken.plus(step.cost);
                    if so_far.plus(self.needed(at + 1, next)).within(limits) {
                        allowed |= 1 << step.sides.0;
                        let after = &mut after[self.columns(next)];
                        *after = after.least(so_far);
                    }
                }
            }
            grid.places[at].allowed = allowed;
            taken = after;
        }
    }

    pub fn needed(&self, at: usize, open: u16) -> Counts {
        let (columns, next) = (self.columns(open), at % self.width);
        let sides = columns >> next | columns << (self.width - next);
        let mut place = sides & ((1 << self.width) - 1);
        let Part { start, free, .. } = self.parts[at];
        // Removes the bits of known sides, the highest first.
        let mut known = !free & ((1 << self.width) - 1);
        while let Some(bit) = known.checked_ilog2() {
            let below = (1 << bit) - 1;
            place = place & below | place >> 1 & !below;
            known &= below;
        }
        self.table[start + place]
    }

    /// The columns' sides, without the side between the last cell and the next.
    fn columns(&self, open: u16) -> usize {
        usize::from(open) & ((1 << self.width) - 1)
    }
}

impl Part {
    /// The part for the frontier one cell earlier. It gets that cell's upper side as the lowest
    /// bit, and loses that cell's lower side, which was the highest.
    fn back(self, grid: &Grid, at: usize, start: usize) -> Part {
        let (may_be_open, is_open) = opens(grid.places[at].allowed, Side::North);
        let columns = (1 << grid.width) - 1;
        Part {
            start,
            free: (self.free << 1 | usize::from(may_be_open && !is_open)) & columns,
            open: (self.open << 1 | usize::from(is_open)) & columns,
        }
    }
}

/// Adds to the table what is needed from the frontier before the cell `at`, given what is needed
/// after that cell.
fn fill(grid: &Grid, at: usize, part: Part, after: Part, table: &mut Vec<Counts>) {
    // The cell's cost by whether a line comes from the left, whether one comes from above, and
    // whether one goes on below.
    let mut tolls = [[[Toll::NO_WAY; 2]; 2]; 2];
    for (left, tolls) in tolls.iter_mut().enumerate() {
        for (up, tolls) in tolls.iter_mut().enumerate() {
            for step in grid.steps(at, up == 1, left == 1).into_iter().flatten() {
                tolls[usize::from(step.sides.has(Side::South))] = Toll::new(step.cost);
            }
        }
    }
    let places = |free: usize| 1 << free.count_ones();
    table.resize(part.start + places(part.free), Counts::IMPOSSIBLE);
    let (all_after, here) = table.split_at_mut(part.start);
    // For all states of the sides that aren't this cell's: what is needed if no line goes on below,
    // and if one does. If only one of these is possible, both are the same entries, and the toll
    // of the other is `NO_WAY`.
    let passing = places(part.free >> 1);
    let after = &all_after[after.start..];
    let (none, down) = (&after[..passing], &after[after.len() - passing..]);
    let passing = none.iter().zip(down);
    let needed = |tolls: &[Toll; 2], none, down| tolls[0].with(none).least(tolls[1].with(down));
    // The number of open sides is even, so these columns and the upper side tell whether a line
    // comes from the left.
    let open = (part.open >> 1).count_ones() as usize;
    let odd = |place: usize| (open + place.count_ones() as usize) % 2;
    if part.free & 1 == 1 {
        for ((place, here), (none, down)) in here.chunks_exact_mut(2).enumerate().zip(passing) {
            let left = odd(place);
            here[0] = needed(&tolls[left][0], *none, *down);
            here[1] = needed(&tolls[1 - left][1], *none, *down);
        }
    } else {
        let up = part.open & 1;
        for ((place, here), (none, down)) in here.iter_mut().enumerate().zip(passing) {
            *here = needed(&tolls[odd(place) ^ up][up], *none, *down);
        }
    }
    if grid.places[at].column == 0 {
        for needed in here {
            *needed = needed.at_most();
        }
    }
}

/// The open sides of the frontier after a cell with these sides: a bit for each column, and the
/// last one for the side between this cell and the next.
pub fn opened(open: u16, column: usize, width: usize, sides: Sides) -> u16 {
    let cleared = open & !(1 << column | 1 << width);
    cleared
        | u16::from(sides.has(Side::South)) << column
        | u16::from(sides.has(Side::East)) << width
}
