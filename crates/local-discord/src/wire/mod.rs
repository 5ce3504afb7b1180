//! The protocols of the local Discord over one port: REST and gateway for bots, the people API and
//! the page.

mod address;
mod failing;
mod faults;
mod gateway;
mod hub;
mod page;
mod people;
mod pictures;
mod rate;
mod rest;
mod shared;
mod telling;
mod telling_servers;
mod traffic;
mod transport;
mod windows;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::any;

use super::world::Complaint;

pub use people::run_faster;
pub use rest::{served, unserved};
pub use shared::{Shared, WorldGuard, tell_badges, watch_the_clock};
pub use traffic::Exchange;

/// The largest request that Discord takes.
const MAX_REQUEST_BYTES: usize = 25 * 1024 * 1024;

/// Everything that is served.
pub fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .merge(page::routes())
        .merge(pictures::routes())
        .nest("/local", people::routes())
        .route("/api/{*address}", any(rest::serve))
        .fallback(unknown)
        .method_not_allowed_fallback(unknown)
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(middleware::from_fn_with_state(
            shared.clone(),
            failing::inject,
        ))
        .layer(middleware::map_response(name_the_way))
        .layer(middleware::from_fn_with_state(shared.clone(), guard_door))
        .with_state(shared)
}

/// Adds the `via` header that all of Discord's answers have. Without it, libraries take a 429 for a
/// ban by a proxy in front of Discord. A proxy's own answers have no limits in their headers.
async fn name_the_way(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    if headers.contains_key("x-ratelimit-limit") || headers.contains_key("x-ratelimit-scope") {
        headers.insert(header::VIA, HeaderValue::from_static("1.1 google"));
    }
    answer
}

/// Refuses requests that don't name this server by a loopback name, and pages of another origin.
async fn guard_door(
    State(shared): State<Arc<Shared>>,
    mut request: Request,
    next: Next,
) -> Response {
    shared.lock().stats.requests += 1;
    if let Some(address) = rest::newest(request.uri()) {
        *request.uri_mut() = address;
    }
    shared.world().catch_up();
    match check_door(&shared, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(sentence) => Complaint::new(403, sentence).into_response(),
    }
}

fn check_door(shared: &Shared, headers: &HeaderMap) -> Result<(), &'static str> {
    let port = shared.address.port();
    // Some clients leave the port out.
    let names = ["127.0.0.1", "localhost", "[::1]"];
    let is_name = |host: &str| names.iter().any(|name| name.eq_ignore_ascii_case(host));
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let without_port = host.strip_suffix(&format!(":{port}")).unwrap_or(host);
    if !is_name(without_port) && host != shared.address.to_string() {
        return Err("The local Discord is only reached by the names of this machine.");
    }
    match headers
        .get(header::ORIGIN)
        .map(|origin| origin.to_str().unwrap_or_default())
    {
        Some(origin) if origin != format!("http://{host}") => {
            Err("Pages of other origins cannot use the local Discord.")
        }
        _ => Ok(()),
    }
}

/// Logs an unknown request, so that nobody takes silence for success.
async fn unknown(State(shared): State<Arc<Shared>>, method: Method, uri: Uri) -> Response {
    shared.note_unknown(method.as_str(), uri.path());
    let sentence = format!("The local Discord does not know {method} {}.", uri.path());
    Complaint::new(404, sentence).into_response()
}
