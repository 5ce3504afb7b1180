//! A private copy of the table on which somebody tries tiles, with a pen that draws the line: wherever it goes, the tile that fits is laid behind it.

use serde::{Deserialize, Serialize};

use super::board::{Board, Piece};
use super::circuit;
use super::tile::{Kind, Side, Supply, Tile};
use super::view::Table;
use crate::games::Cell;

/// What somebody has tried so far. It is read together with the table as it lies now: what no longer fits there is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch {
    changes: Vec<Change>,
    pen: Pen,
    /// Whether an arrow draws; else it only moves the pen.
    draws: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pen {
    cell: Cell,
    /// The side by which the line comes in.
    from: Option<Side>,
}

/// One cell was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Change {
    cell: Cell,
    tile: Option<Tile>,
    /// Where the pen was before.
    pen: Pen,
    /// Whether it came about together with the change before it.
    along: bool,
}

/// One thing that is done to a sketch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The pen goes one cell on; past tiles that carry the line on, it goes on with the line.
    Go(Side),
    /// Arrows draw, or only move the pen.
    Lift,
    Column(u8),
    Row(u8),
    /// Lays a tile on the pen's cell, or takes away what was tried there.
    Lay(Option<Tile>),
    /// Turns the tile under the pen, or else the one that was laid last.
    Turn,
    TakeBack,
    Clear,
    /// Exactly these tiles.
    Set(Vec<Piece>),
}

/// Why a step changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snag {
    Edge,
    /// The line comes in from there.
    Back(Side),
    /// `thunder`: there is some, which stands for any other.
    NoneLeft {
        kind: Kind,
        thunder: bool,
    },
    Occupied(Cell),
    OffBoard(Cell),
    /// It looks the same however it is turned.
    Unturnable,
    NothingLaid,
}

impl Snag {
    fn none_left(kind: Kind, supply: Supply) -> Snag {
        let thunder = supply.count(Kind::Thunder) > 0;
        Snag::NoneLeft { kind, thunder }
    }
}

/// Older changes cannot be taken back one by one any more.
const MOST_CHANGES: usize = 150;

impl Sketch {
    pub fn new(table: &Table) -> Sketch {
        Sketch {
            changes: Vec::new(),
            pen: home(table),
            draws: true,
        }
    }

    /// The tiles tried so far that the table has room and the supply has tiles for, in the order in which they were laid.
    pub fn pieces(&self, table: &Table) -> Vec<Piece> {
        let board = table.board();
        let mut tried: Vec<(Cell, Option<Tile>)> = Vec::new();
        for change in &self.changes {
            match tried.iter_mut().find(|(cell, _)| *cell == change.cell) {
                Some((_, tile)) => *tile = change.tile,
                None => tried.push((change.cell, change.tile)),
            }
        }
        let mut supply = table.supply;
        let mut pieces = Vec::new();
        for (cell, tile) in tried {
            let free = board.contains(cell) && board.is_empty(cell);
            if let Some(tile) = tile.filter(|_| free)
                && let Some(rest) = supply.without(tile.kind())
            {
                supply = rest;
                pieces.push(Piece { cell, tile });
            }
        }
        pieces
    }

    /// What is left of the loose tiles.
    pub fn supply(&self, table: &Table) -> Supply {
        let taken = self.pieces(table).into_iter();
        taken.fold(table.supply, |supply, piece| {
            // Pieces are only those that the supply has.
            supply.without(piece.tile.kind()).unwrap_or(supply)
        })
    }

    /// The table with what is tried on it.
    pub fn board(&self, table: &Table) -> Board {
        let mut board = table.board();
        board.lay(&self.pieces(table));
        board
    }

    /// Whether the circuit is complete with what is tried.
    pub fn completes(&self, table: &Table) -> bool {
        circuit::complete(&self.board(table)).is_some()
    }

    pub fn pen(&self) -> Cell {
        self.pen.cell
    }

    /// The side by which the line comes in to the pen.
    pub fn from(&self) -> Option<Side> {
        self.pen.from
    }

    pub fn draws(&self) -> bool {
        self.draws
    }

    /// Forgets what was tried where a tile of the table lies by now. The pen stays where it is, on a tile too, which it leaves with the next arrow; only
    /// where what it drew is gone it begins anew.
    pub fn refresh(&mut self, table: &Table) {
        let board = table.board();
        let is_free = |cell| board.contains(cell) && board.is_empty(cell);
        let before = self.changes.len();
        self.changes.retain(|change| is_free(change.cell));
        let is_gone = self.changes.len() < before && !is_free(self.pen.cell);
        if is_gone || !board.contains(self.pen.cell) {
            self.pen = home(table);
        }
    }

    /// Takes a step.
    ///
    /// # Errors
    /// Why nothing has changed.
    pub fn take(&mut self, table: &Table, step: &Step) -> Result<(), Snag> {
        match step {
            Step::Go(side) if self.draws => self.draw(table, *side)?,
            Step::Go(side) => {
                let board = table.board();
                let next = board.next(self.pen.cell, *side).ok_or(Snag::Edge)?;
                self.put_pen(table, next);
            }
            Step::Lift => self.draws = !self.draws,
            Step::Column(column) => {
                let column = (*column).min(table.columns - 1);
                self.put_pen(table, Cell::new(column, self.pen.cell.row));
            }
            Step::Row(row) => {
                let row = (*row).min(table.rows - 1);
                self.put_pen(table, Cell::new(self.pen.cell.column, row));
            }
            Step::Lay(tile) => self.lay_here(table, *tile)?,
            Step::Turn => self.turn(table)?,
            Step::TakeBack => self.take_back()?,
            Step::Clear => {
                self.changes.clear();
                self.pen = home(table);
            }
            Step::Set(pieces) => self.set(table, pieces)?,
        }
        let spare = self.changes.len().saturating_sub(MOST_CHANGES);
        if spare > 0 {
            // What stands is kept as it stands.
            let pieces = self.pieces(table);
            self.changes.clear();
            for piece in pieces {
                self.change(piece.cell, Some(piece.tile), false);
            }
        }
        Ok(())
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

    /// Moves the pen, to where a line may come in.
    fn put_pen(&mut self, table: &Table, cell: Cell) {
        let board = self.board(table);
        let from = if board.is_empty(cell) {
            let mut open = open_neighbours(&board, cell);
            open.next().filter(|_| open.next().is_none())
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
            // The pen stands on a tile: it leaves it.
            let next = next.ok_or(Snag::Edge)?;
            self.follow(table, next, side);
            return Ok(());
        }
        if self.pen.from == Some(side) {
            // Back the way it came: what was drawn there is taken back.
            if self.changes.last().map(|change| change.cell) == next {
                return self.take_back();
            }
            return Err(Snag::Back(side));
        }
        let mut open = open_neighbours(&board, cell).filter(|open| *open != side);
        let from = self.pen.from.or(open.next()).unwrap_or(side.opposite());
        let fits = Tile::with_sides(super::Sides(from.bit() | side.bit()));
        // Two different sides make a straight tile or a turn.
        let fits = fits.ok_or(Snag::Back(side))?;
        let supply = self.supply(table);
        let has = |tile: &Tile| supply.count(tile.kind()) > 0;
        let tile = [fits, Tile::T].into_iter().find(has);
        let tile = tile.ok_or(Snag::none_left(fits.kind(), supply))?;
        self.change(cell, Some(tile), false);
        match next {
            Some(next) => self.follow(table, next, side),
            None => self.pen.from = None,
        }
        Ok(())
    }

    /// The pen enters a cell, going to this side: along tiles that take the line up to where they end. A straight tile that was tried and
    /// lies across becomes a crossroad.
    fn follow(&mut self, table: &Table, first: Cell, towards: Side) {
        let (mut cell, mut side) = (first, towards);
        // A line that closes comes back to where the pen was.
        let start = self.pen.cell;
        let cells = usize::from(table.columns) * usize::from(table.rows);
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
                    if table.board().is_empty(cell) && self.supply(table).crossroad > 0 =>
                {
                    self.change(cell, Some(Tile::X), true);
                    Tile::X
                }
                // It does not take the line, or thunder, which takes it anywhere.
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
        if !table.board().is_empty(cell) {
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
        let board = table.board();
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
        self.changes.clear();
        for piece in pieces {
            self.change(piece.cell, Some(piece.tile), false);
        }
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

/// Where the line may be drawn on: an open end, of what was laid last if there is one; else some cell beside a tile.
fn home(table: &Table) -> Pen {
    let board = table.board();
    let mut cells: Vec<Cell> = board.pieces().map(|piece| piece.cell).collect();
    cells.extend(&table.last);
    cells.reverse();
    let ends = cells.iter().flat_map(|cell| {
        let sides = board.tile(*cell).map(Tile::sides).unwrap_or_default();
        let leaves = move |side: &Side| sides.has(*side);
        Side::ALL
            .into_iter()
            .filter(leaves)
            .map(|side| (*cell, side))
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

/// The sides of a cell at which a neighbour is open towards it.
fn open_neighbours(board: &Board, cell: Cell) -> impl Iterator<Item = Side> + '_ {
    Side::ALL.into_iter().filter(move |side| {
        let next = board.next(cell, *side);
        let tile = next.and_then(|next| board.tile(next));
        tile.is_some_and(|tile| tile.sides().has(side.opposite()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::short_circuit::drawing;

    fn table(rows: &str) -> Table {
        let board = drawing::board(rows);
        Table {
            columns: board.columns(),
            rows: board.rows(),
            tiles: board.cells().map(|cell| board.tile(cell)).collect(),
            battery: Vec::new(),
            supply: Supply {
                straight: 4,
                turn: 6,
                crossroad: 1,
                thunder: 1,
            },
            last: Vec::new(),
        }
    }

    /// `<` `>` `^` `v` are arrows, `'` lifts the pen, `@C` and `@3` put it, `@` with a tile lays that, `@-` takes it away, `r` turns, `u` takes back,
    /// `c` clears.
    fn step(word: &str) -> Step {
        match word {
            "<" => Step::Go(Side::West),
            ">" => Step::Go(Side::East),
            "^" => Step::Go(Side::North),
            "v" => Step::Go(Side::South),
            "'" => Step::Lift,
            "r" => Step::Turn,
            "u" => Step::TakeBack,
            "c" => Step::Clear,
            "@-" => Step::Lay(None),
            word => {
                let word = word.strip_prefix('@').unwrap();
                if let Some(tile) = Tile::read(word) {
                    return Step::Lay(Some(tile));
                }
                match word.parse::<u8>() {
                    Ok(row) => Step::Row(row - 1),
                    Err(_) => Step::Column(word.as_bytes()[0] - b'A'),
                }
            }
        }
    }

    /// Takes a step as the panel does: what was kept is read, brought to the table and changed.
    fn take(sketch: &mut Sketch, table: &Table, word: &str) -> Result<(), Snag> {
        let kept = serde_json::to_string(sketch).unwrap();
        *sketch = serde_json::from_str(&kept).unwrap();
        sketch.refresh(table);
        sketch.take(table, &step(word))
    }

    const MIDDLE: &str = ". . . . . / . . . . . / . H H . . / . . . . . / . . . . .";

    #[test]
    fn the_pen_lays_the_tile_that_fits() {
        for (what, rows, steps, laid, pen) in [
            ("it starts at an open end", MIDDLE, "", "", "D3"),
            ("straight on", MIDDLE, "> ^", "D3=H E3=NW", "E2"),
            (
                "a ring closes at the battery",
                MIDDLE,
                "^ < < < v >",
                "D3=NW D2=SW C2=H B2=H A2=SE A3=NE",
                "A3",
            ),
            ("back is taken back", MIDDLE, "> ^ v", "D3=H", "E3"),
            ("taken back", MIDDLE, "> ^ u", "D3=H", "E3"),
            (
                "across what was drawn",
                MIDDLE,
                "v v > ^ < ^",
                "D3=SW D4=X D5=NE E5=NW E4=SW C4=NE",
                "C3",
            ),
            (
                "a crossroad is taken back with what led to it",
                MIDDLE,
                "v v > ^ < u",
                "D3=SW D4=V D5=NE E5=NW",
                "E4",
            ),
            ("over the edge", MIDDLE, "> >", "D3=H E3=H", "E3"),
            (
                "into a closed side",
                "H H . / . . . / . . .",
                "v < ^",
                "C1=SW C2=NW B2=NE",
                "B1",
            ),
            ("lifted, it draws nothing", MIDDLE, "' ^ ' >", "D2=H", "E2"),
            ("by cell and tile", MIDDLE, "@A @1 @SE r", "A1=SW", "A1"),
            ("taken away", MIDDLE, "@A @1 @X @-", "", "A1"),
            ("the last one turned", MIDDLE, "> r", "D3=V", "E3"),
            ("cleared", MIDDLE, "> > c", "", "D3"),
            (
                "by column and row, past a tile",
                MIDDLE,
                "@B @4 @X",
                "B4=X",
                "B4",
            ),
            ("off a tile, along it", MIDDLE, "@C <", "", "A3"),
            ("lifted, across tiles", MIDDLE, "' < < <", "", "A3"),
            (
                "what was taken away comes back",
                MIDDLE,
                "> ^ @D @3 @- u",
                "D3=H E3=NW",
                "D3",
            ),
        ] {
            let table = table(rows);
            let mut sketch = Sketch::new(&table);
            for word in steps.split_whitespace() {
                take(&mut sketch, &table, word).unwrap();
            }
            let pieces = sketch.pieces(&table);
            let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
            assert_eq!(pieces.join(" "), laid, "{what}");
            assert_eq!(sketch.pen().to_string(), pen, "{what}");
        }
    }

    #[test]
    fn a_closed_line_is_a_complete_circuit() {
        let table = table(MIDDLE);
        let mut sketch = Sketch::new(&table);
        for word in "^ < < < v".split_whitespace() {
            take(&mut sketch, &table, word).unwrap();
            assert!(!sketch.completes(&table));
        }
        take(&mut sketch, &table, ">").unwrap();
        assert!(sketch.completes(&table));
    }

    #[test]
    fn steps_that_change_nothing_say_why() {
        let none_left = |kind, thunder| Snag::NoneLeft { kind, thunder };
        for (steps, snag) in [
            ("<", Snag::Back(Side::West)),
            ("u", Snag::NothingLaid),
            ("r", Snag::NothingLaid),
            ("@-", Snag::NothingLaid),
            ("@B @H", Snag::Occupied(Cell::new(1, 2))),
            ("' @A <", Snag::Edge),
            ("@X r", Snag::Unturnable),
            ("@X @A @1 @X", none_left(Kind::Crossroad, true)),
            (
                "@A @1 @H @B @H @C @H @D @H @E @T @A @2 @H",
                none_left(Kind::Straight, false),
            ),
            (
                "@A @1 @H @B @H @C @H @D @H @A @2 @H",
                none_left(Kind::Straight, true),
            ),
            ("@T @A @1 @T", none_left(Kind::Thunder, false)),
        ] {
            let table = table(MIDDLE);
            let mut sketch = Sketch::new(&table);
            let (last, before) = {
                let mut words: Vec<&str> = steps.split_whitespace().collect();
                (words.pop().unwrap(), words)
            };
            for word in before {
                take(&mut sketch, &table, word).unwrap();
            }
            let untouched = sketch.clone();
            let refused = take(&mut sketch, &table, last);
            assert_eq!(refused, Err(snag), "{steps}");
            assert_eq!(sketch, untouched, "{steps}");
        }
    }

    #[test]
    fn what_lies_on_the_table_meanwhile_is_left_out() {
        let mut now = table(MIDDLE);
        let mut sketch = Sketch::new(&now);
        for word in ["^", "<", "<"] {
            take(&mut sketch, &now, word).unwrap();
        }
        let laid = Piece {
            cell: Cell::new(3, 2),
            tile: Tile::V,
        };
        let mut board = now.board();
        board.lay(&[laid]);
        now.tiles = board.cells().map(|cell| board.tile(cell)).collect();
        now.supply.turn = 0;
        sketch.refresh(&now);
        let pieces: Vec<String> = sketch
            .pieces(&now)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(pieces, ["C2=H"]);
        assert_eq!(sketch.supply(&now).straight, 3);
    }
}
