//! What somebody types to Dealer in a direct message: the choice before a match that waits for one, as with `/submit`.

use serenity::all::{Context, CreateAllowedMentions, CreateMessage, Message};

use super::acting::{act_fault, after_act};
use super::commands::submit::waiting;
use super::panel::{Panel, note};
use super::{Data, Fault, created_ms, text, went_wrong};
use crate::games::notation;
use crate::referee::Act;
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
    let id = match looks.as_slice() {
        [] => return Ok(note(words::nothing_typed_for())),
        // Giving up is asked back, which only the command does.
        [one] if gives_up(&message.content) => {
            return Ok(note(words::resign_by_command(one.row.channel)));
        }
        [one] => one.row.id,
        several => {
            let names = several
                .iter()
                .map(|look| words::match_name(look, &text::shown(look.cast())));
            return Ok(note(words::typed_for_which(&names.collect::<Vec<_>>())));
        }
    };
    // A message's id says when it was made and comes once, as an interaction's.
    let act = Act {
        match_id: id,
        account,
        for_party: None,
        is_host: false,
        prompt: None,
        text: message.content.trim().to_owned(),
        interaction: Some(message.id.get()),
        made_at_ms: created_ms(message.id.get()),
    };
    let done = data
        .referee
        .run(move |core, now| core.act(&act, now))
        .await?;
    match done {
        Ok(acted) => after_act(data, id, account, &acted).await,
        Err(fault) => Ok(note(act_fault(fault)?)),
    }
}

/// Whether one of the acts of a typed text is to resign.
fn gives_up(text: &str) -> bool {
    let acts = notation::split(text);
    acts.iter()
        .any(|act| act.trim().eq_ignore_ascii_case("resign"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_up_is_known_among_other_acts() {
        for (text, expected) in [
            ("resign", true),
            (" Resign ", true),
            ("rank Zac > UMG, RESIGN", true),
            ("resign;", true),
            ("resign\r\nsorry, I cannot tonight", true),
            ("rank Zac > \"UMG, resign\"", false),
            ("hide B4", false),
            ("rank Resigned > Zac", false),
        ] {
            assert_eq!(gives_up(text), expected, "{text}");
        }
    }
}
