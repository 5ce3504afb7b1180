//! People's faces: avatars, or generated faces for people without one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{CastId, GameId};
use canvas::{Avatar, Bitmap, Tint, creature};

/// People's faces by their place in the cast. People without an avatar here get a generated face.
#[derive(Clone, Default)]
pub struct Faces {
    avatars: BTreeMap<CastId, Avatar>,
    /// The background colours of generated faces, by the same place. If empty, each has its own
    /// colour.
    grounds: Vec<usize>,
    /// The game that hides all faces, even generated ones.
    hidden_for: Option<GameId>,
}

impl Faces {
    /// Faces without any avatars.
    pub fn new() -> Faces {
        Faces::default()
    }

    /// Hides all faces for a match of this game.
    pub fn hidden_for(game: GameId) -> Faces {
        Faces {
            hidden_for: Some(game),
            ..Faces::default()
        }
    }

    /// The game that hides all faces; None if they are shown.
    pub fn hiding(&self) -> Option<GameId> {
        self.hidden_for
    }

    /// Gives somebody an avatar.
    pub fn set(&mut self, who: CastId, avatar: Avatar) {
        self.avatars.insert(who, avatar);
    }

    /// The faces for a picture of these people, in the order of the cast: no two generated ones
    /// look alike. People with avatars get one too, so that an avatar which comes or goes changes
    /// no other face.
    pub fn told_apart<'a>(&self, names: impl Iterator<Item = &'a str>) -> Faces {
        Faces {
            avatars: self.avatars.clone(),
            grounds: creature::grounds(names),
            hidden_for: self.hidden_for,
        }
    }

    /// The faces with avatars in few colours, for a moving picture, and these colours.
    pub fn in_few_colours(&self) -> (Faces, Vec<Tint>) {
        let avatars: Vec<Avatar> = self.avatars.values().cloned().collect();
        let (few, tints) = Avatar::in_few_colours(&avatars);
        let faces = Faces {
            avatars: self.avatars.keys().copied().zip(few).collect(),
            ..self.clone()
        };
        (faces, tints)
    }

    /// The background colour of somebody's generated face; None for its own.
    pub(super) fn ground(&self, who: CastId) -> Option<usize> {
        self.grounds.get(usize::from(who.0)).copied()
    }

    /// Somebody's avatar, `side` pixels wide.
    pub(super) fn avatar(&self, who: CastId, side: u32) -> Option<Arc<Bitmap>> {
        Some(self.avatars.get(&who)?.sized(side))
    }
}
