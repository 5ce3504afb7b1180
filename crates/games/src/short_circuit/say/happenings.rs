//! What happened, for everybody.

use super::super::reasons;
use super::super::{Happening, View};
use super::{placed, supplied};
use crate::Cast;

/// What just happened, as one sentence for everybody.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Chosen {
            chooser,
            first,
            columns,
            rows,
            supply,
        } => {
            let who = if chooser == first {
                format!("{} goes first.", cast.seat_name(*first))
            } else {
                let first = cast.seat_name(*first);
                format!("{} lets {first} go first.", cast.seat_name(*chooser))
            };
            format!(
                "{who} The board has {columns} columns and {rows} rows. Loose tiles: {}.",
                supplied(supply)
            )
        }
        Happening::Placed { seat, pieces } => {
            format!("{} places {}.", cast.seat_name(*seat), placed(pieces))
        }
        Happening::Completed { seat } => {
            format!("The circuit is complete: {} wins.", cast.seat_name(*seat))
        }
        Happening::CalledImpossible { seat } => format!(
            "{} calls “impossible”! Now {} may prove otherwise.",
            cast.seat_name(*seat),
            cast.seat_name(seat.other())
        ),
        Happening::Solved { seat, pieces } => format!(
            "{} completes the circuit with {}: it was possible.",
            cast.seat_name(*seat),
            placed(pieces)
        ),
        Happening::Conceded { seat, late: false } => {
            format!("{} concedes.", cast.seat_name(*seat))
        }
        Happening::Conceded { seat, late: true } => {
            format!("{} didn't find a solution in time.", cast.seat_name(*seat))
        }
        Happening::Judged { completion } => judged(completion.is_some()),
    }
}

/// Whether it could be completed at the end. The picture shows how, and its description says so.
pub(super) fn judged(is_possible: bool) -> String {
    let call = if is_possible { "wrong" } else { "right" };
    format!("The call was {call}: the {}", possible(is_possible))
}

/// The same after “The”, where nobody has called it.
pub(super) fn possible(is_possible: bool) -> &'static str {
    match is_possible {
        true => "circuit could still have been completed.",
        false => "circuit could no longer be completed.",
    }
}

/// What nobody was told before the end, where no line has told it yet.
pub fn revealed(view: &View) -> String {
    let told = |reason| matches!(reason, reasons::IMPOSSIBLE | reasons::SOLVED);
    let told = view.outcome.is_some_and(|outcome| told(outcome.reason));
    let Some(verdict) = &view.verdict else {
        return String::new();
    };
    let solved = view
        .outcome
        .is_some_and(|outcome| outcome.reason == reasons::SOLVED);
    match &verdict.completion {
        Some(_) if solved => String::new(),
        Some(_) if !told => format!("{} {IN_DASHES}", judged(true)),
        Some(_) => IN_DASHES.to_owned(),
        None if !told => judged(false),
        None => String::new(),
    }
}

const IN_DASHES: &str = "The dashed tiles in the picture show how.";
