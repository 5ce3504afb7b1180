//! Short forms that people type.

use super::board::is_on_board;
use super::notation::Action;
use crate::{Cell, notation};

/// Short forms of bids: the number alone, `b 7`, `b7`, or `all`. `b2` isn't one, because it is a
/// cell: the person meant a move and typed it too late, or typed one digit twice.
pub fn bid(text: &str, chips: u32) -> Option<String> {
    let word = text.trim_matches(' ').to_ascii_lowercase();
    if matches!(word.as_str(), "all" | "all in") {
        return Some(Action::Bid(chips).to_string());
    }
    let cell = word.get(..2).and_then(Cell::read);
    if cell.is_some_and(is_on_board) {
        return None;
    }
    let verb_off = word.strip_prefix("bid").or_else(|| word.strip_prefix('b'));
    let digits = verb_off.unwrap_or(&word).trim_start_matches(' ');
    notation::number(digits).map(|bid| Action::Bid(bid).to_string())
}

/// Short forms of actions: `s b1`, `m b2`, `b b2`. Cells alone are a move of one's arrow there,
/// else a spawn. Commas may be between cells.
pub fn action(text: &str, legal: &[Action]) -> Option<String> {
    let parts = text.split([' ', ',', ';', '\n']);
    let words: Vec<&str> = parts.filter(|word| !word.is_empty()).collect();
    let (first, rest) = words.split_first()?;
    let cells = |words: &[&str]| -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> = words.iter().map(|word| Cell::read(word)).collect();
        cells.filter(|cells| !cells.is_empty())
    };
    let written = |verb: &str, cells: &[Cell]| {
        let words: Vec<String> = cells.iter().map(Cell::to_string).collect();
        Some(format!("{verb} {}", words.join(" ")))
    };
    if let Some(cells) = cells(&words) {
        let moves = matches!(cells[..], [cell] if legal.contains(&Action::Move(cell)));
        return written(if moves { "move" } else { "spawn" }, &cells);
    }
    let cells = cells(rest)?;
    let typed = first.to_ascii_lowercase();
    let verbs = ["spawn", "move", "back"];
    let verb = match typed.as_str() {
        "mv" => "move",
        _ => verbs.into_iter().find(|verb| verb.starts_with(&typed))?,
    };
    written(verb, &cells)
}
