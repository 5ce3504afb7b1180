//! What somebody types to Dealer in a direct message: the choice before a match that waits for one, as with `/submit`.

use serenity::all::{Context, CreateAllowedMentions, CreateMessage, Message};

use super::acting::take_typed;
use super::commands::submit::waiting;
use super::panel::{Panel, note};
use super::{Data, Fault, text, went_wrong};
use crate::words;

/// Answers a message that a person wrote to Dealer alone; none in a server, and none that holds no text.
pub async fn typed(data: &Data, ctx: &Context, message: &Message) -> Result<(), Fault> {
    let account = message.author.id.get();
    let is_typed = message.guild_id.is_none() && !message.content.trim().is_empty();
    if message.author.bot || !is_typed || !data.may_ask(None, account) {
        return Ok(());
    }
    let answered = answer(data, account, message).await;
    let Panel { content, rows, .. } = answered.unwrap_or_else(|fault| {
        tracing::error!("a direct message cannot be taken: {fault}");
        note(went_wrong(&fault))
    });
    let answer = CreateMessage::new()
        .content(text::cut(&content, 2000))
        .components(rows)
        .allowed_mentions(CreateAllowedMentions::new());
    message.channel_id.send_message(&ctx.http, answer).await?;
    Ok(())
}

async fn answer(data: &Data, account: u64, message: &Message) -> Result<Panel, Fault> {
    let looks = waiting(data, account).await?;
    match looks.as_slice() {
        [] => Ok(note(words::nothing_typed_for())),
        [one] => {
            let text = message.content.trim().to_owned();
            let (made_by, direct) = (message.id.get(), Some(message.channel_id));
            take_typed(data, one.row.id, account, text, made_by, direct).await
        }
        several => {
            let names = several
                .iter()
                .map(|look| words::match_name(look, &text::shown(look.cast())));
            Ok(note(words::typed_for_which(&names.collect::<Vec<_>>())))
        }
    }
}
