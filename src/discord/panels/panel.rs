//! A person's own panel: what they may do now, with controls, seen only by them. It is built from
//! the match and their draft, so it can be built again at any time.

use serenity::all::CreateActionRow;
use tokio::task::JoinError;

use super::desk::Desk;
use super::screen;
use crate::boards::{self};
use crate::discord::draw_pool::DrawPool;
use crate::discord::open_panels::{PanelKind, ShownPanel};
use crate::discord::press::Press;
use crate::discord::{Data, Fault, MOST_UPLOADED, text};
use crate::referee::{MatchStatus, Pictured, Snapshot, Viewer};
use crate::store::{MatchId, StoreError};
use crate::words;
use canvas::Picture;
use games::decided::Turning;
use games::end_card::{self, EndCard};
use games::panel::{Stepped, Tap};
use games::screen::{Row, Screen, Style};
use games::tokens::{Faces, written};
use games::{Audience, Cast, Party, Reason, View};
use matches::Stage;
use matches::record::Record;

/// The longest message (Discord documentation, "Create Message").
const MOST_CHARS: usize = 2000;
/// How many characters of it are reserved for the words above a panel or at its end.
const OTHER_CHARS: usize = 400;

/// A message to one person: text, a picture and controls.
#[derive(Default)]
pub struct Panel {
    pub content: String,
    pub picture: Option<Drawn>,
    pub rows: Vec<CreateActionRow>,
    /// If a private answer with it is brought up to date when the match changes.
    pub shown: Option<ShownPanel>,
}

impl Panel {
    /// As somebody's own panel in a match, of which they see this.
    fn own_of(self, match_id: MatchId, account: u64, view: Option<&View>) -> Panel {
        let rows = serde_json::to_string(&self.rows).ok();
        let parts = (&self.content, rows, serde_json::to_string(&view).ok());
        let shown = ShownPanel::new(match_id, account, PanelKind::Own, parts);
        Panel {
            shown: Some(shown),
            ..self
        }
    }

    /// Adds a line at the end of the panel's text, next to the controls: the outcome of the last
    /// press. If the text is too long, what comes before the line is cut.
    pub fn ending(mut self, line: &str) -> Panel {
        let line = line.trim_end();
        if line.is_empty() {
            return self;
        }
        let room = MOST_CHARS.saturating_sub(line.chars().count() + 1);
        let above = text::cut(self.content.trim_end(), room);
        self.content = if above.is_empty() {
            line.to_owned()
        } else {
            format!("{above}\n{line}")
        };
        self
    }

    /// As [`Panel::ending`], for a problem, if there is one.
    pub fn with_problem(self, problem: Option<&str>) -> Panel {
        match problem {
            Some(problem) => self.ending(&words::problem(problem)),
            None => self,
        }
    }
}

/// The parts of a panel. The board in words, for people who want that, goes between its two texts.
pub struct PanelParts {
    /// What is asked, and until when.
    pub head: String,
    /// What they have done so far; changes with each press.
    pub so_far: String,
    pub rows: Vec<CreateActionRow>,
}

impl PanelParts {
    /// The panel; `board`: the board in words.
    fn joined(self, board: Option<&str>) -> Panel {
        let content = match board {
            Some(board) => format!("{}\n{board}", self.head),
            None => self.head,
        };
        let panel = Panel {
            content,
            rows: self.rows,
            ..Panel::default()
        };
        panel.ending(&self.so_far)
    }
}

/// A picture and its file name.
#[derive(Clone)]
pub struct Drawn {
    pub name: String,
    /// A PNG file, or a GIF.
    pub file: Vec<u8>,
    /// The board in words, for people who cannot see the picture.
    pub description: String,
    /// A sentence that says where the rest is if the description is cut; may be empty.
    pub rest: &'static str,
}

/// Draws a view. If a defect makes that fail, the picture says so, and the match goes on.
///
/// # Errors
/// What the store says: people's faces are looked up.
pub async fn draw(data: &Data, look: &Snapshot, view: View, name: String) -> Result<Drawn, Fault> {
    let description = view.description(look.cast());
    draw_by(data, look, view, description, name, games::draw).await
}

/// Draws the end of a finished match with all its secrets. Also returns what decided it, with names
/// that are safe in a post.
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
    // A defect here must not hold up the result.
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

/// Draws the card of a finished match. `views`: the view after each entry; `line`: the same in
/// words.
///
/// # Errors
/// As [`draw`].
pub async fn draw_end_card(
    data: &Data,
    look: &Snapshot,
    mut card: EndCard,
    views: Vec<View>,
    (name, line): (String, &str),
) -> Result<Drawn, Fault> {
    let view = views.last().cloned().unwrap_or_else(|| look.view.clone());
    let draw = move |view: &View, cast: &Cast, faces: &Faces| {
        if !Reason::GENERAL.contains(&card.reason)
            && let Some(fact) = view.decided(&views, &written(cast)).pop()
        {
            card.why = fact.said;
        }
        end_card::draw(&card, view, cast, faces)
    };
    let drawn = draw_by(data, look, view, line.to_owned(), name, draw).await?;
    Ok(Drawn { rest: "", ..drawn })
}

/// Draws a whole match as a moving picture. None if nothing happened in it, or a defect makes it
/// fail.
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

/// The faces for a picture of a match. They are hidden while another match needs people to remember
/// them.
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

/// A picture's description, with the reason if there are no faces.
pub fn with_why(description: String, faces: &Faces) -> String {
    match faces.hiding() {
        Some(game) => format!("{description} {}", words::no_faces_because(game)),
        None => description,
    }
}

/// The drawn picture, or one that says that drawing failed.
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

/// The board in words, for a post: with escaped names, which a picture's description does not need.
pub fn in_words(look: &Snapshot, view: &View) -> String {
    view.description(&text::shown(look.cast()))
}

/// Joins a panel's parts, with the board in words if the person wants that (`/me`).
pub async fn with_words(
    data: &Data,
    look: &Snapshot,
    account: u64,
    parts: PanelParts,
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

/// Somebody's panel in a match, by their account. It has nobody else's secrets.
pub async fn build(data: &Data, id: MatchId, account: u64) -> Result<Panel, Fault> {
    let panel = build_if_changed(data, id, account, None).await?;
    Ok(panel.unwrap_or_default())
}

/// As [`build`]; None if it is what they see already.
pub async fn build_if_changed(
    data: &Data,
    id: MatchId,
    account: u64,
    seen: Option<ShownPanel>,
) -> Result<Option<Panel>, Fault> {
    let (panel, desk) = match desk(data, id, account).await? {
        Ok(desk) => {
            let parts = own(data, &desk, None);
            let panel = with_words(data, &desk.look, account, parts).await?;
            (panel, Some(desk))
        }
        Err(note) => (note, None),
    };
    let view = desk.as_ref().map(|desk| &desk.look.view);
    let panel = panel.own_of(id, account, view);
    match desk {
        _ if panel.shown == seen => Ok(None),
        Some(desk) => with_picture(data, &desk, panel).await.map(Some),
        None => Ok(Some(panel)),
    }
}

/// As [`build`], without the picture, which is shown already. `refused`: the last pressed action,
/// if it was refused; the controls say so.
pub async fn without_picture(
    data: &Data,
    id: MatchId,
    account: u64,
    refused: Option<&str>,
) -> Result<Panel, Fault> {
    match desk(data, id, account).await? {
        Ok(desk) => {
            let parts = own(data, &desk, refused);
            let panel = with_words(data, &desk.look, account, parts).await?;
            Ok(panel.own_of(id, account, Some(&desk.look.view)))
        }
        Err(note) => Ok(note.own_of(id, account, None)),
    }
}

/// As [`build`], after a step. With the picture only if that shows the draft.
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
            let panel = panel.own_of(id, account, Some(&desk.look.view));
            if desk.is_sketch {
                with_picture(data, &desk, panel).await
            } else {
                Ok(panel)
            }
        }
        Err(note) => Ok(note.own_of(id, account, None)),
    }
}

async fn with_picture(data: &Data, desk: &Desk, panel: Panel) -> Result<Panel, Fault> {
    let what = if desk.is_sketch { "sketch" } else { "panel" };
    let (look, name) = (&desk.look, format!("{what}-{}.png", desk.id));
    Ok(Panel {
        picture: Some(draw(data, look, look.view.clone(), name).await?),
        ..panel
    })
}

/// As [`build`], for a post that others may read: whether they have chosen, not what. Everything
/// secret is behind a button to their own panel.
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
    let own = if live || desk.is_of_steps() {
        let button = screen::panel_button(id, Style::Primary);
        Screen::of(vec![Row::Buttons(vec![button])])
    } else {
        pressed(&desk, desk.panel(None).screen)
    };
    let parts = of(&desk, own, String::new(), now_ms);
    let panel = with_words(data, &desk.look, account, parts).await?;
    let mut panel = panel.ending(words::read_along(live));
    panel.picture = Some(draw(data, &desk.look, view, format!("panel-{id}.png")).await?);
    Ok(panel)
}

/// What the player of a practice in a direct message may do now, for a post there: nobody else
/// reads it. Its picture is for games whose picture shows the draft. None if that is nothing.
pub async fn below_post(data: &Data, look: &Snapshot) -> Result<Option<Panel>, Fault> {
    if !look.row.is_direct() {
        return Ok(None);
    }
    let Ok(desk) = desk(data, look.row.id, look.row.host).await? else {
        return Ok(None);
    };
    let PanelParts { so_far, rows, .. } = own(data, &desk, None);
    let panel = Panel {
        rows,
        ..note(so_far)
    };
    if desk.is_sketch {
        return with_picture(data, &desk, panel).await.map(Some);
    }
    Ok(Some(panel))
}

/// The public view of a match; None if it is gone.
pub async fn public(data: &Data, id: MatchId) -> Result<Option<View>, Fault> {
    let view = data
        .referee
        .read(move |core, _| core.view_for(id, Audience::Public));
    Ok(view.await??)
}

/// What somebody's panel is built from, or the panel to show instead.
async fn desk(data: &Data, id: MatchId, account: u64) -> Result<Result<Desk, Panel>, Fault> {
    // A panel ignores host rights: in a match that they play, hosts see what a player sees.
    let found = data.referee.read(move |core, _| {
        let look = core.look(id, Viewer::Account(account))?;
        Ok::<_, StoreError>((look, Desk::of(core, id, account)?))
    });
    let (Some(look), desk) = found.await?? else {
        return Ok(Err(note(words::no_such_match())));
    };
    if look.party.is_none() {
        return Ok(Err(note(words::not_in_match())));
    }
    if look.status.stage == Stage::Over {
        return Ok(Err(note(if look.status.held {
            words::held()
        } else {
            words::match_over()
        })));
    }
    let now_ms = data.referee.clock.now_ms();
    Ok(desk.ok_or_else(|| nothing(&look, now_ms)))
}

/// The panel for somebody with nothing to do.
pub fn nothing(look: &Snapshot, now_ms: u64) -> Panel {
    let cast = text::shown(look.cast());
    note(words::nothing_for_you(look, &cast, now_ms))
}

/// Somebody's own panel. `refused`: see [`Desk::panel`].
fn own(data: &Data, desk: &Desk, refused: Option<&str>) -> PanelParts {
    let own = desk.panel(refused);
    let screen = pressed(desk, own.screen);
    of(desk, screen, own.idle, data.referee.clock.now_ms())
}

/// A game's screen, with presses of this match.
fn pressed(desk: &Desk, screen: Screen<Tap>) -> Screen<Press> {
    let (id, prompt) = (desk.id, desk.prompt_id());
    screen.map(|tap| screen::press(id, prompt, tap))
}

/// The words and controls of a panel. `own`: the game's; `idle`: what it says if nothing is asked.
fn of(desk: &Desk, own: Screen<Press>, idle: String, now_ms: u64) -> PanelParts {
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
    let (title, pairing) = (
        words::title(look.setup().game),
        words::pairing(look.setup(), &cast),
    );
    let told = match party {
        Party::Seat(seat) => until.as_ref().map(|_| seat),
        Party::Cast(_) | Party::Host | Party::Dealer => None,
    };
    let stands_so = words::score_and_clocks(look, told, &cast);
    let stands = prompt.is_some() && stands(look, party, now_ms);
    let (asked, counts) = match prompt {
        Some(prompt) => (
            words::ask_alone(&look.view, party, prompt.ask, &cast),
            words::current_choice(look, party, prompt, stands, &cast),
        ),
        None => (idle, String::new()),
    };
    let (said, rows) = if stands {
        (String::new(), Vec::new())
    } else {
        (own.text, screen::rows(own.rows))
    };
    let (of, until) = (
        format!("**{title}** · {pairing}"),
        until.unwrap_or_default(),
    );
    let head = match standing.stage {
        // In a live match there may be little time, so what to do comes first.
        Stage::Live => [asked, until, of, unless_chosen, stands_so],
        _ => [of, asked, until, unless_chosen, stands_so],
    };
    PanelParts {
        head: lines(head),
        so_far: lines([counts, said]),
        rows,
    }
}

/// Joins the texts that are not empty, one on each line.
fn lines<const N: usize>(lines: [String; N]) -> String {
    let said = lines.iter().map(|line| line.trim_end());
    let said: Vec<&str> = said.filter(|line| !line.is_empty()).collect();
    said.join("\n")
}

/// Whether a party cannot change its answer to the open prompt any more because its time is up.
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
        rows: Vec::new(),
        ..Panel::default()
    }
}

/// The audience for views that everybody may see: public while a match is open; all of it
/// afterwards, if it had begun.
pub fn public_audience(standing: &MatchStatus) -> Audience {
    if standing.shows_all() {
        Audience::All
    } else {
        Audience::Public
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_a_press_is_the_last_line_and_never_cut() {
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
    async fn a_failed_drawing_becomes_a_picture_that_says_so() {
        let draw_pool = DrawPool::default();
        let missing = boards::draw_missing().png;
        let found = drawn(&draw_pool, || panic!("a defect in a board")).await;
        assert_eq!(found.unwrap(), missing);
        let found = drawn(&draw_pool, || vec![1]).await;
        assert_eq!(found.unwrap(), [1]);
    }
}
