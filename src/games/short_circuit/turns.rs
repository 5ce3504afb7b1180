//! Which turns there are: all of them counted without listing them, and those that complete the circuit.

use super::board::{Board, Piece};
use super::circuit;
use super::tile::{Kind, Side, Supply, Tile};
use crate::games::{Cell, Dice};

/// The most tiles that a turn places.
pub const MOST: usize = 3;

/// One to three empty cells in a line, at least one of them side by side with a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    cells: [Cell; MOST],
    length: usize,
}

impl Segment {
    fn cells(&self) -> &[Cell] {
        &self.cells[..self.length]
    }
}

fn segments(board: &Board) -> impl Iterator<Item = Segment> + '_ {
    board.cells().flat_map(move |start| {
        let along = |side: Side, length: usize| segment(board, start, side, length);
        [
            along(Side::East, 1),
            along(Side::East, 2),
            along(Side::South, 2),
            along(Side::East, 3),
            along(Side::South, 3),
        ]
        .into_iter()
        .flatten()
    })
}

fn segment(board: &Board, start: Cell, side: Side, length: usize) -> Option<Segment> {
    let mut cells = [start; MOST];
    for at in 1..length {
        cells[at] = board.next(cells[at - 1], side)?;
    }
    let segment = Segment { cells, length };
    let empty = |cell: &Cell| board.is_empty(*cell);
    let touches = |cell: &Cell| board.touches(*cell);
    (segment.cells().iter().all(empty) && segment.cells().iter().any(touches)).then_some(segment)
}

/// In how many ways this many cells can be filled.
fn ways(supply: &Supply, cells: usize) -> usize {
    if cells == 0 {
        return 1;
    }
    let tiles = |kind| match kind {
        Kind::Straight => 2,
        Kind::Turn => 4,
        Kind::Crossroad | Kind::Thunder => 1,
    };
    Kind::ALL
        .into_iter()
        .filter_map(|kind| Some(tiles(kind) * ways(&supply.without(kind)?, cells - 1)))
        .sum()
}

/// The `index`-th way to fill these cells.
fn filled(cells: &[Cell], supply: &Supply, mut index: usize) -> Vec<Piece> {
    let mut supply = *supply;
    let mut pieces = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        for tile in Tile::ALL {
            let Some(rest) = supply.without(tile.kind()) else {
                continue;
            };
            let ways = ways(&rest, cells.len() - at - 1);
            if index < ways {
                pieces.push(Piece { cell: *cell, tile });
                supply = rest;
                break;
            }
            index -= ways;
        }
    }
    pieces
}

/// A turn of at most so many tiles, each legal one equally likely; None when there is none.
pub fn draw(board: &Board, supply: &Supply, most: usize, dice: &mut Dice) -> Option<Vec<Piece>> {
    let segments: Vec<Segment> = segments(board)
        .filter(|segment| segment.length <= most)
        .collect();
    let ways: [usize; MOST + 1] = std::array::from_fn(|length| ways(supply, length));
    let all = segments.iter().map(|segment| ways[segment.length]).sum();
    if all == 0 {
        return None;
    }
    let mut index = dice.below(all);
    for segment in &segments {
        if index < ways[segment.length] {
            return Some(filled(segment.cells(), supply, index));
        }
        index -= ways[segment.length];
    }
    None
}

/// Whether there is any turn that places a tile.
pub fn exist(board: &Board, supply: &Supply) -> bool {
    supply.total() > 0 && segments(board).next().is_some()
}

/// All turns of one tile.
pub fn of_one_tile<'a>(board: &'a Board, supply: &'a Supply) -> impl Iterator<Item = Piece> + 'a {
    let left = |tile: &Tile| supply.without(tile.kind()).is_some();
    segments(board)
        .filter(|segment| segment.length == 1)
        .flat_map(move |segment| {
            let on = move |tile| Piece {
                cell: segment.cells[0],
                tile,
            };
            Tile::ALL.into_iter().filter(left).map(on)
        })
}

/// All turns that complete the circuit.
pub fn completing(board: &Board, supply: &Supply) -> Vec<Vec<Piece>> {
    let mut found = Vec::new();
    let Some(ends) = ends(board) else {
        return found;
    };
    for segment in segments(board) {
        if ends.iter().all(|cell| segment.cells().contains(cell)) {
            let mut filling = Filling {
                board: board.clone(),
                cells: segment.cells(),
                pieces: Vec::with_capacity(MOST),
                found: &mut found,
            };
            filling.fill(supply);
        }
    }
    found
}

/// The empty cells that some line runs into; None when one runs into an edge or a closed side, or there are too many for one turn.
fn ends(board: &Board) -> Option<Vec<Cell>> {
    let mut ends: Vec<Cell> = Vec::with_capacity(MOST);
    for piece in board.pieces() {
        for side in Side::ALL {
            if !piece.tile.sides().has(side) {
                continue;
            }
            let cell = board.next(piece.cell, side)?;
            match board.tile(cell) {
                Some(Tile::T) => {}
                Some(tile) if tile.sides().has(side.opposite()) => {}
                Some(_) => return None,
                None if ends.contains(&cell) => {}
                None if ends.len() < MOST => ends.push(cell),
                None => return None,
            }
        }
    }
    Some(ends)
}

struct Filling<'a> {
    board: Board,
    cells: &'a [Cell],
    pieces: Vec<Piece>,
    found: &'a mut Vec<Vec<Piece>>,
}

impl Filling<'_> {
    fn fill(&mut self, supply: &Supply) {
        let Some(cell) = self.cells.get(self.pieces.len()).copied() else {
            if circuit::complete(&self.board).is_some() {
                self.found.push(self.pieces.clone());
            }
            return;
        };
        let open = &self.cells[self.pieces.len()..];
        for tile in Tile::ALL {
            let Some(rest) = supply.without(tile.kind()) else {
                continue;
            };
            if self.board.suits(cell, tile, open) {
                self.board.set(cell, Some(tile));
                self.pieces.push(Piece { cell, tile });
                self.fill(&rest);
                self.pieces.pop();
                self.board.set(cell, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::short_circuit::drawing;

    const SUPPLY: Supply = Supply {
        straight: 2,
        turn: 1,
        crossroad: 0,
        thunder: 1,
    };

    /// Every turn, listed.
    fn all(board: &Board, supply: &Supply) -> Vec<Vec<Piece>> {
        let every = segments(board).flat_map(|segment| {
            let count = ways(supply, segment.length);
            (0..count).map(move |index| filled(segment.cells(), supply, index))
        });
        every.collect()
    }

    #[test]
    fn turns_are_counted_as_they_would_be_listed() {
        // A single cell can take H, V, four turns or T; two in a row anything but two turns or two of thunder; and so on.
        assert_eq!(ways(&SUPPLY, 1), 7);
        assert_eq!(ways(&SUPPLY, 2), 7 * 7 - 4 * 4 - 1);
        let board = drawing::board(". . . / . H . / . . .");
        let turns = all(&board, &SUPPLY);
        // Beside the tile 4 cells; all 8 neighbouring pairs but none through the middle; a row of three on each edge.
        assert_eq!(segments(&board).filter(|s| s.length == 1).count(), 4);
        assert_eq!(segments(&board).filter(|s| s.length == 2).count(), 8);
        assert_eq!(segments(&board).filter(|s| s.length == 3).count(), 4);
        let mut listed = BTreeSet::new();
        for turn in &turns {
            assert!(listed.insert(format!("{turn:?}")), "{turn:?} twice");
        }
        assert_eq!(
            turns.len(),
            4 * 7 + 8 * ways(&SUPPLY, 2) + 4 * ways(&SUPPLY, 3)
        );
    }

    #[test]
    fn drawn_turns_are_every_turn_in_time() {
        let board = drawing::board(". H / . .");
        let every = all(&board, &SUPPLY);
        let mut dice = Dice::new(1);
        let mut drawn = BTreeSet::new();
        for _ in 0..every.len() * 20 {
            let turn = draw(&board, &SUPPLY, MOST, &mut dice).unwrap();
            assert!(every.contains(&turn));
            drawn.insert(format!("{turn:?}"));
        }
        assert_eq!(drawn.len(), every.len());
        let nothing = Supply::default();
        assert_eq!(draw(&board, &nothing, MOST, &mut dice), None);
        assert!(!exist(&board, &nothing));
    }

    #[test]
    fn completing_turns_are_those_after_which_the_circuit_is_complete() {
        for board in [
            "SE H SW . / V . . . / NE H NW .",
            "SE SW . / NE T . / . NE NW",
            ". H . . / . . . . / . H . .",
            "SE H T . / . . . . / NE H NW .",
            "T T . / . . .",
            "SE . / NE NW",
        ] {
            let board = drawing::board(board);
            let plenty = Supply {
                straight: 3,
                turn: 3,
                crossroad: 3,
                thunder: 2,
            };
            for supply in [SUPPLY, plenty] {
                let completes = |turn: &Vec<Piece>| {
                    let mut after = board.clone();
                    after.lay(turn);
                    circuit::complete(&after).is_some()
                };
                let mut expected = all(&board, &supply);
                expected.retain(completes);
                let mut found = completing(&board, &supply);
                found.sort_by_key(|turn| format!("{turn:?}"));
                expected.sort_by_key(|turn| format!("{turn:?}"));
                assert_eq!(found, expected, "{board:?}");
            }
        }
    }
}
