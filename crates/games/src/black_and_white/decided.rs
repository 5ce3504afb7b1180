//! What decided a match of Black and White: the round in which the winner took the lead of the last
//! set for good, and the round that settled it.

use super::rules::Round;
use super::{View, ui};
use crate::decided::{Turning, since};
use crate::{Cast, Seat};

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let leads = |now: &View| now.set == view.set && now.points[winner] > now.points[winner.other()];
    let Some(entry) = since(before, leads) else {
        return Vec::new();
    };
    let fact = |entry, round: &Round, did: &str| {
        let name = cast.seat_name(winner);
        let (place, tiles) = (ui::round_of(view, round.round), tiles(round, winner));
        Turning::new(entry, format!("{name} {did} in {place}{tiles}."))
    };
    let lead_round = before[entry - 1].played.last();
    let lead = lead_round.map(|round| fact(entry, round, "took the lead for good"));
    let settled = match view.played.last() {
        Some(round) if entry < before.len() && round.winner == Some(winner) => {
            Some(fact(before.len(), round, "settled it"))
        }
        _ => None,
    };
    lead.into_iter().chain(settled).collect()
}

/// The tiles of a round that this seat won, at the end of a sentence; empty if a number is unknown.
fn tiles(round: &Round, winner: Seat) -> String {
    match (round.number(winner), round.number(winner.other())) {
        (Some(number), Some(other)) => format!(", with {number} against {other}"),
        _ => String::new(),
    }
}
