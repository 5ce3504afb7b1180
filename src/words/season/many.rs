//! `/season cast many`: a preview of who would join the cast.

use super::role;
use crate::referee::LinkedGuest;
use crate::store::AccountId;
use games::Role;
use games::english::{count_of, escape_markdown, list};

/// A person's account, and how it was found.
pub enum FoundAccount {
    /// The account was mentioned, or has the given role.
    Named(AccountId),
    /// The account of a person with that name in another season of the server, and the name of that
    /// season.
    Earlier(AccountId, String),
    /// The only member of the server with that name.
    Member(AccountId),
    /// No account.
    Nobody,
    /// Several members have that name, so none was taken.
    Several(Vec<AccountId>),
}

/// `newcomers`: each with their name. `given`: guests who get the mentioned account; `already`:
/// people who are in the cast.
pub fn preview(
    newcomers: &[(String, FoundAccount)],
    given: &[LinkedGuest],
    already: &[String],
    as_what: Role,
    garnets: u32,
) -> String {
    let mut lines = vec!["**Nobody is added yet.** Check the accounts first.".to_owned()];
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for (name, found) in newcomers {
        let name = escape_markdown(name);
        match found {
            FoundAccount::Named(account) => with.push(format!("- {name}: <@{account}>")),
            FoundAccount::Earlier(account, season) => {
                let season = escape_markdown(season);
                with.push(format!("- {name}: <@{account}>, as in {season}"));
            }
            FoundAccount::Member(account) => {
                with.push(format!(
                    "- {name}: <@{account}>, found by their name in this server"
                ));
            }
            FoundAccount::Nobody => without.push(format!("- {name}: nobody here has that name")),
            FoundAccount::Several(accounts) => {
                let accounts: Vec<String> = accounts
                    .iter()
                    .take(5)
                    .map(|id| format!("<@{id}>"))
                    .collect();
                let which = list(&accounts, "and");
                without.push(format!(
                    "- {name}: several people have that name, for example {which}"
                ));
            }
        }
    }
    if !newcomers.is_empty() {
        let garnets = match garnets {
            0 => String::new(),
            garnets => format!(", with {} each", super::garnets(garnets)),
        };
        let count = count_of(newcomers.len(), "person", "people");
        let what = role(as_what);
        lines.push(format!("**{count} would join** (as: {what}{garnets}):"));
    }
    lines.extend(with);
    if !without.is_empty() {
        lines.push(
            "⚠️ **No account found for these.** They'd be guests, and nobody can play for a guest. \
             Mention them here, or give them an account later with `/season cast account`:"
                .to_owned(),
        );
        lines.extend(without);
    }
    if !given.is_empty() {
        lines.push("**Guests who get their account:**".to_owned());
        let line = |guest: &LinkedGuest| {
            format!("- {}: <@{}>", escape_markdown(&guest.name), guest.account)
        };
        lines.extend(given.iter().map(line));
    }
    if !already.is_empty() {
        let already = already.iter().map(|name| escape_markdown(name));
        lines.push(format!("Already in the cast: {}.", list(already, "and")));
    }
    lines.join("\n")
}

pub fn add_all_button(count: usize) -> String {
    match count {
        1 => "Add them".to_owned(),
        count => format!("Add all {count}"),
    }
}

/// `count`: how many have an account.
pub fn add_with_account_button(count: usize) -> String {
    format!("Add the {count} with an account")
}

/// If the command named nobody.
pub const WHO_SHOULD_JOIN: &str = "**Who should I add?** Choose people in the menu. For more than \
     25, or for guests, type `/season cast many` again with `people:` (names and mentions, like \
     `Ann, Bo @bo, @cleo`) or `having:` (a role).";

/// In the menu of people.
pub const MENU: &str = "Choose people";

pub const NOBODY_WAS_ADDED: &str = "Nobody was added.";

/// The question belongs to another host, or is too old.
pub const LIST_GONE: &str =
    "This list is too old, or it's another host's. Type `/season cast many` again.";

/// Discord did not say which members have these names.
pub const SEARCH_FAILED: &str = "Discord didn't give me the names of this server's members, so \
     nobody was added. Try again in a moment.";
