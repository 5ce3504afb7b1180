//! The rules in short.

use super::super::View;
use super::supplied;
use crate::english::{DMO, out_of_time, stretch};
use crate::{GivenOptions, Ms};

/// The rules of this match, with its options.
pub fn rules(view: &View) -> String {
    let board = match &view.table {
        Some(table) => format!(
            "It has {} columns and {} rows, with {} on it. Loose tiles left, for both of you: {}.",
            table.board.columns,
            table.board.rows,
            match table.battery.len() {
                1 => "1 battery tile".to_owned(),
                // The source's picture of the battery is lost; any other battery is the host's.
                2 => "2 battery tiles (our reconstruction, unless the host chose them)".to_owned(),
                tiles => format!("{tiles} battery tiles"),
            },
            supplied(&table.supply)
        ),
        None => {
            "Its size and the loose tiles you share stay secret until it's decided who goes first."
                .to_owned()
        }
    };
    format!(
        "**Short Circuit.** Complete the circuit on your own turn to win.\n\
         - **Board:** {board}\n\
         - **Who goes first:** The player with more garnets (the season's currency) decides; if \
         level, the {DMO}.\n\
         - **Your turn:** Place **one to three** loose tiles on empty cells, rotated any way you \
         like. At least one must go next to a tile that was already there; it needn't connect. Two \
         or three must be adjacent in one row or column. You can't pass.\n\
         - **Circuit:** All tiles on the board form one closed line. The line passes a crossroad \
         both ways. A thunder tile counts as whatever tile is needed.\n\
         - **Impossible:** Instead of placing, you may call **impossible**. The other player then \
         tries to complete the circuit with any loose tiles on any empty cells. If they do, they \
         win; if they concede or run out of time, you win. Until the end, nobody is told whether \
         it can still be completed."
    )
}

/// What the options and times mean for a match, beyond the rules.
pub fn terms(options: &GivenOptions, ms: Ms<'_>) -> Vec<String> {
    let [choose, solve] = ["base_choose_s", "base_solve_s"].map(|key| stretch(ms(key)));
    let at_random = "one tile is placed at random, or “impossible” is called for you if none fits";
    vec![
        out_of_time(" on a turn", options, at_random),
        format!(
            "There's no reserve for choosing who goes first ({choose}, then it's random) or for \
             answering “impossible” ({solve})."
        ),
    ]
}

pub(super) fn corner(columns: u8, rows: u8) -> String {
    let last = char::from(b'A' + columns - 1);
    format!("{last}{rows}")
}
