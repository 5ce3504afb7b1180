//! One task that sleeps until the earliest deadline in the store and has the referee judge it.

use std::time::Duration;

use super::{Gone, Referee};

/// How often the process notes that it is up. What it was away is known as exactly as this.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// A silence longer than this before a proof of life counts as an outage.
const SILENCE_MS: u64 = 5_000;
/// How often a sign of life is asked for while a match is live.
const PROOFS: Duration = Duration::from_secs(5);
/// How long a match whose deadlines cannot be judged is left alone, so that it holds up no other.
const PUT_OFF_MS: u64 = 60_000;

/// Runs until the referee is gone.
pub(super) async fn run(referee: Referee) {
    let beats = tokio::spawn(beat(referee.clone()));
    let proofs = tokio::spawn(prove(referee.clone()));
    while judge_next(&referee).await.is_ok() {}
    beats.abort();
    proofs.abort();
}

async fn beat(referee: Referee) {
    loop {
        match referee.read(|core, now| core.beat(now)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!("the heartbeat could not be written: {error}"),
            Err(Gone) => return,
        }
        tokio::time::sleep(HEARTBEAT).await;
    }
}

/// While a match is live, asks for a sign of life again and again; a silence is given back in every match.
async fn prove(referee: Referee) {
    loop {
        tokio::time::sleep(PROOFS).await;
        match referee.read(|core, _| core.any_live()).await {
            Ok(true) => {}
            Ok(false) => continue,
            Err(Gone) => return,
        }
        let asked = referee.clock.now_ms();
        let before = referee.life.last_ms();
        referee.life.proved_since(asked).await;
        let proved = referee.life.last_ms();
        if proved.saturating_sub(asked) > SILENCE_MS {
            let credited = referee
                .run(move |core, now| core.credit(before, proved, now))
                .await;
            if let Ok(Err(error)) = credited {
                tracing::error!("an outage cannot be given back: {error}");
            }
        }
    }
}

async fn judge_next(referee: &Referee) -> Result<(), Gone> {
    let changed = referee.dues.notified();
    let due = referee.read(|core, _| core.first_due()).await?;
    let (match_id, due_ms) = match due {
        Ok(Some(due)) => due,
        Ok(None) => {
            changed.await;
            return Ok(());
        }
        Err(error) => {
            tracing::error!("the deadlines cannot be read: {error}");
            tokio::time::sleep(Duration::from_secs(1)).await;
            return Ok(());
        }
    };
    tokio::select! {
        () = referee.clock.sleep_until(due_ms) => {}
        () = changed => return Ok(()),
    }
    // Between the deadline and the grace's end something must have come over the connection.
    let before = referee.life.last_ms();
    referee.life.proved_since(due_ms).await;
    let proved = referee.life.last_ms();
    let outage = (proved.saturating_sub(due_ms) > SILENCE_MS).then_some((before, proved));
    let judged = referee
        .run(move |core, now| core.judge(match_id, now, outage))
        .await?;
    if let Err(error) = judged {
        tracing::error!("match {match_id}: what was due could not be judged: {error}");
        let put_off = referee
            .read(move |core, now| core.put_off(match_id, now + PUT_OFF_MS))
            .await?;
        if let Err(error) = put_off {
            tracing::error!("the deadlines cannot be written: {error}");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
    Ok(())
}
