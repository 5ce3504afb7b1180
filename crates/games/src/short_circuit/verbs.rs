//! `/circuit`.

use super::{Table, Tile, View, read_pieces};
use crate::panel::PanelInput;
use crate::verbs::{Command, Parameter, ParameterKind, Verb};

/// The parameter in which tiles are typed.
const TILES: &str = "tiles";

pub const COMMAND: Command = Command {
    name: "circuit",
    about: "Short Circuit: place tiles, sketch, or call it impossible",
    verbs: &[
        Verb::new(
            "first",
            "Decide who goes first",
            &[Parameter::new(
                "who",
                "Who goes first",
                ParameterKind::Player,
            )],
        ),
        Verb::new(
            "place",
            "Place one to three tiles",
            &[Parameter::new(
                TILES,
                "Cells and tiles, like C4=SE C3=V",
                ParameterKind::Text,
            )],
        ),
        Verb::wordless(
            "sketch",
            "Open your private copy of the board, with a pen",
            &[],
        ),
        Verb::new(
            "impossible",
            "Call the circuit impossible (asks you to confirm)",
            &[],
        ),
        Verb::new(
            "solve",
            "Complete the circuit after your opponent called it impossible",
            &[Parameter::new(
                TILES,
                "Cells and tiles, like C4=SE F4=SW: any loose tiles on any empty cells",
                ParameterKind::Text,
            )],
        ),
        Verb::new(
            "concede",
            "Concede that it's impossible (asks you to confirm)",
            &[],
        ),
    ],
};

pub fn complete(desk: &PanelInput<View>, parameter: &str, typed: &str) -> Option<Vec<String>> {
    if parameter != TILES {
        return None;
    }
    let table = desk.view.table.as_ref();
    Some(table.map_or_else(Vec::new, |table| completed(table, typed)))
}

/// The continuations of a typed line of tiles: any tile that is left, on any empty cell. It doesn't
/// check whether a turn is legal, so it gives nothing away.
fn completed(table: &Table, typed: &str) -> Vec<String> {
    let typed = typed.trim_start();
    let (whole, begun) = typed.rsplit_once(' ').unwrap_or(("", typed));
    let Some(pieces) = read_pieces(whole) else {
        return Vec::new();
    };
    let mut supply = table.supply;
    let mut board = table.board.clone();
    for piece in &pieces {
        let free = board.contains(piece.cell) && board.is_empty(piece.cell);
        let (Some(rest), true) = (supply.without(piece.tile.kind()), free) else {
            return Vec::new();
        };
        supply = rest;
        board.lay(&[*piece]);
    }
    let before: String = pieces.iter().map(|piece| format!("{piece} ")).collect();
    let begun = begun.to_ascii_uppercase();
    let free = board.cells().filter(|cell| board.is_empty(*cell));
    let beside = |cell: &crate::Cell| !board.touches(*cell);
    let mut cells: Vec<_> = free.collect();
    // Cells beside a tile come first, because the list has no room for all.
    cells.sort_by_key(beside);
    let words = cells.iter().flat_map(|cell| {
        let left = Tile::ALL
            .into_iter()
            .filter(|tile| supply.count(tile.kind()) > 0);
        left.map(move |tile| format!("{cell}={}", tile.word()))
    });
    words
        .filter(|word| word.starts_with(&begun))
        .map(|word| format!("{before}{word}"))
        .take(25)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::short_circuit::{Supply, drawing};

    #[test]
    fn completion_offers_only_tiles_that_are_left() {
        let empty = ". . . . . /";
        let table = Table {
            board: drawing::board(&format!("{empty} {empty} . . H . . / {empty} . . . . .")),
            battery: Vec::new(),
            supply: Supply {
                straight: 1,
                turn: 1,
                crossroad: 0,
                thunder: 0,
            },
            last: Vec::new(),
        };
        for (typed, least, first) in [
            ("", 25, "C2=H"),
            ("d3", 6, "D3=H"),
            ("D3=S", 2, "D3=SE"),
            ("d3=se ", 25, "D3=SE C2=H"),
            ("d3=se d4=v", 1, "D3=SE D4=V"),
            ("d3=se d4=n", 0, ""),
            ("c3", 0, ""),
            ("d3=x", 0, ""),
            ("d3=x a1", 0, ""),
            ("hello ", 0, ""),
        ] {
            let lines = completed(&table, typed);
            assert_eq!(lines.len(), least, "{typed:?}: {lines:?}");
            assert_eq!(lines.first().map_or("", String::as_str), first, "{typed:?}");
        }
    }
}
