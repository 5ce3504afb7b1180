//! The games, as people choose them.

use super::times::all_times;
use crate::referee::Snapshot;
use games::english::{cut, escape_markdown, list};
use games::names::folded;
use games::{AnyGame, Audience, BySeat, Cast, Dice, GameId, GivenOptions, Member, Role, View};
use matches::{Lateness, Times};
use std::collections::BTreeSet;

/// A game's name as people say it.
pub fn title(game: GameId) -> &'static str {
    game.catalogue().title
}

/// All games in short, or those with a tag at length: who made them and what kind they are.
pub fn catalogue(tag: Option<&str>) -> String {
    let has = |tags: &[&str]| tag.is_none_or(|tag| tags.iter().any(|one| is_tag(one, tag)));
    let entries = GameId::ALL.iter().map(|id| id.catalogue());
    let entries = entries.filter(|entry| has(entry.tags));
    let lines = entries.map(|entry| {
        let short = format!(
            "**{}** by {} · {}\n{}",
            entry.title,
            entry.designer,
            entry.tags.join(", "),
            entry.in_short
        );
        let featured = entry.featured_in.join(", ");
        match tag {
            None => short,
            Some(_) => format!("{short}\nFeatured in: {featured}\n{}", entry.note),
        }
    });
    let lines = lines.collect::<Vec<_>>();
    match (lines.as_slice(), tag) {
        ([], Some(tag)) => format!(
            "No game has the tag “{}”. The tags are {}.",
            escape_markdown(&cut(tag.trim(), 40)),
            list(tags(), "and")
        ),
        (lines, Some(_)) => lines.join("\n\n"),
        (lines, None) => format!(
            "{}\n\nUse `/games tag:` for more about the games with that tag, and `/rules` for the \
             rules.",
            lines.join("\n\n")
        ),
    }
}

/// The tags of all games, each once.
pub fn tags() -> impl Iterator<Item = &'static str> {
    let all = GameId::ALL.iter().flat_map(|id| id.catalogue().tags);
    all.copied().collect::<BTreeSet<_>>().into_iter()
}

fn is_tag(tag: &str, typed: &str) -> bool {
    folded(tag) == folded(typed.trim())
}

/// The rules of a match of a game, with its own numbers and the [terms](super::terms::terms()) of
/// its options, which are complete. `pauses`: whether two timeouts in a row pause the match.
pub fn rules(
    game: GameId,
    view: &View,
    options: &GivenOptions,
    times: &Times,
    pauses: bool,
) -> String {
    let mut said = view.rules();
    for line in super::terms::terms(game, options, times, pauses) {
        said.push('\n');
        said.push_str(&line);
    }
    said
}

/// A game's rules with its default options, as a season of the usual size would play it.
pub fn rules_of(game: GameId) -> String {
    match usual(game) {
        Some(usual) => rules(
            game,
            &usual.view(Audience::Public),
            &usual.options(),
            &Times::defaults(game),
            Lateness::default().pause_after_two_timeouts,
        ),
        None => catalogue(None),
    }
}

/// The rules of a match with its own numbers and times. It may be too long for one message.
pub fn rules_here(snapshot: &Snapshot) -> String {
    let setup = snapshot.setup();
    let pauses = setup.pause_after_two_timeouts;
    let rules = rules(
        setup.game,
        &snapshot.view,
        &setup.options,
        &setup.times,
        pauses,
    );
    // A deadline at a point in time is on the card.
    let due = setup.choices_due_ms.and(setup.game.catalogue().choice_time);
    let times = all_times(setup.game, &setup.times, setup.lateness(), due);
    format!("{rules}\nTime limits: {times}")
}

pub const WHICH_RULES: &str = "There's no match in this channel. Say which game's rules you want.";

/// A match of a game with a cast of the usual size: thirteen players and two dealers.
fn usual(game: GameId) -> Option<AnyGame> {
    let member = |index: usize| Member {
        name: format!("P{index}"),
        role: if index < 13 {
            Role::Player
        } else {
            Role::Dealer
        },
    };
    let members: Vec<Member> = (0..15).map(member).collect();
    let seats = game.catalogue().seats.then(|| BySeat {
        dmo: members[0].name.clone(),
        ec: members[1].name.clone(),
    });
    let cast = Cast::new(members, seats, &Default::default()).ok()?;
    game.draw(&GivenOptions::new(), &cast.into(), &mut Dice::new(0))
        .ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A match of P0 against P1.
    fn drawn(game: &str, players: usize, dealers: usize, options: &Value) -> AnyGame {
        let member = |index: usize| Member {
            name: format!("P{index}"),
            role: if index < players {
                Role::Player
            } else {
                Role::Dealer
            },
        };
        let seats = BySeat {
            dmo: "P0".to_owned(),
            ec: "P1".to_owned(),
        };
        let members = (0..players + dealers).map(member).collect();
        let cast = Cast::new(members, seats, &Default::default()).unwrap();
        let options = options.as_object().unwrap();
        let game = GameId::read(game).unwrap();
        game.draw(options, &cast.into(), &mut Dice::new(0)).unwrap()
    }

    /// The rules of a match once nothing is secret.
    fn rules_with(game: &str, players: usize, dealers: usize, options: &Value) -> String {
        let drawn = drawn(game, players, dealers, options);
        let game = drawn.id();
        let times = Times::defaults(game);
        rules(
            game,
            &drawn.view(Audience::All),
            &drawn.options(),
            &times,
            true,
        )
    }

    #[test]
    fn one_point_is_singular() {
        for (target, expected) in [(1, "P0: 0 of 1 point."), (2, "P0: 0 of 2 points.")] {
            let game = drawn("gridlock", 6, 0, &json!({ "target": target }));
            let said = game.view(Audience::Public).description(game.cast());
            assert!(said.contains(expected), "{said}");
        }
    }

    /// Rules or maps that the source doesn't show are called reconstructions wherever they are
    /// played. Nothing else is.
    #[test]
    fn reconstructions_are_named_in_the_games_that_have_them() {
        let is_named = |said: &str| said.to_lowercase().contains("reconstruct");
        for (game, has_one) in [
            ("roundabout", true),
            ("gridlock", false),
            ("short_circuit", true),
            ("crossfire", true),
            ("invitational", true),
        ] {
            let note = GameId::read(game).unwrap().catalogue().note;
            assert_eq!(is_named(note), has_one, "{game:?}");
        }
        for (game, players, dealers, options, named) in [
            ("gridlock", 13, 2, json!({}), false),
            ("roundabout", 13, 2, json!({}), true),
            ("roundabout", 9, 1, json!({}), true),
            ("crossfire", 13, 2, json!({}), true),
            ("crossfire", 13, 2, json!({ "anomalies": ["shove"] }), true),
            ("short_circuit", 13, 2, json!({}), true),
            ("invitational", 13, 2, json!({}), true),
            // A cast of another size gets a randomly drawn map.
            ("invitational", 10, 2, json!({}), false),
        ] {
            let said = rules_with(game, players, dealers, &options);
            assert_eq!(is_named(&said), named, "{game:?} {options}: {said}");
        }
    }

    /// The longest message (Discord documentation, "Create Message").
    const MESSAGE: usize = 2000;

    #[test]
    fn the_catalogue_fits_a_message() {
        let whole = catalogue(None);
        for game in GameId::ALL {
            assert!(whole.contains(game.catalogue().in_short), "{game:?}");
        }
        // Room for another game.
        assert!(whole.chars().count() <= MESSAGE * 3 / 4, "{whole}");
        for tag in tags() {
            let tagged = catalogue(Some(tag));
            assert!(tagged.chars().count() <= MESSAGE, "{tagged}");
        }
    }

    #[test]
    fn the_rules_of_each_game_fit_a_message() {
        for game in GameId::ALL {
            let said = rules_of(*game);
            assert!(said.chars().count() <= MESSAGE, "{said}");
        }
        let anomalies = [
            "ambush",
            "all_pay",
            "biorhythm",
            "both_ways",
            "ships",
            "shove",
        ];
        for (game, options) in [
            ("crossfire", json!({ "anomalies": anomalies })),
            (
                "gridlock",
                json!({ "missing": "random", "reveal": "count" }),
            ),
            ("roundabout", json!({ "max_turns": 40 })),
        ] {
            let said = rules_with(game, 13, 2, &options);
            assert!(said.chars().count() <= MESSAGE, "{game:?}: {said}");
        }
    }

    /// Rules that no board shows.
    #[test]
    fn the_rules_say_what_nobody_sees() {
        for (game, parts) in [
            (
                "roundabout",
                ["You must play a card", "Remembering it is part of the game"],
            ),
            (
                "short_circuit",
                ["answering “impossible” (5:00)", "who goes first (1:00"],
            ),
            ("gridlock", ["an order (first or second)", "may not talk"]),
        ] {
            let said = rules_of(GameId::read(game).unwrap());
            for part in parts {
                assert!(said.contains(part), "{part}: {said}");
            }
        }
    }

    #[test]
    fn tags_filter_the_catalogue() {
        for tag in tags() {
            for id in GameId::ALL {
                let entry = id.catalogue();
                let line = format!("**{}** by", entry.title);
                let has = catalogue(Some(&tag.to_uppercase())).contains(&line);
                assert_eq!(has, entry.tags.contains(&tag), "{tag}: {}", entry.title);
                assert!(catalogue(None).contains(&line));
            }
        }
        let none = catalogue(Some("no *such*"));
        assert!(
            none.starts_with(r"No game has the tag “no \*such\*”. The tags are "),
            "{none}"
        );
    }
}
