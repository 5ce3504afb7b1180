//! The commands of whoever keeps a Dealer running: a look at the configuration, a copy of the database.

use std::path::Path;
use std::process::ExitCode;

use super::{NOT_RIGHT, wrong_call};
use crate::config::{Config, ConfigError, DEFAULT_FILE, TOKEN_VARIABLE};
use crate::store;

/// `dealer check`: says what is wrong with the configuration, or what it comes to.
pub fn check(file: Option<&Path>) -> ExitCode {
    let config = match Config::load(file, std::env::var_os(TOKEN_VARIABLE)) {
        Ok(config) => config,
        Err(error @ ConfigError::Unreadable { .. }) => return wrong_call(error),
        Err(error) => {
            eprintln!("{error}");
            return NOT_RIGHT.into();
        }
    };
    let named = file.unwrap_or(Path::new(DEFAULT_FILE));
    if named.exists() {
        println!("{} is right.", named.display());
    } else {
        println!("There is no {DEFAULT_FILE}; everything has its default.");
    }
    match config.token {
        Some(_) => println!(
            "`dealer run` connects to Discord and keeps {}.",
            config.database.display()
        ),
        None => println!(
            "No token is configured: `dealer run` starts the local Discord on {} and keeps {}.",
            config.listen,
            config.local_database().display()
        ),
    }
    ExitCode::SUCCESS
}

/// `dealer backup`: copies the database to a new file.
pub fn backup(config: &Config, sandbox: bool, to: &Path) -> ExitCode {
    let from = if sandbox {
        config.local_database()
    } else {
        config.database.clone()
    };
    if !from.exists() {
        return wrong_call(format!(
            "there is no database {} to copy; it is made when the bot first runs",
            from.display()
        ));
    }
    if to.exists() {
        return wrong_call(format!(
            "{} is there already; name a new file for the copy",
            to.display()
        ));
    }
    match store::backup(&from, to) {
        Ok(()) => {
            println!("{} is a copy of {}.", to.display(), from.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Nobody shall take a half for a copy; where nothing was written there is nothing to delete.
            let _ = std::fs::remove_file(to);
            wrong_call(error)
        }
    }
}
