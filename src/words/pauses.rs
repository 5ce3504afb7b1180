//! Pauses for which both players ask, or which they end.

use super::{Price, clock_time, count_of};
use crate::referee::Wish;
use games::{Cast, Seat};
use matches::Pauser;

/// To a player who has asked for a pause, or to go on.
pub fn wished(wish: Wish, resume: bool) -> String {
    match (wish, resume) {
        (Wish::Granted, false) => "The match is paused; both of you asked for it.".to_owned(),
        (Wish::Granted, true) => "The match goes on.".to_owned(),
        (Wish::Noted, false) => {
            "Asked. The match is paused when the other player asks too, before the next turn."
                .to_owned()
        }
        (Wish::Noted, true) => "Noted. It goes on when the other player agrees.".to_owned(),
    }
}

/// Everybody is told that a player would like a pause.
pub fn pause_wished(seat: Seat, left: u32, minutes: u32, cast: &Cast) -> String {
    let left = match left {
        1 => "the last pause that the two have".to_owned(),
        left => format!("the two have {left} pauses left"),
    };
    format!(
        "⏸️ {} asks for a pause of up to {} ({left}). {}: press the button or type `/pause` to agree; the clocks run until then.",
        cast.seat_name(seat),
        count_of(minutes as usize, "minute", "minutes"),
        cast.seat_name(seat.other())
    )
}

/// Everybody is told that the match stands still before being late takes the last that a seat has.
pub(super) fn before_last_price(
    seat: Seat,
    until_ms: Option<u64>,
    price: Price,
    cast: &Cast,
) -> String {
    let until = until_ms.map(|until| format!(" It goes on by itself at {}.", clock_time(until)));
    format!(
        "⏸️ {} is late and has one {} left, which goes next. The match is paused before that, so that the host can look.{} A host resumes it with \
         `/match resume`.",
        cast.seat_name(seat),
        price.one,
        until.unwrap_or_default()
    )
}

pub const AGREE_TO_PAUSE: &str = "Pause";
/// For the two players who paused their match, and for hosts.
pub const GO_ON: &str = "Resume";

/// Everybody is told that a practice stands still until its two players let it go on.
pub fn practice_paused(by: Pauser, until_ms: Option<u64>, price: Price, cast: &Cast) -> String {
    let why = match by {
        Pauser::Timeouts(seat) => {
            format!("{} ran out of time twice in a row", cast.seat_name(seat))
        }
        Pauser::LastPrice(seat) => {
            format!(
                "{} is late and has one {} left, which goes next",
                cast.seat_name(seat),
                price.one
            )
        }
        Pauser::Removed => "Dealer was taken out of this server".to_owned(),
        Pauser::ChannelShut => "This channel could not be used".to_owned(),
        Pauser::Deleted => "What asks here is deleted again and again".to_owned(),
        _ => "The time of both was up at the same moment".to_owned(),
    };
    let by_itself = until_ms.map(|until| format!(" by itself at {}, or", clock_time(until)));
    format!(
        "⏸️ {why}, so the practice is paused and both clocks stand still. It goes on{} when both press Resume.",
        by_itself.unwrap_or_default()
    )
}
