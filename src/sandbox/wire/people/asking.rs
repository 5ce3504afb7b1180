//! What people ask of bots, and how they wait for the answers.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::response::Json;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::{Answer, Body, Server, message_json, person};
use crate::sandbox::wire::Shared;
use crate::sandbox::world::{
    Complaint, Id, InteractionKind, Message, NewInteraction, Outcome, PressedControl, ResponseKind,
    World,
};

/// How long a question about an interaction may wait at most.
const LONGEST_WAIT_MS: u64 = 60_000;

#[derive(Deserialize)]
pub struct CommandCall {
    channel_id: Id,
    name: String,
    #[serde(default)]
    options: Map<String, Value>,
    focused: Option<String>,
}

pub async fn command(
    State(shared): Server,
    Path(user): Path<Id>,
    Body(call): Body<CommandCall>,
) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        world.give_command(user, call.channel_id, &call.name, &call.options)?
    };
    first_answer(&shared, id).await
}

pub async fn autocomplete(
    State(shared): Server,
    Path(user): Path<Id>,
    Body(call): Body<CommandCall>,
) -> Answer {
    let (id, patience) = {
        let mut world = shared.world();
        person(&world, user)?;
        let focused = call
            .focused
            .ok_or_else(|| Complaint::new(400, "Name the option that is being completed."))?;
        let id = world.complete(user, call.channel_id, &call.name, &call.options, &focused)?;
        (id, world.first_answer())
    };
    wait_for(&shared, id, Instant::now() + patience, |outcome| {
        !matches!(outcome, Outcome::Pending)
    })
    .await;
    match shared.world().outcome(id) {
        Some(Outcome::Answered { answer, .. }) => Ok(Json(json!({ "choices": answer }))),
        _ => Ok(Json(
            json!({ "choices": [], "error": "Loading options failed" }),
        )),
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

pub async fn component(
    State(shared): Server,
    Path(user): Path<Id>,
    Body(press): Body<Press>,
) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        let Press {
            channel_id: channel,
            message_id: message,
            custom_id,
            values,
        } = &press;
        world.press(
            user,
            PressedControl {
                channel: *channel,
                message: *message,
                custom_id,
                values,
            },
        )?
    };
    first_answer(&shared, id).await
}

#[derive(Deserialize)]
pub struct Form {
    modal_id: Id,
    #[serde(default)]
    fields: Map<String, Value>,
}

pub async fn modal(State(shared): Server, Path(user): Path<Id>, Body(form): Body<Form>) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        world.submit_modal(user, form.modal_id, &form.fields)?
    };
    first_answer(&shared, id).await
}

#[derive(Deserialize)]
pub struct Untold {
    channel_id: Id,
    message_id: Option<Id>,
    kind: InteractionKind,
    data: Value,
}

/// What a bot would be told of something that this person asks with this data, which nobody checks: to be dispatched as it is or changed. The bot can
/// answer it.
pub async fn untold(
    State(shared): Server,
    Path(user): Path<Id>,
    Body(asked): Body<Untold>,
) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    let application = world.applications.keys().next().copied();
    let application = application.ok_or_else(|| Complaint::new(404, "There is no bot."))?;
    Ok(Json(world.start_untold(NewInteraction {
        application,
        kind: asked.kind,
        user,
        channel: asked.channel_id,
        command: None,
        source: asked.message_id,
        option_type: 0,
        data: asked.data,
    })))
}

/// Waits until `done` says so of an interaction, at most until `deadline`.
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

/// What a person sees first of what they began.
async fn first_answer(shared: &Shared, id: Id) -> Answer {
    let patience = shared.world().first_answer();
    wait_for(shared, id, Instant::now() + patience, |outcome| {
        !matches!(outcome, Outcome::Pending)
    })
    .await;
    let world = shared.world();
    let Some(Outcome::Answered {
        kind,
        message,
        answer,
        ..
    }) = world.outcome(id)
    else {
        let error = "The application did not respond";
        return Ok(Json(
            json!({ "interaction_id": id, "kind": "failed", "error": error }),
        ));
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
    Ok(Json(outcome))
}

fn add_answer(
    world: &World,
    id: Id,
    to: &mut Value,
    message: Option<&Message>,
    answer: &Value,
    kind: ResponseKind,
) {
    if let Some(message) = message {
        to["message"] = message_json(world, message);
    }
    if kind == ResponseKind::Modal {
        to["modal"] =
            json!({ "modal_id": id, "title": answer["title"], "components": answer["components"] });
    }
}

/// How an interaction stands: `pending`, `answered` or `failed`.
pub fn interaction_state(world: &World, id: Id) -> Value {
    let mut state = json!({ "interaction_id": id });
    match world.outcome(id) {
        Some(Outcome::Answered {
            kind,
            settled,
            message,
            answer,
        }) => {
            state["state"] = json!(if settled { "answered" } else { "pending" });
            add_answer(world, id, &mut state, message.as_deref(), &answer, kind);
        }
        Some(Outcome::Pending) => state["state"] = json!("pending"),
        Some(Outcome::Failed) | None => {
            state["state"] = json!("failed");
            state["error"] = json!("The application did not respond");
        }
    }
    state
}

#[derive(Deserialize)]
pub struct WaitQuery {
    #[serde(default)]
    wait_ms: u64,
}

pub async fn interaction(
    State(shared): Server,
    Path((user, id)): Path<(Id, Id)>,
    Query(query): Query<WaitQuery>,
) -> Answer {
    let known = shared
        .world()
        .interactions
        .get(&id)
        .is_some_and(|interaction| interaction.user == user);
    if !known {
        return Err(Complaint::new(
            404,
            "There is no such interaction of this person.",
        ));
    }
    let deadline = Instant::now() + Duration::from_millis(query.wait_ms.min(LONGEST_WAIT_MS));
    let done = |outcome: &Outcome| match outcome {
        Outcome::Pending => false,
        Outcome::Answered { settled, .. } => *settled,
        Outcome::Failed => true,
    };
    wait_for(&shared, id, deadline, done).await;
    Ok(Json(interaction_state(&shared.world(), id)))
}
