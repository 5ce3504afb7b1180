//! Offers for menus and completion, and the short forms that people type.

use super::board::is_on_board;
use super::notation::Action;
use crate::{Cell, Offer, notation};

/// How many bids are offered at most.
const MOST_BIDS: u32 = 200;

/// Bids from 0 to `chips` whose notation starts with `prefix`, smallest first, and no more than a
/// few hundred.
pub fn bids(chips: u32, prefix: &str) -> Vec<Offer> {
    let offer = |bid: u32| Offer {
        act: Action::Bid(bid).to_string(),
        label: bid.to_string(),
    };
    let prefix = prefix.to_ascii_lowercase();
    if "bid ".starts_with(&prefix) {
        return (0..=chips.min(MOST_BIDS - 1)).map(offer).collect();
    }
    let digits = prefix.strip_prefix("bid ");
    let Some(start) = digits.and_then(notation::number) else {
        return Vec::new();
    };
    // The number itself, then those with one more digit, then with two: 7, 70 to 79, 700 to 799.
    let mut offers = Vec::new();
    let (mut first, mut width) = (u64::from(start), 1u64);
    while first <= u64::from(chips) && offers.len() < MOST_BIDS as usize {
        let end = (first + width - 1).min(u64::from(chips));
        // Both ends are at most `chips`, a u32.
        offers.extend(
            (first as u32..=end as u32)
                .take(MOST_BIDS as usize)
                .map(offer),
        );
        if start == 0 {
            break;
        }
        (first, width) = (first * 10, width * 10);
    }
    offers
}

/// The legal actions whose notation starts with `prefix`.
pub fn actions(legal: impl Iterator<Item = Action>, prefix: &str) -> Vec<Offer> {
    let prefix = prefix.to_ascii_lowercase();
    let offer = |action: Action| {
        let act = action.to_string();
        let label = act.clone();
        Offer { act, label }
    };
    let fits = |offer: &Offer| offer.act.to_ascii_lowercase().starts_with(&prefix);
    legal.map(offer).filter(fits).collect()
}

/// Short forms of bids: the number alone, `b 7`, `b7`, or `all`. `b2` isn't one, because it is a
/// cell: the person meant a move and typed it too late, or typed one digit twice.
pub fn expand_bid(text: &str, chips: u32) -> Option<String> {
    let word = text.trim_matches(' ').to_ascii_lowercase();
    if matches!(word.as_str(), "all" | "all in") {
        return Some(Action::Bid(chips).to_string());
    }
    let cell = word.get(..2).and_then(Cell::read);
    if cell.is_some_and(is_on_board) {
        return None;
    }
    let digits = word.strip_prefix("bid").or_else(|| word.strip_prefix('b'));
    let digits = digits.unwrap_or(&word).trim_start_matches(' ');
    notation::number(digits).map(|bid| Action::Bid(bid).to_string())
}

/// Short forms of actions: `s b1`, `m b2`, `b b2`. Cells alone are a move of one's arrow there,
/// else a spawn. Commas may be between cells.
pub fn expand_action(text: &str, legal: &[Action]) -> Option<String> {
    let words = text.split([' ', ',', ';', '\n']);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let (first, rest) = words.split_first()?;
    let cells = |words: &[&str]| -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> = words.iter().map(|word| Cell::read(word)).collect();
        cells.filter(|cells| !cells.is_empty())
    };
    let written = |verb: &str, cells: &[Cell]| {
        let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
        Some(format!("{verb} {}", cells.join(" ")))
    };
    if let Some(cells) = cells(&words) {
        let moves = matches!(cells[..], [cell] if legal.contains(&Action::Move(cell)));
        return written(if moves { "move" } else { "spawn" }, &cells);
    }
    let cells = cells(rest)?;
    let first = first.to_ascii_lowercase();
    let verbs = ["spawn", "move", "back"];
    let verb = match first.as_str() {
        "mv" => "move",
        _ => verbs.into_iter().find(|verb| verb.starts_with(&first))?,
    };
    written(verb, &cells)
}
