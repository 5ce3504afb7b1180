//! The labels of buttons, menus and forms.

use games::Seat;

pub const PANEL_BUTTON: &str = "Open my panel";

pub const RULES_BUTTON: &str = "Rules";

pub const READY_BUTTON: &str = "Ready";

/// Below the result of a practice.
pub const AGAIN: &str = "Play again";

pub const BEGIN_BUTTON: &str = "Begin (host)";

pub const RESUME_BUTTON: &str = "Resume (host)";

/// `missing`: whether choices are missing. `spares`: whether they would mean strikes if the match
/// began later.
pub fn begin_anyway(missing: bool, spares: bool) -> &'static str {
    match (missing, spares) {
        (true, true) => "Begin without strikes",
        (true, false) => "Begin without them",
        (false, _) => "Begin now",
    }
}

pub const REMIND_BUTTON: &str = "Remind them";

pub const RESIGN_BUTTON: &str = "Yes, I resign";

pub const VOID_BUTTON: &str = "Yes, declare it void";

pub const OPEN_BUTTON: &str = "Open the match";

pub const SWAP_BUTTON: &str = "Swap seats";

pub const PLAYERS_BUTTON: &str = "Players";

pub fn choose_player(seat: Seat) -> &'static str {
    match seat {
        Seat::Dmo => "The Death Match Opponent (DMO)",
        Seat::Ec => "The Elimination Candidate (EC)",
    }
}

pub const BACK_BUTTON: &str = "Back";

pub const CANCEL_BUTTON: &str = "Cancel";

pub const FROM_SEASON: &str = "Everyone in the season";

pub const OPTIONS_BUTTON: &str = "More options…";

pub const START_BUTTON: &str = "Set the start time";

/// The title of the form for typing an action. `is_choice`: before the match.
pub fn type_title(is_choice: bool) -> &'static str {
    if is_choice {
        "Type my choice"
    } else {
        super::TYPE_IT
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
    format!("For example {}", super::list(examples, "or"))
}

/// The field of a form for a number.
pub fn number_label(least: u32, most: u32) -> String {
    format!("A whole number from {least} to {most}")
}

pub const SURE_BUTTON: &str = "Yes, do it";

pub const CHOOSE_SAFE_PLAYERS: &str = "Safe players: people or a role";

/// The label of a button that switches a setting: how it is set now.
pub fn toggle(setting: &str, is_on: bool) -> String {
    let mark = if is_on { "✅" } else { "⬜" };
    format!("{mark} {setting}: {}", super::yes_or_no(is_on))
}

/// Below the settings, in a panel with such buttons.
pub const TOGGLES: &str = "✅/⬜ buttons switch a setting on or off.";

/// In the menu of options; `set`: the changes from the defaults.
pub fn choose_option(set: &[String]) -> String {
    match set {
        [] => "Options: all default".to_owned(),
        set => super::cut(&format!("Options: {}", set.join(" · ")), 150),
    }
}

/// Below a value in the menu of options.
pub fn option_note(is_set: bool, is_default: bool) -> Option<String> {
    let note = match (is_set, is_default) {
        (true, true) => "Set now (default)",
        (true, false) => "Set now",
        (false, true) => "Default",
        (false, false) => return None,
    };
    Some(note.to_owned())
}

/// Fields that were emptied.
pub fn default_again(labels: &[&str]) -> String {
    let labels: Vec<String> = labels.iter().map(|label| format!("“{label}”")).collect();
    format!("✅ Back to the default: {}.", super::list(&labels, "and"))
}

/// Mistakes in fields of the set-up panel's forms. The forms keep what was typed.
pub fn form_kept(problem: &str) -> String {
    format!(
        "{problem} Everything else is saved. Open the form again to fix it: what you typed is \
         still there. An empty field means the default."
    )
}

/// The grey button for opening a match. `first`: what must be done first.
pub fn open_after(first: &str) -> String {
    format!("Open – {first}")
}

/// After that: the seats whose players cannot play; none if something else is wrong.
pub fn other_players_first(seats: &[Seat]) -> &'static str {
    match seats {
        [] => "fix the ⚠️ above first",
        [Seat::Dmo] => "choose another DMO",
        [Seat::Ec] => "choose another EC",
        _ => "choose other players",
    }
}

/// After that, while a form has a mistake.
pub const FIX_TYPED: &str = "fix what you typed first";

/// On the page of times and dates, while a form has a mistake.
pub const FORGET_TYPED_BUTTON: &str = "Forget what I typed";

/// How long Dealer waits after a deadline for what was sent before it.
pub const GRACE: &str = "grace_s";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{self, SettingKind};
    use crate::words;
    use crate::words::season::panel as labels;
    use games::GameId;
    use games::options::SetBy;

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
        all.extend(zones.iter().map(|zone| (LABEL, words::start_label(zone))));
        all.push((LABEL, words::start_label(&long())));
        all.extend(zones.iter().map(|zone| (LABEL, words::offer_label(zone))));
        all.push((LABEL, number_label(u32::MAX, u32::MAX)));
        for game in GameId::ALL {
            let times = game.catalogue().times.iter().map(|time| time.key);
            for key in times.chain([GRACE, "pause_after_two_timeouts"]) {
                all.push((LABEL, words::time_label(*game, key).to_owned()));
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
            words::TYPE_IT,
            type_label(true),
            type_label(false),
            words::TIMES_BUTTON,
            words::RESERVE_BUTTON,
            words::START_TITLE,
            words::DUE_TITLE,
            words::SAVE_PRESET_TITLE,
            words::REASON_LABEL,
            words::OFFER_TITLE,
            words::NAME_SEASON_TITLE,
            words::NAME_SEASON_LABEL,
        ];
        all.extend(of_forms.map(|label| (LABEL, label.to_owned())));
        all.push((PHONE, words::START_PLACEHOLDER.to_owned()));
        all.push((PHONE, words::OFFER_PLACEHOLDER.to_owned()));
        all.push((PHONE, words::time_placeholder("672 h 59 min 59 s")));
        let of_presets = words::SAVE_PRESET_PLACEHOLDER.to_owned();
        all.push((PHONE, of_presets));
        all.push((LABEL, words::SAVE_PRESET_LABEL.to_owned()));
        all.push((PHONE, words::CHOOSE_PRESET.to_owned()));
        let of_menus = [
            choose_player(Seat::Dmo),
            choose_player(Seat::Ec),
            CHOOSE_SAFE_PLAYERS,
            words::CHOOSE_ENTRY,
            labels::PAGE,
            words::CHOOSE_TIMES,
            words::CLOSE_ALLIANCES,
            words::season::many::MENU,
        ];
        all.extend(of_menus.map(|label| (PHONE, label.to_owned())));
        let cell = games::Cell::new(25, 25);
        all.push((MENU, words::cells_in_rows(Some(cell), 25, 26)));
        let of_buttons = [
            PANEL_BUTTON,
            READY_BUTTON,
            RULES_BUTTON,
            words::NOT_READY_BUTTON,
            AGAIN,
            BEGIN_BUTTON,
            RESUME_BUTTON,
            begin_anyway(true, true),
            begin_anyway(true, false),
            begin_anyway(false, false),
            REMIND_BUTTON,
            RESIGN_BUTTON,
            VOID_BUTTON,
            OPEN_BUTTON,
            &open_after(FIX_TYPED),
            &open_after(other_players_first(&[])),
            &open_after(other_players_first(&Seat::BOTH)),
            SWAP_BUTTON,
            PLAYERS_BUTTON,
            BACK_BUTTON,
            CANCEL_BUTTON,
            OPTIONS_BUTTON,
            FORGET_TYPED_BUTTON,
            START_BUTTON,
            words::HAND_IN,
            super::super::UNDO,
            words::START_OVER,
            words::TYPE_NUMBER,
            SURE_BUTTON,
            words::DATES_BUTTON,
            words::DUE_BUTTON,
            words::SAVE_PRESET_BUTTON,
            words::REHEARSE_BUTTON,
            words::CHOOSE_TIMES_BUTTON,
            words::ALL_TIMES_BUTTON,
            words::NO_TIMES_BUTTON,
            words::TYPE_TIME_BUTTON,
            words::offer_button(true),
            words::offer_button(false),
            words::STOP_OFFERING_BUTTON,
            words::CHANGE_TIMES_BUTTON,
            words::NAME_SEASON_BUTTON,
            words::START_REHEARSAL_BUTTON,
            crate::words::season::STRIKE_ALL_THE_SAME,
        ];
        all.extend(of_buttons.map(|label| (BUTTON, label.to_owned())));
        let of_toggles = [
            FROM_SEASON,
            words::PRACTICE_ROUND_BUTTON,
            words::CONFIRM_MOVES_BUTTON,
            words::TEXT_BOARDS_BUTTON,
        ];
        for page in &settings::PAGES {
            all.push((LABEL, page.label.to_owned()));
            let button = page.form.as_ref().map(|form| form.button.to_owned());
            all.extend(button.map(|label| (BUTTON, label)));
            for setting in page.settings {
                let label = setting.label;
                match &setting.kind {
                    SettingKind::Switch(_) => {
                        all.extend([true, false].map(|on| (BUTTON, toggle(label, on))));
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
        let both = of_toggles.map(|setting| [true, false].map(|on| toggle(setting, on)));
        all.extend(both.into_iter().flatten().map(|label| (BUTTON, label)));
        all.push((BUTTON, words::forfeit_button(&long())));
        for (room, label) in all {
            let length = label.chars().count();
            assert!((1..=room).contains(&length), "{length} of {room}: {label}");
        }
    }
}
