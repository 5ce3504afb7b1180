//! Where pictures are drawn: away from the async threads, and no more at once than there are processors. More would finish none sooner, and all of
//! them later. Whoever draws gives way to whoever answers a person.

use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinError;

const NAME: &str = "easel";

/// A place for as many drawings at once as there are processors. Who comes first is served first.
#[derive(Clone)]
pub struct Easel(Arc<Places>);

/// Threads of their own, as many as there are places.
struct Places(Option<Runtime>);

impl Default for Easel {
    fn default() -> Self {
        Easel::with(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Easel {
    fn with(places: usize) -> Easel {
        let threads = Builder::new_current_thread()
            .max_blocking_threads(places)
            .on_thread_start(give_way)
            .thread_name(NAME)
            .build();
        // It has neither timers nor sockets, which are all that could not be had.
        Easel(Arc::new(Places(Some(threads.unwrap()))))
    }

    /// Does the work when there is a place for it, and gives what came of it.
    ///
    /// # Errors
    /// It panicked.
    pub async fn draw<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        match &self.0.0 {
            Some(threads) => threads.spawn_blocking(work).await,
            // Only while the places are taken down, when nobody has them any more.
            None => tokio::task::spawn_blocking(work).await,
        }
    }
}

impl Drop for Places {
    fn drop(&mut self) {
        // Nobody waits for what is being drawn; and an async thread may not.
        if let Some(threads) = self.0.take() {
            threads.shutdown_background();
        }
    }
}

/// Whether this is one of the threads that draw. Where one of them panics, a picture is missing and nothing else.
pub fn is_drawing() -> bool {
    std::thread::current().name() == Some(NAME)
}

/// Lets everybody else go first. On Linux this is of the calling thread alone; elsewhere it would be of the whole process.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!("drawing has the priority of everything else: {error}");
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

    #[tokio::test]
    async fn who_draws_is_known() {
        assert_eq!(Easel::with(1).draw(is_drawing).await.ok(), Some(true));
        assert!(!is_drawing());
    }
}
