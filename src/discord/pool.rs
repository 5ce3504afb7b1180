//! Draws pictures and thinks away from the async threads, only so much at a time. More would finish
//! nothing earlier, and everything later.

use std::cell::Cell;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

thread_local! {
    static IS_BESIDE: Cell<bool> = const { Cell::new(false) };
}

/// A limited number of places for work. Who comes first gets one first.
#[derive(Clone)]
pub struct Pool(Arc<Semaphore>);

impl Pool {
    /// As many places as there are processors.
    pub fn for_pictures() -> Pool {
        Pool::with(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// One place, so that presses are answered while computers think.
    pub fn for_thoughts() -> Pool {
        Pool::with(1)
    }

    fn with(places: usize) -> Pool {
        Pool(Arc::new(Semaphore::new(places)))
    }

    /// Does something once there is a place.
    ///
    /// # Errors
    /// It panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // The semaphore is never closed, so there is always a place in the end.
        let place = self.0.clone().acquire_owned().await;
        spawn_blocking(move || {
            let _place = place;
            let _mark = Mark::set();
            work()
        })
        .await
    }
}

/// Whether this thread works for a pool. If it panics then, only a picture or a thought is missing.
pub fn is_beside() -> bool {
    IS_BESIDE.get()
}

/// Marks a thread as working for a pool while it lives.
struct Mark;

impl Mark {
    fn set() -> Mark {
        IS_BESIDE.set(true);
        Mark
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        IS_BESIDE.set(false);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn no_more_pictures_are_drawn_at_once_than_there_are_places() {
        let pool = Pool::with(2);
        let (busy, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let drawings = (0..20).map(|number| {
            let (busy, most) = (busy.clone(), most.clone());
            pool.run(move || {
                most.fetch_max(busy.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                // Long enough for others to start, if they could.
                std::thread::sleep(std::time::Duration::from_millis(2));
                busy.fetch_sub(1, Ordering::SeqCst);
                assert_ne!(number, 7, "one of them fails");
            })
        });
        let drawn = futures_util::future::join_all(drawings).await;
        assert_eq!(drawn.iter().filter(|done| done.is_ok()).count(), 19);
        assert!(most.load(Ordering::SeqCst) <= 2);
        // The failed drawing has freed its place.
        for number in 0..3 {
            assert_eq!(pool.run(move || number).await.ok(), Some(number));
        }
    }

    #[tokio::test]
    async fn a_thread_knows_that_it_is_of_a_pool() {
        assert_eq!(Pool::with(1).run(is_beside).await.ok(), Some(true));
        assert!(!is_beside());
    }
}
