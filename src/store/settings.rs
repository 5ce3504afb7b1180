//! What the hosts of a season have set. Stored as JSON; what is left out has its default, so that a
//! new setting needs no migration.

use serde::{Deserialize, Serialize};

use crate::games::GameId;

/// A season's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeasonSettings {
    /// Where the garnets of somebody go who is eliminated; None: where the game of the match has
    /// them go.
    pub loser_garnets: Option<LoserGarnets>,
    /// Garnets that the winner of a match gets besides; None: as many as the game of the match has
    /// them earn.
    pub winner_bonus: Option<u32>,
    /// So many strikes have a consequence; None: they are only counted.
    pub strike_limit: Option<u32>,
    pub at_strike_limit: AtStrikeLimit,
    /// Whether players may give garnets of their own.
    pub players_may_give: bool,
    /// Whether everybody may see the counts; else hosts, and each player their own.
    pub garnets_public: bool,
    pub hosts_see_submissions: bool,
    /// The result of a match waits until a host releases it.
    pub hold_results: bool,
    pub player_role: Option<u64>,
    pub eliminated_role: Option<u64>,
    pub announcement_channel: Option<u64>,
    pub match_channel: Option<u64>,
    pub audit_channel: Option<u64>,
    /// The channels in which alliances talk: closed to the two players while their match is live.
    pub alliance_channels: Vec<u64>,
    /// While a match is live only its two players and hosts may write in its channel.
    pub lock_match_channel: bool,
    /// The zone of the times that hosts type, by its IANA name.
    pub time_zone: String,
    /// Reminders wait outside these hours of the day in that zone: from, to.
    pub quiet_hours: Option<(u8, u8)>,
    /// How often the two players may together pause a match, and for how many minutes at most.
    pub player_pauses: u32,
    pub player_pause_minutes: u32,
}

/// Where the garnets of somebody go who is eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoserGarnets {
    Winner,
    Nobody,
    Bank,
}

/// What the end of a match does with garnets when somebody is out by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prize {
    pub loser_garnets: LoserGarnets,
    /// Garnets that the winner gets besides.
    pub bonus: u32,
}

/// What happens to somebody who has as many strikes as the season's limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AtStrikeLimit {
    /// The hosts are told, and decide.
    #[default]
    TellHosts,
    Eliminate,
}

impl SeasonSettings {
    /// The prize of a match of this game: as the hosts have set it, else as the game has it in its
    /// source.
    pub fn prize(&self, game: GameId) -> Prize {
        let source = game.catalogue();
        let usual = match source.winner_takes_garnets {
            true => LoserGarnets::Winner,
            false => LoserGarnets::Bank,
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
