//! What buttons and menus say in any game.

use crate::Cell;

/// The placeholder of a menu of cells, by its first and last row, counted from 1. `chosen`: the
/// cell that is chosen now.
pub fn cells_in_rows(chosen: Option<Cell>, first: u8, last: u8) -> String {
    let rows = if first == last {
        format!("row {first}")
    } else {
        format!("rows {first} to {last}")
    };
    match chosen {
        Some(chosen) => format!("Chosen: {chosen}. Change it: {rows}"),
        None => format!("Pick a tile in {rows}"),
    }
}

pub const HAND_IN: &str = "Submit";

pub const START_OVER: &str = "Start over";

pub const TYPE_IT: &str = "Type my move";

/// What a menu holds, by its first and last item.
pub fn from_to(first: &str, last: &str) -> String {
    format!("{first} … {last}")
}

pub const TYPE_NUMBER: &str = "Type a number";

/// Something in a panel that needs a change.
pub fn problem(sentence: &str) -> String {
    format!("⚠️ {sentence}\n")
}
