//! The findings of `/preflight`, and what to do about them.

use super::people::{channels_listed, roles_listed};
use crate::store::{AccountId, Backups, ChannelId, RoleId};
use games::english::{date, list};
use games::{WallMs, english};
use std::time::Duration;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub what: &'static str,
    pub is_well: bool,
    /// What was found, and what to do if something is wrong.
    pub said: String,
}

impl Finding {
    fn of(what: &'static str, is_well: bool, said: impl Into<String>) -> Finding {
        let said = said.into();
        Finding {
            what,
            is_well,
            said,
        }
    }
}

/// Whether private messages reach somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Confirmed,
    /// Dealer wrote to them; they have not answered yet.
    Silent,
    /// Dealer wrote to them in a private thread, because direct messages failed; they have not
    /// answered yet.
    InThread,
    /// Neither way works.
    Closed,
    NotAsked,
}

/// Somebody who can read another person's private channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Everybody,
    /// People who have a role, by its id.
    Role(RoleId),
    Account(AccountId),
    /// Discord doesn't say who.
    Unknown,
}

/// All findings, as a table.
pub fn preflight(findings: &[Finding]) -> String {
    let lines: Vec<String> = findings
        .iter()
        .map(|finding| {
            let sign = if finding.is_well { "✅" } else { "⚠️" };
            format!("{sign} **{}** · {}", finding.what, finding.said)
        })
        .collect();
    let all_well = findings.iter().all(|finding| finding.is_well);
    let end = if all_well {
        "Everything is ready for a match here."
    } else {
        "Worth fixing before a match: the ⚠️ lines."
    };
    format!("{}\n{end}", lines.join("\n"))
}

/// The permissions that Dealer lacks in each channel, and the channels that are gone.
pub fn permissions_found(
    channels: usize,
    lacking: &[(ChannelId, Vec<&str>)],
    gone: &[ChannelId],
) -> Finding {
    let mut amiss = Vec::new();
    if !lacking.is_empty() {
        let lines: Vec<String> = lacking
            .iter()
            .map(|(channel, names)| format!("<#{channel}>: {}", names.join(", ")))
            .collect();
        amiss.push(format!(
            "missing in {}. Grant them to Dealer's role in the channel's settings, under \
             Permissions",
            lines.join("; ")
        ));
    }
    if !gone.is_empty() {
        amiss.push(format!(
            "{} {} gone: choose another channel in `/season settings`, or with `/season cast bind` \
             if it was bound to someone",
            channels_listed(gone),
            if gone.len() == 1 { "is" } else { "are" }
        ));
    }
    let said = match channels {
        _ if !amiss.is_empty() => amiss.join("; "),
        1 => "Dealer has everything it needs in this channel".to_owned(),
        channels => format!("Dealer has everything it needs in {channels} channels"),
    };
    Finding::of("Permissions", amiss.is_empty(), said)
}

/// Dealer itself is under a timeout: it can do nothing in the server but read.
pub fn dealer_timed_out(until_ms: WallMs) -> Finding {
    Finding::of(
        "Permissions",
        false,
        format!(
            "Dealer is timed out until {} and can't post. A moderator can remove the timeout \
             (right-click Dealer, Remove Timeout)",
            english::date(until_ms)
        ),
    )
}

/// Whether Dealer may make events in the server. Matches go on without.
pub fn events_found(may: bool) -> Finding {
    let said = if may {
        "scheduled starts appear in the server's events"
    } else {
        "optional: grant Create Events to Dealer's role, and scheduled starts appear in the \
         server's events"
    };
    Finding::of("Events", true, said)
}

/// The channels of matches in which no private thread can be opened.
pub fn private_threads_found(without: &[ChannelId]) -> Finding {
    let said = match without {
        [] => "Dealer can open them here for people with closed DMs".to_owned(),
        _ => format!(
            "Dealer can't open them in {}: Discord only has them in text channels. People with \
             closed DMs only get the *Open my panel* button there. Play in a text channel or one \
             of its threads, or bind them a channel with `/season cast bind`",
            channels_listed(without)
        ),
    };
    Finding::of("Private threads", without.is_empty(), said)
}

/// The roles that the season gives and takes: whether Dealer has the permission, which roles are
/// above its own, whether one is gone, and whose roles are `lost`.
pub fn roles_found(
    set: &[RoleId],
    may: bool,
    managed: &[RoleId],
    too_high: &[RoleId],
    gone: bool,
    lost: &[String],
) -> Finding {
    let mut amiss = Vec::new();
    if !set.is_empty() && !may {
        amiss.push(format!(
            "Dealer can't give or remove {}: give Dealer's own role Manage Roles in Server \
             Settings → Roles",
            roles_listed(set)
        ));
    }
    amiss.extend(
        managed
            .iter()
            .map(|role| super::season::managed_role(*role)),
    );
    if !too_high.is_empty() {
        amiss.push(format!(
            "{} above Dealer's own role: drag Dealer's role higher in Server Settings → Roles",
            match too_high {
                [one] => format!("{} is", roles_listed(&[*one])),
                those => format!("{} are", roles_listed(those)),
            }
        ));
    }
    if gone {
        amiss.push(
            "one of the season's roles no longer exists: choose another in `/season settings`"
                .to_owned(),
        );
    }
    if amiss.is_empty() && !lost.is_empty() {
        amiss.push(format!(
            "not as the season gives them: {}. Type `/season roles` to give them again",
            list(lost, "and")
        ));
    }
    let said = match (set, amiss.as_slice()) {
        ([], _) => "the season uses none".to_owned(),
        (set, []) => format!("Dealer can give and remove {}", roles_listed(set)),
        (_, amiss) => amiss.join("; "),
    };
    Finding::of("Roles", amiss.is_empty(), said)
}

/// Private channels of people: those that others can read (the owner, the channel and the readers),
/// and those that their owner cannot use (the owner, the channel and the missing permissions).
pub fn bound_channels(
    bound: usize,
    read: &[(String, ChannelId, Reader)],
    shut: &[(String, ChannelId, Vec<&str>)],
) -> Finding {
    let read = match read {
        [] => None,
        read => {
            let lines: Vec<String> = read
                .iter()
                .map(|(name, channel, reader)| {
                    let who = match reader {
                        Reader::Everybody => "everyone".to_owned(),
                        Reader::Role(role) => format!("<@&{role}>"),
                        Reader::Account(account) => format!("<@{account}>"),
                        Reader::Unknown => {
                            return format!(
                                "Dealer can't tell who reads <#{channel}>, which is {name}'s (does \
                                 Dealer's role have View Channel there?)"
                            );
                        }
                    };
                    format!("{who} can read <#{channel}>, which is {name}'s")
                })
                .collect();
            Some(format!(
                "{}. Secrets would be posted there: remove their View Channel in the channel's \
                 permissions, or bind another channel with `/season cast bind`",
                lines.join("; ")
            ))
        }
    };
    let shut = match shut {
        [] => None,
        shut => {
            let lines: Vec<String> = shut
                .iter()
                .map(|(name, channel, lacks)| {
                    format!("{name} is missing {} in <#{channel}>", lacks.join(", "))
                })
                .collect();
            Some(format!(
                "{}. They couldn't read or answer what's posted there: grant it in the channel's \
                 permissions, or bind another channel with `/season cast bind`",
                lines.join("; ")
            ))
        }
    };
    let amiss: Vec<String> = read.into_iter().chain(shut).collect();
    let said = match (bound, amiss.as_slice()) {
        (0, _) => "none set – fine, Dealer uses DMs".to_owned(),
        (_, []) => format!("{bound}, each visible only to its owner and hosts"),
        (_, amiss) => amiss.join(". "),
    };
    Finding::of("Private channels", amiss.is_empty(), said)
}

/// The players of open matches who have left the server, or are under a timeout there until a time,
/// each with the match.
pub fn players_found(open: usize, away: &[(String, String, Option<WallMs>)]) -> Finding {
    let said = match away {
        [] if open == 0 => "no match is open".to_owned(),
        [] => "all players of open matches are in the server".to_owned(),
        away => {
            let away: Vec<String> = away
                .iter()
                .map(|(name, of, timed_out)| match timed_out {
                    None => format!("{name} ({of}) has left the server"),
                    Some(until_ms) => {
                        let until = english::date(*until_ms);
                        format!(
                            "{name} ({of}) is timed out until {until} \
                             and can't press anything"
                        )
                    }
                })
                .collect();
            format!("{}: {}", away.join("; "), super::trouble::WITHOUT_PLAYER)
        }
    };
    Finding::of("Players", away.is_empty(), said)
}

/// A drawn board's size, 0 if that failed, and the names that no font has.
pub fn drawing_found(bytes: usize, took: Duration, unwritten: &[String]) -> Finding {
    let mut said = if bytes > 0 {
        let (size, took) = (bytes / 1000, took.as_millis());
        format!("drew a board of {size} kB in {took} ms")
    } else {
        "a board couldn't be drawn; check Dealer's log and report it".to_owned()
    };
    if !unwritten.is_empty() {
        said.push_str(&format!(
            ". No font has {}: pictures show a number instead. Install a font for that script \
             where Dealer runs (Debian: `fonts-noto`), and restart Dealer",
            list(unwritten, "and")
        ));
    }
    Finding::of("Pictures", bytes > 0 && unwritten.is_empty(), said)
}

pub fn database_found(problem: Option<&str>, took: Duration) -> Finding {
    let said = match problem {
        None => format!("written and read in {} ms", took.as_millis()),
        Some(problem) => {
            format!(
                "{problem}, so no match can go on. Check the disk of the machine that runs Dealer, \
                 and make a backup"
            )
        }
    };
    Finding::of("Database", problem.is_none(), said)
}

pub fn backups_found(backups: &Backups) -> Finding {
    let newest = backups.newest_ms().map_or_else(
        || "there is none yet".to_owned(),
        |made| format!("the newest is from {}", date(made)),
    );
    let free = backups.little_space();
    let failed = backups.failed();
    let is_well = failed.is_none() && free.is_none();
    let mut said = match (failed, backups.every.map(|every| every.as_secs() / 3600)) {
        (Some(problem), _) => format!("{newest}, and the last attempt failed: {problem}"),
        (None, None) => "Dealer makes none by itself".to_owned(),
        (None, Some(24)) => format!("{newest}; Dealer makes one each day"),
        (None, Some(hours)) => format!("{newest}; Dealer makes one every {hours} hours"),
    };
    if let Some(free) = free {
        said.push_str(&format!(
            "; only {} MB are free on Dealer's disk, so make room there",
            free / 1_000_000
        ));
    }
    Finding::of("Backups", is_well, said)
}

/// How far this machine's clock is ahead of Discord's, and the uncertainty of that, both in
/// milliseconds.
pub fn clock_found(ahead_ms: i64, doubt_ms: u64, is_well: bool) -> Finding {
    let off = match ahead_ms {
        0.. => format!("{ahead_ms} ms ahead of Discord's"),
        _ => format!("{} ms behind Discord's", ahead_ms.unsigned_abs()),
    };
    let mut said = format!("{off}, give or take {doubt_ms} ms");
    if !is_well {
        said.push_str(
            "; set the machine's clock over the network (NTP), since deadlines depend on it",
        );
    }
    Finding::of("Clock", is_well, said)
}

pub fn connection_found(ping: Option<Duration>, is_well: bool) -> Finding {
    let said = match ping {
        None => "connected; Dealer measures the speed in the first minute".to_owned(),
        Some(ping) if is_well => format!("{} ms to Discord and back", ping.as_millis()),
        Some(ping) => format!(
            "{} ms to Discord and back; check the machine's network, or give matches more grace \
             after each deadline",
            ping.as_millis()
        ),
    };
    Finding::of("Connection", is_well, said)
}

/// Which people of the season can be reached in private. `has_threads`: in some channel Dealer can
/// open private threads for people with closed direct messages.
pub fn private_ways(people: &[(String, Reach)], has_threads: bool) -> Finding {
    let of = |reach: Reach| -> Vec<String> {
        let those = people.iter().filter(|(_, found)| *found == reach);
        those.map(|(name, _)| name.clone()).collect()
    };
    let mut parts = vec![format!(
        "{} of {} have confirmed",
        of(Reach::Confirmed).len(),
        people.len()
    )];
    let named = [
        (
            Reach::Closed,
            if has_threads {
                "can't be reached by DM or private thread (ask them to allow DMs from this \
                 server, or bind them a channel)"
            } else {
                "can't be reached by DM (ask them to allow DMs from this server, or bind them a channel; \
                 with a match channel in `/season settings` they get a private thread in it)"
            },
        ),
        (
            Reach::InThread,
            "got a private thread because no DM reached them, and haven't answered (ask them to \
             look)",
        ),
        (Reach::Silent, "haven't answered (ask them to look)"),
        (Reach::NotAsked, "haven't been asked (press the button)"),
    ];
    for (reach, what) in named {
        let names = of(reach);
        if reach == Reach::NotAsked && names.len() == people.len() {
            parts.push("nobody has been asked yet (press the button)".to_owned());
        } else if !names.is_empty() {
            parts.push(format!("{} {what}", list(&names, "and")));
        }
    }
    let is_well = people.iter().all(|(_, reach)| *reach == Reach::Confirmed);
    let said = match people {
        [] => "nobody is in a season's cast yet, so there's nobody to ask".to_owned(),
        _ => parts.join("; "),
    };
    Finding::of("Private messages", is_well, said)
}

pub const SAY_HELLO_BUTTON: &str = "Say hello to everyone";

/// To a host who presses that button: how many people get a greeting, and how many greetings are
/// already on their way and are not sent again.
pub fn saying_hello(count: usize, on_their_way: usize) -> String {
    match (count, on_their_way) {
        (0, 0) => "Everyone with an account has confirmed already, so nobody gets another message."
            .to_owned(),
        (0, _) => "Messages to everyone who hasn't confirmed are already on their way. \
             `/preflight` shows who has confirmed."
            .to_owned(),
        (count, _) => format!(
            "{} getting a message with a button to press. `/preflight` shows who has pressed it.",
            match count {
                1 => "One person is".to_owned(),
                count => format!("{count} people are"),
            }
        ),
    }
}

pub const NO_SEASON: &str = "This server has no season, so there's nobody to write to.";

pub const HELLO_BUTTON: &str = "I see it";

pub const GREETED: &str = "Thanks – that's all!";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_how_many_people_get_a_message() {
        for (count, on_their_way, expected) in [
            (
                0,
                0,
                "has confirmed already, so nobody gets another message.",
            ),
            (0, 2, "are already on their way"),
            (1, 2, "One person is getting a message"),
            (17, 0, "17 people are getting a message"),
        ] {
            let said = saying_hello(count, on_their_way);
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn the_text_says_nobody_is_reached_without_bound_channels() {
        let said = bound_channels(0, &[], &[]).said;
        assert!(!said.contains("everybody"), "{said}");
    }
}
