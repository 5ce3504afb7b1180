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

use crate::Seat;
use crate::english::{Price, count_of};

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
    count_of(number as usize, thing, &format!("{thing}s"))
}
