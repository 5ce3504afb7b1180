//! What decided a match of Short Circuit: a missed chance, the turn that made the circuit
//! impossible, and how many ways there were.

use super::{Phase, Piece, Table, View, reasons, solver, turns};
use crate::decided::{Turning, steps};
use crate::english::{count_of, list};
use crate::{Cast, Seat};

/// A turn that placed tiles.
struct Turn<'a> {
    entry: usize,
    /// From 1.
    number: usize,
    seat: Seat,
    was: &'a Table,
    is: &'a Table,
}

pub fn decided(view: &View, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let turns = turns_of(before);
    let name = |seat: Seat| cast.seat_name(seat);
    let end = |said| Turning::new(before.len(), said);
    let Some(last) = turns.last() else {
        let called = |caller| {
            end(format!(
                "{} called it impossible before the first turn.",
                name(caller)
            ))
        };
        return view.caller.map(called).into_iter().collect();
    };
    let reason = view.outcome.map(|outcome| outcome.reason);
    let mut facts = Vec::new();
    let mut missed = &turns[..];
    match reason {
        Some(reasons::CIRCUIT) => {
            missed = &turns[..turns.len() - 1];
            let ways = turns::completing(&last.was.board(), &last.was.supply).len();
            facts.push(end(match ways {
                1 => "There was only one way to complete it on the last turn.".to_owned(),
                ways => format!("There were {ways} ways to complete it on the last turn."),
            }));
        }
        Some(reasons::SOLVED) => {
            let took = before.last().and_then(|view| view.table.as_ref());
            let took = took.map_or(0, |table| table.last.len());
            let fewest = view
                .verdict
                .as_ref()
                .and_then(|verdict| verdict.completion.as_ref());
            let fewest = fewest.map_or(took, |completion| completion.pieces.len());
            let tiles = count_of(took, "tile", "tiles");
            facts.push(end(if fewest == took {
                format!("The solution took {tiles}, the fewest possible.")
            } else {
                format!("The solution took {tiles}; {fewest} would have been enough.")
            }));
        }
        _ => facts.extend(gone(&turns, cast)),
    }
    if view.caller.is_none() && view.thunder.is_none() && facts.is_empty() {
        let said = "It could still be completed: the dashed tiles in the picture show how.";
        facts.push(end(said.to_owned()));
    }
    facts.extend(missed.iter().rev().find_map(|turn| {
        let ways = turns::completing(&turn.was.board(), &turn.was.supply);
        let (name, number, way) = (name(turn.seat), turn.number, cells(ways.first()?));
        let said = format!("On turn {number}, {name} could have completed it on {way}.");
        Some(Turning::new(turn.entry, said))
    }));
    let (count, left) = (
        count_of(turns.len(), "turn", "turns"),
        last.is.supply.total(),
    );
    let left = count_of(left as usize, "loose tile", "loose tiles");
    facts.push(end(match view.caller {
        Some(caller) => format!(
            "{} called it impossible after {count}, with {left} left.",
            name(caller)
        ),
        None => format!("It ended after {count}, with {left} left."),
    }));
    facts
}

/// The turn that made the circuit impossible; None if none did.
fn gone(turns: &[Turn<'_>], cast: &Cast) -> Option<Turning> {
    let is_possible = |table: &Table| solver::is_possible(&table.board(), &table.supply);
    let after = turns.iter().rev().take_while(|turn| !is_possible(turn.is));
    let turn = after.last()?;
    let said = if is_possible(turn.was) {
        format!(
            "{} made it impossible on turn {}, on {}.",
            cast.seat_name(turn.seat),
            turn.number,
            cells(&laid(turn.is)),
        )
    } else {
        "It was impossible from the start.".to_owned()
    };
    Some(Turning::new(turn.entry, said))
}

/// Where tiles lie: which they are is on the board, and would be too long for a menu.
fn cells(pieces: &[Piece]) -> String {
    let cells: Vec<String> = pieces.iter().map(|piece| piece.cell.to_string()).collect();
    list(&cells, "and")
}

fn laid(table: &Table) -> Vec<Piece> {
    let pieces = table.pieces();
    pieces
        .filter(|piece| table.last.contains(&piece.cell))
        .collect()
}

fn turns_of<'a>(before: &'a [&'a View]) -> Vec<Turn<'a>> {
    let mut turns = Vec::new();
    for (entry, was, is) in steps(before) {
        if let (Phase::Placing(seat), Some(was), Some(is)) = (was.phase, &was.table, &is.table)
            && was.tiles != is.tiles
        {
            let number = turns.len() + 1;
            turns.push(Turn {
                entry,
                number,
                seat,
                was,
                is,
            });
        }
    }
    turns
}
