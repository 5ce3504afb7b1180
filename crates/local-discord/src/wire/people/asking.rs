//! How people use bots, and how they wait for the answers.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::asked::{Answer, Asked, LONGEST_WAIT_MS, person, told};
use super::shown::{add_answer, interaction_state};
use crate::wire::shared::Shared;
use crate::world::{
    Complaint, Id, InteractionKind, NewInteraction, Outcome, PressedControl, ResponseKind, Upload,
    World,
};

#[derive(Deserialize)]
pub struct CommandCall {
    channel_id: Id,
    name: String,
    #[serde(default)]
    options: Map<String, Value>,
    focused: Option<String>,
    /// The message or the person whose context menu has the command.
    target_id: Option<Id>,
}

/// Uses a command, typed in the chat or chosen from a context menu.
pub fn command(world: &mut World, user: Id, asked: Asked) -> Result<Id, Complaint> {
    let (mut call, files): (CommandCall, _) = asked.body_and_files()?;
    give_files(world, files, &mut call.options);
    match call.target_id {
        Some(target) => world.use_on(user, call.channel_id, &call.name, target),
        None => world.give_command(user, call.channel_id, &call.name, &call.options),
    }
}

/// Stores the files that came with a command or a form. A file option names the part of the request
/// in which its file came; this replaces the name with the file's id.
fn give_files(world: &mut World, files: Vec<Upload>, filled: &mut Map<String, Value>) {
    for file in files {
        let part = json!(format!("files[{}]", file.index));
        let values = filled.values_mut().flat_map(|value| match value {
            Value::Array(values) => values.iter_mut().collect::<Vec<_>>(),
            value => vec![value],
        });
        let mut places = values.filter(|value| **value == part);
        if let Some(value) = places.next() {
            *value = json!(world.give_file(file));
        }
    }
}

pub async fn autocomplete(shared: Arc<Shared>, asked: Asked) -> Answer {
    let id = {
        let mut world = shared.world();
        let user = person(&world, &asked)?;
        let call: CommandCall = asked.body()?;
        let no_option = || Complaint::new(400, "Name the option that is being completed.");
        let focused = call.focused.ok_or_else(no_option)?;
        world.complete(user, call.channel_id, &call.name, &call.options, &focused)?
    };
    wait_for_first(&shared, id).await;
    match shared.world().outcome(id) {
        Some(Outcome::Answered { answer, .. }) => told(json!({ "choices": answer })),
        _ => told(json!({ "choices": [], "error": "Loading options failed" })),
    }
}

#[derive(Deserialize)]
pub struct Press {
    channel_id: Id,
    message_id: Id,
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

pub fn component(world: &mut World, user: Id, asked: Asked) -> Result<Id, Complaint> {
    let press: Press = asked.body()?;
    let control = PressedControl {
        channel: press.channel_id,
        message: press.message_id,
        custom_id: &press.custom_id,
        values: &press.values,
    };
    world.press(user, control)
}

#[derive(Deserialize)]
pub struct Form {
    modal_id: Id,
    #[serde(default)]
    fields: Map<String, Value>,
}

pub fn modal(world: &mut World, user: Id, asked: Asked) -> Result<Id, Complaint> {
    let (mut form, files): (Form, _) = asked.body_and_files()?;
    give_files(world, files, &mut form.fields);
    world.submit_modal(user, form.modal_id, &form.fields)
}

#[derive(Deserialize)]
pub struct Untold {
    channel_id: Id,
    message_id: Option<Id>,
    kind: InteractionKind,
    data: Value,
}

/// Makes an interaction with any data, unchecked, and returns what a bot would be told of it. Tests
/// send it themselves, unchanged or not. The bot can answer it.
pub fn untold(world: &mut World, user: Id, asked: Asked) -> Answer {
    let body: Untold = asked.body()?;
    let Some(application) = world.applications.keys().next().copied() else {
        return Err(Complaint::new(404, "There is no bot."));
    };
    let (kind, channel) = (body.kind, body.channel_id);
    told(world.start_untold(NewInteraction {
        source: body.message_id,
        ..NewInteraction::new(application, kind, user, channel, body.data)
    }))
}

/// Waits until `done` is true of an interaction, or `deadline` has passed.
async fn wait_for(shared: &Shared, id: Id, deadline: Instant, done: impl Fn(&Outcome) -> bool) {
    let mut changes = shared.interactions.subscribe();
    let mut stopping = shared.stopping();
    loop {
        changes.mark_unchanged();
        if shared
            .world()
            .outcome(id)
            .is_none_or(|outcome| done(&outcome))
        {
            return;
        }
        tokio::select! {
            _ = changes.changed() => {}
            () = stopping.wait() => return,
            () = tokio::time::sleep_until(deadline) => return,
        }
    }
}

async fn wait_for_first(shared: &Shared, id: Id) {
    let deadline = Instant::now() + shared.world().first_answer();
    let is_there = |outcome: &Outcome| !matches!(outcome, Outcome::Pending);
    wait_for(shared, id, deadline, is_there).await;
}

/// Waits for the first answer to an interaction.
pub async fn first_answer(shared: &Shared, id: Id) -> Answer {
    wait_for_first(shared, id).await;
    let world = shared.world();
    let Some(Outcome::Answered {
        kind,
        message,
        answer,
        ..
    }) = world.outcome(id)
    else {
        let error = "The application did not respond";
        return told(json!({ "interaction_id": id, "kind": "failed", "error": error }));
    };
    let name = match kind {
        ResponseKind::Message => "message",
        ResponseKind::DeferredMessage => "deferred",
        ResponseKind::DeferredUpdate => "deferred_update",
        ResponseKind::Update => "updated",
        ResponseKind::Modal => "modal",
        ResponseKind::Choices => "choices",
    };
    let mut outcome = json!({ "interaction_id": id, "kind": name });
    add_answer(&world, id, &mut outcome, message.as_deref(), &answer, kind);
    told(outcome)
}

#[derive(Deserialize)]
pub struct WaitQuery {
    #[serde(default)]
    wait_ms: u64,
}

pub async fn interaction(shared: Arc<Shared>, asked: Asked) -> Answer {
    let user = asked.id("user")?;
    let id = asked.id("interaction")?;
    let query: WaitQuery = asked.query()?;
    let is_own = |world: &World| {
        world
            .interactions
            .get(&id)
            .is_some_and(|it| it.user == user)
    };
    if !is_own(&shared.world()) {
        let why = "There is no such interaction of this person.";
        return Err(Complaint::new(404, why));
    }
    let deadline = Instant::now() + Duration::from_millis(query.wait_ms.min(LONGEST_WAIT_MS));
    let done = |outcome: &Outcome| match outcome {
        Outcome::Pending => false,
        Outcome::Answered { settled, .. } => *settled,
        Outcome::Failed => true,
    };
    wait_for(&shared, id, deadline, done).await;
    told(interaction_state(&shared.world(), id))
}
