//! A season's settings, but for the words of each one, which stand in its row.

use super::strikes;
use crate::referee::SettingRefusal;
use crate::store::settings;
use crate::store::{AtStrikeLimit, Season};
use crate::words::list;

/// All settings of a season, each with what it is called.
pub fn settings(season: &Season) -> Vec<(&'static str, String)> {
    let lines = settings::all().filter_map(|one| Some((one.line?, one.said(season))));
    lines.collect()
}

/// The settings panel.
pub fn settings_panel(season: &Season, name: &str) -> String {
    let lines = settings(season).into_iter();
    let lines: Vec<String> = lines
        .map(|(label, value)| format!("{label}: **{value}**"))
        .collect();
    format!(
        "**Settings of {name}**, changed below a page at a time; what is changed counts at once, also for matches that are open; only quiet hours, and whether hosts see secret submissions, count from the next match on. A result that waits already goes on waiting until a host releases it.\n{}\nLanguage: English, the only one there is.",
        lines.join("\n")
    )
}

/// So many people are named who have too many strikes already.
const NAMED: usize = 10;

/// To the host who has set a limit of strikes: who has as many already, each with how many.
pub fn at_limit_already(who: &[(String, u32)], then: AtStrikeLimit) -> String {
    let named = who.iter().take(NAMED);
    let mut named: Vec<String> = named
        .map(|(name, count)| format!("{name} ({})", strikes(*count)))
        .collect();
    if who.len() > NAMED {
        named.push(format!("{} more", who.len() - NAMED));
    }
    let what = match then {
        AtStrikeLimit::TellHosts => {
            "What becomes of that is yours to decide (`/season cast role`)."
        }
        AtStrikeLimit::Eliminate => {
            "That eliminates nobody by itself, but the next strike does. `/season cast role` eliminates at once."
        }
    };
    format!(
        "**At this limit already, or above it: {}.** {what}",
        list(&named, "and")
    )
}

pub fn setting_refusal(why: &SettingRefusal) -> String {
    match why {
        SettingRefusal::CannotBe { wrong, typed } => wrong.replace("{typed}", typed),
        SettingRefusal::SameRoles => {
            "Players and the eliminated need two different roles; else nobody could tell them apart.".to_owned()
        }
        SettingRefusal::EverybodysRole => {
            "@everyone is everybody in the server, and nobody is given it. Choose another role, which those have who are meant, or make one for them.".to_owned()
        }
    }
}

/// Of a role that players or the eliminated are to be given. No full stop: it may stand in a list.
pub fn managed_role(role: u64) -> String {
    format!(
        "<@&{role}> belongs to a bot or an integration, so Discord lets nobody else give it. Choose another role in `/season settings`, or make one in Server Settings → Roles"
    )
}

pub mod panel {
    //! The labels of the settings panel: at most 80 characters, of a form's fields at most 45.

    /// The placeholder of a menu of one role or channel, which says what it is for: the text of the
    /// panel says what is chosen.
    pub fn choose(label: &str, is_set: bool) -> String {
        match is_set {
            true => format!("{label} (set above): choose another"),
            false => label.to_owned(),
        }
    }

    /// The item by which nothing is chosen any more in such a menu.
    pub fn nothing_for(label: &str) -> String {
        format!("None any more: {label}")
    }

    /// Where the last menu shows what is chosen, and not what it is for.
    pub const LAST_MENU: &str = "\nThe last menu below has the channels in which alliances talk.";

    pub const PAGE: &str = "What to set";
}
