//! An accepted action: checked, applied, and on the disk (WAL, `synchronous=FULL`) with its post,
//! deadline and answer. Measured alone, beside an appended 4 KiB and `fdatasync`. Then 1,000
//! matches act at once, beside one transaction per action in rusqlite and in Python's sqlite3.
//! Last, the time until 50 simultaneous actions are all on the disk.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use dealer::referee::{Core, Referee, WallClock};
use dealer::store::{AccountId, MatchId, ServerId, Store};
use games::{Seat, WallMs};
use rusqlite::{Connection, params};

use super::baseline::{self, median, ms, quantile};
use super::gridlock;
use super::size;

const MATCHES: usize = 1_000;
/// The seats' actions, in turn. They stay on tiles that nobody has left.
const MOVES: [(Seat, &str); 9] = [
    (Seat::Dmo, "choose horizontal"),
    (Seat::Ec, "choose second"),
    (Seat::Dmo, "left"),
    (Seat::Ec, "down"),
    (Seat::Dmo, "left"),
    (Seat::Ec, "down"),
    (Seat::Dmo, "left"),
    (Seat::Ec, "down"),
    (Seat::Dmo, "left"),
];
const HOST: AccountId = AccountId(99_999_999);

pub fn measure() {
    let runtime = baseline::runtime();
    runtime.block_on(acting());
}

async fn acting() {
    let folder = baseline::folder("actions");
    let file = folder.join("dealer.db");
    let mut core = Core::new(Store::open(&file).unwrap(), 1);
    let now = WallClock::new().now();
    core.beat(now).unwrap();
    let matches = size::or(MATCHES, 60);
    let ids: Vec<MatchId> = (0..matches as u64)
        .map(|index| begun(&mut core, index, now))
        .collect();
    drop(core);
    let referee = Referee::start(Store::open(&file).unwrap(), WallClock::new(), 1);
    for id in &ids {
        referee.write(shown(*id)).await.unwrap();
    }

    let (mut alone, mut disk, mut fifty, mut rates, mut single) =
        (vec![], vec![], vec![], vec![], vec![]);
    let mut python = Vec::new();
    for (turn, (seat, text)) in MOVES.into_iter().enumerate() {
        let take = |id: MatchId| act(referee.clone(), id, seat, text, turn);
        let (few, many) = ids.split_at(matches / 4);
        let (few, together_first) = few.split_at(matches / 5);
        for id in few {
            let begun = std::time::Instant::now();
            take(*id).await;
            alone.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
        disk.extend(synced(&folder.join("disk"), few.len()));
        fifty.push(together(together_first, take).await);
        rates.push(many.len() as f64 / together(many, take).await * 1000.0);
        single.push(transactions(&folder.join("single.db"), many.len()));
        if turn % 3 == 0
            && let Some(said) = baseline::run(
                "store.py",
                &[folder.join("python.db").display().to_string()],
            )
        {
            python.push(said["actions_a_second"].as_f64().unwrap());
        }
        // This isn't timed: the posts are made, and the clocks start.
        for id in &ids {
            referee.write(shown(*id)).await.unwrap();
        }
    }
    referee.stop().await;
    let (alone_ms, disk_ms) = (median(&mut alone), median(&mut disk));
    println!(
        "  alone: {alone_ms:.3} ms (99 %: {:.3}); 4 KiB and fdatasync: {disk_ms:.3} ms; rate of the disk's: {:.2}",
        quantile(&mut alone, 0.99),
        disk_ms / alone_ms
    );
    println!(
        "  {} at once: on the disk after {:.1} ms, at worst {:.1}",
        matches / 4 - matches / 5,
        median(&mut fifty),
        quantile(&mut fifty, 1.0)
    );
    let (rate, single) = (median(&mut rates), median(&mut single));
    println!(
        "  {} of {matches} matches at once: {rate:.0} a second; rusqlite, a transaction each: {single:.0}; ahead {:.1} times",
        matches - matches / 4,
        rate / single
    );
    if !python.is_empty() {
        let python = median(&mut python);
        println!(
            "  Python's sqlite3: {python:.0} a second; ahead {:.1} times",
            rate / python
        );
    }
}

/// A match of Gridlock that has begun.
fn begun(core: &mut Core, index: u64, now: WallMs) -> MatchId {
    let accounts = std::array::from_fn(|place| Some(account(index, place as u64)));
    let new = gridlock::opening(ServerId(1), 1_000_000 + index, HOST, accounts);
    let id = core.open_match(new, now).unwrap();
    core.begin(id, HOST, true, now).unwrap();
    id
}

fn account(index: u64, place: u64) -> AccountId {
    AccountId(index * 10 + place)
}

/// Records that the open prompt was posted.
fn shown(id: MatchId) -> impl FnOnce(&mut Core, WallMs) + Send + 'static {
    move |core, now| {
        let open = core
            .table(id)
            .unwrap()
            .and_then(|table| table.play.open_prompt());
        if let Some(prompt) = open {
            core.shown(id, prompt, now, now).unwrap();
        }
    }
}

async fn act(referee: Referee, id: MatchId, seat: Seat, text: &'static str, turn: usize) {
    let place = match seat {
        Seat::Dmo => 0,
        Seat::Ec => 1,
    };
    let acted = referee.run(move |core, now| {
        let account = account(id.0 as u64 - 1, place);
        // Like Discord's ids, later ones are higher.
        let interaction = turn as u64 * 10 * MATCHES as u64 + id.0 as u64;
        let act = gridlock::act(id, account, text.to_owned(), Some(interaction), now);
        core.act(&act, now)
    });
    acted.await.unwrap().unwrap();
}

/// The time until all of them are answered, in milliseconds.
async fn together<F: Future<Output = ()> + Send + 'static>(
    ids: &[MatchId],
    take: impl Fn(MatchId) -> F,
) -> f64 {
    let ready = Arc::new(tokio::sync::Barrier::new(ids.len() + 1));
    let tasks: Vec<_> = ids
        .iter()
        .map(|id| {
            let (ready, taking) = (ready.clone(), take(*id));
            tokio::spawn(async move {
                ready.wait().await;
                taking.await;
            })
        })
        .collect();
    ready.wait().await;
    let begun = std::time::Instant::now();
    for task in tasks {
        task.await.unwrap();
    }
    begun.elapsed().as_secs_f64() * 1000.0
}

/// How long the disk takes to store 4 KiB, several times, in milliseconds.
fn synced(path: &Path, times: usize) -> Vec<f64> {
    let mut file = File::options()
        .create(true)
        .append(true)
        .open(path)
        .unwrap();
    let block = [7; 4096];
    let mut once = || {
        file.write_all(&block).unwrap();
        file.sync_data().unwrap();
    };
    (0..times).map(|_| ms(&mut once)).collect()
}

/// How many transactions of three rows rusqlite makes in a second, written in the simplest way.
fn transactions(path: &Path, count: usize) -> f64 {
    let mut db = Connection::open(path).unwrap();
    db.pragma_update(None, "journal_mode", "WAL").unwrap();
    db.pragma_update(None, "synchronous", "FULL").unwrap();
    db.execute_batch(
        "CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, match INTEGER, body TEXT);
         CREATE TABLE IF NOT EXISTS posts (id INTEGER PRIMARY KEY, match INTEGER, body TEXT);
         CREATE TABLE IF NOT EXISTS dues (match INTEGER PRIMARY KEY, at INTEGER);",
    )
    .unwrap();
    let (act, post) = ("a".repeat(90), "p".repeat(1_500));
    let taken = ms(|| {
        for id in 0..count as i64 {
            let tx = db.transaction().unwrap();
            for (sql, body) in [
                ("INSERT INTO log (match, body) VALUES (?, ?)", &act),
                ("INSERT INTO posts (match, body) VALUES (?, ?)", &post),
            ] {
                tx.prepare_cached(sql)
                    .unwrap()
                    .execute(params![id, body])
                    .unwrap();
            }
            tx.prepare_cached("INSERT OR REPLACE INTO dues (match, at) VALUES (?, ?)")
                .unwrap()
                .execute([id, id])
                .unwrap();
            tx.commit().unwrap();
        }
    });
    count as f64 / taken * 1000.0
}
