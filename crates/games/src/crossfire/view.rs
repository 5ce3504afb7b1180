//! What each audience may see of a match of Crossfire.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::board::{Arrow, Facing};
use super::options::{Anomaly, OnTimeout};
use super::rules::{Crossfire, Last, Phase};
use crate::{Audience, BySeat, Cell, Outcome, Seat};

/// What one reader may see. A secret bid is only in the view of its bidder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub phase: Phase,
    pub to_act: Vec<Seat>,
    pub outcome: Option<Outcome>,
    /// Chips of each player at the start.
    pub start_chips: u32,
    pub anomalies: BTreeSet<Anomaly>,
    pub on_timeout: OnTimeout,
    pub round: u32,
    pub chips: BySeat<u32>,
    /// The chips that each seat lost to the clock since the open prompt was asked.
    pub drained: BySeat<u32>,
    /// Which seats have bid in this round.
    pub has_bid: BySeat<bool>,
    /// This round's bids, if the reader may see them; one may be [unplayed](View::is_unplayed).
    pub bids: BySeat<Option<u32>>,
    /// The seat that wins this round if both bid the same; None after the bidding.
    pub tie_winner: Option<Seat>,
    /// The seat whose bid counts 2 more in this round.
    pub bonus: Option<Seat>,
    pub lost_last: Option<Seat>,
    /// The highest bid after which a seat that wins can certainly act: all its chips if it has an
    /// arrow on the board. None: it may be stuck even after a bid of 0.
    pub safe_bid: BySeat<Option<u32>>,
    /// In the order A1, A2, … D4.
    pub arrows: Vec<Placed>,
    /// The DMO's spawn spaces, then the EC's.
    pub spaces: Vec<Space>,
    /// Whether the host chose them.
    #[serde(default)]
    pub own_spaces: bool,
    pub goals: BySeat<u32>,
    /// What the last winner of a bid did.
    pub last: Option<Last>,
}

/// An arrow and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    pub cell: Cell,
    pub arrow: Arrow,
}

/// A spawn space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    pub cell: Cell,
    pub owner: Seat,
    /// The direction of an arrow spawned there.
    pub facing: Facing,
    /// How often it was used.
    pub spawned: u8,
    /// The price of the next spawn there.
    pub cost: u32,
}

impl View {
    pub fn arrow(&self, cell: Cell) -> Option<Arrow> {
        let placed = self.arrows.iter().find(|placed| placed.cell == cell);
        placed.map(|placed| placed.arrow)
    }

    /// The spawn spaces of a seat.
    pub fn spaces_of(&self, seat: Seat) -> impl Iterator<Item = &Space> {
        self.spaces.iter().filter(move |space| space.owner == seat)
    }

    /// Those on which no arrow is.
    pub fn open_spaces(&self, seat: Seat) -> impl Iterator<Item = &Space> {
        let spaces = self.spaces_of(seat);
        spaces.filter(|space| self.arrow(space.cell).is_none())
    }

    pub(super) fn of(game: &Crossfire, to: Audience) -> View {
        let bidding = game.phase == Phase::Bidding;
        // A bid that the opponent never answered was never played.
        let open = Seat::BOTH.into_iter().all(|seat| game.bids[seat].is_some());
        let may_see = |seat: Seat| open || to == Audience::All || to == Audience::Seat(seat);
        let placed = |(cell, arrow)| Placed { cell, arrow };
        let spaces_of = |owner: Seat| {
            let spaces = game.spaces(owner);
            spaces
                .iter()
                .enumerate()
                .map(move |(place, (cell, facing))| Space {
                    cell: *cell,
                    owner,
                    facing: *facing,
                    spawned: game.spawned[owner][place],
                    cost: game.cost(owner, place),
                })
        };
        View {
            phase: game.phase,
            to_act: game.to_act().collect(),
            outcome: game.outcome,
            start_chips: game.options.chips,
            anomalies: game.options.anomalies.clone(),
            on_timeout: game.options.on_timeout,
            round: game.round,
            chips: game.chips,
            drained: game.drained,
            has_bid: game.bids.map(Option::is_some),
            bids: BySeat::new(|seat| if may_see(seat) { game.bids[seat] } else { None }),
            tie_winner: bidding.then(|| game.tie_winner()),
            bonus: game.bonus(),
            lost_last: game.lost_last,
            safe_bid: BySeat::new(|seat| game.safe_bid(seat)),
            arrows: game.board.arrows().map(placed).collect(),
            spaces: Seat::BOTH.into_iter().flat_map(spaces_of).collect(),
            own_spaces: game.options.spawns.is_some(),
            goals: game.goals,
            last: game.last.clone(),
        }
    }

    /// Whether a seat's bid was sealed when the match ended, so that it was never played.
    pub fn is_unplayed(&self, seat: Seat) -> bool {
        self.phase == Phase::Over && self.has_bid[seat] && !self.has_bid[seat.other()]
    }
}
