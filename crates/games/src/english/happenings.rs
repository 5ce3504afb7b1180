//! What everybody learns of any match.

use crate::{Cast, Happening};

/// Something that everybody learns of a match.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Resigned { seat } => format!("{} resigns.", cast.seat_name(*seat)),
        Happening::Forfeited { seat, late: true } => {
            format!(
                "{} is out of time and forfeits the match.",
                cast.seat_name(*seat)
            )
        }
        Happening::Forfeited { seat, late: false } => {
            format!(
                "The host rules that {} forfeits the match.",
                cast.seat_name(*seat)
            )
        }
        Happening::Voided => "The host declares the match void.".to_owned(),
        Happening::Settled { seat } => {
            format!("The host awards the match to {}.", cast.seat_name(*seat))
        }
        Happening::OfGame(happening) => happening.say(cast),
    }
}
