//! A practice without a host that has not started: it keeps nobody from using its channel.

use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, RulesResult, refused};
use super::line::Line;
use super::refusals::ConductRefusal;
use crate::store::{AccountId, ChannelId, MatchId, Result};
use games::WallMs;

impl Core {
    /// Whether a channel's open match would make way for a match of a host.
    pub fn makes_way(&self, channel: ChannelId) -> Result<Option<MatchId>> {
        let Some(id) = self.store.read(|tx| tx.open_match_in(channel))? else {
            return Ok(None);
        };
        let table = self.readable(id)?;
        Ok(table.and_then(|table| table.waits_until()).map(|_| id))
    }

    /// A host opens a match in this channel, or moves one there: a practice that has not started
    /// ends.
    pub(super) fn make_way(&mut self, channel: ChannelId, now: WallMs) -> Result<()> {
        let Some(id) = self.makes_way(channel)? else {
            return Ok(());
        };
        let ended = self.change(id, now, |change| change.end_practice(Line::PracticeMadeWay));
        ended.map_err(|fault| fault.into_store(id))
    }

    /// A player calls off a practice that has not started.
    ///
    /// # Errors
    /// It is no such practice, it has started, or somebody else's.
    pub fn decline(&mut self, id: MatchId, account: AccountId, now: WallMs) -> ConductResult<()> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            if change.table.waits_until().is_none() {
                return refused(ConductRefusal::AlreadyStarted);
            }
            let declined = Line::PracticeDeclined { seat };
            Ok(change.end_practice(declined)?)
        })
    }
}

impl MatchChange<'_> {
    /// Ends a practice that has not started, and says why.
    pub(super) fn end_practice(&mut self, why: Line) -> RulesResult<()> {
        self.void()?;
        // No host declared it void.
        self.lines = vec![why];
        Ok(())
    }
}
