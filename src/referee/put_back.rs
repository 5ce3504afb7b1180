//! A backup of the database was restored while matches were open. At the first start after it
//! everybody is told once, and everything that is asked is posted again: messages in Discord may
//! show a state that does not count any more.

use super::audit::{AuditEntry, DEALER};
use super::audit_log::{NewAuditLine, settings, write_in};
use super::change::MatchChange;
use super::core::Core;
use super::line::Line;
use super::post::{Post, is_own, letter_of};
use super::trouble::Trouble;
use crate::store::{ChannelId, Result, SeasonSettings, StoreError, Tx};
use games::{CastId, WallMs};
use matches::Stage;

impl Core {
    /// Tells the people of each open match that a backup was restored, unless that was done
    /// already. Telling and noting it is one transaction.
    pub(super) fn tell_put_back(&mut self, now: WallMs) -> Result<()> {
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
    fn tell_put_back(&mut self, copy_ms: WallMs) -> Result<()> {
        let id = self.table.row.id;
        self.tx.drop_put_back(id)?;
        if self.table.play.stage() == Stage::Over {
            return Ok(());
        }
        let missing = self.missing_choices();
        for row in self.tx.open_posts(id)? {
            let is_missing = |who: &CastId| {
                let person = self.table.person(*who);
                person.is_some_and(|person| person.account.0 == row.queue)
            };
            let is_asked_again = match letter_of(&row).map(|letter| letter.post) {
                Some(Post::Prompt { .. } | Post::Card { .. }) => true,
                _ => is_own(&row) && missing.iter().any(is_missing),
            };
            if is_asked_again {
                self.tx.set_post_stale(row.id)?;
            }
        }
        if self.table.play.pause().is_some() {
            // The new post has the buttons that end the pause.
            self.close_pauses()?;
        }
        let lines = vec![Line::PutBack { copy_ms }];
        self.repost(lines.clone())?;
        let mut chosen = self.choosing();
        for who in &chosen {
            // People who have not chosen are told too, so that nobody learns whose choice has
            // changed.
            let lines = [lines.clone(), vec![Line::ChoicePutBack]].concat();
            self.post_to(*who, Post::News { lines })?;
        }
        self.remind(false)?;
        // Their own post may show a choice from after the backup.
        chosen.retain(|who| !missing.contains(who));
        self.post_chosen(&chosen)?;
        if !self.table.play.started {
            // The old call to press Ready may show people who pressed it after the backup. The card
            // is new anyway.
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

    /// The channels that this match's season closes but that the database does not know as closed.
    /// If they were closed after the backup, they still are, and no backup knows how they were
    /// before.
    fn unknown_locks(&self) -> Result<Vec<ChannelId>> {
        let settings = settings(self.tx, &self.table.row)?;
        unknown_locks(self.tx, settings, Some(self.table.row.channel))
    }
}

/// As [`MatchChange::unknown_locks`], with the channel of the season's matches.
fn unknown_locks(
    tx: &Tx,
    settings: SeasonSettings,
    own: Option<ChannelId>,
) -> Result<Vec<ChannelId>> {
    let own = own.filter(|_| settings.lock_match_channel);
    let mut channels: Vec<ChannelId> = own.into_iter().chain(settings.alliance_channels).collect();
    let known = tx.locks()?;
    channels.retain(|channel| known.iter().all(|lock| lock.channel != *channel));
    Ok(channels)
}

/// A backup was restored: tells the hosts of each season without an open match where to look. If
/// the hosts have no common channel, each season's channel is told only about itself: its readers
/// need not know of the others.
pub(super) fn tell_seasons(tx: &Tx, now: WallMs) -> Result<()> {
    for season in tx.seasons_going_on()? {
        if !tx.open_matches_of_season(season.id)?.is_empty() {
            continue;
        }
        let last = tx.past_matches(season.id)?.pop();
        let last = last.map(|past| past.row.channel).filter(|id| id.0 != 0);
        let own = season.settings.match_channel.or(last);
        let audit = season.settings.audit_channel;
        let unknown = unknown_locks(tx, season.settings, own)?;
        let places: Vec<(ChannelId, Vec<ChannelId>)> = match audit {
            Some(_) if unknown.is_empty() => Vec::new(),
            Some(audit) => vec![(audit, unknown)],
            None => unknown.iter().map(|own| (*own, vec![*own])).collect(),
        };
        for (place, channels) in places {
            let line = NewAuditLine {
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
