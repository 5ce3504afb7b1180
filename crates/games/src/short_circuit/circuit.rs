//! Checks whether a circuit is complete: one closed line through every tile, and through crossroads
//! on both bars.

use super::board::{Board, Piece};
use super::tile::Tile;

/// The tile that each thunder replaces in a complete circuit, row by row from the top; None if the
/// circuit isn't complete.
pub fn complete(board: &Board) -> Option<Vec<Piece>> {
    // Most boards fail here: some open side meets nothing.
    if !board.ends()?.is_empty() {
        return None;
    }
    let is_thunder = |piece: &Piece| piece.tile == Tile::T;
    let mut thunder: Vec<Piece> = board.pieces().filter(is_thunder).collect();
    let mut settled = board.clone();
    settle(&mut settled, &mut thunder, 0).then_some(thunder)
}

/// Replaces the thunder tiles from the `at`-th on so that the circuit is complete. If there is no
/// way, the board stays unchanged.
fn settle(board: &mut Board, thunder: &mut [Piece], at: usize) -> bool {
    let Some(Piece { cell, .. }) = thunder.get(at).copied() else {
        return is_one_line(board);
    };
    for tile in Tile::PLAIN {
        if board.suits(cell, tile, &[]) {
            board.set(cell, Some(tile));
            if settle(board, thunder, at + 1) {
                thunder[at].tile = tile;
                return true;
            }
            board.set(cell, Some(Tile::T));
        }
    }
    false
}

/// Whether one walk passes every bar of every tile. There must be no thunder, and every open side
/// must meet an open side.
fn is_one_line(board: &Board) -> bool {
    let mut bars = 0;
    let mut start = None;
    for piece in board.pieces() {
        bars += if piece.tile == Tile::X { 2 } else { 1 };
        start = start.or(Some(piece));
    }
    let Some(start) = start else {
        return false;
    };
    let Some(first) = start.tile.sides().iter().next() else {
        return false;
    };
    let mut cell = start.cell;
    let mut side = first;
    for passed in 1.. {
        let Some(next) = board.next(cell, side) else {
            return false;
        };
        let Some(tile) = board.tile(next) else {
            return false;
        };
        side = tile.exit(side.opposite());
        cell = next;
        if cell == start.cell && side == first {
            return passed == bars;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::short_circuit::drawing;

    #[test]
    fn a_complete_circuit_is_one_closed_line_through_every_tile() {
        for (name, rows, expected) in [
            ("a ring", "SE SW / NE NW", true),
            ("a gap", "SE SW / NE .", false),
            ("an open side at the edge", "H H / NE NW", false),
            ("a tile aside", "SE SW . / NE NW V", false),
            ("two rings", "SE SW SE SW / NE NW NE NW", false),
            ("an eight", "SE SW . / NE X SW / . NE NW", true),
            ("a crossroad passed once", "SE H SW / NE X NW", false),
            ("thunder for a turn", "SE T / NE NW", true),
            (
                "thunder for a crossroad",
                "SE SW . / NE T SW / . NE NW",
                true,
            ),
            ("thunder that no line reaches", "SE SW T / NE NW .", false),
            ("thunder alone", "T T / T T", true),
            (
                // The line passes both crossings twice, but two linked rings are still two lines.
                "linked rings",
                "SE H SW . / V SE X SW / NE X NW V / . NE H NW",
                false,
            ),
            (
                "two crossroads, one line",
                "SE SW . . / NE X SW . / . NE X SW / . . NE NW",
                true,
            ),
            ("nothing at all", ". . / . .", false),
        ] {
            let board = drawing::board(rows);
            assert_eq!(complete(&board).is_some(), expected, "{name}");
        }
    }

    #[test]
    fn thunder_becomes_the_tile_that_closes_the_line() {
        let settled = complete(&drawing::board("SE T . / NE T SW / . T NW")).unwrap();
        let tiles: Vec<Tile> = settled.iter().map(|piece| piece.tile).collect();
        assert_eq!(tiles, [Tile::Sw, Tile::X, Tile::Ne]);
    }
}
