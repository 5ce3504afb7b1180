//! Requests that Discord refuses, with their status and code.

mod codes;
mod commands;
mod messages;
mod modals;

use serde_json::{Map, Value, json};

use crate::stage::Stage;

/// Checks that the form was accepted, or refused with 50035 because of the field `wrong`.
fn check_form(what: &str, status: u16, answer: &Value, wrong: Option<&str>) {
    match wrong {
        None => assert!((200..300).contains(&status), "{what}: {answer}"),
        Some(field) => {
            assert_eq!(
                (status, &answer["code"]),
                (400, &json!(50035)),
                "{what}: {answer}"
            );
            let steps = field.split('.').filter(|step| !step.is_empty());
            let place = steps.fold(&answer["errors"], |place, step| &place[step]);
            assert!(
                place["_errors"][0]["message"].is_string(),
                "{what}: {answer}"
            );
        }
    }
}

/// The address of an interaction of the EC in the arena that the bot has not answered.
fn interaction(stage: &Stage) -> String {
    let mut world = stage.sandbox.world();
    let application = stage.cast.application;
    if world.commands(application, None).is_empty() {
        world
            .set_commands(
                application,
                None,
                &json!([{ "name": "go", "description": "d" }]),
            )
            .unwrap();
    }
    let id = world
        .give_command(stage.cast.ec, stage.cast.arena, "go", &Map::new())
        .unwrap();
    format!(
        "/interactions/{id}/{}/callback",
        world.interactions[&id].token
    )
}

fn row(components: Value) -> Value {
    json!({ "type": 1, "components": components })
}

fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Press", "custom_id": custom_id })
}

fn letters(count: usize) -> String {
    "x".repeat(count)
}
