//! What decided a match of Gridlock: the find that took the lead for good, or the moves that closed
//! the loser's last exits.

use super::{Find, Tile, View, reasons};
use crate::decided::{Turning, since, steps};
use crate::english::{count_of, names};
use crate::{Cast, Seat};

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
    let find = found(before[entry - 1].finds.last()?, cast);
    let (name, number) = (cast.seat_name(winner), number(before, entry));
    let said = format!("{name} took the lead on move {number} by finding {find}.");
    Some(Turning::new(entry, said))
}

fn found(find: &Find, cast: &Cast) -> String {
    let who = match &find.who {
        Some(who) if who.len() <= NAMED => names(who, cast),
        _ => count_of(find.count as usize, "player", "players"),
    };
    format!("{who} on {}", find.cell)
}

/// The moves that closed the loser's last two exits.
fn closed(view: &View, loser: Seat, before: &[&View], cast: &Cast) -> Option<Turning> {
    let mut closed = Vec::new();
    for way in view.steps(loser) {
        let cell = way.from(view.guard, view.size);
        closed.push((since(before, |view| view.tile(cell) == Tile::Red)?, cell));
    }
    closed.sort_unstable();
    let each = closed
        .iter()
        .map(|(entry, cell)| format!("{} ({cell})", number(before, *entry)));
    let each: Vec<String> = each.collect();
    let (name, last) = (cast.seat_name(loser), closed.last()?.0);
    let said = format!(
        "{name}'s last two exits closed on moves {}.",
        each.join(" and ")
    );
    Some(Turning::new(last, said))
}

/// The number of the Guard's move at this entry, or of the last one before it.
fn number(before: &[&View], entry: usize) -> usize {
    let moved = steps(before).filter(|(at, was, is)| *at <= entry && was.last != is.last);
    moved.count()
}
