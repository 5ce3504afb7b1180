//! A person's own panel: what they may do now, with controls, seen only by them. It is built from
//! the match and their draft, so it can be built again at any time.

use super::desk::Desk;
use super::screen;
use crate::discord::drawing;
use crate::discord::message::{MAX_CHARS, Panel, ShownPanel, note};
use crate::discord::press::Press;
use crate::discord::{Data, Result, Tried, text};
use crate::referee::{Snapshot, Viewer};
use crate::store::{AccountId, MatchId};
use crate::words;
use games::panel::{Stepped, Tap};
use games::screen::{Row, Screen, Style};
use games::{Party, WallMs};
use matches::Stage;

/// How many characters of it are reserved for the words above a panel or at its end.
const OTHER_CHARS: usize = 400;

/// The parts of a panel. The board in words, for people who want that, goes between its two texts.
pub struct PanelParts {
    /// What is asked, and until when.
    pub head: String,
    /// What they have done so far; changes with each press.
    pub so_far: String,
    pub rows: Vec<Row<Press>>,
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

/// Joins a panel's parts, with the board in words if the person wants that (`/me`).
pub async fn with_words(
    data: &Data,
    snapshot: &Snapshot,
    account: AccountId,
    parts: PanelParts,
) -> Result<Panel> {
    if !data.own_settings(account).await?.text_boards {
        return Ok(parts.joined(None));
    }
    let taken = parts.head.chars().count() + parts.so_far.chars().count() + OTHER_CHARS;
    let room = MAX_CHARS.saturating_sub(taken);
    let board = drawing::in_words(snapshot, &snapshot.view);
    let board = text::described(&board, room, words::posts::REST_IN_WORDS);
    Ok(parts.joined(Some(&board)))
}

/// Somebody's panel in a match, by their account. It has nobody else's secrets.
pub async fn build(data: &Data, id: MatchId, account: AccountId) -> Result<Panel> {
    let panel = build_if_changed(data, id, account, None).await?;
    Ok(panel.unwrap_or_default())
}

/// As [`build`]; None if it is what they see already.
pub async fn build_if_changed(
    data: &Data,
    id: MatchId,
    account: AccountId,
    seen: Option<ShownPanel>,
) -> Result<Option<Panel>> {
    let (panel, desk) = match desk(data, id, account).await? {
        Ok(desk) => {
            let parts = own(data, &desk, None);
            let panel = with_words(data, &desk.snapshot, account, parts).await?;
            (panel, Some(desk))
        }
        Err(note) => (note, None),
    };
    let view = desk.as_ref().map(|desk| &desk.snapshot.view);
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
    account: AccountId,
    refused: Option<&str>,
) -> Result<Panel> {
    match desk(data, id, account).await? {
        Ok(desk) => {
            let parts = own(data, &desk, refused);
            let panel = with_words(data, &desk.snapshot, account, parts).await?;
            Ok(panel.own_of(id, account, Some(&desk.snapshot.view)))
        }
        Err(note) => Ok(note.own_of(id, account, None)),
    }
}

/// As [`build`], after a step. `is_new`: nothing of it is shown yet. Without that, it has the
/// picture only if that shows the draft.
pub async fn after_step(
    data: &Data,
    id: MatchId,
    account: AccountId,
    stepped: Stepped,
    is_new: bool,
) -> Result<Panel> {
    match desk(data, id, account).await? {
        Ok(desk) => {
            let mut parts = own(data, &desk, stepped.refused.as_deref());
            let problems = [stepped.news, stepped.refused].into_iter().flatten();
            for problem in problems {
                parts.so_far = lines([parts.so_far, words::english::problem(&problem)]);
            }
            let panel = with_words(data, &desk.snapshot, account, parts).await?;
            let panel = panel.own_of(id, account, Some(&desk.snapshot.view));
            if is_new || desk.is_sketch {
                with_picture(data, &desk, panel).await
            } else {
                Ok(panel)
            }
        }
        Err(note) => Ok(note.own_of(id, account, None)),
    }
}

async fn with_picture(data: &Data, desk: &Desk, panel: Panel) -> Result<Panel> {
    let what = if desk.is_sketch { "sketch" } else { "panel" };
    let (snapshot, name) = (&desk.snapshot, format!("{what}-{}.png", desk.id));
    Ok(Panel {
        picture: Some(drawing::draw(data, snapshot, snapshot.view.clone(), name).await?),
        ..panel
    })
}

/// As [`build`], for a post that others may read: whether they have chosen, not what. Everything
/// secret is behind a button to their own panel.
pub async fn build_open(data: &Data, id: MatchId, account: AccountId) -> Result<Panel> {
    let (mut desk, view) = match (
        desk(data, id, account).await?,
        drawing::public(data, id).await?,
    ) {
        (Ok(desk), Some(view)) => (desk, view),
        (Err(note), _) => return Ok(note),
        (_, None) => return Ok(note(words::which_match::NO_SUCH_MATCH)),
    };
    let now_ms = data.referee.clock.now();
    let Some(live) = desk.prompt.as_ref().map(|prompt| prompt.live) else {
        return Ok(nothing(&desk.snapshot, now_ms));
    };
    desk.snapshot.view = view.clone();
    let own = if live || desk.is_of_steps() {
        let button = screen::panel_button(id, Style::Primary);
        Screen::of(vec![Row::Buttons(vec![button])])
    } else {
        pressed(&desk, desk.panel(None).screen)
    };
    let parts = of(&desk, own, String::new(), now_ms);
    let panel = with_words(data, &desk.snapshot, account, parts).await?;
    let mut panel = panel.ending(words::panel::read_along(live));
    panel.picture =
        Some(drawing::draw(data, &desk.snapshot, view, format!("panel-{id}.png")).await?);
    Ok(panel)
}

/// What the player of a practice in a direct message may do now, for a post there: nobody else
/// reads it. Its picture is for games whose picture shows the draft. None if that is nothing.
pub async fn below_post(data: &Data, snapshot: &Snapshot) -> Result<Option<Panel>> {
    if !snapshot.row.is_direct() {
        return Ok(None);
    }
    let Ok(desk) = desk(data, snapshot.row.id, snapshot.row.host).await? else {
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

/// What somebody's panel is built from, or the panel to show instead.
async fn desk(data: &Data, id: MatchId, account: AccountId) -> Tried<Desk, Panel> {
    // A panel ignores host rights: in a match that they play, hosts see what a player sees.
    let found = data.read(move |core| {
        let snapshot = core.snapshot(id, Viewer::Account(account))?;
        Ok((snapshot, Desk::of(core, id, account)?))
    });
    let (Some(snapshot), desk) = found.await? else {
        return Ok(Err(note(words::which_match::NO_SUCH_MATCH)));
    };
    if snapshot.party.is_none() {
        return Ok(Err(note(words::which_match::NOT_IN_MATCH)));
    }
    if snapshot.status.stage == Stage::Over {
        return Ok(Err(note(if snapshot.status.held {
            words::result::HELD.to_owned()
        } else {
            words::which_match::MATCH_OVER.to_owned()
        })));
    }
    let now_ms = data.referee.clock.now();
    Ok(desk.ok_or_else(|| nothing(&snapshot, now_ms)))
}

/// The panel for somebody with nothing to do.
pub fn nothing(snapshot: &Snapshot, now_ms: WallMs) -> Panel {
    let cast = text::shown(snapshot.cast());
    note(words::panel::nothing_for_you(snapshot, &cast, now_ms))
}

/// Somebody's own panel. `refused`: see [`Desk::panel`].
fn own(data: &Data, desk: &Desk, refused: Option<&str>) -> PanelParts {
    let own = desk.panel(refused);
    let screen = pressed(desk, own.screen);
    of(desk, screen, own.idle, data.referee.clock.now())
}

/// A game's screen, with presses of this match.
fn pressed(desk: &Desk, screen: Screen<Tap>) -> Screen<Press> {
    let (id, prompt) = (desk.id, desk.prompt_id());
    screen.map(|tap| screen::press(id, prompt, tap))
}

/// The words and controls of a panel. `own`: the game's; `idle`: what it says if nothing is asked.
fn of(desk: &Desk, own: Screen<Press>, idle: String, now_ms: WallMs) -> PanelParts {
    let Desk {
        snapshot, prompt, ..
    } = desk;
    let (cast, party) = (text::shown(snapshot.cast()), desk.whose);
    let status = &snapshot.status;
    let until = match (prompt, party) {
        (None, _) => None,
        (Some(prompt), _) if !prompt.live => {
            words::panel::until_due(snapshot, party, prompt.answered, now_ms)
        }
        (Some(_), Party::Seat(seat)) => words::clocks::time_left(snapshot, seat, now_ms),
        (Some(_), Party::Cast(_) | Party::Host | Party::Dealer) => None,
    };
    let unless_chosen = match (prompt, party) {
        (Some(prompt), Party::Cast(_)) if !prompt.live && !prompt.answered => {
            words::terms::unless_chosen(snapshot, &cast, now_ms)
        }
        _ => String::new(),
    };
    let (title, pairing) = (
        words::catalogue::title(snapshot.setup().game),
        words::status::pairing(snapshot.setup(), &cast),
    );
    let told = match party {
        Party::Seat(seat) => until.as_ref().map(|_| seat),
        Party::Cast(_) | Party::Host | Party::Dealer => None,
    };
    let stands_so = words::clocks::score_and_clocks(snapshot, told, &cast);
    let stands = prompt.is_some() && stands(snapshot, party, now_ms);
    let (asked, counts) = match prompt {
        Some(prompt) => (
            words::panel::ask_alone(&snapshot.view, party, prompt.ask, &cast),
            words::panel::current_choice(snapshot, party, prompt, stands, &cast),
        ),
        None => (idle, String::new()),
    };
    let (said, rows) = if stands {
        (String::new(), Vec::new())
    } else {
        (own.text, own.rows)
    };
    let (of, until) = (
        format!("**{title}** · {pairing}"),
        until.unwrap_or_default(),
    );
    let head = match status.stage {
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
pub fn stands(snapshot: &Snapshot, party: Party, now_ms: WallMs) -> bool {
    match party {
        Party::Seat(seat) => {
            snapshot.status.changes_until_ms[seat].is_some_and(|until| until < now_ms)
        }
        Party::Cast(_) | Party::Host | Party::Dealer => false,
    }
}
