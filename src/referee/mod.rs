//! The referee: the only place that changes a match. It takes an action, decides, and writes
//! journal, outbox and deadline in one transaction. It also acts when a deadline comes. All changes
//! happen one after another on one thread, and nobody is told about one before it is on the disk.
//! Jobs that wait at the same time are committed together.

mod act;
mod appointments;
mod audit;
mod audit_log;
mod bill;
mod change;
mod channel_loss;
mod clock;
mod computer;
mod conduct;
mod consequences;
mod core;
mod due;
mod effects;
mod entry_kind;
mod events;
mod faces;
mod group;
mod hand;
mod handover;
mod idle_practice;
mod import;
mod line;
mod liveness;
mod locks;
mod lost_posts;
mod match_end;
mod mention;
mod open;
mod outages;
mod past;
mod player_pause;
mod poll;
mod post;
pub mod postal;
mod posted;
mod privacy;
mod put_back;
mod refusals;
mod request_pace;
mod rewind;
mod ruling;
mod rulings;
mod scheduler;
mod season;
mod series;
mod snapshot;
mod substitute;
mod table;
mod trouble;
mod typos;
mod watch;

use std::sync::{Arc, Mutex, PoisonError, mpsc};

use futures_util::FutureExt as _;
use games::WallMs;
use tokio::sync::{Notify, oneshot, watch as watch_channel};

pub use act::{Act, ActReceipt, StoppedLine};
pub use audit::AuditEntry;
pub use clock::{WallClock, correction_ms};
pub use computer::{Question, Reply, computer_name};
pub use conduct::{BeginOutcome, ConductResult};
pub use consequences::won_of_series;
pub use core::{Core, ExportRefusal, RefereeError};
pub use effects::Effect;
pub use entry_kind::EntryKind;
pub use events::ToSchedule;
pub use faces::Pictured;
pub use group::in_group;
pub use hand::Hand;
pub use import::{ImportError, import};
pub use line::{Heir, Line, Shut};
pub use liveness::{Heartbeats, Liveness};
pub use locks::ToLock;
pub use open::{NewMatch, NewPerson, Practice, busy};
pub use past::Past;
pub use player_pause::WishOutcome;
pub use poll::{MAX_TIMES, Poll};
pub use post::{EliminationCause, Letter, Post, PromptedSeat, Recipient, Undelivered};
pub use privacy::{ForgetRefusal, PartInMatch};
pub use refusals::ActRefusal;
pub use refusals::ConductRefusal;
pub use refusals::RulingRefusal;
pub use refusals::{Busy, OpenRefusal};
pub use ruling::{Preview, Ruled, Ruling, RulingOrder};
pub use season::{
    Asker, CastAdditions, EVERYBODY, GarnetsMoved, Ledger, LinkedGuest, Newcomer, PurseBalance,
    PurseOwner, RolesDue, SeasonEdit, SeasonRefusal, SeasonResult, SeasonViewer, SettingRefusal,
    StandingsEntry, StrikeOutcome, Transfer,
};
pub use series::given_options;
pub use snapshot::{MatchStatus, PostedBoard, Snapshot, Viewer};
pub use trouble::Trouble;
pub use watch::Watch;

use crate::store::Store;

/// A handle on the referee, for any task.
#[derive(Clone)]
pub struct Referee {
    jobs: mpsc::Sender<Job>,
    pub clock: WallClock,
    pub liveness: Liveness,
    /// Why nothing can be stored now; None while all is well.
    pub unstored: watch_channel::Receiver<Option<Unstored>>,
    /// Notified after every change: there may be something to send.
    pub outbox: Arc<Notify>,
    /// Notified after every change: somebody's Discord roles may have to change.
    pub roles: Arc<Notify>,
    /// Notified after every change: the next deadline may have moved.
    dues: Arc<Notify>,
    watch: Arc<Mutex<Watch>>,
}

/// The most jobs that are committed together. The first waits for the last; each takes a fraction
/// of a millisecond.
const MAX_TOGETHER: usize = 64;

enum Job {
    Write(Write),
    Read(Read),
    /// Close the store; the answer comes when that is done.
    Stop(oneshot::Sender<()>),
}

/// Changes something, and returns how to tell its caller whether the group is on the disk.
type Write = Box<dyn FnOnce(&mut Core, WallMs) -> Answer + Send>;
type Answer = Box<dyn FnOnce(Result<(), RefereeGone>)>;

/// Reads between two groups: it sees what is on the disk and nothing else.
type Read = Box<dyn FnOnce(&Core, WallMs) + Send>;

/// Why the referee has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RefereeGone {
    /// Its thread has ended.
    #[error("Dealer is shutting down")]
    Ending,
    /// It could not be stored: nothing has changed.
    #[error("nothing was stored, try again: {0}")]
    NotStored(Unstored),
    /// The disk failed in the middle. It counts as not stored, but may turn out to be stored.
    #[error("{0}")]
    Unknown(Unstored),
}

/// Why nothing can be stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unstored {
    #[error("the disk is full")]
    DiskFull,
    #[error("{0}")]
    Failed(String),
}

impl Referee {
    /// Starts the referee's thread over a store, and the scheduler. Must be called within a tokio
    /// runtime.
    pub fn start(store: Store, clock: WallClock, seed: u64) -> Referee {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (tell_unstored, unstored) = watch_channel::channel(None);
        let referee = Referee {
            jobs,
            liveness: Liveness::default(),
            unstored,
            watch: Arc::default(),
            clock,
            outbox: Arc::new(Notify::new()),
            roles: Arc::new(Notify::new()),
            dues: Arc::new(Notify::new()),
        };
        let thread = Thread {
            core: Core::new(store, seed),
            clock: referee.clock.clone(),
            liveness: referee.liveness.clone(),
            watch: referee.watch.clone(),
            unstored: tell_unstored,
            outbox: referee.outbox.clone(),
        };
        std::thread::spawn(move || thread.serve(&inbox));
        tokio::spawn(scheduler::run(referee.clone()).boxed());
        referee
    }

    /// Takes a time that Discord told: between `asked` (by this clock) and now, Discord's time was
    /// at least `earliest` and, if that is known, at most `latest`. A wrong clock is corrected, and
    /// time that it lost is given back in every open match.
    ///
    /// # Errors
    /// [`RefereeGone`] when the program is ending.
    pub async fn heard_time(
        &self,
        asked: WallMs,
        earliest: WallMs,
        latest: Option<WallMs>,
    ) -> Result<(), RefereeGone> {
        if correction_ms(asked, self.clock.now(), earliest, latest) == 0 {
            return Ok(());
        }
        let (clock, watch) = (self.clock.clone(), self.watch.clone());
        // On the referee's thread, so that no change sees two times at once.
        self.run(move |core, from| {
            let by_ms = correction_ms(asked, from, earliest, latest);
            clock.correct(by_ms);
            tracing::warn!("the clock was wrong and has been corrected by {by_ms} ms");
            let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
            watch.set_right(core, from, by_ms);
        })
        .await
    }

    /// Changes something on the referee's thread; the time is read there, so that it never runs
    /// backwards between two changes.
    ///
    /// # Errors
    /// [`RefereeGone`] when the program is ending, or nothing could be stored.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, WallMs) -> T + Send + 'static,
    ) -> Result<T, RefereeGone> {
        let value = self.write(work).await?;
        self.outbox.notify_one();
        self.roles.notify_one();
        self.dues.notify_one();
        Ok(value)
    }

    /// Ends the referee: finishes the jobs asked for before, closes the store; later jobs get
    /// [`RefereeGone`].
    pub async fn stop(&self) {
        let (stopped, stopping) = oneshot::channel();
        if self.jobs.send(Job::Stop(stopped)).is_ok() {
            // An error means that the referee has ended already.
            let _ = stopping.await;
        }
    }

    /// As [`Referee::run`], for work that posts nothing and changes no deadline: no task is woken.
    ///
    /// # Errors
    /// [`RefereeGone`] when the program is ending, or nothing could be stored.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, WallMs) -> T + Send + 'static,
    ) -> Result<T, RefereeGone> {
        let (answer, answered) = oneshot::channel();
        let write = move |core: &mut Core, now: WallMs| -> Answer {
            let value = work(core, now);
            // The caller may have stopped waiting; the change counts all the same.
            Box::new(|stored| drop(answer.send(stored.map(|()| value))))
        };
        self.ask(Job::Write(Box::new(write)), answered).await?
    }

    /// Reads what is on the disk after all that was asked for before is done, and changes nothing.
    ///
    /// # Errors
    /// [`RefereeGone::Ending`] when the program is ending.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Core, WallMs) -> T + Send + 'static,
    ) -> Result<T, RefereeGone> {
        let (answer, answered) = oneshot::channel();
        let read = |core: &Core, now: WallMs| drop(answer.send(work(core, now)));
        self.ask(Job::Read(Box::new(read)), answered).await
    }

    async fn ask<T>(&self, job: Job, answered: oneshot::Receiver<T>) -> Result<T, RefereeGone> {
        self.jobs.send(job).map_err(|_| RefereeGone::Ending)?;
        answered.await.map_err(|_| RefereeGone::Ending)
    }
}

/// The referee's thread.
struct Thread {
    core: Core,
    clock: WallClock,
    liveness: Liveness,
    watch: Arc<Mutex<Watch>>,
    unstored: watch_channel::Sender<Option<Unstored>>,
    outbox: Arc<Notify>,
}

impl AsMut<Core> for Thread {
    fn as_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

impl Thread {
    /// Takes all jobs that wait, commits their changes together, and only then answers them and
    /// reads. A single job does not wait for others.
    fn serve(mut self, inbox: &mpsc::Receiver<Job>) {
        while let Ok(first) = inbox.recv() {
            let mut reads = Vec::new();
            let mut stop = None;
            let jobs = std::iter::once(first).chain(inbox.try_iter());
            let (answers, stored) = in_group(&mut self, |thread| {
                let mut answers = Vec::new();
                for job in jobs.take(MAX_TOGETHER) {
                    thread.hear();
                    match job {
                        Job::Write(write) => {
                            answers.push(write(&mut thread.core, thread.clock.now()));
                        }
                        Job::Read(read) => reads.push(read),
                        Job::Stop(stopped) => {
                            stop = Some(stopped);
                            break;
                        }
                    }
                }
                answers
            });
            let unstored = match &stored {
                Err(RefereeGone::NotStored(why) | RefereeGone::Unknown(why)) => Some(why.clone()),
                _ => None,
            };
            if unstored.is_some() || !self.core.is_failing() {
                self.unstored.send_if_modified(|known| {
                    let is_new = *known != unstored;
                    *known = unstored;
                    is_new
                });
            }
            for answer in answers {
                answer(stored.clone());
            }
            for read in reads {
                read(&self.core, self.clock.now());
            }
            if let Some(stopped) = stop {
                drop(self);
                // The caller may not wait for it.
                let _ = stopped.send(());
                return;
            }
        }
    }

    /// Before a job: gives back the silence before the latest sign of life, and the time in which
    /// the process stood still. An action that ended the silence is judged after that.
    fn hear(&mut self) {
        let signs = self.liveness.take();
        self.liveness.runs(self.clock.even_ms(), self.clock.now());
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.divide(self.liveness.shards().count() as u32);
        for (from_ms, to_ms) in self.liveness.take_stops() {
            watch.stood_still(&mut self.core, from_ms, to_ms);
        }
        if !signs.is_empty() {
            self.outbox.notify_one();
        }
        if let Err(error) = watch.hear(&mut self.core, signs) {
            tracing::error!("can't store an outage: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_read_is_answered_though_what_was_written_beside_it_is_lost() {
        let referee = Referee::start(Store::in_memory().unwrap(), WallClock::new(), 1);
        let (go, asked) = mpsc::channel();
        let lost = referee.write(move |core, _| {
            asked.recv().unwrap();
            core.store().refuse_writes(true).unwrap();
            core.store_mut().write(|tx| tx.beat(WallMs(5))).is_err()
        });
        let read = referee.read(|core, _| core.store().read(|tx| tx.last_beat()).unwrap());
        let (lost, read, sent) = tokio::join!(lost, read, async { go.send(()) });
        sent.unwrap();
        assert!(matches!(lost, Err(RefereeGone::NotStored(_))), "{lost:?}");
        assert_eq!(read.unwrap(), None);
    }
}
