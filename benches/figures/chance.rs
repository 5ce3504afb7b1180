//! Random play of each game by its rules: no clock, no store, no picture; beside the plain readings of the rules in Python.

use std::time::{Duration, Instant};

use dealer::games::GameId;
use dealer::matches::selfplay;

use super::baseline::{self, median};
use super::size;

const ROUNDS: usize = 3;
const EACH: Duration = Duration::from_secs(2);

pub fn measure() {
    println!("  game            games a second   actions a second   in Python   times ahead");
    for game in GameId::ALL.iter().copied() {
        let (mut games, mut ours, mut python) = (vec![], vec![], vec![]);
        for round in 0..size::or(ROUNDS, 1) {
            let (played, actions) = played(game, round as u64 * 1_000_000);
            games.push(played);
            ours.push(actions);
            let reading = format!("readings/{}.py", game.word());
            let words = ["play".to_owned(), EACH.as_secs().to_string()];
            if let Some(said) = baseline::run(&reading, &words) {
                let number = |key: &str| said[key].as_f64().unwrap();
                python.push(number("actions") / number("seconds"));
            }
        }
        let (games, ours) = (median(&mut games), median(&mut ours));
        print!("  {:14} {games:15.0} {ours:18.0}", game.word());
        match python.is_empty() {
            true => println!(),
            false => {
                let python = median(&mut python);
                println!(" {python:11.0} {:13.1}", ours / python);
            }
        }
    }
}

/// Games and actions a second, of the matches from a seed on. Their records are not put together, which the readings do not do either.
fn played(game: GameId, seed: u64) -> (f64, f64) {
    let begun = Instant::now();
    let (mut games, mut actions) = (0u64, 0);
    while begun.elapsed() < size::or(EACH, Duration::from_millis(50)) {
        actions += selfplay::through(game, seed + games).log.len();
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    (games as f64 / seconds, actions as f64 / seconds)
}
