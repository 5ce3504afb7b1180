//! The task that watches deadlines and the connection, as [`super::Watch`] says. It also ticks, so
//! that the process notices when it stood still.

use std::sync::PoisonError;
use std::time::Duration;

use super::liveness::TICK;
use super::{Referee, RefereeGone};

/// How long to wait when the database fails.
const TROUBLE: Duration = Duration::from_secs(1);

/// Runs until the referee is gone.
pub(super) async fn run(referee: Referee) {
    tokio::select! {
        () = looks(&referee) => {}
        () = ticks(&referee) => {}
    }
}

/// Ticks for ever.
async fn ticks(referee: &Referee) {
    loop {
        let clock = &referee.clock;
        referee.liveness.runs(clock.even_ms(), clock.now());
        tokio::time::sleep(TICK).await;
    }
}

async fn looks(referee: &Referee) {
    loop {
        match look(referee).await {
            Ok(()) => {}
            // Already logged where it happened.
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => {
                tokio::time::sleep(TROUBLE).await
            }
            Err(RefereeGone::Ending) => return,
        }
    }
}

async fn look(referee: &Referee) -> Result<(), RefereeGone> {
    let changed = referee.dues.notified();
    let proved = referee.liveness.proved();
    let watch = referee.watch.clone();
    let looked = referee.write(move |core, now| {
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.step(core, now)
    });
    let look = match looked.await? {
        Ok(look) => look,
        Err(error) => {
            tracing::error!("can't check the deadlines: {error}");
            tokio::time::sleep(TROUBLE).await;
            return Ok(());
        }
    };
    if look.judged {
        referee.outbox.notify_one();
        referee.roles.notify_one();
    }
    for shard in look.ask {
        referee.liveness.want(shard);
    }
    tokio::select! {
        () = referee.clock.sleep_until(look.again_ms) => {}
        () = changed => {}
        () = proved, if look.waits => {}
    }
    Ok(())
}
