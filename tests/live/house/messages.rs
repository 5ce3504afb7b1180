//! What stands in messages and forms.

use serde_json::Value;

use super::Person;

pub fn content(message: &Value) -> &str {
    message["content"].as_str().unwrap_or_default()
}

/// The words of a message, or of an answer's message.
fn text(found: &Value) -> &str {
    if found["message"].is_object() {
        said(found)
    } else {
        content(found)
    }
}

/// Checks that these words stand in a message, or in an answer's message.
#[track_caller]
pub fn says(found: &Value, words: &str) {
    assert!(text(found).contains(words), "no “{words}” in {found}");
}

/// Checks that these words don't stand there.
#[track_caller]
pub fn lacks(found: &Value, words: &str) {
    assert!(!text(found).contains(words), "“{words}” in {found}");
}

/// Checks that all of these stand there.
#[track_caller]
pub fn says_all<Words: AsRef<str>>(found: &Value, all: impl IntoIterator<Item = Words>) {
    for words in all {
        says(found, words.as_ref());
    }
}

/// The labels of all controls that can be pressed.
pub fn labels(message: &Value) -> Vec<String> {
    let labels = controls(message).into_iter().map(|(label, _)| label);
    labels.collect()
}

/// Whether a message pings a person: it names them, and the ping is allowed.
pub fn calls(message: &Value, person: &Person<'_>) -> bool {
    let mentions = message["mentions"].as_array().cloned();
    let mut mentions = mentions.unwrap_or_default().into_iter();
    mentions.any(|user| user["id"] == person.id.as_str())
}

/// The text in a field of a form.
pub fn field<'a>(form: &'a Value, name: &str) -> &'a str {
    let rows = form["modal"]["components"].as_array().unwrap();
    let mut inputs = rows.iter().map(|row| &row["components"][0]);
    let input = inputs.find(|input| input["custom_id"] == name);
    input.unwrap_or_else(|| panic!("no {name} in {form}"))["value"]
        .as_str()
        .unwrap_or_default()
}

/// The texts in a form's fields, by their names.
pub fn filled(form: &Value) -> Value {
    let rows = form["modal"]["components"].as_array().unwrap().iter();
    let inputs = rows.map(|row| &row["components"][0]);
    let text = |input: &Value| input["value"].as_str().unwrap_or_default().to_owned();
    let name = |input: &Value| input["custom_id"].as_str().unwrap().to_owned();
    inputs.map(|input| (name(input), text(input))).collect()
}

/// The text of an outcome's message.
pub fn said(outcome: &Value) -> &str {
    content(&outcome["message"])
}

/// All controls of a message that can be pressed: their label (or placeholder) and custom id.
pub fn controls(message: &Value) -> Vec<(String, String)> {
    let rows = message["components"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let in_row = |row: &Value| row["components"].as_array().cloned().unwrap_or_default();
    let alive = rows
        .iter()
        .flat_map(in_row)
        .filter(|control| control["disabled"] != true);
    alive
        .map(|control| {
            let label = control["label"]
                .as_str()
                .or(control["placeholder"].as_str());
            let custom_id = control["custom_id"].as_str().unwrap_or_default();
            (label.unwrap_or_default().to_owned(), custom_id.to_owned())
        })
        .collect()
}

pub(super) fn control(message: &Value, label: &str) -> Option<String> {
    let mut all = controls(message).into_iter();
    all.find(|(found, _)| found == label)
        .map(|(_, custom_id)| custom_id)
}
