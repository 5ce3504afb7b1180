//! A match's options and times in words, before there is a match: in the set-up panel and on
//! presets.

use serde_json::{Value, json};

use super::{count_of, cut, list, stretch, time_name};
use crate::games::crossfire::Anomaly;
use crate::games::short_circuit::Kind;
use crate::games::{GameId, GivenOptions};
use crate::matches::{Lateness, Times};

/// The most characters of a value that is written as it is typed: a map alone would fill a panel.
const MOST_VALUE: usize = 100;

/// All of a game's options, what is not as usual in bold; entourages have a line of their own.
pub(super) fn all_options(game: GameId, given: &GivenOptions) -> String {
    let known = game.options().iter().filter(|option| !option.of_people);
    let said = known.map(|option| match given.get(option.key) {
        Some(set) => format!("**{}**", in_words(game, option.key, Some(set))),
        None => {
            let usual = option
                .usual
                .and_then(|json| serde_json::from_str(json).ok());
            in_words(game, option.key, usual.as_ref())
        }
    });
    let said: Vec<String> = said.collect();
    said.join(" · ")
}

/// The options that are not as usual; entourages have a line of their own.
pub(super) fn set_options(game: GameId, given: &GivenOptions) -> Vec<String> {
    let known = game.options().iter().filter(|option| !option.of_people);
    let set = known.filter_map(|option| Some((option.key, given.get(option.key)?)));
    set.map(|(key, value)| in_words(game, key, Some(value)))
        .collect()
}

/// What an option's value means; None, or null where the game has it, is left open.
fn in_words(game: GameId, key: &str, value: Option<&Value>) -> String {
    let number = value.and_then(Value::as_u64);
    let is = |word: &str| value.is_some_and(|value| value == word);
    let written = || cut(&value.map(written).unwrap_or_default(), MOST_VALUE);
    match (game, key) {
        (_, "on_timeout") if is("forfeit") => "whoever runs out of time loses the match".to_owned(),
        (GameId::Crossfire, "on_timeout") => "whoever runs out of time loses chips".to_owned(),
        (_, "on_timeout") => "chance decides for whoever runs out of time".to_owned(),
        (GameId::Gridlock, "size") => {
            let size = number.unwrap_or_default();
            format!("a {size}×{size} grid")
        }
        (GameId::Gridlock, "target") => match number {
            None => "points for more than half of the safe players win".to_owned(),
            Some(1) => "1 point wins".to_owned(),
            Some(target) => format!("{target} points win"),
        },
        (GameId::Gridlock, "start_tile") if is("random") => "the middle tile is drawn".to_owned(),
        (GameId::Gridlock, "start_tile") => format!("the middle tile is {}", written()),
        (GameId::Gridlock, "missing") if is("random") => {
            "chance hides whoever has not hidden".to_owned()
        }
        (GameId::Gridlock, "missing") => "whoever has not hidden is nowhere on the grid".to_owned(),
        (GameId::Gridlock, "reveal") if is("count") => {
            "a find tells how many hid there, and not who".to_owned()
        }
        (GameId::Gridlock, "reveal") => "a find tells who hid there".to_owned(),
        (GameId::Crossfire, "chips") => format!("{} each", count(number, "chip", "chips")),
        (GameId::Crossfire, "anomalies") => anomalies(value),
        (GameId::Crossfire, "spawns") => {
            match value.and_then(|value| game.write_option(key, value)) {
                None => "spawn spaces of Dealer's boards".to_owned(),
                Some(spawns) => format!("own spawn spaces: {spawns}"),
            }
        }
        (GameId::ShortCircuit, "columns") => match number {
            None => "7 to 9 columns, drawn".to_owned(),
            Some(_) => count(number, "column", "columns"),
        },
        (GameId::ShortCircuit, "rows") => match number {
            None => "6 to 8 rows, drawn".to_owned(),
            Some(_) => count(number, "row", "rows"),
        },
        (GameId::ShortCircuit, "battery") => match value {
            None => "a battery of two straights in the middle".to_owned(),
            Some(_) => format!("the battery {}", written()),
        },
        (GameId::ShortCircuit, "supply") => match value {
            None => "24 loose tiles, drawn".to_owned(),
            Some(given) => {
                let named = given.as_object().map_or(0, serde_json::Map::len);
                let rest = match named < Kind::ALL.len() {
                    true => "; the other kinds are drawn",
                    false => "",
                };
                format!("loose tiles: {}{rest}", written())
            }
        },
        (GameId::Roundabout, "outer") if is("rim") => {
            "an outer roundabout of 18 spaces, all of the edge".to_owned()
        }
        (GameId::Roundabout, "outer") => "an outer roundabout of 6 spaces, the tips".to_owned(),
        (GameId::Roundabout, "max_turns") => match number {
            None => "no limit of turns".to_owned(),
            Some(_) => format!("a tie after {}", count(number, "card", "cards")),
        },
        (GameId::Invitational, "map") => match value {
            None => "a map for the cast".to_owned(),
            Some(_) => "a map of its own".to_owned(),
        },
        _ => format!("{key} {}", written()),
    }
}

/// A number of things; of what is no number, which is refused before long, none.
fn count(number: Option<u64>, one: &str, many: &str) -> String {
    let count = usize::try_from(number.unwrap_or_default());
    count_of(count.unwrap_or(usize::MAX), one, many)
}

fn anomalies(value: Option<&Value>) -> String {
    let words = value.and_then(Value::as_array).into_iter().flatten();
    let titles = words.map(|word| {
        let known = Anomaly::ALL.iter();
        let known = known.copied().find(|one| json!(one) == *word);
        known.map_or_else(
            || written(word),
            |one| crate::games::crossfire::say::title(one).to_owned(),
        )
    });
    match titles.collect::<Vec<_>>().as_slice() {
        [] => "no anomalies".to_owned(),
        titles => list(titles, "and"),
    }
}

/// A value without the signs that records have: `D4 H, E4 H`.
fn written(value: &Value) -> String {
    let all = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(word) => word.clone(),
        Value::Array(items) => all(items.iter().map(written).collect()),
        Value::Object(pairs) => {
            let pairs = pairs.iter();
            all(pairs
                .map(|(key, value)| format!("{key} {}", written(value)))
                .collect())
        }
        other => other.to_string(),
    }
}

/// All times as the card of a match has them, what is not as usual in bold, without `but`.
pub(super) fn all_times(game: GameId, times: &Times, late: Lateness, but: Option<&str>) -> String {
    let usual = Times::defaults(game);
    let mut said: Vec<String> = Vec::new();
    for ((key, seconds), (_, usual)) in times.iter().zip(usual.iter()) {
        let time = time(key, seconds);
        match seconds == usual {
            _ if Some(key) == but => {}
            true => said.push(time),
            false => said.push(format!("**{time}**")),
        }
    }
    let lateness = lateness(late);
    said.extend(lateness.iter().map(|said| format!("**{said}**")));
    list(&said, "and")
}

/// The times that are not as usual.
pub(super) fn set_times(game: GameId, times: &Times, late: Lateness) -> Vec<String> {
    let usual = Times::defaults(game);
    let pairs = times.iter().zip(usual.iter());
    let set = pairs.filter(|((_, set), (_, usual))| set != usual);
    let set = set.map(|((key, seconds), _)| time(key, seconds));
    set.chain(lateness(late)).collect()
}

fn time(key: &str, seconds: u32) -> String {
    format!("{} {}", time_name(key), stretch(u64::from(seconds) * 1000))
}

/// What becomes of the late, where that is not as usual.
fn lateness(late: Lateness) -> Vec<String> {
    let usual = Lateness::default();
    let mut said = Vec::new();
    if late.grace_s != usual.grace_s {
        said.push(time(super::GRACE, late.grace_s));
    }
    if late.pause_after_two_timeouts != usual.pause_after_two_timeouts {
        said.push(
            match late.pause_after_two_timeouts {
                true => "a pause after two timeouts",
                false => "no pause after two timeouts",
            }
            .to_owned(),
        );
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_said_in_words_and_what_is_set_in_bold() {
        for (game, given, all) in [
            (
                GameId::Gridlock,
                json!({}),
                "a 5×5 grid · points for more than half of the safe players win · the middle tile is white · \
                 whoever has not hidden is nowhere on the grid · a find tells who hid there · \
                 chance decides for whoever runs out of time",
            ),
            (
                GameId::Gridlock,
                json!({ "size": 7, "target": 1, "start_tile": "random", "missing": "random", "reveal": "count", "on_timeout": "forfeit" }),
                "**a 7×7 grid** · **1 point wins** · **the middle tile is drawn** · **chance hides whoever has not hidden** · \
                 **a find tells how many hid there, and not who** · **whoever runs out of time loses the match**",
            ),
            (
                GameId::Roundabout,
                json!({ "entourages": { "dmo": ["A", "B", "C"] } }),
                "an outer roundabout of 6 spaces, the tips · no limit of turns · \
                 chance decides for whoever runs out of time",
            ),
            (
                GameId::Roundabout,
                json!({ "max_turns": 40, "outer": "rim" }),
                "**an outer roundabout of 18 spaces, all of the edge** · **a tie after 40 cards** · \
                 chance decides for whoever runs out of time",
            ),
            (
                GameId::Roundabout,
                json!({ "max_turns": 1 }),
                "an outer roundabout of 6 spaces, the tips · **a tie after 1 card** · \
                 chance decides for whoever runs out of time",
            ),
            (
                GameId::Crossfire,
                json!({ "chips": 1 }),
                "**1 chip each** · no anomalies · spawn spaces of Dealer's boards · whoever runs out of time loses chips",
            ),
            (
                GameId::Crossfire,
                json!({ "spawns": { "blue": ["B1 down", "A4 right"], "red": ["C1 down"] } }),
                "50 chips each · no anomalies · **own spawn spaces: blue B1 down, A4 right; red C1 down** · \
                 whoever runs out of time loses chips",
            ),
            (
                GameId::ShortCircuit,
                json!({ "columns": 8, "battery": { "D4": "H", "E4": "H" }, "supply": { "straight": 8, "turn": 10 } }),
                "**8 columns** · 6 to 8 rows, drawn · **the battery D4 H, E4 H** · **loose tiles: straight 8, turn 10; the other kinds are drawn** · \
                 whoever runs out of time loses the match",
            ),
            (
                GameId::Crossfire,
                json!({ "anomalies": ["ambush", "both_ways"] }),
                "50 chips each · **Ambush Reinforcements and Both Ways** · spawn spaces of Dealer's boards · \
                 whoever runs out of time loses chips",
            ),
            (
                GameId::Invitational,
                json!({ "map": { "houses": "long ".repeat(400) } }),
                "**a map of its own** · chance decides for whoever runs out of time",
            ),
        ] {
            let options = given.as_object().unwrap();
            assert_eq!(all_options(game, options), all, "{given}");
            let bold = all.matches("**").count() / 2;
            assert_eq!(set_options(game, options).len(), bold, "{given}");
        }
    }

    /// Whoever adds an option to a game adds its words.
    #[test]
    fn no_option_is_said_by_its_key() {
        for game in GameId::ALL {
            for option in game.options() {
                let usual = option.usual.map(|json| serde_json::from_str(json).unwrap());
                let said = in_words(*game, option.key, usual.as_ref());
                let is_key = said.starts_with(&format!("{} ", option.key));
                assert_eq!(is_key, option.of_people, "{game:?}: {said}");
            }
        }
    }
}
