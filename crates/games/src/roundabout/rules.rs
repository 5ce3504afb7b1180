//! Roundabout's rules.

use serde::{Deserialize, Serialize};

use super::board::{Board, Roundabout, Space};
use super::options::Options;
use super::position::{Position, Spot};
use super::reasons;
use crate::{
    BySeat, CastId, Happening as AnyHappening, MatchOf, Outcome, Refusal as AnyRefusal, Seat,
};

/// A match of Roundabout.
pub type RoundaboutMatch = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) entourages: BySeat<[CastId; 3]>,
    pub(super) phase: Phase,
    /// The seat that takes the first turn before the movement. The other one begins the movement.
    pub(super) first: Option<Seat>,
    pub(super) party: BySeat<Option<Space>>,
    pub(super) position: Position,
    /// In order of arrival.
    pub(super) home: Vec<CastId>,
    /// Sorted.
    pub(super) hand: BySeat<Vec<u8>>,
    /// Every card in order.
    pub(super) played: BySeat<Vec<u8>>,
    /// Whether the seat's next turn is skipped for speeding.
    pub(super) fined: BySeat<bool>,
    pub(super) signs: BySeat<Option<Sign>>,
    /// How many moves went around the roundabout of the seat's yield sign since it was placed.
    pub(super) yield_used: BySeat<u8>,
    pub(super) turn: Option<Turn>,
    /// Whether all cars have been placed. From then on the picture has no numbers.
    pub(super) moving: bool,
}

/// The phase of the match, and the seat that must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The DMO decides who takes the first turn.
    Choosing,
    /// This seat sets the other's party.
    Parties(Seat),
    Placing(Seat),
    Card(Seat),
    Driving(Seat),
    Over,
}

/// A sign that a player has placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    Stop(CastId),
    Yield(Roundabout),
}

/// The turn in progress.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turn {
    pub seat: Seat,
    pub card: u8,
    pub moves: Vec<(CastId, Roundabout)>,
    pub sign: Option<Sign>,
    /// The state that everybody except its player still sees.
    pub start: Start,
}

impl Turn {
    /// Whether nothing has been done in it since the card was played.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.sign.is_none()
    }
}

/// The state when the card was played, as far as moves can change it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Start {
    pub position: Position,
    /// How many cars were home.
    pub home: usize,
    pub yield_used: BySeat<u8>,
}

/// A finished turn, as everybody learns it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driven {
    pub seat: Seat,
    pub card: u8,
    pub moves: Vec<(CastId, Roundabout)>,
    pub sign: Option<Sign>,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    FirstChosen {
        first: Seat,
    },
    PartySet {
        /// The seat whose party it is.
        of: Seat,
        space: Space,
    },
    Placed {
        seat: Seat,
        car: CastId,
        space: Space,
    },
    /// This seat has no car left that it may place, so its turn is skipped.
    NothingToPlace {
        seat: Seat,
    },
    /// All cars are placed; this seat drives first.
    MovementBegun {
        seat: Seat,
    },
    CardPlayed {
        seat: Seat,
        card: u8,
        /// The last three cards were too fast: the next turn is skipped.
        speeding: bool,
    },
    TurnEnded(Driven),
    /// A car reached its own party and left the board.
    CameHome {
        car: CastId,
        of: Seat,
    },
    SignTaken {
        seat: Seat,
        sign: Sign,
    },
    TurnSkipped {
        seat: Seat,
    },
    /// This seat's whole entourage is home.
    AllHome {
        seat: Seat,
    },
    /// The last turn is over and nobody has won.
    LastTurn {
        cards: u64,
    },
}

/// Why an action of Roundabout is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The match waits for something else now.
    NotNow(Phase),
    /// Spaces are 1 to 30.
    OffBoard,
    /// The other party is on this space.
    PartyTaken(Space),
    AlreadyPlaced(CastId),
    /// Players cannot place cars of their own entourage.
    OwnEntourage(CastId),
    SpaceTaken(Space),
    /// Cards are 1 to 5.
    NoSuchCard,
    NotInHand {
        hand: Vec<u8>,
    },
    /// The move isn't possible. The reason is secret.
    NotPossible,
    /// The card does not come with this sign.
    NoSuchSign {
        card: u8,
    },
    SignPutUp,
    /// A stop sign needs a car that is on the board.
    NotOnBoard(CastId),
}

/// A full hand.
const CARDS: [u8; 5] = [1, 2, 3, 4, 5];
const COUNTERCLOCKWISE_CARD: u8 = 2;
/// With this card only a few different cars may move; the next constant says how many.
const FEW_CARS_CARD: u8 = 4;
const FEW_CARS: usize = 2;
/// With this card no car may drive around the inner and outer roundabouts.
pub(super) const RING_CARD: u8 = 5;
pub(super) const STOP_CARD: u8 = 1;
pub(super) const YIELD_CARD: u8 = 3;
/// How many moves around its roundabout a yield sign allows before it is removed.
const YIELD_MOVES: u8 = 1;
/// The last cards are speeding if they are this many and their sum is at least the next constant.
const SPEED_CARDS: usize = 3;
pub const SPEED_LIMIT: u32 = 11;

impl Phase {
    /// The seat that must act.
    pub fn to_act(self) -> Option<Seat> {
        match self {
            Phase::Choosing => Some(Seat::Dmo),
            Phase::Parties(seat)
            | Phase::Placing(seat)
            | Phase::Card(seat)
            | Phase::Driving(seat) => Some(seat),
            Phase::Over => None,
        }
    }
}

impl State {
    pub(super) fn new(entourages: BySeat<[CastId; 3]>) -> State {
        State {
            entourages,
            phase: Phase::Choosing,
            first: None,
            party: BySeat::default(),
            position: Position::empty(),
            home: Vec::new(),
            hand: BySeat::new(|_| CARDS.to_vec()),
            played: BySeat::default(),
            fined: BySeat::default(),
            signs: BySeat::default(),
            yield_used: BySeat::default(),
            turn: None,
            moving: false,
        }
    }
}

impl RoundaboutMatch {
    pub(super) fn set_party(
        &mut self,
        seat: Seat,
        space: Space,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let of = seat.other();
        if self.party[seat] == Some(space) {
            return Err(Refusal::PartyTaken(space).into());
        }
        self.party[of] = Some(space);
        let next = match self.party[seat] {
            None => Phase::Parties(of),
            Some(_) => Phase::Placing(of),
        };
        self.ask(next);
        Ok(vec![Happening::PartySet { of, space }.into()])
    }

    pub(super) fn place(
        &mut self,
        seat: Seat,
        car: CastId,
        space: Space,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if self.position.spot(car) != Spot::Unplaced {
            return Err(Refusal::AlreadyPlaced(car).into());
        }
        if self.entourages[seat].contains(&car) {
            return Err(Refusal::OwnEntourage(car).into());
        }
        if !self.position.is_free(space) {
            return Err(Refusal::SpaceTaken(space).into());
        }
        let mut happenings = vec![Happening::Placed { seat, car, space }.into()];
        if let Some(of) = self.arrive(car, space) {
            happenings.push(Happening::CameHome { car, of }.into());
            if self.are_home(of, &self.position) {
                happenings.push(Happening::AllHome { seat: of }.into());
                self.end(Outcome::won(of, reasons::HOME));
                return Ok(happenings);
            }
        }
        let next = seat.other();
        if self.may_place(next).next().is_some() {
            self.ask(Phase::Placing(next));
        } else if self.may_place(seat).next().is_some() {
            happenings.push(Happening::NothingToPlace { seat: next }.into());
            self.ask(Phase::Placing(seat));
        } else {
            // The first player is known before any car can be placed.
            let driver = self.first.unwrap_or(seat).other();
            self.moving = true;
            happenings.push(Happening::MovementBegun { seat: driver }.into());
            self.begin_turn(driver, &mut happenings);
        }
        Ok(happenings)
    }

    /// The cars that a seat may place.
    pub(super) fn may_place(&self, seat: Seat) -> impl Iterator<Item = CastId> + Clone + '_ {
        let may = move |car: &CastId| {
            self.position.spot(*car) == Spot::Unplaced && !self.entourages[seat].contains(car)
        };
        self.cast.ids().filter(may)
    }

    pub(super) fn play_card(
        &mut self,
        seat: Seat,
        card: u8,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let hand = &mut self.hand[seat];
        let Some(place) = hand.iter().position(|held| *held == card) else {
            return Err(Refusal::NotInHand { hand: hand.clone() }.into());
        };
        hand.remove(place);
        let cards = &mut self.played[seat];
        cards.push(card);
        let last = cards.iter().rev().take(SPEED_CARDS);
        let speeding = last.copied().map(u32::from).sum::<u32>() >= SPEED_LIMIT;
        self.fined[seat] = speeding;
        self.turn = Some(Turn {
            seat,
            card,
            moves: Vec::new(),
            sign: None,
            start: Start {
                position: self.position,
                home: self.home.len(),
                yield_used: self.yield_used,
            },
        });
        self.ask(Phase::Driving(seat));
        let played = Happening::CardPlayed {
            seat,
            card,
            speeding,
        };
        Ok(vec![played.into()])
    }

    pub(super) fn board(&self) -> &'static Board {
        Board::with(self.options.outer)
    }

    /// The space to which a move leads now; None if it isn't possible for any reason.
    pub(super) fn destination(&self, car: CastId, roundabout: Roundabout) -> Option<Space> {
        let turn = self.turn.as_ref()?;
        let from = self.position.space(car)?;
        // The check that excludes most moves comes first.
        let clockwise = turn.card != COUNTERCLOCKWISE_CARD;
        let to = self.board().next(roundabout, from, clockwise)?;
        if !self.position.is_free(to) || !self.moves_left() {
            return None;
        }
        if turn.card == FEW_CARS_CARD && !turn.may_move(car) {
            return None;
        }
        if turn.card == RING_CARD && !roundabout.is_in_ring() {
            return None;
        }
        let barred = |seat: Seat| match self.signs[seat] {
            Some(Sign::Stop(stopped)) => stopped == car,
            Some(Sign::Yield(on)) => on == roundabout && self.yield_used[seat] >= YIELD_MOVES,
            None => false,
        };
        (!Seat::BOTH.into_iter().any(barred)).then_some(to)
    }

    /// The possible moves, and where they lead.
    pub(super) fn moves(&self) -> impl Iterator<Item = (CastId, Roundabout, Space)> + '_ {
        let place = |car| Some((car, self.position.space(car)?));
        let places = self.cast.ids().filter_map(place);
        places.flat_map(move |(car, space)| {
            let around = self.board().roundabouts(space).iter();
            around.filter_map(move |on| Some((car, *on, self.destination(car, *on)?)))
        })
    }

    /// Whether another move is still allowed in this turn.
    pub(super) fn moves_left(&self) -> bool {
        self.turn
            .as_ref()
            .is_some_and(|turn| turn.sign.is_none() && turn.moves.len() < usize::from(turn.card))
    }

    pub(super) fn drive(
        &mut self,
        car: CastId,
        roundabout: Roundabout,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let to = self.destination(car, roundabout);
        let (Some(to), Some(turn)) = (to, self.turn.as_mut()) else {
            return Err(Refusal::NotPossible.into());
        };
        turn.moves.push((car, roundabout));
        for seat in Seat::BOTH {
            if self.signs[seat] == Some(Sign::Yield(roundabout)) {
                self.yield_used[seat] += 1;
            }
        }
        match self.arrive(car, to) {
            Some(seat) if self.are_home(seat, &self.position) => {
                let mut happenings = self.tell_turn();
                happenings.push(Happening::AllHome { seat }.into());
                self.end(Outcome::won(seat, reasons::HOME));
                Ok(happenings)
            }
            // Nobody else learns of the move before the turn ends.
            _ => Ok(Vec::new()),
        }
    }

    /// Puts a car on a free space, or home if its own party is there. Returns the seat for which it
    /// came home.
    fn arrive(&mut self, car: CastId, space: Space) -> Option<Seat> {
        let home = self.host(car, space);
        if home.is_some() {
            self.position.put(car, Spot::Home);
            self.home.push(car);
        } else {
            self.position.put(car, Spot::On(space));
        }
        home
    }

    /// The seat whose party a car has reached on this space, if it's in that entourage.
    pub(super) fn host(&self, car: CastId, space: Space) -> Option<Seat> {
        let seat = self.owner(car);
        seat.filter(|seat| self.party[*seat] == Some(space))
    }

    /// The seat in whose entourage somebody is.
    fn owner(&self, car: CastId) -> Option<Seat> {
        let is_owner = |seat: &Seat| self.entourages[*seat].contains(&car);
        Seat::BOTH.into_iter().find(is_owner)
    }

    /// Whether a seat's whole entourage is home, with the cars there.
    pub(super) fn are_home(&self, seat: Seat, cars: &Position) -> bool {
        let is_home = |car: &CastId| cars.spot(*car) == Spot::Home;
        self.entourages[seat].iter().all(is_home)
    }

    pub(super) fn put_up(&mut self, sign: Sign) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let state = &mut self.state;
        let Some(turn) = &mut state.turn else {
            return Err(Refusal::NotNow(state.phase).into());
        };
        let card = match sign {
            Sign::Stop(_) => STOP_CARD,
            Sign::Yield(_) => YIELD_CARD,
        };
        if turn.card != card {
            return Err(Refusal::NoSuchSign { card: turn.card }.into());
        }
        if turn.sign.is_some() {
            return Err(Refusal::SignPutUp.into());
        }
        if let Sign::Stop(car) = sign
            && state.position.space(car).is_none()
        {
            return Err(Refusal::NotOnBoard(car).into());
        }
        turn.sign = Some(sign);
        state.signs[turn.seat] = Some(sign);
        // The sign is on the same clock as the moves, and only the end of the turn tells that the
        // moves are over.
        Ok(Vec::new())
    }

    pub(super) fn end_turn(&mut self, seat: Seat) -> Vec<AnyHappening> {
        let mut happenings = self.tell_turn();
        self.turn = None;
        let cards = (self.played.dmo.len() + self.played.ec.len()) as u64;
        if self.options.max_turns == Some(cards) {
            happenings.push(Happening::LastTurn { cards }.into());
            self.end(Outcome::nobody(reasons::TURNS));
        } else {
            self.begin_turn(seat.other(), &mut happenings);
        }
        happenings
    }

    /// What everybody learns about the turn in progress when it ends.
    pub(super) fn tell_turn(&self) -> Vec<AnyHappening> {
        let Some(turn) = &self.turn else {
            return Vec::new();
        };
        let mut happenings = vec![Happening::TurnEnded(turn.driven()).into()];
        for car in self.home[turn.start.home..].iter().copied() {
            let owner = self.owner(car);
            happenings.extend(owner.map(|of| Happening::CameHome { car, of }.into()));
        }
        happenings
    }

    /// Begins the next turn that isn't skipped, starting with this seat. A skipped turn also
    /// removes the seat's sign, but does not fill its hand.
    fn begin_turn(&mut self, mut seat: Seat, happenings: &mut Vec<AnyHappening>) {
        loop {
            self.yield_used[seat] = 0;
            if let Some(sign) = self.signs[seat].take() {
                happenings.push(Happening::SignTaken { seat, sign }.into());
            }
            if !std::mem::take(&mut self.fined[seat]) {
                break;
            }
            happenings.push(Happening::TurnSkipped { seat }.into());
            seat = seat.other();
        }
        if self.hand[seat].is_empty() {
            self.hand[seat].extend(CARDS);
        }
        self.ask(Phase::Card(seat));
    }

    pub(super) fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.prompt += 1;
    }
}

impl Turn {
    pub fn driven(&self) -> Driven {
        Driven {
            seat: self.seat,
            card: self.card,
            moves: self.moves.clone(),
            sign: self.sign,
        }
    }

    /// With the card that allows few different cars: whether this car is one of them or can become
    /// one.
    fn may_move(&self, car: CastId) -> bool {
        let mut cars: Vec<CastId> = self.moves.iter().map(|(car, _)| *car).collect();
        cars.sort_unstable();
        cars.dedup();
        cars.contains(&car) || cars.len() < FEW_CARS
    }
}
