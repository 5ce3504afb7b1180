//! Components, embeds and the options of commands as Discord stores them, whatever a bot sent.

use serde_json::{Map, Value, json};

use super::commands::{CHANNEL, INTEGER, NUMBER, STRING, SUB_COMMAND, SUB_COMMAND_GROUP};
use super::forms::id_in;

/// What is kept of a component of each type: of a row, a button, a menu of texts, of channels, and
/// of the other menus. What else a bot sends is nothing to Discord.
fn fields_of(kind: u64) -> &'static [&'static str] {
    match kind {
        1 => &["type", "id", "components"],
        2 => &[
            "type",
            "id",
            "style",
            "label",
            "emoji",
            "custom_id",
            "url",
            "disabled",
        ],
        3 => &[
            "type",
            "id",
            "custom_id",
            "options",
            "placeholder",
            "min_values",
            "max_values",
            "disabled",
        ],
        8 => &[
            "type",
            "id",
            "custom_id",
            "channel_types",
            "placeholder",
            "default_values",
            "min_values",
            "max_values",
            "disabled",
        ],
        _ => &[
            "type",
            "id",
            "custom_id",
            "placeholder",
            "default_values",
            "min_values",
            "max_values",
            "disabled",
        ],
    }
}

/// The rows of a message: each component has a number, each menu says how many values it takes.
/// What is chosen from the start, and emoji of a server's own, have text for their ids.
pub fn stored_components(rows: &[Value]) -> Vec<Value> {
    let mut rows = numbered_components(rows);
    for row in &mut rows {
        keep(row, 1);
        let inside = row.get_mut("components").and_then(Value::as_array_mut);
        for component in inside.into_iter().flatten() {
            let kind = component["type"].as_u64().unwrap_or_default();
            keep(component, kind);
            id_as_text(component.get_mut("emoji"));
            if kind != 2 {
                for bound in ["min_values", "max_values"] {
                    if component[bound].is_null() {
                        component[bound] = json!(1);
                    }
                }
            }
            for option in items(component, "options") {
                without_nulls(option);
                id_as_text(option.get_mut("emoji"));
            }
            for chosen in items(component, "default_values") {
                id_as_text(Some(chosen));
            }
        }
    }
    rows
}

/// What is kept of a command's option of each type, besides what all have.
fn fields_of_option(kind: u64) -> &'static [&'static str] {
    match kind {
        SUB_COMMAND | SUB_COMMAND_GROUP => &["options"],
        STRING => &["autocomplete", "choices", "min_length", "max_length"],
        INTEGER | NUMBER => &["autocomplete", "choices", "min_value", "max_value"],
        CHANNEL => &["channel_types"],
        _ => &[],
    }
}

/// The options of a command, with those in them.
pub fn stored_options(options: &[Value]) -> Vec<Value> {
    let of_all = [
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
    ];
    let mut options = options.to_vec();
    for option in &mut options {
        let kind = option["type"].as_u64().unwrap_or_default();
        let own = fields_of_option(kind);
        if let Value::Object(fields) = option {
            let is_kept = |name: &str| of_all.contains(&name) || own.contains(&name);
            fields.retain(|name, value| is_kept(name) && !value.is_null());
        }
        for bound in ["min_value", "max_value"] {
            // A whole number may have been sent with a point.
            if let (INTEGER, Some(number)) = (kind, option[bound].as_f64()) {
                option[bound] = json!(number as i64);
            }
        }
        if let Some(inner) = option["options"].as_array() {
            option["options"] = json!(stored_options(inner));
        }
        items(option, "choices").for_each(without_nulls);
    }
    options
}

/// Components with a number each: their own, or else the next that is free (Discord documentation,
/// "Anatomy of a Component").
pub fn numbered_components(rows: &[Value]) -> Vec<Value> {
    let mut rows = rows.to_vec();
    let own = |component: &Value| component["id"].as_u64().filter(|id| *id != 0);
    let mut taken = Vec::new();
    for row in &rows {
        taken.extend(own(row));
        let inside = row["components"].as_array().into_iter().flatten();
        taken.extend(inside.filter_map(own));
    }
    let mut free = (1..).filter(|id: &u64| !taken.contains(id));
    let mut number = |component: &mut Value| {
        if own(component).is_none() {
            component["id"] = json!(free.next());
        }
    };
    for row in &mut rows {
        number(row);
        items(row, "components").for_each(&mut number);
    }
    rows
}

/// An embed: nothing in it is null, and its fields say whether they stand beside each other.
pub fn stored_embed(embed: &Value) -> Value {
    let mut embed = embed.clone();
    without_nulls(&mut embed);
    embed["type"] = json!("rich");
    for part in ["author", "footer", "image", "thumbnail"] {
        embed.get_mut(part).into_iter().for_each(without_nulls);
    }
    for field in items(&mut embed, "fields") {
        if field["inline"].is_null() {
            field["inline"] = json!(false);
        }
    }
    embed
}

fn items<'a>(of: &'a mut Value, field: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = of.get_mut(field).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}

fn keep(component: &mut Value, kind: u64) {
    without_nulls(component);
    if let Value::Object(fields) = component {
        fields.retain(|name, _| fields_of(kind).contains(&name.as_str()));
    }
}

fn without_nulls(of: &mut Value) {
    if let Value::Object(fields) = of {
        fields.retain(|_, value| !value.is_null());
    }
}

/// An emoji or a choice whose id is text; one of everybody's emoji has none.
fn id_as_text(of: Option<&mut Value>) {
    let Some(of) = of else { return };
    if let Some(known) = id_in(&of["id"]) {
        of["id"] = json!(known);
    } else if let Value::Object(fields) = of {
        Map::remove(fields, "id");
    }
}
