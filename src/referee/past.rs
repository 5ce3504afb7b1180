//! The history of a match, entry by entry, for hosts: what everybody was told, and nothing more.

use super::entry_kind::EntryKind;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::core::Core;
use super::table::Table;
use crate::store::{MatchId, Result, StoreError, Tx};
use games::{Author, BySeat, Happening, Party, Seat, WallMs};
use matches::{AppliedEvent, Entry, Event, Match, Stage, rewind_point, standing};

/// An entry of a match's journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// Its number in the journal.
    pub entry: i64,
    /// When it was written.
    pub at_ms: WallMs,
    pub deed: EntryKind,
    /// The act in notation, if the season lets hosts see what was submitted.
    pub act: Option<String>,
}

impl Past {
    fn of(entry: &Entry, told: Vec<Happening>, started: bool, hosts_see: bool) -> Past {
        let (deed, act) = match &entry.event {
            // Nobody is told who had not chosen before the match.
            Event::TimeUp { .. } if !started => (EntryKind::Event(Event::PreparationOver), None),
            Event::Act { by, whose, act, .. } => {
                let (by, whose) = (*by, *whose);
                (EntryKind::Act { by, whose, told }, Some(act.clone()))
            }
            event => (EntryKind::Event(event.clone()), None),
        };
        Past {
            entry: entry.id,
            at_ms: entry.at_ms,
            deed,
            act: act.filter(|_| hosts_see),
        }
    }

    /// Whether it was a rewind: going back to before it undoes that.
    pub fn is_rewind(&self) -> bool {
        matches!(
            self.deed,
            EntryKind::Undoing { .. }
                | EntryKind::Redoing { .. }
                | EntryKind::Event(Event::Rewound { .. })
        )
    }

    /// Whether nobody is told what was done, not even the host: a secret choice.
    pub fn is_secret(&self) -> bool {
        let EntryKind::Act { by, whose, told } = &self.deed else {
            return false;
        };
        let whose = whose.or(by.own_party());
        let of_cast = matches!(whose, Some(Party::Cast(_)));
        self.act.is_none() && whose != Some(Party::Host) && (of_cast || told.is_empty())
    }

    fn of_end(entry: &Entry, was_over: bool) -> Past {
        Past {
            entry: entry.id,
            at_ms: entry.at_ms,
            deed: if was_over {
                EntryKind::AfterEnd
            } else {
                EntryKind::Ending
            },
            act: None,
        }
    }
}

/// Whether a host can choose to go back to before an entry: decisions of people and of the clock,
/// and rewinds, to undo them.
fn is_offered(entry: &Entry) -> bool {
    match entry.event {
        Event::Act { by, .. } => !matches!(by, Author::Clock | Author::Dealer),
        Event::TimeUp { .. } | Event::Started { .. } | Event::Rewound { .. } => true,
        _ => false,
    }
}

/// Whether a host is told when a rewind takes an entry back or restores it.
fn is_told(entry: &Entry) -> bool {
    is_offered(entry) || matches!(entry.event, Event::Time { .. })
}

impl Core {
    /// The newest entries to which a host may rewind a match, newest first, at most `most`. Secret
    /// choices are left out, since there is nothing to read about them.
    pub fn past(&self, id: MatchId, most: usize) -> Result<Vec<Past>> {
        let Some(table) = self.table(id)? else {
            return Ok(Vec::new());
        };
        self.store.read(|tx| {
            let journal = tx.journal(id)?;
            let mut past = follow(tx, &table, &journal, |entry| {
                let point = rewind_point(&journal, entry.id);
                is_offered(entry) && point.is_some_and(|point| point.id == entry.id)
            })?;
            past.retain(|past| !past.is_secret());
            past.reverse();
            past.truncate(most);
            Ok(past)
        })
    }
}

/// The entries of a journal that stand and for which `wanted` is true, oldest first.
pub(super) fn follow(
    tx: &Tx,
    table: &Table,
    journal: &[Entry],
    wanted: impl Fn(&Entry) -> bool,
) -> Result<Vec<Past>> {
    let end_ms = end_that_waits(tx, table, journal)?;
    follow_until(table, journal, end_ms, wanted)
}

/// One entry of a journal, even one that does not stand any more.
pub(super) fn one(tx: &Tx, table: &Table, journal: &[Entry], entry: i64) -> Result<Option<Past>> {
    let end_ms = end_that_waits(tx, table, journal)?;
    // As it was when it was written, without what came after it.
    let until = journal.partition_point(|other| other.id <= entry);
    let wanted = |other: &Entry| other.id == entry;
    let found = follow_until(table, &journal[..until], end_ms, wanted)?;
    Ok(found.into_iter().next())
}

/// As [`follow`]. Of a result that waits, nothing that was written at the end or later is told.
fn follow_until(
    table: &Table,
    journal: &[Entry],
    end_ms: Option<WallMs>,
    wanted: impl Fn(&Entry) -> bool,
) -> Result<Vec<Past>> {
    // The acts may contain something that the game still hides from everybody.
    let hosts_see = table.row.setup.hosts_see && !table.play.game.withholds_record();
    let (mut past, mut was_over) = (Vec::new(), false);
    each_entry(table, journal, |entry, taking, play| {
        if wanted(entry) {
            let is_told = end_ms.is_none_or(|end_ms| entry.at_ms < end_ms);
            let mut one = if is_told {
                Past::of(entry, taking.happenings, play.started, hosts_see)
            } else {
                Past::of_end(entry, was_over)
            };
            if let Event::Rewound { before, .. } = entry.event {
                // A rewind that restores the end tells nothing about it either.
                one.deed = match undoings(journal, before) {
                    0 => EntryKind::Event(entry.event.clone()),
                    odd if odd % 2 == 1 => EntryKind::Undoing { entry: before },
                    _ => EntryKind::Redoing { entry: before },
                };
            }
            past.push(one);
        }
        was_over = play.stage() == Stage::Over;
    })?;
    Ok(past)
}

/// How many rewinds in a row, each undoing the one before it, a rewind to this entry would undo.
/// Two of them cancel out.
fn undoings(journal: &[Entry], mut entry: i64) -> u32 {
    let mut count = 0;
    while let Ok(index) = journal.binary_search_by_key(&entry, |entry| entry.id)
        && let Event::Rewound { before, .. } = journal[index].event
    {
        (count, entry) = (count + 1, before);
    }
    count
}

/// When the match ended, if its result waits for a host.
fn end_that_waits(tx: &Tx, table: &Table, journal: &[Entry]) -> Result<Option<WallMs>> {
    if tx.held_result(table.row.id)?.is_none() {
        return Ok(None);
    }
    Ok(end(table, journal)?.map(|(_, at_ms)| at_ms))
}

/// The entry that ended the match, and when; None if the match is open.
pub(super) fn end(table: &Table, journal: &[Entry]) -> Result<Option<(i64, WallMs)>> {
    let mut end = None;
    each_entry(table, journal, |entry, _, play| {
        if play.stage() == Stage::Over {
            end.get_or_insert((entry.id, entry.at_ms));
        }
    })?;
    Ok(end)
}

pub(super) fn each_entry(
    table: &Table,
    journal: &[Entry],
    each: impl FnMut(&Entry, AppliedEvent, &Match),
) -> Result<()> {
    let row = &table.row;
    let setup = Arc::new(row.setup.clone());
    let followed = Match::follow(setup, row.opened_at_ms, journal, each);
    followed.map(drop).map_err(|error| StoreError::Unplayable {
        id: row.id,
        problem: format!("{error:?}"),
    })
}

/// The newest entry that moved the match on; 0 if there is none. Overtime that takes its price
/// while the prompt stays open does not count: otherwise no ruling about a late player could be
/// confirmed before the next price is taken. Nor do answers in a round that is open, which come all
/// the time, unless the host acts for this person.
pub(super) fn newest(table: &Table, journal: &[Entry], acts_for: Option<Party>) -> i64 {
    let is_round = !table.row.setup.has_seats();
    let (open, waited) = (&table.play.clock.open, table.play.waited_seats());
    // If the match does not wait for the seat any more, the clock has decided for it.
    let clock = |seat: Seat| open[seat].filter(|_| waited.contains(&seat));
    let mut late = BySeat::new(|seat| clock(seat).map_or(0, |clock| clock.timeouts));
    for entry in journal.iter().rev() {
        match &entry.event {
            event if event.is_bookkeeping() => {}
            Event::Act {
                by: Author::Cast(who),
                ..
            } if is_round && acts_for != Some(Party::Cast(*who)) => {}
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

/// What a rewind to before an entry takes back: the entries from there on that still stand.
pub(super) fn taken_back(
    tx: &Tx,
    table: &Table,
    journal: &[Entry],
    before: i64,
) -> Result<Vec<Past>> {
    follow(tx, table, journal, |entry| {
        entry.id >= before && is_told(entry)
    })
}

/// What a rewind has restored that an earlier one had taken back. `table` and `journal` are as they
/// are after it, `before` is the journal before it.
pub(super) fn brought_back(
    tx: &Tx,
    table: &Table,
    journal: &[Entry],
    before: &[Entry],
) -> Result<Vec<Past>> {
    let (stood, newest) = (standing(before), before.last().map_or(0, |last| last.id));
    follow(tx, table, journal, |entry| {
        let had_stood = stood.iter().any(|stood| stood.id == entry.id);
        entry.id <= newest && !had_stood && is_told(entry)
    })
}
