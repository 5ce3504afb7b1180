//! Why some people cannot be chosen when a host chooses them by name or role.

use crate::store::{AccountId, ChannelId, FORGOTTEN, RoleId};
use games::english;

/// Mentions channels, as part of a sentence.
pub(super) fn channels_listed(channels: &[ChannelId]) -> String {
    let all: Vec<String> = channels.iter().map(|one| format!("<#{one}>")).collect();
    english::list(&all, "and")
}

/// Mentions roles, as part of a sentence.
pub(super) fn roles_listed(roles: &[RoleId]) -> String {
    let all: Vec<String> = roles.iter().map(|one| format!("<@&{one}>")).collect();
    english::list(&all, "and")
}

/// Mentions a stored account; 0 is one that was forgotten.
pub(super) fn mention(account: AccountId) -> String {
    match account {
        AccountId(0) => FORGOTTEN.to_owned(),
        account => format!("<@{account}>"),
    }
}

/// The beginning of a sentence about an account that may be unknown.
pub(super) fn account_or_other(account: AccountId) -> String {
    match account {
        AccountId(0) => "Another account".to_owned(),
        account => mention(account),
    }
}

pub const BOTS_DO_NOT_PLAY: &str = "A bot can't play. Choose two people.";

pub fn is_bot(account: AccountId) -> String {
    format!("<@{account}> is a bot and can't be in a cast.")
}

pub fn not_in_server(account: AccountId) -> String {
    format!("<@{account}> is no longer in this server. Choose someone else.")
}

pub fn not_in_cast(accounts: &[AccountId]) -> String {
    let who: Vec<String> = accounts.iter().map(|one| format!("<@{one}>")).collect();
    let are = if who.len() == 1 { "isn't" } else { "aren't" };
    format!(
        "{} {are} in the season's cast. Add them with `/season cast add`, or change the account of \
         someone who is in it with `/season cast account`. If you choose the safe players here \
         instead, the match is outside the season and doesn't count.",
        english::list(&who, "and")
    )
}

/// Discord does not say who has a role; `meanwhile`: what can be done without that.
pub fn role_unreadable(meanwhile: &str) -> String {
    format!(
        "Discord doesn't tell Dealer who has that role. Dealer's operator can turn on its Server \
         Members Intent (developer portal, under Bot). Without it, {meanwhile}."
    )
}

/// `said`: Discord's own words. `meanwhile` as in [`role_unreadable`].
pub fn role_refused(said: &str, meanwhile: &str) -> String {
    format!("Discord didn't say who has that role: {said}. For now, {meanwhile}.")
}

/// The role of everybody was chosen.
pub const ROLE_OF_EVERYBODY: &str =
    "@everyone means the whole server. Choose a narrower role, or name the people.";

/// In the set-up panel: how there are safe players without the members of a role.
pub const SAFE_WITHOUT_ROLE: &str = "choose the safe players by name, or everyone in the season";

/// In `/season cast many`: how many are added without the members of a role.
pub const ADD_WITHOUT_ROLE: &str = "list people in `people:`, like `@Ann, @Bo`, or add them one by \
     one with `/season cast add`";
