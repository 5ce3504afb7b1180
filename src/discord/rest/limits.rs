//! Known rate limits, and until when they last.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use reqwest::Method;
use serenity::http::RatelimitingBucket;

use super::{Call, Failure, Reply};
use crate::referee::postal::codes;

/// How many limits are remembered.
const MAX_KNOWN: usize = 1_000;

/// Discord's known limits for all requests except answers to interactions.
#[derive(Default)]
pub struct Limits {
    all_until: Option<Instant>,
    buckets: HashMap<(Method, RatelimitingBucket), Instant>,
}

impl Limits {
    /// Notes how long requests of this kind have to wait.
    pub fn note<T>(&mut self, call: &Call<'_>, reply: &Result<Reply<T>, Failure>, now: Instant) {
        let (wait_ms, global) = match reply {
            Ok(Reply { rest_ms, .. }) => (*rest_ms, false),
            // The limit on edits of old messages does not affect new ones.
            Err(Failure::Limited { code, .. }) if *code == codes::OLD_EDITS => return,
            Err(Failure::Limited {
                wait_ms, global, ..
            }) => (*wait_ms, *global),
            Err(_) => return,
        };
        let until = now + Duration::from_millis(wait_ms);
        if wait_ms == 0 || call.is_answer() {
            return;
        }
        if global {
            self.all_until = self.all_until.max(Some(until));
            return;
        }
        if self.buckets.len() >= MAX_KNOWN {
            self.buckets.retain(|_, until| *until > now);
        }
        self.buckets.insert(key(call), until);
    }

    /// Until when a request has to wait, and whether for a global limit; None if it may be made
    /// now.
    pub fn until(&self, call: &Call<'_>) -> Option<(Instant, bool)> {
        if call.is_answer() {
            return None;
        }
        let all = self.all_until.map(|until| (until, true));
        let own = self.buckets.get(&key(call)).map(|until| (*until, false));
        all.max(own)
    }
}

fn key(call: &Call<'_>) -> (Method, RatelimitingBucket) {
    let bucket = call.route.ratelimiting_bucket();
    (call.method.reqwest_method(), bucket)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::all::{ChannelId, LightMethod, Route};

    fn limited(wait_ms: u64, global: bool) -> Failure {
        Failure::Limited {
            wait_ms,
            global,
            code: 0,
        }
    }

    #[test]
    fn a_limit_holds_its_route_and_a_global_one_all_but_answers() {
        let now = Instant::now();
        let posting = |channel| {
            let channel_id = ChannelId::new(channel);
            Call::of(LightMethod::Post, Route::ChannelMessages { channel_id })
        };
        let answering = Call::of(
            LightMethod::Post,
            Route::InteractionResponse {
                interaction_id: 1.into(),
                token: "x",
            },
        );
        let mut limits = Limits::default();
        limits.note::<()>(&posting(1), &Err(limited(500, false)), now);
        let waits = |limits: &Limits, call: &Call<'_>| {
            limits
                .until(call)
                .map(|(until, _)| (until - now).as_millis())
        };
        assert_eq!(waits(&limits, &posting(1)), Some(500));
        assert_eq!(waits(&limits, &posting(2)), None);
        limits.note::<()>(&posting(2), &Err(limited(900, true)), now);
        assert_eq!(waits(&limits, &posting(1)), Some(900));
        assert_eq!(waits(&limits, &posting(3)), Some(900));
        assert_eq!(waits(&limits, &answering), None);
    }
}
