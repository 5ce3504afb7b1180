//! What everybody learns of any match.

use crate::{Cast, Happening};

/// Something that everybody learns of a match.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Resigned { seat } => format!("{} resigns.", cast.seat_name(*seat)),
        Happening::Forfeited { seat, late: true } => {
            format!(
                "{} forfeits the match: the time is up.",
                cast.seat_name(*seat)
            )
        }
        Happening::Forfeited { seat, late: false } => {
            format!(
                "{} forfeits the match, by the host's word.",
                cast.seat_name(*seat)
            )
        }
        Happening::Voided => "The host declares the match void.".to_owned(),
        Happening::Settled { seat } => {
            format!("The host settles it for {}.", cast.seat_name(*seat))
        }
        Happening::OfGame(happening) => happening.say(cast),
    }
}
