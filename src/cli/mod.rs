//! The command line: the arguments and the exit codes of each command. 0: done. 1: what was checked
//! is wrong. 2: the call or the configuration is wrong; standard error says why.

mod check;
mod keeping;
mod log;
mod opponent;
mod records;
mod running;
mod setup;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::config::{Config, DEFAULT_FILE};
use crate::rehearsal::Autoplay;
use crate::words;
use games::{GameId, Level};

/// A Discord bot that runs the Death Matches of Genius-style seasons.
///
/// Without a command: `dealer run`.
#[derive(Parser)]
#[command(name = "dealer", version)]
struct Arguments {
    /// The configuration [default: dealer.toml, if there is one]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot: on Discord if a token is configured, otherwise on the local Discord
    Run,
    /// Run the local Discord: a page in your browser where you can be everyone
    Sandbox(SandboxArguments),
    /// Set Dealer up on Discord: asks for the bot's token, keeps it, and helps to invite the bot
    Setup(setup::SetupArguments),
    /// Print the link with which a server invites Dealer
    Invite,
    /// Try what Dealer needs, from its configuration to the disk, and say what is wrong
    Check {
        /// The configuration [default: dealer.toml, if there is one]
        file: Option<PathBuf>,
        /// Ask Discord about the token, too
        #[arg(long)]
        online: bool,
    },
    /// Say whether the bot runs and is connected; the exit code is 1 if it isn't
    Health {
        /// The local Discord's bot instead of the real one
        #[arg(long)]
        sandbox: bool,
    },
    /// Back up the database, even while the bot runs
    Backup {
        /// The backup, a file that doesn't exist yet
        file: PathBuf,
        /// Back up the local Discord's database instead of the real one
        #[arg(long)]
        sandbox: bool,
    },
    /// Restore a backup while no bot runs; the old database is kept under another name
    Restore {
        /// The backup
        file: PathBuf,
        /// Replace the local Discord's database instead of the real one
        #[arg(long)]
        sandbox: bool,
    },
    /// Rebuild a season's history from its matches' records, when the database is lost
    Import {
        /// The records, in the order in which the matches were played
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The server's id in Discord
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
        server: u64,
        /// The season's name
        #[arg(long)]
        season: String,
        /// Write into the local Discord's database instead of the real one
        #[arg(long)]
        sandbox: bool,
    },
    /// Check a record by playing it through
    Replay {
        /// The record
        file: PathBuf,
        /// Print the state after each entry, one line of JSON each
        #[arg(long)]
        states: bool,
        /// Draw the match as everyone sees it after each entry, into this folder as 001.png,
        /// 002.png, …
        #[arg(long, value_name = "DIR")]
        png: Option<PathBuf>,
        /// Draw the match as everyone sees it into this file, a GIF of at most 10 MiB
        #[arg(long, value_name = "OUT.gif", value_parser = gif)]
        animate: Option<PathBuf>,
    },
    /// Write random legal matches as records
    Selfplay {
        /// The game, such as gridlock
        #[arg(value_parser = game)]
        game: GameId,
        /// The first match's seed; the next matches use the numbers after it
        #[arg(long)]
        seed: u64,
        /// How many matches
        #[arg(long)]
        games: u64,
        /// The folder to write to
        #[arg(long)]
        out: PathBuf,
    },
    /// Say what a computer player would do: read records of open matches, one line of JSON each,
    /// and write its moves, one line of JSON each
    Opponent {
        /// How well it plays: easy, fair or strong
        #[arg(long, value_parser = level, default_value = "fair")]
        level: Level,
        /// How long it thinks about a turn, instead of the level's number
        #[arg(long)]
        playouts: Option<u32>,
        /// What it draws by
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
}

#[derive(Args)]
struct SandboxArguments {
    /// Open a match of this game
    #[arg(long, value_parser = game)]
    game: Option<GameId>,
    /// Let computer players play: everybody, or those named (dmo, ec, host, or people of the
    /// season)
    #[arg(long, value_name = "WHO", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = autoplay)]
    autoplay: Option<Autoplay>,
    /// Delete the local Discord's world and its matches first, and start over
    #[arg(long)]
    fresh: bool,
    /// Without Dealer: for other bots
    #[arg(long, conflicts_with_all = ["game", "autoplay"])]
    no_bot: bool,
}

/// What was checked is wrong.
const NOT_RIGHT: u8 = 1;
/// The call or the configuration is wrong.
const WRONG_CALL: u8 = 2;

/// Runs the command line and says how it ended.
pub fn run() -> ExitCode {
    let Arguments { config, command } = Arguments::parse();
    let file = config.as_deref();
    match command.unwrap_or(Command::Run) {
        Command::Run => configured(file, running::run),
        Command::Sandbox(arguments) => {
            configured(file, |config| running::sandbox(config, arguments))
        }
        Command::Setup(arguments) => {
            let file = file.unwrap_or(Path::new(DEFAULT_FILE));
            let existing = file.exists().then_some(file);
            configured(existing, |config| setup::setup(config, file, &arguments))
        }
        Command::Invite => configured(file, setup::invite),
        Command::Check { file, online } => check::check(file.or(config).as_deref(), online),
        Command::Health { sandbox } => configured(file, |config| check::health(config, sandbox)),
        Command::Backup { file: to, sandbox } => {
            configured(file, |config| keeping::backup(config, sandbox, &to))
        }
        Command::Restore {
            file: from,
            sandbox,
        } => configured(file, |config| keeping::restore(config, sandbox, &from)),
        Command::Import {
            files,
            server,
            season,
            sandbox,
        } => configured(file, |config| {
            keeping::import(config, sandbox, server, season.trim(), &files)
        }),
        Command::Replay {
            file,
            states,
            png,
            animate,
        } => records::replay(&file, states, png.as_deref(), animate.as_deref()),
        Command::Selfplay {
            game,
            seed,
            games,
            out,
        } => records::write_selfplay(game, seed, games, &out),
        Command::Opponent {
            level,
            playouts,
            seed,
        } => opponent::answer(level, playouts, seed),
    }
}

/// Runs a command with the configuration of a file, or of the usual one.
fn configured(file: Option<&Path>, command: impl FnOnce(&Config) -> ExitCode) -> ExitCode {
    match Config::load(file, |name| std::env::var_os(name)) {
        Ok(config) => command(&config),
        Err(error) => wrong_call(error),
    }
}

fn wrong_call(sentence: impl Display) -> ExitCode {
    ended(WRONG_CALL, sentence)
}

fn not_right(sentence: impl Display) -> ExitCode {
    ended(NOT_RIGHT, sentence)
}

/// Says why a command ended. The sentence may contain text of others, so it is made safe to print.
fn ended(code: u8, sentence: impl Display) -> ExitCode {
    eprintln!("{}", words::english::on_terminal(&sentence.to_string()));
    code.into()
}

fn game(word: &str) -> Result<GameId, String> {
    GameId::typed(word).ok_or_else(|| {
        let words: Vec<&str> = GameId::ALL.iter().map(|id| id.word()).collect();
        let games = words.join(", ");
        format!("there is no game called “{word}”; the games are {games}")
    })
}

fn level(word: &str) -> Result<Level, String> {
    let mut levels = Level::ALL.into_iter();
    let level = levels.find(|level| level.title().eq_ignore_ascii_case(word));
    level.ok_or_else(|| "the levels are easy, fair and strong".to_owned())
}

/// Reads the name of a GIF file. It must end in `.gif`, because Discord and most programs go by
/// that.
fn gif(file: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(file);
    let ending = path.extension().unwrap_or_default();
    if ending.eq_ignore_ascii_case("gif") {
        Ok(path)
    } else {
        Err("the animation is a GIF, so name its file something like match.gif".to_owned())
    }
}

fn autoplay(names: &str) -> Result<Autoplay, String> {
    if names.is_empty() {
        return Ok(Autoplay::Everybody);
    }
    let names = names.split(',').map(|name| name.trim().to_owned());
    let autoplay = Autoplay::Some(names.collect());
    autoplay.check().map_err(|error| error.to_string())?;
    Ok(autoplay)
}
