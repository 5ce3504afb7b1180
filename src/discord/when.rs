//! Times that a host types: `in 20m`, `20:30`, `tomorrow 20:00`, `2026-11-30 19:00`.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::{Data, Fault};
use crate::store::{MatchId, StoreError};

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

/// Reads a time, in milliseconds since the Unix epoch. A time of day that has passed today is tomorrow's. None when it cannot be read.
pub fn read(text: &str, now_ms: u64, zone: &TimeZone) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(span) = text.strip_prefix("in ") {
        return Some(now_ms + stretch_ms(span)?);
    }
    let now = Timestamp::from_millisecond(now_ms as i64)
        .ok()?
        .to_zoned(zone.clone());
    let at = if let Some(time) = text.strip_prefix("tomorrow ") {
        now.date().tomorrow().ok()?.to_datetime(time_of_day(time)?)
    } else if let Some(time) = time_of_day(text.strip_prefix("today ").unwrap_or(&text)) {
        let today = now.date().to_datetime(time);
        if text.starts_with("today ") || today > now.datetime() {
            today
        } else {
            today.checked_add(1.day()).ok()?
        }
    } else {
        let (date, time) = text.split_once([' ', 't'])?;
        let date = date.parse::<jiff::civil::Date>().ok()?;
        DateTime::from_parts(date, time_of_day(time)?)
    };
    let zoned = at.to_zoned(zone.clone()).ok()?;
    u64::try_from(zoned.timestamp().as_millisecond()).ok()
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

/// `90s`, `20m`, `3h 20m`, `2d`: each number with its unit.
fn stretch_ms(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let count: u64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = rest.split_at(letters.unwrap_or(rest.len()));
        let unit_ms = match unit {
            "s" | "sec" | "secs" | "second" | "seconds" => 1_000,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000,
            "h" | "hour" | "hours" => 3_600_000,
            "d" | "day" | "days" => 86_400_000,
            _ => return None,
        };
        total = total.checked_add(count.checked_mul(unit_ms)?)?;
        rest = after.trim_start();
    }
    (1..=LONGEST_MS).contains(&total).then_some(total)
}

fn time_of_day(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
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
}
