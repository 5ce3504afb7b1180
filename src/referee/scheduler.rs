//! One task that sleeps until the earliest deadline in the store and has the referee judge it.

use std::time::Duration;

use super::{Gone, Referee};
use crate::store::{MatchId, StoreError};

/// How often the process notes that it is up. What it was away is known as exactly as this.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// A silence longer than this before a proof of life counts as an outage.
const SILENCE_MS: u64 = 5_000;
/// How often a sign of life is asked for while anybody's clock may run.
const PROOFS: Duration = Duration::from_secs(5);
/// How long to wait before what could not be stored is tried again.
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// In how many matches outages are given back at once.
const GIVEN_BACK_TOGETHER: usize = 8;

/// Runs until the referee is gone.
pub(super) async fn run(referee: Referee) {
    let beats = tokio::spawn(beat(referee.clone()));
    let proofs = tokio::spawn(prove(referee.clone()));
    let outages = tokio::spawn(give_back(referee.clone()));
    loop {
        match judge_next(&referee).await {
            Ok(()) => {}
            // Said where it happened.
            Err(Gone::NotStored(_)) => tokio::time::sleep(AFTER_FAILURE).await,
            Err(Gone::Ending) => break,
        }
    }
    beats.abort();
    proofs.abort();
    outages.abort();
}

async fn beat(referee: Referee) {
    loop {
        match referee.read(|core, now| core.beat(now)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!("the heartbeat could not be written: {error}"),
            Err(Gone::NotStored(_)) => {}
            Err(Gone::Ending) => return,
        }
        tokio::time::sleep(HEARTBEAT).await;
    }
}

/// Gives back noted outages in all open matches, some at a time so that nobody waits for it.
async fn give_back(referee: Referee) {
    loop {
        referee.outages.notified().await;
        let mut after = Some(MatchId(0));
        while let Some(from) = after {
            let given = referee.run(move |core, _| {
                let mut after = Some(from);
                for _ in 0..GIVEN_BACK_TOGETHER {
                    if let Some(id) = after {
                        after = core.give_back_next(id)?;
                    }
                }
                Ok::<_, StoreError>(after)
            });
            match given.await {
                Ok(Ok(next)) => after = next,
                Ok(Err(error)) => {
                    tracing::error!("outages cannot be given back: {error}");
                    tokio::time::sleep(AFTER_FAILURE).await;
                }
                Err(Gone::NotStored(_)) => tokio::time::sleep(AFTER_FAILURE).await,
                Err(Gone::Ending) => return,
            }
        }
    }
}

/// While anybody's clock may run, asks for a sign of life again and again; a silence is given back in every match.
async fn prove(referee: Referee) {
    loop {
        tokio::time::sleep(PROOFS).await;
        match referee.read(|core, _| core.any_due()).await {
            Ok(Ok(true)) => {}
            Ok(_) | Err(Gone::NotStored(_)) => continue,
            Err(Gone::Ending) => return,
        }
        let asked = referee.clock.now_ms();
        let before = referee.life.last_ms();
        referee.life.proved_since(asked).await;
        let proved = referee.life.last_ms();
        if proved.saturating_sub(asked) > SILENCE_MS {
            let noted = referee
                .read(move |core, now| core.note_outage(before, proved, now))
                .await;
            if let Ok(Err(error)) = noted {
                tracing::error!("an outage cannot be noted: {error}");
            }
            referee.outages.notify_one();
        }
    }
}

async fn judge_next(referee: &Referee) -> Result<(), Gone> {
    let changed = referee.dues.notified();
    let due = referee.read(|core, _| core.first_due()).await?;
    let due_ms = match due {
        Ok(Some((_, due_ms))) => due_ms,
        Ok(None) => {
            changed.await;
            return Ok(());
        }
        Err(error) => {
            tracing::error!("the deadlines cannot be read: {error}");
            tokio::time::sleep(AFTER_FAILURE).await;
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
        .run(move |core, now| {
            if let Some((from_ms, to_ms)) = outage {
                core.note_outage(from_ms, to_ms, now)?;
            }
            core.judge_due(proved, now)
        })
        .await?;
    if outage.is_some() {
        referee.outages.notify_one();
    }
    if let Err(error) = judged {
        tracing::error!("what is due cannot be judged: {error}");
        tokio::time::sleep(AFTER_FAILURE).await;
    }
    Ok(())
}
