//! The commands that run until they are stopped.

use std::net::SocketAddr;
use std::panic;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::Notify;

use super::log::log;
use super::{SandboxArguments, wrong_call};
use crate::config::{Config, Token};
use crate::discord::{self, Connection, SETTLES};
use crate::referee::{Referee, WallClock};
use crate::rehearsal::{Rehearsal, Settings};
use crate::store::{Backups, Store};
use local_discord::world::Limits;

/// The environment variable with the address of a local Discord.
const LOCAL_VARIABLE: &str = "DEALER_LOCAL_DISCORD";
/// The exit code after a panic, the same as Rust's.
const PANICKED: u8 = 101;
/// How long the program may take to end after a panic.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// `dealer run`.
pub fn run(config: &Config) -> ExitCode {
    let Some(token) = &config.token else {
        let arguments = SandboxArguments {
            game: None,
            autoplay: None,
            fresh: false,
            no_bot: false,
        };
        return hold(config, arguments, "No token is configured, so this is");
    };
    until_stopped(config, async |end| on_discord(config, token, end).await)
}

/// `dealer sandbox`.
pub fn sandbox(config: &Config, arguments: SandboxArguments) -> ExitCode {
    hold(config, arguments, "This is")
}

async fn on_discord(config: &Config, token: &Token, end: End) -> Result<(), Sentence> {
    let local = local_discord()?;
    let store = Store::open(&config.database)?;
    let plan = &config.backup;
    let backups = Backups::new(&config.database, plan.every, plan.keep);
    let referee = Referee::start(store, WallClock::new(), fastrand::u64(..));
    let asked_for = end.asked_for();
    println!(
        "Dealer connects to Discord and stores everything in {} (Ctrl-C ends it).",
        config.database.display()
    );
    let connection = Connection {
        token: token.secret().to_owned(),
        local,
        settles: SETTLES,
        backups: Some(Arc::new(backups)),
    };
    let watched = tokio::spawn(keep_watched(referee.clone()));
    let ended = discord::run(referee.clone(), connection, asked_for).await;
    watched.abort();
    referee.stop().await;
    Ok(ended?)
}

/// Tells systemd that the referee answers, as often as its unit asks (`WatchdogSec`).
async fn keep_watched(referee: Referee) {
    #[cfg(unix)]
    if let Some(every) = sd_notify::watchdog_enabled() {
        while referee.read(|_, _| ()).await.is_ok() {
            // A message that is lost is followed by another one in time.
            let _ = sd_notify::notify(&[sd_notify::NotifyState::Watchdog]);
            tokio::time::sleep(every / 3).await;
        }
    }
    #[cfg(not(unix))]
    drop(referee);
}

/// The local Discord to which `dealer run` connects instead of the real one, to rehearse with the
/// whole process. It can't be on another machine.
pub fn local_discord() -> Result<Option<String>, Sentence> {
    let Some(address) = std::env::var_os(LOCAL_VARIABLE) else {
        return Ok(None);
    };
    let address = address.into_string().unwrap_or_default();
    let host = address
        .strip_prefix("http://")
        .map(str::parse::<SocketAddr>);
    match host {
        Some(Ok(host)) if host.ip().is_loopback() => Ok(Some(format!("http://{host}"))),
        _ => Err(format!(
            "{LOCAL_VARIABLE} in the environment must be the address of a local Discord, such as \
             http://127.0.0.1:8420"
        )
        .into()),
    }
}

/// How many messages a channel of the local Discord keeps while computer players play: a few
/// matches.
const KEPT_MESSAGES: usize = 500;

fn hold(config: &Config, arguments: SandboxArguments, opening: &str) -> ExitCode {
    let limits = Limits {
        // Computer players may play for days, and each of their posts has a picture.
        kept_messages: arguments.autoplay.is_some().then_some(KEPT_MESSAGES),
        ..Limits::default()
    };
    let settings = Settings {
        listen: config.sandbox.listen,
        database: config.local_database(),
        world: config.local_world(),
        game: arguments.game,
        // Who asks for a certain game gets it from its very beginning.
        welcomes: arguments.autoplay.is_none() && arguments.game.is_none(),
        autoplay: arguments.autoplay,
        pause: config.sandbox.pause,
        limits,
        bot: !arguments.no_bot,
        fresh: arguments.fresh,
        backups: None,
    };
    until_stopped(config, async |end| {
        let rehearsal = Rehearsal::start(settings, WallClock::new()).await?;
        for path in &rehearsal.deleted {
            println!("Deleted {}.", path.display());
        }
        let mut line = format!(
            "{opening} the local Discord: open {}",
            rehearsal.entry().await
        );
        if arguments.no_bot {
            // Only the local Discord accepts this token.
            let token = &rehearsal.stage().bot_token;
            line.push_str(&format!("; a bot logs in with the token {token}"));
        }
        for note in &rehearsal.notes {
            line.push_str(&format!("; {note}"));
        }
        let asked_for = end.asked_for();
        if config.token.is_none() {
            println!("`dealer setup` puts Dealer on a real server.");
        }
        println!("{line} (Ctrl-C ends it).");
        Ok(rehearsal.run(asked_for).await?)
    })
}

/// A sentence that says why something ended.
pub type Sentence = Box<dyn std::error::Error>;

/// Runs `work` until it ends, and returns the exit code.
fn until_stopped(config: &Config, work: impl AsyncFnOnce(End) -> Result<(), Sentence>) -> ExitCode {
    log(config);
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return wrong_call(format!("can't start threads on this system: {error}")),
    };
    let end = End::default();
    end.watch_for_panics();
    let ended = runtime.block_on(work(end.clone()));
    // Tasks that hang must not keep the process alive.
    runtime.shutdown_timeout(Duration::from_secs(1));
    if end.0.by_panic.load(Ordering::SeqCst) {
        eprintln!(
            "Dealer crashed because of a bug. Everything decided so far is stored: start it \
             again, and it picks up where it left off."
        );
        return PANICKED.into();
    }
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => wrong_call(error),
    }
}

/// Says when to end: if somebody asked for it, or after a panic, since half a program would go on
/// silently. A panic in a pool doesn't count: only a picture or a thought is missing.
#[derive(Clone, Default)]
struct End(Arc<Ending>);

#[derive(Default)]
struct Ending {
    by_panic: AtomicBool,
    panicked: Notify,
}

impl End {
    fn asked_for(self) -> impl Future<Output = ()> {
        let signal = asked_to_stop();
        async move {
            tokio::select! {
                () = signal => {}
                () = self.0.panicked.notified() => {}
            }
        }
    }

    /// From now on, a panic in any thread outside a pool ends the program. If that takes too
    /// long, the process ends at once.
    fn watch_for_panics(&self) {
        let ending = self.0.clone();
        let say = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            say(what);
            if discord::is_beside() {
                return;
            }
            ending.by_panic.store(true, Ordering::SeqCst);
            ending.panicked.notify_one();
            std::thread::spawn(|| {
                std::thread::sleep(LAST_WORDS);
                std::process::exit(PANICKED.into());
            });
        }));
    }
}

/// Resolves on Ctrl-C or the system's signal to end. It listens from the call on, so that a signal
/// before the first wait counts.
fn asked_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // Listens from now on, because the program may be stopped as soon as it says that it runs.
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        let [interrupt, terminate] = kinds.map(|kind| signal(kind).ok());
        let comes = |signal: Option<tokio::signal::unix::Signal>| async move {
            match signal {
                Some(mut signal) => _ = signal.recv().await,
                None => std::future::pending().await,
            }
        };
        async move {
            tokio::select! {
                () = comes(interrupt) => {}
                () = comes(terminate) => {}
            }
        }
    }
    #[cfg(not(unix))]
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
