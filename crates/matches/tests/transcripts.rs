//! The rules as data: plays every transcript in `crates/games/src/GAME/transcripts`. They read like
//! the rulebook.
//!
//! A transcript begins like a record:
//! ```text
//! game gridlock
//! options {"size": 3}
//! players Zac, Tiac, UMG
//! eliminated Jweizy
//! dealers Pixie
//! seats dmo Tiac, ec Zac
//! garnets Tiac 4, Zac 2
//! ```
//! Each further line is an entry: `UMG: hide B1`, or `clock for ec: choose horizontal`. An entry
//! with `!` must be refused (`tests/fuzz` checks that a refusal changes nothing). Indented lines
//! say what must hold after it: `score.dmo = 2` (a path into the state, and JSON) or, after a
//! refusal, words of its sentence in quotes. At the end, each `decided ENTRY SENTENCE` is a fact
//! that decided the match. `! open` means that such a match can't be opened. `#` begins a comment.

#![allow(clippy::disallowed_methods, reason = "the transcripts are files")]

use std::fs;
use std::path::{Path, PathBuf};

use games::GameId;
use matches::record::{Record, RecordError};
use serde_json::Value;

mod common;
use common::{empty_record, entry_of, header};

#[test]
fn every_transcript_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    let mut otherwise = Vec::new();
    for id in GameId::ALL {
        let mut files: Vec<PathBuf> = fs::read_dir(folder.join(id.word()).join("transcripts"))
            .unwrap_or_else(|_| panic!("{} has no transcripts", id.word()))
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{} has no transcripts", id.word());
        for file in files {
            check(&file, &mut otherwise);
        }
    }
    let otherwise = otherwise.join("\n");
    assert!(
        otherwise.is_empty(),
        "refusals say something else:\n{otherwise}"
    );
}

/// Plays a transcript. Adds refusals without their expected words to `otherwise`, so that one run
/// shows all changed sentences.
fn check(file: &Path, otherwise: &mut Vec<String>) {
    let text = fs::read_to_string(file).unwrap();
    let mut record = empty_record();
    let mut state = Value::Null;
    let mut refused: Option<String> = None;
    let mut decided = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let at = format!("{}:{}", file.display(), number + 1);
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        if let Some(said) = line.strip_prefix("  decided ") {
            decided.push(said.to_owned());
            continue;
        }
        if let Some(expectation) = line.strip_prefix("  ") {
            otherwise.extend(expect(expectation, &state, refused.as_deref(), &at));
            continue;
        }
        if line == "! open" {
            let error = record
                .open()
                .err()
                .unwrap_or_else(|| panic!("{at}: the match can be opened"));
            refused = Some(error.say(None));
            continue;
        }
        if let Some(entry) = line.strip_prefix("! ") {
            let mut tried = record.clone();
            tried.log.push(entry_of(entry, record.log.len(), &at));
            let Err(error @ RecordError::Entry { .. }) = play(&tried) else {
                panic!("{at}: it was not refused");
            };
            let cast = record.open().unwrap().cast().clone();
            refused = Some(error.say(Some(&cast)));
            continue;
        }
        if header(line, &mut record, &at) {
            continue;
        }
        refused = None;
        record.log.push(entry_of(line, record.log.len(), &at));
        state = match play(&record) {
            Ok(state) => state,
            Err(error) => {
                let cast = record.open().unwrap().cast().clone();
                panic!("{at}: {}", error.say(Some(&cast)));
            }
        };
    }
    if !decided.is_empty() {
        let views = record.views();
        let cast = record.open().unwrap().cast().clone();
        let facts = views.last().unwrap().decided(&views, &cast).into_iter();
        let found = facts.map(|fact| format!("{} {}", fact.entry, fact.said));
        assert_eq!(found.collect::<Vec<_>>(), decided, "{}", file.display());
    }
}

/// Replays the record so far and returns the state.
fn play(record: &Record) -> Result<Value, RecordError> {
    let mut state = Value::Null;
    match record.replay(|_, game| state = game.state()) {
        Ok(_) | Err(RecordError::Result { .. }) => Ok(state),
        Err(error) => Err(error),
    }
}

/// Compares an expectation with the state or the refusal. Returns a refusal that lacks the words.
fn expect(expectation: &str, state: &Value, refused: Option<&str>, at: &str) -> Option<String> {
    let expectation = expectation.trim();
    if let Some(words) = expectation
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        let sentence = refused.unwrap_or_else(|| panic!("{at}: nothing was refused"));
        let holds = sentence.to_lowercase().contains(&words.to_lowercase());
        return (!holds).then(|| format!("{at}: {words:?}: {sentence}"));
    }
    let (path, json) = expectation
        .split_once(" = ")
        .unwrap_or_else(|| panic!("{at}: PATH = JSON"));
    let expected: Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{at}: {e}"));
    let found = path.split('.').try_fold(state, |value, key| match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        _ => value.get(key),
    });
    assert_eq!(found, Some(&expected), "{at}: {path}");
    None
}
