//! A start with 10,000 open matches and 1,000,000 journal entries after a minute's absence: until the first match can be looked at and acted in, until
//! the outage has been given back in all of them, and the memory; beside reading all journals.

use std::path::Path;
use std::time::{Duration, Instant};

use dealer::referee::{Core, Referee, WallClock};
use dealer::store::{MatchId, Store};
use rusqlite::Connection;

use super::baseline::{self, median, memory_mb, ms};
use super::gridlock;

const MATCHES: i64 = 10_000;
const ENTRIES: usize = 100;
const HOST: u64 = 99_999_999;

pub fn measure() {
    let file = baseline::folder("start").join("dealer.db");
    fill(&file, MATCHES, ENTRIES, 60_000);
    let (mut ready, mut all, mut memory, mut idle, mut reading) =
        (vec![], vec![], vec![], vec![], vec![]);
    for _ in 0..3 {
        away(&file);
        let this = std::env::current_exe().unwrap();
        let output = std::process::Command::new(this)
            .args(["alone", "start", &file.display().to_string()])
            .output()
            .unwrap();
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

/// In a process of its own: starts the referee, looks at a match and acts in it; prints when that was done and the memory then, when the outage was given
/// back everywhere, and the memory at the end.
pub fn alone(file: &str) {
    let runtime = baseline::runtime();
    runtime.block_on(async {
        let begun = Instant::now();
        let since = || begun.elapsed().as_secs_f64() * 1000.0;
        let store = Store::open(Path::new(file)).unwrap();
        let referee = Referee::start(store, WallClock::new(), 1);
        // The connection greets: only now the absence is known.
        referee.life.prove(0, referee.clock.now_ms());
        let acted = referee.run(|core, now| {
            let text = "hide D3".to_owned();
            let act = gridlock::act(MatchId(MATCHES / 2), 1002, text, None, now);
            core.act(&act, now)
        });
        acted.await.unwrap().unwrap();
        print!("{} {} ", since(), memory_mb().0);
        while referee
            .read(|core, _| core.give_back_some())
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

/// A database with so many open matches, each with so long a journal, as they were left an hour ago. Their preparation ends one after another within
/// `spread_ms`. Gives the wall time at which that begins.
pub fn fill(file: &Path, matches: i64, entries: usize, spread_ms: i64) -> u64 {
    let now = WallClock::new().now_ms();
    let opened = now - 3_600_000;
    let mut core = Core::new(Store::open(file).unwrap(), 1);
    core.beat(opened).unwrap();
    let accounts = std::array::from_fn(|place| Some(1000 + place as u64));
    let new = gridlock::opening(1, 1, HOST, accounts);
    let first = core.open_match(new, opened).unwrap();
    for entry in 0..entries as u64 {
        // So that the longest journal, too, is of the hour before now.
        let at = opened + entry * 300;
        let text = format!(
            "hide {}{}",
            ["A", "B", "D", "E"][entry as usize % 4],
            1 + entry % 5
        );
        let act = gridlock::act(first, 1002 + entry % 3, text, None, at);
        core.act(&act, at).unwrap();
    }
    let first = core.table(first).unwrap().unwrap();
    let due = first.play.next_due().map_or(0, |(at, _)| at as i64);
    drop(core);
    let db = Connection::open(file).unwrap();
    db.execute_batch(&format!(
        "PRAGMA synchronous = OFF;
         BEGIN;
         CREATE TEMP TABLE numbers AS WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {matches}) SELECT i FROM n;
         INSERT INTO matches (id, guild, channel, season, host, setup, opened_at_ms, positions)
             SELECT i, guild, i, season, host, setup, opened_at_ms, positions FROM numbers, matches WHERE id = 1;
         INSERT INTO people SELECT i, position, account, bound, way FROM numbers, people WHERE match = 1;
         INSERT INTO journal (match, at_ms, match_ms, event) SELECT i, at_ms, match_ms, event FROM numbers, journal WHERE match = 1 ORDER BY i, journal.id;
         INSERT INTO deadlines SELECT i, {due} + i * {spread_ms} / {matches} FROM numbers;
         DELETE FROM outbox;
         COMMIT;"
    ))
    .unwrap();
    due as u64
}

/// As if the process had been away for a minute.
fn away(file: &Path) {
    let db = Connection::open(file).unwrap();
    db.execute(
        "UPDATE heartbeat SET at_ms = ?",
        [WallClock::new().now_ms() as i64 - 60_000],
    )
    .unwrap();
}

/// Reads every entry of every journal as JSON.
fn read_all(file: &Path) -> usize {
    let db = Connection::open(file).unwrap();
    let mut found = db
        .prepare("SELECT event FROM journal ORDER BY match, id")
        .unwrap();
    let mut rows = found.query([]).unwrap();
    let mut count = 0;
    while let Some(row) = rows.next().unwrap() {
        let event: serde_json::Value =
            serde_json::from_str(row.get_ref(0).unwrap().as_str().unwrap()).unwrap();
        count += usize::from(event.is_object());
    }
    count
}
