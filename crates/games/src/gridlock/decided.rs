//! What decided a match of Gridlock: the lead, the ways that were closed, the best find.

use super::{Find, Tile, View, reasons};
use crate::decided::{Turning, since, steps};
use crate::english::{count_of, names};
use crate::{Cast, Seat};

/// How many people are named at most.
const NAMED: usize = 3;

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let moves = moves(before);
    if moves.is_empty() {
        return Vec::new();
    }
    let leads = |view: &View, seat: Seat| view.score[seat] > view.score[seat.other()];
    let leader = Seat::BOTH.into_iter().find(|seat| leads(view, *seat));
    let led = leader.and_then(|leader| Some((leader, since(before, |view| leads(view, leader))?)));
    let mut facts = vec![match led {
        Some((leader, entry)) => {
            let find = before[entry - 1].finds.last();
            let find = find.map_or_else(String::new, |find| {
                format!(", finding {}", found(find, cast))
            });
            let (name, at) = (cast.seat_name(leader), number(&moves, entry));
            Turning::new(entry, format!("{name} led from move {at} on{find}."))
        }
        None => {
            let (moves, points) = (count_of(moves.len(), "move", "moves"), view.score.dmo);
            let points = count_of(points as usize, "point", "points");
            Turning::new(
                before.len(),
                format!("After {moves} it was level, at {points} each."),
            )
        }
    }];
    facts.extend(closed(view, before, &moves, cast));
    let best = steps(before).filter(|(_, was, is)| was.finds.len() < is.finds.len());
    let best = best.filter_map(|(entry, _, is)| Some((entry, is.finds.last()?)));
    let best = best.max_by_key(|(entry, find)| (find.count, std::cmp::Reverse(*entry)));
    match best {
        Some((entry, find)) if find.count > 1 && led.is_none_or(|(_, led)| led != entry) => {
            let (name, at) = (cast.seat_name(find.by), number(&moves, entry));
            let said = format!(
                "{name}'s best find was on move {at}: {}.",
                found(find, cast)
            );
            facts.push(Turning::new(entry, said));
        }
        _ if view.hidden.is_empty() => {}
        _ => {
            let found: u32 = view.finds.iter().map(|find| find.count).sum();
            let said = match view.hidden.len().saturating_sub(found as usize) {
                0 => "Everyone who hid was found.".to_owned(),
                1 => "1 hider was never found.".to_owned(),
                count => format!("{count} hiders were never found."),
            };
            facts.push(Turning::new(before.len(), said));
        }
    }
    facts
}

/// The entries in which the Guard moved.
fn moves(before: &[&View]) -> Vec<usize> {
    let moved = steps(before).filter(|(_, was, is)| was.last != is.last);
    moved.map(|(entry, ..)| entry).collect()
}

/// The number of the move at this entry, or of the last move before it.
fn number(moves: &[usize], entry: usize) -> usize {
    moves.partition_point(|at| *at <= entry)
}

fn found(find: &Find, cast: &Cast) -> String {
    let who = match &find.who {
        Some(who) if who.len() <= NAMED => names(who, cast),
        _ => count_of(find.count as usize, "player", "players"),
    };
    format!("{who} on {}", find.cell)
}

/// Why the player who lost by gridlock had no way left.
fn closed(view: &View, before: &[&View], moves: &[usize], cast: &Cast) -> Option<Turning> {
    let outcome = view.outcome?;
    let loser = outcome.winner?.other();
    if outcome.reason != reasons::GRIDLOCKED {
        return None;
    }
    let mut closed = Vec::new();
    for way in view.steps(loser) {
        let cell = way.from(view.guard, view.size);
        closed.push((since(before, |view| view.tile(cell) == Tile::Red)?, cell));
    }
    closed.sort_unstable();
    let each = closed
        .iter()
        .map(|(entry, cell)| format!("{cell} on move {}", number(moves, *entry)));
    let each: Vec<String> = each.collect();
    let (name, last) = (cast.seat_name(loser), closed.last()?.0);
    let said = format!("Both ways were closed to {name}: {}.", each.join(", "));
    Some(Turning::new(last, said))
}
