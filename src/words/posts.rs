//! The posts that begin and end a match, the text around posts, and the text instead of a missing
//! picture.

use super::lines::joined;
use super::{clock_time, countdown, match_number, reason, versus};
use crate::referee::{Line, Snapshot};
use crate::store::MatchName;
use games::decided::Turning;
use games::end_card::EndCard;
use games::{Cast, GameId, Happening, Outcome, Reason, Seat, View};
use matches::{Setup, Stage};

/// Asks both players to press Ready, or says when they will be asked. The first line never changes,
/// so that people recognise the post. `alone`: one of the two is the computer.
pub fn check_in(start_ms: Option<u64>, alone: bool, look: &Snapshot, cast: &Cast) -> String {
    let pairing = versus(cast);
    let mut said = match start_ms {
        Some(start) => format!(
            "**{pairing}**: the match starts {} ({}).",
            clock_time(start),
            countdown(start)
        ),
        None => {
            let you = if alone { "you" } else { "you both" };
            let host = if look.has_no_host() {
                ""
            } else {
                ", or when a host starts it"
            };
            format!("**{pairing}**: the match starts once {you} press Ready{host}.")
        }
    };
    if look.status.stage == Stage::Preparing {
        said.push_str(
            "\nSome choices are still missing. If one is yours, press *Open my panel*. \
             You'll both be asked to press Ready when all choices are in or time is up.",
        );
    } else if start_ms.is_some() {
        said.push_str("\nPress Ready when you're here.");
    }
    if let Some(readiness) = super::readiness(look, cast) {
        said.push('\n');
        said.push_str(&readiness);
    }
    said
}

/// What stays of the post that asked both to press Ready, or said when they will be asked.
pub fn was_called(cast: &Cast) -> String {
    format!(
        "**{}**: both players were asked to press Ready.",
        versus(cast)
    )
}

/// What stays of the post that said that the result waits.
pub const WAS_HELD: &str = "The match is over.";

/// A post of a match. In a rehearsal, which bears the names of the cast, each begins by saying so.
pub fn marked(post: String, setup: &Setup) -> String {
    if setup.rehearsal {
        format!("-# Rehearsal: it doesn't count.\n{post}")
    } else {
        post
    }
}

/// The post that ends a match. In a practice, its small print says so; so did the card.
pub fn ending(post: String, setup: &Setup) -> String {
    if setup.practice && !setup.rehearsal {
        format!("{}\n-# Practice: it doesn't count.", post.trim_end())
    } else {
        post
    }
}

/// The word for a match that never counts; None for others.
pub(super) fn for_nothing(setup: &Setup) -> Option<&'static str> {
    match (setup.rehearsal, setup.practice) {
        (true, _) => Some("Rehearsal"),
        (false, true) => Some("Practice"),
        (false, false) => None,
    }
}

/// The result: who has won and why, what follows in the season, what decided it, and what happened
/// last. What else is revealed is small print. Nothing is said twice. `hosted`: a host may settle a
/// tie.
pub fn result(
    lines: &[Line],
    (outcome, hosted): (Outcome, bool),
    view: &View,
    consequences: &str,
    facts: &[Turning],
    cast: &Cast,
) -> String {
    let is_in_head = |line: &Line| {
        matches!(
            line,
            Line::Happened(Happening::Resigned { .. } | Happening::Settled { .. })
        )
    };
    // Strikes are not part of how the match ends.
    let (missed, last): (Vec<Line>, Vec<Line>) = lines
        .iter()
        .cloned()
        .partition(|line| matches!(line, Line::Struck { .. } | Line::Missed { .. }));
    let last = joined(&last, view.id(), cast, |line| {
        is_in_head(line).then(String::new)
    });
    let (many, missed): (Vec<Line>, Vec<Line>) = missed
        .into_iter()
        .partition(|line| matches!(line, Line::Missed { who } if who.len() > MOST_MISSED));
    let many = many.iter().find_map(|line| match line {
        Line::Missed { who } => Some(format!("{} didn't choose.", who.len())),
        _ => None,
    });
    let missed = super::lines(&missed, view.id(), cast);
    let revealed = view.revealed(cast);
    let rest = many.iter().map(String::as_str);
    let rest = rest.chain(missed.lines()).chain(revealed.lines());
    let rest = rest.chain(["The record of the match is attached."]);
    let rest: Vec<String> = rest.map(|line| format!("-# {line}")).collect();
    let (head, decided) = (head(outcome, hosted, cast), decided(facts));
    format!("{head}\n{consequences}{decided}{last}{}", rest.join("\n"))
}

/// Of more people than this who didn't choose, the result says only how many: it gave no strikes.
const MOST_MISSED: usize = 3;

/// What the card of an end says. `told`: what it changes in the season.
pub fn end_card(
    (reason, winner): (Reason, Seat),
    told: &[Line],
    place: String,
    game: GameId,
    cast: &Cast,
) -> EndCard {
    let out = told.iter().find_map(|line| match line {
        Line::Eliminated { who } => Some(format!("{} is out", cast.name(*who))),
        _ => None,
    });
    let series = told.iter().find(|line| matches!(line, Line::Series { .. }));
    let series = series.map(|line| super::season::line(line, cast));
    let meaning = out.or(series.map(|said| said.trim_end_matches('.').to_owned()));
    EndCard {
        winner,
        reason,
        title: super::title(game).to_owned(),
        place,
        meaning: meaning.unwrap_or_default(),
        why: beats(winner, reason, cast),
    }
}

/// Where and when a match ended: the season's name and the match's number, or that it counts for
/// nothing, and the date.
pub fn end_place(season: Option<String>, name: MatchName, date: &str, setup: &Setup) -> String {
    let season = season.map(|season| format!("{season} · {}", match_number(name)));
    let place = for_nothing(setup).map(str::to_owned).or(season);
    place.map_or_else(|| date.to_owned(), |place| format!("{place} · {date}"))
}

/// What decided a match; empty if nothing is known to have.
fn decided(facts: &[Turning]) -> String {
    let facts = facts.iter().map(|fact| format!("- {}\n", fact.said));
    let facts: String = facts.collect();
    if facts.is_empty() {
        facts
    } else {
        format!("**What decided it**\n{facts}")
    }
}

/// The post of a match's moving picture, after its result.
pub const MOVING: &str =
    "The whole match, move by move. `/replay` goes through it at your own pace.";

/// The description of that picture, for people who can't see it.
pub const MOVING_DESCRIBED: &str = "The whole match as a GIF: every board up to the end.";

/// Who beats whom, and why.
pub fn beats(winner: Seat, why: Reason, cast: &Cast) -> String {
    format!("{}.", beating(winner, why, cast))
}

/// The same without a full stop.
fn beating(winner: Seat, why: Reason, cast: &Cast) -> String {
    format!(
        "{} beats {} {}",
        cast.seat_name(winner),
        cast.seat_name(winner.other()),
        reason(why, winner, cast)
    )
}

/// At the end of a board's description that is too long for Discord.
pub const REST_IN_WORDS: &str = "The rest: `/board` with `words_only`.";

/// The name of a private thread for somebody.
pub fn thread_name(name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    format!("Dealer and {name}")
}

/// The name of the private thread for a host whose direct messages are closed.
pub const HOST_THREAD_NAME: &str = "Dealer and the host";

/// In the place of a picture that could not be drawn.
pub const PICTURE_MISSING: &str = "This picture couldn't be drawn. The match goes on without it.";

/// How a match ends: the head of its result's post.
fn head(outcome: Outcome, hosted: bool, cast: &Cast) -> String {
    match outcome.winner {
        Some(winner) => format!("# {}", beating(winner, outcome.reason, cast)),
        None if outcome.is_tie() && !hosted => "# A tie: nobody wins".to_owned(),
        None if outcome.is_tie() => {
            "# A tie\nThe rules give no winner, so a host will decide. (Hosts: type `/ruling \
             settle` here.)"
                .to_owned()
        }
        None => "# Void: nobody wins".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;
    use games::Audience;

    #[test]
    fn a_result_starts_with_the_winner_and_says_it_once() {
        let cast = cast();
        let open = GameId::read("crossfire").unwrap();
        let open = open
            .open(&Default::default(), &cast.clone().into())
            .unwrap();
        let view = open.view(Audience::All);
        let resigned = Line::Happened(Happening::Resigned { seat: Seat::Ec });
        let late = Line::Happened(Happening::Forfeited {
            seat: Seat::Ec,
            late: true,
        });
        for (line, why, expected) in [
            (
                resigned,
                Reason::RESIGN,
                "# Teo beats Mika by resignation\nThe season.",
            ),
            (
                late,
                Reason::FORFEIT,
                "# Teo beats Mika by forfeit\nThe season.\nMika is out of time and forfeits the \
                 match.\n-# ",
            ),
        ] {
            let outcome = Outcome {
                winner: Some(Seat::Dmo),
                reason: why,
            };
            let said = result(&[line], (outcome, true), &view, "The season.\n", &[], &cast);
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn the_post_of_a_tie_names_the_command_that_settles_it() {
        let outcome = Outcome {
            winner: None,
            reason: Reason::new(&("tie", "in a tie")),
        };
        assert!(super::super::outcome(outcome, &cast()).contains("tie"));
        let said = head(outcome, true, &cast());
        assert!(said.contains("Hosts: type `/ruling settle`"), "{said}");
    }
}
