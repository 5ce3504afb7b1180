//! Where pictures are drawn: away from the async threads, and no more at once than there are processors. More would finish none sooner, and all of
//! them later. Whoever draws gives way to whoever answers a person.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::timeout;

const NAME: &str = "easel";
/// For how long nothing may get drawn where nobody else needs a processor, which is many times what a picture takes. Beside a program that never rests it might be
/// for ever, and whoever shares a lock with what is being drawn would wait as well: then pictures take their share. Who only waits for many others has patience: a
/// share would be taken from those who answer, and help nobody.
const PATIENCE: Duration = Duration::from_millis(250);
/// For how long those after it take theirs at once.
const IMPATIENCE: Duration = Duration::from_secs(30);

/// A place for as many drawings at once as there are processors. Who comes first is served first.
#[derive(Clone)]
pub struct Easel(Arc<Places>);

/// Threads of their own, as many of each kind as there are places; None only while they are taken down, when nobody has them any more.
struct Places {
    /// They draw while nobody else has anything to do.
    patient: Option<Runtime>,
    /// They take their share: what those did not get done, and all until then; and they read pictures.
    pressing: Option<Runtime>,
    pressing_until: Mutex<Option<Instant>>,
    /// How much the patient ones have got done.
    drawn: AtomicUsize,
}

impl Default for Easel {
    fn default() -> Self {
        Easel::with(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Easel {
    fn with(places: usize) -> Easel {
        Easel(Arc::new(Places {
            patient: Some(threads(places, wait_for_all)),
            pressing: Some(threads(places, give_way)),
            pressing_until: Mutex::default(),
            drawn: AtomicUsize::new(0),
        }))
    }

    /// Does the work when there is a place for it, and gives what came of it. Where that takes long, it may be done twice.
    ///
    /// # Errors
    /// It panicked.
    pub async fn draw<T: Send + 'static>(
        &self,
        work: impl Fn() -> T + Send + Sync + 'static,
    ) -> Result<T, JoinError> {
        let work = Arc::new(work);
        if self.0.is_pressing() {
            return draw_by(&self.0.pressing, &work).await;
        }
        let mut seen = self.0.drawn.load(Ordering::Relaxed);
        let mut first = draw_by(&self.0.patient, &work);
        loop {
            if let Ok(drawn) = timeout(PATIENCE, &mut first).await {
                self.0.drawn.fetch_add(1, Ordering::Relaxed);
                return drawn;
            }
            if !self.0.is_getting_on(&mut seen) {
                break;
            }
        }
        self.0.press();
        // Unless it has begun already; then whoever is done first is.
        first.abort();
        let second = draw_by(&self.0.pressing, &work);
        tokio::select! {
            Ok(drawn) = first => Ok(drawn),
            drawn = second => drawn,
        }
    }

    /// Reads a picture for whoever waits for a drawing: by a thread that takes its share. No others than those of an easel work with pictures, since a thread
    /// that once has keeps memory for it.
    ///
    /// # Errors
    /// It panicked.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl Fn() -> T + Send + Sync + 'static,
    ) -> Result<T, JoinError> {
        draw_by(&self.0.pressing, &Arc::new(work)).await
    }
}

impl Places {
    fn is_pressing(&self) -> bool {
        let until = *self.until();
        until.is_some_and(|until| Instant::now() < until)
    }

    /// Whether the patient ones are worth waiting for: they have got something done since that was last seen, and the others are not at it already.
    fn is_getting_on(&self, seen: &mut usize) -> bool {
        let drawn = self.drawn.load(Ordering::Relaxed);
        std::mem::replace(seen, drawn) != drawn && !self.is_pressing()
    }

    fn press(&self) {
        *self.until() = Some(Instant::now() + IMPATIENCE);
    }

    fn until(&self) -> MutexGuard<'_, Option<Instant>> {
        let until = self.pressing_until.lock();
        until.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        // Nobody waits for what is being drawn; and an async thread may not.
        let both = [self.patient.take(), self.pressing.take()];
        both.into_iter()
            .flatten()
            .for_each(Runtime::shutdown_background);
    }
}

/// Whether this is one of the threads that draw. Where one of them panics, a picture is missing and nothing else.
pub fn is_drawing() -> bool {
    std::thread::current().name() == Some(NAME)
}

fn threads(places: usize, on_start: fn()) -> Runtime {
    let threads = Builder::new_current_thread()
        .max_blocking_threads(places)
        .on_thread_start(on_start)
        .thread_name(NAME)
        .build();
    // It has neither timers nor sockets, which are all that could not be had.
    threads.unwrap()
}

fn draw_by<T: Send + 'static>(
    threads: &Option<Runtime>,
    work: &Arc<impl Fn() -> T + Send + Sync + 'static>,
) -> JoinHandle<T> {
    let work = work.clone();
    match threads {
        Some(threads) => threads.spawn_blocking(move || work()),
        None => tokio::task::spawn_blocking(move || work()),
    }
}

/// Has the calling thread run only where nobody else would. A lower priority alone is not enough: Linux leaves one processor to whoever draws, and has those
/// who answer share another, unless what runs there counts as nothing.
fn wait_for_all() {
    #[cfg(target_os = "linux")]
    set_priority(NormalThreadSchedulePolicy::Idle, ThreadPriority::Min);
}

/// Lets everybody else go first, but for a share.
fn give_way() {
    /// Nice 10, of what goes from nice 19 at 0 to nice -20 at 99.
    #[cfg(target_os = "linux")]
    const LOW: u8 = 22;
    #[cfg(target_os = "linux")]
    if let Ok(low) = LOW.try_into() {
        let low = ThreadPriority::Crossplatform(low);
        set_priority(NormalThreadSchedulePolicy::Other, low);
    }
}

/// Of the calling thread alone, which elsewhere than on Linux cannot be had by everybody.
#[cfg(target_os = "linux")]
fn set_priority(policy: NormalThreadSchedulePolicy, priority: ThreadPriority) {
    let policy = ThreadSchedulePolicy::Normal(policy);
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), priority, policy) {
        tracing::debug!("drawing has another priority than it should: {error}");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn no_more_are_drawn_at_once_than_there_are_places() {
        let easel = Easel::with(2);
        let (busy, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let drawings = (0..20).map(|number| {
            let (busy, most) = (busy.clone(), most.clone());
            easel.draw(move || {
                most.fetch_max(busy.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                // Long enough for others to begin, where they may.
                std::thread::sleep(std::time::Duration::from_millis(2));
                busy.fetch_sub(1, Ordering::SeqCst);
                assert_ne!(number, 7, "one of them fails");
                number
            })
        });
        let drawn = futures_util::future::join_all(drawings).await;
        assert_eq!(drawn.iter().filter(|done| done.is_ok()).count(), 19);
        assert!(most.load(Ordering::SeqCst) <= 2);
        // What failed has given its place back.
        assert_eq!(easel.draw(|| 1).await.ok(), Some(1));
    }

    /// Where the threads that wait for everybody else never come to it, those that take their share do.
    #[tokio::test]
    async fn what_waits_for_too_long_is_drawn_all_the_same() {
        let easel = Easel::with(1);
        let (done, end) = std::sync::mpsc::channel::<()>();
        let (end, begun) = (Mutex::new(end), AtomicUsize::new(0));
        let stuck = easel.draw(move || match begun.fetch_add(1, Ordering::SeqCst) {
            0 => end.lock().unwrap().recv().is_ok(),
            _ => true,
        });
        let count = Arc::new(AtomicUsize::new(0));
        let behind = easel.draw({
            let count = count.clone();
            move || count.fetch_add(1, Ordering::SeqCst)
        });
        let (stuck, behind) = tokio::join!(stuck, behind);
        assert_eq!((stuck.ok(), behind.ok()), (Some(true), Some(0)));
        // The next ones do not wait.
        assert!(easel.0.is_pressing());
        assert_eq!(easel.draw(|| 1).await.ok(), Some(1));
        // And what had not begun is not done once more when there is a place again.
        drop(done);
        let next = draw_by(&easel.0.patient, &Arc::new(|| 2));
        assert_eq!(next.await.ok(), Some(2));
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn who_waits_for_many_others_has_patience() {
        let easel = Easel::with(1);
        let mut seen = 0;
        assert!(!easel.0.is_getting_on(&mut seen), "nothing is done");
        assert_eq!(easel.draw(|| 1).await.ok(), Some(1));
        assert!(easel.0.is_getting_on(&mut seen));
        assert!(!easel.0.is_getting_on(&mut seen), "nothing since");
        easel.0.drawn.fetch_add(1, Ordering::Relaxed);
        easel.0.press();
        assert!(!easel.0.is_getting_on(&mut seen), "others are at it");
    }

    #[tokio::test]
    async fn who_draws_is_known() {
        assert_eq!(Easel::with(1).draw(is_drawing).await.ok(), Some(true));
        assert!(!is_drawing());
    }
}
