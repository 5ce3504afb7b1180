//! A person's own panel: what they may do now, with controls, seen by them alone. It is built from
//! the match and from what they have put together so far, so that it can be built again at any
//! time.

use serenity::all::CreateActionRow;
use tokio::task::JoinError;

use super::desk::Desk;
use super::screen;
use crate::boards::{self};
use crate::discord::draw_pool::DrawPool;
use crate::discord::press::Press;
use crate::discord::{Data, Fault, MOST_UPLOADED, text};
use crate::referee::{MatchStatus, Pictured, Snapshot};
use crate::store::{MatchId, StoreError};
use crate::words;
use canvas::Picture;
use games::decided::Turning;
use games::panel::{Stepped, Tap};
use games::screen::{Row, Screen, Style};
use games::tokens::Faces;
use games::{Audience, Cast, Party, View};
use matches::Stage;
use matches::record::Record;

/// The longest message (Discord documentation, "Create Message").
const MOST_CHARS: usize = 2000;
/// What is left of it for what an answer or a letter says above a panel, or at its end.
const OTHER_CHARS: usize = 400;

/// A message to one person: text, a picture and controls.
pub struct Panel {
    pub content: String,
    pub picture: Option<Drawn>,
    pub rows: Vec<CreateActionRow>,
}

impl Panel {
    /// The panel with a line at the end of its text. What became of the last press stands there,
    /// next to the controls, and is never what is cut: what stands before it is.
    pub fn ending(mut self, line: &str) -> Panel {
        let line = line.trim_end();
        if line.is_empty() {
            return self;
        }
        let room = MOST_CHARS.saturating_sub(line.chars().count() + 1);
        let above = text::cut(self.content.trim_end(), room);
        self.content = match above.is_empty() {
            true => line.to_owned(),
            false => format!("{above}\n{line}"),
        };
        self
    }

    /// As [`Panel::ending`], with what is wrong, if something is.
    pub fn with_problem(self, problem: Option<&str>) -> Panel {
        match problem {
            Some(problem) => self.ending(&words::problem(problem)),
            None => self,
        }
    }
}

/// A panel before it is put together. The board in words, for people who want that, goes between
/// its two texts.
pub struct Parts {
    /// What is asked, and until when.
    pub head: String,
    /// What they have done so far, and what that is worth: it changes with each press.
    pub so_far: String,
    pub rows: Vec<CreateActionRow>,
}

impl Parts {
    /// The panel; `board`: the board in words.
    fn joined(self, board: Option<&str>) -> Panel {
        let content = match board {
            Some(board) => format!("{}\n{board}", self.head),
            None => self.head,
        };
        let panel = Panel {
            content,
            picture: None,
            rows: self.rows,
        };
        panel.ending(&self.so_far)
    }
}

/// A picture and what it is called.
#[derive(Clone)]
pub struct Drawn {
    pub name: String,
    /// A PNG file, or a GIF.
    pub file: Vec<u8>,
    /// The board in words, for people who do not see it.
    pub description: String,
    /// Where the rest of that stands, when it is too long; empty where it stands nowhere.
    pub rest: &'static str,
}

/// Draws a view. Should that fail by a defect, the picture says so: the match goes on without it.
///
/// # Errors
/// What the store says: people's faces are looked up.
pub async fn draw(data: &Data, look: &Snapshot, view: View, name: String) -> Result<Drawn, Fault> {
    let description = view.description(look.cast());
    draw_by(data, look, view, description, name, games::draw).await
}

/// Draws the end of a match that is over, with what was secret until then; and says what decided
/// it, with names that are safe in a post.
pub async fn draw_end(
    data: &Data,
    look: &Snapshot,
    view: View,
    record: Record,
    name: String,
) -> Result<(Drawn, Vec<Turning>), Fault> {
    let (cast, ended) = (look.cast().clone(), view.clone());
    let told = data.draw_pool.draw(move || {
        let before = record.views();
        let decided = ended.decided(&before, &text::shown(&cast));
        (ended.describe_end(&before, &cast), decided, before)
    });
    // A defect there keeps back no result.
    let (description, decided, before) = match told.await {
        Err(error) if error.is_panic() => {
            tracing::error!("can't say what decided a match: {error}");
            (view.description(look.cast()), Vec::new(), Vec::new())
        }
        told => told?,
    };
    let draw =
        move |view: &View, cast: &Cast, faces: &Faces| games::draw_end(view, &before, cast, faces);
    let picture = draw_by(data, look, view, description, name, draw).await?;
    Ok((picture, decided))
}

/// Draws a whole match as a moving picture; None where nothing happened in it, or where that fails
/// by a defect.
///
/// # Errors
/// As [`draw`].
pub async fn animate(
    data: &Data,
    look: &Snapshot,
    record: Record,
    name: String,
) -> Result<Option<Drawn>, Fault> {
    let faces = faces(data, look).await?;
    let description = with_why(words::moving_described().to_owned(), &faces);
    let moving = move || record.animate(&faces, MOST_UPLOADED);
    let file = match data.draw_pool.draw(moving).await {
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
    look: &Snapshot,
    view: View,
    description: String,
    name: String,
    draw: impl FnOnce(&View, &Cast, &Faces) -> Picture + Send + 'static,
) -> Result<Drawn, Fault> {
    let faces = faces(data, look).await?;
    let row = look.row.clone();
    let description = with_why(description, &faces);
    let png = drawn(&data.draw_pool, move || {
        draw(&view, &row.setup.cast, &faces).png
    });
    Ok(Drawn {
        name,
        file: png.await?,
        description,
        rest: words::rest_in_words(),
    })
}

/// The faces in a picture of a match. They are hidden while another match has people remember them.
pub async fn faces(data: &Data, look: &Snapshot) -> Result<Faces, Fault> {
    let (guild, id) = (look.row.guild, look.row.id);
    let pictured = |who| Pictured {
        name: look.cast().name(who).to_owned(),
        account: look.person(who).map(|person| person.account),
    };
    let people: Vec<Pictured> = look.cast().ids().map(pictured).collect();
    let hidden = data
        .referee
        .read(move |core, _| core.hides_faces(guild, Some(id), &people));
    Ok(match hidden.await?? {
        Some(game) => Faces::hidden_for(game),
        None => data.faces.of_match(&data.referee, look).await,
    })
}

/// A picture's description, which says why there are no faces where there are none.
pub fn with_why(description: String, faces: &Faces) -> String {
    match faces.hiding() {
        Some(game) => format!("{description} {}", words::no_faces_because(game)),
        None => description,
    }
}

/// What is drawn, or in its place the picture that says that it could not be.
async fn drawn(
    draw_pool: &DrawPool,
    draw: impl FnOnce() -> Vec<u8> + Send + 'static,
) -> Result<Vec<u8>, JoinError> {
    match draw_pool.draw(draw).await {
        Err(error) if error.is_panic() => {
            tracing::error!("can't draw a picture: {error}");
            draw_pool.draw(|| boards::draw_missing().png).await
        }
        drawn => drawn,
    }
}

/// The board in words, for a post: under names that cannot break it, which the description of a
/// picture need not have.
pub fn in_words(look: &Snapshot, view: &View) -> String {
    view.description(&text::shown(look.cast()))
}

/// A panel put together, with the board in words besides where the person whose it is wants that
/// (`/me`).
pub async fn with_words(
    data: &Data,
    look: &Snapshot,
    account: u64,
    parts: Parts,
) -> Result<Panel, Fault> {
    if !data.own_settings(account).await?.text_boards {
        return Ok(parts.joined(None));
    }
    let taken = parts.head.chars().count() + parts.so_far.chars().count() + OTHER_CHARS;
    let room = MOST_CHARS.saturating_sub(taken);
    let board = in_words(look, &look.view);
    let board = text::described(&board, room, words::rest_in_words());
    Ok(parts.joined(Some(&board)))
}

/// What somebody may do in a match now. `account` is theirs; nothing of anybody else's is in it.
pub async fn build(data: &Data, id: MatchId, account: u64) -> Result<Panel, Fault> {
    match desk(data, id, account).await? {
        Ok(desk) => {
            let parts = own(data, &desk, None);
            let panel = with_words(data, &desk.look, account, parts).await?;
            with_picture(data, &desk, panel).await
        }
        Err(note) => Ok(note),
    }
}

/// As [`build`], for a panel that shows the board already. `refused`: the action that was pressed
/// last and is not possible, which its controls say.
pub async fn without_picture(
    data: &Data,
    id: MatchId,
    account: u64,
    refused: Option<&str>,
) -> Result<Panel, Fault> {
    match desk(data, id, account).await? {
        Ok(desk) => {
            let parts = own(data, &desk, refused);
            with_words(data, &desk.look, account, parts).await
        }
        Err(note) => Ok(note),
    }
}

/// As [`build`], after a step; with the picture where that shows what was put together.
pub async fn after_step(
    data: &Data,
    id: MatchId,
    account: u64,
    stepped: Stepped,
) -> Result<Panel, Fault> {
    match desk(data, id, account).await? {
        Ok(desk) => {
            let mut parts = own(data, &desk, stepped.refused.as_deref());
            let problems = [stepped.news, stepped.refused].into_iter().flatten();
            for problem in problems {
                parts.so_far = lines([parts.so_far, words::problem(&problem)]);
            }
            let panel = with_words(data, &desk.look, account, parts).await?;
            match desk.is_sketch {
                true => with_picture(data, &desk, panel).await,
                false => Ok(panel),
            }
        }
        Err(note) => Ok(note),
    }
}

async fn with_picture(data: &Data, desk: &Desk, panel: Panel) -> Result<Panel, Fault> {
    let what = match desk.is_sketch {
        true => "sketch",
        false => "panel",
    };
    let (look, name) = (&desk.look, format!("{what}-{}.png", desk.id));
    Ok(Panel {
        picture: Some(draw(data, look, look.view.clone(), name).await?),
        ..panel
    })
}

/// As [`build`], for a post that others may read too: whether something is in, not what. What would
/// tell more is behind a button, in their own panel.
pub async fn build_open(data: &Data, id: MatchId, account: u64) -> Result<Panel, Fault> {
    let (mut desk, view) = match (desk(data, id, account).await?, public(data, id).await?) {
        (Ok(desk), Some(view)) => (desk, view),
        (Err(note), _) => return Ok(note),
        (_, None) => return Ok(note(words::no_such_match())),
    };
    let now_ms = data.referee.clock.now_ms();
    let Some(live) = desk.prompt.as_ref().map(|prompt| prompt.live) else {
        return Ok(nothing(&desk.look, now_ms));
    };
    desk.look.view = view.clone();
    let own = match live || desk.is_of_steps() {
        true => {
            let button = screen::panel_button(id, Style::Primary);
            Screen::of(vec![Row::Buttons(vec![button])])
        }
        false => pressed(&desk, desk.panel(None).screen),
    };
    let parts = of(&desk, own, String::new(), now_ms);
    let panel = with_words(data, &desk.look, account, parts).await?;
    let mut panel = panel.ending(words::read_along(live));
    panel.picture = Some(draw(data, &desk.look, view, format!("panel-{id}.png")).await?);
    Ok(panel)
}

/// What everybody may see of a match that is open; None where it is gone.
pub async fn public(data: &Data, id: MatchId) -> Result<Option<View>, Fault> {
    let view = data
        .referee
        .read(move |core, _| core.view_for(id, Audience::Public));
    Ok(view.await??)
}

/// What somebody's panel is built from, or what they are told instead.
async fn desk(data: &Data, id: MatchId, account: u64) -> Result<Result<Desk, Panel>, Fault> {
    // A host's own rights do not belong in a panel: the person who sits in a match sees as what
    // they are in it.
    let found = data.referee.read(move |core, _| {
        let look = core.look(id, account, false)?;
        Ok::<_, StoreError>((look, Desk::of(core, id, account)?))
    });
    let (Some(look), desk) = found.await?? else {
        return Ok(Err(note(words::no_such_match())));
    };
    if look.party.is_none() {
        return Ok(Err(note(words::not_in_match())));
    }
    if look.status.stage == Stage::Over {
        return Ok(Err(note(match look.status.held {
            true => words::held(),
            false => words::match_over(),
        })));
    }
    let now_ms = data.referee.clock.now_ms();
    Ok(desk.ok_or_else(|| nothing(&look, now_ms)))
}

/// What somebody is told of whom nothing is asked.
pub fn nothing(look: &Snapshot, now_ms: u64) -> Panel {
    let cast = text::shown(look.cast());
    note(words::nothing_for_you(look, &cast, now_ms))
}

/// Somebody's own panel. `refused`: see [`Desk::panel`].
fn own(data: &Data, desk: &Desk, refused: Option<&str>) -> Parts {
    let own = desk.panel(refused);
    let screen = pressed(desk, own.screen);
    of(desk, screen, own.idle, data.referee.clock.now_ms())
}

/// A game's screen with controls of this match.
fn pressed(desk: &Desk, screen: Screen<Tap>) -> Screen<Press> {
    let (id, prompt) = (desk.id, desk.prompt_id());
    screen.map(|tap| screen::press(id, prompt, tap))
}

/// The words and controls of a panel; `own`: those of its game, `idle`: what it says where nothing
/// is asked.
fn of(desk: &Desk, own: Screen<Press>, idle: String, now_ms: u64) -> Parts {
    let Desk { look, prompt, .. } = desk;
    let (cast, party) = (text::shown(look.cast()), desk.whose);
    let standing = &look.status;
    let until = match (prompt, party) {
        (None, _) => None,
        (Some(prompt), _) if !prompt.live => words::until_start(
            (party, prompt.answered),
            standing.preparation_deadline_ms,
            standing.start_at_ms,
            now_ms,
        ),
        (Some(_), Party::Seat(seat)) => words::time_left(look, seat, now_ms),
        (Some(_), Party::Cast(_) | Party::Host | Party::Dealer) => None,
    };
    let unless_chosen = match (prompt, party) {
        (Some(prompt), Party::Cast(_)) if !prompt.live && !prompt.answered => {
            words::unless_chosen(look, &cast)
        }
        _ => String::new(),
    };
    let (title, pairing) = (words::title(look.setup().game), words::pairing(&cast));
    let told = match party {
        Party::Seat(seat) => until.as_ref().map(|_| seat),
        Party::Cast(_) | Party::Host | Party::Dealer => None,
    };
    let stands_so = words::score_and_clocks(look, told, &cast);
    let stands = prompt.is_some() && stands(look, party, now_ms);
    let (asked, counts) = match prompt {
        Some(prompt) => (
            words::ask_alone(&look.view, party, prompt.ask, &cast),
            words::counts_now(look, party, prompt, stands, &cast),
        ),
        None => (idle, String::new()),
    };
    let (said, rows) = match stands {
        // What is pressed would come too late.
        true => (String::new(), Vec::new()),
        false => (own.text, screen::rows(own.rows)),
    };
    Parts {
        head: lines([
            format!("**{title}** · {pairing}"),
            asked,
            until.unwrap_or_default(),
            unless_chosen,
            stands_so,
        ]),
        so_far: lines([counts, said]),
        rows,
    }
}

/// Those that say something, a line each.
fn lines<const N: usize>(lines: [String; N]) -> String {
    let said = lines.iter().map(|line| line.trim_end());
    let said: Vec<&str> = said.filter(|line| !line.is_empty()).collect();
    said.join("\n")
}

/// Whether what a party has answered to the prompt that is open is changed no more, since their
/// time is up.
pub fn stands(look: &Snapshot, party: Party, now_ms: u64) -> bool {
    match party {
        Party::Seat(seat) => look.status.changes_until_ms[seat].is_some_and(|until| until < now_ms),
        Party::Cast(_) | Party::Host | Party::Dealer => false,
    }
}

/// A panel of words alone.
pub fn note(content: String) -> Panel {
    Panel {
        content,
        picture: None,
        rows: Vec::new(),
    }
}

/// The view that everybody may have of a match: the public one while it is open, all of it
/// afterwards, if it had begun.
pub fn public_audience(standing: &MatchStatus) -> Audience {
    match standing.shows_all() {
        true => Audience::All,
        false => Audience::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_a_press_is_the_last_line_and_is_never_cut() {
        for (content, end) in [
            ("What is set.\n", "⚠️ Size is 3, 5, 7 or 9.\n"),
            (&"long ".repeat(600)[..], "⚠️ Size is 3, 5, 7 or 9."),
            ("", "⚠️ Size is 3, 5, 7 or 9."),
        ] {
            let panel = note(content.to_owned()).ending(end);
            assert_eq!(panel.content.lines().last(), Some(end.trim_end()));
            assert!(panel.content.chars().count() <= MOST_CHARS);
        }
        let same = note("As it was.\n".to_owned()).with_problem(None);
        assert_eq!(same.content, "As it was.\n");
    }

    #[tokio::test]
    async fn what_cannot_be_drawn_is_a_picture_that_says_so() {
        let draw_pool = DrawPool::default();
        let missing = boards::draw_missing().png;
        let found = drawn(&draw_pool, || panic!("a defect in a board")).await;
        assert_eq!(found.unwrap(), missing);
        let found = drawn(&draw_pool, || vec![1]).await;
        assert_eq!(found.unwrap(), [1]);
    }
}
