//! Rehearsals from the set-up panel: a page that says what will be public, and the opening. The
//! panel keeps everything for the match itself.

use super::SetupDraft;
use super::opening::{new_match, refused};
use crate::discord::message::{Panel, note};
use crate::discord::press::{Press, SetupField};
use crate::discord::{Data, Tried, text};
use crate::store::{AccountId, DraftId};
use crate::words;
use games::screen::Button;
use matches::Setup;

/// The page of a match that could be opened as `setup`.
pub fn panel(id: DraftId, draft: &SetupDraft, setup: &Setup) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let pairing = words::status::pairing(setup, &text::shown(&setup.cast));
    let content = words::rehearsal::rehearsal_page(draft.game, &pairing, draft.channel);
    note(content).buttons([
        // In the place of the first page's *Open the match* nothing may be pressed: a second tap
        // would open it.
        Button::secondary(press(SetupField::Open), words::setup::OPEN_BUTTON).off_if(true),
        Button::secondary(press(SetupField::Back), words::setup::BACK_BUTTON),
        Button::primary(
            press(SetupField::StartRehearsal),
            words::rehearsal::START_REHEARSAL_BUTTON,
        ),
    ])
}

/// Opens the rehearsal of a draft. Returns what to tell the host, or why it is not opened.
pub async fn open(data: &Data, host: AccountId, draft: &SetupDraft) -> Tried<String> {
    let new = match new_match(data, host, draft).await? {
        Ok(new) => new.rehearsal(),
        Err(refused) => return Ok(Err(refused.elsewhere())),
    };
    let opened = data.run(move |core, now| core.open_match(new, now));
    Ok(match opened.await? {
        Ok(_) => Ok(words::rehearsal::rehearsal_opened(draft.channel)),
        Err(refusal) => Err(refused(&refusal, !draft.from_season)),
    })
}
