//! The posts that begin and end a match, and what stands around posts: threads, and what is said in
//! the place of a picture.

use super::{clock_time, countdown, pairing, reason};
use crate::referee::Look;
use games::{Cast, Outcome, Reason, Seat, View};
use matches::{Setup, Stage};

/// Both players are asked to press Ready, or told when they will be. The first line is the same
/// whatever has become of it, so that the post is known by it.
pub fn check_in(start_ms: Option<u64>, look: &Look, cast: &Cast) -> String {
    let pairing = pairing(cast);
    let mut said = match start_ms {
        Some(start) => format!(
            "**{pairing}**: the match starts {} ({}).",
            clock_time(start),
            countdown(start)
        ),
        None => format!(
            "**{pairing}**: the match can start. It begins as soon as both of you have pressed Ready, or a host begins it."
        ),
    };
    if look.standing.stage == Stage::Preparing {
        said.push_str("\nChoices before it are still awaited: whoever has one to make presses “Open my panel”. When all are in, or their time is up, you are asked to press Ready.");
    } else if start_ms.is_some() {
        said.push_str("\nPress Ready when you are here.");
    }
    if let Some(readiness) = super::readiness(look, cast) {
        said.push('\n');
        said.push_str(&readiness);
    }
    said
}

/// What is left of the post that asked both to press Ready, or told when they will be asked.
pub fn was_called(cast: &Cast) -> String {
    format!(
        "**{}**: both players were asked to press Ready.",
        pairing(cast)
    )
}

/// What is left of the post that told that the result waits.
pub fn was_held() -> String {
    "The match is over.".to_owned()
}

/// A post of a match: one of a practice or a rehearsal says first that it is.
pub fn marked(post: String, setup: &Setup) -> String {
    match for_nothing(setup) {
        Some(what) => format!("-# {what}: it counts for nothing.\n{post}"),
        None => post,
    }
}

/// What a match is that counts for nothing from the first; None for any other.
pub(super) fn for_nothing(setup: &Setup) -> Option<&'static str> {
    match (setup.rehearsal, setup.practice) {
        (true, _) => Some("Rehearsal"),
        (false, true) => Some("Practice"),
        (false, false) => None,
    }
}

/// The result's post: what happened last, how it ends, what is revealed, and what it brings about
/// in the season.
pub fn result(
    said: &str,
    outcome: Outcome,
    view: &View,
    consequences: &str,
    setup: &Setup,
    cast: &Cast,
) -> String {
    let end = end(outcome, for_nothing(setup), cast);
    let revealed = view.revealed(cast);
    let revealed = if revealed.is_empty() {
        revealed
    } else {
        revealed + "\n"
    };
    format!("{said}{end}\n{consequences}{revealed}The record of the match is attached.")
}

/// Who wins against whom, and why.
pub fn beats(winner: Seat, why: Reason, cast: &Cast) -> String {
    format!(
        "{} beats {} {}.",
        cast.seat_name(winner),
        cast.seat_name(winner.other()),
        reason(why, winner, cast)
    )
}

/// At the end of a board's description that is too long for Discord.
pub fn rest_in_words() -> &'static str {
    "The rest: `/board` with `words_only`."
}

/// The name of a private thread for somebody.
pub fn thread_name(name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    format!("Dealer and {name}")
}

/// The private thread in which a host is written to whose direct messages are closed.
pub fn host_thread_name() -> String {
    "Dealer and the host".to_owned()
}

/// In the place of a picture that could not be drawn.
pub const PICTURE_MISSING: &str = "This picture could not be drawn. The match goes on.";

/// How a match ends, above its result's post. `for_nothing`: what it is, where nothing comes of it.
fn end(outcome: Outcome, for_nothing: Option<&str>, cast: &Cast) -> String {
    match outcome.winner {
        Some(winner) => {
            let (name, beats) = (cast.seat_name(winner), beats(winner, outcome.reason, cast));
            match for_nothing {
                Some(what) => format!("# {what}: {name} wins\n{beats} Nobody is out by it."),
                None => format!("# {name} wins\n{beats}"),
            }
        }
        None if outcome.is_tie() => {
            "# A tie\nNobody wins by the rules. A host decides who does, and the players have nothing to do for that. (For hosts: `/ruling settle`, typed here.)"
                .to_owned()
        }
        None => "# Void\nThe match ends without a winner.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;

    #[test]
    fn nobody_seems_to_be_out_by_what_counts_for_nothing() {
        let outcome = Outcome {
            winner: Some(Seat::Dmo),
            reason: Reason::new(&("stuck", "because {loser} was stuck")),
        };
        for (what, expected) in [
            (None, "# Teo wins\nTeo beats Mika because Mika was stuck."),
            (
                Some("Practice"),
                "# Practice: Teo wins\nTeo beats Mika because Mika was stuck. Nobody is out by it.",
            ),
        ] {
            assert_eq!(end(outcome, what, &cast()), expected);
        }
    }

    #[test]
    fn the_post_of_a_tie_names_the_command_that_settles_it() {
        let outcome = Outcome {
            winner: None,
            reason: Reason::new(&("tie", "in a tie")),
        };
        assert!(super::super::outcome(outcome, &cast()).contains("tie"));
        let said = end(outcome, None, &cast());
        assert!(said.contains("For hosts: `/ruling settle`"), "{said}");
        assert!(said.contains("the players have nothing to do"), "{said}");
    }
}
