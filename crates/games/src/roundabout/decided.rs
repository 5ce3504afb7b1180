//! What decided a match of Roundabout: when cars came home, and what speeding cost.

use super::{Phase, View};
use crate::decided::{Turning, steps};
use crate::english::count_of;
use crate::{Cast, CastId, Seat};

/// A car that came home.
struct Arrival {
    entry: usize,
    car: CastId,
    of: Seat,
    /// The number of the card that drove it home; 0 if it was placed there.
    card: usize,
}

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let arrivals = arrivals(view, before);
    let mut facts = Vec::new();
    if let Some(first) = arrivals.first() {
        let (car, of) = (cast.name(first.car), cast.seat_name(first.of));
        let when = when(first);
        let said = format!("The first car home was {car}, from {of}'s entourage, {when}.");
        facts.push(Turning::new(first.entry, said));
    }
    for seat in Seat::BOTH {
        let own: Vec<&Arrival> = arrivals.iter().filter(|one| one.of == seat).collect();
        let name = cast.seat_name(seat);
        if let [_, second, third] = own[..] {
            let [second_at, third_at] = [second, third].map(when);
            let said = if second_at == third_at {
                format!("{name}'s second and third cars came home {second_at}.")
            } else {
                format!("{name}'s second car came home {second_at}, the third {third_at}.")
            };
            facts.push(Turning::new(second.entry, said));
        }
    }
    let skips = |seat: Seat| {
        let skipped =
            move |(_, was, is): &(usize, &View, &View)| was.fined[seat] && !is.fined[seat];
        steps(before)
            .filter(skipped)
            .map(|(entry, ..)| entry)
            .collect::<Vec<_>>()
    };
    let most = Seat::BOTH.map(|seat| (skips(seat), seat));
    let most = most.into_iter().max_by_key(|(skips, _)| skips.len());
    match most {
        Some((skips, seat)) if !skips.is_empty() => {
            let turns = count_of(skips.len(), "turn", "turns");
            let said = format!("Speeding cost {} {turns}.", cast.seat_name(seat));
            facts.push(Turning::new(skips[skips.len() - 1], said));
        }
        _ if !view.moving => {}
        _ => {
            let home = |seat: Seat| arrivals.iter().filter(|one| one.of == seat).count();
            let [dmo, ec] =
                Seat::BOTH.map(|seat| format!("{} {}", cast.seat_name(seat), home(seat)));
            let cards = count_of(played(view), "card", "cards");
            facts.push(Turning::new(
                before.len(),
                format!("Cars home after {cards}: {dmo}, {ec}."),
            ));
        }
    }
    facts
}

fn arrivals(view: &View, before: &[&View]) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    for (entry, was, is) in steps(before) {
        for car in is.home.iter().skip(was.home.len()) {
            let is_of = |seat: &Seat| view.entourages[*seat].contains(car);
            let Some(of) = Seat::BOTH.into_iter().find(is_of) else {
                continue;
            };
            let card = match was.phase {
                Phase::Driving(_) => played(was),
                _ => 0,
            };
            arrivals.push(Arrival {
                entry,
                car: *car,
                of,
                card,
            });
        }
    }
    arrivals
}

fn played(view: &View) -> usize {
    view.played.dmo.len() + view.played.ec.len()
}

fn when(arrival: &Arrival) -> String {
    match arrival.card {
        0 => "before the driving began".to_owned(),
        card => format!("on card {card}"),
    }
}
