//! The table of a season's settings. A setting is a field of `store::SeasonSettings`, its default
//! there, and a row here: its values, its words, and the control that sets it.

mod row;

use std::ops::RangeInclusive;

pub use row::{Choice, Form, Page, Setting, SettingKind, Typed, get};

use crate::store::{AtStrikeLimit, LoserGarnets, SeasonSettings};
use games::GameId;
use games::english::{garnets, list};

/// Every setting, on its page of the panel. (The host role is stored in its own column, all others
/// as JSON.)
pub static PAGES: [Page; 4] = [
    Page {
        word: "garnets",
        label: "Garnets and strikes",
        note: "",
        form: Some(Form {
            word: "numbers",
            button: "Bonus and strike limit …",
        }),
        settings: &[
            Setting {
                word: "loser",
                label: "Eliminated player's garnets …",
                line: Some("Eliminated player's garnets"),
                says: Some(|season| match season.settings.loser_garnets {
                    None => garnets_by_game(),
                    Some(to) => garnets_then(to).to_owned(),
                }),
                kind: SettingKind::Choice(&[
                    Choice {
                        word: "game",
                        said: BY_GAME,
                        set: |season| season.settings.loser_garnets = None,
                    },
                    Choice {
                        word: "winner",
                        said: garnets_then(LoserGarnets::Winner),
                        set: |season| season.settings.loser_garnets = Some(LoserGarnets::Winner),
                    },
                    Choice {
                        word: "bank",
                        said: garnets_then(LoserGarnets::Bank),
                        set: |season| season.settings.loser_garnets = Some(LoserGarnets::Bank),
                    },
                    Choice {
                        word: "nobody",
                        said: garnets_then(LoserGarnets::Nobody),
                        set: |season| season.settings.loser_garnets = Some(LoserGarnets::Nobody),
                    },
                ]),
            },
            Setting {
                word: "bonus",
                label: "Winner's bonus",
                line: Some("Winner's bonus"),
                says: Some(|season| match season.settings.winner_bonus {
                    None => bonus_by_game(),
                    Some(bonus) => format!("{} per elimination", garnets(bonus)),
                }),
                kind: SettingKind::Typed(Typed {
                    hint: "empty for the game's default",
                    shown: |season| or_empty(season.settings.winner_bonus),
                    take: |season, typed| season.settings.winner_bonus = number_or_none(typed),
                    may_be_empty: true,
                    fits: |season| within(season.settings.winner_bonus, 0..=1_000_000),
                    wrong: "The winner's bonus must be a number from 0 to 1000000, or empty for the \
                         game's default.",
                }),
            },
            Setting {
                word: "public",
                label: "Public garnet counts",
                line: Some("Garnet counts"),
                says: Some(|season| {
                    if season.settings.garnets_public {
                        "public".to_owned()
                    } else {
                        "hosts see all, players see their own".to_owned()
                    }
                }),
                kind: SettingKind::Switch(|season| &mut season.settings.garnets_public),
            },
            Setting {
                word: "give",
                label: "Players can give garnets",
                line: Some("Players can give garnets"),
                says: None,
                kind: SettingKind::Switch(|season| &mut season.settings.players_may_give),
            },
            Setting {
                word: "limit",
                label: "Strike limit",
                line: Some("Strikes"),
                says: Some(|season| of_strikes(&season.settings)),
                kind: SettingKind::Typed(Typed {
                    hint: "empty for none",
                    shown: |season| or_empty(season.settings.strike_limit),
                    take: |season, typed| season.settings.strike_limit = number_or_none(typed),
                    may_be_empty: true,
                    fits: |season| within(season.settings.strike_limit, 1..=100),
                    wrong: "The strike limit must be a number from 1 to 100, or empty for none.",
                }),
            },
            Setting {
                word: "at-limit",
                label: "At the strike limit …",
                line: None,
                says: None,
                kind: SettingKind::Choice(&[
                    Choice {
                        word: "tell",
                        said: at_limit(AtStrikeLimit::TellHosts),
                        set: |season| season.settings.at_strike_limit = AtStrikeLimit::TellHosts,
                    },
                    Choice {
                        word: "eliminate",
                        said: at_limit(AtStrikeLimit::Eliminate),
                        set: |season| season.settings.at_strike_limit = AtStrikeLimit::Eliminate,
                    },
                ]),
            },
        ],
    },
    Page {
        word: "roles",
        label: "Roles",
        note: "",
        form: None,
        settings: &[
            Setting {
                word: "host-role",
                label: "Host role",
                line: Some("Host role"),
                says: None,
                kind: SettingKind::Role {
                    at: |season| &mut season.host_role,
                    given: false,
                },
            },
            Setting {
                word: "player-role",
                label: "Player role",
                line: Some("Player role"),
                says: None,
                kind: SettingKind::Role {
                    at: |season| &mut season.settings.player_role,
                    given: true,
                },
            },
            Setting {
                word: "eliminated-role",
                label: "Eliminated role",
                line: Some("Eliminated role"),
                says: None,
                kind: SettingKind::Role {
                    at: |season| &mut season.settings.eliminated_role,
                    given: true,
                },
            },
        ],
    },
    Page {
        word: "channels",
        label: "Channels",
        note: "",
        form: None,
        settings: &[
            Setting {
                word: "announcements",
                label: "Announcement channel",
                line: Some("Announcements"),
                says: None,
                kind: SettingKind::Channel {
                    at: |season| &mut season.settings.announcement_channel,
                    news: true,
                },
            },
            Setting {
                word: "matches",
                label: "Match channel",
                line: Some("Matches"),
                says: None,
                kind: SettingKind::Channel {
                    at: |season| &mut season.settings.match_channel,
                    news: false,
                },
            },
            Setting {
                word: "audit",
                label: "Audit log channel",
                line: Some("Audit log"),
                says: None,
                kind: SettingKind::Channel {
                    at: |season| &mut season.settings.audit_channel,
                    news: false,
                },
            },
            Setting {
                word: "alliances",
                label: "Alliance channels",
                line: Some("Alliance channels"),
                says: None,
                kind: SettingKind::Channels(|season| &mut season.settings.alliance_channels),
            },
        ],
    },
    Page {
        word: "matches",
        label: MATCHES,
        note: " Only quiet hours and *Hosts see secret choices* apply from the next match. Results \
               you're already holding stay held.",
        form: Some(Form {
            word: "times",
            button: "Pauses, time zone, quiet hours …",
        }),
        settings: &[
            Setting {
                word: "lock",
                label: "Lock channel during matches",
                line: Some("Lock channel during matches"),
                says: None,
                kind: SettingKind::Switch(|season| &mut season.settings.lock_match_channel),
            },
            Setting {
                word: "hold",
                label: "Hold results",
                line: Some("Hold results for a host"),
                says: None,
                kind: SettingKind::Switch(|season| &mut season.settings.hold_results),
            },
            Setting {
                word: "see",
                label: "Hosts see secret choices",
                line: Some("Hosts see secret choices"),
                says: None,
                kind: SettingKind::Switch(|season| &mut season.settings.hosts_see_submissions),
            },
            Setting {
                word: "pauses",
                label: "Player pauses per match",
                line: Some("Player pauses"),
                says: Some(|season| {
                    let set = &season.settings;
                    let (count, minutes) = (set.player_pauses, set.player_pause_minutes);
                    format!("{count} per match, up to {minutes} min each")
                }),
                kind: SettingKind::Typed(Typed {
                    hint: "0 to 20",
                    shown: |season| season.settings.player_pauses.to_string(),
                    take: |season, typed| season.settings.player_pauses = number(typed),
                    may_be_empty: false,
                    fits: |season| season.settings.player_pauses <= 20,
                    wrong: "Player pauses per match must be a number from 0 to 20.",
                }),
            },
            Setting {
                word: "minutes",
                label: "Longest pause (minutes)",
                line: None,
                says: None,
                kind: SettingKind::Typed(Typed {
                    hint: "1 to 1440",
                    shown: |season| season.settings.player_pause_minutes.to_string(),
                    take: |season, typed| season.settings.player_pause_minutes = number(typed),
                    may_be_empty: false,
                    // A day.
                    fits: |season| (1..=1440).contains(&season.settings.player_pause_minutes),
                    wrong: "The longest pause must be a number of minutes from 1 to 1440.",
                }),
            },
            Setting {
                word: "zone",
                label: "Time zone",
                line: Some("Time zone"),
                says: None,
                kind: SettingKind::Typed(Typed {
                    hint: "Europe/Berlin",
                    shown: |season| season.settings.time_zone.clone(),
                    take: |season, typed| season.settings.time_zone = typed.to_owned(),
                    may_be_empty: false,
                    fits: |season| jiff::tz::TimeZone::get(&season.settings.time_zone).is_ok(),
                    wrong: "There's no time zone called “{typed}”. Try \
                            `Europe/Berlin`, `America/New_York` or `UTC`.",
                }),
            },
            Setting {
                word: "quiet",
                label: "Quiet hours",
                line: Some("Quiet hours"),
                says: Some(|season| match season.settings.quiet_hours {
                    None => "none".to_owned(),
                    Some((from, to)) => format!("{from}:00 to {to}:00"),
                }),
                kind: SettingKind::Typed(Typed {
                    hint: "22-8, or empty for none",
                    shown: |season| {
                        let hours = season.settings.quiet_hours;
                        hours.map_or(String::new(), |(from, to)| format!("{from}-{to}"))
                    },
                    take: |season, typed| season.settings.quiet_hours = hours_or_none(typed),
                    may_be_empty: true,
                    fits: |season| {
                        let hours = season.settings.quiet_hours;
                        hours.is_none_or(|(from, to)| from < 24 && to < 24 && from != to)
                    },
                    wrong: "Quiet hours must be two different hours from 0 to 23, like `22-8`, \
                            or empty for none.",
                }),
            },
        ],
    },
];

/// All settings, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    PAGES.iter().flat_map(|page| page.settings)
}

/// The page of matches and times.
pub const MATCHES: &str = "Matches and times";

const BY_GAME: &str = "game default";

/// What an eliminated player's garnets do.
pub const fn garnets_then(to: LoserGarnets) -> &'static str {
    match to {
        LoserGarnets::Winner => "go to the winner",
        LoserGarnets::Nobody => "leave the season",
        LoserGarnets::Bank => "go to the bank",
    }
}

/// What happens at the limit of strikes.
const fn at_limit(then: AtStrikeLimit) -> &'static str {
    match then {
        AtStrikeLimit::TellHosts => "hosts are told and decide",
        AtStrikeLimit::Eliminate => "eliminated",
    }
}

/// Where an eliminated player's garnets go until a host sets it.
fn garnets_by_game() -> String {
    let takes = GameId::ALL.iter().map(|game| game.catalogue());
    let takes: Vec<String> = takes
        .filter(|game| game.winner_takes_garnets)
        .map(|game| game.title.to_owned())
        .collect();
    format!(
        "{BY_GAME} ({}: to the winner; otherwise to the bank)",
        list(&takes, "and")
    )
}

/// The winner's bonus until a host sets it.
fn bonus_by_game() -> String {
    let earns = GameId::ALL.iter().map(|game| game.catalogue());
    let earns: Vec<String> = earns
        .filter(|game| game.winner_earns > 0)
        .map(|game| format!("{} in {}", garnets(game.winner_earns), game.title))
        .collect();
    format!("{BY_GAME} ({}; otherwise none)", list(&earns, "and"))
}

/// Whether there is a limit of strikes, and what happens at it.
fn of_strikes(settings: &SeasonSettings) -> String {
    let then = settings.at_strike_limit;
    match settings.strike_limit {
        // Shows a host's choice even before there is a limit.
        None if then == AtStrikeLimit::Eliminate => {
            format!("only counted (if you set a limit: {})", at_limit(then))
        }
        None => "only counted".to_owned(),
        Some(limit) => format!("after {limit}, {}", at_limit(then)),
    }
}

fn or_empty(number: Option<u32>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn within(number: Option<u32>, range: RangeInclusive<u32>) -> bool {
    number.is_none_or(|number| range.contains(&number))
}

/// Reads a number. An unreadable text becomes a number that no setting allows.
fn number(typed: &str) -> u32 {
    typed.parse().unwrap_or(u32::MAX)
}

fn number_or_none(typed: &str) -> Option<u32> {
    (!typed.is_empty()).then(|| number(typed))
}

/// Reads `22-8` as two hours. An unreadable text becomes two hours that do not exist.
fn hours_or_none(typed: &str) -> Option<(u8, u8)> {
    let hour = |text: &str| text.trim().trim_end_matches(":00").parse().ok();
    let read = || {
        let (from, to) = typed.split_once(['-', '–'])?;
        Some((hour(from)?, hour(to)?))
    };
    (!typed.is_empty()).then(|| read().unwrap_or((u8::MAX, u8::MAX)))
}
