//! Gridlock's notation: `hide B4`, `begin`, `choose first`, `start yellow`, `up`.

use std::fmt::{self, Display};

use super::{Tile, say};
use crate::notation::{self, Token};
use crate::{Cast, Cell, GameAction, Refusal, words};

/// An action of Gridlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Hide(Cell),
    Begin,
    Choose(Choice),
    /// The dealer's draw of the middle tile's colour: white or yellow.
    Start(Tile),
    Move(GuardStep),
}

words! {
    /// A choice before the first move, about the seat that makes it.
    pub enum Choice {
        First = "first",
        Second = "second",
        Horizontal = "horizontal",
        Vertical = "vertical",
    }
}

words! {
    /// The Guard's step to a neighbouring tile.
    pub enum GuardStep {
        Left = "left",
        Right = "right",
        Up = "up",
        Down = "down",
    }
}

impl GuardStep {
    /// The steps along an axis.
    pub fn along(horizontal: bool) -> [GuardStep; 2] {
        if horizontal {
            [GuardStep::Left, GuardStep::Right]
        } else {
            [GuardStep::Up, GuardStep::Down]
        }
    }

    /// The neighbour of a cell in this direction on a looped grid of the given size.
    pub fn from(self, cell: Cell, size: u8) -> Cell {
        let back = |at: u8| (at + size - 1) % size;
        let on = |at: u8| (at + 1) % size;
        match self {
            GuardStep::Left => Cell::new(back(cell.column), cell.row),
            GuardStep::Right => Cell::new(on(cell.column), cell.row),
            GuardStep::Up => Cell::new(cell.column, back(cell.row)),
            GuardStep::Down => Cell::new(cell.column, on(cell.row)),
        }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Hide(cell) => write!(f, "hide {cell}"),
            Action::Begin => f.write_str("begin"),
            Action::Choose(choice) => write!(f, "choose {choice}"),
            Action::Start(Tile::Yellow) => f.write_str("start yellow"),
            Action::Start(_) => f.write_str("start white"),
            Action::Move(step) => step.fmt(f),
        }
    }
}

const FORMS: &[&str] = &[
    "hide B4",
    "choose first",
    "choose second",
    "choose horizontal",
    "choose vertical",
    "left",
    "right",
    "up",
    "down",
];

impl GameAction for Action {
    fn read(text: &str, _cast: &Cast) -> Result<Action, Refusal> {
        parse(text).ok_or_else(|| Refusal::unreadable(FORMS))
    }

    fn write(&self, _cast: &Cast) -> String {
        self.to_string()
    }

    fn label(&self, cast: &Cast) -> String {
        match self {
            Action::Hide(cell) => cell.to_string(),
            Action::Choose(choice) => say::button(*choice).to_owned(),
            Action::Move(step) => say::step_button(*step).to_owned(),
            _ => self.write(cast),
        }
    }

    fn done(&self, _cast: &Cast) -> String {
        match self {
            Action::Hide(cell) => format!("you're hiding on {cell}"),
            Action::Begin => "the match starts".to_owned(),
            Action::Choose(Choice::First) => "you move first".to_owned(),
            Action::Choose(Choice::Second) => "you move second".to_owned(),
            Action::Choose(Choice::Horizontal) => "you move the Guard left and right".to_owned(),
            Action::Choose(Choice::Vertical) => "you move the Guard up and down".to_owned(),
            Action::Start(tile) => format!("the middle tile starts {}", say::tile_word(*tile)),
            Action::Move(step) => format!("you moved the Guard {step}"),
        }
    }
}

fn parse(text: &str) -> Option<Action> {
    match notation::tokens(text)?[..] {
        [verb, Token::Bare(cell)] if verb.is("hide") => Cell::read(cell).map(Action::Hide),
        [verb, colour] if verb.is("start") && colour.is("white") => {
            Some(Action::Start(Tile::White))
        }
        [verb, colour] if verb.is("start") && colour.is("yellow") => {
            Some(Action::Start(Tile::Yellow))
        }
        [verb, Token::Bare(word)] if verb.is("choose") => Choice::read(word).map(Action::Choose),
        [word] if word.is("begin") => Some(Action::Begin),
        [Token::Bare(word)] => GuardStep::read(word).map(Action::Move),
        _ => None,
    }
}

/// A cell as people type it, with `hide` before it or not: `b4`, `b 4`, `4B`.
fn loose_cell(text: &str) -> Option<Cell> {
    let mut signs: Vec<&str> = text.split_whitespace().collect();
    while signs.first() == Some(&"hide") {
        signs.remove(0);
    }
    let joined = signs.concat();
    Cell::read(&joined).or_else(|| {
        let row = joined.strip_suffix(|last: char| last.is_ascii_alphabetic())?;
        Cell::read(&format!("{}{row}", &joined[row.len()..]))
    })
}

/// Short forms that people type: a cell alone for `hide`, a choice alone, or the first letters of a
/// direction.
pub fn expand(text: &str) -> Option<String> {
    let word = text.trim_matches(' ').to_ascii_lowercase();
    if let Some(cell) = loose_cell(&word) {
        return Some(Action::Hide(cell).to_string());
    }
    if word.is_empty() {
        return None;
    }
    let mut steps = GuardStep::ALL.into_iter();
    if let Some(step) = steps.find(|step| step.word().starts_with(&word)) {
        return Some(Action::Move(step).to_string());
    }
    // People also say "rows" or "columns" for an axis, and "1st" or "2nd" for the order.
    let choice_word = match word.trim_end_matches('s') {
        "row" => "horizontal",
        "column" => "vertical",
        "1st" => "first",
        "2nd" => "second",
        _ => &word,
    };
    let mut choices = Choice::ALL.into_iter();
    let choice = choices.find(|choice| choice.word().starts_with(choice_word))?;
    Some(Action::Choose(choice).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_tile_is_read() {
        for (typed, expected) in [
            ("b4", Some("hide B4")),
            (" B 4 ", Some("hide B4")),
            ("4B", Some("hide B4")),
            ("4 b", Some("hide B4")),
            ("hide b 4", Some("hide B4")),
            // `/gridlock hide` with `hide b4` typed into it.
            ("hide hide b4", Some("hide B4")),
            ("hide", None),
            ("hide 4", None),
            ("b04", None),
            ("4b4", None),
            ("b", None),
            ("é4", None),
            ("4é", None),
            ("rows", Some("choose horizontal")),
            ("Column", Some("choose vertical")),
            ("h", Some("choose horizontal")),
            ("1st", Some("choose first")),
            ("2nd", Some("choose second")),
        ] {
            assert_eq!(expand(typed).as_deref(), expected, "{typed}");
        }
    }
}
