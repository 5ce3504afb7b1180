//! Modals (forms): what they can have, and how people send them
//! (<https://docs.discord.com/developers/components/using-modal-components>).

use serde_json::{Map, Value, json};

use super::components::{
    ACTION_ROW, STRING_SELECT, TEXT_INPUT, check_numbers, check_select, check_width,
};
use super::forms::Field;
use super::interactions::NewInteraction;
use super::invoking::complain;
use super::layout::TEXT_DISPLAY;
use super::options::{Resolved, plain_text};
use super::{Complaint, Id, InteractionKind, ResponseKind, World};

const LABEL: u64 = 18;
const FILE_UPLOAD: u64 = 19;
const RADIO_GROUP: u64 = 21;
const CHECKBOX_GROUP: u64 = 22;
const CHECKBOX: u64 = 23;

/// Checks a modal: title, custom id, and one to five parts. A part is a text, a field under its
/// label, or in the old form a row with a text input.
pub fn check(data: &Field<'_>) {
    data.at("title").text(1..=45);
    data.at("custom_id").text(1..=100);
    let parts = data.at("components").items(1..=5);
    check_numbers(&parts);
    for part in parts {
        match part.kind() {
            ACTION_ROW => check_row(&part),
            TEXT_DISPLAY => drop(part.at("content").text(1..=4000)),
            LABEL => {
                part.at("label").text(1..=45);
                part.at("description").text(0..=100);
                check_field(&part.at("component"));
            }
            _ => part.unknown_type("(1, 10, 18)"),
        }
    }
}

fn check_row(row: &Field<'_>) {
    let inside = row.at("components").items(1..=5);
    for input in &inside {
        if input.kind() != TEXT_INPUT {
            input.unknown_type("(4,)");
            continue;
        }
        check_width(input, inside.len());
        input.at("label").text(1..=45);
        check_text_input(input);
    }
}

fn check_text_input(input: &Field<'_>) {
    input.check_custom_id();
    input.at("placeholder").text(0..=100);
    input.at("value").text(0..=4000);
    if !matches!(input.value["style"].as_u64(), Some(1 | 2)) {
        input.at("style").none_of("1, 2");
    }
    input.at("min_length").number(0..=4000);
    input.at("max_length").number(1..=4000);
}

/// Checks the field under a label.
fn check_field(field: &Field<'_>) {
    match field.kind() {
        TEXT_INPUT => return check_text_input(field),
        STRING_SELECT | 5..=8 => {
            check_select(field);
            if field.value["disabled"] == json!(true) {
                let message = "Components in modals cannot be disabled";
                field.at("disabled").wrong("COMPONENT_DISABLED", message);
            }
        }
        FILE_UPLOAD => {
            field.check_custom_id();
            field.at("min_values").number(0..=10);
            field.at("max_values").number(1..=10);
        }
        RADIO_GROUP => check_group(field, 2),
        CHECKBOX_GROUP => check_group(field, 1),
        CHECKBOX => field.check_custom_id(),
        _ => return field.unknown_type("(3, 4, 5, 6, 7, 8, 19, 21, 22, 23)"),
    }
    // A required menu cannot have a minimum of 0 (Discord documentation, "String Select
    // Structure").
    if is_required(field.value) && field.value["min_values"] == 0 {
        let message = "Must be at least 1 where an answer is required.";
        field.at("min_values").wrong("NUMBER_TYPE_MIN", message);
    }
}

/// Checks radio buttons or checkboxes, of which there are at least this many.
fn check_group(group: &Field<'_>, least: usize) {
    group.check_custom_id();
    for option in group.at("options").items(least..=10) {
        option.at("label").text(1..=100);
        option.at("value").text(1..=100);
        option.at("description").text(0..=100);
    }
}

/// Whether a field is required. It is, unless it says otherwise.
fn is_required(field: &Value) -> bool {
    field["required"].as_bool().unwrap_or(true)
}

impl World {
    /// `user` sends the form that the interaction `opened_by` opened. `fields` are by custom id: a
    /// text, or what was chosen, as one text or a list.
    pub fn submit_modal(
        &mut self,
        user: Id,
        opened_by: Id,
        fields: &Map<String, Value>,
    ) -> Result<Id, Complaint> {
        let opener = match self.interactions.get(&opened_by) {
            Some(it) if it.user == user && it.response == Some(ResponseKind::Modal) => it,
            _ => return Err(Complaint::new(404, "There is no such form open.")),
        };
        let (application, channel, source) = (opener.application, opener.channel, opener.source);
        let target = opener.target;
        let mut resolved = Resolved::default();
        let mut filled = Vec::new();
        for part in opener.answer["components"].as_array().into_iter().flatten() {
            let mut fill = |field: &Value, label: &Value| {
                self.filled_in(channel, field, label, fields, &mut resolved)
            };
            match part["type"].as_u64() {
                Some(LABEL) => {
                    let field = fill(&part["component"], &part["label"])?;
                    filled.push(json!({ "type": LABEL, "id": part["id"], "component": field }));
                }
                Some(TEXT_DISPLAY) => {
                    filled.push(json!({ "type": TEXT_DISPLAY, "id": part["id"] }));
                }
                _ => {
                    for input in part["components"].as_array().into_iter().flatten() {
                        let field = fill(input, &input["label"])?;
                        filled.push(
                            json!({ "type": ACTION_ROW, "id": part["id"], "components": [field] }),
                        );
                    }
                }
            }
        }
        let mut data = json!({ "custom_id": opener.answer["custom_id"], "components": filled });
        if !resolved.0.is_empty() {
            data["resolved"] = json!(resolved.0);
        }
        self.may_interact(user, channel)?;
        let kind = InteractionKind::ModalSubmit;
        let id = self.start_interaction(NewInteraction {
            source,
            ..NewInteraction::new(application, kind, user, channel, data)
        });
        if let Some(sent) = self.interactions.get_mut(&id) {
            sent.target = target;
        }
        Ok(id)
    }

    /// A field with its value, in the form for the bot.
    fn filled_in(
        &self,
        channel: Id,
        field: &Value,
        label: &Value,
        fields: &Map<String, Value>,
        resolved: &mut Resolved,
    ) -> Result<Value, Complaint> {
        let id = field["custom_id"].as_str().unwrap_or_default();
        let label = label.as_str().unwrap_or(id);
        let kind = field["type"].as_u64().unwrap_or(0);
        let given = fields.get(id).filter(|value| !value.is_null());
        let mut sent = json!({ "type": kind, "id": field["id"], "custom_id": id });
        let missing = || Complaint::new(400, format!("\"{label}\" must be filled in."));
        match kind {
            TEXT_INPUT => {
                let value = given.map(plain_text).unwrap_or_default();
                check_length(field, label, &value)?;
                sent["value"] = json!(value);
            }
            CHECKBOX => {
                let at_first = &field["default"];
                sent["value"] = json!(given.unwrap_or(at_first) == &json!(true));
            }
            FILE_UPLOAD => {
                let values = given.map(values_in).unwrap_or_default();
                if values.is_empty() && is_required(field) {
                    return Err(missing());
                }
                self.check_files(label, field, &values, resolved)?;
                sent["values"] = json!(values);
            }
            _ => {
                let values = given.map_or_else(|| chosen_at_first(field), values_in);
                if !values.is_empty() {
                    self.check_choice(channel, kind, field, &values, resolved)?;
                } else if is_required(field) {
                    return Err(missing());
                }
                match kind {
                    RADIO_GROUP => sent["value"] = json!(values.first()),
                    _ => sent["values"] = json!(values),
                }
            }
        }
        Ok(sent)
    }

    /// Checks that these are uploaded files, and as many as the field takes.
    fn check_files(
        &self,
        label: &str,
        field: &Value,
        values: &[String],
        resolved: &mut Resolved,
    ) -> Result<(), Complaint> {
        let bound = |name: &str| field[name].as_u64().unwrap_or(1) as usize;
        let (least, most) = (bound("min_values"), bound("max_values"));
        if !values.is_empty() && !(least..=most).contains(&values.len()) {
            let why = format!("\"{label}\" takes {least} to {most} files.");
            return Err(Complaint::new(400, why));
        }
        for value in values {
            let file = value.parse().ok().and_then(|id| self.given_files.get(&id));
            let file =
                file.ok_or_else(|| Complaint::new(400, format!("\"{label}\" takes files.")))?;
            resolved.add("attachments", file.id, self.given_file_json(file));
        }
        Ok(())
    }

    fn check_choice(
        &self,
        channel: Id,
        kind: u64,
        field: &Value,
        values: &[String],
        resolved: &mut Resolved,
    ) -> Result<(), Complaint> {
        let mut menu = field.clone();
        // A group of checkboxes or radio buttons has options like a menu of texts.
        let kind = match kind {
            RADIO_GROUP => STRING_SELECT,
            CHECKBOX_GROUP => {
                if menu["max_values"].is_null() {
                    menu["max_values"] = json!(menu["options"].as_array().map_or(1, Vec::len));
                }
                STRING_SELECT
            }
            kind => kind,
        };
        self.check_values(channel, kind, &menu, values, resolved)
    }
}

fn check_length(input: &Value, label: &str, value: &str) -> Result<(), Complaint> {
    let length = value.chars().count() as u64;
    let least = input["min_length"].as_u64().unwrap_or(0);
    let most = input["max_length"].as_u64().unwrap_or(4000);
    if length == 0 && is_required(input) {
        complain(400, format!("\"{label}\" must be filled in."))
    } else if length > most || length != 0 && length < least {
        let why = format!("\"{label}\" takes {least} to {most} characters.");
        complain(400, why)
    } else {
        Ok(())
    }
}

fn values_in(given: &Value) -> Vec<String> {
    match given {
        Value::Array(values) => values.iter().map(plain_text).collect(),
        one => vec![plain_text(one)],
    }
}

/// The default values of a menu or a group.
fn chosen_at_first(field: &Value) -> Vec<String> {
    let items = |name| field[name].as_array().into_iter().flatten();
    let options = items("options").filter(|option| option["default"] == json!(true));
    let words = options.map(|option| &option["value"]);
    let ids = items("default_values").map(|value| &value["id"]);
    words.chain(ids).map(plain_text).collect()
}
