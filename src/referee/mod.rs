//! The referee: the only place that changes a match. It takes an action, decides, and writes journal, outbox and deadline in one transaction;
//! it fires deadlines. All changes happen one after another on one thread; nobody is told of any before it is on the disk. Those that wait at
//! the same time go to the disk together.

mod act;
mod appointed;
mod audit;
mod clock;
mod computer;
mod conduct;
mod core;
mod due;
mod effects;
mod held;
mod life;
mod life_happens;
mod locks;
mod look;
mod open;
mod past;
mod post;
pub mod postal;
mod privacy;
mod rewind;
mod rulings;
mod scheduler;
mod season;
mod stakes;
mod together;

use std::sync::{Arc, mpsc};

use tokio::sync::{Notify, oneshot};

pub use act::{Act, ActRefusal, Acted};
pub use clock::WallClock;
pub use conduct::{Begin, ConductRefusal, Done};
pub use core::{Core, Fault};
pub use effects::Effect;
pub use life::Life;
pub use locks::ToLock;
pub use look::{Look, Standing};
pub use open::{NewMatch, NewPerson, OpenRefusal, Practice};
pub use past::{Deed, Past};
pub use post::{Asked, Heir, Letter, Line, Post, To};
pub use privacy::ForgetRefusal;
pub use rewind::Missing;
pub use rulings::{Order, Preview, Ruling, RulingRefusal};
pub use season::{
    Added, Asker, Held, Ledger, Moved, Newcomer, SeasonRefusal, SeenBy, SettingRefusal, Side,
    Standee, Standings, Struck, Transfer,
};
pub use together::Wish;

use crate::store::Store;

/// A handle on the referee, for any task.
#[derive(Clone)]
pub struct Referee {
    jobs: mpsc::Sender<Job>,
    pub clock: WallClock,
    pub life: Life,
    /// Told after every change: there may be something to send.
    pub outbox: Arc<Notify>,
    /// Told after every change: somebody's roles may have to be changed.
    pub roles: Arc<Notify>,
    /// Told after every change: something may be due at another time.
    dues: Arc<Notify>,
    /// Told after an outage was noted: it is to be given back.
    outages: Arc<Notify>,
}

/// The most jobs that go to the disk together. The first of them waits for the last: each takes a fraction of a millisecond.
const MOST_TOGETHER: usize = 64;

enum Job {
    /// What comes back answers whoever asked, once it is known whether all of the group is on the disk.
    Work(Box<dyn FnOnce(&mut Core) -> Answer + Send>),
    /// Close the store; the answer comes when that is done.
    Stop(oneshot::Sender<()>),
}

type Answer = Box<dyn FnOnce(Result<(), Gone>)>;

/// Why the referee has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Gone {
    /// Its thread has ended.
    #[error("Dealer is shutting down")]
    Ending,
    /// What was asked for could not be put on the disk: nothing has changed.
    #[error("nothing of this was stored, try again: {0}")]
    NotStored(String),
}

impl Referee {
    /// Starts the referee's thread over a store, notes the time that the process was away, and starts the scheduler.
    /// Must be called within a tokio runtime.
    ///
    /// # Errors
    /// What the store says.
    pub fn start(
        store: Store,
        clock: WallClock,
        seed: u64,
    ) -> Result<Referee, crate::store::StoreError> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let mut core = Core::new(store, seed);
        core.boot(clock.now_ms())?;
        std::thread::spawn(move || serve(core, &inbox));
        let referee = Referee {
            jobs,
            life: Life::new(clock.now_ms()),
            clock,
            outbox: Arc::new(Notify::new()),
            roles: Arc::new(Notify::new()),
            dues: Arc::new(Notify::new()),
            outages: Arc::new(Notify::new()),
        };
        referee.outages.notify_one();
        tokio::spawn(scheduler::run(referee.clone()));
        Ok(referee)
    }

    /// Changes something on the referee's thread; the time is read there, so that it never runs backwards between two changes.
    ///
    /// # Errors
    /// [`Gone`] when the program is ending, or nothing could be stored.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, u64) -> T + Send + 'static,
    ) -> Result<T, Gone> {
        let value = self.read(work).await?;
        self.outbox.notify_one();
        self.roles.notify_one();
        self.dues.notify_one();
        Ok(value)
    }

    /// Ends the referee: what was asked for before is done, the store is closed, and everybody else finds it [`Gone`].
    pub async fn stop(&self) {
        let (stopped, stopping) = oneshot::channel();
        if self.jobs.send(Job::Stop(stopped)).is_ok() {
            // An error means that it has ended already.
            let _ = stopping.await;
        }
    }

    /// As [`Referee::run`], for what posts nothing and changes no deadline: nobody is woken.
    ///
    /// # Errors
    /// [`Gone`] when the program is ending, or nothing could be stored.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, u64) -> T + Send + 'static,
    ) -> Result<T, Gone> {
        let (answer, answered) = oneshot::channel::<Result<T, Gone>>();
        let clock = self.clock.clone();
        let job = Job::Work(Box::new(move |core| {
            let value = work(core, clock.now_ms());
            Box::new(move |stored| {
                // Whoever asked may have stopped waiting; the change stands all the same.
                let _ = answer.send(stored.map(|()| value));
            })
        }));
        self.jobs.send(job).map_err(|_| Gone::Ending)?;
        answered.await.map_err(|_| Gone::Ending)?
    }
}

/// The referee's thread: takes all jobs that wait, puts what they change on the disk together, and only then answers them. Alone, a job waits for
/// no other.
fn serve(mut core: Core, inbox: &mpsc::Receiver<Job>) {
    while let Ok(first) = inbox.recv() {
        let (mut answers, mut stop) = (Vec::new(), None);
        let mut next = Some(first);
        core.begin_group();
        while let Some(job) = next {
            match job {
                Job::Work(work) => answers.push(work(&mut core)),
                Job::Stop(stopped) => stop = Some(stopped),
            }
            let more = stop.is_none() && answers.len() < MOST_TOGETHER;
            next = more.then(|| inbox.try_recv().ok()).flatten();
        }
        let stored = core.end_group().map_err(|error| {
            tracing::error!("nothing could be stored: {error}");
            Gone::NotStored(error.to_string())
        });
        for answer in answers {
            answer(stored.clone());
        }
        if let Some(stopped) = stop {
            drop(core);
            // Whoever stopped it may not wait for it.
            let _ = stopped.send(());
            return;
        }
    }
}
