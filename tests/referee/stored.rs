//! What is stored of posts stays as it is: one example for each kind of line and of post is read
//! and written as the same text. Posts of an earlier Dealer are read by a later one.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use dealer::referee::{Letter, Line, Post};

const LINES: &str = include_str!("stored/lines.txt");
const POSTS: &str = include_str!("stored/posts.txt");

/// Every example is read, and written as it was.
fn same<T: DeserializeOwned + Serialize + Debug>(examples: &str) {
    for text in examples.lines() {
        let read: T = serde_json::from_str(text).unwrap_or_else(|wrong| panic!("{wrong}: {text}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}

/// The kinds that there are: serde names them where one is none of them.
fn kinds<T: DeserializeOwned + Debug>() -> Vec<String> {
    let wrong = serde_json::from_str::<T>("\"none\"")
        .unwrap_err()
        .to_string();
    let (_, known) = wrong.split_once("expected one of").unwrap();
    let known = known.split('`').skip(1).step_by(2);
    known.map(str::to_owned).collect()
}

#[test]
fn every_kind_of_line_is_read_and_written_as_it_was() {
    same::<Line>(LINES);
    for kind in kinds::<Line>() {
        let begins = [format!("\"{kind}\""), format!("{{\"{kind}\":")];
        let is_it = |line: &str| begins.iter().any(|begin| line.starts_with(begin));
        assert!(LINES.lines().any(is_it), "no example of {kind}");
    }
}

#[test]
fn every_kind_of_post_is_read_and_written_as_it_was() {
    same::<Letter>(POSTS);
    for kind in kinds::<Post>() {
        let of_it = [
            format!("\"post\":\"{kind}\""),
            format!("\"post\":{{\"{kind}\":"),
        ];
        let is_it = |line: &str| of_it.iter().any(|part| line.contains(part));
        assert!(POSTS.lines().any(is_it), "no example of {kind}");
    }
}

#[test]
fn zz_generate() {
    use dealer::games::{Audience, GameId};
    use dealer::matches::selfplay;
    let mut text = POSTS.to_owned();
    let mut views = Vec::new();
    for id in GameId::ALL {
        let record = selfplay::play(*id, 3);
        let mut view = None;
        let half = record.log.len() as u64 / 2;
        record
            .replay(|seq, game| {
                if seq == half.clamp(1, 30) {
                    view = Some(game.view(Audience::Public));
                }
            })
            .unwrap();
        views.push(serde_json::to_string(&view.unwrap()).unwrap());
    }
    views.sort_by_key(String::len);
    let shortest = views[0].clone();
    let card = text.lines().next().unwrap().to_owned();
    let more: Vec<String> = views[1..]
        .iter()
        .map(|view| card.replace("VIEW", view))
        .collect();
    let record = {
        let mut record = (0..40)
            .map(|seed| selfplay::play(GameId::Gridlock, seed))
            .min_by_key(|record| record.log.len())
            .unwrap();
        record.log.truncate(4);
        serde_json::to_string(&record).unwrap()
    };
    let ask = r#"{"seat":"dmo","ask":"bid","control":{"Number":{"verb":"bid","least":0,"most":9}},"offers":[{"act":"bid 0","label":"0"}],"base_ms":60000,"reserve_ms":300000,"overtime_s":10,"late":false,"loses":false}"#;
    text = text
        .replace("VIEW", &shortest)
        .replace("ASK", ask)
        .replace("RECORD", &record);
    let text = format!("{}\n{}\n", text.trim_end(), more.join("\n"));
    std::fs::write("tests/referee/stored/posts.txt", text).unwrap();
}
