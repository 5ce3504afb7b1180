//! Short Circuit's rules.

use serde::{Deserialize, Serialize};

use super::board::{Board, Piece};
use super::circuit;
use super::notation::Action;
use super::options::Options;
use super::reasons;
use super::tile::{Kind, Supply};
use super::turns;
use super::view::Verdict;
use crate::{
    Cell, Happening as AnyHappening, MatchOf, Outcome, Party, Refusal as AnyRefusal, Seat,
};

/// A match of Short Circuit.
pub type ShortCircuit = MatchOf<State, Options>;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) phase: Phase,
    pub(super) chooser: Seat,
    pub(super) first: Option<Seat>,
    pub(super) board: Board,
    pub(super) supply: Supply,
    pub(super) last: Vec<Cell>,
    pub(super) caller: Option<Seat>,
    /// The verdict about the board when it was called impossible; secret until the match is over.
    /// None without a call.
    pub(super) verdict: Option<Verdict>,
}

/// The phase of the match, with the seat that must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// This seat decides who goes first.
    Choosing(Seat),
    Placing(Seat),
    /// The other seat has called it impossible.
    Solving(Seat),
    Over,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// Somebody decided who goes first. Now everybody sees the board and the loose tiles.
    Chosen {
        chooser: Seat,
        first: Seat,
        columns: u8,
        rows: u8,
        supply: Supply,
    },
    Placed {
        seat: Seat,
        pieces: Vec<Piece>,
    },
    Completed {
        seat: Seat,
    },
    CalledImpossible {
        seat: Seat,
    },
    Solved {
        seat: Seat,
        pieces: Vec<Piece>,
    },
    /// `late`: the clock conceded.
    Conceded {
        seat: Seat,
        late: bool,
    },
    /// The completion with the fewest tiles; None if the call was right.
    Judged {
        completion: Option<Vec<Piece>>,
    },
}

/// Why an action of Short Circuit is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// This part of a text of tiles isn't a tile; None if the text has no tiles at all.
    NotTiles(Option<String>),
    /// Nobody has decided yet who goes first.
    NotChosen,
    AlreadyChosen,
    /// Nobody has called it impossible.
    NotCalled,
    /// Somebody has called it impossible: the answer must be a solution, or to concede.
    Called,
    TooMany {
        most: usize,
    },
    OffBoard {
        cell: Cell,
        columns: u8,
        rows: u8,
    },
    Occupied(Cell),
    CellTwice(Cell),
    /// The supply doesn't have enough of a kind.
    TooFew {
        kind: Kind,
        left: u8,
    },
    NotInLine,
    NotTouching,
    /// These tiles do not complete the circuit.
    NotComplete,
}

impl Phase {
    /// The seat that must act.
    pub fn to_act(self) -> Option<Seat> {
        match self {
            Phase::Choosing(seat) | Phase::Placing(seat) | Phase::Solving(seat) => Some(seat),
            Phase::Over => None,
        }
    }
}

impl ShortCircuit {
    pub(super) fn waited_seat(&self, whose: Party) -> Result<Seat, AnyRefusal> {
        let waited = self.phase.to_act();
        let seat = waited.filter(|seat| whose == Party::Seat(*seat));
        seat.ok_or_else(|| AnyRefusal::not_waited_for(waited))
    }

    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.prompt += 1;
    }

    pub(super) fn choose(&mut self, chooser: Seat, first: Seat) -> AnyHappening {
        self.first = Some(first);
        self.ask(Phase::Placing(first));
        Happening::Chosen {
            chooser,
            first,
            columns: self.options.columns,
            rows: self.options.rows,
            supply: self.options.supply,
        }
        .into()
    }

    /// The supply after a turn that places these pieces, if the turn is legal.
    pub(super) fn supply_after(&self, pieces: &[Piece]) -> Result<Supply, Refusal> {
        if pieces.len() > turns::MAX {
            let most = turns::MAX;
            return Err(Refusal::TooMany { most });
        }
        let supply = self.supply_without(pieces)?;
        if !in_line(pieces) {
            return Err(Refusal::NotInLine);
        }
        if !pieces.iter().any(|piece| self.board.touches(piece.cell)) {
            return Err(Refusal::NotTouching);
        }
        Ok(supply)
    }

    pub(super) fn place(
        &mut self,
        seat: Seat,
        pieces: &[Piece],
    ) -> Result<Vec<AnyHappening>, Refusal> {
        let supply = self.supply_after(pieces)?;
        self.lay(pieces, supply);
        let pieces = pieces.to_vec();
        let mut happenings = vec![Happening::Placed { seat, pieces }.into()];
        if circuit::complete(&self.board).is_some() {
            happenings.push(Happening::Completed { seat }.into());
            self.end(Outcome::won(seat, reasons::CIRCUIT));
        } else {
            self.ask(Phase::Placing(seat.other()));
        }
        Ok(happenings)
    }

    pub(super) fn call(&mut self, seat: Seat) -> AnyHappening {
        self.caller = Some(seat);
        self.verdict = Some(Verdict::of(&self.board, &self.supply));
        self.ask(Phase::Solving(seat.other()));
        Happening::CalledImpossible { seat }.into()
    }

    pub(super) fn solve(&mut self, seat: Seat, pieces: &[Piece]) -> Result<AnyHappening, Refusal> {
        let supply = self.supply_without(pieces)?;
        let mut solved = self.board.clone();
        solved.lay(pieces);
        if circuit::complete(&solved).is_none() {
            return Err(Refusal::NotComplete);
        }
        self.lay(pieces, supply);
        self.end(Outcome::won(seat, reasons::SOLVED));
        let pieces = pieces.to_vec();
        Ok(Happening::Solved { seat, pieces }.into())
    }

    pub(super) fn concede(&mut self, seat: Seat, late: bool) -> Vec<AnyHappening> {
        self.end(Outcome::won(seat.other(), reasons::IMPOSSIBLE));
        let completion = self.solution().map(<[Piece]>::to_vec);
        vec![
            Happening::Conceded { seat, late }.into(),
            Happening::Judged { completion }.into(),
        ]
    }

    /// The fewest tiles that would have completed the circuit when it was called impossible.
    pub(super) fn solution(&self) -> Option<&[Piece]> {
        let completion = self.verdict.as_ref()?.completion.as_ref()?;
        Some(&completion.pieces)
    }

    /// The supply without these pieces, each of which must be on an empty cell of its own.
    fn supply_without(&self, pieces: &[Piece]) -> Result<Supply, Refusal> {
        let mut supply = self.supply;
        for (index, piece) in pieces.iter().enumerate() {
            let cell = piece.cell;
            if !self.board.contains(cell) {
                return Err(Refusal::OffBoard {
                    cell,
                    columns: self.board.columns,
                    rows: self.board.rows,
                });
            }
            if !self.board.is_empty(cell) {
                return Err(Refusal::Occupied(cell));
            }
            if pieces[..index].iter().any(|before| before.cell == cell) {
                return Err(Refusal::CellTwice(cell));
            }
            let kind = piece.tile.kind();
            let left = self.supply.count(kind);
            supply = supply.without(kind).ok_or(Refusal::TooFew { kind, left })?;
        }
        Ok(supply)
    }

    fn lay(&mut self, pieces: &[Piece], supply: Supply) {
        self.board.lay(pieces);
        self.supply = supply;
        self.last.clear();
        self.last.extend(pieces.iter().map(|piece| piece.cell));
    }

    /// Whether the clock may take this action when the time of the seat is up.
    pub(super) fn clock_may(&self, action: &Action) -> bool {
        match (self.phase, action) {
            (Phase::Choosing(_), Action::First(_)) | (Phase::Solving(_), Action::Concede) => true,
            (Phase::Placing(_), Action::Place(pieces)) => pieces.len() == 1,
            (Phase::Placing(_), Action::Impossible) => !turns::exist(&self.board, &self.supply),
            _ => false,
        }
    }
}

/// Whether cells that are all different lie in one row or column with no gap.
pub(super) fn in_line(pieces: &[Piece]) -> bool {
    let spread = |at: fn(&Piece) -> u8| {
        let least = pieces.iter().map(at).min().unwrap_or(0);
        let most = pieces.iter().map(at).max().unwrap_or(0);
        usize::from(most - least)
    };
    let across = spread(|piece| piece.cell.column);
    let down = spread(|piece| piece.cell.row);
    across.min(down) == 0 && across.max(down) + 1 == pieces.len()
}
