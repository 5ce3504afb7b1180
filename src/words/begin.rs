//! What comes of Ready and of beginning a match, and what a host is asked before it.

use super::{clock_time, countdown, date, names};
use crate::referee::{Begin, Look};
use games::{Cast, CastId, Seat};

/// What came of Ready or of beginning.
pub fn begin(begin: &Begin, look: &Look, cast: &Cast) -> String {
    match begin {
        Begin::Begun => "The match begins.".to_owned(),
        Begin::Confirm {
            missing,
            due_ms,
            out,
            start_at_ms,
        } => confirm_begin((missing, out), (*due_ms, *start_at_ms), look, cast),
        Begin::Noted {
            other_ready,
            start_at_ms,
            paused,
            waits_until_ms,
        } => noted(*other_ready, *start_at_ms, *paused, *waits_until_ms),
    }
}

/// To a player whose Ready counts, though the match has not begun by it. All of it is true for
/// good: this answer is not edited any more.
fn noted(
    other_ready: bool,
    start_at_ms: Option<u64>,
    paused: bool,
    waits_until_ms: Option<u64>,
) -> String {
    let other = if other_ready {
        "Both of you have pressed Ready"
    } else {
        "You have pressed Ready; when you did, the other player had not yet"
    };
    let start = start_at_ms.map(|at| {
        format!(
            " The start was appointed for {} ({}) then.",
            clock_time(at),
            countdown(at)
        )
    });
    let paused = match paused {
        true => " The match was paused then, and begins no sooner than it goes on.",
        false => "",
    };
    let waits = waits_until_ms.map(|until| {
        format!(
            " The host was waiting until {} ({}) for choices that were not in: with them, or at that time without them, the match was to begin if both of you are ready.",
            clock_time(until),
            countdown(until)
        )
    });
    format!(
        "{other}.{}{paused}{}",
        start.unwrap_or_default(),
        waits.unwrap_or_default()
    )
}

/// To a host who would begin while these are missing, some of whom are `out` by their strike, or
/// before an appointed start. `due_ms`: until when those have time, if it is not up.
pub fn confirm_begin(
    (missing, out): (&[CastId], &[CastId]),
    (due_ms, start_at_ms): (Option<u64>, Option<u64>),
    look: &Look,
    cast: &Cast,
) -> String {
    let mut said = String::new();
    if let Some(start) = start_at_ms {
        let absent = Seat::BOTH
            .into_iter()
            .filter(|seat| !look.standing.ready[*seat]);
        let absent: Vec<CastId> = absent.map(|seat| cast.seated(seat)).collect();
        let ready = match absent.as_slice() {
            [] => String::new(),
            absent => format!(", and not ready: {}", names(absent, cast)),
        };
        said = format!(
            "The start is appointed for {} ({}){ready}. Once the match has begun, the clocks run. ",
            date(start),
            countdown(start)
        );
    }
    if missing.is_empty() {
        return said + "Begin now all the same?";
    }
    let guests = missing.iter().copied();
    let guests = guests.filter(|who| !look.people.iter().any(|person| person.who == *who));
    let guests: Vec<CastId> = guests.collect();
    let spared = due_ms.is_some() && look.row.season.is_some();
    let fate = match guests.len() == missing.len() || due_ms.is_some() {
        true => super::fate_of_guest(look, "they", "them"),
        false => super::fate(look, cast, "they", "them"),
    };
    let due = due_ms.map(|due| {
        let (date, countdown) = (date(due), countdown(due));
        format!(" They have time until {date} ({countdown}).")
    });
    let due = due.unwrap_or_default();
    let guests = match guests.as_slice() {
        [] => String::new(),
        guests => {
            let strike = if spared {
                ""
            } else {
                " that is no strike, and"
            };
            let names = names(guests, cast);
            format!(" Nobody acts for {names}:{strike} you can choose for them with `/ruling act`.")
        }
    };
    let spared = if spared {
        ", and nobody gets a strike"
    } else {
        ""
    };
    let out = match out {
        [] => String::new(),
        out => format!(
            " **Out of the season by that strike, when the match is over: {}.**",
            names(out, cast)
        ),
    };
    format!(
        "{said}Not in yet: {}.{due} If the match begins now, {fate}{spared}.{guests}{out} Begin without them?",
        names(missing, cast)
    )
}

pub fn reminded(count: u32) -> String {
    match count {
        0 => "Nobody is missing.".to_owned(),
        1 => "One person is being reminded.".to_owned(),
        count => format!("{count} people are being reminded."),
    }
}

pub fn start_moved(to_ms: Option<u64>) -> String {
    match to_ms {
        Some(at) => format!("The start is now {} ({}).", date(at), countdown(at)),
        None => "The match has no appointed start any more.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_to_ready_is_true_for_good() {
        let at_ms = Some(1_795_341_561_000);
        for (start_at_ms, waits_until_ms, paused, expected) in [
            (None, None, false, ""),
            (
                at_ms,
                None,
                false,
                " The start was appointed for <t:1795341561:T> (<t:1795341561:R>) then.",
            ),
            (
                None,
                None,
                true,
                " The match was paused then, and begins no sooner than it goes on.",
            ),
            (
                None,
                at_ms,
                false,
                " The host was waiting until <t:1795341561:T> (<t:1795341561:R>) for choices that were not in: with them, or at that time without them, the \
                 match was to begin if both of you are ready.",
            ),
        ] {
            for (other_ready, who) in [
                (true, "Both of you have pressed Ready."),
                (
                    false,
                    "You have pressed Ready; when you did, the other player had not yet.",
                ),
            ] {
                let noted = noted(other_ready, start_at_ms, paused, waits_until_ms);
                assert_eq!(noted, format!("{who}{expected}"));
            }
        }
    }
}
