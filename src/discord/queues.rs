//! One after the other: what one person types, what changes one message or one set-up.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedMutexGuard};

/// Turns by number, a person's or a message's, each with what is kept between two of them. Of a
/// thousand at most, but for those that somebody waits for.
#[derive(Debug)]
pub struct Queues<T>(Mutex<HashMap<u64, Arc<Queue<T>>>>);

const MOST: usize = 1_000;

/// Those who wait for one after the other, by the ids of what they do, which are in the order in
/// which it was done.
#[derive(Debug, Default)]
struct Queue<T> {
    waiting: Mutex<BTreeSet<u64>>,
    /// Somebody is done.
    left: Notify,
    kept: Arc<tokio::sync::Mutex<T>>,
}

/// A place among those who wait, until it is first dropped.
#[derive(Debug)]
pub struct Ticket<T> {
    queue: Arc<Queue<T>>,
    id: u64,
}

impl<T> Default for Queues<T> {
    fn default() -> Self {
        Queues(Mutex::default())
    }
}

impl<T: Default> Queues<T> {
    /// The place of what has this id, one however often it is asked for: first before anything is
    /// awaited, so that whatever was done later comes later, however long that takes.
    pub fn of(&self, number: u64, id: u64) -> Ticket<T> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() >= MOST {
            turns.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let queue = turns.entry(number).or_default().clone();
        queue.waiting().insert(id);
        Ticket { queue, id }
    }
}

impl<T> Ticket<T> {
    /// Waits until everybody before is done; what is kept is theirs until they let go of it.
    pub async fn come(&self) -> OwnedMutexGuard<T> {
        loop {
            let left = self.queue.left.notified();
            if self.is_first() {
                break;
            }
            left.await;
        }
        self.queue.kept.clone().lock_owned().await
    }

    /// As [`Ticket::come`]; None where somebody has to be waited for.
    pub fn try_come(&self) -> Option<OwnedMutexGuard<T>> {
        let kept = || self.queue.kept.clone().try_lock_owned().ok();
        self.is_first().then(kept).flatten()
    }

    /// Whether everybody before is done.
    fn is_first(&self) -> bool {
        self.queue.waiting().range(..self.id).next().is_none()
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.queue.waiting().remove(&self.id);
        self.queue.left.notify_waiters();
    }
}

impl<T> Queue<T> {
    fn waiting(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_was_first_is_first_however_long_they_take() {
        let turns = Queues::<Vec<u64>>::default();
        // Each in the place of its id, in the order in which they ask for their turn.
        let mut waiting: Vec<_> = [3, 1, 2].map(|id| turns.of(7, id)).into_iter().collect();
        let given_up = turns.of(7, 0);
        let other = turns.of(8, 9);
        other.come().await.push(9);
        let taken: Vec<_> = waiting
            .drain(..)
            .map(|turn| {
                tokio::spawn(async move {
                    let mut done = turn.come().await;
                    // As long as it lasts, nobody else comes.
                    tokio::task::yield_now().await;
                    done.push(turn.id);
                })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(taken.iter().all(|turn| !turn.is_finished()));
        drop(given_up);
        for turn in taken {
            turn.await.unwrap();
        }
        assert_eq!(*turns.of(7, 10).come().await, [1, 2, 3]);
    }

    #[tokio::test]
    async fn who_asks_too_late_waits_for_who_has_the_turn() {
        let turns = Queues::<Vec<u64>>::default();
        let second = turns.of(7, 2);
        let mut done = second.come().await;
        let first = turns.of(7, 1);
        let came = tokio::spawn(async move { first.come().await.push(1) });
        tokio::task::yield_now().await;
        assert!(turns.of(7, 0).try_come().is_none());
        done.push(2);
        drop(done);
        came.await.unwrap();
        assert_eq!(*second.come().await, [2, 1]);
    }
}
