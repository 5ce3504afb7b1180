//! What one person reads on their panel and in their own posts: the question, the deadline, their
//! choice, or that there is nothing to do.

use super::times::{date_with_countdown, due_with_countdown};
use crate::referee::Snapshot;
use games::english::{countdown, date, due_time, list, party};
use games::{Cast, Control, Party, Prompt, View, WallMs, english};
use matches::{CHECK_IN_MS, Stage};

/// To somebody who opens their panel while there is nothing for them to do.
pub fn nothing_for_you(snapshot: &Snapshot, cast: &Cast, now_ms: WallMs) -> String {
    let status = &snapshot.status;
    match (status.stage, snapshot.party) {
        (Stage::Preparing, Some(Party::Seat(_))) => {
            "Nothing to do yet – the others are still choosing. You'll be asked to press Ready \
             when they're done."
                .to_owned()
        }
        (Stage::Preparing, party) if !snapshot.setup().has_seats() => {
            let own = party.and_then(|party| snapshot.view.own_choice(party, cast));
            own.map_or_else(
                || "There's nothing for you to choose here.".to_owned(),
                |own| format!("✅ Your choice: **{own}**. It's final."),
            )
        }
        (Stage::Preparing, _) => {
            "There's nothing for you to do before this match. It starts once all choices are in \
             and both players are ready, or when a host starts it."
                .to_owned()
        }
        (Stage::Standing, Some(Party::Seat(seat))) if !status.ready[seat] => {
            let called = status.start_at_ms.map(|start| start - CHECK_IN_MS);
            if let (Some(start), Some(called)) =
                (status.start_at_ms, called.filter(|called| *called > now_ms))
            {
                return format!(
                    "Nothing to do yet. The match starts at {}, and you'll be asked to press Ready \
                     15 minutes before ({}).",
                    due_time(start, now_ms),
                    countdown(called)
                );
            }
            let awaited = if snapshot.has_no_host() {
                "Press Ready on the match's card."
            } else {
                "Press Ready on the match's card. Otherwise a host can start the match."
            };
            match status.start_at_ms {
                Some(start) if start <= now_ms => format!(
                    "{awaited} The match was scheduled for {}.",
                    due_with_countdown(start, now_ms)
                ),
                Some(start) => format!(
                    "{awaited} The match starts at {}.",
                    due_with_countdown(start, now_ms)
                ),
                None => awaited.to_owned(),
            }
        }
        (Stage::Standing, _) if !snapshot.setup().has_seats() => {
            "This round is closed. A host opens the next one, or ends the match.".to_owned()
        }
        (Stage::Standing, _) => {
            let readiness = super::start::readiness(snapshot, cast);
            let readiness = readiness
                .map(|said| format!("\n{said}"))
                .unwrap_or_default();
            format!("There's nothing for you to do until the match starts.{readiness}")
        }
        (Stage::Live | Stage::Over, _) => {
            let waiting = status.prompts.iter().filter(|prompt| !prompt.answered);
            let who: Vec<String> = waiting.map(|prompt| party(prompt.who, cast)).collect();
            format!(
                "Nothing for you to do right now. Waiting for {}.\n{}",
                list(&who, "and"),
                super::clocks::score_and_clocks(snapshot, None, cast)
            )
        }
    }
}

/// A party's question as a whole sentence, without a name before it.
pub fn ask_alone(view: &View, whose: Party, ask: &str, cast: &Cast) -> String {
    english::capitalized(&view.ask(whose, ask, cast))
}

/// Until when somebody can act, as a sentence with a countdown.
pub fn until(deadline_ms: WallMs, now_ms: WallMs) -> String {
    format!("Until {}.", due_with_countdown(deadline_ms, now_ms))
}

fn choose_by(due_ms: WallMs, now_ms: WallMs) -> String {
    let (due, left) = (due_time(due_ms, now_ms), countdown(due_ms));
    format!("**Choose by {due}** ({left}).")
}

/// Until when the choice of `whose` counts, or can be changed if it `is_in`. None if that isn't
/// known.
pub fn until_due(snapshot: &Snapshot, whose: Party, is_in: bool, now_ms: WallMs) -> Option<String> {
    let status = &snapshot.status;
    let due_ms = status.preparation_deadline_ms;
    match due_ms {
        // A round closes then, and starts nothing.
        Some(due_ms) if !snapshot.setup().has_seats() && is_in => Some(until(due_ms, now_ms)),
        Some(due_ms) if !snapshot.setup().has_seats() => Some(choose_by(due_ms, now_ms)),
        due_ms => until_start(whose, is_in, due_ms, status.start_at_ms, now_ms),
    }
}

/// When the choice of `whose` before the match is due, or until when it can be changed if it
/// `is_in`; and when the match starts or should have started. None if neither is known.
fn until_start(
    whose: Party,
    is_in: bool,
    deadline_ms: Option<WallMs>,
    start_at_ms: Option<WallMs>,
    now_ms: WallMs,
) -> Option<String> {
    if let Some(start) = start_at_ms.filter(|start| *start <= now_ms) {
        return Some(after_start(whose, is_in, deadline_ms, start, now_ms));
    }
    let deadline_passed = deadline_ms.filter(|deadline| *deadline <= now_ms);
    if let (Some(deadline), Party::Cast(_)) = (deadline_passed, whose) {
        return Some(after_deadline(is_in, deadline, start_at_ms));
    }
    let start = start_at_ms.map(|start| format!("The match starts {}", date_with_countdown(start)));
    let due = |at| {
        if is_in {
            until(at, now_ms)
        } else {
            choose_by(at, now_ms)
        }
    };
    match (deadline_ms, start) {
        (Some(at), Some(_)) if start_at_ms == Some(at) => {
            Some(format!("{} The match starts then.", due(at)))
        }
        (Some(deadline), Some(start)) if start_at_ms.is_some_and(|at| at < deadline) => {
            Some(match whose {
                _ if is_in => format!("{start}."),
                // Without a choice of both players it cannot begin.
                Party::Seat(_) => format!(
                    "{start}. Choose before that: it can't start without your choice. Your \
                     deadline is {}.",
                    due_with_countdown(deadline, now_ms)
                ),
                Party::Cast(_) | Party::Host | Party::Dealer => {
                    let at = start_at_ms.unwrap_or(deadline);
                    format!(
                        "{} The match can start without you then.",
                        choose_by(at, now_ms)
                    )
                }
            })
        }
        (Some(deadline), Some(start)) => Some(format!("{} {start}.", due(deadline))),
        (None, Some(start)) => Some(format!("{start}.")),
        (deadline, None) => deadline.map(due),
    }
}

/// As [`until_start`], to a safe player when the deadline has passed: their choice still counts
/// until the match begins (rulebook, "Start").
fn after_deadline(is_in: bool, deadline_ms: WallMs, start_at_ms: Option<WallMs>) -> String {
    let may = if is_in {
        "you can still change your choice"
    } else {
        "you can still choose"
    };
    let begins = match start_at_ms {
        Some(start) => format!(", {}", date(start)),
        None => ", which could be any moment".to_owned(),
    };
    format!(
        "The deadline was {}, but {may} until the match starts{begins}.",
        date(deadline_ms)
    )
}

/// As [`until_start`], when the scheduled start has come and the match has not begun: it waits for
/// as long as a host says.
fn after_start(
    whose: Party,
    is_in: bool,
    deadline_ms: Option<WallMs>,
    start_ms: WallMs,
    now_ms: WallMs,
) -> String {
    let deadline = deadline_ms.map(|deadline| {
        if deadline > now_ms {
            format!("{} ", until(deadline, now_ms))
        } else {
            format!("Time for choosing ran out {}. ", countdown(deadline))
        }
    });
    let waits = match whose {
        _ if is_in => "It's still waiting for others and could start at any moment",
        Party::Seat(_) => "It can't start without your choice",
        Party::Cast(_) | Party::Host | Party::Dealer => {
            "It's waiting for choices, but could start without yours at any moment"
        }
    };
    format!(
        "{}The match was scheduled for {}. {waits}.",
        deadline.unwrap_or_default(),
        date_with_countdown(start_ms)
    )
}

/// What somebody has submitted, or the finished steps of a turn. `stands`: their time is up, so
/// they can't change it.
pub fn current_choice(
    snapshot: &Snapshot,
    whose: Party,
    prompt: &Prompt,
    stands: bool,
    cast: &Cast,
) -> String {
    let so_far = snapshot.view.turn_so_far(cast);
    if !so_far.is_empty() {
        return so_far;
    }
    match snapshot.view.own_choice(whose, cast) {
        Some(own) => {
            if stands {
                return format!("✅ Your choice: **{own}**. {}", final_choice(snapshot));
            }
            let may = changeable_choice(snapshot, whose, prompt, "you can change it");
            format!("✅ Your choice: **{own}**. {may}")
        }
        None if prompt.answered => "✅ Your choice is in. You can still change it.".to_owned(),
        None if prompt.live => String::new(),
        None => "You haven't chosen yet.".to_owned(),
    }
}

/// How long somebody can change their choice, and who sees it. `may` says that they can, and how.
fn changeable_choice(snapshot: &Snapshot, whose: Party, prompt: &Prompt, may: &str) -> String {
    // A choice that both players make at once closes when both have chosen.
    let until = match whose {
        Party::Seat(_) if prompt.live => "the other player has answered or your time runs out",
        Party::Seat(_) => "the other player has chosen too",
        Party::Cast(_) if !snapshot.setup().has_seats() => "the round closes",
        Party::Cast(_) | Party::Host | Party::Dealer => "the match starts",
    };
    // The last one counts with its own time (rulebook, "Clocks").
    let price = if prompt.live && prompt.reserve {
        " Changing it after your base time uses up reserve."
    } else {
        ""
    };
    format!(
        "{} can see it; {may} until {until}.{price}",
        who_sees(snapshot)
    )
}

/// Like [`changeable_choice`], for a final choice.
fn final_choice(snapshot: &Snapshot) -> String {
    format!(
        "Your time is up, so it's final. {} can see it.",
        who_sees(snapshot)
    )
}

/// Says who sees the choice.
fn who_sees(snapshot: &Snapshot) -> &'static str {
    if snapshot.setup().hosts_see {
        "Only you and this season's hosts"
    } else {
        "Only you"
    }
}

/// Somebody's secret choice is in and the other player's is missing. They change it with a button
/// below the public post, unless it `stands`, as in [`current_choice`].
pub fn secret_taken(
    snapshot: &Snapshot,
    prompt: &Prompt,
    stands: bool,
    acts: &[String],
    cast: &Cast,
) -> String {
    let button = match &prompt.control {
        Control::Number { verb, .. } => english::capitalized(verb),
        _ => super::controls::PANEL_BUTTON.to_owned(),
    };
    let own = super::typed::done(snapshot.setup().game, acts, cast);
    let then = if stands {
        final_choice(snapshot)
    } else {
        changeable_choice(
            snapshot,
            prompt.who,
            prompt,
            &format!("you can change it (*{button}*)"),
        )
    };
    format!("✅ Got it: **{own}**. {then}")
}

/// Below a question in a post that others can read. `live`: the match has begun.
pub fn read_along(live: bool) -> &'static str {
    if live {
        "Others may be able to read this. *Open my panel* shows what only you may see."
    } else {
        "Others may be able to read this, so your choice isn't shown, and Dealer ignores messages \
         here. Use a button or `/submit`: only you see those."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{CastId, Seat};

    #[test]
    fn only_safe_players_read_that_the_match_can_start_without_them() {
        let [early, late] = [1_795_341_561_000, 1_795_427_961_000].map(|ms| Some(WallMs(ms)));
        let (safe, seat) = (Party::Cast(CastId(3)), Party::Seat(Seat::Ec));
        for (whose, deadline, start, expected) in [
            (
                safe,
                late,
                early,
                Some("**Choose by <t:1795341561:F>** (<t:1795341561:R>)"),
            ),
            (
                seat,
                late,
                early,
                Some(
                    "Choose before that: it can't start without your choice. Your deadline is \
                     <t:1795427961",
                ),
            ),
            // One moment is said once.
            (
                safe,
                early,
                early,
                Some("**Choose by <t:1795341561:F>** (<t:1795341561:R>). The match starts then."),
            ),
            (safe, early, late, Some("The match starts <t:1795427961")),
            (seat, early, late, Some("The match starts <t:1795427961")),
            (seat, None, early, Some("The match starts <t:1795341561")),
            (seat, late, None, Some("**Choose by <t:1795427961")),
            (safe, None, None, None),
        ] {
            let said = until_start(whose, false, deadline, start, WallMs(0));
            let says_so = match (&said, expected) {
                (Some(said), Some(expected)) => said.contains(expected),
                (said, expected) => said.is_none() && expected.is_none(),
            };
            assert!(says_so, "{whose:?} {deadline:?} {start:?}: {said:?}");
            let without = said.unwrap_or_default().contains("can start without you");
            assert_eq!(
                without,
                whose == safe && start < deadline && start.is_some()
            );
        }
    }

    #[test]
    fn a_past_start_is_not_announced() {
        let (safe, seat) = (Party::Cast(CastId(2)), Party::Seat(Seat::Dmo));
        let [start, now, later] =
            [1_795_341_561_000, 1_795_341_600_000, 1_795_427_961_000].map(WallMs);
        for ((whose, is_in), deadline, expected) in [
            // A host has moved the deadline, so the new one counts.
            ((safe, false), later, "Until <t:1795427961"),
            (
                (safe, false),
                later,
                "could start without yours at any moment",
            ),
            ((seat, false), later, "It can't start without your choice"),
            ((safe, true), later, "It's still waiting for others"),
            ((seat, true), later, "It's still waiting for others"),
            (
                (safe, false),
                start,
                "Time for choosing ran out <t:1795341561",
            ),
        ] {
            let said = until_start(whose, is_in, Some(deadline), Some(start), now).unwrap();
            assert!(said.contains(expected), "{said}");
            assert!(
                said.contains("The match was scheduled for <t:1795341561"),
                "{said}"
            );
            assert!(!said.contains("match starts"), "{said}");
        }
    }
}
