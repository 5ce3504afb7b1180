//! Checks what bots send, field by field, and the components in rows
//! (<https://docs.discord.com/developers/components/reference>).

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{FormErrors, Id};

pub const ACTION_ROW: u64 = 1;
pub const BUTTON: u64 = 2;
pub const STRING_SELECT: u64 = 3;
pub const TEXT_INPUT: u64 = 4;
const SELECTS: std::ops::RangeInclusive<u64> = 3..=8;

/// The length of a text as Discord counts it: code points.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// A snowflake in JSON, as a string or a number.
pub fn id_in(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64().map(Id),
        _ => None,
    }
}

/// Permissions in JSON, as a number or a number in a string.
pub fn bits_in(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The list at `field`; empty if it is null or absent.
pub fn list<'a>(
    errors: &mut FormErrors,
    object: &'a Value,
    path: &str,
    field: &str,
) -> &'a [Value] {
    match &object[field] {
        Value::Null => &[],
        Value::Array(items) => items,
        _ => {
            errors.add(
                &join(path, field),
                "LIST_TYPE_CONVERT",
                "Only iterables may be used in a ListType",
            );
            &[]
        }
    }
}

/// The text at `field`, of `min` to `max` code points; absent is an error if `min` is not 0.
pub fn text<'a>(
    errors: &mut FormErrors,
    object: &'a Value,
    path: &str,
    field: &str,
    (min, max): (usize, usize),
) -> Option<&'a str> {
    match &object[field] {
        Value::Null if min == 0 => None,
        Value::Null => {
            errors.add(
                &join(path, field),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
            None
        }
        Value::String(text) => {
            let length = length(text);
            if min == 0 && length > max {
                let message = format!("Must be {max} or fewer in length.");
                errors.add(&join(path, field), "BASE_TYPE_MAX_LENGTH", message);
            } else if !(min..=max).contains(&length) {
                let message = format!("Must be between {min} and {max} in length.");
                errors.add(&join(path, field), "BASE_TYPE_BAD_LENGTH", message);
            }
            Some(text)
        }
        _ => {
            errors.add(
                &join(path, field),
                "STRING_TYPE_CONVERT",
                "Could not interpret value as string.",
            );
            None
        }
    }
}

/// Refuses the `url` of an object if it has another scheme than these.
pub fn check_scheme(errors: &mut FormErrors, object: &Value, path: &str, schemes: &[&str]) {
    let url = object["url"].as_str().unwrap_or_default();
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    if !schemes.contains(&scheme) {
        let message = format!("Scheme must be one of ('{}').", schemes.join("', '"));
        errors.add(&join(path, "url"), "URL_TYPE_INVALID_SCHEME", message);
    }
}

/// A path one step deeper.
pub fn join(path: &str, step: impl std::fmt::Display) -> String {
    if path.is_empty() {
        step.to_string()
    } else {
        format!("{path}.{step}")
    }
}

/// Checks the action rows of a message: 5 rows of 5 buttons or one select menu, custom ids unique.
pub fn message_components(errors: &mut FormErrors, rows: &[Value]) {
    if rows.len() > 5 {
        errors.add(
            "components",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 5 or fewer in length.",
        );
    }
    check_numbers(errors, rows);
    let mut seen = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = join("components", index);
        match row["type"].as_u64() {
            Some(ACTION_ROW) => message_row(errors, row, &path, &mut seen),
            _ => unknown_type(errors, &path, "(1,)"),
        }
    }
}

/// Checks a row of a message.
pub fn message_row<'a>(
    errors: &mut FormErrors,
    row: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    let inside = list(errors, row, path, "components");
    if !(1..=5).contains(&inside.len()) {
        errors.add(
            &join(path, "components"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        );
    }
    for (index, component) in inside.iter().enumerate() {
        let path = format!("{path}.components.{index}");
        match component["type"].as_u64().unwrap_or(0) {
            BUTTON => button(errors, component, &path, seen),
            kind if SELECTS.contains(&kind) && kind != TEXT_INPUT => {
                if inside.len() > 1 {
                    errors.add(
                        &path,
                        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                        "The specified component exceeds the maximum width",
                    );
                }
                select(errors, kind, component, &path, seen);
            }
            _ => unknown_type(errors, &path, "(2, 3, 5, 6, 7, 8)"),
        }
    }
}

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

/// Checks that no two components have the same number (Discord documentation, "Anatomy of a
/// Component").
pub fn check_numbers(errors: &mut FormErrors, components: &[Value]) {
    let mut seen = HashSet::new();
    walk(
        components,
        "components",
        &mut |component, path| match number_within(
            errors,
            component,
            path,
            "id",
            0..=i32::MAX as u64,
        ) {
            None | Some(0) => {}
            Some(number) if seen.insert(number) => {}
            Some(_) => errors.add(
                &join(path, "id"),
                "COMPONENT_ID_DUPLICATED",
                "Component id cannot be duplicated",
            ),
        },
    );
}

pub fn unknown_type(errors: &mut FormErrors, path: &str, known: &str) {
    let message = format!("Value of field \"type\" must be one of {known}.");
    errors.add(&join(path, "type"), "UNION_TYPE_CHOICES", message);
}

pub fn custom_id<'a>(
    errors: &mut FormErrors,
    component: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    if let Some(id) = text(errors, component, path, "custom_id", (1, 100))
        && !seen.insert(id)
    {
        let message = "Component custom id cannot be duplicated";
        errors.add(
            &join(path, "custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            message,
        );
    }
}

pub fn button<'a>(
    errors: &mut FormErrors,
    button: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    text(errors, button, path, "label", (0, 80));
    match button["style"].as_u64() {
        Some(1..=4) => {
            custom_id(errors, button, path, seen);
            if !button["url"].is_null() {
                errors.add(
                    path,
                    "BUTTON_COMPONENT_INVALID_URL",
                    "A button with a custom id cannot have a url",
                );
            }
        }
        Some(5) => {
            if text(errors, button, path, "url", (1, 512)).is_some() {
                check_scheme(errors, button, path, &["http", "https", "discord"]);
            }
            if !button["custom_id"].is_null() {
                errors.add(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL",
                    "A button with a url cannot have a custom id",
                );
            }
        }
        _ => errors.add(
            &join(path, "style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of {1, 2, 3, 4, 5, 6}.",
        ),
    }
    if button["label"].as_str().unwrap_or("").is_empty() && button["emoji"].is_null() {
        let message = "A button needs a label or an emoji";
        errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
}

pub fn select<'a>(
    errors: &mut FormErrors,
    kind: u64,
    menu: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    custom_id(errors, menu, path, seen);
    text(errors, menu, path, "placeholder", (0, 150));
    let least = number_within(errors, menu, path, "min_values", 0..=25).unwrap_or(1);
    let most = number_within(errors, menu, path, "max_values", 1..=25).unwrap_or(1);
    if least > most {
        let message = "The minimum number of values is greater than the maximum";
        errors.add(
            &join(path, "min_values"),
            "SELECT_COMPONENT_MIN_VALUE_GREATER",
            message,
        );
    }
    if kind != STRING_SELECT {
        default_values(errors, kind, menu, path, most);
        return;
    }
    let options = list(errors, menu, path, "options");
    if !(1..=25).contains(&options.len()) {
        errors.add(
            &join(path, "options"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 25 in length.",
        );
    }
    if !menu["max_values"].is_null() && most as usize > options.len() {
        let message = "The maximum number of values is greater than the number of options";
        errors.add(
            &join(path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            message,
        );
    }
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let path = format!("{path}.options.{index}");
        text(errors, option, &path, "label", (1, 100));
        text(errors, option, &path, "description", (0, 100));
        if let Some(value) = text(errors, option, &path, "value", (1, 100))
            && !values.insert(value)
        {
            let message = "The specified option value is already used";
            errors.add(
                &join(&path, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                message,
            );
        }
    }
    let chosen = options
        .iter()
        .filter(|option| option["default"] == json!(true))
        .count();
    if chosen as u64 > most {
        let message = "More options are preselected than can be chosen";
        errors.add(
            &join(path, "options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            message,
        );
    }
}

/// Checks the default values of a menu of people, roles or channels (Discord documentation, "Select
/// Default Value Structure").
fn default_values(errors: &mut FormErrors, kind: u64, menu: &Value, path: &str, most: u64) {
    let path = join(path, "default_values");
    let chosen = menu["default_values"].as_array();
    let chosen = chosen.map(Vec::as_slice).unwrap_or_default();
    if chosen.len() as u64 > most {
        let message = "More is preselected than can be chosen";
        errors.add(&path, "BASE_TYPE_BAD_LENGTH", message);
    }
    let fitting: &[&str] = match kind {
        5 => &["user"],
        6 => &["role"],
        7 => &["user", "role"],
        _ => &["channel"],
    };
    for (index, one) in chosen.iter().enumerate() {
        let is_fitting = one["type"]
            .as_str()
            .is_some_and(|kind| fitting.contains(&kind));
        if !is_fitting {
            let message = format!("Value must be one of {{{}}}.", fitting.join(", "));
            errors.add(
                &format!("{path}.{index}.type"),
                "BASE_TYPE_CHOICES",
                &message,
            );
        }
        if id_in(&one["id"]).is_none() {
            let message = format!("Value {} is not snowflake.", one["id"]);
            errors.add(
                &format!("{path}.{index}.id"),
                "NUMBER_TYPE_COERCE",
                &message,
            );
        }
    }
}

pub fn number_within(
    errors: &mut FormErrors,
    object: &Value,
    path: &str,
    field: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Option<u64> {
    if object[field].is_null() {
        return None;
    }
    let number = object[field].as_u64();
    if !number.is_some_and(|number| range.contains(&number)) {
        let message = format!(
            "int value should be between {} and {}.",
            range.start(),
            range.end()
        );
        errors.add(&join(path, field), "NUMBER_TYPE_RANGE", message);
    }
    number
}
