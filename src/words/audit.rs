//! The audit log: its lines, and a sentence for each thing that hosts and Dealer did.

use super::people::mention;
use super::season::{did_set, garnets};
use super::{date, list, ruled, stretch};
use crate::referee::{AuditEntry, PurseOwner};
use games::{Cast, GameId, Role};

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
    line_by("**A forgotten account**", said, reason)
}

fn line_by(who: &str, said: &str, reason: &str) -> String {
    let reason = if reason.is_empty() {
        String::new()
    } else {
        format!(" Reason: {reason}")
    };
    format!("{who} {said}{reason}")
}

/// Recent rulings in matches, and other things that hosts did, a line each, the newest first.
pub fn ruling_log(of_matches: Vec<String>, rest: Vec<String>) -> String {
    let between = if of_matches.is_empty() || rest.is_empty() {
        None
    } else {
        Some("**In seasons:**".to_owned())
    };
    let lines: Vec<String> = of_matches.into_iter().chain(between).chain(rest).collect();
    if lines.is_empty() {
        "Nothing has been ruled here yet.".to_owned()
    } else {
        lines.join("\n")
    }
}

/// A line of the log with when it was and in which match.
pub fn logged(at_ms: u64, match_number: Option<i64>, line: &str) -> String {
    let of = match_number.map_or(String::new(), |number| format!(" match {number}:"));
    format!("{}{of} {line}", super::short_date(at_ms))
}

/// What somebody did, as a sentence without its subject. Plain text except for mentions. `of` is
/// the match: its game and its cast.
pub fn audit_entry(entry: &AuditEntry, of: Option<(GameId, &Cast)>) -> String {
    match entry {
        AuditEntry::MatchBegun => "started the match.".to_owned(),
        AuditEntry::StartMoved { to_ms: Some(to) } => {
            format!("moved the start to {}.", utc(*to))
        }
        AuditEntry::TimesOffered { times } => {
            let times: Vec<String> = times.iter().map(|at_ms| utc(*at_ms)).collect();
            super::offered(&times)
        }
        AuditEntry::StartMoved { to_ms: None } => "removed the start time.".to_owned(),
        AuditEntry::StartWaits { until_ms } => format!(
            "is waiting until {} for players who are missing at the start.",
            date(*until_ms)
        ),
        AuditEntry::ChoicesExtended { to_ms } => {
            format!("moved the deadline for choices to {}.", date(*to_ms))
        }
        AuditEntry::Paused => "paused the match.".to_owned(),
        AuditEntry::PausedWithoutChannel => "paused the match: its channel is gone.".to_owned(),
        AuditEntry::PausedInShutChannel => {
            "paused the match: Dealer couldn't use its channel.".to_owned()
        }
        AuditEntry::PausedForDeleted => {
            "paused the match: its posts keep being deleted.".to_owned()
        }
        AuditEntry::PauseHeld => "keeps the match paused until a host resumes it.".to_owned(),
        AuditEntry::Resumed => "resumed the match.".to_owned(),
        AuditEntry::TookOver => "now hosts the match.".to_owned(),
        AuditEntry::HandedOver { to } => {
            format!("handed the match to {}, who now hosts it.", mention(*to))
        }
        AuditEntry::MatchMoved { channel } => format!("moved the match to <#{channel}>."),
        AuditEntry::OutageCredited { ms } => {
            format!("gave everyone {} back after an outage.", stretch(*ms))
        }
        AuditEntry::NotePosted { text } => {
            let lines = text.lines().map(str::trim);
            let said: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            format!("posted a note: “{}”", said.join(" / "))
        }
        AuditEntry::ResultReleased => "released the result.".to_owned(),
        AuditEntry::HandOpened { who } => {
            let said = of.map(|(_, cast)| format!("opened {}'s hand.", cast.name(*who)));
            said.unwrap_or_default()
        }
        AuditEntry::Ruled(what) => {
            let said = of.map(|(game, cast)| ruled(what, game, cast));
            said.unwrap_or_default()
        }
        AuditEntry::DatabasePutBack { channels } => format!(
            "was restored from a backup. {}",
            super::may_be_closed(channels)
        ),
        AuditEntry::SeasonBegun { name } => format!("started the season {name}."),
        AuditEntry::SeasonRenamed { from, to } => format!("renamed the season {from} to {to}."),
        AuditEntry::SeasonSwitched { name } => format!("made {name} the current season."),
        AuditEntry::SeasonArchived { name } => format!("archived the season {name}."),
        AuditEntry::SeasonTakenOut { name } => {
            format!("took the season {name} out of the archive.")
        }
        AuditEntry::SettingsChanged { before, after } => did_set(before, after) + ".",
        AuditEntry::CastAdded { names } => format!("added {} to the cast.", list(names, "and")),
        AuditEntry::CastRemoved { name } => format!("took {name} out of the cast."),
        AuditEntry::CastBroughtBack { name } => format!("brought {name} back into the cast."),
        AuditEntry::CastRenamed { from, to } => format!("renamed {from} to {to}."),
        AuditEntry::AccountGiven { name, account } => {
            format!("gave {name} the account {}.", mention(*account))
        }
        AuditEntry::MadeGuest { name } => format!("made {name} a guest without an account."),
        AuditEntry::ChannelBound { name, channel } => format!("bound <#{channel}> to {name}."),
        AuditEntry::ChannelUnbound { name } => format!("unbound {name}'s private channel."),
        AuditEntry::RoleSet { name, role } => match role {
            Role::Player => format!("made {name} a player."),
            Role::Eliminated => format!("eliminated {name}."),
            Role::Dealer => format!("made {name} a dealer."),
        },
        AuditEntry::GarnetsMoved { amount, from, to } => match to.as_slice() {
            [to] => match (from, to) {
                (PurseOwner::Nobody, to) => format!("gave {} {}.", side(to), garnets(*amount)),
                (from, PurseOwner::Nobody) => {
                    format!("took {} from {}.", garnets(*amount), side(from))
                }
                (from, to) => moved(*amount, side(from), side(to)),
            },
            several => {
                let to: Vec<String> = several.iter().map(|to| side(to).to_owned()).collect();
                format!("gave {} {} each.", list(&to, "and"), garnets(*amount))
            }
        },
        AuditEntry::GarnetsGiven { amount, from, to } => moved(*amount, from, to),
        AuditEntry::StrikeGiven { name, eliminated } => {
            let end = if *eliminated {
                ", which eliminates them"
            } else {
                ""
            };
            format!("gave {name} a strike{end}.")
        }
        AuditEntry::StrikeTakenBack { name, strike } => {
            format!("took back {name}'s strike {strike}.")
        }
        AuditEntry::Text(said) => said.clone(),
    }
}

fn moved(amount: u32, from: &str, to: &str) -> String {
    format!("moved {} from {from} to {to}.", garnets(amount))
}

fn side(side: &PurseOwner) -> &str {
    match side {
        PurseOwner::Somebody(name) => name,
        PurseOwner::Bank => "the bank",
        PurseOwner::Nobody => "outside",
    }
}

/// A time of the world in plain text: minutes, UTC.
fn utc(at_ms: u64) -> String {
    let at = jiff::Timestamp::from_millisecond(at_ms as i64).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
