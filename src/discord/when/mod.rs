//! Reads times that hosts type: `in 20m`, `90m`, `20:30`, `8pm EST`, `noon`, `tomorrow 20h`,
//! `tonight 9`, `next monday 20:00`, `30 Nov 20:00`, `2026-11-30 19:00`, or a time copied from
//! Discord: `<t:1795671600:F>`.

mod day;
mod reading;
mod stretch;
mod zone;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use self::reading::{either, plain, readings};
pub use self::stretch::{change_ms, stretch_s};
use super::{Data, Result};
use crate::store::{MatchId, ServerId};
use crate::words;
use games::WallMs;
use games::screen::{Field, Form};

/// The longest time until a start or deadline, and the longest change of time: a year and a day.
const LONGEST_MS: u64 = 366 * 86_400_000;

/// The time zone of a match's season; UTC for a match without one.
pub async fn zone_of_match(data: &Data, id: MatchId) -> Result<TimeZone> {
    let zone = data.read(move |core| {
        let season = core.table(id)?.and_then(|table| table.row.season);
        let Some(season) = season else {
            return Ok(None);
        };
        let season = core.store().read(|tx| tx.season(season))?;
        Ok(season.map(|season| season.settings.time_zone))
    });
    zone_of_season(zone.await?)
}

/// The time zone of a server's current season; UTC without one.
pub async fn zone_of_server(data: &Data, guild: ServerId) -> Result<TimeZone> {
    let season = data.current_season(guild).await?;
    zone_of_season(season.map(|season| season.settings.time_zone))
}

/// A zone that isn't known is a fault: a time read in another one would be hours off.
fn zone_of_season(zone: Option<String>) -> Result<TimeZone> {
    match zone {
        Some(zone) => Ok(TimeZone::get(&zone)?),
        None => Ok(TimeZone::UTC),
    }
}

/// A zone's name: `Europe/Berlin`.
pub fn name(zone: &TimeZone) -> String {
    zone.iana_name().unwrap_or("UTC").to_owned()
}

fn moment(at: Timestamp) -> WallMs {
    WallMs(at.as_millisecond().cast_unsigned())
}

fn zoned(at: WallMs, zone: &TimeZone) -> Zoned {
    let at = Timestamp::from_millisecond(at.0.cast_signed()).unwrap_or_default();
    at.to_zoned(zone.clone())
}

/// A time as a clock in a zone shows it: `Wed 2 Dec 20:14 CET`. Menus cannot hold Discord's own
/// times.
pub fn day_and_time(at_ms: WallMs, zone: &TimeZone) -> String {
    zoned(at_ms, zone)
        .strftime("%a %-d %b %H:%M %Z")
        .to_string()
}

/// A day in a zone: `28 Nov 2026`.
pub fn date(at_ms: WallMs, zone: &TimeZone) -> String {
    zoned(at_ms, zone).strftime("%-d %b %Y").to_string()
}

/// The form for a start or another optional time; `press` hands it in. `kept`: the last refused
/// text.
pub fn time_form<M>(press: M, title: &str, zone: &TimeZone, kept: Option<&str>) -> Form<M> {
    let time = Field {
        value: kept.unwrap_or_default().to_owned(),
        hint: words::setup::START_PLACEHOLDER.to_owned(),
        may_be_empty: true,
        ..Field::new("start", words::setup::start_label(&name(zone)))
    };
    Form::new(press, title, vec![time])
}

/// Reads a future start; None for an empty text or `none`, which means no scheduled start.
///
/// # Errors
/// What is wrong and what works, in words.
pub fn start(typed: &str, now_ms: WallMs, zone: &TimeZone) -> Result<Option<WallMs>, String> {
    match typed.trim() {
        "" => Ok(None),
        none if none.eq_ignore_ascii_case("none") => Ok(None),
        typed => to_come(typed, now_ms, zone).map(Some),
    }
}

/// Reads a future time.
///
/// # Errors
/// What is wrong and what works, in words.
pub fn to_come(typed: &str, now_ms: WallMs, zone: &TimeZone) -> Result<WallMs, String> {
    let text = plain(typed);
    if let Some(time) = either(&text) {
        let time = time.strftime("%H:%M").to_string();
        return Err(words::times::time_or_stretch(typed.trim(), &time));
    }
    let read = readings(&text, now_ms, zone);
    let to_come = read.iter().filter(|reading| reading.at_ms > now_ms);
    match to_come.collect::<Vec<_>>()[..] {
        [] => Err(match read.last() {
            Some(passed) => words::times::time_passed(typed, passed.at_ms, &name(zone)),
            None => unreadable(typed, &text, now_ms, zone),
        }),
        [one] if one.at_ms > now_ms + LONGEST_MS => Err(words::times::time_too_far(typed)),
        [one] => Ok(one.at_ms),
        [first, second, ..] => {
            let is_half_a_day = second.at_ms.0.abs_diff(first.at_ms.0) == 12 * 3_600_000;
            let (first, second) = (&first.clear, &second.clear);
            Err(words::times::one_of_two_times(
                typed.trim(),
                first,
                second,
                is_half_a_day,
            ))
        }
    }
}

/// What is wrong with a text that is no time, and what works.
fn unreadable(typed: &str, text: &str, now_ms: WallMs, zone: &TimeZone) -> String {
    let number = text.strip_prefix("in ").unwrap_or(text);
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return words::times::time_without_unit(typed.trim(), number);
    }
    if !day::days(text, &zoned(now_ms, zone)).is_empty() {
        return words::times::day_without_time(typed.trim());
    }
    words::times::time_unreadable(typed, &name(zone))
}

/// Reads several future times, separated by lines or semicolons. Returns the readable ones, sorted;
/// and the others as typed, each with what is wrong, in words.
pub fn several(
    typed: &str,
    now_ms: WallMs,
    zone: &TimeZone,
) -> (Vec<WallMs>, Vec<(String, String)>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_can_be_empty_and_is_within_a_year() {
        let utc = TimeZone::UTC;
        let at = |text: &str| moment(text.parse().unwrap());
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
    fn an_ambiguous_time_is_refused_with_both_readings() {
        let now = WallMs(1_795_341_561_000);
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
            // The refusal offers both readings.
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
        for (typed, right) in [
            ("8", "08:00"),
            ("in 20", "in 20m"),
            ("20", "20:00"),
            ("Monday", "Monday 20:00"),
            ("30.11.", "30.11. 20:00"),
        ] {
            let refused = to_come(typed, now, &TimeZone::UTC).unwrap_err();
            assert!(refused.contains(&format!("`{right}`")), "{refused}");
            assert!(to_come(right, now, &TimeZone::UTC).is_ok(), "{right}");
        }
        let far = to_come("in 400d", now, &TimeZone::UTC).unwrap_err();
        assert!(far.contains("more than a year"), "{far}");
        // It's ten in the morning, so only one eight o'clock is left.
        let evening = to_come("today 20:00", now, &TimeZone::UTC);
        assert_eq!(to_come("today 8", now, &TimeZone::UTC), evening);
    }

    /// 25 November 2026 is a Wednesday. New York is five hours behind UTC.
    #[test]
    fn typed_zones_count_and_everyday_words_for_days_are_read() {
        let ms = |text: &str| moment(text.parse().unwrap());
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

    /// Berlin sets its clocks back on 25 October 2026 at 01:00 UTC, New York a week later.
    #[test]
    fn either_hour_can_be_meant_when_clocks_go_back() {
        let ms = |text: &str| moment(text.parse().unwrap());
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
        // Within that hour, the first time has passed.
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
