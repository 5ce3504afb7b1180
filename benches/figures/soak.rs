//! Computer players play 200 matches for an hour through the local Discord, with Dealer in its own
//! process: its memory, how late it judges deadlines, and how the database grows. `SOAK_MINUTES`
//! sets another duration.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use dealer::referee::{Core, Referee, Viewer, WallClock};
use dealer::store::{MatchId, Store, StoreError};
use local_discord::Id;
use matches::{Event, Stage};
use serde_json::{Value, json};

use super::baseline::{self, memory_mb, quantile};
use super::local::{Local, connect};
use super::size;
use super::tables::{self, Table};

const SERVERS: usize = 10;
const MATCHES_EACH: usize = 20;
/// How many times to report during the run.
const SAYS: u32 = 12;
/// In one of this many turns the player lets the time run out.
const DAWDLES: u32 = 20;
/// The longest time that a player thinks, in seconds. The clocks leave more.
const THINKING_S: f64 = 15.0;
const TIMES: [(&str, u32); 3] = [("base_choose_s", 20), ("base_move_s", 20), ("reserve_s", 5)];

pub fn measure() {
    let minutes = std::env::var("SOAK_MINUTES").ok();
    let minutes: f64 = minutes.map_or(size::or(60.0, 0.1), |text| text.parse().unwrap());
    let mut people = baseline::alone(&["soak-people"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut heard = BufReader::new(people.stdout.take().unwrap());
    heard.read_line(&mut said).unwrap();
    let house: Value = serde_json::from_str(&said).unwrap();
    baseline::runtime().block_on(watched(&house, minutes * 60.0));
    // The players' process ends when its input closes.
    drop(people.stdin.take());
    people.wait().unwrap();
}

/// What is known of a table's match.
struct Seen {
    table: Table,
    id: MatchId,
    /// When a player's time would have run out.
    deadlines: Vec<u64>,
}

/// The outcome of finished matches.
#[derive(Default)]
struct Counted {
    matches: usize,
    actions: usize,
    outages: usize,
    /// How long after each deadline it was judged, in milliseconds.
    late_ms: Vec<f64>,
}

async fn watched(house: &Value, seconds: f64) {
    let text = |key: &str| house[key].as_str().unwrap().to_owned();
    let file = baseline::folder("soak").join("dealer.db");
    let clock = WallClock::new();
    let mut core = Core::new(Store::open(&file).unwrap(), 1);
    core.beat(clock.now_ms()).unwrap();
    let mut seen: Vec<Seen> = tables_of(house)
        .map(|table| Seen {
            table,
            id: table.begin(&mut core, &TIMES, clock.now_ms()),
            deadlines: Vec::new(),
        })
        .collect();
    drop(core);
    let referee = Referee::start(Store::open(&file).unwrap(), clock, 1);
    let bot = connect(text("url"), referee.clone(), text("token"));
    println!(
        "  minute  resident MB  matches over  actions  times up  late ms: median  99 %  worst  outages  database KB an action"
    );
    let begun = Instant::now();
    let mut counted = Counted::default();
    let mut all_actions = 0;
    let says = size::or(SAYS, 2);
    for row in 1..=says {
        let until = seconds * f64::from(row) / f64::from(says);
        while begun.elapsed().as_secs_f64() < until {
            tokio::time::sleep(Duration::from_millis(500)).await;
            (seen, counted) = referee
                .run(move |core, now| looked(core, seen, counted, now))
                .await
                .unwrap()
                .unwrap();
        }
        all_actions += counted.actions;
        say(begun, &mut counted, &file, all_actions);
        counted = Counted::default();
    }
    bot.stop().await;
}

fn say(begun: Instant, counted: &mut Counted, file: &Path, all_actions: usize) {
    let late = &mut counted.late_ms;
    let bytes: u64 = ["", "-wal"]
        .iter()
        .map(|end| std::fs::metadata(format!("{}{end}", file.display())))
        .map(|found| found.map_or(0, |found| found.len()))
        .sum();
    println!(
        "  {:6.1}  {:11.1}  {:12}  {:7}  {:8}  {:15.0}  {:4.0}  {:5.0}  {:7}  {:21.2}",
        begun.elapsed().as_secs_f64() / 60.0,
        memory_mb().0,
        counted.matches,
        counted.actions,
        late.len(),
        quantile(late, 0.5),
        quantile(late, 0.99),
        quantile(late, 1.0),
        counted.outages,
        bytes as f64 / 1024.0 / all_actions.max(1) as f64
    );
}

/// Records running deadlines, counts finished matches, and begins others in their place.
fn looked(
    core: &mut Core,
    mut seen: Vec<Seen>,
    mut counted: Counted,
    now: u64,
) -> Result<(Vec<Seen>, Counted), StoreError> {
    for at in &mut seen {
        let Some(look) = core.look(at.id, Viewer::Public)? else {
            continue;
        };
        let running = look.status.deadline_ms;
        for deadline in [running.dmo, running.ec].into_iter().flatten() {
            if !at.deadlines.contains(&deadline) {
                at.deadlines.push(deadline);
            }
        }
        if look.status.stage != Stage::Over {
            continue;
        }
        for entry in core.store().read(|tx| tx.journal(at.id))? {
            match entry.event {
                Event::Act { .. } => counted.actions += 1,
                Event::Outage { .. } => counted.outages += 1,
                Event::TimeUp { .. } => {
                    let passed = at.deadlines.iter().filter(|due| **due <= entry.at_ms);
                    let late = passed.max().map(|due| (entry.at_ms - due) as f64);
                    counted.late_ms.extend(late);
                }
                _ => {}
            }
        }
        counted.matches += 1;
        at.deadlines.clear();
        at.id = at.table.begin(core, &TIMES, now);
    }
    Ok((seen, counted))
}

/// In its own process: the local Discord, and players who press until the input closes.
pub fn people() {
    let runtime = baseline::runtime();
    runtime.block_on(async {
        let clock = WallClock::new();
        let (world, token, tables) =
            tables::world(&clock, size::or(SERVERS, 1), size::or(MATCHES_EACH, 2));
        let local: &Local = Box::leak(Box::new(Local::new(world, clock).await));
        let ids = |table: &Table| [table.guild, table.channel, table.seats[0], table.seats[1]];
        let listed: Vec<[Id; 4]> = tables.iter().map(ids).collect();
        let house = json!({ "url": local.sandbox.url(), "token": token, "tables": listed });
        println!("{house}");
        for table in tables {
            tokio::spawn(press(local, table));
        }
        tokio::spawn(async {
            loop {
                // Drop pictures that nobody looks at any more.
                tokio::time::sleep(Duration::from_secs(10)).await;
                local.sandbox.world().blobs.clear();
            }
        });
        let end = tokio::task::spawn_blocking(|| std::io::stdin().lines().count());
        // The number of lines doesn't matter.
        let _ = end.await;
    });
    std::process::exit(0);
}

fn tables_of(house: &Value) -> impl Iterator<Item = Table> {
    let listed: Vec<[Id; 4]> = serde_json::from_value(house["tables"].clone()).unwrap();
    listed.into_iter().map(|[guild, channel, dmo, ec]| Table {
        guild,
        channel,
        seats: [dmo, ec],
    })
}

/// Presses a control on each new board of a table, sometimes too late.
async fn press(local: &Local, table: Table) {
    let thinking_s = size::or(THINKING_S, 1.0);
    let mut pressed: BTreeMap<Id, u32> = BTreeMap::new();
    loop {
        tokio::time::sleep(Duration::from_secs_f64(fastrand::f64() * thinking_s)).await;
        let Some(board) = local.board(table.channel) else {
            continue;
        };
        let person = board.called.iter().find(|who| table.seats.contains(who));
        let (Some(person), Some(control)) = (person, board.playing(fastrand::usize(..8))) else {
            continue;
        };
        let times = pressed.entry(board.id).or_default();
        *times += 1;
        if *times == 1 && fastrand::u32(..DAWDLES) > 0 {
            local.press(*person, &board, control).await;
        }
        while pressed.len() > 2 {
            pressed.pop_first();
        }
    }
}
