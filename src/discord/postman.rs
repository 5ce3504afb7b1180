//! The postman: sends what the outbox holds, one queue a channel or person, one request in flight in each, in order. Nothing is sent twice: after a
//! crash or a request without an answer, the channel is looked through first.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    AutoArchiveDuration, ChannelId, ChannelType, CreateAllowedMentions, CreateThread,
    EditAttachments, EditMessage, GetMessages, HttpError, Message, UserId,
};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use super::letter::{self, Ready};
use super::{Data, Fault, answer, created_ms, panel};
use crate::games::{Audience, CastId, Seat, View};
use crate::referee::{Letter, Line, Post, To};
use crate::store::{MatchId, OutboxRow, PostState, Sent};

/// Sends what is to be sent, for as long as the program runs.
pub async fn run(data: Data) {
    let busy: Arc<Mutex<HashSet<u64>>> = Arc::default();
    // They end with this task: what one was about to send stays in the outbox, and is not taken for something that failed.
    let mut at_work = JoinSet::new();
    loop {
        let news = data.referee.outbox.notified();
        let queues = data
            .referee
            .read(|core, _| core.store().read(|tx| tx.busy_queues()))
            .await;
        match queues {
            Ok(Ok(queues)) => {
                for queue in queues {
                    if busy.lock().await.insert(queue) {
                        let (data, busy) = (data.clone(), busy.clone());
                        at_work.spawn(async move {
                            work_off(&data, queue).await;
                            busy.lock().await.remove(&queue);
                            // Something may have come between the last look and this line.
                            data.referee.outbox.notify_one();
                        });
                    }
                }
            }
            Ok(Err(error)) => tracing::error!("the outbox cannot be read: {error}"),
            Err(_) => return,
        }
        while at_work.try_join_next().is_some() {}
        // Looked at now and then all the same, for what was put off.
        tokio::select! {
            () = news => {}
            () = tokio::time::sleep(Duration::from_secs(5)) => {}
        }
    }
}

/// Sends a queue's posts until there is none, or one has to wait.
async fn work_off(data: &Data, queue: u64) {
    let mut tries = 0;
    loop {
        let next = data
            .referee
            .read(move |core, _| core.store().read(|tx| tx.next_post(queue)))
            .await;
        let row = match next {
            Ok(Ok(Some(row))) => row,
            Ok(Ok(None)) | Err(_) => return,
            Ok(Err(error)) => {
                tracing::error!("the outbox cannot be read: {error}");
                return;
            }
        };
        match deliver(data, &row, tries).await {
            Ok(Delivered::Done) => tries = 0,
            Ok(Delivered::Later(pause)) => {
                tries += 1;
                tokio::time::sleep(pause).await;
            }
            Err(error) => {
                tracing::error!("post {} cannot be made: {error}", row.id.0);
                let sentence = crate::words::post_lost();
                let told = tell_host(data, row.match_id, Line::Trouble { sentence }).await;
                if told.is_err() {
                    return;
                }
                if set_state(data, &row, PostState::Failed).await.is_err() {
                    return;
                }
                tries = 0;
            }
        }
    }
}

/// Discord documentation, "JSON Error Codes".
const OPENED_TOO_FAST: isize = 40003;

enum Delivered {
    Done,
    /// It could not be sent now.
    Later(Duration),
}

async fn deliver(data: &Data, row: &OutboxRow, tries: u32) -> Result<Delivered, Fault> {
    let letter: Letter = serde_json::from_str(&row.body)?;
    if let (Post::Sealed, To::Channel(_)) = (&letter.post, letter.to) {
        refresh_card(data, row.match_id).await?;
        set_state(data, row, PostState::Sent).await?;
        return Ok(Delivered::Done);
    }
    if let Post::Standing {
        prompt,
        view,
        waiting,
    } = &letter.post
    {
        restate_prompt(data, row.match_id, *prompt, view, waiting).await?;
        set_state(data, row, PostState::Sent).await?;
        return Ok(Delivered::Done);
    }
    if let To::Person { account, .. } = letter.to
        && account == data.me.get()
    {
        // The computer plays without letters.
        set_state(data, row, PostState::Void).await?;
        return Ok(Delivered::Done);
    }
    let Some(ready) = letter::write(data, row, &letter).await? else {
        set_state(data, row, PostState::Void).await?;
        return Ok(Delivered::Done);
    };
    let sent = match letter.to {
        To::Channel(channel) => send(data, row, &ready, ChannelId::new(channel), tries).await,
        To::Host(account) => to_account(data, row, &ready, account, tries).await,
        To::Person { who, account } => to_person(data, row, &ready, who, account, tries).await,
    };
    match sent {
        Ok(message) => {
            note_sent(data, row, &letter, &message).await?;
            Ok(Delivered::Done)
        }
        Err(error) => put_off(data, row, &letter, &error, tries).await,
    }
}

/// Sends a message to a channel. When an earlier request may have done it already, the channel's last messages are looked through first.
async fn send(
    data: &Data,
    row: &OutboxRow,
    ready: &Ready,
    channel: ChannelId,
    tries: u32,
) -> serenity::Result<Message> {
    let from_before = row.created_at_ms <= data.started_ms;
    if tries > 0 || from_before {
        let last = channel
            .messages(&data.http, GetMessages::new().limit(50))
            .await?;
        let picture = letter::picture_name(row.id);
        let is_it = |message: &&Message| {
            let same_picture = message
                .attachments
                .iter()
                .any(|file| file.filename == picture);
            let same_words = ready.picture.is_none()
                && message.content.trim() == ready.content.trim()
                && created_ms(message.id.get()) + 1_000 > row.created_at_ms;
            message.author.id == data.me && (same_picture || same_words)
        };
        if let Some(found) = last.iter().find(is_it) {
            return Ok(found.clone());
        }
    }
    channel.send_message(&data.http, ready.message()).await
}

async fn to_account(
    data: &Data,
    row: &OutboxRow,
    ready: &Ready,
    account: u64,
    tries: u32,
) -> serenity::Result<Message> {
    // One at a time: Discord refuses who opens many at once.
    let opening = data.opening_direct.lock().await;
    let direct = UserId::new(account).create_dm_channel(&data.http).await?;
    drop(opening);
    send(data, row, ready, direct.id, tries).await
}

/// Tries the private ways to somebody in their order: the channel that the season bound, the one that was open before, a direct message, a private
/// thread. When none is open they have the button in the match's channel, and the host is told.
async fn to_person(
    data: &Data,
    row: &OutboxRow,
    ready: &Ready,
    who: CastId,
    account: u64,
    tries: u32,
) -> serenity::Result<Message> {
    let id = row.match_id;
    let look = data
        .referee
        .read(move |core, _| core.look(id, account, false))
        .await;
    let look = look.ok().and_then(Result::ok).flatten();
    let person = look.as_ref().and_then(|look| look.person(who).cloned());
    let known = person
        .into_iter()
        .flat_map(|person| [person.bound, person.way])
        .flatten();
    for channel in known {
        match send(data, row, ready, ChannelId::new(channel), tries).await {
            Err(error) if is_closed(&error) => {}
            sent => return sent,
        }
    }
    match to_account(data, row, ready, account, tries).await {
        Err(error) if is_closed(&error) => {}
        sent => return sent,
    }
    let Some(look) = look else {
        return Err(serenity::Error::Other("the match is gone"));
    };
    let channel = ChannelId::new(look.row.channel);
    let thread = CreateThread::new(crate::words::thread_name(look.cast().name(who)))
        .kind(ChannelType::PrivateThread)
        .invitable(false)
        .auto_archive_duration(AutoArchiveDuration::OneWeek);
    let thread = channel.create_thread(&data.http, thread).await?;
    thread
        .id
        .add_thread_member(&data.http, UserId::new(account))
        .await?;
    let way = Some(thread.id.get());
    let noted = data
        .referee
        .read(move |core, _| core.set_way(id, who, way))
        .await;
    if let Ok(Err(error)) = noted {
        tracing::error!("a private thread cannot be noted: {error}");
    }
    send(data, row, ready, thread.id, tries).await
}

fn code(error: &serenity::Error) -> Option<(u16, isize)> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some((response.status_code.as_u16(), response.error.code))
        }
        _ => None,
    }
}

/// Whether this way to somebody is closed: no direct messages wanted, or a channel that is gone or not ours (Discord documentation, "JSON Error
/// Codes").
fn is_closed(error: &serenity::Error) -> bool {
    matches!(
        code(error),
        Some((_, 50007 | 50278 | 10003 | 10013 | 50001 | 50013))
    )
}

/// Why and how long a post waits, or that it is given up; in both cases where it matters the host is told.
async fn put_off(
    data: &Data,
    row: &OutboxRow,
    letter: &Letter,
    error: &serenity::Error,
    tries: u32,
) -> Result<Delivered, Fault> {
    let backoff = Duration::from_millis(500 << tries.min(6));
    let Some((status, code)) = code(error) else {
        // No answer: it may or may not have been done.
        tracing::warn!(
            "post {} had no answer, it is tried again: {error}",
            row.id.0
        );
        return Ok(Delivered::Later(backoff));
    };
    // Direct messages opened too fast are refused with a status of their own.
    if status == 429 || status >= 500 || code == OPENED_TOO_FAST {
        return Ok(Delivered::Later(backoff));
    }
    match letter.to {
        To::Person { who, .. } => {
            // The button in the channel is left to them.
            set_state(data, row, PostState::Failed).await?;
            tell_host(data, row.match_id, Line::Unreached { who: vec![who] }).await?;
            Ok(Delivered::Done)
        }
        To::Host(_) => {
            tracing::warn!("the host of match {} cannot be written to", row.match_id);
            set_state(data, row, PostState::Failed).await?;
            Ok(Delivered::Done)
        }
        To::Channel(channel) => {
            let sentence = crate::words::channel_trouble(channel, code);
            if tries == 0 {
                tracing::warn!("post {} in channel {channel}: {error}", row.id.0);
                tell_host(data, row.match_id, Line::Trouble { sentence }).await?;
            }
            // A permission can be given back, and then the match goes on; a channel that is gone or a refused body cannot.
            if matches!(code, 50001 | 50013) {
                return Ok(Delivered::Later(Duration::from_secs(10)));
            }
            set_state(data, row, PostState::Failed).await?;
            Ok(Delivered::Done)
        }
    }
}

async fn tell_host(data: &Data, id: MatchId, line: Line) -> Result<(), Fault> {
    let told = data
        .referee
        .run(move |core, now| core.tell_host(id, line, now))
        .await?;
    if let Err(fault) = told {
        tracing::error!("the host of match {id} cannot be told: {fault:?}");
    }
    Ok(())
}

async fn set_state(data: &Data, row: &OutboxRow, state: PostState) -> Result<(), Fault> {
    let id = row.id;
    data.referee
        .read(move |core, _| core.store().write(|tx| tx.set_post_state(id, state)))
        .await??;
    Ok(())
}

/// A post stands: its prompt's clocks run from its creation, and the controls of earlier ones are switched off.
async fn note_sent(
    data: &Data,
    row: &OutboxRow,
    letter: &Letter,
    message: &Message,
) -> Result<(), Fault> {
    let (row_id, match_id) = (row.id, row.match_id);
    let sent = Sent {
        channel: message.channel_id.get(),
        message: message.id.get(),
    };
    let created_at_ms = created_ms(message.id.get());
    let prompt = match letter.post {
        Post::Prompt { prompt, .. } => Some(prompt),
        _ => None,
    };
    let noted = data.referee.run(move |core, now| {
        core.store().write(|tx| tx.set_post_sent(row_id, sent))?;
        match prompt {
            Some(prompt) => core.shown(match_id, prompt, created_at_ms, now),
            None => Ok(()),
        }
    });
    noted.await??;
    if matches!(letter.post, Post::Prompt { .. } | Post::Result { .. }) {
        let data = data.clone();
        let until = row.id;
        tokio::spawn(async move {
            if let Err(error) = close_before(&data, match_id, until).await {
                tracing::warn!("match {match_id}: old controls are still on: {error}");
            }
        });
    }
    Ok(())
}

/// Switches off the controls of a match's earlier posts. Those that people can still press are answered by the way to the current ones.
async fn close_before(
    data: &Data,
    id: MatchId,
    until: crate::store::OutboxId,
) -> Result<(), Fault> {
    let open = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.open_posts(id)))
        .await??;
    for row in open.into_iter().filter(|row| row.id < until) {
        let letter: Letter = serde_json::from_str(&row.body)?;
        let has_controls = matches!(
            letter.post,
            Post::Card { .. }
                | Post::Submission { .. }
                | Post::Reminder { .. }
                | Post::CheckIn { .. }
                | Post::Prompt { .. }
                | Post::News { .. }
        );
        if let (Some(sent), true) = (row.sent, has_controls) {
            let edit = EditMessage::new().components(answer::no_rows());
            let channel = ChannelId::new(sent.channel);
            if let Err(error) = channel.edit_message(&data.http, sent.message, edit).await {
                tracing::debug!(
                    "the controls of post {} cannot be switched off: {error}",
                    row.id.0
                );
            }
        }
        let row_id = row.id;
        data.referee
            .read(move |core, _| core.store().write(|tx| tx.set_post_closed(row_id)))
            .await??;
    }
    Ok(())
}

/// Brings the open prompt's post up to date: who has answered, and what being late has cost.
async fn restate_prompt(
    data: &Data,
    id: MatchId,
    prompt: u32,
    view: &View,
    waiting: &[Seat],
) -> Result<(), Fault> {
    let open = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.open_posts(id)))
        .await??;
    let look = data
        .referee
        .read(move |core, _| core.look(id, 0, false))
        .await??;
    let Some(look) = look else {
        return Ok(());
    };
    for row in open.iter().rev() {
        let letter: Letter = serde_json::from_str(&row.body)?;
        let (
            Post::Prompt {
                prompt: asked,
                lines,
                asks,
                ..
            },
            Some(sent),
        ) = (&letter.post, row.sent)
        else {
            continue;
        };
        if *asked != prompt {
            break;
        }
        let standing = letter::Standing {
            lines,
            asks,
            posted_ms: created_ms(sent.message),
            view,
            waiting,
        };
        let (content, picture) = letter::restate(data, &look, row, &standing).await?;
        let edit = EditMessage::new()
            .content(content)
            .allowed_mentions(CreateAllowedMentions::new())
            .attachments(EditAttachments::new().add(answer::attachment(picture)));
        let channel = ChannelId::new(sent.channel);
        // What it says is in the next post and in everybody's own panel too.
        if let Err(error) = channel.edit_message(&data.http, sent.message, edit).await {
            tracing::debug!("the prompt of match {id} cannot be brought up to date: {error}");
        }
        break;
    }
    Ok(())
}

/// Brings a match's card up to date: how many have submitted.
async fn refresh_card(data: &Data, id: MatchId) -> Result<(), Fault> {
    let open = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.open_posts(id)))
        .await??;
    let look = data
        .referee
        .read(move |core, _| core.look(id, 0, false))
        .await??;
    let Some(look) = look else {
        return Ok(());
    };
    let view = data
        .referee
        .read(move |core, _| core.view_for(id, Audience::Public))
        .await??;
    let is_card = |row: &&OutboxRow| {
        let letter = serde_json::from_str::<Letter>(&row.body);
        letter.is_ok_and(|letter| matches!(letter.post, Post::Card { .. }))
    };
    // The newest: an older one was deleted.
    if let (Some(card), Some(view)) = (open.iter().rev().find(is_card), view)
        && let Some(sent) = card.sent
    {
        let content = letter::card_content(&look, &view);
        let picture = panel::draw(data, &look, view, letter::picture_name(card.id)).await?;
        let edit = EditMessage::new()
            .content(content)
            .attachments(EditAttachments::new().add(answer::attachment(picture)));
        let channel = ChannelId::new(sent.channel);
        // An old message may refuse to be edited; the count is told by `/match status` too.
        if let Err(error) = channel.edit_message(&data.http, sent.message, edit).await {
            tracing::debug!("the card of match {id} cannot be brought up to date: {error}");
        }
    }
    Ok(())
}
