//! Group commits: changes that are committed together. If the disk fails, nothing of the group is
//! stored, and the database is opened again.

use rusqlite::{Connection, OpenFlags};

use super::{Result, Store, StoreError, Tx, connect, guard, prepare};

/// The state of the current group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// No group: each transaction is committed by itself.
    None,
    /// A group in which nothing has been written yet.
    Waiting,
    /// A group with its transaction.
    Open,
    /// A group in which the disk has failed: nothing of it is stored.
    Lost,
}

/// Tells which group was stored last: each group adds a journal entry, or else counts itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The newest entry of all journals.
    entry: i64,
    /// How many groups had no entry and counted themselves.
    counted: i64,
}

const NEXT_GROUP: &str = "UPDATE last_group SET number = number + 1";

/// An error of work with the store that may be the store's own error.
pub trait Failure: From<StoreError> {
    /// The store's own error, if it is that.
    fn of_store(&self) -> Option<&StoreError>;
}

impl Failure for StoreError {
    fn of_store(&self) -> Option<&StoreError> {
        Some(self)
    }
}

impl StoreError {
    /// Whether the disk has failed, or returns something else than was written (SQLite
    /// documentation, "Result and Error Codes").
    fn is_of_the_disk(&self) -> bool {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure,
        };
        match self {
            StoreError::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(
                    SystemIoFailure
                        | DatabaseCorrupt
                        | NotADatabase
                        | DiskFull
                        | CannotOpen
                        | ReadOnly
                )
            ),
            StoreError::NotDatabase(_) => true,
            _ => false,
        }
    }
}

impl Store {
    /// Whether the last group was not stored because the disk is full.
    pub fn is_full(&self) -> bool {
        self.is_full.get()
    }

    /// The disk has failed. If it is full or takes no writes, the connection is kept, to be read,
    /// until it can write again.
    fn doubt(&self, error: Option<&rusqlite::Error>) {
        use rusqlite::ErrorCode::{DiskFull, ReadOnly};
        let code = error.and_then(rusqlite::Error::sqlite_error_code);
        self.doubtful.set(true);
        self.is_full.set(code == Some(DiskFull));
        if matches!(code, Some(DiskFull | ReadOnly)) {
            self.to_write_over.set(true);
        }
    }

    /// Rolls the open group back, as SQLite does by itself when the disk is full, for example.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn lose_group(&self) -> Result<()> {
        let db = self.db.borrow();
        if db.is_autocommit() {
            Ok(())
        } else {
            Ok(db.execute_batch("ROLLBACK")?)
        }
    }

    /// Begins a group: everything that is written until [`Store::end_group`] is committed together.
    pub fn begin_group(&mut self) {
        self.group.set(Group::Waiting);
    }

    /// Commits what was written since [`Store::begin_group`].
    ///
    /// # Errors
    /// SQLite's error of the commit: nothing of the group is stored then. [`StoreError::Unknown`]
    /// while the disk is so broken that nobody can know.
    pub fn end_group(&mut self) -> Result<()> {
        match self.group.replace(Group::None) {
            Group::None | Group::Waiting => return Ok(()),
            Group::Open if !self.db.borrow().is_autocommit() => {}
            Group::Open | Group::Lost => {
                self.doubtful.set(true);
                return Err(StoreError::GroupLost);
            }
        }
        let marked = self.mark_group();
        let is_marked = marked.is_ok();
        let Err(error) = marked.and_then(|()| self.run("COMMIT")) else {
            self.is_full.set(false);
            return Ok(());
        };
        self.doubt(Some(&error));
        // Some failures have rolled it back already.
        let _ = self.db.borrow().execute_batch("ROLLBACK");
        if is_marked {
            self.find_out(error)
        } else {
            Err(error.into())
        }
    }

    /// Finds out whether a group is stored although its commit failed. It is if only something
    /// after the commit failed. Otherwise its last page may still be on the disk, where the next
    /// process would find it. Until this connection overwrites that page, nobody can know.
    fn find_out(&mut self, error: rusqlite::Error) -> Result<()> {
        let stored = self.mark;
        if self.last_mark().is_ok_and(|last| last == stored) {
            return Ok(());
        }
        self.to_write_over.set(true);
        // The group that overwrites it counts itself.
        let counted = stored.counted + 1;
        match self.write_over().and_then(|()| Ok(self.last_mark()?)) {
            Ok(last) if last == (Mark { counted, ..stored }) => Ok(()),
            Ok(_) => Err(error.into()),
            Err(problem) => {
                tracing::error!("can't overwrite a failed commit yet: {problem}");
                Err(StoreError::Unknown(error))
            }
        }
    }

    fn write_over(&self) -> Result<()> {
        if self.to_write_over.get() {
            self.db.borrow().execute_batch(NEXT_GROUP)?;
            self.to_write_over.set(false);
        }
        Ok(())
    }

    /// Makes the open group distinguishable from the state before: by its journal entry, or else by
    /// counting it.
    fn mark_group(&mut self) -> rusqlite::Result<()> {
        let mut mark = self.last_mark()?;
        if mark == self.mark {
            self.run(NEXT_GROUP)?;
            mark.counted += 1;
        }
        self.mark = mark;
        Ok(())
    }

    fn last_mark(&self) -> rusqlite::Result<Mark> {
        let sql = "SELECT (SELECT coalesce(max(id), 0) FROM journal), number FROM last_group";
        let db = self.db.borrow();
        let mut statement = db.prepare_cached(sql)?;
        statement.query_row([], |row| {
            Ok(Mark {
                entry: row.get(0)?,
                counted: row.get(1)?,
            })
        })
    }

    /// After the disk has failed: overwrites the rest of a commit, and opens the database again, so
    /// that later changes build on what is really on the disk. Until that succeeds, nothing is
    /// written.
    fn reopen(&self) -> Result<()> {
        self.write_over()?;
        if !self.doubtful.get() {
            return Ok(());
        }
        let Some(path) = self.path.as_deref() else {
            return Ok(());
        };
        tracing::warn!("the disk has failed; opening the database again");
        self.note(guard::CLOSED);
        drop(self.db.replace(Connection::open_in_memory()?));
        let db = prepare(connect(path, OpenFlags::default())?, path)?;
        drop(self.db.replace(db));
        self.note(guard::OPEN);
        self.doubtful.set(false);
        Ok(())
    }

    pub(super) fn note(&self, state: &str) {
        if let Some(guard) = &self.guard {
            guard.note(state);
        }
    }

    /// Runs `work` in one transaction: all of it, or nothing if it fails. In a group it is a
    /// savepoint, which succeeds or fails by itself and is committed with the group. If the disk
    /// fails in it, the whole group fails.
    ///
    /// # Errors
    /// Those of `work`, or what SQLite says of the commit.
    pub fn write<T, E: Failure>(&mut self, work: impl FnOnce(&Tx) -> Result<T, E>) -> Result<T, E> {
        once(work, |work| self.write_work(work))
    }

    fn write_work<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        if self.group.get() != Group::None {
            let value = self.part(work);
            return self.seen(value);
        }
        self.begin_group();
        let part = self.part(work);
        let value = self.seen(part);
        if value.is_err() {
            self.drop_group()?;
        }
        self.end_group()?;
        value
    }

    /// After the disk has failed, the connection's state is not trusted any more: the open group is
    /// lost, and the next use opens the database again.
    fn seen<E: Failure>(&self, value: Result<(), E>) -> Result<(), E> {
        let failure = value.as_ref().err().and_then(Failure::of_store);
        if let Some(error) = failure.filter(|error| error.is_of_the_disk()) {
            if !self.doubtful.get() {
                tracing::error!("the disk has failed: {error}");
            }
            self.doubt(match error {
                StoreError::Sqlite(error) => Some(error),
                _ => None,
            });
            // If even this fails, closing the connection ends its transaction.
            let _ = self.lose_group();
            if self.group.get() != Group::None {
                self.group.set(Group::Lost);
            }
        }
        value
    }

    fn part<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        if self.join_group()? {
            return self.first_part(work);
        }
        self.run("SAVEPOINT part").map_err(StoreError::from)?;
        let done = work(&Tx(&self.db.borrow()));
        match done {
            Ok(()) => {
                self.run("RELEASE part").map_err(StoreError::from)?;
                Ok(())
            }
            Err(error) => {
                // If the transaction is gone, so are its savepoints.
                let _ = self.run("ROLLBACK TO part").and(self.run("RELEASE part"));
                Err(error)
            }
        }
    }

    /// The first work of a transaction needs no savepoint (which would copy each changed page): the
    /// whole transaction is rolled back instead.
    fn first_part<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        let value = work(&Tx(&self.db.borrow()));
        if value.is_err() {
            // Until it is rolled back, nothing later may be stored.
            self.group.set(Group::Lost);
            self.lose_group()?;
            self.group.set(Group::Waiting);
        } else if self.db.borrow().is_autocommit() {
            return Err(StoreError::GroupLost.into());
        }
        value
    }

    fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.db.borrow().prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// Leaves a group without storing any of it.
    fn drop_group(&mut self) -> Result<()> {
        if self.group.replace(Group::None) == Group::Open {
            if self.db.borrow().is_autocommit() {
                self.doubtful.set(true);
            }
            self.lose_group()?;
        }
        Ok(())
    }

    /// Begins the group's transaction if this is the first write in it. Returns whether it is.
    fn join_group(&mut self) -> Result<bool> {
        if self.group.get() != Group::Waiting {
            self.check_whole()?;
            return Ok(false);
        }
        self.reopen()?;
        self.run("BEGIN IMMEDIATE")?;
        let mark = self.last_mark();
        if mark.is_err() {
            // The group goes on without this work.
            let _ = self.db.borrow().execute_batch("ROLLBACK");
        }
        self.mark = mark?;
        self.group.set(Group::Open);
        Ok(true)
    }

    /// An error if something of the open group is lost. On a full disk, for example, SQLite rolls
    /// the whole transaction back, and later work must not be stored without the earlier.
    fn check_whole(&self) -> Result<()> {
        match self.group.get() {
            Group::Open if self.db.borrow().is_autocommit() => Err(StoreError::GroupLost),
            Group::Lost => Err(StoreError::GroupLost),
            Group::None | Group::Waiting | Group::Open => Ok(()),
        }
    }

    /// Reads in one transaction, so that everything is from one moment.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn read<T, E: Failure>(&self, work: impl FnOnce(&Tx) -> Result<T, E>) -> Result<T, E> {
        once(work, |work| {
            let value = self.read_whole(work);
            self.seen(value)
        })
    }

    fn read_whole<E: Failure>(&self, work: Work<E>) -> Result<(), E> {
        self.check_whole()?;
        if !self.db.borrow().is_autocommit() {
            return work(&Tx(&self.db.borrow()));
        }
        // While a failed commit can't be overwritten, this connection still reads what was stored
        // before it.
        if let Err(error) = self.reopen()
            && !self.to_write_over.get()
        {
            return Err(error.into());
        }
        let db = self.db.borrow();
        let _whole = db.unchecked_transaction().map_err(StoreError::from)?;
        work(&Tx(&db))
    }
}

/// Work of any kind that is done once.
type Work<'a, E> = &'a mut dyn FnMut(&Tx) -> Result<(), E>;

/// Runs generic work through a function that is not generic, so that the function is compiled once
/// and not for each kind of work.
fn once<T, E: Failure>(
    work: impl FnOnce(&Tx) -> Result<T, E>,
    carry_out: impl FnOnce(Work<E>) -> Result<(), E>,
) -> Result<T, E> {
    let (mut work, mut value) = (Some(work), None);
    carry_out(&mut |tx| {
        if let Some(work) = work.take() {
            value = Some(work(tx)?);
        }
        Ok(())
    })?;
    // Without a value, the work was not carried out.
    value.ok_or_else(|| StoreError::GroupLost.into())
}

#[cfg(test)]
mod tests {
    use games::WallMs;

    use super::*;
    use crate::store::MatchId;

    fn beats(store: &mut Store, at_ms: u64) -> Result<()> {
        store.write(|tx| tx.beat(WallMs(at_ms)))
    }

    fn last_beat(store: &Store) -> Option<u64> {
        store.read(|tx| tx.last_beat()).unwrap().map(|at| at.0)
    }

    /// Writes something, then fails.
    fn write_and_fail(store: &mut Store, at_ms: u64) {
        let failed = store.write(|tx| {
            tx.beat(WallMs(at_ms))?;
            Err::<(), _>(StoreError::NoMatch(MatchId(7)))
        });
        assert!(matches!(failed, Err(StoreError::NoMatch(_))));
    }

    #[test]
    fn a_part_of_a_group_fails_alone() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        store.begin_group();
        // A part fails, first at the start of the group, then later.
        write_and_fail(&mut store, 2);
        assert_eq!(last_beat(&store), Some(1));
        beats(&mut store, 3).unwrap();
        write_and_fail(&mut store, 4);
        assert_eq!(last_beat(&store), Some(3));
        store.end_group().unwrap();
        assert_eq!(last_beat(&store), Some(3));
    }

    #[test]
    fn a_group_in_which_everything_fails_writes_nothing() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        let before = store.last_mark().unwrap();
        write_and_fail(&mut store, 2);
        store.begin_group();
        write_and_fail(&mut store, 3);
        store.end_group().unwrap();
        assert_eq!(store.last_mark().unwrap(), before);
        assert_eq!(last_beat(&store), Some(1));
    }

    #[test]
    fn nothing_of_a_lost_group_is_stored() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        store.begin_group();
        beats(&mut store, 2).unwrap();
        store.lose_group().unwrap();
        // Nothing later in the group may be stored without what came before it.
        assert!(matches!(beats(&mut store, 3), Err(StoreError::GroupLost)));
        assert!(matches!(store.end_group(), Err(StoreError::GroupLost)));
        assert_eq!(last_beat(&store), Some(1));
        beats(&mut store, 4).unwrap();
        assert_eq!(last_beat(&store), Some(4));
    }

    #[test]
    fn a_group_without_writes_needs_no_transaction() {
        let mut store = Store::in_memory().unwrap();
        store.begin_group();
        assert_eq!(last_beat(&store), None);
        store.end_group().unwrap();
    }

    #[test]
    fn damage_to_an_open_database_is_reported() {
        let folder = std::env::temp_dir().join(format!("dealer-damaged-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("d.db");
        drop(Store::open(&path).unwrap());
        let mut store = Store::open(&path).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0xa5);
        std::fs::write(&path, &bytes).unwrap();
        store.doubtful.set(true);
        let failed = beats(&mut store, 1);
        std::fs::remove_dir_all(&folder).unwrap();
        match failed {
            Err(StoreError::NotDatabase(named)) => assert_eq!(named, path),
            other => panic!("{other:?}"),
        }
    }
}
