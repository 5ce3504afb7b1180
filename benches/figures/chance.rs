//! Random play of each game by its rules: no clock, no store, no picture.

use std::time::{Duration, Instant};

use dealer::games::GameId;
use dealer::matches::selfplay;

const EACH: Duration = Duration::from_secs(2);

pub fn measure() {
    println!("  game            games a second   actions a second");
    for game in GameId::ALL.iter().copied() {
        let begun = Instant::now();
        let (mut games, mut actions) = (0u64, 0);
        while begun.elapsed() < EACH {
            actions += selfplay::play(game, games).log.len();
            games += 1;
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "  {:14} {:15.0} {:18.0}",
            game.word(),
            games as f64 / seconds,
            actions as f64 / seconds
        );
    }
}
