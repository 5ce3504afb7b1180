//! A replay as an animation: 100 turns of Roundabout from random play, drawn and encoded. Beside
//! it, Pillow makes a GIF of the same size whose faces move on each turn. Times are processor
//! times.

use games::tokens::Faces;
use games::{AnyGame, Audience, GameId};
use matches::selfplay;

use super::baseline::{self, cpu_ms, median};
use super::size;

const TURNS: usize = 100;
const ROUNDS: usize = 3;

pub fn measure() {
    let turns = size::or(TURNS, 5);
    let roundabout = GameId::read("roundabout").unwrap();
    let mut records = (0..).map(|seed| selfplay::play(roundabout, seed));
    // Some of the records reach the end.
    let record = records.find(|record| record.log.len() >= TURNS).unwrap();
    let mut boards = Vec::new();
    let board = |_, game: &AnyGame| boards.push(game.view(Audience::Public));
    let game = record.replay(board).unwrap();
    boards.truncate(turns);
    let mut bytes = 0;
    let mut animate = || {
        let gif = games::animate(&boards, game.cast(), &Faces::new(), usize::MAX);
        bytes = gif.unwrap().len();
    };
    let svg = baseline::folder("animation").join("scene.svg");
    let scene = ["870", "6", "8", "19", "-", &svg.display().to_string()];
    let words: Vec<String> = scene
        .iter()
        .map(|word| word.to_string())
        .chain([turns.to_string()])
        .collect();
    let mut ours = vec![cpu_ms(&mut animate)];
    let pillow = baseline::run("animation.py", &words);
    for _ in 1..size::or(ROUNDS, 1) {
        ours.push(cpu_ms(&mut animate));
    }
    let ours = median(&mut ours);
    println!(
        "{turns} turns of Roundabout: {ours:.0} ms, {} KB",
        bytes / 1000
    );
    if let Some(said) = pillow {
        let number = |key: &str| said[key].as_f64().unwrap_or(f64::NAN);
        println!(
            "by Pillow: {:.0} ms, {:.0} KB; {:.1} times ahead, {:.2} of its bytes",
            number("ms"),
            number("bytes") / 1000.0,
            number("ms") / ours,
            bytes as f64 / number("bytes"),
        );
    }
}
