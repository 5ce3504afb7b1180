//! Gridlock's rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::notation::{Choice, GuardStep};
use super::options::{Missing, Options, Reveal, StartTile};
use super::reasons;
use crate::{
    Author, BySeat, CastId, Cell, Happening as AnyHappening, MatchOf, Outcome, Party,
    Refusal as AnyRefusal, Seat,
};

/// A match of Gridlock.
pub type Gridlock = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) phase: Phase,
    pub(super) guard: Cell,
    /// Row by row from the top.
    pub(super) tiles: Vec<Tile>,
    pub(super) hidden: BTreeMap<CastId, Cell>,
    /// The people whom the dealer hid, because they had not chosen a tile.
    dealt: Vec<CastId>,
    pub(super) missed: Vec<CastId>,
    pub(super) first: Option<Seat>,
    pub(super) horizontal: Option<Seat>,
    pub(super) score: BySeat<u32>,
    pub(super) last: Option<(Cell, Cell)>,
    pub(super) finds: Vec<Find>,
}

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Hiding,
    /// The seat that chooses. None: the dealer draws the middle tile's colour.
    Choosing(Option<Seat>),
    Moving(Seat),
    Over,
}

/// A tile's colour, which says how often the Guard may still enter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tile {
    #[serde(rename = "w")]
    White,
    #[serde(rename = "y")]
    Yellow,
    #[serde(rename = "r")]
    Red,
}

/// Safe players found on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Find {
    pub cell: Cell,
    pub by: Seat,
    pub count: u32,
    /// None if only the count is told.
    pub who: Option<Vec<CastId>>,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// How many safe players have hidden so far.
    Sealed {
        count: u32,
        of: u32,
    },
    Begun {
        hidden: u32,
        of: u32,
    },
    Chosen {
        seat: Seat,
        choice: Choice,
    },
    StartDrawn {
        tile: Tile,
    },
    Moved {
        seat: Seat,
        step: GuardStep,
        to: Cell,
        tile: Tile,
        found: Option<Find>,
    },
    /// The target was reached.
    TargetReached {
        seat: Seat,
    },
    /// This seat has no tile left to go to.
    Gridlocked {
        seat: Seat,
    },
}

/// Why an action of Gridlock is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    HidingOver,
    /// Only safe players can hide.
    NotSafe,
    OffGrid {
        size: u8,
    },
    /// Nobody can hide on the middle tile.
    Middle(Cell),
    /// Somebody has not hidden, and the dealer has not drawn a place for them.
    StillMissing(Vec<CastId>),
    NotBegun,
    /// Both must choose before the Guard moves.
    ChooseFirst,
    AlreadyBegun,
    /// The first chooser answered this question, so the second can only answer the other one.
    OtherQuestion {
        open: [Choice; 2],
    },
    ChoicesOver,
    /// This seat moves along the other axis.
    OtherAxis {
        open: [GuardStep; 2],
    },
    RedTile(Cell),
}

impl Tile {
    pub(super) fn letter(self) -> char {
        match self {
            Tile::White => 'w',
            Tile::Yellow => 'y',
            Tile::Red => 'r',
        }
    }
}

impl State {
    pub(super) fn new(options: &Options) -> State {
        let size = usize::from(options.size);
        let mut tiles = vec![Tile::White; size * size];
        if options.start_tile == StartTile::Yellow {
            // The middle one.
            tiles[size * size / 2] = Tile::Yellow;
        }
        State {
            phase: Phase::Hiding,
            guard: options.middle(),
            tiles,
            hidden: BTreeMap::new(),
            dealt: Vec::new(),
            missed: Vec::new(),
            first: None,
            horizontal: None,
            score: BySeat::default(),
            last: None,
            finds: Vec::new(),
        }
    }
}

impl Gridlock {
    /// The dealer has drawn the tile in the middle.
    pub(super) fn start_on(
        &mut self,
        by: Author,
        whose: Party,
        tile: Tile,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if (by, whose) != (Author::Dealer, Party::Dealer) {
            return Err(AnyRefusal::NotByChance);
        }
        self.set_tile(self.options.middle(), tile);
        // The dealer can only draw after both choices, so the first player is known.
        self.ask(Phase::Moving(self.first.unwrap_or(Seat::Dmo)));
        Ok(vec![Happening::StartDrawn { tile }.into()])
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.options.size) + usize::from(cell.column)
    }

    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[self.index(cell)]
    }

    fn set_tile(&mut self, cell: Cell, tile: Tile) {
        let index = self.index(cell);
        self.tiles[index] = tile;
    }

    pub(super) fn missing(&self) -> Vec<CastId> {
        self.cast
            .safe_players()
            .filter(|id| !self.hidden.contains_key(id))
            .collect()
    }

    fn safe_count(&self) -> u32 {
        self.cast.safe_players().count() as u32
    }

    pub(super) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choosing(seat) => seat,
            Phase::Moving(seat) => Some(seat),
            Phase::Hiding | Phase::Over => None,
        }
    }

    fn steps(&self, seat: Seat) -> [GuardStep; 2] {
        GuardStep::along(self.horizontal == Some(seat))
    }

    pub(super) fn legal_steps(&self, seat: Seat) -> impl Iterator<Item = GuardStep> + Clone + '_ {
        let size = self.options.size;
        let is_open = move |step: &GuardStep| self.tile(step.from(self.guard, size)) != Tile::Red;
        self.steps(seat).into_iter().filter(is_open)
    }

    /// The choices of the seat that chooses now.
    pub(super) fn choices(&self) -> Vec<Choice> {
        match (self.first, self.horizontal) {
            (None, None) => Choice::ALL.to_vec(),
            (Some(_), None) => vec![Choice::Horizontal, Choice::Vertical],
            (None, Some(_)) => vec![Choice::First, Choice::Second],
            (Some(_), Some(_)) => Vec::new(),
        }
    }

    pub(super) fn hide(
        &mut self,
        by: Author,
        whose: Party,
        cell: Cell,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let size = self.options.size;
        let Party::Cast(id) = whose else {
            return Err(Refusal::NotSafe.into());
        };
        if !self.cast.is_safe(id) {
            return Err(Refusal::NotSafe.into());
        }
        if self.phase != Phase::Hiding {
            return Err(Refusal::HidingOver.into());
        }
        if cell.column >= size || cell.row >= size {
            return Err(Refusal::OffGrid { size }.into());
        }
        if cell == self.options.middle() {
            return Err(Refusal::Middle(cell).into());
        }
        self.dealt.retain(|dealt| *dealt != id);
        if by == Author::Dealer {
            self.dealt.push(id);
        }
        if self.hidden.insert(id, cell).is_some() {
            // A changed hiding place is not announced.
            return Ok(Vec::new());
        }
        let count = self.hidden.len() as u32;
        let of = self.safe_count();
        Ok(vec![Happening::Sealed { count, of }.into()])
    }

    pub(super) fn begin(&mut self, whose: Party) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if whose != Party::Host {
            return Err(AnyRefusal::HostOnly);
        }
        if self.phase != Phase::Hiding {
            return Err(Refusal::AlreadyBegun.into());
        }
        let missing = self.missing();
        if self.options.missing == Missing::Random && !missing.is_empty() {
            return Err(Refusal::StillMissing(missing).into());
        }
        self.missed = [missing, self.dealt.clone()].concat();
        self.missed.sort_unstable();
        self.ask(Phase::Choosing(Some(Seat::Dmo)));
        let hidden = self.hidden.len() as u32;
        let of = self.safe_count();
        Ok(vec![Happening::Begun { hidden, of }.into()])
    }

    pub(super) fn choose(
        &mut self,
        whose: Party,
        choice: Choice,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.waited_seat(whose)?;
        if matches!(self.phase, Phase::Moving(_)) {
            return Err(Refusal::ChoicesOver.into());
        }
        let open = self.choices();
        if !open.contains(&choice) {
            // Only the second chooser can be here, with two choices open.
            return Err(Refusal::OtherQuestion {
                open: [open[0], open[1]],
            }
            .into());
        }
        match choice {
            Choice::First => self.first = Some(seat),
            Choice::Second => self.first = Some(seat.other()),
            Choice::Horizontal => self.horizontal = Some(seat),
            Choice::Vertical => self.horizontal = Some(seat.other()),
        }
        let next = match (self.first, self.horizontal) {
            (Some(_), Some(_)) if self.options.start_tile == StartTile::Random => {
                Phase::Choosing(None)
            }
            (Some(first), Some(_)) => Phase::Moving(first),
            _ => Phase::Choosing(Some(Seat::Ec)),
        };
        self.ask(next);
        Ok(vec![Happening::Chosen { seat, choice }.into()])
    }

    pub(super) fn step(
        &mut self,
        whose: Party,
        step: GuardStep,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.waited_seat(whose)?;
        if matches!(self.phase, Phase::Choosing(_)) {
            return Err(Refusal::ChooseFirst.into());
        }
        let open = self.steps(seat);
        if !open.contains(&step) {
            return Err(Refusal::OtherAxis { open }.into());
        }
        let to = step.from(self.guard, self.options.size);
        let found = match self.tile(to) {
            Tile::Red => return Err(Refusal::RedTile(to).into()),
            Tile::Yellow => {
                self.set_tile(to, Tile::Red);
                None
            }
            Tile::White => {
                self.set_tile(to, Tile::Yellow);
                self.find(seat, to)
            }
        };
        self.last = Some((self.guard, to));
        self.guard = to;
        let tile = self.tile(to);
        let mut happenings: Vec<AnyHappening> = vec![
            Happening::Moved {
                seat,
                step,
                to,
                tile,
                found,
            }
            .into(),
        ];
        let next = seat.other();
        if self.score[seat] >= self.options.target {
            happenings.push(Happening::TargetReached { seat }.into());
            self.end(Outcome::won(seat, reasons::POINTS));
        } else if self.legal_steps(next).next().is_none() {
            happenings.push(Happening::Gridlocked { seat: next }.into());
            self.end(Outcome::won(seat, reasons::GRIDLOCKED));
        } else {
            self.ask(Phase::Moving(next));
        }
        Ok(happenings)
    }

    fn find(&mut self, by: Seat, cell: Cell) -> Option<Find> {
        let here = self.hidden.iter().filter(|(_, at)| **at == cell);
        let people: Vec<CastId> = here.map(|(id, _)| *id).collect();
        if people.is_empty() {
            return None;
        }
        let count = people.len() as u32;
        self.score[by] += count;
        let find = Find {
            cell,
            by,
            count,
            who: (self.options.reveal == Reveal::Names).then_some(people),
        };
        self.finds.push(find.clone());
        Some(find)
    }

    fn waited_seat(&self, whose: Party) -> Result<Seat, AnyRefusal> {
        if self.phase == Phase::Hiding {
            return Err(Refusal::NotBegun.into());
        }
        let waited = self.to_act();
        let seat = waited.filter(|seat| whose == Party::Seat(*seat));
        seat.ok_or_else(|| AnyRefusal::not_waited_for(waited))
    }

    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.prompt += 1;
    }
}
