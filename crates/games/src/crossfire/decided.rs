//! What decided a match of Crossfire: who scored when, the bids, and what left somebody stuck.

use super::{View, reasons, say};
use crate::decided::{Turning, steps};
use crate::english::list;
use crate::{BySeat, Cast, Seat};

/// The bids of a round, once both were in.
struct Bids {
    entry: usize,
    round: u32,
    made: BySeat<u32>,
    winner: Seat,
}

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let bids = bids(before);
    let won = |bids: &Bids| bids.made[bids.winner];
    let highest = bids.iter().rev().max_by_key(|bids| won(bids));
    let highest = highest.filter(|bids| won(bids) > 0).map(|bids| {
        let (name, bid) = (cast.seat_name(bids.winner), won(bids));
        let said = format!(
            "The highest bid that won was {name}'s {bid}, in round {}.",
            bids.round
        );
        Turning::new(bids.entry, said)
    });
    let reason = view.outcome.map(|outcome| outcome.reason);
    let last = bids
        .last()
        .filter(|_| reason == Some(reasons::GOALS))
        .map(|bids| {
            let (winner, round) = (bids.winner, bids.round);
            let [won, lost] = [winner, winner.other()].map(|seat| bids.made[seat]);
            let name = cast.seat_name(winner);
            let said =
                format!("{name} won the bid of round {round}, the last one, with {won} to {lost}.");
            Turning::new(bids.entry, said)
        });
    let facts = [
        stuck(view, before, cast),
        last,
        scored(view, before, cast),
        highest,
    ];
    facts.into_iter().flatten().collect()
}

/// In the order of the rounds.
fn bids(before: &[&View]) -> Vec<Bids> {
    let both = |view: &View| {
        Some(BySeat {
            dmo: view.bids.dmo?,
            ec: view.bids.ec?,
        })
    };
    let mut all: Vec<Bids> = Vec::new();
    for (entry, _, is) in steps(before) {
        if let (Some(made), Some(lost)) = (both(is), is.lost_last)
            && all.last().is_none_or(|last| last.round != is.round)
        {
            all.push(Bids {
                entry,
                round: is.round,
                made,
                winner: lost.other(),
            });
        }
    }
    all
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

/// Why a player could do nothing any more.
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
