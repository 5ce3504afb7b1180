//! Who can read a channel that is bound to somebody. Secrets are written there, so only they and
//! the hosts may.

use crate::store::{AccountId, ChannelId, ServerId};
use serenity::all::{self, PermissionOverwriteType, Permissions};

use super::hosts;
use super::permissions::{HISTORY, NamedPermission, SEND, VIEW, bits_in_channel};
use crate::discord::rest::Failure;
use crate::discord::{Data, Result};
use crate::referee::postal::codes;
use crate::words::preflight::Reader;

/// The permissions that somebody needs in their bound channel, to read prompts and type `/submit`.
const FOR_OWNER: [NamedPermission; 3] = [VIEW, SEND, HISTORY];

/// The permissions that an account lacks in its bound channel. Empty if the channel is gone or
/// Dealer cannot see it.
///
/// # Errors
/// What Discord says.
pub async fn missing_permissions(
    data: &Data,
    channel: ChannelId,
    account: AccountId,
) -> Result<Vec<NamedPermission>> {
    let may = bits_in_channel(data, channel, account)
        .await?
        .unwrap_or(u64::MAX);
    let lacking = FOR_OWNER.into_iter().filter(|(bit, _)| may & bit == 0);
    Ok(lacking.collect())
}

/// Somebody who can read a channel besides the hosts, Dealer and the account that it is bound to,
/// if any. Nobody if the channel is gone. If Discord does not say, because Dealer cannot see it or
/// something is wrong, it counts as readable.
///
/// # Errors
/// What the store says, or why Discord gives no answer just then.
pub async fn other_reader(
    data: &Data,
    guild: ServerId,
    channel: ChannelId,
    owner: Option<AccountId>,
) -> Result<Option<Reader>> {
    let found = find_other_reader(data, guild, channel, owner).await;
    found.or_else(|fault| match fault.downcast::<Failure>() {
        // A passing failure does not mean that others can read it.
        Ok(error) if error.is_passing() => Err(error.into()),
        Ok(error) => {
            tracing::warn!("can't tell who reads channel {channel}: {error}");
            Ok(Some(Reader::Unknown))
        }
        Err(fault) => Err(fault),
    })
}

/// Only roles and overwrites for members can let somebody see a channel (Discord documentation,
/// "Permissions"), so members need not be listed.
async fn find_other_reader(
    data: &Data,
    guild: ServerId,
    channel: ChannelId,
    owner: Option<AccountId>,
) -> Result<Option<Reader>> {
    let channel = match data.rest.channel(channel).await {
        Ok(channel) => channel,
        Err(error) if error.code() == codes::UNKNOWN_CHANNEL => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(channel) = channel.guild() else {
        return Ok(None);
    };
    let host_role = data.stored(move |tx| tx.host_role(guild, None)).await?;
    let place = data.rest.server(guild).await?;
    let overwrite = |role: all::RoleId| {
        let mut all = channel.permission_overwrites.iter();
        all.find(|one| one.kind == PermissionOverwriteType::Role(role))
    };
    let has = |role: all::RoleId, permissions| {
        let role = place.roles.get(&role);
        role.is_some_and(|role| role.permissions.intersects(permissions))
    };
    let view = Permissions::VIEW_CHANNEL;
    let everyone = place.id.everyone_role();
    // Whether server-wide permissions of roles apply in this channel.
    let is_open = overwrite(everyone).is_none_or(|one| !one.deny.contains(view));
    let sees = |role: all::RoleId| match overwrite(role) {
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
        let is_host = has(role.id, hosting) || Some(role.id.into()) == host_role;
        let is_bots = role.tags.bot_id.is_some();
        if role.id != everyone && !is_host && !is_bots && sees(role.id) {
            return Ok(Some(Reader::Role(role.id.into())));
        }
    }
    for one in &channel.permission_overwrites {
        let PermissionOverwriteType::Member(user) = one.kind else {
            continue;
        };
        let account = AccountId::from(user);
        if !one.allow.contains(view) || user == data.me || Some(account) == owner {
            continue;
        }
        if !hosts::hosts_from_afar(data, guild, account, None).await? {
            return Ok(Some(Reader::Account(account)));
        }
    }
    Ok(None)
}
