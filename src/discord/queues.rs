//! Queues for work that has to be done one after the other: a person's messages, edits of a
//! message, presses of a set-up panel.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedMutexGuard};

/// Queues by number (a person's, a message's), each with a value that is passed from turn to turn.
/// At most a thousand, plus those in which somebody waits.
#[derive(Debug)]
pub struct Queues<T>(Mutex<HashMap<u64, Arc<Queue<T>>>>);

const MAX: usize = 1_000;

/// One queue. Work waits in the order of its Discord ids, which is the order in which it was
/// requested.
#[derive(Debug, Default)]
struct Queue<T> {
    waiting: Mutex<BTreeSet<u64>>,
    /// Notified whenever a turn has ended.
    left: Notify,
    kept: Arc<tokio::sync::Mutex<T>>,
}

/// A place in a queue, until any copy of it is dropped.
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
    /// A place in queue `number` for the work with this id. Take it before the first await, so that
    /// later work comes later, however long this takes.
    pub fn ticket(&self, number: u64, id: u64) -> Ticket<T> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() >= MAX {
            turns.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        let queue = turns.entry(number).or_default().clone();
        queue.waiting().insert(id);
        Ticket { queue, id }
    }
}

impl<T> Ticket<T> {
    /// Waits until all earlier work is done. The queue's value is held until the guard is dropped.
    pub async fn wait_turn(&self) -> OwnedMutexGuard<T> {
        loop {
            let left = self.queue.left.notified();
            if self.is_first() {
                break;
            }
            left.await;
        }
        self.queue.kept.clone().lock_owned().await
    }

    /// Whether all earlier work is done.
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
    async fn turns_come_in_the_order_of_their_ids() {
        let turns = Queues::<Vec<u64>>::default();
        // Each waits in the order of its id, whatever order they ask in.
        let mut waiting: Vec<_> = [3, 1, 2]
            .map(|id| turns.ticket(7, id))
            .into_iter()
            .collect();
        let given_up = turns.ticket(7, 0);
        let other = turns.ticket(8, 9);
        other.wait_turn().await.push(9);
        let taken: Vec<_> = waiting
            .drain(..)
            .map(|turn| {
                tokio::spawn(async move {
                    let mut done = turn.wait_turn().await;
                    // Meanwhile nobody else gets a turn.
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
        assert_eq!(*turns.ticket(7, 10).wait_turn().await, [1, 2, 3]);
    }

    #[tokio::test]
    async fn an_earlier_id_that_asks_late_waits_for_the_turn_to_end() {
        let turns = Queues::<Vec<u64>>::default();
        let second = turns.ticket(7, 2);
        let mut done = second.wait_turn().await;
        let first = turns.ticket(7, 1);
        let came = tokio::spawn(async move { first.wait_turn().await.push(1) });
        tokio::task::yield_now().await;
        done.push(2);
        drop(done);
        came.await.unwrap();
        assert_eq!(*second.wait_turn().await, [2, 1]);
    }
}
