//! The referee: the only place that changes a match. It takes an action, decides, and writes journal, outbox and deadline in one transaction;
//! it fires deadlines. All changes happen one after another on one thread; nobody is told of any before it is on the disk.

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
mod watch;

use std::sync::{Arc, Mutex, PoisonError, mpsc};

use tokio::sync::{Notify, oneshot};

pub use act::{Act, ActRefusal, Acted};
pub use clock::{WallClock, error_ms};
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
pub use watch::Watch;

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
    watch: Arc<Mutex<Watch>>,
}

enum Job {
    Work(Box<dyn FnOnce(&mut Core) + Send>),
    /// Close the store; the answer comes when that is done.
    Stop(oneshot::Sender<()>),
}

/// The referee's thread is gone: the program is ending.
#[derive(Debug, thiserror::Error)]
#[error("Dealer is shutting down")]
pub struct Gone;

impl Referee {
    /// Starts the referee's thread over a store, and the scheduler. Must be called within a tokio runtime.
    pub fn start(store: Store, clock: WallClock, seed: u64) -> Referee {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let mut core = Core::new(store, seed);
        let (life, outbox) = (Life::default(), Arc::<Notify>::default());
        let watch = Arc::<Mutex<Watch>>::default();
        let referee = Referee {
            jobs,
            life: life.clone(),
            watch: watch.clone(),
            clock,
            outbox: outbox.clone(),
            roles: Arc::new(Notify::new()),
            dues: Arc::new(Notify::new()),
        };
        std::thread::spawn(move || {
            let mut noted_ms = 0;
            while let Ok(job) = inbox.recv() {
                // First of all: an action that came with a sign of life is judged after the silence before it is given back.
                let last_ms = life.last_ms();
                if last_ms != noted_ms {
                    let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
                    match watch.proved(&mut core, last_ms) {
                        Ok(()) => noted_ms = last_ms,
                        Err(error) => tracing::error!("an outage cannot be given back: {error}"),
                    }
                    outbox.notify_one();
                }
                match job {
                    Job::Work(work) => work(&mut core),
                    Job::Stop(stopped) => {
                        drop(core);
                        // Whoever stopped it may not wait for it.
                        let _ = stopped.send(());
                        return;
                    }
                }
            }
        });
        tokio::spawn(scheduler::run(referee.clone()));
        referee
    }

    /// Takes note of what time it is for Discord: between two moments, `asked_ms` by this clock and now, it was at least `earliest_ms` and at most
    /// `latest_ms`. A clock that is wrong is set right; what it lacked is given back in every open match.
    ///
    /// # Errors
    /// [`Gone`] when the program is ending.
    pub async fn heard_time(
        &self,
        asked_ms: u64,
        earliest_ms: u64,
        latest_ms: u64,
    ) -> Result<(), Gone> {
        if error_ms(asked_ms, self.clock.now_ms(), earliest_ms, latest_ms) == 0 {
            return Ok(());
        }
        let (clock, watch) = (self.clock.clone(), self.watch.clone());
        // On the referee's thread, so that no change sees two times at once.
        self.run(move |core, from| {
            let by_ms = error_ms(asked_ms, from, earliest_ms, latest_ms);
            clock.correct(by_ms);
            tracing::warn!("the clock was wrong and has been set right by {by_ms} ms");
            let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
            watch.set_right(core, from, by_ms);
        })
        .await
    }

    /// Changes something on the referee's thread; the time is read there, so that it never runs backwards between two changes.
    ///
    /// # Errors
    /// [`Gone`] when the program is ending.
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
    /// [`Gone`] when the program is ending.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, u64) -> T + Send + 'static,
    ) -> Result<T, Gone> {
        let (answer, answered) = oneshot::channel();
        let clock = self.clock.clone();
        let job = Job::Work(Box::new(move |core| {
            // Whoever asked may have stopped waiting; the change stands all the same.
            let _ = answer.send(work(core, clock.now_ms()));
        }));
        self.jobs.send(job).map_err(|_| Gone)?;
        answered.await.map_err(|_| Gone)
    }
}
