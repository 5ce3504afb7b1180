//! Discord's REST API, version 10, as far as it is known here
//! (<https://docs.discord.com/developers/reference>).

mod applications;
mod body;
mod channels;
mod events;
mod guilds;
mod interactions;
mod messages;
mod moderating;
mod routes;
mod threads;
mod unserved;
mod webhooks;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::address::Address;
use super::{Shared, rate, traffic};
use crate::world::{Id, Refusal, World, read_timestamp};
use Work::{Any, Bot};
pub use body::Body;
use routes::{Found, Missing};

pub use routes::{served, unserved};

/// Where it is served.
pub const PREFIX: &str = "/api/v10";

type Answer = Result<Response, Refusal>;

/// What answers a request.
#[derive(Clone, Copy)]
enum Work {
    /// For a bot, which shows its token.
    Bot(fn(&Shared, Caller, Asked) -> Answer),
    /// For the person who asks.
    Any(fn(&Shared, Asked) -> Answer),
}

/// Answers a request below `/api/v10`.
pub async fn serve(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (method, uri) = (request.method().to_string(), request.uri().clone());
    if let Some(answer) = rate::shut_out(&shared) {
        return answer;
    }
    let address = uri.path().strip_prefix(PREFIX).unwrap_or_default();
    let Found { route, work, parts } = match routes::find(&method, address) {
        Ok(found) => found,
        Err(missing) => return unserved_answer(&shared, &missing, &method, uri.path()),
    };
    let caller = Caller::by_token(&shared, request.headers());
    let reason = request.headers().get("x-audit-log-reason");
    let reason = reason.and_then(|reason| reason.to_str().ok());
    let asked = Asked {
        reason: reason.map(routes::decoded),
        address: Address::of(parts, uri.clone()),
        body: Body::read(request).await,
    };
    let told = asked.body.as_ref().ok().filter(|_| shared.has_listener());
    let told = told.map(Body::told);
    let counted = rate::count(
        &shared,
        &rate::Asking {
            method: &method,
            route,
            address: &asked.address,
            body: asked.body.as_ref().ok().map(|body| &body.json),
            application: caller.as_ref().ok().map(|caller| caller.application),
        },
    );
    let refusal = counted.refusal();
    let answer = match work {
        _ if let Some(refusal) = refusal => Ok(refusal),
        Bot(_) if asked.is_of_unavailable(&shared) => Err(Refusal::Unavailable),
        Bot(work) => caller.and_then(|caller| work(&shared, caller, asked)),
        Any(work) => work(&shared, asked),
    };
    let answer = with(counted.headers, answer.into_response());
    rate::count_invalid(&shared, &answer);
    match shared.has_listener() {
        true => traffic::tell(&shared, &method, &uri, told, answer).await,
        false => answer,
    }
}

/// What is not known is said loudly, so that nobody takes silence for success.
fn unserved_answer(shared: &Shared, missing: &Missing, method: &str, path: &str) -> Response {
    shared.note_unknown(method, path);
    let (status, words) = match missing {
        Missing::Address => (StatusCode::NOT_FOUND, "404: Not Found".to_owned()),
        Missing::Method => (
            StatusCode::METHOD_NOT_ALLOWED,
            "405: Method Not Allowed".to_owned(),
        ),
        Missing::Unserved(route) => {
            let words = format!("501: The local Discord does not serve {method} {route}");
            (StatusCode::NOT_IMPLEMENTED, words)
        }
    };
    let answer = (status, Json(json!({ "message": words, "code": 0 }))).into_response();
    with(rate::said(shared, method, path, None), answer)
}

/// An answer with these headers besides its own.
pub fn with(headers: Vec<(HeaderName, String)>, mut answer: Response) -> Response {
    let read = |(name, value): (HeaderName, String)| Some((name, value.parse().ok()?));
    let headers = headers.into_iter().filter_map(read);
    answer.headers_mut().extend(headers);
    answer
}

/// What an answer says of its route's limit, which may be used up for so many seconds.
pub fn limit_headers(
    shared: &Shared,
    method: &str,
    path: &str,
    used_up: Option<f64>,
) -> Vec<(HeaderName, String)> {
    let address = path.strip_prefix(PREFIX).unwrap_or(path);
    let route = routes::find(method, address).map_or("", |found| found.route);
    rate::said(shared, method, route, used_up)
}

/// What a request asks for.
struct Asked {
    address: Address,
    body: Result<Body, Refusal>,
    /// Why, for the server's own record (Discord documentation, "Audit Log", "X-Audit-Log-Reason").
    reason: Option<String>,
}

impl Asked {
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

    /// Whether its application was given a privileged intent.
    fn was_given(self, world: &World, intent: u64) -> bool {
        let application = world.applications.get(&self.application);
        application.is_some_and(|application| application.privileged_intents & intent != 0)
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

/// How many are asked for at once: 1 to `most`.
fn page_size(limit: Option<usize>, default: usize, most: usize) -> Result<usize, Refusal> {
    match limit {
        None => Ok(default),
        Some(limit) if (1..=most).contains(&limit) => Ok(limit),
        Some(_) => Err(out_of_range(1, most)),
    }
}

fn out_of_range(least: usize, most: usize) -> Refusal {
    let message = format!("int value should be between {least} and {most}.");
    Refusal::form("limit", "NUMBER_TYPE_RANGE", message)
}

/// A time in a query, in ms since the Unix epoch.
fn time(text: &str) -> Result<u64, Refusal> {
    read_timestamp(text).ok_or_else(|| {
        let message = format!("Could not parse {text}. Should be ISO8601.");
        Refusal::form("before", "DATE_TIME_TYPE_PARSE", message)
    })
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
