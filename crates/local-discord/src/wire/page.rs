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

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Name, content type and content of each file under `/page/`.
const FILES: &[(&str, &str, &[u8])] = &[
    (
        "index.html",
        "text/html; charset=utf-8",
        include_bytes!("../page/index.html"),
    ),
    (
        "style.css",
        "text/css; charset=utf-8",
        include_bytes!("../page/style.css"),
    ),
    (
        "side.html",
        "text/html; charset=utf-8",
        include_bytes!("../page/side.html"),
    ),
    ("actions.js", SCRIPT, include_bytes!("../page/actions.js")),
    ("api.js", SCRIPT, include_bytes!("../page/api.js")),
    ("channels.js", SCRIPT, include_bytes!("../page/channels.js")),
    ("commands.js", SCRIPT, include_bytes!("../page/commands.js")),
    (
        "components.js",
        SCRIPT,
        include_bytes!("../page/components.js"),
    ),
    ("composer.js", SCRIPT, include_bytes!("../page/composer.js")),
    ("dom.js", SCRIPT, include_bytes!("../page/dom.js")),
    ("events.js", SCRIPT, include_bytes!("../page/events.js")),
    ("files.js", SCRIPT, include_bytes!("../page/files.js")),
    ("layout.js", SCRIPT, include_bytes!("../page/layout.js")),
    ("list.js", SCRIPT, include_bytes!("../page/list.js")),
    ("log.js", SCRIPT, include_bytes!("../page/log.js")),
    ("main.js", SCRIPT, include_bytes!("../page/main.js")),
    ("markdown.js", SCRIPT, include_bytes!("../page/markdown.js")),
    ("messages.js", SCRIPT, include_bytes!("../page/messages.js")),
    ("modals.js", SCRIPT, include_bytes!("../page/modals.js")),
    ("people.js", SCRIPT, include_bytes!("../page/people.js")),
    ("set.js", SCRIPT, include_bytes!("../page/set.js")),
    ("side.js", SCRIPT, include_bytes!("../page/side.js")),
    ("state.js", SCRIPT, include_bytes!("../page/state.js")),
    ("time.js", SCRIPT, include_bytes!("../page/time.js")),
    ("top.js", SCRIPT, include_bytes!("../page/top.js")),
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
