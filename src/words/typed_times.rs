//! A time that was typed and cannot be read, has passed, or may be one of two.

/// `zone`: the zone of times that are typed without one.
pub fn time_unreadable(typed: &str, zone: &str) -> String {
    format!(
        "I can't read `{}` as a time. Try `in 20m`, `20:30`, `8pm EST`, `20:00 UTC+2`, `tomorrow \
         20:00`, `next monday 20:00`, `30 Nov 20:00` or `2026-11-30 19:00`. {}",
        shown(typed),
        zone_of_times(zone)
    )
}

/// As [`time_unreadable`], of a time that was read.
pub fn time_passed(typed: &str, at_ms: u64, zone: &str) -> String {
    format!(
        "`{}` means {}, which has passed. {}",
        shown(typed),
        super::date(at_ms),
        zone_of_times(zone)
    )
}

/// In which zone times count, and where that is set.
fn zone_of_times(zone: &str) -> String {
    format!(
        "Times without a zone are in {zone}. Hosts can set the season's zone in `/season \
         settings`, under *{}*.",
        crate::store::settings::MATCHES
    )
}

/// A date with a slip in its year, most likely.
pub fn time_too_far(typed: &str) -> String {
    format!(
        "`{}` is more than a year away. Choose a time within a year.",
        shown(typed)
    )
}

/// What was typed is a time of day as well as a length of time; `time`: as the time of day.
pub fn time_or_stretch(typed: &str, time: &str) -> String {
    let typed = shown(typed);
    format!(
        "`{typed}` could be a time of day or a length of time. Type `{time}` for the time of day, \
         or `in {typed}` for that long from now."
    )
}

/// What was typed may be two times: of either half of the day, of this week or the next, or in
/// the hour that the clocks show twice. They are written like this.
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
