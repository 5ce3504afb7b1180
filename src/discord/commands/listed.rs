//! The rights that commands need.

use super::custom_data::right_of;
use crate::discord::rights::Right;
use crate::discord::{Data, Fault};

/// Every command, by its full name, with the right that it needs; None if neither it nor a parent
/// names one.
pub fn of_commands() -> Vec<(String, Option<Right>)> {
    fn leaves(
        command: &poise::Command<Data, Fault>,
        path: &str,
        above: Option<Right>,
        all: &mut Vec<(String, Option<Right>)>,
    ) {
        let of_menu = command.context_menu_name.as_deref();
        let name = format!("{path}{}", of_menu.unwrap_or(&command.name));
        let right = right_of(command).or(above);
        if command.subcommands.is_empty() {
            all.push((name, right));
            return;
        }
        for subcommand in &command.subcommands {
            leaves(subcommand, &format!("{name} "), right, all);
        }
    }
    let mut all = Vec::new();
    for command in &super::all() {
        leaves(command, "", None, &mut all);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;
    use crate::discord::rights::{Relation, may};

    #[test]
    fn every_command_needs_a_right() {
        let commands = of_commands();
        assert!(commands.len() > 20, "{commands:?}");
        for (name, right) in commands {
            assert!(right.is_some(), "/{name} has no right");
        }
    }

    /// A host may read the log even in the channel of a match that they play.
    #[test]
    fn every_host_can_read_the_log() {
        let log = ("ruling log".to_owned(), Some(Right::Log));
        assert!(of_commands().contains(&log));
        assert!(may(Relation::HostInSeat, Right::Log));
    }

    /// Commands hidden from players have something for hosts, and commands only for hosts are
    /// hidden.
    #[test]
    fn commands_only_for_hosts_are_hidden_from_others() {
        for command in all() {
            let hidden = !command.default_member_permissions.is_empty();
            let called = command.context_menu_name.as_deref();
            let called = called.unwrap_or(&command.name);
            let own = |name: &str| name == called || name.starts_with(&format!("{called} "));
            let for_hosts: Vec<bool> = of_commands()
                .into_iter()
                .filter(|(name, _)| own(name))
                .map(|(_, right)| right.is_some_and(|right| !may(Relation::Player, right)))
                .collect();
            let (any, all) = (for_hosts.contains(&true), !for_hosts.contains(&false));
            assert!(any || !hidden, "/{} is hidden", command.name);
            assert!(hidden || !all, "/{} is not hidden", command.name);
        }
    }
}
