//! News of what lasts for a while, when it is over: a pause, and who was not there at the start.

use super::lines::{joined, waited_for, was_missing};
use super::names;
use crate::games::Cast;
use crate::matches::{Pauser, Stage};
use crate::referee::{Line, Look};

/// What lines say that told of a pause, or called a host to who was not there, once that is past. Ends with a line break.
pub fn past_lines(lines: &[Line], look: &Look, cast: &Cast) -> String {
    let said = joined(lines, cast, |line| past(line, cast));
    let calls = |line: &Line| matches!(line, Line::NoShow { .. } | Line::Waits { .. });
    let has_begun = match look.standing.stage {
        Stage::Preparing | Stage::Standing => false,
        Stage::Live => true,
        Stage::Over => !look.standing.called_off,
    };
    match lines.iter().any(calls) && has_begun {
        true => format!("{said}The match has begun since.\n"),
        false => said,
    }
}

/// None for what is as true as before.
fn past(line: &Line, cast: &Cast) -> Option<String> {
    Some(match line {
        Line::Paused { by, .. } | Line::PracticePaused { by, .. } => was_paused(*by, cast),
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
        _ => return None,
    })
}

fn was_paused(by: Pauser, cast: &Cast) -> String {
    let why = match by {
        Pauser::Host => "The host paused the match".to_owned(),
        Pauser::Players => "The match was paused, since both players asked for it".to_owned(),
        Pauser::Removed => {
            "The match was paused, since Dealer was taken out of this server".to_owned()
        }
        Pauser::ChannelGone => {
            "The match was paused, since the channel in which it was played was gone".to_owned()
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
            "The match was paused, since {} was late and had one chip left",
            cast.seat_name(seat)
        ),
    };
    format!("⏸️ {why}. That pause is over.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CastId, Seat};
    use crate::words::tests::cast;

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
                },
                "The host waited for Mika.",
            ),
            (
                Line::Missing {
                    who: vec![CastId(1)],
                },
                "(seen by you alone): Mika.",
            ),
        ] {
            let said = past(&line, &cast()).unwrap();
            assert!(said.ends_with(expected), "{said}");
            assert!(!said.contains("<t:"), "{said}");
        }
        assert_eq!(past(&Line::Resumed, &cast()), None);
    }
}
