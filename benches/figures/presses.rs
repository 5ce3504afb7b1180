//! A press of a button in the local Discord, over loopback: how long until it is answered, and
//! until the channel has the new board. One is a match of Dealer's. The other is a small bot with
//! discord.js, better-sqlite3 and sharp that stores each press and posts a picture of the same size
//! with as many avatars. It draws once at four times the size, as people do with Pillow, and once
//! with sharp alone.

use std::path::Path;
use std::process::{Command, Stdio};

use dealer::referee::{Core, Referee, WallClock};
use dealer::rehearsal::{Opening, Stage, world};
use dealer::store::{AccountId, Stakes, Store};
use games::GameId;

use super::baseline::{self, median, quantile};
use super::local::{Board, Local, connect};
use super::size;

const PRESSES: usize = 60;

/// How long answers and boards took, in milliseconds.
#[derive(Default)]
struct Took {
    answers: Vec<f64>,
    boards: Vec<f64>,
}

impl Took {
    fn say(&mut self, whose: &str) -> f64 {
        let board = median(&mut self.boards);
        println!(
            "  {whose}: {} presses: answered after {:.1} ms (99 %: {:.1}), the new board in the channel after {board:.1} ms (99 %: {:.1})",
            self.boards.len(),
            median(&mut self.answers),
            quantile(&mut self.answers, 0.99),
            quantile(&mut self.boards, 0.99)
        );
        board
    }
}

pub fn measure() {
    let runtime = baseline::runtime();
    let ours = runtime.block_on(ours()).say("ours");
    if size::is_quick() {
        return;
    }
    for (over, how) in [("4", "at fourfold supersampling"), ("1", "as sharp draws")] {
        if let Some(mut theirs) = runtime.block_on(theirs(over)) {
            let theirs = theirs.say(&format!("discord.js, better-sqlite3 and sharp, {how}"));
            println!("  ahead {:.1} times", theirs / ours);
        }
    }
}

/// Plays matches of Gridlock. The players press controls in turn.
async fn ours() -> Took {
    let presses = size::or(PRESSES, 3);
    let clock = WallClock::new();
    let world = world(clock.now()).unwrap();
    let stage = Stage::find(&world).unwrap();
    let file = baseline::folder("presses").join("dealer.db");
    let mut core = Core::new(Store::open(&file).unwrap(), 1);
    core.beat(clock.now()).unwrap();
    let (season, _) = stage.season(&mut core, clock.now()).unwrap().unwrap();
    let plan = (GameId::read("gridlock").unwrap(), Stakes::Nothing);
    let opened = stage.open_match(&mut core, season, plan, clock.now());
    let Opening::Opened(id) = opened.unwrap() else {
        panic!("a new world has a match to open");
    };
    let host = AccountId(stage.host.0);
    core.begin(id, host, true, clock.now()).unwrap();
    drop(core);
    let local = Local::new(world, clock.clone()).await;
    let referee = Referee::start(Store::open(&file).unwrap(), clock, 1);
    let bot = connect(local.sandbox.url(), referee, stage.bot_token.clone());
    let (took, last) = played(&local, stage.death_match, presses).await;
    assert!(
        took.boards.len() > presses / 6,
        "the match ended at once: {:?}",
        last.controls
    );
    bot.stop().await;
    local.sandbox.stop().await;
    took
}

/// A board-like picture 1000 pixels wide, drawn this many times as large, and a bot that posts it.
/// None if it can't run, which is printed.
async fn theirs(over: &str) -> Option<Took> {
    let clock = WallClock::new();
    let world = world(clock.now()).unwrap();
    let stage = Stage::find(&world).unwrap();
    let local = Local::new(world, clock).await;
    let folder = baseline::folder(&format!("discord-js-{over}"));
    let world = local.sandbox.world();
    let people: Vec<String> = world.users.keys().map(ToString::to_string).collect();
    drop(world);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/baselines/bot.cjs");
    let mut bot = Command::new("node")
        .arg(script)
        .args([
            local.sandbox.url(),
            stage.bot_token.clone(),
            stage.death_match.to_string(),
            folder.join("bot.db").display().to_string(),
            people.join(","),
            over.to_owned(),
        ])
        .stderr(Stdio::inherit())
        .spawn()
        .ok()?;
    // The bot stays up unless something is missing.
    while local.board(stage.death_match).is_none() {
        if !matches!(bot.try_wait(), Ok(None)) {
            println!("!! NO BASELINE: bot.cjs cannot run (benches/baselines/README.md)");
            return None;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let (took, _) = played(&local, stage.death_match, PRESSES).await;
    // The bot has nothing to save.
    let _ = bot.kill();
    let _ = bot.wait();
    local.sandbox.stop().await;
    Some(took)
}

/// Presses controls of the board until none is left, or this many times.
async fn played(local: &Local, channel: local_discord::Id, most: usize) -> (Took, Board) {
    let mut took = Took::default();
    let mut board = local.first_board(channel).await;
    while took.boards.len() < most
        && let Some(control) = board.playing()
    {
        let begun = local.clock.now();
        let at = std::time::Instant::now();
        let person = board.called[0];
        local.press(person, &board, control).await;
        took.answers.push(at.elapsed().as_secs_f64() * 1000.0);
        let next = local.next_board(channel, Some(board.id)).await;
        took.boards
            .push(next.made_ms.saturating_sub(begun.0) as f64);
        board = next;
    }
    (took, board)
}
