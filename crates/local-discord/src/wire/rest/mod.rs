//! Discord's REST API, version 10, as far as it is known here
//! (<https://docs.discord.com/developers/reference>).

mod applications;
mod body;
mod channels;
mod guilds;
mod interactions;
mod messages;

use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{delete, get, patch, post, put};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Shared;
use super::address::Address;
use crate::world::{Id, Refusal};
use Work::{Any, Bot};
use body::Body;

type Answer = Result<Response, Refusal>;

#[rustfmt::skip]
pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/gateway", get(Any(applications::gateway)))
        .route("/gateway/bot", get(Bot(applications::gateway_bot)))
        .route("/oauth2/applications/@me", get(Bot(applications::me)))
        .route("/applications/@me", get(Bot(applications::me)))
        .route("/users/@me", get(Bot(applications::user)))
        .route("/users/@me/guilds", get(Bot(applications::guilds)))
        .route("/users/@me/guilds/{guild}", delete(Bot(applications::leave_guild)))
        .route("/users/@me/channels", post(Bot(applications::open_dm)))
        .route("/users/{user}", get(Bot(applications::other_user)))
        .route("/applications/{application}/commands", get(Bot(applications::commands)).post(Bot(applications::add_command)).put(Bot(applications::set_commands)))
        .route("/applications/{application}/commands/{command}", get(Bot(applications::command)).patch(Bot(applications::change_command)).delete(Bot(applications::remove_command)))
        .route("/applications/{application}/guilds/{guild}/commands", get(Bot(applications::guild_commands)).post(Bot(applications::add_guild_command)).put(Bot(applications::set_guild_commands)))
        .route("/applications/{application}/guilds/{guild}/commands/{command}", get(Bot(applications::guild_command)).patch(Bot(applications::change_guild_command)).delete(Bot(applications::remove_guild_command)))
        .route("/interactions/{interaction}/{token}/callback", post(Any(interactions::callback)))
        .route("/webhooks/{application}/{token}", post(Any(interactions::follow_up)))
        .route("/webhooks/{application}/{token}/messages/{message}", get(Any(interactions::answer)).patch(Any(interactions::edit)).delete(Any(interactions::remove)))
        .route("/channels/{channel}", get(Bot(channels::channel)).patch(Bot(channels::change)).delete(Bot(channels::remove)))
        .route("/channels/{channel}/permissions/{overwrite}", put(Bot(channels::set_overwrite)).delete(Bot(channels::remove_overwrite)))
        .route("/channels/{channel}/threads", post(Bot(channels::start_thread)))
        .route("/channels/{channel}/thread-members", get(Bot(channels::thread_members)))
        .route("/channels/{channel}/thread-members/{user}", get(Bot(channels::thread_member)).put(Bot(channels::join_thread)).delete(Bot(channels::leave_thread)))
        .route("/channels/{channel}/typing", post(Bot(messages::typing)))
        .route("/channels/{channel}/messages", get(Bot(messages::history)).post(Bot(messages::create)))
        .route("/channels/{channel}/messages/bulk-delete", post(Bot(messages::bulk_delete)))
        .route("/channels/{channel}/messages/pins", get(Bot(messages::pins_with_times)))
        .route("/channels/{channel}/messages/pins/{message}", put(Bot(messages::pin)).delete(Bot(messages::unpin)))
        .route("/channels/{channel}/pins", get(Bot(messages::pins)))
        .route("/channels/{channel}/pins/{message}", put(Bot(messages::pin)).delete(Bot(messages::unpin)))
        .route("/channels/{channel}/messages/{message}", get(Bot(messages::message)).patch(Bot(messages::edit)).delete(Bot(messages::remove)))
        .route("/channels/{channel}/messages/{message}/threads", post(Bot(channels::start_thread_from_message)))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}", get(Bot(messages::reactions)))
        .route("/channels/{channel}/messages/{message}/reactions/{emoji}/{user}", put(Bot(messages::react)).delete(Bot(messages::unreact)))
        .route("/guilds/{guild}", get(Bot(guilds::guild)))
        .route("/guilds/{guild}/channels", get(Bot(guilds::channels)).post(Bot(guilds::add_channel)))
        .route("/guilds/{guild}/threads/active", get(Bot(guilds::active_threads)))
        .route("/guilds/{guild}/roles", get(Bot(guilds::roles)))
        .route("/guilds/{guild}/members", get(Bot(guilds::members)))
        .route("/guilds/{guild}/members/search", get(Bot(guilds::search_members)))
        .route("/guilds/{guild}/members/@me", patch(Bot(guilds::change_me)))
        .route("/guilds/{guild}/members/{user}", get(Bot(guilds::member)))
        .route("/guilds/{guild}/members/{user}/roles/{role}", put(Bot(guilds::give_role)).delete(Bot(guilds::take_role)))
}

/// What answers a request. All routes have this one type, since the way from a request to its
/// handler is compiled again for each type of handler.
#[derive(Clone, Copy)]
enum Work {
    /// For a bot, which shows its token.
    Bot(fn(&Shared, Caller, Asked) -> Answer),
    /// For whoever asks.
    Any(fn(&Shared, Asked) -> Answer),
}

impl Handler<(), Arc<Shared>> for Work {
    type Future = Pin<Box<dyn Future<Output = Response> + Send>>;

    fn call(self, request: Request, shared: Arc<Shared>) -> Self::Future {
        Box::pin(async move {
            let caller = Caller::by_token(&shared, request.headers());
            let asked = Asked::read(request).await;
            let answer = match self {
                Bot(_) if asked.is_of_unavailable(&shared) => Err(Refusal::Unavailable),
                Bot(work) => caller.and_then(|caller| work(&shared, caller, asked)),
                Any(work) => work(&shared, asked),
            };
            answer.into_response()
        })
    }
}

/// What a request asks for.
struct Asked {
    address: Address,
    body: Result<Body, Refusal>,
}

impl Asked {
    async fn read(request: Request) -> Asked {
        let (address, request) = Address::read(request).await;
        Asked {
            address,
            body: Body::read(request).await,
        }
    }

    /// Whether it is about a server that is unavailable, or a channel in it.
    fn is_of_unavailable(&self, shared: &Shared) -> bool {
        let world = shared.world();
        let channel = self
            .id("channel")
            .ok()
            .and_then(|id| world.channels.get(&id));
        let guild = channel.and_then(|channel| channel.guild_id);
        !world.is_available(guild.or(self.id("guild").ok()))
    }

    fn text(&self, name: &str) -> String {
        self.address.part(name).to_owned()
    }

    fn id(&self, name: &str) -> Result<Id, Refusal> {
        id(name, self.address.part(name))
    }

    fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let wrong = |problem| Refusal::form("query", "BASE_TYPE_BAD", problem);
        self.address.query().map_err(wrong)
    }
}

/// The bot that asks, by its token.
#[derive(Clone, Copy)]
struct Caller {
    application: Id,
    bot: Id,
}

impl Caller {
    fn by_token(shared: &Shared, headers: &HeaderMap) -> Result<Caller, Refusal> {
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
}

fn id(name: &str, text: &str) -> Result<Id, Refusal> {
    text.parse().map_err(|_| {
        let message = format!("Value \"{text}\" is not snowflake.");
        Refusal::form(name, "NUMBER_TYPE_COERCE", message)
    })
}

/// `@me` or an id in an address.
fn who(caller: Caller, text: &str) -> Result<Id, Refusal> {
    match text {
        "@me" => Ok(caller.bot),
        text => id("user_id", text),
    }
}

/// A number in JSON or in a string, as permissions are.
fn bits(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn told(value: Value) -> Answer {
    Ok(Json(value).into_response())
}

fn object(value: Option<Value>) -> Answer {
    told(value.unwrap_or_else(|| json!({})))
}

fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}
