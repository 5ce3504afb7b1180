//! Tells hosts at once that nothing can be stored. This is no post: a post is stored first.

use serenity::all::{CreateMessage, UserId};

use crate::discord::{Data, Fault};
use crate::words;

/// A failure that is over sooner needs no message.
const LASTS_MS: u64 = 10_000;
/// A disk that is nearly full fails again and again: hosts are told at most this often.
const APART_MS: u64 = 600_000;

/// Runs for as long as the referee.
pub async fn run(data: Data) {
    let mut unstored = data.referee.unstored.clone();
    while unstored.wait_for(Option::is_some).await.is_ok() {
        let clock = &data.referee.clock;
        tokio::select! {
            _ = unstored.wait_for(Option::is_none) => continue,
            () = clock.sleep_until(clock.now_ms() + LASTS_MS) => {}
        }
        match tell_hosts(&data).await {
            Ok(()) => clock.sleep_until(clock.now_ms() + APART_MS).await,
            // It is tried again while nothing can be stored.
            Err(error) => {
                tracing::error!("can't tell the hosts that nothing can be stored: {error}");
            }
        }
    }
}

async fn tell_hosts(data: &Data) -> Result<(), Fault> {
    let Some(why) = data.referee.unstored.borrow().clone() else {
        return Ok(());
    };
    let message = CreateMessage::new().content(words::hosts_cannot_store(&why));
    for host in data.stored(|tx| tx.hosts_of_open_matches()).await? {
        let sent = match data.rest.direct(UserId::from(host)).await {
            Ok(direct) => data.rest.post(direct, &message).await,
            Err(error) => Err(error),
        };
        if let Err(error) = sent {
            tracing::warn!("can't tell a host that nothing can be stored: {error}");
        }
    }
    Ok(())
}
