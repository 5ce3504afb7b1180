//! Past versions of lines about a pause or about missing people, for when that is over.

use super::clocks::price_of;
use super::lines::joined;
use super::start::{missing_at_start, waited_for, who_is_missing};
use crate::referee::{Line, Snapshot};
use games::english::Price;
use games::{Cast, WallMs};
use matches::{Pauser, Stage};

/// Lines about a pause or about missing people, once that is over or is told again in a newer post.
/// `told_ms`: when they were written. Ends with a line break.
pub fn past_lines(lines: &[Line], told_ms: WallMs, snapshot: &Snapshot, cast: &Cast) -> String {
    let status = &snapshot.status;
    // A new pause may have begun since.
    let lasts = status.stage != Stage::Over && status.paused_at_ms <= told_ms;
    let pause = status.pause.filter(|_| lasts);
    let game = snapshot.setup().game;
    let said = joined(lines, game, cast, |line| {
        past(line, pause, price_of(game), cast)
    });
    let calls = |line: &Line| matches!(line, Line::NoShow { .. } | Line::Waits { .. });
    if lines.iter().any(calls) && status.stage == Stage::Live {
        format!("{said}The match has begun since then.\n")
    } else {
        said
    }
}

/// The past version of a line; None if it is still true. `pause`: the current pause, if there is
/// one.
fn past(
    line: &Line,
    pause: Option<(Pauser, Option<WallMs>)>,
    price: Price,
    cast: &Cast,
) -> Option<String> {
    Some(match line {
        Line::Paused { by, until_ms, .. } | Line::PracticePaused { by, until_ms } => {
            if pause == Some((*by, *until_ms)) {
                return None;
            }
            was_paused(*by, price, cast)
        }
        // This post no longer asks anything; a newer one does.
        Line::HasThen { .. } => String::new(),
        Line::NoShow { who, missing } => format!(
            "At the scheduled start {}.",
            missing_at_start(who, *missing, false, cast)
        ),
        Line::Waits { who, missing, .. } => {
            format!("The host waited for {}.", waited_for(who, *missing, cast))
        }
        Line::Missing { who } => format!(
            "Didn't choose in time (only you see this): {}.",
            who_is_missing(who, cast)
        ),
        Line::ReserveRuns { seat, .. } => {
            format!("⏳ {}'s base time ran out.", cast.seat_name(*seat))
        }
        Line::LastMinute { seat, .. } => {
            format!("⏳ {}'s time was almost up.", cast.seat_name(*seat))
        }
        Line::Overtime { seat, .. } => {
            format!("⏰ {}'s reserve ran out.", cast.seat_name(*seat))
        }
        Line::PauseWished { seat, .. } => {
            format!("⏸️ {} asked for a pause.", cast.seat_name(*seat))
        }
        Line::ResumeWished { seat } => format!("▶️ {} wanted to resume.", cast.seat_name(*seat)),
        _ => return None,
    })
}

/// True of a pause that is over, and of one that lasts but is told again further down.
fn was_paused(by: Pauser, price: Price, cast: &Cast) -> String {
    if by == Pauser::Host {
        return "⏸️ The host paused the match.".to_owned();
    }
    let why = super::pauses::why_paused(by, price, cast);
    format!("⏸️ The match was paused because {why}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;
    use games::{CastId, GameId, Seat};

    #[test]
    fn temporary_states_are_told_in_the_past_tense() {
        let until_ms = Some(1_795_341_561_000);
        for (line, expected) in [
            (
                Line::Paused {
                    by: Pauser::Players,
                    until_ms: until_ms.map(WallMs),
                    stays: false,
                },
                "was paused because both players asked for it.",
            ),
            (
                Line::PracticePaused {
                    by: Pauser::Timeouts(Seat::Ec),
                    until_ms: until_ms.map(WallMs),
                },
                "was paused because Mika ran out of time twice in a row.",
            ),
            (
                Line::NoShow {
                    who: vec![CastId(0)],
                    missing: 2,
                },
                "At the scheduled start 2 choices were missing and Teo wasn't ready.",
            ),
            (
                Line::Waits {
                    until_ms: WallMs(1_795_341_561_000),
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
                "(only you see this): Mika.",
            ),
            (
                Line::ReserveRuns {
                    seat: Seat::Ec,
                    deadline_ms: WallMs(1_795_341_561_000),
                    overtime_s: None,
                },
                "Mika's base time ran out.",
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
    fn a_closed_post_drops_the_time_left_after_a_pause() {
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
            "When play resumes, **Mika** has 0:20 + 5:00 reserve.\n"
        );
        for pause in [Some((Pauser::Host, None)), None] {
            assert_eq!(
                past(&line, pause, Price::default(), &cast()),
                Some(String::new())
            );
        }
    }

    #[test]
    fn a_pause_keeps_its_end_in_the_text_unless_it_changed() {
        let until_ms = Some(WallMs(1_795_341_561_000));
        let by = Pauser::Timeouts(Seat::Ec);
        let stays = false;
        let line = Line::Paused {
            by,
            until_ms,
            stays,
        };
        let otherwise = Some("was paused because Mika ran out of time twice in a row.");
        for (pause, expected) in [
            ((by, until_ms), None),
            ((by, None), otherwise),
            ((Pauser::Host, None), otherwise),
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
