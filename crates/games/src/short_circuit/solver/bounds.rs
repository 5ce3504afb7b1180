//! What is still needed at least, before it is known whether all becomes a single line.

use super::super::tile::{Side, Sides};
use super::counts::{Counts, Toll};
use super::grid::Grid;
use super::neighbours::opens;

/// What is still needed at least, for every frontier without its pairing: exact but for this, that
/// the rest may fall into several lines.
///
/// A closed line crosses every frontier an even number of times, so that the side between the last
/// cell and the next follows from those of the columns. They are the upper sides of the next cells,
/// as many as there are columns, and of many it is known whether they are open: a place in the
/// table is made of the others, that of the cell to come first as the lowest bit.
pub struct Bounds {
    width: usize,
    /// By the cell before which a frontier is, one more than there are.
    parts: Vec<Part>,
    table: Vec<Counts>,
}

/// The part of the table that is for one cell.
#[derive(Clone, Copy, Default)]
struct Part {
    start: usize,
    /// The sides of which it is not known whether they are open: a bit for each, that of the cell
    /// to come first as the lowest.
    free: usize,
    /// Those that are open for certain.
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
        let sides = columns >> next | columns << (self.width - next);
        let mut place = sides & ((1 << self.width) - 1);
        let Part { start, free, .. } = self.parts[at];
        // Takes out what is known, the highest first.
        let mut known = !free & ((1 << self.width) - 1);
        while let Some(bit) = known.checked_ilog2() {
            let below = (1 << bit) - 1;
            place = place & below | place >> 1 & !below;
            known &= below;
        }
        self.table[start + place]
    }

    /// The sides of the columns alone.
    fn columns(&self, open: u16) -> usize {
        usize::from(open) & ((1 << self.width) - 1)
    }
}

impl Part {
    /// The part for the cell before. Of the side below its column, the highest bit until then,
    /// nothing is asked any more.
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

/// Fills in what is needed before the cell `at`, by what is needed after it.
fn fill(grid: &Grid, at: usize, part: Part, after: Part, table: &mut Vec<Counts>) {
    // By whether a line comes from the left and whether one comes from above: what it costs if none
    // goes on below, and if one does.
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
    // In all ways that the sides can have that pass the cell by, with none and with one below.
    // Where it is known which, the other has no way.
    let passing = places(part.free >> 1);
    let after = &all_after[after.start..];
    let (none, down) = (&after[..passing], &after[after.len() - passing..]);
    let passing = none.iter().zip(down);
    let needed = |tolls: &[Toll; 2], none, down| tolls[0].with(none).least(tolls[1].with(down));
    // A line comes from the left where the others are odd.
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

/// The open sides of the frontier once it has passed a cell: a bit for each column, and the last
/// for the side between this cell and the next.
pub fn opened(open: u16, column: usize, width: usize, sides: Sides) -> u16 {
    let cleared = open & !(1 << column | 1 << width);
    cleared
        | u16::from(sides.has(Side::South)) << column
        | u16::from(sides.has(Side::East)) << width
}
