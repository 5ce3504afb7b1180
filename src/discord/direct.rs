//! Reads direct messages to Dealer as choices before a match, like `/submit`, or as moves in the
//! practice that is played there, like `/act`. Answers mentions in servers, too.

use serenity::all::{
    CreateAllowedMentions, CreateMessage, Message, MessageId, MessageReference,
    MessageReferenceKind, MessageUpdateEvent, Nonce,
};

use super::components;
use super::meant;
use super::panels::act_panels::{BUTTON_CHARS, choice_and_post};
use super::panels::acting::take_typed;
use super::panels::{help, panel, screen};
use super::{Data, Result, text, went_wrong};
use crate::discord::message::{Panel, note};
use crate::referee::{Snapshot, Viewer};
use crate::store::{AccountId, ChannelId, MatchId};
use crate::words;
use games::panel::Tap;
use games::screen::Button;

/// Answers a person's direct message. Ignores messages in servers, and messages without text. A
/// fault is logged.
pub async fn take(data: &Data, message: &Message) {
    if let Err(error) = typed(data, message).await {
        tracing::warn!("can't answer a direct message: {error}");
    }
}

/// Answers somebody who edits a direct message while they may still choose: they may think that
/// this changes their choice. A fault is logged.
pub async fn edited(data: &Data, message: &MessageUpdateEvent) {
    if let Err(error) = typed_over(data, message).await {
        tracing::warn!("can't answer an edited direct message: {error}");
    }
}

async fn typed_over(data: &Data, message: &MessageUpdateEvent) -> Result<()> {
    // Without a time nobody has edited it: Discord has only added a preview of a link.
    let (Some(author), Some(edited), None) =
        (&message.author, message.edited_timestamp, message.guild_id)
    else {
        return Ok(());
    };
    let (account, channel) = (AccountId::from(author.id), message.channel_id.into());
    if author.bot {
        return Ok(());
    }
    let turn = data.typed.ticket(account.0, message.id.get());
    let taken = turn.wait_turn().await;
    // A message that was not read yet will be read as it is now.
    if !taken.holds(message.id.into()) || !data.may_ask(None, account) {
        return Ok(());
    }
    let said = match waiting(data, account, channel).await?.as_slice() {
        [] => return Ok(()),
        [one] => {
            let (choice, link) = choice_and_post(data, one.row.id, account, Some(channel)).await?;
            let is_in = choice.map(|choice| choice.answered);
            words::typed::not_taken(words::typed::EDITED_AFTER, is_in, link.as_deref())
        }
        _ => words::typed::EDITED_AFTER.to_owned(),
    };
    // The answer to the unedited message has the message's id as its nonce. A nonce has at most 25
    // characters.
    let nonce = format!("{}-{:05}", message.id, edited.unix_timestamp() % 100_000);
    reply(data, channel, message.id, nonce, note(said)).await
}

async fn typed(data: &Data, message: &Message) -> Result<()> {
    let account = AccountId::from(message.author.id);
    let is_typed = message.guild_id.is_none() && !message.content.trim().is_empty();
    if message.author.bot || !is_typed {
        return Ok(());
    }
    // Each person is answered in the order in which they typed.
    let turn = data.typed.ticket(account.0, message.id.get());
    data.heard(message.id.get(), None).await;
    let mut taken = turn.wait_turn().await;
    // A message that is skipped now is found later (`gateway/missed.rs`).
    if !data.may_ask(None, account) || !taken.is_new(message.id.into()) {
        return Ok(());
    }
    let answered = answer(data, account, message).await;
    let answer = answered.unwrap_or_else(|fault| {
        tracing::error!("can't handle a direct message: {fault}");
        note(went_wrong(&fault))
    });
    reply_to(data, message, answer).await
}

/// Answers a mention of Dealer in a server with what everybody can do there, at most once in a
/// while for each channel. A reply to a post of Dealer is no mention. A fault is logged.
pub async fn mentioned(data: &Data, message: &Message) {
    if let Err(error) = answer_mention(data, message).await {
        tracing::warn!("can't answer a mention: {error}");
    }
}

async fn answer_mention(data: &Data, message: &Message) -> Result<()> {
    let names = [format!("<@{}>", data.me), format!("<@!{}>", data.me)];
    let is_named = names.iter().any(|name| message.content.contains(name));
    let by_person = !message.author.bot && message.webhook_id.is_none();
    let channel = message.channel_id.into();
    if message.guild_id.is_none() || !is_named || !by_person || !data.may_answer_in(channel) {
        return Ok(());
    }
    let place = help::HelpRequest {
        guild: message.guild_id.map(Into::into),
        channels: vec![channel],
        member: None,
        may_play: false,
    };
    let snapshot = help::likeliest_match(data, &place, None).await?;
    let answer = note(
        help::help_text(
            data,
            &place,
            snapshot.as_ref(),
            &[],
            words::help::help_for_all,
        )
        .await?,
    );
    reply_to(data, message, answer).await
}

/// Answers a message, once.
async fn reply_to(data: &Data, message: &Message, answer: Panel) -> Result<()> {
    let nonce = message.id.to_string();
    reply(data, message.channel_id.into(), message.id, nonce, answer).await
}

/// Answers a message. `nonce`: unique for each answer, at most 25 characters.
async fn reply(
    data: &Data,
    channel: ChannelId,
    message: MessageId,
    nonce: String,
    answer: Panel,
) -> Result<()> {
    let Panel { content, rows, .. } = answer;
    // The reference tells later which messages were answered.
    let to = MessageReference::new(MessageReferenceKind::Default, channel.into())
        .message_id(message)
        .fail_if_not_exists(false);
    let answer = CreateMessage::new()
        .content(text::cut(&content, 2000))
        .components(components::rows(rows))
        .reference_message(to)
        // With a nonce, a repeated request does not post it twice.
        .nonce(Nonce::String(nonce))
        .enforce_nonce(true)
        .allowed_mentions(CreateAllowedMentions::new());
    Ok(data.rest.post(channel, &answer).await?)
}

async fn answer(data: &Data, account: AccountId, message: &Message) -> Result<Panel> {
    // Only missed messages can be edited here. Nobody knows what it said at first, and the deadline
    // may have passed since.
    if message.edited_timestamp.is_some() {
        return Ok(note(words::typed::TYPED_WAS_EDITED));
    }
    let (channel, made_by) = (ChannelId::from(message.channel_id), message.id.get());
    let text = message.content.trim().to_owned();
    let snapshots = waiting(data, account, channel).await?;
    let name =
        |snapshot: &Snapshot| words::status::match_name(snapshot, &text::shown(snapshot.cast()));
    let meant = match snapshots.as_slice() {
        [] => {
            return match played_here(data, account, channel).await? {
                Some(snapshot) => Ok(panel::nothing(&snapshot, data.referee.clock.now())),
                None => Ok(note(meant::nothing_to_choose(data, account, true).await?)),
            };
        }
        [one] => one,
        several => {
            let played = several
                .iter()
                .find(|snapshot| snapshot.row.channel == channel);
            match (
                fitting(data, several, account, &text).await?.as_slice(),
                played,
            ) {
                ([one], _) => *one,
                // It fits nothing: most people are in the middle of their practice here.
                ([], Some(played)) => {
                    let id = played.row.id;
                    let others = several.iter().filter(|snapshot| snapshot.row.id != id);
                    let others: Vec<String> = others.map(name).collect();
                    let mut panel =
                        take_typed(data, id, account, text, "", made_by, Some(channel)).await?;
                    panel.content =
                        words::typed::fits_nothing(&panel.content, &name(played), &others);
                    return Ok(panel);
                }
                _ => {
                    let names: Vec<String> = several.iter().map(name).collect();
                    return Ok(note(words::typed::typed_for_which(&names)));
                }
            }
        }
    };
    if meant.row.channel != channel && meant::practises_here(data, channel).await? {
        return perhaps_for_practice(data, meant, account, text).await;
    }
    // The answer need not repeat the text, which stands right above it.
    let id = meant.row.id;
    take_typed(data, id, account, text, "", made_by, Some(channel)).await
}

/// The answer to somebody who types, where they practise, what would be a choice in another match:
/// it isn't taken, but there is a button for it.
async fn perhaps_for_practice(
    data: &Data,
    other: &Snapshot,
    account: AccountId,
    text: String,
) -> Result<Panel> {
    let id = other.row.id;
    let act = data.read(move |core| core.would_act(id, account, &text));
    let act = act.await?.filter(|act| act.chars().count() <= BUTTON_CHARS);
    let button = act.zip(other.mine.as_ref()).map(|(act, mine)| {
        let label = act.clone();
        Button::primary(screen::press(id, mine.id, Tap::Act(act)), label)
    });
    let this = words::choices::this_match(other, data.server_name(other).as_deref());
    let said = words::typed::perhaps_for_practice(&this, button.is_some());
    Ok(note(said).buttons(button))
}

/// The practice that is open in a direct message.
async fn played_here(
    data: &Data,
    account: AccountId,
    channel: ChannelId,
) -> Result<Option<Snapshot>> {
    let open = data.stored(move |tx| tx.open_match_in(channel));
    match open.await? {
        Some(id) => data.snapshot(id, Viewer::Account(account)).await,
        None => Ok(None),
    }
}

/// The matches that wait for what somebody types in a direct message: for a choice before the
/// match, or for a move in the practice that is played there.
async fn waiting(data: &Data, account: AccountId, channel: ChannelId) -> Result<Vec<Snapshot>> {
    let mut snapshots = meant::waiting(data, account).await?;
    let here = played_here(data, account, channel).await?;
    snapshots.extend(here.filter(|snapshot| snapshot.mine.as_ref().is_some_and(|mine| mine.live)));
    Ok(snapshots)
}

/// The matches in which a text is a possible choice or move for somebody.
async fn fitting<'a>(
    data: &Data,
    snapshots: &'a [Snapshot],
    account: AccountId,
    text: &str,
) -> Result<Vec<&'a Snapshot>> {
    let (ids, text) = (
        snapshots.iter().map(|snapshot| snapshot.row.id),
        text.to_owned(),
    );
    let ids: Vec<MatchId> = ids.collect();
    let read = data.read(move |core| {
        let fits = ids.into_iter().map(|id| {
            let act = core.would_act(id, account, &text)?;
            Ok(act.is_some())
        });
        fits.collect::<Result<Vec<bool>, _>>()
    });
    let fits = read.await?;
    let snapshots = snapshots.iter().zip(fits);
    Ok(snapshots
        .filter_map(|(snapshot, fits)| fits.then_some(snapshot))
        .collect())
}
