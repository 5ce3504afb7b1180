//! How a match ends: its result, what is shared of it, and results on hold.

use super::lines::joined;
use super::posts::for_nothing;
use super::status::match_number;
use crate::referee::{Line, MatchStatus};
use crate::store::MatchName;
use games::decided::Turning;
use games::end_card::EndCard;
use games::english::reason;
use games::{Cast, GameId, Happening, Outcome, Reason, Seat, View};
use matches::Setup;

/// Its last post; `said`: what happened, with a line break at its end.
pub fn called_off(said: &str, setup: &Setup) -> String {
    if setup.practice && !said.is_empty() {
        return said.to_owned();
    }
    let (nobody_wins, secret) = if setup.has_seats() {
        (": nobody wins", "Any choices stay secret.")
    } else {
        ("", "Answers that nobody was shown stay secret.")
    };
    format!("# Void{nobody_wins}\n{said}It was called off. {secret}")
}

/// To somebody who asks for its record or its boards.
pub const CALLED_OFF_UNSEEN: &str = "That match was called off. Its choices stay \
     secret, so it has no record or replay.";

/// To somebody who asks for a record or boards that would show more than the match does.
pub const STAYS_SECRET: &str = "That match has no record or replay for players: its result is all \
     that's shown. A host gets the record with `/match export`.";

/// Why nobody sees the record of a match that is over; None if everybody may.
pub fn unseen(status: &MatchStatus) -> Option<&'static str> {
    if status.called_off {
        Some(CALLED_OFF_UNSEEN)
    } else {
        status.stays_secret.then_some(STAYS_SECRET)
    }
}

/// To somebody who chose before it, on their own post.
pub(super) fn called_off_choice(place: &str) -> String {
    format!(
        "The match in {place} was called off. Any choice of yours stays \
         secret."
    )
}

pub const RELEASE_BUTTON: &str = "Release the result";

/// Below the result as it would be posted.
pub const RELEASE_NOW_BUTTON: &str = "Post it now";

/// To a host who does not play: the result on hold, as it would be posted.
pub fn confirm_release(result: &str) -> String {
    format!(
        "This is what gets posted when you release the result. Nobody else sees it \
         yet.\n\n{result}"
    )
}

/// At the end of a result that doesn't fit.
pub const RESULT_GOES_ON: &str = "… There's no room here for the rest, but it's posted too.";

/// Like [`confirm_release`], if the result cannot be shown.
pub const RESULT_NOT_SHOWN: &str =
    "I can't show the result right now (a fault in Dealer), but you can still post it.";

/// Replaces a result that waits for its release.
pub const HELD: &str = "The match is over. A host will release the result.";

pub const RELEASED: &str = "You released the result.";

/// Below the result of a practice.
pub const AGAIN: &str = "Play again";

/// What stays of the post that said that the result waits.
pub const WAS_HELD: &str = "The match is over.";

/// The result: who has won and why, what follows in the season, what decided it, and what happened
/// last. What else is revealed is small print. Nothing is said twice. `hosted`: a host may settle a
/// tie; `has_record`: the record is attached.
pub fn result(
    lines: &[Line],
    (outcome, hosted, has_record): (Outcome, bool, bool),
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
        .partition(|line| matches!(line, Line::Missed { who } if who.len() > MAX_MISSED));
    let many = many.iter().find_map(|line| match line {
        Line::Missed { who } => Some(format!("{} didn't choose.", who.len())),
        _ => None,
    });
    let missed = super::lines::lines(&missed, view.id(), cast);
    let revealed = view.revealed(cast);
    let rest = many.iter().map(String::as_str);
    let rest = rest.chain(missed.lines()).chain(revealed.lines());
    let rest = rest.chain(has_record.then_some("The record of the match is attached."));
    let rest: Vec<String> = rest.map(|line| format!("-# {line}")).collect();
    let (head, decided) = (head(outcome, hosted, cast), decided(facts));
    format!("{head}\n{consequences}{decided}{last}{}", rest.join("\n"))
}

/// Of more people than this who didn't choose, the result says only how many: it gave no strikes.
const MAX_MISSED: usize = 3;

/// What the card of an end says. `told`: what it changes in the season.
pub fn end_card(
    reason: Reason,
    winner: Seat,
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
        title: super::catalogue::title(game).to_owned(),
        place,
        meaning: meaning.unwrap_or_default(),
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

/// Above *Play again* if there is no moving picture.
pub const NOTHING_MOVED: &str = "Another one?";

/// The post of a match's moving picture, after its result.
pub const MOVING: &str =
    "The whole match, move by move. `/replay` goes through it at your own pace.";

/// The same of a match without a replay for players.
pub const MOVING_ALONE: &str = "The whole match, round by round.";

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
        None if outcome.reason == Reason::PLAYED => "# The result".to_owned(),
        None => "# Void: nobody wins".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;
    use games::{Audience, GameId};

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
            let said = result(
                &[line],
                (outcome, true, true),
                &view,
                "The season.\n",
                &[],
                &cast,
            );
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn the_post_of_a_tie_names_the_command_that_settles_it() {
        let outcome = Outcome {
            winner: None,
            reason: Reason::new(&("tie", "in a tie")),
        };
        assert!(games::english::outcome(outcome, &cast()).contains("tie"));
        let said = head(outcome, true, &cast());
        assert!(said.contains("Hosts: type `/ruling settle`"), "{said}");
    }
}
