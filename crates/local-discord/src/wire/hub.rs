//! Who listens: the gateway sessions of bots and the pages of people.

use std::collections::{HashMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::world::{Id, World, id_in, shard_of};

/// How many events a session keeps for a resume, and how many sessions an application.
const KEPT_EVENTS: usize = 1000;
const KEPT_SESSIONS: usize = 8;

/// What is sent to a socket.
#[derive(Debug)]
pub enum Frame {
    Text(Utf8Bytes),
    Close(u16, &'static str),
    /// Ends the connection without a close frame.
    Drop,
}

/// What a publication touched.
#[derive(Default)]
pub struct Told {
    pub events: u64,
    pub badges: bool,
    pub interactions: bool,
}

/// A bot's session; it outlives its connection so that it can be resumed.
pub struct Session {
    pub id: String,
    pub application: Id,
    pub bot: Id,
    pub intents: u64,
    /// Which shard it is, of how many.
    pub shard: (u64, u64),
    pub sequence: u64,
    pub sent: VecDeque<(u64, Utf8Bytes)>,
    pub connection: Option<UnboundedSender<Frame>>,
}

/// A person's page.
struct Page {
    user: Id,
    frames: UnboundedSender<Utf8Bytes>,
}

/// All listeners.
#[derive(Default)]
pub struct Hub {
    pub sessions: Vec<Session>,
    pages: Vec<Page>,
    /// Which connections stay open but receive nothing.
    pub silent: Silence,
}

/// Which connections stay open but receive nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Silence {
    #[default]
    None,
    All,
    Shard(u64),
}

impl Session {
    /// Sends an event, or keeps it for a resume.
    pub fn dispatch(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let text: Utf8Bytes = json!({ "op": 0, "s": self.sequence, "t": event, "d": data })
            .to_string()
            .into();
        if self.sent.len() == KEPT_EVENTS {
            self.sent.pop_front();
        }
        self.sent.push_back((self.sequence, text.clone()));
        self.send(text);
    }

    fn send(&mut self, text: Utf8Bytes) {
        if self
            .connection
            .as_ref()
            .is_some_and(|connection| connection.send(Frame::Text(text)).is_err())
        {
            self.connection = None;
        }
    }

    pub fn wants(&self, intents: u64) -> bool {
        intents == 0 || self.intents & intents != 0
    }

    /// Whether this session's shard gets the events of a server (None: of direct messages).
    pub fn hears(&self, guild: Option<Id>) -> bool {
        let (shard, of) = self.shard;
        shard_of(guild, of) == shard
    }
}

/// Which server an event is about.
fn guild_of(event: &str, data: &Value) -> Option<Id> {
    match event {
        "GUILD_CREATE" | "GUILD_UPDATE" | "GUILD_DELETE" => id_in(&data["id"]),
        _ => id_in(&data["guild_id"]),
    }
}

impl Hub {
    /// Ends all sessions of an application with this close code and reason.
    pub fn end_sessions(&mut self, application: Id, (code, why): (u16, &'static str)) {
        let ended = self
            .sessions
            .extract_if(.., |session| session.application == application);
        for connection in ended.filter_map(|session| session.connection) {
            // A bot that is already gone needs no close frame.
            drop(connection.send(Frame::Close(code, why)));
        }
    }

    /// Whether nothing is sent over a session's connection.
    pub fn is_silent(&self, session: Option<&str>) -> bool {
        let session = session.and_then(|id| self.sessions.iter().find(|one| one.id == id));
        match self.silent {
            Silence::None => false,
            Silence::All => true,
            Silence::Shard(shard) => session.is_some_and(|session| session.shard.0 == shard),
        }
    }

    /// Whether a bot is connected, with all of its shards.
    pub fn is_online(&self, application: Id) -> bool {
        let is_connected = |session: &&Session| {
            session.application == application
                && session.connection.as_ref().is_some_and(|c| !c.is_closed())
        };
        let sessions = self.sessions.iter().filter(is_connected);
        let shards: Vec<_> = sessions.map(|session| session.shard).collect();
        let has_all = |of: u64| (0..of).all(|shard| shards.contains(&(shard, of)));
        shards.iter().any(|(_, of)| has_all(*of))
    }

    /// Adds a session and removes the oldest ones that are not connected.
    pub fn open_session(&mut self, session: Session) {
        let application = session.application;
        self.sessions.push(session);
        let mut surplus = self
            .sessions
            .iter()
            .filter(|s| s.application == application)
            .count()
            .saturating_sub(KEPT_SESSIONS);
        self.sessions.retain(|session| {
            let forget =
                surplus > 0 && session.application == application && session.connection.is_none();
            surplus -= usize::from(forget);
            !forget
        });
    }

    pub fn session(&mut self, id: &str) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.id == id)
    }

    pub fn open_page(&mut self, user: Id, frames: UnboundedSender<Utf8Bytes>) {
        self.pages.push(Page { user, frames });
    }

    /// Whether one of these people has a page open.
    pub fn has_page(&self, of: impl Fn(Id) -> bool) -> bool {
        self.pages.iter().any(|page| of(page.user))
    }

    /// Tells every page something.
    pub fn tell_all(&mut self, kind: &str, data: &Value) {
        self.tell(kind, data, |_| true);
    }

    pub fn tell_badges(&mut self, world: &World) {
        if self.pages.is_empty() {
            return;
        }
        let people = world.users.values().filter(|user| !user.is_bot());
        let badges: HashMap<String, usize> = people
            .map(|user| (user.id.to_string(), world.badge(user.id)))
            .collect();
        self.tell_all("badges", &json!(badges));
    }

    /// Tells the pages of those people something, and forgets closed pages.
    pub fn tell(&mut self, kind: &str, data: &Value, to: impl Fn(Id) -> bool) {
        let mut text: Option<Utf8Bytes> = None;
        self.pages.retain(|page| {
            if !to(page.user) {
                return !page.frames.is_closed();
            }
            let text =
                text.get_or_insert_with(|| json!({ "t": kind, "d": data }).to_string().into());
            page.frames.send(text.clone()).is_ok()
        });
    }

    /// Sends an event to the sessions of the bots that want it, on the shard of its server. Of an
    /// unavailable server, bots only hear that it is unavailable.
    pub fn dispatch(
        &mut self,
        world: &World,
        told: &mut Told,
        intents: u64,
        event: &str,
        to: impl Fn(&Session) -> bool,
        data: impl Fn(&Session) -> Value,
    ) {
        for session in self
            .sessions
            .iter_mut()
            .filter(|session| session.wants(intents))
        {
            if to(session) {
                let data = data(session);
                let guild = guild_of(event, &data);
                if session.hears(guild) && (event == "GUILD_DELETE" || world.is_available(guild)) {
                    session.dispatch(event, &data);
                    told.events += 1;
                }
            }
        }
    }
}
