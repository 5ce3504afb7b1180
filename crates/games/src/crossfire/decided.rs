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
    let led = since(before, leads).filter(|entry| (2..before.len()).contains(entry));
    let led = led.map(|entry| {
        let (name, round) = (cast.seat_name(winner), before[entry - 2].round);
        let said = format!("{name} led in goals from round {round} on.");
        Turning::new(entry, said)
    });
    led.into_iter()
        .chain(last_bid(view, winner, before, cast))
        .collect()
}

/// The bid that gave the right to the winning action, and what scored.
fn last_bid(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Option<Turning> {
    let (name, round) = (cast.seat_name(winner), view.round);
    let (won, lost) = (view.bids[winner]?, view.bids[winner.other()]?);
    let last = view.last.as_ref()?;
    let scores = |flight: &&Flight| flight.landing == Landing::Scores;
    let cells = last.flights.iter().filter(scores);
    let on = list(cells.map(|flight| flight.to), "and");
    // The flight of a move comes first, then those of Ships.
    let moved = usize::from(last.spawned.is_empty());
    let by = if last
        .flights
        .iter()
        .skip(moved)
        .any(|flight| scores(&flight))
    {
        format!(" by {}", say::title(Anomaly::Ships))
    } else {
        String::new()
    };
    let bids = if won == lost {
        format!("tie at {won}")
    } else {
        let bid = |seat: Seat, bid: u32| say::bid_figure(bid, view.bonus == Some(seat));
        format!(
            "bid, {} to {},",
            bid(winner, won),
            bid(winner.other(), lost)
        )
    };
    let said = format!("{name} won round {round}'s {bids} and scored on {on}{by}.");
    Some(Turning::new(before.len(), said))
}

/// When the loser had no arrow any more, and why they could not spawn one.
fn stuck(view: &View, loser: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let has_none = |view: &View| (view.arrows.iter()).all(|placed| placed.arrow.owner != loser);
    let name = cast.seat_name(loser);
    let gone = since(before, has_none).filter(|entry| *entry > 1);
    let gone = gone.map(|entry| {
        let round = before[entry - 2].round;
        let said = format!("{name} had no arrow left after round {round}.");
        Turning::new(entry, said)
    });
    let own = view.open_spaces(loser);
    let chips = say::count(view.chips[loser], "chip");
    let said = match own.map(|space| space.cost).min() {
        Some(cost) => format!("{name} had {chips} left, and the cheapest spawn cost {cost}."),
        None => format!("All of {name}'s spawn spaces were taken."),
    };
    gone.into_iter()
        .chain([Turning::new(before.len(), said)])
        .collect()
}
