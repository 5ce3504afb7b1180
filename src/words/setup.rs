//! The set-up panel without its forms for options and times, and the answers to it.

use super::catalogue::title;
use super::times::{all_times, set_times};
use crate::referee::Snapshot;
use crate::store::{AccountId, ChannelId};
use games::english::{date, list, names, short_duration};
use games::{Cast, CastId, Draft, GameId, GivenOptions, Seat, WallMs, english, options as rows};
use matches::{Lateness, Setup, Times};

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

pub const FROM_SEASON: &str = "Everyone in the season";

pub const OPTIONS_BUTTON: &str = "More options…";
pub const FURTHER_BUTTON: &str = "Further options…";

pub const START_BUTTON: &str = "Set the start time";

/// The placeholder of the menu of people who take part besides those in the seats.
pub fn choose_players(game: GameId) -> &'static str {
    if game.catalogue().seats {
        "Safe players: people or a role"
    } else {
        "Players: people or a role"
    }
}

/// To a host who names no player or one for a game of two.
pub fn two_play(game: GameId) -> String {
    format!(
        "{} is played by two people. Name both: `dmo` and `ec`.",
        title(game)
    )
}

/// The label of a button that switches a setting: how it is set now.
pub fn toggle(setting: &str, is_on: bool) -> String {
    let mark = if is_on { "✅" } else { "⬜" };
    format!("{mark} {setting}: {}", super::times::yes_or_no(is_on))
}

/// Below the settings, in a panel with such buttons.
pub const TOGGLES: &str = "✅/⬜ buttons switch a setting on or off.";

/// In the menu of options; `set`: the changes from the defaults.
pub fn choose_option(set: &[String]) -> String {
    match set {
        [] => "Options: all default".to_owned(),
        set => english::cut(&format!("Options: {}", set.join(" · ")), 150),
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
    format!("✅ Back to the default: {}.", english::list(&labels, "and"))
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

pub const DATES_BUTTON: &str = "Times, dates, presets";

/// The head of the page of times, dates and presets.
pub fn dates_head(game: GameId) -> String {
    format!(
        "**Times, dates and presets** for this match of {}.\n",
        title(game)
    )
}

/// Refuses to set a match up with a season's cast while results of these matches are on hold.
pub fn cast_waits(held: &[String]) -> String {
    format!(
        "{} Until then you can't set up a match with the season's cast.",
        super::season::results_held(held)
    )
}

/// The start is set, but the time for choices goes on after it.
pub fn choices_after_start() -> String {
    format!(
        "⚠️ Choices may still be open at the start. *{}* in *{DATES_BUTTON}* closes them \
         then.\n",
        super::start::CHOICES_UNTIL_START
    )
}

pub const DUE_BUTTON: &str = "Deadline for choices…";

pub const PRACTICE_ROUND_BUTTON: &str = "Practice round first";

/// Above the menu of the channels of alliances.
pub const CLOSE_ALLIANCES: &str = "Alliance channels to close";

/// In the set-up panel of a game whose two players may not talk to safe players while it is live.
pub fn alliances_closed(channels: &[ChannelId]) -> String {
    let channels: Vec<String> = channels
        .iter()
        .map(|channel| format!("<#{channel}>"))
        .collect();
    let closed = match channels.as_slice() {
        [] => "none".to_owned(),
        channels => channels.join(" "),
    };
    format!(
        "Alliance channels: {closed}. (The last menu closes channels to both players during \
         matches, all season.)\n"
    )
}

/// In the set-up panel, once a practice round is wanted.
pub const PRACTICE_ROUND_FIRST: &str =
    "Practice round: yes. It doesn't count, and the match itself opens here after it.\n";

pub const START_TITLE: &str = "Start time";

pub fn start_label(zone: &str) -> String {
    format!("When ({}); empty for none", short_zone(zone))
}

/// The short name of a time zone, its place, for a form's label (at most 45 characters):
/// `Buenos_Aires`.
pub(super) fn short_zone(zone: &str) -> String {
    const ROOM: usize = 22;
    let place = zone.rsplit('/').next().unwrap_or(zone);
    let shown = if zone.len() <= ROOM { zone } else { place };
    shown.chars().take(ROOM).collect()
}

pub const DUE_TITLE: &str = "Deadline for choices";

pub const START_PLACEHOLDER: &str = "tomorrow 20:00 · fri 8pm · in 20m";

/// The head of the set-up panel. It has no safe players while the match cannot be set up.
pub fn setup(
    game: GameId,
    seated: &[AccountId],
    safe: Option<&[String]>,
    from_season: bool,
) -> String {
    let from = if from_season {
        " (from the season)"
    } else {
        ""
    };
    let (seats, who) = match seated {
        [dmo, ec] => (seats(*dmo, *ec), "Safe players"),
        _ => (String::new(), "Players"),
    };
    let safe = match safe {
        None => String::new(),
        Some([]) => format!("{who}{from}: nobody yet\n"),
        Some(safe) => format!("{who}{from}: {} · {}\n", safe.len(), list(safe, "and")),
    };
    format!(
        "**{}{}** (only you see this)\n{seats}{safe}",
        if seats.is_empty() { "" } else { "A match of " },
        title(game)
    )
}

/// Where the menu of safe players shows who they are, and not what it is for.
pub const NAMED_MENU: &str = "The first menu below sets the safe players.\n";

/// Who plays.
pub fn seats(dmo: AccountId, ec: AccountId) -> String {
    format!("DMO: <@{dmo}> · EC: <@{ec}>\n")
}

/// In the set-up panel, which may be in a direct message. `usual`: the season has another channel
/// for its matches.
pub fn opens_in(here: ChannelId, usual: Option<ChannelId>) -> String {
    match usual {
        Some(usual) => {
            format!("It opens in <#{here}>; the season's matches are usually in <#{usual}>.\n")
        }
        None => format!("It opens in <#{here}>.\n"),
    }
}

/// In the set-up panel: the match would belong to no season. `current`: there is a season to which
/// it could belong; `any`: the server has seasons.
pub fn of_no_season(current: bool, any: bool) -> String {
    match (current, any) {
        (true, _) => format!(
            "**It doesn't count**, because you chose the cast yourself. To make it a season match \
             again, press *{}*.\n",
            FROM_SEASON
        ),
        (false, true) => format!(
            "It doesn't count: this server has no current season. {}\n",
            super::season::NONE_CURRENT
        ),
        (false, false) => "It doesn't count: this server has no season.\n".to_owned(),
    }
}

pub const DRAFT_GONE: &str =
    "This panel is finished, or it's someone else's. Start again with `/match new`.";

/// The two players of a match were changed while somebody chose their teammates.
pub const PLAYERS_CHANGED: &str =
    "The two players have changed. Please choose their teammates again.";

/// The current season has changed since the set-up panel was shown. `now`: its name. `waits`: the
/// press did nothing.
pub fn season_switched(now: Option<String>, waits: bool) -> String {
    let now = match now {
        Some(name) => format!("The current season is now **{name}**, with its own cast and stakes"),
        None => "There's no current season any more, so you choose the cast yourself".to_owned(),
    };
    let then = if waits {
        "Nothing was done yet: check the match, then press again."
    } else {
        "Check the match before you open it."
    };
    format!("{now}. {then}")
}

/// After a problem with a player in the set-up panel.
pub fn other_players() -> String {
    format!(" Use *{}* to pick someone else.", PLAYERS_BUTTON)
}

/// A match has been opened; `asks`: somebody has to choose something before it.
pub fn opened(channel: ChannelId, asks: bool) -> String {
    let then = if asks {
        "Everyone with a choice to make is getting a message."
    } else {
        "There's nothing to choose before it. Its card there says when it starts."
    };
    format!("The match is open in <#{channel}>. {then}")
}

/// After that, about guests without an account who must choose. `plays`: the host who reads this
/// plays in the match, so another host must rule.
pub fn nobody_chooses_for(
    guests: &[CastId],
    plays: bool,
    snapshot: &Snapshot,
    cast: &Cast,
) -> String {
    let who = if plays {
        "another host can choose for them"
    } else {
        "choose for them yourself"
    };
    format!(
        " Nobody plays for {}: {who} with `/ruling act` before it starts. Otherwise {}.",
        names(guests, cast),
        super::terms::fate_of_guest(snapshot, "they", "them")
    )
}

pub fn practice_round_opened(channel: ChannelId) -> String {
    format!(
        "The practice round is open in <#{channel}>. When it's over, the match itself opens there."
    )
}

/// The settings in the set-up panel, changes from the defaults in bold. `all`: the defaults too.
pub fn setup_values(
    options: &GivenOptions,
    (times, late): (&Times, Lateness),
    game: GameId,
    (start_at_ms, choices_due_ms): (Option<WallMs>, Option<WallMs>),
    all: bool,
) -> String {
    let start = match start_at_ms {
        Some(at) => format!("Start: {}\n", date(at)),
        None if game.catalogue().seats => {
            "Start: once both are ready, or when a host starts it\n".to_owned()
        }
        None => String::new(),
    };
    let due = match (choices_due_ms, game.catalogue().choice_time) {
        (Some(due), Some(_)) => format!("Deadline for choices: {}\n", date(due)),
        (_, Some(key)) => {
            let length = short_duration(times.ms(key));
            let length = if times.ms(key) == Times::defaults(game).ms(key) {
                length
            } else {
                format!("**{length}**")
            };
            let since = if game.catalogue().seats {
                " from opening"
            } else {
                ", for rounds without a time of their own"
            };
            format!("Time for choices: {length}{since}\n")
        }
        (_, None) => String::new(),
    };
    let options = if all {
        rows::all_said(game.catalogue().options, options)
    } else {
        changed(rows::set_said(game.catalogue().options, options))
    };
    // The time for choices has its own line below.
    let all_times = all_times(game, times, late, game.catalogue().choice_time);
    let times = if all && !all_times.is_empty() {
        all_times
    } else {
        changed(set_times(game, times, late, game.catalogue().choice_time))
    };
    format!("Options: {options}\nTime limits: {times}\n{due}{start}")
}

/// The changes from the defaults, in bold.
fn changed(said: Vec<String>) -> String {
    match said.as_slice() {
        [] => "all default".to_owned(),
        said => format!("**{}** · the rest default", said.join("** · **")),
    }
}

/// What a host should know before a match is opened; empty if there is nothing. `setup` is the
/// match that would be opened, if that is possible.
pub fn for_hosts(game: GameId, setup: Option<&Setup>) -> String {
    let ms = setup.map(|setup| |key: &str| setup.times.ms(key));
    let draft = setup.zip(ms.as_ref()).map(|(setup, ms)| Draft {
        options: &setup.options,
        cast: &setup.cast,
        ms,
    });
    game.setup_notes(draft)
}

/// In the set-up panel, while Discord does not answer.
pub const NAMES_UNKNOWN: &str = "Discord isn't giving me everyone's names right now. Nothing is \
     lost: any button or menu below tries again.";

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_zone_is_named_in_full_or_by_its_city() {
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
    fn the_setup_panel_shows_everything_with_changes_in_bold() {
        let game = GameId::read("invitational").unwrap();
        let (usual, late) = (Times::defaults(game), Lateness::default());
        let none = GivenOptions::new();
        let short = setup_values(&none, (&usual, late), game, (None, None), false);
        for set in ["Options: all default\n", "Time limits: all default\n"] {
            assert!(short.contains(set), "{short}");
        }
        let said = setup_values(&none, (&usual, late), game, (None, None), true);
        for set in [
            "Start: once both are ready",
            "Time for choices: 24 h from opening\n",
            "Options: a map that fits the cast · out of time = a random move\n",
            "Time limits: airdrop 2:00 · order 2:00 · reserve 5:00\n",
        ] {
            assert!(said.contains(set), "{said}");
        }

        let map = "a map".repeat(400);
        let given = json!({ "map": map, "on_timeout": "forfeit" });
        let given = given.as_object().unwrap();
        let late = Lateness {
            grace_s: 10,
            pause_after_two_timeouts: false,
        };
        let mut times = usual.clone();
        times.set("reserve_s", 70).unwrap();
        let short = setup_values(given, (&times, late), game, (None, None), false);
        for set in [
            "Options: **the host's own map** · **out of time = loss** · the rest",
            "Time limits: **reserve 1:10** · **grace 0:10** · **no pause after two timeouts** · the",
        ] {
            assert!(short.contains(set), "{short}");
        }
        let said = setup_values(given, (&times, late), game, (None, None), true);
        for set in [
            "**out of time = loss**\n",
            "Time limits: airdrop 2:00 · order 2:00 · **reserve 1:10** · **grace 0:10** · **no \
             pause after two timeouts**\n",
        ] {
            assert!(said.contains(set), "{said}");
        }
        assert!(said.chars().count() < 500, "{said}");

        // The deadline wins over the length. A game without choices before the match has no
        // such line.
        let due = Some(1_795_400_205_000);
        let said = setup_values(given, (&times, late), game, (None, due.map(WallMs)), true);
        let until = "Deadline for choices: <t:1795400205:F>\n";
        assert!(said.contains(until), "{said}");
        let game = GameId::read("crossfire").unwrap();
        let said = setup_values(
            &none,
            (&Times::defaults(game), late),
            game,
            (None, due.map(WallMs)),
            true,
        );
        assert!(!said.contains("choices"), "{said}");
    }
}
