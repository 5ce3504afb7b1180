//! The set-up panel's page of times, dates and presets.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{SetupDraft, forms, presets, values};
use crate::discord::message::Panel;
use crate::discord::panels::buttons::button;
use crate::discord::press::{Press, SetupField};
use crate::discord::text;
use crate::store::{DraftId, SavedPreset};
use crate::words;

/// The page. `saved`: the server's presets for the game. `problem`: what is wrong, in words.
pub fn panel(
    id: DraftId,
    draft: &SetupDraft,
    saved: &[SavedPreset],
    problem: Option<String>,
) -> Panel {
    let press = |field| Press::Setup { draft: id, field };
    let plain = |field, label: &str| button(press(field), label, ButtonStyle::Secondary);
    let taken = presets::last_taken(draft, saved);
    let mut content = words::dates_head(draft.game);
    content.push_str(&values(draft, true));
    if let Some((_, line)) = &taken {
        content.push_str(line);
    }
    content.push_str(&presets::left_out(draft));
    let mut dates = vec![plain(SetupField::Start, words::start_button())];
    if draft.game.catalogue().choice_time.is_some() {
        dates.push(plain(SetupField::Due, words::due_button()));
    }
    dates.push(plain(SetupField::SavePreset, words::save_preset_button()));
    if draft.game.catalogue().choice_time.is_some() {
        let is_so = draft.start_at_ms.is_none() || draft.choices_due_ms == draft.start_at_ms;
        let until_start = plain(SetupField::DueAtStart, words::CHOICES_UNTIL_START);
        dates.push(until_start.disabled(is_so));
    }
    let refused = forms::refused(draft);
    if refused.is_some() {
        // It comes last, so that nothing takes its place.
        let (forget, label) = (press(SetupField::ForgetTyped), words::forget_typed_button());
        dates.push(button(forget, label, ButtonStyle::Danger));
    }
    // At the top, where the first page has a menu: a second tap opens nothing.
    let mut first = vec![button(
        press(SetupField::Back),
        words::back_button(),
        ButtonStyle::Success,
    )];
    if let Some((taken, _)) = taken {
        let label = text::cut(&words::delete_preset_button(&taken.name), 80);
        let delete = press(SetupField::DeletePreset);
        first.push(button(delete, &label, ButtonStyle::Danger));
    }
    let panel = Panel {
        content,
        rows: vec![
            CreateActionRow::Buttons(first),
            presets::menu(draft, saved, press(SetupField::Preset)),
            CreateActionRow::Buttons(vec![
                plain(SetupField::Times, words::times_button()),
                plain(SetupField::Reserve, words::reserve_button()),
            ]),
            CreateActionRow::Buttons(dates),
        ],
        ..Panel::default()
    };
    panel
        .with_problem(refused.as_deref())
        .with_problem(problem.as_deref())
}
