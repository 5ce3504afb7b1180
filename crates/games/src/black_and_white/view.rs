//! What each audience may see of a match of Black and White.

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::rules::{BlackAndWhite, Hand, Round, Tile};
use crate::{Audience, BySeat, Outcome, Seat};

/// What one reader may see. Numbers are only in it if this reader may know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub options: Options,
    pub to_act: Option<Seat>,
    pub outcome: Option<Outcome>,
    pub set: u8,
    pub round: u8,
    /// None until the DMO has chosen.
    pub leader: Option<Seat>,
    /// In this set.
    pub points: BySeat<u8>,
    pub played: Vec<Round>,
    /// In the order of their numbers if these are visible, else the black tiles first.
    pub hands: BySeat<Vec<Tile>>,
}

impl View {
    pub(super) fn of(game: &BlackAndWhite, to: Audience) -> View {
        let all = to == Audience::All || game.outcome.is_some();
        let sees = |seat: Seat| all || to == Audience::Seat(seat);
        let tile = |number: &u8| Tile::of(*number, Hand::Own);
        let tiles = |hand: &Vec<u8>| -> Vec<Tile> { hand.iter().map(tile).collect() };
        let mut hands = game.hands.map(tiles);
        let mut played = game.played.clone();
        for seat in Seat::BOTH.into_iter().filter(|seat| !sees(*seat)) {
            let on_table = played
                .iter_mut()
                .filter_map(|round| round.tiles[seat].as_mut());
            for tile in on_table.chain(&mut hands[seat]) {
                tile.number = None;
            }
            hands[seat].sort_by_key(|tile| tile.colour);
        }
        View {
            options: (*game.options).clone(),
            to_act: game.to_act(),
            outcome: game.outcome,
            set: game.set,
            round: game.round,
            leader: game.leader,
            points: game.points,
            played,
            hands,
        }
    }

    /// The rounds of a set in which a tile has been played.
    pub fn rounds_of(&self, set: u8) -> impl Iterator<Item = &Round> {
        self.played.iter().filter(move |round| round.set == set)
    }
}
