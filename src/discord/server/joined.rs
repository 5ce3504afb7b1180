//! A server that Dealer has just joined: its owner is told how to set it up.

use games::WallMs;
use serenity::all::{CreateMessage, Guild, Nonce};

use crate::discord::{Data, Result};
use crate::referee::postal::codes;
use crate::words;

/// How long ago Dealer joined a server at most if it has only just joined. Servers that Discord
/// lists again after a break are older.
const JUST_MS: u64 = 5 * 60 * 1000;

/// Says hello to the server's owner; if their direct messages are closed, in the channel where the
/// server welcomes people.
pub async fn greet(data: &Data, guild: &Guild) {
    let joined_s = u64::try_from(guild.joined_at.unix_timestamp()).unwrap_or(0);
    if WallMs(joined_s * 1000) + JUST_MS < data.referee.clock.now() {
        return;
    }
    if let Err(error) = say_hello(data, guild).await {
        tracing::warn!("can't say hello in server {}: {error}", guild.id);
    }
}

async fn say_hello(data: &Data, guild: &Guild) -> Result<()> {
    let id = guild.id.into();
    // A server that Dealer knows from before needs no words.
    if !data.stored(move |tx| tx.seasons(id)).await?.is_empty() {
        return Ok(());
    }
    let said = words::guide::hello_to_server(&words::english::escape_markdown(&guild.name));
    let message = CreateMessage::new()
        .content(said)
        .nonce(Nonce::String(format!("hello-{id}")))
        .enforce_nonce(true);
    let direct = data.rest.direct(guild.owner_id).await;
    let sent = match direct {
        Ok(direct) => data.rest.post(direct, &message).await,
        Err(error) => Err(error),
    };
    match (sent, guild.system_channel_id) {
        (Err(error), Some(channel)) if codes::is_closed(error.code()) => {
            data.rest.post(channel.into(), &message).await?;
        }
        (sent, _) => sent?,
    }
    Ok(())
}
