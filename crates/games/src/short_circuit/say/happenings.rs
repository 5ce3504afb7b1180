//! What happened, for everybody.

use super::super::reasons;
use super::super::{Happening, View};
use super::placed;
use crate::Happens;
use crate::{Cast, Manner, Placement};

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        match self {
            // The picture shows the board that is no secret any more.
            Happening::Chosen { chooser, first, .. } => {
                let name = cast.seat_name(*first);
                if chooser == first {
                    format!("{name} goes first.")
                } else {
                    format!("{} lets {name} go first.", cast.seat_name(*chooser))
                }
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
                format!(
                    "⏰ {} ran out of time without a solution.",
                    cast.seat_name(*seat)
                )
            }
            Happening::Judged { completion } => judged(completion.is_some()),
        }
    }

    fn manner(&self) -> Manner {
        Manner {
            is_on_next_board: matches!(self, Happening::Chosen { .. } | Happening::Placed { .. }),
            late: match self {
                Happening::Conceded { seat, late: true } => Some((*seat, None)),
                _ => None,
            },
            ..Manner::shown(Placement::News)
        }
    }
}

/// Says whether the circuit could still be completed at the end. The picture shows how, and its
/// description says so.
pub(super) fn judged(is_possible: bool) -> String {
    let call = if is_possible { "wrong" } else { "right" };
    format!("The call was {call}: the {}", possible(is_possible))
}

/// Whether the circuit could still be completed at the end: a sentence without its first word,
/// “The”.
pub(super) fn possible(is_possible: bool) -> &'static str {
    if is_possible {
        "circuit could still have been completed."
    } else {
        "circuit could no longer be completed."
    }
}

/// The secrets of a finished match that no line has told yet.
pub fn revealed(view: &View) -> String {
    let reason = view.outcome.map(|outcome| outcome.reason);
    match (&view.verdict, reason) {
        (None, _) | (_, Some(reasons::IMPOSSIBLE | reasons::SOLVED)) => String::new(),
        (Some(verdict), _) => judged(verdict.completion.is_some()),
    }
}
