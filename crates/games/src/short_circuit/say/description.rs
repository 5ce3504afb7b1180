//! The board in words, for people who can't see the picture.

use super::super::{Piece, Table, View};
use super::sketch::sketch_description;
use super::{
    SECRET, SECRET_UNTIL, corner, headline, in_words, judged, possible, supplied, tile_words,
};
use crate::Cast;
use crate::english::list;

/// The board in words, for people who can't see the picture. The most important comes first,
/// because the text may be cut.
pub fn description(view: &View, cast: &Cast) -> String {
    match &view.sketch {
        Some(sketch) => sketch_description(view, sketch, cast),
        None => description_with(view, &[], cast),
    }
}

/// The board in words. `tried` are the tiles that only a private copy of it has; the text before
/// has listed them.
pub(super) fn description_with(view: &View, tried: &[Piece], cast: &Cast) -> String {
    let mut sentences = vec![format!("Short Circuit. {}.", headline(view, cast))];
    if let Some(verdict) = view.other_verdict() {
        let completion = verdict.completion.as_ref();
        sentences.push(match view.caller {
            Some(_) => judged(completion.is_some()),
            None => format!("The {}", possible(completion.is_some())),
        });
        if let Some(completion) = completion {
            sentences.push(format!("One way: {}.", in_words(&completion.pieces)));
            sentences.extend(stands_for(&completion.thunder));
        }
    }
    if let Some(thunder) = &view.thunder {
        sentences.push("The circuit is complete.".to_owned());
        sentences.extend(stands_for(thunder));
    }
    match &view.table {
        Some(table) => describe(table, tried, &mut sentences),
        None => sentences.push(format!("{SECRET} {SECRET_UNTIL}.")),
    }
    if let Some(first) = view.first {
        sentences.push(format!("{} went first.", cast.seat_name(first)));
    }
    if let Some(caller) = view.caller {
        sentences.push(format!("{} called it impossible.", cast.seat_name(caller)));
    }
    sentences.join(" ")
}

fn describe(table: &Table, tried: &[Piece], sentences: &mut Vec<String>) {
    sentences.push(format!(
        "The board has {} columns and {} rows, from A1 at the top left to {}.",
        table.board.columns,
        table.board.rows,
        corner(table.board.columns, table.board.rows)
    ));
    let supply = table.supply.after(tried);
    sentences.push(format!("Loose tiles left: {}.", supplied(&supply)));
    if !table.last.is_empty() {
        sentences.push(format!("Placed last: {}.", list(&table.last, "and")));
    }
    for row in 0..table.board.rows {
        let tiles: Vec<String> = table
            .board
            .pieces()
            .filter(|piece| piece.cell.row == row)
            .map(|piece| {
                let battery = if table.battery.contains(&piece.cell) {
                    " (battery)"
                } else {
                    ""
                };
                format!("{} {}{battery}", piece.cell, tile_words(piece.tile))
            })
            .collect();
        if !tiles.is_empty() {
            sentences.push(format!("Row {}: {}.", row + 1, tiles.join(", ")));
        }
    }
    let others = match tried {
        [] => "All other cells are empty.",
        _ => "All other cells are empty, apart from the tiles you tried.",
    };
    sentences.push(others.to_owned());
}

fn stands_for(thunder: &[Piece]) -> Option<String> {
    let each = thunder
        .iter()
        .map(|piece| format!("{} counts as a {}", piece.cell, tile_words(piece.tile)));
    (!thunder.is_empty()).then(|| format!("The thunder tile on {}.", list(each, "and")))
}
