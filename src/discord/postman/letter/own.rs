//! Somebody's own posts: their choice before a match, or their part as a substitute.

use super::post::Writing;
use super::rendered::RenderedPost;
use crate::discord::drawing;
use crate::discord::message::{Drawn, Panel};
use crate::discord::panels::panel;
use crate::discord::panels::screen::panel_button;
use crate::discord::postman::nonce;
use crate::discord::server::hosts;
use crate::discord::{Data, Result, text};
use crate::referee::{Letter, Post, Recipient, Snapshot, Viewer};
use crate::store::OutboxRow;
use crate::words;
use games::Cast;
use games::screen::{Row, Style};
use matches::Stage;

/// Somebody's own post as it should be now: what is asked of them, and what counts. None if the
/// match is gone.
pub async fn updated_own(
    data: &Data,
    row: &OutboxRow,
    letter: &Letter,
    alone: bool,
) -> Result<Option<RenderedPost>> {
    let id = row.match_id;
    let Some(snapshot) = data.snapshot(id, Viewer::Public).await? else {
        return Ok(None);
    };
    let writing = Writing::of(data, row, &snapshot, alone);
    let reader = data.snapshot(id, letter.to.viewer()).await?;
    let mine = reader.as_ref().and_then(|snapshot| snapshot.mine.as_ref());
    let kind = match letter.post {
        Post::Seated => seated_as(letter),
        _ if mine.is_some_and(|mine| mine.answered) => words::choices::Submission::Chosen,
        // It does not matter any more that it was a reminder.
        _ => words::choices::Submission::New,
    };
    let all_in = reader.and_then(|snapshot| all_in(&snapshot, alone));
    let ready = match all_in {
        Some(said) => writing.ready(said),
        None => writing.submission(letter, kind).await?,
    };
    Ok(Some(ready.call_reader(letter.to)))
}

/// What somebody's own post says when nothing can be chosen any more; with their choice if only
/// they read it.
pub fn settled(snapshot: &Snapshot, letter: &Letter, alone: bool) -> String {
    let cast = text::shown(snapshot.cast());
    let said = match (&letter.post, letter.to) {
        (Post::Seated, Recipient::Person { who, .. }) => {
            words::choices::settled_as(who, snapshot, &cast, alone)
        }
        _ => words::choices::settled(snapshot, &cast, alone),
    };
    words::posts::marked(titled(snapshot, &said, &cast), snapshot.setup())
}

impl Writing<'_> {
    pub(super) async fn submission(
        &self,
        letter: &Letter,
        kind: words::choices::Submission,
    ) -> Result<RenderedPost> {
        let Recipient::Person { account, .. } = letter.to else {
            return Ok(self.ready(String::new()));
        };
        let Panel {
            content,
            picture,
            rows,
            ..
        } = if self.alone {
            panel::build(self.data, self.row.match_id, account).await?
        } else {
            panel::build_open(self.data, self.row.match_id, account).await?
        };
        let host = self.snapshot.row.host;
        // A player who opened a practice match is not called its host.
        let by = if !self.snapshot.has_no_host() {
            words::choices::SentBy::Host(host)
        } else if host == account {
            words::choices::SentBy::Yourself
        } else {
            words::choices::SentBy::Opponent(host)
        };
        let server = self.data.server_name(self.snapshot);
        let (alone, server) = (self.alone, server.as_deref());
        let head = words::choices::submission(kind, by, alone, server, self.snapshot, &self.cast);
        let mut ready = self.ready(format!("{head}\n{content}").trim_start().to_owned());
        ready.rows = rows;
        ready.picture = picture.map(|picture| Drawn {
            name: nonce::picture_name(self.row),
            ..picture
        });
        Ok(ready)
    }

    /// To a substitute: what the person they act for knows, and the controls.
    pub(super) async fn seated(&self, letter: &Letter) -> Result<RenderedPost> {
        let mut ready = self.submission(letter, seated_as(letter)).await?;
        if ready.picture.is_none() && self.snapshot.status.stage != Stage::Over {
            let known = if self.alone {
                Some(self.snapshot.view.clone())
            } else {
                drawing::public(self.data, self.row.match_id).await?
            };
            if let Some(view) = known {
                ready.picture = Some(self.draw(&view).await?);
            }
            if !self.alone {
                // The button leads to what they know, even while nothing is asked of them.
                let panel = panel_button(self.row.match_id, Style::Primary);
                ready.rows = vec![Row::Buttons(vec![panel])];
            }
        }
        if let Recipient::Person { who, account } = letter.to
            && self.cast.seat_of(who).is_some()
            && !self.snapshot.setup().rehearsal
            && hosts::hosts(self.data, account, None, self.snapshot).await?
        {
            ready.content = format!(
                "{}\n{}",
                ready.content.trim_end(),
                words::choices::SEATED_HOST
            );
        }
        Ok(ready)
    }
}

/// What it says when nothing can be changed any more, but the match has not begun; None in other
/// cases.
fn all_in(snapshot: &Snapshot, alone: bool) -> Option<String> {
    let cast = text::shown(snapshot.cast());
    Some(titled(
        snapshot,
        &words::choices::all_in(snapshot, &cast, alone)?,
        &cast,
    ))
}

/// The words under the match's title.
pub(super) fn titled(snapshot: &Snapshot, said: &str, cast: &Cast) -> String {
    let title = words::catalogue::title(snapshot.setup().game);
    format!(
        "**{title}** · {}\n{said}",
        words::status::pairing(snapshot.setup(), cast)
    )
}

/// The head of a substitute's letter.
fn seated_as(letter: &Letter) -> words::choices::Submission {
    match letter.to {
        Recipient::Person { who, .. } => words::choices::Submission::Seated(who),
        _ => words::choices::Submission::New,
    }
}
