//! `/setup`: what a server needs before its first match.

use super::reply::{show, whisper};
use crate::discord::panels::guide;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::words;

/// Set this server up for Dealer, step by step
#[poise::command(
    slash_command,
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD",
    custom_data = "Right::Host"
)]
pub async fn setup(ctx: Context<'_>) -> Result<()> {
    let Some(guild) = ctx.guild_id() else {
        return whisper(ctx, words::rights::GUILD_ONLY).await;
    };
    let panel = guide::panel(ctx.data(), guild.into()).await?;
    show(ctx, panel).await
}
