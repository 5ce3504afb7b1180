//! What decided a match of Crossfire: the goals, the bids, and why somebody was stuck.

use super::chart::{self, Bids};
use super::{View, reasons, say};
use crate::decided::{Turning, steps};
use crate::english::list;
use crate::{Cast, Seat};

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let rounds = chart::rounds(view, before);
    let played: Vec<Played<'_>> = rounds.iter().filter_map(Played::of).collect();
    let highest = played.iter().rev().max_by_key(|round| round.won);
    let highest = highest.filter(|round| round.won > 0).map(|round| {
        let (name, bid) = (cast.seat_name(round.winner), round.won);
        let said = format!(
            "The highest winning bid was {name}'s {bid}, in round {}.",
            round.number
        );
        Turning::new(round.bids.entry, said)
    });
    let reason = view.outcome.map(|outcome| outcome.reason);
    let last = played.last().filter(|_| reason == Some(reasons::GOALS));
    let last = last.map(|round| {
        let name = cast.seat_name(round.winner);
        let said = format!(
            "{name} won the last bid, {} to {}, in round {}.",
            round.won, round.lost, round.number
        );
        Turning::new(round.bids.entry, said)
    });
    let facts = [
        stuck(view, before, cast),
        last,
        scored(view, before, cast),
        highest,
    ];
    facts.into_iter().flatten().collect()
}

/// A round in which both bids were played.
struct Played<'a> {
    number: u32,
    bids: &'a Bids,
    winner: Seat,
    won: u32,
    lost: u32,
}

impl<'a> Played<'a> {
    fn of((number, bids): (&u32, &'a Bids)) -> Option<Played<'a>> {
        let winner = bids.winner?;
        Some(Played {
            number: *number,
            bids,
            winner,
            won: bids.made[winner]?,
            lost: bids.made[winner.other()]?,
        })
    }
}

/// In which rounds the players scored, the winner first.
fn scored(view: &View, before: &[&View], cast: &Cast) -> Option<Turning> {
    let first = view
        .outcome
        .and_then(|outcome| outcome.winner)
        .unwrap_or(Seat::Dmo);
    let mut entries = Vec::new();
    let mut each = Vec::new();
    for seat in [first, first.other()] {
        let mut rounds = Vec::new();
        for (entry, was, is) in steps(before) {
            let goals = is.goals[seat] - was.goals[seat];
            rounds.extend((0..goals).map(|_| was.round.to_string()));
            entries.extend((0..goals).map(|_| entry));
        }
        let name = cast.seat_name(seat);
        match &rounds[..] {
            [] => {}
            [one] => each.push(format!("{name} in round {one}")),
            [one, other] if one == other => each.push(format!("{name} twice in round {one}")),
            some => each.push(format!("{name} in rounds {}", list(some, "and"))),
        }
    }
    let entry = *entries.first()?;
    Some(Turning::new(entry, format!("Goals: {}.", each.join("; "))))
}

/// Why a player was stuck.
fn stuck(view: &View, before: &[&View], cast: &Cast) -> Option<Turning> {
    let outcome = view.outcome?;
    let loser = outcome.winner?.other();
    if outcome.reason != reasons::STUCK {
        return None;
    }
    let is_free = |cell| view.arrows.iter().all(|placed| placed.cell != cell);
    let own = view
        .spaces
        .iter()
        .filter(|space| space.owner == loser && is_free(space.cell));
    let spawn = match own.map(|space| space.cost).min() {
        Some(cost) => format!("the cheapest spawn cost {cost}"),
        None => "every spawn space was taken".to_owned(),
    };
    let (name, chips) = (cast.seat_name(loser), say::count(view.chips[loser], "chip"));
    let said =
        format!("{name} won the last bid with no arrow on the board and {chips} left: {spawn}.");
    Some(Turning::new(before.len(), said))
}
