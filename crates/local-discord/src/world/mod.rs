//! The world of the local Discord: guilds, people, channels, messages, commands and interactions.
//! Pure data and Discord's rules about it, without HTTP and sockets. Each change is noted as a
//! [`Happening`], from which bots and pages are told.

mod channels;
mod commands;
mod components;
mod drafts;
mod embeds;
mod events;
mod forms;
mod forums;
mod guilds;
mod id;
mod interactions;
mod invoking;
mod json;
mod layout;
mod marks;
mod mentions;
mod message_json;
mod messages;
mod modals;
mod moderating;
mod options;
pub mod permissions;
mod plan;
mod reading;
mod refusal;
mod saving;
mod seeing;
mod sending;
mod settings;
mod stored;
mod system;
mod threads;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use channels::{Channel, ChannelChange, ChannelKind, NewChannel};
pub use drafts::{MessageDraft, Upload};
pub use events::{EventStatus, ScheduledEvent, Venue};
pub use forms::{Form, bits_in, id_in, ids_in};
pub use forums::pins as pins_post;
pub use guilds::{Guild, Member, Role, shard_of};
pub use id::{DISCORD_EPOCH_MS, Id, read_timestamp, timestamp};
pub use interactions::{
    FIRST_ANSWER, Interaction, InteractionKind, NewInteraction, Outcome, ResponseKind, Target,
};
pub use invoking::{Complaint, PressedControl};
pub use json::{emoji_json, merge, role_json};
pub use message_json::Viewer;
pub use messages::{Attachment, Blob, Message, Page};
pub use permissions::{Overwrite, OverwriteFor};
pub use plan::Plan;
pub use refusal::{FormErrors, Refusal};
pub use saving::SaveError;
pub use settings::Settings;
pub use system::System;
pub use threads::{NewThread, Thread};

/// Returns milliseconds since the Unix epoch. Every id and timestamp comes from it.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Puts a [`Clock`] forward by this many milliseconds.
pub type Forward = Arc<dyn Fn(u64) + Send + Sync>;

/// The gateway intents that Discord only gives on request: members, presences, message content.
pub const PRIVILEGED_INTENTS: u64 = 1 << 1 | 1 << 8 | 1 << 15;
/// The intent for the content of people's messages.
pub const MESSAGE_CONTENT: u64 = 1 << 15;
/// The intent for presences; with it, a bot gets all members of a server at first.
pub const GUILD_PRESENCES: u64 = 1 << 8;
/// The intent for people who join and leave.
pub const GUILD_MEMBERS: u64 = 1 << 1;

/// One of the [`PRIVILEGED_INTENTS`], by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u64)]
pub enum Intent {
    Members = GUILD_MEMBERS,
    Presences = GUILD_PRESENCES,
    MessageContent = MESSAGE_CONTENT,
}

impl Intent {
    pub const ALL: [Intent; 3] = [Intent::Members, Intent::Presences, Intent::MessageContent];

    pub fn bit(self) -> u64 {
        self as u64
    }
}

/// A person or a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct User {
    pub id: Id,
    pub username: String,
    /// The displayed name (`global_name`).
    pub display: String,
    /// The hash of the picture, which is drawn from the id.
    pub avatar: String,
    /// The application whose bot this is.
    pub application: Option<Id>,
    pub dms_open: bool,
}

impl User {
    pub fn is_bot(&self) -> bool {
        self.application.is_some()
    }
}

/// An application with its bot, its token and its commands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Application {
    pub id: Id,
    pub bot: Id,
    pub name: String,
    pub token: String,
    /// The [`PRIVILEGED_INTENTS`] that it has.
    pub privileged_intents: u64,
    /// Its global commands as registered, with their ids.
    pub commands: Vec<Value>,
    pub guild_commands: BTreeMap<Id, Vec<Value>>,
}

/// The limits of the local Discord.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Whether requests are limited, per route and in all, and identifying too. `wire/windows.rs`
    /// has the numbers for routes.
    pub enforce_rate_limits: bool,
    /// How long the windows of these limits are, as a share of Discord's.
    pub window_share: f64,
    /// Requests of one bot within a second, on all routes (Discord documentation, "Rate Limits").
    pub global_per_second: u32,
    /// How many requests can be answered with 401, 403 or 429 within ten minutes. After that,
    /// nobody gets an answer until the ten minutes are over.
    pub invalid_requests: u32,
    /// How many sessions a bot may start in a day. With one more, all of them end and its token is
    /// reset (Discord documentation, "Gateway", "Session Start Limit").
    pub identifies_per_day: u32,
    /// How many commands an application may create within a day, for each server and for all
    /// servers together (Discord documentation, "Application Commands", "Registering a Command").
    pub commands_per_day: u32,
    /// How long an interaction waits for its first answer, in milliseconds. On a slow machine that
    /// does other work, Discord's own three seconds may be too short.
    pub first_answer_ms: u64,
    /// The interval of heartbeats in milliseconds. A connection without one for twice as long is
    /// closed.
    pub heartbeat_ms: u64,
    /// The number of shards that bots are told to use (`GET /gateway/bot`).
    pub shards: u64,
    /// How many messages a channel keeps, not counting pinned ones; all if None. The oldest are
    /// dropped silently.
    pub kept_messages: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            enforce_rate_limits: false,
            window_share: 1.0,
            global_per_second: 50,
            invalid_requests: 10_000,
            identifies_per_day: 1000,
            commands_per_day: 200,
            first_answer_ms: FIRST_ANSWER.as_millis() as u64,
            heartbeat_ms: 41_250,
            shards: 1,
            kept_messages: None,
        }
    }
}

impl Limits {
    /// Whether bots can work under them.
    ///
    /// # Errors
    /// Which of them is impossible.
    pub fn check(&self) -> Result<(), &'static str> {
        let a_day_ms = 24 * 60 * 60 * 1000;
        if !(1..=1000).contains(&self.shards) {
            Err("`shards` is 1 to 1000")
        } else if !(1..=a_day_ms).contains(&self.heartbeat_ms) {
            Err("`heartbeat_ms` is 1 to a day")
        } else if !(1..=a_day_ms).contains(&self.first_answer_ms) {
            Err("`first_answer_ms` is 1 to a day")
        } else if !(0.0..=1e6).contains(&self.window_share) {
            Err("`window_share` is 0 to a million")
        } else {
            Ok(())
        }
    }
}

/// Something that changed, for bots and for people's pages.
#[derive(Clone, Debug)]
pub enum Happening {
    MessageCreated(Arc<Message>),
    MessageUpdated(Arc<Message>),
    MessageDeleted(Arc<Message>),
    MessagesBulkDeleted {
        channel: Id,
        messages: Vec<Arc<Message>>,
    },
    Typing {
        channel: Id,
        user: Id,
    },
    Pinned {
        channel: Id,
    },
    Reacted {
        message: Arc<Message>,
        user: Id,
        emoji: String,
        added: bool,
    },
    ChannelCreated(Id),
    ChannelUpdated(Id),
    /// The channel as it was, without its messages.
    ChannelDeleted(Box<Channel>),
    ThreadMembers {
        thread: Id,
        added: Vec<Id>,
        removed: Vec<Id>,
    },
    GuildJoined {
        guild: Id,
        bot: Id,
    },
    GuildLeft {
        guild: Id,
        bot: Id,
    },
    /// A server became unavailable because of an outage of Discord, or is back.
    GuildAvailability(Id),
    MemberJoined {
        guild: Id,
        user: Id,
    },
    MemberChanged {
        guild: Id,
        user: Id,
    },
    MemberLeft {
        guild: Id,
        user: Id,
    },
    RoleCreated {
        guild: Id,
        role: Id,
    },
    RoleChanged {
        guild: Id,
        role: Id,
    },
    RoleDeleted {
        guild: Id,
        role: Id,
    },
    EventCreated {
        guild: Id,
        event: Id,
    },
    EventChanged {
        guild: Id,
        event: Id,
    },
    /// The event as it was.
    EventDeleted(Box<ScheduledEvent>),
    /// Somebody is interested in an event, or no longer.
    EventInterest {
        guild: Id,
        event: Id,
        user: Id,
        wants: bool,
    },
    PeopleChanged,
    CommandsChanged,
    BadgesChanged,
    InteractionStarted(Id),
    InteractionChanged(Id),
}

/// Everything that exists. Make it with [`World::new`] or [`World::load`], and fill it with the
/// `add_…` functions.
#[derive(Serialize, Deserialize)]
pub struct World {
    last_id: u64,
    /// The id for the next new thing, if a certain one is wanted.
    #[serde(skip)]
    wanted_id: Option<Id>,
    pub limits: Limits,
    pub guilds: BTreeMap<Id, Guild>,
    pub users: BTreeMap<Id, User>,
    pub applications: BTreeMap<Id, Application>,
    pub channels: BTreeMap<Id, Channel>,
    reading: reading::Reading,
    /// The contents of attachments and pictures.
    #[serde(skip)]
    pub blobs: BTreeMap<Id, Blob>,
    #[serde(skip)]
    pub interactions: HashMap<Id, Interaction>,
    /// Files that people gave with commands.
    #[serde(default)]
    pub given_files: BTreeMap<Id, Attachment>,
    #[serde(default)]
    nonces: VecDeque<sending::Nonce>,
    #[serde(skip)]
    happenings: Vec<Happening>,
    #[serde(skip, default = "epoch")]
    clock: Clock,
    /// The address that serves the pictures and files, `http://127.0.0.1:PORT`.
    #[serde(skip)]
    base_url: String,
}

fn epoch() -> Clock {
    Arc::new(|| DISCORD_EPOCH_MS)
}

impl World {
    /// An empty world at `now_ms` since the Unix epoch. Its clock doesn't run until a server gives
    /// it one.
    pub fn new(now_ms: u64) -> World {
        World {
            last_id: 0,
            wanted_id: None,
            limits: Limits::default(),
            guilds: BTreeMap::new(),
            users: BTreeMap::new(),
            applications: BTreeMap::new(),
            channels: BTreeMap::new(),
            reading: reading::Reading::default(),
            blobs: BTreeMap::new(),
            interactions: HashMap::new(),
            given_files: BTreeMap::new(),
            nonces: VecDeque::new(),
            happenings: Vec::new(),
            clock: Arc::new(move || now_ms),
            base_url: String::new(),
        }
    }

    /// From now on, times come from `clock` and addresses begin with `base_url`.
    pub fn go_live(&mut self, clock: Clock, base_url: String) {
        self.clock = clock;
        self.base_url = base_url;
    }

    pub fn now_ms(&self) -> u64 {
        (self.clock)()
    }

    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// A new id, greater than every earlier one. It holds the clock's time.
    pub fn next_id(&mut self) -> Id {
        if let Some(wanted) = self.wanted_id.take() {
            return wanted;
        }
        self.last_id = Id::at(self.now_ms()).0.max(self.last_id + 1);
        Id(self.last_id)
    }

    /// When the newest thing was made. The clock of an earlier run may have been put forward.
    pub fn newest_ms(&self) -> u64 {
        Id(self.last_id).made_ms()
    }

    /// Does what happens by itself with time: archives threads, starts and ends events.
    pub fn catch_up(&mut self) {
        self.archive_what_rests();
        self.let_events_pass();
    }

    /// The changes since the last call, in order.
    pub fn take_happenings(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happenings)
    }

    fn happened(&mut self, happening: Happening) {
        self.happenings.push(happening);
    }

    /// Adds a person, who is in no guild yet.
    pub fn add_person(&mut self, username: &str, display: &str) -> Id {
        self.add_user(username, display, None)
    }

    /// Adds an application with its bot. Returns the bot's user id and its token.
    pub fn add_bot(&mut self, name: &str) -> (Id, String) {
        // A bot has the id of its application, like all that Discord made since 2016.
        let application = self.next_id();
        self.wanted_id = Some(application);
        let bot = self.add_user(&name.to_lowercase(), name, Some(application));
        let token = new_token(bot);
        self.applications.insert(
            application,
            Application {
                id: application,
                bot,
                name: name.to_owned(),
                token: token.clone(),
                privileged_intents: 0,
                commands: Vec::new(),
                guild_commands: BTreeMap::new(),
            },
        );
        (bot, token)
    }

    fn add_user(&mut self, username: &str, display: &str, application: Option<Id>) -> Id {
        let id = self.next_id();
        // A made-up hash: the picture it names is drawn from the id alone.
        let avatar = format!(
            "{:032x}",
            u128::from(id.0).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        );
        let (username, display) = (username.to_owned(), display.to_owned());
        self.users.insert(
            id,
            User {
                id,
                username,
                display,
                avatar,
                application,
                dms_open: true,
            },
        );
        self.happened(Happening::PeopleChanged);
        id
    }

    /// The application with this token.
    pub fn application_with_token(&self, token: &str) -> Option<&Application> {
        self.applications
            .values()
            .find(|application| application.token == token)
    }

    /// Gives an application a new token. The old one is no longer valid.
    pub fn reset_token(&mut self, application: Id) {
        if let Some(application) = self.applications.get_mut(&application) {
            application.token = new_token(application.bot);
        }
    }

    /// The application of a bot.
    pub fn application_of(&self, bot: Id) -> Option<&Application> {
        self.users
            .get(&bot)?
            .application
            .and_then(|id| self.applications.get(&id))
    }

    /// Whether direct messages from bots reach a person.
    pub fn set_dms_open(&mut self, user: Id, open: bool) -> Result<(), Refusal> {
        self.users
            .get_mut(&user)
            .ok_or(Refusal::UnknownUser)?
            .dms_open = open;
        self.happened(Happening::PeopleChanged);
        Ok(())
    }

    /// Sets which of the [`PRIVILEGED_INTENTS`] a bot's application has.
    pub fn set_intents(&mut self, bot: Id, intents: u64) -> Result<(), Refusal> {
        let id = self.users.get(&bot).and_then(|bot| bot.application);
        let application = id.and_then(|id| self.applications.get_mut(&id));
        application
            .ok_or(Refusal::UnknownApplication)?
            .privileged_intents = intents & PRIVILEGED_INTENTS;
        self.happened(Happening::PeopleChanged);
        Ok(())
    }

    pub fn guild(&self, id: Id) -> Result<&Guild, Refusal> {
        self.guilds.get(&id).ok_or(Refusal::UnknownGuild)
    }

    fn guild_mut(&mut self, id: Id) -> Result<&mut Guild, Refusal> {
        self.guilds.get_mut(&id).ok_or(Refusal::UnknownGuild)
    }

    pub fn channel(&self, id: Id) -> Result<&Channel, Refusal> {
        self.channels.get(&id).ok_or(Refusal::UnknownChannel)
    }

    fn channel_mut(&mut self, id: Id) -> Result<&mut Channel, Refusal> {
        self.channels.get_mut(&id).ok_or(Refusal::UnknownChannel)
    }

    pub fn user(&self, id: Id) -> Result<&User, Refusal> {
        self.users.get(&id).ok_or(Refusal::UnknownUser)
    }

    pub fn is_bot(&self, user: Id) -> bool {
        self.user(user).is_ok_and(User::is_bot)
    }

    /// Somebody's membership in a guild.
    pub fn member(&self, guild: Id, user: Id) -> Option<&Member> {
        self.guilds.get(&guild)?.members.get(&user)
    }

    fn member_mut(&mut self, guild: Id, user: Id) -> Result<&mut Member, Refusal> {
        let members = &mut self.guild_mut(guild)?.members;
        members.get_mut(&user).ok_or(Refusal::UnknownMember)
    }

    /// The guilds somebody is in.
    pub fn guilds_of(&self, user: Id) -> impl Iterator<Item = &Guild> {
        self.guilds
            .values()
            .filter(move |guild| guild.members.contains_key(&user))
    }

    /// Whether two users share a guild.
    pub fn are_acquainted(&self, one: Id, other: Id) -> bool {
        self.guilds_of(one)
            .any(|guild| guild.members.contains_key(&other))
    }

    /// The content of a file.
    pub fn blob(&self, id: Id) -> Option<Vec<u8>> {
        match self.blobs.get(&id)? {
            Blob::Memory(bytes) => Some(bytes.to_vec()),
            Blob::File(path) => std::fs::read(path).ok(),
        }
    }

    /// Everybody who may see a channel.
    pub fn viewers(&self, channel: &Channel) -> BTreeSet<Id> {
        match channel.guild_id.and_then(|id| self.guilds.get(&id)) {
            Some(guild) => guild
                .members
                .keys()
                .copied()
                .filter(|user| self.may_view(channel, *user))
                .collect(),
            None => channel.recipients.iter().copied().collect(),
        }
    }
}

/// A token in the form of Discord's: three parts, the first of them the bot's id in base64.
fn new_token(bot: Id) -> String {
    use base64::Engine as _;
    let id = base64::engine::general_purpose::STANDARD_NO_PAD.encode(bot.to_string());
    format!("{id}.{}.{}", new_secret(6), new_secret(38))
}

/// Random letters and digits, `count` of them.
fn new_secret(count: usize) -> String {
    std::iter::repeat_with(fastrand::alphanumeric)
        .take(count)
        .collect()
}
