//! The set-up panel's page of times, dates and presets.

use super::{SetupDraft, forms, presets, values};
use crate::discord::message::{Panel, note};
use crate::discord::press::{Press, SetupField};
use crate::store::{DraftId, SavedPreset};
use crate::words;
use games::screen::Button;

/// The page. `saved`: the server's presets for the game. `problem`: what is wrong, in words.
pub fn panel(
    id: DraftId,
    draft: &SetupDraft,
    saved: &[SavedPreset],
    problem: Option<String>,
) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let plain = |field, label: &str| Button::secondary(press(field), label);
    let taken = presets::applied(draft, saved);
    let mut content = words::setup::dates_head(draft.game);
    content.push_str(&values(draft, true));
    if let Some((_, line)) = &taken {
        content.push_str(line);
    }
    content.push_str(&presets::left_out(draft));
    let has_seats = draft.game.catalogue().seats;
    let mut dates = Vec::new();
    if has_seats {
        dates.push(plain(SetupField::Start, words::setup::START_BUTTON));
    }
    if draft.game.catalogue().choice_time.is_some() {
        dates.push(plain(SetupField::Due, words::setup::DUE_BUTTON));
    }
    dates.push(plain(
        SetupField::SavePreset,
        words::presets::SAVE_PRESET_BUTTON,
    ));
    if has_seats && draft.game.catalogue().choice_time.is_some() {
        let is_so = draft.start_at_ms.is_none() || draft.choices_due_ms == draft.start_at_ms;
        let until_start = plain(SetupField::DueAtStart, words::start::CHOICES_UNTIL_START);
        dates.push(until_start.off_if(is_so));
    }
    let refused = forms::refused(draft);
    let forget = Button::danger(
        press(SetupField::ForgetTyped),
        words::controls::FORGET_TYPED_BUTTON,
    );
    // At the top, where the first page has a menu: a second tap opens and forgets nothing.
    let mut first = vec![
        Button::success(press(SetupField::Back), words::setup::BACK_BUTTON),
        forget.off_if(refused.is_none()),
    ];
    if let Some((taken, _)) = taken {
        let label = words::presets::delete_preset_button(&taken.name);
        first.push(Button::danger(press(SetupField::DeletePreset), label));
    }
    note(content)
        .buttons(first)
        .menus([presets::menu(draft, saved, press(SetupField::Preset))])
        .buttons([
            plain(SetupField::Times, words::times::TIMES_BUTTON),
            plain(SetupField::Reserve, words::times::RESERVE_BUTTON),
        ])
        .buttons(dates)
        .with_problem(refused.as_deref())
        .with_problem(problem.as_deref())
}
