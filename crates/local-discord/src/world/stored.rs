//! Components, embeds and the options of commands as Discord stores them, whatever a bot sent.

use serde_json::{Map, Value, json};

use super::commands::{CHANNEL, INTEGER, NUMBER, STRING, SUB_COMMAND, SUB_COMMAND_GROUP};
use super::components::walk;
use super::forms::id_in;
use super::layout::{CONTAINER, FILE, MEDIA_GALLERY, SECTION, SEPARATOR, TEXT_DISPLAY, THUMBNAIL};

/// The fields that Discord keeps for a component of each type; it drops all others.
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
        SECTION => &["type", "id", "components", "accessory"],
        TEXT_DISPLAY => &["type", "id", "content"],
        THUMBNAIL => &["type", "id", "media", "description", "spoiler"],
        MEDIA_GALLERY => &["type", "id", "items"],
        FILE => &["type", "id", "file", "spoiler"],
        SEPARATOR => &["type", "id", "divider", "spacing"],
        CONTAINER => &["type", "id", "components", "accent_color", "spoiler"],
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

/// The default fields of a component of each type.
fn at_first(kind: u64) -> Value {
    match kind {
        3 | 5..=8 => json!({ "min_values": 1, "max_values": 1 }),
        THUMBNAIL => json!({ "description": null, "spoiler": false }),
        FILE => json!({ "spoiler": false }),
        SEPARATOR => json!({ "divider": true, "spacing": 1 }),
        CONTAINER => json!({ "accent_color": null, "spoiler": false }),
        _ => json!({}),
    }
}

/// A message's components as Discord stores them. Each has a number, and each menu says how many
/// values it takes. Default values and a server's own emoji have text ids.
pub fn stored_components(components: &[Value]) -> Vec<Value> {
    let mut components = numbered_components(components);
    components.iter_mut().for_each(store);
    components
}

fn store(component: &mut Value) {
    let kind = component["type"].as_u64().unwrap_or_default();
    keep(component, kind);
    with_defaults(component, at_first(kind));
    id_as_text(component.get_mut("emoji"));
    for option in items(component, "options") {
        without_nulls(option);
        id_as_text(option.get_mut("emoji"));
    }
    for chosen in items(component, "default_values") {
        id_as_text(Some(chosen));
    }
    for item in items(component, "items") {
        with_defaults(item, json!({ "description": null, "spoiler": false }));
    }
    items(component, "components").for_each(store);
    component.get_mut("accessory").into_iter().for_each(store);
}

/// Adds missing fields.
fn with_defaults(into: &mut Value, defaults: Value) {
    if let (Value::Object(fields), Value::Object(defaults)) = (into, defaults) {
        for (name, value) in defaults {
            fields.entry(name).or_insert(value);
        }
    }
}

/// The fields that Discord keeps for an option of each type, besides the common ones.
fn fields_of_option(kind: u64) -> &'static [&'static str] {
    match kind {
        SUB_COMMAND | SUB_COMMAND_GROUP => &["options"],
        STRING => &["autocomplete", "choices", "min_length", "max_length"],
        INTEGER | NUMBER => &["autocomplete", "choices", "min_value", "max_value"],
        CHANNEL => &["channel_types"],
        _ => &[],
    }
}

/// A command's options as Discord stores them, with their suboptions.
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
            // A whole number may have come with a decimal point.
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

/// Gives each component a number: its own, or the next free one (Discord documentation, "Anatomy of
/// a Component").
pub fn numbered_components(components: &[Value]) -> Vec<Value> {
    let mut components = components.to_vec();
    let mut taken = Vec::new();
    walk(&components, "", &mut |component, _| {
        taken.extend(own_number(component));
    });
    let mut free = (1..).filter(|id: &u64| !taken.contains(id));
    for component in &mut components {
        number(component, &mut free);
    }
    components
}

fn own_number(component: &Value) -> Option<u64> {
    component["id"].as_u64().filter(|id| *id != 0)
}

fn number(component: &mut Value, free: &mut dyn Iterator<Item = u64>) {
    if own_number(component).is_none() {
        component["id"] = json!(free.next());
    }
    for inner in items(component, "components") {
        number(inner, free);
    }
    for field in ["accessory", "component"] {
        if let Some(inner) = component.get_mut(field).filter(|inner| inner.is_object()) {
            number(inner, free);
        }
    }
}

/// An embed as Discord stores it: without nulls, and each field says whether it is inline.
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

/// Turns the id of an emoji or a default value into text. Standard emoji have no id.
fn id_as_text(of: Option<&mut Value>) {
    let Some(of) = of else { return };
    if let Some(known) = id_in(&of["id"]) {
        of["id"] = json!(known);
    } else if let Value::Object(fields) = of {
        Map::remove(fields, "id");
    }
}
