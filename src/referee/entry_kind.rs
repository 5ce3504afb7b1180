//! What an entry of a journal was.

use serde::{Deserialize, Serialize};

use games::{Author, Happening, Party};
use matches::Event;

/// What an entry was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// An act, with what everybody learnt of it: where that is nothing it was made in secret.
    Act {
        by: Author,
        whose: Option<Party>,
        told: Vec<Happening>,
    },
    /// Anything else; never [`Event::Act`].
    Event(Event),
    /// A rewind to before this one, which is undone by it.
    Undoing { entry: i64 },
    /// A rewind to before this undoing: the match is taken back after all.
    Redoing { entry: i64 },
    /// What ended the match, whose result waits for a host: it could tell who has won.
    Ending,
    /// What a host has decided after that end.
    AfterEnd,
}
