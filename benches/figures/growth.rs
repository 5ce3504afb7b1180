//! How the cost of an accepted action grows with the number of open matches and with the length of the journal: in a match that is looked at for the first
//! time, and in one that is at hand.

use dealer::referee::{Referee, WallClock};
use dealer::store::{MatchId, Store};

use super::baseline::{self, median};
use super::gridlock;
use super::start::fill;

/// Open matches, and entries of each journal.
const SIZES: [(i64, usize); 8] = [
    (10, 1),
    (1_000, 1),
    (10_000, 1),
    (100_000, 1),
    (10, 10),
    (10, 100),
    (10, 1_000),
    (10, 10_000),
];
const ACTS: u64 = 200;

pub fn measure() {
    let runtime = baseline::runtime();
    println!("  matches  entries  first action in a match, ms  next ones, ms");
    for (matches, entries) in SIZES {
        let (mut first, mut next) = runtime.block_on(acted(matches, entries));
        println!(
            "  {matches:>7}  {entries:>7}  {:>27.3}  {:>13.3}",
            median(&mut first),
            median(&mut next)
        );
    }
}

/// How long first and next actions took in a store of that size, in milliseconds.
async fn acted(matches: i64, entries: usize) -> (Vec<f64>, Vec<f64>) {
    let file = baseline::folder("growth").join("dealer.db");
    fill(&file, matches, entries, 60_000);
    let open = || Referee::start(Store::open(&file).unwrap(), WallClock::new(), 1);
    let referee = open();
    // What the start has to do is not what is measured.
    while referee
        .read(|core, _| core.give_back_some())
        .await
        .unwrap()
        .unwrap()
        > 0
    {}
    // That has looked at the journals: another referee has none of them at hand.
    referee.stop().await;
    let referee = open();
    let (mut first, mut next) = (Vec::new(), Vec::new());
    for id in 1..=matches.min(10) {
        // Spread over all of them, so that they are not the ones which the start has looked at last.
        let id = MatchId(id * (matches / matches.min(10)));
        for number in 0..ACTS / 10 {
            let begun = std::time::Instant::now();
            hide(&referee, id, number).await;
            let took = begun.elapsed().as_secs_f64() * 1000.0;
            match number {
                0 => first.push(took),
                _ => next.push(took),
            }
        }
    }
    referee.stop().await;
    (first, next)
}

async fn hide(referee: &Referee, match_id: MatchId, number: u64) {
    let acted = referee.run(move |core, now| {
        let text = format!("hide {}3", ["A", "B", "D", "E"][number as usize % 4]);
        let act = gridlock::act(match_id, 1002, text, None, now);
        core.act(&act, now)
    });
    acted.await.unwrap().unwrap();
}
