//! What a post says once it is closed: what happened. The ask, the ping and the clock go.

use super::own::settled;
use super::post::Writing;
use super::start::card_content;
use crate::discord::{Data, Result};
use crate::referee::{Letter, Line, Post, Snapshot};
use crate::store::OutboxRow;
use crate::words;
use games::{Seat, View};
use matches::Stage;

/// The words of a closed post, by the match's state now. None for a post that asks nothing, and
/// keeps its words. `alone`: only its reader sees it.
pub async fn closed(
    data: &Data,
    row: &OutboxRow,
    snapshot: &Snapshot,
    letter: &Letter,
    alone: bool,
) -> Result<Option<String>> {
    let writing = Writing::of(data, row, snapshot, alone);
    let past = |lines: &[Line]| {
        let lines = writing.sayable(lines);
        words::past_lines::past_lines(&lines, row.created_at_ms, snapshot, &writing.cast)
    };
    let said = match &letter.post {
        post if post.is_own() => return Ok(Some(settled(snapshot, letter, alone))),
        Post::Card { view, lines, .. } => return card(&writing, view, lines).await.map(Some),
        Post::CheckIn { .. } => words::start::was_called(&writing.cast),
        Post::Poll | Post::PollAnswered => {
            words::poll::was_polled(snapshot.status.start_at_ms.is_some(), &writing.cast)
        }
        Post::Prompt { lines, view, .. } => {
            let cost = |seat| words::prompts::cost_of_lateness(seat, false, view, &writing.cast);
            past(lines) + &Seat::BOTH.map(cost).concat()
        }
        Post::Board { lines, .. } => past(lines),
        Post::News { lines } => writing.news_to(letter.to, lines, past(lines)),
        Post::Held => words::result::WAS_HELD.to_owned(),
        _ => return Ok(None),
    };
    Ok(Some(writing.marked(said)))
}

async fn card(writing: &Writing<'_>, view: &View, lines: &[Line]) -> Result<String> {
    let snapshot = writing.snapshot;
    if let Stage::Preparing | Stage::Standing = snapshot.status.stage {
        let there = writing.row.sent.map(|sent| sent.channel);
        let elsewhere = there.is_some_and(|there| there != snapshot.row.channel);
        let card = if snapshot.setup().has_seats() || elsewhere {
            words::card::card_elsewhere(snapshot, &writing.cast, elsewhere)
        } else {
            words::card::closed_round(snapshot, view, &writing.cast)
        };
        return Ok(writing.marked(writing.said(lines) + &card));
    }
    card_content(writing.data, snapshot, view, lines).await
}
