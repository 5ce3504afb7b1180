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
pub use refusals::*;
pub use rules::*;
pub use sketch::*;

use super::{Kind, Piece, Supply, Tile};
use crate::english::list;

/// `a turn south–east on C4 and a straight north–south on C3`.
pub fn placed(pieces: &[Piece]) -> String {
    let each: Vec<String> = pieces
        .iter()
        .map(|piece| format!("a {} on {}", tile_words(piece.tile), piece.cell))
        .collect();
    list(&each, "and")
}

fn tile_words(tile: Tile) -> &'static str {
    match tile {
        Tile::H => "straight west–east",
        Tile::V => "straight north–south",
        Tile::Ne => "turn north–east",
        Tile::Se => "turn south–east",
        Tile::Sw => "turn south–west",
        Tile::Nw => "turn north–west",
        Tile::X => "crossroad",
        Tile::T => "thunder tile",
    }
}

fn one(kind: Kind) -> &'static str {
    match kind {
        Kind::Straight => "straight tile",
        Kind::Turn => "turn",
        Kind::Crossroad => "crossroad",
        Kind::Thunder => "thunder tile",
    }
}

fn count(kind: Kind, count: u8) -> String {
    let plural = match kind {
        Kind::Straight => "straight tiles",
        Kind::Turn => "turns",
        Kind::Crossroad => "crossroads",
        Kind::Thunder => "thunder tiles",
    };
    let word = if count == 1 { one(kind) } else { plural };
    format!("{count} {word}")
}

fn supplied(supply: &Supply) -> String {
    let each = Kind::ALL.map(|kind| count(kind, supply.count(kind)));
    list(&each, "and")
}
