//! A whole rehearsal between computer players over HTTP and WebSocket. It is stopped in the middle
//! and resumed.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use dealer::referee::{Referee, WallClock};
use dealer::rehearsal::{Autoplay, Rehearsal, RehearsalError, Settings};
use dealer::store::{MatchId, StoreError};
use games::{GameId, Reason, Seat};
use local_discord::Sandbox;
use local_discord::world::{Limits, World};
use matches::Stage;
use matches::record::Record;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

const FIRST: MatchId = MatchId(1);
/// A rehearsal that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(300);

fn settings(name: &str) -> Settings {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    Settings {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: folder.join("local-discord.db"),
        world: folder.join("local-discord.json"),
        game: None,
        autoplay: Some(Autoplay::Everybody),
        pause: Duration::from_millis(60),
        limits: Limits::default(),
        bot: true,
        fresh: false,
        welcomes: false,
        backups: None,
    }
}

/// Runs a rehearsal until `done` finds something, and stops it as its user would. Gives what `done`
/// found.
fn hold<T>(
    settings: &Settings,
    met: Option<&Limited>,
    mut done: impl AsyncFnMut(&Referee, &str) -> Option<T>,
) -> T {
    let runtime = Runtime::new().unwrap();
    let found = runtime.block_on(async {
        let rehearsal = start(settings).await;
        let referee = rehearsal.referee().unwrap().clone();
        let url = rehearsal.url();
        if let Some(met) = met {
            met.watch(rehearsal.sandbox());
        }
        let (stop, stopped) = oneshot::channel::<()>();
        let running = rehearsal.run(async { drop(stopped.await) });
        let watching = async {
            loop {
                if let Some(found) = done(&referee, &url).await {
                    drop(stop);
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let both = async { tokio::join!(running, watching) };
        let Ok((ended, found)) = tokio::time::timeout(PATIENCE, both).await else {
            panic!("the rehearsal hangs: {}", open_matches(&referee).await);
        };
        ended.unwrap();
        found
    });
    runtime.shutdown_timeout(Duration::from_secs(5));
    found
}

/// The last user of the database may still be leaving.
async fn start(settings: &Settings) -> Rehearsal {
    loop {
        match Rehearsal::start(settings.clone(), WallClock::new()).await {
            Err(RehearsalError::Store(StoreError::InUse(_))) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            started => return started.unwrap(),
        }
    }
}

/// How the open matches stand, for a rehearsal that hangs.
async fn open_matches(referee: &Referee) -> String {
    let read = referee.read(|core, _| {
        let open = core.store().read(|tx| tx.open_matches(None)).unwrap();
        let described = open.into_iter().map(|id| {
            let table = core.table(id).unwrap().unwrap();
            let record = core.record(id).unwrap().unwrap();
            let last = &record.log[record.log.len().saturating_sub(10)..];
            format!("{:?}, {:?}, {last:?}", table.play.stage(), table.play.ready)
        });
        described.collect()
    });
    read.await.unwrap()
}

/// A match so far, and whether it is live or over.
async fn record(referee: &Referee, id: MatchId) -> Option<(Record, Stage)> {
    let read = referee.read(move |core, _| {
        let record = core.record(id).unwrap()?;
        Some((record, core.table(id).unwrap()?.play.stage()))
    });
    read.await.unwrap()
}

/// Everything that the program has logged, at every level.
static LOGGED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGGED.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Otherwise all deadlines would be further away after a restart.
#[test]
fn a_clock_that_was_put_forward_stays_there() {
    let settings = Settings {
        autoplay: None,
        ..settings("rehearsal-forward")
    };
    hold(&settings, None, async |_, _| Some(()));
    let mut world = World::load(&settings.world).unwrap();
    let tomorrow_ms = world.newest_ms() + 24 * 60 * 60 * 1000;
    world.go_live(Arc::new(move || tomorrow_ms), String::new());
    world.next_id();
    world.save(&settings.world).unwrap();
    let now = hold(&settings, None, async |referee, _| {
        Some(referee.clock.now())
    });
    assert!(now.0 >= tomorrow_ms);
}

#[test]
fn computer_players_play_a_match_through_a_restart_and_begin_the_next() {
    // As with `log = "trace"`.
    let targets: Targets = "warn,dealer=trace".parse().unwrap();
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(|| Log);
    tracing_subscriber::registry()
        .with(lines.with_filter(targets))
        .init();
    let settings = settings("autoplay");
    let before = hold(&settings, None, async |referee: &Referee, _: &str| {
        let (record, stage) = record(referee, FIRST).await?;
        let moves = record
            .log
            .iter()
            .filter(|entry| entry.by == "dmo" || entry.by == "ec");
        (stage == Stage::Live && moves.count() >= 4).then_some(record)
    });

    let after = hold(&settings, None, async |referee: &Referee, _: &str| {
        // The next match opens when the first is over.
        record(referee, MatchId(2)).await?;
        Some(record(referee, FIRST).await?.0)
    });
    let writers = |record: &Record| -> Vec<String> {
        let by = record.log.iter().map(|entry| entry.by.to_string());
        by.collect()
    };
    assert!(
        writers(&after).starts_with(&writers(&before)),
        "earlier decisions must stand"
    );
    assert_eq!(after.game, "gridlock");
    let safe: std::collections::BTreeSet<String> = writers(&after)
        .into_iter()
        .filter(|by| !["dmo", "ec", "host"].contains(&by.as_str()))
        .collect();
    assert_eq!(
        safe.len(),
        11,
        "expected all safe players, without clock and dealer: {safe:?}"
    );
    assert_eq!(writers(&after).iter().filter(|by| *by == "host").count(), 1);
    let logged = String::from_utf8(LOGGED.lock().unwrap().clone()).unwrap();
    assert!(!logged.is_empty(), "the log is empty");
    for entry in after.log.iter().filter(|entry| safe.contains(&*entry.by)) {
        assert!(!logged.contains(&entry.act), "{} is logged", entry.act);
    }
    let reason = after.result.unwrap().reason;
    assert!(
        ["points", "gridlocked"].contains(&reason.word()),
        "{reason:?}"
    );
}

/// Both bid at once. The first bid edits the prompt, and the other player must still find it.
#[test]
fn computer_players_answer_when_two_are_asked_at_once() {
    let settings = Settings {
        game: Some(GameId::read("crossfire").unwrap()),
        // Long enough for the edit to come before the other player looks.
        pause: Duration::from_millis(300),
        ..settings("autoplay-together")
    };
    // A player who is stuck at once loses before three bids. Then the next match decides.
    let mut played = FIRST;
    hold(&settings, None, async |referee: &Referee, _: &str| {
        let (record, stage) = record(referee, played).await?;
        let bids = |seat: &str| {
            let bids = record.log.iter();
            bids.filter(|entry| entry.by == seat && entry.act.starts_with("bid "))
                .count()
        };
        if bids("dmo") >= 3 && bids("ec") >= 3 {
            return Some(());
        }
        if stage == Stage::Over {
            played = MatchId(played.0 + 1);
        }
        None
    });
}

/// After this many entries somebody resigns, since some matches would take many minutes.
const ENOUGH: usize = 20;

/// So many games are played at once, since each mostly waits until a limit is over.
const SIDE_BY_SIDE: usize = 4;

/// Requests are limited as in Discord, in windows a tenth as long, so that a match ends soon.
#[test]
fn every_game_is_played_to_its_end_under_discords_limits() {
    let met = Limited::default();
    // Without seats, a match waits for its deadline or its host.
    let seated = GameId::ALL.iter().filter(|game| game.catalogue().seats);
    let left = Mutex::new(seated);
    let next = || left.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                while let Some(game) = next() {
                    played_to_its_end(*game, &met);
                }
            });
        }
    });
    let met = met.0.lock().unwrap();
    assert_eq!(
        met.too_early, [""; 0],
        "a request came before its limit was over"
    );
    assert!(met.refused > 0 && met.used_up > 0, "no limit was met");
}

fn played_to_its_end(game: GameId, met: &Limited) {
    let settings = Settings {
        game: Some(game),
        pause: Duration::from_millis(10),
        limits: Limits {
            enforce_rate_limits: true,
            window_share: 0.1,
            ..Limits::default()
        },
        ..settings(&format!("autoplay-{}", game.word()))
    };
    let mut given_up = false;
    let over = hold(
        &settings,
        Some(met),
        async |referee: &Referee, url: &str| {
            let (record, stage) = record(referee, FIRST).await?;
            if stage == Stage::Live && record.log.len() >= ENOUGH && !given_up {
                given_up = true;
                give_up(referee, url).await;
            }
            (stage == Stage::Over).then_some(record)
        },
    );
    assert_eq!(over.game, game.word());
    let reason = over.result.unwrap().reason;
    let from_outside = [Reason::FORFEIT, Reason::VOID, Reason::SETTLED];
    assert!(
        !from_outside.contains(&reason),
        "{}: {reason:?}",
        game.word()
    );
    assert!(given_up || reason != Reason::RESIGN, "{}", game.word());
}

/// A player resigns, as a person would.
async fn give_up(referee: &Referee, url: &str) {
    let seated = referee.read(move |core, _| {
        let table = core.table(FIRST).unwrap().unwrap();
        let seated = table.row.setup.cast.seated(Seat::Dmo).unwrap();
        (table.person(seated).unwrap().account, table.row.channel)
    });
    let (account, channel) = seated.await.unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let acts = async |what: &str, body: Value| -> Value {
        let path = format!("{url}/local/as/{account}/{what}");
        let answer = client.post(path).json(&body).send().await.unwrap();
        answer.json().await.unwrap()
    };
    let typed = json!({ "channel_id": channel.to_string(), "name": "resign" });
    let asked = acts("commands", typed).await["message"].clone();
    let buttons = asked["components"][0]["components"].as_array();
    // The match may be over by now.
    let Some(sure) = buttons.and_then(|buttons| buttons.first()) else {
        return;
    };
    let press = json!({
        "channel_id": asked["channel_id"], "message_id": asked["id"],
        "custom_id": sure["custom_id"],
    });
    acts("components", press).await;
}

/// How the bot behaved at its limits.
#[derive(Clone, Default)]
struct Limited(Arc<Mutex<Met>>);

#[derive(Default)]
struct Met {
    /// Requests beyond a limit.
    refused: usize,
    /// Answers that announced a used-up limit.
    used_up: usize,
    too_early: Vec<String>,
}

impl Limited {
    /// Watches a bot's requests.
    fn watch(&self, sandbox: &Sandbox) {
        let met = self.0.clone();
        // When each kind of request of this bot may be made again. Others play beside it.
        let until = Mutex::new(HashMap::<String, Instant>::new());
        sandbox.listen_in(move |exchange| {
            let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
            let mut until = until.lock().unwrap_or_else(PoisonError::into_inner);
            let asked = format!("{} {}", exchange.method, exchange.address);
            let is_early = until.get(&asked).is_some_and(|end| Instant::now() < *end);
            if is_early {
                met.too_early.push(asked.clone());
            }
            let left = exchange.headers.get("x-ratelimit-remaining");
            met.used_up += usize::from(left.is_some_and(|left| left == "0"));
            if exchange.status == 429 {
                met.refused += 1;
                let wait = exchange.answer["retry_after"].as_f64().unwrap();
                until.insert(asked, Instant::now() + Duration::from_secs_f64(wait));
            }
        });
    }
}

#[test]
fn a_newcomer_presses_ready_and_plays() {
    let settings = Settings {
        autoplay: None,
        welcomes: true,
        ..settings("newcomer")
    };
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let get = async |address: String| -> Value {
        let answer = client.get(address).send().await.unwrap();
        answer.json().await.unwrap()
    };
    let id = |list: &Value, name: &str| {
        let mut all = list.as_array().unwrap().iter();
        let found = all.find(|one| one["name"] == name).unwrap();
        found["id"].as_str().unwrap().to_owned()
    };
    let press = async |url: &str, whose: &str, message: &Value, button: &Value| {
        let body = json!({
            "channel_id": message["channel_id"], "message_id": message["id"],
            "custom_id": button["custom_id"],
        });
        let path = format!("{url}/local/as/{whose}/components");
        client.post(path).json(&body).send().await.unwrap();
    };
    let mut pressed = 0;
    let (place, teo) = hold(&settings, None, async |referee: &Referee, url: &str| {
        let world = get(format!("{url}/local/world")).await;
        let teo = id(&world["people"], "Teo");
        let channels = &world["guilds"][0]["channels"];
        let (place, lobby) = (id(channels, "death-match"), id(channels, "lobby"));
        let read = async |place: &str| -> Vec<Value> {
            let path = format!("{url}/local/as/{teo}/channels/{place}/messages");
            get(path).await.as_array().unwrap().clone()
        };
        let (there, messages) = (read(&lobby).await, read(&place).await);
        let button = |label: &str| {
            let mut newest = messages.iter().rev();
            newest.find_map(|message| {
                let rows = message["components"].as_array().unwrap().iter();
                let mut buttons = rows.flat_map(|row| row["components"].as_array().unwrap());
                let found = buttons.find(|button| button["label"] == label)?;
                Some((message.clone(), found.clone()))
            })
        };
        match pressed {
            0 if there.len() == 2 => {
                let [_card, _ready, note, pinned] = &messages[..] else {
                    panic!("{messages:?}");
                };
                assert_eq!(
                    (&note["pinned"], &pinned["type"]),
                    (&json!(true), &json!(6))
                );
                // Each thing that the notes name can be done where they name it.
                let [note, there] = [note, &there[0]].map(|note| note["content"].as_str().unwrap());
                for named in [&teo, &lobby, "</help:"] {
                    assert!(note.contains(named), "{note}");
                }
                assert!(there.contains("</practice:"), "{there}");
                // In a moment, nobody else has anything to do.
                let mut people = world["people"].as_array().unwrap().iter();
                if people.any(|one| one["badge"] != 0 && one["id"] != teo) {
                    return None;
                }
                let (message, ready) = button("Ready").unwrap();
                press(url, &teo, &message, &ready).await;
                pressed = 1;
            }
            1 if let Some((message, first)) = button("Go first") => {
                press(url, &teo, &message, &first).await;
                pressed = 2;
            }
            2 => {
                let (record, _) = record(referee, FIRST).await?;
                let acts = record.log.iter().filter(|one| one.by == "dmo").count();
                assert!(acts <= 1, "{record:?}");
                if acts == 1 {
                    return Some((place, teo));
                }
                // A press in the moment before Dealer knows its own post doesn't count.
                pressed = 1;
            }
            _ => {}
        }
        None
    });
    let entry = Runtime::new().unwrap().block_on(async {
        let rehearsal = start(&settings).await;
        rehearsal.entry().await
    });
    assert!(
        entry.ends_with(&format!("/#as={teo}&channel={place}")),
        "{entry}"
    );
}
