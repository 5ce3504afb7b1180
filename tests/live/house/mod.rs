//! A rehearsal whose clock the test sets, with people in it.

mod messages;
mod person;
mod script;
mod thumb;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dealer::referee::{Core, Referee, WallClock};
use dealer::rehearsal::{Rehearsal, RehearsalError, Settings};
use dealer::store::{Backups, ServerId, Store};
use local_discord::world::Limits;
use matches::Event;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::specification::Watch;

pub use messages::{calls, content, controls, field, filled, labels, lacks, said, says, says_all};
pub use person::Person;

/// A running rehearsal.
pub struct House {
    pub clock: WallClock,
    folder: PathBuf,
    url: String,
    client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<Result<(), RehearsalError>>,
    /// None without Dealer.
    referee: Option<Referee>,
    /// Checks that requests and answers have the form that Discord documents.
    _watch: Watch,
}

/// All that a server can allow its bot.
pub const EVERYTHING: u64 = (1 << 53) - 1;

/// How long a test waits for something to happen. It's generous since machines can be slow, and a
/// passing test never waits that long.
const PATIENCE: Duration = Duration::from_secs(300);

/// How every rehearsal is run, in a folder of its own.
fn settings(folder: &Path) -> Settings {
    Settings {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: folder.join("dealer.db"),
        world: folder.join("world.json"),
        game: None,
        autoplay: None,
        pause: Duration::from_millis(1),
        // These tests measure no time, and the machine may be slow.
        limits: Limits {
            first_answer_ms: PATIENCE.as_millis() as u64,
            ..Limits::default()
        },
        bot: true,
        fresh: false,
        welcomes: false,
        backups: None,
    }
}

impl House {
    /// A new world in a folder of its own.
    pub async fn new(name: &str) -> House {
        House::divided(name, 1).await
    }

    /// Like [`House::new`], but Discord tells bots to use this many shards.
    pub async fn divided(name: &str, shards: u64) -> House {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let mut settings = settings(&folder);
        settings.limits.shards = shards;
        House::open_with(settings, WallClock::new(), &[]).await
    }

    /// A new world in which the bot's first matching requests fail like this.
    pub async fn troubled(name: &str, faults: &[Value]) -> House {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        House::open_with(settings(&folder), WallClock::new(), faults).await
    }

    async fn open(folder: PathBuf, clock: WallClock) -> House {
        House::open_with(settings(&folder), clock, &[]).await
    }

    async fn open_with(settings: Settings, clock: WallClock, faults: &[Value]) -> House {
        let house = House::build(settings, clock, faults).await;
        house.connected().await
    }

    async fn connected(self) -> House {
        let house = self;
        house
            .until("the bot is connected", async || {
                let world = house.get("/local/world").await;
                let online = world["bots"][0]["online"] == true;
                (online && !world["commands"].as_array().unwrap().is_empty()).then_some(())
            })
            .await;
        house
    }

    /// Starts the world, with Dealer or without.
    async fn build(settings: Settings, clock: WallClock, faults: &[Value]) -> House {
        // Failing tests show the bot's log.
        let targets: Targets = "warn,dealer=debug".parse().unwrap();
        let lines = tracing_subscriber::fmt::layer().with_test_writer();
        let _ = tracing_subscriber::registry()
            .with(lines.with_filter(targets))
            .try_init();
        let folder = settings.database.parent().unwrap().to_owned();
        let rehearsal = Rehearsal::start(settings, clock.clone()).await.unwrap();
        let watch = Watch::over(rehearsal.sandbox());
        let url = rehearsal.url();
        let referee = rehearsal.referee().cloned();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        for fault in faults {
            let asked = client.post(format!("{url}/local/faults")).json(fault);
            assert!(asked.send().await.unwrap().status().is_success());
        }
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(rehearsal.run(async {
            let _ = stopped.await;
        }));
        House {
            clock,
            folder,
            url,
            client,
            stop: Some(stop),
            running,
            referee,
            _watch: watch,
        }
    }

    /// Stops everything, changes the database of this server, and starts again.
    pub async fn changed(mut self, change: impl FnOnce(&mut Store, ServerId)) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        let guild = self.guild().await.parse().unwrap();
        self.close().await;
        change(&mut Store::open(&folder.join("dealer.db")).unwrap(), guild);
        House::open(folder, clock).await
    }

    /// Stops everything, changes a person's picture, and starts again.
    pub async fn with_new_picture(mut self, name: &str) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        let id = self.person(name).await.id;
        self.close().await;
        let path = folder.join("world.json");
        let mut world: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        world["users"][&id]["avatar"] = json!("0123456789abcdef");
        std::fs::write(&path, world.to_string()).unwrap();
        House::open(folder, clock).await
    }

    /// Stops everything and starts it in the same world with an empty database.
    pub async fn with_empty_database(mut self) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        self.close().await;
        drop(Store::open_new(&folder.join("dealer.db")).unwrap());
        House::open(folder, clock).await
    }

    /// Copies the database while the bot runs, does something more, and restores the copy in the
    /// same world.
    pub async fn with_restored_copy(mut self, more: impl AsyncFnOnce(&House)) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        let (database, copy) = (folder.join("dealer.db"), folder.join("copy.db"));
        let _ = std::fs::remove_file(&copy);
        dealer::store::backup(&database, &copy).unwrap();
        more(&self).await;
        self.close().await;
        dealer::store::restore(&database, &copy).unwrap();
        House::open(folder, clock).await
    }

    /// Two copies of this world that continue independently.
    pub async fn into_two(mut self) -> [House; 2] {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        self.close().await;
        // The absence must be long enough to be announced in both worlds.
        clock.advance(60_000);
        let other = folder.with_extension("other");
        let _ = std::fs::remove_dir_all(&other);
        copy(&folder, &other);
        [
            House::open(folder, clock.clone()).await,
            House::open(other, clock).await,
        ]
    }

    /// The id of the only server.
    pub async fn guild(&self) -> String {
        let world = self.get("/local/world").await;
        world["guilds"][0]["id"].as_str().unwrap().to_owned()
    }

    /// Another server of this person, with Dealer in it and one channel.
    pub async fn another_server(&self, owner: &Person<'_>, channel: &str) -> String {
        let body = json!({ "name": "Annex", "owner_id": owner.id, "channel": channel });
        let (status, made) = self.post("/local/guilds", body).await;
        assert!(status < 300, "{made}");
        let guild = made["id"].as_str().unwrap().to_owned();
        let bot = self.get("/local/world").await["bots"][0]["id"].clone();
        let member = format!("/guilds/{guild}/members/{}", bot.as_str().unwrap());
        self.stage("PUT", &member, json!({ "role_ids": [] })).await;
        guild
    }

    /// Changes the world as the person who runs the rehearsal.
    pub async fn stage(&self, method: &str, path: &str, body: Value) {
        let url = format!("{}/local{path}", self.url);
        let request = self.client.request(method.parse().unwrap(), url);
        let answer = request.json(&body).send().await.unwrap();
        let status = answer.status();
        assert!(
            status.is_success(),
            "{path}: {}",
            answer.text().await.unwrap()
        );
    }

    /// Stops everything and starts it again, like a restart of the program.
    pub async fn restart(mut self) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        self.close().await;
        House::open(folder, clock).await
    }

    /// Stops everything and starts it again, with backups of its database.
    pub async fn with_backups(mut self, backups: impl FnOnce(&Path) -> Backups) -> House {
        let (mut settings, clock) = (settings(&self.folder), self.clock.clone());
        self.close().await;
        settings.backups = Some(Arc::new(backups(&settings.database)));
        House::open_with(settings, clock, &[]).await
    }

    /// The world continues without Dealer for a while, then with it.
    pub async fn without_dealer(mut self, meanwhile: impl AsyncFnOnce(&House)) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        self.close().await;
        let mut settings = settings(&folder);
        settings.bot = false;
        let mut alone = House::build(settings, clock.clone(), &[]).await;
        meanwhile(&alone).await;
        alone.close().await;
        House::open(folder, clock).await
    }

    /// Ends the rehearsal. Nothing may have asked the local Discord for something that it doesn't
    /// know.
    pub async fn close(&mut self) {
        let stats = self.get("/local/stats").await;
        assert_eq!(stats["unknown_routes"], 0, "{stats}");
        self.stop.take().unwrap().send(()).unwrap();
        (&mut self.running).await.unwrap().unwrap();
    }

    /// From now on nothing can be stored, or (false) everything again.
    pub async fn refuses_writes(&self, refuses: bool) {
        let referee = self.referee.as_ref().unwrap();
        let refuse = move |core: &Core, _| core.store().refuse_writes(refuses).unwrap();
        referee.read(refuse).await.unwrap();
    }

    /// Every accepted action in the journals of all matches, in order.
    pub fn acts(&self) -> Vec<String> {
        let acts = self.events().into_iter().filter_map(|event| match event {
            Event::Act { act, .. } => Some(act),
            _ => None,
        });
        acts.collect()
    }

    /// Every journal entry of all matches, in the order of the database.
    pub fn events(&self) -> Vec<Event> {
        use rusqlite::{Connection, OpenFlags};
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let db = Connection::open_with_flags(self.folder.join("dealer.db"), flags).unwrap();
        let mut events = db.prepare("SELECT event FROM journal ORDER BY id").unwrap();
        let events = events.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let events = events.map(|event| serde_json::from_str(&event.unwrap()).unwrap());
        events.collect()
    }

    /// The rows of all matches and seasons that are decided for good. Posts on their way, open
    /// panels and outages are left out.
    pub fn kept(&self) -> Vec<String> {
        use rusqlite::{Connection, OpenFlags};
        const TABLES: [&str; 11] = [
            "seasons",
            "cast_members",
            "matches",
            "people",
            "journal",
            "interactions",
            "strikes",
            "ledger",
            "fates",
            "audit",
            "held_results",
        ];
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let db = Connection::open_with_flags(self.folder.join("dealer.db"), flags).unwrap();
        let mut kept = Vec::new();
        for table in TABLES {
            let mut rows = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
            let columns = rows.column_count();
            let mut rows = rows.query([]).unwrap();
            while let Some(row) = rows.next().unwrap() {
                let cells =
                    (0..columns).map(|at| row.get::<_, rusqlite::types::Value>(at).unwrap());
                kept.push(format!("{table} {:?}", cells.collect::<Vec<_>>()));
            }
        }
        kept
    }

    /// Puts the clock forward. Dealer hears a sign of life just before, as on a calm machine: while
    /// it waits for one, a step of more than five seconds would be an outage, which it gives back.
    pub fn advance(&self, ms: u64) {
        if let Some(referee) = &self.referee {
            let life = &referee.liveness;
            let now = self.clock.now();
            life.shards()
                .for_each(|shard| life.prove(shard.number, now));
        }
        self.clock.advance(ms);
    }

    /// Waits until `look` finds something.
    pub async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        waited
            .await
            .unwrap_or_else(|_| panic!("this never happened: {what}"))
    }

    /// Waits until every pending post and edit has gone out, so that nothing more can follow.
    pub async fn settled(&self) {
        use rusqlite::{Connection, OpenFlags};
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let db = Connection::open_with_flags(self.folder.join("dealer.db"), flags).unwrap();
        let waiting = "SELECT count(*) FROM outbox \
                       WHERE state = 'pending' OR (closed > 1 AND message IS NOT NULL)";
        self.until("everything is posted", async || {
            let waiting: i64 = db.query_row(waiting, [], |row| row.get(0)).unwrap();
            (waiting == 0).then_some(())
        })
        .await;
    }

    pub async fn get(&self, path: &str) -> Value {
        let answer = self
            .client
            .get(format!("{}{path}", self.url))
            .send()
            .await
            .unwrap();
        answer.json().await.unwrap()
    }

    pub async fn text(&self, url: &str) -> String {
        self.client
            .get(url)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
    }

    /// The bytes at an address.
    pub async fn bytes(&self, url: &str) -> Vec<u8> {
        let answer = self.client.get(url).send().await.unwrap();
        assert!(answer.status().is_success(), "{url}");
        answer.bytes().await.unwrap().to_vec()
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let request = self.client.post(format!("{}{path}", self.url)).json(&body);
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    /// Makes a request as the bot, with a token of its own, and gives the answer.
    pub async fn as_bot(&self, method: &str, path: &str, body: Value) -> Value {
        let token = self
            .until("the world is saved", async || {
                let world = std::fs::read(self.folder.join("world.json")).ok()?;
                let world: Value = serde_json::from_slice(&world).ok()?;
                let bots = world["applications"].as_object()?.values();
                let token = bots.filter_map(|bot| bot["token"].as_str()).next()?;
                Some(token.to_owned())
            })
            .await;
        let method = method.parse().unwrap();
        let url = format!("{}/api/v10{path}", self.url);
        let mut request = self.client.request(method, url);
        request = request.header("authorization", format!("Bot {token}"));
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{path}: {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    /// Lets the bot's next matching requests fail like this.
    pub async fn faults(&self, fault: Value) {
        let (status, answer) = self.post("/local/faults", fault).await;
        assert!(status < 300, "{status}: {answer}");
    }

    /// Waits until every requested failure has hit a request.
    pub async fn faults_met(&self) {
        self.until("every fault has hit a request", async || {
            let faults = self.get("/local/faults").await;
            (faults["left"] == 0).then_some(())
        })
        .await;
    }

    /// Shows all commands to everybody, so that Dealer's own check has to refuse. Gives the
    /// commands as they were.
    pub async fn shows_all_commands(&self) -> Value {
        let world = self.get("/local/world").await;
        let application = world["bots"][0]["application_id"].as_str().unwrap();
        for command in world["commands"].as_array().unwrap() {
            let id = command["id"].as_str().unwrap();
            let path = format!("/applications/{application}/commands/{id}");
            let open = json!({ "default_member_permissions": null });
            self.as_bot("PATCH", &path, open).await;
        }
        world["commands"].clone()
    }

    /// Sets what the bot's own role allows.
    pub async fn bot_permissions(&self, bits: u64) {
        let world = self.get("/local/world").await;
        let guild = world["guilds"][0]["id"].as_str().unwrap();
        let path = format!("{}/local/guilds/{guild}/bot-permissions", self.url);
        let body = json!({ "permissions": bits.to_string() });
        let answer = self.client.put(path).json(&body).send().await.unwrap();
        assert!(answer.status().is_success());
    }

    /// Several people, by name.
    pub async fn people<const N: usize>(&self, names: [&str; N]) -> [Person<'_>; N] {
        futures_util::future::join_all(names.map(|name| self.person(name)))
            .await
            .try_into()
            .unwrap_or_else(|_| unreachable!("there are as many people as names"))
    }

    /// A person, by name.
    pub async fn person(&self, name: &str) -> Person<'_> {
        let world = self.get("/local/world").await;
        let people = world["people"].as_array().unwrap();
        let person = people.iter().find(|person| person["name"] == name);
        let id = person.unwrap_or_else(|| panic!("nobody is called {name}"))["id"]
            .as_str()
            .unwrap();
        Person {
            house: self,
            id: id.to_owned(),
        }
    }
}

/// Copies a folder and everything in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to)
        } else {
            std::fs::copy(&from, &to).unwrap();
        }
    }
}

/// Lets this much time pass, and then more in small steps until there is such a post.
pub async fn time_passes(who: &Person<'_>, channel: &str, ms: u64, there: impl Fn(&Value) -> bool) {
    who.house.advance(ms);
    who.house
        .until("time brings such a post", async || {
            who.house.advance(50);
            let posts = who.messages(channel).await;
            posts.iter().any(&there).then_some(())
        })
        .await;
}
