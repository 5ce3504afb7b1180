//! What has happened in a match, entry by entry, as a host may look back on it: what everybody was told, and nothing more.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::audit::settings;
use super::core::{Core, Table};
use crate::games::{Author, BySeat, Happening, Party, Seat};
use crate::matches::{Entry, Event, Match, rewind_point};
use crate::store::{MatchId, StoreError, Tx};

/// An entry of a match's journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// Its number in the journal.
    pub entry: i64,
    /// Match time when it was written.
    pub match_ms: u64,
    pub deed: Deed,
    /// The act in notation, where the season lets hosts see what was submitted.
    pub act: Option<String>,
}

/// What an entry was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// An act, with what everybody learnt of it: where that is nothing it was made in secret.
    Act {
        by: Author,
        whose: Option<Party>,
        told: Vec<Happening>,
    },
    /// Anything else; never [`Event::Act`].
    Event(Event),
}

impl Past {
    fn of(entry: &Entry, told: Vec<Happening>, hosts_see: bool) -> Past {
        let (deed, act) = match &entry.event {
            Event::Act { by, whose, act, .. } => {
                let (by, whose) = (*by, *whose);
                (Deed::Act { by, whose, told }, Some(act.clone()))
            }
            event => (Deed::Event(event.clone()), None),
        };
        Past {
            entry: entry.id,
            match_ms: entry.match_ms,
            deed,
            act: act.filter(|_| hosts_see),
        }
    }
}

impl Past {
    /// The same as nobody has learnt of it yet, where its match's result `waits`: what it told is posted with that.
    pub(super) fn told_unless(mut self, waits: bool) -> Past {
        if let (true, Deed::Act { told, .. }) = (waits, &mut self.deed) {
            told.clear();
        }
        self
    }
}

/// Whether a host is offered to go back to before an entry: what people and the clock decided.
fn is_offered(entry: &Entry) -> bool {
    match entry.event {
        Event::Act { by, .. } => !matches!(by, Author::Clock | Author::Dealer),
        Event::TimeUp { .. } | Event::Started { .. } => true,
        _ => false,
    }
}

impl Core {
    /// The newest entries that stand to which a host may take a match back, newest first, at most so many.
    ///
    /// # Errors
    /// What the store says.
    pub fn past(&mut self, id: MatchId, most: usize) -> Result<Vec<Past>, StoreError> {
        let Some(table) = self.table(id)?.cloned() else {
            return Ok(Vec::new());
        };
        self.store.read(|tx| {
            let journal = tx.journal(id)?;
            let mut past = follow(tx, &table, &journal, |entry| {
                let point = rewind_point(&journal, entry.id);
                is_offered(entry) && point.is_some_and(|point| point.id == entry.id)
            })?;
            past.reverse();
            past.truncate(most);
            Ok(past)
        })
    }
}

/// The entries of a journal that stand and are wanted, oldest first.
pub(super) fn follow(
    tx: &Tx,
    table: &Table,
    journal: &[Entry],
    wanted: impl Fn(&Entry) -> bool,
) -> Result<Vec<Past>, StoreError> {
    let row = &table.row;
    let hosts_see = settings(tx, row)?.hosts_see_submissions;
    let mut past = Vec::new();
    let setup = Arc::new(row.setup.clone());
    let followed = Match::follow(setup, row.opened_at_ms, journal, |entry, taking| {
        if wanted(entry) {
            past.push(Past::of(entry, taking.happenings, hosts_see));
        }
    });
    followed.map_err(|error| StoreError::Unplayable {
        id: row.id,
        problem: format!("{error:?}"),
    })?;
    Ok(past)
}

/// One entry of a journal, also one that does not stand any more.
pub(super) fn one(
    tx: &Tx,
    table: &Table,
    journal: &[Entry],
    entry: i64,
) -> Result<Option<Past>, StoreError> {
    // As it was when it was written: of what came after it nothing matters.
    let until = journal.partition_point(|other| other.id <= entry);
    let found = follow(tx, table, &journal[..until], |other| other.id == entry)?;
    Ok(found.into_iter().next())
}

/// The newest entry that moved the match on; 0 where there is none. Overtime that takes its price while the prompt goes on moves nothing: else a
/// ruling on somebody who is late could never be confirmed before the next price is taken.
pub(super) fn newest(table: &Table, journal: &[Entry]) -> i64 {
    let (open, prompts) = (&table.play.clock.open, table.play.game.prompts());
    // For whoever is not waited for any more, the clock has decided.
    let waits = |seat: Seat| {
        let mut prompts = prompts.iter();
        prompts.any(|prompt| prompt.live && !prompt.answered && prompt.who == Party::Seat(seat))
    };
    let clock = |seat: Seat| open[seat].filter(|_| waits(seat));
    let mut late = BySeat::new(|seat| clock(seat).map_or(0, |clock| clock.timeouts));
    for entry in journal.iter().rev() {
        match &entry.event {
            event if event.is_bookkeeping() => {}
            Event::TimeUp { seat } if late[*seat] > 0 => late[*seat] -= 1,
            Event::Act {
                by: Author::Clock,
                whose: Some(Party::Seat(seat)),
                ..
            } if late[*seat] > 0 => {}
            _ => return entry.id,
        }
    }
    0
}

/// What a rewind to before an entry takes back: the entries from there on that stand now.
pub(super) fn taken_back(
    tx: &Tx,
    table: &Table,
    journal: &[Entry],
    before: i64,
) -> Result<Vec<Past>, StoreError> {
    follow(tx, table, journal, |entry| {
        entry.id >= before && is_offered(entry)
    })
}
