//! Before a match starts: reminders, deadlines, who is ready, and who isn't there.

use super::status::versus;
use super::times::{clock_with_countdown, date_with_countdown};
use crate::referee::{BeginOutcome, Snapshot};
use games::english::{date, names};
use games::{Cast, CastId, Seat, WallMs, english};
use matches::Stage;

/// The answer to Ready, or to beginning a match.
pub fn begin(begin: &BeginOutcome, snapshot: &Snapshot, cast: &Cast) -> String {
    match begin {
        BeginOutcome::Begun if !snapshot.setup().has_seats() => match snapshot.status.stage {
            Stage::Preparing => "The next round is open.".to_owned(),
            Stage::Standing => "The round is closed.".to_owned(),
            Stage::Live | Stage::Over => "The match is over.".to_owned(),
        },
        BeginOutcome::Begun => "The match begins.".to_owned(),
        BeginOutcome::Confirm {
            missing,
            due_ms,
            out,
            start_at_ms,
        } => confirm_begin(missing, out, *due_ms, *start_at_ms, snapshot, cast),
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
    start_at_ms: Option<WallMs>,
    paused: bool,
    waits_until_ms: Option<WallMs>,
) -> String {
    let other = if other_ready {
        "You're both ready."
    } else {
        "You're ready. Waiting for the other player."
    };
    let start = start_at_ms.map(|at| format!(" The match starts at {}.", clock_with_countdown(at)));
    let paused = if paused {
        " The match is paused, so it can't start yet."
    } else {
        ""
    };
    let waits = waits_until_ms.map(|until| {
        let until = clock_with_countdown(until);
        let then = if other_ready {
            "; the match starts then, or as soon as everyone has chosen"
        } else {
            ""
        };
        format!(" The host is giving late players until {until}{then}.")
    });
    format!(
        "{other}{}{paused}{}",
        start.unwrap_or_default(),
        waits.unwrap_or_default()
    )
}

/// To a host who wants to begin, while these choices may be `missing`. Some of these people are
/// `out` because of their strike. `due_ms`: when the choices are due, if that is in the future.
pub fn confirm_begin(
    missing: &[CastId],
    out: &[CastId],
    due_ms: Option<WallMs>,
    start_at_ms: Option<WallMs>,
    snapshot: &Snapshot,
    cast: &Cast,
) -> String {
    let mut said = match absent(snapshot).as_slice() {
        [] => String::new(),
        [one] => format!("{} hasn't pressed Ready.\n", cast.name(*one)),
        both => format!("{} haven't pressed Ready.\n", names(both, cast)),
    };
    if let Some(start) = start_at_ms {
        let start = date_with_countdown(start);
        said.push_str(&format!("The match is scheduled for {start}.\n"));
    }
    let has_seats = snapshot.setup().has_seats();
    if missing.is_empty() && has_seats {
        return said + "Start now? The clocks start running.";
    }
    if missing.is_empty() {
        return said + "Close the round now? Nobody can change a choice after that.";
    }
    let guests = missing.iter().copied();
    let guests = guests.filter(|who| !snapshot.people.iter().any(|person| person.who == *who));
    let guests: Vec<CastId> = guests.collect();
    let spared = due_ms.is_some() && snapshot.strikes_missing();
    let fate = if guests.len() == missing.len() || due_ms.is_some() {
        super::terms::fate_of_guest(snapshot, "they", "them")
    } else {
        super::terms::fate(snapshot, cast, "they", "them")
    };
    let due = due_ms.map(|due| format!(" They have time until {}.", date_with_countdown(due)));
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
    let (now, without) = if has_seats {
        ("the match starts", "Begin")
    } else {
        ("the round closes", "Close it")
    };
    format!(
        "{said}Haven't chosen yet: {}.{due}\n\
         If {now} now, {fate}{spared}.{guests}{out}\n\
         {without} without them?",
        who_is_missing(missing, cast)
    )
}

/// The people without a choice, for a host: a few by name, many by number.
pub(super) fn who_is_missing(who: &[CastId], cast: &Cast) -> String {
    const MAX_NAMES: usize = 4;
    if who.len() <= MAX_NAMES {
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
pub fn start_moved(to_ms: Option<WallMs>, due_ms: Option<WallMs>) -> String {
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
    format!("New start: {}.{due}", date_with_countdown(at))
}

/// Beside the question about a start, if choices are due later than the match would start.
pub fn due_after_start(deadline_ms: WallMs) -> String {
    format!(
        "\nChoices are due later: {}. Should they close at the start?",
        date(deadline_ms)
    )
}

/// The button that leaves that deadline as it is.
pub const KEEP_DEADLINE: &str = "Keep that deadline";

/// The button that makes the start the deadline for choices.
pub const CHOICES_UNTIL_START: &str = "Choices until the start";

pub const WAIT_BUTTON_5: &str = "Wait 5 minutes";

pub const MOVE_START_BUTTON: &str = "Move the start";

/// Below the answer to Ready.
pub const NOT_READY_BUTTON: &str = "Not ready after all";

pub const NOT_READY: &str = "You're no longer ready. Press Ready again when you are; until then \
     only a host can start the match.";

/// A new start, to be confirmed.
pub fn confirm_start(to_ms: Option<WallMs>) -> String {
    match to_ms {
        Some(at) => format!(
            "Set the start to {}? Everyone is told. Players who have pressed Ready have to \
             press it again.",
            date_with_countdown(at)
        ),
        None => {
            "Remove the start time? The match then starts once both players are ready, or when a \
             host starts it."
                .to_owned()
        }
    }
}

/// A host waits for missing players. `due`: choices are still due, and nobody can be ready before
/// they are in or their time is up.
pub fn waits((until_ms, due): (WallMs, bool)) -> String {
    let then = if due {
        "it starts if both players are ready and no more choices are due"
    } else {
        "it starts if both players are ready"
    };
    format!(
        "Waiting until {}. The match starts as soon as everyone is ready and has chosen. When \
         the wait is over, {then}; otherwise you're asked again.",
        clock_with_countdown(until_ms)
    )
}

pub const EXTEND_BUTTON: &str = "Move the deadline";

/// A new deadline for choices, to be confirmed, and what follows if the start is earlier. `due_ms`:
/// the deadline so far.
pub fn confirm_extension(
    to_ms: WallMs,
    due_ms: Option<WallMs>,
    start_ms: Option<WallMs>,
    now_ms: WallMs,
) -> String {
    let earlier = if due_ms.is_some_and(|due| to_ms < due) {
        " **That's earlier than the deadline so far.**"
    } else {
        ""
    };
    let start = start_ms.filter(|start| (now_ms..to_ms).contains(start));
    let sooner = start.map(|start| {
        format!(
            "\n⚠️ That's after the start, {}. The match then waits for late players, unless \
             you start it without them. To move the start, use `/match schedule`.",
            date_with_countdown(start)
        )
    });
    format!(
        "Set the deadline for choices to {}? Everyone is told.{earlier}{}",
        date_with_countdown(to_ms),
        sooner.unwrap_or_default()
    )
}

pub fn extended(to_ms: WallMs) -> String {
    format!("The new deadline for choices is {}.", date(to_ms))
}

pub const READY_BUTTON: &str = "Ready";

pub const BEGIN_BUTTON: &str = "Begin (host)";

pub const CLOSE_BUTTON: &str = "Close (host)";

pub const CLOSE_ROUND_BUTTON: &str = "Close the round";

/// `missing`: whether choices are missing. `spares`: whether they would mean strikes if the match
/// began later. `has_seats`: if not, a round closes.
pub fn begin_anyway(missing: bool, spares: bool, has_seats: bool) -> &'static str {
    match (missing, spares, has_seats) {
        (true, true, true) => "Begin without strikes",
        (true, true, false) => "Close without strikes",
        (true, false, true) => "Begin without them",
        (true, false, false) => "Close without them",
        (false, _, true) => "Begin now",
        (false, _, false) => "Close now",
    }
}

pub const REMIND_BUTTON: &str = "Remind them";

/// A host waits until this time for these players, who are missing at the start, and for `missing`
/// choices. `due`: nobody can be ready before the choices are in or due.
pub fn host_waits(
    until_ms: WallMs,
    who: &[CastId],
    missing: u32,
    due: bool,
    cast: &Cast,
) -> String {
    let whom = waited_for(who, missing, cast);
    let begins = match missing {
        _ if due => "all choices are in and both players are ready. After that, a host decides",
        0 => "both players are ready",
        _ => "all choices are in and both players are ready. After that, it starts without them",
    };
    format!(
        "The host is waiting for {whom} until {}. The match starts as soon as {begins}.",
        clock_with_countdown(until_ms)
    )
}

/// The people and choices for which a host waits at the start.
pub(super) fn waited_for(who: &[CastId], missing: u32, cast: &Cast) -> String {
    match who {
        [] => "the missing choices".to_owned(),
        who if missing > 0 => format!("{} and the missing choices", names(who, cast)),
        who => names(who, cast),
    }
}

/// What is missing (or was, if not `now`) at the scheduled start: the number of choices, and the
/// players who are not ready.
pub(super) fn missing_at_start(who: &[CastId], missing: u32, now: bool, cast: &Cast) -> String {
    let (is, are) = if now { ("is", "are") } else { ("was", "were") };
    let not_in = match missing {
        0 if who.is_empty() => Some(format!("something {is} still missing")),
        0 => None,
        1 => Some(format!("one choice {is} missing")),
        missing => Some(format!("{missing} choices {are} missing")),
    };
    let not_ready = match who {
        [] => None,
        [one] => Some(format!("{} {is}n't ready", cast.name(*one))),
        who => Some(format!("{} {are}n't ready", names(who, cast))),
    };
    let why: Vec<String> = not_in.into_iter().chain(not_ready).collect();
    english::list(&why, "and")
}

/// Asks both players to press Ready, or says when they will be asked. The first line never changes,
/// so that people recognise the post. `alone`: one of the two is the computer.
pub fn check_in(start_ms: Option<WallMs>, alone: bool, snapshot: &Snapshot, cast: &Cast) -> String {
    let pairing = versus(cast);
    let mut said = match start_ms {
        Some(start) => format!(
            "**{pairing}**: the match starts {}.",
            clock_with_countdown(start)
        ),
        None => {
            let you = if alone { "you" } else { "you both" };
            let host = if snapshot.has_no_host() {
                ""
            } else {
                ", or when a host starts it"
            };
            format!("**{pairing}**: the match starts once {you} press Ready{host}.")
        }
    };
    if snapshot.status.stage == Stage::Preparing {
        said.push_str(
            "\nSome choices are still missing. If one is yours, press *Open my panel*. \
             You'll both be asked to press Ready when all choices are in or time is up.",
        );
    } else if start_ms.is_some() {
        said.push_str("\nPress Ready when you're here.");
    }
    if let Some(readiness) = readiness(snapshot, cast) {
        said.push('\n');
        said.push_str(&readiness);
    }
    said
}

/// What stays of the post that asked both to press Ready, or said when they will be asked.
pub fn was_called(cast: &Cast) -> String {
    format!("**{}**: both players were called.", versus(cast))
}

/// Who still has to press Ready, as the end of a sentence. `computer`: the seat that the computer
/// plays, which is always ready.
pub(super) fn once_ready(snapshot: &Snapshot, computer: Option<Seat>, cast: &Cast) -> String {
    let missing = |seat: &Seat| !snapshot.status.ready[*seat] && Some(*seat) != computer;
    let missing: Vec<Seat> = Seat::BOTH.into_iter().filter(missing).collect();
    match missing.as_slice() {
        [one] => format!("once {} presses Ready", cast.seat_name(*one)),
        _ => "once both players press Ready".to_owned(),
    }
}

/// What starts a match that has not begun, or should have started it. `once`: as [`once_ready`]
/// says; `hostless`: no host can start it.
pub(super) fn start_line(
    start_at_ms: Option<WallMs>,
    once: &str,
    hostless: bool,
    now_ms: WallMs,
) -> String {
    match start_at_ms {
        Some(start) if start <= now_ms => format!(
            "The match was scheduled for {}.",
            date_with_countdown(start)
        ),
        Some(start) => format!("Start: {}.", date_with_countdown(start)),
        None if hostless => format!("The match starts {once}."),
        None => format!("The match starts {once}, or when a host starts it."),
    }
}

/// Says that the start comes before the choices are due; empty if it doesn't, or is over.
pub(super) fn before_deadline(
    deadline_ms: WallMs,
    start_at_ms: Option<WallMs>,
    now_ms: WallMs,
) -> String {
    if start_at_ms.is_some_and(|start| now_ms < start && start < deadline_ms) {
        " It's to start before that, and waits for missing choices unless a host says go."
            .to_owned()
    } else {
        String::new()
    }
}

/// Which players are ready; None if nobody is or the match has begun.
pub fn readiness(snapshot: &Snapshot, cast: &Cast) -> Option<String> {
    let status = &snapshot.status;
    let is_ready = |seat: &Seat| status.ready[*seat] && status.stage == Stage::Standing;
    let ready: Vec<Seat> = Seat::BOTH.into_iter().filter(is_ready).collect();
    match ready.as_slice() {
        [] => None,
        [seat] => Some(format!("✅ **{}** is ready.", cast.seat_name(*seat))),
        _ => Some("✅ Both players are ready.".to_owned()),
    }
}

/// The players who are not ready; nobody while choices are missing, since nobody can be ready then.
pub(super) fn absent(snapshot: &Snapshot) -> Vec<CastId> {
    let status = &snapshot.status;
    let absent = |seat: &Seat| status.stage == Stage::Standing && !status.ready[*seat];
    let absent = Seat::BOTH.into_iter().filter(absent);
    absent
        .filter_map(|seat| snapshot.cast().seated(seat))
        .collect()
}

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
        let at_ms = Some(WallMs(1_795_341_561_000));
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

    #[test]
    fn a_past_start_is_not_announced() {
        for (now, start, sooner) in [
            (1_000, "Start: ", true),
            (2_000, "The match was scheduled for ", false),
            (9_000, "The match was scheduled for ", false),
        ] {
            let said = start_line(Some(WallMs(2_000)), "", false, WallMs(now));
            assert!(said.starts_with(start), "{now}");
            let said = before_deadline(WallMs(5_000), Some(WallMs(2_000)), WallMs(now));
            assert_eq!(said.contains("to start before that"), sooner, "{now}");
        }
        let said = start_line(None, "once Mika presses Ready", true, WallMs(1_000));
        assert_eq!(said, "The match starts once Mika presses Ready.");
    }
}
