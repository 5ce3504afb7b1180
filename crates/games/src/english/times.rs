//! Times as Discord shows them: by each reader's own clock, and as countdowns. Discord shows whole
//! seconds. A time is never shown later than it is, so that acting before the shown deadline is
//! always in time.

use super::count_of;
use crate::WallMs;

/// A time with seconds, as each reader's own clock shows it.
pub fn clock_time(at: WallMs) -> String {
    format!("<t:{}:T>", at.0 / 1000)
}

/// A time as a countdown that ticks.
pub fn countdown(at: WallMs) -> String {
    format!("<t:{}:R>", at.0 / 1000)
}

/// A date and time.
pub fn date(at: WallMs) -> String {
    format!("<t:{}:F>", at.0 / 1000)
}

/// A time, as somebody reads it at `now`: without its date only if it is a few hours off, since
/// nobody knows when midnight is for each reader.
pub fn due_time(at: WallMs, now: WallMs) -> String {
    const A_FEW_HOURS_MS: u64 = 3 * 60 * 60 * 1000;
    match at.0.abs_diff(now.0) {
        A_FEW_HOURS_MS.. => date(at),
        _ => clock_time(at),
    }
}

/// A date and time, short enough to share a line with other words.
pub fn short_date(at: WallMs) -> String {
    let at_s = at.0 / 1000;
    format!("<t:{at_s}:d> <t:{at_s}:t>")
}

/// A length of time as `4:05`, or as `2 h 5 min` and `24 h` from an hour on.
pub fn stretch(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, _) => format!("{minutes}:{:02}", seconds % 60),
        (_, 0) => format!("{hours} h"),
        _ => format!("{hours} h {minutes} min"),
    }
}

/// A length of time as `4 min 5 s` or `2 h 5 min`, where `4:05` could be read as a time of day.
pub fn short_duration(ms: u64) -> String {
    in_units(ms, [("h", "h"), ("min", "min"), ("s", "s")]).unwrap_or("0 s".to_owned())
}

/// A length of time in words: `21 minutes`, `1 minute 30 seconds`.
pub fn duration(ms: u64) -> String {
    let units = [
        ("hour", "hours"),
        ("minute", "minutes"),
        ("second", "seconds"),
    ];
    in_units(ms, units).unwrap_or("no time".to_owned())
}

/// A length of time in hours, minutes and seconds, with the words for one and for several of each.
/// None if it's less than a second.
fn in_units(ms: u64, units: [(&str, &str); 3]) -> Option<String> {
    let seconds = ms / 1000;
    let counts = [seconds / 3600, seconds / 60 % 60, seconds % 60];
    let mut parts = Vec::new();
    for (count, (one, many)) in counts.into_iter().zip(units) {
        if count > 0 {
            parts.push(count_of(count as usize, one, many));
        }
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{WallMs, clock_time, countdown, date, due_time, duration, short_duration, stretch};

    #[test]
    fn a_short_duration_names_its_units() {
        for (seconds, expected) in [
            (0, "0 s"),
            (65, "1 min 5 s"),
            (265, "4 min 25 s"),
            (7_200, "2 h"),
            (90_061, "25 h 1 min 1 s"),
        ] {
            assert_eq!(short_duration(seconds * 1000), expected);
        }
    }

    #[test]
    fn a_duration_spells_out_its_units() {
        for (seconds, expected) in [
            (0, "no time"),
            (1, "1 second"),
            (90, "1 minute 30 seconds"),
            (1_260, "21 minutes"),
            (3_600, "1 hour"),
            (7_505, "2 hours 5 minutes 5 seconds"),
        ] {
            assert_eq!(duration(seconds * 1000), expected);
        }
    }

    #[test]
    fn a_stretch_is_shown_like_a_clock_below_an_hour() {
        for (seconds, expected) in [
            (0, "0:00"),
            (65, "1:05"),
            (3_599, "59:59"),
            (3_600, "1 h"),
            (7_530, "2 h 5 min"),
            (86_400, "24 h"),
        ] {
            assert_eq!(stretch(seconds * 1000), expected);
        }
    }

    #[test]
    fn a_time_has_its_date_unless_it_is_a_few_hours_off() {
        let three_hours_ms = 3 * 60 * 60 * 1000;
        for (now_ms, at_ms, expected) in [
            (0, three_hours_ms - 1, "<t:10799:T>"),
            (0, three_hours_ms, "<t:10800:F>"),
            (three_hours_ms, 0, "<t:0:F>"),
            (5_000, 4_000, "<t:4:T>"),
        ] {
            assert_eq!(due_time(WallMs(at_ms), WallMs(now_ms)), expected);
        }
    }

    #[test]
    fn a_time_is_rounded_down() {
        for at_ms in [1_795_400_205_000, 1_795_400_205_001, 1_795_400_205_999] {
            let at = WallMs(at_ms);
            assert_eq!(clock_time(at), "<t:1795400205:T>");
            assert_eq!(countdown(at), "<t:1795400205:R>");
            assert_eq!(date(at), "<t:1795400205:F>");
        }
    }
}
