//! Which matches should be scheduled events of their servers.

use std::sync::Arc;

use super::core::Core;
use crate::store::{ChannelId, MatchId, Result, ScheduledEvent, SeasonId, ServerId, Stakes};
use games::{Cast, GameId, WallMs};
use matches::Stage;

/// A match that should have an event: its start is scheduled, or it is live.
#[derive(Clone, Debug)]
pub struct ToSchedule {
    pub match_id: MatchId,
    pub guild: ServerId,
    pub channel: ChannelId,
    pub game: GameId,
    pub cast: Arc<Cast>,
    pub season: Option<SeasonId>,
    pub stakes: Stakes,
    /// The scheduled start; None once it has begun.
    pub start_ms: Option<WallMs>,
}

impl Core {
    /// The matches that should have an event now, and the events that exist.
    pub fn events(&self) -> Result<(Vec<ToSchedule>, Vec<ScheduledEvent>)> {
        let mut wanted = Vec::new();
        for id in self.store.read(|tx| tx.open_matches(None))? {
            let Some(table) = self.readable(id)? else {
                continue;
            };
            let (row, setup) = (&table.row, &table.row.setup);
            let start_ms = match table.play.stage() {
                Stage::Preparing | Stage::Standing => match table.play.start_at_ms {
                    None => continue,
                    start_ms => start_ms,
                },
                Stage::Live => None,
                Stage::Over => continue,
            };
            if !setup.practice
                && !setup.rehearsal
                && row.channel.0 != 0
                && let Some(guild) = row.guild
            {
                wanted.push(ToSchedule {
                    match_id: id,
                    guild,
                    channel: row.channel,
                    game: setup.game,
                    cast: setup.cast.clone(),
                    season: row.season,
                    stakes: row.stakes,
                    start_ms,
                });
            }
        }
        Ok((wanted, self.store.read(|tx| tx.scheduled_events())?))
    }
}
