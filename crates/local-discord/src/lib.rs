//! The local Discord: a server on loopback that speaks the part of Discord's REST API v10 and
//! gateway that bots use, with a page in the browser where one person can be everybody. People
//! rehearse with a bot in it, and a bot's tests run against it. It knows nothing of any particular
//! bot.
//!
//! [`world`] has the data and Discord's rules about it, `wire` the protocols, `page/` the static
//! files.

mod wire;
pub mod world;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::serve::ListenerExt as _;
use futures_util::FutureExt as _;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use wire::{Exchange, WorldGuard, served, unserved};
pub use world::{Clock, Forward, Id, World};

/// What a local Discord is started with.
pub struct SandboxConfig {
    /// An address of loopback; port 0 takes any free one.
    pub listen: SocketAddr,
    pub world: World,
    /// Where the world is saved when something changed, and at the end; nowhere if None.
    pub save_to: Option<PathBuf>,
    pub clock: Clock,
    /// Puts that clock forward, for people who want to see what time brings; None if nobody can.
    pub forward: Option<Forward>,
}

/// Why a local Discord could not start.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error(
        "{0} is not an address of this machine alone; the local Discord listens on loopback only"
    )]
    NotLoopback(IpAddr),
    #[error(
        "port {port} is taken by another program: set `listen` to another one, or to 0 for any that is free"
    )]
    PortInUse { port: u16 },
    #[error(
        "this user may not listen on port {port}: set `listen` to one from 1024 on, or to 0 for any that is free"
    )]
    PortForbidden { port: u16 },
    #[error("cannot listen on {address}: {source}")]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
}

/// A running local Discord. Dropping it ends it without a last save; [`Sandbox::stop`] saves.
pub struct Sandbox {
    shared: Arc<wire::Shared>,
    save_to: Option<PathBuf>,
    server: JoinHandle<()>,
    saver: Option<JoinHandle<()>>,
}

/// After a change the world is saved this much later, so that a burst of changes is saved once.
const SAVE_DELAY: Duration = Duration::from_secs(1);
/// Saving a large world takes long. After a save, none starts for this many times as long as it
/// took, up to a bound.
const SAVE_REST: u32 = 20;
const LONGEST_DELAY: Duration = Duration::from_secs(30);
/// How long unfinished requests may run after the server is told to stop.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

/// The address that is reserved for a local Discord which is not running yet.
pub struct Door(TcpListener);

/// Reserves an address for a local Discord.
///
/// # Errors
/// The address is not on loopback, or cannot be listened on.
pub async fn listen(listen: SocketAddr) -> Result<Door, SandboxError> {
    if !listen.ip().is_loopback() {
        return Err(SandboxError::NotLoopback(listen.ip()));
    }
    match TcpListener::bind(listen).await {
        Ok(listener) => Ok(Door(listener)),
        Err(source) => Err(cannot_listen(listen, source)),
    }
}

/// Whether [`listen`] could work here. A port in use is no error: this may be the program that uses
/// it.
///
/// # Errors
/// The address isn't one of this machine alone, or can't be listened on.
pub fn may_listen(listen: SocketAddr) -> Result<(), SandboxError> {
    let bound = std::net::TcpListener::bind(listen);
    match bound.map_err(|source| cannot_listen(listen, source)) {
        Ok(_) | Err(SandboxError::PortInUse { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

fn cannot_listen(address: SocketAddr, source: io::Error) -> SandboxError {
    let port = address.port();
    match source.kind() {
        io::ErrorKind::AddrInUse => SandboxError::PortInUse { port },
        io::ErrorKind::PermissionDenied => SandboxError::PortForbidden { port },
        _ => SandboxError::Listen { address, source },
    }
}

/// Starts a local Discord at an address of its own.
///
/// # Errors
/// The address isn't one of this machine alone, or can't be listened on.
pub async fn start(config: SandboxConfig) -> Result<Sandbox, SandboxError> {
    let door = listen(config.listen).await?;
    open(door, config)
}

/// Starts a local Discord at the address that [`listen`] reserved; `config.listen` is ignored.
///
/// # Errors
/// The system does not tell the address.
pub fn open(Door(listener): Door, config: SandboxConfig) -> Result<Sandbox, SandboxError> {
    let SandboxConfig {
        listen,
        mut world,
        save_to,
        clock,
        forward,
    } = config;
    let address = listener
        .local_addr()
        .map_err(|source| SandboxError::Listen {
            address: listen,
            source,
        })?;
    world.go_live(clock, url_of(address));
    // Building the world is not news for anybody.
    drop(world.take_happenings());
    let shared = Arc::new(wire::Shared::new(world, address, forward));
    let mut stopping = shared.stopping();
    let service = axum::serve(
        // Frames and answers are small, and somebody waits for each: the system must not hold one
        // back to send it together with the next.
        listener.tap_io(|stream| drop(stream.set_nodelay(true))),
        wire::router(shared.clone()),
    );
    let service = service.with_graceful_shutdown(async move { stopping.wait().await });
    let serving = async move {
        if let Err(error) = service.await {
            tracing::error!(%error, "the local Discord stopped");
        }
    };
    let server = tokio::spawn(serving.boxed());
    tokio::spawn(wire::run_faster(shared.clone()).boxed());
    tokio::spawn(wire::tell_badges(shared.clone()).boxed());
    tokio::spawn(wire::watch_the_clock(shared.clone()).boxed());
    let saver = save_to
        .clone()
        .map(|path| tokio::spawn(keep_saved(shared.clone(), path).boxed()));
    Ok(Sandbox {
        shared,
        save_to,
        server,
        saver,
    })
}

impl Sandbox {
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// `http://127.0.0.1:PORT`, for the page, for people and as the proxy of bots.
    pub fn url(&self) -> String {
        url_of(self.shared.address)
    }

    /// The world, locked. Dropping the guard tells bots and pages what changed. Do not hold it
    /// across an await.
    pub fn world(&self) -> WorldGuard<'_> {
        self.shared.world()
    }

    /// From now on, tells `listener` every request to a REST route and its answer. There is only
    /// one listener: later calls do nothing.
    pub fn listen_in(&self, listener: impl Fn(&Exchange) + Send + Sync + 'static) {
        self.shared.listen_in(Box::new(listener));
    }

    /// How many requests came for a route that is not served here.
    pub fn unknown_routes(&self) -> u64 {
        self.shared.stats().unknown_routes
    }

    /// Ends the server and saves the world.
    pub async fn stop(mut self) {
        self.shared.stop();
        if tokio::time::timeout(STOP_PATIENCE, &mut self.server)
            .await
            .is_err()
        {
            self.server.abort();
        }
        if let Some(saver) = self.saver.take() {
            // The last save must not start while another one is running.
            drop(saver.await);
        }
        if let Some(path) = &self.save_to {
            save(&self.shared, path.clone()).await;
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

fn url_of(address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(ip) if ip == Ipv4Addr::LOCALHOST => {
            format!("http://127.0.0.1:{}", address.port())
        }
        _ => format!("http://{address}"),
    }
}

async fn keep_saved(shared: Arc<wire::Shared>, path: PathBuf) {
    let mut stopping = shared.stopping();
    let mut delay = SAVE_DELAY;
    loop {
        tokio::select! {
            () = stopping.wait() => return,
            () = shared.changed.notified() => {}
        }
        tokio::select! {
            () = stopping.wait() => return,
            () = tokio::time::sleep(delay) => {}
        }
        let begun = Instant::now();
        save(&shared, path.clone()).await;
        delay = (begun.elapsed() * SAVE_REST).clamp(SAVE_DELAY, LONGEST_DELAY);
    }
}

async fn save(shared: &Arc<wire::Shared>, path: PathBuf) {
    let snapshot = shared.world().snapshot();
    let saved = tokio::task::spawn_blocking(move || snapshot.save(&path)).await;
    match saved {
        Ok(Ok(written)) => {
            let mut world = shared.world();
            for (id, file) in written {
                if let Some(blob) = world.blobs.get_mut(&id) {
                    *blob = world::Blob::File(file);
                }
            }
        }
        Ok(Err(error)) => tracing::error!(%error, "the local Discord's world could not be saved"),
        Err(error) => tracing::error!(%error, "saving the local Discord's world failed"),
    }
}
