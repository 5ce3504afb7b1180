//! `dealer opponent`: what a computer player would do in matches that go on.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use super::NOT_RIGHT;
use games::{AnyGame, Effort, Level, Party, Seat, Thought};
use matches::record::Record;

/// The most acts that a line names; the rest are summed.
const MAX_NAMED: usize = 50;

/// Reads records from standard input and writes what computers would do, a line each.
pub fn answer(level: Level, playouts: Option<u32>, seed: u64) -> ExitCode {
    let (input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let mut all_read = true;
    for (line, text) in (1u64..).zip(input.split(b'\n')) {
        let game = text.map_err(|error| error.to_string());
        let answer = match game.and_then(|text| open(&text)) {
            Ok(game) => {
                let playouts = playouts.unwrap_or_else(|| game.id().playouts(level));
                json!({ "line": line, "moves": moves(&game, Effort::of(playouts, seed)) })
            }
            Err(error) => {
                all_read = false;
                json!({ "line": line, "error": error })
            }
        };
        // A reader that closes the pipe has read enough.
        if writeln!(out, "{answer}").is_err() {
            break;
        }
    }
    if all_read {
        ExitCode::SUCCESS
    } else {
        NOT_RIGHT.into()
    }
}

/// Plays a record through.
fn open(text: &[u8]) -> Result<AnyGame, String> {
    let text = str::from_utf8(text).map_err(|error| error.to_string())?;
    let record = Record::read(text).map_err(|error| error.say(None))?;
    let opened = record.open().ok();
    let cast = opened.as_ref().map(|game| game.cast().as_ref());
    record.replay(|_, _| {}).map_err(|error| error.say(cast))
}

/// The moves of the seats that the match waits for.
fn moves(game: &AnyGame, effort: Effort) -> Vec<Value> {
    let prompts = game.prompts();
    let is_asked = |seat: &Seat| {
        let mut prompts = prompts.iter();
        prompts.any(|prompt| prompt.who == Party::Seat(*seat) && !prompt.answered)
    };
    let asked = Seat::BOTH.into_iter().filter(is_asked);
    let thought = asked.filter_map(|seat| Some((seat, game.think(seat, effort)?)));
    let written = thought.map(|(seat, Thought { act, policy })| {
        json!({ "seat": seat, "act": act, "policy": named(policy) })
    });
    written.collect()
}

/// The likeliest acts, and the rest together.
fn named(mut policy: Vec<(String, f64)>) -> Map<String, Value> {
    policy.sort_by(|one, other| other.1.total_cmp(&one.1));
    let rest = policy.split_off(policy.len().min(MAX_NAMED));
    let rest: f64 = rest.iter().map(|(_, likely)| likely).sum();
    policy.push(("…".to_owned(), rest));
    policy.retain(|(_, likely)| *likely > 0.0);
    let written = policy.into_iter();
    written.map(|(act, likely)| (act, likely.into())).collect()
}
