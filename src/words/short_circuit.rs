//! Short Circuit's sentences.

use super::list;
use crate::games::short_circuit::{
    Happening, Kind, Phase, Piece, Refusal, SetupRefusal, Supply, Table, Tile, View,
};
use crate::games::{Cast, Reason, Seat};

pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotChosen => {
            "It is too early for that: first decide who goes first, with `first dmo` or `first ec`."
                .to_owned()
        }
        Refusal::AlreadyChosen => "It is decided already who goes first.".to_owned(),
        Refusal::NotCalled => {
            "Nobody has called it impossible. On a turn one places tiles, or says `impossible`."
                .to_owned()
        }
        Refusal::Called => {
            "It has been called impossible. Show a way with `solve …`, or `concede`.".to_owned()
        }
        Refusal::TooMany { most } => format!("A turn places at most {most} tiles."),
        Refusal::OffBoard {
            cell,
            columns,
            rows,
        } => format!(
            "{cell} is not on the board: it goes from A1 to {}.",
            corner(*columns, *rows)
        ),
        Refusal::Occupied(cell) => format!("A tile lies on {cell} already. Choose empty cells."),
        Refusal::CellTwice(cell) => format!("{cell} is named twice; name each cell once."),
        Refusal::TooFew { kind, left: 0 } => {
            format!("No loose {} is left. Use other tiles.", one(*kind))
        }
        Refusal::TooFew { kind, left } => {
            format!("Only {} left. Use no more than that.", count(*kind, *left))
        }
        Refusal::NotInLine => {
            "Two or three tiles go on neighbouring cells of one row or column, with no gap."
                .to_owned()
        }
        Refusal::NotTouching => {
            "At least one of the cells must be side by side with a tile that lay there before."
                .to_owned()
        }
        Refusal::NotComplete => {
            "That does not complete the circuit. It costs nothing but time: try again, or `concede`."
                .to_owned()
        }
    }
}

pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    match refusal {
        SetupRefusal::Columns(columns) => {
            format!("The board cannot have {columns} columns: 5 to 12.")
        }
        SetupRefusal::Rows(rows) => format!("The board cannot have {rows} rows: 5 to 12."),
        SetupRefusal::NoBattery => "The battery needs at least one tile.".to_owned(),
        SetupRefusal::BatteryCell(word) => {
            format!("“{word}” is not a cell: write a capital letter and a number, such as D4.")
        }
        SetupRefusal::BatteryOffBoard {
            cell,
            columns,
            rows,
        } => format!(
            "The battery's cell {cell} is not on the board, which goes from A1 to {}.",
            corner(*columns, *rows)
        ),
        SetupRefusal::BatteryThunder(cell) => {
            format!("The battery cannot have thunder on {cell}: any other tile is fine.")
        }
        SetupRefusal::SupplyTotal(total) => {
            format!("There cannot be {total} loose tiles: 1 to 40 in all.")
        }
        SetupRefusal::SupplyThunder(thunder) => {
            format!("There cannot be {thunder} thunder tiles: at most 4.")
        }
        SetupRefusal::NoDraw => {
            "The counts that are set leave nothing to draw: with the rest there must be 24 loose tiles in all."
                .to_owned()
        }
        SetupRefusal::AlreadyComplete => {
            "The battery is a complete circuit already; leave something to do.".to_owned()
        }
        SetupRefusal::Impossible => {
            "No circuit can be completed with this board, battery and supply.".to_owned()
        }
    }
}

/// What just happened, as one sentence for everybody.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Chosen {
            chooser,
            first,
            columns,
            rows,
            supply,
        } => {
            let who = if chooser == first {
                format!("{} goes first.", cast.seat_name(*first))
            } else {
                let first = cast.seat_name(*first);
                format!("{} lets {first} go first.", cast.seat_name(*chooser))
            };
            format!(
                "{who} The board has {columns} columns and {rows} rows; loose tiles: {}.",
                supplied(supply)
            )
        }
        Happening::Placed { seat, pieces } => {
            format!("{} places {}.", cast.seat_name(*seat), placed(pieces))
        }
        Happening::Completed { seat } => {
            format!("The circuit is complete: {} wins.", cast.seat_name(*seat))
        }
        Happening::CalledImpossible { seat } => format!(
            "{} says that the circuit has become impossible. {} may show otherwise.",
            cast.seat_name(*seat),
            cast.seat_name(seat.other())
        ),
        Happening::Solved { seat, pieces } => format!(
            "{} completes the circuit with {}: it was possible.",
            cast.seat_name(*seat),
            placed(pieces)
        ),
        Happening::Conceded { seat, late: false } => {
            format!("{} concedes.", cast.seat_name(*seat))
        }
        Happening::Conceded { seat, late: true } => {
            format!("{} has found no way in time.", cast.seat_name(*seat))
        }
        Happening::Judged { completion } => judged(completion.as_deref()),
    }
}

fn judged(completion: Option<&[Piece]>) -> String {
    match completion {
        None => "The call was right: the circuit could not be completed any more.".to_owned(),
        Some(pieces) => format!(
            "The call was wrong: the circuit could still have been completed, with {}.",
            placed(pieces)
        ),
    }
}

/// One short sentence that asks a seat for what is awaited of it; empty when it is not waited for.
pub fn ask(view: &View, seat: Seat) -> String {
    match view.phase {
        Phase::Choosing(waited) if waited == seat => "Decide who goes first.",
        Phase::Placing(waited) if waited == seat => {
            "Place one to three tiles, or say that it is impossible."
        }
        Phase::Solving(waited) if waited == seat => {
            "Complete the circuit with the loose tiles, or concede."
        }
        _ => "",
    }
    .to_owned()
}

/// The board in words, for people who do not see the picture.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut sentences = vec!["Short Circuit.".to_owned()];
    match &view.table {
        Some(table) => describe(table, &mut sentences),
        None => sentences.push(
            "The board and the loose tiles stay secret until it is decided who goes first."
                .to_owned(),
        ),
    }
    if let Some(first) = view.first {
        sentences.push(format!("{} went first.", cast.seat_name(first)));
    }
    if let Some(caller) = view.caller {
        sentences.push(format!("{} called it impossible.", cast.seat_name(caller)));
    }
    sentences.extend(match view.phase {
        Phase::Choosing(seat) => Some(format!("{} decides who goes first.", cast.seat_name(seat))),
        Phase::Placing(seat) => Some(format!("It is {}'s turn.", cast.seat_name(seat))),
        Phase::Solving(seat) => Some(format!(
            "{} may show that it is possible.",
            cast.seat_name(seat)
        )),
        Phase::Over => None,
    });
    if let Some(thunder) = &view.thunder {
        sentences.push("The circuit is complete.".to_owned());
        sentences.extend(stands_for(thunder));
    }
    let solved = view
        .outcome
        .is_some_and(|outcome| outcome.reason == Reason::Solved);
    if let Some(verdict) = view.verdict.as_ref().filter(|_| !solved) {
        let completion = verdict.completion.as_ref();
        sentences.push(judged(completion.map(|found| found.pieces.as_slice())));
        sentences.extend(completion.and_then(|found| stands_for(&found.thunder)));
    }
    sentences.join(" ")
}

fn describe(table: &Table, sentences: &mut Vec<String>) {
    sentences.push(format!(
        "The board has {} columns and {} rows, from A1 at the top left to {}.",
        table.columns,
        table.rows,
        corner(table.columns, table.rows)
    ));
    for row in 0..table.rows {
        let tiles: Vec<String> = table
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
    sentences.push("All other cells are empty.".to_owned());
    if !table.last.is_empty() {
        let cells: Vec<String> = table.last.iter().map(ToString::to_string).collect();
        sentences.push(format!("Laid last: {}.", list(&cells, "and")));
    }
    sentences.push(format!("Loose tiles left: {}.", supplied(&table.supply)));
}

fn stands_for(thunder: &[Piece]) -> Option<String> {
    let each: Vec<String> = thunder
        .iter()
        .map(|piece| format!("{} for {}", piece.cell, tile_words(piece.tile)))
        .collect();
    (!each.is_empty()).then(|| format!("Thunder stands on {}.", list(&each, "and")))
}

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let board = match &view.table {
        Some(table) => format!(
            "The board has {} columns and {} rows; {} tiles of the battery lie on it. Loose tiles left for both: {}.",
            table.columns,
            table.rows,
            table.battery.len(),
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

fn corner(columns: u8, rows: u8) -> String {
    let last = char::from(b'A' + columns - 1);
    format!("{last}{rows}")
}

/// `turn south–east on C4 and straight north–south on C3`.
fn placed(pieces: &[Piece]) -> String {
    let each: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{} on {}", tile_words(piece.tile), piece.cell))
        .collect();
    list(&each, "and")
}

fn tile_words(tile: Tile) -> &'static str {
    match tile {
        Tile::H => "straight west–east",
        Tile::V => "straight north–south",
        Tile::Ne => "turn north–east",
        Tile::Se => "turn south–east",
        Tile::Sw => "turn south–west",
        Tile::Nw => "turn north–west",
        Tile::X => "crossroad",
        Tile::T => "thunder",
    }
}

fn one(kind: Kind) -> &'static str {
    match kind {
        Kind::Straight => "straight tile",
        Kind::Turn => "turn",
        Kind::Crossroad => "crossroad",
        Kind::Thunder => "thunder tile",
    }
}

fn count(kind: Kind, count: u8) -> String {
    let plural = match kind {
        Kind::Straight => "straight tiles",
        Kind::Turn => "turns",
        Kind::Crossroad => "crossroads",
        Kind::Thunder => "thunder tiles",
    };
    let word = if count == 1 { one(kind) } else { plural };
    format!("{count} {word}")
}

fn supplied(supply: &Supply) -> String {
    let each = Kind::ALL.map(|kind| count(kind, supply.count(kind)));
    list(&each, "and")
}
