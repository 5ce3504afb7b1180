//! `/me`: somebody's own settings.

use super::screen::toggle;
use crate::discord::message::{Panel, note};
use crate::discord::press::{OwnField, Press};
use crate::discord::{Data, Result};
use crate::store::AccountId;
use crate::words;

/// The panel with somebody's settings.
pub async fn panel(data: &Data, account: AccountId) -> Result<Panel> {
    let settings = data.own_settings(account).await?;
    let toggle = |field: fn(bool) -> OwnField, label: &str, is_on: bool| {
        let press = |on| Press::Own { field: field(on) };
        toggle(press, label, is_on)
    };
    let (confirms, in_words) = (settings.confirm_moves, settings.text_boards);
    Ok(
        note(words::privacy::own_settings(confirms, in_words)).buttons([
            toggle(
                OwnField::ConfirmMoves,
                words::privacy::CONFIRM_MOVES_BUTTON,
                confirms,
            ),
            toggle(
                OwnField::TextBoards,
                words::privacy::TEXT_BOARDS_BUTTON,
                in_words,
            ),
        ]),
    )
}

/// Changes one of somebody's settings. Returns the panel with all.
pub async fn set(data: &Data, account: AccountId, field: OwnField) -> Result<Panel> {
    let set = data.write(move |tx, _| {
        let mut settings = tx.own_settings(account)?;
        match field {
            OwnField::ConfirmMoves(on) => settings.confirm_moves = on,
            OwnField::TextBoards(on) => settings.text_boards = on,
        }
        tx.set_own_settings(account, settings)
    });
    set.await?;
    panel(data, account).await
}
