//! The board: a rectangle of cells, some with a tile.

use serde::{Deserialize, Serialize};

use super::tile::{Side, Tile};
use crate::Cell;

/// The most columns and rows of a board.
pub const MAX: usize = 12;

/// A rectangular board with the tiles on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    pub columns: u8,
    pub rows: u8,
    /// Row by row from the top.
    tiles: Vec<Option<Tile>>,
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
            tiles: vec![None; usize::from(columns) * usize::from(rows)],
        }
    }

    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// A cell's place in the list of tiles.
    fn place(&self, cell: Cell) -> Option<usize> {
        let before = usize::from(cell.row) * usize::from(self.columns);
        self.contains(cell)
            .then(|| before + usize::from(cell.column))
    }

    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        *self.tiles.get(self.place(cell)?)?
    }

    pub fn is_empty(&self, cell: Cell) -> bool {
        self.tile(cell).is_none()
    }

    pub fn set(&mut self, cell: Cell, tile: Option<Tile>) {
        let place = self.place(cell);
        if let Some(there) = place.and_then(|place| self.tiles.get_mut(place)) {
            *there = tile;
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
        let on = |cell| self.tile(cell).map(|tile| Piece { cell, tile });
        self.cells().filter_map(on)
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

    /// The cells side by side with one.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let next = move |side| self.next(cell, side);
        Side::ALL.into_iter().filter_map(next)
    }

    /// Whether a tile lies side by side with this cell.
    pub fn touches(&self, cell: Cell) -> bool {
        self.beside(cell).any(|beside| !self.is_empty(beside))
    }

    /// The empty cells into which lines run. None if a line runs into an edge or a closed side.
    pub fn ends(&self) -> Option<Vec<Cell>> {
        let mut ends = Vec::new();
        for Piece { cell, tile } in self.pieces() {
            for side in tile.sides().iter() {
                let next = self.next(cell, side)?;
                match self.tile(next) {
                    None => ends.push(next),
                    Some(Tile::T) => {}
                    Some(other) if other.sides().has(side.opposite()) => {}
                    Some(_) => return None,
                }
            }
        }
        Some(ends)
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
