//! A start after a minute's absence, with 10,000 open matches and 1,000,000 journal entries: how
//! long until the first match can be shown and played, how long until every match has its time
//! back, and the memory. Beside it, all journals are read.

use std::path::Path;
use std::time::{Duration, Instant};

use dealer::referee::{Core, Referee, WallClock};
use dealer::store::{AccountId, ChannelId, MatchId, MatchRow, ServerId, Store, StoreError};
use games::WallMs;

use super::baseline::{self, median, memory_mb, ms};
use super::gridlock;
use super::size;

const MATCHES: u64 = 10_000;
const ENTRIES: usize = 100;
const HOST: AccountId = AccountId(99_999_999);
const SPREAD_MS: u64 = 60_000;

pub fn measure() {
    let file = baseline::folder("start").join("dealer.db");
    fill(&file, matches(), size::or(ENTRIES, 10));
    let (mut ready, mut all, mut memory, mut idle, mut reading) =
        (vec![], vec![], vec![], vec![], vec![]);
    for _ in 0..size::or(3, 1) {
        away(&file);
        let output = baseline::alone(&["start", &file.display().to_string()])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<f64> = said
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        for (values, number) in [&mut ready, &mut idle, &mut all, &mut memory]
            .into_iter()
            .zip(numbers)
        {
            values.push(number);
        }
        reading.push(ms(|| read_all(&file)));
    }
    println!(
        "  ready after {:.0} ms with {:.0} MB resident; reading all journals: {:.0} ms",
        median(&mut ready),
        median(&mut idle),
        median(&mut reading)
    );
    println!(
        "  the outage given back in all matches after {:.0} ms, beside acting; {:.0} MB resident then",
        median(&mut all),
        median(&mut memory)
    );
}

fn matches() -> u64 {
    size::or(MATCHES, 50)
}

/// In its own process: starts the referee, looks at a match and acts in it. Prints when that was
/// done and the memory then, when all matches had their time back, and the memory at the end.
pub fn alone(file: &str) {
    let runtime = baseline::runtime();
    runtime.block_on(async {
        let begun = Instant::now();
        let since = || begun.elapsed().as_secs_f64() * 1000.0;
        let store = Store::open(Path::new(file)).unwrap();
        let referee = Referee::start(store, WallClock::new(), 1);
        // The connection greets, and only now the absence is known.
        referee.liveness.prove(0, referee.clock.now());
        let acted = referee.run(|core, now| {
            let text = "hide D3".to_owned();
            let act = gridlock::act(
                MatchId(matches() as i64 / 2),
                AccountId(1002),
                text,
                None,
                now,
            );
            core.act(&act, now)
        });
        acted.await.unwrap().unwrap();
        print!("{} {} ", since(), memory_mb().0);
        while referee
            .write(|core, _| core.give_back_some())
            .await
            .unwrap()
            .unwrap()
            > 0
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        println!("{} {}", since(), memory_mb().0);
        referee.stop().await;
    });
}

/// How many matches one transaction writes.
const AT_ONCE: u64 = 1_000;

/// A database with this many open matches and journal entries each, as they were left an hour ago.
/// Their times for choices end one after another within [`SPREAD_MS`].
pub fn fill(file: &Path, matches: u64, entries: usize) {
    let now = WallClock::new().now();
    let opened = now - 3_600_000;
    let mut core = Core::new(Store::open(file).unwrap(), 1);
    core.beat(opened).unwrap();
    let accounts = std::array::from_fn(|place| Some(AccountId(1000 + place as u64)));
    let new = gridlock::opening(ServerId(1), 1, HOST, accounts);
    let first = core.open_match(new, opened).unwrap();
    for entry in 0..entries as u64 {
        // Even the longest journal then lies within the last hour.
        let at = opened + entry * 300;
        let text = format!(
            "hide {}{}",
            ["A", "B", "D", "E"][entry as usize % 4],
            1 + entry % 5
        );
        let act = gridlock::act(first, AccountId(1002 + entry % 3), text, None, at);
        core.act(&act, at).unwrap();
    }
    let due = core.table(first).unwrap().unwrap().play.next_due();
    let due = due.map_or_else(WallMs::default, |(at, _)| at);
    let mut store = core.into_store();
    let copied = store.read(|tx| {
        let row = tx.match_row(first)?.expect("it was just opened");
        Ok::<_, StoreError>((row, tx.people(first)?, tx.journal(first)?))
    });
    let (row, people, journal) = copied.unwrap();
    for from in (2..=matches).step_by(AT_ONCE as usize) {
        let written = store.write(|tx| {
            for number in from..(from + AT_ONCE).min(matches + 1) {
                let copy = MatchRow {
                    channel: ChannelId(number),
                    ..row.clone()
                };
                let id = tx.add_match(copy, &people)?.id;
                assert_eq!(id.0 as u64, number);
                for entry in &journal {
                    tx.append(id, entry.at_ms, entry.match_ms, &entry.event)?;
                }
                tx.set_due(id, Some(due + number * SPREAD_MS / matches))?;
            }
            Ok::<_, StoreError>(())
        });
        written.unwrap();
    }
}

/// Pretends that the process was away for a minute.
fn away(file: &Path) {
    let at_ms = WallClock::new().now() - 60_000;
    let mut store = Store::open(file).unwrap();
    store.write(|tx| tx.beat(at_ms)).unwrap();
}

/// Reads every entry of every journal.
fn read_all(file: &Path) -> usize {
    let store = Store::open(file).unwrap();
    let read = store.read(|tx| {
        let journals = tx.open_matches(None)?.into_iter();
        let counts = journals.map(|id| tx.journal(id).map(|journal| journal.len()));
        counts.sum::<Result<usize, StoreError>>()
    });
    read.unwrap()
}
