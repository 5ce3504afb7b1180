//! Which messages were taken already.

use std::collections::BTreeSet;

/// The messages of one person that were taken last, by their ids.
#[derive(Debug, Default)]
pub struct Taken(BTreeSet<u64>);

impl Taken {
    /// How many are kept: the same one comes twice within moments, as an event and among what was
    /// missed.
    const MOST: usize = 100;

    /// Whether a message was taken, of those that are kept.
    pub fn holds(&self, message: u64) -> bool {
        self.0.contains(&message)
    }

    /// Whether a message was not taken yet; it is now.
    pub fn is_new(&mut self, message: u64) -> bool {
        let is_new = self.0.insert(message);
        if self.0.len() > Taken::MOST {
            self.0.pop_first();
        }
        is_new
    }
}
