//! Short Circuit's sentences.

use super::list;
use crate::games::short_circuit::{
    Happening, Kind, Phase, Piece, Refusal, SetupRefusal, Side, Sketch, Snag, Supply, Table, Tile,
    View,
};
use crate::games::{Cast, Party, Reason, Seat};

pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotTiles(wrong) => not_tiles(wrong.as_deref()),
        Refusal::NotChosen => {
            "It is too early for that: first decide who goes first, with `first dmo` or `first ec`."
                .to_owned()
        }
        Refusal::AlreadyChosen => "It is decided already who goes first. A turn is to place tiles: `place`, then cells and tiles.".to_owned(),
        Refusal::NotCalled => {
            "Nobody has called it impossible. A turn is to place tiles (`place`, then cells and tiles), or to say `impossible`."
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

/// Whose turn it is, or how it ended: the line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    let name = |seat| cast.seat_name(seat);
    match (view.phase, view.outcome) {
        (Phase::Over, Some(outcome)) => super::outcome(outcome, cast),
        (Phase::Choosing(seat), _) => format!("{} decides who goes first", name(seat)),
        (Phase::Placing(seat), _) => format!("{} places", name(seat)),
        (Phase::Solving(seat), _) => format!("Impossible? {} may complete it", name(seat)),
        (Phase::Over, None) => String::new(),
    }
}

/// The signs on a seat's plate.
pub fn plate(view: &View, seat: Seat) -> &'static str {
    if view.caller == Some(seat) {
        "says: impossible"
    } else if view.first == Some(seat) {
        "went first"
    } else {
        ""
    }
}

pub const SECRET: &str = "The board and the loose tiles are secret";
pub const SECRET_UNTIL: &str = "until it is decided who goes first";
pub const LOOSE: &str = "Loose:";
pub const BATTERY: &str = "battery";
pub const LAST: &str = "laid last";
pub const COMPLETION: &str = "how it could have been completed";
pub const TRIED: &str = "tried by you";
pub const PEN: &str = "your pen";

/// What a party is asked, in one sentence.
pub fn ask(view: &View, whose: Party) -> String {
    match (view.phase, whose) {
        (Phase::Choosing(waited), Party::Seat(seat)) if waited == seat => "decide who goes first.",
        (Phase::Placing(waited), Party::Seat(seat)) if waited == seat => {
            let is_laid = |table: &Table| table.supply.total() == 0;
            match view.table.as_ref().is_some_and(is_laid) {
                true => "every loose tile is laid: say that it is impossible.",
                false => "place one to three tiles, or say that it is impossible.",
            }
        }
        (Phase::Solving(waited), Party::Seat(seat)) if waited == seat => {
            "complete the circuit with any of the loose tiles, on any empty cells, or concede."
        }
        _ => "try tiles on this private copy of the board; nobody else sees it.",
    }
    .to_owned()
}

/// What nobody was told before the end, where no line has told it yet.
pub fn revealed(view: &View) -> String {
    let told = |reason| matches!(reason, Reason::Impossible | Reason::Solved);
    let told = view.outcome.is_some_and(|outcome| told(outcome.reason));
    let Some(verdict) = &view.verdict else {
        return String::new();
    };
    let solved = view
        .outcome
        .is_some_and(|outcome| outcome.reason == Reason::Solved);
    match &verdict.completion {
        Some(_) if solved => String::new(),
        Some(completion) if !told => {
            format!("{} {IN_DASHES}", judged(Some(&completion.pieces)))
        }
        Some(_) => IN_DASHES.to_owned(),
        None if !told => judged(None),
        None => String::new(),
    }
}

const IN_DASHES: &str = "The picture shows how, with those tiles in dashes.";

/// The board in words, for people who do not see the picture: first what matters most, because it may be cut.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut sentences = vec![format!("Short Circuit. {}.", headline(view, cast))];
    let solved = view
        .outcome
        .is_some_and(|outcome| outcome.reason == Reason::Solved);
    if let Some(verdict) = view.verdict.as_ref().filter(|_| !solved) {
        let completion = verdict.completion.as_ref();
        sentences.push(judged(completion.map(|found| found.pieces.as_slice())));
        sentences.extend(completion.and_then(|found| stands_for(&found.thunder)));
    }
    if let Some(thunder) = &view.thunder {
        sentences.push("The circuit is complete.".to_owned());
        sentences.extend(stands_for(thunder));
    }
    match &view.table {
        Some(table) => describe(table, &mut sentences),
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

fn describe(table: &Table, sentences: &mut Vec<String>) {
    sentences.push(format!(
        "The board has {} columns and {} rows, from A1 at the top left to {}.",
        table.columns,
        table.rows,
        corner(table.columns, table.rows)
    ));
    sentences.push(format!("Loose tiles left: {}.", supplied(&table.supply)));
    if !table.last.is_empty() {
        let cells: Vec<String> = table.last.iter().map(ToString::to_string).collect();
        sentences.push(format!("Laid last: {}.", list(&cells, "and")));
    }
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
}

fn stands_for(thunder: &[Piece]) -> Option<String> {
    let each: Vec<String> = thunder
        .iter()
        .map(|piece| format!("{} for a {}", piece.cell, tile_words(piece.tile)))
        .collect();
    (!each.is_empty()).then(|| format!("Thunder stands on {}.", list(&each, "and")))
}

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let board = match &view.table {
        Some(table) => format!(
            "The board has {} columns and {} rows; {} on it. Loose tiles left for both: {}.",
            table.columns,
            table.rows,
            match table.battery.len() {
                1 => "1 tile of the battery lies".to_owned(),
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

fn corner(columns: u8, rows: u8) -> String {
    let last = char::from(b'A' + columns - 1);
    format!("{last}{rows}")
}

/// `a turn south–east on C4 and a straight north–south on C3`.
fn placed(pieces: &[Piece]) -> String {
    let each: Vec<String> = pieces
        .iter()
        .map(|piece| format!("a {} on {}", tile_words(piece.tile), piece.cell))
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

/// What somebody has tried so far on their own copy of the table, and where the pen is.
pub fn sketched(sketch: &Sketch, table: &Table) -> String {
    let pieces = sketch.pieces(table);
    let left = supplied(&sketch.supply(table));
    let tried = if pieces.is_empty() {
        format!("Nothing laid yet. Loose tiles: {left}.")
    } else {
        let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
        let pieces = pieces.join(" ");
        format!("Laid here, seen by you alone: `{pieces}`.\nLoose tiles left after that: {left}.")
    };
    let pen = if !sketch.board(table).is_empty(sketch.pen()) {
        format!(
            "✏️ The pen is on **{}**, where a tile lies. An arrow goes on from there.",
            sketch.pen()
        )
    } else if sketch.draws() {
        format!(
            "✏️ The pen is on **{}**. An arrow lays the tile that fits there and goes on; the arrow back takes it away.",
            sketch.pen()
        )
    } else {
        format!(
            "✋ The pen is on **{}**. Arrows only move it.",
            sketch.pen()
        )
    };
    format!("{tried}\n{pen}\n")
}

/// A sketch in words, for people who do not see the picture.
pub fn sketch_description(view: &View, sketch: &Sketch, cast: &Cast) -> String {
    let tried = match &view.table {
        Some(table) => placed(&sketch.pieces(table)),
        None => String::new(),
    };
    let tried = if tried.is_empty() {
        "Nothing is tried".to_owned()
    } else {
        format!("Tried: {tried}")
    };
    format!(
        "Your private copy of the board. {tried}. The pen is on {}. {}",
        sketch.pen(),
        description(view, cast)
    )
}

/// What the sketch is worth, as handed in now.
pub fn worth(completes: bool, solving: bool, refused: Option<&str>) -> String {
    match (completes, solving, refused) {
        (true, ..) => "✅ **This completes the circuit.**\n".to_owned(),
        (false, true, _) => "Not a complete circuit yet.\n".to_owned(),
        (false, false, Some(why)) => format!("Not a turn yet: {why}\n"),
        (false, false, None) => "✅ A turn that you may take.\n".to_owned(),
    }
}

/// Why a step in the panel changed nothing.
pub fn snag(snag: Snag) -> String {
    match snag {
        Snag::Edge => "The board ends there.".to_owned(),
        Snag::Back(side) => format!(
            "The line comes in from the {} there. Choose another arrow.",
            side_word(side)
        ),
        Snag::NoneLeft {
            kind,
            thunder: true,
        } => format!(
            "No loose {} is left; thunder (`T`) could stand for it. Else take something back, or lay another tile.",
            one(kind)
        ),
        Snag::NoneLeft {
            kind: Kind::Thunder,
            ..
        } => "No loose thunder tile is left. Take something back, or lay another tile.".to_owned(),
        Snag::NoneLeft { kind, .. } => format!(
            "No loose {} is left, and no thunder that could stand for it. Take something back, or lay another tile.",
            one(kind)
        ),
        Snag::Occupied(cell) => {
            format!("A tile lies on {cell} already. Move the pen to an empty cell.")
        }
        Snag::OffBoard(cell) => format!("{cell} is not on the board."),
        Snag::Unturnable => "That tile looks the same however it is turned.".to_owned(),
        Snag::NothingLaid => "Nothing has been laid here that could be changed.".to_owned(),
    }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}

/// A tile as an item of a menu, with how many of its kind are left.
pub fn tile_item(tile: Tile, supply: &Supply) -> String {
    let words = tile_words(tile);
    let left = supply.count(tile.kind());
    format!("{} {words} ({}), {left} left", tile_sign(tile), tile.code())
}

fn tile_sign(tile: Tile) -> char {
    match tile {
        Tile::H => '━',
        Tile::V => '┃',
        Tile::Ne => '┗',
        Tile::Se => '┏',
        Tile::Sw => '┓',
        Tile::Nw => '┛',
        Tile::X => '╋',
        Tile::T => '⚡',
    }
}

pub fn lay_on(cell: crate::games::Cell) -> String {
    format!("Lay a tile on {cell}")
}

pub fn lay_nothing() -> &'static str {
    "Nothing: take away what I tried there"
}

pub fn move_pen(cell: crate::games::Cell) -> String {
    format!("Move the pen (now on {cell}): a column, a row")
}

pub fn column_item(column: u8) -> String {
    format!("Column {}", char::from(b'A' + column))
}

pub fn row_item(row: u8) -> String {
    format!("Row {}", u32::from(row) + 1)
}

pub fn pen_button(draws: bool) -> &'static str {
    if draws { "✏️ draws" } else { "✋ moves" }
}

pub const TURN: &str = "Turn it";
pub const TAKE_BACK: &str = "Take back";
pub const CLEAR: &str = "Clear";
pub const TYPE: &str = "Type tiles";
pub const TYPE_LABEL: &str = "Cells and tiles, for example c4 se, c3 v";
pub const LOOK_AGAIN: &str = "Look again";
pub const PLACE: &str = "Place these";
pub const SOLVE: &str = "Hand in the solution";
pub const IMPOSSIBLE: &str = "Impossible…";
pub const CONCEDE: &str = "Concede…";
pub fn not_tiles(wrong: Option<&str>) -> String {
    let what = match wrong {
        Some(wrong) => format!("`{}` is no tile on a cell.", wrong.replace('`', "'")),
        None => "Those are not tiles.".to_owned(),
    };
    format!(
        "{what} What would be right, for example: `C4=SE C3=V`, each a cell, then H, V, NE, SE, SW, NW, X or T."
    )
}

/// A line that was not taken, to be copied and mended.
pub fn you_typed(line: &str) -> String {
    const MOST_CHARS: usize = 300;
    let line: String = line.chars().take(MOST_CHARS).collect();
    let line = line.replace('`', "'");
    let words: Vec<&str> = line.split_whitespace().collect();
    format!(" You typed: `{}`", words.join(" "))
}

/// What is asked back before an action that cannot be taken back.
pub fn caution(view: &View, seat: Seat, act: &str, cast: &Cast) -> Option<String> {
    let other = cast.seat_name(seat.other());
    match (view.phase, act) {
        (Phase::Placing(_), "impossible") => Some(format!(
            "You say that the circuit **cannot be completed any more**. {other} may then show a way with the loose tiles, and wins with it; without \
             one you win. It cannot be taken back. Is it impossible?"
        )),
        (Phase::Solving(_), "concede") => Some(format!(
            "You concede that it is impossible: **{other} wins at once**, and it cannot be taken back. Concede?"
        )),
        _ => None,
    }
}

/// What a host should know who sets a match up.
pub const FOR_HOSTS: &str = "What you do not set of the board's size and the loose tiles is drawn when you open the match. It stays secret, from you too, until it is decided who goes first. A practice round before the match is drawn apart from it.";
