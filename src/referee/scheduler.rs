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
        () = check_for_ever(&referee) => {}
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

async fn check_for_ever(referee: &Referee) {
    loop {
        match check_deadlines(referee).await {
            Ok(()) => {}
            // Already logged where it happened.
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => {
                tokio::time::sleep(TROUBLE).await
            }
            Err(RefereeGone::Ending) => return,
        }
    }
}

async fn check_deadlines(referee: &Referee) -> Result<(), RefereeGone> {
    let changed = referee.dues.notified();
    let proved = referee.liveness.proved();
    let watch = referee.watch.clone();
    let looked = referee.write(move |core, now| {
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.step(core, now)
    });
    let checked = match looked.await? {
        Ok(checked) => checked,
        Err(error) => {
            tracing::error!("can't check the deadlines: {error}");
            tokio::time::sleep(TROUBLE).await;
            return Ok(());
        }
    };
    if checked.judged {
        referee.outbox.notify_one();
        referee.roles.notify_one();
    }
    for shard in checked.ask {
        referee.liveness.want(shard);
    }
    tokio::select! {
        () = referee.clock.sleep_until(checked.again_ms) => {}
        () = changed => {}
        () = proved, if checked.waits => {}
    }
    Ok(())
}
