//! A time that was typed and cannot be read, or may be one of two.

pub fn time_unreadable(typed: &str) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!(
        "`{typed}` is not a time that is to come. What would be right: `in 20m`, `in 1h30`, `20:30`, `8pm`, `tomorrow 20:00`, `monday 20:00` or `2026-11-30 19:00`."
    )
}

/// A date with a slip in its year, most likely.
pub fn time_too_far(typed: &str) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!("`{typed}` is more than a year away. Name one within a year from now.")
}

/// What was typed is a time of day as well as a stretch; `time`: as the time of day.
pub fn time_or_stretch(typed: &str, time: &str) -> String {
    format!(
        "`{typed}` may be a time of day or a stretch of time. Type `{time}` for that time of day, or `in {typed}` for so long from now."
    )
}

/// An hour of a day that was typed may be of the one half of it or the other, which are written like this.
pub fn morning_or_evening(typed: &str, morning: &str, evening: &str) -> String {
    format!(
        "`{typed}` may be in the first half of the day or in the second. Type `{morning}` or `{evening}`."
    )
}
