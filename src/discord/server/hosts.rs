//! Who may act as a host: people who can manage the server or have the season's host role. Checked
//! here on every interaction, whatever Discord's own settings hide.

use serenity::all::{Member, Permissions, UserId};

use crate::discord::{Data, Result};
use crate::referee::postal::codes;
use crate::referee::{RefereeGone, Snapshot};
use crate::store::{AccountId, SeasonId, ServerId};

/// Whether a member may manage their server.
pub fn manages(member: &Member) -> bool {
    let manages = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let permissions = member.permissions;
    permissions.is_some_and(|permissions| permissions.intersects(manages))
}

/// Whether a member may act as a host in their server: in a match of this season, or (None) for the
/// server. Nobody is a host in a direct message.
pub async fn is_host(
    data: &Data,
    member: Option<&Member>,
    season: Option<SeasonId>,
) -> Result<bool, RefereeGone> {
    let Some(member) = member else {
        return Ok(false);
    };
    if manages(member) {
        return Ok(true);
    }
    let guild = member.guild_id.into();
    let role = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.host_role(guild, season)));
    let role = role.await?.unwrap_or_else(|error| {
        tracing::error!("can't read the season of a server: {error}");
        None
    });
    Ok(role.is_some_and(|role| member.roles.contains(&role.into())))
}

/// Whether a member may act as a host for the server, or in any of its open matches.
pub async fn is_host_of_any(data: &Data, member: &Member) -> Result<bool> {
    if is_host(data, Some(member), None).await? {
        return Ok(true);
    }
    let guild = member.guild_id.into();
    let roles = data
        .stored(move |tx| {
            let mut roles = Vec::new();
            for id in tx.open_matches(Some(guild))? {
                if let Some(season) = tx.match_row(id)?.and_then(|row| row.season) {
                    roles.extend(tx.host_role(guild, Some(season))?);
                }
            }
            Ok(roles)
        })
        .await?;
    let mut roles = roles.into_iter();
    Ok(roles.any(|role| member.roles.contains(&role.into())))
}

/// Whether somebody may act as a host in a match, wherever they act: hosts of one server are no
/// hosts in another server's match, and nobody hosts a practice in a direct message.
pub async fn hosts(
    data: &Data,
    account: AccountId,
    member: Option<&Member>,
    snapshot: &Snapshot,
) -> Result<bool> {
    let Some(guild) = snapshot.row.guild else {
        return Ok(false);
    };
    let season = snapshot.row.season;
    match member.filter(|member| ServerId::from(member.guild_id) == guild) {
        Some(member) => Ok(is_host(data, Some(member), season).await?),
        None => hosts_from_afar(data, guild, account, season).await,
    }
}

/// Whether an account that acts in a direct message is a host of a server or a season there: asks
/// Discord.
///
/// # Errors
/// What Discord says.
pub async fn hosts_from_afar(
    data: &Data,
    guild: ServerId,
    account: AccountId,
    season: Option<SeasonId>,
) -> Result<bool> {
    let member = member_from_afar(data, guild, account).await?;
    Ok(is_host(data, member.as_ref(), season).await?)
}

/// An account that acts in a direct message, as a member of a server: asks Discord.
///
/// # Errors
/// What Discord says. No error for people outside the server, or a server without Dealer: nobody is
/// a member there.
pub async fn member_from_afar(
    data: &Data,
    guild: ServerId,
    account: AccountId,
) -> Result<Option<Member>> {
    let member = data.rest.member(guild, UserId::from(account)).await;
    let mut member = match member {
        Ok(member) => member,
        Err(error) => {
            let code = error.code();
            return if codes::is_absent(code) || codes::is_outside(code) {
                Ok(None)
            } else {
                Err(error.into())
            };
        }
    };
    let place = data.rest.server(guild).await?;
    member.guild_id = place.id;
    member.permissions = Some(if place.owner_id == member.user.id {
        Permissions::all()
    } else {
        let everyone = place.id.everyone_role();
        let has = |id| id == everyone || member.roles.contains(&id);
        let roles = place.roles.values().filter(|role| has(role.id));
        roles.fold(Permissions::empty(), |all, role| all | role.permissions)
    });
    Ok(Some(member))
}
