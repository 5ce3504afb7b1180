//! Who can read a channel that is bound to somebody: what is secret is written there, so that they
//! may, and nobody besides but the hosts.

use serenity::all::{ChannelId, GuildId, PermissionOverwriteType, Permissions, RoleId};

use super::hosts;
use super::permissions::{Needed, VIEW, may_do};
use crate::discord::rest::Failure;
use crate::discord::{Data, Fault};
use crate::referee::postal::codes;
use crate::words::Reader;

/// What somebody needs in a channel of their own: there they read what is asked of them, and type
/// `/submit`.
const FOR_OWNER: [Needed; 3] = [
    VIEW,
    (Permissions::SEND_MESSAGES.bits(), "Send Messages"),
    (
        Permissions::READ_MESSAGE_HISTORY.bits(),
        "Read Message History",
    ),
];

/// What the account for which a channel is lacks there; nothing where the channel is gone or Dealer
/// cannot see it, so that nobody knows.
///
/// # Errors
/// What Discord says.
pub async fn lacks(data: &Data, channel: u64, account: u64) -> Result<Vec<Needed>, Fault> {
    let may = may_do(data, channel, account).await?.unwrap_or(u64::MAX);
    let lacking = FOR_OWNER.into_iter().filter(|(bit, _)| may & bit == 0);
    Ok(lacking.collect())
}

/// Who can read a channel besides the hosts, Dealer and the account that it is for, if any; the
/// first that is found. A channel that is gone has no readers; one of which Discord does not say
/// who reads it, since Dealer cannot see it or something is amiss, may have any.
///
/// # Errors
/// What the store says, or why Discord gives no answer just then.
pub async fn other_reader(
    data: &Data,
    guild: GuildId,
    channel: ChannelId,
    owner: Option<u64>,
) -> Result<Option<Reader>, Fault> {
    let found = find(data, guild, channel, owner).await;
    found.or_else(|fault| match fault.downcast::<Failure>() {
        // Nobody is told that others read it where Discord only did not say who does.
        Ok(error) if error.is_passing() => Err(error.into()),
        Ok(error) => {
            tracing::warn!("can't tell who reads channel {channel}: {error}");
            Ok(Some(Reader::Unknown))
        }
        Err(fault) => Err(fault),
    })
}

/// Seeing comes from the role of everybody, from another role or from an exception for a member
/// (Discord documentation, "Permissions"): who is in the server need not be listed.
async fn find(
    data: &Data,
    guild: GuildId,
    channel: ChannelId,
    owner: Option<u64>,
) -> Result<Option<Reader>, Fault> {
    let channel = match data.rest.channel(channel).await {
        Ok(channel) => channel,
        Err(error) if error.code() == codes::UNKNOWN_CHANNEL => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(channel) = channel.guild() else {
        return Ok(None);
    };
    let host_role = data
        .stored(move |tx| tx.host_role(guild.get(), None))
        .await?;
    let place = data.rest.server(guild).await?;
    let exception = |role: RoleId| {
        let mut all = channel.permission_overwrites.iter();
        all.find(|one| one.kind == PermissionOverwriteType::Role(role))
    };
    let has = |role: RoleId, permissions| {
        let role = place.roles.get(&role);
        role.is_some_and(|role| role.permissions.intersects(permissions))
    };
    let view = Permissions::VIEW_CHANNEL;
    let everyone = guild.everyone_role();
    // Whether what a role allows in the whole server holds in this channel.
    let is_open = exception(everyone).is_none_or(|one| !one.deny.contains(view));
    let sees = |role: RoleId| match exception(role) {
        Some(one) if one.allow.contains(view) => true,
        Some(one) if one.deny.contains(view) => false,
        _ => is_open && has(role, view),
    };
    if sees(everyone) {
        return Ok(Some(Reader::Everybody));
    }
    let hosting = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let mut roles: Vec<_> = place.roles.values().collect();
    roles.sort_unstable_by_key(|role| role.id);
    for role in roles {
        let is_host = has(role.id, hosting) || Some(role.id.get()) == host_role;
        let is_bots = role.tags.bot_id.is_some();
        if role.id != everyone && !is_host && !is_bots && sees(role.id) {
            return Ok(Some(Reader::Role(role.id.get())));
        }
    }
    for one in &channel.permission_overwrites {
        let PermissionOverwriteType::Member(user) = one.kind else {
            continue;
        };
        let account = user.get();
        if !one.allow.contains(view) || user == data.me || Some(account) == owner {
            continue;
        }
        if !hosts::hosts_from_afar(data, guild, account, None).await? {
            return Ok(Some(Reader::Account(account)));
        }
    }
    Ok(None)
}
