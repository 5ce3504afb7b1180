//! A bot's request as handlers get it, who sent it, and how it is answered.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Json, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::body::Body;
use crate::wire::address::{Address, Flag};
use crate::wire::shared::Shared;
use crate::world::{Guild, Id, Refusal, World, read_timestamp};

pub type Answer = Result<Response, Refusal>;

/// What a query can ask some routes to add to their answers.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Extras {
    pub with_counts: Flag,
    pub with_response: Flag,
    pub with_user_count: Flag,
}

/// The function that answers a route.
#[derive(Clone, Copy)]
pub enum Work {
    /// For bots: the request needs a token.
    Bot(fn(&mut World, Caller, Asked) -> Answer),
    /// For everybody: the address itself is the key, or none is needed.
    Any(fn(&mut World, Asked) -> Answer),
    /// For bots, about what is counted besides the world.
    Counting(fn(&Shared, Caller, Asked) -> Answer),
}

/// A request as handlers get it.
pub struct Asked {
    pub address: Address,
    pub body: Result<Body, Refusal>,
}

impl Asked {
    /// Whether it is about a server that is unavailable, or a channel in it.
    pub fn is_of_unavailable(&self, shared: &Shared) -> bool {
        let world = shared.world();
        let channel = self
            .id("channel")
            .ok()
            .and_then(|id| world.channels.get(&id));
        let guild = channel.and_then(|channel| channel.guild_id);
        !world.is_available(guild.or(self.id("guild").ok()))
    }

    pub fn text(&self, name: &str) -> &str {
        self.address.part(name)
    }

    pub fn id(&self, name: &str) -> Result<Id, Refusal> {
        id(name, self.address.part(name))
    }

    /// The channel and the message in the address.
    pub fn channel_and_message(&self) -> Result<(Id, Id), Refusal> {
        Ok((self.id("channel")?, self.id("message")?))
    }

    /// `@me` or somebody's id in the address.
    pub fn user(&self, caller: Caller) -> Result<Id, Refusal> {
        match self.text("user") {
            "@me" => Ok(caller.bot),
            text => id("user_id", text),
        }
    }

    /// The server in the address, if the bot is in it.
    pub fn guild<'a>(&self, world: &'a World, caller: Caller) -> Result<&'a Guild, Refusal> {
        let guild = world.guild(self.id("guild")?)?;
        if guild.members.contains_key(&caller.bot) {
            Ok(guild)
        } else {
            Err(Refusal::MissingAccess)
        }
    }

    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let wrong = |problem| Refusal::form("query", "BASE_TYPE_BAD", problem);
        self.address.query().map_err(wrong)
    }
}

/// The bot that asks, by its token.
#[derive(Clone, Copy)]
pub struct Caller {
    pub application: Id,
    pub bot: Id,
}

impl Caller {
    pub fn by_token(shared: &Shared, headers: &HeaderMap) -> Result<Caller, Refusal> {
        let header = headers.get(header::AUTHORIZATION);
        let token = header
            .and_then(|header| header.to_str().ok()?.strip_prefix("Bot "))
            .ok_or(Refusal::Unauthorized)?;
        let world = shared.world();
        let application = world
            .application_with_token(token)
            .ok_or(Refusal::Unauthorized)?;
        Ok(Caller {
            application: application.id,
            bot: application.bot,
        })
    }

    /// Whether its application has a privileged intent.
    pub fn was_given(self, world: &World, intent: u64) -> bool {
        let application = world.applications.get(&self.application);
        application.is_some_and(|application| application.privileged_intents & intent != 0)
    }
}

pub fn id(name: &str, text: &str) -> Result<Id, Refusal> {
    text.parse().map_err(|_| {
        let message = format!("Value \"{text}\" is not snowflake.");
        Refusal::form(name, "NUMBER_TYPE_COERCE", message)
    })
}

/// How many entries a page has: 1 to `most`.
pub fn page_size(limit: Option<usize>, default: usize, most: usize) -> Result<usize, Refusal> {
    match limit {
        None => Ok(default),
        Some(limit) if (1..=most).contains(&limit) => Ok(limit),
        Some(_) => Err(out_of_range(1, most)),
    }
}

pub fn out_of_range(least: usize, most: usize) -> Refusal {
    let message = format!("int value should be between {least} and {most}.");
    Refusal::form("limit", "NUMBER_TYPE_RANGE", message)
}

/// A time in a query, in ms since the Unix epoch.
pub fn time(text: &str) -> Result<u64, Refusal> {
    read_timestamp(text).ok_or_else(|| {
        let message = format!("Could not parse {text}. Should be ISO8601.");
        Refusal::form("before", "DATE_TIME_TYPE_PARSE", message)
    })
}

pub fn told(value: Value) -> Answer {
    Ok(Json(value).into_response())
}

/// A new thing.
pub fn created(value: Value) -> Answer {
    Ok((StatusCode::CREATED, Json(value)).into_response())
}

pub fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}
