//! The page: static files, embedded.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::{Shared, gateway};

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        ($name, $kind, include_bytes!(concat!("../page/", $name)))
    };
}

/// Name, content type and content of each file under `/page/`.
const FILES: &[(&str, &str, &[u8])] = &[
    file!("index.html", HTML),
    file!("style.css", STYLE),
    file!("side.html", HTML),
    file!("actions.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("channels.js", SCRIPT),
    file!("commands.js", SCRIPT),
    file!("components.js", SCRIPT),
    file!("composer.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("events.js", SCRIPT),
    file!("files.js", SCRIPT),
    file!("layout.js", SCRIPT),
    file!("list.js", SCRIPT),
    file!("log.js", SCRIPT),
    file!("main.js", SCRIPT),
    file!("markdown.js", SCRIPT),
    file!("messages.js", SCRIPT),
    file!("modals.js", SCRIPT),
    file!("people.js", SCRIPT),
    file!("set.js", SCRIPT),
    file!("side.js", SCRIPT),
    file!("state.js", SCRIPT),
    file!("time.js", SCRIPT),
    file!("top.js", SCRIPT),
];

/// The page may load from its own server and nowhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/", get(root)).route(
        "/page/{*name}",
        get(|Path(name): Path<String>| async move { file(&name) }),
    )
}

/// The page. Bots that ask this address for a WebSocket get the gateway.
async fn root(
    State(shared): State<Arc<Shared>>,
    address: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => gateway::connect(shared, &address, upgrade),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::FILES;

    /// Every file that the page loads exists, and every file in its folder is served.
    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let served: BTreeSet<String> = FILES
            .iter()
            .map(|(name, _, _)| (*name).to_owned())
            .collect();
        assert_eq!(served, files.collect());
        for (name, _, content) in FILES {
            let text = std::str::from_utf8(content).unwrap();
            let loaded = text.split(['\'', '"']).filter_map(|part| {
                part.strip_prefix("/page/")
                    .or_else(|| part.strip_prefix("./"))
                    .filter(|part| part.contains('.'))
            });
            for other in loaded {
                assert!(served.contains(other), "{name} asks for {other}");
            }
        }
    }

    /// Texts of people and bots never become markup, and the page makes no outside requests.
    #[test]
    fn the_page_parses_no_markup_and_asks_nobody_else() {
        for (name, _, content) in FILES {
            let text = std::str::from_utf8(content).unwrap();
            for wrong in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "src=\"http",
                "url(http",
            ] {
                assert!(!text.contains(wrong), "{name} has {wrong}");
            }
        }
    }
}
