//! Presets in the set-up panel: which there are, and what using, saving and deleting one does.

use super::catalogue::title;
use super::times::set_times;
use games::english::{cut, escape_markdown};
use games::options::PeoplePage;
use games::{GameId, GivenOptions, options};
use matches::{BuiltIn, Preset};

pub const CHOOSE_PRESET: &str = "Use a preset";

/// Above a menu of a game's templates and the server's presets of it.
pub const CHOOSE_TEMPLATE: &str = "Use a template";

/// The name of a built-in preset, and what it does.
pub fn built_in(preset: BuiltIn) -> (&'static str, &'static str) {
    match preset {
        BuiltIn::Usual => ("Rulebook defaults", "Default options and time limits"),
        BuiltIn::Double => (
            "Double time",
            "Turns and reserve twice as long; options stay as they are",
        ),
        BuiltIn::Post => (
            "Correspondence",
            "A day per turn and a day in reserve; options stay as they are",
        ),
    }
}

/// What a saved preset sets; None: it no longer fits the game.
pub fn saved_preset(game: GameId, preset: Option<&Preset>) -> String {
    let Some(preset) = preset else {
        return "No longer fits the game".to_owned();
    };
    let mut sets = options::set_said(game.catalogue().options, &preset.options);
    sets.extend(set_times(game, &preset.times, preset.lateness, None));
    if game.catalogue().practice_round {
        let practice = if preset.practice_round {
            "practice round first"
        } else {
            "no practice round"
        };
        sets.push(practice.to_owned());
    }
    if sets.is_empty() {
        "All defaults".to_owned()
    } else {
        cut(&sets.join(", "), 100)
    }
}

pub const SAVE_PRESET_BUTTON: &str = "Save as a preset…";

pub const SAVE_PRESET_TITLE: &str = "Save as a preset";

/// The label of the name's field: at most 45 characters.
pub const SAVE_PRESET_LABEL: &str = "Name (replaces a preset of that name)";

pub const SAVE_PRESET_PLACEHOLDER: &str = "Weekday evenings";

pub fn delete_preset_button(name: &str) -> String {
    format!("Delete “{name}”")
}

/// The preset that was used or saved last. `changed`: something was set differently since.
pub fn preset_taken(name: &str, changed: bool) -> String {
    let since = if changed { ", changed since" } else { "" };
    format!("Preset: {}{since}\n", escape_markdown(name))
}

/// The settings that would not be saved in a preset; empty if there are none.
pub fn left_out_of_presets(
    game: GameId,
    secret: &GivenOptions,
    people: Option<&PeoplePage>,
) -> String {
    let secret = options::set_said(game.catalogue().options, secret);
    let mut said = String::new();
    if !secret.is_empty() {
        said.push_str(&format!(
            "Not saved in presets, because it's secret until the match shows it: {}.\n",
            secret.join(" · ")
        ));
    }
    if let Some(page) = people {
        let what = page.button;
        said.push_str(&format!(
            "{what} aren't saved in presets, since they depend on the players.\n"
        ));
    }
    said
}

pub fn preset_needs_name(most: usize) -> String {
    format!("The preset wasn't saved: give it a name of up to {most} characters.")
}

pub fn too_many_presets(game: GameId, most: usize) -> String {
    format!(
        "This server already has {most} presets for {}, and that's the limit. Pick one you don't \
         need and delete it, or save under its name.",
        title(game)
    )
}

pub const PRESET_GONE: &str = "That preset is gone: a host deleted it.";

pub fn preset_unreadable(name: &str) -> String {
    format!(
        "“{}” no longer fits the game, so you can't use it. Delete it here, or save a new preset \
         under that name.",
        escape_markdown(name)
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use matches::{Lateness, Times};

    #[test]
    fn a_description_of_a_preset_fits_into_a_menu() {
        for preset in BuiltIn::ALL {
            let (name, does) = built_in(preset);
            for text in [name, does] {
                assert!((1..=100).contains(&text.chars().count()), "{text}");
            }
        }
        let game = GameId::read("crossfire").unwrap();
        let of = |options: &GivenOptions, times: &Times| {
            let preset = Preset::of(game, options, times, Lateness::default(), false);
            saved_preset(game, Some(&preset))
        };
        let (none, usual) = (GivenOptions::new(), Times::defaults(game));
        assert_eq!(of(&none, &usual), "All defaults");
        let anomalies = json!({ "anomalies": ["ambush", "all_pay", "biorhythm", "both_ways", "ships", "shove"] });
        let mut times = usual.clone();
        times.set("reserve_s", 70).unwrap();
        assert_eq!(of(&none, &times), "reserve 1:10");
        let said = of(anomalies.as_object().unwrap(), &times);
        assert!(said.chars().count() <= 100, "{said}");
        assert_eq!(saved_preset(game, None), "No longer fits the game");
        let game = GameId::read("short_circuit").unwrap();
        for (practice_round, expected) in
            [(true, "practice round first"), (false, "no practice round")]
        {
            let times = Times::defaults(game);
            let preset = Preset::of(game, &none, &times, Lateness::default(), practice_round);
            assert_eq!(saved_preset(game, Some(&preset)), expected);
        }
    }
}
