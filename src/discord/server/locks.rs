//! Closes channels while a match is live, and restores exactly what was there. Only sending is
//! changed, in the channel and its threads, never viewing. Changes are stored before they are made.
//! If somebody else has changed something meanwhile, that stays, and the host is told.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serenity::all::{self, PartialGuild, PermissionOverwriteType, Permissions, UserId};

use super::permissions::{ChannelOverwrites, read_channel, read_channel_or_parent};
use crate::discord::rest::AFTER_REFUSAL;
use crate::discord::rest::Failure;
use crate::discord::{Data, Fault, Result};
use crate::referee::postal::codes;
use crate::referee::{Line, RefereeGone, ToLock, Trouble};
use crate::store::{
    AccountId, Bits, ChannelId, Lock, LockedOverwrite, MatchId, ServerId, StoreError,
};

/// How often to check whether something has to be closed or opened.
const LOOK: Duration = Duration::from_secs(1);
/// How long to wait after a failure.
const AGAIN: Duration = Duration::from_secs(15);
/// After so many refusals the host is told. Trying goes on.
const TOLD_AFTER: u32 = 4;

/// The permissions that closing takes away. Threads have their own permission for sending (Discord
/// documentation, "Threads").
const SENDING: u64 =
    Permissions::SEND_MESSAGES.bits() | Permissions::SEND_MESSAGES_IN_THREADS.bits();

/// The progress of one channel of a match in this process.
enum Progress {
    Closed,
    /// Closing or opening it failed, `refusals` times by a refusal. It is not tried again before
    /// `not_before`.
    Failed {
        opening: bool,
        refusals: u32,
        not_before: Instant,
    },
}

impl Progress {
    /// Counts a failure of closing or opening. Returns the new progress, and whether to tell the
    /// host.
    fn failed(before: Option<&Progress>, opening: bool, is_refusal: bool) -> (Progress, bool) {
        let before = match before {
            Some(Progress::Failed {
                opening: same,
                refusals,
                ..
            }) if *same == opening => *refusals,
            _ => 0,
        };
        let refusals = before + u32::from(is_refusal);
        let not_before = Instant::now() + AGAIN;
        let failed = Progress::Failed {
            opening,
            refusals,
            not_before,
        };
        (failed, is_refusal && refusals == TOLD_AFTER)
    }
}

/// Of each channel of a match.
type ProgressByChannel = HashMap<(MatchId, ChannelId), Progress>;

/// Closes and opens channels for as long as the program runs.
pub async fn run(data: Data) {
    let mut progress = ProgressByChannel::new();
    loop {
        tokio::time::sleep(LOOK).await;
        if let Err(RefereeGone::Ending) = open_and_close(&data, &mut progress).await {
            return;
        }
    }
}

/// Opens and closes the channels for which it is time.
async fn open_and_close(data: &Data, progress: &mut ProgressByChannel) -> Result<(), RefereeGone> {
    let unread = |error: &StoreError| tracing::error!("can't read the locks of channels: {error}");
    let found = data.referee.read(|core, _| core.locks()).await?;
    let Ok((wanted, locks)) = found.inspect_err(unread) else {
        return Ok(());
    };
    progress.retain(|key, _| {
        is_wanted(&wanted, key.0, key.1) || locks.iter().any(|lock| lock_key(lock) == *key)
    });
    let now = Instant::now();
    let waits = |progress: Option<&Progress>| match progress {
        Some(Progress::Failed { not_before, .. }) => *not_before > now,
        _ => false,
    };
    // First open channels: a match that closes one next must see it as it was before.
    for lock in &locks {
        let key = lock_key(lock);
        if is_up_to_date(&wanted, lock) || waits(progress.get(&key)) {
            continue;
        }
        match open(data, lock, &wanted, &locks).await {
            Ok(()) => drop(progress.remove(&key)),
            Err(error) => put_off(data, progress, key, true, &error).await,
        }
    }
    let left = data
        .referee
        .read(|core, _| core.store().read(|tx| tx.locks()));
    let Ok(locks) = left.await?.inspect_err(unread) else {
        return Ok(());
    };
    for to_lock in &wanted {
        for channel in to_lock.channel.iter().chain(&to_lock.alliances) {
            let key = (to_lock.match_id, *channel);
            let closed = matches!(progress.get(&key), Some(Progress::Closed));
            let lock = locks.iter().find(|lock| lock_key(lock) == key);
            // Dealer may not change it, or it still has to be opened first.
            let left = lock.is_some_and(|lock| lock.refused || !is_up_to_date(&wanted, lock));
            if closed || left || waits(progress.get(&key)) {
                continue;
            }
            match close(data, to_lock, *channel, lock.is_some()).await {
                Ok(()) => drop(progress.insert(key, Progress::Closed)),
                Err(error) => put_off(data, progress, key, false, &error).await,
            }
        }
    }
    Ok(())
}

/// Opening or closing a channel has failed: it is tried again later, and the host is told if
/// Discord keeps refusing.
async fn put_off(
    data: &Data,
    progress: &mut ProgressByChannel,
    key: (MatchId, ChannelId),
    opening: bool,
    error: &Fault,
) {
    let (match_id, channel) = key;
    let done = if opening { "unlock" } else { "lock" };
    tracing::warn!("can't {done} channel {channel} yet: {error}");
    let (failed, tell_now) = Progress::failed(progress.get(&key), opening, is_refusal(error));
    progress.insert(key, failed);
    if tell_now {
        let trouble = if opening {
            Trouble::NotOpenedYet { channel }
        } else {
            Trouble::NotClosedYet { channel }
        };
        data.tell_host(match_id, Line::Trouble(trouble)).await;
    }
    tokio::time::sleep(AFTER_REFUSAL).await;
}

/// Whether a failure is a refusal to tell: not one that passes by itself, nor a missing permission,
/// which is told separately.
fn is_refusal(error: &Fault) -> bool {
    let error = error.downcast_ref::<Failure>();
    error.is_some_and(|error| !error.is_passing() && !error.is_forbidden())
}

fn lock_key(lock: &Lock) -> (MatchId, ChannelId) {
    (lock.match_id, lock.channel)
}

/// Whether a live match wants this channel closed.
fn is_wanted(wanted: &[ToLock], id: MatchId, channel: ChannelId) -> bool {
    let mut wanted = wanted.iter();
    wanted.any(|to_lock| to_lock.match_id == id && to_lock.wants(channel))
}

/// Whether a channel is closed for the right people.
fn is_up_to_date(wanted: &[ToLock], lock: &Lock) -> bool {
    let same =
        |to_lock: &&ToLock| lock.closed_for.is_empty() || to_lock.closed_for() == lock.closed_for;
    let wanted: Vec<ToLock> = wanted.iter().filter(same).cloned().collect();
    is_wanted(&wanted, lock.match_id, lock.channel)
}

/// Closes a channel. `noted`: an earlier try has stored the changes already.
async fn close(data: &Data, to_lock: &ToLock, channel: ChannelId, noted: bool) -> Result<()> {
    let (id, whom) = (to_lock.match_id, to_lock.closed_for());
    let note = async |changes: Vec<LockedOverwrite>| {
        let noted = data.write(move |tx, _| tx.add_lock(id, channel, &whom, &changes));
        noted.await
    };
    let Some(place) = read_channel(data, channel).await? else {
        // A thread has its parent channel's permissions, and others may be talking there.
        let is_thread = read_channel_or_parent(data, channel).await?.is_some();
        let why = if is_thread {
            Trouble::ThreadStaysOpen { channel }
        } else if to_lock.alliances.contains(&channel) {
            Trouble::CannotSee { channel }
        } else {
            return Ok(());
        };
        if !noted {
            note(Vec::new()).await?;
        }
        return give_up(data, id, channel, why).await;
    };
    if !noted {
        let changes = match to_lock.channel {
            Some(own) if own == channel => {
                let guild = guild(data, to_lock.guild).await?;
                match_channel_changes(&place, &guild, to_lock, data.me)
            }
            _ => alliance_changes(data, &place, to_lock).await?,
        };
        note(changes).await?;
    }
    let mut failed = None;
    for one in noted_changes(data, id, channel).await? {
        // An earlier try made this change already, or somebody has changed it since.
        if current_overwrite(&place, &one) != one.before {
            continue;
        }
        match write_overwrite(data, &place, &one, Some(one.made)).await {
            Err(error) if error.is_forbidden() => {
                return give_up(data, id, channel, Trouble::CannotClose { channel }).await;
            }
            // Nobody is kept out before Dealer itself is let in. Failures that pass are retried.
            Err(error) if error.is_passing() || one.target == data.me.get() => {
                return Err(error.into());
            }
            // A refused overwrite only concerns its own target, so go on with the others.
            Err(error) => failed = Some(error),
            Ok(()) => {}
        }
    }
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Restores a channel's state from before it was closed. Overwrites that another live match needs
/// are handed to that match.
async fn open(data: &Data, lock: &Lock, wanted: &[ToLock], locks: &[Lock]) -> Result<()> {
    let (id, channel) = (lock.match_id, lock.channel);
    let has_closed = |other: &&ToLock| {
        let key = (other.match_id, channel);
        other.match_id != id
            && locks
                .iter()
                .any(|lock| lock_key(lock) == key && !lock.refused)
    };
    for one in noted_changes(data, id, channel).await? {
        let mut others = wanted.iter().filter(has_closed);
        let heir =
            others.find(|other| one.is_member && other.keeps_out(channel, AccountId(one.target)));
        let heir = heir.map(|other| other.match_id);
        data.write(move |tx, _| tx.hand_lock_on(id, channel, &one, heir))
            .await?;
    }
    if let Some(place) = read_channel(data, channel).await? {
        let (mut changed, mut failed) = (false, None);
        // First `@everyone`, whose overwrite closed the channel.
        let mut overwrites = noted_changes(data, id, channel).await?;
        overwrites.reverse();
        for one in overwrites {
            let now = current_overwrite(&place, &one);
            if now == one.before {
                continue;
            }
            if now != Some(one.made) {
                changed = true;
                continue;
            }
            match write_overwrite(data, &place, &one, one.before).await {
                Err(error) if error.is_forbidden() => {
                    if !lock.refused {
                        give_up(data, id, channel, Trouble::CannotOpen { channel }).await?;
                    }
                    return Err(error.into());
                }
                // While the others are still kept out, people who may write must stay able to.
                Err(error) if error.is_passing() || one.made.deny & SENDING != 0 => {
                    return Err(error.into());
                }
                Err(error) => failed = Some(error),
                Ok(()) => {}
            }
        }
        if let Some(error) = failed {
            return Err(error.into());
        }
        if changed {
            data.tell_host(id, Line::Trouble(Trouble::ChangedMeanwhile { channel }))
                .await;
        }
    }
    data.write(move |tx, _| tx.drop_lock(id, channel)).await
}

async fn noted_changes(
    data: &Data,
    id: MatchId,
    channel: ChannelId,
) -> Result<Vec<LockedOverwrite>> {
    let mut noted = data
        .stored(move |tx| tx.locked_overwrites(id, channel))
        .await?;
    // People who may write are let in before the others are kept out.
    noted.sort_by_key(|one| one.made.deny & SENDING != 0);
    Ok(noted)
}

/// The changes for the match's own channel: only the two players, hosts and Dealer may write.
fn match_channel_changes(
    place: &ChannelOverwrites,
    guild: &PartialGuild,
    to_lock: &ToLock,
    me: UserId,
) -> Vec<LockedOverwrite> {
    let everyone = guild.id.everyone_role();
    let hosting = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let is_host = |role: all::RoleId| {
        let manages = guild.roles.get(&role);
        Some(role.into()) == to_lock.host_role
            || manages.is_some_and(|role| role.permissions.intersects(hosting))
    };
    let players = to_lock.players.iter().map(|player| UserId::from(*player));
    let writers: Vec<UserId> = players.chain([me]).collect();
    let roles = guild.roles.keys().copied();
    let hosts = roles.filter(|role| *role != everyone && is_host(*role));
    let mut changes: Vec<LockedOverwrite> = hosts
        .map(PermissionOverwriteType::Role)
        .chain(writers.iter().copied().map(PermissionOverwriteType::Member))
        .filter_map(|kind| sending_change(place, kind, Some(true)))
        .collect();
    for (kind, bits) in &place.overwrites {
        let stays = match *kind {
            PermissionOverwriteType::Role(role) => {
                let own = guild.roles.get(&role);
                let is_mine = own.is_some_and(|role| role.tags.bot_id == Some(me));
                role == everyone || is_mine || is_host(role)
            }
            PermissionOverwriteType::Member(user) => writers.contains(&user),
            _ => true,
        };
        if !stays && bits.allow & SENDING != 0 {
            changes.extend(sending_change(place, *kind, None));
        }
    }
    changes.extend(sending_change(
        place,
        PermissionOverwriteType::Role(everyone),
        Some(false),
    ));
    changes
}

/// The changes for an alliance channel: the two players may not write there.
async fn alliance_changes(
    data: &Data,
    place: &ChannelOverwrites,
    to_lock: &ToLock,
) -> Result<Vec<LockedOverwrite>> {
    let guild = guild(data, to_lock.guild).await?;
    let mut changes = Vec::new();
    for player in &to_lock.players {
        let player = UserId::from(*player);
        let member = match data.rest.member(guild.id.into(), player).await {
            Ok(member) => member,
            // People outside the server need no overwrite.
            Err(error) if codes::is_absent(error.code()) => continue,
            Err(error) => return Err(error.into()),
        };
        if guild
            .user_permissions_in(&place.channel, &member)
            .view_channel()
        {
            let kind = PermissionOverwriteType::Member(player);
            changes.extend(sending_change(place, kind, Some(false)));
        }
    }
    Ok(changes)
}

/// All permission bits that closing and opening a channel can set. Anybody may be one of the two
/// players, so each person counts as a player and as somebody else. An overwrite is always written
/// whole, so its other bits count too.
pub fn closing_bits(
    place: &ChannelOverwrites,
    guild: &PartialGuild,
    cast: &ToLock,
    me: UserId,
) -> u64 {
    let changes: Vec<LockedOverwrite> = if cast.alliances.contains(&place.channel.id.into()) {
        let players = cast.players.iter().map(|player| UserId::from(*player));
        let kept_out =
            |player| sending_change(place, PermissionOverwriteType::Member(player), Some(false));
        players.filter_map(kept_out).collect()
    } else {
        // Each person once as a player, and once not.
        let nobody = ToLock {
            players: Vec::new(),
            ..cast.clone()
        };
        let both = [cast, &nobody].into_iter();
        both.flat_map(|players| match_channel_changes(place, guild, players, me))
            .collect()
    };
    let bits = changes
        .iter()
        .flat_map(|one| one.before.into_iter().chain([one.made]));
    bits.fold(0, |all, one| all | one.allow | one.deny)
}

/// The change of an overwrite that allows sending, denies it, or neither. None if it is like that
/// already.
fn sending_change(
    place: &ChannelOverwrites,
    kind: PermissionOverwriteType,
    allowed: Option<bool>,
) -> Option<LockedOverwrite> {
    let (target, is_member) = match kind {
        PermissionOverwriteType::Role(role) => (role.get(), false),
        PermissionOverwriteType::Member(user) => (user.get(), true),
        _ => return None,
    };
    let mut one = LockedOverwrite {
        target,
        is_member,
        before: None,
        made: Bits { allow: 0, deny: 0 },
    };
    one.before = current_overwrite(place, &one);
    let Bits { allow, deny } = one.before.unwrap_or(one.made);
    let bits = |wanted: bool| if wanted { SENDING } else { 0 };
    one.made = Bits {
        allow: allow & !SENDING | bits(allowed == Some(true)),
        deny: deny & !SENDING | bits(allowed == Some(false)),
    };
    (one.before != Some(one.made)).then_some(one)
}

/// The overwrite that a change concerns, as it was when the channel was read.
fn current_overwrite(place: &ChannelOverwrites, one: &LockedOverwrite) -> Option<Bits> {
    let kind = overwrite_kind(one);
    let mut all = place.overwrites.iter();
    all.find(|(of, _)| *of == kind).map(|(_, bits)| *bits)
}

fn overwrite_kind(one: &LockedOverwrite) -> PermissionOverwriteType {
    if one.is_member {
        PermissionOverwriteType::Member(UserId::new(one.target))
    } else {
        PermissionOverwriteType::Role(one.target.into())
    }
}

/// Writes an overwrite; None deletes it. Does nothing if its target is gone.
async fn write_overwrite(
    data: &Data,
    place: &ChannelOverwrites,
    one: &LockedOverwrite,
    bits: Option<Bits>,
) -> Result<(), Failure> {
    let channel = place.channel.id.into();
    match data
        .rest
        .set_overwrite(channel, one.target, one.is_member, bits)
        .await
    {
        Err(error) if codes::is_without_target(error.code()) => Ok(()),
        done => done,
    }
}

pub async fn guild(data: &Data, guild: ServerId) -> Result<PartialGuild> {
    Ok(data.rest.server(guild).await?)
}

/// Tells the host once that Dealer cannot change a channel.
async fn give_up(data: &Data, id: MatchId, channel: ChannelId, why: Trouble) -> Result<()> {
    data.write(move |tx, _| tx.set_lock_refused(id, channel))
        .await?;
    data.tell_host(id, Line::Trouble(why)).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_told_once_about_repeated_refusals() {
        let mut before = None;
        let mut told = Vec::new();
        // First closing is refused, then opening.
        let of_one = [
            true, false, true, false, false, true, true, true, false, true,
        ];
        for opening in [false, true] {
            for is_refusal in of_one {
                let (progress, tell_now) = Progress::failed(before.as_ref(), opening, is_refusal);
                told.push(tell_now);
                before = Some(progress);
            }
        }
        let at: Vec<usize> = (0..told.len()).filter(|index| told[*index]).collect();
        assert_eq!(at, [6, of_one.len() + 6]);
    }
}
