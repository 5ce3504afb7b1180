//! Failures on request, so that tests can see what a bot does about them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Json, Response};
use serde::Deserialize;
use serde_json::json;

use super::Shared;
use super::rate::{Scope, limited};
use super::rest::{self, with};

/// A failure of the next requests that fit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    method: String,
    /// A path in which `*` stands for anything.
    path: String,
    #[serde(default)]
    status: Option<u16>,
    #[serde(default)]
    code: u32,
    #[serde(default)]
    message: Option<String>,
    #[serde(default = "once")]
    times: u32,
    /// Whether the request is carried out and only its answer is lost, or late.
    #[serde(default)]
    after_doing_it: bool,
    #[serde(default)]
    delay_ms: u64,
    /// For status 429: seconds.
    #[serde(default = "a_moment")]
    retry_after: f64,
    /// For status 429: whose limit it is, `user` (of a bot on one route), `global` (of a bot on all
    /// of them) or `shared` (of the channel or server, no matter who asks).
    #[serde(default = "own")]
    scope: Scope,
    /// Whether something in front of Discord answers, which knows nothing of its JSON.
    #[serde(default)]
    bare: bool,
}

fn a_moment() -> f64 {
    0.1
}

fn own() -> Scope {
    Scope::User
}

fn once() -> u32 {
    1
}

impl Fault {
    fn fits(&self, method: &str, path: &str) -> bool {
        (self.method == "*" || self.method.eq_ignore_ascii_case(method))
            && fits_pattern(&self.path, path)
    }

    fn response(&self, shared: &Shared, method: &str, path: &str) -> Option<Response> {
        let status = StatusCode::from_u16(self.status?).ok()?;
        if self.bare {
            return Some(status.into_response());
        }
        let headers = |used_up| rest::limit_headers(shared, method, path, used_up);
        if status == StatusCode::TOO_MANY_REQUESTS {
            let answer = limited(self.retry_after, self.scope, self.code);
            return Some(match self.scope {
                Scope::Global => answer,
                Scope::User => with(headers(Some(self.retry_after)), answer),
                Scope::Shared => with(headers(None), answer),
            });
        }
        let words = self
            .message
            .as_deref()
            .or(status.canonical_reason())
            .unwrap_or("Failure on request");
        let body = json!({ "message": words, "code": self.code });
        Some(with(headers(None), (status, Json(body)).into_response()))
    }
}

/// Whether `text` is `pattern` with something (or nothing) for each `*`.
fn fits_pattern(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|tail| {
            tail.char_indices()
                .map(|(at, _)| at)
                .chain([tail.len()])
                .any(|at| fits_pattern(rest, &tail[at..]))
        }),
    }
}

/// Carries out the failures that were asked for.
pub async fn inject(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let (method, path) = (
        request.method().to_string(),
        request.uri().path().to_owned(),
    );
    let fault = {
        let mut inner = shared.lock();
        let place = inner
            .faults
            .iter()
            .position(|fault| fault.times > 0 && fault.fits(&method, &path));
        place.map(|place| {
            inner.faults[place].times -= 1;
            let fault = inner.faults[place].clone();
            inner.faults.retain(|fault| fault.times > 0);
            fault
        })
    };
    let Some(fault) = fault else {
        return next.run(request).await;
    };
    let delay = tokio::time::sleep(Duration::from_millis(fault.delay_ms));
    if fault.after_doing_it {
        let done = next.run(request).await;
        delay.await;
        return fault.response(&shared, &method, &path).unwrap_or(done);
    }
    delay.await;
    if fault.status.is_none() {
        return next.run(request).await;
    }
    fault
        .response(&shared, &method, &path)
        .unwrap_or_else(|| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text, fits) in [
            ("/a/*/b", "/a/1/b", true),
            ("/a/*/b", "/a/1/c", false),
            ("/a/*", "/a/", true),
            ("*/messages", "/api/v10/channels/1/messages", true),
            ("/a", "/a/b", false),
            ("*", "/é", true),
        ] {
            assert_eq!(fits_pattern(pattern, text), fits, "{pattern} on {text}");
        }
    }
}
