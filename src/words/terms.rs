//! What a match's options mean: above all what happens when time runs out or nobody chooses, and
//! the changes from the default.

use crate::referee::Snapshot;
use games::english::{Price, date, forfeits};
use games::{Cast, GameId, GivenOptions, WallMs};
use matches::{Lateness, Times};

/// Lines below a game's rules. The options must be complete. `pauses`: whether two timeouts in a
/// row pause the match. No line is secret in any game.
pub fn terms(game: GameId, options: &GivenOptions, times: &Times, pauses: bool) -> Vec<String> {
    let mut lines = game.terms(options, &|key| times.ms(key));
    // With a forfeit the first timeout ends the match.
    if pauses && game.catalogue().seats && !forfeits(options) {
        lines.push(pause_when_late(game));
    }
    lines
}

/// What happens when a player is repeatedly late.
fn pause_when_late(game: GameId) -> String {
    let minutes = Lateness::LONGEST_PAUSE_MS / 60_000;
    let pause = format!(
        "If a player times out twice in a row, the match pauses for up to {minutes} \
             minutes."
    );
    match game.catalogue().price {
        Some(Price { one, many }) => format!(
            "{pause} Losing several {many} in a row is one timeout. The match also pauses once, \
             before a player who is out of time loses the last {one}."
        ),
        None => pause,
    }
}

/// What happens to safe players who do not choose before a match: the end of a sentence about `who`
/// (a plural or “you”), with `whom` as its object.
pub fn fate(snapshot: &Snapshot, cast: &Cast, who: &str, whom: &str) -> String {
    let strike = strike(snapshot, cast, who).map(|strike| format!(", and {strike}"));
    fate_of_guest(snapshot, who, whom) + &strike.unwrap_or_default()
}

/// Who gets a strike for a missing choice, if that costs one.
fn strike(snapshot: &Snapshot, cast: &Cast, who: &str) -> Option<String> {
    // The strike goes to the person whose place in the season it is.
    snapshot
        .strikes_missing()
        .then(|| match snapshot.stands_in_for {
            Some(other) => format!("{} gets a strike", cast.name(other)),
            None => format!("{who} get a strike"),
        })
}

/// Like [`fate`], for people who get no strike.
pub fn fate_of_guest(snapshot: &Snapshot, who: &str, whom: &str) -> String {
    let setup = snapshot.setup();
    let options = &setup.options;
    snapshot.view.without_choice(options, who, whom)
}

/// To a safe player whose choice is not in yet.
pub fn unless_chosen(snapshot: &Snapshot, cast: &Cast, now_ms: WallMs) -> String {
    if !snapshot.setup().has_seats() {
        // The question itself says it.
        return String::new();
    }
    let (fate, of_guest) = (
        fate(snapshot, cast, "you", "you"),
        fate_of_guest(snapshot, "you", "you"),
    );
    let status = &snapshot.status;
    let is_to_come = |at: &WallMs| *at > now_ms;
    let deadline = status.preparation_deadline_ms.filter(is_to_come);
    match deadline.zip(strike(snapshot, cast, "you")) {
        // Who is late for the start isn't late for the deadline yet.
        Some((deadline, strike)) if status.start_at_ms.is_some_and(|start| start < deadline) => {
            let deadline = date(deadline);
            format!(
                "If it does, {of_guest}. If it's still waiting for you at {deadline}, {strike}."
            )
        }
        _ if deadline.is_some() && status.start_at_ms.is_none_or(|start| start > now_ms) => {
            format!("If you haven't chosen by then, {fate}.")
        }
        _ => format!("If you haven't chosen by the time the match starts, {fate}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn terms_say_what_time_limits_do_and_what_is_not_default() {
        for (game, options, expected) in [
            (
                "gridlock",
                json!({"on_timeout": "random", "missing": "absent", "reveal": "names", "start_tile": "white"}),
                vec!["made at random"],
            ),
            (
                "gridlock",
                json!({"on_timeout": "forfeit", "missing": "random", "reveal": "count", "start_tile": "random"}),
                vec![
                    "hidden on random tiles",
                    "not who",
                    "drawn at random after both",
                    "lose the match",
                ],
            ),
            (
                "gridlock",
                json!({"on_timeout": "forfeit", "start_tile": "yellow"}),
                vec!["yellow", "lose the match"],
            ),
            (
                "roundabout",
                json!({"on_timeout": "random"}),
                vec!["moves made so far"],
            ),
            (
                "roundabout",
                json!({"on_timeout": "forfeit"}),
                vec!["lose the match"],
            ),
            (
                "short_circuit",
                json!({"on_timeout": "forfeit"}),
                vec!["on a turn, **you lose the match**", "“impossible” (5:00)"],
            ),
            (
                "short_circuit",
                json!({"on_timeout": "random"}),
                vec!["one tile is placed at random", "no reserve"],
            ),
            (
                "invitational",
                json!({"on_timeout": "random"}),
                vec!["a random order is given"],
            ),
            (
                "invitational",
                json!({"on_timeout": "forfeit"}),
                vec!["lose the match"],
            ),
            ("crossfire", json!({"on_timeout": "drain"}), vec![]),
        ] {
            let game = GameId::read(game).expect(game);
            let given = options.as_object().expect("options are an object");
            let lines = terms(game, given, &Times::defaults(game), false);
            assert_eq!(lines.len(), expected.len(), "{options}: {lines:?}");
            for (line, words) in lines.iter().zip(expected) {
                assert!(line.contains(words), "{options}: {line}");
            }
        }
    }

    #[test]
    fn terms_mention_the_pause_after_two_timeouts_where_it_can_happen() {
        for game in GameId::ALL {
            let drains = game.word() == "crossfire";
            for (on_timeout, pauses, expected) in [
                ("random", true, true),
                ("random", false, false),
                ("forfeit", true, false),
            ] {
                let options = json!({ "on_timeout": on_timeout });
                let given = options.as_object().expect("options are an object");
                let times = Times::defaults(*game);
                let said = terms(*game, given, &times, pauses).join("\n");
                let pause =
                    "If a player times out twice in a row, the match pauses for up to 10 minutes";
                let expected = expected && game.catalogue().seats;
                assert_eq!(said.contains(pause), expected, "{game:?}: {said}");
                let last = said.contains("out of time loses the last chip");
                assert_eq!(last, expected && drains, "{game:?}: {said}");
            }
        }
    }

    #[test]
    fn the_rules_of_every_game_say_what_running_out_of_time_does() {
        for game in GameId::ALL.iter().filter(|game| game.catalogue().seats) {
            let rules = super::super::catalogue::rules_of(*game);
            assert!(
                rules.contains("base time and reserve") || rules.contains("reserve is gone"),
                "{rules}"
            );
        }
    }
}
