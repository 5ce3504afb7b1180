//! Answers to Ready and to starting a match, and what a host must confirm first.

use super::{clock_time, countdown, date, names};
use crate::referee::{BeginOutcome, Snapshot};
use games::{Cast, CastId, Seat};

/// The answer to Ready, or to beginning a match.
pub fn begin(begin: &BeginOutcome, look: &Snapshot, cast: &Cast) -> String {
    match begin {
        BeginOutcome::Begun => "The match begins.".to_owned(),
        BeginOutcome::Confirm {
            missing,
            due_ms,
            out,
            start_at_ms,
        } => confirm_begin((missing, out), (*due_ms, *start_at_ms), look, cast),
        BeginOutcome::Noted {
            other_ready,
            start_at_ms,
            paused,
            waits_until_ms,
        } => noted(*other_ready, *start_at_ms, *paused, *waits_until_ms),
    }
}

/// To a player whose Ready counts, though the match has not begun yet.
fn noted(
    other_ready: bool,
    start_at_ms: Option<u64>,
    paused: bool,
    waits_until_ms: Option<u64>,
) -> String {
    let other = if other_ready {
        "You're both ready."
    } else {
        "You're ready. Waiting for the other player."
    };
    let start = start_at_ms.map(|at| {
        format!(
            " The match starts at {} ({}).",
            clock_time(at),
            countdown(at)
        )
    });
    let paused = if paused {
        " The match is paused, so it can't start yet."
    } else {
        ""
    };
    let waits = waits_until_ms.map(|until| {
        let (until, left) = (clock_time(until), countdown(until));
        let then = if other_ready {
            "; the match starts then, or as soon as everyone has chosen"
        } else {
            ""
        };
        format!(" The host is giving late players until {until} ({left}){then}.")
    });
    format!(
        "{other}{}{paused}{}",
        start.unwrap_or_default(),
        waits.unwrap_or_default()
    )
}

/// To a host who wants to begin while these choices are `missing`, or before the scheduled start.
/// Some of these people are `out` because of their strike. `due_ms`: when the choices are due, if
/// that is in the future.
pub fn confirm_begin(
    (missing, out): (&[CastId], &[CastId]),
    (due_ms, start_at_ms): (Option<u64>, Option<u64>),
    look: &Snapshot,
    cast: &Cast,
) -> String {
    let mut said = String::new();
    if let Some(start) = start_at_ms {
        let absent = Seat::BOTH
            .into_iter()
            .filter(|seat| !look.status.ready[*seat]);
        let absent: Vec<CastId> = absent.map(|seat| cast.seated(seat)).collect();
        let ready = match absent.as_slice() {
            [] => String::new(),
            absent => format!(". Not ready yet: {}", names(absent, cast)),
        };
        said = format!(
            "The match is scheduled for {} ({}){ready}.\n",
            date(start),
            countdown(start)
        );
    }
    if missing.is_empty() {
        return said + "Start now? The clocks start running.";
    }
    let guests = missing.iter().copied();
    let guests = guests.filter(|who| !look.people.iter().any(|person| person.who == *who));
    let guests: Vec<CastId> = guests.collect();
    let spared = due_ms.is_some() && look.row.season.is_some();
    let fate = if guests.len() == missing.len() || due_ms.is_some() {
        super::fate_of_guest(look, "they", "them")
    } else {
        super::fate(look, cast, "they", "them")
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
                ", so they get no strike"
            };
            let names = names(guests, cast);
            format!(
                " Nobody plays for {names}{strike}. You can choose for them with `/ruling act`."
            )
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
            " **The strike eliminates {} when the match ends.**",
            names(out, cast)
        ),
    };
    format!(
        "{said}Haven't chosen yet: {}.{due}\n\
         If the match starts now, {fate}{spared}.{guests}{out}\n\
         Begin without them?",
        who_is_missing(missing, cast)
    )
}

/// The people without a choice, for a host: a few by name, many by number.
pub(super) fn who_is_missing(who: &[CastId], cast: &Cast) -> String {
    const MOST_NAMES: usize = 4;
    if who.len() <= MOST_NAMES {
        return names(who, cast);
    }
    format!("{} people (`/match status` names them)", who.len())
}

/// To a host who reminds people while nobody can be reminded of a choice before the match.
pub fn reminded_nobody(status: &str) -> String {
    format!("There's nobody to remind of a choice before the match.\n{status}")
}

pub fn reminded(count: u32) -> String {
    match count {
        1 => "I'm reminding one person.".to_owned(),
        count => format!("I'm reminding {count} people."),
    }
}

/// To the host who moved the start. `due_ms`: when choices are due, if that stays later.
pub fn start_moved(to_ms: Option<u64>, due_ms: Option<u64>) -> String {
    let Some(at) = to_ms else {
        return "The match no longer has a start time.".to_owned();
    };
    let due = due_ms.map(|due| {
        format!(
            "\nChoices stay due {}. If some are missing at the start, I'll ask you whether to wait \
             or to start without them.",
            date(due)
        )
    });
    let due = due.unwrap_or_default();
    format!("New start: {} ({}).{due}", date(at), countdown(at))
}

/// Beside the question about a start, if choices are due later than the match would start.
pub fn due_after_start(deadline_ms: u64) -> String {
    format!(
        "\nChoices are due later: {}. Should they close at the start?",
        date(deadline_ms)
    )
}

/// The button that leaves that deadline as it is.
pub const KEEP_DEADLINE: &str = "Keep that deadline";

/// The button that makes the start the deadline for choices.
pub const CHOICES_UNTIL_START: &str = "Choices until the start";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_reads_a_number_where_many_are_missing() {
        let cast = crate::words::tests::cast();
        let who = |count| who_is_missing(&[CastId(0); 5][..count], &cast);
        assert!(who(4).contains(cast.name(CastId(0))), "{}", who(4));
        assert!(who(5).starts_with("5 people"), "{}", who(5));
    }

    #[test]
    fn the_answer_to_ready_says_what_the_match_waits_for() {
        let at_ms = Some(1_795_341_561_000);
        let (start, waits) = (
            " The match starts at <t:1795341561:T> (<t:1795341561:R>).",
            " The host is giving late players until <t:1795341561:T> (<t:1795341561:R>)",
        );
        let paused = " The match is paused, so it can't start yet.";
        for (start_at_ms, waits_until_ms, is_paused, expected) in [
            (None, None, false, ""),
            (at_ms, None, false, start),
            (None, None, true, paused),
            (None, at_ms, false, waits),
        ] {
            for (other_ready, who) in [
                (true, "You're both ready."),
                (false, "You're ready. Waiting for the other player."),
            ] {
                let noted = noted(other_ready, start_at_ms, is_paused, waits_until_ms);
                assert!(noted.starts_with(&format!("{who}{expected}")), "{noted}");
                let then = noted.contains("the match starts then");
                assert_eq!(then, other_ready && waits_until_ms.is_some(), "{noted}");
            }
        }
    }
}
