//! What somebody is asked, and before what they are asked back.

use super::super::{Phase, Table, View};
use crate::{Cast, Party, Seat};

/// What a party is asked, in one sentence.
pub fn ask(view: &View, whose: Party) -> String {
    match (view.phase, whose) {
        (Phase::Choosing(waited), Party::Seat(seat)) if waited == seat => "decide who goes first.",
        (Phase::Placing(waited), Party::Seat(seat)) if waited == seat => {
            let is_laid = |table: &Table| table.supply.total() == 0;
            match view.table.as_ref().is_some_and(is_laid) {
                true => "every loose tile is laid: say that it is impossible.",
                false => "place one to three tiles, or say that it is impossible.",
            }
        }
        (Phase::Solving(waited), Party::Seat(seat)) if waited == seat => {
            "complete the circuit with any of the loose tiles, on any empty cells, or concede."
        }
        _ => "try tiles on this private copy of the board; nobody else sees it.",
    }
    .to_owned()
}

/// What the sketch is worth as a solution.
pub fn worth_as_solution(completes: bool) -> &'static str {
    match completes {
        true => "✅ **This completes the circuit.**",
        false => "Not a complete circuit yet.",
    }
}

/// What the sketch is worth as a turn. `refused`: why all of it is none; `first`: so many of its
/// tiles, from the first on, are one.
pub fn worth_as_turn(completes: bool, refused: Option<&str>, first: usize) -> String {
    let turn = match (refused, first) {
        (None, _) if completes => return worth_as_solution(true).to_owned(),
        (None, _) => return "✅ A turn that you may take.".to_owned(),
        (Some(why), 0) => format!("Not a turn yet: {why}"),
        (Some(why), first) => format!(
            "All of it is no turn: {why} *{}* is one; the rest stays in your sketch.",
            super::place_first(first)
        ),
    };
    match completes {
        true => format!("{}\n{turn}", worth_as_solution(true)),
        false => turn,
    }
}

/// What is asked back before an action that cannot be taken back.
pub fn caution(view: &View, seat: Seat, act: &str, cast: &Cast) -> Option<String> {
    let other = cast.seat_name(seat.other());
    match (view.phase, act) {
        (Phase::Placing(_), "impossible") => Some(format!(
            "You say that the circuit **cannot be completed any more**. {other} may then show a way with the loose tiles, and wins with it; without \
             one you win. It cannot be taken back. Is it impossible?"
        )),
        (Phase::Solving(_), "concede") => Some(format!(
            "You concede that it is impossible: **{other} wins at once**, and it cannot be taken back. Concede?"
        )),
        _ => None,
    }
}

/// What a host should know who sets a match up.
pub const FOR_HOSTS: &str = "What you do not set of the board's size and the loose tiles is drawn when you open the match. It stays secret, from you too, until it is decided who goes first. A practice round before the match is drawn apart from it.";
