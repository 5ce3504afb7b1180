//! What decided a match of Black and White: the lead in the last set, and the tiles that made it.

use super::View;
use super::rules::Round;
use crate::decided::{Turning, since};
use crate::english::count_of;
use crate::{Cast, Seat};

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    if view.played.is_empty() {
        return Vec::new();
    }
    let name = |seat: Seat| cast.seat_name(seat);
    let mut facts = Vec::new();
    let leads = |view: &View, seat: Seat| view.points[seat] > view.points[seat.other()];
    let leader = Seat::BOTH.into_iter().find(|seat| leads(view, *seat));
    let led = leader.and_then(|leader| {
        let entry = since(before, |now| now.set == view.set && leads(now, leader))?;
        Some((leader, entry, before[entry - 1].played.last()?))
    });
    match led {
        Some((leader, entry, round)) => {
            let (name, of) = (name(leader), of(round, leader));
            facts.push(Turning::new(
                entry,
                format!("{name} was ahead from round {} on{of}.", round.round),
            ));
        }
        None => {
            let points = count_of(view.points.dmo.into(), "point", "points");
            facts.push(Turning::new(
                before.len(),
                format!("It was level at the end, at {points} each."),
            ));
        }
    }
    if let Some((loser, round)) = leader.and_then(|leader| dearest(view, leader.other())) {
        let (name, of) = (name(loser), of(round, loser));
        let said = format!("{name} won round {}{of}.", round.round);
        facts.push(Turning::new(finished(before, round), said));
    }
    if let (2.., Some(entry)) = (view.set, since(before, |now| now.set == view.set)) {
        let said = match view.set - 1 {
            1 => "The first set was a tie.".to_owned(),
            sets => format!("The first {sets} sets were ties."),
        };
        facts.push(Turning::new(entry, said));
    }
    facts
}

/// The round of the last set that the player with fewer points won by the most: that seat and the
/// round. None if they won none by more than 1.
fn dearest(view: &View, seat: Seat) -> Option<(Seat, &Round)> {
    let own = view
        .rounds_of(view.set)
        .filter(|round| round.winner == Some(seat));
    let spare = |round: &Round| {
        let [own, other] = numbers(round, seat)?;
        Some(own - other)
    };
    let round = own.max_by_key(|round| spare(round))?;
    (spare(round)? > 1).then_some((seat, round))
}

fn numbers(round: &Round, seat: Seat) -> Option<[u8; 2]> {
    let number = |seat: Seat| round.tiles[seat]?.number;
    Some([number(seat)?, number(seat.other())?])
}

fn of(round: &Round, seat: Seat) -> String {
    let said = |[own, other]: [u8; 2]| format!(", with {own} against {other}");
    numbers(round, seat).map_or_else(String::new, said)
}

/// The entry with which a round was finished.
fn finished(before: &[&View], round: &Round) -> usize {
    let done = before.iter().position(|now| now.played.contains(round));
    done.map_or(before.len(), |index| index + 1)
}
