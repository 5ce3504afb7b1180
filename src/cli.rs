//! The command line: what each command does, and its exit code: 0 done, 1 the thing checked is not right, 2 the call or the configuration is wrong.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::boards::{self, Faces};
use crate::games::{AnyGame, Audience, GameId};
use crate::matches::record::Record;
use crate::matches::selfplay;
use crate::words;

/// A Discord bot that moderates the Death Matches of Genius-style seasons.
#[derive(Parser)]
#[command(name = "dealer", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a record by playing it through
    Replay {
        file: PathBuf,
        /// Print the state after each entry, one line of JSON each
        #[arg(long)]
        states: bool,
        /// Draw the match as everybody sees it after each entry, into this folder as 001.png, 002.png, …
        #[arg(long, value_name = "DIR")]
        png: Option<PathBuf>,
    },
    /// Write random legal matches as records
    Selfplay {
        #[arg(value_parser = game)]
        game: GameId,
        /// The first match's seed; the next ones count on from it
        #[arg(long)]
        seed: u64,
        /// How many matches
        #[arg(long)]
        games: u64,
        /// The folder to write to
        #[arg(long)]
        out: PathBuf,
    },
}

/// Runs the command line and says how it ended.
pub fn run() -> ExitCode {
    match Arguments::parse().command {
        Command::Replay { file, states, png } => replay(&file, states, png.as_deref()),
        Command::Selfplay {
            game,
            seed,
            games,
            out,
        } => write_selfplay(game, seed, games, &out),
    }
}

/// The call or the configuration is wrong.
const WRONG_CALL: u8 = 2;

fn wrong_call(sentence: String) -> ExitCode {
    eprintln!("{sentence}");
    ExitCode::from(WRONG_CALL)
}

fn game(word: &str) -> Result<GameId, String> {
    GameId::read(word).ok_or_else(|| {
        let known: Vec<&str> = GameId::ALL.iter().map(|id| id.word()).collect();
        format!(
            "there is no game called “{word}”; known are {}",
            known.join(", ")
        )
    })
}

fn replay(file: &Path, states: bool, png: Option<&Path>) -> ExitCode {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return wrong_call(format!("{} cannot be read: {error}", file.display())),
    };
    let record = match Record::read(&text) {
        Ok(record) => record,
        Err(error) => {
            eprintln!("{}", words::record_error(&error, None));
            return ExitCode::FAILURE;
        }
    };
    if let Some(Err(error)) = png.map(std::fs::create_dir_all) {
        return wrong_call(format!("the folder for pictures cannot be made: {error}"));
    }
    let mut drawn = Ok(());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut printed = Ok(());
    let replayed = record.replay(|seq, game| {
        if states && printed.is_ok() {
            let line = serde_json::json!({ "seq": seq, "state": game.state() });
            printed = writeln!(out, "{line}");
        }
        if let Some(folder) = png
            && drawn.is_ok()
        {
            drawn = draw(game, &folder.join(format!("{seq:03}.png")));
        }
    });
    // A reader that stops reading has seen what it wanted.
    let _ = printed.and_then(|()| out.flush());
    if let Err(sentence) = drawn {
        return wrong_call(sentence);
    }
    match replayed {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            let opened = record.open().ok();
            let cast = opened.as_ref().map(|game| game.cast().as_ref());
            eprintln!("{}", words::record_error(&error, cast));
            ExitCode::FAILURE
        }
    }
}

/// Draws a match as everybody sees it; once it is over, they see everything.
fn draw(game: &AnyGame, file: &Path) -> Result<(), String> {
    let over = game.outcome().is_some_and(|outcome| !outcome.is_tie());
    let audience = if over {
        Audience::All
    } else {
        Audience::Public
    };
    let picture = boards::draw(&game.view(audience), game.cast(), &Faces::new());
    std::fs::write(file, picture.png)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))
}

fn write_selfplay(game: GameId, seed: u64, games: u64, out: &Path) -> ExitCode {
    if let Err(error) = std::fs::create_dir_all(out) {
        return wrong_call(format!("{} cannot be made: {error}", out.display()));
    }
    for seed in seed..seed.saturating_add(games) {
        let record = selfplay::play(game, seed);
        let file = out.join(format!("{}-{seed}.json", game.word()));
        let written = serde_json::to_string_pretty(&record)
            .map_err(io::Error::from)
            .and_then(|text| std::fs::write(&file, text + "\n"));
        if let Err(error) = written {
            return wrong_call(format!("{} cannot be written: {error}", file.display()));
        }
    }
    ExitCode::SUCCESS
}
