//! `/preflight`: is all well for a match here?

use super::reply::{defer, interaction, show_whole, token, whisper};
use crate::discord::panels::preflight::{self, Tick};
use crate::discord::rights::Right;
use crate::discord::{Context, Result, created_ms};
use crate::words;

/// Check that a match can run in this channel, and what to fix
#[poise::command(
    slash_command,
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD",
    custom_data = "Right::Host"
)]
pub async fn preflight(ctx: Context<'_>) -> Result<()> {
    let (Some(typed), Some(guild)) = (interaction(&ctx), ctx.guild_id()) else {
        return whisper(ctx, words::rights::GUILD_ONLY).await;
    };
    let clock = &ctx.data().referee.clock;
    let asked_ms = clock.now();
    defer(ctx, true).await?;
    let had_ms = clock.now();
    // The "thinking" message was created between the two times: it tells Discord's clock.
    let answer = token(typed).message(&ctx.data().rest).await?.get();
    let tick = Tick {
        created_ms: created_ms(answer),
        asked_ms,
        had_ms,
    };
    // Zero until the first heartbeat is answered.
    let ping = Some(ctx.ping().await).filter(|ping| !ping.is_zero());
    let (guild, here) = (guild.into(), ctx.channel_id().into());
    let panel = preflight::check(ctx.data(), guild, here, &tick, ping).await?;
    show_whole(ctx, panel).await
}
