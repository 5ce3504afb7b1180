//! The forms of times in the set-up panel: a field's label has at most 45 characters.

use super::GRACE;
use super::{duration, short_duration, stretch};
use games::GameId;

/// The button of the form with the times of single steps, and its title.
pub const TIMES_BUTTON: &str = "Time limits";

/// The button of the form with the times of the whole match, and its title.
pub const RESERVE_BUTTON: &str = "Reserve and late players";

/// The label of a field.
pub fn time_label(game: GameId, key: &str) -> &'static str {
    match key {
        GRACE => "Grace after each deadline, at most 1 minute",
        "pause_after_two_timeouts" => "Pause after two timeouts in a row: yes or no",
        key => {
            let time = game.catalogue().times.iter().find(|time| time.key == key);
            time.map_or("Another time", |time| time.label)
        }
    }
}

/// The placeholder of a field. `usual`: the default.
pub fn time_placeholder(usual: &str) -> String {
    format!("leave empty for {usual}")
}

/// A length of time in the form of these fields: `1:30`, or `2 h 5 min` for an hour or more.
pub fn typed_stretch(seconds: u32) -> String {
    let ms = u64::from(seconds) * 1000;
    match seconds {
        0..3600 => stretch(ms),
        _ => short_duration(ms),
    }
}

pub fn not_a_stretch(label: &str, typed: &str) -> String {
    format!("{}. Try `1:30`, `90s` or `24 h`.", read(label, typed))
}

pub fn time_out_of_range(label: &str, may_be_none: bool, most_s: u32) -> String {
    let most = duration(u64::from(most_s) * 1000);
    if may_be_none {
        format!("“{label}” can be up to {most}.")
    } else {
        format!("“{label}” can be 1 second to {most}.")
    }
}

pub fn grace_too_long(label: &str, most_s: u32) -> String {
    format!("“{label}” can be up to {most_s} seconds.")
}

pub fn not_yes_or_no(label: &str, typed: &str) -> String {
    format!("{}. Type `yes` or `no`.", read(label, typed))
}

/// Quotes a field and what was typed in it.
fn read(label: &str, typed: &str) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(40).collect();
    format!("“{label}” can't be `{typed}`")
}
