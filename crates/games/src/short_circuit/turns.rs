//! The turns that place tiles: counts all of them without listing them, and finds those that
//! complete the circuit.

use super::board::{Board, Piece};
use super::circuit;
use super::tile::{Kind, Side, Supply, Tile};
use crate::{Cell, Dice};

/// The most tiles that a turn places.
pub const MAX: usize = 3;

/// The direction in which segments lie from their first cell, and their length.
const SHAPES: [(Side, usize); 5] = [
    (Side::East, 1),
    (Side::East, 2),
    (Side::South, 2),
    (Side::East, 3),
    (Side::South, 3),
];

/// One to three empty cells in a line, at least one of them side by side with a tile.
fn segments(board: &Board) -> impl Iterator<Item = Vec<Cell>> + '_ {
    board.cells().flat_map(move |start| {
        SHAPES.into_iter().filter_map(move |(side, length)| {
            let line = std::iter::successors(Some(start), move |cell| board.next(*cell, side));
            let empty = line.take_while(|cell| board.is_empty(*cell));
            let cells: Vec<Cell> = empty.take(length).collect();
            let touches = cells.iter().any(|cell| board.touches(*cell));
            (cells.len() == length && touches).then_some(cells)
        })
    })
}

/// In how many ways the supply can fill this many cells, at most three.
fn ways(supply: &Supply, cells: usize) -> usize {
    let mut all = 0;
    for kind in Kind::ALL {
        all += usize::from(supply.count(kind) > 0) * tiles(kind).count();
    }
    let mut ways = match cells {
        0 => return 1,
        1 => return all,
        2 => all * all,
        _ => all * all * all,
    };
    // Without the ways that take too many of a kind. In three cells, that can be only one kind.
    for kind in Kind::ALL {
        let tiles = tiles(kind).count();
        ways -= match (supply.count(kind), cells) {
            (1, 2) => tiles * tiles,
            (1, 3) => tiles * tiles * (tiles + 3 * (all - tiles)),
            (2, 3) => tiles * tiles * tiles,
            _ => 0,
        };
    }
    ways
}

/// The tiles of a kind, in the order of [`Tile::ALL`].
fn tiles(kind: Kind) -> impl Iterator<Item = Tile> {
    let all = Tile::ALL.into_iter();
    all.filter(move |tile| tile.kind() == kind)
}

/// The `index`-th way to fill these cells.
fn filled(cells: &[Cell], supply: &Supply, mut index: usize) -> Vec<Piece> {
    let mut supply = *supply;
    let mut pieces = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        for kind in Kind::ALL {
            let Some(rest) = supply.without(kind) else {
                continue;
            };
            let ways = ways(&rest, cells.len() - at - 1);
            if let Some(tile) = tiles(kind).nth(index / ways) {
                pieces.push(Piece { cell: *cell, tile });
                supply = rest;
                index %= ways;
                break;
            }
            index -= tiles(kind).count() * ways;
        }
    }
    pieces
}

/// A random turn of at most `most` tiles, each legal one equally likely; None if there is none.
pub fn draw(board: &Board, supply: &Supply, most: usize, dice: &mut Dice) -> Option<Vec<Piece>> {
    let ways = [0, 1, 2, 3].map(|cells| ways(supply, cells));
    let mut segments: Vec<Vec<Cell>> = segments(board).collect();
    segments.retain(|cells| cells.len() <= most);
    let all = segments.iter().map(|cells| ways[cells.len()]).sum();
    if all == 0 {
        return None;
    }
    let mut index = dice.below(all);
    for cells in segments {
        if index < ways[cells.len()] {
            return Some(filled(&cells, supply, index));
        }
        index -= ways[cells.len()];
    }
    None
}

/// Whether there is any turn that places a tile.
pub fn exist(board: &Board, supply: &Supply) -> bool {
    supply.total() > 0 && segments(board).next().is_some()
}

/// All turns of one tile.
pub fn of_one_tile<'a>(board: &'a Board, supply: &'a Supply) -> impl Iterator<Item = Piece> + 'a {
    let has = |tile: &Tile| supply.count(tile.kind()) > 0;
    let is_beside = |cell: &Cell| board.is_empty(*cell) && board.touches(*cell);
    board.cells().filter(is_beside).flat_map(move |cell| {
        let on = move |tile| Piece { cell, tile };
        Tile::ALL.into_iter().filter(has).map(on)
    })
}

/// All turns that complete the circuit.
pub fn completing(board: &Board, supply: &Supply) -> Vec<Vec<Piece>> {
    let Some(ends) = board.ends() else {
        return Vec::new();
    };
    let mut filling = Filling {
        board: board.clone(),
        pieces: Vec::with_capacity(MAX),
        turns: Vec::new(),
    };
    for cells in segments(board) {
        if ends.iter().all(|cell| cells.contains(cell)) {
            filling.fill(&cells, supply);
        }
    }
    filling.turns
}

struct Filling {
    /// With the pieces so far.
    board: Board,
    pieces: Vec<Piece>,
    /// The turns that complete the circuit.
    turns: Vec<Vec<Piece>>,
}

impl Filling {
    /// Fills the rest of these cells: the first ones already have the pieces so far. Leaves the
    /// board as it was.
    fn fill(&mut self, cells: &[Cell], supply: &Supply) {
        let open = &cells[self.pieces.len()..];
        let Some(cell) = open.first().copied() else {
            if circuit::complete(&self.board).is_some() {
                self.turns.push(self.pieces.clone());
            }
            return;
        };
        for tile in Tile::ALL {
            let Some(rest) = supply.without(tile.kind()) else {
                continue;
            };
            if self.board.suits(cell, tile, open) {
                self.board.set(cell, Some(tile));
                self.pieces.push(Piece { cell, tile });
                self.fill(cells, &rest);
                self.pieces.pop();
                self.board.set(cell, None);
            }
        }
    }
}

/// A list of all turns.
#[cfg(test)]
pub fn all(board: &Board, supply: &Supply) -> Vec<Vec<Piece>> {
    let every = segments(board).flat_map(|cells| {
        let count = ways(supply, cells.len());
        (0..count).map(move |index| filled(&cells, supply, index))
    });
    every.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::short_circuit::drawing;

    const SUPPLY: Supply = Supply {
        straight: 2,
        turn: 1,
        crossroad: 0,
        thunder: 1,
    };

    #[test]
    fn the_count_of_turns_matches_their_list() {
        // A single cell can take H, V, four turns or T. Two in a row take any pair except two turns
        // or two thunders; and so on.
        assert_eq!(ways(&SUPPLY, 1), 7);
        assert_eq!(ways(&SUPPLY, 2), 7 * 7 - 4 * 4 - 1);
        let board = drawing::board(". . . / . H . / . . .");
        let turns = all(&board, &SUPPLY);
        // 4 cells beside the tile; all 8 pairs of neighbours except through the middle; a row of
        // three on each edge.
        assert_eq!(segments(&board).filter(|s| s.len() == 1).count(), 4);
        assert_eq!(segments(&board).filter(|s| s.len() == 2).count(), 8);
        assert_eq!(segments(&board).filter(|s| s.len() == 3).count(), 4);
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
    fn random_turns_include_every_turn() {
        let board = drawing::board(". H / . .");
        let every = all(&board, &SUPPLY);
        let mut dice = Dice::new(1);
        let mut turns = BTreeSet::new();
        for _ in 0..every.len() * 20 {
            let turn = draw(&board, &SUPPLY, MAX, &mut dice).unwrap();
            assert!(every.contains(&turn));
            turns.insert(format!("{turn:?}"));
        }
        assert_eq!(turns.len(), every.len());
        let nothing = Supply::default();
        assert_eq!(draw(&board, &nothing, MAX, &mut dice), None);
        assert!(!exist(&board, &nothing));
    }

    #[test]
    fn completing_turns_complete_the_circuit() {
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
                let mut turns = completing(&board, &supply);
                turns.sort_by_key(|turn| format!("{turn:?}"));
                expected.sort_by_key(|turn| format!("{turn:?}"));
                assert_eq!(turns, expected, "{board:?}");
            }
        }
    }
}
