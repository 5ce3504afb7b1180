//! Hours of the day in which nobody is reminded.

use games::WallMs;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

/// Quiet hours of every day: from the full hour `from` until the full hour `to` (0 to 23) in a time
/// zone, past midnight where `to` is the lower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuietHours {
    /// By its IANA name. In one that is not known, no hours are quiet.
    pub zone: String,
    pub from: u8,
    pub to: u8,
}

impl QuietHours {
    /// The end of the quiet hours at a time; the time itself if it is not within quiet hours.
    pub fn end(&self, at_ms: WallMs) -> WallMs {
        let quiet = |hour: u8| {
            if self.from <= self.to {
                (self.from..self.to).contains(&hour)
            } else {
                hour >= self.from || hour < self.to
            }
        };
        let at = Timestamp::from_millisecond(at_ms.0.cast_signed());
        let (Ok(zone), Ok(at)) = (TimeZone::get(&self.zone), at) else {
            return at_ms;
        };
        let at = at.to_zoned(zone.clone());
        if !quiet(at.hour().cast_unsigned()) {
            return at_ms;
        }
        let past_midnight = at.hour().cast_unsigned() >= self.to;
        let day = if past_midnight {
            at.date().checked_add(1.day())
        } else {
            Ok(at.date())
        };
        let end = day.and_then(|day| day.at(self.to.cast_signed(), 0, 0, 0).to_zoned(zone));
        end.map_or(at_ms, |end| {
            WallMs(end.timestamp().as_millisecond().cast_unsigned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_in_quiet_hours_wait_for_their_end() {
        let ms = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        let ms = |text: &str| WallMs(ms(text).cast_unsigned());
        for (zone, from, to, at, end) in [
            ("UTC", 22, 8, "2026-11-21T21:59:59Z", "2026-11-21T21:59:59Z"),
            ("UTC", 22, 8, "2026-11-21T22:00:00Z", "2026-11-22T08:00:00Z"),
            ("UTC", 22, 8, "2026-11-22T03:30:00Z", "2026-11-22T08:00:00Z"),
            ("UTC", 22, 8, "2026-11-22T08:00:00Z", "2026-11-22T08:00:00Z"),
            ("UTC", 1, 7, "2026-11-22T01:00:00Z", "2026-11-22T07:00:00Z"),
            ("UTC", 1, 7, "2026-11-22T00:59:00Z", "2026-11-22T00:59:00Z"),
            ("UTC", 5, 5, "2026-11-22T05:30:00Z", "2026-11-22T05:30:00Z"),
            (
                "Asia/Seoul",
                23,
                7,
                "2026-11-21T14:30:00Z",
                "2026-11-21T22:00:00Z",
            ),
            (
                "Atlantis/Poseidonis",
                22,
                8,
                "2026-11-21T23:00:00Z",
                "2026-11-21T23:00:00Z",
            ),
            // The clocks go back an hour in this night.
            (
                "Europe/Berlin",
                22,
                8,
                "2026-10-24T21:00:00Z",
                "2026-10-25T07:00:00Z",
            ),
        ] {
            let quiet = QuietHours {
                zone: zone.to_owned(),
                from,
                to,
            };
            assert_eq!(quiet.end(ms(at)), ms(end), "{zone} {from}-{to}: {at}");
        }
    }

    #[test]
    fn zones_are_known_on_a_machine_without_data_of_them() {
        let bundled = jiff::tz::TimeZoneDatabase::bundled();
        assert!(bundled.get("America/New_York").is_ok());
    }
}
