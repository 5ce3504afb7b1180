//! Questions, and what somebody must confirm.

use super::super::{Phase, Table, View};

use crate::{Cast, Party, Seat};

/// Asks a party its question, in one sentence.
pub fn ask(view: &View, whose: Party) -> String {
    match (view.phase, whose) {
        (Phase::Choosing(waited), Party::Seat(seat)) if waited == seat => "decide who goes first.",
        (Phase::Placing(waited), Party::Seat(seat)) if waited == seat => {
            let is_laid = |table: &Table| table.supply.total() == 0;
            if view.table.as_ref().is_some_and(is_laid) {
                "no loose tiles are left: call it impossible."
            } else {
                "place one to three tiles, or call it impossible."
            }
        }
        (Phase::Solving(waited), Party::Seat(seat)) if waited == seat => {
            "complete the circuit with any loose tiles on any empty cells, or concede."
        }
        _ => "try tiles on this private copy of the board. Only you see it.",
    }
    .to_owned()
}

/// Whether the sketch is a solution.
pub fn worth_as_solution(completes: bool) -> &'static str {
    if completes {
        "✅ **This completes the circuit.**"
    } else {
        "Not a complete circuit yet."
    }
}

/// Whether the sketch is a legal turn. `refused`: why it is not legal as a whole. `first`: how many
/// of its first tiles are a legal turn.
pub fn worth_as_turn(completes: bool, refused: Option<&str>, first: usize) -> String {
    let turn = match (refused, first) {
        (None, _) if completes => return worth_as_solution(true).to_owned(),
        (None, _) => return "✅ Legal move.".to_owned(),
        (Some(why), 0) => format!("Not legal yet: {why}"),
        (Some(why), first) => format!(
            "Not legal all at once: {why} You can place {} now; the rest stays in your sketch.",
            super::first_of(first)
        ),
    };
    if completes {
        format!("{}\n{turn}", worth_as_solution(true))
    } else {
        turn
    }
}

/// What somebody must confirm before a final action.
pub fn caution(view: &View, seat: Seat, act: &str, cast: &Cast) -> Option<String> {
    let other = cast.seat_name(seat.other());
    match (view.phase, act) {
        (Phase::Placing(_), "impossible") => Some(format!(
            "You're calling the circuit **impossible**. If {other} can complete it, {other} wins; \
             if not, you win. This can't be undone."
        )),
        (Phase::Solving(_), "concede") => Some(format!(
            "You're conceding that it's impossible: **{other} wins at once**. This can't be undone."
        )),
        _ => None,
    }
}

/// What a host should know before opening a match.
pub const FOR_HOSTS: &str = "Any board size or loose tiles you don't set are drawn at random when \
                             you open the match. They stay secret, from you too, until it's \
                             decided who goes first. A practice round has its own draw.";
