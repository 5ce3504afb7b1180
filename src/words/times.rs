//! Times as Discord shows them: each reader's own clock, and countdowns that tick.

/// A time with seconds, as each reader's own clock shows it.
pub fn clock_time(at_ms: u64) -> String {
    format!("<t:{}:T>", at_ms.div_ceil(1000))
}

/// A time as a countdown that ticks.
pub fn countdown(at_ms: u64) -> String {
    format!("<t:{}:R>", at_ms.div_ceil(1000))
}

/// A date and time.
pub fn date(at_ms: u64) -> String {
    format!("<t:{}:F>", at_ms.div_ceil(1000))
}

/// A stretch of time as `4:05`, or `2 h 5 min` from an hour on.
pub fn stretch(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    if hours > 0 {
        format!("{hours} h {minutes} min")
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}
