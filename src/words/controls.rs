//! The labels of buttons, menus and forms.

use games::Seat;

pub fn panel_button() -> &'static str {
    "Open my panel"
}

pub fn rules_button() -> &'static str {
    "Rules"
}

pub fn ready_button() -> &'static str {
    "Ready"
}

/// Below the result of a practice.
pub const AGAIN: &str = "Play again";

pub fn begin_button() -> &'static str {
    "Begin (host)"
}

pub fn resume_button() -> &'static str {
    "Resume (host)"
}

/// `missing`: whether choices are missing. `spares`: whether they would mean strikes if the match
/// began later.
pub fn begin_anyway(missing: bool, spares: bool) -> &'static str {
    match (missing, spares) {
        (true, true) => "Begin without strikes",
        (true, false) => "Begin without them",
        (false, _) => "Begin now",
    }
}

pub fn remind_button() -> &'static str {
    "Remind them"
}

pub fn resign_button() -> &'static str {
    "Yes, I resign"
}

pub fn void_button() -> &'static str {
    "Yes, declare it void"
}

pub fn open_button() -> &'static str {
    "Open the match"
}

pub fn swap_button() -> &'static str {
    "Swap seats"
}

pub fn players_button() -> &'static str {
    "Players"
}

pub fn choose_player(seat: Seat) -> &'static str {
    match seat {
        Seat::Dmo => "The Death Match Opponent (DMO)",
        Seat::Ec => "The Elimination Candidate (EC)",
    }
}

pub fn back_button() -> &'static str {
    "Back"
}

pub fn cancel_button() -> &'static str {
    "Cancel"
}

pub fn from_season() -> &'static str {
    "Everyone in the season"
}

pub fn options_button() -> &'static str {
    "More options…"
}

pub fn start_button() -> &'static str {
    "Set the start time"
}

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

pub fn sure_button() -> &'static str {
    "Yes, do it"
}

pub fn choose_safe_players() -> &'static str {
    "Safe players: people or a role"
}

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
pub fn forget_typed_button() -> &'static str {
    "Forget what I typed"
}

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
            words::times_button(),
            words::reserve_button(),
            words::start_title(),
            words::due_title(),
            words::save_preset_title(),
            words::REASON_LABEL,
            words::offer_title(),
            words::name_season_title(),
            words::name_season_label(),
        ];
        all.extend(of_forms.map(|label| (LABEL, label.to_owned())));
        all.push((PHONE, words::start_placeholder().to_owned()));
        all.push((PHONE, words::offer_placeholder().to_owned()));
        all.push((PHONE, words::time_placeholder("672 h 59 min 59 s")));
        let of_presets = words::save_preset_placeholder().to_owned();
        all.push((PHONE, of_presets));
        all.push((LABEL, words::save_preset_label().to_owned()));
        all.push((PHONE, words::choose_preset().to_owned()));
        let of_menus = [
            choose_player(Seat::Dmo),
            choose_player(Seat::Ec),
            choose_safe_players(),
            words::CHOOSE_ENTRY,
            labels::PAGE,
            words::choose_times(),
            words::CLOSE_ALLIANCES,
            words::season::many::MENU,
        ];
        all.extend(of_menus.map(|label| (PHONE, label.to_owned())));
        let cell = games::Cell::new(25, 25);
        all.push((MENU, words::cells_in_rows(Some(cell), 25, 26)));
        let of_buttons = [
            panel_button(),
            ready_button(),
            rules_button(),
            words::not_ready_button(),
            AGAIN,
            begin_button(),
            resume_button(),
            begin_anyway(true, true),
            begin_anyway(true, false),
            begin_anyway(false, false),
            remind_button(),
            resign_button(),
            void_button(),
            open_button(),
            &open_after(FIX_TYPED),
            &open_after(other_players_first(&[])),
            &open_after(other_players_first(&Seat::BOTH)),
            swap_button(),
            players_button(),
            back_button(),
            cancel_button(),
            options_button(),
            forget_typed_button(),
            start_button(),
            words::HAND_IN,
            super::super::UNDO,
            words::START_OVER,
            words::TYPE_NUMBER,
            sure_button(),
            words::dates_button(),
            words::due_button(),
            words::save_preset_button(),
            words::rehearse_button(),
            words::choose_times_button(),
            words::all_times_button(),
            words::no_times_button(),
            words::type_time_button(),
            words::offer_button(true),
            words::offer_button(false),
            words::stop_offering_button(),
            words::change_times_button(),
            words::name_season_button(),
            words::start_rehearsal_button(),
            crate::words::season::STRIKE_ALL_THE_SAME,
        ];
        all.extend(of_buttons.map(|label| (BUTTON, label.to_owned())));
        let of_toggles = [
            from_season(),
            words::practice_round_button(),
            words::confirm_moves_button(),
            words::text_boards_button(),
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
