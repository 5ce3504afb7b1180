//! What buttons, menus and forms say, and the set-up panel.

use super::{cut, date, list, title};
use crate::games::{GameId, GivenOptions, Seat};
use crate::matches::{Lateness, Setup, Times};

pub fn panel_button() -> &'static str {
    "Open my panel"
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

/// `missing`: whether choices are.
pub fn begin_anyway(missing: bool) -> &'static str {
    match missing {
        true => "Begin without them",
        false => "Begin now",
    }
}

pub fn remind_button() -> &'static str {
    "Remind them"
}

pub fn wait_button() -> &'static str {
    "Wait"
}

pub fn resign_button() -> &'static str {
    "Yes, I resign"
}

pub fn void_button() -> &'static str {
    "Yes, declare it void"
}

pub fn go_on_button() -> &'static str {
    "No, go on"
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
    "Everybody of the season"
}

pub fn options_button() -> &'static str {
    "Options and times"
}

pub fn start_button() -> &'static str {
    "Appoint the start"
}

pub fn column() -> &'static str {
    "Column"
}

pub fn choose_column() -> String {
    "Choose the column first".to_owned()
}

pub fn choose_row(column: &str) -> String {
    format!("Now the tile in column {column}")
}

pub fn hand_in() -> &'static str {
    "Hand in"
}

pub fn undo() -> &'static str {
    "Undo"
}

pub fn start_over() -> &'static str {
    "Start over"
}

pub fn type_it() -> &'static str {
    "Type my move"
}

/// Above the form in which an action is typed. `is_choice`: before the match.
pub fn type_title(is_choice: bool) -> &'static str {
    match is_choice {
        true => "Type my choice",
        false => type_it(),
    }
}

pub fn type_label(is_choice: bool) -> &'static str {
    match is_choice {
        true => "Your choice, in words",
        false => "Your move, in words",
    }
}

/// In the empty field in which an action is typed.
pub fn type_examples(examples: &[String]) -> String {
    format!("For example {}", super::list(examples, "or"))
}

/// The field of a form for a number.
pub fn number_label(least: u32, most: u32) -> String {
    format!("A whole number from {least} to {most}")
}

pub fn number_button() -> &'static str {
    "Type a number"
}

pub fn sure_button() -> &'static str {
    "Yes, do it"
}

pub fn change_button() -> &'static str {
    "No, let me change it"
}

pub fn choose_safe_players() -> &'static str {
    "Safe players, by name"
}

pub fn choose_safe_role() -> &'static str {
    "Safe players, by role"
}

pub fn options_title() -> &'static str {
    "Options and times"
}

/// The label of the options' field: at most 45 characters.
pub fn options_label(game: GameId) -> String {
    format!("{}: options, one a line", title(game))
}

/// What stands in the form for an option that is not set and has no value of its own.
pub fn left_open(game: GameId, key: &str) -> &'static str {
    match (game, key) {
        (GameId::Gridlock, "target") => "usual (more than half of the safe players)",
        (GameId::ShortCircuit, "columns") => "drawn (7 to 9)",
        (GameId::ShortCircuit, "rows") => "drawn (6 to 8)",
        (GameId::ShortCircuit, "battery") => "usual (two straights in the middle)",
        (GameId::ShortCircuit, "supply") => "drawn (24 tiles)",
        (GameId::Roundabout, "entourages") => "drawn (or by the button Entourages)",
        (GameId::Invitational, "map") => "usual (by the cast)",
        _ => "usual",
    }
}

/// What an option's value is, and an example of it, as a host types it.
pub fn option_form(game: GameId, key: &str) -> (&'static str, &'static str) {
    match (game, key) {
        (_, "on_timeout") if game == GameId::Crossfire => ("`drain` or `forfeit`", "drain"),
        (_, "on_timeout") => ("`random` or `forfeit`", "random"),
        (GameId::Crossfire, "chips") => ("a whole number", "50"),
        (GameId::Crossfire, "anomalies") => (
            "a list of `ambush`, `all_pay`, `biorhythm`, `both_ways`, `ships` and `shove`, as many as you like",
            "shove, ships",
        ),
        (GameId::Gridlock, "size") => ("3, 5, 7 or 9", "5"),
        (GameId::Gridlock, "target") => ("a whole number of points", "4"),
        (GameId::Gridlock, "start_tile") => ("`white`, `yellow` or `random`", "yellow"),
        (GameId::Gridlock, "missing") => ("`absent` or `random`", "absent"),
        (GameId::Gridlock, "reveal") => ("`names` or `count`", "names"),
        (GameId::ShortCircuit, "columns" | "rows") => ("a whole number from 5 to 12", "8"),
        (GameId::ShortCircuit, "battery") => (
            "cells with the tiles on them, `H`, `V`, `NE`, `SE`, `SW`, `NW` or `X`",
            "D4 H, E4 H",
        ),
        (GameId::ShortCircuit, "supply") => (
            "how many there are of each kind of tile; a kind that you leave out is drawn",
            "straight 8, turn 10, crossroad 4, thunder 2",
        ),
        (GameId::Roundabout, "entourages") => (
            "three names for each seat, the player's own among them, which the button Entourages sets more easily",
            r#"{"dmo": ["Ann", "Bo", "Cy"], "ec": ["Di", "Ed", "Flo"]}"#,
        ),
        (GameId::Roundabout, "max_turns") => ("a whole number, or `null` for no end", "40"),
        (GameId::Invitational, "map") => (
            "a map as records have it; without one it goes by the cast",
            "usual",
        ),
        _ => ("as the game's rules say", "usual"),
    }
}

/// A value that an option cannot have.
pub fn not_of_the_form(game: GameId, key: &str, value: &str) -> String {
    let value: String = value.chars().filter(|c| *c != '`').take(60).collect();
    let (form, example) = option_form(game, key);
    format!("`{key}` cannot be `{value}`: it is {form}, such as `{key} = {example}`.")
}

/// An option that the game does not have; the nearest that it has, else all.
pub fn no_such_option(game: GameId, key: &str, nearest: Option<&str>) -> String {
    let key: String = key.chars().filter(|c| *c != '`').take(40).collect();
    let instead = match nearest {
        Some(near) => {
            let (_, example) = option_form(game, near);
            format!("Did you mean `{near}`, as in `{near} = {example}`?")
        }
        None => {
            let known = game
                .options()
                .iter()
                .map(|option| format!("`{}`", option.key));
            format!("It has {}.", super::list(&known.collect::<Vec<_>>(), "and"))
        }
    };
    format!("{} has no option `{key}`. {instead}", title(game))
}

/// Whether what is typed for an option leaves it open, as [`left_open`] writes it.
pub fn leaves_open(value: &str) -> bool {
    let word = value.split([' ', '(']).next().unwrap_or_default();
    ["usual", "drawn"].contains(&word.to_lowercase().as_str())
}

/// What is wrong with a form that was handed in, of which nothing is lost.
pub fn form_kept(problem: &str) -> String {
    format!(
        "{problem} Nothing was changed; “{}” shows again what you typed.",
        options_button()
    )
}

pub fn practice_round_button() -> &'static str {
    "Practice round first"
}

/// In the set-up panel, once a practice round is wanted.
pub fn practice_round_first() -> &'static str {
    "Practice round: yes. It is a match of its own with its own draw and counts for nothing; when it is over, the match itself is opened here.\n"
}

pub fn times_label() -> String {
    "Times in seconds, one a line".to_owned()
}

pub fn start_title() -> &'static str {
    "The appointed start"
}

/// Where there is no room for a zone's whole name (a form's label has 45 characters at most), its place alone is named: `Buenos_Aires`.
pub fn start_label(zone: &str) -> String {
    const ROOM: usize = 22;
    let place = zone.rsplit('/').next().unwrap_or(zone);
    let shown = if zone.len() <= ROOM { zone } else { place };
    let shown: String = shown.chars().take(ROOM).collect();
    format!("When ({shown}); empty for none")
}

pub fn start_placeholder() -> &'static str {
    "in 20m · 20:30 · 8pm · tomorrow 20:00 · monday 20:00 · 2026-11-30 19:00"
}

/// The head of the set-up panel. Who is safe is left out while the match cannot be set up.
pub fn setup(
    game: GameId,
    dmo: u64,
    ec: u64,
    safe: Option<&[String]>,
    from_season: bool,
) -> String {
    let from = if from_season {
        " (from the season)"
    } else {
        ""
    };
    let safe = match safe {
        None => String::new(),
        Some([]) => format!("Safe players{from}: nobody yet\n"),
        Some(safe) => format!(
            "Safe players{from}: {} · {}\n",
            safe.len(),
            list(safe, "and")
        ),
    };
    format!(
        "**A match of {}**, seen by you alone until you open it.\n{}{safe}",
        title(game),
        seats(dmo, ec)
    )
}

/// Who plays, a line each.
pub fn seats(dmo: u64, ec: u64) -> String {
    format!("DMO: <@{dmo}>\nEC: <@{ec}>\n")
}

/// In the set-up panel, where the season has another channel for its matches.
pub fn not_the_usual_channel(here: u64, usual: u64) -> String {
    format!(
        "It opens here, in <#{here}>. The season's matches are usually in <#{usual}>: type `/match new` there to have it there.\n"
    )
}

/// In the set-up panel: the match would be of no season; `current`: there is one to which it could belong; `any`: the server has seasons at all.
pub fn of_no_season(current: bool, any: bool) -> String {
    match (current, any) {
        (true, _) => format!(
            "**It counts for nothing**: its cast is named by hand and is not the season's. “{}” makes it a match of the season again.\n",
            from_season()
        ),
        (false, true) => format!(
            "It counts for nothing: this server has no current season. {}\n",
            super::season::NONE_CURRENT
        ),
        (false, false) => "It counts for nothing: this server has no season.\n".to_owned(),
    }
}

/// What a line of times is called that is no time of the game.
pub const GRACE: &str = "grace_s";
pub const PAUSE: &str = "pause_after_two_timeouts";

/// Times and what becomes of the late, a line each, as they are typed.
pub fn times_lines(times: &Times, late: Lateness) -> Vec<String> {
    let times = times
        .iter()
        .map(|(key, seconds)| format!("{key} = {seconds}"));
    let pauses = super::yes_or_no(late.pause_after_two_timeouts);
    let late = [
        format!("{GRACE} = {}", late.grace_s),
        format!("{PAUSE} = {pauses}"),
    ];
    times.chain(late).collect()
}

/// The most characters of an option's value in the set-up panel, which has room for all of them then: a map alone would fill it.
const MOST_VALUE: usize = 100;

/// What is set in the set-up panel.
pub fn setup_values(
    options: &GivenOptions,
    times: &Times,
    late: Lateness,
    game: GameId,
    start_at_ms: Option<u64>,
) -> String {
    let options: Vec<String> = options
        .iter()
        // These have a line of their own.
        .filter(|(key, _)| *key != "entourages")
        .map(|(key, value)| format!("{key} = {}", cut(&value.to_string(), MOST_VALUE)))
        .collect();
    let options = if options.is_empty() {
        "all as usual".to_owned()
    } else {
        options.join(", ")
    };
    let usual = times_lines(&Times::defaults(game), Lateness::default());
    let times: Vec<String> = times_lines(times, late)
        .into_iter()
        .zip(usual)
        .filter(|(set, usual)| set != usual)
        .map(|(set, _)| set)
        .collect();
    let times = if times.is_empty() {
        "as usual".to_owned()
    } else {
        times.join(", ")
    };
    let start = match start_at_ms {
        Some(at) => date(at),
        None => "when both are ready, or a host begins".to_owned(),
    };
    format!("Options: {options}\nTimes: {times}\nStart: {start}\n")
}

/// What a host should know before a match is opened; empty where there is nothing. `setup` is the match as it would be opened, if it could be.
pub fn for_hosts(game: GameId, setup: Option<&Setup>) -> String {
    match game {
        GameId::Roundabout => setup.map(super::roundabout::for_hosts).unwrap_or_default(),
        GameId::Crossfire => setup.map(super::crossfire::for_hosts).unwrap_or_default(),
        GameId::Gridlock | GameId::Invitational => String::new(),
        GameId::ShortCircuit => format!("{}\n", super::short_circuit::FOR_HOSTS),
    }
}

/// In the set-up panel, while Discord does not answer.
pub fn names_unknown() -> String {
    "Discord does not say just now what everybody of this match is called. Nothing is lost: any button or menu below tries again.".to_owned()
}

/// Something in a panel that is not right yet.
pub fn problem(sentence: &str) -> String {
    format!("⚠️ {sentence}\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::words;
    use crate::words::season::panel as labels;

    /// Discord documentation, "Text Input" and "Modal": a field's label and a form's title, and what stands in an empty field.
    const LABEL: usize = 45;
    const PLACEHOLDER: usize = 100;
    /// Discord documentation, "Select Menu Structure" and "Button Structure".
    const MENU: usize = 150;
    const BUTTON: usize = 80;

    /// As long as a name of a cast may be, and as a name gets that is cut for a button.
    fn long() -> String {
        "W".repeat(50)
    }

    #[test]
    fn every_label_has_room_where_it_stands() {
        let mut all: Vec<(usize, String)> = Vec::new();
        let zones = jiff::tz::db().available();
        let zones: Vec<String> = zones.map(|zone| zone.to_string()).collect();
        assert!(zones.len() > 300, "{}", zones.len());
        assert!(
            zones
                .iter()
                .any(|zone| zone == "America/Argentina/Buenos_Aires")
        );
        all.extend(zones.iter().map(|zone| (LABEL, start_label(zone))));
        all.push((LABEL, start_label(&long())));
        all.extend(GameId::ALL.iter().map(|game| (LABEL, options_label(*game))));
        all.push((LABEL, number_label(u32::MAX, u32::MAX)));
        all.push((LABEL, times_label()));
        let of_forms = [
            type_it(),
            type_label(true),
            type_label(false),
            options_title(),
            start_title(),
            words::short_circuit::TYPE,
            words::short_circuit::TYPE_LABEL,
            words::REASON_TITLE,
            words::REASON_LABEL,
            labels::GARNETS,
            labels::MATCHES,
            labels::BONUS,
            labels::LIMIT,
            labels::PAUSES,
            labels::MINUTES,
            labels::ZONE,
            labels::QUIET,
        ];
        all.extend(of_forms.map(|label| (LABEL, label.to_owned())));
        all.push((PLACEHOLDER, start_placeholder().to_owned()));
        let of_menus = [
            choose_player(Seat::Dmo),
            choose_player(Seat::Ec),
            choose_safe_players(),
            choose_safe_role(),
            words::crossfire::ANOMALIES,
            words::CHOOSE_ENTRY,
            labels::PAGE,
            labels::LOSER,
            labels::AT_LIMIT,
            labels::HOST_ROLE,
            labels::PLAYER_ROLE,
            labels::ELIMINATED_ROLE,
            labels::ANNOUNCEMENTS,
            labels::MATCH_CHANNEL,
            labels::AUDIT,
            labels::ALLIANCES,
        ];
        all.extend(of_menus.map(|label| (MENU, label.to_owned())));
        all.push((MENU, choose_column()));
        all.push((MENU, choose_row("Z")));
        let of_buttons = [
            panel_button(),
            ready_button(),
            AGAIN,
            begin_button(),
            resume_button(),
            begin_anyway(true),
            begin_anyway(false),
            remind_button(),
            wait_button(),
            resign_button(),
            void_button(),
            go_on_button(),
            open_button(),
            swap_button(),
            players_button(),
            back_button(),
            cancel_button(),
            from_season(),
            options_button(),
            start_button(),
            hand_in(),
            undo(),
            start_over(),
            number_button(),
            sure_button(),
            change_button(),
            practice_round_button(),
            labels::PUBLIC,
            labels::GIVE,
            labels::NUMBERS,
            labels::LOCK,
            labels::HOLD,
            labels::SEE,
            labels::TIMES,
            crate::words::season::STRIKE_ALL_THE_SAME,
        ];
        all.extend(of_buttons.map(|label| (BUTTON, label.to_owned())));
        all.push((BUTTON, words::forfeit_button(&long())));
        for (room, label) in all {
            let length = label.chars().count();
            assert!((1..=room).contains(&length), "{length} of {room}: {label}");
        }
    }

    #[test]
    fn a_zone_is_named_whole_or_by_its_place() {
        for (zone, shown) in [
            ("Europe/Berlin", "Europe/Berlin"),
            ("America/New_York", "America/New_York"),
            ("America/Argentina/Buenos_Aires", "Buenos_Aires"),
            ("America/Indiana/Indianapolis", "Indianapolis"),
        ] {
            assert_eq!(start_label(zone), format!("When ({shown}); empty for none"));
        }
    }

    #[test]
    fn the_set_up_panel_says_what_is_not_as_usual_and_cuts_each_value() {
        let game = GameId::Invitational;
        let (usual, late) = (Times::defaults(game), Lateness::default());
        let said = setup_values(&GivenOptions::new(), &usual, late, game, None);
        assert!(
            said.contains("Options: all as usual\nTimes: as usual\n"),
            "{said}"
        );

        let map = "a map".repeat(400);
        let given = json!({ "map": map, "on_timeout": "forfeit" });
        let given = given.as_object().unwrap();
        let late = Lateness {
            grace_s: 10,
            pause_after_two_timeouts: false,
        };
        let mut times = usual.clone();
        times.set("reserve_s", 70).unwrap();
        let said = setup_values(given, &times, late, game, None);
        for set in [
            "on_timeout = \"forfeit\"",
            "reserve_s = 70, grace_s = 10, pause_after_two_timeouts = no\n",
            "Start: when both are ready",
        ] {
            assert!(said.contains(set), "{said}");
        }
        assert!(said.chars().count() < 400, "{said}");
    }
}
