//! Outages: times in which nobody's action could have been received. Each is noted once, and given
//! back in an open match before anything else happens in it.

use std::collections::BTreeMap;

use super::change::MatchChange;
use super::core::Core;
use super::table::Table;
use crate::store::{MatchId, StoreError};
use matches::Stage;

/// In how many matches at once outages are given back in the background, so that actions wait for
/// no more.
const GIVEN_BACK_TOGETHER: u32 = 8;

/// What is known of outages without asking the store.
#[derive(Debug)]
pub(super) struct Outages {
    /// Those that could not be noted yet.
    owed: Vec<Owed>,
    /// Those whose note goes to the disk with the group: they are owed again if it fails.
    in_group: Vec<Owed>,
    /// The servers that Discord says are unavailable, each with since when: nobody can do anything
    /// there. A process that ends meanwhile forgets the time until its last heartbeat.
    away: BTreeMap<u64, u64>,
    /// The number of the last one; None when it has to be read.
    last: Option<i64>,
    /// The match after which there may be open ones that have not been given the last ones back;
    /// None when there is none.
    behind: Option<MatchId>,
}

/// From one time to another, in one server or, for None, in all.
type Owed = (Option<u64>, (u64, u64));

impl Default for Outages {
    fn default() -> Self {
        Outages {
            owed: Vec::new(),
            in_group: Vec::new(),
            away: BTreeMap::new(),
            last: None,
            // The process may have ended in the middle of it.
            behind: Some(MatchId(0)),
        }
    }
}

/// Since when words may have been missed, as it is noted in the store until they have been looked
/// for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unheard {
    /// In milliseconds since the Unix epoch.
    pub since_ms: u64,
    note: i64,
}

/// How long panels that somebody left are kept, which stand in messages that vanish by themselves,
/// and answers to what Discord might hand over once more, within minutes: a week, in milliseconds.
const KEPT_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// What may have been missed is looked for from so long before an outage on: it is noticed late,
/// and one may follow another.
const JUST_NOW_MS: u64 = 10 * 60 * 1000;
/// Of outages that follow one another so soon, so many are looked at.
const MOST_IN_A_ROW: i64 = 100;

impl Core {
    /// After a start, when the connection first proves alive: the time that the process was away
    /// was an outage. What nobody can press or send again any more is thrown away. Where a copy of
    /// the database was put back, people are told.
    ///
    /// # Errors
    /// What the store says.
    pub fn boot(&mut self, now: u64) -> Result<(), StoreError> {
        let old = now.saturating_sub(KEPT_MS);
        let last_beat = self.store.read(|tx| tx.last_beat())?;
        let away_from = last_beat.filter(|from| *from < now);
        self.store.write(|tx| {
            tx.drop_old_drafts(old)?;
            tx.drop_old_answers(old)?;
            if tx.end_lost(now)? {
                super::put_back::tell_seasons(tx, now)?;
            }
            match away_from {
                // Before the next beat, so that it is known also if the process ends now.
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

    /// Since when somebody's words may have been missed: since the beginning of an outage that has
    /// just ended, or of the first of several soon after one another, and where none was noticed,
    /// for a while; and longer where what was missed before has not been looked for to the end.
    ///
    /// # Errors
    /// What the store says.
    pub fn unheard(&mut self, now: u64) -> Result<Unheard, StoreError> {
        self.note_owed(now)?;
        let before = |since: u64| since.saturating_sub(JUST_NOW_MS);
        self.store.write(|tx| {
            let last = tx.last_outage()?;
            let newest = tx.outages_after(last - MOST_IN_A_ROW)?;
            let since = newest.iter().rev().try_fold(now, |since, outage| {
                match outage.to_ms >= before(since) {
                    true => Ok(since.min(outage.from_ms)),
                    false => Err(since),
                }
            });
            let since = since.unwrap_or_else(|since| since);
            let note = tx.note_unheard(since)?;
            let since_ms = before(tx.unheard_since()?.unwrap_or(since));
            Ok(Unheard { since_ms, note })
        })
    }

    /// What may have been missed then has been looked for, of everybody.
    ///
    /// # Errors
    /// What the store says.
    pub fn all_heard(&mut self, then: Unheard) -> Result<(), StoreError> {
        self.store.write(|tx| tx.drop_unheard(then.note))
    }

    /// A time in which nobody's action could have been received, in milliseconds since the Unix
    /// epoch: it is given back in every open match before anything else changes there. The store is
    /// not needed for it at once.
    pub fn owe(&mut self, from_ms: u64, to_ms: u64) {
        self.outages.owed.push((None, (from_ms, to_ms)));
    }

    /// Discord says that a server is unavailable: until it is back nothing is judged there.
    pub fn server_away(&mut self, guild: u64, now: u64) {
        self.outages.away.entry(guild).or_insert(now);
    }

    /// A server is back: what it was away is given back in its open matches.
    pub fn server_back(&mut self, guild: u64, now: u64) {
        if let Some(since_ms) = self.outages.away.remove(&guild) {
            self.outages.owed.push((Some(guild), (since_ms, now)));
        }
    }

    /// Whether a match's server is unavailable.
    pub(super) fn is_away(&mut self, id: MatchId) -> Result<bool, StoreError> {
        if self.outages.away.is_empty() {
            return Ok(false);
        }
        let row = self.store.read(|tx| tx.match_row(id))?;
        let guild = row.and_then(|row| row.guild);
        Ok(guild.is_some_and(|guild| self.outages.away.contains_key(&guild)))
    }

    /// Before anything changes in a match: outages are noted, and given back in it. What its server
    /// has been away is until now.
    pub(super) fn settle(&mut self, id: MatchId, now: u64) -> Result<(), StoreError> {
        if self.is_away(id)?
            && let Some(row) = self.store.read(|tx| tx.match_row(id))?
            && let Some(guild) = row.guild
            && let Some(since_ms) = self.outages.away.insert(guild, now)
        {
            self.outages.owed.push((Some(guild), (since_ms, now)));
        }
        self.note_owed(now)?;
        self.catch_up(id)
    }

    /// Notes what is owed in the store, once for all matches.
    pub(super) fn note_owed(&mut self, now: u64) -> Result<(), StoreError> {
        while let Some((guild, time)) = self.outages.owed.last().copied() {
            let id = self.store.write(|tx| tx.add_outage(guild, time, now))?;
            self.outages.owed.pop();
            self.outages.in_group.push((guild, time));
            self.outages.last = Some(id);
            self.outages.behind = Some(MatchId(0));
        }
        Ok(())
    }

    /// The changes that went to the disk together are there, or none of them is.
    pub(super) fn end_group_of_outages(&mut self, stored: bool) {
        let Outages { owed, in_group, .. } = &mut self.outages;
        if stored {
            in_group.clear();
        } else {
            owed.append(in_group);
            self.outages.last = None;
            self.outages.behind = Some(MatchId(0));
        }
    }

    /// Gives outages back in some more open matches, as it will have been done before anything else
    /// changes there: so that people are told soon. In how many; 0 when none is left.
    ///
    /// # Errors
    /// What the store says.
    pub fn give_back_some(&mut self) -> Result<u32, StoreError> {
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
                        self.log_trouble(id, "can't give back an outage", &error);
                    }
                }
            }
            given += u32::from(next.is_some());
            self.outages.behind = next;
        }
        Ok(given)
    }

    /// Gives back in a match the outages that it has not had back.
    pub(super) fn catch_up(&mut self, id: MatchId) -> Result<(), StoreError> {
        let last = self.last_outage()?;
        if let Some(table) = self.at_hand(id)?
            && table.outage < last
            && table.play.stage() != Stage::Over
        {
            let table = table.clone();
            let table = self.give_back(table)?;
            self.keep(table);
        }
        Ok(())
    }

    /// Writes the outages that a match has not had back into its journal, as of when each was
    /// noted: nothing has happened in it since then.
    fn give_back(&mut self, mut table: Table) -> Result<Table, StoreError> {
        let id = table.row.id;
        let dice = &mut self.dice;
        self.store.write(|tx| {
            for outage in tx.outages_after(table.outage)? {
                table.outage = outage.id;
                if outage.guild.is_some() && outage.guild != table.row.guild {
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

    fn last_outage(&mut self) -> Result<i64, StoreError> {
        let last = match self.outages.last {
            Some(last) => last,
            None => self.store.read(|tx| tx.last_outage())?,
        };
        self.outages.last = Some(last);
        Ok(last)
    }
}
