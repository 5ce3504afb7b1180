//! `/help`.

use super::author::{cannot_play_here, places};
use super::reply::{interaction, show};
use crate::discord::panels::help;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::store::AccountId;

/// See what you can do here and now
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn help(ctx: Context<'_>) -> Result<()> {
    let place = help::HelpRequest {
        guild: ctx.guild_id().map(Into::into),
        channels: places(&ctx),
        member: interaction(&ctx).and_then(|typed| typed.member.as_deref()),
        may_play: cannot_play_here(&ctx).is_none(),
    };
    let panel = help::panel(ctx.data(), place, AccountId::from(ctx.author().id)).await?;
    show(ctx, panel).await
}
