//! Limits of requests, and the headers about them in every answer
//! (<https://docs.discord.com/developers/topics/rate-limits>). They apply if the world's limits say
//! so. Windows are in real time, because bots wait in real time.

use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Json, Response};
use serde_json::json;

use super::shared::{Inner, Shared};
use super::windows::{Asking, Counted, Scope, bucket_of, headers};
use crate::world::Id;

/// The limit that answers name if none is enforced: requests and seconds.
const UNENFORCED: (u32, f64) = (50, 1.0);

/// Discord's code if an application has created too many commands in a day.
const TOO_MANY_CREATES: u32 = 30034;

/// Counts a request.
pub fn count(shared: &Shared, asking: &Asking<'_>) -> Counted {
    let Inner { world, windows, .. } = &mut *shared.lock();
    let now_s = world.now_ms() as f64 / 1000.0;
    if !world.limits.enforce_rate_limits {
        return unenforced(bucket_of(asking.method, asking.route), now_s, None);
    }
    windows.count(asking, &world.limits, now_s)
}

/// The answer if it was one too many.
pub fn refusal(counted: &Counted) -> Option<Response> {
    let (seconds, scope) = counted.exceeds?;
    Some(limited(seconds, scope, 0))
}

/// Counts commands that an application is about to create. Returns the refusal if they are too
/// many.
pub fn count_creates(
    shared: &Shared,
    application: Id,
    guild: Option<Id>,
    new: usize,
) -> Option<Response> {
    let Inner { world, windows, .. } = &mut *shared.lock();
    let (limits, new) = (&world.limits, u32::try_from(new).unwrap_or(u32::MAX));
    if !limits.enforce_rate_limits || new == 0 {
        return None;
    }
    let left_s = windows.create(application, guild, new, limits)?;
    Some(limited(left_s, Scope::User, TOO_MANY_CREATES))
}

/// The answer to every request after too many invalid ones. A proxy in front of Discord gives it,
/// so it isn't Discord's JSON (Discord documentation, "Invalid Request Limit").
pub fn shut_out(shared: &Shared) -> Option<Response> {
    let Inner { world, windows, .. } = &mut *shared.lock();
    let left_s = windows.shut_out(&world.limits)?;
    let wait = [("retry-after", left_s.ceil().to_string())];
    Some((StatusCode::TOO_MANY_REQUESTS, wait, "error code: 1015").into_response())
}

/// Counts the request as invalid if its answer says so.
pub fn count_invalid(shared: &Shared, answer: &Response) {
    let is_shared = || {
        let scope = answer.headers().get("x-ratelimit-scope");
        scope.is_some_and(|scope| scope == "shared")
    };
    if matches!(answer.status().as_u16(), 401 | 403 | 429) && !is_shared() {
        let Inner { world, windows, .. } = &mut *shared.lock();
        windows.count_invalid(&world.limits);
    }
}

/// Discord's refusal of a request that came too fast: the seconds to wait, the limit, and Discord's
/// code, 0 for most limits
/// (<https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit>).
pub fn limited(seconds: f64, scope: Scope, code: u32) -> Response {
    let (name, words) = match scope {
        Scope::User => ("user", "You are being rate limited."),
        Scope::Global => ("global", "You are being rate limited."),
        Scope::Shared => ("shared", "The resource is being rate limited."),
    };
    let global = scope == Scope::Global;
    // Discord writes seconds with three decimals.
    let seconds = (seconds * 1000.0).ceil() / 1000.0;
    let headers = [
        ("retry-after", seconds.ceil().to_string()),
        ("x-ratelimit-scope", name.to_owned()),
    ];
    let everywhere = global.then_some([("x-ratelimit-global", "true")]);
    let words = match code {
        TOO_MANY_CREATES => {
            "Max number of daily application command creates has been reached (200)"
        }
        _ => words,
    };
    let mut body = json!({ "message": words, "retry_after": seconds, "global": global });
    if code != 0 {
        body["code"] = json!(code);
    }
    let answer = (StatusCode::TOO_MANY_REQUESTS, headers, Json(body));
    match everywhere {
        Some(everywhere) => (everywhere, answer).into_response(),
        None => answer.into_response(),
    }
}

/// The headers for a limit that nobody counts, with how many seconds it lasts.
pub fn said(
    shared: &Shared,
    method: &str,
    route: &str,
    used_up: Option<f64>,
) -> Vec<(HeaderName, String)> {
    let now_s = shared.lock().world.now_ms() as f64 / 1000.0;
    unenforced(bucket_of(method, route), now_s, used_up).headers
}

fn unenforced(bucket: String, now_s: f64, used_up: Option<f64>) -> Counted {
    let (most, length_s) = UNENFORCED;
    let standing = match used_up {
        Some(seconds) => (most, 0, seconds),
        None => (most, most - 1, length_s),
    };
    Counted {
        headers: headers(&bucket, standing, now_s),
        exceeds: None,
    }
}
