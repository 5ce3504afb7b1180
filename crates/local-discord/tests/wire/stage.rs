//! A small world for the tests, with a client for each side.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use local_discord::world::{Id, Overwrite, permissions};
use local_discord::{Clock, Forward, Sandbox, SandboxConfig, World, start};
use serde_json::{Value, json};

use super::specification::Watch;

/// 2026-07-01T12:00:00Z.
pub const START_MS: u64 = 1_782_907_200_000;

/// A server with a host, two players, a spectator and a bot. One channel is open to all, one only
/// to the host.
pub struct Cast {
    pub guild: Id,
    pub host: Id,
    pub ec: Id,
    pub dmo: Id,
    pub spectator: Id,
    pub players: Id,
    pub arena: Id,
    pub backstage: Id,
    pub bot: Id,
    pub application: Id,
    pub token: String,
}

pub fn world() -> (World, Cast) {
    let mut world = World::new(START_MS);
    let host = world.add_person("hana", "Hana");
    let guild = world.add_guild("Rehearsal", host);
    let hosts = world
        .add_role(guild, "Host", 0xE0_A0_30, permissions::MANAGE_GUILD)
        .unwrap();
    let players = world.add_role(guild, "Player", 0x30_A0_E0, 0).unwrap();
    world.add_member(guild, host, &[hosts]).unwrap();
    let mut member = |username: &str, name: &str, roles: &[Id]| {
        let user = world.add_person(username, name);
        world.add_member(guild, user, roles).unwrap();
        user
    };
    let ec = member("edgar", "Edgar", &[players]);
    let dmo = member("dora", "Dora", &[players]);
    let spectator = member("sam", "Sam", &[]);
    let arena = world
        .add_text_channel(guild, "arena", Some("Where matches are played"), Vec::new())
        .unwrap();
    let (bot, token) = world.add_bot("Crier");
    world.add_member(guild, bot, &[]).unwrap();
    let hidden = vec![
        Overwrite::role(guild, 0, permissions::VIEW_CHANNEL),
        Overwrite::role(hosts, permissions::VIEW_CHANNEL, 0),
    ];
    let backstage = world
        .add_text_channel(guild, "backstage", None, hidden)
        .unwrap();
    let application = world.application_of(bot).unwrap().id;
    let cast = Cast {
        guild,
        host,
        ec,
        dmo,
        spectator,
        players,
        arena,
        backstage,
        bot,
        application,
        token,
    };
    (world, cast)
}

/// How long to wait before something counts as hung.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A running local Discord. The test moves the clock of its world.
pub struct Stage {
    pub sandbox: Sandbox,
    pub cast: Cast,
    pub client: reqwest::Client,
    pub watch: Watch,
    clock: Arc<AtomicU64>,
}

/// The status of an answer, and its JSON (null if it has none).
pub type Answer = (u16, Value);

/// What a test expects of an answer.
pub trait Expected {
    /// The JSON of an answer with this status.
    fn is(self, status: u16) -> Value;
    /// The JSON of a refusal with this status and Discord's code.
    fn refused(self, status: u16, code: u64) -> Value;
}

impl Expected for Answer {
    #[track_caller]
    fn is(self, status: u16) -> Value {
        assert_eq!(self.0, status, "{}", self.1);
        self.1
    }

    #[track_caller]
    fn refused(self, status: u16, code: u64) -> Value {
        let answer = self.is(status);
        assert_eq!(answer["code"], code, "{answer}");
        answer
    }
}

/// Checks that an object has these fields, and others perhaps.
#[track_caller]
pub fn has(found: &Value, fields: Value) {
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&found[name], value, "{name} of {found}");
    }
}

/// A text in an answer, such as an id.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

impl Stage {
    pub async fn new() -> Stage {
        let clock = Arc::new(AtomicU64::new(START_MS + 60_000));
        let shared = clock.clone();
        let ahead = clock.clone();
        let forward = move |by_ms| {
            ahead.fetch_add(by_ms, Ordering::Relaxed);
        };
        let clock_in_hand = Arc::new(move || shared.load(Ordering::Relaxed));
        let mut stage = Stage::of(clock_in_hand, Some(Arc::new(forward))).await;
        stage.clock = clock;
        stage
    }

    /// From now on the bot has these permissions and no others.
    pub fn allow(&self, bits: u64) {
        let mut world = self.sandbox.world();
        world
            .set_bot_permissions(self.cast.guild, self.cast.bot, bits)
            .unwrap();
    }

    /// The status and the bytes at an address.
    pub async fn fetch(&self, url: &str) -> (u16, Vec<u8>) {
        let found = self.client.get(url).send().await.unwrap();
        let status = found.status().as_u16();
        (status, found.bytes().await.unwrap().to_vec())
    }

    /// Runs on this clock, which nobody can move.
    pub async fn with_clock(clock: impl Fn() -> u64 + Send + Sync + 'static) -> Stage {
        Stage::of(Arc::new(clock), None).await
    }

    async fn of(clock: Clock, forward: Option<Forward>) -> Stage {
        let (mut world, cast) = world();
        // Only tests of deadlines need short ones, and the machine may be slow.
        world.limits.first_answer_ms = PATIENCE.as_millis() as u64;
        let config = SandboxConfig {
            listen: "127.0.0.1:0".parse().unwrap(),
            world,
            save_to: None,
            clock,
            forward,
        };
        let sandbox = start(config).await.unwrap();
        Stage {
            watch: Watch::over(&sandbox),
            sandbox,
            cast,
            client: client(),
            clock: Arc::default(),
        }
    }

    /// The bot's direct messages with Edgar: the channel's id.
    pub async fn direct(&self) -> String {
        let body = json!({ "recipient_id": self.cast.ec });
        let opened = self.bot("POST", "/users/@me/channels", body).await.is(200);
        text(&opened["id"]).to_owned()
    }

    /// Moves the world's clock forward.
    pub fn pass(&self, ms: u64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    /// A request of the bot.
    pub async fn bot(&self, method: &str, path: &str, body: Value) -> Answer {
        let request = self.request(method, &format!("/api/v10{path}"));
        let request = request.header("authorization", format!("Bot {}", self.cast.token));
        answer(if body.is_null() {
            request
        } else {
            request.json(&body)
        })
        .await
    }

    /// What the bot reads there.
    pub async fn get(&self, path: &str) -> Value {
        self.bot("GET", path, Value::Null).await.is(200)
    }

    /// A request of the bot with files (name and bytes).
    pub async fn bot_with_files(
        &self,
        method: &str,
        path: &str,
        body: Value,
        files: &[(&str, &[u8])],
    ) -> Answer {
        let request = self.request(method, &format!("/api/v10{path}"));
        let request = request.header("authorization", format!("Bot {}", self.cast.token));
        answer(request.multipart(form(&body, files))).await
    }

    /// A person's request with files (name and bytes).
    pub async fn person_with_files(
        &self,
        user: Id,
        path: &str,
        body: Value,
        files: &[(&str, &[u8])],
    ) -> Answer {
        let request = self.request("POST", &format!("/local/as/{user}{path}"));
        answer(request.multipart(form(&body, files))).await
    }

    /// A request as a person.
    pub async fn person(&self, user: Id, method: &str, path: &str, body: Value) -> Answer {
        self.local(method, &format!("/as/{user}{path}"), body).await
    }

    /// A request to the local API that is not made as a person.
    pub async fn local(&self, method: &str, path: &str, body: Value) -> Answer {
        let request = self.request(method, &format!("/local{path}"));
        answer(if body.is_null() {
            request
        } else {
            request.json(&body)
        })
        .await
    }

    /// What a person gets there.
    pub async fn reads(&self, user: Id, path: &str) -> Answer {
        self.person(user, "GET", path, Value::Null).await
    }

    /// A person writes a message to a channel.
    pub async fn writes(&self, user: Id, messages: &str, content: &str) -> Answer {
        let body = json!({ "content": content });
        self.person(user, "POST", messages, body).await
    }

    /// What the local API says there.
    pub async fn local_get(&self, path: &str) -> Value {
        self.local("GET", path, Value::Null).await.is(200)
    }

    /// Where the arena's messages are.
    pub fn messages(&self) -> String {
        format!("/channels/{}/messages", self.cast.arena)
    }

    /// Edgar uses a command that the bot has not answered yet: the interaction's id, and where its
    /// answer goes.
    pub fn begin(&self) -> (Id, String) {
        let (application, mut world) = (self.cast.application, self.sandbox.world());
        if world.commands(application, None).is_empty() {
            let commands = json!([{ "name": "go", "description": "d" }]);
            world.set_commands(application, None, &commands).unwrap();
        }
        let nothing = serde_json::Map::new();
        let id = world.give_command(self.cast.ec, self.cast.arena, "go", &nothing);
        let id = id.unwrap();
        let token = &world.interactions[&id].token;
        (id, format!("/interactions/{id}/{token}/callback"))
    }

    /// Posts a message of the bot in the arena.
    pub async fn post(&self, body: Value) -> Value {
        let path = self.messages();
        self.bot("POST", &path, body).await.is(200)
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.client.request(
            method.parse().unwrap(),
            format!("{}{path}", self.sandbox.url()),
        )
    }
}

pub fn form(body: &Value, files: &[(&str, &[u8])]) -> reqwest::multipart::Form {
    let form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
    files
        .iter()
        .enumerate()
        .fold(form, |form, (index, (name, bytes))| {
            let part = reqwest::multipart::Part::bytes(bytes.to_vec()).file_name(name.to_string());
            form.part(format!("files[{index}]"), part)
        })
}

pub fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

pub async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (
        status,
        if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).unwrap_or(json!(text))
        },
    )
}
