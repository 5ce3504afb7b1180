//! Draws pictures away from the async threads, at most one for each processor at a time. More would
//! finish none earlier, and all of them later.

use std::cell::Cell;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

thread_local! {
    static IS_DRAWING: Cell<bool> = const { Cell::new(false) };
}

/// As many places as there are processors, first come, first served.
#[derive(Clone)]
pub struct DrawPool(Arc<Semaphore>);

impl Default for DrawPool {
    fn default() -> Self {
        DrawPool::with(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl DrawPool {
    fn with(places: usize) -> DrawPool {
        DrawPool(Arc::new(Semaphore::new(places)))
    }

    /// Draws or decodes a picture once there is a place.
    ///
    /// # Errors
    /// It panicked.
    pub async fn draw<T: Send + 'static>(
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

/// Whether this thread is drawing. If it panics then, only a picture is missing.
pub fn is_drawing() -> bool {
    IS_DRAWING.get()
}

/// Marks a thread as drawing while it lives.
struct Mark;

impl Mark {
    fn set() -> Mark {
        IS_DRAWING.set(true);
        Mark
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        IS_DRAWING.set(false);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn no_more_pictures_are_drawn_at_once_than_there_are_places() {
        let draw_pool = DrawPool::with(2);
        let (busy, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let drawings = (0..20).map(|number| {
            let (busy, most) = (busy.clone(), most.clone());
            draw_pool.draw(move || {
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
            assert_eq!(draw_pool.draw(move || number).await.ok(), Some(number));
        }
    }

    #[tokio::test]
    async fn a_thread_knows_that_it_draws() {
        assert_eq!(DrawPool::with(1).draw(is_drawing).await.ok(), Some(true));
        assert!(!is_drawing());
    }
}
