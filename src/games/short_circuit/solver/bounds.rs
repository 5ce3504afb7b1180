//! What is still needed at least, before it is known whether all becomes a single line.

use super::super::tile::{Side, Sides};
use super::counts::{Counts, Toll};
use super::grid::Grid;
use super::neighbours::opens;

/// What is still needed at least, for every frontier without its pairing: exact but for this, that the rest may fall into several lines.
///
/// A closed line crosses every frontier an even number of times, so that the side between the last cell and the next follows from those of the columns,
/// which are the upper sides of the next cells, as many as there are columns: the next one's is the lowest bit of a place in the table.
pub struct Bounds {
    width: usize,
    table: Vec<Counts>,
}

impl Bounds {
    pub fn new(grid: &Grid) -> Bounds {
        let width = grid.width;
        let cells = grid.places.len();
        let mut table = vec![Counts::IMPOSSIBLE; (cells + 1) << width];
        table[cells << width] = Counts::NONE;
        let mut known = Known::default();
        for at in (0..cells).rev() {
            known.add(grid, at);
            let (here, after) = table[at << width..(at + 2) << width].split_at_mut(1 << width);
            before(grid, at, known, after, here);
        }
        Bounds { width, table }
    }

    /// Leaves of what each cell may become only what can lead to the end within these limits.
    pub fn narrow(&self, grid: &mut Grid, limits: Counts) {
        // What it takes at least to come to each frontier before the cell at hand.
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
        let rotated = columns >> next | columns << (self.width - next);
        self.table[at << self.width | rotated & ((1 << self.width) - 1)]
    }

    /// The sides of the columns alone.
    fn columns(&self, open: u16) -> usize {
        usize::from(open) & ((1 << self.width) - 1)
    }
}

/// What is known of the sides of a frontier, a bit for each as in the table: those that may be open or not, and those that are open for certain.
#[derive(Clone, Copy, Default)]
struct Known {
    free: usize,
    open: usize,
}

impl Known {
    /// Goes back by a cell. The side below the last column, of which nothing is known any more, is the highest bit.
    fn add(&mut self, grid: &Grid, at: usize) {
        let (may_be_open, is_open) = opens(grid.places[at].allowed, Side::North);
        let (may_be_open, is_open) = (usize::from(may_be_open), usize::from(is_open));
        let all = (1 << grid.width) - 1;
        self.free = (self.free << 1 | may_be_open & !is_open) & all;
        self.open = (self.open << 1 | is_open) & all;
    }
}

/// Fills in what is needed before the cell `at`, by what is needed after it.
fn before(grid: &Grid, at: usize, known: Known, after: &[Counts], here: &mut [Counts]) {
    // By whether a line comes from the left and whether one comes from above: what it costs if none goes on below, and if one does.
    let mut tolls = [[[Toll::NO_WAY; 2]; 2]; 2];
    for (left, tolls) in tolls.iter_mut().enumerate() {
        for (up, tolls) in tolls.iter_mut().enumerate() {
            for step in grid.steps(at, up == 1, left == 1).into_iter().flatten() {
                tolls[usize::from(step.sides.has(Side::South))] = Toll::new(step.cost);
            }
        }
    }
    let (none, down) = after.split_at(after.len() / 2);
    let here = here.as_chunks_mut::<2>().0;
    // The sides that pass the cell by, in all ways that are not known to be others.
    let free = known.free >> 1;
    let mut passing = 0;
    loop {
        let others = passing | known.open >> 1;
        let (none, down) = (none[others], down[others]);
        // A line comes from the left where the others are odd.
        let odd = others.count_ones() as usize % 2;
        let needed = |[toll, toll_down]: [Toll; 2]| toll.with(none).least(toll_down.with(down));
        here[others] = [needed(tolls[odd][0]), needed(tolls[1 - odd][1])];
        if passing == free {
            break;
        }
        // The next of the sets of free sides.
        passing = passing.wrapping_sub(free) & free;
    }
    if grid.places[at].column == 0 {
        for needed in here.as_flattened_mut() {
            *needed = needed.at_most();
        }
    }
}

/// The open sides of the frontier once it has passed a cell: a bit for each column, and the last for the side between this cell and the next.
pub fn opened(open: u16, column: usize, width: usize, sides: Sides) -> u16 {
    let cleared = open & !(1 << column | 1 << width);
    cleared
        | u16::from(sides.has(Side::South)) << column
        | u16::from(sides.has(Side::East)) << width
}
