//! Matches that are over, and what follows from a match's end.

use super::{garnets, strikes};
use crate::referee::{Heir, Line};
use crate::store::{PastMatch, Stakes};
use crate::words::{countdown, date, title};
use games::{BySeat, Cast, Seat};

/// A match that is over, in one line; `cast` under names as they are to be shown. `won`: of the
/// best of three that it is one of, the matches up to it. `link`: its last post.
///
/// The number is no `8.` at the beginning of a line: Discord makes a list of such lines and counts
/// it through itself.
pub fn past(past: &PastMatch, cast: &Cast, won: Option<BySeat<u32>>, link: Option<&str>) -> String {
    let row = &past.row;
    let result = match past.outcome {
        Some(outcome) => crate::words::outcome(outcome, cast),
        None => "over".to_owned(),
    };
    let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
    let score = won
        .map(|won| format!(", {} : {}", won.dmo, won.ec))
        .unwrap_or_default();
    let link = link
        .map(|link| format!(" · [post]({link})"))
        .unwrap_or_default();
    format!(
        "**#{}** {}: {dmo} against {ec} · **{result}** · {}{score} · {}{link}",
        row.id,
        title(row.setup.game),
        stakes_short(row.stakes),
        date(past.over_at_ms)
    )
}

fn stakes_short(stakes: Stakes) -> &'static str {
    match stakes {
        Stakes::Nothing => "for nothing",
        Stakes::Elimination => "elimination",
        Stakes::BestOfThree => "best of three",
    }
}

pub fn history(season: &str, lines: &[String], of: usize) -> String {
    if lines.is_empty() {
        return format!("No match of {season} is over yet.");
    }
    let more = if of > lines.len() {
        format!(" (the newest {} of {of})", lines.len())
    } else {
        String::new()
    };
    format!(
        "**{season}: {of} {}**{more}\n{}\n`/season history` with a match's number gives its record.",
        if of == 1 { "match" } else { "matches" },
        lines.join("\n")
    )
}

/// With the record of a match: how it is replayed.
pub fn record_of(file: &str) -> String {
    format!(
        "The record of the match. `dealer replay {file}` checks it, and with `--png DIR` draws every move."
    )
}

pub fn no_such_past_match() -> String {
    "No match of this server's seasons that is over has this number. `/season history` alone lists those of one season."
        .to_owned()
}

/// Below an announcement: the post of the match that it is about.
pub fn to_the_match(link: &str) -> String {
    format!("[To the match]({link})")
}

/// What a match has brought about in its season; empty for a line of anything else.
pub fn line(line: &Line, cast: &Cast) -> String {
    match line {
        Line::Eliminated { who } => format!("**{} is out of the season.**", cast.name(*who)),
        Line::Spoils { of, to, amount } => {
            let to = match to {
                Heir::Winner(who) => format!("to {}", cast.name(*who)),
                Heir::Bank => "to the bank".to_owned(),
                Heir::Nobody => "out of the season".to_owned(),
            };
            match amount {
                Some(1) => format!("{}'s 1 garnet goes {to}.", cast.name(*of)),
                Some(count) => format!("{}'s {count} garnets go {to}.", cast.name(*of)),
                None => format!("{}'s garnets go {to}.", cast.name(*of)),
            }
        }
        Line::Bonus { who, amount } => {
            format!("{} gets {} for the win.", cast.name(*who), garnets(*amount))
        }
        Line::Series {
            winner,
            won,
            lost,
            decided,
        } => {
            let name = cast.name(*winner);
            match (decided, won.cmp(lost)) {
                (true, _) => format!("{name} wins the best of three, {won} : {lost}."),
                (false, std::cmp::Ordering::Equal) => {
                    format!("The best of three stands at {won} : {lost}.")
                }
                (false, _) => format!("{name} leads the best of three, {won} : {lost}."),
            }
        }
        Line::NextOfSeries => {
            "`/match new` for the same two opens the next one, with the stakes, times and options of this one already set; options that chance may draw are open again."
                .to_owned()
        }
        Line::AtStrikeLimit {
            who,
            count,
            eliminated: true,
        } => format!(
            "**{} has {} and is out of the season.**",
            cast.name(*who),
            strikes(*count)
        ),
        Line::AtStrikeLimit { who, count, .. } => format!(
            "{} has {} now, the season's limit. What becomes of it is yours to decide (`/season cast role`).",
            cast.name(*who),
            strikes(*count)
        ),
        Line::OutAlready { who } => format!(
            "{} was not a player of the season any more, so the result changes nothing for them.",
            cast.name(*who)
        ),
        Line::StaysIn { who } => format!(
            "**{} stays in the season**: a host has put them back.",
            cast.name(*who)
        ),
        Line::Opened {
            game,
            channel,
            start_at_ms,
        } => {
            let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
            let starts = |at| format!(" It starts {} ({}).", date(at), countdown(at));
            let start = start_at_ms.map(starts);
            format!(
                "A match of {} is open in <#{channel}>: {dmo} against {ec}.{}",
                title(*game),
                start.unwrap_or_default()
            )
        }
        Line::Ended {
            game,
            outcome,
            channel,
        } => {
            let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
            let end = match outcome.winner {
                Some(winner) => crate::words::beats(winner, outcome.reason, cast),
                None if outcome.is_tie() => {
                    format!("{dmo} against {ec} is a tie, and the host settles it.")
                }
                None => format!("{dmo} against {ec} is void."),
            };
            format!("A match of {} has ended in <#{channel}>: {end}", title(*game))
        }
        _ => String::new(),
    }
}
