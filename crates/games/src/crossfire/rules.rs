//! Crossfire's rules.

use serde::{Deserialize, Serialize};

use super::board::{self, Arrow, Board, Flight, Landing, ShipsStep, Spawn};
use super::notation::Cells;
use super::options::{Anomaly, Options};
use super::reasons;
use super::spawns::MAX_SPACES;
use crate::{
    Author, BySeat, Cell, Happening as AnyHappening, MatchOf, Outcome, Party,
    Refusal as AnyRefusal, Seat,
};

/// A match of Crossfire.
pub type Crossfire = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) phase: Phase,
    /// From 1.
    pub(super) round: u32,
    pub(super) chips: BySeat<u32>,
    /// The chips that each seat lost to the clock since the open prompt was asked.
    pub(super) drained: BySeat<u32>,
    pub(super) bids: BySeat<Option<u32>>,
    pub(super) lost_last: Option<Seat>,
    pub(super) board: Board,
    /// How often each spawn space was used, in the order of [`Crossfire::spaces`].
    pub(super) spawned: BySeat<[u8; MAX_SPACES]>,
    pub(super) goals: BySeat<u32>,
    pub(super) last: Option<Last>,
}

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Bidding,
    /// The winner of the bid acts.
    Acting(Seat),
    Over,
}

/// What the winner of a bid did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Last {
    pub seat: Seat,
    pub spawned: Vec<Cell>,
    /// In order, with those of the anomaly Ships.
    pub flights: Vec<Flight>,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    HasBid {
        seat: Seat,
    },
    /// Both bids, who won, whether the rule for ties decided, whose bid counted 2 more, and whether
    /// both paid.
    Bids {
        bids: BySeat<u32>,
        winner: Seat,
        tie: bool,
        bonus: Option<Seat>,
        both_pay: bool,
    },
    Spawned {
        seat: Seat,
        cells: Vec<Cell>,
        cost: u32,
    },
    /// `removed`: whose arrow stood there.
    Moved {
        seat: Seat,
        flight: Flight,
        backward: bool,
        removed: Option<Seat>,
    },
    /// The anomaly Ships moved arrows.
    Ships {
        seat: Seat,
        step: ShipsStep,
    },
    /// A chip was lost to the clock.
    Drained {
        seat: Seat,
        left: u32,
    },
    /// This seat can neither spawn nor move.
    Stuck {
        seat: Seat,
    },
    /// This seat has the goals that win.
    GoalsReached {
        seat: Seat,
        goals: u32,
    },
}

/// Why an action of Crossfire is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    OffBoard(Cell),
    SpaceTwice(Cell),
    /// Both must bid before anybody acts. `chips`: how many the reader has.
    BidsFirst {
        chips: u32,
    },
    /// The bids are in; their winner acts.
    BidsOver,
    /// More than one's chips.
    OverBid {
        chips: u32,
    },
    /// Only the anomaly Ambush allows several spaces at once.
    OneSpace,
    NotASpace {
        cell: Cell,
        spaces: Vec<Cell>,
    },
    SpaceTaken(Cell),
    TooDear {
        cost: u64,
        chips: u32,
    },
    NotYourArrow {
        cell: Cell,
        arrows: Vec<Cell>,
    },
    /// Only the anomaly Both Ways allows going back.
    NoWayBack,
    BackUsed(Cell),
    BackOffBoard(Cell),
    /// Only the clock takes chips for lateness.
    ClockDrains,
    NothingToDrain,
}

/// How many goals win.
pub const TARGET: u32 = 2;

/// By how much the anomaly Biorhythm raises a bid.
pub(super) const BONUS: u32 = 2;

impl State {
    pub(super) fn new(chips: u32) -> State {
        State {
            phase: Phase::Bidding,
            round: 1,
            chips: BySeat::new(|_| chips),
            drained: BySeat::default(),
            bids: BySeat::default(),
            lost_last: None,
            board: Board::default(),
            spawned: BySeat::default(),
            goals: BySeat::default(),
            last: None,
        }
    }
}

impl Crossfire {
    pub(super) fn has(&self, anomaly: Anomaly) -> bool {
        self.options.anomalies.contains(&anomaly)
    }

    /// The spawn spaces of a seat: the host's own, else those of the board.
    pub(super) fn spaces(&self, seat: Seat) -> &[Spawn] {
        match &self.options.spawns {
            Some(own) => own.of(seat),
            None => board::spaces(self.has(Anomaly::Shove), seat),
        }
    }

    /// The price of the next spawn on a space. It always fits into a u32: all chips together cannot
    /// pay for that many spawns.
    pub(super) fn cost(&self, seat: Seat, place: usize) -> u32 {
        let base: u32 = if self.has(Anomaly::Ambush) { 2 } else { 3 };
        base.saturating_pow(self.spawned[seat][place].into())
    }

    /// The empty spawn spaces of a seat: place, cell, price.
    pub(super) fn open_spaces(&self, seat: Seat) -> impl Iterator<Item = (Cell, u32)> + '_ {
        let spaces = self.spaces(seat).iter().enumerate();
        spaces
            .filter(|(_, (cell, _))| self.board.at(*cell).is_none())
            .map(move |(place, (cell, _))| (*cell, self.cost(seat, place)))
    }

    fn cheapest_spawn(&self, seat: Seat) -> Option<u32> {
        self.open_spaces(seat).map(|(_, cost)| cost).min()
    }

    /// Whether a seat could act with this many chips. An arrow on the board can always move
    /// forward: on its last cell it leaves the board.
    fn can_act(&self, seat: Seat, chips: u32) -> bool {
        self.board.cells_of(seat).next().is_some()
            || self.cheapest_spawn(seat).is_some_and(|cost| cost <= chips)
    }

    pub(super) fn safe_bid(&self, seat: Seat) -> Option<u32> {
        let chips = self.chips[seat];
        if self.can_act(seat, 0) {
            return Some(chips);
        }
        chips.checked_sub(self.cheapest_spawn(seat)?)
    }

    /// The seat whose bid counts more in this round.
    pub(super) fn bonus(&self) -> Option<Seat> {
        // The DMO in odd rounds.
        let seat = Seat::BOTH[(self.round as usize + 1) % 2];
        self.has(Anomaly::Biorhythm).then_some(seat)
    }

    /// Who wins this round if both bid the same.
    pub(super) fn tie_winner(&self) -> Seat {
        self.bonus().or(self.lost_last).unwrap_or(Seat::Dmo)
    }

    pub(super) fn to_act(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::BOTH.into_iter().filter(|seat| match self.phase {
            Phase::Bidding => self.bids[*seat].is_none(),
            Phase::Acting(winner) => *seat == winner,
            Phase::Over => false,
        })
    }

    pub(super) fn bid(
        &mut self,
        whose: Party,
        chips: u32,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.seat(whose)?;
        if self.phase != Phase::Bidding {
            return Err(Refusal::BidsOver.into());
        }
        if chips > self.chips[seat] {
            let chips = self.chips[seat];
            return Err(Refusal::OverBid { chips }.into());
        }
        let replaced = self.bids[seat].replace(chips).is_some();
        match (self.bids.dmo, self.bids.ec) {
            (Some(dmo), Some(ec)) => Ok(self.resolve_bids(BySeat { dmo, ec })),
            // A changed bid is not announced.
            _ if replaced => Ok(Vec::new()),
            _ => Ok(vec![Happening::HasBid { seat }.into()]),
        }
    }

    fn resolve_bids(&mut self, bids: BySeat<u32>) -> Vec<AnyHappening> {
        let bonus = self.bonus();
        let worth = BySeat::new(|seat| bids[seat] + if bonus == Some(seat) { BONUS } else { 0 });
        let (higher, tie) = (worth.more(), worth.more().is_none());
        let winner = higher.unwrap_or_else(|| self.tie_winner());
        let both_pay = self.has(Anomaly::AllPay);
        for payer in Seat::BOTH {
            if payer == winner || both_pay {
                self.chips[payer] -= bids[payer];
                self.chips[payer.other()] += bids[payer];
            }
        }
        self.lost_last = Some(winner.other());
        let mut happenings = vec![
            Happening::Bids {
                bids,
                winner,
                tie,
                bonus,
                both_pay,
            }
            .into(),
        ];
        if self.can_act(winner, self.chips[winner]) {
            self.ask(Phase::Acting(winner));
        } else {
            happenings.push(self.stuck(winner));
        }
        happenings
    }

    fn stuck(&mut self, seat: Seat) -> AnyHappening {
        self.end(Outcome::won(seat.other(), reasons::STUCK));
        Happening::Stuck { seat }.into()
    }

    pub(super) fn spawn(
        &mut self,
        whose: Party,
        cells: Cells,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.acting(whose)?;
        if cells.count() > 1 && !self.has(Anomaly::Ambush) {
            return Err(Refusal::OneSpace.into());
        }
        let spaces = self.spaces(seat).to_vec();
        let place = |cell: Cell| spaces.iter().position(|(space, _)| *space == cell);
        let mut cost = 0;
        for cell in cells.iter() {
            let Some(place) = place(cell) else {
                let spaces = spaces.iter().map(|(space, _)| *space).collect();
                return Err(Refusal::NotASpace { cell, spaces }.into());
            };
            if self.board.at(cell).is_some() {
                return Err(Refusal::SpaceTaken(cell).into());
            }
            cost += u64::from(self.cost(seat, place));
        }
        let chips = self.chips[seat];
        let cost = match u32::try_from(cost) {
            Ok(cost) if cost <= chips => cost,
            _ => return Err(Refusal::TooDear { cost, chips }.into()),
        };
        self.chips[seat] -= cost;
        for (place, (cell, facing)) in spaces.iter().enumerate() {
            if cells.has(*cell) {
                self.spawned[seat][place] += 1;
                let arrow = Arrow {
                    owner: seat,
                    facing: *facing,
                    back: self.has(Anomaly::BothWays),
                };
                self.board.place(*cell, arrow);
            }
        }
        let cells: Vec<Cell> = cells.iter().collect();
        let last = Last {
            seat,
            spawned: cells.clone(),
            flights: Vec::new(),
        };
        let spawned = Happening::Spawned { seat, cells, cost };
        Ok(self.end_round(last, spawned))
    }

    pub(super) fn go(
        &mut self,
        whose: Party,
        cell: Cell,
        backward: bool,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.acting(whose)?;
        if backward && !self.has(Anomaly::BothWays) {
            return Err(Refusal::NoWayBack.into());
        }
        let Some(arrow) = self.board.at(cell).filter(|arrow| arrow.owner == seat) else {
            let arrows = self.board.cells_of(seat).collect();
            return Err(Refusal::NotYourArrow { cell, arrows }.into());
        };
        let gone = if backward {
            self.board.backward(cell)
        } else {
            self.board.forward(cell)
        };
        // An arrow can always go forward.
        let Some((flight, removed)) = gone else {
            return Err(if arrow.back {
                Refusal::BackOffBoard(cell)
            } else {
                Refusal::BackUsed(cell)
            }
            .into());
        };
        let last = Last {
            seat,
            spawned: Vec::new(),
            flights: vec![flight],
        };
        let moved = Happening::Moved {
            seat,
            flight,
            backward,
            removed,
        };
        self.goals[seat] += u32::from(flight.landing == Landing::Scores);
        Ok(self.end_round(last, moved))
    }

    /// Carries out what follows the winner's action: Ships, then the end of the match or the next
    /// round.
    fn end_round(&mut self, mut last: Last, happened: Happening) -> Vec<AnyHappening> {
        let seat = last.seat;
        let mut happenings: Vec<AnyHappening> = vec![happened.into()];
        while self.has(Anomaly::Ships) && self.goals[seat] < TARGET {
            let Some(step) = self.board.ships_step(seat) else {
                break;
            };
            let scored = |flight: &&Flight| flight.landing == Landing::Scores;
            self.goals[seat] += step.flights.iter().filter(scored).count() as u32;
            last.flights.extend(&step.flights);
            happenings.push(Happening::Ships { seat, step }.into());
        }
        self.last = Some(last);
        let goals = self.goals[seat];
        if goals >= TARGET {
            happenings.push(Happening::GoalsReached { seat, goals }.into());
            self.end(Outcome::won(seat, reasons::GOALS));
        } else {
            self.round += 1;
            self.bids = BySeat::default();
            self.ask(Phase::Bidding);
        }
        happenings
    }

    pub(super) fn drain(
        &mut self,
        by: Author,
        whose: Party,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let (Author::Clock, Party::Seat(seat)) = (by, whose) else {
            return Err(Refusal::ClockDrains.into());
        };
        if self.chips[seat] == 0 {
            return Err(Refusal::NothingToDrain.into());
        }
        self.chips[seat] -= 1;
        self.drained[seat] += 1;
        let left = self.chips[seat];
        let mut happenings = vec![Happening::Drained { seat, left }.into()];
        if self.phase == Phase::Acting(seat) && !self.can_act(seat, left) {
            happenings.push(self.stuck(seat));
        }
        Ok(happenings)
    }

    /// The seat of a party that may decide something now. A seat that has bid may bid again.
    fn seat(&self, whose: Party) -> Result<Seat, AnyRefusal> {
        match (whose, self.phase) {
            (Party::Seat(seat), Phase::Bidding) => Ok(seat),
            (Party::Seat(seat), Phase::Acting(winner)) if seat == winner => Ok(seat),
            (Party::Host, _) => Err(AnyRefusal::WhoseMissing),
            _ => Err(AnyRefusal::not_waited_for(self.to_act())),
        }
    }

    fn acting(&self, whose: Party) -> Result<Seat, AnyRefusal> {
        let seat = self.seat(whose)?;
        match self.phase {
            Phase::Acting(_) => Ok(seat),
            Phase::Bidding | Phase::Over => {
                let chips = self.chips[seat];
                Err(Refusal::BidsFirst { chips }.into())
            }
        }
    }

    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.drained = BySeat::default();
        self.prompt += 1;
    }
}
