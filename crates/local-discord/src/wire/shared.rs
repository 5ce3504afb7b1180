//! What all connections share: the world, who listens, and what is counted.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;
use tokio::sync::{Notify, watch};

use super::faults::Fault;
use super::hub::Hub;
use super::traffic::{Exchange, Listener};
use super::windows::Windows;
use crate::world::{Complaint, Forward, Happening, Id, Refusal, World};

/// Pages get new counts for badges at most this often.
const BADGE_PAUSE: Duration = Duration::from_millis(40);

/// How many requests that are not served are told apart.
const MAX_UNKNOWN: usize = 100;

/// What happens by itself with time happens at most this late.
const CLOCK_PAUSE: Duration = Duration::from_secs(1);

/// What all connections share.
pub struct Shared {
    pub address: SocketAddr,
    inner: Mutex<Inner>,
    /// Notified when something changed that must be saved.
    pub changed: Notify,
    badges_changed: Notify,
    /// Counts up whenever an interaction changes.
    pub(super) interactions: watch::Sender<u64>,
    /// Counts up with each new message.
    pub(super) messages: watch::Sender<u64>,
    stop: watch::Sender<bool>,
    /// Puts the clock forward by milliseconds; None if nobody can.
    forward: Option<Forward>,
    /// How many times as fast as real time the clock runs.
    speed: Mutex<f64>,
    listener: OnceLock<Listener>,
}

pub(super) struct Inner {
    pub world: World,
    pub hub: Hub,
    pub faults: Vec<Fault>,
    /// Counts requests for their limits.
    pub windows: Windows,
    pub stats: Stats,
}

/// What was counted since the start.
#[derive(Clone, Default, serde::Serialize)]
pub struct Stats {
    pub unknown_routes: u64,
    /// What was asked for and is not served, once each.
    pub unknown: BTreeSet<String>,
    pub requests: u64,
    pub events: u64,
}

impl Shared {
    pub fn new(world: World, address: SocketAddr, forward: Option<Forward>) -> Shared {
        let inner = Inner {
            world,
            hub: Hub::default(),
            faults: Vec::new(),
            windows: Windows::default(),
            stats: Stats::default(),
        };
        Shared {
            address,
            inner: Mutex::new(inner),
            changed: Notify::new(),
            badges_changed: Notify::new(),
            interactions: watch::Sender::new(0),
            messages: watch::Sender::new(0),
            stop: watch::Sender::new(false),
            forward,
            speed: Mutex::new(1.0),
            listener: OnceLock::new(),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic in a test that holds the world must not hide behind a second one.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The world, locked. Dropping the guard tells bots and pages what changed.
    pub fn world(&self) -> WorldGuard<'_> {
        WorldGuard {
            shared: self,
            inner: self.lock(),
        }
    }

    /// Tells `listener` every request from now on. There is only one: later calls do nothing.
    pub fn listen_in(&self, listener: Listener) {
        // A second listener is dropped.
        drop(self.listener.set(listener));
    }

    pub(super) fn has_listener(&self) -> bool {
        self.listener.get().is_some()
    }

    pub(super) fn tell_listener(&self, exchange: &Exchange) {
        if let Some(listener) = self.listener.get() {
            listener(exchange);
        }
    }

    /// Counts a request that is not served, and logs it.
    pub(super) fn note_unknown(&self, method: &str, path: &str) {
        let request = format!("{method} {path}");
        let stats = &mut self.lock().stats;
        stats.unknown_routes += 1;
        // Libraries repeat such a request, so only the first is logged.
        if stats.unknown.len() < MAX_UNKNOWN && stats.unknown.insert(request.clone()) {
            tracing::error!("the local Discord does not serve {request} (see docs/served.md)");
        }
    }

    pub fn stats(&self) -> Stats {
        self.lock().stats.clone()
    }

    /// How many sessions a bot may start in a day, how many are left, and seconds until all are
    /// there again.
    pub(super) fn sessions_left(&self, application: Id) -> (u32, u32, f64) {
        let Inner { world, windows, .. } = &*self.lock();
        let (left, seconds) = windows.sessions_left(application, &world.limits);
        (world.limits.identifies_per_day, left, seconds)
    }

    pub(super) fn can_forward(&self) -> bool {
        self.forward.is_some()
    }

    /// Puts the clock forward, and tells pages of it.
    pub(super) fn forward(&self, by_ms: u64) {
        if let Some(forward) = &self.forward
            && by_ms > 0
        {
            forward(by_ms);
            let Inner { world, hub, .. } = &mut *self.lock();
            hub.tell_all("clock", &json!({ "now_ms": world.now_ms() }));
        }
    }

    pub(super) fn speed(&self) -> f64 {
        *self.speed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_speed(&self, speed: f64) {
        *self.speed.lock().unwrap_or_else(PoisonError::into_inner) = speed;
    }

    /// A handle that resolves when the server stops.
    pub fn stopping(&self) -> Stopping {
        Stopping(self.stop.subscribe())
    }

    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}

/// Resolves when the server stops.
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    pub async fn wait(&mut self) {
        // An error means that the server has already stopped.
        drop(self.0.wait_for(|stop| *stop).await);
    }
}

/// The locked world.
pub struct WorldGuard<'a> {
    shared: &'a Shared,
    inner: MutexGuard<'a, Inner>,
}

impl Deref for WorldGuard<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        &self.inner.world
    }
}

impl DerefMut for WorldGuard<'_> {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.inner.world
    }
}

impl Drop for WorldGuard<'_> {
    fn drop(&mut self) {
        let Inner {
            world, hub, stats, ..
        } = &mut *self.inner;
        let happenings = world.take_happenings();
        if happenings.is_empty() {
            return;
        }
        let is_message = |happening: &Happening| matches!(happening, Happening::MessageCreated(_));
        let is_written = happenings.iter().any(is_message);
        let told = hub.publish(world, happenings);
        stats.events += told.events;
        self.shared.changed.notify_one();
        if told.badges {
            self.shared.badges_changed.notify_one();
        }
        if told.interactions {
            self.shared.interactions.send_modify(|count| *count += 1);
        }
        if is_written {
            self.shared.messages.send_modify(|count| *count += 1);
        }
    }
}

/// Tells pages the counts on everybody's badge whenever they changed.
pub async fn tell_badges(shared: Arc<Shared>) {
    let mut stopping = shared.stopping();
    loop {
        tokio::select! {
            () = stopping.wait() => return,
            () = shared.badges_changed.notified() => {}
        }
        {
            let Inner { world, hub, .. } = &mut *shared.lock();
            hub.tell_badges(world);
        }
        tokio::time::sleep(BADGE_PAUSE).await;
    }
}

/// Runs what happens by itself with time, even if no request comes.
pub async fn watch_the_clock(shared: Arc<Shared>) {
    let mut stopping = shared.stopping();
    loop {
        tokio::select! {
            () = stopping.wait() => return,
            () = tokio::time::sleep(CLOCK_PAUSE) => shared.world().catch_up(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Json(self.body())).into_response()
    }
}

impl IntoResponse for Complaint {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Json(json!({ "error": self.sentence }))).into_response()
    }
}
