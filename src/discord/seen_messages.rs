//! Remembers which messages were taken already.

use crate::store::MessageId;
use std::collections::BTreeSet;

/// The ids of one person's messages that were taken last.
#[derive(Debug, Default)]
pub struct SeenMessages(BTreeSet<MessageId>);

impl SeenMessages {
    /// How many are kept: the same message may come twice within moments, as an event and from the
    /// search for missed messages.
    const MAX: usize = 100;

    /// Whether a message is among those that were taken.
    pub fn holds(&self, message: MessageId) -> bool {
        self.0.contains(&message)
    }

    /// Whether a message was not taken yet. Notes it as taken.
    pub fn is_new(&mut self, message: MessageId) -> bool {
        let is_new = self.0.insert(message);
        if self.0.len() > SeenMessages::MAX {
            self.0.pop_first();
        }
        is_new
    }
}
