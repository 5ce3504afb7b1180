//! Answers to interactions. The interaction's token is the key; these routes need no bot token.

use serde_json::{Value, json};

use super::asked::{Answer, Asked, Extras, done, told};
use crate::world::{Id, Message, MessageDraft, Refusal, Viewer, World};

pub fn callback(world: &mut World, asked: Asked) -> Answer {
    let id = asked.id("interaction")?;
    let token = asked.text("token").to_owned();
    let query: Extras = asked.query()?;
    let body = asked.body?;
    let message = world.respond(id, &token, &body.json, body.files)?;
    if !query.with_response.0 {
        return done();
    }
    let interaction = world
        .interactions
        .get(&id)
        .ok_or(Refusal::UnknownInteraction)?;
    let mut answer = json!({ "interaction": { "id": id, "type": interaction.kind.number() } });
    // The answer has a `resource` if a message was made or changed.
    if let Some(message) = message {
        let about = &mut answer["interaction"];
        about["response_message_id"] = json!(message.id);
        about["response_message_loading"] = json!(message.flags & 1 << 7 != 0);
        about["response_message_ephemeral"] = json!(message.ephemeral_to.is_some());
        let message = shown(world, interaction.application, &message);
        answer["resource"] = json!({ "type": body.json["type"], "message": message });
    }
    told(answer)
}

fn shown(world: &World, application: Id, message: &Message) -> Value {
    world.message_json(message, Viewer::Bot(application))
}

/// The application, the token and the message of an address; None for `@original`.
fn place(asked: &Asked) -> Result<(Id, String, Option<Id>), Refusal> {
    let message = match asked.text("message") {
        "@original" => None,
        text => Some(text.parse().map_err(|_| Refusal::UnknownMessage)?),
    };
    Ok((
        asked.id("application")?,
        asked.text("token").to_owned(),
        message,
    ))
}

pub fn follow_up(world: &mut World, asked: Asked) -> Answer {
    let application = asked.id("application")?;
    let token = asked.text("token").to_owned();
    let body = asked.body?;
    world.interaction_with_token(application, &token)?;
    let draft = MessageDraft::parse(&body.json, body.files)?;
    let message = world.follow_up(application, &token, draft)?;
    told(shown(world, application, &message))
}

pub fn answer(world: &mut World, asked: Asked) -> Answer {
    let (application, token, message) = place(&asked)?;
    let message = world.answer_of(application, &token, message)?;
    told(shown(world, application, &message))
}

pub fn edit(world: &mut World, asked: Asked) -> Answer {
    let (application, token, message) = place(&asked)?;
    let body = asked.body?;
    let before = world.answer_of(application, &token, message)?;
    let has_v2 = world.is_v2(before.channel_id, before.id);
    let draft = MessageDraft::parse_edit(&body.json, body.files, has_v2)?;
    let message = world.edit_answer(application, &token, message, draft)?;
    told(shown(world, application, &message))
}

pub fn remove(world: &mut World, asked: Asked) -> Answer {
    let (application, token, message) = place(&asked)?;
    world.delete_answer(application, &token, message)?;
    done()
}
