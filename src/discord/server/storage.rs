//! Makes backups by itself, and tells hosts when that fails, or when nothing can be stored. This is
//! no post: a post is stored first.

use std::sync::Arc;

use serenity::all::{CreateMessage, UserId};

use crate::discord::{Data, Fault};
use crate::store::Backups;
use crate::words;

/// A failure that is over sooner needs no message.
const LASTS_MS: u64 = 10_000;
/// A disk that is nearly full fails again and again: hosts are told at most this often.
const APART_MS: u64 = 600_000;

/// How long after a failed backup the next one is tried.
const TRY_AGAIN_MS: u64 = 60 * 60 * 1000;

/// Makes backups for as long as the bot runs.
pub async fn back_up(data: Data, backups: Arc<Backups>) {
    let clock = &data.referee.clock;
    while let Some(due_ms) = backups.due_ms() {
        clock.sleep_until(due_ms).await;
        let (now_ms, before) = (clock.now_ms(), backups.failed());
        let making = backups.clone();
        match tokio::task::spawn_blocking(move || making.make(now_ms)).await {
            Ok(Ok(made)) => tracing::info!("made the backup {}", made.display()),
            Ok(Err(error)) => {
                tracing::error!("no backup was made: {error}");
                if let (None, Some(why)) = (before, backups.failed())
                    && let Err(error) = tell_hosts(&data, words::hosts_no_backup(&why)).await
                {
                    tracing::error!("can't tell the hosts that there's no backup: {error}");
                }
                clock.sleep_until(now_ms + TRY_AGAIN_MS).await;
            }
            // The program is ending, or it panicked, which ends it.
            Err(_) => return,
        }
    }
}

/// Tells hosts that nothing can be stored, for as long as the referee runs.
pub async fn run(data: Data) {
    let mut unstored = data.referee.unstored.clone();
    while unstored.wait_for(Option::is_some).await.is_ok() {
        let clock = &data.referee.clock;
        tokio::select! {
            _ = unstored.wait_for(Option::is_none) => continue,
            () = clock.sleep_until(clock.now_ms() + LASTS_MS) => {}
        }
        let why = unstored.borrow().clone();
        let Some(why) = why else { continue };
        match tell_hosts(&data, words::hosts_cannot_store(&why)).await {
            Ok(()) => clock.sleep_until(clock.now_ms() + APART_MS).await,
            // It is tried again while nothing can be stored.
            Err(error) => {
                tracing::error!("can't tell the hosts that nothing can be stored: {error}");
            }
        }
    }
}

/// Tells the hosts of open matches something about the machine, by direct message.
async fn tell_hosts(data: &Data, said: String) -> Result<(), Fault> {
    let message = CreateMessage::new().content(said);
    for host in data.stored(|tx| tx.hosts_of_open_matches()).await? {
        let sent = match data.rest.direct(UserId::from(host)).await {
            Ok(direct) => data.rest.post(direct, &message).await,
            Err(error) => Err(error),
        };
        if let Err(error) = sent {
            tracing::warn!("can't tell a host about the machine: {error}");
        }
    }
    Ok(())
}
