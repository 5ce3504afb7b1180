//! What decided a match of Roundabout: the car with which the winner took the lead for good, and
//! the last one.

use super::{Phase, View};
use crate::decided::{Turning, since, steps};
use crate::{Cast, CastId, Seat};

/// A car that came home.
struct Arrival {
    entry: usize,
    car: CastId,
    /// The number of the card that drove it home; 0 if it was placed there.
    card: usize,
}

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let home = |view: &View, seat: Seat| {
        let is_own = |car: &&CastId| view.entourages[seat].contains(car);
        view.home.iter().filter(is_own).count()
    };
    let leads = |view: &View| home(view, winner) > home(view, winner.other());
    let arrivals = arrivals(view, winner, before);
    let lead = since(before, leads);
    let name = cast.seat_name(winner);
    let mut facts = Vec::new();
    if let Some(arrival) = arrivals.iter().find(|arrival| Some(arrival.entry) == lead) {
        let (car, when) = (cast.name(arrival.car), when(arrival));
        let fact = format!("{name} took the lead for good {when}, when {car} came home.");
        facts.push(Turning::new(arrival.entry, fact));
    }
    if let Some(arrival) = arrivals.last()
        && Some(arrival.entry) != lead
    {
        let (car, when) = (cast.name(arrival.car), when(arrival));
        let fact = format!("{name}'s last car home was {car}, {when}.");
        facts.push(Turning::new(arrival.entry, fact));
    }
    facts
}

/// The cars of a seat that came home, in order.
fn arrivals(view: &View, seat: Seat, before: &[&View]) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    for (entry, was, is) in steps(before) {
        let came = is.home.iter().skip(was.home.len());
        for car in came.filter(|car| view.entourages[seat].contains(car)) {
            let card = match was.phase {
                Phase::Driving(_) => was.played.dmo.len() + was.played.ec.len(),
                _ => 0,
            };
            arrivals.push(Arrival {
                entry,
                car: *car,
                card,
            });
        }
    }
    arrivals
}

fn when(arrival: &Arrival) -> String {
    match arrival.card {
        0 => "before the driving began".to_owned(),
        card => format!("on card {card}"),
    }
}
