//! Posts of prompts: new, updated, and the board of a paused match.

use super::post::{Writing, calls_both};
use super::rendered::RenderedPost;
use crate::discord::message::{Drawn, Panel};
use crate::discord::panels::panel;
use crate::discord::panels::screen;
use crate::discord::postman::nonce;
use crate::discord::press::Press;
use crate::discord::{Data, Result, text};
use crate::referee::{Line, PromptedSeat, Snapshot};
use crate::store::{AccountId, OutboxRow};
use crate::words;
use games::panel::PanelInput;
use games::screen::{Row, Style};
use games::{Party, Seat, View, WallMs};
use matches::TimeLeft;

/// What an update of an open prompt's post is made from. `lines`, `asks`, `posted` and `posted_ms`:
/// the post as it was first written, and when. `view` and `waiting`: the state now. `called`: whose
/// time a newer post counts down.
pub struct PromptPost<'a> {
    pub lines: &'a [Line],
    pub asks: &'a [PromptedSeat],
    pub posted_ms: WallMs,
    pub posted: &'a View,
    pub view: &'a View,
    pub waiting: &'a [Seat],
    pub called: &'a [Seat],
}

/// An updated prompt's post.
pub struct Restated {
    pub content: String,
    /// None if the picture has not changed.
    pub picture: Option<Drawn>,
    /// Empty if the controls have not changed.
    pub rows: Vec<Row<Press>>,
    /// The accounts that the match still waits for.
    pub awaited: Vec<AccountId>,
}

/// Writes an updated prompt's words and draws its picture, with the file name of the post's
/// picture.
pub async fn restate(
    data: &Data,
    snapshot: &Snapshot,
    row: &OutboxRow,
    status: &PromptPost<'_>,
) -> Result<Restated> {
    let writing = Writing::of(data, row, snapshot, false);
    let view = status.view;
    let mut content = writing.marked(writing.said(status.lines));
    let asks = status.asks.iter();
    let (waiting, answered): (Vec<_>, Vec<_>) =
        asks.partition(|asked| status.waiting.contains(&asked.seat));
    let seats = waiting
        .iter()
        .filter_map(|asked| snapshot.cast().seated(asked.seat));
    let awaited = seats.filter_map(|who| writing.account(who)).collect();
    let waiting = waiting.into_iter();
    let waiting: Vec<PromptedSeat> = waiting
        .map(|asked| now_asked(asked, snapshot, status.posted_ms))
        .collect();
    let times = words::prompts::Times {
        from_ms: status.posted_ms,
        now_ms: data.referee.clock.now(),
        called: status.called,
    };
    content.push_str(&writing.asked(&waiting, status.lines, view, &times));
    for asked in answered {
        content.push_str(&words::prompts::answered(asked.seat, view, &writing.cast));
    }
    for asked in status.asks {
        let cost = words::prompts::cost_of_lateness(asked.seat, true, view, &writing.cast);
        content.push_str(&cost);
    }
    let own = writing.own_panel().await?;
    content.push_str(&own.content);
    let picture = match own.picture {
        Some(sketch) => Some(sketch),
        None if view == status.posted => None,
        None => Some(writing.draw(view).await?),
    };
    Ok(Restated {
        content: text::cut(&content, text::MAX_POSTED),
        picture,
        rows: own.rows,
        awaited,
    })
}

impl Writing<'_> {
    pub(super) async fn prompt(
        &self,
        prompt: u32,
        lines: &[Line],
        view: &View,
        asks: &[PromptedSeat],
        at_ms: WallMs,
    ) -> Result<RenderedPost> {
        let times = words::prompts::Times {
            from_ms: at_ms,
            now_ms: at_ms,
            called: &[],
        };
        let own = self.own_panel().await?;
        let content = self.said(lines) + &self.asked(asks, lines, view, &times) + &own.content;
        let seats = asks
            .iter()
            .filter_map(|asked| self.snapshot.cast().seated(asked.seat));
        let mut called: Vec<AccountId> = seats.filter_map(|who| self.account(who)).collect();
        let mut ready = self.ready(content);
        ready.picture = match own.picture {
            Some(sketch) => Some(sketch),
            None => Some(self.draw(view).await?),
        };
        ready.rows = if own.rows.is_empty() {
            self.controls(prompt, view, asks)
        } else {
            own.rows
        };
        if calls_both(lines) {
            called = self.seated_accounts();
        }
        ready.call(&called);
        Ok(ready)
    }

    /// What stands below a post that only the player of a practice reads: their own panel. Empty
    /// for any other post.
    pub(super) async fn own_panel(&self) -> Result<Panel> {
        let own = panel::below_post(self.data, self.snapshot).await?;
        let mut own = own.unwrap_or_default();
        if own.rows.is_empty() && self.snapshot.row.is_direct() {
            let panel = screen::panel_button(self.row.match_id, Style::Primary);
            own.rows = vec![Row::Buttons(vec![panel])];
        }
        if let Some(picture) = &mut own.picture {
            picture.name = nonce::picture_name(self.row);
        }
        Ok(own)
    }

    /// The controls below a public post that asks: the offers that may be pressed in public, and
    /// the button to one's own panel.
    pub(super) fn controls(
        &self,
        prompt: u32,
        view: &View,
        asks: &[PromptedSeat],
    ) -> Vec<Row<Press>> {
        let match_id = self.row.match_id;
        let mut rows = Vec::new();
        for asked in asks {
            if !asked.offers.is_empty() {
                let desk = PanelInput {
                    view,
                    whose: Party::Seat(asked.seat),
                    asked: Some(&asked.control),
                    offers: &asked.offers,
                    draft: None,
                    cast: self.snapshot.cast(),
                    refuses: &|_| None,
                    refused: None,
                };
                let screen = desk.panel().screen;
                rows.extend(screen.map(|tap| screen::press(match_id, prompt, tap)).rows);
            }
        }
        let public = asks.iter().all(|asked| !asked.offers.is_empty());
        if public && !rows.is_empty() {
            let panel = screen::panel_button(match_id, Style::Secondary);
            rows = screen::with_button(rows, panel);
        } else {
            // If nothing is pressed in public, everybody gets buttons to their own panel.
            rows.truncate(2);
            let asked = asks.iter().map(|asked| (prompt, &asked.control));
            rows.extend(screen::own_rows(match_id, view, asked));
        }
        rows
    }

    /// The board of a paused match after a rewind. It calls both players: something has changed for
    /// each.
    pub(super) async fn board(
        &self,
        lines: &[Line],
        view: &View,
        asks: &[PromptedSeat],
    ) -> Result<RenderedPost> {
        let mut content = self.said(lines);
        for asked in asks {
            content.push_str(&words::prompts::asked_later(asked, view, &self.cast));
        }
        if !self.snapshot.setup().has_seats() {
            content.push_str(&view.revealed(&self.cast));
        }
        let mut ready = self.ready(content);
        ready.picture = Some(self.draw(view).await?);
        ready.rows = self.pause_rows(lines);
        ready.call(&self.seated_accounts());
        Ok(ready)
    }

    /// The words that ask the seats, after what has happened.
    fn asked(
        &self,
        asks: &[PromptedSeat],
        lines: &[Line],
        view: &View,
        times: &words::prompts::Times,
    ) -> String {
        let mention = |asked: &PromptedSeat| {
            let who = self.snapshot.cast().seated(asked.seat);
            let account = who.and_then(|who| self.account(who));
            let name = self.cast.seat_name(asked.seat);
            let instead_of = Some(name).filter(|_| self.snapshot.stand_ins[asked.seat]);
            let called = account.map(|account| words::prompts::called(account, instead_of));
            called.unwrap_or_default()
        };
        let asks = asks.iter().map(|asked| (asked.clone(), mention(asked)));
        let asks: Vec<(PromptedSeat, String)> = asks.collect();
        let computer = self.data.computer(self.snapshot);
        words::prompts::asked(&asks, lines, view, &self.cast, times, computer)
    }
}

/// What a seat is asked, with its clock as it is now: an outage may have been given back since the
/// post.
fn now_asked(asked: &PromptedSeat, snapshot: &Snapshot, posted_ms: WallMs) -> PromptedSeat {
    let status = &snapshot.status;
    let (Some(base_ms), Some(end_ms)) = (
        status.base_deadline_ms[asked.seat],
        status.deadline_ms[asked.seat],
    ) else {
        return asked.clone();
    };
    let late = matches!(status.time_left[asked.seat], Some(TimeLeft::Late { .. }));
    PromptedSeat {
        late: asked.late || late,
        base_ms: base_ms.since(posted_ms),
        reserve_ms: end_ms.since(base_ms),
        ..asked.clone()
    }
}
