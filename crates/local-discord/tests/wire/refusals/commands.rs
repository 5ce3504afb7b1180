//! The forms of commands, field by field.

use serde_json::{Value, json};

use super::{check_form, letters};
use crate::stage::Stage;

#[tokio::test]
async fn commands_are_checked_field_by_field() {
    let stage = Stage::new().await;
    let path = format!("/applications/{}/commands", stage.cast.application);
    let command = |name: &str| json!({ "name": name, "description": "d" });
    let with_options =
        |options: Value| json!([{ "name": "a", "description": "d", "options": options }]);
    let option = |name: &str, kind: u8| json!({ "name": name, "description": "d", "type": kind });
    let choices = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|n| json!({ "name": n.to_string(), "value": n.to_string() }))
            .collect()
    };
    let long = |count: usize| -> Value {
        (0..25).map(|n| json!({ "name": format!("o{n}"), "description": letters(90), "type": 3,
            "choices": (0..count).map(|c| json!({ "name": format!("{c}{}", letters(40)), "value": format!("{c}{}", letters(40)) })).collect::<Vec<_>>() })).collect()
    };
    for (what, body, wrong) in [
        ("a plain one", json!([command("match")]), None),
        ("a Korean one", json!([command("데스매치")]), None),
        ("capital letters", json!([command("Match")]), Some("0.name")),
        ("a blank", json!([command("a b")]), Some("0.name")),
        ("33 letters", json!([command(&letters(33))]), Some("0.name")),
        (
            "no description",
            json!([{ "name": "a" }]),
            Some("0.description"),
        ),
        (
            "a description of 101",
            json!([{ "name": "a", "description": letters(101) }]),
            Some("0.description"),
        ),
        (
            "the same name twice",
            json!([command("a"), command("a")]),
            Some("1.name"),
        ),
        (
            "100 commands",
            (0..100).map(|n| command(&format!("c{n}"))).collect(),
            None,
        ),
        (
            "101 commands",
            (0..101).map(|n| command(&format!("c{n}"))).collect(),
            Some(""),
        ),
        (
            "25 options",
            with_options((0..25).map(|n| option(&format!("o{n}"), 3)).collect()),
            None,
        ),
        (
            "26 options",
            with_options((0..26).map(|n| option(&format!("o{n}"), 3)).collect()),
            Some("0.options"),
        ),
        (
            "an option without a type",
            with_options(json!([option("a", 12)])),
            Some("0.options.0.type"),
        ),
        (
            "two options with one name",
            with_options(json!([option("a", 3), option("a", 3)])),
            Some("0.options.1.name"),
        ),
        (
            "required after optional",
            with_options(
                json!([option("a", 3), { "name": "b", "description": "d", "type": 3, "required": true }]),
            ),
            Some("0.options.1"),
        ),
        (
            "a subcommand beside an option",
            with_options(json!([option("a", 1), option("b", 3)])),
            Some("0.options.1.type"),
        ),
        (
            "a group in a group",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 2, "options": [option("b", 2)] }]),
            ),
            Some("0.options.0.options.0.type"),
        ),
        (
            "26 choices",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 3, "choices": choices(26) }]),
            ),
            Some("0.options.0.choices"),
        ),
        (
            "completion and choices",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 3, "choices": choices(1), "autocomplete": true }]),
            ),
            Some("0.options.0.autocomplete"),
        ),
        (
            "a text as the choice of a number",
            with_options(
                json!([{ "name": "a", "description": "d", "type": 4, "choices": choices(1) }]),
            ),
            Some("0.options.0.choices.0.value"),
        ),
        (
            "a command of 8000 letters and more",
            with_options(long(3)),
            Some("0"),
        ),
        (
            "an unknown context",
            json!([{ "name": "a", "description": "d", "contexts": [0, 3] }]),
            Some("0.contexts.1"),
        ),
    ] {
        let (status, answer) = stage.bot("PUT", &path, body).await;
        check_form(what, status, &answer, wrong);
    }
}
