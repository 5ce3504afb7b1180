//! A zone typed at the end of a time: `20:00 UTC`, `8pm EST`, `20:00 UTC+2`, `9am Europe/Paris`.

use jiff::tz::{Offset, TimeZone};

/// A zone as somebody typed it.
pub struct Named {
    pub zone: TimeZone,
    pub typed: String,
}

/// What people write for a region's clock, in winter or summer: `EST` in July means New York's
/// time. AEST is the exception: regions with summer time write AEDT. Ambiguous names (IST) are left
/// out.
const REGIONS: &[(&[&str], &str)] = &[
    (&["est", "edt", "et"], "America/New_York"),
    (&["cst", "cdt", "ct"], "America/Chicago"),
    (&["mst", "mdt", "mt"], "America/Denver"),
    (&["pst", "pdt", "pt"], "America/Los_Angeles"),
    (&["akst", "akdt"], "America/Anchorage"),
    (&["hst"], "Pacific/Honolulu"),
    (&["ast", "adt"], "America/Halifax"),
    (&["nst", "ndt"], "America/St_Johns"),
    (&["brt"], "America/Sao_Paulo"),
    (&["bst"], "Europe/London"),
    (&["wet", "west"], "Europe/Lisbon"),
    (&["cet", "cest", "mez", "mesz"], "Europe/Berlin"),
    (&["eet", "eest"], "Europe/Athens"),
    (&["msk"], "Europe/Moscow"),
    (&["sast"], "Africa/Johannesburg"),
    (&["pkt"], "Asia/Karachi"),
    (&["sgt"], "Asia/Singapore"),
    (&["hkt"], "Asia/Hong_Kong"),
    (&["jst"], "Asia/Tokyo"),
    (&["kst"], "Asia/Seoul"),
    (&["awst"], "Australia/Perth"),
    (&["acst", "acdt"], "Australia/Adelaide"),
    (&["aest"], "Australia/Brisbane"),
    (&["aedt"], "Australia/Sydney"),
    (&["nzst", "nzdt"], "Pacific/Auckland"),
];

/// Splits a lower-case text into the time and the zone at its end; None without a zone.
pub fn split(text: &str) -> (&str, Option<Named>) {
    let found = from_utc(text).or_else(|| {
        let (before, word) = text.rsplit_once(' ')?;
        // `20:00 +0200`; `+2` might be days.
        if word.starts_with(['+', '-']) && word.len() > 4 {
            return Some((
                before,
                TimeZone::fixed(Offset::from_seconds(offset_s(word)?).ok()?),
            ));
        }
        let is_it = |names: &&(&[&str], &str)| names.0.contains(&word);
        let region = REGIONS.iter().find(is_it).map_or(word, |(_, name)| *name);
        // Jiff also knows `z` and `zulu` as UTC, which are part of a time.
        let zone = TimeZone::get(region).ok()?;
        Some((before, zone))
    });
    match found {
        Some((before, zone)) => {
            let typed = text[before.len()..].trim().to_uppercase();
            (before.trim_end(), Some(Named { zone, typed }))
        }
        None => (text, None),
    }
}

/// Reads `utc`, `gmt`, `utc+2`, `utc -5:30`, with or without a space before it.
fn from_utc(text: &str) -> Option<(&str, TimeZone)> {
    let at = text.rfind("utc").or_else(|| text.rfind("gmt"))?;
    let (before, after) = (&text[..at], text[at + 3..].trim());
    let ends = |c: char| c == ' ' || c == 'm' || c.is_ascii_digit();
    let offset = match after {
        "" => 0,
        after => offset_s(after)?,
    };
    let zone = TimeZone::fixed(Offset::from_seconds(offset).ok()?);
    before.ends_with(ends).then_some((before, zone))
}

/// Reads `+2`, `-05`, `+5:30`, `+0530` as seconds, within the zones that exist.
fn offset_s(text: &str) -> Option<i32> {
    let (sign, text) = match text.strip_prefix('+') {
        Some(rest) => (1, rest),
        None => (-1, text.strip_prefix(['-', '−'])?),
    };
    let (hours, minutes) = match text.split_once(':') {
        Some((hours, minutes)) => (hours, minutes),
        None if text.len() == 4 && text.is_ascii() => text.split_at(2),
        None => (text, "00"),
    };
    let number = |text: &str, most: i32| {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let number: i32 = digits.then(|| text.parse().ok())??;
        (number <= most).then_some(number)
    };
    Some(sign * (number(hours.trim(), 14)? * 3600 + number(minutes, 59)? * 60))
}

/// A zone's distance from UTC as [`split`] reads it: `UTC+5:30`.
pub fn offset_name(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    match (minutes / 60, minutes % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_at_the_end_is_read() {
        for (text, expected) in [
            ("20:00 utc", Some(("20:00", "UTC"))),
            ("20:00utc", Some(("20:00", "UTC"))),
            ("8pm gmt", Some(("8pm", "UTC"))),
            ("20:00 utc+2", Some(("20:00", "UTC+2"))),
            ("20:00 utc +02", Some(("20:00", "UTC+2"))),
            ("8pmutc-5:30", Some(("8pm", "UTC-5:30"))),
            ("20:00 utc+0545", Some(("20:00", "UTC+5:45"))),
            ("20:00 utc−3", Some(("20:00", "UTC-3"))),
            ("20:00 utc+15", None),
            ("20:00 utc+5:60", None),
            ("20:00 utc2", None),
            ("20:00", None),
            ("tomorrow 8 pm", None),
            ("utc", None),
            ("noon jst", Some(("noon", "UTC+9"))),
            ("9am asia/tokyo", Some(("9am", "UTC+9"))),
            ("9am etc/utc", Some(("9am", "UTC"))),
            ("20:00 ist", None),
        ] {
            let (before, named) = split(text);
            let read = named.map(|named| {
                let offset = named.zone.to_offset(jiff::Timestamp::UNIX_EPOCH);
                (before, offset_name(offset))
            });
            let expected = expected.map(|(before, name)| (before, name.to_owned()));
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn every_region_exists() {
        for (names, region) in REGIONS {
            assert!(TimeZone::get(region).is_ok(), "{region}");
            for name in *names {
                let text = format!("20:00 {name}");
                let (before, named) = split(&text);
                assert_eq!((before, named.is_some()), ("20:00", true), "{name}");
            }
        }
    }
}
