//! Checks of components in rows, and ways through components of any kind
//! (<https://docs.discord.com/developers/components/reference>).

use std::collections::HashSet;

use serde_json::{Value, json};

use super::forms::{Field, id_in, join};

pub const ACTION_ROW: u64 = 1;
pub const BUTTON: u64 = 2;
pub const STRING_SELECT: u64 = 3;
pub const TEXT_INPUT: u64 = 4;

/// Visits every component with its path, parents first.
pub fn walk<'a>(components: &'a [Value], path: &str, visit: &mut dyn FnMut(&'a Value, &str)) {
    for (index, component) in components.iter().enumerate() {
        walk_one(component, &join(path, index), visit);
    }
}

fn walk_one<'a>(component: &'a Value, path: &str, visit: &mut dyn FnMut(&'a Value, &str)) {
    visit(component, path);
    if let Some(inside) = component["components"].as_array() {
        walk(inside, &join(path, "components"), visit);
    }
    for field in ["accessory", "component"] {
        if component[field].is_object() {
            walk_one(&component[field], &join(path, field), visit);
        }
    }
}

/// Checks that no two of these components have the same number, and neither have those inside them
/// (Discord documentation, "Anatomy of a Component").
pub fn check_numbers(components: &[Field<'_>]) {
    let mut seen = HashSet::new();
    components
        .iter()
        .for_each(|one| check_number(one, &mut seen));
}

fn check_number(component: &Field<'_>, seen: &mut HashSet<u64>) {
    let id = component.at("id");
    let number = id.number(0..=i32::MAX as u64).unwrap_or(0);
    if number != 0 && !seen.insert(number) {
        id.wrong(
            "COMPONENT_ID_DUPLICATED",
            "Component id cannot be duplicated",
        );
    }
    if component.value["components"].is_array() {
        let inside = component.at("components").items(super::forms::ANY_NUMBER);
        inside.iter().for_each(|inner| check_number(inner, seen));
    }
    for inner in ["accessory", "component"].map(|field| component.at(field)) {
        if inner.value.is_object() {
            check_number(&inner, seen);
        }
    }
}

/// Checks the action rows of a message: 5 rows of 5 buttons or one select menu, custom ids unique.
pub fn check_rows(components: &Field<'_>) {
    let rows = components.items(0..=5);
    check_numbers(&rows);
    for row in rows {
        match row.kind() {
            ACTION_ROW => check_row(&row),
            _ => row.unknown_type("(1,)"),
        }
    }
}

/// Checks a row of a message.
pub fn check_row(row: &Field<'_>) {
    let inside = row.at("components").items(1..=5);
    for component in &inside {
        match component.kind() {
            BUTTON => check_button(component),
            STRING_SELECT | 5..=8 => {
                check_width(component, inside.len());
                check_select(component);
            }
            _ => component.unknown_type("(2, 3, 5, 6, 7, 8)"),
        }
    }
}

/// Refuses something that fills its row if it isn't alone there.
pub fn check_width(component: &Field<'_>, in_row: usize) {
    if in_row > 1 {
        let message = "The specified component exceeds the maximum width";
        component.wrong("COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
}

pub fn check_button(button: &Field<'_>) {
    let label = button.at("label").text(0..=80).unwrap_or_default();
    match button.value["style"].as_u64() {
        Some(1..=4) => {
            button.check_custom_id();
            if !button.at("url").is_null() {
                let message = "A button with a custom id cannot have a url";
                button.wrong("BUTTON_COMPONENT_INVALID_URL", message);
            }
        }
        Some(5) => {
            if button.at("url").text(1..=512).is_some() {
                button.check_scheme(&["http", "https", "discord"]);
            }
            if !button.at("custom_id").is_null() {
                let message = "A button with a url cannot have a custom id";
                button.wrong("BUTTON_COMPONENT_CUSTOM_ID_URL", message);
            }
        }
        _ => button.at("style").none_of("1, 2, 3, 4, 5, 6"),
    }
    if label.is_empty() && button.at("emoji").is_null() {
        let message = "A button needs a label or an emoji";
        button.wrong("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
}

pub fn check_select(menu: &Field<'_>) {
    menu.check_custom_id();
    menu.at("placeholder").text(0..=150);
    let least = menu.at("min_values").number(0..=25).unwrap_or(1);
    let most = menu.at("max_values").number(1..=25).unwrap_or(1);
    if least > most {
        let message = "The minimum number of values is greater than the maximum";
        menu.at("min_values")
            .wrong("SELECT_COMPONENT_MIN_VALUE_GREATER", message);
    }
    if menu.kind() != STRING_SELECT {
        return check_default_values(menu, most);
    }
    let options = menu.at("options").items(1..=25);
    if !menu.at("max_values").is_null() && most > options.len() as u64 {
        let message = "The maximum number of values is greater than the number of options";
        menu.at("max_values")
            .wrong("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message);
    }
    let mut values = HashSet::new();
    for option in &options {
        option.at("label").text(1..=100);
        option.at("description").text(0..=100);
        let value = option.at("value");
        if value.text(1..=100).is_some_and(|text| !values.insert(text)) {
            let message = "The specified option value is already used";
            value.wrong("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
    let chosen = options
        .iter()
        .filter(|option| option.value["default"] == json!(true));
    if chosen.count() as u64 > most {
        let message = "More options are preselected than can be chosen";
        menu.at("options")
            .wrong("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message);
    }
}

/// Checks the default values of a menu of people, roles or channels (Discord documentation, "Select
/// Default Value Structure").
fn check_default_values(menu: &Field<'_>, most: u64) {
    let field = menu.at("default_values");
    let chosen = match field.value {
        Value::Array(_) => field.items(super::forms::ANY_NUMBER),
        _ => Vec::new(),
    };
    if chosen.len() as u64 > most {
        field.wrong(
            "BASE_TYPE_BAD_LENGTH",
            "More is preselected than can be chosen",
        );
    }
    let fitting: &[&str] = match menu.kind() {
        5 => &["user"],
        6 => &["role"],
        7 => &["user", "role"],
        _ => &["channel"],
    };
    for one in chosen {
        let kind = one.value["type"].as_str();
        if !kind.is_some_and(|kind| fitting.contains(&kind)) {
            one.at("type").none_of(&fitting.join(", "));
        }
        let id = one.at("id");
        if id_in(id.value).is_none() {
            let message = format!("Value {} is not snowflake.", id.value);
            id.wrong("NUMBER_TYPE_COERCE", message);
        }
    }
}
