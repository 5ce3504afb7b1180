//! News of what lasts for a while, when it is over: a pause, and who was not there at the start.

use super::lines::{joined, waited_for, was_missing};
use super::{Price, names, price_of};
use crate::referee::{Line, Look};
use games::Cast;
use matches::{Pauser, Stage};

/// What lines say that told of a pause, or called a host to who was not there, once that is past,
/// or is told anew elsewhere. `told_ms`: when they were written, in milliseconds since the Unix
/// epoch. Ends with a line break.
pub fn past_lines(lines: &[Line], told_ms: u64, look: &Look, cast: &Cast) -> String {
    let standing = &look.standing;
    // Another one may have begun since.
    let lasts = standing.stage != Stage::Over && standing.paused_at_ms <= told_ms;
    let pause = standing.pause.filter(|_| lasts);
    let game = look.setup().game;
    let said = joined(lines, game, cast, |line| {
        past(line, pause, price_of(game), cast)
    });
    let calls = |line: &Line| matches!(line, Line::NoShow { .. } | Line::Waits { .. });
    match lines.iter().any(calls) && standing.stage == Stage::Live {
        true => format!("{said}The match has begun since.\n"),
        false => said,
    }
}

/// None for what is as true as before; `pause`: the one that was told of, as it is by now, if it
/// lasts.
fn past(
    line: &Line,
    pause: Option<(Pauser, Option<u64>)>,
    price: Price,
    cast: &Cast,
) -> Option<String> {
    Some(match line {
        Line::Paused { by, until_ms } | Line::PracticePaused { by, until_ms } => {
            if pause == Some((*by, *until_ms)) {
                return None;
            }
            was_paused(*by, pause.is_some(), price, cast)
        }
        // Nothing is asked here any more: what is, stands further down.
        Line::HasThen { .. } => String::new(),
        Line::NoShow { who, missing } => format!(
            "When the appointed start came, {}.",
            was_missing(who, *missing, cast)
        ),
        Line::Waits { who, missing, .. } => {
            format!("The host waited for {}.", waited_for(who, *missing, cast))
        }
        Line::Missing { who } => format!(
            "Nothing submitted by then (seen by you alone): {}.",
            names(who, cast)
        ),
        Line::ReserveRuns { seat, .. } => {
            format!("⏳ {} used up the base time.", cast.seat_name(*seat))
        }
        Line::LastMinute { seat, .. } => {
            format!("⏳ {}'s time was nearly up.", cast.seat_name(*seat))
        }
        Line::Overtime { seat, .. } => {
            format!("⏰ {} used up the reserve.", cast.seat_name(*seat))
        }
        Line::PauseWished { seat, .. } => {
            format!("⏸️ {} asked for a pause.", cast.seat_name(*seat))
        }
        Line::ResumeWished { seat } => format!("▶️ {} wanted to resume.", cast.seat_name(*seat)),
        _ => return None,
    })
}

/// `lasts`: it is to end otherwise than was said.
fn was_paused(by: Pauser, lasts: bool, price: Price, cast: &Cast) -> String {
    let why = match by {
        Pauser::Host => "The host paused the match".to_owned(),
        Pauser::Players => "The match was paused, since both players asked for it".to_owned(),
        Pauser::Removed => {
            "The match was paused, since Dealer was taken out of this server".to_owned()
        }
        Pauser::ChannelGone => {
            "The match was paused, since the channel in which it was played was gone".to_owned()
        }
        Pauser::ChannelShut => {
            "The match was paused, since this channel could not be used".to_owned()
        }
        Pauser::Deleted => {
            "The match was paused, since what asked here was deleted again and again".to_owned()
        }
        Pauser::BothLate => {
            "The match was paused, since the time of both was up at the same moment".to_owned()
        }
        Pauser::Timeouts(seat) => format!(
            "The match was paused, since {} ran out of time twice in a row",
            cast.seat_name(seat)
        ),
        Pauser::LastPrice(seat) => format!(
            "The match was paused, since {} was late and had one {} left",
            cast.seat_name(seat),
            price.one
        ),
    };
    let by_now = match lasts {
        // True for good: when that pause is over as well this is not edited any more.
        true => "How that pause went on stands further down.",
        false => "That pause is over.",
    };
    format!("⏸️ {why}. {by_now}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;
    use games::{CastId, GameId, Seat};

    #[test]
    fn what_lasted_for_a_while_is_told_as_past() {
        let until_ms = Some(1_795_341_561_000);
        for (line, expected) in [
            (
                Line::Paused {
                    by: Pauser::Players,
                    until_ms,
                },
                "both players asked for it. That pause is over.",
            ),
            (
                Line::PracticePaused {
                    by: Pauser::Timeouts(Seat::Ec),
                    until_ms,
                },
                "Mika ran out of time twice in a row. That pause is over.",
            ),
            (
                Line::NoShow {
                    who: vec![CastId(0)],
                    missing: 2,
                },
                "When the appointed start came, 2 choices were missing and Teo was not ready.",
            ),
            (
                Line::Waits {
                    until_ms: 1_795_341_561_000,
                    who: vec![CastId(1)],
                    missing: 0,
                    due: false,
                },
                "The host waited for Mika.",
            ),
            (
                Line::Missing {
                    who: vec![CastId(1)],
                },
                "(seen by you alone): Mika.",
            ),
            (
                Line::ReserveRuns {
                    seat: Seat::Ec,
                    deadline_ms: 1_795_341_561_000,
                    overtime_s: None,
                },
                "Mika used up the base time.",
            ),
            (
                Line::PauseWished {
                    seat: Seat::Ec,
                    left: 2,
                    minutes: 10,
                },
                "Mika asked for a pause.",
            ),
        ] {
            let said = past(&line, None, Price::default(), &cast()).unwrap();
            assert!(said.ends_with(expected), "{said}");
            assert!(!said.contains("<t:"), "{said}");
        }
        assert_eq!(past(&Line::Resumed, None, Price::default(), &cast()), None);
    }

    #[test]
    fn how_much_time_there_is_after_a_pause_is_said_as_long_as_that_is_asked_there() {
        let line = Line::HasThen {
            seat: Seat::Ec,
            base_ms: 20_000,
            reserve_ms: 300_000,
            overtime_s: None,
            late: false,
        };
        let said = joined(std::slice::from_ref(&line), GameId::ALL[0], &cast(), |_| {
            None
        });
        assert_eq!(
            said,
            "When the match goes on, **Mika** has 0:20, then 5:00 of reserve.\n"
        );
        for pause in [Some((Pauser::Host, None)), None] {
            assert_eq!(
                past(&line, pause, Price::default(), &cast()),
                Some(String::new())
            );
        }
    }

    #[test]
    fn a_pause_that_lasts_is_told_as_it_was_unless_it_ends_otherwise() {
        let until_ms = Some(1_795_341_561_000);
        let by = Pauser::Timeouts(Seat::Ec);
        let line = Line::Paused { by, until_ms };
        for (pause, expected) in [
            ((by, until_ms), None),
            (
                (by, None),
                Some("How that pause went on stands further down."),
            ),
            (
                (Pauser::Host, None),
                Some("How that pause went on stands further down."),
            ),
        ] {
            let said = past(&line, Some(pause), Price::default(), &cast());
            assert_eq!(said.is_some(), expected.is_some(), "{said:?}");
            if let Some((said, expected)) = said.zip(expected) {
                assert!(said.ends_with(expected), "{said}");
                assert!(!said.contains("<t:"), "{said}");
            }
        }
    }
}
