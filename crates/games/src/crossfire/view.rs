//! What each audience may see of a match of Crossfire.

use serde::{Deserialize, Serialize};

use super::board::{Arrow, Facing};
use super::options::{Anomalies, OnTimeout};
use super::rules::{Crossfire, Last, Phase};
use crate::{Audience, BySeat, Cell, Outcome, Seat};

/// What somebody may see. A bid that is still secret is in it only for the one who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub phase: Phase,
    pub to_act: Vec<Seat>,
    pub outcome: Option<Outcome>,
    /// Chips of each player at the start.
    pub start_chips: u32,
    pub anomalies: Anomalies,
    pub on_timeout: OnTimeout,
    pub round: u32,
    pub chips: BySeat<u32>,
    /// What each lost to the clock since the open prompt was asked.
    pub drained: BySeat<u32>,
    /// Who has bid in this round.
    pub has_bid: BySeat<bool>,
    /// This round's bids, as far as they may be seen; one may be [unplayed](View::is_unplayed).
    pub bids: BySeat<Option<u32>>,
    /// Who wins this round if both bid the same; None when it is bid for no more.
    pub tie_winner: Option<Seat>,
    /// Whose bid counts 2 more in this round.
    pub bonus: Option<Seat>,
    pub lost_last: Option<Seat>,
    /// The highest bid after which a seat could surely still act if it won: all its chips with an
    /// arrow on the board. None: even after a bid of 0 it might be stuck.
    pub safe_bid: BySeat<Option<u32>>,
    /// In the order A1, A2, … D4.
    pub arrows: Vec<Placed>,
    /// The DMO's spawn spaces, then the EC's.
    pub spaces: Vec<Space>,
    /// Whether they are the host's own.
    #[serde(default)]
    pub own_spaces: bool,
    pub goals: BySeat<u32>,
    /// What the last winner of a bid did.
    pub last: Option<Last>,
}

/// An arrow and where it stands.
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
    /// Where an arrow faces that is spawned there.
    pub facing: Facing,
    /// How often it was used.
    pub spawned: u8,
    /// What the next spawn there costs.
    pub cost: u32,
}

impl View {
    /// Whether a spawn space of this seat is empty.
    pub fn has_open_space(&self, seat: Seat) -> bool {
        let is_free = |cell: Cell| self.arrows.iter().all(|placed| placed.cell != cell);
        let mut own = self.spaces.iter().filter(|space| space.owner == seat);
        own.any(|space| is_free(space.cell))
    }

    pub(super) fn of(game: &Crossfire, to: Audience) -> View {
        let bidding = game.phase == Phase::Bidding;
        // A bid that nobody answered any more was never played.
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
            anomalies: game.options.anomalies,
            on_timeout: game.options.on_timeout,
            round: game.round,
            chips: game.chips,
            drained: game.drained,
            has_bid: game.bids.map(Option::is_some),
            bids: BySeat::new(|seat| game.bids[seat].filter(|_| may_see(seat))),
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
