//! `/me`.

use super::reply::show;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::store::AccountId;

/// Your settings: confirm risky moves, boards in words
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    custom_data = "Right::Look"
)]
pub async fn me(ctx: Context<'_>) -> Result<()> {
    let panel =
        crate::discord::panels::me::panel(ctx.data(), AccountId::from(ctx.author().id)).await?;
    show(ctx, panel).await
}
