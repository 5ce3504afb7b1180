//! Roundabout's sentences. None connects a name with a picture, or during the movement with a
//! space.

mod asking;
mod board;
mod description;
mod happenings;
mod refusals;
mod rules;
mod setup;
#[cfg(test)]
mod tests;

pub use asking::*;
pub use board::*;
pub use description::*;

pub use rules::*;
pub use setup::*;

use super::{Roundabout, Sign};
use crate::{Cast, CastId};

fn moves_words(moves: &[(CastId, Roundabout)], cast: &Cast) -> String {
    if moves.is_empty() {
        return "no moves".to_owned();
    }
    let moves: Vec<String> = moves
        .iter()
        .map(|(car, on)| format!("{} {on}", cast.name(*car)))
        .collect();
    moves.join(", ")
}

pub fn sign_words(sign: Sign, cast: &Cast) -> String {
    match sign {
        Sign::Stop(car) => format!("stop sign on {}", cast.name(car)),
        Sign::Yield(on) => format!("yield sign on {on}"),
    }
}
