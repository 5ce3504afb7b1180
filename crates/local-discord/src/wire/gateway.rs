//! The gateway of bots (<https://docs.discord.com/developers/events/gateway>): version 10, JSON.
//! Bots that ask for version 9 get the same.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Query;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::Uri;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use super::hub::{Frame as Out, Session, Silence};
use super::shared::{Inner, Shared};
use super::telling::GUILDS;
use super::transport::Transport;
use crate::world::{
    Application, GUILD_MEMBERS, GUILD_PRESENCES, Guild, Id, PRIVILEGED_INTENTS, World, id_in,
    ids_in, merge,
};

/// How many frames a connection may send in a window of time (Discord documentation, "Gateway",
/// "Rate Limiting").
const MAX_FRAMES: u32 = 120;
const WINDOW: Duration = Duration::from_secs(60);
/// The longest frame (Discord documentation, "Sending Events").
const MAX_FRAME_BYTES: usize = 4096;
/// Every intent that there is (Discord documentation, "List of Intents").
const INTENTS: u64 = 0x1_FFFF | 0b11 << 20 | 0b11 << 24;

/// Opcodes.
const HEARTBEAT: u64 = 1;
const IDENTIFY: u64 = 2;
const PRESENCE: u64 = 3;
const VOICE_STATE: u64 = 4;
const RESUME: u64 = 6;
const RECONNECT: u64 = 7;
const REQUEST_MEMBERS: u64 = 8;
const INVALID_SESSION: u64 = 9;
const HELLO: u64 = 10;
const HEARTBEAT_ACK: u64 = 11;

/// Why a connection is closed, as the bot sees it: the close code and the reason.
type Closing = (u16, &'static str);

const LOGGED_OUT: Closing = (4004, "Authentication failed.");

/// What a bot's address says about its connection.
#[derive(Default, Deserialize)]
struct Parameters {
    v: Option<String>,
    encoding: Option<String>,
    compress: Option<String>,
}

impl Parameters {
    /// How frames are packed, or why the connection is closed.
    fn transport(&self) -> Result<Transport, Closing> {
        if !matches!(self.v.as_deref(), None | Some("9" | "10")) {
            return Err((4012, "Invalid API version."));
        }
        if !matches!(self.encoding.as_deref(), None | Some("json")) {
            return Err((4000, "The local Discord only speaks JSON."));
        }
        let transport = Transport::named(self.compress.as_deref());
        transport.ok_or((4000, "There is no such compression."))
    }
}

pub fn connect(shared: Arc<Shared>, address: &Uri, upgrade: WebSocketUpgrade) -> Response {
    let query = Query::try_from_uri(address);
    let parameters: Parameters = query.map_or_else(|_| Parameters::default(), |query| query.0);
    upgrade.on_upgrade(move |socket| async move {
        match parameters.transport() {
            Ok(transport) => serve(shared, socket, transport).await,
            Err(closing) => refuse(socket, closing).await,
        }
    })
}

async fn refuse(mut socket: WebSocket, closing: Closing) {
    tracing::error!("a bot asked for a gateway that there is not: {}", closing.1);
    // A bot that is already gone needs no farewell.
    drop(socket.send(close_frame(closing)).await);
}

/// What a bot's frame brings.
enum Received {
    Text(Utf8Bytes),
    Nothing,
    /// It closes the connection and perhaps says why.
    Farewell(Option<CloseFrame>),
    Gone,
    Wrong,
}

impl Received {
    fn of(frame: Option<Result<Frame, axum::Error>>) -> Received {
        match frame {
            Some(Ok(Frame::Text(text))) => Received::Text(text),
            Some(Ok(Frame::Binary(bytes))) => {
                Utf8Bytes::try_from(bytes).map_or(Received::Wrong, Received::Text)
            }
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => Received::Nothing,
            Some(Ok(Frame::Close(farewell))) => Received::Farewell(farewell),
            Some(Err(_)) | None => Received::Gone,
        }
    }
}

async fn serve(shared: Arc<Shared>, socket: WebSocket, mut transport: Transport) {
    let (mut sink, mut stream) = socket.split();
    let (outbox, mut frames) = unbounded_channel();
    let mut stopping = shared.stopping();
    let (mut session, mut ended) = (None, false);
    let heartbeat_ms = shared.lock().world.limits.heartbeat_ms;
    let hello = json!({ "heartbeat_interval": heartbeat_ms, "_trace": [] });
    send(&outbox, HELLO, hello);
    // A heartbeat may be one interval late.
    let patience = Duration::from_millis(2 * heartbeat_ms);
    let mut silent_at = Instant::now() + patience;
    let mut window = (Instant::now(), 0);
    let farewell = loop {
        tokio::select! {
            biased;
            () = stopping.wait() => break Some((1001, "The local Discord is stopping.")),
            frame = frames.recv() => match frame {
                Some(Out::Text(_)) if shared.lock().hub.is_silent(session.as_deref()) => {}
                Some(Out::Text(text)) => {
                    if sink.send(transport.packed(text)).await.is_err() {
                        break None;
                    }
                }
                Some(Out::Close(code, reason)) => break Some((code, reason)),
                Some(Out::Drop) | None => break None,
            },
            received = stream.next() => match Received::of(received) {
                Received::Text(text) => {
                    match receive(&shared, &outbox, &mut session, &mut window, &text) {
                        Ok(HEARTBEAT) => silent_at = Instant::now() + patience,
                        Ok(_) => {}
                        Err(closing) => close(&outbox, closing),
                    }
                }
                Received::Nothing => {}
                Received::Farewell(farewell) => {
                    // A session cannot be resumed after these codes (Discord documentation,
                    // "Initiating a Disconnect").
                    ended = farewell.is_some_and(|end| matches!(end.code, 1000 | 1001));
                    // A client waits for the answer to its farewell.
                    let _ = sink.close().await;
                    break None;
                }
                Received::Gone => break None,
                Received::Wrong => close(&outbox, (4002, "Only JSON is understood.")),
            },
            () = sleep_until(silent_at) => break Some((4009, "Session timed out.")),
        }
    };
    if let Some(closing) = farewell {
        // A bot that is already gone needs no farewell.
        drop(sink.send(close_frame(closing)).await);
    }
    if let Some(session) = session {
        disconnected(&shared, &session, &outbox, ended);
    }
}

fn close(outbox: &UnboundedSender<Out>, (code, reason): Closing) {
    // A connection that is already gone needs no closing.
    drop(outbox.send(Out::Close(code, reason)));
}

fn close_frame((code, reason): Closing) -> Frame {
    Frame::Close(Some(CloseFrame {
        code,
        reason: reason.into(),
    }))
}

/// Pages hear that the bot is gone. Unless the session has ended, it stays for a resume.
fn disconnected(shared: &Shared, id: &str, outbox: &UnboundedSender<Out>, ended: bool) {
    let Inner { world, hub, .. } = &mut *shared.lock();
    let Some(session) = hub.session(id) else {
        return;
    };
    // A resumed session already has another connection.
    let connection = session.connection.as_ref();
    if connection.is_some_and(|connection| connection.same_channel(outbox)) {
        session.connection = None;
        let bot = session.bot;
        let online = world
            .application_of(bot)
            .is_some_and(|application| hub.is_online(application.id));
        hub.tell_all("bot", &json!({ "id": bot, "online": online }));
    }
    if ended {
        hub.sessions.retain(|session| session.id != id);
    }
}

/// Does what a frame asks for, and returns its opcode. The window of time says when it began, and
/// how many frames came in it.
fn receive(
    shared: &Shared,
    outbox: &UnboundedSender<Out>,
    session: &mut Option<String>,
    (since, frames): &mut (Instant, u32),
    text: &str,
) -> Result<u64, Closing> {
    if since.elapsed() > WINDOW {
        (*since, *frames) = (Instant::now(), 0);
    }
    *frames += 1;
    if *frames > MAX_FRAMES {
        return Err((4008, "You are being rate limited."));
    }
    if text.len() > MAX_FRAME_BYTES {
        return Err((4002, "Error while decoding payload."));
    }
    let frame: Value =
        serde_json::from_str(text).map_err(|_| (4002, "Error while decoding payload."))?;
    let data = &frame["d"];
    let opcode = frame["op"].as_u64();
    match opcode {
        Some(HEARTBEAT) => send(outbox, HEARTBEAT_ACK, Value::Null),
        Some(IDENTIFY) if session.is_some() => return Err((4005, "Already authenticated.")),
        Some(IDENTIFY) => *session = identify(shared, outbox, data)?,
        Some(RESUME) => *session = resume(shared, outbox, data)?,
        Some(_) if session.is_none() => return Err((4003, "Not authenticated.")),
        Some(PRESENCE | VOICE_STATE) => {}
        Some(REQUEST_MEMBERS) => request_members(shared, session.as_deref(), data)?,
        _ => {
            tracing::error!(
                ?opcode,
                "the local Discord does not know this gateway opcode"
            );
            return Err((4001, "Unknown opcode."));
        }
    }
    Ok(opcode.unwrap_or_default())
}

fn send(outbox: &UnboundedSender<Out>, opcode: u64, data: Value) {
    let frame = json!({ "op": opcode, "s": null, "t": null, "d": data });
    // If the outbox is closed, the connection is closing and needs no answer.
    let _ = outbox.send(Out::Text(frame.to_string().into()));
}

/// The application whose bot logs in.
fn logged_in<'a>(world: &'a World, data: &Value) -> Result<&'a Application, Closing> {
    let token = data["token"].as_str().unwrap_or_default();
    let application = world.application_with_token(token.trim_start_matches("Bot "));
    application.ok_or(LOGGED_OUT)
}

/// The intents that a bot asks for, if it may have them.
fn intents_in(data: &Value, application: &Application) -> Result<u64, Closing> {
    let name = &application.name;
    let Some(requested) = data["intents"].as_u64() else {
        return Err((4013, "Invalid intent(s)."));
    };
    let intents = requested & INTENTS;
    if intents != requested {
        // Discord takes some that it doesn't document; interactions.py asks for bit 17.
        let unknown = requested & !INTENTS;
        tracing::warn!("{name} asks for intents that there are not: {unknown:#b}");
    }
    if intents & PRIVILEGED_INTENTS & !application.privileged_intents != 0 {
        tracing::error!(
            "{name} asks for privileged intents that it was not granted: grant them with \
             PUT /local/bots/{}/intents, in the plan, or on the page",
            application.bot
        );
        return Err((4014, "Disallowed intent(s)."));
    }
    Ok(intents)
}

/// Opens a session, or says that it is invalid if the bot identifies too often.
fn identify(
    shared: &Shared,
    outbox: &UnboundedSender<Out>,
    data: &Value,
) -> Result<Option<String>, Closing> {
    let Inner {
        world,
        hub,
        stats,
        windows,
        ..
    } = &mut *shared.lock();
    let application = logged_in(world, data)?;
    let intents = intents_in(data, application)?;
    let shard = match &data["shard"] {
        Value::Null => (0, 1),
        shard => match (shard[0].as_u64(), shard[1].as_u64()) {
            (Some(number), Some(of)) if number < of => (number, of),
            _ => return Err((4010, "Invalid shard.")),
        },
    };
    let (id, bot) = (application.id, application.bot);
    if !windows.begins_session(id, &world.limits) {
        let name = &application.name;
        tracing::error!("{name} has begun too many sessions on one day: its token is reset");
        hub.end_sessions(id, LOGGED_OUT);
        world.reset_token(id);
        return Err(LOGGED_OUT);
    }
    if !windows.may_identify(id, &world.limits) {
        send(outbox, INVALID_SESSION, json!(false));
        return Ok(None);
    }
    let letters = std::iter::repeat_with(|| fastrand::char('a'..='f'));
    let mut session = Session {
        id: letters.take(32).collect(),
        application: id,
        bot,
        intents,
        shard,
        sequence: 0,
        sent: VecDeque::new(),
        connection: Some(outbox.clone()),
    };
    let address = format!("ws://{}", shared.address);
    greet(world, application, &mut session, &address);
    stats.events += session.sequence;
    let name = session.id.clone();
    hub.open_session(session);
    hub.tell_all("bot", &json!({ "id": bot, "online": true }));
    Ok(Some(name))
}

/// Sends a new session what it gets at first: READY, and its servers.
fn greet(world: &World, application: &Application, session: &mut Session, address: &str) {
    let guilds = world.guilds_of(application.bot);
    let guilds: Vec<_> = guilds
        .filter(|guild| session.hears(Some(guild.id)))
        .collect();
    let unavailable = |guild: &Guild| json!({ "id": guild.id, "unavailable": true });
    let mut user = world.user_json(application.bot);
    merge(
        &mut user,
        json!({ "verified": true, "mfa_enabled": false, "email": null }),
    );
    let ready = json!({
        "v": 10,
        "user": user,
        "guilds": guilds.iter().map(|guild| unavailable(guild)).collect::<Vec<_>>(),
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": address,
        "shard": session.shard,
        "application": { "id": application.id, "flags": application.flags() },
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "user_settings": {},
        "_trace": [],
    });
    session.dispatch("READY", &ready);
    if !session.wants(GUILDS) {
        return;
    }
    for guild in guilds {
        let all_members = session.intents & GUILD_PRESENCES != 0;
        let guild = if guild.unavailable {
            unavailable(guild)
        } else {
            world.whole_guild_json(guild, application, all_members)
        };
        session.dispatch("GUILD_CREATE", &guild);
    }
}

/// Replays what was missed, or says that the session is over.
fn resume(
    shared: &Shared,
    outbox: &UnboundedSender<Out>,
    data: &Value,
) -> Result<Option<String>, Closing> {
    let Inner { world, hub, .. } = &mut *shared.lock();
    let application = logged_in(world, data)?.id;
    let last = data["seq"].as_u64().ok_or((4007, "Invalid seq."))?;
    let session = data["session_id"].as_str().and_then(|id| hub.session(id));
    if session
        .as_ref()
        .is_some_and(|session| last > session.sequence)
    {
        return Err((4007, "Invalid seq."));
    }
    let can_resume = |session: &&mut Session| {
        // Everything after `last` must still be there.
        let first = session.sent.front().map(|(first, _)| *first);
        session.application == application && first.is_none_or(|first| first <= last + 1)
    };
    let Some(session) = session.filter(can_resume) else {
        send(outbox, INVALID_SESSION, json!(false));
        return Ok(None);
    };
    if let Some(old) = session.connection.replace(outbox.clone()) {
        close(&old, (4000, "The session continues elsewhere."));
    }
    for (_, text) in session.sent.iter().filter(|(at, _)| *at > last) {
        let _ = outbox.send(Out::Text(text.clone()));
    }
    session.dispatch("RESUMED", &json!({ "_trace": [] }));
    let (id, bot) = (session.id.clone(), session.bot);
    hub.tell_all("bot", &json!({ "id": bot, "online": true }));
    Ok(Some(id))
}

/// Opcode 8: members by id, or with the members intent by the beginning of their names.
fn request_members(shared: &Shared, session: Option<&str>, data: &Value) -> Result<(), Closing> {
    let Inner {
        world, hub, stats, ..
    } = &mut *shared.lock();
    let Some(session) = session.and_then(|id| hub.session(id)) else {
        return Err((4003, "Not authenticated."));
    };
    let Some(guild) = id_in(&data["guild_id"]).and_then(|id| world.guilds.get(&id)) else {
        return Ok(());
    };
    let is_there = guild.members.contains_key(&session.bot) && !guild.unavailable;
    if !is_there || !session.hears(Some(guild.id)) {
        return Ok(());
    }
    let ids: Option<Vec<Id>> = match &data["user_ids"] {
        ids @ Value::Array(_) => Some(ids_in(ids)),
        Value::Null => None,
        id => Some(id_in(id).into_iter().collect()),
    };
    let is_member = |id: &Id| guild.members.contains_key(id);
    let (members, not_found): (Vec<Id>, Vec<Id>) = match ids {
        Some(ids) if ids.len() > 100 => {
            return Err((4002, "At most 100 members can be requested by id."));
        }
        Some(ids) => ids.into_iter().partition(is_member),
        None => {
            let query = data["query"].as_str().unwrap_or_default().to_lowercase();
            if query.is_empty() && session.intents & GUILD_MEMBERS == 0 {
                return Err((4014, "Disallowed intent(s)."));
            }
            let limit = match data["limit"].as_u64().unwrap_or(0) as usize {
                0 if query.is_empty() => usize::MAX,
                limit => limit.min(100),
            };
            (named(world, guild, &query, limit), Vec::new())
        }
    };
    let mut chunks: Vec<&[Id]> = members.chunks(1000).collect();
    if chunks.is_empty() {
        chunks.push(&[]);
    }
    for (index, chunk) in chunks.iter().enumerate() {
        let members: Vec<_> = chunk
            .iter()
            .filter_map(|user| world.member_json(guild.id, *user))
            .collect();
        let mut chunk = json!({ "guild_id": guild.id, "members": members, "chunk_index": index,
            "chunk_count": chunks.len(), "not_found": not_found });
        if let Some(nonce) = data["nonce"].as_str().filter(|nonce| nonce.len() <= 32) {
            chunk["nonce"] = json!(nonce);
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", &chunk);
        stats.events += 1;
    }
    Ok(())
}

/// Members whose names begin like this.
fn named(world: &World, guild: &Guild, start: &str, limit: usize) -> Vec<Id> {
    let begins = |name: &String| name.to_lowercase().starts_with(start);
    let fits = |id: &&Id| {
        let user = world.users.get(id);
        user.is_some_and(|user| begins(&user.username) || begins(&user.display))
    };
    guild
        .members
        .keys()
        .filter(fits)
        .take(limit)
        .copied()
        .collect()
}

/// Makes the gateway fail on request: `drop`, `reconnect`, `invalid_session` (with `resumable`),
/// `close` (with a code), `silent` (with a `shard`, or all) and `speak`. `dispatch` sends an event
/// that never happened (with `event` and `data`).
pub fn inject(inner: &mut Inner, what: &str, details: &Value) -> Result<(), String> {
    let hub = &mut inner.hub;
    let sessions = hub.sessions.iter();
    let connections = sessions.filter_map(|session| session.connection.clone());
    match what {
        "drop" => connections.for_each(|connection| drop(connection.send(Out::Drop))),
        "reconnect" => connections.for_each(|connection| send(&connection, RECONNECT, Value::Null)),
        "close" => {
            let code = details["code"]
                .as_u64()
                .and_then(|code| code.try_into().ok());
            let close = || Out::Close(code.unwrap_or(4000), "Closed on request.");
            connections.for_each(|connection| drop(connection.send(close())));
        }
        "invalid_session" => {
            let resumable = details["resumable"].as_bool().unwrap_or(false);
            connections.for_each(|connection| send(&connection, INVALID_SESSION, json!(resumable)));
            if !resumable {
                hub.sessions.clear();
            }
        }
        "dispatch" => {
            let event = details["event"].as_str().unwrap_or_default();
            for session in &mut hub.sessions {
                session.dispatch(event, &details["data"]);
            }
        }
        "silent" => {
            hub.silent = details["shard"]
                .as_u64()
                .map_or(Silence::All, Silence::Shard)
        }
        "speak" => hub.silent = Silence::None,
        other => return Err(format!("\"{other}\" is no failure of the gateway.")),
    }
    Ok(())
}
