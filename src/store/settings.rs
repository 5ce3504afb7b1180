//! A season's settings as they are stored: as JSON. Fields that are missing there have their
//! default, so a new setting needs no migration.

use super::{ChannelId, RoleId};
use serde::{Deserialize, Serialize};

use games::GameId;

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
    pub player_role: Option<RoleId>,
    pub eliminated_role: Option<RoleId>,
    pub announcement_channel: Option<ChannelId>,
    pub match_channel: Option<ChannelId>,
    pub audit_channel: Option<ChannelId>,
    /// Channels of alliances, which are closed to the two players while their match is live.
    pub alliance_channels: Vec<ChannelId>,
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
