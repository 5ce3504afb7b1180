//! What a typed text may mean: the points in time that it can stand for.

use games::{WallMs, stretch_ms};
use jiff::civil::{DateTime, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, ToSpan, Zoned};

use super::day::days;
use super::moment;
use super::zone::{self, Named};

/// A text in lower case, with single spaces in place of commas and several spaces, `pm` for `p.m.`,
/// and without characters of no width, which come with pasted text.
pub fn plain(typed: &str) -> String {
    let seen = |c: &char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    let text: String = typed.to_lowercase().chars().filter(seen).collect();
    let text = text.replace(',', " ");
    let text = text.replace("a.m.", "am").replace("p.m.", "pm");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A possible meaning of a text.
pub struct Reading {
    pub at_ms: WallMs,
    /// The unambiguous way to type it.
    pub clear: String,
}

/// The time of day of a text that may also be a length of time: people write `20h` and `1h30` for
/// both. None for other texts.
pub fn either(text: &str) -> Option<Time> {
    time_of_day(text).filter(|_| stretch_ms(text).is_some())
}

/// The possible meanings of a plain text, passed or to come. A time of day that has passed means
/// the next day, and so for days of the week and of the year. A length of time counts from now,
/// with or without `in`. Empty if the text cannot be read.
pub fn readings(text: &str, now_ms: WallMs, zone: &TimeZone) -> Vec<Reading> {
    let at = |at_ms: Option<WallMs>| {
        let clear = text.to_owned();
        let reading = at_ms.map(|at_ms| Reading { at_ms, clear });
        reading.into_iter().collect()
    };
    if let Some(stamp) = text.strip_prefix("<t:") {
        return at(stamp_ms(stamp));
    }
    if let Some(stretch) = text.strip_prefix("in ") {
        return at(stretch_ms(stretch).map(|stretch| now_ms + stretch));
    }
    if either(text).is_some() {
        return Vec::new();
    }
    if let Some(stretch) = stretch_ms(text) {
        return at(Some(now_ms + stretch));
    }
    // `2026-11-30T19:00:00Z`
    if let Ok(instant) = text.parse::<Timestamp>() {
        return at(instant.as_millisecond().try_into().ok().map(WallMs));
    }
    let (text, named) = zone::split(text);
    let zone = named.as_ref().map_or(zone, |named| &named.zone);
    let now = Timestamp::from_millisecond(now_ms.0.cast_signed());
    match now {
        Ok(now) => on_clock(text, &now.to_zoned(zone.clone()), named.as_ref()),
        Err(_) => Vec::new(),
    }
}

/// Reads the rest of a timestamp after `<t:`: seconds since the Unix epoch, perhaps a style, and
/// `>`.
fn stamp_ms(stamp: &str) -> Option<WallMs> {
    let stamp = stamp.strip_suffix('>')?;
    let seconds = stamp.split(':').next()?;
    seconds.parse::<u64>().ok()?.checked_mul(1000).map(WallMs)
}

/// The possible meanings of a text by the clock of `now`'s zone. `named`: the zone, if it was
/// typed.
fn on_clock(text: &str, now: &Zoned, named: Option<&Named>) -> Vec<Reading> {
    let midnight = (text == "midnight").then(Time::midnight);
    if let Some(time) = time_of_day(text).or(midnight) {
        let clear = time.strftime("%H:%M").to_string();
        let first = now.date().to_datetime(time);
        return next_of(first, Some(1.day()), now, named, &clear);
    }
    let blanks = || text.match_indices(' ').map(|(at, _)| at);
    let iso = text.split_once('t').filter(|(date, _)| date.contains('-'));
    let day_first = blanks().map(|at| (&text[..at], &text[at + 1..]));
    let time_first = blanks().map(|at| (&text[at + 1..], &text[..at]));
    let mut halves = day_first.chain(iso).chain(time_first);
    let found = halves.find_map(|(day, time)| {
        let read = on_days(day, time, now, named);
        (!read.is_empty()).then_some(read)
    });
    let bare = (1..=12).contains(&text.parse::<u8>().unwrap_or_default());
    let hour = text.strip_prefix("at ").or(bare.then_some(text));
    if let (None, Some(hour)) = (&found, hour) {
        let both = hours(hour, false).into_iter().flat_map(|time| {
            let clear = time.strftime("%H:%M").to_string();
            let first = now.date().to_datetime(time);
            next_of(first, Some(1.day()), now, named, &clear)
        });
        return both.collect();
    }
    found.unwrap_or_default()
}

/// The possible meanings of a day with a time of day.
fn on_days(day: &str, time: &str, now: &Zoned, named: Option<&Named>) -> Vec<Reading> {
    let mut read = Vec::new();
    for day in days(day, now) {
        for time in hours(time, day.night) {
            // After midnight, the night belongs to the next date.
            let date = if day.night && time.hour() < 5 {
                day.date.tomorrow().ok()
            } else {
                Some(day.date)
            };
            let Some(date) = date else { continue };
            let clear = format!("{} {}", day.clear, time.strftime("%H:%M"));
            let again = day.again.map(|again| again.span());
            let first = date.to_datetime(time);
            read.extend(next_of(first, again, now, named, &clear));
        }
    }
    read
}

/// The instants at which the clock shows this. If they have passed, the next ones, `again` later.
fn next_of(
    first: DateTime,
    again: Option<jiff::Span>,
    now: &Zoned,
    named: Option<&Named>,
    clear: &str,
) -> Vec<Reading> {
    let now_ms = moment(now.timestamp());
    let read = instants(first, now.time_zone(), named, clear);
    let passed = read.iter().all(|reading| reading.at_ms <= now_ms);
    match again.filter(|_| passed) {
        Some(again) => match first.checked_add(again) {
            Ok(next) => instants(next, now.time_zone(), named, clear),
            Err(_) => Vec::new(),
        },
        None => read,
    }
}

/// The instants at which a zone's clock shows this: two when the clock is set back over it, unless
/// the typed zone tells them apart (`01:30 EST`).
fn instants(at: DateTime, zone: &TimeZone, named: Option<&Named>, clear: &str) -> Vec<Reading> {
    let reading = |zoned: Result<Zoned, jiff::Error>, word: Option<&str>| {
        let ms = zoned.ok()?.timestamp().as_millisecond();
        let at_ms = WallMs(ms.try_into().ok()?);
        let clear = [Some(clear), word].into_iter().flatten();
        let clear = clear.collect::<Vec<_>>().join(" ");
        Some(Reading { at_ms, clear })
    };
    let both = zone.to_ambiguous_zoned(at);
    let AmbiguousOffset::Fold { before, after } = both.offset() else {
        let word = named.map(|named| named.typed.as_str());
        return reading(both.compatible(), word).into_iter().collect();
    };
    let sides = [(both.clone().earlier(), before), (both.later(), after)];
    let is_named = |zoned: &Result<Zoned, jiff::Error>| {
        let instant = zoned.as_ref().map(Zoned::timestamp);
        let info = instant.map(|instant| zone.to_offset_info(instant));
        let called = info.as_ref().map(|info| info.abbreviation());
        named.is_some_and(|named| {
            called.is_ok_and(|called| named.typed.eq_ignore_ascii_case(called))
        })
    };
    let chosen = sides.iter().position(|(zoned, _)| is_named(zoned));
    let sides = sides.into_iter().enumerate();
    let meant = sides.filter(|(place, _)| chosen.is_none_or(|chosen| chosen == *place));
    let read =
        meant.filter_map(|(_, (zoned, offset))| reading(zoned, Some(&zone::offset_name(offset))));
    read.collect()
}

/// The possible times of day with a day. A bare hour may be before or after noon, unless it is
/// clear by itself or the `night` is meant.
fn hours(text: &str, night: bool) -> Vec<Time> {
    let text = text.strip_prefix("at ").unwrap_or(text).trim();
    let in_evening = |time: Time| match time.hour() {
        5..=11 if night && text.ends_with("am") => None,
        hour @ 5..=11 if night => Time::new(hour + 12, time.minute(), 0, 0).ok(),
        _ => Some(time),
    };
    if let Some(time) = time_of_day(text) {
        return in_evening(time).into_iter().collect();
    }
    if night && text == "midnight" {
        return vec![Time::midnight()];
    }
    let on_the_hour = |hour: i8| Time::new(hour, 0, 0, 0).ok();
    let both = match text.parse::<i8>() {
        Ok(hour @ 5..=11) if night => [on_the_hour(hour + 12), None],
        Ok(hour @ 1..=12) if !night => [on_the_hour(hour % 12), on_the_hour(hour % 12 + 12)],
        Ok(hour) if !(1..=12).contains(&hour) => [on_the_hour(hour), None],
        _ => [None, None],
    };
    both.into_iter().flatten().collect()
}

/// Reads `20:30`, `20.30`, `20h30`, `20h`, `8pm`, `8:30 pm`, `noon`, perhaps with `at` before it.
/// Not `midnight`, which may be either end of a day.
fn time_of_day(text: &str) -> Option<Time> {
    let text = text.trim();
    let text = text.strip_prefix("at ").map_or(text, str::trim_start);
    if text == "noon" {
        return Time::new(12, 0, 0, 0).ok();
    }
    let half = |suffix: &str| text.strip_suffix(suffix).map(str::trim_end);
    let (text, afternoon) = match (half("am"), half("pm")) {
        (Some(text), _) => (text, Some(0)),
        (_, Some(text)) => (text, Some(12)),
        (None, None) => (text, None),
    };
    let (hour, minute) = match text.split_once([':', '.', 'h']) {
        Some((hour, "")) if text.ends_with('h') => (hour.trim_end(), 0),
        Some((hour, minute)) if minute.trim().len() == 2 || text.contains(':') => {
            (hour.trim_end(), minute.trim().parse().ok()?)
        }
        Some(_) => return None,
        // A bare hour is only a time of day with `am` or `pm`.
        None => (text, afternoon.map(|_| 0)?),
    };
    let hour: i8 = hour.parse().ok()?;
    let hour = match afternoon {
        None => hour,
        Some(noon) if (1..=12).contains(&hour) => hour % 12 + noon,
        Some(_) => return None,
    };
    Time::new(hour, minute, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_however_people_type_them() {
        let utc = TimeZone::UTC;
        let ms = |text: &str| moment(text.parse().unwrap());
        let now = ms("2026-11-21T18:30:00Z");
        for (text, expected) in [
            ("in 20m", Some("2026-11-21T18:50:00Z")),
            ("in 3h 20m", Some("2026-11-21T21:50:00Z")),
            ("in 2d", Some("2026-11-23T18:30:00Z")),
            ("20:00", Some("2026-11-21T20:00:00Z")),
            ("8:15", Some("2026-11-22T08:15:00Z")),
            ("today 18:00", Some("2026-11-21T18:00:00Z")),
            ("Tomorrow 20:00", Some("2026-11-22T20:00:00Z")),
            ("2026-11-30 19:00", Some("2026-11-30T19:00:00Z")),
            ("2026-11-30T19:00", Some("2026-11-30T19:00:00Z")),
            ("in", None),
            ("in 20", None),
            ("in 0m", None),
            ("in 5 minutes", Some("2026-11-21T18:35:00Z")),
            ("in 1 hour 5 min", Some("2026-11-21T19:35:00Z")),
            ("in 1h30", Some("2026-11-21T20:00:00Z")),
            ("in 20h", Some("2026-11-22T14:30:00Z")),
            ("in 20h30", Some("2026-11-22T15:00:00Z")),
            ("1h 30m", Some("2026-11-21T20:00:00Z")),
            ("1m30", Some("2026-11-21T18:31:30Z")),
            ("90 min", Some("2026-11-21T20:00:00Z")),
            ("20m", Some("2026-11-21T18:50:00Z")),
            ("in two hours", Some("2026-11-21T20:30:00Z")),
            ("in an hour", Some("2026-11-21T19:30:00Z")),
            ("in 1.5h", Some("2026-11-21T20:00:00Z")),
            ("8 p.m.", Some("2026-11-21T20:00:00Z")),
            ("8:30 p.m. EST", Some("2026-11-22T01:30:00Z")),
            ("20:00 MEZ", Some("2026-11-21T19:00:00Z")),
            ("20:00 +0200", Some("2026-11-22T18:00:00Z")),
            ("20:00 -05:00", Some("2026-11-22T01:00:00Z")),
            ("\u{200b}20:00\u{feff}", Some("2026-11-21T20:00:00Z")),
            ("30.11. 20:00", Some("2026-11-30T20:00:00Z")),
            ("30.11.2026 20:00", Some("2026-11-30T20:00:00Z")),
            ("2026/12/01 20:00", Some("2026-12-01T20:00:00Z")),
            ("30. Nov 20:00", Some("2026-11-30T20:00:00Z")),
            // December or January?
            ("12/1 20:00", None),
            ("8.30h", None),
            ("24h", Some("2026-11-22T18:30:00Z")),
            ("<t:1795671600:F>", Some("2026-11-26T05:40:00Z")),
            ("<t:1795671600>", Some("2026-11-26T05:40:00Z")),
            ("<t:soon:F>", None),
            ("<t:1795671600:F> or later", None),
            ("<t:1795671600", None),
            ("8pm", Some("2026-11-21T20:00:00Z")),
            ("8 PM", Some("2026-11-21T20:00:00Z")),
            ("8:30pm", Some("2026-11-21T20:30:00Z")),
            ("8.30 am", Some("2026-11-22T08:30:00Z")),
            ("12am", Some("2026-11-22T00:00:00Z")),
            ("12:15pm", Some("2026-11-22T12:15:00Z")),
            ("20.30", Some("2026-11-21T20:30:00Z")),
            ("today 8h30", Some("2026-11-21T08:30:00Z")),
            ("today 20h", Some("2026-11-21T20:00:00Z")),
            ("tomorrow 8 h 05", Some("2026-11-22T08:05:00Z")),
            ("2026-11-30 19h", Some("2026-11-30T19:00:00Z")),
            ("tomorrow 8pm", Some("2026-11-22T20:00:00Z")),
            ("2026-11-30 7:30 pm", Some("2026-11-30T19:30:00Z")),
            // 21 November is a Saturday.
            ("noon", Some("2026-11-22T12:00:00Z")),
            ("Midnight", Some("2026-11-22T00:00:00Z")),
            ("tomorrow noon", Some("2026-11-22T12:00:00Z")),
            ("monday 20:00", Some("2026-11-23T20:00:00Z")),
            ("Fri 8pm", Some("2026-11-27T20:00:00Z")),
            ("saturday 20:00", Some("2026-11-21T20:00:00Z")),
            ("saturday 18:00", Some("2026-11-28T18:00:00Z")),
            ("saturday 18:30", Some("2026-11-28T18:30:00Z")),
            ("sun noon", Some("2026-11-22T12:00:00Z")),
            ("tomorrow at 8 pm", Some("2026-11-22T20:00:00Z")),
            ("at 20:30", Some("2026-11-21T20:30:00Z")),
            ("tomorrow 20", Some("2026-11-22T20:00:00Z")),
            ("tomorrow 0", Some("2026-11-22T00:00:00Z")),
            ("2026-11-30 19", Some("2026-11-30T19:00:00Z")),
            ("tomorrow 24", None),
            ("tomorrow midnight", None),
            ("monday", None),
            ("moonday 20:00", None),
            ("13pm", None),
            ("0am", None),
            ("pm", None),
            ("20.5", None),
            ("1h90", None),
            ("1h30 5", None),
            ("20h", None),
            ("20h30", None),
            ("-1:30", None),
            ("in 5 moons", None),
            ("in 213503982334d", None),
            ("25:00", None),
            ("soon", None),
            ("2026-13-30 19:00", None),
            ("in 99999999999999999999d", None),
        ] {
            let read = readings(&plain(text), now, &utc);
            let read: Vec<WallMs> = read.iter().map(|reading| reading.at_ms).collect();
            let expected: Vec<WallMs> = expected.map(ms).into_iter().collect();
            assert_eq!(read, expected, "{text}");
        }
    }
}
