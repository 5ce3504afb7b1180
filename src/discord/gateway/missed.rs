//! What was typed to Dealer alone while it could not hear, the program being away or the gateway's
//! session lost: no event tells of it afterwards. After a new connection it is looked for wherever
//! somebody may still choose, and taken as if it had just come, as of when it was made. What was
//! edited since is only answered: its id says when it was made, not since when it says that. What
//! was deleted meanwhile is looked for too, among the posts of open matches that somebody needs.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use serenity::all::{Message, MessageId, UserId};

use crate::discord::server::shut;
use crate::discord::{Data, Fault, direct, first_id_at};
use crate::store::StoreError;
use matches::Stage;

/// How long is waited before each try to read somebody's channel. Who cannot be read then either is
/// looked for again after the next connection.
const TRIES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
];
/// A page of Discord's, and how many of somebody's channel are looked through, Dealer's own
/// messages among them.
const PAGE: u8 = 100;
const MOST_PAGES: usize = 20;

/// Between one match whose posts are looked at and the next: what is to be posted meanwhile is not
/// to wait for it.
const BETWEEN_MATCHES: Duration = Duration::from_millis(100);

/// Has the postman look whether the posts of open matches that have controls are still there.
pub async fn deleted(data: &Data) -> Result<(), Fault> {
    let open = data.stored(|tx| tx.open_matches(None));
    for id in open.await? {
        let doubted = data.referee.run(move |core, _| core.doubt_posts(id));
        // One match that cannot be read keeps nothing from the others.
        match doubted.await? {
            Ok(false) => {}
            Ok(true) => tokio::time::sleep(BETWEEN_MATCHES).await,
            Err(error) => tracing::warn!("match {id}: can't look at its posts: {error}"),
        }
        // Its channel may have been locked, or closed to somebody, meanwhile.
        if let Ok(Some(look)) = data.look(id, 0).await
            && look.status.stage == Stage::Live
        {
            if let Err(error) = shut::look(data, &look).await {
                tracing::warn!("match {id}: can't look at its channel: {error}");
            }
            tokio::time::sleep(BETWEEN_MATCHES).await;
        }
    }
    Ok(())
}

/// Looks for what was missed, and takes it. What cannot be read of one person is logged, and keeps
/// nothing from the others.
pub async fn take(data: &Data) -> Result<(), Fault> {
    let found = data.referee.run(|core, now| {
        let open = core.store().read(|tx| tx.open_matches(None))?;
        Ok::<_, StoreError>((core.unheard(now)?, open))
    });
    let (unheard, open) = found.await??;
    let mut unread = BTreeSet::new();
    for id in open {
        let choosing = data.referee.read(move |core, _| core.choosing_alone(id));
        unread.extend(choosing.await??);
    }
    for pause in TRIES {
        tokio::time::sleep(pause).await;
        // Nobody waits for what cannot be read of somebody else: each has their turn before anybody
        // has another.
        for account in std::mem::take(&mut unread) {
            match missed(data, account, unheard.since_ms).await {
                Ok(messages) => {
                    for message in messages {
                        direct::take(data, &message).await;
                    }
                }
                Err(error) => {
                    tracing::warn!("can't read what {account} typed in an outage: {error}");
                    unread.insert(account);
                }
            }
        }
        if unread.is_empty() {
            let heard = data.referee.run(move |core, _| core.all_heard(unheard));
            return Ok(heard.await??);
        }
    }
    Ok(())
}

/// What somebody has typed in a direct message since then and was never answered, oldest first,
/// wherever their own post stands. It is looked for from the newest back: an answer stands behind
/// what it answers, and where there is far too much, what was typed last is found all the same.
async fn missed(data: &Data, account: u64, since_ms: u64) -> Result<Vec<Message>, Fault> {
    let channel = data.rest.direct(UserId::new(account)).await?;
    let first = first_id_at(since_ms);
    let mut answered = HashSet::new();
    let mut missed = Vec::new();
    let mut oldest: Option<MessageId> = None;
    for _ in 0..MOST_PAGES {
        let newest_first = data.rest.messages(channel, PAGE, oldest).await?;
        let is_last = newest_first.len() < usize::from(PAGE);
        oldest = newest_first.last().map(|message| message.id);
        for message in newest_first {
            if message.author.id == data.me {
                answered.extend(message.message_reference.and_then(|to| to.message_id));
                continue;
            }
            let id = message.id.get();
            let is_theirs = id >= first && message.author.id.get() == account;
            // What is older than one that was answered may have been missed all the same: that one
            // came live, before this search.
            if !is_theirs || answered.contains(&message.id) {
                continue;
            }
            let taken = data.stored(move |tx| tx.answered(id));
            if taken.await?.is_none() {
                missed.push(message);
            }
        }
        if is_last || oldest.is_none_or(|oldest| oldest.get() < first) {
            break;
        }
    }
    missed.reverse();
    Ok(missed)
}
