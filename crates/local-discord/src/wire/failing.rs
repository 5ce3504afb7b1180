//! Makes requests fail if a test or a person asked for it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;

use super::faults::Fault;
use super::rate::limited;
use super::rest::{self, with};
use super::shared::Shared;
use super::windows::Scope;

/// Makes this request fail if a failure was asked for that matches it.
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
        return response(&fault, &shared, &method, &path).unwrap_or(done);
    }
    delay.await;
    if fault.status.is_none() {
        return next.run(request).await;
    }
    response(&fault, &shared, &method, &path)
        .unwrap_or_else(|| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn response(fault: &Fault, shared: &Shared, method: &str, path: &str) -> Option<Response> {
    let status = StatusCode::from_u16(fault.status?).ok()?;
    if fault.bare {
        return Some(status.into_response());
    }
    let headers = |used_up| rest::limit_headers(shared, method, path, used_up);
    if status == StatusCode::TOO_MANY_REQUESTS {
        let answer = limited(fault.retry_after, fault.scope, fault.code);
        return Some(match fault.scope {
            Scope::Global => answer,
            Scope::User => with(headers(Some(fault.retry_after)), answer),
            Scope::Shared => with(headers(None), answer),
        });
    }
    let words = fault
        .message
        .as_deref()
        .or(status.canonical_reason())
        .unwrap_or("Failure on request");
    let body = json!({ "message": words, "code": fault.code });
    Some(with(headers(None), (status, Json(body)).into_response()))
}
