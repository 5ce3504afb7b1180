//! The labels of buttons, menus and forms.

use games::english;

pub const PANEL_BUTTON: &str = "Open my panel";

pub const RULES_BUTTON: &str = "Rules";

pub const CANCEL_BUTTON: &str = "Cancel";

/// The title of the form for typing an action. `is_choice`: before the match.
pub fn type_title(is_choice: bool) -> &'static str {
    if is_choice {
        "Type my choice"
    } else {
        english::TYPE_IT
    }
}

/// Below the refusal of what was typed into a form.
pub const TYPE_AGAIN: &str = "Try again";

pub fn type_label(is_choice: bool) -> &'static str {
    if is_choice {
        "Your choice, in words"
    } else {
        "Your move, in words"
    }
}

/// The placeholder of the field for typing an action.
pub fn type_examples(examples: &[String]) -> String {
    format!("For example {}", english::list(examples, "or"))
}

/// The field of a form for a number.
pub fn number_label(least: u32, most: u32) -> String {
    format!("A whole number from {least} to {most}")
}

/// Mistakes in fields of a form, which keeps what was typed.
pub fn form_kept(problems: &[&str]) -> String {
    let (problems, then) = match problems {
        [one] => ((*one).to_owned(), " "),
        each => (each.join("\n⚠️ "), "\n"),
    };
    format!(
        "{problems}{then}Everything else is saved. Open the form again to fix it: what you typed \
         is still there."
    )
}

/// After that, in the set-up panel.
pub const EMPTY_IS_DEFAULT: &str = " An empty field means the default.";

/// After that, while a form has a mistake.
pub const FIX_TYPED: &str = "fix what you typed first";

/// On the page of times and dates, while a form has a mistake.
pub const FORGET_TYPED_BUTTON: &str = "Forget what I typed";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{self, SettingKind};
    use crate::words;
    use crate::words::season::panel as labels;
    use games::options::SetBy;
    use games::{GameId, Seat};

    /// The longest label of a field or title of a form (Discord documentation, "Text Input",
    /// "Modal").
    const LABEL: usize = 45;
    /// What a phone of 390 pixels shows of the text of an empty field or menu.
    const PHONE: usize = 34;
    /// Discord documentation, "Select Menu Structure" and "Button Structure".
    const MENU: usize = 150;
    const ITEM: usize = 100;
    const BUTTON: usize = 80;

    /// The longest name of a cast, cut for a button.
    fn long() -> String {
        "W".repeat(50)
    }

    #[test]
    fn every_label_fits_its_place() {
        let mut all: Vec<(usize, String)> = Vec::new();
        let zones = jiff::tz::db().available();
        let zones: Vec<String> = zones.map(|zone| zone.to_string()).collect();
        assert!(zones.len() > 300, "{}", zones.len());
        assert!(
            zones
                .iter()
                .any(|zone| zone == "America/Argentina/Buenos_Aires")
        );
        all.extend(
            zones
                .iter()
                .map(|zone| (LABEL, words::setup::start_label(zone))),
        );
        all.push((LABEL, words::setup::start_label(&long())));
        all.extend(
            zones
                .iter()
                .map(|zone| (LABEL, words::poll::offer_label(zone))),
        );
        all.push((LABEL, number_label(u32::MAX, u32::MAX)));
        for game in GameId::ALL {
            let times = game.catalogue().times.iter().map(|time| time.key);
            for key in times.chain([words::times::GRACE, "pause_after_two_timeouts"]) {
                all.push((LABEL, words::times::time_label(*game, key).to_owned()));
            }
            for option in game.catalogue().options {
                match option.set_by {
                    SetBy::Choice(_) | SetBy::Form(_) => {}
                    SetBy::Menu(menu) => {
                        all.push((PHONE, menu.placeholder.to_owned()));
                        all.extend((menu.items)().into_iter().map(|item| (ITEM, item.label)));
                    }
                    SetBy::Page(page) => {
                        all.extend(
                            [page.button, page.draw].map(|label| (BUTTON, label.to_owned())),
                        );
                        all.push((MENU, (page.placeholder)(&long())));
                    }
                }
            }
        }
        let of_forms = [
            words::english::TYPE_IT,
            type_label(true),
            type_label(false),
            words::times::TIMES_BUTTON,
            words::times::RESERVE_BUTTON,
            words::setup::START_TITLE,
            words::setup::DUE_TITLE,
            words::presets::SAVE_PRESET_TITLE,
            words::rulings::REASON_LABEL,
            words::poll::OFFER_TITLE,
            words::guide::NAME_SEASON_TITLE,
            words::guide::NAME_SEASON_LABEL,
        ];
        all.extend(of_forms.map(|label| (LABEL, label.to_owned())));
        all.push((PHONE, words::setup::START_PLACEHOLDER.to_owned()));
        all.push((PHONE, words::poll::OFFER_PLACEHOLDER.to_owned()));
        all.push((PHONE, words::times::time_placeholder("672 h 59 min 59 s")));
        let of_presets = words::presets::SAVE_PRESET_PLACEHOLDER.to_owned();
        all.push((PHONE, of_presets));
        all.push((LABEL, words::presets::SAVE_PRESET_LABEL.to_owned()));
        all.push((PHONE, words::presets::CHOOSE_PRESET.to_owned()));
        let of_menus = [
            words::setup::choose_player(Seat::Dmo),
            words::setup::choose_player(Seat::Ec),
            words::setup::choose_players(GameId::EXAMPLE),
            words::rulings::CHOOSE_ENTRY,
            labels::PAGE,
            words::poll::CHOOSE_TIMES,
            words::setup::CLOSE_ALLIANCES,
            words::season::many::MENU,
        ];
        all.extend(of_menus.map(|label| (PHONE, label.to_owned())));
        let cell = games::Cell::new(25, 25);
        all.push((MENU, words::english::cells_in_rows(Some(cell), 25, 26)));
        let of_buttons = [
            PANEL_BUTTON,
            words::start::READY_BUTTON,
            RULES_BUTTON,
            words::start::NOT_READY_BUTTON,
            words::result::AGAIN,
            words::start::BEGIN_BUTTON,
            words::pauses::RESUME_BUTTON,
            words::start::begin_anyway(true, true, true),
            words::start::begin_anyway(true, true, false),
            words::start::begin_anyway(false, false, true),
            words::start::REMIND_BUTTON,
            words::play::RESIGN_BUTTON,
            words::rulings::VOID_BUTTON,
            words::setup::OPEN_BUTTON,
            &words::setup::open_after(FIX_TYPED),
            &words::setup::open_after(words::setup::other_players_first(&[])),
            &words::setup::open_after(words::setup::other_players_first(&Seat::BOTH)),
            words::setup::SWAP_BUTTON,
            words::setup::PLAYERS_BUTTON,
            words::setup::BACK_BUTTON,
            CANCEL_BUTTON,
            words::setup::OPTIONS_BUTTON,
            FORGET_TYPED_BUTTON,
            words::setup::START_BUTTON,
            words::english::HAND_IN,
            words::english::UNDO,
            words::english::START_OVER,
            words::english::TYPE_NUMBER,
            words::play::SURE_BUTTON,
            words::setup::DATES_BUTTON,
            words::setup::DUE_BUTTON,
            words::presets::SAVE_PRESET_BUTTON,
            words::rehearsal::REHEARSE_BUTTON,
            words::poll::CHOOSE_TIMES_BUTTON,
            words::poll::ALL_TIMES_BUTTON,
            words::poll::NO_TIMES_BUTTON,
            words::poll::TYPE_TIME_BUTTON,
            words::poll::offer_button(true),
            words::poll::offer_button(false),
            words::poll::STOP_OFFERING_BUTTON,
            words::poll::CHANGE_TIMES_BUTTON,
            words::guide::NAME_SEASON_BUTTON,
            words::rehearsal::START_REHEARSAL_BUTTON,
            crate::words::season::STRIKE_ALL_THE_SAME,
        ];
        all.extend(of_buttons.map(|label| (BUTTON, label.to_owned())));
        let of_toggles = [
            words::setup::FROM_SEASON,
            words::setup::PRACTICE_ROUND_BUTTON,
            words::privacy::CONFIRM_MOVES_BUTTON,
            words::privacy::TEXT_BOARDS_BUTTON,
        ];
        for page in &settings::PAGES {
            all.push((LABEL, page.label.to_owned()));
            let button = page.form.as_ref().map(|form| form.button.to_owned());
            all.extend(button.map(|label| (BUTTON, label)));
            for setting in page.settings {
                let label = setting.label;
                match &setting.kind {
                    SettingKind::Switch(_) => {
                        all.extend(
                            [true, false].map(|on| (BUTTON, words::setup::toggle(label, on))),
                        );
                    }
                    SettingKind::Typed(_) => all.push((LABEL, label.to_owned())),
                    SettingKind::Choice(choices) => {
                        all.push((PHONE, label.to_owned()));
                        let items = choices.iter().map(|one| format!("{label} {}", one.said));
                        all.extend(items.map(|item| (ITEM, item)));
                    }
                    SettingKind::Role { .. }
                    | SettingKind::Channel { .. }
                    | SettingKind::Channels(_) => {
                        all.push((PHONE, labels::choose(label, true)));
                        all.push((ITEM, labels::nothing_for(label)));
                    }
                }
            }
        }
        let both =
            of_toggles.map(|setting| [true, false].map(|on| words::setup::toggle(setting, on)));
        all.extend(both.into_iter().flatten().map(|label| (BUTTON, label)));
        all.push((BUTTON, words::rulings::forfeit_button(&long())));
        for (room, label) in all {
            let length = label.chars().count();
            assert!((1..=room).contains(&length), "{length} of {room}: {label}");
        }
    }
}
