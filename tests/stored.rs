//! What is stored reads as it was written: a post keeps its view and what happened for as long as
//! its match does. `tests/stored/GAME.view.json` is a view, each line of `happenings.jsonl` is
//! something that happened, of `lines.jsonl` a line of a post, of `posts.jsonl` a post with whom it
//! is for: one of each kind at least.

use std::path::Path;

use std::fmt::Debug;

use dealer::games::{GameId, Happening, View};
use dealer::referee::{Letter, Line, Post};
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

/// The kinds of something: serde names them to who asks for another.
fn kinds<T: DeserializeOwned + Debug>() -> Vec<String> {
    let none = serde_json::from_str::<T>("\"none\"").unwrap_err();
    let none = none.to_string();
    let (_, known) = none.split_once("expected one of").unwrap();
    let known = known.split('`').skip(1).step_by(2);
    known.map(str::to_owned).collect()
}

#[test]
fn every_kind_of_line_reads_as_it_was_written() {
    let lines = stored("lines.jsonl");
    for line in lines.lines() {
        read::<Line>(line);
    }
    for kind in kinds::<Line>() {
        let begins = [format!("\"{kind}\""), format!("{{\"{kind}\":")];
        let is_it = |line: &str| begins.iter().any(|begin| line.starts_with(begin));
        assert!(lines.lines().any(is_it), "no example of {kind}");
    }
}

#[test]
fn every_kind_of_post_reads_as_it_was_written() {
    let posts = stored("posts.jsonl");
    for post in posts.lines() {
        read::<Letter>(post);
    }
    for kind in kinds::<Post>() {
        let parts = [
            format!("\"post\":\"{kind}\""),
            format!("\"post\":{{\"{kind}\":"),
        ];
        let is_it = |post: &str| parts.iter().any(|part| post.contains(part));
        assert!(posts.lines().any(is_it), "no example of {kind}");
    }
}
