//! DM Invitational's sentences.

mod asking;
mod board;
mod description;
mod happenings;
mod refusals;
mod rules;
#[cfg(test)]
mod tests;

pub use asking::*;
pub use board::*;
pub use description::*;
pub use happenings::*;

pub use rules::*;

use crate::english::{count_of, list};
use crate::{Cast, CastId};

pub fn letters(count: u32) -> String {
    count_of(count as usize, "letter", "letters")
}

fn names(houses: &[CastId], last: &str, cast: &Cast) -> String {
    list(houses.iter().map(|id| cast.name(*id)), last)
}

/// A whole ranking. Houses at its end that are in cast order aren't named one by one: in most
/// rankings, these are nearly all.
pub fn whole_ranking(houses: &[CastId], cast: &Cast) -> String {
    let falls = houses.windows(2).rposition(|pair| pair[0] > pair[1]);
    let count = falls.map_or(0, |at| at + 1);
    match (count, houses.len() - count) {
        (_, ..=2) => ranking(houses, cast),
        (0, _) => "cast order".to_owned(),
        (count, _) => format!("{}, then cast order", ranking(&houses[..count], cast)),
    }
}

/// Houses in somebody's order.
pub fn ranking(houses: &[CastId], cast: &Cast) -> String {
    let place = |(place, house): (u32, &CastId)| format!("{place}. {}", cast.name(*house));
    let places: Vec<String> = (1..).zip(houses).map(place).collect();
    places.join(", ")
}
