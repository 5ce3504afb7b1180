//! What each audience may see of a match of Roundabout.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::{Outer, Roundabout, Space};
use super::position::Position;
use super::rules::{Phase, RoundaboutMatch, Sign};
use crate::{Audience, BySeat, CastId, Outcome, Seat};

/// What one reader may see. During a turn, the board is as it was when the turn began, even for its
/// player: nobody may see a picture of the moves before the turn ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub phase: Phase,
    pub to_act: Option<Seat>,
    pub outcome: Option<Outcome>,
    /// Whether the movement has begun. From then on, spaces and cars have no numbers.
    pub moving: bool,
    pub entourages: BySeat<[CastId; 3]>,
    pub first: Option<Seat>,
    /// The space of the party to which each seat's entourage must come.
    pub party: BySeat<Option<Space>>,
    /// The cars on the board.
    pub cars: BTreeMap<CastId, Space>,
    /// In order of arrival.
    pub home: Vec<CastId>,
    /// Sorted.
    pub hand: BySeat<Vec<u8>>,
    /// Every card in order.
    pub played: BySeat<Vec<u8>>,
    /// Whether the seat's next turn is skipped.
    pub fined: BySeat<bool>,
    /// Named beside the board and never drawn on a car: that would show whose car it is.
    pub signs: BySeat<Option<Sign>>,
    /// How many moves went around the roundabout of each seat's yield sign since it was placed.
    pub yield_used: BySeat<u8>,
    pub turn: Option<TurnView>,
    /// After this many cards the match is a tie.
    pub max_turns: Option<u64>,
    #[serde(default)]
    pub outer: Outer,
}

/// The turn in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnView {
    pub seat: Seat,
    pub card: u8,
    /// Only for its player.
    pub so_far: Option<InProgress>,
}

/// The moves of the turn in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InProgress {
    pub moves: Vec<(CastId, Roundabout)>,
    /// Cars that these moves brought home.
    pub came_home: Vec<CastId>,
    pub sign: Option<Sign>,
}

impl View {
    pub(super) fn of(game: &RoundaboutMatch, to: Audience) -> View {
        let mut view = View {
            phase: game.phase,
            to_act: game.phase.to_act(),
            outcome: game.outcome,
            moving: game.moving,
            entourages: game.entourages,
            first: game.first,
            party: game.party,
            cars: cars(game, &game.position),
            home: game.home.clone(),
            hand: game.hand.clone(),
            played: game.played.clone(),
            fined: game.fined,
            signs: game.signs,
            yield_used: game.yield_used,
            turn: None,
            max_turns: game.options.max_turns,
            outer: game.options.outer,
        };
        let Some(turn) = &game.turn else {
            return view;
        };
        let sees_moves = to == Audience::All || to == Audience::Seat(turn.seat);
        view.turn = Some(TurnView {
            seat: turn.seat,
            card: turn.card,
            so_far: sees_moves.then(|| InProgress {
                moves: turn.moves.clone(),
                came_home: game.home[turn.start.home..].to_vec(),
                sign: turn.sign,
            }),
        });
        if to != Audience::All {
            view.cars = cars(game, &turn.start.position);
            view.home.truncate(turn.start.home);
            view.yield_used = turn.start.yield_used;
            // The player's last sign was removed when the turn began.
            view.signs[turn.seat] = None;
        }
        view
    }
}

fn cars(game: &RoundaboutMatch, position: &Position) -> BTreeMap<CastId, Space> {
    let ids = game.cast.ids();
    ids.filter_map(|car| Some((car, position.space(car)?)))
        .collect()
}
