//! Which channels to close to whom while matches are live.

use super::core::Core;
use crate::store::{AccountId, ChannelId, Lock, MatchId, Result, RoleId, ServerId};
use games::Seat;
use matches::Stage;

/// A live match whose season closes channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToLock {
    pub match_id: MatchId,
    pub guild: ServerId,
    /// The accounts of the two players.
    pub players: Vec<AccountId>,
    pub host_role: Option<RoleId>,
    /// The match's channel, where only the players and hosts may write; None when the season leaves
    /// it open.
    pub channel: Option<ChannelId>,
    /// Alliance channels, where the two players may not write.
    pub alliances: Vec<ChannelId>,
}

impl ToLock {
    /// Whether the match wants this channel closed.
    pub fn wants(&self, channel: ChannelId) -> bool {
        self.channel == Some(channel) || self.alliances.contains(&channel)
    }

    /// Whether somebody may not write in an alliance channel.
    pub fn keeps_out(&self, channel: ChannelId, account: AccountId) -> bool {
        self.channel != Some(channel)
            && self.alliances.contains(&channel)
            && self.players.contains(&account)
    }

    /// For whom its channels are closed: the players' accounts and the host role, as one line. If
    /// the line changes, the channels have to be closed again.
    pub fn closed_for(&self) -> String {
        let players = self.players.iter().map(|player| player.0);
        let all = players.chain(self.host_role.map(|role| role.0));
        all.map(|id| id.to_string()).collect::<Vec<_>>().join(",")
    }
}

impl Core {
    /// What should be closed now, and what is closed.
    pub fn locks(&self) -> Result<(Vec<ToLock>, Vec<Lock>)> {
        let mut wanted = Vec::new();
        for id in self.store.read(|tx| tx.open_matches(None))? {
            let Some(table) = self.readable(id)? else {
                continue;
            };
            let is_live = table.play.stage() == Stage::Live;
            let of = table.row.guild.zip(table.row.season);
            let Some((guild, season)) = of.filter(|_| is_live) else {
                continue;
            };
            let people = Seat::BOTH.into_iter().filter_map(|seat| table.player(seat));
            let players = people.map(|person| person.account);
            let (players, row) = (players.collect(), table.row.clone());
            let Some(season) = self.store.read(|tx| tx.season(season))? else {
                continue;
            };
            let settings = season.settings;
            if settings.lock_match_channel || !settings.alliance_channels.is_empty() {
                wanted.push(ToLock {
                    match_id: id,
                    guild,
                    players,
                    host_role: season.host_role,
                    channel: settings.lock_match_channel.then_some(row.channel),
                    alliances: settings.alliance_channels,
                });
            }
        }
        Ok((wanted, self.store.read(|tx| tx.locks())?))
    }
}
