//! Compares the solver with a search that tries everything.

use super::super::tile::{Kind, Tile};
use super::super::{circuit, drawing};
use super::*;
use crate::{Cell, Dice};

fn supply(straight: u8, turn: u8, crossroad: u8, thunder: u8) -> Supply {
    Supply {
        straight,
        turn,
        crossroad,
        thunder,
    }
}

/// Finds the fewest tiles that complete the circuit by trying every tile on every empty cell.
struct Brute {
    board: Board,
    empty: Vec<Cell>,
    best: Option<usize>,
}

impl Brute {
    fn fewest(board: &Board, supply: &Supply) -> Option<usize> {
        let mut brute = Brute {
            board: board.clone(),
            empty: board.cells().filter(|cell| board.is_empty(*cell)).collect(),
            best: None,
        };
        brute.go(0, 0, supply);
        brute.best
    }

    fn go(&mut self, at: usize, used: usize, supply: &Supply) {
        if self.best.is_some_and(|best| best <= used) {
            return;
        }
        let Some(cell) = self.empty.get(at).copied() else {
            if circuit::complete(&self.board).is_some() {
                self.best = Some(used);
            }
            return;
        };
        self.go(at + 1, used, supply);
        let later = self.empty[at + 1..].to_vec();
        for tile in Tile::PLAIN {
            let Some(rest) = supply
                .without(tile.kind())
                .or_else(|| supply.without(Kind::Thunder))
            else {
                continue;
            };
            if self.board.suits(cell, tile, &later) {
                self.board.set(cell, Some(tile));
                self.go(at + 1, used + 1, &rest);
                self.board.set(cell, None);
            }
        }
    }
}

/// Checks that a solution is legal as a `solve`, and as short as expected.
fn check(board: &Board, supply: &Supply, expected: Option<usize>, name: &str) {
    let found = solve(board, supply);
    let count = found.as_ref().map(Vec::len);
    assert_eq!(count, expected, "{name}: {board:?} {supply:?} {found:?}");
    let possible = is_possible(board, supply);
    assert_eq!(possible, expected.is_some(), "{name}: {board:?} {supply:?}");
    if let Some(pieces) = found {
        let mut board = board.clone();
        let mut left = *supply;
        for piece in &pieces {
            assert!(board.is_empty(piece.cell));
            board.lay(&[*piece]);
            left = left.without(piece.tile.kind()).unwrap();
        }
        assert!(circuit::complete(&board).is_some(), "{pieces:?}");
    }
}

#[test]
fn the_solver_finds_the_fewest_tiles() {
    let rows = include_str!("fewest.txt").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let [name, tiles, given, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let given: Vec<u8> = given.split(' ').map(|n| n.parse().unwrap()).collect();
        let given = supply(given[0], given[1], given[2], given[3]);
        let board = drawing::board(tiles);
        check(&board, &given, expected.parse().ok(), name);
    }
}

#[test]
fn small_boards_are_solved_like_by_trying_everything() {
    let mut dice = Dice::new(7);
    let mut possible = 0;
    let mut impossible = 0;
    for _ in 0..1000 {
        let (columns, rows) = (dice.between(2, 4) as u8, dice.between(2, 4) as u8);
        let mut board = Board::new(columns, rows);
        let cells: Vec<Cell> = board.cells().collect();
        for _ in 0..dice.between(1, 5) {
            let cell = cells[dice.below(cells.len())];
            let tile = Tile::ALL[dice.below(8)];
            if board.suits(cell, tile, &cells) || dice.one_in(12) {
                board.set(cell, Some(tile));
            }
        }
        if board.pieces().all(|piece| piece.tile == Tile::T) {
            continue;
        }
        let mut few = |most| dice.between(0, most) as u8;
        let supply = supply(few(4), few(8), few(2), few(2));
        let expected = Brute::fewest(&board, &supply);
        check(&board, &supply, expected, "a random board");
        match expected {
            Some(_) => possible += 1,
            None => impossible += 1,
        }
    }
    assert!(possible > 50 && impossible > 50);
}

#[test]
fn a_wider_search_never_needs_fewer_tiles() {
    let mut dice = Dice::new(11);
    let mut near = 0;
    let mut far = 0;
    let mut nowhere = 0;
    for _ in 0..600 {
        let mut board = Board::new(dice.between(5, 9) as u8, dice.between(5, 9) as u8);
        let cells: Vec<Cell> = board.cells().collect();
        for _ in 0..dice.between(1, 3) {
            let cell = cells[dice.below(cells.len())];
            let tile = Tile::PLAIN[dice.below(7)];
            if board.suits(cell, tile, &cells) {
                board.set(cell, Some(tile));
            }
        }
        let mut few = |most| dice.between(0, most) as u8;
        let supply = supply(few(5), few(12), few(4), few(2));
        if is_hopeless(&board, &supply) {
            continue;
        }
        let whole = Part::about_tiles(&board, 12).solve(&supply);
        let expected = whole.map(|pieces| pieces.len());
        check(&board, &supply, expected, "a random board");
        match expected {
            Some(tiles) if margin(tiles) > NEAR => far += 1,
            Some(_) => near += 1,
            None => nowhere += 1,
        }
    }
    assert!(
        near > 50 && far > 50 && nowhere > 50,
        "{near} {far} {nowhere}"
    );
}
