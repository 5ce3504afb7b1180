//! Outages: times in which Dealer could not have received anybody's action. Each is noted once, and
//! given back in every open match before anything else happens there.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::change::MatchChange;
use super::core::Core;
use super::table::Table;
use crate::store::{MatchId, Result, ServerId, Shard, StoreError, Tx};
use games::WallMs;
use matches::Stage;

/// In how many matches at a time outages are given back in the background, so that actions do not
/// have to wait for more.
const GIVEN_BACK_TOGETHER: u32 = 8;

/// What is known of outages without asking the store.
#[derive(Debug)]
pub(super) struct Outages {
    /// Outages that are not stored yet.
    owed: Vec<Owed>,
    /// Outages that are stored with the current group: they are owed again if its commit fails.
    in_group: Vec<Owed>,
    /// Servers that Discord calls unavailable, where nobody can do anything, and since when. If the
    /// process ends meanwhile, the time before its last heartbeat is lost.
    away: BTreeMap<ServerId, WallMs>,
    /// Nothing can be stored: the time since the last stored heartbeat will be owed.
    failing: bool,
    /// The number of the last stored outage; None when it has to be read.
    last: Cell<Option<i64>>,
    /// Open matches with a higher number than this may not have got the last outages back; None
    /// when all have.
    behind: Option<MatchId>,
}

/// An outage of some servers.
#[derive(Clone, Copy, Debug)]
struct Owed {
    reach: Reach,
    from_ms: WallMs,
    to_ms: WallMs,
}

/// Which servers had an outage.
#[derive(Clone, Copy, Debug)]
enum Reach {
    All,
    One(ServerId),
    /// Those of a connection.
    Of(Shard),
}

impl Default for Outages {
    fn default() -> Self {
        Outages {
            owed: Vec::new(),
            in_group: Vec::new(),
            away: BTreeMap::new(),
            failing: false,
            last: Cell::new(None),
            // The last process may have ended in the middle of giving back.
            behind: Some(MatchId(0)),
        }
    }
}

/// Since when messages may have been missed. The store keeps it until they have been looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unheard {
    pub since_ms: WallMs,
    note: i64,
}

/// How long abandoned panels are kept (their messages vanish by themselves), and answers to
/// interactions that Discord might deliver twice (within minutes): a week, in milliseconds.
const KEPT_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// The search for missed messages begins this long before an outage: outages are noticed late, and
/// one may follow another.
const JUST_NOW_MS: u64 = 10 * 60 * 1000;
/// At most this many outages that follow each other closely are looked at.
const MAX_IN_A_ROW: i64 = 100;

impl Core {
    /// To be called when the connection is first alive after a start: the time without the process
    /// was an outage. Drops old drafts and answers. If a backup was restored, tells people.
    pub fn boot(&mut self, now: WallMs) -> Result<()> {
        let old = now - KEPT_MS;
        let last_beat = self.store.read(|tx| tx.last_beat())?;
        let away_from = last_beat.filter(|from| *from < now);
        self.store.write(|tx| {
            tx.drop_old_drafts(old)?;
            tx.drop_old_answers(old)?;
            if tx.end_lost(now)? {
                super::put_back::tell_seasons(tx, now)?;
            }
            match away_from {
                // Before the next heartbeat, so that it is not lost if the process ends now.
                Some(from_ms) => tx.note_unheard(from_ms).map(drop),
                None => Ok(()),
            }
        })?;
        if let Some(from_ms) = away_from {
            self.owe(from_ms, now);
        }
        self.beat(now)?;
        self.tell_put_back(now)
    }

    /// Since when messages may have been missed: since an outage that has just ended, or the first
    /// of several close ones; without one, for a short while. Earlier, if an older search was not
    /// finished.
    pub fn unheard(&mut self, now: WallMs) -> Result<Unheard> {
        self.note_owed(now)?;
        let before = |since: WallMs| since - JUST_NOW_MS;
        self.store.write(|tx| {
            let last = tx.last_outage()?;
            let newest = tx.outages_after(last - MAX_IN_A_ROW)?;
            let since = newest.iter().rev().try_fold(now, |since, outage| {
                if outage.to_ms >= before(since) {
                    Ok(since.min(outage.from_ms))
                } else {
                    Err(since)
                }
            });
            let since = since.unwrap_or_else(|since| since);
            let note = tx.note_unheard(since)?;
            let since_ms = before(tx.unheard_since()?.unwrap_or(since));
            Ok(Unheard { since_ms, note })
        })
    }

    /// The search for messages that were missed since then is finished.
    pub fn all_heard(&mut self, then: Unheard) -> Result<()> {
        self.store.write(|tx| tx.drop_unheard(then.note))
    }

    /// Adds an outage. It is given back in every open match before anything else changes there.
    /// Does not need the store at once.
    pub fn owe(&mut self, from_ms: WallMs, to_ms: WallMs) {
        match self.outages.owed.last_mut() {
            // Outages that follow each other are told as one.
            Some(last)
                if matches!(last.reach, Reach::All)
                    && (last.from_ms..=last.to_ms).contains(&from_ms) =>
            {
                last.to_ms = to_ms.max(last.to_ms);
            }
            _ => self.owe_in(Reach::All, from_ms, to_ms),
        }
    }

    fn owe_in(&mut self, reach: Reach, from_ms: WallMs, to_ms: WallMs) {
        self.outages.owed.push(Owed {
            reach,
            from_ms,
            to_ms,
        });
    }

    /// Whether the last changes could not be stored, and no later ones have been.
    pub(super) fn is_failing(&self) -> bool {
        self.outages.failing
    }

    /// As [`Core::owe`], in the servers of one connection.
    pub(super) fn owe_of(&mut self, shard: Shard, from_ms: WallMs, to_ms: WallMs) {
        if shard.of == 1 {
            self.owe(from_ms, to_ms);
        } else {
            self.owe_in(Reach::Of(shard), from_ms, to_ms);
        }
    }

    /// Discord says that a server is unavailable: nothing is judged there until it is back.
    pub fn server_away(&mut self, guild: ServerId, now: WallMs) {
        self.outages.away.entry(guild).or_insert(now);
    }

    /// A server is back: its open matches get the time back.
    pub fn server_back(&mut self, guild: ServerId, now: WallMs) {
        self.permissions_changed(guild);
        if let Some(since_ms) = self.outages.away.remove(&guild) {
            self.owe_in(Reach::One(guild), since_ms, now);
        }
    }

    /// Whether a match's server is unavailable.
    pub(super) fn is_away(&self, id: MatchId) -> Result<bool> {
        if self.outages.away.is_empty() {
            return Ok(false);
        }
        let row = self.store.read(|tx| tx.match_row(id))?;
        let guild = row.and_then(|row| row.guild);
        Ok(guild.is_some_and(|guild| self.outages.away.contains_key(&guild)))
    }

    /// Before anything changes in a match: stores outages, and gives them back in it. If its server
    /// is unavailable, the time until now counts.
    pub(super) fn settle(&mut self, id: MatchId, now: WallMs) -> Result<()> {
        if self.is_away(id)?
            && let Some(row) = self.store.read(|tx| tx.match_row(id))?
            && let Some(guild) = row.guild
            && let Some(since_ms) = self.outages.away.insert(guild, now)
        {
            self.owe_in(Reach::One(guild), since_ms, now);
        }
        self.note_owed(now)?;
        self.catch_up(id)
    }

    /// Stores the outages that are owed, once for all matches. After a time in which nothing could
    /// be stored, that time is one of them: no action could be taken.
    pub(super) fn note_owed(&mut self, now: WallMs) -> Result<()> {
        if std::mem::take(&mut self.outages.failing)
            && let Some(stored_ms) = self.beaten_ms
        {
            self.owe(stored_ms, now);
        }
        let noted = self.note_each(now);
        self.outages.failing |= noted.is_err();
        noted
    }

    fn note_each(&mut self, now: WallMs) -> Result<()> {
        while let Some(outage) = self.outages.owed.last().copied() {
            self.store.write(|tx| note(tx, outage, now))?;
            self.outages.owed.pop();
            self.outages.in_group.push(outage);
            self.outages.last.set(None);
            self.outages.behind = Some(MatchId(0));
        }
        Ok(())
    }

    /// The group's commit has succeeded (`stored`) or failed.
    pub(super) fn end_group_of_outages(&mut self, stored: bool) {
        let Outages { owed, in_group, .. } = &mut self.outages;
        if stored {
            in_group.clear();
        } else {
            owed.append(in_group);
            self.outages.failing = true;
            self.outages.last.set(None);
            self.outages.behind = Some(MatchId(0));
        }
    }

    /// Gives outages back in some open matches that nobody uses just now, so that people are told
    /// soon. Returns in how many; 0 when none is left.
    pub fn give_back_some(&mut self) -> Result<u32> {
        let mut given = 0;
        while given < GIVEN_BACK_TOGETHER
            && let Some(after) = self.outages.behind
        {
            let last = self.last_outage()?;
            let next = self.store.read(|tx| tx.next_without_outage(after, last))?;
            if let Some(id) = next {
                match self.catch_up(id) {
                    Ok(()) => {}
                    Err(error @ (StoreError::Sqlite(_) | StoreError::GroupLost)) => {
                        return Err(error);
                    }
                    // One match that cannot be read must not hold up the others.
                    Err(error) => {
                        self.log_trouble(id, "can't give back the time of an outage", &error);
                    }
                }
            }
            given += u32::from(next.is_some());
            self.outages.behind = next;
        }
        Ok(given)
    }

    /// Gives a match the outages back that it has not had yet.
    fn catch_up(&mut self, id: MatchId) -> Result<()> {
        let last = self.last_outage()?;
        if let Some(table) = self.table(id)?
            && table.outage < last
            && table.play.stage() != Stage::Over
        {
            let table = self.give_back(Arc::unwrap_or_clone(table))?;
            self.keep(table);
        }
        Ok(())
    }

    /// Writes the missing outages into a match's journal, each as of when it was noted: nothing has
    /// happened in the match since then.
    fn give_back(&mut self, mut table: Table) -> Result<Table> {
        let id = table.row.id;
        let dice = &mut self.dice;
        self.store.write(|tx| {
            for outage in tx.outages_after(table.outage)? {
                table.outage = outage.id;
                let guild = table.row.guild.unwrap_or_default();
                if outage.guild.is_some_and(|theirs| theirs != guild) {
                    continue;
                }
                let mut change = MatchChange::new(tx, outage.at_ms, table, dice);
                let credited = change.credit(outage.from_ms, outage.to_ms);
                credited.map_err(|fault| fault.into_store(id))?;
                table = change.finish()?;
            }
            tx.set_outage_of(id, table.outage)?;
            Ok(table)
        })
    }

    fn last_outage(&self) -> Result<i64> {
        let last = match self.outages.last.get() {
            Some(last) => last,
            None => self.store.read(|tx| tx.last_outage())?,
        };
        self.outages.last.set(Some(last));
        Ok(last)
    }
}

/// Stores an outage once for each server that had it, or once for all.
fn note(tx: &Tx, outage: Owed, now: WallMs) -> Result<()> {
    let guilds = match outage.reach {
        Reach::All => vec![None],
        Reach::One(guild) => vec![Some(guild)],
        Reach::Of(shard) => {
            let guilds = tx.servers_of_open_matches()?.into_iter();
            let guilds = guilds.chain([ServerId::default()]);
            guilds.filter(|guild| shard.has(*guild)).map(Some).collect()
        }
    };
    for guild in guilds {
        tx.add_outage(guild, outage.from_ms, outage.to_ms, now)?;
    }
    Ok(())
}
