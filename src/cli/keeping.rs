//! The commands for people who keep Dealer's database: back it up, restore it, and rebuild a
//! season's history.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use games::WallMs;

use super::records::read;
use super::{not_right, wrong_call};
use crate::config::Config;
use crate::referee::{self, ImportError};
use crate::store::{self, ServerId, Store, StoreError};
use crate::words;

/// `dealer backup`: copies the database to a new file.
pub fn backup(config: &Config, sandbox: bool, to: &Path) -> ExitCode {
    let from = database(config, sandbox);
    if !from.exists() {
        let local = config.local_database();
        let instead = if !sandbox && local.exists() {
            format!(
                "Dealer creates it when the bot first runs on Discord. To back up the local \
             Discord's database ({}), use `dealer backup --sandbox`",
                local.display()
            )
        } else {
            "Dealer creates it when the bot first runs".to_owned()
        };
        return wrong_call(format!(
            "there's no database {} to back up. {instead}",
            from.display()
        ));
    }
    if to.exists() {
        return wrong_call(format!(
            "{} already exists; name a new file for the backup",
            to.display()
        ));
    }
    match store::backup(&from, to) {
        Ok(()) => {
            println!("{} is a backup of {}.", to.display(), from.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            // An incomplete copy must not look complete.
            let _ = std::fs::remove_file(to);
            failed(&error, sandbox)
        }
    }
}

/// `dealer restore`: replaces the database with a backup.
pub fn restore(config: &Config, sandbox: bool, copy: &Path) -> ExitCode {
    let database = database(config, sandbox);
    if !copy.is_file() {
        return wrong_call(format!(
            "there's no backup {}; name a file that `dealer backup` wrote",
            copy.display()
        ));
    }
    match store::restore(&database, copy) {
        Ok(kept) => {
            let (database, copy) = (database.display(), copy.display());
            let next = "When Dealer starts, it tells everyone concerned: the channel and host of \
                each open match, and people with a choice to make. Channels that were locked for \
                a match after the backup stay locked.";
            match kept {
                Some(kept) => {
                    let kept = kept.display();
                    println!(
                        "{database} is restored from {copy}. The old database is now {kept}. \
                         {next}"
                    );
                }
                None => println!("{database} is restored from {copy}. {next}"),
            }
            if !sandbox && config.token.is_none() {
                println!(
                    "No token is configured, so `dealer run` starts the local Discord, which uses \
                     {} instead. To restore a backup there, use `dealer restore --sandbox FILE`.",
                    config.local_database().display()
                );
            }
            ExitCode::SUCCESS
        }
        Err(StoreError::NotDatabase(copy)) => not_right(format!(
            "{} isn't a backup of Dealer's database, or it's damaged. Name another backup",
            copy.display()
        )),
        Err(StoreError::Newer(copy)) => not_right(format!(
            "{} was written by a newer version of Dealer. Use that version, or name an older \
             backup",
            copy.display()
        )),
        Err(error) => failed(&error, sandbox),
    }
}

/// `dealer import`: makes a server's season from the records of its matches; all of them or none.
pub fn import(
    config: &Config,
    sandbox: bool,
    server: u64,
    season: &str,
    files: &[PathBuf],
) -> ExitCode {
    if season.is_empty() {
        return wrong_call("the season needs a name: --season NAME");
    }
    let mut records = Vec::new();
    for file in files {
        match read(file) {
            Ok(Ok(record)) => records.push(record),
            Ok(Err(error)) => {
                return not_right(format!("{}: {}", file.display(), error.say(None)));
            }
            Err(sentence) => return wrong_call(sentence),
        }
    }
    let to = database(config, sandbox);
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = WallMs(since_1970.map_or(0, |since| since.as_millis() as u64));
    let imported = Store::open(&to)
        .map_err(ImportError::Store)
        .and_then(|mut store| referee::import(&mut store, ServerId(server), season, &records, now));
    match imported {
        Ok(_) => {
            println!(
                "{}: the season “{season}” now has the history of {}. Records don't contain \
                 accounts, garnets, strikes, rulings or dates; give people their accounts with `/season cast \
                 account`.",
                to.display(),
                words::english::count_of(records.len(), "match", "matches")
            );
            ExitCode::SUCCESS
        }
        Err(ImportError::Store(error)) => failed(&error, sandbox),
        Err(ImportError::Season(refusal)) => wrong_call(words::season::refusal(&refusal)),
        Err(ImportError::Person(index, refusal)) => {
            let (file, why) = (files[index].display(), words::season::refusal(&refusal));
            not_right(format!("{file}: {why} Nothing was written."))
        }
        Err(ImportError::NotOver(index)) => not_right(format!(
            "{}: the match isn't over, and only finished matches can be imported. Nothing was \
             written.",
            files[index].display()
        )),
        Err(ImportError::Record(index, error)) => {
            let game = records[index].open().ok();
            let cast = game.as_ref().map(|game| game.cast().as_ref());
            not_right(format!("{}: {}", files[index].display(), error.say(cast)))
        }
    }
}

/// Says why the database (the local Discord's if `sandbox`) cannot be used.
pub(super) fn failed(error: &StoreError, sandbox: bool) -> ExitCode {
    if sandbox {
        wrong_call(error.of_local())
    } else {
        wrong_call(error)
    }
}

pub(super) fn database(config: &Config, sandbox: bool) -> PathBuf {
    if sandbox {
        config.local_database()
    } else {
        config.database.clone()
    }
}
