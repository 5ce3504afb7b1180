//! Modals (forms): what they can have, and how people send them
//! (<https://docs.discord.com/developers/components/using-modal-components>).

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::forms::{
    ACTION_ROW, STRING_SELECT, TEXT_INPUT, check_numbers, custom_id, join, list, number_within,
    select, text, unknown_type,
};
use super::interactions::NewInteraction;
use super::layout::TEXT_DISPLAY;
use super::options::{Resolved, plain_text};
use super::{Complaint, FormErrors, Id, InteractionKind, ResponseKind, World};

const LABEL: u64 = 18;
const FILE_UPLOAD: u64 = 19;
const RADIO_GROUP: u64 = 21;
const CHECKBOX_GROUP: u64 = 22;
const CHECKBOX: u64 = 23;

/// Checks a modal: title, custom id, and one to five parts. A part is a text, a field under its
/// label, or in the old form a row with a text input.
pub fn check(errors: &mut FormErrors, data: &Value) {
    text(errors, data, "data", "title", (1, 45));
    text(errors, data, "data", "custom_id", (1, 100));
    let mut inner = FormErrors::default();
    let parts = list(&mut inner, data, "", "components");
    if !(1..=5).contains(&parts.len()) {
        inner.add(
            "components",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        );
    }
    check_numbers(&mut inner, parts);
    let mut seen = HashSet::new();
    for (index, part) in parts.iter().enumerate() {
        let path = join("components", index);
        match part["type"].as_u64() {
            Some(ACTION_ROW) => check_row(&mut inner, part, &path, &mut seen),
            Some(TEXT_DISPLAY) => drop(text(&mut inner, part, &path, "content", (1, 4000))),
            Some(LABEL) => {
                text(&mut inner, part, &path, "label", (1, 45));
                text(&mut inner, part, &path, "description", (0, 100));
                let field = &part["component"];
                check_field(&mut inner, field, &join(&path, "component"), &mut seen);
            }
            _ => unknown_type(&mut inner, &path, "(1, 10, 18)"),
        }
    }
    errors.add_all_below("data", inner);
}

fn check_row<'a>(errors: &mut FormErrors, row: &'a Value, path: &str, seen: &mut HashSet<&'a str>) {
    let inside = list(errors, row, path, "components");
    if !(1..=5).contains(&inside.len()) {
        errors.add(
            &join(path, "components"),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 5 in length.",
        );
    }
    for (index, input) in inside.iter().enumerate() {
        let path = join(&join(path, "components"), index);
        if input["type"] != TEXT_INPUT {
            unknown_type(errors, &path, "(4,)");
            continue;
        }
        if inside.len() > 1 {
            errors.add(
                &path,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        text(errors, input, &path, "label", (1, 45));
        check_text_input(errors, input, &path, seen);
    }
}

fn check_text_input<'a>(
    errors: &mut FormErrors,
    input: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    custom_id(errors, input, path, seen);
    text(errors, input, path, "placeholder", (0, 100));
    text(errors, input, path, "value", (0, 4000));
    if !matches!(input["style"].as_u64(), Some(1 | 2)) {
        errors.add(
            &join(path, "style"),
            "BASE_TYPE_CHOICES",
            "Value must be one of {1, 2}.",
        );
    }
    for (field, range) in [("min_length", 0..=4000), ("max_length", 1..=4000)] {
        number_within(errors, input, path, field, range);
    }
}

/// Checks the field under a label.
fn check_field<'a>(
    errors: &mut FormErrors,
    field: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    let kind = field["type"].as_u64().unwrap_or(0);
    match kind {
        TEXT_INPUT => return check_text_input(errors, field, path, seen),
        STRING_SELECT | 5..=8 => {
            select(errors, kind, field, path, seen);
            if field["disabled"] == json!(true) {
                let message = "Components in modals cannot be disabled";
                errors.add(&join(path, "disabled"), "COMPONENT_DISABLED", message);
            }
        }
        FILE_UPLOAD => {
            custom_id(errors, field, path, seen);
            number_within(errors, field, path, "min_values", 0..=10);
            number_within(errors, field, path, "max_values", 1..=10);
        }
        RADIO_GROUP | CHECKBOX_GROUP => {
            custom_id(errors, field, path, seen);
            check_options(errors, field, path, if kind == RADIO_GROUP { 2 } else { 1 });
        }
        CHECKBOX => custom_id(errors, field, path, seen),
        _ => return unknown_type(errors, path, "(3, 4, 5, 6, 7, 8, 19, 21, 22, 23)"),
    }
    // A required menu cannot have a minimum of 0 (Discord documentation, "String Select
    // Structure").
    if is_required(field) && field["min_values"] == 0 {
        let message = "Must be at least 1 where an answer is required.";
        errors.add(&join(path, "min_values"), "NUMBER_TYPE_MIN", message);
    }
}

fn check_options(errors: &mut FormErrors, group: &Value, path: &str, least: usize) {
    let options = list(errors, group, path, "options");
    if !(least..=10).contains(&options.len()) {
        let message = format!("Must be between {least} and 10 in length.");
        errors.add(&join(path, "options"), "BASE_TYPE_BAD_LENGTH", message);
    }
    for (index, option) in options.iter().enumerate() {
        let path = join(&join(path, "options"), index);
        text(errors, option, &path, "label", (1, 100));
        text(errors, option, &path, "value", (1, 100));
        text(errors, option, &path, "description", (0, 100));
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
        let opener = self
            .interactions
            .get(&opened_by)
            .filter(|opener| opener.user == user && opener.response == Some(ResponseKind::Modal));
        let opener = opener.ok_or_else(|| Complaint::new(404, "There is no such form open."))?;
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
        let id = self.start_interaction(NewInteraction {
            application,
            kind: InteractionKind::ModalSubmit,
            user,
            channel,
            command: None,
            source,
            option_type: 0,
            data,
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
                match values.is_empty() {
                    true if is_required(field) => return Err(missing()),
                    true => {}
                    false => self.check_choice(channel, kind, field, &values, resolved)?,
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
        return Err(Complaint::new(
            400,
            format!("\"{label}\" must be filled in."),
        ));
    }
    if length > most || length != 0 && length < least {
        return Err(Complaint::new(
            400,
            format!("\"{label}\" takes {least} to {most} characters."),
        ));
    }
    Ok(())
}

fn values_in(given: &Value) -> Vec<String> {
    match given {
        Value::Array(values) => values.iter().map(plain_text).collect(),
        one => vec![plain_text(one)],
    }
}

/// The default values of a menu or a group.
fn chosen_at_first(field: &Value) -> Vec<String> {
    let options = field["options"].as_array().into_iter().flatten();
    let options = options.filter(|option| option["default"] == json!(true));
    let options = options.map(|option| &option["value"]);
    let chosen = field["default_values"].as_array().into_iter().flatten();
    let chosen = chosen.map(|one| &one["id"]);
    options.chain(chosen).map(plain_text).collect()
}
