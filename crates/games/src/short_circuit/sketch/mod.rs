//! A private copy of the table on which somebody tries tiles, with a pen that draws the line:
//! behind it, it lays the tile that fits.

use serde::{Deserialize, Serialize};

use super::board::{Board, Piece};
use super::circuit;
use super::tile::{Kind, Side, Supply, Tile};
use super::view::Table;
use crate::Cell;

/// What somebody has tried so far. It always needs the table as it is now: what no longer fits
/// there is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch {
    changes: Vec<Change>,
    pen: Pen,
    /// Whether arrows draw; otherwise they only move the pen.
    draws: bool,
    /// Tiles that were typed last and refused, so that the form still has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) typed: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pen {
    cell: Cell,
    /// The side from which the line comes in.
    from: Option<Side>,
}

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Change {
    cell: Cell,
    tile: Option<Tile>,
    /// The pen before the change.
    pen: Pen,
    /// Whether it belongs to the same step as the change before it.
    along: bool,
}

/// One step in a sketch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SketchStep {
    /// The pen moves one cell. If tiles there continue the line, it follows the line to its end.
    Go(Side),
    /// Whether arrows draw, or only move the pen.
    Draws(bool),
    Column(u8),
    Row(u8),
    /// Lays a tile on the pen's cell, or removes the one that was tried there.
    Lay(Option<Tile>),
    /// Rotates the tile under the pen, or else the tile that was laid last.
    Turn,
    TakeBack,
    Clear,
    /// Replaces the sketch with these tiles.
    Set(Vec<Piece>),
}

/// Why a step changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snag {
    Edge,
    /// The line comes in from there.
    Back(Side),
    /// `thunder`: whether there is some, which can replace any tile.
    NoneLeft {
        kind: Kind,
        thunder: bool,
    },
    Occupied(Cell),
    OffBoard(Cell),
    /// The tile looks the same in every rotation.
    Unturnable,
    NothingLaid,
}

impl Snag {
    fn none_left(kind: Kind, supply: Supply) -> Snag {
        let thunder = supply.count(Kind::Thunder) > 0;
        Snag::NoneLeft { kind, thunder }
    }
}

/// How many changes can be undone one by one.
const MAX_CHANGES: usize = 150;

impl Sketch {
    pub fn new(table: &Table) -> Sketch {
        Sketch {
            changes: Vec::new(),
            pen: home(table),
            draws: true,
            typed: None,
        }
    }

    /// The tiles of the sketch that fit the table and the supply, in the order in which they were
    /// laid.
    pub fn pieces(&self, table: &Table) -> Vec<Piece> {
        self.tried(table).0
    }

    /// The tiles of the sketch for which the supply has none left. They don't count.
    pub fn left_out(&self, table: &Table) -> Vec<Piece> {
        self.tried(table).1
    }

    fn tried(&self, table: &Table) -> (Vec<Piece>, Vec<Piece>) {
        let board = &table.board;
        let mut tried: Vec<(Cell, Option<Tile>)> = Vec::new();
        for change in &self.changes {
            match tried.iter_mut().find(|(cell, _)| *cell == change.cell) {
                Some((_, tile)) => *tile = change.tile,
                None => tried.push((change.cell, change.tile)),
            }
        }
        let mut supply = table.supply;
        let (mut pieces, mut left_out) = (Vec::new(), Vec::new());
        for (cell, tile) in tried {
            let Some(tile) = tile else { continue };
            if !board.contains(cell) || !board.is_empty(cell) {
                continue;
            }
            match supply.without(tile.kind()) {
                Some(rest) => {
                    supply = rest;
                    pieces.push(Piece { cell, tile });
                }
                None => left_out.push(Piece { cell, tile }),
            }
        }
        (pieces, left_out)
    }

    /// The loose tiles that remain.
    pub fn supply(&self, table: &Table) -> Supply {
        table.supply.after(&self.pieces(table))
    }

    /// The table with the sketch on it.
    pub fn board(&self, table: &Table) -> Board {
        let mut board = table.board.clone();
        board.lay(&self.pieces(table));
        board
    }

    /// Whether the circuit is complete with the sketch.
    pub fn completes(&self, table: &Table) -> bool {
        circuit::complete(&self.board(table)).is_some()
    }

    pub fn pen(&self) -> Cell {
        self.pen.cell
    }

    /// The side from which the line comes to the pen.
    pub fn from(&self) -> Option<Side> {
        self.pen.from
    }

    pub fn draws(&self) -> bool {
        self.draws
    }

    /// Removes tiles of the sketch from cells where the table has a tile now. Returns those whose
    /// cell has another tile than the one that was tried. The pen stays, even on a tile, which it
    /// leaves with the next arrow. If what it drew is gone, it starts again.
    pub fn refresh(&mut self, table: &Table) -> Vec<Piece> {
        let board = &table.board;
        let is_free = |cell| board.contains(cell) && board.is_empty(cell);
        let mut covered: Vec<Piece> = Vec::new();
        for change in &self.changes {
            covered.retain(|piece| piece.cell != change.cell);
            let lies = board.tile(change.cell);
            if let (Some(lies), Some(tile)) = (lies, change.tile)
                && lies != tile
            {
                let cell = change.cell;
                covered.push(Piece { cell, tile });
            }
        }
        let before = self.changes.len();
        self.changes.retain(|change| is_free(change.cell));
        let is_gone = self.changes.len() < before && !is_free(self.pen.cell);
        if is_gone || !board.contains(self.pen.cell) {
            self.pen = home(table);
        }
        covered
    }

    /// Takes a step.
    ///
    /// # Errors
    /// Why nothing has changed.
    pub fn take(&mut self, table: &Table, step: &SketchStep) -> Result<(), Snag> {
        match step {
            SketchStep::Go(side) if self.draws => self.draw(table, *side)?,
            SketchStep::Go(side) => {
                let next = table.board.next(self.pen.cell, *side).ok_or(Snag::Edge)?;
                self.put_pen(table, next);
            }
            SketchStep::Draws(draws) => self.draws = *draws,
            SketchStep::Column(column) => {
                let column = (*column).min(table.board.columns - 1);
                self.put_pen(table, Cell::new(column, self.pen.cell.row));
            }
            SketchStep::Row(row) => {
                let row = (*row).min(table.board.rows - 1);
                self.put_pen(table, Cell::new(self.pen.cell.column, row));
            }
            SketchStep::Lay(tile) => self.lay_here(table, *tile)?,
            SketchStep::Turn => self.turn(table)?,
            SketchStep::TakeBack => self.take_back()?,
            SketchStep::Clear => {
                self.changes.clear();
                self.pen = home(table);
            }
            SketchStep::Set(pieces) => self.set(table, pieces)?,
        }
        let spare = self.changes.len().saturating_sub(MAX_CHANGES);
        if spare > 0 {
            // Tiles that are already right stay.
            self.restart_with(&self.pieces(table));
        }
        Ok(())
    }

    fn restart_with(&mut self, pieces: &[Piece]) {
        self.changes.clear();
        for piece in pieces {
            self.change(piece.cell, Some(piece.tile), false);
        }
    }

    fn change(&mut self, cell: Cell, tile: Option<Tile>, along: bool) {
        let pen = self.pen;
        self.changes.push(Change {
            cell,
            tile,
            pen,
            along,
        });
    }

    /// Moves the pen to a side from which a line can come in.
    fn put_pen(&mut self, table: &Table, cell: Cell) {
        let board = self.board(table);
        let from = if board.is_empty(cell) {
            let mut sides = open_neighbours(&board, cell);
            match (sides.next(), sides.next()) {
                (only, None) => only,
                _ => None,
            }
        } else {
            None
        };
        self.pen = Pen { cell, from };
    }

    fn draw(&mut self, table: &Table, side: Side) -> Result<(), Snag> {
        let board = self.board(table);
        let cell = self.pen.cell;
        let next = board.next(cell, side);
        if board.tile(cell).is_some() {
            // The pen is on a tile and leaves it.
            let next = next.ok_or(Snag::Edge)?;
            self.follow(table, next, side);
            return Ok(());
        }
        if self.pen.from == Some(side) {
            // Back the way it came: removes what was drawn there.
            if self.changes.last().map(|change| change.cell) == next {
                return self.take_back();
            }
            return Err(Snag::Back(side));
        }
        let mut open = open_neighbours(&board, cell).filter(|open| *open != side);
        let from = self.pen.from.or(open.next()).unwrap_or(side.opposite());
        // Two different sides make a straight tile or a turn.
        let Some(fitting) = Tile::with_sides(super::Sides(from.bit() | side.bit())) else {
            return Err(Snag::Back(side));
        };
        let supply = self.supply(table);
        let has = |tile: &Tile| supply.count(tile.kind()) > 0;
        let Some(tile) = [fitting, Tile::T].into_iter().find(has) else {
            return Err(Snag::none_left(fitting.kind(), supply));
        };
        self.change(cell, Some(tile), false);
        match next {
            Some(next) => self.follow(table, next, side),
            None => self.pen.from = None,
        }
        Ok(())
    }

    /// The pen enters a cell in this direction and follows tiles that continue the line to its end.
    /// A straight tile of the sketch that lies across becomes a crossroad.
    fn follow(&mut self, table: &Table, first: Cell, towards: Side) {
        let (mut cell, mut side) = (first, towards);
        // A closed line comes back to where the pen was.
        let start = self.pen.cell;
        let cells = usize::from(table.board.columns) * usize::from(table.board.rows);
        for _ in 0..cells * 2 {
            let board = self.board(table);
            let entry = side.opposite();
            let tile = match board.tile(cell) {
                None => {
                    let from = Some(entry);
                    self.pen = Pen { cell, from };
                    return;
                }
                Some(tile) if tile.sides().has(entry) => tile,
                Some(Tile::H | Tile::V)
                    if table.board.is_empty(cell) && self.supply(table).crossroad > 0 =>
                {
                    self.change(cell, Some(Tile::X), true);
                    Tile::X
                }
                // A tile that doesn't continue the line, or thunder, which continues it anywhere.
                Some(_) => break,
            };
            side = tile.exit(entry);
            match board.next(cell, side) {
                Some(next) if cell != start => cell = next,
                _ => break,
            }
        }
        self.pen = Pen { cell, from: None };
    }

    fn lay_here(&mut self, table: &Table, tile: Option<Tile>) -> Result<(), Snag> {
        let cell = self.pen.cell;
        if !table.board.is_empty(cell) {
            return Err(Snag::Occupied(cell));
        }
        let tried = self.board(table).tile(cell);
        let Some(tile) = tile else {
            tried.ok_or(Snag::NothingLaid)?;
            self.change(cell, None, false);
            return Ok(());
        };
        let kind = tile.kind();
        let same = tried.is_some_and(|tried| tried.kind() == kind);
        let supply = self.supply(table);
        if !same && supply.count(kind) == 0 {
            return Err(Snag::none_left(kind, supply));
        }
        self.change(cell, Some(tile), false);
        Ok(())
    }

    fn turn(&mut self, table: &Table) -> Result<(), Snag> {
        let pieces = self.pieces(table);
        let under = pieces.iter().find(|piece| piece.cell == self.pen.cell);
        let piece = under.or(pieces.last()).ok_or(Snag::NothingLaid)?;
        let turned = match piece.tile {
            Tile::H => Tile::V,
            Tile::V => Tile::H,
            Tile::Ne => Tile::Se,
            Tile::Se => Tile::Sw,
            Tile::Sw => Tile::Nw,
            Tile::Nw => Tile::Ne,
            Tile::X | Tile::T => return Err(Snag::Unturnable),
        };
        self.change(piece.cell, Some(turned), false);
        if piece.cell != self.pen.cell {
            self.put_pen(table, self.pen.cell);
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), Snag> {
        while let Some(change) = self.changes.pop() {
            self.pen = change.pen;
            if !change.along {
                return Ok(());
            }
        }
        Err(Snag::NothingLaid)
    }

    fn set(&mut self, table: &Table, pieces: &[Piece]) -> Result<(), Snag> {
        let board = &table.board;
        let mut supply = table.supply;
        for piece in pieces {
            let (cell, kind) = (piece.cell, piece.tile.kind());
            if !board.contains(cell) {
                return Err(Snag::OffBoard(cell));
            }
            if !board.is_empty(cell) {
                return Err(Snag::Occupied(cell));
            }
            let none_left = Snag::none_left(kind, supply);
            supply = supply.without(kind).ok_or(none_left)?;
        }
        self.restart_with(pieces);
        if let Some(last) = pieces.last() {
            let from = None;
            self.pen = Pen {
                cell: last.cell,
                from,
            };
        }
        Ok(())
    }
}

/// Where a line can be continued: at an open end, preferably of the last tile; else a cell beside a
/// tile.
fn home(table: &Table) -> Pen {
    let board = &table.board;
    let mut cells: Vec<Cell> = board.pieces().map(|piece| piece.cell).collect();
    cells.extend(&table.last);
    cells.reverse();
    let ends = cells.iter().flat_map(|cell| {
        let sides = board.tile(*cell).map(Tile::sides).unwrap_or_default();
        sides.iter().map(|side| (*cell, side))
    });
    let mut free = ends.filter_map(|(cell, side)| {
        let next = board.next(cell, side).filter(|next| board.is_empty(*next));
        Some((next?, side.opposite()))
    });
    if let Some((cell, side)) = free.next() {
        let from = Some(side);
        return Pen { cell, from };
    }
    let mut beside = board
        .cells()
        .filter(|cell| board.is_empty(*cell) && board.touches(*cell));
    Pen {
        cell: beside.next().unwrap_or(Cell::new(0, 0)),
        from: None,
    }
}

/// The sides of a cell whose neighbour is open towards it.
fn open_neighbours(board: &Board, cell: Cell) -> impl Iterator<Item = Side> + '_ {
    Side::ALL.into_iter().filter(move |side| {
        let next = board.next(cell, *side);
        let tile = next.and_then(|next| board.tile(next));
        tile.is_some_and(|tile| tile.sides().has(side.opposite()))
    })
}

#[cfg(test)]
mod tests;
