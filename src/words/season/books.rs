//! Reasons in a season's ledger, and changes of its settings.

use super::settings;
use crate::store::{BookedReason, Season};

/// Why garnets were moved, or a strike was given or taken back; plain text, names unescaped.
pub fn booked_reason(reason: &BookedReason) -> String {
    match reason {
        BookedReason::Beginning {} => "starting amount".to_owned(),
        BookedReason::Won {} => "won the match".to_owned(),
        BookedReason::Eliminated { name } => format!("{name} was eliminated"),
        BookedReason::TakenBack { match_id } => format!("match {match_id} was rewound"),
        BookedReason::CalledOff {} => "the match was declared void".to_owned(),
        BookedReason::NothingSubmitted { match_id } => {
            format!("no choice for match {match_id}")
        }
        BookedReason::Text(text) => text.clone(),
    }
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
