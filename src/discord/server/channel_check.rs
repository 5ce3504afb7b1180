//! Checks whether matches can still be played in their channels: Discord disables all controls in a
//! locked thread, and Dealer or a player may lose a permission. Done whenever something may have
//! changed.

use crate::store::{ChannelId, ServerId};
use serenity::all::UserId;

use super::permissions::{
    self, ATTACH, EMBED, IN_THREADS, MemberRoles, SEND, VIEW, read_channel_or_parent,
};
use crate::discord::rest::Failure;
use crate::discord::{Data, Fault, Result};
use crate::referee::postal::codes;
use crate::referee::{Shut, Snapshot};
use matches::Stage;

/// Checks the open matches of a server, and pauses those that cannot go on.
///
/// # Errors
/// What Discord says about a failure that may pass.
pub async fn check_server(data: &Data, guild: ServerId) -> Result<()> {
    for found in data.open_in(guild).await? {
        check_match(data, &found).await?;
    }
    Ok(())
}

/// Checks a match, and pauses it if it cannot go on.
///
/// # Errors
/// What Discord says about a failure that may pass.
pub async fn check_match(data: &Data, snapshot: &Snapshot) -> Result<()> {
    if snapshot.status.stage == Stage::Over {
        return Ok(());
    }
    let why = match reason(data, snapshot).await {
        Ok(Some(why)) => why,
        Ok(None) => return Ok(()),
        // Dealer was removed from the server, which is told elsewhere.
        Err(error) if is_outside(&error) => return Ok(()),
        Err(error) => return Err(error),
    };
    let id = snapshot.row.id;
    tracing::warn!("match {id} can't continue in its channel: {why:?}");
    let stopped = data
        .referee
        .run(move |core, now| core.channel_shut(id, why, now));
    Ok(stopped.await??)
}

fn is_outside(error: &Fault) -> bool {
    let failure = error.downcast_ref::<Failure>();
    failure.is_some_and(|failure| codes::is_outside(failure.code()))
}

/// Why a match's channel cannot be used. None if it can, or is gone, which is told elsewhere.
async fn reason(data: &Data, snapshot: &Snapshot) -> Result<Option<Shut>> {
    // A direct message that is closed is noticed when something is posted.
    let Some(guild) = snapshot.row.guild else {
        return Ok(None);
    };
    let channel = snapshot.row.channel;
    let own = MemberRoles::of(data, guild).await?;
    if let Some(until_ms) = own.timed_out_until(data.referee.clock.now()) {
        return Ok(Some(Shut::DealerTimedOut { until_ms }));
    }
    let Some(place) = read_channel_or_parent(data, channel).await? else {
        let is_gone = permissions::is_gone(data, channel).await?;
        let unseen = Shut::DealerLacks(vec![VIEW.1.to_owned()]);
        return Ok(Some(unseen).filter(|_| !is_gone));
    };
    if permissions::is_locked(data, channel).await? {
        return Ok(Some(Shut::Locked));
    }
    let is_thread = ChannelId::from(place.channel.id) != channel;
    let write = if is_thread { IN_THREADS } else { SEND };
    let has = own.channel_bits(&place);
    let lacks = [VIEW, write, EMBED, ATTACH].into_iter();
    let lacks = lacks.filter(|(bit, _)| has & bit == 0);
    let lacks: Vec<String> = lacks.map(|(_, name)| name.to_owned()).collect();
    if !lacks.is_empty() {
        return Ok(Some(Shut::DealerLacks(lacks)));
    }
    let mut unseen = Vec::new();
    for who in snapshot.cast().in_seats() {
        let Some(person) = snapshot.person(who) else {
            continue;
        };
        match MemberRoles::of_account(data, guild, UserId::from(person.account)).await {
            Ok(theirs) if theirs.channel_bits(&place) & VIEW.0 == 0 => unseen.push(who),
            Ok(_) => {}
            // The player has left the server, which is told elsewhere.
            Err(error) if codes::is_absent(error.code()) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Some(Shut::Unseen(unseen)).filter(|why| *why != Shut::Unseen(Vec::new())))
}
