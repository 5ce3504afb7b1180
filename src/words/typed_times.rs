//! Refusals of typed times: unreadable, past, or ambiguous.

/// `zone`: the time zone for times that are typed without one.
pub fn time_unreadable(typed: &str, zone: &str) -> String {
    format!(
        "I can't read `{}` as a time. Try `in 20m`, `20:30`, `8pm EST`, `20:00 UTC+2`, `tomorrow \
         20:00`, `next monday 20:00`, `30 Nov 20:00` or `2026-11-30 19:00`. {}",
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
        crate::store::settings::MATCHES
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
/// show twice. `first` and `second` are unambiguous.
pub fn one_of_two_times(typed: &str, first: &str, second: &str) -> String {
    format!(
        "`{}` can mean two times. Type `{first}` or `{second}`.",
        shown(typed)
    )
}

/// As it is quoted.
pub(super) fn shown(typed: &str) -> String {
    typed.chars().filter(|c| *c != '`').take(60).collect()
}
