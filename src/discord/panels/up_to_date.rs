//! Brings private answers up to date after a match has changed: people wait behind them for their
//! turn, or for the start.

use futures_util::future::join_all;
use serenity::all;

use super::act_panels::wait_for_post;
use super::{conducting, panel};
use crate::discord::message::{PanelKind, ShownPanel};
use crate::discord::open_panels::{OpenPanel, Place};
use crate::discord::{Data, Result, created_ms, first_id_at};
use crate::store::{MatchId, MessageId};

/// Edits the private answers of a match that would look different now. Call it once a post has told
/// of the change.
pub async fn update_panels(data: &Data, match_id: MatchId) {
    let open = data.open_panels.of(match_id, data.referee.clock.now());
    join_all(open.into_iter().map(|open| async {
        let account = open.shown.account;
        if let Err(error) = update(data, open).await {
            // It was dismissed, say. A press still leads to the current one.
            tracing::debug!("match {match_id}: can't update a panel: {error}");
            data.open_panels.forget(match_id, account);
        }
    }))
    .await;
}

async fn update(data: &Data, open: OpenPanel) -> Result<()> {
    let ShownPanel {
        match_id, account, ..
    } = open.shown;
    wait_for_post(data, match_id, account).await?;
    let message = match open.message() {
        Some(message) => message,
        None => open.token().message(&data.rest).await?,
    };
    let now_ms = data.referee.clock.now();
    let place = data.edits.ticket(message.get(), first_id_at(now_ms));
    let _turn = place.wait_turn().await;
    // A press may have changed the answer meanwhile.
    let Some(open) = data.open_panels.get(match_id, account) else {
        return Ok(());
    };
    if open.message().is_some_and(|other| other != message) {
        return Ok(());
    }
    // Its buttons don't count any more, whatever it shows.
    if is_taken_back(data, Some(message), match_id).await? {
        return Ok(());
    }
    let panel = match open.shown.kind {
        PanelKind::Own => {
            panel::build_if_changed(data, match_id, account, Some(open.shown)).await?
        }
        PanelKind::Ready => conducting::no_longer_ready(data, match_id).await?,
    };
    let Some(panel) = panel else {
        return Ok(());
    };
    let shown = panel.shown;
    let token = open.token();
    match open.place {
        Place::First(_) => token.edit(&data.rest, panel).await?,
        Place::Further(message) => token.edit_further(&data.rest, message, panel).await?,
    }
    match shown {
        Some(shown) => data.open_panels.edited(&open, shown),
        None => data.open_panels.forget(match_id, account),
    }
    Ok(())
}

/// Whether the pressed message shows a course of the match that a ruling has taken back.
pub async fn is_taken_back(
    data: &Data,
    message: Option<all::MessageId>,
    match_id: MatchId,
) -> Result<bool> {
    let Some(message) = message.map(MessageId::from) else {
        return Ok(false);
    };
    data.read(move |core| core.shows_taken_back(match_id, message, created_ms(message.0)))
        .await
}
