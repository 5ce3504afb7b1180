//! Reads lengths of time that hosts type: `90s`, `1m30`, `3h 20m`, `2:05:00`.

use super::LONGEST_MS;

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

/// Far more than is allowed anywhere, so that a refusal can say that it is too long.
const MAX_MS: u64 = 100 * LONGEST_MS;

const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// The number at the beginning of a text, in tenths, and the rest: `90`, `1.5`, `two`, `an`.
fn number(text: &str) -> Option<(u64, &str)> {
    let end =
        |text: &str, is_of: fn(char) -> bool| text.find(|c: char| !is_of(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end(text, |c| c.is_ascii_alphabetic()));
    if !word.is_empty() {
        let place = NUMBERS.iter().position(|number| *number == word);
        let count = place.map_or_else(
            || ["a", "an"].contains(&word).then_some(1),
            |at| Some(at + 1),
        );
        return Some((10 * u64::try_from(count?).ok()?, rest));
    }
    let (whole, rest) = text.split_at(end(text, |c| c.is_ascii_digit()));
    let whole = whole.parse::<u64>().ok()?.checked_mul(10)?;
    // `8.30h` is a time of day for some.
    let tenths = rest
        .strip_prefix('.')
        .filter(|rest| end(rest, |c| c.is_ascii_digit()) == 1);
    match tenths {
        Some(tenths) => Some((whole + tenths[..1].parse::<u64>().ok()?, &tenths[1..])),
        None => Some((whole, rest)),
    }
}

/// Reads `90s`, `20m`, `3h 20m`, `1.5h`, `two hours`: each number with its unit. The last unit may
/// be missing after a larger one: `1h30`, `1m30`.
pub(super) fn stretch_ms(text: &str) -> Option<u64> {
    const SECOND: u64 = 1_000;
    const MINUTE: u64 = 60 * SECOND;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let mut total: u64 = 0;
    let mut last = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (tenths, after) = number(rest)?;
        rest = after.trim_start();
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = rest.split_at(letters.unwrap_or(rest.len()));
        let unit_ms = match (unit, last) {
            ("s" | "sec" | "secs" | "second" | "seconds", _) => SECOND,
            ("m" | "min" | "mins" | "minute" | "minutes", _) => MINUTE,
            ("h" | "hr" | "hrs" | "hour" | "hours", _) => HOUR,
            ("d" | "day" | "days", _) => DAY,
            ("", Some(HOUR)) if after.is_empty() && tenths < 600 && tenths % 10 == 0 => MINUTE,
            ("", Some(MINUTE)) if after.is_empty() && tenths < 600 && tenths % 10 == 0 => SECOND,
            _ => return None,
        };
        last = Some(unit_ms);
        total = total.checked_add(tenths.checked_mul(unit_ms)? / 10)?;
        rest = after.trim_start();
    }
    (1..=MAX_MS).contains(&total).then_some(total)
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
