//! The words of the picture.

use super::super::rules::BONUS;
use super::super::{Phase, View};
use crate::Cast;
use crate::english::outcome;

/// The line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    let round = view.round;
    match (view.phase, view.outcome) {
        (Phase::Over, Some(ended)) => outcome(ended, cast),
        (Phase::Acting(winner), _) => {
            format!(
                "Round {round} · {} won the bid and acts",
                cast.seat_name(winner)
            )
        }
        _ => format!("Round {round} · bids · {}", favour(view, cast)),
    }
}

/// Who is favoured in a round of bids. The name comes last, because a long one is cut.
fn favour(view: &View, cast: &Cast) -> String {
    match (view.bonus, view.tie_winner) {
        (Some(raised), _) => format!("+{BONUS} and ties go to {}", cast.seat_name(raised)),
        (None, Some(winner)) => format!("ties go to {}", cast.seat_name(winner)),
        (None, None) => String::new(),
    }
}

/// Below a number of chips.
pub const CHIPS: &str = "chips";
/// What the signs on the board mean.
pub const GOAL_HERE: &str = "goal of that colour";
pub const NEXT_SPAWN: &str = "price of a spawn";
pub const MAY_GO_BACK: &str = "may go back once";

/// What the signs in the chart of all bids mean.
pub const WON_BID: &str = "won the bid";
pub const NEVER_PLAYED: &str = "never played";

/// A number of chips as short as a plate needs.
pub fn chips_figure(chips: u32) -> String {
    match chips {
        0..=99_999 => chips.to_string(),
        100_000..=9_999_999 => format!("{}k", chips / 1_000),
        _ => format!("{}M", chips / 1_000_000),
    }
}

/// A bid, and by how much more it counts if it is `raised`.
pub fn bid_figure(bid: u32, raised: bool) -> String {
    let bid = chips_figure(bid);
    if raised {
        format!("{bid}+{BONUS}")
    } else {
        bid
    }
}
