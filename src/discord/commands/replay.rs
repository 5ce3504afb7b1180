//! `/replay`: shows a finished match again.

use crate::referee::Viewer;
use crate::store::{AccountId, ServerId};

use super::reply::{defer, show, whisper};
use super::season::complete_past;
use crate::discord::panels::replay as panel;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::words;
use crate::words::result::unseen;

/// Replay a finished match, board by board
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn replay(
    ctx: Context<'_>,
    #[description = "A match's number; leave out for this channel's last match (in DMs, your last one)"]
    #[rename = "match"]
    #[autocomplete = "complete_past"]
    number: Option<i64>,
) -> Result<()> {
    let (channel, account) = (ctx.channel_id().into(), AccountId::from(ctx.author().id));
    let guild = ctx.guild_id().map(ServerId::from);
    let meant = ctx.data().read(move |core| {
        let store = core.store();
        let over = match (guild, number) {
            (Some(guild), Some(number)) => {
                return store.read(|tx| tx.match_numbered(guild, None, number));
            }
            (None, Some(number)) => return store.read(|tx| tx.own_match_numbered(account, number)),
            (Some(_), None) => store.read(|tx| tx.matches_over_in(channel))?,
            (None, None) => store.read(|tx| tx.matches_over_of(account))?,
        };
        for id in over {
            // Some matches show nothing, such as one that was called off before it began.
            let snapshot = core.snapshot(id, Viewer::Public)?;
            if snapshot.is_some_and(|snapshot| unseen(&snapshot.status).is_none()) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    });
    let Some(id) = meant.await? else {
        let nothing = match guild {
            Some(_) => words::replay::NOTHING_TO_REPLAY.to_owned(),
            None => words::replay::NOTHING_OF_YOURS_TO_REPLAY.to_owned(),
        };
        return whisper(ctx, &nothing).await;
    };
    // A picture may take longer than Discord waits.
    defer(ctx, true).await?;
    let asker = panel::ReplayRequest {
        guild,
        channel,
        account,
    };
    let shown = panel::show(ctx.data(), asker, id, 0).await?;
    show(ctx, shown).await
}
