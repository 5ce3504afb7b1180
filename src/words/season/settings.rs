//! A season's settings, and the labels of the panel in which they are set.

use super::{garnets, strikes};
use crate::games::GameId;
use crate::referee::SettingRefusal;
use crate::store::{AtStrikeLimit, LoserGarnets, Season, SeasonSettings};
use crate::words::list;

/// All settings of a season, each with what it is called.
pub fn settings(season: &Season) -> Vec<(&'static str, String)> {
    let SeasonSettings {
        loser_garnets: loser,
        winner_bonus,
        strike_limit,
        at_strike_limit: at_limit,
        players_may_give,
        garnets_public,
        hosts_see_submissions,
        hold_results,
        player_role,
        eliminated_role,
        announcement_channel,
        match_channel,
        audit_channel,
        alliance_channels,
        lock_match_channel,
        time_zone,
        quiet_hours,
        player_pauses,
        player_pause_minutes,
    } = &season.settings;
    let channels: Vec<String> = alliance_channels
        .iter()
        .map(|channel| format!("<#{channel}>"))
        .collect();
    let channels = if channels.is_empty() {
        "none".to_owned()
    } else {
        channels.join(" ")
    };
    vec![
        (
            "Garnets of who is eliminated",
            loser.map_or_else(garnets_by_game, |to| loser_garnets(to).to_owned()),
        ),
        (
            "Besides, the winner gets",
            match winner_bonus {
                None => bonus_by_game(),
                Some(bonus) => format!("{} when somebody is eliminated", garnets(*bonus)),
            },
        ),
        (
            "Counts of garnets",
            if *garnets_public {
                "public"
            } else {
                "for hosts, and each player their own"
            }
            .to_owned(),
        ),
        ("Players give garnets of their own", yes(*players_may_give)),
        (
            "Strikes",
            match strike_limit {
                // So that what a host has chosen is seen before there is a limit.
                None if *at_limit == AtStrikeLimit::Eliminate => {
                    format!("only counted; at a limit: {}", at_strike_limit(*at_limit))
                }
                None => "only counted".to_owned(),
                Some(limit) => format!("at {limit}: {}", at_strike_limit(*at_limit)),
            },
        ),
        ("Host role", role_or_none(season.host_role)),
        ("Player role", role_or_none(*player_role)),
        ("Eliminated role", role_or_none(*eliminated_role)),
        ("Announcements", channel_or_none(*announcement_channel)),
        ("Matches", channel_or_none(*match_channel)),
        ("Audit log", channel_or_none(*audit_channel)),
        ("Alliance channels", channels),
        (
            "Only players and hosts write while a match is live",
            yes(*lock_match_channel),
        ),
        ("Results wait for a host", yes(*hold_results)),
        ("Hosts see secret submissions", yes(*hosts_see_submissions)),
        (
            "Pauses by both players together",
            format!("{player_pauses} a match, of {player_pause_minutes} min at most"),
        ),
        ("Time zone of typed times", time_zone.clone()),
        (
            "Quiet hours",
            match quiet_hours {
                None => "none".to_owned(),
                Some((from, to)) => format!("{from}:00 to {to}:00"),
            },
        ),
    ]
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn role_or_none(role: Option<u64>) -> String {
    role.map_or("none".to_owned(), |role| format!("<@&{role}>"))
}

fn channel_or_none(channel: Option<u64>) -> String {
    channel.map_or("none".to_owned(), |channel| format!("<#{channel}>"))
}

pub fn loser_garnets(to: LoserGarnets) -> &'static str {
    match to {
        LoserGarnets::Winner => "go to the winner",
        LoserGarnets::Nobody => "are gone",
        LoserGarnets::Bank => "go to the bank",
    }
}

/// Where the garnets of who is eliminated go while no host has set it.
fn garnets_by_game() -> String {
    let takes = GameId::ALL.iter().map(|game| game.catalogue());
    let takes: Vec<String> = takes
        .filter(|game| game.winner_takes_garnets)
        .map(|game| game.title.to_owned())
        .collect();
    format!(
        "{BY_GAME}: to the winner in {}, else to the bank",
        list(&takes, "and")
    )
}

/// What the winner gets besides while no host has set it.
fn bonus_by_game() -> String {
    let earns = GameId::ALL.iter().map(|game| game.catalogue());
    let earns: Vec<String> = earns
        .filter(|game| game.winner_earns > 0)
        .map(|game| format!("{} in {}", garnets(game.winner_earns), game.title))
        .collect();
    format!("{BY_GAME}: {}, else nothing", list(&earns, "and"))
}

const BY_GAME: &str = "as the game has it";

/// A choice of where the garnets of who is eliminated go, with the heading of the menu: at most 100 characters.
pub fn loser_garnets_choice(to: Option<LoserGarnets>) -> String {
    let said = to.map_or(BY_GAME, loser_garnets);
    format!("{} {said}", panel::LOSER)
}

pub fn at_strike_limit(then: AtStrikeLimit) -> &'static str {
    match then {
        AtStrikeLimit::TellHosts => "hosts are told and decide",
        AtStrikeLimit::Eliminate => "eliminated",
    }
}

/// The settings panel.
pub fn settings_panel(season: &Season, name: &str) -> String {
    let lines = settings(season).into_iter();
    let lines: Vec<String> = lines
        .map(|(label, value)| format!("{label}: **{value}**"))
        .collect();
    format!(
        "**Settings of {name}**, changed below a page at a time; what is changed counts at once, also for matches that are open; only quiet hours, and whether hosts see secret submissions, count from the next match on. A result that waits already goes on waiting until a host releases it.\n{}\nLanguage: English, the only one there is.",
        lines.join("\n")
    )
}

/// So many people are named who have too many strikes already.
const NAMED: usize = 10;

/// To the host who has set a limit of strikes: who has as many already, each with how many.
pub fn at_limit_already(who: &[(String, u32)], then: AtStrikeLimit) -> String {
    let named = who.iter().take(NAMED);
    let mut named: Vec<String> = named
        .map(|(name, count)| format!("{name} ({})", strikes(*count)))
        .collect();
    if who.len() > NAMED {
        named.push(format!("{} more", who.len() - NAMED));
    }
    let what = match then {
        AtStrikeLimit::TellHosts => {
            "What becomes of that is yours to decide (`/season cast role`)."
        }
        AtStrikeLimit::Eliminate => {
            "That eliminates nobody by itself, but the next strike does. `/season cast role` eliminates at once."
        }
    };
    format!(
        "**At this limit already, or above it: {}.** {what}",
        list(&named, "and")
    )
}

pub fn setting_refusal(why: &SettingRefusal) -> String {
    match why {
        SettingRefusal::TimeZone(name) => format!(
            "There is no time zone called “{name}”. Zones are written as in `Europe/Berlin`, `America/New_York` or `UTC`."
        ),
        SettingRefusal::QuietHours => {
            "Quiet hours are two different hours from 0 to 23, for example `22-8`; leave them empty for none.".to_owned()
        }
        SettingRefusal::StrikeLimit { most } => {
            format!("The limit of strikes is a number from 1 to {most}, or empty for none.")
        }
        SettingRefusal::WinnerBonus { most } => {
            format!("The winner's bonus is a number from 0 to {most}, or empty: by the game.")
        }
        SettingRefusal::Pauses { most } => {
            format!("The players' pauses a match are a number from 0 to {most}.")
        }
        SettingRefusal::PauseMinutes { most } => {
            format!("The minutes of such a pause are a number from 1 to {most}.")
        }
        SettingRefusal::SameRoles => {
            "Players and the eliminated need two different roles; else nobody could tell them apart.".to_owned()
        }
        SettingRefusal::EverybodysRole => {
            "@everyone is everybody in the server, and nobody is given it. Choose another role, which those have who are meant, or make one for them.".to_owned()
        }
    }
}

/// Of a role that players or the eliminated are to be given. No full stop: it may stand in a list.
pub fn managed_role(role: u64) -> String {
    format!(
        "<@&{role}> belongs to a bot or an integration, so Discord lets nobody else give it. Choose another role in `/season settings`, or make one in Server Settings → Roles"
    )
}

pub mod panel {
    //! The labels of the settings panel: at most 80 characters, of a form's fields at most 45.

    /// The placeholder of a menu of one role or channel, which says what it is for: the text of the
    /// panel says what is chosen.
    pub fn choose(label: &str, is_set: bool) -> String {
        match is_set {
            true => format!("{label} (set above): choose another"),
            false => label.to_owned(),
        }
    }

    /// The item by which nothing is chosen any more in such a menu.
    pub fn nothing_for(label: &str) -> String {
        format!("None any more: {label}")
    }

    /// Where the last menu shows what is chosen, and not what it is for.
    pub const LAST_MENU: &str = "\nThe last menu below has the channels in which alliances talk.";

    pub const PAGE: &str = "What to set";
    pub const GARNETS: &str = "Garnets and strikes";
    pub const ROLES: &str = "Roles";
    pub const CHANNELS: &str = "Channels";
    pub const MATCHES: &str = "Matches and times";
    pub const LOSER: &str = "Garnets of who is eliminated …";
    pub const AT_LIMIT: &str = "At the limit of strikes …";
    pub const PUBLIC: &str = "Counts are public";
    pub const GIVE: &str = "Players may give";
    pub const NUMBERS: &str = "Bonus and limit …";
    pub const BONUS: &str = "Garnets for the winner; empty: by the game";
    pub const LIMIT: &str = "Limit of strikes; empty for none";
    pub const HOST_ROLE: &str = "The role of hosts";
    pub const PLAYER_ROLE: &str = "The role of players";
    pub const ELIMINATED_ROLE: &str = "The role of the eliminated";
    pub const ANNOUNCEMENTS: &str = "The channel for announcements";
    pub const MATCH_CHANNEL: &str = "The channel of the matches";
    pub const AUDIT: &str = "The channel of the audit log";
    pub const ALLIANCES: &str = "Channels in which alliances talk";
    pub const LOCK: &str = "Lock the channel while live";
    pub const HOLD: &str = "Hold results";
    pub const SEE: &str = "Hosts see submissions";
    pub const TIMES: &str = "Pauses, time zone, quiet hours …";
    pub const PAUSES: &str = "Pauses by both players, a match";
    pub const MINUTES: &str = "Minutes of such a pause at most";
    pub const ZONE: &str = "Time zone, as in Europe/Berlin";
    pub const QUIET: &str = "Quiet hours, as in 22-8; empty for none";
}
