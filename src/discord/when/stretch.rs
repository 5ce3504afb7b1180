//! Reads lengths of time that hosts type: `90s`, `1m30`, `3h 20m`, `2:05:00`.

use games::stretch_ms;

/// Reads a change of time, in milliseconds: `90s`, `2m 30s`, `1:30`, or with a minus to take time
/// away. None if it cannot be read.
pub fn change_ms(text: &str) -> Option<i64> {
    let text = text.trim().to_ascii_lowercase();
    let (takes, stretch) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let ms = if stretch.contains(':') {
        i64::from(by_colons(stretch)?) * 1000
    } else {
        i64::try_from(stretch_ms(stretch)?).ok()?
    };
    (ms > 0).then_some(if takes { -ms } else { ms })
}

/// Reads a length of time, in whole seconds: `90`, `90s`, `1m30`, and `1:30` or `2:05:00` as Dealer
/// prints it. None if it cannot be read.
pub fn stretch_s(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase();
    if text.contains(':') {
        by_colons(&text)
    } else {
        text.parse().ok().or_else(|| {
            let seconds = stretch_ms(&text)? / 1000;
            u32::try_from(seconds).ok()
        })
    }
}

/// Reads `1:30` or `2:05:00`: minutes and seconds, with hours before them.
fn by_colons(text: &str) -> Option<u32> {
    let parts: Option<Vec<u32>> = text
        .split(':')
        .map(|part| part.trim().parse().ok())
        .collect();
    let (hours, minutes, seconds) = match parts?[..] {
        [minutes, seconds] => (0, minutes, seconds),
        [hours, minutes, seconds] if minutes < 60 => (hours, minutes, seconds),
        _ => return None,
    };
    let whole = hours.checked_mul(60)?.checked_add(minutes)?;
    let whole = whole.checked_mul(60)?.checked_add(seconds)?;
    (seconds < 60).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_time_can_be_written_in_many_ways() {
        for (text, seconds) in [
            ("90s", Some(90)),
            ("1m30", Some(90)),
            ("-1m30", Some(-90)),
            ("+2m 30s", Some(150)),
            ("1:30", Some(90)),
            ("-1:00:00", Some(-3_600)),
            ("0:00", None),
            ("20h30", Some(73_800)),
            ("90 min", Some(5_400)),
            ("8pm", None),
            ("90", None),
        ] {
            let ms = seconds.map(|seconds: i64| seconds * 1000);
            assert_eq!(change_ms(text), ms, "{text}");
        }
    }
}
