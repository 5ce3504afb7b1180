//! The deeds of all commands.

use super::Right;
use super::check::named;
use crate::discord::{Data, Fault, commands};

/// Every command that can be typed, by its full name, with its deed; None for one that names none,
/// nor any that it belongs to.
pub fn of_commands() -> Vec<(String, Option<Right>)> {
    fn leaves(
        command: &poise::Command<Data, Fault>,
        path: &str,
        above: Option<Right>,
        all: &mut Vec<(String, Option<Right>)>,
    ) {
        let of_menu = command.context_menu_name.as_deref();
        let name = format!("{path}{}", of_menu.unwrap_or(&command.name));
        let right = named(command).or(above);
        if command.subcommands.is_empty() {
            all.push((name, right));
            return;
        }
        for subcommand in &command.subcommands {
            leaves(subcommand, &format!("{name} "), right, all);
        }
    }
    let mut all = Vec::new();
    for command in &commands::all() {
        leaves(command, "", None, &mut all);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::{Relation, may};
    use super::*;

    #[test]
    fn every_command_has_a_deed() {
        let commands = of_commands();
        assert!(commands.len() > 20, "{commands:?}");
        for (name, right) in commands {
            assert!(right.is_some(), "/{name} names no deed");
        }
    }

    /// Looking at what hosts have done is no ruling: a host may in the channel of a match of their
    /// own too.
    #[test]
    fn the_log_is_looked_at_by_every_host() {
        let log = ("ruling log".to_owned(), Some(Right::Log));
        assert!(of_commands().contains(&log));
        assert!(may(Relation::HostInSeat, Right::Log));
    }

    /// What is hidden from the menus of others has something for hosts in it, and what is for hosts
    /// alone is hidden.
    #[test]
    fn what_is_for_hosts_alone_is_hidden_from_others() {
        for command in commands::all() {
            let hidden = !command.default_member_permissions.is_empty();
            let called = command.context_menu_name.as_deref();
            let called = called.unwrap_or(&command.name);
            let own = |name: &str| name == called || name.starts_with(&format!("{called} "));
            let deeds: Vec<bool> = of_commands()
                .into_iter()
                .filter(|(name, _)| own(name))
                .map(|(_, right)| right.is_some_and(|right| !may(Relation::Player, right)))
                .collect();
            let (any, all) = (deeds.contains(&true), !deeds.contains(&false));
            assert!(any || !hidden, "/{} is hidden", command.name);
            assert!(hidden || !all, "/{} is not hidden", command.name);
        }
    }
}
