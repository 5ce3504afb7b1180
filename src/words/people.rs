//! The people whom a host names or chooses by a role: who cannot be chosen, and why.

use crate::store::FORGOTTEN;

/// An account in what is stored; 0 for one that was forgotten.
pub(super) fn mention(account: u64) -> String {
    match account {
        0 => FORGOTTEN.to_owned(),
        account => format!("<@{account}>"),
    }
}

pub fn bots_do_not_play() -> String {
    "A bot cannot take a seat; choose two people.".to_owned()
}

pub fn is_bot(account: u64) -> String {
    format!("<@{account}> is a bot and cannot be in a cast.")
}

pub fn not_in_server(account: u64) -> String {
    format!("<@{account}> is not in this server any more; choose somebody else.")
}

pub fn not_in_cast(accounts: &[u64]) -> String {
    let who: Vec<String> = accounts.iter().map(|one| format!("<@{one}>")).collect();
    let are = if who.len() == 1 { "is" } else { "are" };
    format!(
        "{} {are} not in the season's cast. `/season cast add` puts them there; somebody who is in it by another account gets this one with `/season cast account`. A match whose safe players you name here instead is of no season, and counts for nothing.",
        super::list(&who, "and")
    )
}

/// Discord does not tell who has a role; `meanwhile`: what can be done without that.
pub fn role_unreadable(meanwhile: &str) -> String {
    format!(
        "Discord does not tell Dealer who has that role: it does once whoever runs Dealer turns on its Server Members Intent (Discord's developer portal, under Bot). Without it, {meanwhile}."
    )
}

/// The role of everybody was chosen.
pub fn role_of_everybody() -> String {
    "@everyone is everybody in the server. Choose the role that those have who are meant, or name them.".to_owned()
}

/// In the set-up panel: how there are safe players without the members of a role.
pub const SAFE_WITHOUT_ROLE: &str = "choose the safe players by name, or everybody of the season";

/// In `/season cast many`: how many are added without the members of a role.
pub const ADD_WITHOUT_ROLE: &str = "name everybody in `people:`, such as `@Ann, @Bo`, or add them one by one with `/season cast add`";
