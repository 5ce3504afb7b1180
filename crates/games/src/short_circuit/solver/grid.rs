//! The board in the order of the sweep, and what each cell may become.

use super::super::board::{Board, Piece};
use super::super::tile::{Side, Sides, Supply, Tile};
use super::counts::{COSTS, Counts};
use super::neighbours;
use crate::Cell;

/// The board in the order of the sweep. It has at least as many rows as columns: a broader board is
/// mirrored at its main diagonal.
pub struct Grid {
    pub width: usize,
    turned: bool,
    pub places: Vec<SweepCell>,
}

/// A cell in the sweep.
#[derive(Clone, Copy)]
pub struct SweepCell {
    /// The sets of open sides that it may have: bit n for the set n.
    pub allowed: u16,
    /// Whether no tile lies there. A tile that is laid there is taken from the supply.
    pub empty: bool,
    pub column: usize,
}

impl SweepCell {
    pub fn may_be(&self, tile: Tile) -> bool {
        self.allowed >> tile.sides().0 & 1 == 1
    }
}

/// A choice for a cell: its open sides, and what its tile costs.
#[derive(Clone, Copy)]
pub struct CellChoice {
    pub sides: Sides,
    pub cost: Counts,
}

/// A cell's open sides, given whether lines come from above and from the left, and which of at most
/// two choices is taken.
fn opens(up: bool, left: bool, second: bool) -> Sides {
    let bit = |side: Side, open: bool| if open { side.bit() } else { 0 };
    let (right, down) = match (up, left) {
        // Nothing, or a turn where two ends begin.
        (false, false) => (second, second),
        // The line goes on below, or to the right.
        (true, false) | (false, true) => (second, !second),
        // The two lines join, or cross.
        (true, true) => (second, second),
    };
    Sides(
        bit(Side::North, up)
            | bit(Side::West, left)
            | bit(Side::East, right)
            | bit(Side::South, down),
    )
}

fn turned(tile: Tile) -> Tile {
    match tile {
        Tile::H => Tile::V,
        Tile::V => Tile::H,
        Tile::Ne => Tile::Sw,
        Tile::Sw => Tile::Ne,
        Tile::Se | Tile::Nw | Tile::X | Tile::T => tile,
    }
}

impl Grid {
    /// None if some cell cannot agree with all its neighbours: then there is no completion.
    pub fn new(board: &Board) -> Option<Grid> {
        let turns = board.rows < board.columns;
        let (width, height) = if turns {
            (board.rows, board.columns)
        } else {
            (board.columns, board.rows)
        };
        let mut grid = Grid {
            width: usize::from(width),
            turned: turns,
            places: Vec::with_capacity(usize::from(width) * usize::from(height)),
        };
        let sides = |tile: Tile| 1u16 << tile.sides().0;
        let any_tile = Tile::PLAIN.into_iter().map(sides).sum::<u16>();
        for row in 0..height {
            for column in 0..width {
                let tile = board.tile(grid.cell(column, row));
                let allowed = match tile.map(|tile| if turns { turned(tile) } else { tile }) {
                    Some(Tile::T) => any_tile,
                    Some(tile) => sides(tile),
                    None => any_tile + 1,
                };
                let empty = tile.is_none();
                let column = usize::from(column);
                grid.places.push(SweepCell {
                    allowed,
                    empty,
                    column,
                });
            }
        }
        neighbours::agree(&mut grid).then_some(grid)
    }

    /// A cell's neighbours by its sides; None beyond the edge.
    pub fn around(&self, at: usize) -> [Option<usize>; 4] {
        let column = self.places[at].column;
        [
            at.checked_sub(self.width),
            (column + 1 < self.width).then_some(at + 1),
            Some(at + self.width).filter(|below| *below < self.places.len()),
            (column > 0).then(|| at - 1),
        ]
    }

    fn cell(&self, column: u8, row: u8) -> Cell {
        if self.turned {
            Cell::new(row, column)
        } else {
            Cell::new(column, row)
        }
    }

    /// The choices for a cell, given whether lines come from above and from the left.
    pub fn steps(&self, at: usize, up: bool, left: bool) -> [Option<CellChoice>; 2] {
        let place = self.places[at];
        let step = |second: bool| {
            let sides = opens(up, left, second);
            let cost = if place.empty {
                COSTS[usize::from(sides.0)]
            } else {
                Counts::NONE
            };
            (place.allowed >> sides.0 & 1 == 1).then_some(CellChoice { sides, cost })
        };
        [step(false), step(true)]
    }

    /// The tiles that a path lays on empty cells. Thunder replaces tiles of which the supply has
    /// too few.
    pub fn pieces(&self, path: &Path, supply: &Supply) -> Vec<Piece> {
        let mut open = vec![false; self.width];
        let mut left = false;
        let mut supply = *supply;
        let mut pieces = Vec::new();
        for at in 0..self.places.len() {
            let column = self.places[at].column;
            let sides = opens(open[column], left, path.second(at));
            open[column] = sides.has(Side::South);
            left = sides.has(Side::East);
            let Some(tile) = Tile::with_sides(sides) else {
                continue;
            };
            if !self.places[at].empty {
                continue;
            }
            let tile = match supply.without(tile.kind()) {
                Some(rest) => {
                    supply = rest;
                    if self.turned { turned(tile) } else { tile }
                }
                None => Tile::T,
            };
            let cell = self.cell(column as u8, (at / self.width) as u8);
            pieces.push(Piece { cell, tile });
        }
        pieces
    }
}

/// Which of the two steps was taken at each cell: a bit for each.
#[derive(Clone, Copy, Default)]
pub struct Path([u64; 3]);

impl Path {
    pub fn second(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub fn take(&mut self, at: usize, second: bool) {
        self.0[at / 64] |= u64::from(second) << (at % 64);
    }
}
