//! Presets: options and times that a host sets with one press, built in or saved.

use serde::{Deserialize, Serialize};

use super::setup::{Lateness, Times};
use games::options::{self, OptionRow};
use games::{GameId, GivenOptions};

/// What a preset sets. It never contains secret options or options that name people: those are
/// drawn, or belong to the players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Preset {
    pub options: GivenOptions,
    pub times: Times,
    pub lateness: Lateness,
    pub practice_round: bool,
}

/// Presets that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// As in the rulebook.
    Usual,
    /// Twice the time in live play.
    Double,
    /// Correspondence: about a day for each turn.
    Post,
}

impl BuiltIn {
    pub const ALL: [BuiltIn; 3] = [BuiltIn::Usual, BuiltIn::Double, BuiltIn::Post];

    /// The times of a game with this preset. The time for choices before the match is a day anyway,
    /// and the same in all.
    pub fn times(self, game: GameId) -> Times {
        const DAY_S: u32 = 24 * 60 * 60;
        let usual = Times::defaults(game);
        let mut times = usual.clone();
        for (key, usual_s) in usual.iter() {
            let seconds = match self {
                _ if Some(key) == game.catalogue().choice_time => usual_s,
                BuiltIn::Usual => usual_s,
                BuiltIn::Double => usual_s * 2,
                // Each player may miss one day in the whole match.
                BuiltIn::Post => DAY_S,
            };
            // A test checks that this is within the limits of every game's times.
            let _ = times.set(key, seconds);
        }
        times
    }
}

impl Preset {
    /// The preset of a match that is being set up.
    pub fn of(
        game: GameId,
        options: &GivenOptions,
        times: &Times,
        lateness: Lateness,
        practice_round: bool,
    ) -> Preset {
        let mut options = options.clone();
        options.retain(|key, _| !stays_out(game, key));
        Preset {
            options,
            times: times.clone(),
            lateness,
            practice_round,
        }
    }

    /// Reads a preset that was saved for a game; None if it cannot be read, or does not suit the
    /// game any more.
    pub fn read(game: GameId, saved: &str) -> Option<Preset> {
        let mut preset: Preset = serde_json::from_str(saved).ok()?;
        let mut times = Times::defaults(game);
        for (key, seconds) in preset.times.iter() {
            times.set(key, seconds).ok()?;
        }
        preset.times = times;
        preset.practice_round &= game.catalogue().practice_round;
        let suits = preset.lateness.grace_s <= Lateness::MAX_GRACE_S
            && preset.options.keys().all(|key| is_kept(game, key))
            && options::check(game.catalogue().options, &preset.options).is_ok();
        suits.then_some(preset)
    }
}

/// Whether an option is left out of presets, because it is secret at first or names people.
pub fn stays_out(game: GameId, key: &str) -> bool {
    find(game, key).is_some_and(|option| option.secret || option.people_page().is_some())
}

fn is_kept(game: GameId, key: &str) -> bool {
    find(game, key).is_some() && !stays_out(game, key)
}

fn find(game: GameId, key: &str) -> Option<&'static OptionRow> {
    game.catalogue()
        .options
        .iter()
        .find(|option| option.key == key)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn built_in_times_are_within_limits_and_give_a_day_for_choices() {
        for game in GameId::ALL {
            let usual = Times::defaults(*game);
            for (built_in, least, most) in [
                (BuiltIn::Usual, 30, 300),
                (BuiltIn::Double, 60, 600),
                (BuiltIn::Post, 86_400, 86_400),
            ] {
                let times = built_in.times(*game);
                let mut keys = times.iter().zip(usual.iter());
                assert!(keys.all(|(one, other)| one.0 == other.0));
                for (key, seconds) in times.iter() {
                    let expected = if Some(key) == game.catalogue().choice_time {
                        86_400..=86_400
                    } else {
                        least..=most
                    };
                    assert!(expected.contains(&seconds), "{key} = {seconds}");
                }
            }
            assert_eq!(BuiltIn::Usual.times(*game), usual);
        }
    }

    #[test]
    fn presets_keep_no_secrets_and_no_people() {
        for (game, given, kept) in [
            (
                "short_circuit",
                json!({ "columns": 8, "supply": { "turn": 3 }, "on_timeout": "random" }),
                json!({ "on_timeout": "random" }),
            ),
            (
                "roundabout",
                json!({ "entourages": { "dmo": ["A", "B", "C"] }, "max_turns": 40 }),
                json!({ "max_turns": 40 }),
            ),
            ("gridlock", json!({ "size": 7 }), json!({ "size": 7 })),
        ] {
            let game = GameId::read(game).unwrap();
            let given = given.as_object().unwrap();
            let times = Times::defaults(game);
            let preset = Preset::of(game, given, &times, Lateness::default(), true);
            assert_eq!(json!(preset.options), kept);
            let saved = serde_json::to_string(&preset).unwrap();
            let read = Preset::read(game, &saved).unwrap();
            let practice_round = game.word() == "short_circuit";
            assert_eq!(
                read,
                Preset {
                    practice_round,
                    ..preset
                }
            );
        }
    }

    #[test]
    fn a_preset_that_no_longer_fits_its_game_is_not_read() {
        let game = GameId::read("gridlock").unwrap();
        let times = Times::defaults(game);
        let none = GivenOptions::new();
        let good = Preset::of(game, &none, &times, Lateness::default(), false);
        let good = json!(good);
        for (at, value) in [
            ("/options", json!({ "size": "big" })),
            ("/options", json!({ "colour": "red" })),
            ("/options", json!(3)),
            ("/times", json!({ "base_think_s": 60 })),
            ("/times", json!({ "base_move_s": 0 })),
            ("/times", json!({ "base_move_s": "long" })),
            ("/lateness/grace_s", json!(61)),
        ] {
            let mut saved = good.clone();
            *saved.pointer_mut(at).unwrap() = value;
            let saved = saved.to_string();
            assert_eq!(Preset::read(game, &saved), None, "{saved}");
        }
        for broken in ["", "{}", "null", "{\"options\": {}"] {
            assert_eq!(Preset::read(game, broken), None);
        }
        // Another game doesn't have this game's times.
        assert_eq!(
            Preset::read(GameId::read("crossfire").unwrap(), &good.to_string()),
            None
        );
        // A newer time of the game gets its default.
        let mut fewer = good.clone();
        fewer["times"] = json!({ "reserve_s": 7 });
        let read = Preset::read(game, &fewer.to_string()).unwrap();
        assert_eq!(read.times.ms("reserve_s"), 7_000);
        assert_eq!(read.times.ms("base_move_s"), times.ms("base_move_s"));
    }
}
