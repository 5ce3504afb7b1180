//! The real process is killed again and again while computer players play through the local
//! Discord: nothing is lost or doubled. `KILLS` in the environment sets how often. It is also
//! stopped for a while: that costs nobody time.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dealer::referee::{Core, Letter, Post};
use dealer::rehearsal::{Autoplay, Company, Opening, Stage, world};
use dealer::store::{AccountId, MatchId, OutboxRow, Store, StoreError};
use games::{Dice, GameId, Seat, WallMs};
use local_discord::{Sandbox, SandboxConfig};
use matches::{Event, Stage as MatchStage};
use serde_json::json;

/// How often to kill it by default.
const KILLS: u64 = 6;
/// The games in order. Those come first in which nobody has to prepare anything.
const GAMES: [&str; 5] = [
    "crossfire",
    "short_circuit",
    "roundabout",
    "invitational",
    "gridlock",
];
/// How long the last process may take until nothing is pending.
const PATIENCE: Duration = Duration::from_secs(600);

struct Killed {
    folder: PathBuf,
    sandbox: Sandbox,
    stage: Stage,
    dice: Dice,
    matches: Vec<MatchId>,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_loses_and_doubles_nothing() {
    let kills = std::env::var("KILLS").ok();
    let kills = kills.and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let mut house = Killed::open("killed").await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let company = Company {
        autoplay: Autoplay::Everybody,
        stage: house.stage.clone(),
        referee: None,
        url: house.sandbox.url(),
        pause: Duration::from_millis(40),
        game: None,
    };
    let playing = tokio::spawn(company.play(async {
        let _ = stopped.await;
    }));
    for _ in 0..kills {
        house.next_match();
        let mut process = house.start();
        // Long enough that people press again what nobody received.
        let ms = house.dice.between(500, 10_000);
        tokio::time::sleep(Duration::from_millis(ms.into())).await;
        process.kill().unwrap();
        process.wait().unwrap();
        house.check();
    }
    stop.send(()).unwrap();
    playing.await.unwrap();
    house.settle().await;
    house.check();
    let posts = house.posts_in_order();
    println!(
        "{kills} kills, {} matches, {posts} posts in the channel",
        house.matches.len()
    );
    house.sandbox.stop().await;
}

/// How long the process is stopped: longer than Discord waits for an answer, but shorter than it
/// keeps a silent connection.
const STOPPED: Duration = Duration::from_secs(5);

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_process_costs_nobody_time_and_hears_presses_later() {
    let mut house = Killed::open("stopped").await;
    house.next_match();
    let id = house.matches[0];
    let accounts = {
        let mut core = house.core();
        core.begin(id, AccountId(house.stage.host.0), true, now())
            .unwrap();
        let table = core.table(id).unwrap().unwrap();
        Seat::BOTH.map(|seat| {
            let who = table.row.setup.cast.seated(seat).unwrap();
            table.person(who).unwrap().account
        })
    };
    let mut process = house.start();
    let signal = |name: &str| {
        let pid = process.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status();
        assert!(sent.unwrap().success());
    };
    house.until(|house| !house.posts().is_empty()).await;
    let bid = async |account: AccountId| {
        let url = format!("{}/local/as/{account}/commands", house.sandbox.url());
        let channel = house.stage.death_match;
        let body = json!({ "channel_id": channel, "name": "act", "options": { "text": "bid 1" } });
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = client.post(url).json(&body).send().await.unwrap();
        answer.json::<serde_json::Value>().await.unwrap()
    };
    // A busy machine may need more than the three seconds for which Discord waits.
    let waits = |ms| house.sandbox.world().limits.first_answer_ms = ms;
    let usual = house.sandbox.world().limits.first_answer_ms;
    waits(PATIENCE.as_millis() as u64);
    let answered = bid(accounts[0]).await;
    assert_eq!(answered["message"]["ephemeral"], true, "{answered}");
    waits(usual);
    signal("-STOP");
    let stopped_ms = now();
    let failed = bid(accounts[1]).await;
    assert_eq!(failed["kind"], "failed", "{failed}");
    tokio::time::sleep(STOPPED.saturating_sub(Duration::from_millis(now().since(stopped_ms))))
        .await;
    let goes_on_ms = now();
    signal("-CONT");
    // Both bids are revealed once they are in. That the time is given back is a post too.
    house.until(|house| house.says("bid 1, ")).await;
    process.kill().unwrap();
    process.wait().unwrap();
    let core = house.core();
    let journal = core.store().read(|tx| tx.journal(id)).unwrap();
    let acts = journal.iter().filter_map(|entry| match entry.event {
        Event::Act { made_at_ms, .. } => Some(made_at_ms),
        _ => None,
    });
    let heard = acts.filter(|made_ms| (stopped_ms..goes_on_ms).contains(made_ms));
    assert_eq!(heard.count(), 1, "{journal:?}");
    let outages = journal.iter().filter_map(|entry| match entry.event {
        Event::Outage { from_ms, to_ms } => Some((from_ms, to_ms)),
        _ => None,
    });
    // On a busy machine, the system stops and resumes a process a moment after the signal.
    let given = outages
        .filter(|(from_ms, to_ms)| *from_ms <= stopped_ms + 1_000 && *to_ms + 1_000 >= goes_on_ms);
    assert_eq!(given.count(), 1, "{journal:?}");
    house.sandbox.stop().await;
}

fn now() -> WallMs {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    WallMs(now.unwrap().as_millis() as u64)
}

impl Killed {
    async fn open(name: &str) -> Killed {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let world = world(now()).unwrap();
        let stage = Stage::find(&world).unwrap();
        let sandbox = local_discord::start(SandboxConfig {
            listen: "127.0.0.1:0".parse().unwrap(),
            world,
            save_to: None,
            clock: Arc::new(|| now().0),
            forward: None,
        });
        let sandbox = sandbox.await.unwrap();
        std::fs::write(folder.join("dealer.toml"), "database = 'killed.db'").unwrap();
        Killed {
            folder,
            sandbox,
            stage,
            dice: Dice::new(5),
            matches: Vec::new(),
        }
    }

    /// The database while no process uses it. Another process that is just starting may hold its
    /// lock until it runs.
    fn core(&self) -> Core {
        loop {
            match Store::open(&self.folder.join("killed.db")) {
                Err(StoreError::InUse(_)) => std::thread::sleep(Duration::from_millis(20)),
                opened => return Core::new(opened.unwrap(), 1),
            }
        }
    }

    /// Opens a match if none is open.
    fn next_match(&mut self) {
        let mut core = self.core();
        let (season, _) = self.stage.season(&mut core, now()).unwrap().unwrap();
        let game = GameId::read(GAMES[self.matches.len() % GAMES.len()]).unwrap();
        let opened = self.stage.open_match(
            &mut core,
            season,
            (game, dealer::store::Stakes::Nothing),
            now(),
        );
        if let Opening::Opened(id) = opened.unwrap() {
            self.matches.push(id);
        }
    }

    fn start(&self) -> Child {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.join("log"))
            .unwrap();
        Command::new(env!("CARGO_BIN_EXE_dealer"))
            .arg("run")
            .current_dir(&self.folder)
            .env("DISCORD_TOKEN", &self.stage.bot_token)
            .env("DEALER_LOCAL_DISCORD", self.sandbox.url())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap()
    }

    /// Waits until something holds of the world.
    async fn until(&self, holds: impl Fn(&Killed) -> bool) {
        let waits = async {
            while !holds(self) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waits).await.unwrap();
    }

    /// Checks what must hold whenever the process has just died.
    fn check(&self) {
        let mut core = self.core();
        for id in &self.matches {
            let table = core.table(*id).unwrap().unwrap();
            assert_eq!(table.row.id, *id);
            core.record(*id)
                .unwrap()
                .unwrap()
                .replay(|_, _| {})
                .unwrap();
        }
        let posts = self.posts();
        let mut pictures = BTreeSet::new();
        for (message, files) in &posts {
            for file in files.iter().filter(|file| file.starts_with("board-")) {
                assert!(
                    pictures.insert(file.clone()),
                    "{file} was posted twice ({message})"
                );
            }
        }
        let standing: BTreeSet<u64> = posts.iter().map(|(message, _)| *message).collect();
        for row in self.sent(&mut core) {
            let message = row.sent.unwrap().message;
            assert!(
                standing.contains(&message.0),
                "post {} is not there",
                row.id.0
            );
        }
    }

    /// The bot's own posts in the matches' channel: message and files.
    fn posts(&self) -> Vec<(u64, Vec<String>)> {
        let world = self.sandbox.world();
        let channel = &world.channels[&self.stage.death_match];
        let own = channel.messages.values().filter(|message| {
            let by_bot = world.users[&message.author].application.is_some();
            by_bot && message.answers.is_none() && message.ephemeral_to.is_none()
        });
        own.map(|message| {
            let files = message.attachments.iter().map(|file| file.filename.clone());
            (message.id.0, files.collect())
        })
        .collect()
    }

    /// Whether these words are in a public message of the matches' channel.
    fn says(&self, words: &str) -> bool {
        let world = self.sandbox.world();
        let mut messages = world.channels[&self.stage.death_match].messages.values();
        messages.any(|message| message.ephemeral_to.is_none() && message.content.contains(words))
    }

    fn sent(&self, core: &mut Core) -> Vec<OutboxRow> {
        let queue = self.stage.death_match.0;
        let posts = |id: &MatchId| core.store().read(|tx| tx.posts_since(*id, WallMs(0)));
        let mut posts: Vec<_> = self
            .matches
            .iter()
            .flat_map(|id| posts(id).unwrap())
            .collect();
        posts.retain(|row| row.queue == queue && row.sent.is_some());
        posts
    }

    /// Lets the last process run until nothing is pending and every open prompt is shown.
    async fn settle(&self) {
        let begun = std::time::Instant::now();
        // A busy machine takes longer until anything happens.
        for seconds in [4, 4, 4, 8, 16, 32, 64]
            .into_iter()
            .chain(std::iter::repeat(128))
        {
            let mut process = self.start();
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            process.kill().unwrap();
            process.wait().unwrap();
            let core = self.core();
            let waiting = core.store().read(|tx| tx.busy_queues()).unwrap();
            let shown = self.matches.iter().all(|id| {
                let play = &core.table(*id).unwrap().unwrap().play;
                play.stage() != MatchStage::Live || play.is_shown() || play.paused.is_some()
            });
            if waiting.is_empty() && shown {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "still pending: {waiting:?}");
        }
    }

    /// Checks that every post of the channel exists once, in order, and without other messages
    /// between. Gives how many there are.
    fn posts_in_order(&self) -> usize {
        let mut core = self.core();
        let sent: Vec<u64> = self
            .sent(&mut core)
            .iter()
            .map(|row| row.sent.unwrap().message.0)
            .collect();
        let standing: Vec<u64> = self.posts().iter().map(|(message, _)| *message).collect();
        assert_eq!(sent, standing);
        for id in &self.matches {
            let table = core.table(*id).unwrap().unwrap();
            let (open, live) = (table.play.open_prompt(), table.play.stage());
            if live != MatchStage::Live || table.play.paused.is_some() {
                continue;
            }
            let rows = self.sent(&mut core);
            let shows = rows.iter().filter(|row| {
                let letter: Letter = serde_json::from_str(&row.body).unwrap();
                row.match_id == *id
                    && matches!(letter.post, Post::Prompt { prompt, .. } if Some(prompt) == open)
            });
            assert!(
                shows.count() >= 1,
                "the open prompt of match {id} is not posted"
            );
        }
        sent.len()
    }
}
