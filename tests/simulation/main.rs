//! Many servers with matches of all games in virtual time, while everything possible goes wrong.
//! Each run follows from one seed, which is printed on failure. `SEEDS=10000 FROM=0 cargo test
//! --release --test simulation -- --ignored --nocapture` runs more; `GAME=main_match` only those of
//! one game.

mod checks;
mod discord;
#[path = "../main_matches/mod.rs"]
mod main_matches;
mod people;
mod process;
mod rulings;
mod season;
#[path = "../sensible/mod.rs"]
mod sensible;
mod trouble;
mod truth;
mod world;

use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use checks::{Ran, run, run_main_match, run_season};
use main_matches::PLAYED;
use world::{Counts, Plant};

const SEEDS: u64 = 1_000;
/// A planted fault must be found within this many seeds.
const PATIENCE: u64 = 100;

/// The totals of many runs.
#[derive(Default)]
struct Sum {
    steps: u64,
    deeds: u64,
    counts: Counts,
    failed: Vec<(u64, String)>,
}

/// Runs seeds on all processors.
fn run_many(from: u64, seeds: u64, plant: Plant, until_found: bool) -> Sum {
    let (next, sum) = (AtomicU64::new(from), Mutex::new(Sum::default()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= from + seeds {
                        return;
                    }
                    let ran = catch_unwind(|| run(seed, plant)).unwrap_or_else(|_| Ran {
                        steps: 0,
                        deeds: 0,
                        counts: Counts::new(),
                        hash: 0,
                        result: Err("it panicked".to_owned()),
                    });
                    let mut sum = sum.lock().unwrap();
                    sum.steps += ran.steps;
                    sum.deeds += ran.deeds;
                    for (what, count) in ran.counts {
                        *sum.counts.entry(what).or_default() += count;
                    }
                    if let Err(what) = ran.result {
                        sum.failed.push((seed, what));
                        if until_found || sum.failed.len() > 10 {
                            next.store(u64::MAX / 2, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    sum.into_inner().unwrap()
}

fn all_is_well(from: u64, seeds: u64) {
    let sum = run_many(from, seeds, Plant::Nothing, false);
    let (steps, deeds) = (sum.steps, sum.deeds);
    println!("{seeds} seeds, {steps} steps, in {deeds} of which something reached somebody");
    for (what, count) in &sum.counts {
        println!("{count:>9} {what}");
    }
    for (seed, what) in &sum.failed {
        println!("seed {seed}: {what}");
    }
    assert!(sum.failed.is_empty(), "{} seeds failed", sum.failed.len());
}

#[test]
fn nothing_is_lost_doubled_or_late() {
    all_is_well(0, SEEDS);
}

#[test]
#[ignore = "as many seeds as the environment says"]
fn nothing_is_lost_doubled_or_late_in_many_runs() {
    all_is_well(
        number("FROM").unwrap_or(0),
        number("SEEDS").unwrap_or(5_000),
    );
}

#[test]
#[ignore = "a season of three weeks: some two million steps, a minute of a release build"]
fn a_season_of_three_weeks_is_played() {
    let seed = number("FROM").unwrap_or(0);
    let ran = run_season(seed);
    println!(
        "{} steps, in {} of which something reached somebody",
        ran.steps, ran.deeds
    );
    for (what, count) in &ran.counts {
        println!("{count:>9} {what}");
    }
    assert!(ran.result.is_ok(), "seed {seed}: {:?}", ran.result);
}

#[test]
fn main_matches_are_played_to_their_end_by_as_many_people() {
    for (seed, played) in (0..).zip(&PLAYED) {
        let ran = run_main_match(seed, played);
        assert!(ran.result.is_ok(), "{}: {:?}", played.answers, ran.result);
        // If too few would be left, it is the host who decides, and these hosts never do.
        let is_planned = !played.rounds.starts_with("until");
        assert!(!is_planned || ran.counts.contains_key("everything over"));
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
fn a_seed_runs_the_same_every_time() {
    for seed in 0..40 {
        let (one, other) = (run(seed, Plant::Nothing), run(seed, Plant::Nothing));
        assert_eq!(
            (one.hash, one.steps),
            (other.hash, other.steps),
            "seed {seed}"
        );
    }
}

#[test]
fn planted_faults_are_found() {
    for plant in [
        Plant::NoIds,
        Plant::ByArrival,
        Plant::NoLooking,
        Plant::ToldFirst,
        Plant::NoProof,
        Plant::NoCredit,
        Plant::LedgerStays,
    ] {
        let sum = run_many(0, PATIENCE, plant, true);
        let (seed, what) = sum
            .failed
            .first()
            .unwrap_or_else(|| panic!("{plant:?} is not found"));
        println!("{plant:?}: seed {seed}: {what}");
    }
}
