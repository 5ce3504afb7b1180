//! How a game's own types are told. Their sentences are in the game's `say`.

use std::fmt::Debug;

use super::{Cast, CastId, Refusal, Seat};

/// An action of one game, as small as possible.
pub trait GameAction: Clone + Debug + PartialEq {
    /// Reads an action in the notation of the game's page.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] with the forms that exist, [`Refusal::UnknownName`], or a refusal of
    /// the game.
    fn read(text: &str, cast: &Cast) -> Result<Self, Refusal>;

    /// It in notation. [`GameAction::read`] reads it back.
    fn write(&self, cast: &Cast) -> String;

    /// It in words that are short enough for a button.
    fn label(&self, cast: &Cast) -> String {
        self.write(cast)
    }

    /// Says it to the person who did it: `you bid 3`.
    fn done(&self, cast: &Cast) -> String;

    /// What it tells single people in private.
    fn tells(&self, _cast: &Cast) -> Vec<(CastId, String)> {
        Vec::new()
    }
}

/// Something that everybody learns about a match of one game.
pub trait Happens {
    /// Says what happened, for everybody; empty if there is nothing to say.
    fn say(&self, cast: &Cast) -> String;

    /// How it is told, apart from its words.
    fn manner(&self) -> Manner {
        Manner::shown(Placement::News)
    }
}

/// Why the rules of a game refuse an action.
pub trait Refuses {
    /// Says why an action was refused, and what works instead.
    fn say(&self, cast: &Cast) -> String;

    /// Whether it means that the text is no notation of the game at all.
    fn is_of_notation(&self) -> bool {
        false
    }
}

/// Why a game cannot be played with these people and options.
pub trait RefusesSetup {
    /// Says why a match cannot be opened like this. `shown` writes names.
    fn say(&self, shown: &dyn Fn(&str) -> String) -> String;
}

/// How a happening is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    pub placement: Placement,
    /// Whether the match's next board shows it too, so that the board which shows it first may be
    /// skipped.
    pub is_on_next_board: bool,
    /// If it is about lateness: who was late, and how many pieces of
    /// [`Catalogue::price`](super::Catalogue::price) they have left if it cost them one.
    pub late: Option<(Seat, Option<u32>)>,
}

impl Manner {
    pub fn shown(placement: Placement) -> Manner {
        Manner {
            placement,
            is_on_next_board: false,
            late: None,
        }
    }
}

/// Where a happening is shown when no new prompt is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// On the match's card: how many have chosen.
    Card,
    /// In the open prompt's post.
    Prompt,
    /// In a post of its own.
    News,
}
