//! Black and White's rules.

use serde::{Deserialize, Serialize};

use super::options::{OnTie, Options};
use crate::{Author, BySeat, MatchOf, Outcome, Reason, Seat, words};

pub(super) const POINTS: Reason = Reason::new(&("points", "on points"));
pub(super) const TIE_DMO: Reason = Reason::new(&("tie_dmo", "as the DMO, after tied sets"));
pub(super) const TIE: Reason = Reason::new(&("tie", "in a tie"));

/// A match of Black and White.
pub type BlackAndWhite = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// From 1.
    pub(super) set: u8,
    /// From 1 in each set.
    pub(super) round: u8,
    /// The seat that leads this round; None until the DMO has chosen.
    pub(super) leader: Option<Seat>,
    /// The numbers of the tiles that are left, sorted.
    pub(super) hands: BySeat<Vec<u8>>,
    /// Every round in which a tile has been played, in order.
    pub(super) played: Vec<Round>,
    /// In this set.
    pub(super) points: BySeat<u8>,
}

/// A round in which a tile has been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub set: u8,
    pub round: u8,
    pub leader: Seat,
    pub tiles: BySeat<Option<Tile>>,
    /// None while it is open, or if it was equal.
    pub winner: Option<Seat>,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    pub colour: Colour,
    /// None in the view of a reader who may not know it.
    pub number: Option<u8>,
    pub by: Hand,
}

/// Who played a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    Own,
    Clock,
    Host,
}

words! {
    /// A tile's colour, which everybody sees.
    pub enum Colour {
        Black = "black",
        White = "white",
    }
}

/// What everybody learns: never a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// Who leads the first round.
    Chosen(Seat),
    Played(Seat, Colour),
    /// The winner of a round (None if it was equal), and the points so far.
    Won(Option<Seat>, BySeat<u8>),
    /// The set was equal. The number of the next set, and the seat that leads it.
    Replay(u8, Seat),
    /// This seat has more points than the other can still reach.
    OutOfReach(Seat),
}

/// Why an action of Black and White is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// The DMO chooses who leads before tiles are played. `chosen`: whether that has happened.
    NotNow { chosen: bool },
    /// The hand has no tile of this number.
    NotInHand(u8, Vec<u8>),
}

impl Colour {
    /// The colour of a number.
    pub fn of(number: u8) -> Colour {
        if number.is_multiple_of(2) {
            Colour::Black
        } else {
            Colour::White
        }
    }
}

impl Hand {
    fn of(author: Author) -> Hand {
        match author {
            Author::Host => Hand::Host,
            Author::Clock => Hand::Clock,
            Author::Seat(_) | Author::Cast(_) | Author::Dealer => Hand::Own,
        }
    }
}

impl Tile {
    pub(super) fn of(number: u8, by: Hand) -> Tile {
        Tile {
            colour: Colour::of(number),
            number: Some(number),
            by,
        }
    }
}

impl Round {
    /// The number of a seat's tile; None if it isn't there, or its number isn't known.
    pub fn number(&self, seat: Seat) -> Option<u8> {
        self.tiles[seat]?.number
    }

    pub fn is_finished(&self) -> bool {
        self.tiles.dmo.is_some() && self.tiles.ec.is_some()
    }
}

impl State {
    pub(super) fn new(hands: BySeat<Vec<u8>>) -> State {
        State {
            set: 1,
            round: 1,
            leader: None,
            hands,
            played: Vec::new(),
            points: BySeat::default(),
        }
    }
}

impl BlackAndWhite {
    pub(super) fn to_act(&self) -> Option<Seat> {
        let is_open = self.played.last().is_some_and(|round| !round.is_finished());
        match (self.outcome, self.leader) {
            (Some(_), _) => None,
            (None, None) => Some(Seat::Dmo),
            (None, Some(leader)) if is_open => Some(leader.other()),
            (None, leader) => leader,
        }
    }

    pub(super) fn choose(&mut self, leader: Seat) -> Vec<Happening> {
        self.leader = Some(leader);
        vec![Happening::Chosen(leader)]
    }

    pub(super) fn play(
        &mut self,
        by: Author,
        seat: Seat,
        leader: Seat,
        number: u8,
    ) -> Result<Vec<Happening>, Refusal> {
        let hand = &mut self.hands[seat];
        let Some(place) = hand.iter().position(|held| *held == number) else {
            return Err(Refusal::NotInHand(number, hand.clone()));
        };
        hand.remove(place);
        let tile = Tile::of(number, Hand::of(by));
        let mut happenings = vec![Happening::Played(seat, tile.colour)];
        if seat == leader {
            let round = Round {
                set: self.set,
                round: self.round,
                leader,
                tiles: BySeat::new(|of| (of == seat).then_some(tile)),
                winner: None,
            };
            self.played.push(round);
        } else if let Some(round) = self.played.last_mut() {
            round.tiles[seat] = Some(tile);
            let winner = BySeat::new(|seat| round.number(seat)).more();
            round.winner = winner;
            happenings.extend(self.close_round(leader, winner));
        }
        Ok(happenings)
    }

    /// Ends a round: opens the next round or set, or ends the match (rulebook, "End").
    fn close_round(&mut self, leader: Seat, winner: Option<Seat>) -> Vec<Happening> {
        if let Some(seat) = winner {
            self.points[seat] += 1;
        }
        let points = self.points;
        let mut happenings = vec![Happening::Won(winner, points)];
        let left = self.options.tiles - self.round;
        if let Some(seat) = out_of_reach(points, left) {
            happenings.push(Happening::OutOfReach(seat));
            self.outcome = Some(Outcome::won(seat, POINTS));
        } else if left > 0 {
            self.round += 1;
            self.leader = Some(winner.unwrap_or(leader));
        } else if self.set <= self.options.replays {
            let opening = self.played.iter().find(|round| round.set == self.set);
            let next_leader = opening.map_or(leader, |round| round.leader).other();
            (self.set, self.round, self.leader) = (self.set + 1, 1, Some(next_leader));
            self.points = BySeat::default();
            self.hands = BySeat::new(|_| self.options.full_hand());
            happenings.push(Happening::Replay(self.set, next_leader));
        } else {
            self.outcome = Some(match self.options.on_tie {
                OnTie::Dmo => Outcome::won(Seat::Dmo, TIE_DMO),
                OnTie::Host => Outcome::nobody(TIE),
            });
        }
        happenings
    }
}

/// The seat with more points than the other can still reach in so many rounds.
pub(super) fn out_of_reach(points: BySeat<u8>, left: u8) -> Option<Seat> {
    let is_ahead = |seat: &Seat| points[*seat] > points[seat.other()] + left;
    Seat::BOTH.into_iter().find(is_ahead)
}
