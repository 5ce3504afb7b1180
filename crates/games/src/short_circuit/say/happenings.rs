//! What happened, for everybody.

use super::super::reasons;
use super::super::{Happening, Piece, View};
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
        Happening::Judged { completion } => judged(completion.as_deref()),
    }
}

pub(super) fn judged(completion: Option<&[Piece]>) -> String {
    match completion {
        None => format!("The call was right: the {}", possible(None)),
        Some(_) => format!("The call was wrong: the {}", possible(completion)),
    }
}

/// Whether it could be completed at the end: after “The”.
pub(super) fn possible(completion: Option<&[Piece]>) -> String {
    match completion {
        None => "circuit could no longer be completed.".to_owned(),
        Some(pieces) => {
            format!(
                "circuit could still have been completed, with {}.",
                placed(pieces)
            )
        }
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
        Some(completion) if !told => {
            format!("{} {IN_DASHES}", judged(Some(&completion.pieces)))
        }
        Some(_) => IN_DASHES.to_owned(),
        None if !told => judged(None),
        None => String::new(),
    }
}

const IN_DASHES: &str = "The dashed tiles in the picture show how.";
