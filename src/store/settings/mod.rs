//! A season's settings. A setting is a field, its default, and a row of the table: its values, its
//! words, and the control that sets it.
//!
//! Stored as JSON. Fields that are missing there have their default, so a new setting needs no
//! migration.

mod row;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub use row::{Choice, Form, Page, Setting, SettingKind, Typed, get};

use super::Season;
use games::GameId;
use games::english::{garnets, list};

/// A season's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeasonSettings {
    /// Where an eliminated player's garnets go; None: as the match's game has it.
    pub loser_garnets: Option<LoserGarnets>,
    /// Extra garnets for the winner of a match, at most 1,000,000; None: as the match's game has
    /// it.
    pub winner_bonus: Option<u32>,
    /// How many strikes, 1 to 100, have a consequence; None: they are only counted.
    pub strike_limit: Option<u32>,
    pub at_strike_limit: AtStrikeLimit,
    /// Whether players may give garnets of their own.
    pub players_may_give: bool,
    /// Whether everybody may see how many garnets people have. Otherwise only hosts, and each
    /// player their own.
    pub garnets_public: bool,
    pub hosts_see_submissions: bool,
    /// Whether a match's result waits until a host releases it.
    pub hold_results: bool,
    pub player_role: Option<u64>,
    pub eliminated_role: Option<u64>,
    pub announcement_channel: Option<u64>,
    pub match_channel: Option<u64>,
    pub audit_channel: Option<u64>,
    /// Channels of alliances, which are closed to the two players while their match is live.
    pub alliance_channels: Vec<u64>,
    /// Whether only the two players and hosts may write in a match's channel while the match is
    /// live.
    pub lock_match_channel: bool,
    /// The zone of the times that hosts type, by its IANA name.
    pub time_zone: String,
    /// Reminders wait from the first of these hours of the day, 0 to 23, to the second, in that
    /// zone. They differ, and may pass midnight.
    pub quiet_hours: Option<(u8, u8)>,
    /// How often the two players may pause a match together, 0 to 20.
    pub player_pauses: u32,
    /// How long such a pause may last: 1 to 1,440 minutes.
    pub player_pause_minutes: u32,
}

/// Where an eliminated player's garnets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoserGarnets {
    Winner,
    Nobody,
    Bank,
}

/// What happens to garnets when a match eliminates somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prize {
    pub loser_garnets: LoserGarnets,
    /// Extra garnets for the winner.
    pub bonus: u32,
}

/// What happens to somebody at the season's limit of strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AtStrikeLimit {
    /// The hosts are told, and decide.
    #[default]
    TellHosts,
    Eliminate,
}

impl LoserGarnets {
    /// What garnets do then, as a sentence's end.
    pub const fn said(self) -> &'static str {
        match self {
            LoserGarnets::Winner => "go to the winner",
            LoserGarnets::Nobody => "leave the season",
            LoserGarnets::Bank => "go to the bank",
        }
    }
}

impl AtStrikeLimit {
    const fn said(self) -> &'static str {
        match self {
            AtStrikeLimit::TellHosts => "hosts are told and decide",
            AtStrikeLimit::Eliminate => "eliminated",
        }
    }
}

impl SeasonSettings {
    /// The prize of a match of this game: as the hosts have set it, otherwise as the game's source
    /// has it.
    pub fn prize(&self, game: GameId) -> Prize {
        let source = game.catalogue();
        let usual = if source.winner_takes_garnets {
            LoserGarnets::Winner
        } else {
            LoserGarnets::Bank
        };
        Prize {
            loser_garnets: self.loser_garnets.unwrap_or(usual),
            bonus: self.winner_bonus.unwrap_or(source.winner_earns),
        }
    }
}

impl Default for SeasonSettings {
    fn default() -> SeasonSettings {
        SeasonSettings {
            loser_garnets: None,
            winner_bonus: None,
            strike_limit: None,
            at_strike_limit: AtStrikeLimit::default(),
            players_may_give: false,
            garnets_public: true,
            hosts_see_submissions: false,
            hold_results: false,
            player_role: None,
            eliminated_role: None,
            announcement_channel: None,
            match_channel: None,
            audit_channel: None,
            alliance_channels: Vec::new(),
            lock_match_channel: false,
            time_zone: "UTC".to_owned(),
            quiet_hours: None,
            player_pauses: 2,
            player_pause_minutes: 10,
        }
    }
}

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
                    Some(to) => to.said().to_owned(),
                }),
                kind: SettingKind::Choice(&[
                    Choice {
                        word: "game",
                        said: BY_GAME,
                        set: |season| season.settings.loser_garnets = None,
                    },
                    Choice {
                        word: "winner",
                        said: LoserGarnets::Winner.said(),
                        set: |season| season.settings.loser_garnets = Some(LoserGarnets::Winner),
                    },
                    Choice {
                        word: "bank",
                        said: LoserGarnets::Bank.said(),
                        set: |season| season.settings.loser_garnets = Some(LoserGarnets::Bank),
                    },
                    Choice {
                        word: "nobody",
                        said: LoserGarnets::Nobody.said(),
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
                says: Some(|season| at_limit(&season.settings)),
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
                        said: AtStrikeLimit::TellHosts.said(),
                        set: |season| season.settings.at_strike_limit = AtStrikeLimit::TellHosts,
                    },
                    Choice {
                        word: "eliminate",
                        said: AtStrikeLimit::Eliminate.said(),
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

/// What happens at the limit of strikes, in words.
fn at_limit(settings: &SeasonSettings) -> String {
    let then = settings.at_strike_limit;
    match settings.strike_limit {
        // Shows a host's choice even before there is a limit.
        None if then == AtStrikeLimit::Eliminate => {
            format!("only counted (if you set a limit: {})", then.said())
        }
        None => "only counted".to_owned(),
        Some(limit) => format!("after {limit}, {}", then.said()),
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
