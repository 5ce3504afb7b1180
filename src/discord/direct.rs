//! What somebody types to Dealer in a direct message: the choice before a match that waits for one, as with `/submit`.

use std::collections::BTreeSet;

use serenity::all::{
    Context, CreateAllowedMentions, CreateMessage, Message, MessageReference, MessageReferenceKind,
};

use super::acting::take_typed;
use super::commands::submit::waiting;
use super::panel::{Panel, note};
use super::{Data, Fault, text, went_wrong};
use crate::words;

/// Answers a message that a person wrote to Dealer alone; none in a server, and none that holds no text. A fault is logged.
pub async fn take(data: &Data, ctx: &Context, message: &Message) {
    if let Err(error) = typed(data, ctx, message).await {
        tracing::warn!("a direct message cannot be answered: {error}");
    }
}

async fn typed(data: &Data, ctx: &Context, message: &Message) -> Result<(), Fault> {
    let account = message.author.id.get();
    let is_typed = message.guild_id.is_none() && !message.content.trim().is_empty();
    if message.author.bot || !is_typed {
        return Ok(());
    }
    // Whoever types is answered in the order in which they typed.
    let turn = data.typed.of(account, message.id.get());
    data.heard(message.id.get()).await;
    let mut taken = turn.come().await;
    if !taken.is_new(message.id.get()) || !data.may_ask(None, account) {
        return Ok(());
    }
    let answered = answer(data, account, message).await;
    let Panel { content, rows, .. } = answered.unwrap_or_else(|fault| {
        tracing::error!("a direct message cannot be taken: {fault}");
        note(went_wrong(&fault))
    });
    // By what it refers to it is known later what has been answered.
    let to = MessageReference::new(MessageReferenceKind::Default, message.channel_id)
        .message_id(message.id)
        .fail_if_not_exists(false);
    let answer = CreateMessage::new()
        .content(text::cut(&content, 2000))
        .components(rows)
        .reference_message(to)
        .allowed_mentions(CreateAllowedMentions::new());
    message.channel_id.send_message(&ctx.http, answer).await?;
    Ok(())
}

async fn answer(data: &Data, account: u64, message: &Message) -> Result<Panel, Fault> {
    // Only what was missed can have been: nobody knows any more what it said when it was made, and its deadline may have come since.
    if message.edited_timestamp.is_some() {
        return Ok(note(words::typed_was_edited()));
    }
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

/// The messages of one person that were taken last, by their ids.
#[derive(Debug, Default)]
pub struct Taken(BTreeSet<u64>);

impl Taken {
    /// How many are kept: the same one comes twice within moments, as an event and among what was missed.
    const MOST: usize = 100;

    /// Whether a message was not taken yet; it is now.
    fn is_new(&mut self, message: u64) -> bool {
        let is_new = self.0.insert(message);
        if self.0.len() > Taken::MOST {
            self.0.pop_first();
        }
        is_new
    }
}
