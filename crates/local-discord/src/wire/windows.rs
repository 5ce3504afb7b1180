//! Counts requests in windows of time, by route and by who asks.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use axum::http::HeaderName;
use serde_json::Value;

use super::address::Address;
use crate::world::{Id, Limits};

/// Bucket, the start of its routes' method and path, requests and seconds. Discord tells its limits
/// only in headers, since they change; people have measured these.
#[rustfmt::skip]
const MEASURED: &[(&str, &str, u32, f64)] = &[
    ("send", "POST /channels/{channel}/messages", 5, 5.0),
    ("edit", "PATCH /channels/{channel}/messages/", 5, 5.0),
    ("delete", "DELETE /channels/{channel}/messages/{message}", 5, 1.0),
    // discord-api-docs, issue 182.
    ("react", "PUT /channels/{channel}/messages/{message}/reactions/", 1, 0.25),
    ("react", "DELETE /channels/{channel}/messages/{message}/reactions/", 1, 0.25),
    // discord-api-docs, issue 1900.
    ("channel", "PATCH /channels/{channel}", 5, 15.0),
    ("type", "POST /channels/{channel}/typing", 5, 5.0),
    // discord-api-docs, issue 6753.
    ("webhook", "POST /webhooks/", 5, 2.0),
    ("webhook", "GET /webhooks/", 5, 2.0),
    ("webhook", "PATCH /webhooks/", 5, 2.0),
    ("webhook", "DELETE /webhooks/", 5, 2.0),
    ("members", "GET /guilds/{guild}/members", 10, 10.0),
    ("direct", "POST /users/@me/channels", 10, 10.0),
];
/// The limit of all other routes.
const OTHERS: (u32, f64) = (5, 1.0);
/// How often a channel's name or topic can be changed, by all bots together, in seconds
/// (discord-api-docs, issues 1900 and 2190). No header announces this limit.
const RENAMES: (u32, f64) = (2, 600.0);
/// With more windows than this, those that are over are forgotten.
const MAX_KEPT: usize = 1_000;
/// The window for all requests of a bot, in seconds.
const GLOBAL_S: f64 = 1.0;
const IDENTIFY_S: f64 = 5.0;
const DAY_S: f64 = 86_400.0;
/// The window for invalid requests, in seconds.
const INVALID_S: f64 = 600.0;

/// Whose limit it is that was exceeded (`X-RateLimit-Scope`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// A bot's, on one route.
    User,
    /// A bot's, on all routes together.
    Global,
    /// The channel's or server's, no matter who asks.
    Shared,
}

/// How many requests came in a window of time.
struct Window {
    began: Instant,
    length: Duration,
    asked: u32,
}

/// The state of a window after a request.
struct Standing {
    most: u32,
    left: u32,
    /// Seconds until it is over.
    reset_after: f64,
    allowed: bool,
}

impl Window {
    /// A window of this many seconds, scaled by `Limits::window_share`.
    fn new(seconds: f64, limits: &Limits) -> Window {
        let length = Duration::try_from_secs_f64(seconds * limits.window_share);
        Window {
            began: Instant::now(),
            length: length.unwrap_or_default(),
            asked: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.began.elapsed() >= self.length
    }

    fn count(&mut self, most: u32) -> Standing {
        if self.is_over() {
            (self.began, self.asked) = (Instant::now(), 0);
        }
        let allowed = self.asked < most;
        self.asked += u32::from(allowed);
        Standing {
            most,
            left: most - self.asked.min(most),
            reset_after: self.left_s(),
            allowed,
        }
    }

    fn left_s(&self) -> f64 {
        self.length
            .saturating_sub(self.began.elapsed())
            .as_secs_f64()
    }
}

/// All counters. The key is the bot's application; None is a request without a token.
#[derive(Default)]
pub struct Windows {
    /// By application, bucket, and the channel, server, webhook or interaction in the address.
    routes: HashMap<(Option<Id>, String, String), Window>,
    renames: HashMap<String, Window>,
    global: HashMap<Option<Id>, Window>,
    invalid: Option<Window>,
    identifies: HashMap<Id, Window>,
    /// Per day: sessions of each application, and commands that it created in a server or for all.
    sessions: HashMap<Id, Window>,
    creates: HashMap<(Id, Option<Id>), Window>,
}

/// A request that was counted against its limits.
pub struct Counted {
    /// The answer's headers about its route's limit; none if the global limit refuses it.
    pub headers: Vec<(HeaderName, String)>,
    /// If it was one too many: seconds to wait, and which limit.
    pub exceeds: Option<(f64, Scope)>,
}

/// What limits need to know of a request.
pub struct Asking<'a> {
    pub method: &'a str,
    pub route: &'static str,
    pub address: &'a Address,
    /// Its JSON, if it has any.
    pub body: Option<&'a Value>,
    /// Whose it is; None without a token.
    pub application: Option<Id>,
}

impl Asking<'_> {
    /// The bucket, and its limit: requests and seconds.
    fn limit(&self) -> (String, u32, f64) {
        let request = format!("{} {}", self.method, self.route);
        let measured = MEASURED.iter().filter(|(_, start, ..)| {
            // A start without a slash at its end is a whole route.
            if start.ends_with('/') {
                request.starts_with(start)
            } else {
                request == *start
            }
        });
        // The longest is the most specific.
        match measured.max_by_key(|(_, start, ..)| start.len()) {
            Some((bucket, _, most, seconds)) => (bucket_of("", bucket), *most, *seconds),
            None => (bucket_of(self.method, self.route), OTHERS.0, OTHERS.1),
        }
    }

    /// The channel, server or webhook that has its own count of this limit (Discord documentation,
    /// "Rate Limits", "top-level resources").
    fn resource(&self) -> String {
        let parts = ["channel", "guild", "webhook", "application", "interaction"];
        let ids = parts.map(|name| self.address.part(name));
        let first = ids.into_iter().find(|id| !id.is_empty());
        let token = self.address.part("token");
        format!("{}/{token}", first.unwrap_or_default())
    }

    /// Whether it answers an interaction: such requests don't count against the global limit
    /// (Discord documentation, "Global Rate Limit").
    fn is_answer(&self) -> bool {
        self.route.starts_with("/interactions/")
            || self.route.starts_with("/webhooks/{application}/{token}")
    }

    fn renames(&self) -> bool {
        let names = |body: &Value| body.get("name").or(body.get("topic")).is_some();
        (self.method, self.route) == ("PATCH", "/channels/{channel}")
            && self.body.is_some_and(names)
    }
}

impl Windows {
    pub fn count(&mut self, asking: &Asking<'_>, limits: &Limits, now_s: f64) -> Counted {
        if !asking.is_answer() {
            let window = window(&mut self.global, asking.application, GLOBAL_S, limits);
            let global = window.count(limits.global_per_second);
            if !global.allowed {
                return Counted {
                    headers: Vec::new(),
                    exceeds: Some((global.reset_after, Scope::Global)),
                };
            }
        }
        if self.routes.len() >= MAX_KEPT {
            self.routes.retain(|_, window| !window.is_over());
        }
        let (bucket, most, seconds) = asking.limit();
        let resource = asking.resource();
        let renamed = resource.clone();
        let place = (asking.application, bucket.clone(), resource);
        let count = window(&mut self.routes, place, seconds, limits).count(most);
        let mut exceeds = (!count.allowed).then_some((count.reset_after, Scope::User));
        if exceeds.is_none() && asking.renames() {
            let (most, seconds) = RENAMES;
            let count = window(&mut self.renames, renamed, seconds, limits).count(most);
            exceeds = (!count.allowed).then_some((count.reset_after, Scope::Shared));
        }
        let standing = (count.most, count.left, count.reset_after);
        Counted {
            headers: headers(&bucket, standing, now_s),
            exceeds,
        }
    }

    /// Counts commands that an application is about to create. If they are too many, returns the
    /// seconds until more can be created.
    pub fn create(
        &mut self,
        application: Id,
        guild: Option<Id>,
        new: u32,
        limits: &Limits,
    ) -> Option<f64> {
        let window = window(&mut self.creates, (application, guild), DAY_S, limits);
        if window.is_over() {
            *window = Window::new(DAY_S, limits);
        }
        let all = window.asked.saturating_add(new);
        if all > limits.commands_per_day {
            return Some(window.left_s());
        }
        window.asked = all;
        None
    }

    /// For how many more seconds nobody gets an answer after too many invalid requests; None if
    /// people do.
    pub fn shut_out(&self, limits: &Limits) -> Option<f64> {
        let window = self.invalid.as_ref()?;
        let shut = limits.enforce_rate_limits
            && !window.is_over()
            && window.asked >= limits.invalid_requests;
        shut.then(|| window.left_s())
    }

    pub fn count_invalid(&mut self, limits: &Limits) {
        let new = || Window::new(INVALID_S, limits);
        self.invalid.get_or_insert_with(new).count(u32::MAX);
    }

    /// How many sessions a bot may still start today, and the seconds until the day is over.
    pub fn sessions_left(&self, application: Id, limits: &Limits) -> (u32, f64) {
        let window = self.sessions.get(&application);
        match window.filter(|window| limits.enforce_rate_limits && !window.is_over()) {
            Some(day) => (
                limits.identifies_per_day.saturating_sub(day.asked),
                day.left_s(),
            ),
            None => (limits.identifies_per_day, DAY_S),
        }
    }

    /// Counts a session that a bot starts. Returns whether the day's limit allows it.
    pub fn begins_session(&mut self, application: Id, limits: &Limits) -> bool {
        let window = window(&mut self.sessions, application, DAY_S, limits);
        !limits.enforce_rate_limits || window.count(limits.identifies_per_day).allowed
    }

    /// Whether a bot may identify now: once in five seconds (Discord documentation, "Gateway",
    /// "Rate Limiting"; `max_concurrency` is 1).
    pub fn may_identify(&mut self, application: Id, limits: &Limits) -> bool {
        let window = window(&mut self.identifies, application, IDENTIFY_S, limits);
        !limits.enforce_rate_limits || window.count(1).allowed
    }
}

/// The window of time that is kept for a key, or a new one.
fn window<'a, K: Eq + Hash>(
    windows: &'a mut HashMap<K, Window>,
    key: K,
    seconds: f64,
    limits: &Limits,
) -> &'a mut Window {
    let entry = windows.entry(key);
    entry.or_insert_with(|| Window::new(seconds, limits))
}

/// Discord's name of a limit: the same for all requests of a route.
pub fn bucket_of(method: &str, route: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (method, route).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The headers about a limit: how many requests it allows, how many are left, and the seconds until
/// all are there again.
pub fn headers(
    bucket: &str,
    (most, left, reset_after): (u32, u32, f64),
    now_s: f64,
) -> Vec<(HeaderName, String)> {
    let values = [
        ("x-ratelimit-limit", most.to_string()),
        ("x-ratelimit-remaining", left.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", now_s + reset_after)),
        ("x-ratelimit-reset-after", format!("{reset_after:.3}")),
        ("x-ratelimit-bucket", bucket.to_owned()),
    ];
    values
        .map(|(name, value)| (HeaderName::from_static(name), value))
        .into()
}
