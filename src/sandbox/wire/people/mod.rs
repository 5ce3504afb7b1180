//! The people API: whoever calls acts as a person, from the page, from tests or as a computer player.

mod asking;
mod live;
mod staging;

use std::sync::Arc;

use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::Json;
use axum::routing::{delete, get, post, put};
use axum::{Router, body::Bytes};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Inner, Shared};
use crate::sandbox::world::permissions::READ_MESSAGE_HISTORY;
use crate::sandbox::world::{
    Channel, Complaint, Id, Message, MessageDraft, Page, Viewer, World, merge, role_json,
};

pub use asking::interaction_state;

type Answer = Result<Json<Value>, Complaint>;
type Server = State<Arc<Shared>>;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(world))
        .route("/stats", get(staging::stats))
        .route(
            "/faults",
            post(staging::add_fault).delete(staging::clear_faults),
        )
        .route("/people", post(staging::add_person))
        .route(
            "/guilds/{guild}/members/{user}",
            put(staging::join).delete(staging::leave),
        )
        .route(
            "/guilds/{guild}/bot-permissions",
            put(staging::bot_permissions),
        )
        .route(
            "/guilds/{guild}/members/{user}/nick",
            put(staging::nickname),
        )
        .route("/guilds/{guild}/roles/{role}", delete(staging::delete_role))
        .route("/channels/{channel}", delete(staging::delete_channel))
        .route("/as/{user}/channels", get(channels))
        .route(
            "/as/{user}/channels/{channel}/messages",
            get(messages).post(write),
        )
        .route(
            "/as/{user}/channels/{channel}/messages/{message}",
            delete(delete_message).patch(edit),
        )
        .route("/as/{user}/channels/{channel}/read", post(read))
        .route("/as/{user}/dm", post(open_dm))
        .route("/as/{user}/commands", post(asking::command))
        .route("/as/{user}/autocomplete", post(asking::autocomplete))
        .route("/as/{user}/components", post(asking::component))
        .route("/as/{user}/modals", post(asking::modal))
        .route("/as/{user}/untold", post(asking::untold))
        .route(
            "/as/{user}/interactions/{interaction}",
            get(asking::interaction),
        )
        .route("/as/{user}/settings", post(settings))
        .route("/as/{user}/live", get(live::live))
}

/// A JSON body; what does not fit is answered in words.
struct Body<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Complaint;

    async fn from_request(request: Request, state: &S) -> Result<Self, Complaint> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|error| Complaint::new(413, error.to_string()))?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| Complaint::new(400, format!("The request is wrong: {error}.")))
    }
}

fn person(world: &World, user: Id) -> Result<(), Complaint> {
    match world.users.get(&user) {
        Some(user) if user.is_bot() => Err(Complaint::new(403, "Bots speak over their own API.")),
        Some(_) => Ok(()),
        None => Err(Complaint::new(404, "There is no such person.")),
    }
}

async fn world(State(shared): Server) -> Json<Value> {
    let Inner { world, hub, .. } = &*shared.lock();
    let guilds: Vec<_> = world
        .guilds
        .values()
        .map(|guild| {
            let roles: Vec<_> = guild.roles.values().map(role_json).collect();
            json!({ "id": guild.id, "name": guild.name, "owner_id": guild.owner, "roles": roles })
        })
        .collect();
    let bots: Vec<_> = world
        .applications
        .values()
        .map(|application| {
            json!({ "id": application.bot, "application_id": application.id, "name": application.name,
                "online": hub.is_online(application.id) })
        })
        .collect();
    let commands: Vec<_> = world
        .applications
        .values()
        .flat_map(|application| {
            application
                .commands
                .iter()
                .chain(application.guild_commands.values().flatten())
        })
        .collect();
    Json(json!({
        "now_ms": world.now_ms(),
        "guilds": guilds,
        "people": world.users.keys().map(|user| person_json(world, *user)).collect::<Vec<_>>(),
        "bots": bots,
        "commands": commands,
    }))
}

fn person_json(world: &World, id: Id) -> Value {
    let Some(user) = world.users.get(&id) else {
        return Value::Null;
    };
    let roles: Map<String, Value> = world
        .guilds_of(id)
        .map(|guild| (guild.id.to_string(), json!(guild.members[&id].roles)))
        .collect();
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
        merge(
            &mut object,
            json!({ "name": "", "topic": null, "guild_id": null, "parent_id": null,
            "recipients": channel.recipients.iter().map(|user| world.user_json(*user)).collect::<Vec<_>>() }),
        );
    }
    object
}

/// A message as people see it: Discord's object, and whether others see it.
pub fn message_json(world: &World, message: &Message) -> Value {
    let mut object = world.message_json(message, Viewer::Person);
    object["ephemeral"] = json!(message.ephemeral_to.is_some());
    object
}

async fn channels(State(shared): Server, Path(user): Path<Id>) -> Answer {
    let world = shared.world();
    person(&world, user)?;
    let mut seen: Vec<_> = world
        .channels
        .values()
        .filter(|channel| lists(&world, channel, user))
        .collect();
    seen.sort_by_key(|channel| (channel.guild_id, channel.position, channel.id));
    let listed: Vec<_> = seen
        .into_iter()
        .map(|channel| {
            let mut object = channel_summary(&world, channel);
            if channel.is_direct() {
                object["recipients"] = world.dm_json(channel, user)["recipients"].clone();
            }
            let unread = world.unread(user, channel.id);
            let bits = world.channel_permissions(channel, user);
            let can_send = channel.kind.number() != 4 && bits & channel.writing() != 0;
            let counts = json!({
                "unread": unread.messages,
                "mentions": unread.mentions,
                "awaits": unread.awaits,
                "can_send": can_send,
                "topic": channel.topic,
            });
            merge(&mut object, counts);
            object
        })
        .collect();
    Ok(Json(json!(listed)))
}

/// Whether a channel stands in a person's list: of threads only those they are in.
fn lists(world: &World, channel: &Channel, user: Id) -> bool {
    world.may_view(channel, user)
        && channel
            .thread
            .as_ref()
            .is_none_or(|thread| thread.members.contains_key(&user))
}

#[derive(Deserialize)]
struct PageQuery {
    limit: Option<usize>,
    before: Option<Id>,
}

async fn messages(
    State(shared): Server,
    Path((user, channel)): Path<(Id, Id)>,
    Query(query): Query<PageQuery>,
) -> Answer {
    let world = shared.world();
    person(&world, user)?;
    let place = world.seen_channel(user, channel)?;
    if world.channel_permissions(place, user) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Json(json!([])));
    }
    let page = query.before.map_or(Page::Newest, Page::Before);
    let messages = world.history(user, channel, page, query.limit.unwrap_or(50).clamp(1, 100))?;
    Ok(Json(
        messages
            .iter()
            .rev()
            .map(|message| message_json(&world, message))
            .collect(),
    ))
}

#[derive(Deserialize)]
struct Words {
    content: String,
}

async fn write(
    State(shared): Server,
    Path((user, channel)): Path<(Id, Id)>,
    Body(words): Body<Words>,
) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    let draft = MessageDraft::parse(&json!({ "content": words.content }), Vec::new())?;
    let message =
        world
            .send(user, channel, draft)
            .map_err(|refusal| match Complaint::from(refusal) {
                complaint if complaint.status == 403 => {
                    Complaint::new(403, "This person may not write here.")
                }
                complaint => complaint,
            })?;
    Ok(Json(message_json(&world, &message)))
}

async fn edit(
    State(shared): Server,
    Path((user, channel, message)): Path<(Id, Id, Id)>,
    Body(words): Body<Words>,
) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    let draft = MessageDraft::parse(&json!({ "content": words.content }), Vec::new())?;
    let message = world.edit(user, channel, message, draft)?;
    Ok(Json(message_json(&world, &message)))
}

async fn delete_message(
    State(shared): Server,
    Path((user, channel, message)): Path<(Id, Id, Id)>,
) -> Result<StatusCode, Complaint> {
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    world.delete_message(user, channel, message)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read(
    State(shared): Server,
    Path((user, channel)): Path<(Id, Id)>,
) -> Result<StatusCode, Complaint> {
    let mut world = shared.world();
    person(&world, user)?;
    world.seen_channel(user, channel)?;
    world.mark_read(user, channel)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Partner {
    recipient_id: Id,
}

async fn open_dm(
    State(shared): Server,
    Path(user): Path<Id>,
    Body(partner): Body<Partner>,
) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    let channel = world.open_dm(user, partner.recipient_id)?;
    Ok(Json(
        world
            .channels
            .get(&channel)
            .map(|channel| world.dm_json(channel, user))
            .unwrap_or_default(),
    ))
}

#[derive(Deserialize)]
struct Settings {
    dms_open: bool,
}

async fn settings(
    State(shared): Server,
    Path(user): Path<Id>,
    Body(settings): Body<Settings>,
) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    world.set_dms_open(user, settings.dms_open)?;
    Ok(Json(person_json(&world, user)))
}
