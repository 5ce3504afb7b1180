//! What an entry of a journal was.

use serde::{Deserialize, Serialize};

use games::{Author, Happening, Party};
use matches::Event;

/// What an entry was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// An act, with what everybody learnt of it. Empty if it was made in secret.
    Act {
        by: Author,
        whose: Option<Party>,
        told: Vec<Happening>,
    },
    /// Anything else; never [`Event::Act`].
    Event(Event),
    /// A rewind to before the rewind `entry`, which undoes that one.
    Undoing { entry: i64 },
    /// A rewind to before the undoing `entry`: the match is taken back after all.
    Redoing { entry: i64 },
    /// What ended the match, while the result waits for a host: the entry could tell who won.
    Ending,
    /// What a host has decided after that end.
    AfterEnd,
}
