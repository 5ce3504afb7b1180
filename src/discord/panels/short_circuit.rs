//! Short Circuit: a private copy of the board with a pen, open to everybody who takes part at any time; on one's turn what was tried is placed from there,
//! after a call it is handed in as the solution.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateModal, CreateSelectMenuOption, InputTextStyle,
};

use crate::boards;
use crate::discord::buttons::button;
use crate::discord::panel::{self, Drawn, Panel};
use crate::discord::press::Press;
use crate::discord::pressed::By;
use crate::discord::{Data, Fault, controls, text};
use crate::games::short_circuit::{
    Action, Phase, Side, Sketch, Snag, Step, Table, Tile, View, no_piece, read_pieces,
};
use crate::games::{Party, Seat};
use crate::referee::Look;
use crate::store::StoreError;
use crate::words;
use crate::words::short_circuit as said;

/// The panel; None as long as the board is secret.
pub async fn panel(
    data: &Data,
    look: &Look,
    view: &View,
    account: u64,
) -> Result<Option<Panel>, Fault> {
    let Some(table) = &view.table else {
        return Ok(None);
    };
    let sketch = sketch(data, look, table, account).await?;
    build(data, look, view, table, &sketch, None)
        .await
        .map(Some)
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
            let sketch = sketch(data, look, table, account).await?;
            Ok(Some(type_form(look, &sketch, table)))
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
) -> Result<Option<Panel>, Fault> {
    let Some(table) = &view.table else {
        return Ok(None);
    };
    let value = by.values.first().map(String::as_str);
    let typed = by.fields.first().map(|(_, typed)| typed.as_str());
    let (sketch, problem) = match read(step, value, typed) {
        Some(wanted) => {
            let (sketch, snag) = take(data, look, table, by.account, wanted).await?;
            (sketch, snag.map(said::snag))
        }
        None if step == TYPE => {
            let sketch = sketch(data, look, table, by.account).await?;
            let typed = typed.unwrap_or_default();
            let wrong = said::not_tiles(no_piece(typed).as_deref());
            (sketch, Some(wrong + &said::you_typed(typed)))
        }
        None if step == LOOK => (sketch(data, look, table, by.account).await?, None),
        None => return Ok(None),
    };
    let panel = build(data, look, view, table, &sketch, problem).await?;
    Ok(Some(panel))
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
    let sketch = sketch(data, look, table, account).await?;
    Ok(handed_in(view, table, &sketch))
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
async fn sketch(data: &Data, look: &Look, table: &Table, account: u64) -> Result<Sketch, Fault> {
    let id = look.row.id;
    let read = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.panel_draft(id, account)));
    Ok(restored(read.await??, table))
}

/// What was kept, as it reads on the table now. What another version wrote is begun anew.
fn restored(kept: Option<(u32, String)>, table: &Table) -> Sketch {
    let kept = kept.and_then(|(_, body)| serde_json::from_str::<Sketch>(&body).ok());
    let mut sketch = kept.unwrap_or_else(|| Sketch::new(table));
    sketch.refresh(table);
    sketch
}

/// Takes a step in somebody's sketch and keeps it; quick presses one after another all count.
async fn take(
    data: &Data,
    look: &Look,
    table: &Table,
    account: u64,
    step: Step,
) -> Result<(Sketch, Option<Snag>), Fault> {
    let (id, prompt, table) = (look.row.id, prompt(look), table.clone());
    let taken = data.referee.read(move |core, now| {
        core.store().write(|tx| {
            let mut sketch = restored(tx.panel_draft(id, account)?, &table);
            let snag = sketch.take(&table, &step).err();
            let body = serde_json::to_string(&sketch)?;
            tx.set_panel_draft(id, account, prompt, &body, now)?;
            Ok::<_, StoreError>((sketch, snag))
        })
    });
    Ok(taken.await??)
}

/// The prompt that the person's controls belong to; none that there is where nothing is asked of them.
fn prompt(look: &Look) -> u32 {
    look.mine.as_ref().map_or(0, |mine| mine.id)
}

// The steps as they are written into controls.
const LIFT: &str = "lift";
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
        LIFT => Step::Lift,
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

async fn build(
    data: &Data,
    look: &Look,
    view: &View,
    table: &Table,
    sketch: &Sketch,
    problem: Option<String>,
) -> Result<Panel, Fault> {
    let cast = text::shown(look.cast());
    let seat = view.to_act().filter(|seat| acts(look, *seat));
    let mut content = format!(
        "**{}** · {}\n",
        words::title(look.setup().game),
        words::pairing(&cast)
    );
    let time = seat.and_then(|seat| words::time_left(&look.standing, seat));
    match (seat, look.party) {
        (Some(seat), _) => {
            content.push_str(&words::ask_alone(&look.view, Party::Seat(seat), ""));
        }
        (None, party) => {
            let headline = said::headline(view, &cast);
            let ask = words::ask(&look.view, party.unwrap_or(Party::Host), "");
            content.push_str(&format!("{headline}. Meanwhile: {ask}"));
        }
    }
    let told = seat.filter(|_| time.is_some());
    let clocks = words::score_and_clocks(look, told, &cast);
    let lines = time
        .into_iter()
        .chain([clocks, said::sketched(sketch, table)]);
    for line in lines.filter(|line| !line.is_empty()) {
        content.push('\n');
        content.push_str(&line);
    }
    let completes = sketch.completes(table);
    let solving = matches!(view.phase, Phase::Solving(_));
    let act = handed_in(view, table, sketch).filter(|_| seat.is_some());
    let mut hand_in = None;
    if let (Some(act), Some(seat)) = (act, seat) {
        let refused = if solving {
            None
        } else {
            refusal(data, look, seat, &act).await?
        };
        content.push_str(&said::worth(completes, solving, refused.as_deref()));
        if solving && completes || !solving && refused.is_none() {
            hand_in = Some(act);
        }
    } else if completes {
        content.push_str(&said::worth(true, solving, None));
    }
    if let Some(problem) = problem {
        content.push_str(&words::problem(&problem));
    }
    let mut rows = vec![
        arrows(look, sketch),
        tile_menu(look, sketch, table),
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
    Ok(Panel {
        content,
        picture: Some(draw(data, look, view, sketch).await?),
        rows,
    })
}

/// Why this would be refused as a turn, in words; None when it would be taken.
async fn refusal(data: &Data, look: &Look, seat: Seat, act: &str) -> Result<Option<String>, Fault> {
    let (id, act) = (look.row.id, act.to_owned());
    let refused = data
        .referee
        .read(move |core, _| core.refuses(id, seat, &act))
        .await??;
    Ok(refused.map(|refused| words::refusal(&refused, &text::shown(look.cast()))))
}

fn arrows(look: &Look, sketch: &Sketch) -> CreateActionRow {
    let mut buttons: Vec<CreateButton> = ARROWS
        .into_iter()
        .map(|(_, word, sign)| button(press(look, word), sign, ButtonStyle::Primary))
        .collect();
    let lift = said::pen_button(sketch.draws());
    buttons.push(button(press(look, LIFT), lift, ButtonStyle::Secondary));
    CreateActionRow::Buttons(buttons)
}

fn tile_menu(look: &Look, sketch: &Sketch, table: &Table) -> CreateActionRow {
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
    controls::menu(press(look, TILE), options, said::lay_on(sketch.pen()))
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
fn last_row(look: &Look, solving: bool, hand_in: Option<String>) -> Vec<CreateButton> {
    let (match_id, prompt) = (look.row.id, prompt(look));
    let (label, last, last_label) = if solving {
        (said::SOLVE, Action::Concede, said::CONCEDE)
    } else {
        (said::PLACE, Action::Impossible, said::IMPOSSIBLE)
    };
    let last = Press::Act {
        match_id,
        prompt,
        act: last.to_string(),
    };
    // A turn is written into its button, so that what is seen is what is taken; a solution may be too long for that.
    let press_hand_in = match hand_in.clone().filter(|_| !solving) {
        Some(act) => Press::Act {
            match_id,
            prompt,
            act,
        },
        None => Press::HandIn { match_id, prompt },
    };
    vec![
        button(press_hand_in, label, ButtonStyle::Success).disabled(hand_in.is_none()),
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
            png: boards::draw_sketch(&view, &sketch, cast, &faces).png,
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
            (LIFT, None, None, Some(Step::Lift)),
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
