//! The postman: carries out the requests of the referee's post office, and reports their outcome.
//! All decisions are made in `referee/postal/`.

mod edits;
mod letter;
mod nonce;
pub mod release;
mod threads;

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use games::WallMs;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serenity::all::{self, LightMethod, Route, UserId};
use tokio::task::JoinSet;

use super::panels::up_to_date;
use super::rest::{self, Call, Failure, Reply, Rest};
use super::{Data, Fault, Result, created_ms, first_id_at, text};
use crate::discord::message::Panel;
use crate::discord::server::{absent, bound, permissions};
use crate::referee::postal::codes;
use crate::referee::postal::{
    Addressed, Answer, DiscordRequest, Lane, PAGE, Postal, PostedMessage, RequestOutcome,
};
use crate::referee::{Letter, Line, Post, Recipient, RefereeGone, Trouble, Viewer};
use crate::store::{AccountId, ChannelId, MatchId, MessageId, OutboxId, OutboxRow, StoreError};
use crate::words;
use edits::{close, refresh, restate};
use letter::RenderedPost;

/// How long the postman waits when the database fails.
const TROUBLE: Duration = Duration::from_secs(1);
/// How many of the fifty requests that Discord takes a second the postman makes (Discord
/// documentation, "Rate Limits", "Global Rate Limit"): roles, locks and people's pictures need some
/// too.
const A_SECOND: u64 = 40;
/// How often it looks for something to send without being notified.
const LOOK: Duration = Duration::from_secs(5);

/// Sends posts for as long as the program runs.
pub async fn run(data: Data) {
    let rest = data.rest.clone();
    let me = AccountId::from(data.me);
    // A local Discord takes any number.
    let a_second = (!rest.is_local()).then_some(A_SECOND);
    let postal = loop {
        match data
            .referee
            .write(move |core, _| Postal::new(core, me, a_second))
            .await
        {
            Ok(Ok(postal)) => break postal,
            Ok(Err(error)) => tracing::error!("can't read the outbox: {error}"),
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => {}
            Err(RefereeGone::Ending) => return,
        }
        tokio::time::sleep(TROUBLE).await;
    };
    let postal = Arc::new(Mutex::new(postal));
    let started = Instant::now();
    let tick = move || started.elapsed().as_millis() as u64;
    // These end with this task: an unsent post then stays in the outbox, and does not count as
    // failed.
    let mut at_work: JoinSet<(Lane, Answer)> = JoinSet::new();
    loop {
        let news = data.referee.outbox.notified();
        let asked = postal.clone();
        let next = data.referee.write(move |core, now| {
            let mut postal = asked.lock().unwrap_or_else(PoisonError::into_inner);
            let requests = postal.next(core, now, tick());
            (requests, postal.again_at(tick()))
        });
        let (requests, again_at) = match next.await {
            Ok(next) => next,
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => {
                not_stored(&postal, tick());
                (Ok(Vec::new()), Some(tick() + TROUBLE.as_millis() as u64))
            }
            Err(RefereeGone::Ending) => return,
        };
        let mut pause = again_at.map_or(LOOK, |at| Duration::from_millis(at - tick().min(at)));
        match requests {
            Ok(requests) => {
                for (lane, request) in requests {
                    let (data, rest) = (data.clone(), rest.clone());
                    at_work.spawn(async move {
                        let done = AssertUnwindSafe(carry_out(&data, &rest, request));
                        // If a letter makes the program panic, its queue goes on without it.
                        let done = done.catch_unwind().await;
                        (
                            lane,
                            done.unwrap_or_else(|_| plain_answer(RequestOutcome::Unwritable)),
                        )
                    });
                }
            }
            Err(error) => {
                tracing::error!("can't read the outbox: {error}");
                pause = TROUBLE;
            }
        }
        tokio::select! {
            Some(Ok(first)) = at_work.join_next() => {
                // Outcomes that came together are noted together: under load, each would cost a
                // look at all waiting posts.
                let more = std::iter::from_fn(|| at_work.try_join_next()).flatten();
                let answers: Vec<_> = std::iter::once(first).chain(more).collect();
                let told = postal.clone();
                let taken = data.referee.run(move |core, now| {
                    let mut postal = told.lock().unwrap_or_else(PoisonError::into_inner);
                    postal.came(core, answers, now, tick())
                });
                match taken.await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => tracing::error!("can't store the result of a post: {error}"),
                    Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => {
                        not_stored(&postal, tick());
                    }
                    Err(RefereeGone::Ending) => return,
                }
            }
            () = news => {}
            () = tokio::time::sleep(pause.min(LOOK)) => {}
        }
    }
}

fn not_stored(postal: &Mutex<Postal>, tick: u64) {
    let mut postal = postal.lock().unwrap_or_else(PoisonError::into_inner);
    postal.not_stored(tick);
}

/// A preview of a post in a match's channel, without file and controls; None if it is no message of
/// its own.
async fn preview(data: &Data, id: MatchId, post: Post) -> Result<Option<Panel>> {
    let snapshot = data.snapshot(id, Viewer::Public).await?;
    let channel = snapshot
        .map(|snapshot| snapshot.row.channel)
        .unwrap_or_default();
    let to = Recipient::Channel(channel);
    // It is not in the outbox.
    let row = OutboxRow {
        id: OutboxId(0),
        match_id: id,
        queue: to.queue(),
        body: String::new(),
        created_at_ms: data.referee.clock.now(),
        sent: None,
    };
    let letter = Letter { to, post };
    let ready = letter::write(data, &row, &letter, false, row.created_at_ms).await?;
    Ok(ready.map(|ready| Panel {
        content: ready.content,
        picture: ready.picture,
        ..Panel::default()
    }))
}

async fn carry_out(data: &Data, rest: &Rest, request: DiscordRequest) -> Answer {
    let edited = request.edited().and_then(|row| row.sent);
    let now_ms = data.referee.clock.now();
    let place = edited.map(|sent| data.edits.ticket(sent.message.0, first_id_at(now_ms)));
    // Until this edit is done, nothing else edits the message.
    let _turn = match &place {
        Some(place) => Some(place.wait_turn().await),
        None => None,
    };
    let done = match request {
        DiscordRequest::Look {
            letter,
            channel,
            after,
        } => find_posted(data, rest, &letter, channel, after).await,
        DiscordRequest::Create {
            letter,
            channel,
            at_ms,
        } => create(data, rest, &letter, channel, at_ms).await,
        DiscordRequest::Sees { channel, account } => {
            Ok(plain_answer(can_see(data, channel, account).await))
        }
        DiscordRequest::OpenDirect { account } => {
            let body = serde_json::json!({ "recipient_id": account.to_string() });
            let open = Call::of(LightMethod::Post, Route::UserMeDmChannels).json(body);
            opened_channel(rest.once(&open).await)
        }
        DiscordRequest::OpenThread { channel, whose } => {
            let name = match whose {
                Some(name) => words::posts::thread_name(&name),
                None => words::posts::HOST_THREAD_NAME.to_owned(),
            };
            threads::open(rest, channel, name).await
        }
        DiscordRequest::Above { channel } => threads::above(rest, channel).await,
        DiscordRequest::Join { thread, account } => threads::join(rest, thread, account).await,
        DiscordRequest::Reopen { thread } => threads::reopen(rest, thread).await,
        DiscordRequest::Refresh { row } => refresh(data, rest, &row).await,
        DiscordRequest::Restate {
            asked,
            letter,
            called,
        } => restate(data, rest, &asked, &letter.letter, &called).await,
        DiscordRequest::Close { row } | DiscordRequest::Unmark { row } => {
            close(data, rest, &row, "").await
        }
        DiscordRequest::Mark { row } => close(data, rest, &row, words::rulings::TAKEN_BACK).await,
        DiscordRequest::Check { row } => check(rest, &row).await,
    };
    done.unwrap_or_else(|error| {
        if is_passing(&error) {
            tracing::warn!("a post is delayed: {error}");
            return plain_answer(RequestOutcome::NoAnswer);
        }
        tracing::error!("can't build a post: {error}");
        plain_answer(RequestOutcome::Unwritable)
    })
}

/// Whether an error has nothing to do with the letter: the program is ending, or the database
/// fails.
fn is_passing(error: &Fault) -> bool {
    let task = error.downcast_ref::<tokio::task::JoinError>();
    error.is::<RefereeGone>()
        || task.is_some_and(tokio::task::JoinError::is_cancelled)
        || matches!(
            error.downcast_ref(),
            Some(StoreError::Sqlite(_) | StoreError::GroupLost)
        )
}

/// The parts of a channel's message that the postman reads.
#[derive(Deserialize)]
struct FoundMessage {
    id: all::MessageId,
    channel_id: all::ChannelId,
    #[serde(default)]
    content: String,
    author: WithId<UserId>,
    #[serde(default)]
    attachments: Vec<FoundFile>,
    #[serde(default)]
    components: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct WithId<T> {
    id: T,
}

#[derive(Deserialize)]
struct FoundFile {
    filename: String,
}

impl FoundMessage {
    fn posted(&self) -> PostedMessage {
        PostedMessage {
            channel: self.channel_id.into(),
            message: self.id.into(),
            created_at_ms: created_ms(self.id.get()),
        }
    }
}

/// Whether somebody can see their bound channel. If Discord does not say, posting there is tried.
async fn can_see(data: &Data, channel: ChannelId, account: AccountId) -> RequestOutcome {
    match bound::missing_permissions(data, channel, account).await {
        Ok(lacks) if lacks.contains(&permissions::VIEW) => RequestOutcome::Nothing,
        Ok(_) => RequestOutcome::Done,
        Err(fault) => match fault.downcast_ref() {
            Some(failure) if Failure::is_passing(failure) => RequestOutcome::NoAnswer,
            _ => RequestOutcome::Done,
        },
    }
}

async fn find_posted(
    data: &Data,
    rest: &Rest,
    letter: &Addressed,
    channel: ChannelId,
    after: Option<MessageId>,
) -> Result<Answer> {
    let alone = match is_alone(rest, &letter.letter.post, channel).await {
        Ok(alone) => alone,
        Err(failure) => return Ok(failed(failure)),
    };
    // Times in the words do not matter here: posts with times are found by their picture.
    let now_ms = data.referee.clock.now();
    let ready = letter::write(data, &letter.row, &letter.letter, alone, now_ms).await?;
    let Some(ready) = ready else {
        return Ok(plain_answer(RequestOutcome::Nothing));
    };
    let channel_id = channel.into();
    let route = Route::ChannelMessages { channel_id };
    let mut query = vec![("limit", PAGE.to_string())];
    query.extend(after.map(|after| ("after", after.to_string())));
    let seen: Result<Reply<Vec<FoundMessage>>, Failure> =
        rest.once(&Call::get(route).query(query)).await;
    Ok(answered(seen, |seen| {
        let is_it = |message: &&FoundMessage| {
            message.author.id == data.me && is_same_post(message, &ready, letter)
        };
        let last = seen.iter().map(|message| message.id.into()).max();
        RequestOutcome::Looked {
            alike: seen
                .iter()
                .filter(is_it)
                .map(FoundMessage::posted)
                .collect(),
            // Without `after`, these are the channel's last messages.
            page_end: last.filter(|_| after.is_some() && seen.len() >= PAGE),
        }
    }))
}

/// Whether a message is this letter: by its picture's file name, or without a picture by its words.
fn is_same_post(message: &FoundMessage, ready: &RenderedPost, letter: &Addressed) -> bool {
    match &ready.picture {
        Some(picture) => {
            let mut files = message.attachments.iter();
            files.any(|file| file.filename == picture.name)
        }
        None => {
            let there = rest::as_typed(&message.content);
            has_same_words(&letter.letter.post, &there, &ready.content)
        }
    }
}

/// Whether a message with these words is this post. Posts that also say who is ready or has
/// answered are compared by their first line, which never changes.
fn has_same_words(post: &Post, there: &str, written: &str) -> bool {
    match post {
        Post::CheckIn { .. } | Post::Poll => there.lines().next() == written.lines().next(),
        _ => there.trim() == text::cut(written, text::MAX_POSTED).trim(),
    }
}

async fn create(
    data: &Data,
    rest: &Rest,
    letter: &Addressed,
    channel: ChannelId,
    at_ms: WallMs,
) -> Result<Answer> {
    let alone = match is_alone(rest, &letter.letter.post, channel).await {
        Ok(alone) => alone,
        Err(failure) => return Ok(failed(failure)),
    };
    let ready = letter::write(data, &letter.row, &letter.letter, alone, at_ms).await?;
    let Some(ready) = ready else {
        return Ok(plain_answer(RequestOutcome::Nothing));
    };
    let channel_id = channel.into();
    let route = Route::ChannelMessages { channel_id };
    let body = serde_json::to_value(ready.message())?;
    let asked_ms = data.referee.clock.now();
    let create = Call::of(LightMethod::Post, route).sending(body, ready.into_files());
    let created: Result<Reply<FoundMessage>, Failure> = rest.once(&create).await;
    if created.is_ok() {
        let (data, id, letter) = (data.clone(), letter.row.match_id, letter.letter.clone());
        let snapshot = async move {
            if let Err(error) = absent::check_after_post(&data, id, &letter).await {
                tracing::warn!("match {id}: can't see who is there: {error}");
            }
            up_to_date::update_panels(&data, id).await;
        };
        tokio::spawn(snapshot.boxed());
    }
    if let (Ok(reply), Post::Clarification { .. }) = (&created, &letter.letter.post) {
        pin(data, rest, letter.row.match_id, &reply.value).await;
    }
    if let Ok(created) = &created {
        // The message may be from an earlier request with the same nonce.
        let at_ms = created.value.posted().created_at_ms;
        data.referee.heard_time(asked_ms, at_ms, None).await?;
    }
    Ok(answered(created, |created: FoundMessage| {
        RequestOutcome::Created(created.posted())
    }))
}

/// Pins a message. If Discord refuses, the host is told.
async fn pin(data: &Data, rest: &Rest, id: MatchId, message: &FoundMessage) {
    let route = Route::ChannelPin {
        channel_id: message.channel_id,
        message_id: message.id,
    };
    // With retries: nobody waits for it, and nothing else would try again.
    if let Err(failure) = rest.tell(&Call::of(LightMethod::Put, route)).await {
        let forbidden =
            matches!(failure, Failure::Refused { code, .. } if codes::is_forbidden(code));
        let channel = message.channel_id.into();
        let trouble = Trouble::NotPinned { channel, forbidden };
        data.tell_host(id, Line::Trouble(trouble)).await;
    }
}

pub(super) fn opened_channel(
    opened: Result<Reply<WithId<all::ChannelId>>, Failure>,
) -> Result<Answer> {
    Ok(answered(opened, |opened| RequestOutcome::Opened {
        channel: opened.id.into(),
    }))
}

/// Whether only its reader sees a secret post in this channel.
async fn is_alone(rest: &Rest, post: &Post, channel: ChannelId) -> Result<bool, Failure> {
    Ok(post.about().secret && rest.is_direct(channel).await?)
}

/// Checks whether a message still has controls.
async fn check(rest: &Rest, row: &OutboxRow) -> Result<Answer> {
    let Some(sent) = row.sent else {
        return Ok(plain_answer(RequestOutcome::Done));
    };
    let route = Route::ChannelMessage {
        channel_id: sent.channel.into(),
        message_id: sent.message.into(),
    };
    let seen: Result<Reply<FoundMessage>, Failure> = rest.once(&Call::get(route)).await;
    Ok(answered(seen, |seen| {
        if seen.components.is_empty() {
            RequestOutcome::Nothing
        } else {
            RequestOutcome::Done
        }
    }))
}

pub(super) fn done(reply: Result<Reply<IgnoredAny>, Failure>) -> Result<Answer> {
    Ok(answered(reply, |_| RequestOutcome::Done))
}

fn failed(failure: Failure) -> Answer {
    answered(Err::<Reply<()>, _>(failure), |()| RequestOutcome::Done)
}

pub(super) fn answered<T>(
    reply: Result<Reply<T>, Failure>,
    read: impl FnOnce(T) -> RequestOutcome,
) -> Answer {
    match reply {
        Ok(Reply { value, rest_ms }) => Answer {
            outcome: read(value),
            rest_ms,
        },
        Err(Failure::Refused { status, code, .. }) => {
            plain_answer(RequestOutcome::Refused { status, code })
        }
        Err(Failure::Limited {
            wait_ms, global, ..
        }) => plain_answer(RequestOutcome::Limited { wait_ms, global }),
        Err(Failure::NoAnswer(problem)) => {
            tracing::warn!("Discord gave no answer: {problem}");
            plain_answer(RequestOutcome::NoAnswer)
        }
    }
}

fn plain_answer(outcome: RequestOutcome) -> Answer {
    Answer {
        outcome,
        rest_ms: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_is_recognised_even_after_somebody_pressed_ready() {
        let check_in = Post::CheckIn { start_ms: None };
        let there = "**Teo** vs **Mika**: the match can start.\n<@1> <@2>";
        let ready =
            "**Teo** vs **Mika**: the match can start.\n✅ **Teo** has pressed Ready.\n<@1> <@2>";
        let other = "**Bo** vs **Mika**: the match can start.\n<@3> <@2>";
        let news = Post::News { lines: Vec::new() };
        for (post, written, expected) in [
            (&check_in, there, true),
            (&check_in, ready, true),
            (&check_in, other, false),
            (&news, there, true),
            (&news, ready, false),
        ] {
            assert_eq!(has_same_words(post, there, written), expected, "{written}");
        }
    }
}
