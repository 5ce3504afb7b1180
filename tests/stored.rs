//! What is stored reads as it was written: a post keeps its view and what happened for as long as
//! its match does. `tests/stored/GAME.view.json` is a view, and each line of
//! `tests/stored/happenings.jsonl` is something that happened.

use std::path::Path;

use dealer::games::{GameId, Happening, View};
use serde::{Serialize, de::DeserializeOwned};

fn stored(name: &str) -> String {
    let path = Path::new("tests/stored").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads it and writes it again: it is the same.
fn read<T: Serialize + DeserializeOwned>(written: &str) -> T {
    let read: T = serde_json::from_str(written).unwrap_or_else(|e| panic!("{e}: {written}"));
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
    read
}

#[test]
fn a_stored_view_of_each_game_reads_as_it_was_written() {
    for game in GameId::ALL {
        let view: View = read(stored(&format!("{}.view.json", game.word())).trim_end());
        assert_eq!(view.id(), *game);
    }
}

#[test]
fn what_is_stored_of_what_happened_reads_as_it_was_written() {
    let stored = stored("happenings.jsonl");
    let mut games: Vec<GameId> = Vec::new();
    for line in stored.lines() {
        if let Happening::OfGame(happening) = read(line) {
            games.push(happening.id());
        }
    }
    let told = |game: &GameId| games.contains(game);
    assert!(GameId::ALL.iter().all(told), "{games:?}");
    assert!(stored.lines().count() >= games.len() + 4);
}
