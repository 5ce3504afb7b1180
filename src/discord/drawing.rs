//! Pictures of matches: the board, its end, and the whole match moving.

use tokio::task::JoinError;

use super::message::Drawn;
use super::pool::Pool;
use super::{Data, MAX_UPLOADED, Result, text};
use crate::boards;
use crate::referee::{MatchStatus, Pictured, Snapshot};
use crate::store::MatchId;
use crate::words;
use canvas::Picture;
use games::decided::Turning;
use games::end_card::{self, EndCard};
use games::tokens::Faces;
use games::{Audience, Cast, View};
use matches::record::Record;

/// Draws a view. If a defect makes that fail, the picture says so, and the match goes on.
///
/// # Errors
/// What the store says: people's faces are looked up.
pub async fn draw(data: &Data, snapshot: &Snapshot, view: View, name: String) -> Result<Drawn> {
    let description = view.description(snapshot.cast());
    draw_by(data, snapshot, view, description, name, games::draw).await
}

/// Draws the end of a finished match with all its secrets. Also returns what decided it, with names
/// that are safe in a post.
pub async fn draw_end(
    data: &Data,
    snapshot: &Snapshot,
    view: View,
    record: Record,
    name: String,
) -> Result<(Drawn, Vec<Turning>)> {
    let (cast, ended) = (snapshot.cast().clone(), view.clone());
    let told = data.draw_pool.run(move || {
        let before = record.views();
        let decided = ended.decided(&before, &text::shown(&cast));
        (ended.describe_end(&before, &cast), decided, before)
    });
    // A defect here must not hold up the result.
    let (description, decided, before) = match told.await {
        Err(error) if error.is_panic() => {
            tracing::error!("can't say what decided a match: {error}");
            (view.description(snapshot.cast()), Vec::new(), Vec::new())
        }
        told => told?,
    };
    let draw =
        move |view: &View, cast: &Cast, faces: &Faces| games::draw_end(view, &before, cast, faces);
    let picture = draw_by(data, snapshot, view, description, name, draw).await?;
    Ok((picture, decided))
}

/// Draws the card of a finished match. `views`: the view after each entry; `line`: the same in
/// words.
///
/// # Errors
/// As [`draw`].
pub async fn draw_end_card(
    data: &Data,
    snapshot: &Snapshot,
    card: EndCard,
    views: Vec<View>,
    name: String,
    line: &str,
) -> Result<Drawn> {
    let view = views
        .last()
        .cloned()
        .unwrap_or_else(|| snapshot.view.clone());
    let draw = move |view: &View, cast: &Cast, faces: &Faces| {
        end_card::draw(&card, view, &views, cast, faces)
    };
    let drawn = draw_by(data, snapshot, view, line.to_owned(), name, draw).await?;
    Ok(Drawn { rest: "", ..drawn })
}

/// Draws a whole match as a moving picture. None if nothing happened in it, or a defect makes it
/// fail.
///
/// # Errors
/// As [`draw`].
pub async fn animate(
    data: &Data,
    snapshot: &Snapshot,
    record: Record,
    name: String,
) -> Result<Option<Drawn>> {
    let faces = faces(data, snapshot).await?;
    let description = with_why(words::result::MOVING_DESCRIBED.to_owned(), &faces);
    let moving = move || record.animate(&faces, MAX_UPLOADED);
    let file = match data.draw_pool.run(moving).await {
        Err(error) if error.is_panic() => {
            tracing::error!("can't draw an animation: {error}");
            None
        }
        drawn => drawn?,
    };
    Ok(file.map(|file| Drawn {
        name,
        file,
        description,
        rest: "",
    }))
}

async fn draw_by(
    data: &Data,
    snapshot: &Snapshot,
    view: View,
    description: String,
    name: String,
    draw: impl FnOnce(&View, &Cast, &Faces) -> Picture + Send + 'static,
) -> Result<Drawn> {
    let faces = faces(data, snapshot).await?;
    let row = snapshot.row.clone();
    let description = with_why(description, &faces);
    let png = drawn(&data.draw_pool, move || {
        draw(&view, &row.setup.cast, &faces).png
    });
    Ok(Drawn {
        name,
        file: png.await?,
        description,
        rest: words::posts::REST_IN_WORDS,
    })
}

/// The faces for a picture of a match. They are hidden while another match needs people to remember
/// them.
pub async fn faces(data: &Data, snapshot: &Snapshot) -> Result<Faces> {
    let (guild, id) = (snapshot.row.guild, snapshot.row.id);
    let pictured = |who| Pictured {
        name: snapshot.cast().name(who).to_owned(),
        account: snapshot.person(who).map(|person| person.account),
    };
    let people: Vec<Pictured> = snapshot.cast().ids().map(pictured).collect();
    let hidden = data.read(move |core| core.hides_faces(guild, Some(id), &people));
    Ok(match hidden.await? {
        Some(game) => Faces::hidden_for(game),
        None => data.faces.of_match(&data.referee, snapshot).await,
    })
}

/// A picture's description, with the reason if there are no faces.
pub fn with_why(description: String, faces: &Faces) -> String {
    match faces.hiding() {
        Some(game) => format!("{description} {}", words::english::no_faces_because(game)),
        None => description,
    }
}

/// The drawn picture, or one that says that drawing failed.
async fn drawn(
    draw_pool: &Pool,
    draw: impl FnOnce() -> Vec<u8> + Send + 'static,
) -> Result<Vec<u8>, JoinError> {
    match draw_pool.run(draw).await {
        Err(error) if error.is_panic() => {
            tracing::error!("can't draw a picture: {error}");
            draw_pool.run(|| boards::draw_missing().png).await
        }
        drawn => drawn,
    }
}

/// The board in words, for a post: with escaped names, which a picture's description does not need.
pub fn in_words(snapshot: &Snapshot, view: &View) -> String {
    view.description(&text::shown(snapshot.cast()))
}

/// The public view of a match; None if it is gone.
pub async fn public(data: &Data, id: MatchId) -> Result<Option<View>> {
    data.read(move |core| core.view_for(id, Audience::Public))
        .await
}

/// The audience for views that everybody may see: public while a match is open; all of it
/// afterwards, if it had begun.
pub fn public_audience(status: &MatchStatus) -> Audience {
    if status.shows_all() {
        Audience::All
    } else {
        Audience::Public
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failed_drawing_becomes_a_picture_that_says_so() {
        let draw_pool = Pool::for_pictures();
        let missing = boards::draw_missing().png;
        let found = drawn(&draw_pool, || panic!("a defect in a board")).await;
        assert_eq!(found.unwrap(), missing);
        let found = drawn(&draw_pool, || vec![1]).await;
        assert_eq!(found.unwrap(), [1]);
    }
}
