//! The board: a rectangle of cells, some with a tile.

use serde::{Deserialize, Serialize};

use super::tile::{Side, Tile};
use crate::games::Cell;

/// A rectangular board with the tiles that lie on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: u8,
    rows: u8,
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
        let cells = usize::from(columns) * usize::from(rows);
        Board {
            columns,
            rows,
            tiles: vec![None; cells],
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

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)
    }

    /// The tile on a cell of the board.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles[self.index(cell)]
    }

    pub fn is_empty(&self, cell: Cell) -> bool {
        self.tile(cell).is_none()
    }

    pub fn set(&mut self, cell: Cell, tile: Option<Tile>) {
        let index = self.index(cell);
        self.tiles[index] = tile;
    }

    pub fn lay(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            self.set(piece.cell, Some(piece.tile));
        }
    }

    /// All cells, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.tiles.len()).map(move |index| cell(index, columns))
    }

    /// All tiles on their cells, row by row from the top.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.tiles.iter().enumerate().filter_map(|(index, tile)| {
            let cell = || cell(index, self.columns);
            tile.map(|tile| Piece { cell: cell(), tile })
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
        let tile = |side| {
            self.next(cell, side)
                .is_some_and(|next| !self.is_empty(next))
        };
        Side::ALL.into_iter().any(tile)
    }

    /// Whether a tile could lie on this cell as far as its four sides go. Thunder that is not settled suits every side, and so do the cells in `open`,
    /// on which nothing lies yet.
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

/// The cell with this place in a board of so many columns. It has at most 12 of them and as many rows.
fn cell(index: usize, columns: u8) -> Cell {
    let columns = usize::from(columns);
    Cell::new((index % columns) as u8, (index / columns) as u8)
}
