//! Short Circuit's sentences.

mod asking;
mod board;
mod description;
mod happenings;
mod refusals;
mod rules;
mod sketch;

pub use asking::*;
pub use board::*;
pub use description::*;
pub use happenings::*;

pub use rules::*;
pub use sketch::*;

use super::{Kind, Piece, Supply, Tile};
use crate::english::{count_of, list};

/// `┏ C4 and ┃ C3`.
pub fn placed(pieces: &[Piece]) -> String {
    let each = pieces
        .iter()
        .map(|piece| format!("{} {}", tile_sign(piece.tile), piece.cell));
    list(each, "and")
}

/// `a corner south–east on C4 and a straight north–south on C3`, for people who can't see signs.
fn in_words(pieces: &[Piece]) -> String {
    let each = pieces
        .iter()
        .map(|piece| format!("a {} on {}", tile_words(piece.tile), piece.cell));
    list(each, "and")
}

fn tile_sign(tile: Tile) -> char {
    match tile {
        Tile::H => '━',
        Tile::V => '┃',
        Tile::Ne => '┗',
        Tile::Se => '┏',
        Tile::Sw => '┓',
        Tile::Nw => '┛',
        Tile::X => '╋',
        Tile::T => '⚡',
    }
}

fn tile_words(tile: Tile) -> &'static str {
    match tile {
        Tile::H => "straight west–east",
        Tile::V => "straight north–south",
        Tile::Ne => "corner north–east",
        Tile::Se => "corner south–east",
        Tile::Sw => "corner south–west",
        Tile::Nw => "corner north–west",
        Tile::X => "crossroad",
        Tile::T => "thunder tile",
    }
}

fn one(kind: Kind) -> &'static str {
    match kind {
        Kind::Straight => "straight tile",
        Kind::Turn => "corner",
        Kind::Crossroad => "crossroad",
        Kind::Thunder => "thunder tile",
    }
}

fn count(kind: Kind, count: u8) -> String {
    count_of(count.into(), one(kind), &format!("{}s", one(kind)))
}

fn supplied(supply: &Supply) -> String {
    let each = Kind::ALL.map(|kind| count(kind, supply.count(kind)));
    list(each, "and")
}
