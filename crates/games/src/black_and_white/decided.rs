//! What decided a match of Black and White: the round in which the winner took the lead of the last
//! set for good, and the round that settled it.

use super::View;
use super::rules::Round;
use crate::decided::{Turning, since};
use crate::{Cast, Seat};

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let leads = |now: &View| now.set == view.set && now.points[winner] > now.points[winner.other()];
    let Some(entry) = since(before, leads) else {
        return Vec::new();
    };
    let name = cast.seat_name(winner);
    let set = match view.set {
        1 => String::new(),
        set => format!(" of set {set}"),
    };
    let mut facts = Vec::new();
    if let Some(round) = before[entry - 1].played.last() {
        let (number, of) = (round.round, of(round, winner));
        let said = format!("{name} took the lead for good in round {number}{set}{of}.");
        facts.push(Turning::new(entry, said));
    }
    let last = view.played.last().filter(|_| entry < before.len());
    if let Some(round) = last.filter(|round| round.winner == Some(winner)) {
        let (number, of) = (round.round, of(round, winner));
        let said = format!("{name} settled it in round {number}{set}{of}.");
        facts.push(Turning::new(before.len(), said));
    }
    facts
}

/// The tiles of a round that this seat won.
fn of(round: &Round, winner: Seat) -> String {
    let number = |seat: Seat| round.tiles[seat]?.number;
    match (number(winner), number(winner.other())) {
        (Some(own), Some(other)) => format!(", with {own} against {other}"),
        _ => String::new(),
    }
}
