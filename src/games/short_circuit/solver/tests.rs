//! The solver against trying everything, and how long it takes.

use std::time::{Duration, Instant};

use super::super::tile::{Kind, Tile};
use super::super::{circuit, drawing, turns};
use super::*;
use crate::games::{Cell, Dice};

fn supply(straight: u8, turn: u8, crossroad: u8, thunder: u8) -> Supply {
    Supply {
        straight,
        turn,
        crossroad,
        thunder,
    }
}

/// The fewest tiles that complete the circuit, found by trying everything on every empty cell.
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

/// A solution must be legal as a `solve`, and as short as expected.
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
fn fewest_tiles_are_found() {
    for (name, rows, given, expected) in [
        (
            "a ring round two straights",
            ". H H . / . . . .",
            supply(8, 10, 4, 2),
            Some(6),
        ),
        (
            "a way that goes further off",
            ". H H . / . . . . / . . . . / . . . .",
            supply(0, 10, 0, 0),
            Some(8),
        ),
        (
            "too few turns",
            ". H H . / . . . .",
            supply(8, 3, 4, 0),
            None,
        ),
        (
            "thunder for a turn",
            ". H H . / . . . .",
            supply(2, 3, 0, 1),
            Some(6),
        ),
        (
            "nothing missing",
            "SE SW / NE NW",
            supply(0, 0, 0, 0),
            Some(0),
        ),
        ("no supply", "SE SW / NE .", supply(0, 0, 0, 0), None),
        (
            "thunder that lies",
            "SE T / . NW",
            supply(0, 1, 0, 0),
            Some(1),
        ),
        ("a tile at the edge", "V . / . .", supply(9, 9, 9, 4), None),
        (
            "a ring and a tile aside",
            "SE SW . . / NE NW . V",
            supply(9, 9, 9, 4),
            None,
        ),
        (
            "a crossroad by both its bars",
            ". . . / . X . / . . .",
            supply(0, 6, 0, 0),
            Some(6),
        ),
        (
            // The two halves of an eight would close on their own but for the crossroad between
            // them.
            "an eight",
            "SE SW . / NE . SW / . NE NW",
            supply(9, 9, 1, 0),
            Some(1),
        ),
        (
            "an eight without its crossroad",
            "SE SW . / NE . SW / . NE NW",
            supply(9, 9, 0, 0),
            None,
        ),
        (
            "linked rings",
            "SE H SW . / V SE . SW / NE X NW V / . NE H NW",
            supply(9, 9, 9, 4),
            None,
        ),
    ] {
        let board = drawing::board(rows);
        check(&board, &given, expected, name);
    }
}

#[test]
fn small_boards_are_solved_as_by_trying_everything() {
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
fn no_fewer_tiles_complete_it_further_off() {
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
        if is_in_vain(&board, &supply) {
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

/// How long judging takes, in play between people who take care and on boards that nobody would
/// play to.
#[test]
#[ignore = "prints figures; sensible in a release build only"]
fn measure() {
    for (name, columns, rows, supply, count) in [
        ("8x7", 8, 7, supply(8, 10, 4, 2), 400),
        ("9x8", 9, 8, supply(6, 12, 3, 3), 100),
        ("12x12", 12, 12, supply(7, 10, 3, 4), 25),
        ("12x12 with 40 tiles", 12, 12, supply(14, 16, 6, 4), 25),
    ] {
        let (mut played, mut tried, mut odd) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..count {
            careful_match(columns, rows, supply, seed, &mut played, &mut tried);
            odd.extend(odd_board(columns, rows, supply, seed));
        }
        tried.truncate(300);
        for (which, positions) in [("played", played), ("tried", tried), ("odd", odd)] {
            let mut times: Vec<(Duration, bool)> = positions
                .iter()
                .map(|(board, supply)| judged(board, supply))
                .collect();
            times.sort();
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
            let possible = times.iter().filter(|(_, possible)| *possible).count();
            println!(
                "{name}, {which}: {} positions, {possible} possible; median {:?}, 99% {:?}, worst {:?}",
                times.len(),
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
}

/// The best of five, since other programs take their turns on the machine.
fn judged(board: &Board, supply: &Supply) -> (Duration, bool) {
    let once = |_| {
        let begun = Instant::now();
        let possible = solve(board, supply).is_some();
        (begun.elapsed(), possible)
    };
    (0..5).map(once).min().unwrap()
}

/// The battery, tiles strewn about, and a ring of its own, whole or with a gap.
fn odd_board(columns: u8, rows: u8, mut supply: Supply, seed: u64) -> Option<(Board, Supply)> {
    let mut dice = Dice::new(seed);
    let mut board = with_battery(columns, rows);
    let cells: Vec<Cell> = board.cells().collect();
    for _ in 0..dice.between(0, 8) {
        let cell = cells[dice.below(cells.len())];
        let tile = Tile::ALL[dice.below(8)];
        let suits = board.is_empty(cell) && board.suits(cell, tile, &cells);
        if let Some(left) = supply.without(tile.kind()).filter(|_| suits) {
            board.set(cell, Some(tile));
            supply = left;
        }
    }
    let (column, row) = (
        dice.below(usize::from(columns) - 1) as u8,
        dice.below(usize::from(rows) - 1) as u8,
    );
    let mut ring = vec![
        (0, 0, Tile::Se),
        (1, 0, Tile::Sw),
        (0, 1, Tile::Ne),
        (1, 1, Tile::Nw),
    ];
    ring.rotate_left(dice.below(4));
    ring.truncate([0, 3, 3, 4][dice.below(4)]);
    if dice.one_in(2) {
        (supply.crossroad, supply.thunder) = (0, 0);
    }
    for (right, down, tile) in ring {
        let cell = Cell::new(column + right, row + down);
        supply = supply
            .without(Kind::Turn)
            .filter(|_| board.is_empty(cell))?;
        board.set(cell, Some(tile));
    }
    Some((board, supply))
}

fn with_battery(columns: u8, rows: u8) -> Board {
    let mut board = Board::new(columns, rows);
    let row = rows.div_ceil(2) - 1;
    board.set(Cell::new(columns / 2 - 1, row), Some(Tile::H));
    board.set(Cell::new(columns / 2, row), Some(Tile::H));
    board
}

/// A match between people who choose turns that fit their neighbours, leave a way, and let nobody
/// complete the circuit at once.
fn careful_match(
    columns: u8,
    rows: u8,
    mut supply: Supply,
    seed: u64,
    played: &mut Vec<(Board, Supply)>,
    tried: &mut Vec<(Board, Supply)>,
) {
    let mut dice = Dice::new(seed);
    let mut board = with_battery(columns, rows);
    'turns: loop {
        for _ in 0..400 {
            let Some(turn) = turns::draw(&board, &supply, turns::MOST, &mut dice) else {
                return;
            };
            let mut after = board.clone();
            after.lay(&turn);
            let cells: Vec<Cell> = after.cells().collect();
            let fits = |piece: &Piece| after.suits(piece.cell, piece.tile, &cells);
            let left = turn.iter().try_fold(supply, |left: Supply, piece| {
                left.without(piece.tile.kind())
            });
            let Some(left) = left.filter(|_| turn.iter().all(fits)) else {
                continue;
            };
            tried.push((after.clone(), left));
            if solve(&after, &left).is_some() && turns::completing(&after, &left).is_empty() {
                (board, supply) = (after, left);
                played.push((board.clone(), supply));
                continue 'turns;
            }
        }
        // Whatever comes now is wrong.
        played.extend(tried.last().cloned());
        return;
    }
}
