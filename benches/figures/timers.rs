//! 100,000 deadlines fall due within a minute while two threads draw pictures. How late does Dealer
//! judge them, after the deadline and after the first chance to judge, and how much memory does it
//! use? Beside it, as many asyncio tasks sleep. One run has a connection with constant events, as
//! with so many matches; the other has a connection that is silent until asked.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dealer::discord::DrawPool;
use dealer::referee::{Referee, WallClock};
use dealer::store::{Store, StoreError};
use games::tokens::Faces;
use games::{Audience, GameId};
use matches::selfplay;

use super::baseline::{self, median, memory_mb, quantile};
use super::size;
use super::start::fill;

const PENDING: u64 = 100_000;
const SPREAD_MS: u64 = 60_000;
const LASTS: Duration = Duration::from_secs(8);
/// How often something comes over a busy connection.
const EVENTS_MS: u64 = 20;
/// How long after a sign of life nothing is judged (`src/referee/watch.rs`).
const SETTLE_MS: u64 = 500;

pub fn measure() {
    for connection in ["busy", "silent"] {
        let file = baseline::folder("timers").join("dealer.db");
        let due = fill(&file, pending(), 1, SPREAD_MS).to_string();
        let output = baseline::alone(&["timers", &file.display().to_string(), &due, connection])
            .output()
            .unwrap();
        println!("  over a {connection} connection:");
        print!("{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{output:?}");
    }
    if let Some(said) = baseline::run("timers.py", &[]) {
        println!(
            "  asyncio: 99 % within {:.0} ms, at worst {:.0}; {:.0} MB more",
            said["late_99_ms"], said["late_worst_ms"], said["mb"]
        );
    }
}

fn pending() -> u64 {
    size::or(PENDING, 1_000)
}

/// In its own process: the referee over that database, shortly before the first deadline.
pub fn alone(file: &str, due_ms: u64, connection: &str) {
    let runtime = baseline::runtime();
    let before = memory_mb().0;
    let drawing = Arc::new(AtomicBool::new(true));
    let is_busy = connection == "busy";
    runtime.block_on(async {
        let clock = WallClock::new();
        clock.advance((due_ms - 500).saturating_sub(clock.now_ms()));
        // The process was up until now, so nothing is given back.
        let later = clock.now_ms() + 3_600_000;
        let mut store = Store::open(Path::new(file)).unwrap();
        store.write(|tx| tx.beat(later)).unwrap();
        let referee = Referee::start(store, clock.clone(), 1);
        let signs = Arc::new(Mutex::new(Vec::new()));
        tokio::spawn({
            let (referee, signs) = (referee.clone(), signs.clone());
            async move {
                // Signs of life: when the gateway has just greeted, whenever it is asked, or all
                // the time.
                loop {
                    let now = referee.clock.now_ms();
                    signs.lock().unwrap().push(now);
                    referee.liveness.prove(0, now);
                    if is_busy {
                        tokio::time::sleep(Duration::from_millis(EVENTS_MS)).await;
                    } else {
                        referee.liveness.wanted().await;
                    }
                }
            }
        });
        tokio::time::sleep(Duration::from_millis(300)).await;
        let pending = memory_mb().0;
        let draw_pool = DrawPool::default();
        for seed in 0..2 {
            let (draw_pool, drawing) = (draw_pool.clone(), drawing.clone());
            let record = selfplay::play(GameId::read("gridlock").unwrap(), seed);
            let mut game = record.open().unwrap();
            record.replay(|_, now| game = now.clone()).unwrap();
            let game = Arc::new(game);
            tokio::spawn(async move {
                while drawing.load(Ordering::Relaxed) {
                    let game = game.clone();
                    let draw =
                        move || games::draw(&game.view(Audience::All), game.cast(), &Faces::new());
                    draw_pool.draw(draw).await.unwrap();
                }
            });
        }
        tokio::time::sleep(size::or(LASTS, Duration::from_secs(3))).await;
        drawing.store(false, Ordering::Relaxed);
        referee.stop().await;
        let judged = judged(Path::new(file), due_ms);
        let signs = signs.lock().unwrap();
        let (mut after_due, mut after_settling) = (Vec::new(), Vec::new());
        for (due, at_ms) in judged {
            let sign = signs.iter().find(|sign| **sign >= due).unwrap();
            after_due.push((at_ms - due) as f64);
            after_settling.push(at_ms as f64 - (sign + SETTLE_MS) as f64);
        }
        println!(
            "  {} fired of {}; {:.0} MB more for what is pending",
            after_due.len(),
            self::pending(),
            pending - before
        );
        for (since, late) in [
            ("they were due", &mut after_due),
            (
                "the sign of life that followed had settled",
                &mut after_settling,
            ),
        ] {
            println!(
                "  after {since}: median {:.0} ms, 99 % within {:.0}, at worst {:.0}",
                median(late),
                quantile(late, 0.99),
                quantile(late, 1.0)
            );
        }
    });
}

/// When each expired deadline was due, and when it was judged.
fn judged(file: &Path, due_ms: u64) -> Vec<(u64, u64)> {
    let mut store = Store::open(file).unwrap();
    let judged = store.read(|tx| {
        let mut judged = Vec::new();
        for id in tx.open_matches(None)? {
            // Earlier entries are an hour old.
            let judged_here = tx.journal(id)?.into_iter();
            let judged_here = judged_here.filter(|entry| entry.at_ms >= due_ms);
            let number = id.0 as u64;
            let after_ms = match number {
                1 => 0,
                number => number * SPREAD_MS / pending(),
            };
            judged.extend(judged_here.map(|entry| (due_ms + after_ms, entry.at_ms)));
        }
        Ok::<_, StoreError>(judged)
    });
    judged.unwrap()
}
