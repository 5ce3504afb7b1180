//! What each audience may see of a match of Gridlock.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::notation::GuardStep;
use super::rules::{Find, Gridlock, Phase, Tile};
use crate::{Audience, BySeat, CastId, Cell, Outcome, Seat};

/// What one reader may see. Hiding places are only in it if this reader may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub phase: Phase,
    pub to_act: Option<Seat>,
    pub outcome: Option<Outcome>,
    pub size: u8,
    pub guard: Cell,
    /// Row by row from the top.
    pub tiles: Vec<Tile>,
    /// The Guard's last move: from, to.
    pub last: Option<(Cell, Cell)>,
    pub first: Option<Seat>,
    pub horizontal: Option<Seat>,
    pub score: BySeat<u32>,
    pub target: u32,
    /// How many safe players there are, and how many of them have hidden.
    pub safe: u32,
    pub sealed: u32,
    /// The finds so far, in order.
    pub finds: Vec<Find>,
    /// The people who have not hidden yet: only for the host, and only before the match begins.
    pub missing: Option<Vec<CastId>>,
    /// Hiding places: a safe player's own, or all of them once the match is over.
    pub hidden: BTreeMap<CastId, Cell>,
}

impl View {
    pub(super) fn tile(&self, cell: Cell) -> Tile {
        self.tiles[usize::from(cell.row) * usize::from(self.size) + usize::from(cell.column)]
    }

    /// Along a seat's axis, whether it is open or not.
    pub(super) fn steps(&self, seat: Seat) -> [GuardStep; 2] {
        GuardStep::along(self.horizontal == Some(seat))
    }

    pub(super) fn of(game: &Gridlock, to: Audience) -> View {
        let over = game.outcome.is_some();
        let may_see = |id: CastId| match to {
            Audience::All => true,
            Audience::Cast(me) => over || me == id,
            Audience::Public | Audience::Seat(_) | Audience::Host => over,
        };
        let hiding = game.phase == Phase::Hiding;
        let sees_missing = matches!(to, Audience::Host | Audience::All);
        View {
            phase: game.phase,
            to_act: game.to_act(),
            outcome: game.outcome,
            size: game.options.size,
            guard: game.guard,
            tiles: game.tiles.clone(),
            last: game.last,
            first: game.first,
            horizontal: game.horizontal,
            score: game.score,
            target: game.options.target,
            safe: game.cast.safe_players().count() as u32,
            sealed: game.hidden.len() as u32,
            finds: game.finds.clone(),
            missing: (hiding && sees_missing).then(|| game.missing()),
            hidden: game
                .hidden
                .iter()
                .filter(|(id, _)| may_see(**id))
                .map(|(id, cell)| (*id, *cell))
                .collect(),
        }
    }
}
