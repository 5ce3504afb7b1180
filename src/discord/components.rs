//! Turns screens into Discord's components and forms, within Discord's limits. Only this file knows
//! serenity's builders for them.

use serenity::all::{
    self, ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateInputText,
    CreateInteractionResponse, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, InputTextStyle, UserId,
};

use super::press::Press;
use super::text::cut;
use games::screen::{Button, Choices, Field, Form, Item, Menu, Row, Style};

/// Most items of a menu (Discord documentation, "Select Menu Structure").
const MAX_ITEMS: usize = 25;
/// Most characters of a control's `custom_id`, of a button's label, of each text of an item, of a
/// menu's placeholder, and of a form's title.
const MAX_CUSTOM_ID: usize = 100;
const MAX_LABEL: usize = 80;
const MAX_OF_ITEM: usize = 100;
const MAX_PLACEHOLDER: usize = 150;
const MAX_TITLE: usize = 45;
/// Most characters of a field's placeholder, and of its text (Discord documentation, "Text Input").
const MAX_HINT: usize = 100;
const MAX_TYPED: usize = 4000;

/// Controls as components. Actions that are too long for a control are left out: they have to be
/// typed.
pub fn rows(rows: impl IntoIterator<Item = Row<Press>>) -> Vec<CreateActionRow> {
    rows.into_iter().filter_map(row).collect()
}

fn row(row: Row<Press>) -> Option<CreateActionRow> {
    match row {
        Row::Buttons(buttons) => {
            let buttons: Vec<CreateButton> = buttons.iter().filter_map(button).collect();
            (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
        }
        Row::Menu(menu) => self::menu(menu).map(CreateActionRow::SelectMenu),
    }
}

/// None for a menu without items.
fn menu(menu: Menu<Press>) -> Option<CreateSelectMenu> {
    let users = |chosen: Vec<u64>| Some(chosen.into_iter().map(UserId::new).collect());
    let mut most = *menu.count.end();
    let of = match menu.of {
        Choices::Items(items) => {
            let fits = |item: &&Item| item.value.chars().count() <= MAX_OF_ITEM;
            let options = items.iter().filter(fits).take(MAX_ITEMS).map(option);
            let options: Vec<CreateSelectMenuOption> = options.collect();
            most = most.min(options.len() as u8);
            CreateSelectMenuKind::String { options }
        }
        Choices::People(chosen) => CreateSelectMenuKind::User {
            default_users: users(chosen),
        },
        Choices::PeopleAndRoles(chosen) => CreateSelectMenuKind::Mentionable {
            default_users: users(chosen),
            default_roles: None,
        },
        Choices::Role => CreateSelectMenuKind::Role {
            default_roles: None,
        },
        Choices::TextChannels(chosen) => CreateSelectMenuKind::Channel {
            channel_types: Some(vec![ChannelType::Text]),
            default_channels: Some(chosen.into_iter().map(all::ChannelId::new).collect()),
        },
        Choices::TextOrNews => CreateSelectMenuKind::Channel {
            channel_types: Some(vec![ChannelType::Text, ChannelType::News]),
            default_channels: None,
        },
    };
    let made = CreateSelectMenu::new(menu.press.to_string(), of)
        .placeholder(cut(&menu.placeholder, MAX_PLACEHOLDER))
        .min_values(*menu.count.start())
        .max_values(most);
    (most > 0).then_some(made)
}

fn button(button: &Button<Press>) -> Option<CreateButton> {
    let custom_id = match &button.press {
        Some(press) => press.to_string(),
        None => format!("closed:{}", button.label),
    };
    let style = match button.style {
        Style::Primary => ButtonStyle::Primary,
        Style::Secondary => ButtonStyle::Secondary,
        Style::Success => ButtonStyle::Success,
        Style::Danger => ButtonStyle::Danger,
    };
    let fits = custom_id.chars().count() <= MAX_CUSTOM_ID;
    fits.then(|| {
        CreateButton::new(custom_id)
            .label(cut(&button.label, MAX_LABEL))
            .style(style)
            .disabled(button.is_off)
    })
}

fn option(item: &Item) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut(&item.label, MAX_OF_ITEM), &item.value)
        .default_selection(item.is_chosen);
    match &item.note {
        Some(note) => option.description(cut(note, MAX_OF_ITEM)),
        None => option,
    }
}

/// Opens a form.
pub fn form(form: Form<Press>) -> CreateInteractionResponse {
    let rows = form.fields.into_iter().map(input);
    let rows = rows.map(CreateActionRow::InputText).collect();
    let title = cut(&form.title, MAX_TITLE);
    CreateInteractionResponse::Modal(
        CreateModal::new(form.press.to_string(), title).components(rows),
    )
}

fn input(field: Field) -> CreateInputText {
    let style = if field.is_long {
        InputTextStyle::Paragraph
    } else {
        InputTextStyle::Short
    };
    let input = CreateInputText::new(style, field.label, field.name)
        .value(cut(&field.value, MAX_TYPED))
        .required(!field.may_be_empty);
    let input = match field.hint.as_str() {
        "" => input,
        hint => input.placeholder(cut(hint, MAX_HINT)),
    };
    match field.most {
        Some(most) => input.max_length(most),
        None => input,
    }
}
