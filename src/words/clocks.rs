//! How much time the two players have.

use super::start::before_deadline;
use super::times::{clock_with_countdown, due_with_countdown};
use crate::referee::{MatchStatus, Snapshot};
use games::english::{Price, clock_time, countdown, date, due_time, stretch};
use games::{Cast, GameId, Party, Seat, WallMs};
use matches::{BaseAndReserve, Stage, TimeLeft};

/// Both clocks.
pub fn clocks(snapshot: &Snapshot, cast: &Cast) -> String {
    Seat::BOTH
        .map(|seat| clock(snapshot, seat, cast))
        .join("\n")
}

/// One of them.
pub(super) fn clock(snapshot: &Snapshot, seat: Seat, cast: &Cast) -> String {
    let (name, status) = (cast.seat_name(seat), &snapshot.status);
    match status.time_left[seat] {
        Some(time) => format!(
            "{name}: {}",
            has_left(time, price_of(snapshot.setup().game))
        ),
        None => format!(
            "{name}: clock stopped, {} in reserve",
            stretch(status.reserve_ms[seat])
        ),
    }
}

/// The deadline of the choices before the match, if there is one, and both clocks. In a finished
/// match, that it is over.
pub fn clocks_and_choices(snapshot: &Snapshot, cast: &Cast, now_ms: WallMs) -> String {
    let status = &snapshot.status;
    match (status.stage, status.held) {
        (Stage::Over, true) => return super::result::HELD.to_owned(),
        (Stage::Over, false) => return super::which_match::MATCH_OVER.to_owned(),
        _ => {}
    }
    let until = |deadline| choices_until(deadline, status.start_at_ms, now_ms) + "\n";
    let until = status.preparation_deadline_ms.map(until);
    until.unwrap_or_default() + &clocks(snapshot, cast)
}

/// When the choices before the match are due, or were.
pub(super) fn choices_until(
    deadline_ms: WallMs,
    start_at_ms: Option<WallMs>,
    now_ms: WallMs,
) -> String {
    let left = countdown(deadline_ms);
    if deadline_ms > now_ms {
        format!(
            "Deadline for choices: {} ({left}).{}",
            due_time(deadline_ms, now_ms),
            before_deadline(deadline_ms, start_at_ms, now_ms)
        )
    } else {
        format!(
            "The deadline for choices was {} ({left}). Late players can still choose until \
         the match starts.",
            date(deadline_ms)
        )
    }
}

/// How much time somebody has whose turn it is. It stays true when the reserve begins.
fn has_left(time: TimeLeft, price: Price) -> String {
    match time {
        TimeLeft::Until { base_ms, all_ms } if all_ms < base_ms + 1000 => {
            format!("until {}", clock_with_countdown(all_ms))
        }
        TimeLeft::Until { base_ms, all_ms } => format!(
            "until {}, on reserve from {}",
            due_with_countdown(all_ms, base_ms),
            clock_time(base_ms)
        ),
        TimeLeft::Standing(left) => format!("clock stopped with {} left", stopped_clock(left)),
        TimeLeft::Late { next_ms } => format!(
            "out of time and losing {}: the next at {}",
            price.many,
            clock_with_countdown(next_ms)
        ),
        TimeLeft::LateStanding { next_in_ms } => format!(
            "out of time, clock stopped; loses the next {} {} after play resumes",
            price.one,
            stretch(next_in_ms)
        ),
    }
}

/// Until when a seat's running clock lasts; None if it stands.
pub(super) fn running_clock(snapshot: &Snapshot, seat: Seat) -> Option<String> {
    let time = snapshot.status.time_left[seat]?;
    let runs = matches!(time, TimeLeft::Until { .. } | TimeLeft::Late { .. });
    runs.then(|| has_left(time, price_of(snapshot.setup().game)))
}

/// How long a seat has for the open prompt, in the words of the public post; None if its clock has
/// not started.
pub fn time_left(snapshot: &Snapshot, seat: Seat, now_ms: WallMs) -> Option<String> {
    let (status, price) = (&snapshot.status, price_of(snapshot.setup().game));
    match status.time_left[seat]? {
        TimeLeft::Until { base_ms, all_ms } => Some(
            time_until(base_ms, all_ms.since(base_ms), now_ms, true)
                + &then_overtime(overtime_s(status, seat), price),
        ),
        left if status.pause.is_none() && !matches!(left, TimeLeft::Late { .. }) => None,
        left => Some(format!("⏱️ {}", has_left(left, price))),
    }
}

/// The interval in seconds at which lateness costs a seat something; None if it doesn't.
fn overtime_s(status: &MatchStatus, seat: Seat) -> Option<u32> {
    let mut prompts = status.prompts.iter();
    let prompt = prompts.find(|prompt| prompt.live && prompt.who == Party::Seat(seat))?;
    prompt.overtime_s
}

/// When the base time ends, and the reserve after it if there is any, to the second.
fn base_and_reserve(base_up_ms: WallMs, reserve_ms: u64, now_ms: WallMs) -> String {
    let base = due_with_countdown(base_up_ms, now_ms);
    match reserve_ms {
        // Less than a second is shown as none.
        0..1000 => format!("⏱️ until {base}"),
        _ => format!("⏱️ until {base} + {} reserve", stretch(reserve_ms)),
    }
}

/// The same by now, when the base time may be used up. `counts`: this post counts it down, which
/// only one post does.
pub(super) fn time_until(
    base_up_ms: WallMs,
    reserve_ms: u64,
    now_ms: WallMs,
    counts: bool,
) -> String {
    let is_on_reserve = base_up_ms <= now_ms && reserve_ms >= 1000;
    if counts && !is_on_reserve {
        return base_and_reserve(base_up_ms, reserve_ms, now_ms);
    }
    let up_ms = base_up_ms + reserve_ms;
    let left = if counts {
        format!(" ({})", countdown(up_ms))
    } else {
        String::new()
    };
    if is_on_reserve {
        format!(
            "⏱️ on reserve until {}{left}",
            all_up(base_up_ms, reserve_ms)
        )
    } else {
        format!("⏱️ until {}{left}", due_time(up_ms, now_ms))
    }
}

/// As [`base_and_reserve`], of two players with the same base time and their own reserves.
pub(super) fn base_and_reserves(
    base_up_ms: WallMs,
    reserves: [(&str, u64); 2],
    now_ms: WallMs,
) -> String {
    let base = due_with_countdown(base_up_ms, now_ms);
    let each = reserves.map(|(name, reserve_ms)| match reserve_ms {
        0..1000 => format!("{name} none"),
        _ => format!("{name} {}", stretch(reserve_ms)),
    });
    format!("⏱️ until {base} + reserve: {}", each.join(", "))
}

/// When the reserve ends, if it starts at the end of the base time.
fn all_up(base_up_ms: WallMs, reserve_ms: u64) -> String {
    due_time(base_up_ms + reserve_ms, base_up_ms)
}

/// What lateness costs in a game, piece by piece.
pub(super) fn price_of(game: GameId) -> Price {
    game.catalogue().price.unwrap_or_default()
}

/// What lateness costs once all of a player's time is used up; empty if nothing.
pub(super) fn then_overtime(overtime_s: Option<u32>, price: Price) -> String {
    overtime_s.map_or_else(String::new, |every| {
        format!(", then {}", overtime(every, price))
    })
}

/// What each so many seconds of lateness cost.
pub(super) fn overtime(every_s: u32, price: Price) -> String {
    format!("every {every_s} seconds costs a {}", price.one)
}

/// The time left on a stopped clock.
pub(super) fn stopped_clock(left: BaseAndReserve) -> String {
    match (left.base_ms, left.reserve_ms) {
        (base, 0..1000) => stretch(base),
        (0..1000, reserve) => format!("{} reserve", stretch(reserve)),
        (base, reserve) => format!("{} + {} reserve", stretch(base), stretch(reserve)),
    }
}

/// The score and the clocks, a line each. `own`: the seat whose clock is already said. Empty before
/// and after a match.
pub fn score_and_clocks(snapshot: &Snapshot, own: Option<Seat>, cast: &Cast) -> String {
    if snapshot.status.stage != Stage::Live {
        return String::new();
    }
    let clocks = Seat::BOTH.into_iter().filter(|seat| Some(*seat) != own);
    let clocks = clocks.map(|seat| clock(snapshot, seat, cast));
    let lines: Vec<String> = snapshot
        .view
        .score(cast)
        .into_iter()
        .chain(clocks)
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Audience, GameId};
    use matches::selfplay;

    #[test]
    fn every_game_with_a_score_has_a_one_line_score() {
        for (game, expected) in [
            ("gridlock", Some(["Points: ", " (of "])),
            ("crossfire", Some([" chip", " of 2 goals"])),
            ("invitational", Some([" houses, ", " letter"])),
            ("roundabout", Some(["Cars home: ", " of 3"])),
            ("short_circuit", None),
        ] {
            let played = selfplay::through(GameId::read(game).unwrap(), 3).game;
            let (view, cast) = (played.view(Audience::Public), played.cast());
            let said = view.score(cast);
            assert_eq!(said.is_some(), expected.is_some(), "{game:?}: {said:?}");
            if let (Some(said), Some(expected)) = (said, expected) {
                for words in expected {
                    assert!(said.contains(words), "{said}");
                }
                for seat in Seat::BOTH {
                    assert!(said.contains(cast.seat_name(seat)), "{said}");
                }
                assert!(!said.contains('\n'), "{said}");
            }
        }
    }

    #[test]
    fn the_reserve_follows_the_base_time() {
        for (reserve_s, expected) in [
            (0, ""),
            (300, " + 5:00 reserve"),
            (86_400, " + 24 h reserve"),
        ] {
            let said = base_and_reserve(WallMs(1_000_000), reserve_s * 1000, WallMs(0));
            assert_eq!(said, format!("⏱️ until <t:1000:T> (<t:1000:R>){expected}"));
        }
        let in_a_day = base_and_reserve(WallMs(86_400_000), 0, WallMs(0));
        assert_eq!(in_a_day, "⏱️ until <t:86400:F> (<t:86400:R>)");
    }

    #[test]
    fn what_is_left_stays_true_when_the_reserve_begins() {
        let left = TimeLeft::Until {
            base_ms: WallMs(1_000_000),
            all_ms: WallMs(1_300_000),
        };
        let said = has_left(left, Price::default());
        assert_eq!(
            said,
            "until <t:1300:T> (<t:1300:R>), on reserve from <t:1000:T>"
        );
    }

    #[test]
    fn a_long_reserve_ends_at_a_date() {
        for (reserve_s, expected) in [
            (300, "⏱️ on reserve until <t:1300:T>"),
            (86_400, "⏱️ on reserve until <t:87400:F>"),
        ] {
            let said = time_until(
                WallMs(1_000_000),
                reserve_s * 1000,
                WallMs(1_000_001),
                false,
            );
            assert_eq!(said, expected);
        }
    }

    #[test]
    fn two_players_with_different_reserves_share_a_line() {
        for (reserves, expected) in [
            ([("Teo", 300_000), ("Mika", 241_000)], "Teo 5:00, Mika 4:01"),
            ([("Teo", 0), ("Mika", 86_400_000)], "Teo none, Mika 24 h"),
        ] {
            let said = base_and_reserves(WallMs(1_000_000), reserves, WallMs(0));
            let base = "⏱️ until <t:1000:T> (<t:1000:R>) + reserve: ";
            assert_eq!(said, format!("{base}{expected}"));
        }
    }
}
