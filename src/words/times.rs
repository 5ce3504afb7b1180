//! Times: a match's own, as set and as shown in forms, and the refusals of typed times and values.

use games::english::{clock_time, countdown, due_time, duration, short_duration, stretch};
use games::{GameId, WallMs, english};
use matches::{Lateness, Times};

/// The field for how long Dealer waits after a deadline for what was sent before it.
pub const GRACE: &str = "grace_s";

/// A date and time, and how long it is until then.
pub(super) fn date_with_countdown(at: WallMs) -> String {
    format!("{} ({})", english::date(at), countdown(at))
}

/// A time of day, and how long it is until then.
pub(super) fn clock_with_countdown(at: WallMs) -> String {
    format!("{} ({})", clock_time(at), countdown(at))
}

/// A time as somebody reads it at `now`, and how long it is until then.
pub(super) fn due_with_countdown(at: WallMs, now: WallMs) -> String {
    format!("{} ({})", due_time(at, now), countdown(at))
}

/// All times in the words of a match's card, changes from the default in bold, without `but`.
pub(super) fn all_times(game: GameId, times: &Times, late: Lateness, but: Option<&str>) -> String {
    let usual = Times::defaults(game);
    let mut said: Vec<String> = Vec::new();
    for ((key, seconds), (_, usual)) in times.iter().zip(usual.iter()) {
        let time = time(game, key, seconds);
        if Some(key) == but {
            continue;
        }
        said.push(if seconds == usual {
            time
        } else {
            format!("**{time}**")
        });
    }
    let lateness = lateness(late);
    said.extend(lateness.iter().map(|said| format!("**{said}**")));
    said.join(" · ")
}

/// The times that are not the default, without `but`.
pub(super) fn set_times(
    game: GameId,
    times: &Times,
    late: Lateness,
    but: Option<&str>,
) -> Vec<String> {
    let usual = Times::defaults(game);
    let pairs = times.iter().zip(usual.iter());
    let set = pairs.filter(|((key, set), (_, usual))| set != usual && Some(*key) != but);
    let set = set.map(|((key, seconds), _)| time(game, key, seconds));
    set.chain(lateness(late)).collect()
}

pub(super) fn time(game: GameId, key: &str, seconds: u32) -> String {
    let length = stretch(u64::from(seconds) * 1000);
    format!("{} {length}", game.catalogue().time_name(key))
}

/// What happens to late players, if that isn't the default.
fn lateness(late: Lateness) -> Vec<String> {
    let usual = Lateness::default();
    let mut said = Vec::new();
    if late.grace_s != usual.grace_s {
        let grace = stretch(u64::from(late.grace_s) * 1000);
        said.push(format!("grace {grace}"));
    }
    if late.pause_after_two_timeouts != usual.pause_after_two_timeouts {
        said.push(
            if late.pause_after_two_timeouts {
                "a pause after two timeouts"
            } else {
                "no pause after two timeouts"
            }
            .to_owned(),
        );
    }
    said
}

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

/// `zone`: the time zone for times that are typed without one.
pub fn time_unreadable(typed: &str, zone: &str) -> String {
    format!(
        "I can't read `{}` as a time. Try `20:30`, `tomorrow 8pm`, `30 Nov 20:00 EST` or `in 20m`. \
         {}",
        shown(typed),
        zone_of_times(zone)
    )
}

/// Like [`time_unreadable`], for a time in the past.
pub fn time_passed(typed: &str, at_ms: WallMs, zone: &str) -> String {
    format!(
        "`{}` means {}, which has passed. {}",
        shown(typed),
        english::date(at_ms),
        zone_of_times(zone)
    )
}

/// The time zone of typed times, and where to change it.
fn zone_of_times(zone: &str) -> String {
    format!(
        "Times without a zone are in {zone}. Hosts can set the season's zone in `/season \
         settings`, under *{}*.",
        crate::settings::MATCHES
    )
}

/// A date that is too far away, probably because of a mistake in its year.
pub fn time_too_far(typed: &str) -> String {
    format!(
        "`{}` is more than a year away. Choose a time within a year.",
        shown(typed)
    )
}

/// The text can be a time of day or a length of time. `time`: the time of day.
pub fn time_or_stretch(typed: &str, time: &str) -> String {
    let typed = shown(typed);
    format!(
        "`{typed}` could be a time of day or a length of time. Type `{time}` for the time of day, \
         or `in {typed}` for that long from now."
    )
}

/// The text can be two times: morning or evening, this week or the next, or in the hour that clocks
/// show twice. `first` and `second` are unambiguous. `is_half_a_day`: they are twelve hours apart.
pub fn one_of_two_times(typed: &str, first: &str, second: &str, is_half_a_day: bool) -> String {
    let wrong = if is_half_a_day {
        "in the morning or evening?"
    } else {
        "can mean two times."
    };
    format!("`{}` {wrong} Type `{first}` or `{second}`.", shown(typed))
}

/// A number alone, perhaps with `in`.
pub fn time_without_unit(typed: &str, number: &str) -> String {
    let clock = match number.parse() {
        Ok(hour @ 0..=23_u8) if !typed.starts_with(['i', 'I']) => format!(" or `{hour:02}:00`"),
        _ => String::new(),
    };
    let typed = shown(typed);
    format!("`{typed}` needs a unit. Type `in {number}m`, `in {number}h`{clock}.")
}

pub fn day_without_time(typed: &str) -> String {
    let typed = shown(typed);
    format!("`{typed}` is a day. At what time? Type `{typed} 20:00`, for example.")
}

/// As it is quoted.
pub(super) fn shown(typed: &str) -> String {
    typed.chars().filter(|c| *c != '`').take(60).collect()
}

pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

pub fn read_yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        _ => None,
    }
}
