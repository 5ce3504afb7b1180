//! A private copy of the board with a pen. Everybody who takes part can open it at any time. On
//! their turn, players place what they tried there; after a call it is submitted as the solution.

use super::rules::in_line;
use super::{
    Action, Phase, Piece, Side, Sketch, SketchStep, Table, Tile, View, no_piece, read_pieces, say,
};
use crate::Party;
use crate::english::problem;
use crate::panel::{Panel, PanelInput, Stepped, Tap};
use crate::screen::{Button, Field, Form, Item, Menu, Row, Screen, Style};

/// The board with somebody's sketch on it; None while the board is secret.
pub fn sketch(view: &View, draft: Option<&str>) -> Option<View> {
    let Restored { sketch, .. } = restored(draft, view.table.as_ref()?);
    Some(View {
        sketch: Some(sketch),
        ..view.clone()
    })
}

/// Somebody's sketch, adapted to the table as it is now.
struct Restored {
    sketch: Sketch,
    /// Tiles of the sketch on whose cells other tiles were placed since they last looked.
    covered: Vec<Piece>,
}

/// The stored sketch, adapted to the table as it is now. A sketch of another version starts empty.
fn restored(draft: Option<&str>, table: &Table) -> Restored {
    let stored = draft.and_then(|draft| serde_json::from_str(draft).ok());
    let mut sketch: Sketch = stored.unwrap_or_else(|| Sketch::new(table));
    let covered = sketch.refresh(table);
    Restored { sketch, covered }
}

fn loss(covered: &[Piece]) -> Option<String> {
    (!covered.is_empty()).then(|| say::covered(covered))
}

/// Takes a step; None if there is no such step.
pub fn step(desk: &PanelInput<View>, step: &str, value: Option<&str>) -> Option<Stepped> {
    let table = desk.view.table.as_ref()?;
    let Restored {
        mut sketch,
        covered,
    } = restored(desk.draft, table);
    let refused = match read(step, value) {
        Some(step) => sketch.take(table, &step).err().map(say::snag),
        None if step == LOOK => return Some(Stepped::default()),
        None if step == TYPE => {
            let typed = value.unwrap_or_default();
            let wrong = say::not_tiles(no_piece(typed).as_deref());
            Some(wrong + &say::you_typed(typed))
        }
        None => return None,
    };
    sketch.typed = match value {
        Some(typed) if step == TYPE && refused.is_some() => Some(typed.to_owned()),
        _ => None,
    };
    Some(Stepped {
        draft: serde_json::to_string(&sketch).ok(),
        news: loss(&covered),
        refused,
    })
}

// The steps as they are written into controls.
const LIFT: &str = "lift";
const DRAW: &str = "draw";
const TILE: &str = "tile";
const PEN: &str = "pen";
const TURN: &str = "turn";
const BACK: &str = "back";
const CLEAR: &str = "clear";
const TYPE: &str = "type";
const LOOK: &str = "look";
const NOTHING: &str = "none";

const ARROWS: [(Side, &str); 4] = [
    (Side::West, "⬅️"),
    (Side::North, "⬆️"),
    (Side::South, "⬇️"),
    (Side::East, "➡️"),
];

/// Reads a step with the choice in its menu or the text in its form.
fn read(step: &str, value: Option<&str>) -> Option<SketchStep> {
    if let Some(side) = Side::read(step) {
        return Some(SketchStep::Go(side));
    }
    Some(match step {
        LIFT => SketchStep::Draws(false),
        DRAW => SketchStep::Draws(true),
        TURN => SketchStep::Turn,
        BACK => SketchStep::TakeBack,
        CLEAR => SketchStep::Clear,
        TYPE => SketchStep::Set(read_pieces(value?)?),
        TILE => match value? {
            NOTHING => SketchStep::Lay(None),
            code => SketchStep::Lay(Some(Tile::read(code)?)),
        },
        PEN => match value?.split_once(' ')? {
            ("column", column) => SketchStep::Column(column.parse().ok()?),
            ("row", row) => SketchStep::Row(row.parse().ok()?),
            _ => return None,
        },
        _ => return None,
    })
}

fn press(step: &str) -> Tap {
    Tap::Step(step.to_owned())
}

/// The panel. If the last step changed nothing, the menu of tiles below the picture says why.
pub fn panel(desk: &PanelInput<View>) -> Panel {
    let view = desk.view;
    let Some(table) = &view.table else {
        return desk.controls().into();
    };
    let Restored { sketch, covered } = restored(desk.draft, table);
    let seat = match desk.whose {
        Party::Seat(seat) if desk.asked.is_some() => Some(seat),
        _ => None,
    };
    let completes = sketch.completes(table);
    let solving = matches!(view.phase, Phase::Solving(_));
    let pieces = sketch.pieces(table);
    let (worth, hand_in) = worth(desk, &pieces, completes, seat.is_some());
    let mut lines = vec![say::sketched(&sketch, table)];
    lines.extend(worth);
    lines.extend(loss(&covered).map(|loss| problem(&loss)));
    let mut rows = vec![
        arrows(&sketch),
        tile_menu(&sketch, table, desk.refused),
        pen_menu(&sketch, table),
        Row::Buttons(vec![
            Button::new(press(TURN), say::TURN, Style::Secondary),
            Button::new(press(BACK), say::TAKE_BACK, Style::Secondary),
            Button::new(press(CLEAR), say::CLEAR, Style::Secondary),
            Button::new(press(TYPE), say::TYPE, Style::Secondary),
            Button::new(press(LOOK), say::LOOK_AGAIN, Style::Secondary),
        ]),
    ];
    match (seat, desk.whose) {
        (Some(_), _) => rows.push(Row::Buttons(vec![hand_in, last_word(solving)])),
        (None, Party::Seat(_)) => rows.push(Row::Buttons(vec![Button::off(say::NOT_YOUR_TURN)])),
        (None, _) => {}
    }
    let all = if solving {
        Action::Solve(pieces.clone())
    } else {
        Action::Place(pieces.clone())
    };
    let idle = match seat {
        Some(_) => String::new(),
        None => {
            let headline = say::headline(view, &desk.shown());
            format!("{headline}. Meanwhile: {}", say::ask(view, desk.whose))
        }
    };
    Panel {
        screen: Screen {
            text: lines.join("\n"),
            rows,
            forms: vec![type_form(&pieces, sketch.typed.as_deref())],
        },
        hand_in: (!pieces.is_empty()).then(|| all.to_string()),
        typed: None,
        idle,
    }
}

/// What the tried tiles would do, and the button that hands them in.
fn worth(
    desk: &PanelInput<View>,
    pieces: &[Piece],
    completes: bool,
    is_asked: bool,
) -> (Option<String>, Button<Tap>) {
    let solving = matches!(desk.view.phase, Phase::Solving(_));
    if is_asked && !pieces.is_empty() && !solving {
        let (first, refused) = turn_of(desk, pieces);
        let hand_in = if first > 0 {
            // The button places exactly the tiles that the picture shows.
            let turn = Tap::Act(Action::Place(pieces[..first].to_vec()).to_string());
            Button::new(turn, say::place(pieces, first), Style::Success)
        } else {
            Button::off(why_not(pieces))
        };
        let worth = say::worth_as_turn(completes, refused.as_deref(), first);
        return (Some(worth), hand_in);
    }
    let hand_in = if solving && completes && !pieces.is_empty() {
        // A solution may be too long for a button.
        Button::new(Tap::HandIn, say::SOLVE, Style::Success)
    } else if solving {
        Button::off(say::NO_SOLUTION)
    } else {
        Button::off(say::NOTHING_TRIED)
    };
    let tells = completes || is_asked && !pieces.is_empty();
    let worth = tells.then(|| say::worth_as_solution(completes).to_owned());
    (worth, hand_in)
}

/// The most tiles of a turn (rulebook, "Short Circuit").
const MAX_TILES: usize = 3;

/// Why a sketch isn't a legal turn, short enough for a button. Its tiles are on free cells, and the
/// supply has them.
fn why_not(pieces: &[Piece]) -> &'static str {
    if pieces.len() > MAX_TILES {
        say::TOO_MANY
    } else if !in_line(pieces) {
        say::NOT_IN_LINE
    } else {
        say::NOT_TOUCHING
    }
}

/// How many of the first tiles, in the order in which they were laid, are a legal turn now (0 if
/// none). And a sentence why all of them are not.
fn turn_of(desk: &PanelInput<View>, pieces: &[Piece]) -> (usize, Option<String>) {
    let refuses =
        |count: usize| (desk.refuses)(&Action::Place(pieces[..count].to_vec()).to_string());
    let Some(why) = refuses(pieces.len()) else {
        return (pieces.len(), None);
    };
    let mut fewer = (1..=MAX_TILES.min(pieces.len() - 1)).rev();
    let first = fewer.find(|count| refuses(*count).is_none());
    (first.unwrap_or(0), Some(why))
}

fn arrows(sketch: &Sketch) -> Row<Tap> {
    let arrow = |(side, sign): (Side, _)| Button::new(press(side.word()), sign, Style::Primary);
    let step = if sketch.draws() { LIFT } else { DRAW };
    let lift = Button::new(
        press(step),
        say::pen_button(sketch.draws()),
        Style::Secondary,
    );
    Row::Buttons(ARROWS.into_iter().map(arrow).chain([lift]).collect())
}

fn tile_menu(sketch: &Sketch, table: &Table, refused: Option<&str>) -> Row<Tap> {
    let supply = sketch.supply(table);
    let pieces = sketch.pieces(table);
    let at_pen = pieces.iter().find(|piece| piece.cell == sketch.pen());
    let has = |tile: &Tile| {
        let is_same = at_pen.is_some_and(|piece| piece.tile.kind() == tile.kind());
        is_same || supply.count(tile.kind()) > 0
    };
    let item = |tile| Item::new(say::tile_item(tile, &supply), tile.word());
    let tiles = Tile::ALL.into_iter().filter(has).map(item);
    let placeholder = match refused {
        // A menu shows marks of code as they are.
        Some(refused) => problem(refused).trim_end().replace('`', ""),
        None => format!("Put a tile on {}", sketch.pen()),
    };
    let items = tiles.chain([Item::new(say::LAY_NOTHING, NOTHING)]);
    Row::Menu(Menu::new(press(TILE), placeholder, items.collect()))
}

/// At most twelve columns and twelve rows: one menu has room for both.
fn pen_menu(sketch: &Sketch, table: &Table) -> Row<Tap> {
    let column = |column| {
        let label = format!("Column {}", char::from(b'A' + column));
        Item::new(label, format!("column {column}"))
    };
    let row = |row| Item::new(format!("Row {}", row + 1), format!("row {row}"));
    let columns = (0..table.board.columns).map(column);
    let items = columns.chain((0..table.board.rows).map(row)).collect();
    let placeholder = format!("Move the pen (now on {})", sketch.pen());
    Row::Menu(Menu::new(press(PEN), placeholder, items))
}

/// The button that ends the match (“impossible” or conceding), which players must confirm.
fn last_word(solving: bool) -> Button<Tap> {
    let (act, label) = if solving {
        (Action::Concede, say::CONCEDE)
    } else {
        (Action::Impossible, say::IMPOSSIBLE)
    };
    Button::new(Tap::Act(act.to_string()), label, Style::Danger)
}

/// It has the tried tiles; or what was typed last, if that was refused.
fn type_form(tried: &[Piece], typed: Option<&str>) -> Form<Tap> {
    let tried: Vec<String> = tried.iter().map(ToString::to_string).collect();
    let field = Field {
        value: typed.map_or_else(|| tried.join(" "), str::to_owned),
        is_long: true,
        may_be_empty: true,
        ..Field::new("tiles", say::TYPE_LABEL)
    };
    Form::new(press(TYPE), say::TYPE, vec![field])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_read_from_its_control() {
        let arrow = |side| Some(SketchStep::Go(side));
        for (step, value, expected) in [
            ("north", None, arrow(Side::North)),
            ("west", None, arrow(Side::West)),
            (LIFT, None, Some(SketchStep::Draws(false))),
            (DRAW, None, Some(SketchStep::Draws(true))),
            (TILE, Some("SE"), Some(SketchStep::Lay(Some(Tile::Se)))),
            (TILE, Some(NOTHING), Some(SketchStep::Lay(None))),
            (TILE, Some("EN"), None),
            (TILE, None, None),
            (PEN, Some("column 11"), Some(SketchStep::Column(11))),
            (PEN, Some("row 0"), Some(SketchStep::Row(0))),
            (PEN, Some("row"), None),
            (TYPE, Some("  "), Some(SketchStep::Set(Vec::new()))),
            (TYPE, Some("hello"), None),
            ("up", None, None),
        ] {
            assert_eq!(read(step, value), expected, "{step} {value:?}");
        }
    }
}
