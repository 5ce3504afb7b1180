//! The referee's state: the store, the matches that are in use, and the dice. A match is changed on
//! a copy, which takes its place when the transaction is on the disk.

use super::table::Table;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::audit_log::settings;
use super::change::MatchChange;
use super::outages::Outages;
use crate::store::{
    AccountId, Face, Failure, MatchId, MatchRow, OutboxId, Result, ServerId, Shard, Store,
    StoreError, Tx,
};
use games::{Dice, GameId, Refusal, WallMs};
use matches::record::{FORMAT, Record, RecordEntry};
use matches::{Entry, Event, Match, MatchMs, Stage, standing};

/// The referee's state, used only on its thread. It has no clock: callers pass the time, as `now`.
pub struct Core {
    pub(super) store: Store,
    matches: RefCell<HashMap<MatchId, AtHand>>,
    /// Counts uses of matches, to know which was used the longest ago.
    uses: Cell<u64>,
    pub(super) outages: Outages,
    /// The stored time at which the process was last known to run; None if it is not known.
    pub(super) beaten_ms: Option<WallMs>,
    /// What that time was before the current group, for when the group cannot be stored.
    beaten_before_ms: Option<WallMs>,
    pub(super) dice: Dice,
    /// Posts whose controls may be missing and that could not be read from Discord. They are left
    /// alone until the next start or connection.
    pub(super) unread: BTreeSet<OutboxId>,
    /// Servers in which permissions have changed: posts that wait for one are tried at once.
    pub(super) changed_servers: BTreeSet<ServerId>,
    /// Errors of unreadable matches that are already in the log.
    logged: RefCell<BTreeSet<(MatchId, String)>>,
}

/// How many matches are kept in memory, some 10 KB each. Beyond that, the half that was used the
/// longest ago is dropped.
const MAX_AT_HAND: usize = 2_000;

struct AtHand {
    table: Arc<Table>,
    used_at: u64,
}

impl AsMut<Core> for Core {
    fn as_mut(&mut self) -> &mut Core {
        self
    }
}

impl Core {
    pub fn new(store: Store, seed: u64) -> Core {
        Core {
            store,
            matches: RefCell::default(),
            uses: Cell::default(),
            outages: Outages::default(),
            beaten_ms: None,
            beaten_before_ms: None,
            dice: Dice::new(seed),
            unread: BTreeSet::new(),
            changed_servers: BTreeSet::new(),
            logged: RefCell::default(),
        }
    }

    /// From here on until [`Core::end_group`], which [`super::in_group`] calls, changes go to the
    /// disk together. Nobody may be told of any of them before.
    pub(super) fn begin_group(&mut self) {
        self.beaten_before_ms = self.beaten_ms;
        self.store.begin_group();
    }

    /// Commits what was changed since [`Core::begin_group`].
    ///
    /// # Errors
    /// What the store says: nothing of it has happened then.
    pub(super) fn end_group(&mut self) -> Result<()> {
        let stored = self.store.end_group();
        if stored.is_err() {
            // What is in memory may be ahead of the disk, so everything is read again.
            self.forget_all();
            self.beaten_ms = self.beaten_before_ms;
        }
        self.end_group_of_outages(stored.is_ok());
        stored
    }

    /// Looks at a match's deadlines again at another time.
    pub fn put_off(&mut self, id: MatchId, until_ms: WallMs) -> Result<()> {
        self.set_due(id, Some(until_ms))
    }

    /// Corrects the stored time of a match's next deadline if the stored one, `noted_ms`, is too
    /// early. Returns whether it was.
    pub(super) fn put_due_right(&mut self, id: MatchId, noted_ms: WallMs) -> Result<bool> {
        let table = self.table(id)?;
        let due = self
            .store
            .read(|tx| table.map_or(Ok(None), |table| table.next_due(tx)))?;
        let is_early = due.is_none_or(|due| noted_ms < due);
        if is_early {
            self.set_due(id, due)?;
        }
        Ok(is_early)
    }

    fn set_due(&mut self, id: MatchId, due: Option<WallMs>) -> Result<()> {
        self.store.write(|tx| tx.set_due(id, due))?;
        if let Some(at_hand) = self.matches.get_mut().get_mut(&id) {
            Arc::make_mut(&mut at_hand.table).due = due;
        }
        Ok(())
    }

    /// Stores that the process runs.
    pub fn beat(&mut self, now: WallMs) -> Result<()> {
        // Otherwise outages that are not stored yet would be lost if the process ended now.
        self.note_owed(now)?;
        // While nothing is heard it would be the same value each time, and each would cost a
        // commit.
        if self.beaten_ms != Some(now) {
            self.store.write(|tx| tx.beat(now))?;
            self.beaten_ms = Some(now);
        }
        Ok(())
    }

    /// The match that is due first among those of a connection, and when at the earliest.
    pub fn first_due(&self, shard: Shard) -> Result<Option<(MatchId, WallMs)>> {
        self.store.read(|tx| tx.first_due(shard))
    }

    /// Gives the store back, to open another referee over it.
    pub fn into_store(self) -> Store {
        self.store
    }

    /// The store, to read what is not a match: seasons, drafts, the outbox.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The store, to change what is not a match.
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// A match as it is now; read from the journal if it is not in memory.
    ///
    /// # Errors
    /// What the store says; None for a number that no match has.
    pub fn table(&self, id: MatchId) -> Result<Option<Arc<Table>>> {
        if let Some(at_hand) = self.matches.borrow_mut().get_mut(&id) {
            at_hand.used_at = self.next_use();
            return Ok(Some(at_hand.table.clone()));
        }
        let table = self.store.read(|tx| load(tx, id))?.map(Arc::new);
        if let Some(table) = &table {
            self.put_at_hand(table.clone());
        }
        Ok(table)
    }

    /// A match, for code that goes through many: one that cannot be read is skipped, with an error
    /// in the log.
    ///
    /// # Errors
    /// What the store says of more than this match.
    pub(super) fn readable(&self, id: MatchId) -> Result<Option<Arc<Table>>> {
        match self.table(id) {
            Err(error) if error.is_of_one() => {
                self.log_trouble(id, "it's skipped", &error);
                Ok(None)
            }
            read => read,
        }
    }

    /// Logs what could not be done in a match. An error of one match alone stays and is met again
    /// and again, so it is logged once.
    pub(super) fn log_trouble(&self, id: MatchId, what: &str, error: &StoreError) {
        if !error.is_of_one() || self.logged.borrow_mut().insert((id, error.to_string())) {
            tracing::error!("match {id}: {what}: {error}");
        }
    }

    /// Sets the faces of a match, if it is in memory.
    pub(super) fn look_like(&mut self, id: MatchId, faces: Arc<Vec<Face>>) {
        if let Some(at_hand) = self.matches.get_mut().get_mut(&id) {
            Arc::make_mut(&mut at_hand.table).faces = faces;
        }
    }

    fn put_at_hand(&self, table: Arc<Table>) {
        let id = table.row.id;
        let mut matches = self.matches.borrow_mut();
        if matches.len() >= MAX_AT_HAND && !matches.contains_key(&id) {
            let mut uses: Vec<u64> = matches.values().map(|at_hand| at_hand.used_at).collect();
            let (_, middle, _) = uses.select_nth_unstable(MAX_AT_HAND / 2);
            let middle = *middle;
            matches.retain(|_, at_hand| at_hand.used_at > middle);
        }
        let used_at = self.next_use();
        matches.insert(id, AtHand { table, used_at });
    }

    fn next_use(&self) -> u64 {
        self.uses.update(|uses| uses + 1);
        self.uses.get()
    }

    /// A match's record as far as it has come.
    pub fn record(&self, id: MatchId) -> Result<Option<Record>> {
        let Some(table) = self.table(id)? else {
            return Ok(None);
        };
        self.store.read(|tx| record(tx, &table)).map(Some)
    }

    /// A match's record for a host. While the match is open, or if it was called off, only hosts
    /// who may see secret choices and don't play in it get the record.
    ///
    /// # Errors
    /// Why the host does not have it now, or what the store says.
    pub fn record_for_host(
        &self,
        id: MatchId,
        host: AccountId,
    ) -> Result<Record, RefereeError<ExportRefusal>> {
        let Some(table) = self.table(id)? else {
            return Err(StoreError::NoMatch(id).into());
        };
        let called_off = table.is_called_off();
        let is_over = table.play.stage() == Stage::Over && !called_off;
        let shows_all = table.row.setup.game.catalogue().shows_all_at_end;
        if is_over && table.is_player(host) && !shows_all {
            return refused(ExportRefusal::StaysSecret);
        }
        if !is_over {
            if table.is_player(host) || !table.row.setup.hosts_see {
                return refused(if called_off {
                    ExportRefusal::CalledOff
                } else {
                    ExportRefusal::NotOver
                });
            }
            if table.shown().withholds_record() {
                return refused(ExportRefusal::NotNow(table.row.setup.game));
            }
        }
        Ok(self.store.read(|tx| record(tx, &table))?)
    }

    /// Changes a match: `work` on a copy, in one transaction with what follows from it (posts,
    /// deadline, strikes, the end).
    pub(super) fn change<T, E: Failure>(
        &mut self,
        id: MatchId,
        now: WallMs,
        work: impl FnOnce(&mut MatchChange) -> Result<T, E>,
    ) -> Result<T, E> {
        self.settle(id, now)?;
        let Some(table) = self.table(id)? else {
            return Err(StoreError::NoMatch(id).into());
        };
        let dice = &mut self.dice;
        let (value, table) = self.store.write(|tx| {
            let mut change = MatchChange::new(tx, now, Table::clone(&table), dice);
            let value = work(&mut change)?;
            Ok::<_, E>((value, change.finish()?))
        })?;
        self.keep(table);
        Ok(value)
    }

    /// Drops a match from memory, so that it is read again.
    pub(super) fn forget(&mut self, id: MatchId) {
        self.matches.get_mut().remove(&id);
    }

    /// Drops every match from memory.
    pub(super) fn forget_all(&mut self) {
        self.matches.get_mut().clear();
    }

    /// Keeps a match in memory while it is open.
    pub(super) fn keep(&mut self, table: Table) {
        let id = table.row.id;
        if table.play.stage() == Stage::Over {
            self.forget(id);
        } else {
            self.put_at_hand(Arc::new(table));
        }
    }
}

/// Why a host does not get a match's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRefusal {
    /// The match is open, and its secrets are not for this host.
    NotOver,
    /// The match was called off before it began, and its secrets are not for this host.
    CalledOff,
    /// What is secret in the match stays so, and the host plays in it.
    StaysSecret,
    /// The record would show what the game still hides from everybody; a little later it does not.
    NotNow(GameId),
}

/// Why something was not done: a refusal for the person who tried, or a fault of the store.
#[derive(Debug)]
pub enum RefereeError<R> {
    Refused(R),
    Store(StoreError),
}

/// What a change of a match gives, or why the rules refuse it.
pub(super) type RulesResult<T> = Result<T, RefereeError<Refusal>>;

impl<R> RefereeError<R> {
    pub(super) fn map<S>(self, refusal: impl FnOnce(R) -> S) -> RefereeError<S> {
        match self {
            RefereeError::Refused(why) => RefereeError::Refused(refusal(why)),
            RefereeError::Store(error) => RefereeError::Store(error),
        }
    }
}

pub(super) fn refused<T, R>(refusal: R) -> Result<T, RefereeError<R>> {
    Err(RefereeError::Refused(refusal))
}

/// A refusal is fine: it only means that something else came first.
pub(super) fn store_only<T, R>(done: Result<T, RefereeError<R>>) -> Result<()> {
    match done {
        Err(RefereeError::Store(error)) => Err(error),
        Ok(_) | Err(RefereeError::Refused(_)) => Ok(()),
    }
}

impl<R> From<StoreError> for RefereeError<R> {
    fn from(error: StoreError) -> Self {
        RefereeError::Store(error)
    }
}

impl<R> Failure for RefereeError<R> {
    fn of_store(&self) -> Option<&StoreError> {
        match self {
            RefereeError::Store(error) => Some(error),
            RefereeError::Refused(_) => None,
        }
    }
}

impl RefereeError<Refusal> {
    /// For changes that the referee makes by itself and that are never refused.
    pub(super) fn into_store(self, id: MatchId) -> StoreError {
        match self {
            RefereeError::Store(error) => error,
            RefereeError::Refused(refusal) => StoreError::Unplayable {
                id,
                problem: format!("the referee's own entry was refused: {refusal:?}"),
            },
        }
    }
}

fn load(tx: &Tx, id: MatchId) -> Result<Option<Table>> {
    let Some(row) = tx.match_row(id)? else {
        return Ok(None);
    };
    let play = fold(&row, &tx.journal(id)?)?;
    Ok(Some(Table {
        people: Arc::new(tx.people(id)?),
        faces: Arc::new(tx.faces(id)?),
        row: Arc::new(row),
        play,
        outage: tx.outage_of(id)?,
        due: tx.due_of(id)?,
    }))
}

/// The match that a journal leads to.
pub(super) fn fold(row: &MatchRow, journal: &[Entry]) -> Result<Match> {
    let setup = Arc::new(row.setup.clone());
    let folded = Match::fold(setup, row.opened_at_ms, journal);
    folded.map_err(|error| StoreError::Unplayable {
        id: row.id,
        problem: format!("{error:?}"),
    })
}

/// The record of a match: the acts of its journal that stand.
pub(super) fn record(tx: &Tx, table: &Table) -> Result<Record> {
    let setup = &table.play.setup;
    let cast = &setup.cast;
    let mut log = Vec::new();
    let mut at_ms = MatchMs::default();
    for entry in standing(&tx.journal(table.row.id)?) {
        if let Event::Act { by, whose, act, .. } = &entry.event {
            // A credit can set match time back a little, but a record's times never fall.
            at_ms = entry.match_ms.max(at_ms);
            let seq = log.len() as u64 + 1;
            let act = act.clone();
            log.push(RecordEntry::write(seq, at_ms, *by, *whose, act, cast));
        }
    }
    // Everybody may read a record. If the season keeps garnet counts private, it only has those
    // that the match itself has shown.
    let public = settings(tx, &table.row)?.garnets_public;
    let richer = table.play.game.known_richer_seat();
    let richer = richer.and_then(|seat| cast.seated(seat));
    let mut garnets = BTreeMap::new();
    for id in cast.ids() {
        let count = if public {
            cast.garnets(id)
        } else {
            u32::from(richer == Some(id))
        };
        if count > 0 {
            garnets.insert(cast.name(id).to_owned(), count);
        }
    }
    Ok(Record {
        format: FORMAT.to_owned(),
        game: setup.game.word().to_owned(),
        options: setup.options.clone(),
        cast: cast.members().to_vec(),
        seats: cast
            .seats()
            .map(|seats| seats.map(|who| cast.name(*who).to_owned())),
        garnets,
        log,
        result: table.play.game.outcome(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Act, NewMatch, NewPerson, Practice, in_group};
    use crate::store::{ChannelId, Stakes};
    use games::{BySeat, GivenOptions, Role};
    use matches::Times;

    fn opened(core: &mut Core, channel: u64) -> MatchId {
        let cast = ["Tiac", "Zac", "UMG"]
            .iter()
            .zip(1..)
            .map(|(name, account)| {
                NewPerson::new((*name).to_owned(), Role::Player, Some(AccountId(account)))
            });
        let new = NewMatch {
            guild: Some(ServerId(1)),
            channel: ChannelId(channel),
            season: None,
            host: AccountId(9),
            game: GameId::EXAMPLE,
            options: GivenOptions::new(),
            times: Times::defaults(GameId::EXAMPLE),
            lateness: Default::default(),
            cast: cast.collect(),
            seats: Some(BySeat {
                dmo: "Tiac".to_owned(),
                ec: "Zac".to_owned(),
            }),
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        };
        core.open_match(new, WallMs(1_000)).unwrap()
    }

    fn hides(core: &mut Core, id: MatchId) -> bool {
        let act = Act::new(id, AccountId(3), "hide A1", WallMs(2_000));
        core.act(&act, WallMs(2_000)).is_ok()
    }

    fn stage(core: &mut Core, id: MatchId) -> Option<Stage> {
        core.table(id).unwrap().map(|table| table.play.stage())
    }

    #[test]
    fn a_lost_group_is_forgotten() {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let before = opened(&mut core, 1);
        let (within, stored) = in_group(&mut core, |core| {
            assert!(hides(core, before));
            let within = opened(core, 2);
            assert_eq!(stage(core, before), Some(Stage::Standing));
            core.store.lose_group().unwrap();
            within
        });
        assert!(stored.is_err());
        assert_eq!(stage(&mut core, before), Some(Stage::Preparing));
        assert_eq!(stage(&mut core, within), None);
        // A repeated request succeeds.
        let (hidden, stored) = in_group(&mut core, |core| hides(core, before));
        assert!(hidden && stored.is_ok());
        assert_eq!(stage(&mut core, before), Some(Stage::Standing));
    }

    #[test]
    fn a_heartbeat_is_written_once_and_again_if_it_was_lost() {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        core.beat(WallMs(5)).unwrap();
        core.store.refuse_writes(true).unwrap();
        assert!(core.beat(WallMs(5)).is_ok());
        assert!(core.beat(WallMs(6)).is_err());
        core.store.refuse_writes(false).unwrap();
        let (_, stored) = in_group(&mut core, |core| {
            core.beat(WallMs(7)).unwrap();
            core.store.lose_group().unwrap();
        });
        assert!(stored.is_err());
        core.beat(WallMs(7)).unwrap();
        assert_eq!(
            core.store.read(|tx| tx.last_beat()).unwrap(),
            Some(WallMs(7))
        );
    }

    #[test]
    fn matches_dropped_from_memory_come_back_unchanged() {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let ids: Vec<MatchId> = (1..=MAX_AT_HAND as u64 + 3)
            .map(|channel| opened(&mut core, channel))
            .collect();
        assert!(core.matches.borrow().len() <= MAX_AT_HAND);
        assert!(!core.matches.borrow().contains_key(&ids[0]));
        assert!(hides(&mut core, ids[0]));
        assert_eq!(stage(&mut core, ids[0]), Some(Stage::Standing));
        assert_eq!(stage(&mut core, ids[1]), Some(Stage::Preparing));
    }
}
