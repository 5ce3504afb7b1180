//! Retries: a request that Discord limits or does not answer is repeated for as long as somebody
//! can wait.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use serde::de::{DeserializeOwned, IgnoredAny};
use tokio::sync::Notify;

use super::{Call, Failure, Rest};
use crate::discord::created_ms;
use crate::referee::postal::codes;

/// How long a request is retried. The asker has been told by then that it takes a while.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long Discord waits for the answer to an interaction (Discord documentation, "Receiving and
/// Responding to Interactions").
const ANSWER_WITHIN_MS: u64 = 3_000;
/// The pause before the first retry, if Discord does not say how long. It doubles each time, up to
/// sixteen times.
const FIRST_PAUSE: Duration = Duration::from_millis(150);
const MAX_DOUBLED: u32 = 4;
/// After this long, somebody who waits is told that the answer takes a while.
pub const SLOW: Duration = Duration::from_millis(1_200);

tokio::task_local! {
    /// Notified when this task's work has to wait for Discord.
    static WAITS: Arc<Notify>;
}

/// Does work that somebody waits for. If it has to wait for Discord, runs `defer` once, at the
/// same time: that tells them that it takes a while.
pub async fn with_deferral<T>(work: impl Future<Output = T>, defer: impl Future<Output = ()>) -> T {
    let waits = Arc::new(Notify::new());
    let work = WAITS.scope(waits.clone(), work);
    let mut work = std::pin::pin!(work);
    tokio::select! {
        biased;
        done = &mut work => return done,
        () = waits.notified() => {}
    }
    let (done, ()) = tokio::join!(work, defer);
    done
}

/// Has [`with_deferral`] tell the asker that this takes a while.
pub fn request_deferral() {
    // Outside of [`with_deferral`], nobody is waiting.
    let _ = WAITS.try_with(|waits| waits.notify_one());
}

/// How often something was tried, and until when to try.
struct Tries {
    until: Instant,
    made: u32,
}

impl Tries {
    fn until(until: Instant) -> Tries {
        Tries { until, made: 0 }
    }

    /// How long to wait before the next try after a failure; None: give up.
    fn pause(&mut self, failure: &Failure, now: Instant) -> Option<Duration> {
        if !failure.is_passing() {
            return None;
        }
        let pause = match failure {
            Failure::Limited { wait_ms, .. } => Duration::from_millis((*wait_ms).max(1)),
            _ => FIRST_PAUSE * (1 << self.made.min(MAX_DOUBLED)),
        };
        self.made += 1;
        (now + pause < self.until).then_some(pause)
    }
}

impl Rest {
    /// Makes a request. Retries for a while if Discord sets a limit, is in trouble or does not
    /// answer. Requests that create something need a nonce, so that they create it only once.
    ///
    /// # Errors
    /// Why it failed in the end.
    pub async fn ask<T: DeserializeOwned>(&self, call: &Call<'_>) -> Result<T, Failure> {
        let mut tries = Tries::until(Instant::now() + PATIENCE);
        loop {
            self.wait_for_limits(call, &tries).await?;
            let asked = self.once(call);
            let mut asked = std::pin::pin!(asked);
            let reply = tokio::select! {
                reply = &mut asked => reply,
                () = tokio::time::sleep(SLOW) => {
                    request_deferral();
                    asked.await
                }
            };
            let failure = match reply {
                Ok(reply) => return Ok(reply.value),
                Err(failure) => failure,
            };
            let Some(pause) = tries.pause(&failure, Instant::now()) else {
                return Err(failure);
            };
            request_deferral();
            tokio::time::sleep(pause).await;
        }
    }

    /// As [`Rest::ask`], for a request that creates something and has no nonce: a second one would
    /// create a second thing. So before each try, what an earlier one has created, perhaps in an
    /// earlier life of the program, is looked for: `list` asks for all that there are.
    ///
    /// # Errors
    /// Why it failed in the end.
    pub async fn create<T: DeserializeOwned>(
        &self,
        call: &Call<'_>,
        list: &Call<'_>,
        is_it: impl Fn(&T) -> bool,
    ) -> Result<T, Failure> {
        let mut tries = Tries::until(Instant::now() + PATIENCE);
        loop {
            let there: Vec<T> = self.ask(list).await?;
            if let Some(found) = there.into_iter().find(&is_it) {
                return Ok(found);
            }
            self.wait_for_limits(call, &tries).await?;
            let failure = match self.once(call).await {
                Ok(reply) => return Ok(reply.value),
                Err(failure) => failure,
            };
            request_deferral();
            match tries.pause(&failure, Instant::now()) {
                Some(pause) => tokio::time::sleep(pause).await,
                // What was created by the last try is found by the next request for it.
                None => return Err(failure),
            }
        }
    }

    /// As [`Rest::ask`], for requests without an answer.
    ///
    /// # Errors
    /// Why it failed.
    pub async fn tell(&self, call: &Call<'_>) -> Result<(), Failure> {
        self.ask::<IgnoredAny>(call).await.map(drop)
    }

    /// Waits until the known limits allow a request.
    async fn wait_for_limits(&self, call: &Call<'_>, tries: &Tries) -> Result<(), Failure> {
        loop {
            let until = {
                let limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
                limits.until(call)
            };
            let now = Instant::now();
            let Some((until, global)) = until.filter(|(until, _)| *until > now) else {
                return Ok(());
            };
            if until >= tries.until {
                return Err(Failure::Limited {
                    wait_ms: (until - now).as_millis() as u64,
                    global,
                    code: 0,
                });
            }
            request_deferral();
            tokio::time::sleep(until - now).await;
        }
    }

    /// Gives the first answer to an interaction. Retries within the three seconds for which Discord
    /// waits.
    ///
    /// # Errors
    /// Why Discord did not take it.
    pub async fn answer(&self, interaction: u64, call: &Call<'_>) -> Result<(), Failure> {
        let due_ms = created_ms(interaction) + ANSWER_WITHIN_MS;
        let left_ms = due_ms.since(self.referee.clock.now());
        let left = Duration::from_millis(left_ms.min(ANSWER_WITHIN_MS));
        let mut tries = Tries::until(Instant::now() + left);
        let mut doubtful = false;
        loop {
            let failure = match self.once::<IgnoredAny>(call).await {
                Ok(_) => return Ok(()),
                // An earlier try worked, and only its answer was lost.
                Err(failure) if doubtful && failure.code() == codes::ANSWERED_BEFORE => {
                    return Ok(());
                }
                Err(failure) => failure,
            };
            doubtful |= failure.is_doubtful();
            let Some(pause) = tries.pause(&failure, Instant::now()) else {
                return Err(failure);
            };
            tokio::time::sleep(pause).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(wait_ms: u64, global: bool) -> Failure {
        Failure::Limited {
            wait_ms,
            global,
            code: 0,
        }
    }

    fn refused(status: u16) -> Failure {
        Failure::Refused {
            status,
            code: 0,
            said: String::new(),
        }
    }

    #[test]
    fn a_second_try_waits_as_discord_says_but_not_past_its_deadline() {
        let now = Instant::now();
        let within = |ms| Tries::until(now + Duration::from_millis(ms));
        for (ms, failure, expected) in [
            (3_000, limited(700, false), Some(700)),
            (3_000, limited(3_000, false), None),
            (3_000, refused(503), Some(150)),
            (100, refused(503), None),
            (3_000, refused(400), None),
            (3_000, Failure::NoAnswer(String::new()), Some(150)),
        ] {
            let pause = within(ms).pause(&failure, now);
            assert_eq!(
                pause.map(|pause| pause.as_millis()),
                expected,
                "{failure:?}"
            );
        }
        let mut tries = within(60_000);
        let pauses: Vec<u128> = (0..7)
            .filter_map(|_| tries.pause(&refused(500), now))
            .map(|pause| pause.as_millis())
            .collect();
        assert_eq!(pauses, [150, 300, 600, 1_200, 2_400, 2_400, 2_400]);
    }
}
