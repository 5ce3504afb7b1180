//! For the audit log: a sentence for what a host did.

use super::{garnets, settings};
use crate::games::Role;
use crate::referee::{Held, Moved, Struck};
use crate::store::Season;
use crate::words::list;

pub fn did_begin(name: &str) -> String {
    format!("began the season {name}")
}

pub fn did_rename_season(before: &str, after: &str) -> String {
    format!("renamed the season {before} to {after}")
}

pub fn did_switch(name: &str) -> String {
    format!("made {name} the current season")
}

pub fn did_archive(name: &str, archived: bool) -> String {
    if archived {
        format!("archived the season {name}")
    } else {
        format!("took the season {name} out of the archive")
    }
}

pub fn did_add(names: &[String]) -> String {
    format!("added {} to the cast", list(names, "and"))
}

pub fn did_remove(name: &str) -> String {
    format!("took {name} out of the cast")
}

pub fn did_bring_back(name: &str) -> String {
    format!("brought {name} back into the cast")
}

pub fn did_rename(before: &str, after: &str) -> String {
    format!("renamed {before} to {after}")
}

pub fn did_set_account(name: &str, account: Option<u64>) -> String {
    match account {
        Some(account) => format!("gave {name} the account <@{account}>"),
        None => format!("made {name} a guest without an account"),
    }
}

pub fn did_bind(name: &str, channel: Option<u64>) -> String {
    match channel {
        Some(channel) => format!("bound <#{channel}> to {name}"),
        None => format!("took {name}'s private channel away"),
    }
}

pub fn did_set_role(name: &str, became: Role) -> String {
    match became {
        Role::Player => format!("made {name} a player"),
        Role::Eliminated => format!("eliminated {name}"),
        Role::Dealer => format!("made {name} a dealer"),
    }
}

pub fn did_move(moved: &Moved) -> String {
    let (from, to) = (whose(moved.from.as_ref()), whose(moved.to.as_ref()));
    format!("moved {} from {from} to {to}", garnets(moved.amount))
}

/// Several people were given as many garnets each.
pub fn did_give(moved: &[Moved]) -> String {
    match moved {
        [one] => did_move(one),
        moved => {
            let amount = moved.first().map_or(0, |moved| moved.amount);
            let to: Vec<String> = moved
                .iter()
                .map(|moved| whose(moved.to.as_ref()).to_owned())
                .collect();
            format!("gave {} each to {}", garnets(amount), list(&to, "and"))
        }
    }
}

pub(super) fn whose(held: Option<&Held>) -> &str {
    match held {
        None => "outside",
        Some(Held { whose: None, .. }) => "the bank",
        Some(Held {
            whose: Some(name), ..
        }) => name,
    }
}

pub fn did_strike(struck: &Struck) -> String {
    let end = if struck.eliminated {
        ", which eliminates them"
    } else {
        ""
    };
    format!("gave {} a strike{end}", struck.name)
}

pub fn did_take_strike_back(struck: &Struck, strike: i64) -> String {
    format!("took strike {strike} of {} back", struck.name)
}

/// What was changed in the settings.
pub fn did_set(before: &Season, after: &Season) -> String {
    let (before, after) = (settings(before), settings(after));
    let changed: Vec<String> = before
        .into_iter()
        .zip(after)
        .filter(|(before, after)| before != after)
        .map(|((_, before), (label, after))| format!("{label}: {after} (before: {before})"))
        .collect();
    format!("changed settings: {}", changed.join("; "))
}

/// Why garnets of somebody who is out were moved.
pub fn eliminated_reason(name: &str) -> String {
    format!("{name} was eliminated")
}

/// Why the winner of a match got garnets.
pub fn bonus_reason() -> String {
    "won the match".to_owned()
}
