//! Discord's REST API, version 10, as far as it is served here
//! (<https://docs.discord.com/developers/reference>).

mod applications;
mod asked;
pub mod body;
mod channels;
mod events;
mod guilds;
mod interactions;
mod messages;
mod routes;
mod threads;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, StatusCode, Uri};
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;

use super::address::Address;
use super::shared::Shared;
use super::windows::Asking;
use super::{rate, traffic};
use crate::world::Refusal;
use asked::Work::{Any, Bot, Counting};
use asked::{Asked, Caller};
use body::Body;
use routes::{Found, Missing};

pub use routes::{served, unserved};

/// Where it is served.
const PREFIX: &str = "/api/v10";

/// The address in version 10 if it names version 9 or none.
pub fn newest(address: &Uri) -> Option<Uri> {
    let whole = address.path_and_query()?.as_str();
    let path = whole.strip_prefix("/api/")?;
    let first = path.split('/').next()?.strip_prefix('v');
    let rest = match first.and_then(|number| number.parse::<u8>().ok()) {
        None => path,
        Some(9) => path.strip_prefix("v9/")?,
        Some(_) => return None,
    };
    format!("{PREFIX}/{rest}").parse().ok()
}

/// Answers a request below `/api`.
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
    let asked = Asked {
        address: Address::of(parts, uri.clone()),
        body: Body::read(request).await,
    };
    let told = match &asked.body {
        Ok(body) if shared.has_listener() => Some(body.told()),
        _ => None,
    };
    let counted = rate::count(
        &shared,
        &Asking {
            method: &method,
            route,
            address: &asked.address,
            body: asked.body.as_ref().ok().map(|body| &body.json),
            application: caller.as_ref().ok().map(|caller| caller.application),
        },
    );
    let refusal = rate::refusal(&counted);
    let answer = match work {
        _ if let Some(refusal) = refusal => Ok(refusal),
        Bot(_) | Counting(_) if asked.is_of_unavailable(&shared) => Err(Refusal::Unavailable),
        Bot(work) => caller.and_then(|caller| work(&mut shared.world(), caller, asked)),
        Any(work) => work(&mut shared.world(), asked),
        Counting(work) => caller.and_then(|caller| work(&shared, caller, asked)),
    };
    let answer = with(counted.headers, answer.into_response());
    rate::count_invalid(&shared, &answer);
    if shared.has_listener() {
        traffic::tell(
            |told| shared.tell_listener(told),
            &method,
            &uri,
            told,
            answer,
        )
        .await
    } else {
        answer
    }
}

/// Logs a request that is not served, so that nobody takes silence for success.
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

/// Adds these headers to an answer.
pub fn with(headers: Vec<(HeaderName, String)>, mut answer: Response) -> Response {
    for (name, value) in headers {
        if let Ok(value) = value.parse() {
            answer.headers_mut().append(name, value);
        }
    }
    answer
}

/// An answer's headers about its route's limit, with how many seconds it lasts.
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
