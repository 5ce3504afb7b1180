//! One task that looks after the deadlines and the connection, as [`Watch`] says.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::watch::Watch;
use super::{Gone, Referee};

/// How long it waits when the database fails.
const TROUBLE: Duration = Duration::from_secs(1);

/// Runs until the referee is gone.
pub(super) async fn run(referee: Referee, watch: Arc<Mutex<Watch>>) {
    let mut proved_ms = 0;
    while let Ok(last_ms) = look(&referee, &watch, proved_ms).await {
        proved_ms = last_ms;
    }
}

/// One look; what comes back is the sign of life that was taken note of.
async fn look(referee: &Referee, watch: &Arc<Mutex<Watch>>, proved_ms: u64) -> Result<u64, Gone> {
    let changed = referee.dues.notified();
    let proved = referee.life.proved();
    let last_ms = referee.life.last_ms();
    let watch = watch.clone();
    let looked = referee
        .read(move |core, now| {
            let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
            if last_ms != proved_ms {
                watch.proved(core, last_ms.min(now))?;
            }
            watch.look(core, now)
        })
        .await?;
    let look = match looked {
        Ok(looked) => looked,
        Err(error) => {
            tracing::error!("the deadlines cannot be looked after: {error}");
            tokio::time::sleep(TROUBLE).await;
            return Ok(proved_ms);
        }
    };
    if look.judged || last_ms != proved_ms {
        referee.outbox.notify_one();
    }
    if look.ask {
        referee.life.want();
    }
    tokio::select! {
        () = referee.clock.sleep_until(look.again_ms) => {}
        () = changed => {}
        () = proved, if look.waits => {}
    }
    Ok(last_ms)
}
