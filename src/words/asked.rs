//! What one person is asked on their panel and in their own posts: until when, what counts by now,
//! or that nothing is awaited of them.

use super::{clock_time, countdown, date, list, party};
use crate::referee::Look;
use games::{Cast, Control, Party, Prompt, View};
use matches::{CHECK_IN_MS, Stage};

/// Nothing is awaited of somebody who opens their panel now.
pub fn nothing_for_you(look: &Look, cast: &Cast, now_ms: u64) -> String {
    let standing = &look.standing;
    match (standing.stage, look.party) {
        (Stage::Preparing, Some(Party::Seat(_))) => {
            "Nothing is awaited of you yet: first come the others' choices. When they are in, you are asked to press Ready.".to_owned()
        }
        (Stage::Preparing, _) => {
            "Nothing is awaited of you before this match. When the choices are in, it starts as soon as both players are ready, or when a host begins it.".to_owned()
        }
        (Stage::Standing, Some(Party::Seat(seat))) if !standing.ready[seat] => {
            let called = standing.start_at_ms.map(|start| start.saturating_sub(CHECK_IN_MS));
            if let (Some(start), Some(called)) = (standing.start_at_ms, called.filter(|called| *called > now_ms)) {
                return format!(
                    "Nothing is awaited of you yet: the start is at {}, and you are asked to press Ready a quarter of an hour before it ({}).",
                    clock_time(start),
                    countdown(called)
                );
            }
            let awaited = "The match waits for you to press Ready on its card, or for a host to begin it.";
            match standing.start_at_ms {
                Some(start) if start <= now_ms => format!("{awaited} The start was appointed for {} ({}).", clock_time(start), countdown(start)),
                Some(start) => format!("{awaited} The start is at {} ({}).", clock_time(start), countdown(start)),
                None => awaited.to_owned(),
            }
        }
        (Stage::Standing, _) => {
            let readiness = super::readiness(look, cast);
            let readiness = readiness.map(|said| format!("\n{said}")).unwrap_or_default();
            format!("Nothing is awaited of you until the match starts.{readiness}")
        }
        (Stage::Live | Stage::Over, _) => {
            let waiting = standing.prompts.iter().filter(|prompt| !prompt.answered);
            let who: Vec<String> = waiting.map(|prompt| party(prompt.who, cast)).collect();
            format!(
                "Nothing is awaited of you right now. The match waits for {}.\n{}",
                list(&who, "and"),
                super::score_and_clocks(look, None, cast)
            )
        }
    }
}

/// What a party is asked, as a sentence that stands alone rather than behind a name.
pub fn ask_alone(view: &View, whose: Party, ask: &str, cast: &Cast) -> String {
    let said = view.ask(whose, ask, cast);
    let mut rest = said.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

/// Until when something is awaited.
pub fn until(deadline_ms: u64) -> String {
    format!("Until {} ({}).", date(deadline_ms), countdown(deadline_ms))
}

/// Until when a choice of `whose` before the match is awaited, or may be changed where it `is_in`,
/// and when the match is to start, or was; None where neither is known.
pub fn until_start(
    (whose, is_in): (Party, bool),
    deadline_ms: Option<u64>,
    start_at_ms: Option<u64>,
    now_ms: u64,
) -> Option<String> {
    if let Some(start) = start_at_ms.filter(|start| *start <= now_ms) {
        return Some(after_start((whose, is_in), deadline_ms, start, now_ms));
    }
    let deadline_passed = deadline_ms.filter(|deadline| *deadline <= now_ms);
    if let (Some(deadline), Party::Cast(_)) = (deadline_passed, whose) {
        return Some(after_deadline(is_in, deadline, start_at_ms));
    }
    let start = start_at_ms.map(|start| {
        format!(
            "The match is to start {} ({})",
            date(start),
            countdown(start)
        )
    });
    match (deadline_ms, start) {
        (Some(deadline), Some(start)) if start_at_ms.is_some_and(|at| at < deadline) => {
            Some(match whose {
                _ if is_in => format!("{start}."),
                // Without a choice of both players it cannot begin.
                Party::Seat(_) => format!(
                    "{start}: choose before that. Without your choice it cannot begin; it is awaited until {} ({}).",
                    date(deadline),
                    countdown(deadline)
                ),
                Party::Cast(_) | Party::Host | Party::Dealer => {
                    format!(
                        "{start}: choose before that. If you have not, it waits for you until {} ({}), unless a host begins without your choice.",
                        date(deadline),
                        countdown(deadline)
                    )
                }
            })
        }
        (Some(deadline), Some(start)) => Some(format!("{} {start}.", until(deadline))),
        (None, Some(start)) => Some(format!("{start}.")),
        (deadline, None) => deadline.map(until),
    }
}

/// As [`until_start`], to a safe player when the deadline has passed: until the match begins what
/// they choose counts all the same (rulebook, "Start").
fn after_deadline(is_in: bool, deadline_ms: u64, start_at_ms: Option<u64>) -> String {
    let may = match is_in {
        true => "you can still change your choice",
        false => "you can still choose",
    };
    let begins = match start_at_ms {
        Some(start) => format!(", {}", date(start)),
        None => ", which may be at any moment".to_owned(),
    };
    format!(
        "The deadline was {}, but {may} until the match begins{begins}.",
        date(deadline_ms)
    )
}

/// As [`until_start`], when the appointed start has come and the match has not begun: it waits, for
/// how long a host says.
fn after_start(
    (whose, is_in): (Party, bool),
    deadline_ms: Option<u64>,
    start_ms: u64,
    now_ms: u64,
) -> String {
    let deadline = deadline_ms.map(|deadline| match deadline > now_ms {
        true => format!("{} ", until(deadline)),
        false => format!("The time for choices was up {}. ", countdown(deadline)),
    });
    let waits = match whose {
        _ if is_in => "it waits for what is still missing, and may begin at any moment",
        Party::Seat(_) => "without your choice it cannot begin",
        Party::Cast(_) | Party::Host | Party::Dealer => {
            "it waits for the choices, but may begin without yours at any moment"
        }
    };
    format!(
        "{}The match was to start {} ({}); {waits}.",
        deadline.unwrap_or_default(),
        date(start_ms),
        countdown(start_ms)
    )
}

/// What somebody has submitted, and that it counts; or what is done of a turn of several steps.
/// `stands`: their time is up, and they change it no more.
pub fn counts_now(look: &Look, whose: Party, prompt: &Prompt, stands: bool, cast: &Cast) -> String {
    let so_far = look.view.so_far(cast);
    if !so_far.is_empty() {
        return so_far;
    }
    match look.view.own_choice(whose, cast) {
        Some(own) => {
            if stands {
                return format!("✅ What counts: **{own}**. {}", stands_now(look));
            }
            let may = may_change(look, whose, prompt, "You may change it");
            format!("✅ What counts now: **{own}**. {may}")
        }
        None if prompt.answered => "✅ Your choice is in. You may still change it.".to_owned(),
        None if prompt.live => String::new(),
        None => "Nothing is in from you yet.".to_owned(),
    }
}

/// Until when somebody may change what they have chosen, and who sees it; `may` begins the
/// sentence.
fn may_change(look: &Look, whose: Party, prompt: &Prompt, may: &str) -> String {
    // What both players choose at once closes when both have.
    let until = match whose {
        Party::Seat(_) if prompt.live => {
            "the other has answered too, and no later than your time is up"
        }
        Party::Seat(_) => "the other player's is in too",
        Party::Cast(_) | Party::Host | Party::Dealer => "the match begins",
    };
    // The last one counts with its own time (rulebook, "Clocks").
    let price = match prompt.live && prompt.reserve {
        true => " A change counts with its own time: after your base time it costs reserve.",
        false => "",
    };
    let but = but_hosts(look);
    format!("{may} until {until}; nobody else sees it{but}.{price}")
}

/// As [`may_change`], of what somebody changes no more.
fn stands_now(look: &Look) -> String {
    let but = but_hosts(look);
    format!("Your time is up, so it stands; nobody else sees it{but}.")
}

/// Who sees what somebody has chosen besides them.
fn but_hosts(look: &Look) -> &'static str {
    match look.setup().hosts_see {
        true => " but this season's hosts",
        false => "",
    }
}

/// What somebody has chosen in secret was taken, while the other's is awaited: they change it by a
/// button below the post that asks both, unless it `stands`, as in [`counts_now`].
pub fn secret_taken(
    look: &Look,
    prompt: &Prompt,
    stands: bool,
    acts: &[String],
    cast: &Cast,
) -> String {
    let button = match &prompt.control {
        Control::Number { verb, .. } => super::number_verb(verb),
        _ => super::panel_button().to_owned(),
    };
    let own = look.view.own_choice(prompt.who, cast);
    let own = own.unwrap_or_else(|| acts.join(", "));
    let then = match stands {
        true => stands_now(look),
        false => may_change(
            look,
            prompt.who,
            prompt,
            &format!("With *{button}* below the board you may change it"),
        ),
    };
    format!("✅ Taken: **{own}**. {then}")
}

/// Below what somebody is asked in a post that others may read too. `live`: by a prompt of a match
/// that has begun.
pub fn read_along(live: bool) -> &'static str {
    if live {
        "Others may read this as well, so *Open my panel* has what is yours alone."
    } else {
        "Others may read this as well, so it does not say what you choose: `/submit` shows that to you alone. Dealer does not read what is typed here: \
         press a control, or type `/submit`."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{CastId, Seat};

    #[test]
    fn who_must_choose_is_not_told_that_the_match_begins_without_them() {
        let (early, late) = (Some(1_795_341_561_000), Some(1_795_427_961_000));
        let (safe, seat) = (Party::Cast(CastId(3)), Party::Seat(Seat::Ec));
        for (whose, deadline, start, expected) in [
            (
                safe,
                late,
                early,
                Some(
                    "it waits for you until <t:1795427961:F> (<t:1795427961:R>), unless a host begins without your choice",
                ),
            ),
            (
                seat,
                late,
                early,
                Some(
                    "choose before that. Without your choice it cannot begin; it is awaited until <t:1795427961",
                ),
            ),
            (
                safe,
                early,
                late,
                Some("The match is to start <t:1795427961"),
            ),
            (
                seat,
                early,
                late,
                Some("The match is to start <t:1795427961"),
            ),
            (
                seat,
                None,
                early,
                Some("The match is to start <t:1795341561"),
            ),
            (seat, late, None, Some("Until <t:1795427961")),
            (safe, None, None, None),
        ] {
            let said = until_start((whose, false), deadline, start, 0);
            let says_so = match (&said, expected) {
                (Some(said), Some(expected)) => said.contains(expected),
                (said, expected) => said.is_none() && expected.is_none(),
            };
            assert!(says_so, "{whose:?} {deadline:?} {start:?}: {said:?}");
            let without = said.unwrap_or_default().contains("without your choice");
            assert_eq!(
                without,
                whose == safe && start < deadline && start.is_some()
            );
        }
    }

    #[test]
    fn a_start_that_has_passed_is_not_to_come() {
        let (safe, seat) = (Party::Cast(CastId(2)), Party::Seat(Seat::Dmo));
        let (start, now, later) = (1_795_341_561_000, 1_795_341_600_000, 1_795_427_961_000);
        for ((whose, is_in), deadline, expected) in [
            // A host has moved the deadline: it is what counts now.
            ((safe, false), later, "Until <t:1795427961"),
            (
                (safe, false),
                later,
                "may begin without yours at any moment",
            ),
            ((seat, false), later, "without your choice it cannot begin"),
            ((safe, true), later, "it waits for what is still missing"),
            ((seat, true), later, "it waits for what is still missing"),
            (
                (safe, false),
                start,
                "The time for choices was up <t:1795341561",
            ),
        ] {
            let said = until_start((whose, is_in), Some(deadline), Some(start), now).unwrap();
            assert!(said.contains(expected), "{said}");
            assert!(
                said.contains("The match was to start <t:1795341561"),
                "{said}"
            );
            assert!(!said.contains("is to start"), "{said}");
        }
    }
}
