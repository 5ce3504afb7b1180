//! Snowflakes: ids that hold the time of their creation, as Discord makes them.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
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
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    // No clock is so far in the future that its year has five digits.
    let time = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX);
    time.strftime("%Y-%m-%dT%H:%M:%S.%6f+00:00").to_string()
}

/// A time of the form `2026-07-01T12:00:00.123+02:00`, in ms since the Unix epoch. The `+` may have
/// become a blank in a query.
pub fn read_timestamp(text: &str) -> Option<u64> {
    let text = text.replace(' ', "+");
    let with_zone = text.parse::<Timestamp>();
    let time = with_zone.or_else(|_| format!("{text}Z").parse()).ok()?;
    time.as_millisecond().try_into().ok()
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
