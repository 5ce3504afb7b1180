//! Rehearsals from the set-up panel: a page that says what will be public, and the opening. The
//! panel keeps everything for the match itself.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::SetupDraft;
use super::opening::{new_match, refused};
use crate::discord::message::Panel;
use crate::discord::panels::buttons::button;
use crate::discord::press::{Press, SetupField};
use crate::discord::{Data, Fault, text};
use crate::referee::RefereeError;
use crate::store::DraftId;
use crate::words;
use matches::Setup;

/// The page of a match that could be opened as `setup`.
pub fn panel(id: DraftId, draft: &SetupDraft, setup: &Setup) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let pairing = words::pairing(setup, &text::shown(&setup.cast));
    let content = words::rehearsal_page(draft.game, &pairing, draft.channel);
    let start = words::start_rehearsal_button();
    // In the place of the first page's *Open the match* nothing may be pressed: a second tap would
    // open it.
    let open = button(
        press(SetupField::Open),
        words::open_button(),
        ButtonStyle::Secondary,
    );
    let rows = vec![CreateActionRow::Buttons(vec![
        open.disabled(true),
        button(
            press(SetupField::Back),
            words::back_button(),
            ButtonStyle::Secondary,
        ),
        button(
            press(SetupField::StartRehearsal),
            start,
            ButtonStyle::Primary,
        ),
    ])];
    Panel {
        content: text::cut(&content, 2000),
        rows,
        ..Panel::default()
    }
}

/// Opens the rehearsal of a draft. Returns what to tell the host, or why it is not opened.
pub async fn open(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<String, String>, Fault> {
    let new = match new_match(data, host, draft).await? {
        Ok(new) => new.rehearsal(),
        Err(refused) => return Ok(Err(refused.elsewhere())),
    };
    let opened = data
        .referee
        .run(move |core, now| core.open_match(new, now))
        .await?;
    match opened {
        Ok(_) => Ok(Ok(words::rehearsal_opened(draft.channel))),
        Err(RefereeError::Refused(refusal)) => Ok(Err(refused(&refusal, !draft.from_season))),
        Err(RefereeError::Store(error)) => Err(error.into()),
    }
}
