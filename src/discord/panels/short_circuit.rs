//! Short Circuit: a private copy of the board with a pen, open to everybody who takes part at any
//! time; on one's turn what was tried is placed from there, after a call it is handed in as the
//! solution.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateModal, CreateSelectMenuOption, InputTextStyle,
};

use crate::discord::buttons::button;
use crate::discord::panel::{self, Drawn, Parts};
use crate::discord::press::Press;
use crate::discord::pressed::By;
use crate::discord::{Data, Fault, controls, text};
use crate::games::short_circuit::say as said;
use crate::games::short_circuit::{
    Action, Phase, Piece, Side, Sketch, Snag, Step, Table, Tile, View, no_piece, read_pieces,
};
use crate::games::{Party, Seat};
use crate::referee::Look;
use crate::store::StoreError;
use crate::words;

/// The panel; None as long as the board is secret.
pub async fn panel(
    data: &Data,
    look: &Look,
    view: &View,
    account: u64,
) -> Result<Option<Parts>, Fault> {
    let Some(table) = &view.table else {
        return Ok(None);
    };
    let kept = kept(data, look, table, account).await?;
    build(data, look, view, table, &kept, None).await.map(Some)
}

/// The form in which tiles are typed.
pub async fn form(
    data: &Data,
    look: &Look,
    view: &View,
    account: u64,
    step: &str,
) -> Result<Option<CreateInteractionResponse>, Fault> {
    match &view.table {
        Some(table) if step == TYPE => {
            let kept = kept(data, look, table, account).await?;
            Ok(Some(type_form(look, &kept.sketch, table)))
        }
        _ => Ok(None),
    }
}

/// Takes a step; None for one that there is not.
pub async fn step(
    data: &Data,
    look: &Look,
    view: &View,
    by: &By<'_>,
    step: &str,
) -> Result<Option<Parts>, Fault> {
    let Some(table) = &view.table else {
        return Ok(None);
    };
    let value = by.values.first().map(String::as_str);
    let typed = by.fields.first().map(|(_, typed)| typed.as_str());
    let (kept, problem) = match read(step, value, typed) {
        Some(wanted) => {
            let (kept, snag) = take(data, look, table, by.account, wanted).await?;
            (kept, snag.map(said::snag))
        }
        None if step == TYPE => {
            let typed = typed.unwrap_or_default();
            let wrong = said::not_tiles(no_piece(typed).as_deref());
            let problem = wrong + &said::you_typed(typed);
            (kept(data, look, table, by.account).await?, Some(problem))
        }
        None if step == LOOK => (kept(data, look, table, by.account).await?, None),
        None => return Ok(None),
    };
    let parts = build(data, look, view, table, &kept, problem).await?;
    Ok(Some(parts))
}

pub async fn drafted(
    data: &Data,
    look: &Look,
    view: &View,
    account: u64,
) -> Result<Option<String>, Fault> {
    let Some(table) = &view.table else {
        return Ok(None);
    };
    let kept = kept(data, look, table, account).await?;
    Ok(handed_in(view, table, &kept.sketch))
}

/// What the sketch says as an action now; None for an empty one.
fn handed_in(view: &View, table: &Table, sketch: &Sketch) -> Option<String> {
    let pieces = sketch.pieces(table);
    if pieces.is_empty() {
        return None;
    }
    Some(match view.phase {
        Phase::Solving(_) => Action::Solve(pieces).to_string(),
        _ => Action::Place(pieces).to_string(),
    })
}

/// Somebody's sketch, brought to the table as it lies now.
struct Kept {
    sketch: Sketch,
    /// What they tried where another tile lies since they looked last.
    covered: Vec<Piece>,
}

/// What somebody has tried.
async fn kept(data: &Data, look: &Look, table: &Table, account: u64) -> Result<Kept, Fault> {
    let id = look.row.id;
    let read = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.panel_draft(id, account)));
    Ok(restored(read.await??, table))
}

/// What was kept, as it reads on the table now. What another version wrote is begun anew.
fn restored(kept: Option<(u32, String)>, table: &Table) -> Kept {
    let kept = kept.and_then(|(_, body)| serde_json::from_str::<Sketch>(&body).ok());
    let mut sketch = kept.unwrap_or_else(|| Sketch::new(table));
    let covered = sketch.refresh(table);
    Kept { sketch, covered }
}

/// Takes a step in somebody's sketch and keeps it; quick presses one after another all count.
async fn take(
    data: &Data,
    look: &Look,
    table: &Table,
    account: u64,
    step: Step,
) -> Result<(Kept, Option<Snag>), Fault> {
    let (id, prompt, table) = (look.row.id, prompt(look), table.clone());
    let taken = data.referee.read(move |core, now| {
        core.store().write(|tx| {
            let mut kept = restored(tx.panel_draft(id, account)?, &table);
            let snag = kept.sketch.take(&table, &step).err();
            let body = serde_json::to_string(&kept.sketch)?;
            tx.set_panel_draft(id, account, prompt, &body, now)?;
            Ok::<_, StoreError>((kept, snag))
        })
    });
    Ok(taken.await??)
}

/// The prompt that the person's controls belong to; none that there is where nothing is asked of
/// them.
fn prompt(look: &Look) -> u32 {
    look.mine.as_ref().map_or(0, |mine| mine.id)
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

const ARROWS: [(Side, &str, &str); 4] = [
    (Side::West, "west", "⬅️"),
    (Side::North, "north", "⬆️"),
    (Side::South, "south", "⬇️"),
    (Side::East, "east", "➡️"),
];

fn read(step: &str, value: Option<&str>, typed: Option<&str>) -> Option<Step> {
    if let Some((side, ..)) = ARROWS.into_iter().find(|(_, word, _)| *word == step) {
        return Some(Step::Go(side));
    }
    Some(match step {
        LIFT => Step::Draws(false),
        DRAW => Step::Draws(true),
        TURN => Step::Turn,
        BACK => Step::TakeBack,
        CLEAR => Step::Clear,
        TYPE => Step::Set(read_pieces(typed?)?),
        TILE => match value? {
            NOTHING => Step::Lay(None),
            code => Step::Lay(Some(Tile::read(code)?)),
        },
        PEN => match value?.split_once(' ')? {
            ("column", column) => Step::Column(column.parse().ok()?),
            ("row", row) => Step::Row(row.parse().ok()?),
            _ => return None,
        },
        _ => return None,
    })
}

fn press(look: &Look, step: &str) -> Press {
    Press::Step {
        match_id: look.row.id,
        prompt: prompt(look),
        step: step.to_owned(),
    }
}

fn acts(look: &Look, seat: Seat) -> bool {
    look.party == Some(Party::Seat(seat)) && look.mine.is_some()
}

/// The panel. `problem`: why the last step changed nothing. It stands at the end of the text, and
/// below the picture in the menu of tiles.
async fn build(
    data: &Data,
    look: &Look,
    view: &View,
    table: &Table,
    Kept { sketch, covered }: &Kept,
    problem: Option<String>,
) -> Result<Parts, Fault> {
    let cast = text::shown(look.cast());
    let seat = view.to_act().filter(|seat| acts(look, *seat));
    let now_ms = data.referee.clock.now_ms();
    let time = seat.and_then(|seat| words::time_left(look, seat, now_ms));
    let asked = match (seat, look.party) {
        (Some(seat), _) => words::ask_alone(&look.view, Party::Seat(seat), "", &cast),
        (None, party) => {
            let headline = said::headline(view, &cast);
            let ask = look.view.ask(party.unwrap_or(Party::Host), "", &cast);
            format!("{headline}. Meanwhile: {ask}")
        }
    };
    let title = words::title(look.setup().game);
    let told = seat.filter(|_| time.is_some());
    let head = [
        format!("**{title}** · {}", words::pairing(&cast)),
        asked,
        time.unwrap_or_default(),
        words::score_and_clocks(look, told, &cast),
    ];
    let completes = sketch.completes(table);
    let solving = matches!(view.phase, Phase::Solving(_));
    let pieces = sketch.pieces(table);
    let mut so_far = vec![said::sketched(sketch, table)];
    let mut hand_in = None;
    match seat.filter(|_| !pieces.is_empty()) {
        Some(_) if solving => {
            so_far.push(said::worth_as_solution(completes).to_owned());
            hand_in = completes.then(|| Handing::all(Action::Solve(pieces)));
        }
        Some(seat) => {
            let (first, refused) = turn_of(data, look, seat, &pieces).await?;
            let worth = said::worth_as_turn(completes, refused.as_deref(), first);
            so_far.push(worth);
            let is_all = first == pieces.len();
            hand_in = (first > 0).then(|| Handing {
                act: Action::Place(pieces[..first].to_vec()),
                first: (!is_all).then_some(first),
            });
        }
        None if completes => so_far.push(said::worth_as_solution(true).to_owned()),
        None => {}
    }
    if !covered.is_empty() {
        so_far.push(words::problem(&said::covered(covered)));
    }
    so_far.extend(problem.as_deref().map(words::problem));
    let mut rows = vec![
        arrows(look, sketch),
        tile_menu(look, sketch, table, problem.as_deref()),
        pen_menu(look, sketch, table),
        CreateActionRow::Buttons(vec![
            button(press(look, TURN), said::TURN, ButtonStyle::Secondary),
            button(press(look, BACK), said::TAKE_BACK, ButtonStyle::Secondary),
            button(press(look, CLEAR), said::CLEAR, ButtonStyle::Secondary),
            button(press(look, TYPE), said::TYPE, ButtonStyle::Secondary),
            button(press(look, LOOK), said::LOOK_AGAIN, ButtonStyle::Secondary),
        ]),
    ];
    if seat.is_some() {
        rows.push(CreateActionRow::Buttons(last_row(look, solving, hand_in)));
    }
    let lines = |lines: &[String]| {
        let lines = lines.iter().map(|line| line.trim_end());
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    };
    Ok(Parts {
        head: lines(&head),
        so_far: lines(&so_far),
        board: Some(said::sketch_description(view, sketch, &cast)),
        picture: Some(draw(data, look, view, sketch).await?),
        rows,
    })
}

/// What a sketch is handed in as.
struct Handing {
    act: Action,
    /// So many of its tiles, where it is more than a turn.
    first: Option<usize>,
}

impl Handing {
    fn all(act: Action) -> Handing {
        Handing { act, first: None }
    }
}

/// The most tiles of a turn (rulebook, "Short Circuit").
const MOST_TILES: usize = 3;

/// How many of the tiles, in the order in which they were laid, are a turn that would be taken now;
/// none, where not even the first is. And why all of them are not one, in words.
async fn turn_of(
    data: &Data,
    look: &Look,
    seat: Seat,
    pieces: &[Piece],
) -> Result<(usize, Option<String>), Fault> {
    let (id, pieces) = (look.row.id, pieces.to_vec());
    let tried = data.referee.read(move |core, _| {
        let mut refuses = |count: usize| {
            let act = Action::Place(pieces[..count].to_vec()).to_string();
            core.refuses(id, seat, &act)
        };
        let Some(why) = refuses(pieces.len())? else {
            return Ok((pieces.len(), None));
        };
        for count in (1..=MOST_TILES.min(pieces.len() - 1)).rev() {
            if refuses(count)?.is_none() {
                return Ok((count, Some(why)));
            }
        }
        Ok::<_, StoreError>((0, Some(why)))
    });
    let (first, refused) = tried.await??;
    let cast = text::shown(look.cast());
    Ok((first, refused.map(|why| words::refusal(&why, &cast))))
}

fn arrows(look: &Look, sketch: &Sketch) -> CreateActionRow {
    let mut buttons: Vec<CreateButton> = ARROWS
        .into_iter()
        .map(|(_, word, sign)| button(press(look, word), sign, ButtonStyle::Primary))
        .collect();
    let lift = said::pen_button(sketch.draws());
    let step = if sketch.draws() { LIFT } else { DRAW };
    buttons.push(button(press(look, step), lift, ButtonStyle::Secondary));
    CreateActionRow::Buttons(buttons)
}

fn tile_menu(
    look: &Look,
    sketch: &Sketch,
    table: &Table,
    problem: Option<&str>,
) -> CreateActionRow {
    let supply = sketch.supply(table);
    let tried = sketch.pieces(table);
    let here = tried.iter().find(|piece| piece.cell == sketch.pen());
    let has = |tile: &Tile| {
        let same = here.is_some_and(|here| here.tile.kind() == tile.kind());
        same || supply.count(tile.kind()) > 0
    };
    let mut options: Vec<CreateSelectMenuOption> = Tile::ALL
        .into_iter()
        .filter(has)
        .map(|tile| CreateSelectMenuOption::new(said::tile_item(tile, &supply), tile.code()))
        .collect();
    options.push(CreateSelectMenuOption::new(said::lay_nothing(), NOTHING));
    let placeholder = match problem {
        Some(problem) => text::cut(words::problem(problem).trim_end(), 150),
        None => said::lay_on(sketch.pen()),
    };
    controls::menu(press(look, TILE), options, placeholder)
}

/// At most twelve columns and twelve rows: one menu has room for both.
fn pen_menu(look: &Look, sketch: &Sketch, table: &Table) -> CreateActionRow {
    let columns = (0..table.columns).map(|column| {
        let value = format!("column {column}");
        CreateSelectMenuOption::new(said::column_item(column), value)
    });
    let rows = (0..table.rows).map(|row| {
        let value = format!("row {row}");
        CreateSelectMenuOption::new(said::row_item(row), value)
    });
    let options = columns.chain(rows).collect();
    controls::menu(press(look, PEN), options, said::move_pen(sketch.pen()))
}

/// What counts: handing in, and the word that is asked back.
fn last_row(look: &Look, solving: bool, hand_in: Option<Handing>) -> Vec<CreateButton> {
    let (match_id, prompt) = (look.row.id, prompt(look));
    let first = hand_in.as_ref().and_then(|handing| handing.first);
    let label = first.map(said::place_first);
    let (all, last, last_label) = if solving {
        (said::SOLVE, Action::Concede, said::CONCEDE)
    } else {
        (said::PLACE, Action::Impossible, said::IMPOSSIBLE)
    };
    let label = label.as_deref().unwrap_or(all);
    let is_off = hand_in.is_none();
    let last = Press::Act {
        match_id,
        prompt,
        act: last.to_string(),
    };
    // A turn is written into its button, so that what is seen is what is taken; a solution may be
    // too long for that.
    let press_hand_in = match hand_in.filter(|_| !solving) {
        Some(handing) => Press::Act {
            match_id,
            prompt,
            act: handing.act.to_string(),
        },
        None => Press::HandIn { match_id, prompt },
    };
    vec![
        button(press_hand_in, label, ButtonStyle::Success).disabled(is_off),
        button(last, last_label, ButtonStyle::Danger),
    ]
}

fn type_form(look: &Look, sketch: &Sketch, table: &Table) -> CreateInteractionResponse {
    let tried = sketch.pieces(table);
    let tried: Vec<String> = tried.iter().map(ToString::to_string).collect();
    let input = CreateInputText::new(InputTextStyle::Paragraph, said::TYPE_LABEL, "tiles")
        .value(tried.join(" "))
        .required(false);
    let form = CreateModal::new(press(look, TYPE).to_string(), said::TYPE)
        .components(vec![CreateActionRow::InputText(input)]);
    CreateInteractionResponse::Modal(form)
}

/// Draws the sketch.
async fn draw(data: &Data, look: &Look, view: &View, sketch: &Sketch) -> Result<Drawn, Fault> {
    let faces = panel::faces(data, look).await?;
    let (row, view, sketch) = (look.row.clone(), view.clone(), sketch.clone());
    let drawn = data.easel.draw(move || {
        let cast = &row.setup.cast;
        Drawn {
            name: format!("sketch-{}.png", row.id),
            png: crate::games::draw_sketch(&view, &sketch, cast, &faces).png,
            description: panel::with_why(said::sketch_description(&view, &sketch, cast), &faces),
            // Of the board; what is tried comes first.
            rest: crate::words::rest_in_words(),
        }
    });
    Ok(drawn.await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_read_from_its_control() {
        let arrow = |side| Some(Step::Go(side));
        for (step, value, typed, expected) in [
            ("north", None, None, arrow(Side::North)),
            ("west", None, None, arrow(Side::West)),
            (LIFT, None, None, Some(Step::Draws(false))),
            (DRAW, None, None, Some(Step::Draws(true))),
            (TILE, Some("SE"), None, Some(Step::Lay(Some(Tile::Se)))),
            (TILE, Some(NOTHING), None, Some(Step::Lay(None))),
            (TILE, Some("EN"), None, None),
            (TILE, None, None, None),
            (PEN, Some("column 11"), None, Some(Step::Column(11))),
            (PEN, Some("row 0"), None, Some(Step::Row(0))),
            (PEN, Some("row"), None, None),
            (TYPE, None, Some("  "), Some(Step::Set(Vec::new()))),
            (TYPE, None, Some("hello"), None),
            ("up", None, None, None),
        ] {
            assert_eq!(
                read(step, value, typed),
                expected,
                "{step} {value:?} {typed:?}"
            );
        }
    }
}
