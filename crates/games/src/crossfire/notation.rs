//! Crossfire's notation: `bid 7`, `spawn B1`, `spawn B1 D2`, `move B2`, `back B2`, `drain 1`.

use std::fmt::{self, Display};

use super::board::{self, SIDE};
use super::rules::Refusal;
use super::say;
use crate::english::list;
use crate::notation::{self, Token};
use crate::{Cast, Cell, GameAction, Refusal as AnyRefusal};

/// An action of Crossfire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Bid(u32),
    /// On these spaces at once; more than one only under the anomaly Ambush.
    Spawn(Cells),
    Move(Cell),
    Back(Cell),
    /// The clock takes a chip from a player whose reserve is used up.
    Drain,
}

/// A set of cells of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells(u16);

impl Cells {
    pub fn one(cell: Cell) -> Cells {
        Cells(1 << board::index(cell))
    }

    pub fn with(self, cell: Cell) -> Cells {
        Cells(self.0 | Cells::one(cell).0)
    }

    pub fn has(self, cell: Cell) -> bool {
        self.0 & Cells::one(cell).0 != 0
    }

    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// In the order A1, A2, … D4.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let cells = (0..usize::from(SIDE * SIDE)).map(board::cell_at);
        cells.filter(move |cell| self.has(*cell))
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Bid(chips) => write!(f, "bid {chips}"),
            Action::Spawn(cells) => {
                f.write_str("spawn")?;
                cells.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
            Action::Move(cell) => write!(f, "move {cell}"),
            Action::Back(cell) => write!(f, "back {cell}"),
            Action::Drain => f.write_str("drain 1"),
        }
    }
}

const FORMS: &[&str] = &["bid 7", "spawn B1", "move B2"];
const FORMS_AMBUSH: &[&str] = &["bid 7", "spawn B1", "spawn B1 D2", "move B2"];
const FORMS_BACK: &[&str] = &["bid 7", "spawn B1", "move B2", "back B2"];
const FORMS_BOTH: &[&str] = &["bid 7", "spawn B1", "spawn B1 D2", "move B2", "back B2"];

/// The forms that exist in a match with or without the anomalies Ambush and Both Ways.
pub fn forms(ambush: bool, both_ways: bool) -> &'static [&'static str] {
    match (ambush, both_ways) {
        (false, false) => FORMS,
        (true, false) => FORMS_AMBUSH,
        (false, true) => FORMS_BACK,
        (true, true) => FORMS_BOTH,
    }
}

impl GameAction for Action {
    fn read(text: &str, _cast: &Cast) -> Result<Action, AnyRefusal> {
        let unreadable = AnyRefusal::unreadable(FORMS_BOTH);
        let Some(tokens) = notation::tokens(text) else {
            return Err(unreadable);
        };
        if tokens.iter().any(|token| token.bare().is_none()) {
            return Err(unreadable);
        }
        let cell = |token: &Token| match token.bare().and_then(Cell::read) {
            Some(cell) if cell.column < SIDE && cell.row < SIDE => Ok(cell),
            Some(cell) => Err(Refusal::OffBoard(cell).into()),
            None => Err(unreadable.clone()),
        };
        match &tokens[..] {
            [verb, Token::Bare(chips)] if verb.is("bid") => {
                notation::number(chips).map(Action::Bid).ok_or(unreadable)
            }
            [verb, spaces @ ..] if verb.is("spawn") && !spaces.is_empty() => {
                let mut cells = Cells::default();
                for space in spaces {
                    let space = cell(space)?;
                    if cells.has(space) {
                        return Err(Refusal::SpaceTwice(space).into());
                    }
                    cells = cells.with(space);
                }
                Ok(Action::Spawn(cells))
            }
            [verb, at] if verb.is("move") => cell(at).map(Action::Move),
            [verb, at] if verb.is("back") => cell(at).map(Action::Back),
            [verb, Token::Bare("1")] if verb.is("drain") => Ok(Action::Drain),
            _ => Err(unreadable),
        }
    }

    fn write(&self, _cast: &Cast) -> String {
        self.to_string()
    }

    fn label(&self, cast: &Cast) -> String {
        match self {
            Action::Bid(chips) => chips.to_string(),
            _ => self.write(cast),
        }
    }

    fn done(&self, _cast: &Cast) -> String {
        match self {
            Action::Bid(chips) => format!("you bid {chips}"),
            Action::Spawn(on) => format!("you spawned on {}", list(on.iter(), "and")),
            Action::Move(cell) => format!("you moved the arrow on {cell}"),
            Action::Back(cell) => format!("you moved the arrow on {cell} back"),
            Action::Drain => format!("you lost a {}", say::CHIP.one),
        }
    }
}
