//! 1,000 live matches on fifty servers play at once, through the local Discord on the same machine:
//! how long until each press is answered, and until its channel has the new board.

use std::time::{Duration, Instant};

use dealer::referee::{Core, Referee, WallClock};
use dealer::store::Store;
use futures_util::future::join_all;

use super::baseline::{self, memory_mb, quantile};
use super::local::{Board, Local, connect};
use super::size;
use super::tables::{self, Table};

const SERVERS: usize = 50;
const MATCHES_EACH: usize = 20;
/// The longest time that people think, in seconds, if they don't all press at once.
const THINKING_S: f64 = 60.0;

/// One press, in milliseconds.
struct Press {
    answered: f64,
    board: f64,
}

pub fn measure() {
    let runtime = baseline::runtime();
    runtime.block_on(loaded());
}

async fn loaded() {
    let clock = WallClock::new();
    let (world, token, tables) =
        tables::world(&clock, size::or(SERVERS, 2), size::or(MATCHES_EACH, 2));
    let file = baseline::folder("load").join("dealer.db");
    let mut core = Core::new(Store::open(&file).unwrap(), 1);
    core.beat(clock.now()).unwrap();
    for table in &tables {
        table.begin(&mut core, clock.now());
    }
    drop(core);
    let local = Local::new(world, clock.clone()).await;
    let referee = Referee::start(Store::open(&file).unwrap(), clock, 1);
    let begun = Instant::now();
    let bot = connect(local.sandbox.url(), referee, token);
    let first = |table: &Table| local.first_board(table.channel);
    let boards = join_all(tables.iter().map(first)).await;
    println!(
        "  {} first boards in {:.1} s; {:.0} MB resident, local Discord included",
        boards.len(),
        begun.elapsed().as_secs_f64(),
        memory_mb().0
    );
    let thinking_s = size::or(THINKING_S, 1.0);
    let over_time = wave(&local, &tables, boards, thinking_s).await;
    say("pressed over a minute", over_time.1);
    let at_once = wave(&local, &tables, over_time.0, 1.0).await;
    say("pressed within a second", at_once.1);
    println!("  {:.0} MB resident", memory_mb().0);
    bot.stop().await;
    local.sandbox.stop().await;
}

fn say(what: &str, presses: Vec<Press>) {
    let mut answered: Vec<f64> = presses.iter().map(|press| press.answered).collect();
    let mut boards: Vec<f64> = presses.iter().map(|press| press.board).collect();
    println!(
        "  {} {what}: answered after {:.0} ms (99 %: {:.0}, at worst {:.0}); the new board after {:.0} ms (99 %: {:.0}, at worst {:.0})",
        presses.len(),
        quantile(&mut answered, 0.5),
        quantile(&mut answered, 0.99),
        quantile(&mut answered, 1.0),
        quantile(&mut boards, 0.5),
        quantile(&mut boards, 0.99),
        quantile(&mut boards, 1.0)
    );
}

/// In every match the person whose turn it is presses something within this many seconds. Gives the
/// boards that follow, and how long it took.
async fn wave(
    local: &Local,
    tables: &[Table],
    boards: Vec<Board>,
    within_s: f64,
) -> (Vec<Board>, Vec<Press>) {
    let turns = tables.iter().zip(boards).map(|(table, board)| async move {
        tokio::time::sleep(Duration::from_secs_f64(fastrand::f64() * within_s)).await;
        let control = board.playing().expect("nobody has won so soon").to_owned();
        let person = board.called.iter().find(|who| table.seats.contains(who));
        let (at, made) = (Instant::now(), local.clock.now());
        local
            .press(*person.expect("somebody is asked"), &board, &control)
            .await;
        let answered = at.elapsed().as_secs_f64() * 1000.0;
        let next = local.next_board(table.channel, Some(board.id)).await;
        let press = Press {
            answered,
            board: next.made_ms.saturating_sub(made.0) as f64,
        };
        (next, press)
    });
    join_all(turns).await.into_iter().unzip()
}
