//! One after the other: what one person types, what is pressed in one panel.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Turns by number, a person's or a panel's, each with what is kept between two of them. Of a thousand at most, but for those that somebody has now.
#[derive(Debug)]
pub struct Turns<T>(Mutex<HashMap<u64, Arc<tokio::sync::Mutex<T>>>>);

const MOST: usize = 1_000;

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Turns(Mutex::default())
    }
}

impl<T: Default> Turns<T> {
    /// Whoever locks it has the turn; the others come in the order in which they asked.
    pub fn of(&self, number: u64) -> Arc<tokio::sync::Mutex<T>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() >= MOST {
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        }
        turns.entry(number).or_default().clone()
    }
}
