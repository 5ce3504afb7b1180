//! Messages of posts that are edited: brought up to date, restated, or closed.

use serenity::all::{CreateAllowedMentions, EditMessage, LightMethod, Route, UserId};

use super::{FoundMessage, done, failed, is_alone, letter, threads};
use crate::discord::message::Drawn;
use crate::discord::rest::{Call, Failure, Reply, Rest};
use crate::discord::{Data, Result, components, created_ms, interaction, text};
use crate::referee::postal::codes::THREAD_ARCHIVED;
use crate::referee::postal::{Addressed, Answer, RequestOutcome};
use crate::referee::{Letter, Post, Viewer};
use crate::store::{OutboxRow, Sent};
use crate::words;
use games::{Audience, Seat};

/// There is nothing to edit.
const NOTHING: Answer = Answer {
    outcome: RequestOutcome::Nothing,
    rest_ms: 0,
};

/// Updates a match's card (how many have chosen, who is ready), the call to press Ready, the host's
/// call about missing players, or somebody's own post (their choice).
pub async fn refresh(data: &Data, rest: &Rest, row: &OutboxRow) -> Result<Answer> {
    let letter: Letter = serde_json::from_str(&row.body)?;
    let Some(sent) = row.sent else {
        return Ok(NOTHING);
    };
    let changed = if letter.post.is_own() {
        let alone = match is_alone(rest, &letter.post, sent.channel).await {
            Ok(alone) => alone,
            Err(failure) => return Ok(failed(failure)),
        };
        letter::updated_own(data, row, &letter, alone).await?
    } else {
        updated_public(data, row, letter).await?
    };
    match changed {
        Some(ready) => edit(rest, sent, ready.change(), ready.picture).await,
        None => Ok(NOTHING),
    }
}

/// A post about the whole match as it is now; None if there is nothing to update.
async fn updated_public(
    data: &Data,
    row: &OutboxRow,
    letter: Letter,
) -> Result<Option<letter::RenderedPost>> {
    let id = row.match_id;
    let found = data.read(move |core| {
        let snapshot = core.snapshot(id, Viewer::Public)?;
        Ok((snapshot, core.view_for(id, Audience::Public)?))
    });
    let (Some(snapshot), Some(view)) = found.await? else {
        return Ok(None);
    };
    Ok(match letter.post {
        Post::CheckIn { start_ms } => {
            Some(letter::updated_check_in(data, row, &snapshot, start_ms))
        }
        Post::News { .. } | Post::Poll | Post::PollAnswered => {
            letter::write(data, row, &letter, false, data.referee.clock.now()).await?
        }
        Post::Card { lines, calls, .. } => {
            letter::updated_card(data, row, &snapshot, &view, &lines, &calls).await?
        }
        _ => None,
    })
}

/// Updates the open prompt's post: who has answered, and what being late has cost.
pub async fn restate(
    data: &Data,
    rest: &Rest,
    asked: &Addressed,
    letter: &Letter,
    called: &[Seat],
) -> Result<Answer> {
    let id = asked.row.match_id;
    let snapshot = data.snapshot(id, Viewer::Public).await?;
    let (
        Post::Prompt {
            lines,
            asks,
            view: posted,
            ..
        },
        Post::Standing { view, waiting, .. },
    ) = (&asked.letter.post, &letter.post)
    else {
        return Ok(NOTHING);
    };
    let (Some(snapshot), Some(sent)) = (snapshot, asked.row.sent) else {
        return Ok(NOTHING);
    };
    let status = letter::PromptPost {
        lines,
        asks,
        posted_ms: created_ms(sent.message.0),
        posted,
        view,
        waiting,
        called,
    };
    let restated = letter::restate(data, &snapshot, &asked.row, &status).await?;
    // An edit pings nobody. But without permission for these mentions, Discord would stop
    // highlighting the message for the players who still have to act.
    let awaited = restated.awaited.into_iter().map(UserId::from);
    let mut changed = EditMessage::new()
        .content(restated.content)
        .allowed_mentions(CreateAllowedMentions::new().users(awaited));
    if !restated.rows.is_empty() {
        changed = changed.components(components::rows(restated.rows));
    }
    edit(rest, sent, changed, restated.picture).await
}

/// Closes a post: after `mark`, it says what happened, without what it asked. Controls go, the
/// picture stays. A post that asked nothing keeps its words.
pub async fn close(data: &Data, rest: &Rest, row: &OutboxRow, mark: &str) -> Result<Answer> {
    let letter: Letter = serde_json::from_str(&row.body)?;
    let snapshot = data.snapshot(row.match_id, letter.to.viewer()).await?;
    let (Some(snapshot), Some(sent)) = (snapshot, row.sent) else {
        return Ok(NOTHING);
    };
    let alone = match is_alone(rest, &letter.post, sent.channel).await {
        Ok(alone) => alone,
        Err(failure) => return Ok(failed(failure)),
    };
    let content = match letter::closed(data, row, &snapshot, &letter, alone).await? {
        Some(closed) => closed,
        None => match said(rest, sent).await {
            Ok(said) => said,
            Err(failure) => return Ok(failed(failure)),
        },
    };
    let content = format!("{mark}\n{content}");
    let closed = EditMessage::new()
        .content(text::cut(content.trim_start(), text::MAX))
        .allowed_mentions(CreateAllowedMentions::new())
        .components(Vec::new());
    edit(rest, sent, closed, None).await
}

/// A message's words, without the mark that it was taken back.
async fn said(rest: &Rest, sent: Sent) -> Result<String, Failure> {
    let route = Route::ChannelMessage {
        channel_id: sent.channel.into(),
        message_id: sent.message.into(),
    };
    let seen: Reply<FoundMessage> = rest.once(&Call::get(route)).await?;
    let said = seen.value.content;
    let unmarked = said.strip_prefix(words::rulings::TAKEN_BACK);
    Ok(unmarked.map_or(said.as_str(), str::trim_start).to_owned())
}

/// Edits a message; a picture replaces the old one. Messages in an archived thread cannot be
/// edited, but everybody who may write in it can reopen it, unless a moderator has locked it
/// (Discord documentation, "Threads").
async fn edit(
    rest: &Rest,
    sent: Sent,
    edit: EditMessage,
    picture: Option<Drawn>,
) -> Result<Answer> {
    let route = Route::ChannelMessage {
        channel_id: sent.channel.into(),
        message_id: sent.message.into(),
    };
    let files: Vec<_> = picture.into_iter().map(interaction::attachment).collect();
    let change = Call::of(LightMethod::Patch, route);
    let change = change.sending(serde_json::to_value(edit)?, files);
    let changed = done(rest.once(&change).await)?;
    let is_archived = |outcome: &RequestOutcome| matches!(outcome, RequestOutcome::Refused { code, .. } if *code == THREAD_ARCHIVED);
    if !is_archived(&changed.outcome) {
        return Ok(changed);
    }
    let reopened = threads::reopen(rest, sent.channel).await?;
    match reopened.outcome {
        RequestOutcome::Done => done(rest.once(&change).await),
        // The thread is locked: the message stays as it is.
        RequestOutcome::Refused { .. } => Ok(changed),
        _ => Ok(reopened),
    }
}
