//! How the cost of an accepted action grows with the number of open matches and the length of the
//! journal: in a match that isn't in memory yet, and in one that is.

use dealer::referee::{Core, WallClock};
use dealer::store::{AccountId, MatchId, Store};

use super::baseline::{self, median, ms};
use super::gridlock;
use super::size;
use super::start::fill;

/// Open matches, and entries in each journal.
const SIZES: &[(u64, usize)] = &[
    (10, 1),
    (1_000, 1),
    (10_000, 1),
    (100_000, 1),
    (10, 10),
    (10, 100),
    (10, 1_000),
    (10, 10_000),
];
const QUICK_SIZES: &[(u64, usize)] = &[(10, 1), (20, 10)];
const ACTS: u64 = 200;

pub fn measure() {
    println!("  matches  entries  first action in a match, ms  next ones, ms");
    for (matches, entries) in size::or(SIZES, QUICK_SIZES) {
        let (mut first, mut next) = acted(*matches, *entries);
        println!(
            "  {matches:>7}  {entries:>7}  {:>27.3}  {:>13.3}",
            median(&mut first),
            median(&mut next)
        );
    }
}

/// How long first and later actions took in a store of this size, in milliseconds. No scheduler
/// reads journals at the same time.
fn acted(matches: u64, entries: usize) -> (Vec<f64>, Vec<f64>) {
    let file = baseline::folder("growth").join("dealer.db");
    fill(&file, matches, entries);
    let mut core = Core::new(Store::open(&file).unwrap(), 1);
    let now = WallClock::new().now();
    let (mut first, mut next) = (Vec::new(), Vec::new());
    for id in 1..=matches.min(10) {
        let id = MatchId((id * (matches / matches.min(10))) as i64);
        for number in 0..size::or(ACTS, 20) / 10 {
            let text = format!("hide {}3", ["A", "B", "D", "E"][number as usize % 4]);
            let act = gridlock::act(id, AccountId(1002), text, None, now + number);
            let took = ms(|| core.act(&act, now + number).unwrap());
            match number {
                0 => first.push(took),
                _ => next.push(took),
            }
        }
    }
    (first, next)
}
