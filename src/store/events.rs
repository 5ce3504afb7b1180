//! Scheduled events of servers, one for each match with a scheduled start.

use games::WallMs;
use rusqlite::params;

use super::{ChannelId, MatchId, Result, ServerId, Tx};

/// An event, as Discord was last told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledEvent {
    pub match_id: MatchId,
    /// The server of the match.
    pub guild: ServerId,
    /// Discord's number for it; None while Discord may have been asked for it but its answer is not
    /// known. (The number 0 in the database.)
    pub discord_id: Option<u64>,
    pub channel: ChannelId,
    pub starts_ms: WallMs,
    /// Whether it was told that the match has begun.
    pub begun: bool,
}

impl Tx<'_> {
    /// All events that have not ended.
    pub fn scheduled_events(&self) -> Result<Vec<ScheduledEvent>> {
        let sql = "SELECT match, event, e.channel, starts_ms, begun, guild \
                   FROM scheduled_events e JOIN matches ON matches.id = match";
        self.all(sql, [], |row| {
            Ok(ScheduledEvent {
                match_id: row.get(0)?,
                discord_id: Some(row.get(1)?).filter(|id| *id != 0),
                channel: row.get(2)?,
                starts_ms: WallMs(row.get(3)?),
                begun: row.get(4)?,
                guild: row.get(5)?,
            })
        })
    }

    /// Stores the event of a match as it is now.
    pub fn set_scheduled_event(&self, event: ScheduledEvent) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO scheduled_events (match, event, channel, starts_ms, begun) \
                   VALUES (?, ?, ?, ?, ?)";
        let ScheduledEvent {
            channel,
            starts_ms,
            begun,
            ..
        } = event;
        let id = event.discord_id.unwrap_or(0);
        let values = params![event.match_id, id, channel, starts_ms.0, begun];
        self.run(sql, values)
    }

    /// Forgets the event of a match: it has ended, or was deleted.
    pub fn drop_scheduled_event(&self, id: MatchId) -> Result<()> {
        self.run("DELETE FROM scheduled_events WHERE match = ?", [id])
    }
}
