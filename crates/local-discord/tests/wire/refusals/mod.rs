//! Requests that Discord refuses, with their status and code.

mod codes;
mod forms;

use serde_json::{Map, json};

use crate::stage::Stage;

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

/// The cells of a row in a table; None for an empty line or a comment.
fn cells<const N: usize>(row: &str) -> Option<[&str; N]> {
    let is_row = !row.is_empty() && !row.starts_with('#');
    is_row.then(|| {
        let cells: Vec<_> = row.split(" | ").collect();
        cells.try_into().unwrap_or_else(|_| panic!("{row}"))
    })
}
