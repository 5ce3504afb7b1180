//! The words of the picture.

use super::super::{Phase, View};
use crate::{Cast, Seat};

/// Beside the cars that are not placed yet.
pub const NOT_PLACED: &str = "Not placed yet:";
/// Before a player's last cards, which decide whether it is speeding.
pub const LAST_CARDS: &str = "last:";
/// Below the number of cars at home.
pub const OF_THREE: &str = "of 3 home";
/// Over the cards of a player whose next turn is skipped.
pub const SKIPPED: &str = "skips a turn";

/// The line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    if let (Phase::Over, Some(outcome)) = (view.phase, view.outcome) {
        return crate::english::outcome(outcome, cast);
    }
    let name = |seat: Seat| cast.seat_name(seat);
    match (view.phase, &view.turn) {
        (Phase::Choosing | Phase::Over, _) => {
            format!("{} chooses who goes first", name(Seat::Dmo))
        }
        (Phase::Parties(seat), _) => {
            format!("{} sets {}'s party", name(seat), name(seat.other()))
        }
        (Phase::Placing(seat), _) => format!("{} places a car", name(seat)),
        (Phase::Driving(seat), Some(turn)) => format!("{} drives with a {}", name(seat), turn.card),
        (Phase::Card(seat) | Phase::Driving(seat), _) => format!("{} plays a card", name(seat)),
    }
}
