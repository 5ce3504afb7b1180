//! What is said around a match: who is late, what hosts are asked and told, results that wait.

use super::{countdown, date};
use crate::games::{Cast, Seat};

pub fn wait_button_5() -> &'static str {
    "Wait 5 minutes"
}

pub fn move_start_button() -> &'static str {
    "Move the start"
}

pub fn hold_button() -> &'static str {
    "Keep it paused"
}

pub fn release_button() -> &'static str {
    "Release the result"
}

pub fn leave_button() -> &'static str {
    "Leave it as it is"
}

/// A button that ends a match against somebody.
pub fn forfeit_button(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    format!("{name} forfeits")
}

/// The start as it would be, before it counts.
pub fn confirm_start(to_ms: Option<u64>) -> String {
    match to_ms {
        Some(at) => format!(
            "The match would start {} ({}). Everybody is told, and both players press Ready anew.",
            date(at),
            countdown(at)
        ),
        None => {
            "The match would have no appointed start any more: it begins when both players are ready, or by a host's word."
                .to_owned()
        }
    }
}

pub fn confirm_forfeit(seat: Seat, cast: &Cast) -> String {
    format!(
        "{} wins the match at once, by forfeit of {}. Shall it end like this?",
        cast.seat_name(seat.other()),
        cast.seat_name(seat)
    )
}

pub fn forfeited() -> String {
    "The match is ended by forfeit.".to_owned()
}

/// For the audit log.
pub fn has_forfeited(seat: Seat, cast: &Cast) -> String {
    format!("{} forfeits the match.", cast.seat_name(seat))
}

/// A host waits for who is not there.
pub fn waits(until_ms: u64) -> String {
    format!(
        "You wait until {}. The match begins as soon as both are ready; else you are asked again.",
        countdown(until_ms)
    )
}

pub fn extended(to_ms: u64) -> String {
    format!(
        "The choices before the match are due {} ({}) now.",
        date(to_ms),
        countdown(to_ms)
    )
}

/// What a host wants to be found again.
pub fn clarification(text: &str, host: u64) -> String {
    format!("📌 **A note by <@{host}>**\n{text}")
}

pub fn clarified() -> String {
    "The note is being posted and pinned.".to_owned()
}

pub fn not_pinned(channel: u64) -> String {
    format!(
        "A note in <#{channel}> could not be pinned: give Dealer's role Pin Messages and Manage Messages there, or pin it yourself."
    )
}

/// In place of a result that waits.
pub fn held() -> String {
    "The match is over. Its result waits until a host releases it.".to_owned()
}

pub fn released() -> String {
    "The result is being posted.".to_owned()
}
