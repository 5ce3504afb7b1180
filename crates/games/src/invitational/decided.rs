//! What decided a match of DM Invitational: the last houses, the lead, the couriers.

use super::{Phase, View, reasons, say};
use crate::decided::{Turning, since};
use crate::english::{count_of, names};
use crate::{Cast, CastId, Seat};

/// How many houses are named at most.
const NAMED: usize = 3;

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    if view.round == 0 {
        return Vec::new();
    }
    let mut facts = vec![last_houses(view, before, cast)];
    let reached = |view: &View, seat: Seat| view.houses.len() - view.lacking(seat).count();
    let leads = |view: &View, seat: Seat| reached(view, seat) > reached(view, seat.other());
    let leader = Seat::BOTH.into_iter().find(|seat| leads(view, *seat));
    if let Some(leader) = leader
        && let Some(entry) = since(before, |view| leads(view, leader))
    {
        let when = when(before, entry);
        let said = format!(
            "{} was ahead in houses from {when} on.",
            cast.seat_name(leader)
        );
        facts.push(Turning::new(entry, said));
    }
    let letters = Seat::BOTH.into_iter().flat_map(|seat| {
        let couriers = view.couriers[seat].iter();
        couriers.map(move |one| {
            (
                u32::from(one.number) * one.been.len() as u32,
                seat,
                one.number,
            )
        })
    });
    // If several have the same number of letters, the one with the lower number, the DMO's first.
    let best = letters.rev().max_by_key(|(letters, ..)| *letters);
    if let Some((most, seat, number)) = best {
        let (name, all) = (cast.seat_name(seat), say::letters(view.total(seat)));
        let said = format!("The busiest courier was {name}'s {number}, with {most} of {all}.");
        facts.push(Turning::new(before.len(), said));
    }
    facts
}

/// The last houses, or the missing ones; in a match where nobody could move, the reason.
fn last_houses(view: &View, before: &[&View], cast: &Cast) -> Turning {
    let entry = before.len();
    let lacking = |seat: Seat| view.lacking(seat).collect::<Vec<CastId>>();
    let lacks = |seat: Seat| match &lacking(seat)[..] {
        [] => "none".to_owned(),
        some if some.len() <= NAMED => names(some, cast),
        some => count_of(some.len(), "house", "houses"),
    };
    let outcome = view.outcome.map(|outcome| (outcome.winner, outcome.reason));
    let last = |seat: Seat| view.last.iter().find(|visit| visit.seat == seat);
    let won = outcome.and_then(|(winner, _)| Some((winner?, last(winner?)?)));
    let held = |seat: Seat| view.couriers[seat].iter().filter(|one| one.held).count();
    let said = match (outcome, won) {
        (Some((_, reasons::DELIVERED)), Some((winner, visit))) => {
            let [name, other] = [winner, winner.other()].map(|seat| cast.seat_name(seat));
            let (house, lacks) = (cast.name(visit.to), lacks(winner.other()));
            format!("{name}'s last house was {house}; {other} still needed {lacks}.")
        }
        (Some((_, reasons::LETTERS)), _) if held(Seat::Dmo) + held(Seat::Ec) > 0 => {
            let [dmo, ec] =
                Seat::BOTH.map(|seat| format!("{} {}", cast.seat_name(seat), held(seat)));
            format!("Couriers held by the opponent's letters at the end: {dmo}, {ec}.")
        }
        _ => {
            let [dmo, ec] =
                Seat::BOTH.map(|seat| format!("{} {}", cast.seat_name(seat), lacks(seat)));
            format!("Houses still needed at the end: {dmo}; {ec}.")
        }
    };
    Turning::new(entry, said)
}

/// The round of an entry: `turn 3`, or `airdrop 2`.
fn when(before: &[&View], entry: usize) -> String {
    let was = before[entry.saturating_sub(2)];
    match was.phase {
        Phase::Ranking | Phase::Dropping => format!("airdrop {}", was.round.max(1)),
        Phase::Sending | Phase::Over => format!("turn {}", was.round.saturating_sub(4).max(1)),
    }
}
