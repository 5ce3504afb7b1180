//! Makes a season's history from the records of its matches, for when the database is lost.

use std::sync::Arc;

use super::core::RefereeError;
use super::season::{SeasonRefusal, free_season_name, newcomers_name};
use crate::store::{
    AccountId, CastMember, ChannelId, Failure, MatchId, MatchRow, SeasonId, SeasonSettings,
    ServerId, Stakes, Store, StoreError, Tx,
};
use games::{Cast, GameId, WallMs};
use matches::record::{Record, RecordError};
use matches::{Event, Lateness, Setup, Times};

/// Why records cannot be imported.
#[derive(Debug)]
pub enum ImportError {
    /// The season cannot have this name.
    Season(SeasonRefusal),
    /// Somebody of this record, counted from 0, cannot be in the season's cast.
    Person(usize, SeasonRefusal),
    /// This record, counted from 0, is of a match that is not over.
    NotOver(usize),
    Record(usize, RecordError),
    Store(StoreError),
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> ImportError {
        ImportError::Store(error)
    }
}

impl Failure for ImportError {
    fn of_store(&self) -> Option<&StoreError> {
        match self {
            ImportError::Store(error) => Some(error),
            _ => None,
        }
    }
}

/// Makes a season of a server from these records, which are in the order in which the matches were
/// played. It has the cast, and each match can be looked up and replayed. Records do not have
/// accounts, garnets, strikes, rulings or dates; `now` stands for when the matches ended. If the
/// server has a current season, that stays the current one.
///
/// # Errors
/// The first thing that is wrong; nothing is stored then.
pub fn import(
    store: &mut Store,
    server: ServerId,
    name: &str,
    records: &[Record],
    now: WallMs,
) -> Result<SeasonId, ImportError> {
    for (index, record) in records.iter().enumerate() {
        let wrong = |error| ImportError::Record(index, error);
        let game = record.replay(|_, _| {}).map_err(wrong)?;
        if game.outcome().is_none() {
            return Err(ImportError::NotOver(index));
        }
    }
    store.write(|tx| {
        let current = tx.current_season(server)?;
        let name = free_season_name(tx, server, None, name).map_err(|fault| match fault {
            RefereeError::Refused(refusal) => ImportError::Season(refusal),
            RefereeError::Store(error) => ImportError::Store(error),
        })?;
        let season = tx.add_season(server, &name, None, &SeasonSettings::default())?;
        if let Some(current) = current {
            tx.set_current_season(server, Some(current.id))?;
        }
        for (index, record) in records.iter().enumerate() {
            let wrong = |error| ImportError::Record(index, error);
            // One millisecond apart, to keep their order.
            let ended_ms = now - (records.len() - index) as u64;
            let setup = setup(record).map_err(wrong)?;
            let entered = enter(tx, season, &setup.cast, now);
            let positions = entered.map_err(|fault| match fault {
                RefereeError::Refused(refusal) => ImportError::Person(index, refusal),
                RefereeError::Store(error) => ImportError::Store(error),
            })?;
            let row = MatchRow {
                id: MatchId::NONE,
                number: None,
                guild: Some(server),
                channel: ChannelId(0),
                season: Some(season),
                host: AccountId::default(),
                setup,
                opened_at_ms: ended_ms,
                over: false,
                stakes: Stakes::Nothing,
                positions,
            };
            let row = tx.add_match(row, &[])?;
            write_down(tx, &row, record, ended_ms).map_err(|fault| match fault {
                RefereeError::Refused(error) => wrong(error),
                RefereeError::Store(error) => ImportError::Store(error),
            })?;
        }
        Ok(season)
    })
}

fn setup(record: &Record) -> Result<Setup, RecordError> {
    let unknown = || RecordError::UnknownGame(record.game.clone());
    let game = GameId::read(&record.game).ok_or_else(unknown)?;
    let cast = Cast::new(record.cast.clone(), record.seats.clone(), &record.garnets);
    Ok(Setup {
        game,
        options: record.options.clone(),
        times: Times::defaults(game),
        cast: Arc::new(cast.map_err(RecordError::Setup)?),
        start_at_ms: None,
        grace_ms: u64::from(Lateness::default().grace_s) * 1000,
        pause_after_two_timeouts: false,
        quiet: None,
        hosts_see: false,
        practice: false,
        choices_due_ms: None,
        rehearsal: false,
        level: None,
    })
}

/// Adds new people to the season's cast, and returns everybody's position there. Names that differ
/// only in capital letters are the same person.
fn enter(
    tx: &Tx,
    season: SeasonId,
    cast: &Cast,
    now: WallMs,
) -> Result<Vec<Option<u32>>, RefereeError<SeasonRefusal>> {
    let known = tx.season_cast(season)?;
    let mut positions = Vec::new();
    for member in cast.members() {
        let lower = member.name.to_lowercase();
        let is_same = |known: &&CastMember| known.name.to_lowercase() == lower;
        let before = known.iter().find(is_same);
        positions.push(Some(match before {
            Some(known) => {
                if known.role != member.role {
                    tx.change_role(season, known.position, member.role, None, None, now)?;
                }
                known.position
            }
            None => {
                let new = CastMember {
                    position: 0,
                    name: newcomers_name(tx, season, &member.name)?,
                    role: member.role,
                    account: None,
                    channel: None,
                    garnets: 0,
                };
                tx.add_cast_member(season, &new, None, now)?
            }
        }));
    }
    Ok(positions)
}

/// The journal of a match that is over: its acts.
fn write_down(
    tx: &Tx,
    row: &MatchRow,
    record: &Record,
    ended_ms: WallMs,
) -> Result<(), RefereeError<RecordError>> {
    for (seq, entry) in (1..).zip(&record.log) {
        let people = entry.people(&row.setup.cast);
        let (by, whose) =
            people.map_err(|why| RefereeError::Refused(RecordError::Entry { seq, why }))?;
        let act = Event::Act {
            by,
            whose,
            act: entry.act.clone(),
            made_at_ms: ended_ms,
        };
        tx.append(row.id, ended_ms, entry.at_ms, &act)?;
    }
    match record.result {
        Some(outcome) => Ok(tx.close_match(row.id, outcome, ended_ms)?),
        None => Ok(()),
    }
}
