//! Posts of a match on which there is nothing to press any more: what they asked for, or told as something that lasts, is past.

use super::post::{Writing, safe};
use super::start::card_content;
use crate::discord::{Data, Fault};
use crate::games::View;
use crate::matches::Stage;
use crate::referee::{Letter, Line, Look, Post, To};
use crate::store::OutboxRow;
use crate::words;

/// What such a post says from then on: a card that its match has begun, news of a pause or of who was not there that it is over, unless
/// that pause lasts and is told anew elsewhere.
pub async fn closed(
    data: &Data,
    row: &OutboxRow,
    look: &Look,
    letter: &Letter,
) -> Result<String, Fault> {
    let writing = Writing::of(data, row, look, false);
    match &letter.post {
        Post::Card { view, lines } => card(&writing, view, lines).await,
        Post::News { lines } | Post::Board { lines, .. } => {
            let lines = safe(lines);
            let said = words::past_lines(&lines, row.created_at_ms, look, &writing.cast);
            let said = writing.marked(said);
            Ok(match letter.to {
                To::Channel(_) => said,
                _ => format!("{said}\n<#{}>", look.row.channel),
            })
        }
        _ => Ok(String::new()),
    }
}

async fn card(writing: &Writing<'_>, view: &View, lines: &[Line]) -> Result<String, Fault> {
    let look = writing.look;
    if let Stage::Preparing | Stage::Standing = look.standing.stage {
        let there = writing.row.sent.map(|sent| sent.channel);
        let elsewhere = there.is_some_and(|there| there != look.row.channel);
        let said = writing.said(lines) + &words::card_elsewhere(look, &writing.cast, elsewhere);
        return Ok(writing.marked(said));
    }
    card_content(writing.data, look, view, lines).await
}
