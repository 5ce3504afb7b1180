//! The world as people's pages and tests see it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::world::{
    Channel, Id, Intent, Message, Outcome, ResponseKind, ScheduledEvent, Viewer, World, merge,
};

/// A scheduled event as Discord's object, with who wants to come.
pub fn event_json(event: &ScheduledEvent) -> Value {
    let mut object = event.json();
    object["interested"] = json!(event.interested);
    object
}

/// Which privileged intents are among these.
pub fn intents_json(intents: u64) -> Value {
    let granted = Intent::ALL.map(|intent| (intent, intents & intent.bit() != 0));
    json!(BTreeMap::from(granted))
}

pub fn person_json(world: &World, id: Id) -> Value {
    let Some(user) = world.users.get(&id) else {
        return Value::Null;
    };
    let mut roles = Map::new();
    for guild in world.guilds_of(id) {
        roles.insert(guild.id.to_string(), json!(guild.members[&id].roles));
    }
    json!({
        "id": id,
        "username": user.username,
        "name": user.display,
        "avatar_url": format!("/avatars/{id}/{}.png", user.avatar),
        "bot": user.is_bot(),
        "dms_open": user.dms_open,
        "guild_ids": world.guilds_of(id).map(|guild| guild.id).collect::<Vec<_>>(),
        "roles": roles,
        "badge": world.badge(id),
    })
}

/// A channel as pages list it, without anybody's counts.
pub fn channel_summary(world: &World, channel: &Channel) -> Value {
    let mut object = world.channel_json(channel);
    if channel.is_direct() {
        let user = |id: &Id| world.user_json(*id);
        let recipients: Vec<Value> = channel.recipients.iter().map(user).collect();
        let direct = json!({ "name": "", "topic": null, "guild_id": null, "parent_id": null,
            "recipients": recipients });
        merge(&mut object, direct);
    }
    object
}

/// A message as people see it: Discord's object, whether others see it, the commands that it
/// mentions, and who reacted.
pub fn message_json(world: &World, message: &Message) -> Value {
    let mut object = world.message_json(message, Viewer::Person);
    object["ephemeral"] = json!(message.ephemeral_to.is_some());
    object["command_mentions"] = json!(world.mentioned_commands(message));
    for (shown, (_, users)) in object["reactions"]
        .as_array_mut()
        .into_iter()
        .flatten()
        .zip(&message.reactions)
    {
        shown["user_ids"] = json!(users);
    }
    object
}

pub fn add_answer(
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

/// The state of an interaction: `pending`, `answered` or `failed`.
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
