//! DM Invitational's rules.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::map::Houses;
use super::notation::{Order, Verb};
use super::options::Options;
use crate::{BySeat, CastId, Happening as AnyHappening, MatchOf, Refusal as AnyRefusal, Seat};

/// The couriers' numbers, which are also how many letters each delivers in a visit.
pub(super) const COURIERS: RangeInclusive<u8> = 1..=4;

/// Each courier is dropped once, one in each round.
const AIRDROPS: u32 = 4;

/// A match of DM Invitational.
pub type Invitational = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) phase: Phase,
    pub(super) round: u32,
    pub(super) ranking: BySeat<Option<Vec<CastId>>>,
    pub(super) orders: BySeat<Option<Order>>,
    /// In the order of the cast.
    pub(super) letters: Vec<BySeat<u8>>,
    /// In the order of the couriers' numbers.
    pub(super) trails: BySeat<[Trail; 4]>,
    /// The seats that can give an order in this turn. It is known from its beginning, since nothing
    /// moves before its end.
    pub(super) can_move: BySeat<bool>,
    pub(super) last: Vec<Visit>,
}

/// Where a courier has been.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trail {
    /// In order; the last is where it is.
    visited: Vec<CastId>,
    /// The visited houses as a set.
    been: Houses,
}

impl Trail {
    pub fn through(houses: &[CastId]) -> Trail {
        Trail {
            visited: houses.to_vec(),
            been: houses.iter().copied().collect(),
        }
    }

    /// A number for where it has been and is.
    pub fn number(&self) -> u64 {
        let at = self.visited.last().map_or(0, |at| 1 + u64::from(at.0));
        at << 32 | self.been.number()
    }
}

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Ranking,
    Dropping,
    Sending,
    Over,
}

impl Phase {
    /// The kind of order that is possible now, if any.
    pub fn verb(self) -> Option<Verb> {
        match self {
            Phase::Dropping => Some(Verb::Drop),
            Phase::Sending => Some(Verb::Send),
            Phase::Ranking | Phase::Over => None,
        }
    }
}

/// A courier's visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    pub seat: Seat,
    pub courier: u8,
    /// None when it was dropped.
    pub from: Option<CastId>,
    pub to: CastId,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// Somebody has ranked. The ranking itself is secret.
    Ranked {
        seat: Seat,
    },
    /// One airdrop or order is in and the other is missing.
    Ordered {
        seat: Seat,
    },
    Visited(Visit),
    /// This seat cannot move this turn.
    Skipped {
        seat: Seat,
    },
    /// This team has at least one letter in every house.
    Delivered {
        seat: Seat,
    },
    /// Neither can move. All letters of each team are compared.
    NobodyMoves {
        letters: BySeat<u32>,
    },
    /// The letters in the dealers' houses are compared.
    DealersCompared {
        letters: BySeat<u32>,
    },
    /// The first place in the rankings that makes a difference, from 1.
    RankingCompared {
        place: u32,
        houses: BySeat<CastId>,
        letters: BySeat<u32>,
    },
    GarnetsCompared {
        garnets: BySeat<u32>,
    },
    /// Nothing makes a difference.
    Tied,
}

/// Why an action of DM Invitational is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Both players must rank first.
    RankFirst,
    RankingOver,
    /// All couriers must be dropped before one is sent.
    DropFirst,
    DroppingOver,
    /// Dealers' houses cannot be ranked.
    DealerRanked(CastId),
    RankedTwice(CastId),
    Unranked(Vec<CastId>),
    /// Couriers are numbered 1 to 4.
    NoCourier {
        number: u32,
    },
    /// It is already on the map; these are not.
    OnMap {
        courier: u8,
        left: Vec<u8>,
    },
    /// The player sits this turn out.
    Skipped,
    /// The other team has delivered more letters where the courier is.
    Held {
        courier: u8,
        at: CastId,
        own: u32,
        other: u32,
    },
    /// The courier has visited the house already; it may go to these.
    Been {
        courier: u8,
        house: CastId,
        open: Vec<CastId>,
    },
    /// No road leads there from where the courier is; it may go to these.
    NotJoined {
        courier: u8,
        at: CastId,
        house: CastId,
        open: Vec<CastId>,
    },
}

impl Invitational {
    /// The house of a courier, and the houses where it has been, in order. None before its airdrop.
    pub(super) fn trail(&self, seat: Seat, courier: u8) -> Option<(CastId, &[CastId])> {
        let trail = &self.trails[seat][usize::from(courier) - 1];
        Some((*trail.visited.last()?, &trail.visited))
    }

    pub(super) fn letters_at(&self, seat: Seat, house: CastId) -> u32 {
        u32::from(self.letters[usize::from(house.0)][seat])
    }

    /// Whether the other team has delivered more letters to a house than this one.
    pub(super) fn is_held(&self, seat: Seat, house: CastId) -> bool {
        self.letters_at(seat.other(), house) > self.letters_at(seat, house)
    }

    /// The houses to which a courier can go now.
    pub(super) fn open_to(&self, seat: Seat, courier: u8) -> Houses {
        let trail = &self.trails[seat][usize::from(courier) - 1];
        match trail.visited.last() {
            Some(at) if !self.is_held(seat, *at) => {
                self.options.town.joined[usize::from(at.0)].without(trail.been)
            }
            _ => Houses::default(),
        }
    }

    /// The houses for which a courier can be ordered now.
    pub(super) fn targets(&self, seat: Seat, verb: Verb, courier: u8) -> Houses {
        match (verb, self.trail(seat, courier)) {
            (Verb::Drop, None) => self.options.town.houses(),
            (Verb::Drop, Some(_)) => Houses::default(),
            (Verb::Send, _) => self.open_to(seat, courier),
        }
    }

    /// The orders that a seat can give now.
    pub(super) fn orders_of(&self, seat: Seat) -> impl Iterator<Item = Order> + Clone + '_ {
        self.phase.verb().into_iter().flat_map(move |verb| {
            COURIERS.flat_map(move |courier| {
                let targets = self.targets(seat, verb, courier).iter();
                targets.map(move |house| Order {
                    verb,
                    courier,
                    house,
                })
            })
        })
    }

    /// Whether at least one courier of a seat can go somewhere.
    pub(super) fn finds_a_way(&self, seat: Seat) -> bool {
        let mut couriers = COURIERS;
        couriers.any(|courier| !self.open_to(seat, courier).is_empty())
    }

    /// The houses in rankings: all except the dealers'.
    pub(super) fn rankable(&self) -> Houses {
        self.options
            .town
            .houses()
            .without(self.options.town.dealers)
    }

    /// Whether a seat is asked for something now; it may already have answered.
    pub(super) fn asks(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Ranking | Phase::Dropping => true,
            Phase::Sending => self.can_move[seat],
            Phase::Over => false,
        }
    }

    pub(super) fn has_submitted(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Ranking => self.ranking[seat].is_some(),
            _ => self.orders[seat].is_some(),
        }
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.asks(seat) && !self.has_submitted(seat)
    }

    pub(super) fn rank(
        &mut self,
        seat: Seat,
        ranking: &[CastId],
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let mut ranked = Houses::default();
        for house in ranking {
            if self.options.town.dealers.has(*house) {
                return Err(Refusal::DealerRanked(*house).into());
            }
            if !ranked.add(*house) {
                return Err(Refusal::RankedTwice(*house).into());
            }
        }
        let unranked = self.rankable().without(ranked);
        if !unranked.is_empty() {
            return Err(Refusal::Unranked(unranked.iter().collect()).into());
        }
        let first = self.ranking[seat].replace(ranking.to_vec()).is_none();
        if Seat::BOTH.into_iter().all(|seat| self.has_submitted(seat)) {
            self.phase = Phase::Dropping;
            self.next_round();
        }
        // A changed order is not announced.
        Ok(first
            .then(|| Happening::Ranked { seat }.into())
            .into_iter()
            .collect())
    }

    /// Each round has its own clock.
    pub(super) fn next_round(&mut self) {
        self.round += 1;
        self.prompt += 1;
    }

    pub(super) fn order(
        &mut self,
        seat: Seat,
        order: Order,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        match order.verb {
            Verb::Drop => self.check_drop(seat, order)?,
            Verb::Send => self.check_send(seat, order)?,
        }
        let first = self.orders[seat].replace(order).is_none();
        if !Seat::BOTH.into_iter().any(|seat| self.waits_for(seat)) {
            return Ok(self.resolve());
        }
        Ok(first
            .then(|| Happening::Ordered { seat }.into())
            .into_iter()
            .collect())
    }

    fn check_drop(&self, seat: Seat, order: Order) -> Result<(), Refusal> {
        let courier = order.courier;
        if self.trail(seat, courier).is_none() {
            return Ok(());
        }
        let left = COURIERS.filter(|number| self.trail(seat, *number).is_none());
        Err(Refusal::OnMap {
            courier,
            left: left.collect(),
        })
    }

    fn check_send(&self, seat: Seat, order: Order) -> Result<(), Refusal> {
        let Order { courier, house, .. } = order;
        if !self.can_move[seat] {
            return Err(Refusal::Skipped);
        }
        // Couriers are only sent when all are on the map.
        let Some((at, been)) = self.trail(seat, courier) else {
            return Err(Refusal::DropFirst);
        };
        if self.is_held(seat, at) {
            return Err(Refusal::Held {
                courier,
                at,
                own: self.letters_at(seat, at),
                other: self.letters_at(seat.other(), at),
            });
        }
        let houses = self.open_to(seat, courier);
        if houses.has(house) {
            return Ok(());
        }
        let open = houses.iter().collect();
        Err(if been.contains(&house) {
            Refusal::Been {
                courier,
                house,
                open,
            }
        } else {
            Refusal::NotJoined {
                courier,
                at,
                house,
                open,
            }
        })
    }

    /// Carries out all orders at once, and opens the next round or ends the match.
    fn resolve(&mut self) -> Vec<AnyHappening> {
        // Usually two visits and nothing more.
        let mut happenings: Vec<AnyHappening> = Vec::with_capacity(2);
        self.last.clear();
        for seat in Seat::BOTH {
            if let Some(order) = self.orders[seat].take() {
                let visit = self.visit(seat, order);
                self.last.push(visit);
                happenings.push(Happening::Visited(visit).into());
            }
        }
        if self.round < AIRDROPS {
            self.next_round();
            return happenings;
        }
        self.finish_round(&mut happenings);
        happenings
    }

    fn visit(&mut self, seat: Seat, order: Order) -> Visit {
        let Order { courier, house, .. } = order;
        let from = self.trail(seat, courier).map(|(at, _)| at);
        self.letters[usize::from(house.0)][seat] += courier;
        let trail = &mut self.trails[seat][usize::from(courier) - 1];
        trail.visited.push(house);
        trail.been.add(house);
        Visit {
            seat,
            courier,
            from,
            to: house,
        }
    }
}
