//! Answers to interactions; their tokens are the key, no bot token is asked for.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::Body;
use super::{Answer, Server};
use crate::sandbox::world::{Id, Message, MessageDraft, Refusal, Viewer, World};

#[derive(Deserialize)]
pub struct CallbackQuery {
    #[serde(default)]
    with_response: bool,
}

pub async fn callback(
    State(shared): Server,
    Path((id, token)): Path<(Id, String)>,
    Query(query): Query<CallbackQuery>,
    body: Body,
) -> Result<Response, Refusal> {
    let mut world = shared.world();
    let message = world.respond(id, &token, &body.json, body.files)?;
    if !query.with_response {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let interaction = world
        .interactions
        .get(&id)
        .ok_or(Refusal::UnknownInteraction)?;
    let mut answer = json!({
        "interaction": { "id": id, "type": interaction.kind.number() },
        "resource": { "type": body.json["type"] },
    });
    if let Some(message) = message {
        let about = &mut answer["interaction"];
        about["response_message_id"] = json!(message.id);
        about["response_message_loading"] = json!(message.flags & 1 << 7 != 0);
        about["response_message_ephemeral"] = json!(message.ephemeral_to.is_some());
        answer["resource"]["message"] = shown(&world, interaction.application, &message);
    }
    Ok(Json(answer).into_response())
}

fn shown(world: &World, application: Id, message: &Message) -> Value {
    world.message_json(message, Viewer::Bot(application))
}

/// `@original` or a message's id.
fn which(text: &str) -> Result<Option<Id>, Refusal> {
    match text {
        "@original" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Refusal::UnknownMessage),
    }
}

pub async fn follow_up(
    State(shared): Server,
    Path((application, token)): Path<(Id, String)>,
    body: Body,
) -> Answer {
    let mut world = shared.world();
    world.interaction_with_token(application, &token)?;
    let message = world.follow_up(
        application,
        &token,
        MessageDraft::parse(&body.json, body.files)?,
    )?;
    Ok(Json(shown(&world, application, &message)))
}

pub async fn answer(
    State(shared): Server,
    Path((application, token, message)): Path<(Id, String, String)>,
) -> Answer {
    let world = shared.world();
    let message = world.answer_of(application, &token, which(&message)?)?;
    Ok(Json(shown(&world, application, &message)))
}

pub async fn edit(
    State(shared): Server,
    Path((application, token, message)): Path<(Id, String, String)>,
    body: Body,
) -> Answer {
    let mut world = shared.world();
    world.interaction_with_token(application, &token)?;
    let draft = MessageDraft::parse(&body.json, body.files)?;
    let message = world.edit_answer(application, &token, which(&message)?, draft)?;
    Ok(Json(shown(&world, application, &message)))
}

pub async fn remove(
    State(shared): Server,
    Path((application, token, message)): Path<(Id, String, String)>,
) -> Result<StatusCode, Refusal> {
    shared
        .world()
        .delete_answer(application, &token, which(&message)?)?;
    Ok(StatusCode::NO_CONTENT)
}
