//! What goes to the disk together, and what becomes of it when the disk fails: nothing of a group
//! is stored then, and the database is opened again.

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::{Store, StoreError, Tx, connect, guard, prepare};

/// What is to go to the disk together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Each for itself.
    None,
    /// A group in which nothing has been written yet.
    Waiting,
    /// A group with its transaction.
    Open,
    /// A group in which the disk has failed: nothing of it is stored.
    Lost,
}

/// By what it is known which group was stored last: each has written to the journal, or else counts
/// itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The newest entry of all journals.
    entry: i64,
    /// How many groups have counted themselves.
    counted: i64,
}

const NEXT_GROUP: &str = "UPDATE last_group SET number = number + 1";

/// What work with the store may fail with: whether it is the store's own error can be told.
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
    /// Whether the disk has failed, or what it gives back is not what was put there (SQLite
    /// documentation, "Result and Error Codes").
    fn is_of_the_disk(&self) -> bool {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, SystemIoFailure,
        };
        match self {
            StoreError::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(SystemIoFailure | DatabaseCorrupt | NotADatabase | DiskFull | CannotOpen)
            ),
            StoreError::NotDatabase(_) => true,
            _ => false,
        }
    }
}

impl Store {
    /// Takes back what is open of a group, as SQLite does by itself when the disk is full, say.
    ///
    /// # Errors
    /// Whatever SQLite says.
    pub fn lose_group(&mut self) -> Result<(), StoreError> {
        match self.db.is_autocommit() {
            true => Ok(()),
            false => Ok(self.db.execute_batch("ROLLBACK")?),
        }
    }

    /// From here on until [`Store::end_group`], everything that is written goes to the disk
    /// together.
    pub fn begin_group(&mut self) {
        self.group = Group::Waiting;
    }

    /// Puts on the disk what was written since [`Store::begin_group`].
    ///
    /// # Errors
    /// What SQLite says of the commit: nothing of the group is stored then, and nothing of it comes
    /// back. [`StoreError::Unknown`] while the disk is so broken that nobody can know.
    pub fn end_group(&mut self) -> Result<(), StoreError> {
        match std::mem::replace(&mut self.group, Group::None) {
            Group::None | Group::Waiting => return Ok(()),
            Group::Open if !self.db.is_autocommit() => {}
            Group::Open | Group::Lost => {
                self.doubtful = true;
                return Err(StoreError::GroupLost);
            }
        }
        let marked = self.mark_group();
        let is_marked = marked.is_ok();
        let Err(error) = marked.and_then(|()| self.run("COMMIT")) else {
            return Ok(());
        };
        self.doubtful = true;
        // Some failures have taken it back already.
        let _ = self.db.execute_batch("ROLLBACK");
        match is_marked {
            true => self.find_out(error),
            // Then it was not even tried.
            false => Err(error.into()),
        }
    }

    /// Whether a group is stored whose commit has failed. It is when only what comes after a commit
    /// failed. Else its last page may be on the disk all the same, where the next one to open the
    /// database would find it: until it is written over, by this connection, nobody can know.
    fn find_out(&mut self, error: rusqlite::Error) -> Result<(), StoreError> {
        let stored = self.mark;
        if self.last_mark().is_ok_and(|last| last == stored) {
            return Ok(());
        }
        self.to_write_over = true;
        // Counting the group that is written over it.
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

    fn write_over(&mut self) -> Result<(), StoreError> {
        if self.to_write_over {
            self.db.execute_batch(NEXT_GROUP)?;
            self.to_write_over = false;
        }
        Ok(())
    }

    /// Has the open group be told from what was before it. A journal entry does that; else a page
    /// more is written.
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
        let mut found = self.db.prepare_cached(sql)?;
        found.query_row([], |row| {
            Ok(Mark {
                entry: row.get(0)?,
                counted: row.get(1)?,
            })
        })
    }

    /// After the disk has failed, what is left of a commit is written over, and the database is
    /// closed and opened again: what comes then is written over what the disk has, not over what it
    /// may have lost. As long as that does not succeed, nothing is read or written.
    fn reopen(&mut self) -> Result<(), StoreError> {
        self.write_over()?;
        let Some(path) = self.path.clone().filter(|_| self.doubtful) else {
            return Ok(());
        };
        tracing::warn!("the disk has failed; opening the database again");
        self.note(guard::CLOSED);
        drop(std::mem::replace(
            &mut self.db,
            Connection::open_in_memory()?,
        ));
        self.db = prepare(connect(&path, OpenFlags::default())?, &path)?;
        self.note(guard::OPEN);
        self.doubtful = false;
        Ok(())
    }

    pub(super) fn note(&self, state: &str) {
        if let Some(guard) = &self.guard {
            guard.note(state);
        }
    }

    /// Does all of it in one transaction, or nothing when it fails. In a group it is a part that
    /// fails or stands by itself, and is on the disk when the group is; when the disk fails in it,
    /// the group fails as a whole.
    ///
    /// # Errors
    /// Those of `work`, or what SQLite says of the commit.
    pub fn write<T, E: Failure>(&mut self, work: impl FnOnce(&Tx) -> Result<T, E>) -> Result<T, E> {
        once(work, |work| self.write_work(work))
    }

    fn write_work<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        if self.group != Group::None {
            let value = self.part(work);
            return self.seen(value);
        }
        self.begin_group();
        let value = self.part(work);
        let value = self.seen(value);
        if value.is_err() {
            self.drop_group()?;
        }
        self.end_group()?;
        value
    }

    /// After the disk has failed nothing more is done with what the connection has at hand: the
    /// group that is open is lost, and what comes after it begins by opening the database again.
    fn seen<E: Failure>(&mut self, value: Result<(), E>) -> Result<(), E> {
        let failure = value.as_ref().err().and_then(Failure::of_store);
        if let Some(error) = failure.filter(|error| error.is_of_the_disk()) {
            tracing::error!("the disk has failed: {error}");
            self.doubtful = true;
            // When even this fails, the connection takes its transaction with it.
            let _ = self.lose_group();
            if self.group != Group::None {
                self.group = Group::Lost;
            }
        }
        value
    }

    fn part<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        if self.join_group()? {
            return self.first_part(work);
        }
        self.run("SAVEPOINT part").map_err(StoreError::from)?;
        match work(&Tx(&self.db)) {
            Ok(()) => {
                self.run("RELEASE part").map_err(StoreError::from)?;
                Ok(())
            }
            Err(error) => {
                // A transaction that is gone has taken its parts with it.
                let _ = self.run("ROLLBACK TO part").and(self.run("RELEASE part"));
                Err(error)
            }
        }
    }

    /// What is first in a transaction is taken back with all of it: a savepoint would only copy
    /// each page that is changed.
    fn first_part<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        let value = work(&Tx(&self.db));
        if value.is_err() {
            // Until it is taken back, nothing that follows may be stored.
            self.group = Group::Lost;
            self.lose_group()?;
            self.group = Group::Waiting;
        } else if self.db.is_autocommit() {
            return Err(StoreError::GroupLost.into());
        }
        value
    }

    fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.db.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// Leaves a group of which nothing is to be stored.
    fn drop_group(&mut self) -> Result<(), StoreError> {
        if std::mem::replace(&mut self.group, Group::None) == Group::Open {
            self.doubtful |= self.db.is_autocommit();
            self.lose_group()?;
        }
        Ok(())
    }

    /// Begins the group's transaction with the first that is written in it: whether this is that.
    fn join_group(&mut self) -> Result<bool, StoreError> {
        match self.group {
            Group::Waiting => {
                self.reopen()?;
                self.run("BEGIN IMMEDIATE")?;
                let mark = self.last_mark();
                if mark.is_err() {
                    // The group may go on without this part.
                    let _ = self.db.execute_batch("ROLLBACK");
                }
                self.mark = mark?;
                self.group = Group::Open;
                return Ok(true);
            }
            // After a full disk, say, SQLite takes back the whole transaction: what follows must
            // not be stored without what went before.
            Group::Open if self.db.is_autocommit() => return Err(StoreError::GroupLost),
            Group::Lost => return Err(StoreError::GroupLost),
            Group::None | Group::Open => {}
        }
        Ok(false)
    }

    /// Reads in one transaction, so that all of it is of one moment.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn read<T, E: Failure>(&mut self, work: impl FnOnce(&Tx) -> Result<T, E>) -> Result<T, E> {
        once(work, |work| {
            let value = self.look(work);
            self.seen(value)
        })
    }

    fn look<E: Failure>(&mut self, work: Work<E>) -> Result<(), E> {
        if matches!(self.group, Group::Open | Group::Lost) {
            self.join_group()?;
            return work(&Tx(&self.db));
        }
        self.reopen()?;
        let begun = self
            .db
            .transaction_with_behavior(TransactionBehavior::Deferred);
        let whole = begun.map_err(StoreError::from)?;
        work(&Tx(&whole))
    }
}

/// Work of any kind that is done once.
type Work<'a, E> = &'a mut dyn FnMut(&Tx) -> Result<(), E>;

/// Has work carried out, and gives its value. What leads up to it needs to know nothing of that: so
/// it is translated once, and not for each work.
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
    // Only work that was not carried out has no value.
    value.ok_or_else(|| StoreError::GroupLost.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MatchId;

    fn beats(store: &mut Store, at_ms: u64) -> Result<(), StoreError> {
        store.write(|tx| tx.beat(at_ms))
    }

    fn last_beat(store: &mut Store) -> Option<u64> {
        store.read(|tx| tx.last_beat()).unwrap()
    }

    /// Writes something, and fails then.
    fn fails(store: &mut Store, at_ms: u64) {
        let failed = store.write(|tx| {
            tx.beat(at_ms)?;
            Err::<(), _>(StoreError::NoMatch(MatchId(7)))
        });
        assert!(matches!(failed, Err(StoreError::NoMatch(_))));
    }

    #[test]
    fn a_part_of_a_group_fails_by_itself() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        store.begin_group();
        // The first of them, and a later one.
        fails(&mut store, 2);
        assert_eq!(last_beat(&mut store), Some(1));
        beats(&mut store, 3).unwrap();
        fails(&mut store, 4);
        assert_eq!(last_beat(&mut store), Some(3));
        store.end_group().unwrap();
        assert_eq!(last_beat(&mut store), Some(3));
    }

    #[test]
    fn where_all_fails_nothing_goes_to_the_disk() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        let before = store.last_mark().unwrap();
        fails(&mut store, 2);
        store.begin_group();
        fails(&mut store, 3);
        store.end_group().unwrap();
        assert_eq!(store.last_mark().unwrap(), before);
        assert_eq!(last_beat(&mut store), Some(1));
    }

    #[test]
    fn nothing_of_a_lost_group_is_stored() {
        let mut store = Store::in_memory().unwrap();
        beats(&mut store, 1).unwrap();
        store.begin_group();
        beats(&mut store, 2).unwrap();
        store.lose_group().unwrap();
        // What comes after it in the group must not be stored without what came before.
        assert!(matches!(beats(&mut store, 3), Err(StoreError::GroupLost)));
        assert!(matches!(store.end_group(), Err(StoreError::GroupLost)));
        assert_eq!(last_beat(&mut store), Some(1));
        beats(&mut store, 4).unwrap();
        assert_eq!(last_beat(&mut store), Some(4));
    }

    #[test]
    fn a_group_in_which_nothing_is_written_needs_no_transaction() {
        let mut store = Store::in_memory().unwrap();
        store.begin_group();
        assert_eq!(last_beat(&mut store), None);
        store.end_group().unwrap();
    }

    #[test]
    fn a_database_that_is_damaged_while_it_is_used_is_named() {
        let folder = std::env::temp_dir().join(format!("dealer-damaged-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("d.db");
        drop(Store::open(&path).unwrap());
        let mut store = Store::open(&path).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0xa5);
        std::fs::write(&path, &bytes).unwrap();
        store.doubtful = true;
        let failed = beats(&mut store, 1);
        std::fs::remove_dir_all(&folder).unwrap();
        match failed {
            Err(StoreError::NotDatabase(named)) => assert_eq!(named, path),
            other => panic!("{other:?}"),
        }
    }
}
