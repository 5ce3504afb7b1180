//! What decided a match of Crossfire: the lead in goals and the bid that won the last of them, or
//! why somebody was stuck.

use super::{Anomaly, Flight, Landing, View, reasons, say};
use crate::decided::{Turning, since};
use crate::english::list;
use crate::{Cast, Seat};

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let reason = view.outcome.map(|outcome| outcome.reason);
    if reason == Some(reasons::STUCK) {
        return stuck(view, winner.other(), before, cast);
    }
    let leads = |view: &View| view.goals[winner] > view.goals[winner.other()];
    let mut facts = Vec::new();
    if let Some(entry @ 2..) = since(before, leads)
        && entry < before.len()
    {
        let (name, round) = (cast.seat_name(winner), before[entry - 2].round);
        let fact = format!("{name} led in goals from round {round} on.");
        facts.push(Turning::new(entry, fact));
    }
    facts.extend(last_bid(view, winner, before, cast));
    facts
}

/// The bid that gave the right to the winning action, and what scored.
fn last_bid(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Option<Turning> {
    let (name, round) = (cast.seat_name(winner), view.round);
    let (higher, lower) = (view.bids[winner]?, view.bids[winner.other()]?);
    let last = view.last.as_ref()?;
    let scores = |flight: &&Flight| flight.landing == Landing::Scores;
    let cells = last.flights.iter().filter(scores);
    let on = list(cells.map(|flight| flight.to), "and");
    // The flight of a move comes first, then those of Ships.
    let moves = usize::from(last.spawned.is_empty());
    let mut ships = last.flights.iter().skip(moves);
    let by = if ships.any(|flight| scores(&flight)) {
        format!(" by {}", say::title(Anomaly::Ships))
    } else {
        String::new()
    };
    let bids = if higher == lower {
        format!("tie at {higher}")
    } else {
        let figure = |seat: Seat, bid: u32| say::bid_figure(bid, view.bonus == Some(seat));
        let (higher, lower) = (figure(winner, higher), figure(winner.other(), lower));
        format!("bid, {higher} to {lower},")
    };
    let fact = format!("{name} won round {round}'s {bids} and scored on {on}{by}.");
    Some(Turning::new(before.len(), fact))
}

/// When the loser had no arrow any more, and why they could not spawn one.
fn stuck(view: &View, loser: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let has_none = |view: &View| (view.arrows.iter()).all(|placed| placed.arrow.owner != loser);
    let name = cast.seat_name(loser);
    let mut facts = Vec::new();
    if let Some(entry @ 2..) = since(before, has_none) {
        let round = before[entry - 2].round;
        let fact = format!("{name} had no arrow left after round {round}.");
        facts.push(Turning::new(entry, fact));
    }
    let chips = say::count(view.chips[loser], "chip");
    let fact = match view.open_spaces(loser).map(|space| space.cost).min() {
        Some(cost) => format!("{name} had {chips} left, and the cheapest spawn cost {cost}."),
        None => format!("All of {name}'s spawn spaces were taken."),
    };
    facts.push(Turning::new(before.len(), fact));
    facts
}
