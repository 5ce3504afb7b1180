//! The rules in short.

use super::super::View;
use super::supplied;
use crate::english::{out_of_time, stretch};
use crate::{GivenOptions, Ms};

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let board = match &view.table {
        Some(table) => format!(
            "The board has {} columns and {} rows; {} on it. Loose tiles left for both: {}.",
            table.columns,
            table.rows,
            match table.battery.len() {
                1 => "1 tile of the battery lies".to_owned(),
                // What the source shows of it is lost; another one is its host's.
                2 => "2 tiles of the battery (a reconstruction, unless its host chose it) lie".to_owned(),
                tiles => format!("{tiles} tiles of the battery lie"),
            },
            supplied(&table.supply)
        ),
        None => "The board's size and the loose tiles, which both share, stay secret until it is decided who goes first."
            .to_owned(),
    };
    format!(
        "**Short Circuit.** Complete the circuit on your own turn. {board}\n\
         Whoever has more garnets decides who goes first; with equal garnets the DMO does.\n\
         On a turn one places **one to three** loose tiles on empty cells, turned in any way. One of them at least must be side by side with a tile that lay there \
         before, but need not connect with it; two or three lie on neighbouring cells of one row or column. There is no passing.\n\
         The circuit is complete when all tiles on the board are one closed line: every open side meets an open side, and a crossroad is passed both ways. \
         Thunder stands for whichever tile is needed. Whoever completes it on their turn wins.\n\
         Instead of placing one may say **impossible**: the loose tiles cannot complete it any more. The other player then shows a way, with any of the loose \
         tiles on any empty cells, and wins, or concedes or runs out of time, and loses. Nobody is told before the end whether it is still possible."
    )
}

/// What a match's options and times mean for it beyond the rules.
pub fn terms(options: &GivenOptions, ms: Ms<'_>) -> Vec<String> {
    let [choose, solve] = ["base_choose_s", "base_solve_s"].map(|key| stretch(ms(key)));
    let by_chance = "has one tile placed by chance, or, where none fits, says impossible by it";
    vec![
        out_of_time(" on a turn", options, by_chance),
        format!(
            "Two times come without reserve: {choose} to choose who goes first, which is then \
             drawn, and {solve} to show a way after “impossible”."
        ),
    ]
}

pub(super) fn corner(columns: u8, rows: u8) -> String {
    let last = char::from(b'A' + columns - 1);
    format!("{last}{rows}")
}
