//! Where pictures are drawn: away from the async threads, and no more at once than there are processors. More would finish none sooner, and all of
//! them later; and they would take the processors from whoever waits for an answer.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// A place for as many drawings at once as there are processors. Who comes first is served first.
#[derive(Clone)]
pub struct Easel(Arc<Semaphore>);

impl Default for Easel {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Easel(Arc::new(Semaphore::new(processors)))
    }
}

impl Easel {
    /// Does the work when there is a place for it, and gives what came of it.
    ///
    /// # Errors
    /// It panicked.
    pub async fn draw<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // An error would mean that the places were closed, which nobody does; the work is done all the same.
        let place = self.0.clone().acquire_owned().await;
        tokio::task::spawn_blocking(move || {
            let drawn = work();
            drop(place);
            drawn
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn no_more_are_drawn_at_once_than_there_are_places() {
        let easel = Easel(Arc::new(Semaphore::new(2)));
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
        assert_eq!(easel.0.available_permits(), 2);
    }
}
