//! What decided a match of Short Circuit: the turn that made the circuit possible or impossible,
//! and the chance that the loser missed.

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

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let turns = turns_of(before);
    let of_loser: Vec<&Turn<'_>> = turns.iter().filter(|turn| turn.seat != winner).collect();
    let missed = missed(&of_loser, cast);
    let fact = match view.outcome.map(|outcome| outcome.reason) {
        // The loser's last turn let the winner complete it.
        Some(reasons::CIRCUIT) => match (of_loser.last(), &missed) {
            (Some(last), Some(missed)) if last.entry == missed.entry => None,
            (last, _) => last.map(|turn| {
                let name = cast.seat_name(turn.seat);
                let (number, on) = (turn.number, cells(&laid(turn.is)));
                let fact = format!("{name} made it possible on turn {number}, on {on}.");
                Turning::new(turn.entry, fact)
            }),
        },
        Some(reasons::SOLVED) => {
            let verdict = view.verdict.as_ref();
            let completion = verdict.and_then(|verdict| verdict.completion.as_ref());
            completion.map(|completion| {
                let tiles = match completion.pieces.len() {
                    1 => "1 tile was".to_owned(),
                    tiles => format!("{} were", count_of(tiles, "tile", "tiles")),
                };
                Turning::new(before.len(), format!("{tiles} enough to complete it."))
            })
        }
        _ => made_impossible(&turns, winner, cast),
    };
    fact.into_iter().chain(missed).collect()
}

/// The last turn on which the loser could have completed the circuit.
fn missed(turns: &[&Turn<'_>], cast: &Cast) -> Option<Turning> {
    turns.iter().rev().find_map(|turn| {
        let ways = turns::completing(&turn.was.board, &turn.was.supply);
        let (name, number) = (cast.seat_name(turn.seat), turn.number);
        let way = cells(ways.first()?);
        let fact = format!("On turn {number}, {name} could have completed it on {way}.");
        Some(Turning::new(turn.entry, fact))
    })
}

/// The turn that made the circuit impossible; None if none did.
fn made_impossible(turns: &[Turn<'_>], winner: Seat, cast: &Cast) -> Option<Turning> {
    let is_possible = |table: &Table| solver::is_possible(&table.board, &table.supply);
    let after = turns.iter().rev().take_while(|turn| !is_possible(turn.is));
    let turn = after.last()?;
    let name = cast.seat_name(turn.seat);
    let (number, on) = (turn.number, cells(&laid(turn.is)));
    let unnoticed = if turn.seat == winner {
        format!(", and {} placed on", cast.seat_name(winner.other()))
    } else {
        String::new()
    };
    let fact = format!("{name} made it impossible on turn {number}, on {on}{unnoticed}.");
    Some(Turning::new(turn.entry, fact))
}

/// Where tiles lie: which they are is on the board, and would be too long for a menu.
fn cells(pieces: &[Piece]) -> String {
    list(pieces.iter().map(|piece| piece.cell), "and")
}

fn laid(table: &Table) -> Vec<Piece> {
    let pieces = table.board.pieces();
    pieces
        .filter(|piece| table.last.contains(&piece.cell))
        .collect()
}

fn turns_of<'a>(before: &'a [&'a View]) -> Vec<Turn<'a>> {
    let mut turns = Vec::new();
    for (entry, was, is) in steps(before) {
        if let (Phase::Placing(seat), Some(was), Some(is)) = (was.phase, &was.table, &is.table)
            && was.board != is.board
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
