//! What decided a match of Gridlock: the find that took the lead for good, or the moves that closed
//! the loser's last exits.

use super::{Find, Tile, View, reasons};
use crate::decided::{Turning, since, steps};
use crate::english::{count_of, list, names};
use crate::{Cast, Cell, Seat};

/// How many people are named at most.
const NAMED: usize = 3;

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let fact = if view
        .outcome
        .is_some_and(|end| end.reason == reasons::GRIDLOCKED)
    {
        closed(view, winner.other(), before, cast)
    } else {
        led(winner, before, cast)
    };
    fact.into_iter().collect()
}

/// The find with which the winner took the lead for good.
fn led(winner: Seat, before: &[&View], cast: &Cast) -> Option<Turning> {
    let leads = |view: &View| view.score[winner] > view.score[winner.other()];
    let entry = since(before, leads)?;
    let find = in_words(before[entry - 1].finds.last()?, cast);
    let (name, number) = (cast.seat_name(winner), number(before, entry));
    let fact = format!("{name} took the lead on move {number} by finding {find}.");
    Some(Turning::new(entry, fact))
}

fn in_words(find: &Find, cast: &Cast) -> String {
    let who = match &find.who {
        Some(who) if who.len() <= NAMED => names(who, cast),
        _ => count_of(find.count as usize, "player", "players"),
    };
    format!("{who} on {}", find.cell)
}

/// The moves that closed the loser's last two exits.
fn closed(view: &View, loser: Seat, before: &[&View], cast: &Cast) -> Option<Turning> {
    let mut exits = Vec::new();
    for step in view.steps(loser) {
        let cell = step.from(view.guard, view.size);
        exits.push((since(before, |view| view.tile(cell) == Tile::Red)?, cell));
    }
    exits.sort_unstable();
    let move_of = |(entry, cell): &(usize, Cell)| format!("{} ({cell})", number(before, *entry));
    let moves = list(exits.iter().map(move_of), "and");
    let (name, last) = (cast.seat_name(loser), exits.last()?.0);
    let fact = format!("{name}'s last two exits closed on moves {moves}.");
    Some(Turning::new(last, fact))
}

/// The number of the Guard's move at this entry, or of the last one before it.
fn number(before: &[&View], entry: usize) -> usize {
    let moved = steps(before).filter(|(at, was, is)| *at <= entry && was.last != is.last);
    moved.count()
}
