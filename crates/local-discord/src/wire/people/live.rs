//! The WebSocket of a page.

use std::sync::Arc;

use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use super::asked::check_person;
use crate::wire::shared::Shared;
use crate::world::Id;

pub async fn live(
    State(shared): State<Arc<Shared>>,
    Path(user): Path<Id>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(complaint) = check_person(&shared.world(), user) {
        return complaint.into_response();
    }
    upgrade.on_upgrade(move |socket| tell(shared, user, socket))
}

/// Sends a page everything that its person may see, until either side ends it.
async fn tell(shared: Arc<Shared>, user: Id, mut socket: WebSocket) {
    let (frames, mut outgoing) = unbounded_channel::<Utf8Bytes>();
    let mut stopping = shared.stopping();
    {
        let mut inner = shared.lock();
        let hello = json!({ "t": "hello", "d": { "now_ms": inner.world.now_ms() } });
        let _ = frames.send(hello.to_string().into());
        inner.hub.open_page(user, frames);
    }
    loop {
        tokio::select! {
            () = stopping.wait() => return,
            text = outgoing.recv() => match text {
                Some(text) => if socket.send(Frame::Text(text)).await.is_err() { return },
                None => return,
            },
            received = socket.recv() => match received {
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}
