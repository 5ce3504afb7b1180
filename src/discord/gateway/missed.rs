//! Direct messages that were missed, because the program was down or the gateway's session was
//! lost: no event reports them afterwards. After a new connection, they are searched for in the
//! channels of everybody who may still choose, and taken as of when they were written. Edited ones
//! are only answered, since it is not known when they were edited. Deleted posts of open matches
//! are looked for, too.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use games::WallMs;
use serenity::all::{Message, MessageId, UserId};

use crate::discord::server::channel_check;
use crate::discord::{Data, Result, direct, first_id_at};
use crate::referee::Viewer;
use crate::store::{AccountId, StoreError};
use matches::Stage;

/// The pauses before each attempt to read somebody's channel. If all fail, it is tried again after
/// the next connection.
const TRIES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
];
/// The size of a page, and how many pages of somebody's channel are searched (Dealer's own messages
/// included).
const PAGE: u8 = 100;
const MAX_PAGES: usize = 20;

/// The pause between matches whose posts are checked, so that new posts do not have to wait.
const BETWEEN_MATCHES: Duration = Duration::from_millis(100);

/// Has the postman check whether open matches' posts with controls are still there.
pub async fn deleted(data: &Data) -> Result<()> {
    let open = data.stored(|tx| tx.open_matches(None));
    for id in open.await? {
        let doubted = data.referee.run(move |core, _| core.doubt_posts(id));
        // One unreadable match must not hold up the others.
        match doubted.await? {
            Ok(false) => {}
            Ok(true) => tokio::time::sleep(BETWEEN_MATCHES).await,
            Err(error) => tracing::warn!("match {id}: can't look at its posts: {error}"),
        }
        // Its channel may have been locked or closed meanwhile.
        if let Ok(Some(snapshot)) = data.snapshot(id, Viewer::Public).await
            && snapshot.status.stage == Stage::Live
        {
            if let Err(error) = channel_check::check_match(data, &snapshot).await {
                tracing::warn!("match {id}: can't look at its channel: {error}");
            }
            tokio::time::sleep(BETWEEN_MATCHES).await;
        }
    }
    Ok(())
}

/// Searches for missed messages and takes them. One person's unreadable channel is logged, and does
/// not hold up others.
pub async fn take(data: &Data) -> Result<()> {
    let found = data.referee.run(|core, now| {
        let open = core.store().read(|tx| tx.open_matches(None))?;
        Ok::<_, StoreError>((core.unheard(now)?, open))
    });
    let (unheard, open) = found.await??;
    let mut unread = BTreeSet::new();
    for id in open {
        unread.extend(data.read(move |core| core.choosing_alone(id)).await?);
    }
    for pause in TRIES {
        tokio::time::sleep(pause).await;
        // Everybody has a turn before anybody has a second one, so nobody waits for another's
        // unreadable channel.
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

/// Somebody's unanswered direct messages since then, oldest first. The search goes from the newest
/// back: answers come after their messages, and if there are far too many, the newest are found all
/// the same.
async fn missed(data: &Data, account: AccountId, since_ms: WallMs) -> Result<Vec<Message>> {
    let channel = data.rest.direct(UserId::from(account)).await?;
    let first = first_id_at(since_ms);
    let mut answered = HashSet::new();
    let mut missed = Vec::new();
    let mut oldest: Option<MessageId> = None;
    for _ in 0..MAX_PAGES {
        let newest_first = data.rest.messages(channel, PAGE, oldest).await?;
        let is_last = newest_first.len() < usize::from(PAGE);
        oldest = newest_first.last().map(|message| message.id);
        for message in newest_first {
            if message.author.id == data.me {
                answered.extend(message.message_reference.and_then(|to| to.message_id));
                continue;
            }
            let id = message.id.get();
            let is_theirs = id >= first && AccountId::from(message.author.id) == account;
            // Messages older than an answered one may still have been missed: the answered one may
            // have come live before this search.
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
