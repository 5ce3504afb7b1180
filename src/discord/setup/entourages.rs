//! Roundabout's entourages in the set-up panel: a page of its own, with a menu of the cast for each
//! seat.

use serde_json::{Value, json};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::SetupDraft;
use crate::discord::buttons::button;
use crate::discord::panel::Panel;
use crate::discord::press::{Press, SetupField};
use crate::discord::text;
use crate::games::{BySeat, GameId, Seat};
use crate::store::DraftId;
use crate::words;

/// The option by which they are set.
pub const KEY: &str = "entourages";

/// Whether a game has them.
pub fn belong_to(game: GameId) -> bool {
    game.options().iter().any(|row| row.key == KEY)
}

/// Sets one seat's two others, by their places in the cast: the seat's own player is in its
/// entourage anyway.
pub fn set(
    draft: &mut SetupDraft,
    seat: Seat,
    values: &[String],
    seats: &BySeat<String>,
    cast: &[String],
) {
    let others = values
        .iter()
        .filter_map(|value| cast.get(value.parse::<usize>().ok()?));
    let names: Vec<&String> = std::iter::once(&seats[seat]).chain(others).collect();
    let mut entourages = match draft.options.remove(KEY) {
        Some(Value::Object(entourages)) => entourages,
        _ => serde_json::Map::new(),
    };
    entourages.insert(seat.to_string(), json!(names));
    draft
        .options
        .insert(KEY.to_owned(), Value::Object(entourages));
}

/// Leaves the entourages to be drawn when the match is opened.
pub fn draw(draft: &mut SetupDraft) {
    draft.options.remove(KEY);
}

/// Of a seat that gets another player.
pub fn forget(draft: &mut SetupDraft, seat: Seat) {
    if let Some(Value::Object(entourages)) = draft.options.get_mut(KEY) {
        entourages.remove(&seat.to_string());
        if entourages.is_empty() {
            draw(draft);
        }
    }
}

/// Each seat gets the other's: an entourage goes with its player.
pub fn swap(draft: &mut SetupDraft) {
    let Some(Value::Object(entourages)) = draft.options.get_mut(KEY) else {
        return;
    };
    let [dmo, ec] = Seat::BOTH.map(|seat| entourages.remove(&seat.to_string()));
    for (seat, names) in [(Seat::Dmo, ec), (Seat::Ec, dmo)] {
        if let Some(names) = names {
            entourages.insert(seat.to_string(), names);
        }
    }
}

/// The names that are set for a seat; none as long as nothing is.
fn chosen(draft: &SetupDraft, seat: Seat) -> Vec<String> {
    let names = draft
        .options
        .get(KEY)
        .and_then(|all| all.get(seat.to_string()));
    let names = names
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    names
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// What is set, as a line.
pub fn line(draft: &SetupDraft) -> String {
    let shown = |seat| {
        let names = chosen(draft, seat);
        names.iter().map(|name| text::plain(name)).collect()
    };
    crate::games::roundabout::say::setup_entourages(&BySeat::new(shown))
}

/// The page.
pub fn panel(id: DraftId, draft: &SetupDraft, seats: &BySeat<String>, cast: &[String]) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let menu = |seat: Seat| {
        let chosen = chosen(draft, seat);
        // What was typed may be three others, more than the menu takes.
        let mut free = 2;
        let options = cast.iter().enumerate();
        let options = options
            .filter(|(_, name)| ![&seats.dmo, &seats.ec].contains(name))
            .map(|(index, name)| {
                let is_chosen = free > 0 && chosen.contains(name);
                free -= usize::from(is_chosen);
                let label = crate::games::roundabout::say::entourage_item(&seats[seat], name);
                CreateSelectMenuOption::new(text::cut(&label, 100), index.to_string())
                    .default_selection(is_chosen)
            });
        let options = options.take(25).collect();
        let menu = CreateSelectMenu::new(
            press(SetupField::Entourage(seat)).to_string(),
            CreateSelectMenuKind::String { options },
        );
        let placeholder = crate::games::roundabout::say::choose_entourage(&seats[seat]);
        let menu = menu.placeholder(text::cut(&placeholder, 150));
        CreateActionRow::SelectMenu(menu.min_values(2).max_values(2))
    };
    let mut rows = Vec::new();
    // A menu has at least as many items as must be chosen.
    if cast.len() >= 4 {
        rows.extend(Seat::BOTH.map(menu));
    }
    rows.push(CreateActionRow::Buttons(vec![
        button(
            press(SetupField::DrawEntourages),
            crate::games::roundabout::say::DRAW_ENTOURAGES,
            ButtonStyle::Secondary,
        ),
        button(
            press(SetupField::Back),
            words::back_button(),
            ButtonStyle::Success,
        ),
    ]));
    Panel {
        content: text::cut(&line(draft), 2000),
        picture: None,
        rows,
    }
}
