//! Makes backups by itself, and tells hosts when that fails, when the disk is almost full, or when
//! nothing can be stored. This is no post: a post is stored first.

use std::sync::Arc;

use serenity::all::{CreateMessage, UserId};

use crate::discord::{Data, Result};
use crate::store::Backups;
use crate::words;

/// A failure that is over sooner needs no message.
const LASTS_MS: u64 = 10_000;
/// A disk that is nearly full fails again and again: hosts are told at most this often.
const APART_MS: u64 = 600_000;

/// How often the disk is looked at. A failed backup is tried again as soon.
const LOOK_MS: u64 = 60 * 60 * 1000;

/// Makes backups and looks at the disk for as long as the bot runs.
pub async fn back_up(data: Data, backups: Arc<Backups>) {
    let clock = &data.referee.clock;
    let mut was_little = false;
    loop {
        let mut news = Vec::new();
        let little = backups.little_space();
        news.extend(
            little
                .filter(|_| !was_little)
                .map(words::storage::hosts_little_space),
        );
        was_little = little.is_some();
        let (now_ms, before) = (clock.now(), backups.failed());
        if backups.due_ms().is_some_and(|due_ms| due_ms <= now_ms) {
            let making = backups.clone();
            match tokio::task::spawn_blocking(move || making.make(now_ms)).await {
                Ok(Ok(made)) => tracing::info!("made the backup {}", made.display()),
                Ok(Err(error)) => {
                    tracing::error!("no backup was made: {error}");
                    let why = backups.failed().filter(|_| before.is_none());
                    news.extend(why.map(|why| words::storage::hosts_no_backup(&why)));
                }
                // The program is ending, or it panicked, which ends it.
                Err(_) => return,
            }
        }
        for said in news {
            tracing::warn!("telling hosts: {said}");
            if let Err(error) = tell_hosts(&data, said).await {
                tracing::error!("can't find hosts to tell: {error}");
            }
        }
        let look_ms = now_ms + LOOK_MS;
        let next_ms = backups.due_ms().filter(|due_ms| *due_ms > now_ms);
        let next_ms = next_ms.map_or(look_ms, |next_ms| next_ms.min(look_ms));
        clock.sleep_until(next_ms).await;
    }
}

/// Tells hosts that nothing can be stored, for as long as the referee runs.
pub async fn run(data: Data) {
    let mut unstored = data.referee.unstored.clone();
    while unstored.wait_for(Option::is_some).await.is_ok() {
        let clock = &data.referee.clock;
        tokio::select! {
            _ = unstored.wait_for(Option::is_none) => continue,
            () = clock.sleep_until(clock.now() + LASTS_MS) => {}
        }
        let why = unstored.borrow().clone();
        let Some(why) = why else { continue };
        match tell_hosts(&data, words::storage::hosts_cannot_store(&why)).await {
            Ok(()) => {
                clock.sleep_until(clock.now() + APART_MS).await;
                // They are told once, however long it lasts. An error: the referee has ended.
                let _ = unstored.wait_for(Option::is_none).await;
            }
            // It is tried again while nothing can be stored.
            Err(error) => {
                tracing::error!("can't tell the hosts that nothing can be stored: {error}");
            }
        }
    }
}

/// Tells hosts something about the machine: those of open matches by direct message, and everybody
/// who reads the audit log of a season that goes on.
async fn tell_hosts(data: &Data, said: String) -> Result<()> {
    let stored = data.stored(|tx| Ok((tx.hosts_of_open_matches()?, tx.seasons_going_on()?)));
    let (hosts, seasons) = stored.await?;
    let message = CreateMessage::new().content(said);
    let logs = seasons
        .iter()
        .filter_map(|season| season.settings.audit_channel);
    let mut channels: Vec<_> = logs.map(Ok).collect();
    for host in hosts {
        channels.push(data.rest.direct(UserId::from(host)).await);
    }
    for channel in channels {
        let sent = match channel {
            Ok(channel) => data.rest.post(channel, &message).await,
            Err(error) => Err(error),
        };
        if let Err(error) = sent {
            tracing::warn!("can't tell hosts about the machine: {error}");
        }
    }
    Ok(())
}
