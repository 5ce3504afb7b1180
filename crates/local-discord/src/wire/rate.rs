//! Limits, and what every answer says of them
//! (<https://docs.discord.com/developers/topics/rate-limits>).

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use axum::http::HeaderName;
use axum::response::Response;

use super::address::Address;
use super::faults::limited;
use super::{Inner, Shared};

/// What answers say of a limit that is not enforced: requests and seconds.
const UNENFORCED: (u32, f64) = (50, 1.0);

/// The limits that are enforced: messages, for each channel.
const MESSAGES: (&str, &str) = ("POST", "/channels/{channel}/messages");

/// A request that was counted against its limit.
pub struct Counted {
    pub headers: [(HeaderName, String); 5],
    /// Seconds to wait, if it was one too many.
    pub retry_after: Option<f64>,
}

impl Counted {
    /// The answer to one too many.
    pub fn refusal(&self) -> Response {
        limited(self.retry_after.unwrap_or_default(), false, 0)
    }
}

/// Counts a request for a route.
pub fn count(shared: &Shared, method: &str, route: &str, address: &Address) -> Counted {
    let channel = address.part("channel").parse();
    match channel {
        Ok(channel) if (method, route) == MESSAGES => {
            let Inner { world, windows, .. } = &mut *shared.lock();
            let limits = &world.limits;
            if limits.enforce_rate_limits {
                let length = Duration::from_millis(limits.window_ms);
                let window = windows.entry(channel).or_insert((Instant::now(), 0));
                if window.0.elapsed() >= length {
                    *window = (Instant::now(), 0);
                }
                let reset_after = length.saturating_sub(window.0.elapsed()).as_secs_f64();
                let most = limits.messages_per_window;
                let allowed = window.1 < most;
                window.1 += u32::from(allowed);
                let left = most.saturating_sub(window.1);
                let now_s = world.now_ms() as f64 / 1000.0;
                return Counted {
                    headers: headers(&bucket(method, route), (most, left), reset_after, now_s),
                    retry_after: (!allowed).then_some(reset_after),
                };
            }
        }
        _ => {}
    }
    fresh(shared, method, route)
}

/// The first request of a window whose limit is not enforced.
pub fn fresh(shared: &Shared, method: &str, route: &str) -> Counted {
    let (most, length_s) = UNENFORCED;
    let now_s = shared.lock().world.now_ms() as f64 / 1000.0;
    Counted {
        headers: headers(&bucket(method, route), (most, most - 1), length_s, now_s),
        retry_after: None,
    }
}

/// The limit of a route that is used up for so many seconds.
pub fn used_up(shared: &Shared, method: &str, route: &str, seconds: f64) -> Counted {
    let now_s = shared.lock().world.now_ms() as f64 / 1000.0;
    Counted {
        headers: headers(&bucket(method, route), (UNENFORCED.0, 0), seconds, now_s),
        retry_after: Some(seconds),
    }
}

/// Discord's name of a limit: the same for all requests of a route.
fn bucket(method: &str, route: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (method, route).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn headers(
    bucket: &str,
    (most, left): (u32, u32),
    reset_after: f64,
    now_s: f64,
) -> [(HeaderName, String); 5] {
    let header = HeaderName::from_static;
    [
        (header("x-ratelimit-limit"), most.to_string()),
        (header("x-ratelimit-remaining"), left.to_string()),
        (
            header("x-ratelimit-reset"),
            format!("{:.3}", now_s + reset_after),
        ),
        (
            header("x-ratelimit-reset-after"),
            format!("{reset_after:.3}"),
        ),
        (header("x-ratelimit-bucket"), bucket.to_owned()),
    ]
}
