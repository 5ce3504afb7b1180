//! Records on the command line: checking one, and writing random ones.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::{NOT_RIGHT, wrong_call};
use crate::games::GameId;
use crate::matches::record::Record;
use crate::matches::selfplay;
use crate::words;

/// `dealer replay`: plays a record through; with `states`, prints what it comes to after each entry.
pub fn replay(file: &Path, states: bool) -> ExitCode {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return wrong_call(format!("{} cannot be read: {error}", file.display())),
    };
    let record = match Record::read(&text) {
        Ok(record) => record,
        Err(error) => {
            eprintln!("{}", words::record_error(&error, None));
            return NOT_RIGHT.into();
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut printed = Ok(());
    let replayed = record.replay(|seq, game| {
        if states && printed.is_ok() {
            let line = serde_json::json!({ "seq": seq, "state": game.state() });
            printed = writeln!(out, "{line}");
        }
    });
    // A reader that stops reading has seen what it wanted.
    let _ = printed.and_then(|()| out.flush());
    match replayed {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            let opened = record.open().ok();
            let cast = opened.as_ref().map(|game| game.cast().as_ref());
            eprintln!("{}", words::record_error(&error, cast));
            NOT_RIGHT.into()
        }
    }
}

/// `dealer selfplay`: writes `games` random legal matches to a folder.
pub fn write_selfplay(game: GameId, seed: u64, games: u64, out: &Path) -> ExitCode {
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
