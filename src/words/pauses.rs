//! Pauses: why a match is paused, and players who ask for a pause or end one.

use crate::referee::WishOutcome;
use games::english::{Price, capitalized, clock_time, count_of, countdown};
use games::{Cast, Seat, WallMs};
use matches::{BaseAndReserve, Pauser};

pub const PAUSED: &str = "The match is paused. All clocks are stopped until `/match resume`.";

pub const RESUMED: &str = "The match resumes.";

/// To a host, while somebody is late and loses something for it.
pub const PAUSE_BUTTON: &str = "Pause the match";

pub const HOLD_BUTTON: &str = "Keep it paused";

pub const RESUME_BUTTON: &str = "Resume (host)";

/// To a player who has asked for a pause, or to go on. `alone`: against the computer, which agrees.
pub fn wished(wish: WishOutcome, resume: bool, alone: bool) -> String {
    match (wish, resume) {
        (WishOutcome::Noted, false) if alone => {
            "You asked for a pause. It starts in a moment.".to_owned()
        }
        (WishOutcome::Noted, true) if alone => "OK. The match resumes in a moment.".to_owned(),
        (WishOutcome::Granted, false) => {
            "The match is paused, since you both asked for it.".to_owned()
        }
        (WishOutcome::Granted, true) => "The match resumes.".to_owned(),
        (WishOutcome::Noted, false) => {
            "You asked for a pause. It starts if your opponent agrees before the next turn."
                .to_owned()
        }
        (WishOutcome::Noted, true) => "OK. The match resumes when your opponent agrees.".to_owned(),
    }
}

/// Says that a player would like a pause.
pub fn pause_wished(seat: Seat, left: u32, minutes: u32, cast: &Cast) -> String {
    let left = match left {
        1 => "1 pause left in this match".to_owned(),
        left => format!("{left} pauses left in this match"),
    };
    format!(
        "⏸️ {} asks for a pause of up to {} ({left}). {}, press the button or type `/pause` to \
         agree. The clocks run until you do.",
        cast.seat_name(seat),
        count_of(minutes as usize, "minute", "minutes"),
        cast.seat_name(seat.other())
    )
}

/// Why a match is or was paused, before ", so" or after "because". The host's own reason isn't
/// known.
pub(super) fn why_paused(by: Pauser, price: Price, cast: &Cast) -> String {
    match by {
        Pauser::Host => "the host wanted it".to_owned(),
        Pauser::Players => "both players asked for it".to_owned(),
        Pauser::BothLate => "both clocks ran out at the same time".to_owned(),
        Pauser::Removed => "Dealer was removed from this server".to_owned(),
        Pauser::ChannelGone => "its channel was deleted".to_owned(),
        Pauser::ChannelShut => "Dealer couldn't use its channel".to_owned(),
        Pauser::Deleted => "its posts kept being deleted".to_owned(),
        Pauser::Timeouts(seat) => {
            format!("{} ran out of time twice in a row", cast.seat_name(seat))
        }
        Pauser::LastPrice(seat) => format!(
            "{} was out of time and down to the last {}",
            cast.seat_name(seat),
            price.one
        ),
    }
}

/// Says that a match is paused, why, and until when. `stays`: a rewind keeps an earlier pause.
pub(super) fn match_paused(
    by: Pauser,
    stays: bool,
    until_ms: Option<WallMs>,
    price: Price,
    cast: &Cast,
) -> String {
    let by_itself = by_itself(until_ms);
    let why = capitalized(&why_paused(by, price, cast));
    let stopped =
        |then| format!("{why}, so the match is paused and both clocks are stopped. {then}");
    let said = match by {
        _ if stays => format!("The match stays paused. All clocks are stopped.{by_itself}"),
        Pauser::Host => "The host pauses the match. All clocks are stopped.".to_owned(),
        Pauser::Players => {
            let resume = until_ms.map_or("", |_| " Press Resume when you're ready.");
            format!("Both players asked for a pause. All clocks are stopped.{resume}{by_itself}")
        }
        Pauser::BothLate => format!(
            "{why}, so the match is paused. A host can give both their time again (`/match \
             resume`) or end it without a winner (`/match void`)."
        ),
        Pauser::Removed => stopped("Once Dealer is back, a host can resume it."),
        Pauser::ChannelGone => stopped("It continues here when a host resumes it."),
        Pauser::ChannelShut => stopped("A host can resume it."),
        Pauser::Deleted => stopped("Once that ends, a host can resume it."),
        Pauser::Timeouts(_) | Pauser::LastPrice(_) => {
            format!("{why}, so the match is paused for the host to check.{by_itself}")
        }
    };
    format!("⏸️ {said}")
}

fn by_itself(until_ms: Option<WallMs>) -> String {
    until_ms.map_or_else(String::new, |until| {
        format!(" It resumes by itself at {}.", clock_time(until))
    })
}

pub const AGREE_TO_PAUSE: &str = "Pause";

/// Ends a pause, or agrees to the other player's wish to end it.
pub const GO_ON: &str = "Resume";

/// Says that a practice is paused until its two players resume it.
pub fn practice_paused(by: Pauser, until_ms: Option<WallMs>, price: Price, cast: &Cast) -> String {
    let why = capitalized(&why_paused(by, price, cast));
    format!(
        "⏸️ {why}, so the practice is paused and both clocks are stopped. Press Resume when \
         you're ready.{}",
        by_itself(until_ms)
    )
}

/// How much time a seat has when a paused match resumes, without the end of the sentence: what is
/// left of base time and reserve, the interval in seconds at which lateness costs something, and
/// whether that has begun.
pub(super) fn time_after_pause(
    seat: Seat,
    left: BaseAndReserve,
    overtime_s: Option<u32>,
    late: bool,
    price: Price,
    cast: &Cast,
) -> String {
    let time = if late {
        let costs = overtime_s.map(|every| format!(": {}", super::clocks::overtime(every, price)));
        format!("no time left{}", costs.unwrap_or_default())
    } else {
        let time = super::clocks::stopped_clock(left);
        time + &super::clocks::then_overtime(overtime_s, price)
    };
    format!("When play resumes, **{}** has {time}", cast.seat_name(seat))
}

/// Why a match is paused, by whom, and until when.
pub(super) fn pause(
    by: Pauser,
    until_ms: Option<WallMs>,
    players_end: bool,
    price: Price,
    cast: &Cast,
) -> String {
    let why = if by == Pauser::Host {
        "A host paused it".to_owned()
    } else {
        let why = why_paused(by, price, cast);
        format!("It's paused because {why}")
    };
    let ends = match (players_end, by) {
        (true, _) => "the players press Resume",
        (false, Pauser::ChannelGone) => {
            "a host types `/match move` in another channel and resumes it there"
        }
        (false, _) => "a host resumes it",
    };
    match until_ms {
        Some(until) => format!(
            "{why}. It resumes when {ends}, or by itself {}.",
            countdown(until)
        ),
        None => format!("{why}. It resumes when {ends}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;

    #[test]
    fn a_paused_match_says_why_and_until_when() {
        let cast = cast();
        let until = Some(1_795_341_561_000);
        for (by, until_ms, expected) in [
            (
                Pauser::Host,
                None,
                "A host paused it. It resumes when a host resumes it.",
            ),
            (
                Pauser::ChannelGone,
                None,
                "because its channel was deleted. It resumes when a host types `/match move`",
            ),
            (
                Pauser::Deleted,
                None,
                "kept being deleted. It resumes when a host resumes it.",
            ),
            (
                Pauser::Players,
                until,
                "It resumes when the players press Resume, or by itself <t:1795341561",
            ),
            (
                Pauser::Timeouts(Seat::Ec),
                until,
                "because Mika ran out of time twice in a row. It resumes when a host resumes it, \
                 or by itself <t:1795341561",
            ),
            (
                Pauser::BothLate,
                until,
                "at the same time. It resumes when the players press Resume, or by itself \
                 <t:1795341561:R>.",
            ),
            (
                Pauser::BothLate,
                None,
                "both clocks ran out at the same time. It resumes when a host resumes it.",
            ),
        ] {
            let players_end = expected.contains("the players press");
            let said = pause(
                by,
                until_ms.map(WallMs),
                players_end,
                Price::default(),
                &cast,
            );
            assert!(said.contains(expected), "{said}");
        }
    }
}
