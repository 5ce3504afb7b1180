//! The words of the picture.

use super::super::{Phase, View};
use crate::{Cast, Seat};

/// Whose turn it is, or how it ended: the line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    let name = |seat| cast.seat_name(seat);
    match (view.phase, view.outcome) {
        (Phase::Over, Some(outcome)) => crate::english::outcome(outcome, cast),
        (Phase::Choosing(seat), _) => format!("{} decides who goes first", name(seat)),
        (Phase::Placing(seat), _) => format!("{} places", name(seat)),
        (Phase::Solving(seat), _) => format!("Challenge: {} tries to complete it", name(seat)),
        (Phase::Over, None) => String::new(),
    }
}

/// The signs on a seat's plate.
pub fn plate(view: &View, seat: Seat) -> &'static str {
    if view.caller == Some(seat) {
        "called impossible"
    } else if view.first == Some(seat) {
        "went first"
    } else {
        ""
    }
}

pub const SECRET: &str = "The board and the loose tiles are secret";
pub const SECRET_UNTIL: &str = "until it's decided who goes first";
pub const LOOSE: &str = "Loose:";
pub const BATTERY: &str = "battery";
pub const LAST: &str = "placed last";
pub const COMPLETION: &str = "how it could have been completed";
pub const NO_COMPLETION: &str = "it could no longer be completed";
pub const TRIED: &str = "your sketch";
pub const PEN: &str = "your pen";
