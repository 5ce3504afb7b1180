//! `dealer check` and `dealer health`: whether Dealer would run here, and whether it does.

use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use games::WallMs;

use super::keeping::{database, failed};
use super::{not_right, setup, wrong_call};
use crate::config::{Config, ConfigError, DEFAULT_FILE};
use crate::store;
use crate::words;

/// A clock that shows less is wrong: 21 September 2026, in seconds since the Unix epoch.
const EARLIEST_S: u64 = 1_790_000_000;
/// Seconds without a sign of life after which the bot isn't connected. Discord gives one at least
/// every 45 seconds (Discord documentation, "Gateway", "Sending Heartbeats").
const MAX_SILENCE_S: u64 = 180;
/// A deadline that has been over for this many seconds should have been judged.
const MAX_OVERDUE_S: u64 = 60;

/// `dealer check`: tries what Dealer needs, and says what is wrong. `online`: asks Discord, too.
pub fn check(file: Option<&Path>, online: bool) -> ExitCode {
    let config = match Config::load(file, |name| std::env::var_os(name)) {
        Ok(config) => config,
        Err(error @ ConfigError::Unreadable { .. }) => return wrong_call(error),
        Err(error) => return not_right(error),
    };
    if let Err(problem) = trials(&config) {
        return not_right(problem);
    }
    let file = file.unwrap_or(Path::new(DEFAULT_FILE));
    if file.exists() {
        println!("{} is fine.", file.display());
    } else {
        println!("There's no {DEFAULT_FILE}, so all settings are defaults.");
    }
    match config.token {
        Some(_) => {
            let from = config.token_from.as_deref().unwrap_or("that file");
            println!(
                "The token is from {from}: `dealer run` connects to Discord and stores everything \
                 in {}.",
                config.database.display()
            );
        }
        None => println!(
            "No token is configured: `dealer run` starts the local Discord on {} and stores \
             everything in {}.",
            config.sandbox.listen,
            config.local_database().display()
        ),
    }
    if online {
        return setup::check_online(&config);
    }
    ExitCode::SUCCESS
}

/// What has to work before Dealer can run. Nothing is created.
fn trials(config: &Config) -> Result<(), String> {
    let database = match config.token {
        Some(_) => config.database.clone(),
        None => {
            local_discord::may_listen(config.sandbox.listen)
                .map_err(|error| format!("{error} (`listen` under [sandbox])"))?;
            config.local_database()
        }
    };
    store::may_exist(&database).map_err(|error| error.to_string())?;
    let free = store::free_bytes(&database);
    if let Some(free) = free.filter(|free| *free < store::LITTLE_SPACE) {
        return Err(format!(
            "only {} MB are free on the disk of {}; make room there",
            free / 1_000_000,
            database.display()
        ));
    }
    let zone = jiff::tz::TimeZone::get("America/New_York");
    zone.map_err(|error| format!("this program has no data of time zones: {error}"))?;
    if !canvas::can_write("Ana 가나 漢字") {
        return Err("this program has lost its fonts".to_owned());
    }
    if now_s() < EARLIEST_S {
        return Err("this machine's clock is wrong: set it over the network (NTP)".to_owned());
    }
    Ok(())
}

/// `dealer health`: whether a bot uses the database and Discord hears it. For what watches over it.
pub fn health(config: &Config, sandbox: bool) -> ExitCode {
    let database = database(config, sandbox);
    if !database.exists() {
        return not_right(format!(
            "there's no database {}: the bot hasn't run yet",
            database.display()
        ));
    }
    let health = match store::health(&database) {
        Ok(health) => health,
        Err(error) => return failed(&error, sandbox),
    };
    let since = |at: WallMs| now_s().saturating_sub(at.0 / 1000);
    let silent_s = health.heard_ms.map(since);
    let overdue_s = health.due_ms.map_or(0, since);
    match silent_s {
        Some(seconds) => println!("Discord's last sign of life was stored {seconds} s ago."),
        None => println!("Discord has given no sign of life yet."),
    }
    let waiting = usize::try_from(health.waiting).unwrap_or(usize::MAX);
    println!(
        "{}.",
        words::english::count_of(waiting, "post waits", "posts wait")
    );
    if overdue_s == 0 {
        println!("No deadline is overdue.");
    } else {
        println!("The oldest deadline is overdue by {overdue_s} s.");
    }
    if silent_s.is_none_or(|seconds| seconds > MAX_SILENCE_S) {
        return not_right(
            "the bot isn't running, can't reach Discord, or can't write its database",
        );
    }
    if overdue_s > MAX_OVERDUE_S {
        return not_right("a deadline is over and wasn't judged; see the log");
    }
    ExitCode::SUCCESS
}

fn now_s() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}
