//! Serves a local Discord for any bot: a server with some people, a bot and its token.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;
use local_discord::world::Plan;
use local_discord::{SandboxConfig, World, start};

/// A Discord on this machine, to try bots in
#[derive(Parser)]
#[command(name = "local-discord", version)]
struct Arguments {
    /// Where it listens: an address that only this machine can reach; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8420")]
    listen: SocketAddr,
    /// Keep the world in this file, and continue from there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A JSON file with the people, bots and servers to start with (docs/people.md)
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// Enforce Discord's rate limits
    #[arg(long)]
    limits: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .init();
    match serve(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

async fn serve(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let saved = arguments.save.as_deref().filter(|file| file.exists());
    let mut world = match saved {
        Some(file) => World::load(file)?,
        None => planned(arguments.plan.as_deref())?,
    };
    // How far people have put the clock forward.
    let ahead = Arc::new(AtomicU64::new(0));
    let put_ahead = ahead.clone();
    world.limits.enforce_rate_limits = arguments.limits;
    let sandbox = start(SandboxConfig {
        listen: arguments.listen,
        world,
        save_to: arguments.save,
        clock: Arc::new(move || now_ms() + ahead.load(Ordering::Relaxed)),
        forward: Some(Arc::new(move |by_ms| {
            put_ahead.fetch_add(by_ms, Ordering::Relaxed);
        })),
    })
    .await?;
    println!(
        "The local Discord is at {} (Ctrl-C ends it).",
        sandbox.url()
    );
    for application in sandbox.world().applications.values() {
        let (name, token) = (&application.name, &application.token);
        println!("The bot {name} logs in with the token {token}");
    }
    tokio::signal::ctrl_c().await?;
    sandbox.stop().await;
    Ok(())
}

/// The world that a plan describes.
fn planned(file: Option<&Path>) -> Result<World, Box<dyn std::error::Error>> {
    let mut world = World::new(now_ms());
    let read = match file {
        Some(file) => {
            std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?
        }
        None => include_str!("../docs/plan.json").to_owned(),
    };
    let wrong = |error: &dyn std::fmt::Display| match file {
        Some(file) => format!("{} isn't a plan: {error}", file.display()),
        None => error.to_string(),
    };
    let plan = Plan::read(&read).map_err(|error| wrong(&error))?;
    world.add(&plan).map_err(|error| wrong(&error))?;
    Ok(world)
}

/// Milliseconds since the Unix epoch.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as u64
}
