//! Serves a local Discord for any bot: a server with some people, a bot and its token.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;
use local_discord::world::{Refusal, permissions};
use local_discord::{SandboxConfig, World, start};

/// A Discord on this machine, in which bots are tried
#[derive(Parser)]
#[command(name = "local-discord", version)]
struct Arguments {
    /// Where it listens: an address of this machine alone; port 0 takes any that is free
    #[arg(long, default_value = "127.0.0.1:8420")]
    listen: SocketAddr,
    /// Save the world to this file, and go on with what it holds
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Limit what bots ask for, as Discord does
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
        None => first_world()?,
    };
    // What people have put the clock forward by.
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

/// A server with an owner and two members, a channel, and a bot that may do what bots may.
fn first_world() -> Result<World, Refusal> {
    let mut world = World::new(now_ms());
    let owner = world.add_person("olive", "Olive");
    let guild = world.add_guild("Workshop", owner);
    for (username, name) in [("ada", "Ada"), ("ben", "Ben")] {
        let person = world.add_person(username, name);
        world.add_member(guild, person, &[])?;
    }
    world.add_text_channel(guild, "general", None, Vec::new())?;
    let (bot, _) = world.add_bot("Bot");
    let role = world.add_role(guild, "Bot", 0, permissions::OF_BOTS)?;
    world.add_member(guild, bot, &[role])?;
    Ok(world)
}

/// Milliseconds since the Unix epoch.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as u64
}
