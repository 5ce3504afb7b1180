//! Crossfire's sentences.

mod anomalies;
mod asking;
mod board;
mod description;
mod happenings;
mod refusals;
mod rules;

pub use anomalies::*;
pub use asking::*;
pub use board::*;
pub use description::*;

pub use rules::*;

use crate::english::{Price, list};
use crate::{Cell, Seat};

/// What being late costs.
pub const CHIP: Price = Price {
    one: "chip",
    many: "chips",
};

fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::Dmo => "blue",
        Seat::Ec => "red",
    }
}

pub fn count(number: u32, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

pub fn cells(cells: &[Cell], last: &str) -> String {
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    list(&cells, last)
}
