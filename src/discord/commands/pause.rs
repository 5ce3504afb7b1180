//! `/pause`: a player asks for a pause, which both have to want. Hosts use `/match pause`.

use super::match_lookup::{match_meant, say_none_meant};
use super::reply::show;
use crate::discord::message::note;
use crate::discord::panels::conducting::wish_pause;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::store::AccountId;

/// Ask your opponent for a pause
#[poise::command(
    slash_command,
    custom_data = "Right::Seat",
    interaction_context = "Guild|BotDm"
)]
pub async fn pause(ctx: Context<'_>) -> Result<()> {
    let Some(id) = match_meant(&ctx).await? else {
        return say_none_meant(ctx).await;
    };
    let said = wish_pause(ctx.data(), id, AccountId::from(ctx.author().id)).await?;
    show(ctx, note(said)).await
}
