//! The audit log: its lines, and a sentence for each thing that hosts and Dealer did.

use super::people::mention;
use super::rulings::ruled;
use super::season::{did_set, garnets};
use crate::referee::{AuditEntry, PurseOwner};
use crate::store::{AccountId, MatchRow};
use games::english::{date, escape_markdown, list, stretch};
use games::{Cast, GameId, Role, WallMs, english};

/// A line of the audit log. `said` is safe in a post. `by_player`: what only players do, so that
/// without an account it was one whose account was forgotten.
pub fn audit_line(by: AccountId, by_player: bool, said: &str, reason: &str) -> String {
    let who = match by {
        AccountId(0) if by_player => "**A forgotten account**".to_owned(),
        AccountId(0) => "**Dealer**".to_owned(),
        by => mention(by),
    };
    if reason.is_empty() {
        return format!("{who} {said}");
    }
    format!("{who} {said} Reason: {}", escape_markdown(reason))
}

/// Recent rulings in matches, and other things that hosts did, a line each, the newest first.
/// `older`: the next page, if there is one.
pub fn ruling_log(of_matches: Vec<String>, rest: Vec<String>, older: Option<u32>) -> String {
    let between = if of_matches.is_empty() || rest.is_empty() {
        None
    } else {
        Some("**In seasons:**".to_owned())
    };
    let older = older.map(|page| format!("Older: `/ruling log` with page {page}."));
    let lines = of_matches.into_iter().chain(between).chain(rest);
    let lines: Vec<String> = lines.chain(older).collect();
    if lines.is_empty() {
        "Nothing has been ruled here yet.".to_owned()
    } else {
        lines.join("\n")
    }
}

/// Above the lines of the log about a match: which it is. `season`: the name of its season.
pub fn logged_of(row: &MatchRow, season: Option<&str>) -> String {
    let cast = row.setup.cast.shown_as(escape_markdown);
    let named = super::status::named_match(row.setup.game, row.name(), &cast);
    let season = season.map(|season| format!(" · {}", escape_markdown(season)));
    format!("**{named}**{}\n", season.unwrap_or_default())
}

/// A line of the log with when it was.
pub fn logged(at_ms: WallMs, line: &str) -> String {
    format!("{} {line}", english::short_date(at_ms))
}

/// What somebody did, as a sentence without its subject. Names and typed text are escaped
/// where they are put in, so only Dealer's own mentions are alive. `of` is the match.
pub fn audit_entry(entry: &AuditEntry, of: Option<(GameId, &Cast)>) -> String {
    let shown = |name: &String| escape_markdown(name);
    let all = |names: &[String]| list(names.iter().map(shown), "and");
    match entry {
        AuditEntry::MatchBegun => match of {
            Some((_, cast)) if cast.seats().is_none() => "closed the round.".to_owned(),
            _ => "started the match.".to_owned(),
        },
        AuditEntry::StartMoved { to_ms: Some(to) } => {
            format!("moved the start to {}.", date(*to))
        }
        AuditEntry::TimesOffered { times } => {
            let times: Vec<String> = times.iter().map(|at_ms| date(*at_ms)).collect();
            super::poll::offered(&times)
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
            format!("posted a note: “{}”", escape_markdown(&said.join(" / ")))
        }
        AuditEntry::ResultReleased => "released the result.".to_owned(),
        AuditEntry::HandOpened { who } => {
            let said =
                of.map(|(_, cast)| format!("opened {}'s hand.", escape_markdown(cast.name(*who))));
            said.unwrap_or_default()
        }
        AuditEntry::Ruled(what) => {
            let said = of.map(|(game, cast)| ruled(what, game, cast));
            said.unwrap_or_default()
        }
        AuditEntry::DatabasePutBack { channels } => format!(
            "was restored from a backup. {}",
            super::trouble::may_be_closed(channels)
        ),
        AuditEntry::SeasonBegun { name } => format!("started the season {}.", shown(name)),
        AuditEntry::SeasonRenamed { from, to } => {
            format!("renamed the season {} to {}.", shown(from), shown(to))
        }
        AuditEntry::SeasonSwitched { name } => format!("made {} the current season.", shown(name)),
        AuditEntry::SeasonArchived { name } => format!("archived the season {}.", shown(name)),
        AuditEntry::SeasonTakenOut { name } => {
            format!("took the season {} out of the archive.", shown(name))
        }
        AuditEntry::SettingsChanged { before, after } => {
            escape_but_mentions(&did_set(before, after)) + "."
        }
        AuditEntry::CastAdded { names } => format!("added {} to the cast.", all(names)),
        AuditEntry::CastRemoved { name } => format!("took {} out of the cast.", shown(name)),
        AuditEntry::CastBroughtBack { name } => {
            format!("brought {} back into the cast.", shown(name))
        }
        AuditEntry::CastRenamed { from, to } => {
            format!("renamed {} to {}.", shown(from), shown(to))
        }
        AuditEntry::AccountGiven { name, account } => {
            format!("gave {} the account {}.", shown(name), mention(*account))
        }
        AuditEntry::MadeGuest { name } => {
            format!("made {} a guest without an account.", shown(name))
        }
        AuditEntry::ChannelBound { name, channel } => {
            format!("bound <#{channel}> to {}.", shown(name))
        }
        AuditEntry::ChannelUnbound { name } => {
            format!("unbound {}'s private channel.", shown(name))
        }
        AuditEntry::RoleSet { name, role } => match role {
            Role::Player => format!("made {} a player.", shown(name)),
            Role::Eliminated => format!("eliminated {}.", shown(name)),
            Role::Dealer => format!("made {} a dealer.", shown(name)),
        },
        AuditEntry::GarnetsMoved { amount, from, to } => match to.as_slice() {
            [to] => match (from, to) {
                (PurseOwner::Nobody, to) => format!("gave {} {}.", side(to), garnets(*amount)),
                (from, PurseOwner::Nobody) => {
                    format!("took {} from {}.", garnets(*amount), side(from))
                }
                (from, to) => moved(*amount, &side(from), &side(to)),
            },
            several => {
                let to: Vec<String> = several.iter().map(side).collect();
                format!("gave {} {} each.", list(&to, "and"), garnets(*amount))
            }
        },
        AuditEntry::GarnetsGiven { amount, from, to } => moved(*amount, &shown(from), &shown(to)),
        AuditEntry::StrikeGiven { name, eliminated } => {
            let end = if *eliminated {
                ", which eliminates them"
            } else {
                ""
            };
            format!("gave {} a strike{end}.", shown(name))
        }
        AuditEntry::StrikeTakenBack { name, strike } => {
            format!("took back {}'s strike {strike}.", shown(name))
        }
        AuditEntry::Text(said) => escape_but_mentions(said),
    }
}

fn moved(amount: u32, from: &str, to: &str) -> String {
    format!("moved {} from {from} to {to}.", garnets(amount))
}

fn side(side: &PurseOwner) -> String {
    match side {
        PurseOwner::Somebody(name) => escape_markdown(name),
        PurseOwner::Bank => "the bank".to_owned(),
        PurseOwner::Nobody => "outside".to_owned(),
    }
}

/// As [`escape_markdown`], for sentences in which names can't be told from Dealer's words any more:
/// keeps mentions of people, roles and channels, and timestamps.
pub fn escape_but_mentions(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        shown.push_str(&escape_markdown(before));
        let mention = leading_mention(from).unwrap_or("<");
        match mention {
            "<" => shown.push_str(&escape_markdown(mention)),
            mention => shown.push_str(mention),
        }
        rest = &from[mention.len()..];
    }
    shown + &escape_markdown(rest)
}

/// The mention or timestamp at the beginning of a text, if there is one (Discord documentation,
/// "Message Formatting").
fn leading_mention(text: &str) -> Option<&str> {
    let end = text.find('>')?;
    let inner = &text[1..end];
    let digits = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let is_mention = match inner.strip_prefix("t:") {
        Some(time) => {
            let (seconds, style) = time.split_once(':').unwrap_or((time, "f"));
            digits(seconds) && ["t", "T", "d", "D", "f", "F", "R"].contains(&style)
        }
        None => {
            let mut signs = ["@&", "@", "#"].iter();
            let id = signs.find_map(|sign| inner.strip_prefix(sign));
            id.is_some_and(digits)
        }
    };
    is_mention.then_some(&text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_sentences_keep_their_mentions() {
        for (text, expected) in [
            ("gave *Zac* <@12>", "gave \\*Zac\\* <@12>"),
            ("<#1><@&23> <@x> <", "<#1><@&23> \\<@\u{200b}x\\> \\<"),
            ("한별", "한별"),
            (
                "until <t:1795341561:F> (<t:12:R>), <t:1>",
                "until <t:1795341561:F> \\(<t:12:R>\\), <t:1>",
            ),
            (
                "<t:x:F><t:1:Q><t:>",
                "\\<t\\:x\\:F\\>\\<t\\:1\\:Q\\>\\<t\\:\\>",
            ),
        ] {
            assert_eq!(escape_but_mentions(text), expected, "{text:?}");
        }
    }
}
