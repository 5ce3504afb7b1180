//! Refusals of typed times: unreadable, past, or ambiguous.

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
pub fn time_passed(typed: &str, at_ms: u64, zone: &str) -> String {
    format!(
        "`{}` means {}, which has passed. {}",
        shown(typed),
        super::date(at_ms),
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
