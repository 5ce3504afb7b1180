//! A rehearsal whose clock the test sets, with people in it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dealer::referee::WallClock;
use dealer::rehearsal::{Rehearsal, RehearsalError, Settings};
use dealer::store::Store;
use local_discord::world::Limits;
use matches::Event;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::phrases::MORE_OPTIONS;
use crate::specification::Watch;

/// A running rehearsal.
pub struct House {
    pub clock: WallClock,
    folder: PathBuf,
    url: String,
    client: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<Result<(), RehearsalError>>,
    /// Checks that requests and answers have the form that Discord documents.
    _watch: Watch,
}

/// A person in the rehearsal.
pub struct Person<'a> {
    pub house: &'a House,
    pub id: String,
}

/// How long a test waits for something to happen. It's generous since machines can be slow, and a
/// passing test never waits that long.
const PATIENCE: Duration = Duration::from_secs(300);

impl House {
    /// A new world in a folder of its own.
    pub async fn new(name: &str) -> House {
        House::divided(name, 1).await
    }

    /// Like [`House::new`], but Discord tells bots to use this many shards.
    pub async fn divided(name: &str, shards: u64) -> House {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let house = House::build(folder, WallClock::new(), true, shards, &[]).await;
        house.connected().await
    }

    /// A new world in which the bot's first matching requests fail like this.
    pub async fn troubled(name: &str, faults: &[Value]) -> House {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        House::open_with(folder, WallClock::new(), faults).await
    }

    async fn open(folder: PathBuf, clock: WallClock) -> House {
        House::open_with(folder, clock, &[]).await
    }

    async fn open_with(folder: PathBuf, clock: WallClock, faults: &[Value]) -> House {
        let house = House::build(folder, clock, true, 1, faults).await;
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
    async fn build(
        folder: PathBuf,
        clock: WallClock,
        bot: bool,
        shards: u64,
        faults: &[Value],
    ) -> House {
        // Failing tests show the bot's log.
        let targets: Targets = "warn,dealer=debug".parse().unwrap();
        let lines = tracing_subscriber::fmt::layer().with_test_writer();
        let _ = tracing_subscriber::registry()
            .with(lines.with_filter(targets))
            .try_init();
        let settings = Settings {
            listen: "127.0.0.1:0".parse().unwrap(),
            database: folder.join("dealer.db"),
            world: folder.join("world.json"),
            game: None,
            autoplay: None,
            pause: Duration::from_millis(1),
            // These tests measure no time, and the machine may be slow.
            limits: Limits {
                first_answer_ms: PATIENCE.as_millis() as u64,
                shards,
                ..Limits::default()
            },
            bot,
            fresh: false,
        };
        let rehearsal = Rehearsal::start(settings, clock.clone()).await.unwrap();
        let watch = Watch::over(rehearsal.sandbox());
        let url = rehearsal.url();
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
            _watch: watch,
        }
    }

    /// Stops everything, changes the database of this server, and starts again.
    pub async fn changed(mut self, change: impl FnOnce(&mut Store, u64)) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        let guild = self.guild().await.parse().unwrap();
        self.close().await;
        change(&mut Store::open(&folder.join("dealer.db")).unwrap(), guild);
        House::open(folder, clock).await
    }

    /// Stops everything, changes a person's picture, and starts again.
    pub async fn repainted(mut self, name: &str) -> House {
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
    pub async fn begun_again(mut self) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        self.close().await;
        drop(Store::open_new(&folder.join("dealer.db")).unwrap());
        House::open(folder, clock).await
    }

    /// Copies the database while the bot runs, does something more, and restores the copy in the
    /// same world.
    pub async fn put_back(mut self, more: impl AsyncFnOnce(&House)) -> House {
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
    pub async fn parted(mut self) -> [House; 2] {
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

    /// The world continues without Dealer for a while, then with it.
    pub async fn without_dealer(mut self, meanwhile: impl AsyncFnOnce(&House)) -> House {
        let (folder, clock) = (self.folder.clone(), self.clock.clone());
        self.close().await;
        let mut alone = House::build(folder.clone(), clock.clone(), false, 1, &[]).await;
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
            .unwrap_or_else(|_| panic!("it did not come about that {what}"))
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
        self.until("what was to fail has been asked for", async || {
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

impl Person<'_> {
    /// How many posts of a channel contain these words.
    pub async fn count(&self, channel: &str, words: &str) -> usize {
        let posts = self.messages(channel).await;
        posts
            .iter()
            .filter(|post| content(post).contains(words))
            .count()
    }

    /// The id of a channel that this person can see, by name. `@Dealer` is their direct messages
    /// with the bot.
    pub async fn channel(&self, name: &str) -> Option<String> {
        let channels = self
            .house
            .get(&format!("/local/as/{}/channels", self.id))
            .await;
        let channels = channels.as_array().unwrap().clone();
        let is_it = |channel: &&Value| match name {
            "@Dealer" => channel["type"] == 1,
            name => channel["name"] == name,
        };
        channels
            .iter()
            .find(is_it)
            .map(|channel| channel["id"].as_str().unwrap().to_owned())
    }

    /// What this person sees in a channel, oldest first. Nothing if they can't see such a channel.
    pub async fn messages(&self, channel: &str) -> Vec<Value> {
        let Some(channel) = self.channel(channel).await else {
            return Vec::new();
        };
        let path = format!(
            "/local/as/{}/channels/{channel}/messages?limit=100",
            self.id
        );
        self.house.get(&path).await.as_array().unwrap().clone()
    }

    /// Everything that this person can see anywhere, as one text.
    pub async fn everything(&self) -> String {
        let channels = self
            .house
            .get(&format!("/local/as/{}/channels", self.id))
            .await;
        let mut seen = String::new();
        for channel in channels.as_array().unwrap() {
            let id = channel["id"].as_str().unwrap();
            let path = format!("/local/as/{}/channels/{id}/messages?limit=100", self.id);
            seen.push_str(&self.house.get(&path).await.to_string());
        }
        seen
    }

    /// Waits for a message with these words in a channel, and gives the newest.
    pub async fn sees(&self, channel: &str, words: &str) -> Value {
        let what = format!("{} sees “{words}” in {channel}", self.id);
        self.house
            .until(&what, async || {
                let messages = self.messages(channel).await;
                messages
                    .into_iter()
                    .rev()
                    .find(|message| content(message).contains(words))
            })
            .await
    }

    /// Posts a message.
    pub async fn writes(&self, channel: &str, words: &str) {
        let channel = self.channel(channel).await.unwrap();
        let path = format!("/local/as/{}/channels/{channel}/messages", self.id);
        let (status, outcome) = self.house.post(&path, json!({ "content": words })).await;
        assert!(status < 300, "{outcome}");
    }

    /// Edits one of their own messages.
    pub async fn edits(&self, channel: &str, before: &str, after: &str) {
        let messages = self.messages(channel).await;
        let id = messages
            .iter()
            .find(|message| content(message) == before)
            .map(|message| message["id"].as_str().unwrap().to_owned())
            .unwrap();
        let channel = self.channel(channel).await.unwrap();
        let path = format!("/as/{}/channels/{channel}/messages/{id}", self.id);
        let words = json!({ "content": after });
        self.house.stage("PATCH", &path, words).await;
    }

    /// Types a command and gives the first answer's message or form.
    pub async fn command(&self, channel: &str, name: &str, options: Value) -> Value {
        let (status, outcome) = self.try_command(channel, name, options).await;
        self.answered_to(name, status, outcome).await
    }

    /// Types a command and gives any answer.
    pub async fn try_command(&self, channel: &str, name: &str, options: Value) -> (u16, Value) {
        let channel_id = self.channel(channel).await.unwrap();
        let body = json!({ "channel_id": channel_id, "name": name, "options": options });
        self.house
            .post(&format!("/local/as/{}/commands", self.id), body)
            .await
    }

    /// Uses a command from a message's menu and gives any answer. Dealer knows its own message once
    /// Discord has answered, which may be a moment after others see it.
    pub async fn try_use_on(&self, message: &Value, name: &str) -> (u16, Value) {
        self.house.settled().await;
        let body = json!({
            "channel_id": message["channel_id"],
            "name": name,
            "target_id": message["id"],
        });
        self.house
            .post(&format!("/local/as/{}/commands", self.id), body)
            .await
    }

    /// Like [`Person::try_use_on`], but gives the first answer's message or form.
    pub async fn uses_on(&self, message: &Value, name: &str) -> Value {
        let (status, outcome) = self.try_use_on(message, name).await;
        self.answered_to(name, status, outcome).await
    }

    /// Removes this person's roles in the server, and gives them.
    pub async fn take_roles(&self) -> Value {
        let world = self.house.get("/local/world").await;
        let guild = world["guilds"][0]["id"].as_str().unwrap();
        let people = world["people"].as_array().unwrap();
        let me = people
            .iter()
            .find(|person| person["id"] == self.id.as_str())
            .unwrap();
        self.give_roles(json!([])).await;
        me["roles"][guild].clone()
    }

    pub async fn give_roles(&self, roles: Value) {
        let world = self.house.get("/local/world").await;
        let guild = world["guilds"][0]["id"].as_str().unwrap();
        let path = format!(
            "{}/local/guilds/{guild}/members/{}",
            self.house.url, self.id
        );
        let request = self
            .house
            .client
            .put(path)
            .json(&json!({ "role_ids": roles }));
        assert!(request.send().await.unwrap().status().is_success());
    }

    /// Starts an interaction with any data, without telling the bot. Gives what the bot would
    /// receive.
    pub async fn begins(&self, asked: Value) -> Value {
        let path = format!("/local/as/{}/untold", self.id);
        let (status, payload) = self.house.post(&path, asked).await;
        assert!(status < 300, "{status}: {payload}");
        payload
    }

    /// Presses the control with this label and waits for the first answer. If the message has
    /// changed, presses the control that has the label now.
    pub async fn press(&self, message: &Value, label: &str) -> Value {
        let control = control(message, label).unwrap_or_else(|| panic!("no {label} in {message}"));
        let (status, outcome) = match self.try_press(message, &control, json!([])).await {
            (404, _) => self.presses_by_now(message, label).await,
            answer => answer,
        };
        self.answered_to(label, status, outcome).await
    }

    /// Like [`Person::press`], on the message as it is now.
    async fn presses_by_now(&self, message: &Value, label: &str) -> (u16, Value) {
        let path = format!(
            "/local/as/{}/channels/{}/messages?limit=100",
            self.id,
            message["channel_id"].as_str().unwrap()
        );
        let messages = self.house.get(&path).await;
        let mut messages = messages.as_array().unwrap().iter();
        let there = messages.find(|found| found["id"] == message["id"]);
        let there = there.unwrap_or_else(|| panic!("{message} is gone"));
        let control = control(there, label).unwrap_or_else(|| panic!("no {label} in {there}"));
        self.try_press(there, &control, json!([])).await
    }

    /// Presses a control by its custom id and gives any answer.
    pub async fn try_press(&self, message: &Value, custom_id: &str, values: Value) -> (u16, Value) {
        let mut body = json!({
            "channel_id": message["channel_id"],
            "message_id": message["id"],
            "custom_id": custom_id,
        });
        if values != json!([]) {
            body["values"] = values;
        }
        self.house
            .post(&format!("/local/as/{}/components", self.id), body)
            .await
    }

    /// What a person is told who presses a control that the message no longer has.
    pub async fn presses_again(&self, channel: &str, custom_id: &str) -> String {
        let button = json!({ "type": 2, "style": 2, "label": "x", "custom_id": custom_id });
        let rows = json!([{ "type": 1, "components": [button] }]);
        let body = json!({ "content": "as it was", "components": rows });
        let path = format!(
            "/channels/{}/messages",
            self.channel(channel).await.unwrap()
        );
        let post = self.house.as_bot("POST", &path, body).await;
        let (status, outcome) = self.try_press(&post, custom_id, json!([])).await;
        let outcome = self.answered(status, outcome).await;
        let said = self.answer_in(channel, &outcome).await;
        // An answer to a host must never be public.
        let path = format!("{path}/{}", post["id"].as_str().unwrap());
        self.house.as_bot("DELETE", &path, json!(null)).await;
        said
    }

    /// What an answer says now. A deferred answer replaces the message that was pressed.
    pub async fn answer_in(&self, channel: &str, outcome: &Value) -> String {
        if !said(outcome).is_empty() {
            return said(outcome).to_owned();
        }
        let id = outcome["message"]["id"].clone();
        let found = self.messages(channel).await;
        let message = found.into_iter().find(|message| message["id"] == id);
        content(&message.unwrap_or_default()).to_owned()
    }

    /// The answer, also when the bot defers it and answers later.
    pub async fn answered(&self, status: u16, outcome: Value) -> Value {
        self.answered_to("it", status, outcome).await
    }

    /// Like [`Person::answered`]. A failure names `what`.
    pub async fn answered_to(&self, what: &str, status: u16, outcome: Value) -> Value {
        assert!(
            status < 300 && outcome["kind"] != "failed",
            "{what}: {status}: {outcome}"
        );
        if outcome["kind"] != "deferred" {
            return outcome;
        }
        let interaction = outcome["interaction_id"].as_str().unwrap();
        let path = format!("/local/as/{}/interactions/{interaction}", self.id);
        self.house
            .until(
                &format!("{what}: an answer that was put off comes"),
                async || {
                    let later = self.house.get(&path).await;
                    (!said(&later).is_empty()).then_some(later)
                },
            )
            .await
    }

    /// Sets options in a set-up panel, starting from its first page. Each line is one option, like
    /// `size = 7`. Options in the menu are picked there, and others are typed into the form.
    pub async fn sets_options(&self, panel: &Value, lines: &str) {
        let rows = panel["components"].as_array().unwrap().iter();
        let menus = rows.map(|row| &row["components"][0]);
        let items = |menu: &Value| menu["options"].as_array().cloned().unwrap_or_default();
        let mut typed = Vec::new();
        for line in lines.lines() {
            let has = |menu: &&Value| items(menu).iter().any(|item| item["value"] == line);
            let Some(menu) = menus.clone().find(has) else {
                typed.push(line.split_once(" = ").unwrap());
                continue;
            };
            let menu = menu["custom_id"].as_str().unwrap();
            let (status, outcome) = self.try_press(panel, menu, json!([line])).await;
            self.answered_to(line, status, outcome).await;
        }
        if !typed.is_empty() {
            let form = self.press(panel, MORE_OPTIONS).await;
            let mut fields = filled(&form);
            for (name, value) in typed {
                fields[name] = json!(value);
            }
            self.fill(&form, fields).await;
        }
    }

    /// Submits one of the set-up panel's forms of times, from the first page and back to it.
    /// Unnamed fields stay empty. Gives the panel as it is then.
    pub async fn sets_times(&self, panel: &Value, button: &str, fields: Value) -> Value {
        self.press(panel, "Times, dates, presets").await;
        let page = self.turns(panel, button).await;
        let form = self.press(&page, button).await;
        self.fill(&form, fields).await;
        self.press(&page, "Back").await;
        self.turns(panel, "Times, dates, presets").await
    }

    /// A message, once it has a control whose label begins like this.
    pub async fn turns(&self, message: &Value, label: &str) -> Value {
        let channel = message["channel_id"].as_str().unwrap();
        let path = format!("/local/as/{}/channels/{channel}/messages", self.id);
        self.house
            .until(&format!("the panel has “{label}”"), async || {
                let messages = self.house.get(&path).await;
                let messages = messages.as_array()?.iter();
                let mut same = messages.filter(|found| found["id"] == message["id"]);
                let there = |found: &&Value| {
                    let mut all = controls(found).into_iter();
                    all.any(|(own, _)| own.starts_with(label))
                };
                same.find(there).cloned()
            })
            .await
    }

    /// Submits a form.
    pub async fn fill(&self, outcome: &Value, fields: Value) -> Value {
        let body = json!({ "modal_id": outcome["modal"]["modal_id"], "fields": fields });
        let (status, outcome) = self
            .house
            .post(&format!("/local/as/{}/modals", self.id), body)
            .await;
        self.answered_to("a form", status, outcome).await
    }

    /// The choices that complete what is typed.
    pub async fn complete(
        &self,
        channel: &str,
        name: &str,
        option: &str,
        typed: &str,
    ) -> Vec<String> {
        self.completes(channel, name, json!({ option: typed }), option)
            .await
    }

    /// Like [`Person::complete`], with other options already set. `focused` is the option to
    /// complete.
    pub async fn completes(
        &self,
        channel: &str,
        name: &str,
        options: Value,
        focused: &str,
    ) -> Vec<String> {
        let channel_id = self.channel(channel).await.unwrap();
        let body = json!({
            "channel_id": channel_id, "name": name, "options": options, "focused": focused,
        });
        let (_, answer) = self
            .house
            .post(&format!("/local/as/{}/autocomplete", self.id), body)
            .await;
        let choices = answer["choices"].as_array().cloned().unwrap_or_default();
        choices
            .iter()
            .map(|choice| match &choice["value"] {
                Value::String(value) => value.clone(),
                number => number.to_string(),
            })
            .collect()
    }

    /// Opens or closes this person's direct messages.
    pub async fn direct_messages(&self, open: bool) {
        let body = json!({ "dms_open": open });
        let (status, _) = self
            .house
            .post(&format!("/local/as/{}/settings", self.id), body)
            .await;
        assert!(status < 300);
    }
}

/// Copies a folder and everything in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(std::fs::copy(&from, &to).unwrap()),
        }
    }
}

pub fn content(message: &Value) -> &str {
    message["content"].as_str().unwrap_or_default()
}

/// Whether a message pings a person: it names them, and the ping is allowed.
pub fn calls(message: &Value, person: &Person<'_>) -> bool {
    let mentions = message["mentions"].as_array().cloned();
    let mut mentions = mentions.unwrap_or_default().into_iter();
    mentions.any(|user| user["id"] == person.id.as_str())
}

/// The text in a field of a form.
pub fn field<'a>(form: &'a Value, name: &str) -> &'a str {
    let rows = form["modal"]["components"].as_array().unwrap();
    let mut inputs = rows.iter().map(|row| &row["components"][0]);
    let input = inputs.find(|input| input["custom_id"] == name);
    input.unwrap_or_else(|| panic!("no {name} in {form}"))["value"]
        .as_str()
        .unwrap_or_default()
}

/// The texts in a form's fields, by their names.
pub fn filled(form: &Value) -> Value {
    let rows = form["modal"]["components"].as_array().unwrap().iter();
    let inputs = rows.map(|row| &row["components"][0]);
    let text = |input: &Value| input["value"].as_str().unwrap_or_default().to_owned();
    let name = |input: &Value| input["custom_id"].as_str().unwrap().to_owned();
    inputs.map(|input| (name(input), text(input))).collect()
}

/// The text of an outcome's message.
pub fn said(outcome: &Value) -> &str {
    content(&outcome["message"])
}

/// All controls of a message that can be pressed: their label (or placeholder) and custom id.
pub fn controls(message: &Value) -> Vec<(String, String)> {
    let rows = message["components"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let in_row = |row: &Value| row["components"].as_array().cloned().unwrap_or_default();
    let alive = rows
        .iter()
        .flat_map(in_row)
        .filter(|control| control["disabled"] != true);
    alive
        .map(|control| {
            let label = control["label"]
                .as_str()
                .or(control["placeholder"].as_str());
            let custom_id = control["custom_id"].as_str().unwrap_or_default();
            (label.unwrap_or_default().to_owned(), custom_id.to_owned())
        })
        .collect()
}

fn control(message: &Value, label: &str) -> Option<String> {
    let mut all = controls(message).into_iter();
    all.find(|(found, _)| found == label)
        .map(|(_, custom_id)| custom_id)
}

/// Lets this much time pass, and then more until there is such a post. The steps are small: a long
/// silence would be an outage, whose time Dealer gives back.
pub async fn time_passes(who: &Person<'_>, channel: &str, ms: u64, there: impl Fn(&Value) -> bool) {
    who.house.clock.advance(ms);
    who.house
        .until("something comes of the time that passes", async || {
            who.house.clock.advance(50);
            let posts = who.messages(channel).await;
            posts.iter().any(&there).then_some(())
        })
        .await;
}
