//! Records on the command line: checking one, and writing random ones.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use super::{not_right, wrong_call};
use crate::discord::MAX_UPLOADED;
use crate::words;
use games::tokens::Faces;
use games::{AnyGame, Audience, GameId, View};
use matches::record::{Record, RecordError};
use matches::selfplay;

/// `dealer replay`: plays a record and says what was checked. `states`: prints the state after each
/// entry. `png`: draws the match into this folder. `animate`: draws it as a GIF into this file.
pub fn replay(file: &Path, states: bool, png: Option<&Path>, animate: Option<&Path>) -> ExitCode {
    let record = match read(file) {
        Ok(Ok(record)) => record,
        Ok(Err(error)) => return not_right(error.say(None)),
        Err(sentence) => return wrong_call(sentence),
    };
    if let Some(Err(error)) = png.map(std::fs::create_dir_all) {
        return wrong_call(format!("can't create the folder for pictures: {error}"));
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
    // A reader that closes the pipe has seen enough.
    let _ = printed.and_then(|()| out.flush());
    if let Err(sentence) = drawn {
        return wrong_call(sentence);
    }
    // The part before a mistake is worth seeing too.
    if let Some(file) = animate
        && let Err(sentence) = write_animation(&record, file)
    {
        return wrong_call(sentence);
    }
    match replayed {
        Ok(game) => {
            // Standard output is for the states.
            let right = words::replay::record_right(record.log.len(), &game);
            eprintln!("{}", words::english::on_terminal(&right));
            ExitCode::SUCCESS
        }
        Err(error) => {
            let opened = record.open().ok();
            let cast = opened.as_ref().map(|game| game.cast().as_ref());
            not_right(error.say(cast))
        }
    }
}

/// The largest record in bytes: far more than the longest match needs, and small enough to be read
/// at once.
const MAX_BYTES: u64 = 4 << 20;

/// Reads a record from a file. The outer error is about the file, the inner one about its content.
pub fn read(file: &Path) -> Result<Result<Record, RecordError>, String> {
    let unreadable = |error: io::Error| format!("can't read {}: {error}", file.display());
    let mut bytes = Vec::new();
    // A pipe or a device may never end.
    let opened = std::fs::File::open(file).map_err(unreadable)?;
    let mut part = opened.take(MAX_BYTES + 1);
    part.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!(
            "{} is too large: a record can have up to {} MB",
            file.display(),
            MAX_BYTES >> 20
        ));
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|error| RecordError::Unreadable(error.to_string()));
    Ok(text.and_then(|text| Record::read(&text)))
}

/// The view of everybody; once the match is over, the view with everything.
fn view(game: &AnyGame) -> View {
    let over = game.outcome().is_some_and(|outcome| !outcome.is_tie());
    game.view(if over {
        Audience::All
    } else {
        Audience::Public
    })
}

fn draw(game: &AnyGame, file: &Path) -> Result<(), String> {
    let picture = games::draw(&view(game), game.cast(), &Faces::new());
    std::fs::write(file, picture.png)
        .map_err(|error| format!("can't write {}: {error}", file.display()))
}

fn write_animation(record: &Record, file: &Path) -> Result<(), String> {
    let gif = record.animate(&Faces::new(), MAX_UPLOADED);
    let gif = gif.ok_or(words::replay::NOTHING_TO_ANIMATE)?;
    std::fs::write(file, gif).map_err(|error| format!("can't write {}: {error}", file.display()))
}

/// `dealer selfplay`: writes `games` random legal matches to a folder.
pub fn write_selfplay(game: GameId, seed: u64, games: u64, out: &Path) -> ExitCode {
    if games == 0 {
        return wrong_call("`--games` must be at least 1.");
    }
    if let Err(error) = std::fs::create_dir_all(out) {
        return wrong_call(format!("can't create {}: {error}", out.display()));
    }
    // After the largest seed comes 0.
    for seed in (0..games).map(|further| seed.wrapping_add(further)) {
        let record = selfplay::play(game, seed);
        let file = out.join(format!("{}-{seed}.json", game.word()));
        let written = serde_json::to_string_pretty(&record)
            .map_err(io::Error::from)
            .and_then(|text| std::fs::write(&file, text + "\n"));
        if let Err(error) = written {
            return wrong_call(format!("can't write {}: {error}", file.display()));
        }
    }
    ExitCode::SUCCESS
}
