//! The words of the picture.

use super::super::{Phase, View};
use crate::{Cast, Seat};

/// The line above the map.
pub fn headline(view: &View, cast: &Cast) -> String {
    let round = match (view.phase, view.outcome) {
        (Phase::Over, Some(outcome)) => return crate::english::outcome(outcome, cast),
        (Phase::Ranking | Phase::Over, _) => "Both rank the houses in secret".to_owned(),
        (Phase::Dropping, _) => format!("Airdrop {} of 4", view.round),
        (Phase::Sending, _) => format!("Turn {}", view.round - 4),
    };
    let skipped = Seat::BOTH.into_iter().find(|seat| view.is_skipped(*seat));
    match skipped {
        Some(seat) => format!("{round} · {} can't move", cast.seat_name(seat)),
        None => round,
    }
}

/// What the signs on the map mean.
pub const DELIVERED: &str = "letters";
pub const LACKING: &str = "none yet";
pub const COURIER: &str = "courier";
pub const STUCK: &str = "can't move";
pub const DEALER: &str = "dealer";
pub const RANKED: &str = "rank";
pub const DECIDED: &str = "decided";
