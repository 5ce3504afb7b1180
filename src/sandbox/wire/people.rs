//! The people API: whoever calls acts as a person, from the page, from tests or as a computer player.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{delete, get, post, put};
use axum::{Router, body::Bytes};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::Instant;

use super::{Inner, Shared, gateway};
use crate::sandbox::world::permissions::{READ_MESSAGE_HISTORY, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS};
use crate::sandbox::world::{
    Channel, Complaint, FIRST_ANSWER, Id, Message, MessageDraft, Outcome, Page, PressedControl, ResponseKind, Viewer,
    World, merge, role_json,
};

type Answer = Result<Json<Value>, Complaint>;
type Server = State<Arc<Shared>>;

/// How long a question about an interaction may wait at most.
const LONGEST_WAIT_MS: u64 = 60_000;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(world))
        .route("/stats", get(stats))
        .route("/faults", post(add_fault).delete(clear_faults))
        .route("/people", post(add_person))
        .route("/guilds/{guild}/members/{user}", put(join).delete(leave))
        .route("/guilds/{guild}/bot-permissions", put(bot_permissions))
        .route("/channels/{channel}", delete(delete_channel))
        .route("/as/{user}/channels", get(channels))
        .route("/as/{user}/channels/{channel}/messages", get(messages).post(write))
        .route("/as/{user}/channels/{channel}/messages/{message}", delete(delete_message))
        .route("/as/{user}/channels/{channel}/read", post(read))
        .route("/as/{user}/dm", post(open_dm))
        .route("/as/{user}/commands", post(command))
        .route("/as/{user}/autocomplete", post(autocomplete))
        .route("/as/{user}/components", post(component))
        .route("/as/{user}/modals", post(modal))
        .route("/as/{user}/interactions/{interaction}", get(interaction))
        .route("/as/{user}/settings", post(settings))
        .route("/as/{user}/live", get(live))
}

/// A JSON body; what does not fit is answered in words.
struct Body<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Complaint;

    async fn from_request(request: Request, state: &S) -> Result<Self, Complaint> {
        let bytes = Bytes::from_request(request, state).await.map_err(|error| Complaint::new(413, error.to_string()))?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| Complaint::new(400, format!("The request is wrong: {error}.")))
    }
}

fn person(world: &World, user: Id) -> Result<(), Complaint> {
    match world.users.get(&user) {
        Some(user) if user.is_bot() => Err(Complaint::new(403, "Bots speak over their own API.")),
        Some(_) => Ok(()),
        None => Err(Complaint::new(404, "There is no such person.")),
    }
}

/// A channel that the person sees.
fn seen_channel(world: &World, user: Id, channel: Id) -> Result<&Channel, Complaint> {
    person(world, user)?;
    let channel = world.channels.get(&channel).ok_or_else(|| Complaint::new(404, "There is no such channel."))?;
    match world.may_view(channel, user) {
        true => Ok(channel),
        false => Err(Complaint::new(403, "This channel cannot be seen by this person.")),
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
        .flat_map(|application| application.commands.iter().chain(application.guild_commands.values().flatten()))
        .collect();
    Json(json!({
        "now_ms": world.now_ms(),
        "guilds": guilds,
        "people": world.users.keys().map(|user| person_json(world, *user)).collect::<Vec<_>>(),
        "bots": bots,
        "commands": commands,
        "time_scale": world.time_scale,
    }))
}

fn person_json(world: &World, id: Id) -> Value {
    let Some(user) = world.users.get(&id) else { return Value::Null };
    let roles: Map<String, Value> =
        world.guilds_of(id).map(|guild| (guild.id.to_string(), json!(guild.members[&id].roles))).collect();
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
        merge(&mut object, json!({ "name": "", "topic": null, "guild_id": null, "parent_id": null,
            "recipients": channel.recipients.iter().map(|user| world.user_json(*user)).collect::<Vec<_>>() }));
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
    let mut seen: Vec<_> = world.channels.values().filter(|channel| lists(&world, channel, user)).collect();
    seen.sort_by_key(|channel| (channel.guild_id, channel.position, channel.id));
    let listed: Vec<_> = seen
        .into_iter()
        .map(|channel| {
            let mut object = channel_summary(&world, channel);
            if channel.is_direct() {
                object["recipients"] = world.dm_json(channel, user)["recipients"].clone();
            }
            let unread = world.unread(user, channel.id);
            let needed = if channel.thread.is_some() { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
            let bits = world.channel_permissions(channel, user);
            let can_send = channel.kind.number() != 4 && bits & needed != 0;
            merge(&mut object, json!({ "unread": unread.messages, "mentions": unread.mentions, "awaits": unread.awaits, "can_send": can_send,
                "topic": channel.topic }));
            object
        })
        .collect();
    Ok(Json(json!(listed)))
}

/// Whether a channel stands in a person's list: of threads only those they are in.
fn lists(world: &World, channel: &Channel, user: Id) -> bool {
    world.may_view(channel, user) && channel.thread.as_ref().is_none_or(|thread| thread.members.contains_key(&user))
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
    let place = seen_channel(&world, user, channel)?;
    if world.channel_permissions(place, user) & READ_MESSAGE_HISTORY == 0 {
        return Ok(Json(json!([])));
    }
    let page = query.before.map_or(Page::Newest, Page::Before);
    let messages = world.history(user, channel, page, query.limit.unwrap_or(50).clamp(1, 100))?;
    Ok(Json(messages.iter().rev().map(|message| message_json(&world, message)).collect()))
}

#[derive(Deserialize)]
struct Words {
    content: String,
}

async fn write(State(shared): Server, Path((user, channel)): Path<(Id, Id)>, Body(words): Body<Words>) -> Answer {
    let mut world = shared.world();
    seen_channel(&world, user, channel)?;
    let draft = MessageDraft::parse(&json!({ "content": words.content }), Vec::new())?;
    let message = world.send(user, channel, draft).map_err(|refusal| match Complaint::from(refusal) {
        complaint if complaint.status == 403 => Complaint::new(403, "This person may not write here."),
        complaint => complaint,
    })?;
    Ok(Json(message_json(&world, &message)))
}

async fn delete_message(
    State(shared): Server,
    Path((user, channel, message)): Path<(Id, Id, Id)>,
) -> Result<StatusCode, Complaint> {
    let mut world = shared.world();
    seen_channel(&world, user, channel)?;
    world.delete_message(user, channel, message)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn read(State(shared): Server, Path((user, channel)): Path<(Id, Id)>) -> Result<StatusCode, Complaint> {
    let mut world = shared.world();
    seen_channel(&world, user, channel)?;
    world.mark_read(user, channel)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Partner {
    recipient_id: Id,
}

async fn open_dm(State(shared): Server, Path(user): Path<Id>, Body(partner): Body<Partner>) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    let channel = world.open_dm(user, partner.recipient_id)?;
    Ok(Json(world.channels.get(&channel).map(|channel| world.dm_json(channel, user)).unwrap_or_default()))
}

#[derive(Deserialize)]
struct CommandCall {
    channel_id: Id,
    name: String,
    #[serde(default)]
    options: Map<String, Value>,
    focused: Option<String>,
}

async fn command(State(shared): Server, Path(user): Path<Id>, Body(call): Body<CommandCall>) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        world.give_command(user, call.channel_id, &call.name, &call.options)?
    };
    first_answer(&shared, id).await
}

async fn autocomplete(State(shared): Server, Path(user): Path<Id>, Body(call): Body<CommandCall>) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        let focused = call.focused.ok_or_else(|| Complaint::new(400, "Name the option that is being completed."))?;
        world.complete(user, call.channel_id, &call.name, &call.options, &focused)?
    };
    wait_for(&shared, id, Instant::now() + FIRST_ANSWER, |outcome| !matches!(outcome, Outcome::Pending)).await;
    match shared.world().outcome(id) {
        Some(Outcome::Answered { answer, .. }) => Ok(Json(json!({ "choices": answer }))),
        _ => Ok(Json(json!({ "choices": [], "error": "Loading options failed" }))),
    }
}

#[derive(Deserialize)]
struct Press {
    channel_id: Id,
    message_id: Id,
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

async fn component(State(shared): Server, Path(user): Path<Id>, Body(press): Body<Press>) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        let Press { channel_id: channel, message_id: message, custom_id, values } = &press;
        world.press(user, PressedControl { channel: *channel, message: *message, custom_id, values })?
    };
    first_answer(&shared, id).await
}

#[derive(Deserialize)]
struct Form {
    modal_id: Id,
    #[serde(default)]
    fields: Map<String, Value>,
}

async fn modal(State(shared): Server, Path(user): Path<Id>, Body(form): Body<Form>) -> Answer {
    let id = {
        let mut world = shared.world();
        person(&world, user)?;
        world.submit_modal(user, form.modal_id, &form.fields)?
    };
    first_answer(&shared, id).await
}

/// Waits until `done` says so of an interaction, at most until `deadline`.
async fn wait_for(shared: &Shared, id: Id, deadline: Instant, done: impl Fn(&Outcome) -> bool) {
    let mut changes = shared.interactions.subscribe();
    let mut stopping = shared.stopping();
    loop {
        changes.mark_unchanged();
        if shared.world().outcome(id).is_none_or(|outcome| done(&outcome)) {
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
    wait_for(shared, id, Instant::now() + FIRST_ANSWER, |outcome| !matches!(outcome, Outcome::Pending)).await;
    let mut world = shared.world();
    let Some(Outcome::Answered { kind, message, answer, .. }) = world.outcome(id) else {
        // From now on an answer comes too late, also one that is just on its way.
        if let Some(interaction) = world.interactions.get_mut(&id) {
            interaction.undelivered = true;
        }
        let error = "The application did not respond";
        return Ok(Json(json!({ "interaction_id": id, "kind": "failed", "error": error })));
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

fn add_answer(world: &World, id: Id, to: &mut Value, message: Option<&Message>, answer: &Value, kind: ResponseKind) {
    if let Some(message) = message {
        to["message"] = message_json(world, message);
    }
    if kind == ResponseKind::Modal {
        to["modal"] = json!({ "modal_id": id, "title": answer["title"], "components": answer["components"] });
    }
}

/// How an interaction stands: `pending`, `answered` or `failed`.
pub fn interaction_state(world: &World, id: Id) -> Value {
    let mut state = json!({ "interaction_id": id });
    match world.outcome(id) {
        Some(Outcome::Answered { kind, settled, message, answer }) => {
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
struct WaitQuery {
    #[serde(default)]
    wait_ms: u64,
}

async fn interaction(
    State(shared): Server,
    Path((user, id)): Path<(Id, Id)>,
    Query(query): Query<WaitQuery>,
) -> Answer {
    let known = shared.world().interactions.get(&id).is_some_and(|interaction| interaction.user == user);
    if !known {
        return Err(Complaint::new(404, "There is no such interaction of this person."));
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

#[derive(Deserialize)]
struct Settings {
    dms_open: bool,
}

async fn settings(State(shared): Server, Path(user): Path<Id>, Body(settings): Body<Settings>) -> Answer {
    let mut world = shared.world();
    person(&world, user)?;
    world.set_dms_open(user, settings.dms_open)?;
    Ok(Json(person_json(&world, user)))
}

#[derive(Deserialize)]
struct NewPerson {
    username: String,
    name: String,
    guild_id: Option<Id>,
    #[serde(default)]
    role_ids: Vec<Id>,
}

async fn add_person(State(shared): Server, Body(new): Body<NewPerson>) -> Answer {
    let mut world = shared.world();
    if new.username.is_empty() || world.users.values().any(|user| user.username == new.username) {
        return Err(Complaint::new(409, "A person needs a name that nobody else has."));
    }
    let known_guild = new.guild_id.is_none_or(|guild| {
        world.guilds.get(&guild).is_some_and(|guild| new.role_ids.iter().all(|role| guild.roles.contains_key(role)))
    });
    if !known_guild {
        return Err(Complaint::new(404, "There is no such server or role."));
    }
    let user = world.add_person(&new.username, &new.name);
    if let Some(guild) = new.guild_id {
        world.add_member(guild, user, &new.role_ids)?;
    }
    Ok(Json(person_json(&world, user)))
}

#[derive(Deserialize)]
struct Roles {
    #[serde(default)]
    role_ids: Vec<Id>,
}

async fn join(State(shared): Server, Path((guild, user)): Path<(Id, Id)>, Body(roles): Body<Roles>) -> Answer {
    let mut world = shared.world();
    world.add_member(guild, user, &roles.role_ids)?;
    Ok(Json(person_json(&world, user)))
}

async fn leave(State(shared): Server, Path((guild, user)): Path<(Id, Id)>) -> Result<StatusCode, Complaint> {
    shared.world().remove_member(guild, user)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct BotPermissions {
    permissions: String,
    /// Which bot; all of the server's without.
    bot_id: Option<Id>,
}

async fn bot_permissions(
    State(shared): Server,
    Path(guild): Path<Id>,
    Body(wanted): Body<BotPermissions>,
) -> Result<StatusCode, Complaint> {
    let bits = wanted.permissions.parse().map_err(|_| Complaint::new(400, "Permissions are a number in a string."))?;
    let mut world = shared.world();
    let place = world.guilds.get(&guild).ok_or_else(|| Complaint::new(404, "There is no such server."))?;
    let bots: Vec<Id> = place.roles.values().filter_map(|role| role.of_bot).collect();
    for bot in bots.into_iter().filter(|bot| wanted.bot_id.is_none_or(|wanted| wanted == *bot)) {
        world.set_bot_permissions(guild, bot, bits)?;
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn delete_channel(State(shared): Server, Path(channel): Path<Id>) -> Result<StatusCode, Complaint> {
    shared.world().delete_channel(channel)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn stats(State(shared): Server) -> Json<Value> {
    Json(json!(shared.stats()))
}

async fn add_fault(State(shared): Server, Body(wanted): Body<Value>) -> Result<StatusCode, Complaint> {
    let mut inner = shared.lock();
    if let Some(what) = wanted["gateway"].as_str() {
        gateway::inject(&mut inner, what, &wanted).map_err(|sentence| Complaint::new(400, sentence))?;
    } else {
        let fault = serde_json::from_value(wanted);
        inner.faults.push(fault.map_err(|error| Complaint::new(400, format!("The failure is wrong: {error}.")))?);
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn clear_faults(State(shared): Server) -> StatusCode {
    let mut inner = shared.lock();
    inner.faults.clear();
    inner.hub.silent = false;
    StatusCode::NO_CONTENT
}

async fn live(State(shared): Server, Path(user): Path<Id>, upgrade: WebSocketUpgrade) -> Response {
    if let Err(complaint) = person(&shared.world(), user) {
        return complaint.into_response();
    }
    upgrade.on_upgrade(move |socket| tell(shared, user, socket))
}

/// Tells a page everything that its person may see, until either side ends it.
async fn tell(shared: Arc<Shared>, user: Id, mut socket: WebSocket) {
    let (frames, mut outgoing) = unbounded_channel::<Utf8Bytes>();
    let mut stopping = shared.stopping();
    {
        let mut inner = shared.lock();
        let hello = json!({ "t": "hello", "d": { "now_ms": inner.world.now_ms() } });
        let _ = frames.send(hello.to_string().into());
        inner.hub.open_page(user, frames);
    }
    loop {
        tokio::select! {
            () = stopping.wait() => return,
            text = outgoing.recv() => match text {
                Some(text) => if socket.send(Frame::Text(text)).await.is_err() { return },
                None => return,
            },
            received = socket.recv() => match received {
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}
