//! The private copy of the board on which tiles are tried.

use super::super::{Kind, Piece, Sketch, Snag, Supply, Table, Tile, View};
use super::{description_with, in_words, one, tile_sign, tile_words};
use crate::Cast;
use crate::english::list;

/// What somebody has tried so far on their private copy of the table, and the place of the pen.
pub fn sketched(sketch: &Sketch, table: &Table) -> String {
    let pieces = sketch.pieces(table);
    let tried = if pieces.is_empty() {
        "Your sketch is empty.".to_owned()
    } else {
        format!("Your sketch (only you see it): `{}`.", written(&pieces))
    };
    let left_out = match &sketch.left_out(table)[..] {
        [] => String::new(),
        pieces => format!(
            "\nLeft out, as no such loose tile is left: `{}`.",
            written(pieces)
        ),
    };
    let on_tile = !sketch.board(table).is_empty(sketch.pen());
    let (icon, does) = match (sketch.draws(), on_tile) {
        (true, true) => ("✏️", ". There's a tile there; an arrow continues from it."),
        (true, false) => (
            "✏️",
            ". Press an arrow to draw that way, the opposite one to erase.",
        ),
        (false, _) => ("✋", ". Arrows only move it."),
    };
    format!(
        "{tried}{left_out}\n{icon} The pen is on **{}**{does}",
        sketch.pen()
    )
}

/// Tiles as they are typed: `D3=NW D2=SW`.
fn written(pieces: &[Piece]) -> String {
    let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
    pieces.join(" ")
}

/// Tiles of the sketch are on cells where other tiles were placed in the meantime.
pub fn covered(pieces: &[Piece]) -> String {
    let cells = pieces.iter().map(|piece| piece.cell);
    format!(
        "A tile was placed on {}, so this is gone from your sketch: `{}`.",
        list(cells, "and"),
        written(pieces)
    )
}

/// A sketch in words, for people who can't see the picture.
pub(super) fn sketch_description(view: &View, sketch: &Sketch, cast: &Cast) -> String {
    let pieces = match &view.table {
        Some(table) => sketch.pieces(table),
        None => Vec::new(),
    };
    let tried = match pieces[..] {
        [] => "You haven't tried any tiles yet".to_owned(),
        _ => format!("You tried {}", in_words(&pieces)),
    };
    format!(
        "Your private copy of the board. {tried}. The pen is on {}. {}",
        sketch.pen(),
        description_with(view, &pieces, cast)
    )
}

/// Why a step in the panel changed nothing.
pub fn snag(snag: Snag) -> String {
    match snag {
        Snag::Edge => "The board ends there.".to_owned(),
        Snag::Back(side) => {
            format!("The line already comes in from the {side}. Choose another arrow.")
        }
        Snag::NoneLeft {
            kind,
            thunder: true,
        } => format!(
            "No loose {} is left. Try thunder (`T`) or another tile, or take something back.",
            one(kind)
        ),
        Snag::NoneLeft {
            kind: Kind::Thunder,
            ..
        } => "No loose thunder tile is left. Try another tile, or take something back.".to_owned(),
        Snag::NoneLeft { kind, .. } => format!(
            "No loose {} is left, and no thunder either. Try another tile, or take something back.",
            one(kind)
        ),
        Snag::Occupied(cell) => {
            format!("There's already a tile on {cell}. Move the pen to an empty cell.")
        }
        Snag::OffBoard(cell) => format!("{cell} isn't on the board."),
        Snag::Unturnable => "That tile looks the same whichever way it's turned.".to_owned(),
        Snag::NothingLaid => "There's nothing in your sketch to change.".to_owned(),
    }
}

/// A tile as an item of a menu, with how many of its kind are left.
pub fn tile_item(tile: Tile, supply: &Supply) -> String {
    let words = tile_words(tile);
    let count = supply.count(tile.kind());
    format!(
        "{} {words} ({}), {count} left",
        tile_sign(tile),
        tile.word()
    )
}

pub const LAY_NOTHING: &str = "Nothing (clear this cell)";

pub fn pen_button(draws: bool) -> &'static str {
    if draws {
        "Pen: ✏️ draws"
    } else {
        "Pen: ✋ moves"
    }
}

pub const TURN: &str = "Rotate";
pub const TAKE_BACK: &str = "Undo";
pub const CLEAR: &str = "Clear";
pub const TYPE: &str = "Type tiles";
pub const TYPE_LABEL: &str = "Cells and tiles, like c4 se, c3 v";
pub const LOOK_AGAIN: &str = "Refresh";
/// The grey button instead of the one that submits the sketch, while that isn't possible.
pub const NOTHING_TRIED: &str = "Nothing to place yet";
pub const TOO_MANY: &str = "Not legal: more than 3 tiles";
pub const NOT_IN_LINE: &str = "Not legal: must be side by side";
pub const NOT_TOUCHING: &str = "Not legal: must touch a placed tile";
pub const NO_SOLUTION: &str = "Not a complete circuit yet";
pub const NOT_YOUR_TURN: &str = "Not your turn yet";

/// The button that places the first tiles of a sketch, or all of it.
pub fn place(pieces: &[Piece], first: usize) -> String {
    let tiles = written(&pieces[..first]);
    if first == pieces.len() {
        format!("Place {tiles}")
    } else {
        format!("Place {}: {tiles}", first_of(first))
    }
}

pub(super) fn first_of(count: usize) -> String {
    match count {
        1 => "the first tile".to_owned(),
        _ => format!("the first {count}"),
    }
}

pub const SOLVE: &str = "Submit the solution";
pub const IMPOSSIBLE: &str = "Impossible…";
pub const CONCEDE: &str = "Concede…";
pub fn not_tiles(wrong: Option<&str>) -> String {
    let what = match wrong {
        Some(wrong) => format!("I can't read `{}`.", wrong.replace('`', "'")),
        None => "I can't read those tiles.".to_owned(),
    };
    format!("{what} Write a cell and a tile, like `C4=SE C3=V`. Tiles: H, V, NE, SE, SW, NW, X, T.")
}

/// A line that was not taken, to copy and fix.
pub fn you_typed(line: &str) -> String {
    const MAX_CHARS: usize = 300;
    let start: String = line.chars().take(MAX_CHARS).collect();
    let plain = start.replace('`', "'");
    let words: Vec<&str> = plain.split_whitespace().collect();
    format!(" You typed: `{}`", words.join(" "))
}
