//! What passes between bots and the REST API, for those who listen in.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// A request and its answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub method: String,
    /// With `/api/v10` and with the query.
    pub address: Uri,
    /// The request's JSON; `None` if it could not be read, null if there was none.
    pub body: Option<Value>,
    /// How many files came with it.
    pub files: usize,
    pub status: u16,
    pub headers: HeaderMap,
    /// The answer's JSON, null if there is none.
    pub answer: Value,
}

/// Who listens in.
pub type Listener = Box<dyn Fn(&Exchange) + Send + Sync>;

/// Tells the listener of an exchange, and gives the answer back.
pub async fn tell(
    listener: impl FnOnce(&Exchange),
    method: &str,
    address: &Uri,
    body: Option<(Value, usize)>,
    answer: Response,
) -> Response {
    let (head, bytes) = answer.into_parts();
    // The body is in memory, so reading it cannot fail.
    let bytes = to_bytes(bytes, usize::MAX).await.unwrap_or_default();
    let (body, files) = match body {
        Some((body, files)) => (Some(body), files),
        None => (None, 0),
    };
    listener(&Exchange {
        method: method.to_owned(),
        address: address.clone(),
        body,
        files,
        status: head.status.as_u16(),
        headers: head.headers.clone(),
        answer: serde_json::from_slice(&bytes).unwrap_or_default(),
    });
    Response::from_parts(head, Body::from(bytes)).into_response()
}
