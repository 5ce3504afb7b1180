//! The page: static files, embedded.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::{Shared, gateway};

/// Name, content type and content of each file under `/page/`.
const FILES: &[(&str, &str, &[u8])] = &[(
    "index.html",
    "text/html; charset=utf-8",
    include_bytes!("../page/index.html"),
)];

/// The page may load from its own server and nowhere else.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
     connect-src 'self' ws:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/", get(root)).route(
        "/page/{*name}",
        get(|Path(name): Path<String>| async move { file(&name) }),
    )
}

/// The page, or for bots, who ask the same address for a WebSocket, the gateway.
async fn root(
    State(shared): State<Arc<Shared>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => gateway::connect(shared, upgrade),
        Err(_) => file("index.html"),
    }
}

fn file(name: &str) -> Response {
    match FILES.iter().find(|(known, _, _)| *known == name) {
        Some((_, kind, content)) => {
            let headers = [
                (header::CONTENT_TYPE, *kind),
                (header::CACHE_CONTROL, "no-cache"),
                (header::CONTENT_SECURITY_POLICY, POLICY),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            (headers, *content).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
