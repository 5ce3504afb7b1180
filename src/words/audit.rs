//! The audit log: its lines, and the sentences of what hosts do without a preview.

use super::stretch;

/// A line of the audit log. `said` and `reason` are safe in a post.
pub fn audit_line(by: u64, said: &str, reason: &str) -> String {
    let who = match by {
        0 => "**Dealer**".to_owned(),
        by => format!("<@{by}>"),
    };
    line_by(&who, said, reason)
}

/// As [`audit_line`], for what a player did whose account was forgotten.
pub fn audit_line_of_forgotten(said: &str, reason: &str) -> String {
    line_by("**Somebody who was forgotten**", said, reason)
}

fn line_by(who: &str, said: &str, reason: &str) -> String {
    let reason = match reason.is_empty() {
        true => String::new(),
        false => format!(" Reason: {reason}"),
    };
    format!("{who} {said}{reason}")
}

/// What was ruled lately in matches, and what else hosts did, each newest first and a line each.
pub fn ruling_log(of_matches: Vec<String>, rest: Vec<String>) -> String {
    let between = match of_matches.is_empty() || rest.is_empty() {
        true => None,
        false => Some("**In seasons:**".to_owned()),
    };
    let lines: Vec<String> = of_matches.into_iter().chain(between).chain(rest).collect();
    match lines.is_empty() {
        true => "Nothing has been ruled here yet.".to_owned(),
        false => lines.join("\n"),
    }
}

/// A line of the log with when it was and in which match.
pub fn logged(at_ms: u64, match_number: Option<i64>, line: &str) -> String {
    let of = match_number.map_or(String::new(), |number| format!(" match {number}:"));
    format!("{}{of} {line}", super::short_date(at_ms))
}

/// For the audit log: an outage was given back.
pub fn credited(ms: u64) -> String {
    format!("gave {} back to everybody after an outage.", stretch(ms))
}

/// For the audit log: what hosts do without a preview.
pub fn begun_by_host() -> String {
    "began the match.".to_owned()
}

/// For the audit log.
pub fn paused_by_host() -> String {
    "paused the match.".to_owned()
}

/// For the audit log.
pub fn paused_without_channel() -> String {
    "paused the match: its channel is gone.".to_owned()
}

/// For the audit log.
pub fn paused_in_shut_channel() -> String {
    "paused the match: its channel could not be used.".to_owned()
}

/// For the audit log.
pub fn paused_for_deleted() -> String {
    "paused the match: what asks in its channel is deleted again and again.".to_owned()
}

/// For the audit log.
pub fn handed_over_by(to: u64, by: u64) -> String {
    match to == by {
        true => "hosts the match from now on.".to_owned(),
        false => format!("handed the match to <@{to}>, who hosts it from now on."),
    }
}

/// For the audit log.
pub fn resumed_by_host() -> String {
    "let the match go on.".to_owned()
}

/// For the audit log.
pub fn start_moved_by_host(to_ms: Option<u64>) -> String {
    match to_ms {
        Some(to) => format!("moved the start to {}.", utc(to)),
        None => "took the appointed start away.".to_owned(),
    }
}

/// A time of the world in plain text: minutes, UTC.
fn utc(at_ms: u64) -> String {
    let at = jiff::Timestamp::from_millisecond(at_ms as i64).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// The reason of a line of the ledger.
pub fn garnets_taken_back(match_number: i64) -> String {
    format!("match {match_number} was taken back")
}
