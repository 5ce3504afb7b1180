//! Reads lengths of time that people type.

/// Far more than is allowed anywhere, so that a refusal can say that it is too long.
const MAX_MS: u64 = 100 * 366 * 24 * 60 * 60 * 1_000;

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

/// Reads a length of time that somebody types, in milliseconds: `90s`, `20m`, `3h 20m`, `1.5h`,
/// `two hours`. Each number has its unit; the last unit may be missing after a larger one: `1h30`,
/// `1m30`.
pub fn stretch_ms(text: &str) -> Option<u64> {
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
