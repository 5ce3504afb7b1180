//! Who may act as a host: whoever manages the server, or has the season's host role. Checked here on every interaction, whatever Discord's
//! own settings hide.

use serenity::all::{Member, Permissions};

use super::Data;
use crate::referee::Gone;

/// Whether a member may act as a host in their server. Nobody is a host in a direct message.
pub async fn is_host(data: &Data, member: Option<&Member>) -> Result<bool, Gone> {
    let Some(member) = member else {
        return Ok(false);
    };
    let manages = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    if member
        .permissions
        .is_some_and(|permissions| permissions.intersects(manages))
    {
        return Ok(true);
    }
    let guild = member.guild_id.get();
    let season = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.current_season(guild)));
    let role = match season.await? {
        Ok(season) => season.and_then(|season| season.host_role),
        Err(error) => {
            tracing::error!("the season of a server cannot be read: {error}");
            None
        }
    };
    Ok(role.is_some_and(|role| member.roles.iter().any(|has| has.get() == role)))
}
