//! Finished matches, and the consequences of a match's end.

use super::{garnets, strikes};
use crate::referee::{Heir, Line};
use crate::store::{PastMatch, Stakes};
use crate::words::catalogue::title;
use crate::words::status::versus;
use games::english::date;
use games::{BySeat, Cast, Reason};

/// Below the standings that only one person sees.
pub const SHOW_EVERYONE: &str = "Show everyone";

/// The button that opens the next match of a best of three.
/// The placeholder of the menu of games for the next Death Match.
pub const CHOOSE_DEATH_MATCH: &str = "Set up the Death Match in …";

pub const NEXT_OF_SERIES: &str = "Open the next match";

pub const CONFIRM_NEXT_OF_SERIES: &str = "Open the next match of the best of three in the same \
    channel? Players, stakes, times and options are the same; random options are drawn again.";

/// A finished match in one line. The names in `cast` must be safe to show. `won`: the matches of
/// its best of three up to this one. `link`: its last post.
///
/// A line does not begin with `8.`: Discord makes a list of such lines and renumbers it.
pub fn past(past: &PastMatch, cast: &Cast, won: Option<BySeat<u32>>, link: Option<&str>) -> String {
    let row = &past.row;
    let result = match past.outcome {
        Some(outcome) => games::english::outcome(outcome, cast),
        None => "over".to_owned(),
    };
    let pair = versus(cast);
    let score = won
        .map(|won| format!(", {}–{}", won.dmo, won.ec))
        .unwrap_or_default();
    let link = link
        .map(|link| format!(" · [post]({link})"))
        .unwrap_or_default();
    format!(
        "**#{}** {}: {pair} · **{result}**{}{score} · {}{link}",
        row.number.unwrap_or_default(),
        title(row.setup.game),
        if row.setup.has_seats() {
            format!(" · {}", stakes_short(row.stakes))
        } else {
            String::new()
        },
        date(past.over_at_ms)
    )
}

fn stakes_short(stakes: Stakes) -> &'static str {
    match stakes {
        Stakes::Nothing => "nothing at stake",
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
        "**{season}: {of} {}**{more}\n{}\nFor a match's record, use `/season history` with its \
         number.",
        if of == 1 { "match" } else { "matches" },
        lines.join("\n")
    )
}

/// With the record of a match.
pub fn record_of(number: i64) -> String {
    format!("The record of match {number}. To see it move by move, use `/replay match:{number}`.")
}

pub const NO_SUCH_PAST_MATCH: &str = "No finished season match has this number. Plain `/season \
     history` lists the matches of a season.";

/// Below an announcement: a link to the match's post.
pub fn to_the_match(link: &str) -> String {
    format!("[To the match]({link})")
}

/// What a match changes in its season; empty for a line about anything else.
pub fn line(line: &Line, cast: &Cast) -> String {
    match line {
        Line::Eliminated { who } => format!("**{} is out of the season.**", cast.name(*who)),
        Line::Spoils { of, to, amount } => {
            let one = *amount == Some(1);
            let to = match (to, one) {
                (Heir::Winner(who), true) => format!("goes to {}", cast.name(*who)),
                (Heir::Winner(who), false) => format!("go to {}", cast.name(*who)),
                (Heir::Bank, true) => "goes to the bank".to_owned(),
                (Heir::Bank, false) => "go to the bank".to_owned(),
                (Heir::Nobody, true) => "leaves the season".to_owned(),
                (Heir::Nobody, false) => "leave the season".to_owned(),
            };
            match amount {
                Some(1) => format!("{}'s 1 garnet {to}.", cast.name(*of)),
                Some(count) => format!("{}'s {count} garnets {to}.", cast.name(*of)),
                None => format!("{}'s garnets {to}.", cast.name(*of)),
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
                (true, _) => format!("{name} wins the best of three, {won}–{lost}."),
                (false, std::cmp::Ordering::Equal) => {
                    format!("The best of three stands at {won}–{lost}.")
                }
                (false, _) => format!("{name} leads the best of three, {won}–{lost}."),
            }
        }
        Line::NextOfSeries => {
            "The next match can have the same players, stakes, times and options. To change \
             something first, use `/match new`."
                .to_owned()
        }
        Line::ForHosts { view } => view.for_hosts(cast),
        Line::Paid { amount: 0, .. } => "A round has closed that cost you garnets.".to_owned(),
        Line::Paid { amount, left } => {
            let left = left.map(|left| format!(" You have {} left.", garnets(left)));
            format!(
                "A round has closed that cost you {}.{}",
                garnets(*amount),
                left.unwrap_or_default()
            )
        }
        Line::Earned { amount: 0 } => "A round has closed that gives you garnets.".to_owned(),
        Line::Earned { amount } => format!(
            "A round has closed that gives you {}.",
            games::english::garnets(*amount)
        ),
        Line::ToldByHost { text } if text.is_empty() => {
            "The host tells you something in private.".to_owned()
        }
        Line::ToldByHost { text } => format!(
            "The host tells you: {}",
            games::english::escape_markdown(text)
        ),
        Line::DeathMatch { dmo, ec } => format!(
            "{} (DMO) and {} (EC) play the Death Match next. Choose its game to set it up.",
            cast.name(*dmo),
            cast.name(*ec)
        ),
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
            "{} now has {}, the season's limit. You decide what happens (`/season cast role`).",
            cast.name(*who),
            strikes(*count)
        ),
        Line::OutAlready { who } => format!(
            "{} was already out of the season, so the result changes nothing for them.",
            cast.name(*who)
        ),
        Line::StaysIn { who } => format!(
            "**{} stays in the season**: a host put them back.",
            cast.name(*who)
        ),
        Line::Opened {
            game,
            channel,
            start_at_ms,
        } => {
            let pair = versus(cast);
            // It is not edited, so nothing in it counts down.
            let starts = |at| format!(" It starts {}.", date(at));
            let start = start_at_ms.map(starts);
            format!(
                "A match of {} is open in <#{channel}>: {pair}.{}",
                title(*game),
                start.unwrap_or_default()
            )
        }
        Line::Ended {
            game,
            outcome,
            channel,
        } => {
            if outcome.reason == Reason::PLAYED {
                return format!(
                    "{} in <#{channel}> is closed. Its result is there.",
                    title(*game)
                );
            }
            let pair = versus(cast);
            let end = match outcome.winner {
                Some(winner) => crate::words::result::beats(winner, outcome.reason, cast),
                None if outcome.is_tie() => {
                    format!("{pair} is a tie; the host will decide.")
                }
                None => format!("{pair} is void."),
            };
            format!("A match of {} ended in <#{channel}>: {end}", title(*game))
        }
        _ => String::new(),
    }
}
