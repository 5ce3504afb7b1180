//! The records in `docs/rules/examples` replay, and have the states beside them after each entry.

#![allow(clippy::disallowed_methods, reason = "the examples are files")]

use std::fs;
use std::path::{Path, PathBuf};

use matches::record::Record;
use serde_json::{Value, json};

#[test]
fn every_example_replays_to_its_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/examples");
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|is| is == "json"));
    assert_eq!(files.len(), 5);
    for file in files {
        let record = Record::read(&fs::read_to_string(&file).unwrap()).unwrap();
        let states = fs::read_to_string(file.with_extension("states.jsonl")).unwrap();
        let mut states = states.lines().map(|line| {
            let state: Value = serde_json::from_str(line).unwrap();
            state
        });
        let replayed = record.replay(|seq, game| {
            let state = json!({ "seq": seq, "state": game.state() });
            assert_eq!(states.next(), Some(state), "{}", file.display());
        });
        replayed.unwrap();
        assert_eq!(states.next(), None, "{}", file.display());
    }
}
