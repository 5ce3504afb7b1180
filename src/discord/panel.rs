//! A person's own panel: what they may do now, with controls, seen by them alone. It is built from the match alone, so that it can be
//! built again at any time.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::press::Press;
use super::{Data, Fault, text};
use crate::boards;
use crate::games::{Audience, Cell, Control, Offer, Party, Prompt, View};
use crate::matches::Stage;
use crate::referee::Look;
use crate::store::MatchId;
use crate::words;

/// A message to one person: text, a picture and controls.
pub struct Panel {
    pub content: String,
    pub picture: Option<Drawn>,
    pub rows: Vec<CreateActionRow>,
}

/// A picture and what it is called.
#[derive(Clone)]
pub struct Drawn {
    pub name: String,
    pub png: Vec<u8>,
    /// The board in words, for people who do not see it.
    pub description: String,
}

/// Draws a view away from the async threads.
pub async fn draw(data: &Data, look: &Look, view: View, name: String) -> Result<Drawn, Fault> {
    let faces = data.faces.faces(&look.people);
    let row = look.row.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let cast = &row.setup.cast;
        let description = words::description(&view, cast);
        let png = boards::draw(&view, cast, &faces).png;
        Drawn {
            name,
            png,
            description,
        }
    });
    Ok(drawn.await?)
}

/// What somebody may do in a match now. `account` is theirs; nothing of anybody else's is in it.
pub async fn build(data: &Data, id: MatchId, account: u64) -> Result<Panel, Fault> {
    // A host's own rights do not belong in a panel: whoever sits in a match sees as what they are in it.
    let look = data
        .referee
        .read(move |core, _| core.look(id, account, false))
        .await??;
    let Some(look) = look else {
        return Ok(note(words::no_such_match()));
    };
    let Some(party) = look.party else {
        return Ok(note(words::not_in_match()));
    };
    let cast = text::shown(look.cast());
    if look.standing.stage == Stage::Over {
        return Ok(note(words::match_over()));
    }
    let Some(prompt) = &look.mine else {
        let waiting = look
            .standing
            .prompts
            .iter()
            .filter(|prompt| !prompt.answered);
        let waiting: Vec<Party> = waiting.map(|prompt| prompt.who).collect();
        return Ok(note(words::nothing_for_you(
            &waiting,
            &cast,
            look.standing.stage,
        )));
    };
    let whose = prompt.who;
    let offers = data
        .referee
        .read(move |core, _| core.offers(id, whose, ""))
        .await??;
    let mut content = format!(
        "**{}** · {}\n",
        words::title(look.setup().game),
        words::pairing(&cast)
    );
    content.push_str(&words::ask(&look.view, party, prompt.ask));
    content.push('\n');
    match (prompt.live, look.standing.preparation_deadline_ms) {
        (false, Some(deadline)) => content.push_str(&words::until(deadline)),
        (true, _) => {
            if let Party::Seat(seat) = party
                && let Some(deadline) = look.standing.deadline_ms[seat]
            {
                content.push_str(&words::until(deadline));
            }
        }
        _ => {}
    }
    content.push('\n');
    content.push_str(&words::counts_now(&look.view, party, prompt));
    let drawn = draw(data, &look, look.view.clone(), format!("panel-{id}.png")).await?;
    Ok(Panel {
        content,
        picture: Some(drawn),
        rows: rows(id, prompt, &offers, own_cell(&look.view, party)),
    })
}

/// A panel of words alone.
pub fn note(content: String) -> Panel {
    Panel {
        content,
        picture: None,
        rows: Vec::new(),
    }
}

/// The cell that counts for somebody now, if that is what they chose.
fn own_cell(view: &View, party: Party) -> Option<Cell> {
    match (view, party) {
        (View::Gridlock(view), Party::Cast(id)) => view.hidden.get(&id).copied(),
        _ => None,
    }
}

/// Most buttons that a message has room for.
const MOST_BUTTONS: usize = 25;
/// Most items that a menu has room for.
const MOST_ITEMS: usize = 25;

/// The controls that suit a prompt: at most five rows.
fn rows(
    id: MatchId,
    prompt: &Prompt,
    offers: &[Offer],
    chosen: Option<Cell>,
) -> Vec<CreateActionRow> {
    match &prompt.control {
        Control::Cell { columns, rows } if *columns <= 5 && *rows <= 5 => {
            cell_buttons(id, prompt.id, (*columns, *rows), offers, chosen)
        }
        Control::Cell { .. } => vec![column_menu(id, prompt.id, offers)],
        Control::Buttons if offers.len() <= MOST_BUTTONS => act_buttons(id, prompt.id, offers),
        Control::Buttons | Control::Menu | Control::Panel if !offers.is_empty() => {
            let mut rows = menus(id, prompt.id, offers);
            rows.push(type_row(id, prompt.id));
            rows
        }
        _ => vec![type_row(id, prompt.id)],
    }
}

/// A button for each offer, five in a row.
pub fn act_buttons(id: MatchId, prompt: u32, offers: &[Offer]) -> Vec<CreateActionRow> {
    let button = |offer: &Offer| {
        CreateButton::new(act(id, prompt, offer))
            .label(text::cut(&offer.label, 80))
            .style(ButtonStyle::Primary)
    };
    let buttons: Vec<CreateButton> = offers.iter().map(button).collect();
    buttons
        .chunks(5)
        .take(5)
        .map(|buttons| CreateActionRow::Buttons(buttons.to_vec()))
        .collect()
}

fn act(id: MatchId, prompt: u32, offer: &Offer) -> String {
    Press::Act {
        match_id: id,
        prompt,
        act: offer.act.clone(),
    }
    .to_string()
}

/// The board as buttons: what may be chosen is alive, what was chosen is green.
fn cell_buttons(
    id: MatchId,
    prompt: u32,
    (columns, rows): (u8, u8),
    offers: &[Offer],
    chosen: Option<Cell>,
) -> Vec<CreateActionRow> {
    let button = |cell: Cell| {
        let label = cell.to_string();
        match offers.iter().find(|offer| offer.label == label) {
            Some(offer) => {
                let style = if chosen == Some(cell) {
                    ButtonStyle::Success
                } else {
                    ButtonStyle::Secondary
                };
                CreateButton::new(act(id, prompt, offer))
                    .label(label)
                    .style(style)
            }
            None => CreateButton::new(format!("closed:{label}"))
                .label(label)
                .style(ButtonStyle::Secondary)
                .disabled(true),
        }
    };
    (0..rows)
        .map(|row| {
            (0..columns)
                .map(|column| button(Cell::new(column, row)))
                .collect()
        })
        .map(CreateActionRow::Buttons)
        .collect()
}

/// For a board too large for buttons: its columns, as a menu.
fn column_menu(id: MatchId, prompt: u32, offers: &[Offer]) -> CreateActionRow {
    let mut letters: Vec<char> = offers
        .iter()
        .filter_map(|offer| offer.label.chars().next())
        .collect();
    letters.sort_unstable();
    letters.dedup();
    let options = letters.into_iter().map(|letter| {
        CreateSelectMenuOption::new(format!("{} {letter}", words::column()), letter.to_string())
    });
    let press = Press::Column {
        match_id: id,
        prompt,
    };
    menu(press, options.collect(), words::choose_column())
}

/// The cells of one column, as a menu.
pub fn row_menu(id: MatchId, prompt: u32, offers: &[Offer], letter: &str) -> CreateActionRow {
    let options = offers
        .iter()
        .filter(|offer| offer.label.starts_with(letter))
        .map(|offer| CreateSelectMenuOption::new(&offer.label, &offer.act));
    let press = Press::Choose {
        match_id: id,
        prompt,
        part: 0,
    };
    menu(
        press,
        options.take(MOST_ITEMS).collect(),
        words::choose_row(letter),
    )
}

/// Offers as menus of at most 25, at most four of them: the rest is typed.
fn menus(id: MatchId, prompt: u32, offers: &[Offer]) -> Vec<CreateActionRow> {
    let short = |text: &str| text::cut(text, 100);
    offers
        .chunks(MOST_ITEMS)
        .take(4)
        .enumerate()
        .map(|(part, offers)| {
            let options = offers
                .iter()
                .filter(|offer| offer.act.chars().count() <= 100)
                .map(|offer| CreateSelectMenuOption::new(short(&offer.label), &offer.act));
            let press = Press::Choose {
                match_id: id,
                prompt,
                // At most four parts.
                part: part as u8,
            };
            let placeholder = match offers {
                [first, .., last] => format!("{} … {}", first.label, last.label),
                offers => offers.iter().map(|offer| offer.label.clone()).collect(),
            };
            menu(press, options.collect(), text::cut(&placeholder, 150))
        })
        .collect()
}

fn menu(
    press: Press,
    options: Vec<CreateSelectMenuOption>,
    placeholder: String,
) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(press.to_string(), kind).placeholder(placeholder),
    )
}

fn type_row(id: MatchId, prompt: u32) -> CreateActionRow {
    let press = Press::Type {
        match_id: id,
        prompt,
    };
    CreateActionRow::Buttons(vec![
        CreateButton::new(press.to_string())
            .label(words::type_it())
            .style(ButtonStyle::Primary),
    ])
}

/// The view that everybody may have of a match: the public one while it is open, all of it afterwards.
pub fn public_audience(stage: Stage) -> Audience {
    match stage {
        Stage::Over => Audience::All,
        Stage::Preparing | Stage::Standing | Stage::Live => Audience::Public,
    }
}
