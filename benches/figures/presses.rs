//! A press of a button in the local Discord, over loopback: until it is answered, and until the channel has the new board; one match, played to its end.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::baseline::{median, quantile};

#[path = "../../tests/live/house.rs"]
#[allow(dead_code)]
mod house;
use house::{House, Person, controls};

const CHANNEL: &str = "death-match";
const MOST: usize = 60;

pub fn measure() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let (mut answers, mut boards) = runtime.block_on(played());
    println!(
        "  {} presses: answered after {:.1} ms, the new board in the channel after {:.1} ms (99 %: {:.1})",
        boards.len(),
        median(&mut answers),
        median(&mut boards),
        quantile(&mut boards, 0.99)
    );
}

/// Plays the match that stands ready, each player pressing the first control in turn; how long each answer and each board took, in milliseconds.
async fn played() -> (Vec<f64>, Vec<f64>) {
    let mut house = House::new("figures-presses").await;
    let host = house.person("Vesper").await;
    let asked = host.command(CHANNEL, "match begin", json!({})).await;
    host.press(&asked["message"], "Begin without them").await;
    let (dmo, ec) = (house.person("Teo").await, house.person("Mika").await);
    let (mut answers, mut boards) = (Vec::new(), Vec::new());
    let mut board = newest(&dmo).await;
    let mut turn = 0;
    while let Some(control) = playing(&board)
        && boards.len() < MOST
    {
        let begun = Instant::now();
        let since = || begun.elapsed().as_secs_f64() * 1000.0;
        let mut taken = false;
        // Whose turn it is next the game says: who is not asked is refused at once, and nothing is posted.
        for person in [[&dmo, &ec], [&ec, &dmo]][turn % 2] {
            let pressed = Instant::now();
            let (_, outcome) = person.try_press(&board, &control, json!([])).await;
            if outcome["kind"] == "deferred"
                || !outcome["message"]["content"]
                    .as_str()
                    .unwrap_or_default()
                    .contains("not yours")
            {
                answers.push(pressed.elapsed().as_secs_f64() * 1000.0);
                taken = true;
                break;
            }
        }
        assert!(taken, "nobody may press {control}");
        let before = board["id"].clone();
        let next = loop {
            let next = newest(&dmo).await;
            if next["id"] != before {
                break next;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "no board follows {board}"
            );
            tokio::time::sleep(Duration::from_millis(1)).await;
        };
        boards.push(since());
        board = next;
        turn += 1;
    }
    house.close().await;
    (answers, boards)
}

/// The newest message of the channel with a picture.
async fn newest(who: &Person<'_>) -> Value {
    let waited = Instant::now();
    loop {
        let messages = who.messages(CHANNEL).await;
        let board = messages.into_iter().rev().find(|message| {
            message["attachments"]
                .as_array()
                .is_some_and(|files| !files.is_empty())
        });
        if let Some(board) = board {
            return board;
        }
        assert!(waited.elapsed() < Duration::from_secs(20), "no board");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A control of a board with which one plays.
fn playing(board: &Value) -> Option<String> {
    let words = [
        "first",
        "second",
        "horizontal",
        "vertical",
        "left",
        "right",
        "up",
        "down",
    ];
    let mut controls = controls(board).into_iter();
    controls
        .find(|(label, _)| words.iter().any(|word| label.to_lowercase().contains(word)))
        .map(|(_, id)| id)
}
