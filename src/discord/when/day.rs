//! Days as they are typed with a time: `today`, `tonight`, `monday`, `next monday`, `30 Nov`,
//! `2026-11-30`.

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan, Zoned};

/// A possible meaning of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    pub date: Date,
    /// When such a day comes again, if it was typed without a year or a date.
    pub again: Option<Again>,
    /// Whether the night that begins on this day is meant.
    pub night: bool,
    /// The unambiguous way to type it.
    pub clear: String,
}

/// When a day comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    InAWeek,
    InAYear,
}

impl Again {
    pub fn span(self) -> Span {
        match self {
            Again::InAWeek => 1.week(),
            Again::InAYear => 1.year(),
        }
    }
}

/// The possible days of a lower-case text; empty if it is no day.
pub fn days(text: &str, now: &Zoned) -> Vec<Day> {
    let text = text.strip_prefix("on ").unwrap_or(text).trim();
    let (today, day) = (now.date(), |date, again, night| Day {
        date,
        again,
        night,
        clear: text.to_owned(),
    });
    let once = |date: Option<Date>, night| date.map(|date| day(date, None, night));
    let found = match text {
        "today" => once(Some(today), false),
        "tonight" => once(Some(today), true),
        "tomorrow" => once(today.tomorrow().ok(), false),
        date => match weekday(date.strip_prefix("this ").unwrap_or(date)) {
            Some(weekday) => {
                let date = today.checked_add(ahead(today, weekday).days()).ok();
                date.map(|date| day(date, Some(Again::InAWeek), false))
            }
            None => once(date.parse().ok(), false).or_else(|| {
                let (date, again) = in_numbers(date, today).or_else(|| of_month(date, today))?;
                Some(day(date, again, false))
            }),
        },
    };
    match text.strip_prefix("next ").and_then(weekday) {
        Some(weekday) => next(today, weekday),
        None => found.into_iter().collect(),
    }
}

/// `next friday` means this week's for some people and next week's for others, unless this week's
/// is over.
fn next(today: Date, weekday: Weekday) -> Vec<Day> {
    let ahead = ahead(today, weekday);
    let days_left = 7 - i32::from(today.weekday().to_monday_one_offset());
    let offsets = match ahead {
        0 => vec![7],
        ahead if ahead <= days_left => vec![ahead, ahead + 7],
        ahead => vec![ahead],
    };
    let dates = offsets
        .into_iter()
        .filter_map(|days| today.checked_add(days.days()).ok());
    let day = |date: Date| Day {
        date,
        again: None,
        night: false,
        clear: date.to_string(),
    };
    dates.map(day).collect()
}

/// How many days from a date to the next such day of the week: 0 to 6.
fn ahead(today: Date, weekday: Weekday) -> i32 {
    i32::from(today.weekday().until(weekday))
}

fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "mon" | "monday" => Weekday::Monday,
        "tue" | "tues" | "tuesday" => Weekday::Tuesday,
        "wed" | "wednesday" => Weekday::Wednesday,
        "thu" | "thur" | "thurs" | "thursday" => Weekday::Thursday,
        "fri" | "friday" => Weekday::Friday,
        "sat" | "saturday" => Weekday::Saturday,
        "sun" | "sunday" => Weekday::Sunday,
        _ => return None,
    })
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// `30.11.`, `30.11.2026`, `2026/12/01`. Not `12/1`, of which either may be the month.
fn in_numbers(text: &str, today: Date) -> Option<(Date, Option<Again>)> {
    let (dots, slashes) = (text.split('.'), text.split('/'));
    let (dots, slashes): (Vec<&str>, Vec<&str>) = (dots.collect(), slashes.collect());
    let (year, month, day) = match (&dots[..], &slashes[..]) {
        ([day, month, year], _) if year.is_empty() || year.len() == 4 => (year, month, day),
        (_, [year, month, day]) if year.len() == 4 => (year, month, day),
        _ => return None,
    };
    let again = year.is_empty().then_some(Again::InAYear);
    let year = again.map_or_else(|| year.parse().ok(), |_| Some(today.year()))?;
    let date = Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()?;
    Some((date, again))
}

/// `30 nov`, `nov 30th`, `30 november 2026`: without a year it is this one's, and comes again.
fn of_month(text: &str, today: Date) -> Option<(Date, Option<Again>)> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let (first, second, year) = match words[..] {
        [first, second] => (first, second, None),
        [first, second, year] if year.len() == 4 => (first, second, Some(year.parse().ok()?)),
        _ => return None,
    };
    let month = |word: &str| {
        let begins = |name: &str| word.len() >= 3 && name.starts_with(word);
        MONTHS.iter().position(|name| begins(name))
    };
    let (month, day) = match (month(first), month(second)) {
        (Some(month), None) => (month, second),
        (None, Some(month)) => (month, first),
        _ => return None,
    };
    let day = day.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
    let day: i8 = day.parse().ok()?;
    let again = year.is_none().then_some(Again::InAYear);
    let year: i16 = year.unwrap_or(today.year());
    let date = Date::new(year, month as i8 + 1, day).ok()?;
    Some((date, again))
}
