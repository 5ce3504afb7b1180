//! Times that a host types: `in 20m`, `90m`, `20:30`, `8pm`, `noon`, `tomorrow 20h`, `monday 20:00`, `2026-11-30 19:00`, or a time as it is copied out of
//! Discord: `<t:1795671600:F>`.

use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use serenity::all::{
    CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, InputTextStyle,
};

use super::press::Press;
use super::{Data, Fault};
use crate::store::{MatchId, StoreError};
use crate::words;

/// No appointment is further away, and no change of time is longer: a year and a day.
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

/// The time zone of a server's current season; UTC where there is none.
pub async fn zone_of_server(data: &Data, guild: u64) -> Result<TimeZone, Fault> {
    let season = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.current_season(guild)))
        .await??;
    let zone = season.and_then(|season| TimeZone::get(&season.settings.time_zone).ok());
    Ok(zone.unwrap_or(TimeZone::UTC))
}

/// What a zone is called: `Europe/Berlin`.
pub fn name(zone: &TimeZone) -> String {
    zone.iana_name().unwrap_or("UTC").to_owned()
}

/// A time as a clock in a zone shows it: `Wed 20:14:05`. Menus cannot hold Discord's own times.
pub fn wall_time(at_ms: u64, zone: &TimeZone) -> String {
    let at = Timestamp::from_millisecond(at_ms as i64).unwrap_or_default();
    let at = at.to_zoned(zone.clone());
    at.strftime("%a %H:%M:%S").to_string()
}

/// The form in which a start, or another point in time that may be none, is typed; `press` hands it in.
pub fn time_form(press: &Press, title: &str, zone: &TimeZone) -> CreateInteractionResponse {
    let label = words::start_label(&name(zone));
    let input = CreateInputText::new(InputTextStyle::Short, label, "start")
        .placeholder(words::start_placeholder())
        .required(false);
    let form = CreateModal::new(press.to_string(), title)
        .components(vec![CreateActionRow::InputText(input)]);
    CreateInteractionResponse::Modal(form)
}

/// Reads a start that is to come, in milliseconds since the Unix epoch; None for an empty text or `none`, which is no appointed start.
///
/// # Errors
/// What would be right, in words.
pub fn start(typed: &str, now_ms: u64, zone: &TimeZone) -> Result<Option<u64>, String> {
    match typed.trim() {
        "" => Ok(None),
        none if none.eq_ignore_ascii_case("none") => Ok(None),
        typed => to_come(typed, now_ms, zone).map(Some),
    }
}

/// Reads a time that is to come, in milliseconds since the Unix epoch.
///
/// # Errors
/// What would be right, in words.
pub fn to_come(typed: &str, now_ms: u64, zone: &TimeZone) -> Result<u64, String> {
    let text = typed.trim().to_ascii_lowercase();
    if let Some(time) = either(&text) {
        let time = time.strftime("%H:%M").to_string();
        return Err(words::time_or_stretch(typed.trim(), &time));
    }
    let to_come = |text: &str| read(text, now_ms, zone).filter(|at| *at > now_ms);
    let halves = halves(&text).into_iter().flatten();
    let halves: Vec<_> = halves
        .filter_map(|half| Some((to_come(&half)?, half)))
        .collect();
    match halves.as_slice() {
        [(_, morning), (_, evening)] => {
            Err(words::morning_or_evening(typed.trim(), morning, evening))
        }
        [(at_ms, _)] => Ok(*at_ms),
        _ => match to_come(&text) {
            Some(at_ms) if at_ms > now_ms + LONGEST_MS => Err(words::time_too_far(typed)),
            at_ms => at_ms.ok_or_else(|| words::time_unreadable(typed)),
        },
    }
}

/// The time of day, where a text may be one as well as a stretch: `20h` and `1h30` are written for both.
fn either(text: &str) -> Option<Time> {
    time_of_day(text).filter(|_| stretch_ms(text).is_some())
}

/// A day with an hour alone, `tomorrow 8`, as it would be written for each half of that day; None where the hour is of one half alone.
fn halves(text: &str) -> Option<[String; 2]> {
    let (day, hour) = text.split_once(' ')?;
    let hour: u8 = hour.trim().parse().ok()?;
    let half = |noon: u8| format!("{day} {:02}:00", hour % 12 + noon);
    (1..=12).contains(&hour).then(|| [half(0), half(12)])
}

/// Reads a time, in milliseconds since the Unix epoch. A time of day, or of a day of the week, that has passed is that of the next one. A stretch counts
/// from now, with or without `in`. None when it cannot be read, or may be a time of day as well as a stretch.
fn read(text: &str, now_ms: u64, zone: &TimeZone) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(stamp) = text.strip_prefix("<t:") {
        let stamp = stamp.strip_suffix('>')?;
        let seconds = stamp.split(':').next()?;
        return seconds.parse::<u64>().ok()?.checked_mul(1000);
    }
    if let Some(span) = text.strip_prefix("in ") {
        return Some(now_ms + stretch_ms(span)?);
    }
    if either(&text).is_some() {
        return None;
    }
    if let Some(stretch) = stretch_ms(&text) {
        return Some(now_ms + stretch);
    }
    let now = Timestamp::from_millisecond(now_ms as i64)
        .ok()?
        .to_zoned(zone.clone());
    let at = if let Some(time) =
        time_of_day(&text).or_else(|| (text == "midnight").then_some(Time::midnight()))
    {
        let today = now.date().to_datetime(time);
        match today > now.datetime() {
            true => today,
            false => today.checked_add(1.day()).ok()?,
        }
    } else {
        let (day, time) = text.split_once(' ').or_else(|| text.split_once('t'))?;
        let (time, days) = (hour_or_time(time)?, day_of(day, &now)?);
        let at = days.first.to_datetime(time);
        match days.again && at <= now.datetime() {
            true => at.checked_add(1.week()).ok()?,
            false => at,
        }
    };
    let zoned = at.to_zoned(zone.clone()).ok()?;
    u64::try_from(zoned.timestamp().as_millisecond()).ok()
}

/// A day by name or date; with `again`, the same day of the week in a week where it has passed.
struct Day {
    first: Date,
    again: bool,
}

fn day_of(word: &str, now: &Zoned) -> Option<Day> {
    let once = |first| {
        Some(Day {
            first,
            again: false,
        })
    };
    match word {
        "today" => return once(now.date()),
        "tomorrow" => return once(now.date().tomorrow().ok()?),
        _ => {}
    }
    let weekday = match word {
        "mon" | "monday" => Weekday::Monday,
        "tue" | "tues" | "tuesday" => Weekday::Tuesday,
        "wed" | "wednesday" => Weekday::Wednesday,
        "thu" | "thur" | "thurs" | "thursday" => Weekday::Thursday,
        "fri" | "friday" => Weekday::Friday,
        "sat" | "saturday" => Weekday::Saturday,
        "sun" | "sunday" => Weekday::Sunday,
        date => return once(date.parse().ok()?),
    };
    let ahead = now.date().weekday().until(weekday);
    let first = now.date().checked_add(i32::from(ahead).days()).ok()?;
    Some(Day { first, again: true })
}

/// A time of day beside its day, which may be an hour alone where that says which half of the day is meant: `tomorrow 20`.
fn hour_or_time(text: &str) -> Option<Time> {
    let alone = || {
        text.trim()
            .parse()
            .ok()
            .filter(|hour| !(1..=12).contains(hour))
    };
    time_of_day(text).or_else(|| Time::new(alone()?, 0, 0, 0).ok())
}

/// Reads a change of time, in milliseconds: `90s`, `2m 30s`, with a minus to take it. None when it cannot be read.
pub fn change_ms(text: &str) -> Option<i64> {
    let text = text.trim().to_ascii_lowercase();
    let (takes, stretch) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let ms = i64::try_from(stretch_ms(stretch)?).ok()?;
    Some(if takes { -ms } else { ms })
}

/// Reads how long something takes, in whole seconds: `90`, `90s`, `1m30`, and `1:30` or `2:05:00` as
/// Dealer prints it. None when it cannot be read.
pub fn stretch_s(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase();
    match text.contains(':') {
        true => by_colons(&text),
        false => text.parse().ok().or_else(|| {
            let seconds = stretch_ms(&text)? / 1000;
            u32::try_from(seconds).ok()
        }),
    }
}

/// `1:30` or `2:05:00`: minutes and seconds, and hours before them.
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

/// `90s`, `20m`, `3h 20m`, `2d`: each number with its unit, but that the last may go without after a larger one: `1h30`, `1m30`.
fn stretch_ms(text: &str) -> Option<u64> {
    const SECOND: u64 = 1_000;
    const MINUTE: u64 = 60 * SECOND;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let mut total: u64 = 0;
    let mut last = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit());
        let digits = digits.unwrap_or(rest.len());
        let count: u64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = rest.split_at(letters.unwrap_or(rest.len()));
        let unit_ms = match (unit, last) {
            ("s" | "sec" | "secs" | "second" | "seconds", _) => SECOND,
            ("m" | "min" | "mins" | "minute" | "minutes", _) => MINUTE,
            ("h" | "hr" | "hrs" | "hour" | "hours", _) => HOUR,
            ("d" | "day" | "days", _) => DAY,
            ("", Some(HOUR)) if after.is_empty() && count < 60 => MINUTE,
            ("", Some(MINUTE)) if after.is_empty() && count < 60 => SECOND,
            _ => return None,
        };
        last = Some(unit_ms);
        total = total.checked_add(count.checked_mul(unit_ms)?)?;
        rest = after.trim_start();
    }
    (1..=LONGEST_MS).contains(&total).then_some(total)
}

/// `20:30`, `20.30`, `20h30`, `20h`, `8pm`, `8:30 pm`, `noon`; `at` may stand before it. Midnight is not one: of a day that is named it may be either end.
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
        // An hour alone is a time of day only with its half of the day.
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
            ("tomorrow 8", None),
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
            assert_eq!(read(text, now, &utc), expected.map(ms), "{text}");
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
            ("2025-11-30 19:00", Err("is not a time that is to come")),
            ("never", Err("is not a time that is to come")),
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
            ("at 8", ["at 08:00", "at 20:00"]),
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
        for typed in ["soon", "2020-01-01 20:00", ""] {
            let refused = to_come(typed, now, &TimeZone::UTC).unwrap_err();
            assert!(
                refused.contains("is not a time that is to come"),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_change_of_time_is_a_stretch_whichever_way_it_is_written() {
        for (text, seconds) in [
            ("90s", Some(90)),
            ("1m30", Some(90)),
            ("-1m30", Some(-90)),
            ("+2m 30s", Some(150)),
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
