//! The board: a rectangle of cells, some with a tile.

use serde::{Deserialize, Serialize};

use super::tile::{Side, Sides, Tile};
use crate::Cell;

/// The most columns and rows of a board.
pub const MOST: usize = 12;

/// A rectangular board with the tiles on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: u8,
    rows: u8,
    /// Row by row from the top.
    tiles: [[Option<Tile>; MOST]; MOST],
    /// The cells with a tile: a bit for each column, row by row.
    taken: [u16; MOST],
    /// The cells with thunder, in the same form.
    thunder: [u16; MOST],
    /// For each side, the cells whose tile is open to it.
    open: [[u16; MOST]; 4],
}

/// A tile on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    pub cell: Cell,
    pub tile: Tile,
}

impl Board {
    pub fn new(columns: u8, rows: u8) -> Board {
        Board {
            columns,
            rows,
            tiles: [[None; MOST]; MOST],
            taken: [0; MOST],
            thunder: [0; MOST],
            open: [[0; MOST]; 4],
        }
    }

    pub fn columns(&self) -> u8 {
        self.columns
    }

    pub fn rows(&self) -> u8 {
        self.rows
    }

    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// The tile on a cell of the board.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles[usize::from(cell.row)][usize::from(cell.column)]
    }

    pub fn is_empty(&self, cell: Cell) -> bool {
        self.tile(cell).is_none()
    }

    /// The cells with a tile, row by row from the top: a bit for each column. Rows below the board
    /// have none.
    pub fn taken(&self) -> &[u16; MOST] {
        &self.taken
    }

    pub fn set(&mut self, cell: Cell, tile: Option<Tile>) {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        self.tiles[row][column] = tile;
        let put = |rows: &mut [u16; MOST], there: bool| {
            rows[row] &= !(1 << column);
            rows[row] |= u16::from(there) << column;
        };
        put(&mut self.taken, tile.is_some());
        put(&mut self.thunder, tile == Some(Tile::T));
        let sides = tile.map_or(Sides::default(), Tile::sides);
        for side in Side::ALL {
            put(&mut self.open[side as usize], sides.has(side));
        }
    }

    pub fn lay(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            self.set(piece.cell, Some(piece.tile));
        }
    }

    /// All cells, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(column, row)))
    }

    /// All tiles on their cells, row by row from the top.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let (mut row, mut left) = (0, self.taken[0]);
        std::iter::from_fn(move || {
            while left == 0 {
                row += 1;
                left = *self.taken.get(row)?;
            }
            let cell = Cell::new(left.trailing_zeros() as u8, row as u8);
            // All but the lowest bit.
            left &= left - 1;
            self.tile(cell).map(|tile| Piece { cell, tile })
        })
    }

    /// The cell next to one, if it is on the board.
    pub fn next(&self, cell: Cell, side: Side) -> Option<Cell> {
        let Cell { column, row } = cell;
        let next = match side {
            Side::North => Cell::new(column, row.checked_sub(1)?),
            Side::West => Cell::new(column.checked_sub(1)?, row),
            Side::East => Cell::new(column + 1, row),
            Side::South => Cell::new(column, row + 1),
        };
        self.contains(next).then_some(next)
    }

    /// Whether a tile lies side by side with this cell.
    pub fn touches(&self, cell: Cell) -> bool {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        let near = |row: usize, columns: u16| {
            let taken = self.taken.get(row);
            taken.is_some_and(|taken| taken & columns != 0)
        };
        let here = 1 << column;
        near(row, here << 1 | here >> 1) || near(row + 1, here) || row > 0 && near(row - 1, here)
    }

    /// The empty cells into which a line runs, in the form of [`Board::taken`]. None if a line runs
    /// into an edge or a closed side.
    pub fn ends(&self) -> Option<[u16; MOST]> {
        let mut ends = [0; MOST];
        let rows = usize::from(self.rows);
        let [north, east, south, west] = &self.open;
        for row in 0..rows {
            // The cells of this row into which lines run from each side, and the sides that meet
            // them.
            let above = if row > 0 { south[row - 1] } else { 0 };
            let below = if row + 1 < rows { north[row + 1] } else { 0 };
            let closed = self.taken[row] & !self.thunder[row];
            let into = [above, west[row] >> 1, below, east[row] << 1];
            let met = [north[row], east[row], south[row], west[row]];
            let stopped = (0..4).fold(0, |stopped, side| stopped | into[side] & !met[side]);
            let all = into.iter().fold(0, |all, into| all | into);
            let off = west[row] & 1 != 0 || all >> self.columns != 0;
            if stopped & closed != 0 || off {
                return None;
            }
            ends[row] = all & !self.taken[row];
        }
        let off = rows > 0 && (north[0] | south[rows - 1]) != 0;
        (!off).then_some(ends)
    }

    /// Whether the neighbours allow this tile on this cell. Unsettled thunder fits every side, and
    /// so do the cells in `open`, which are still empty.
    pub fn suits(&self, cell: Cell, tile: Tile, open: &[Cell]) -> bool {
        tile == Tile::T
            || Side::ALL.into_iter().all(|side| {
                let Some(next) = self.next(cell, side) else {
                    return !tile.sides().has(side);
                };
                match self.tile(next) {
                    Some(Tile::T) => true,
                    Some(other) => other.sides().has(side.opposite()) == tile.sides().has(side),
                    None => open.contains(&next) || !tile.sides().has(side),
                }
            })
    }
}
