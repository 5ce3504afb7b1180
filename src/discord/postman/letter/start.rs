//! Posts before a match begins: its card, and the one that asks both players to press Ready.

use super::post::{Writing, calls_both, safe};
use super::rendered::RenderedPost;
use crate::discord::panels::poll::{open_poll, who_can_when};
use crate::discord::panels::screen::panel_button;
use crate::discord::press::{BeginStep, Press};
use crate::discord::{Data, Result, text};
use crate::referee::{Letter, Line, Post, Snapshot};
use crate::store::{AccountId, OutboxRow};
use crate::words;
use games::screen::{Button, Row, Style};
use games::{CastId, Seat, View, WallMs};
use matches::{CHECK_IN_MS, Stage};

/// The post that asks both players to press Ready, updated: who is ready.
pub fn updated_check_in(
    data: &Data,
    row: &OutboxRow,
    snapshot: &Snapshot,
    start_ms: Option<WallMs>,
) -> RenderedPost {
    Writing::of(data, row, snapshot, false).check_in(start_ms)
}

/// A match's card, as it is now; None once the match has begun, which closes it.
pub async fn updated_card(
    data: &Data,
    row: &OutboxRow,
    snapshot: &Snapshot,
    view: &View,
    lines: &[Line],
    calls: &[CastId],
) -> Result<Option<RenderedPost>> {
    if !matches!(snapshot.status.stage, Stage::Preparing | Stage::Standing) {
        return Ok(None);
    }
    let writing = Writing::of(data, row, snapshot, false);
    writing.card(view, lines, calls).await.map(Some)
}

/// The words of a match's card, as it is now; `lines` come before it.
pub async fn card_content(
    data: &Data,
    snapshot: &Snapshot,
    view: &View,
    lines: &[Line],
) -> Result<String> {
    let cast = text::shown(snapshot.cast());
    let now_ms = data.referee.clock.now();
    let won = data.series_before(snapshot).await?;
    let said = words::lines::lines(&safe(lines), snapshot.setup().game, &cast);
    let computer = data.computer(snapshot);
    let asks = asks_to_practise(snapshot, computer);
    let asks = asks.filter(|_| !lines.contains(&Line::PracticeRound));
    let card = words::card::card(snapshot, view, &cast, (won, asks, computer), now_ms);
    Ok(text::cut(&format!("{said}{card}"), text::MAX_POSTED))
}

/// The account of the player in a seat; None for a guest.
fn account(snapshot: &Snapshot, seat: Seat) -> Option<AccountId> {
    Some(snapshot.player(seat)?.account)
}

/// Which player asked the other to practise; None except in a practice match of two people.
fn asks_to_practise(snapshot: &Snapshot, computer: Option<Seat>) -> Option<Seat> {
    let hosts = |seat: &Seat| account(snapshot, *seat) == Some(snapshot.row.host);
    let asker = Seat::BOTH.into_iter().find(hosts)?;
    account(snapshot, asker.other())?;
    (snapshot.has_no_host() && computer.is_none()).then_some(asker)
}

impl Writing<'_> {
    pub(super) async fn card(
        &self,
        view: &View,
        lines: &[Line],
        calls: &[CastId],
    ) -> Result<RenderedPost> {
        // The card itself says whether it is a rehearsal.
        let content = card_content(self.data, self.snapshot, view, lines).await?;
        let mut ready = RenderedPost::new(self.row, content);
        ready.picture = Some(self.draw(view).await?);
        if self.snapshot.status.stage == Stage::Standing || calls_both(lines) {
            // No choices are missing, or the match has moved: players are pinged at once. The card
            // stays highlighted for a player who isn't ready.
            let is_missing = |seat: &Seat| !self.snapshot.status.ready[*seat];
            let missing = Seat::BOTH.into_iter().filter(is_missing);
            let accounts = missing.filter_map(|seat| account(self.snapshot, seat));
            ready.call(&accounts.collect::<Vec<AccountId>>());
        } else if !calls.is_empty() {
            let accounts = calls.iter().filter_map(|who| self.account(*who));
            ready.call(&accounts.collect::<Vec<AccountId>>());
        }
        ready.rows = self.card_rows();
        Ok(ready)
    }

    fn card_rows(&self) -> Vec<Row<Press>> {
        let match_id = self.row.match_id;
        let rules = Press::Rules { match_id };
        // Where nobody chooses before the match there is nothing on a panel yet. In a direct
        // message it's in the post below.
        let choices = self
            .snapshot
            .status
            .prompts
            .iter()
            .any(|prompt| !prompt.live);
        let panel = (choices && !self.snapshot.row.is_direct())
            .then(|| panel_button(match_id, Style::Primary));
        let rules = Button::secondary(rules, words::controls::RULES_BUTTON);
        let declines =
            asks_to_practise(self.snapshot, self.data.computer(self.snapshot)).map(|_| {
                Button::secondary(Press::Decline { match_id }, words::practice::DECLINE_BUTTON)
            });
        let begins = if self.snapshot.setup().has_seats() {
            Some(self.ready_button())
        } else {
            let sure = BeginStep::Ask;
            let close = Press::Begin { match_id, sure };
            let is_open = self.snapshot.status.stage == Stage::Preparing;
            is_open.then(|| Button::secondary(close, words::start::CLOSE_BUTTON))
        };
        let buttons = panel.into_iter().chain(begins).chain([rules]);
        Row::of_buttons(buttons.chain(declines))
    }

    pub(super) fn check_in(&self, start_ms: Option<WallMs>) -> RenderedPost {
        let alone = self.data.computer(self.snapshot).is_some();
        let mut ready = self.ready(words::start::check_in(
            start_ms,
            alone,
            self.snapshot,
            &self.cast,
        ));
        ready.call(&self.seated_accounts());
        let match_id = self.row.match_id;
        let begin = Press::Begin {
            match_id,
            sure: BeginStep::Ask,
        };
        // Ready would be refused while choices are missing.
        let own = match self.snapshot.status.stage {
            Stage::Preparing => panel_button(match_id, Style::Primary),
            Stage::Standing | Stage::Live | Stage::Over => self.ready_button(),
        };
        let mut buttons = vec![own];
        if !self.snapshot.has_no_host() {
            buttons.push(Button::secondary(begin, words::start::BEGIN_BUTTON));
        }
        ready.rows = Row::of_buttons(buttons);
        ready
    }

    /// The post that asks players which times suit them, or tells the host that both have answered.
    /// None if nothing is on offer any more.
    pub(super) async fn poll(&self, letter: &Letter) -> Result<Option<RenderedPost>> {
        let match_id = self.row.match_id;
        let Some(poll) = open_poll(self.data, match_id).await? else {
            return Ok(None);
        };
        if letter.post == Post::PollAnswered {
            let panel = who_can_when(self.data, match_id, &poll).await?;
            let mut ready = self.ready(self.news_to(letter.to, &[], panel.content));
            ready.rows = panel.rows;
            return Ok(Some(ready));
        }
        let to_come = poll.to_come(self.data.referee.clock.now());
        let account = |seat: Seat| self.account(self.snapshot.cast().seated(seat)?);
        let mut waiting = Seat::BOTH.to_vec();
        waiting.retain(|seat| poll.suits[*seat].is_none() && account(*seat).is_some());
        let mut ready = self.ready(words::poll::poll(&poll, &to_come, &waiting, &self.cast));
        let called: Vec<AccountId> = waiting.into_iter().filter_map(account).collect();
        ready.call(&called);
        let press = Press::Times { match_id };
        let choose = Button::primary(press, words::poll::CHOOSE_TIMES_BUTTON);
        ready.rows = Row::of_buttons([choose]);
        Ok(Some(ready))
    }

    /// *Ready*. It stands out once it counts.
    pub(super) fn ready_button(&self) -> Button<Press> {
        let match_id = self.row.match_id;
        let now_ms = self.data.referee.clock.now();
        let status = &self.snapshot.status;
        let is_far = status
            .start_at_ms
            .is_some_and(|start| start > now_ms + CHECK_IN_MS);
        let style = if is_far || status.stage == Stage::Preparing {
            Style::Secondary
        } else {
            Style::Success
        };
        Button::new(Press::Ready { match_id }, words::start::READY_BUTTON, style)
    }
}
