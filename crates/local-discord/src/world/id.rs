//! Snowflakes: ids that hold the time of their creation, as Discord makes them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// 2015-01-01T00:00:00Z, the first millisecond of Discord's ids.
pub const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// The id of anything in the world; a decimal string in JSON, as Discord writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u64);

impl Id {
    /// The smallest id of something made at `ms` since the Unix epoch.
    pub fn at(ms: u64) -> Id {
        Id(ms.saturating_sub(DISCORD_EPOCH_MS) << 22)
    }

    /// When it was made, in milliseconds since the Unix epoch.
    pub fn made_ms(self) -> u64 {
        (self.0 >> 22) + DISCORD_EPOCH_MS
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Id)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a snowflake, as a string or a number")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
                text.parse()
                    .map_err(|_| E::custom(format!("{text:?} is not a snowflake")))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Id, E> {
                Ok(Id(number))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A time as Discord writes it: `2026-07-01T12:00:00.123000+00:00`.
pub fn timestamp(ms: u64) -> String {
    let (days, in_day) = (ms / 86_400_000, ms % 86_400_000);
    // The civil calendar from a day number, with years that begin in March so that leap days come
    // last.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (in_day / 3_600_000, in_day / 60_000 % 60, in_day / 1000 % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}000+00:00",
        in_day % 1000
    )
}

/// A time of the form `2026-07-01T12:00:00.123+02:00`, in ms since the Unix epoch. The `+` may have
/// become a blank in a query.
pub fn read_timestamp(text: &str) -> Option<u64> {
    let (date, time) = text.split_once('T')?;
    let mut date = date.splitn(3, '-');
    let mut number = || date.next()?.parse::<i64>().ok();
    let (year, month, day) = (number()?, number()?, number()?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (time, offset) = match time.find(['Z', '+', '-', ' ']) {
        Some(at) => time.split_at(at),
        None => (time, "Z"),
    };
    let offset_minutes = match offset {
        "Z" => 0,
        offset => {
            let (hours, minutes) = offset[1..].split_once(':')?;
            let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
            if offset.starts_with('-') {
                -minutes
            } else {
                minutes
            }
        }
    };
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut time = time.splitn(3, ':');
    let mut number = || time.next()?.parse::<i64>().ok();
    let (hour, minute, second) = (number()?, number()?, number()?);
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    // The reverse of the calculation in `timestamp`.
    let (year, month) = (year - i64::from(month <= 2), (month + 9) % 12);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    let minutes = days * 1440 + hour * 60 + minute - offset_minutes;
    let ms = (minutes * 60 + second) * 1000 + thousandths.parse::<i64>().ok()?;
    u64::try_from(ms).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_back_as_written() {
        for ms in [0, 951_782_400_000, DISCORD_EPOCH_MS, 1_798_761_599_999] {
            assert_eq!(read_timestamp(&timestamp(ms)), Some(ms));
            assert_eq!(read_timestamp(&timestamp(ms).replace('+', " ")), Some(ms));
        }
        let two_hours_east = "1970-01-01T02:00:01.5+02:00";
        assert_eq!(read_timestamp(two_hours_east), Some(1_500));
        assert_eq!(read_timestamp("1970-01-01T00:00:00Z"), Some(0));
        for wrong in [
            "",
            "yesterday",
            "2026-13-01T00:00:00Z",
            "1969-12-31T00:00:00Z",
        ] {
            assert_eq!(read_timestamp(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn times_are_written_like_discords() {
        for (ms, written) in [
            (0, "1970-01-01T00:00:00.000000+00:00"),
            (951_782_400_000, "2000-02-29T00:00:00.000000+00:00"),
            (DISCORD_EPOCH_MS, "2015-01-01T00:00:00.000000+00:00"),
            (1_798_761_599_999, "2026-12-31T23:59:59.999000+00:00"),
        ] {
            assert_eq!(timestamp(ms), written);
        }
    }

    #[test]
    fn an_id_contains_its_time_and_is_a_string() {
        let id = Id::at(1_700_000_000_123);
        assert_eq!(id.made_ms(), 1_700_000_000_123);
        assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{}\"", id.0));
        assert_eq!(serde_json::from_str::<Id>(&id.0.to_string()).unwrap(), id);
    }
}
