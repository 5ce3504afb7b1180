//! `dealer opponent` over standard input and output.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::{dealer, folder};

/// A record of a match of this game that goes on.
fn open(game: &str, options: Value, log: &[(&str, &str)]) -> Value {
    let entries = log.iter().enumerate();
    let entry = |(index, (by, act)): (usize, &(&str, &str))| json!({ "seq": index + 1, "at_ms": 0, "by": by, "act": act });
    json!({
        "format": "dealer-record/1",
        "game": game,
        "options": options,
        "cast": [{ "name": "Zac", "role": "player" }, { "name": "Tiac", "role": "player" }],
        "seats": { "dmo": "Tiac", "ec": "Zac" },
        "garnets": {},
        "log": entries.map(entry).collect::<Vec<_>>(),
        "result": null,
    })
}

/// Hands `lines` in; gives the exit code and each line of the answer.
fn answers(folder: &Path, typed: &str, lines: &[String]) -> (i32, Vec<Value>) {
    let mut command = dealer(folder, &format!("opponent {typed}"));
    let mut running = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    input
        .write_all((lines.join("\n") + "\n").as_bytes())
        .unwrap();
    drop(input);
    let done = running.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
    let out = String::from_utf8(done.stdout).unwrap();
    let read = out.lines().map(|line| serde_json::from_str(line).unwrap());
    (done.status.code().unwrap(), read.collect())
}

#[test]
fn a_computer_answers_each_record_with_its_moves() {
    let folder = folder("opponent");
    let played = [("dmo", "choose second"), ("ec", "play 4")];
    let tiles = json!({ "tiles": 5 });
    let following = open("black_and_white", tiles.clone(), &played);
    let resigned = [("dmo", "choose second"), ("ec", "resign")];
    let mut over = open("black_and_white", tiles, &resigned);
    over["result"] = json!({ "winner": "dmo", "reason": "resign" });
    let bids = open("crossfire", json!({ "chips": 70 }), &[]);
    let one_bids = open("crossfire", json!({}), &[("ec", "bid 3")]);
    let lines = [following, over, bids, one_bids].map(|record| record.to_string());
    let quick = "--playouts 300 --seed 5";
    let (code, answered) = answers(&folder, quick, &lines);
    assert_eq!((code, answered.len()), (0, 4));
    assert_eq!(answered, answers(&folder, quick, &lines).1);
    let seats = |answer: &Value| -> Vec<String> {
        let moves = answer["moves"].as_array().unwrap().iter();
        moves
            .map(|one| one["seat"].as_str().unwrap().to_owned())
            .collect()
    };
    let expected: [&[&str]; 4] = [&["dmo"], &[], &["dmo", "ec"], &["dmo"]];
    for (line, (answer, expected)) in (1..).zip(answered.iter().zip(expected)) {
        assert_eq!(answer["line"], line);
        assert_eq!(seats(answer), expected);
        for one in answer["moves"].as_array().unwrap() {
            let policy = one["policy"].as_object().unwrap();
            let sum: f64 = policy.values().map(|likely| likely.as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-6 && policy.len() <= 51, "{one}");
            assert!(one["act"].is_string());
        }
    }

    // A line that can't be read doesn't stop the others.
    let wrong = open("black_and_white", json!({}), &[("dmo", "play 3")]).to_string();
    let lines = [wrong, "{".to_owned(), lines[0].clone()];
    let (code, answered) = answers(&folder, quick, &lines);
    assert_eq!((code, answered.len()), (1, 3));
    assert!(
        answered[0]["error"]
            .as_str()
            .unwrap()
            .starts_with("seq 1: ")
    );
    assert!(answered[1]["error"].is_string());
    assert_eq!(
        (&answered[2]["line"], seats(&answered[2]).len()),
        (&json!(3), 1)
    );

    // Levels differ in how long they think.
    let easy = answers(&folder, "--level easy --seed 5", &lines[2..]);
    assert_eq!(easy.0, 0);
    assert_eq!(easy.1[0]["moves"], answered[2]["moves"]);
}
