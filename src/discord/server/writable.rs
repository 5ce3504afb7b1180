//! Finds the channels in which somebody may write.

use crate::store::{ChannelId, ServerId};
use serenity::all::{ChannelType, Member, Permissions};

use super::locks;
use crate::discord::{Data, Result};

/// The text channels of a server in which a member may write and Dealer can run a match, in the
/// server's order.
///
/// # Errors
/// What Discord says.
pub async fn channels(data: &Data, guild: ServerId, member: &Member) -> Result<Vec<ChannelId>> {
    let server = locks::guild(data, guild).await?;
    let own = data.rest.member(guild, data.me).await?;
    let channels = data.rest.channels(guild).await?;
    let writes = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    let plays = writes | Permissions::EMBED_LINKS | Permissions::ATTACH_FILES;
    let mut open: Vec<_> = channels
        .into_iter()
        .filter(|channel| {
            let may = |who, what| server.user_permissions_in(channel, who).contains(what);
            channel.kind == ChannelType::Text && may(member, writes) && may(&own, plays)
        })
        .collect();
    open.sort_unstable_by_key(|channel| (channel.position, channel.id));
    Ok(open.iter().map(|channel| channel.id.into()).collect())
}
