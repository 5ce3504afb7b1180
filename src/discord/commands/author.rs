//! The author of a command: where they typed it, and whether they are a host there.

use super::reply::interaction;
use crate::discord::server::{hosts, permissions::missing_to_play};
use crate::discord::{Context, Result};
use crate::store::{ChannelId, MatchId, SeasonId, ServerId};
use crate::words;

/// Why no match can be played in the command's channel, in words; None if one can.
pub fn cannot_play_here(ctx: &Context<'_>) -> Option<String> {
    let typed = interaction(ctx)?;
    let lacks = missing_to_play(typed.app_permissions, typed.channel.as_ref());
    let channel = ctx.channel_id().into();
    (!lacks.is_empty()).then(|| words::rights::cannot_play_here(channel, &lacks))
}

/// The direct message in which a command was typed; None in a server.
pub fn direct(ctx: &Context<'_>) -> Option<ChannelId> {
    ctx.guild_id().is_none().then(|| ctx.channel_id().into())
}

/// The command's channel, and for a thread also the channel above it.
pub fn places(ctx: &Context<'_>) -> Vec<ChannelId> {
    let channel = interaction(ctx).and_then(|interaction| interaction.channel.as_ref());
    let above = channel.and_then(|channel| channel.parent_id);
    let places = [Some(ctx.channel_id()), above].into_iter().flatten();
    places.map(Into::into).collect()
}

/// Whether the author is a host of this season or (without a season) of the server.
pub async fn is_host(ctx: &Context<'_>, season: Option<SeasonId>) -> Result<bool> {
    let member = interaction(ctx).and_then(|interaction| interaction.member.as_deref());
    Ok(hosts::is_host(ctx.data(), member, season).await?)
}

/// Whether the author is a host of this match, and typed the command in its server.
pub async fn is_host_of(ctx: &Context<'_>, id: MatchId) -> Result<bool> {
    let row = ctx.data().stored(move |tx| tx.match_row(id)).await?;
    let guild = ctx.guild_id().map(ServerId::from);
    match row.filter(|row| row.guild == guild) {
        Some(row) => is_host(ctx, row.season).await,
        None => Ok(false),
    }
}
