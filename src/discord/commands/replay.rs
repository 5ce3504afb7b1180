//! `/replay`: a match that is over, once more.

use super::reply::{defer, show, whisper};
use super::season::complete_past;
use crate::discord::panels::replay as panel;
use crate::discord::rights::Right;
use crate::discord::{Context, Fault};
use crate::store::MatchId;
use crate::words;

/// Replay a finished match, board by board
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild"
)]
pub async fn replay(
    ctx: Context<'_>,
    #[description = "A match's number; leave out for this channel's last finished match"]
    #[rename = "match"]
    #[autocomplete = "complete_past"]
    number: Option<i64>,
) -> Result<(), Fault> {
    let Some(guild) = ctx.guild_id() else {
        return whisper(ctx, &words::guild_only()).await;
    };
    let channel = ctx.channel_id().get();
    let id = match number {
        Some(number) => Some(MatchId(number)),
        None => {
            let last = ctx
                .data()
                .referee
                .read(move |core, _| core.store().read(|tx| tx.last_match_over_in(channel)));
            last.await??
        }
    };
    let Some(id) = id else {
        return whisper(ctx, &words::nothing_to_replay()).await;
    };
    // A picture may take longer than Discord waits.
    defer(ctx, true).await?;
    let asker = panel::Asker {
        guild: guild.get(),
        channel,
        account: ctx.author().id.get(),
    };
    let shown = panel::show(ctx.data(), asker, id, 0).await?;
    show(ctx, shown).await
}
