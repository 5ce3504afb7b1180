//! A copy of the database was put back while matches were open: at the first start after it
//! everybody is told once, and everything that is asked is posted again. What stands in Discord may
//! be of what does not count any more.

use super::audit::{AuditEntry, DEALER};
use super::audit_log::{Logged, settings, write_in};
use super::change::MatchChange;
use super::core::Core;
use super::line::Line;
use super::post::{Post, is_own, letter_of};
use super::trouble::Trouble;
use crate::store::{SeasonSettings, StoreError, Tx};
use games::CastId;
use matches::Stage;

impl Core {
    /// Tells the people of each open match that it was put back, if that has not been done; both
    /// are one transaction.
    pub(super) fn tell_put_back(&mut self, now: u64) -> Result<(), StoreError> {
        for (id, copy_ms) in self.store.read(|tx| tx.put_back())? {
            match self.change(id, now, |change| change.tell_put_back(copy_ms)) {
                Ok(()) => {}
                Err(error @ (StoreError::Sqlite(_) | StoreError::GroupLost)) => return Err(error),
                // One match that cannot be read must not hold up the others.
                Err(error) => {
                    self.log_trouble(
                        id,
                        "can't tell anyone that the database was restored",
                        &error,
                    );
                }
            }
        }
        Ok(())
    }
}

impl MatchChange<'_> {
    fn tell_put_back(&mut self, copy_ms: u64) -> Result<(), StoreError> {
        let id = self.table.row.id;
        self.tx.drop_put_back(id)?;
        if self.table.play.stage() == Stage::Over {
            return Ok(());
        }
        let missing = self.not_in();
        for row in self.tx.open_posts(id)? {
            let is_missing = |who: &CastId| {
                let person = self.table.person(*who);
                person.is_some_and(|person| person.account == row.queue)
            };
            let is_asked_anew = match letter_of(&row).map(|letter| letter.post) {
                Some(Post::Prompt { .. } | Post::Card { .. }) => true,
                _ => is_own(&row) && missing.iter().any(is_missing),
            };
            if is_asked_anew {
                self.tx.set_post_stale(row.id)?;
            }
        }
        if self.table.play.pause().is_some() {
            // What is posted again has what ends it.
            self.close_pauses()?;
        }
        let lines = vec![Line::PutBack { copy_ms }];
        self.repost(lines.clone())?;
        let mut chosen = self.choosing();
        for who in &chosen {
            // The person who has chosen nothing too: it is nobody's business whose choice is
            // another one now.
            let lines = [lines.clone(), vec![Line::ChoicePutBack]].concat();
            self.post_to(*who, Post::News { lines })?;
        }
        self.remind()?;
        // What they chose after the copy was made may stand in theirs.
        chosen.retain(|who| !missing.contains(who));
        self.post_chosen(&chosen)?;
        if !self.table.play.started {
            // Who pressed Ready after that may stand where both were asked to; the card is a new
            // one.
            self.post_public(Post::CheckedIn)?;
        }
        let mut to_host = lines;
        let unknown = self.unknown_locks()?;
        if !unknown.is_empty() {
            let channels = unknown;
            to_host.push(Line::Trouble(Trouble::MayBeClosed { channels }));
        }
        self.post_host(to_host)
    }

    /// The channels that matches of its season close and that are not known to be closed: those
    /// that were closed after the copy was made still are, and what stood there before is in no
    /// copy.
    fn unknown_locks(&self) -> Result<Vec<u64>, StoreError> {
        let settings = settings(self.tx, &self.table.row)?;
        unknown_locks(self.tx, settings, Some(self.table.row.channel))
    }
}

/// As [`MatchChange::unknown_locks`], with the channel of the season's matches.
fn unknown_locks(
    tx: &Tx,
    settings: SeasonSettings,
    own: Option<u64>,
) -> Result<Vec<u64>, StoreError> {
    let own = own.filter(|_| settings.lock_match_channel);
    let mut channels: Vec<u64> = own.into_iter().chain(settings.alliance_channels).collect();
    let known = tx.locks()?;
    channels.retain(|channel| known.iter().all(|lock| lock.channel != *channel));
    Ok(channels)
}

/// A copy was put back: the hosts of each season without an open match, whose host would be told,
/// hear where to look. Where they read nothing together it is said in each of those channels of
/// itself alone: who reads one need not know of the others.
pub(super) fn tell_seasons(tx: &Tx, now: u64) -> Result<(), StoreError> {
    for season in tx.seasons_going_on()? {
        if !tx.open_matches_of_season(season.id)?.is_empty() {
            continue;
        }
        let last = tx.past_matches(season.id)?.pop();
        let last = last.map(|past| past.row.channel).filter(|id| *id != 0);
        let own = season.settings.match_channel.or(last);
        let audit = season.settings.audit_channel;
        let unknown = unknown_locks(tx, season.settings, own)?;
        let places: Vec<(u64, Vec<u64>)> = match audit {
            Some(_) if unknown.is_empty() => Vec::new(),
            Some(audit) => vec![(audit, unknown)],
            None => unknown.iter().map(|own| (*own, vec![*own])).collect(),
        };
        for (place, channels) in places {
            let line = Logged {
                guild: season.guild,
                season: Some(season.id),
                match_id: None,
                by: DEALER,
                entry: AuditEntry::DatabasePutBack { channels },
                reason: "",
                at_ms: now,
            };
            write_in(tx, Some(place), line)?;
        }
    }
    Ok(())
}
