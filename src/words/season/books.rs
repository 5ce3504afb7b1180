//! Reasons in a season's ledger, and changes of its settings.

use super::settings;
use crate::store::{BookedReason, MatchName, Season};
use crate::words::status::match_number;

/// Why garnets were moved, or a strike was given or taken back; plain text, names unescaped.
pub fn booked_reason(reason: &BookedReason) -> String {
    match reason {
        BookedReason::Beginning {} => "starting amount".to_owned(),
        BookedReason::Won {} => "won the match".to_owned(),
        BookedReason::Eliminated { name } => format!("{name} was eliminated"),
        BookedReason::TakenBack { number } => format!("{} was rewound", the_match(*number)),
        BookedReason::CalledOff {} => "the match was declared void".to_owned(),
        BookedReason::Earned { number } => format!("a round of {}", the_match(*number)),
        BookedReason::Spent { number } => format!("answers in {}", the_match(*number)),
        BookedReason::NothingSubmitted { number } => {
            format!("no choice for {}", the_match(*number))
        }
        BookedReason::Text(text) => text.clone(),
    }
}

fn the_match(number: Option<u32>) -> String {
    number.map_or("the match".to_owned(), |number| {
        match_number(MatchName::Numbered(number))
    })
}

/// For the audit log: what was changed in the settings.
pub(in crate::words) fn did_set(before: &Season, after: &Season) -> String {
    let (before, after) = (settings(before), settings(after));
    let changed: Vec<String> = before
        .into_iter()
        .zip(after)
        .filter(|(before, after)| before != after)
        .map(|((_, before), (label, after))| format!("{label}: {after} (before: {before})"))
        .collect();
    format!("changed settings: {}", changed.join("; "))
}
