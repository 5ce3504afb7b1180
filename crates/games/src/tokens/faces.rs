//! People's pictures: avatars, and generated ones for everybody else.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{CastId, GameId};
use canvas::{Avatar, Bitmap, creature};

/// People's pictures by their place in the cast. People without one here get a generated one.
#[derive(Clone, Default)]
pub struct Faces {
    avatars: BTreeMap<CastId, Avatar>,
    /// The grounds of generated ones, by the same place; empty: each has its own.
    grounds: Vec<usize>,
    /// The game for whose sake nobody's face is shown, generated ones neither.
    hidden_for: Option<GameId>,
}

impl Faces {
    /// Nobody has an avatar yet.
    pub fn new() -> Faces {
        Faces::default()
    }

    /// Nobody's face is shown, for the sake of a match of this game.
    pub fn hidden_for(game: GameId) -> Faces {
        Faces {
            hidden_for: Some(game),
            ..Faces::default()
        }
    }

    /// The game for whose sake nobody's face is shown; None where they are.
    pub fn hiding(&self) -> Option<GameId> {
        self.hidden_for
    }

    /// Gives somebody an avatar.
    pub fn set(&mut self, who: CastId, avatar: Avatar) {
        self.avatars.insert(who, avatar);
    }

    /// The same for a picture of these people, in the order of the cast: no two generated ones are
    /// mistaken for each other. Who has an avatar has a generated one too, that one which comes or
    /// goes changes nobody else's.
    pub fn told_apart<'a>(&self, names: impl Iterator<Item = &'a str>) -> Faces {
        Faces {
            avatars: self.avatars.clone(),
            grounds: creature::grounds(names),
            hidden_for: self.hidden_for,
        }
    }

    /// The same without avatars.
    pub fn generated(&self) -> Faces {
        Faces {
            avatars: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// The ground of somebody's generated face; None for its own.
    pub(super) fn ground(&self, who: CastId) -> Option<usize> {
        self.grounds.get(usize::from(who.0)).copied()
    }

    /// Somebody's avatar, so many pixels wide.
    pub(super) fn avatar(&self, who: CastId, side: u32) -> Option<Arc<Bitmap>> {
        Some(self.avatars.get(&who)?.sized(side))
    }
}
