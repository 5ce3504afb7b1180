//! A first run: the local Discord, the bot and a prepared season in one process, with computer
//! players in any seats. All use one clock.

mod company;
mod figures;
mod hand;
mod person;
mod player;
mod seed;
mod welcome;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::watch;

pub use company::{Autoplay, AutoplayError, Company};
pub use seed::{Opening, Stage, world};

use crate::discord::{self, Connection, DiscordError, SETTLES};
use crate::referee::{OpenRefusal, Referee, RefereeGone, WallClock};
use crate::store::{Backups, Stakes, Store, StoreError};
use games::{GameId, WallMs};
use local_discord::world::{Limits, Refusal, SaveError};
use local_discord::{Sandbox, SandboxConfig, SandboxError, World};

/// How to run a rehearsal.
#[derive(Clone, Debug)]
pub struct Settings {
    /// An address of loopback; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The database of its matches, never the real one.
    pub database: PathBuf,
    /// The world's file; attachments are in a folder beside it.
    pub world: PathBuf,
    /// The game of the first match. None: Gridlock, and only in a new season or with computer
    /// players.
    pub game: Option<GameId>,
    pub autoplay: Option<Autoplay>,
    /// About how long a computer player thinks.
    pub pause: Duration,
    /// The limits of the local Discord.
    pub limits: Limits,
    /// If false, Dealer's own bot doesn't run and no season is stored: for other bots.
    pub bot: bool,
    /// Whether to delete the world and the database first.
    pub fresh: bool,
    /// Whether Dealer says what one can try, if the world is new.
    pub welcomes: bool,
    /// The backups that are made meanwhile; None if there are to be none.
    pub backups: Option<Arc<Backups>>,
}

/// A running rehearsal.
pub struct Rehearsal {
    sandbox: Sandbox,
    stage: Stage,
    settings: Settings,
    /// None without the bot.
    referee: Option<Referee>,
    /// Holds the database's lock if there is no referee.
    _store: Option<Store>,
    /// Notes for the person who started it.
    pub notes: Vec<String>,
    /// The files that were deleted first.
    pub deleted: Vec<PathBuf>,
}

/// Why a rehearsal could not start, or why it ended.
#[derive(Debug, thiserror::Error)]
pub enum RehearsalError {
    #[error("{0} (`listen` under [sandbox] in dealer.toml)")]
    Sandbox(#[from] SandboxError),
    #[error("{}", .0.of_local())]
    Store(#[from] StoreError),
    #[error("can't save the local Discord's world: {0}")]
    Unsaved(SaveError),
    #[error(
        "can't open the local Discord's world: {0}; another version of Dealer may have saved it: \
         run that version, or start over with `dealer sandbox --fresh`"
    )]
    Unreadable(SaveError),
    #[error("can't start over, so nothing is deleted: {path}: {source}", path = path.display())]
    NoRoom { path: PathBuf, source: io::Error },
    #[error(
        "the matches in {database} belong to a world that is missing ({world}); bring it back, or \
         start over with `dealer sandbox --fresh`",
        database = database.display(), world = world.display()
    )]
    WorldMissing { database: PathBuf, world: PathBuf },
    #[error("can't delete {path}: {source}", path = path.display())]
    Delete { path: PathBuf, source: io::Error },
    #[error(
        "the local Discord's world no longer has {0}; start over with `dealer sandbox --fresh`"
    )]
    WorldLacks(String),
    #[error("can't open a match of {}: {}", game.word(), open_refusal(refusal))]
    NotOpened { game: GameId, refusal: OpenRefusal },
    #[error("can't create the local Discord's world: {0}")]
    Seed(#[from] Refusal),
    #[error(transparent)]
    Autoplay(#[from] AutoplayError),
    #[error(transparent)]
    Discord(#[from] DiscordError),
    #[error("the bot stopped by itself; its log says why")]
    BotEnded,
    #[error(transparent)]
    Gone(#[from] RefereeGone),
}

fn open_refusal(refusal: &OpenRefusal) -> String {
    match refusal {
        OpenRefusal::Setup(refusal) => crate::words::english::setup_refusal(refusal),
        other => format!("{other:?}"),
    }
}

/// A reason why no match was opened.
const MATCH_OPEN: &str = "another match is open in #death-match";
const TOO_FEW: &str = "the season doesn't have two players left; --fresh starts over";
const NO_SEASON: &str = "the season is archived; `/season archive back:` brings it back";

const CHANNEL_ANEW: &str = "#death-match was deleted, so there is a new one; type `/match move` \
    there to continue an open match, and set it as the match channel in `/season settings`";

/// How many bytes a new world and its database need at most.
const ROOM: usize = 1 << 20;

/// How long the bot may take to stop.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

impl Rehearsal {
    /// Opens the database, loads or makes the world, starts the local Discord, and adds the season
    /// and the match if they are missing.
    ///
    /// # Errors
    /// One clear sentence: what is in use, cannot be written, or is wrong.
    pub async fn start(settings: Settings, clock: WallClock) -> Result<Rehearsal, RehearsalError> {
        if let Some(autoplay) = &settings.autoplay {
            autoplay.check()?;
        }
        // Before anything is deleted, everything that somebody else could hold must be ours: the
        // address, and the database, which is locked.
        let door = local_discord::listen(settings.listen).await?;
        let (store, mut deleted) = if settings.fresh {
            find_room(&settings.world)?;
            Store::open_new(&settings.database)?
        } else {
            (Store::open(&settings.database)?, Vec::new())
        };
        if settings.fresh {
            deleted.extend(delete_world(&settings.world)?);
        }
        let open = store.read(|tx| tx.open_matches(None))?;
        if !open.is_empty() && !settings.world.exists() {
            let Settings {
                database, world, ..
            } = settings;
            return Err(RehearsalError::WorldMissing { database, world });
        }
        let (mut world, is_new) = keep_world(&settings.world, clock.now())?;
        let is_completed = seed::complete(&mut world)?;
        let stage = Stage::find(&world)?;
        world.limits = settings.limits.clone();
        // What an earlier run put forward stays so: otherwise all deadlines would be further away.
        clock.advance(world.newest_ms().saturating_sub(clock.now().0));
        let (time, ahead) = (clock.clone(), clock.clone());
        let config = SandboxConfig {
            listen: settings.listen,
            world,
            save_to: Some(settings.world.clone()),
            clock: Arc::new(move || time.now().0),
            // Dealer's clock moves forward together with it.
            forward: Some(Arc::new(move |by_ms| ahead.advance(by_ms))),
        };
        let sandbox = local_discord::open(door, config)?;
        let mut rehearsal = Rehearsal {
            sandbox,
            stage,
            settings: Settings {
                welcomes: settings.welcomes && is_new,
                ..settings
            },
            referee: None,
            _store: None,
            notes: Vec::new(),
            deleted,
        };
        if !is_new {
            rehearsal.notes.push(format!(
                "it picks up where it left off ({}; --fresh starts over)",
                rehearsal.settings.world.display()
            ));
        }
        if is_completed {
            rehearsal.notes.push(CHANNEL_ANEW.to_owned());
        }
        if rehearsal.settings.bot {
            let referee = Referee::start(store, clock, fastrand::u64(..));
            rehearsal.prepare(&referee).await?;
            rehearsal.referee = Some(referee);
        } else {
            rehearsal._store = Some(store);
        }
        Ok(rehearsal)
    }

    /// Makes sure that there is a season, and a match if one is wanted.
    async fn prepare(&mut self, referee: &Referee) -> Result<(), RehearsalError> {
        let stage = self.stage.clone();
        let wanted = self.settings.game;
        let plays = self.settings.autoplay.is_some();
        let welcomes = self.settings.welcomes;
        let game = wanted.unwrap_or(GameId::EXAMPLE);
        // Computer players play match after match, and would be eliminated one by one.
        let stakes = if plays {
            Stakes::Nothing
        } else {
            Stakes::Elimination
        };
        let opened = referee.run(move |core, now| {
            let asked = plays || wanted.is_some();
            Ok::<_, RehearsalError>(match stage.season(core, now)? {
                Some((season, is_new)) if is_new || asked => {
                    match stage.open_match(core, season, (game, stakes), now)? {
                        Opening::Opened(id) => {
                            if welcomes {
                                stage.lead_up(core, id, now)?;
                            }
                            None
                        }
                        // Computer players continue the open match.
                        Opening::AlreadyOpen => wanted.map(|_| MATCH_OPEN),
                        Opening::TooFewPlayers => Some(TOO_FEW),
                    }
                }
                Some(_) => None,
                None => asked.then_some(NO_SEASON),
            })
        });
        if let Some(why) = opened.await?? {
            let title = game.catalogue().title;
            self.notes.push(format!("can't open {title}: {why}"));
        }
        Ok(())
    }

    /// The page's address.
    pub fn url(&self) -> String {
        self.sandbox.url()
    }

    /// The page's address as somebody who has something to do, in #death-match: a player of the
    /// open match, or the host if there is none.
    pub async fn entry(&self) -> String {
        let players = match &self.referee {
            Some(referee) => Some(self.stage.players(referee).await),
            None => None,
        };
        let me = players
            .and_then(|players| players.dmo)
            .unwrap_or(self.stage.host);
        format!("{}/#as={me}&channel={}", self.url(), self.stage.death_match)
    }

    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The referee behind the bot; None without it.
    pub fn referee(&self) -> Option<&Referee> {
        self.referee.as_ref()
    }

    /// Runs the bot and the computer players until `stop` resolves; then saves the world.
    ///
    /// # Errors
    /// Why the bot ended before that.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) -> Result<(), RehearsalError> {
        let (tell, stopping) = watch::channel(false);
        let stopped = |mut stopping: watch::Receiver<bool>| async move {
            // An error means that the sender is gone, which also means stop.
            let _ = stopping.wait_for(|stop| *stop).await;
        };
        let ended = match &self.referee {
            None => {
                stop.await;
                Ok(())
            }
            Some(referee) => {
                let connection = Connection {
                    token: self.stage.bot_token.clone(),
                    local: Some(self.sandbox.url()),
                    // Computer players may press sooner than people.
                    settles: SETTLES.min(self.settings.pause / 4),
                    backups: self.settings.backups.clone(),
                };
                let bot = discord::run(referee.clone(), connection, stopped(stopping.clone()));
                let mut bot = tokio::spawn(bot.boxed());
                let company = self.settings.autoplay.clone().map(|autoplay| {
                    let company = company::Company {
                        autoplay,
                        stage: self.stage.clone(),
                        referee: Some(referee.clone()),
                        url: self.sandbox.url(),
                        pause: self.settings.pause,
                        game: self.settings.game,
                    };
                    tokio::spawn(company.play(stopped(stopping)).boxed())
                });
                let (sandbox, stage) = (&self.sandbox, &self.stage);
                let welcomes = self.settings.welcomes;
                let welcome = async {
                    if welcomes {
                        welcome::welcome(sandbox, stage, referee).await;
                    }
                    std::future::pending().await
                };
                let early = tokio::select! {
                    () = stop => None,
                    ended = &mut bot => Some(ended),
                    early = welcome => early,
                };
                let _ = tell.send(true);
                if let Some(company) = company {
                    let _ = company.await;
                }
                match early {
                    Some(ended) => bot_end(ended).and(Err(RehearsalError::BotEnded)),
                    None => match tokio::time::timeout(STOP_PATIENCE, bot).await {
                        Ok(ended) => bot_end(ended),
                        Err(_) => {
                            tracing::warn!("the bot didn't stop in time");
                            Ok(())
                        }
                    },
                }
            }
        };
        if let Some(referee) = &self.referee {
            referee.stop().await;
        }
        self.sandbox.stop().await;
        ended
    }
}

fn bot_end(
    ended: Result<Result<(), DiscordError>, tokio::task::JoinError>,
) -> Result<(), RehearsalError> {
    match ended {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(RehearsalError::BotEnded),
    }
}

/// Loads the world, or makes and saves a new one. Returns it and whether it is new.
fn keep_world(path: &Path, now_ms: WallMs) -> Result<(World, bool), RehearsalError> {
    if path.exists() {
        let world = World::load(path).map_err(RehearsalError::Unreadable)?;
        return Ok((world, false));
    }
    let world = seed::world(now_ms)?;
    // Saved before anything else uses it, so that the store never has a season whose world is
    // missing.
    world.save(path).map_err(RehearsalError::Unsaved)?;
    Ok((world, true))
}

/// Checks that there is room for a new world and database beside the old ones, which are deleted
/// next.
fn find_room(world: &Path) -> Result<(), RehearsalError> {
    let path = world.with_extension("room");
    let no_room = |source| RehearsalError::NoRoom {
        path: path.clone(),
        source,
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(no_room)?;
    }
    let written = std::fs::write(&path, vec![0; ROOM]);
    // Half a file is deleted too.
    let _ = std::fs::remove_file(&path);
    written.map_err(no_room)
}

/// Deletes a rehearsal's world. Returns the deleted files.
///
/// # Errors
/// A file cannot be deleted.
fn delete_world(world: &Path) -> Result<Vec<PathBuf>, RehearsalError> {
    let files = [
        world.to_owned(),
        world.with_extension("files"),
        world.with_extension("unfinished"),
    ];
    let mut deleted = Vec::new();
    for path in files {
        let done = if path.is_dir() {
            std::fs::remove_dir_all(&path)
        } else {
            std::fs::remove_file(&path)
        };
        match done {
            Ok(()) => deleted.push(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(RehearsalError::Delete { path, source }),
        }
    }
    Ok(deleted)
}
