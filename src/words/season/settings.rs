//! A season's settings. The words of each setting are in its row.

use super::strikes;
use crate::referee::SettingRefusal;
use crate::settings::{self, Page, Setting, SettingKind};
use crate::store::{AtStrikeLimit, RoleId, Season};
use games::english::list;

/// All settings of a season, each with its name.
pub fn settings(season: &Season) -> Vec<(&'static str, String)> {
    let lines = settings::all().filter_map(|one| Some((one.line?, one.said(season))));
    lines.collect()
}

/// A page of the settings panel. A switch shows its value on its button.
pub fn settings_panel(season: &Season, page: &Page, name: &str) -> String {
    let is_told =
        |one: &&Setting| one.says.is_some() || !matches!(one.kind, SettingKind::Switch(_));
    let told = page.settings.iter().filter(is_told);
    let lines = told.filter_map(|one| Some(format!("{}: **{}**\n", one.line?, one.said(season))));
    let lines: String = lines.collect();
    format!(
        "**Settings of {name}: {}**\n{lines}Changes take effect at once, even in open \
         matches.{}",
        page.label, page.note
    )
}

/// At most so many people with too many strikes are named.
const NAMED: usize = 10;

/// To the host who has set a limit of strikes: who has reached it already, each with how many.
pub fn at_limit_already(who: &[(String, u32)], then: AtStrikeLimit) -> String {
    let named = who.iter().take(NAMED);
    let mut named: Vec<String> = named
        .map(|(name, count)| format!("{name} ({})", strikes(*count)))
        .collect();
    if who.len() > NAMED {
        named.push(format!("{} more", who.len() - NAMED));
    }
    let what = match then {
        AtStrikeLimit::TellHosts => "You decide what happens to them (`/season cast role`).",
        AtStrikeLimit::Eliminate => {
            "That alone doesn't eliminate anyone, but their next strike will. To eliminate someone \
             now, use `/season cast role`."
        }
    };
    format!(
        "**Already at or above this limit: {}.** {what}",
        list(&named, "and")
    )
}

pub fn setting_refusal(why: &SettingRefusal) -> String {
    match why {
        SettingRefusal::CannotBe { wrong, typed } => wrong.replace("{typed}", typed),
        SettingRefusal::SameRoles => {
            "Players and eliminated players need two different roles.".to_owned()
        }
        SettingRefusal::EverybodysRole => {
            "@everyone can't be given to people. Choose another role, or make a new one.".to_owned()
        }
    }
}

/// About a role that Dealer cannot give to players. No full stop, since it may stand in
/// a list.
pub fn managed_role(role: RoleId) -> String {
    format!(
        "<@&{role}> belongs to a bot or an integration, so Dealer can't give it to people. Choose \
         another role in `/season settings`, or make one in Server Settings → Roles"
    )
}

pub mod panel {
    //! The labels of the settings panel: at most 80 characters, of a form's fields at most 45.

    /// The placeholder of a menu of one role or channel: what it is for. The panel's text says what
    /// is chosen.
    pub fn choose(label: &str, is_set: bool) -> String {
        if is_set {
            format!("{label}: change")
        } else {
            label.to_owned()
        }
    }

    /// The item of such a menu that chooses nothing.
    pub fn nothing_for(label: &str) -> String {
        format!("None: {label}")
    }

    /// Where the last menu shows what is chosen, and not what it is for.
    pub const LAST_MENU: &str = "\nThe last menu below sets the alliance channels.";

    pub const PAGE: &str = "What to set";
}
