//! Puts the clock forward, or makes it run faster.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::{Answer, Asked, told};
use crate::wire::shared::Shared;
use crate::world::Complaint;

/// The highest speed, in multiples of real time.
const FASTEST: f64 = 100.0;
/// The longest step forward: a year.
const FARTHEST_MS: u64 = 365 * 24 * 3600 * 1000;
/// How often a faster clock is put forward.
const TICK: Duration = Duration::from_millis(100);

/// What to do with the clock.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockChange {
    /// Put it forward by this many milliseconds.
    forward_ms: Option<u64>,
    /// Put it forward to the next time in a message (`<t:…>`).
    #[serde(default)]
    next: bool,
    /// The speed from now on, in multiples of real time: 1 to 100.
    speed: Option<f64>,
}

pub fn clock(shared: &Shared, _: Asked) -> Answer {
    told(shown(shared))
}

fn shown(shared: &Shared) -> Value {
    let (now_ms, next_ms) = {
        let world = shared.world();
        (world.now_ms(), world.next_named_ms())
    };
    json!({ "now_ms": now_ms, "next_ms": next_ms, "speed": shared.speed(),
        "can_be_set": shared.can_forward() })
}

pub fn set_clock(shared: &Shared, asked: Asked) -> Answer {
    let body: ClockChange = asked.body()?;
    if !shared.can_forward() {
        return Err(Complaint::new(409, "This clock cannot be set."));
    }
    if let Some(speed) = body.speed {
        if !(1.0..=FASTEST).contains(&speed) {
            return Err(Complaint::new(
                400,
                "The clock can run 1 to 100 times as fast as time.",
            ));
        }
        shared.set_speed(speed);
    }
    let to_next = if body.next {
        let world = shared.world();
        let none = || Complaint::new(409, "No message names a time in the future.");
        let next_ms = world.next_named_ms().ok_or_else(none)?;
        next_ms.saturating_sub(world.now_ms())
    } else {
        0
    };
    let by_ms = body.forward_ms.unwrap_or_default().max(to_next);
    if by_ms > FARTHEST_MS {
        return Err(Complaint::new(
            400,
            "The clock can move forward by a year at most.",
        ));
    }
    shared.forward(by_ms);
    told(shown(shared))
}

/// Puts the clock forward again and again while it should run faster.
pub async fn run_faster(shared: Arc<Shared>) {
    let mut stopping = shared.stopping();
    loop {
        tokio::select! {
            () = stopping.wait() => return,
            () = tokio::time::sleep(TICK) => {}
        }
        let more = TICK.mul_f64(shared.speed() - 1.0);
        shared.forward(more.as_millis() as u64);
    }
}
