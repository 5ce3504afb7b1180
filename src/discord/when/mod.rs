//! Reads times that hosts type: `in 20m`, `90m`, `20:30`, `8pm EST`, `noon`, `tomorrow 20h`,
//! `tonight 9`, `next monday 20:00`, `30 Nov 20:00`, `2026-11-30 19:00`, or a time copied from
//! Discord: `<t:1795671600:F>`.

mod day;
mod stretch;
mod zone;

use jiff::civil::{DateTime, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, ToSpan, Zoned};
use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
};

use self::day::days;
use self::stretch::stretch_ms;
pub use self::stretch::{change_ms, stretch_s};
use self::zone::Named;
use super::press::Press;
use super::{Data, Fault};
use crate::store::{MatchId, StoreError};
use crate::words;

/// The longest time until a start or deadline, and the longest change of time: a year and a day.
const LONGEST_MS: u64 = 366 * 86_400_000;

/// The time zone of a match's season; UTC for a match without one.
pub async fn zone_of_match(data: &Data, id: MatchId) -> Result<TimeZone, Fault> {
    let zone = data.referee.read(move |core, _| {
        let season = core.table(id)?.and_then(|table| table.row.season);
        let Some(season) = season else {
            return Ok::<_, StoreError>(None);
        };
        let season = core.store().read(|tx| tx.season(season))?;
        Ok(season.map(|season| season.settings.time_zone))
    });
    let zone = zone.await??.and_then(|zone| TimeZone::get(&zone).ok());
    Ok(zone.unwrap_or(TimeZone::UTC))
}

/// The time zone of a server's current season; UTC without one.
pub async fn zone_of_server(data: &Data, guild: u64) -> Result<TimeZone, Fault> {
    let season = data.current_season(guild).await?;
    let zone = season.and_then(|season| TimeZone::get(&season.settings.time_zone).ok());
    Ok(zone.unwrap_or(TimeZone::UTC))
}

/// A zone's name: `Europe/Berlin`.
pub fn name(zone: &TimeZone) -> String {
    zone.iana_name().unwrap_or("UTC").to_owned()
}

/// A time as a clock in a zone shows it: `Wed 20:14:05`. Menus cannot hold Discord's own times.
pub fn wall_time(at_ms: u64, zone: &TimeZone) -> String {
    let at = Timestamp::from_millisecond(at_ms as i64).unwrap_or_default();
    let at = at.to_zoned(zone.clone());
    at.strftime("%a %H:%M:%S").to_string()
}

/// As [`wall_time`], with the date and to the minute: `Wed 2 Dec 20:14`.
pub fn day_and_time(at_ms: u64, zone: &TimeZone) -> String {
    let at = Timestamp::from_millisecond(at_ms as i64).unwrap_or_default();
    let at = at.to_zoned(zone.clone());
    at.strftime("%a %-d %b %H:%M").to_string()
}

/// The form for a start or another optional time; `press` hands it in. `kept`: the last refused
/// text.
pub fn time_form(
    press: &Press,
    title: &str,
    zone: &TimeZone,
    kept: Option<&str>,
) -> CreateInteractionResponse {
    let label = words::start_label(&name(zone));
    let input = CreateInputText::new(InputTextStyle::Short, label, "start")
        .placeholder(words::start_placeholder())
        .value(kept.unwrap_or_default())
        .required(false);
    let form = CreateModal::new(press.to_string(), title)
        .components(vec![CreateActionRow::InputText(input)]);
    CreateInteractionResponse::Modal(form)
}

/// Reads a future start, in milliseconds since the Unix epoch; None for an empty text or `none`,
/// which means no scheduled start.
///
/// # Errors
/// What is wrong and what works, in words.
pub fn start(typed: &str, now_ms: u64, zone: &TimeZone) -> Result<Option<u64>, String> {
    match typed.trim() {
        "" => Ok(None),
        none if none.eq_ignore_ascii_case("none") => Ok(None),
        typed => to_come(typed, now_ms, zone).map(Some),
    }
}

/// Reads a future time, in milliseconds since the Unix epoch.
///
/// # Errors
/// What is wrong and what works, in words.
pub fn to_come(typed: &str, now_ms: u64, zone: &TimeZone) -> Result<u64, String> {
    let text = plain(typed);
    if let Some(time) = either(&text) {
        let time = time.strftime("%H:%M").to_string();
        return Err(words::time_or_stretch(typed.trim(), &time));
    }
    let read = readings(&text, now_ms, zone);
    let to_come = read.iter().filter(|reading| reading.at_ms > now_ms);
    match to_come.collect::<Vec<_>>()[..] {
        [] => Err(match read.last() {
            Some(passed) => words::time_passed(typed, passed.at_ms, &name(zone)),
            None => words::time_unreadable(typed, &name(zone)),
        }),
        [one] if one.at_ms > now_ms + LONGEST_MS => Err(words::time_too_far(typed)),
        [one] => Ok(one.at_ms),
        [first, second, ..] => {
            let (first, second) = (&first.clear, &second.clear);
            Err(words::one_of_two_times(typed.trim(), first, second))
        }
    }
}

/// Reads several future times, separated by lines or semicolons. Returns the readable ones, sorted,
/// in milliseconds since the Unix epoch; and the others as typed, each with what is wrong, in
/// words.
pub fn several(typed: &str, now_ms: u64, zone: &TimeZone) -> (Vec<u64>, Vec<(String, String)>) {
    let each = typed.split(['\n', ';']).map(str::trim);
    let each = each.filter(|typed| !typed.is_empty());
    let (mut times, mut refused) = (Vec::new(), Vec::new());
    for typed in each {
        match to_come(typed, now_ms, zone) {
            Ok(at_ms) => times.push(at_ms),
            Err(problem) => refused.push((typed.to_owned(), problem)),
        }
    }
    times.sort_unstable();
    times.dedup();
    (times, refused)
}

/// A text in lower case, with single spaces in place of commas and several spaces.
fn plain(typed: &str) -> String {
    let text = typed.to_lowercase().replace(',', " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A possible meaning of a text.
struct Reading {
    at_ms: u64,
    /// The unambiguous way to type it.
    clear: String,
}

/// The time of day of a text that may also be a length of time: people write `20h` and `1h30` for
/// both. None for other texts.
fn either(text: &str) -> Option<Time> {
    time_of_day(text).filter(|_| stretch_ms(text).is_some())
}

/// The possible meanings of a plain text, passed or to come. A time of day that has passed means
/// the next day, and so for days of the week and of the year. A length of time counts from now,
/// with or without `in`. Empty if the text cannot be read.
fn readings(text: &str, now_ms: u64, zone: &TimeZone) -> Vec<Reading> {
    let at = |at_ms: Option<u64>| {
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
        return at(u64::try_from(instant.as_millisecond()).ok());
    }
    let (text, named) = zone::split(text);
    let zone = named.as_ref().map_or(zone, |named| &named.zone);
    let now = Timestamp::from_millisecond(now_ms as i64);
    match now {
        Ok(now) => on_clock(text, &now.to_zoned(zone.clone()), named.as_ref()),
        Err(_) => Vec::new(),
    }
}

/// What stands behind `<t:`: seconds since the Unix epoch, and how Discord is to show them.
fn stamp_ms(stamp: &str) -> Option<u64> {
    let stamp = stamp.strip_suffix('>')?;
    let seconds = stamp.split(':').next()?;
    seconds.parse::<u64>().ok()?.checked_mul(1000)
}

/// The possible meanings of a text by the clock of `now`'s zone. `named`: the zone, if it was
/// typed.
fn on_clock(text: &str, now: &Zoned, named: Option<&Named>) -> Vec<Reading> {
    let midnight = (text == "midnight").then(Time::midnight);
    if let Some(time) = time_of_day(text).or(midnight) {
        let clear = time.strftime("%H:%M").to_string();
        let first = now.date().to_datetime(time);
        return next_of(first, Some(1.day()), (now, named), &clear);
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
    if let (None, Some(hour)) = (&found, text.strip_prefix("at ")) {
        let both = hours(hour, false).into_iter().flat_map(|time| {
            let clear = time.strftime("%H:%M").to_string();
            let first = now.date().to_datetime(time);
            next_of(first, Some(1.day()), (now, named), &clear)
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
            let date = match day.night && time.hour() < 5 {
                true => day.date.tomorrow().ok(),
                false => Some(day.date),
            };
            let Some(date) = date else { continue };
            let clear = format!("{} {}", day.clear, time.strftime("%H:%M"));
            let again = day.again.map(|again| again.span());
            let first = date.to_datetime(time);
            read.extend(next_of(first, again, (now, named), &clear));
        }
    }
    read
}

/// The instants at which the clock shows this. If they have passed, the next ones, `again` later.
fn next_of(
    first: DateTime,
    again: Option<jiff::Span>,
    (now, named): (&Zoned, Option<&Named>),
    clear: &str,
) -> Vec<Reading> {
    let now_ms = now.timestamp().as_millisecond() as u64;
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
        let at_ms = u64::try_from(zoned.ok()?.timestamp().as_millisecond()).ok()?;
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
    fn times_are_read_as_people_type_them() {
        let utc = TimeZone::UTC;
        let ms = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond() as u64;
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
            // The 21st is a Saturday.
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
            ("8", None),
            ("20.5", None),
            ("1h90", None),
            ("1h30 5", None),
            ("20h", None),
            ("20h30", None),
            ("-1:30", None),
            ("in 5 moons", None),
            ("in 367d", None),
            ("in 213503982334d", None),
            ("25:00", None),
            ("soon", None),
            ("2026-13-30 19:00", None),
            ("in 99999999999999999999d", None),
        ] {
            let read = readings(&plain(text), now, &utc);
            let read: Vec<u64> = read.iter().map(|reading| reading.at_ms).collect();
            let expected: Vec<u64> = expected.map(ms).into_iter().collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn a_start_may_be_none_and_is_within_a_year() {
        let utc = TimeZone::UTC;
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond() as u64;
        let now = at("2026-11-21T18:30:00Z");
        for (typed, expected) in [
            ("", Ok(None)),
            ("  ", Ok(None)),
            ("None", Ok(None)),
            ("20:00", Ok(Some(at("2026-11-21T20:00:00Z")))),
            ("2027-11-20 19:00", Ok(Some(at("2027-11-20T19:00:00Z")))),
            ("2126-11-30 19:00", Err("more than a year away")),
            (
                "2025-11-30 19:00",
                Err("which has passed. Times without a zone are in UTC"),
            ),
            ("never", Err("I can't read `never` as a time")),
        ] {
            match (start(typed, now, &utc), expected) {
                (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{typed}"),
                (Err(said), Err(expected)) => assert!(said.contains(expected), "{said}"),
                (read, expected) => panic!("{typed}: {read:?}, not {expected:?}"),
            }
        }
    }

    #[test]
    fn what_may_be_a_time_of_day_or_a_stretch_is_asked_back() {
        let now = 1_795_341_561_000;
        for (typed, time) in [
            ("20h", Some("20:00")),
            ("20h30", Some("20:30")),
            (" 1h30 ", Some("01:30")),
            ("1H", Some("01:00")),
            ("2 h", Some("02:00")),
            ("1h 30", Some("01:30")),
            ("0h15", Some("00:15")),
            ("24h", None),
            ("1h30m", None),
            ("1 hour", None),
            ("90m", None),
            ("20:30", None),
            ("8pm", None),
            ("in 20h30", None),
            ("tomorrow 20h30", None),
        ] {
            let read = to_come(typed, now, &TimeZone::UTC);
            let Some(time) = time else {
                assert!(read.is_ok(), "{typed}: {read:?}");
                continue;
            };
            // Each of the two is offered as it is read.
            let refused = read.unwrap_err();
            let stretch = format!("in {}", typed.trim());
            for clear in [time, &stretch] {
                assert!(refused.contains(&format!("`{clear}`")), "{refused}");
                assert!(to_come(clear, now, &TimeZone::UTC).is_ok(), "{clear}");
            }
        }
        for (typed, both) in [
            ("tomorrow 8", ["tomorrow 08:00", "tomorrow 20:00"]),
            ("Monday 12", ["monday 00:00", "monday 12:00"]),
            ("2026-11-30 7", ["2026-11-30 07:00", "2026-11-30 19:00"]),
            ("at 8", ["08:00", "20:00"]),
            ("8 tomorrow", ["tomorrow 08:00", "tomorrow 20:00"]),
            (
                "tomorrow 8 UTC+2",
                ["tomorrow 08:00 UTC+2", "tomorrow 20:00 UTC+2"],
            ),
        ] {
            let refused = to_come(typed, now, &TimeZone::UTC).unwrap_err();
            for clear in both {
                assert!(refused.contains(&format!("`{clear}`")), "{refused}");
                assert!(to_come(clear, now, &TimeZone::UTC).is_ok(), "{clear}");
            }
        }
        // It is ten in the morning: there is only one eight to come.
        let evening = to_come("today 20:00", now, &TimeZone::UTC);
        assert_eq!(to_come("today 8", now, &TimeZone::UTC), evening);
    }

    /// The 25th of November 2026 is a Wednesday, and New York is five hours behind UTC.
    #[test]
    fn a_zone_that_is_typed_counts_and_days_are_read_as_people_say_them() {
        let ms = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond() as u64;
        let now = ms("2026-11-25T18:30:00Z");
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        for (typed, expected) in [
            ("20:00", "2026-11-25T19:00:00Z"),
            ("8pm EST", "2026-11-26T01:00:00Z"),
            ("8 pm edt", "2026-11-26T01:00:00Z"),
            ("20:00 UTC", "2026-11-25T20:00:00Z"),
            ("20:00utc", "2026-11-25T20:00:00Z"),
            ("18:00 GMT", "2026-11-26T18:00:00Z"),
            ("20:30 UTC+2", "2026-11-26T18:30:00Z"),
            ("20:31 UTC+2", "2026-11-25T18:31:00Z"),
            ("tomorrow 20:00 America/New_York", "2026-11-27T01:00:00Z"),
            ("2026-11-30 19:00 UTC-3:30", "2026-11-30T22:30:00Z"),
            ("2026-11-30T19:00:00-05:00", "2026-12-01T00:00:00Z"),
            ("2026-11-30T19:00Z", "2026-11-30T19:00:00Z"),
            ("tonight 9pm", "2026-11-25T20:00:00Z"),
            ("tonight 9", "2026-11-25T20:00:00Z"),
            ("tonight at 9:30", "2026-11-25T20:30:00Z"),
            ("9pm tonight", "2026-11-25T20:00:00Z"),
            ("tonight 22:00", "2026-11-25T21:00:00Z"),
            ("tonight 0:30", "2026-11-25T23:30:00Z"),
            ("tonight midnight", "2026-11-25T23:00:00Z"),
            ("next monday 20:00", "2026-11-30T19:00:00Z"),
            ("next wednesday 8pm", "2026-12-02T19:00:00Z"),
            ("this friday 20:00", "2026-11-27T19:00:00Z"),
            ("on friday, 20:00", "2026-11-27T19:00:00Z"),
            ("20:00 tomorrow", "2026-11-26T19:00:00Z"),
            ("30 Nov 20:00", "2026-11-30T19:00:00Z"),
            ("Nov 30, 8pm", "2026-11-30T19:00:00Z"),
            ("30th November at 20:00", "2026-11-30T19:00:00Z"),
            ("20:00 on 30 nov", "2026-11-30T19:00:00Z"),
            ("30 Nov 2026 20:00 UTC", "2026-11-30T20:00:00Z"),
            ("1 July 20:00", "2027-07-01T18:00:00Z"),
            ("8 nov 20", "2027-11-08T19:00:00Z"),
        ] {
            assert_eq!(to_come(typed, now, &berlin), Ok(ms(expected)), "{typed}");
        }
        for (typed, said) in [
            ("soon", "I can't read `soon` as a time"),
            ("", "I can't read"),
            ("tonight 9am", "I can't read"),
            ("31 nov 20:00", "I can't read"),
            ("20:00 moon", "I can't read"),
            (
                "2020-01-01 20:00",
                "`2020-01-01 20:00` means <t:1577905200:F>, which has passed.",
            ),
            ("today 10:00", "which has passed"),
            (
                "next friday 20:00",
                "Type `2026-11-27 20:00` or `2026-12-04 20:00`.",
            ),
        ] {
            let refused = to_come(typed, now, &berlin).unwrap_err();
            assert!(refused.contains(said), "{refused}");
            let zone = "Times without a zone are in Europe/Berlin";
            assert_eq!(
                refused.contains(zone),
                !refused.contains("Type `"),
                "{refused}"
            );
        }
    }

    /// Berlin sets its clocks back on the 25th of October 2026 at 01:00 UTC, New York a week later.
    #[test]
    fn in_the_hour_that_comes_twice_either_can_be_meant() {
        let ms = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond() as u64;
        let evening = ms("2026-10-24T18:00:00Z");
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let refused = to_come("tomorrow 2:30", evening, &berlin).unwrap_err();
        let [first, second] = ["tomorrow 02:30 UTC+2", "tomorrow 02:30 UTC+1"];
        for (clear, expected) in [
            (first, "2026-10-25T00:30:00Z"),
            (second, "2026-10-25T01:30:00Z"),
            ("tomorrow 2:30 CEST", "2026-10-25T00:30:00Z"),
            ("tomorrow 2:30 CET", "2026-10-25T01:30:00Z"),
            ("tomorrow 3:00", "2026-10-25T02:00:00Z"),
            ("1 nov 1:30 EST", "2026-11-01T06:30:00Z"),
            ("1 nov 1:30 EDT", "2026-11-01T05:30:00Z"),
        ] {
            assert_eq!(
                to_come(clear, evening, &berlin),
                Ok(ms(expected)),
                "{clear}"
            );
        }
        let both = format!("Type `{first}` or `{second}`.");
        assert!(refused.contains(&both), "{refused}");
        // Within it, the first has passed.
        let between = ms("2026-10-25T00:45:00Z");
        assert_eq!(
            to_come("2:30", between, &berlin),
            Ok(ms("2026-10-25T01:30:00Z"))
        );
        let et = to_come("1 nov 1:30 ET", evening, &berlin).unwrap_err();
        assert!(
            et.contains("`1 nov 01:30 UTC-4` or `1 nov 01:30 UTC-5`"),
            "{et}"
        );
    }
}
