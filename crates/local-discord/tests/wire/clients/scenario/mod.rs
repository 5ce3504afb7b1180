//! A local Discord with a client's bot, and people who use the bot. `parts.rs` has what they do.

mod parts;

pub use parts::PARTS;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use local_discord::world::{Id, PRIVILEGED_INTENTS, permissions};
use serde_json::{Value, json};

use super::Bot;
use crate::stage::{PATIENCE, Stage};

/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(20);

pub struct Scene {
    pub stage: Stage,
    pub bot: Option<Bot>,
    /// Each part has its own channel.
    channel: Id,
}

impl Scene {
    /// A local Discord that shows the real time, as clients do.
    pub async fn new() -> Scene {
        let now_ms = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let stage = Stage::with_clock(move || now_ms().as_millis() as u64).await;
        let (guild, bot) = (stage.cast.guild, stage.cast.bot);
        {
            let mut world = stage.sandbox.world();
            world.set_intents(bot, PRIVILEGED_INTENTS).unwrap();
            let all = permissions::ADMINISTRATOR;
            world.set_bot_permissions(guild, bot, all).unwrap();
        }
        let channel = stage.cast.arena;
        Scene {
            stage,
            bot: None,
            channel,
        }
    }

    /// Waits for the bot and plays every part with it, except `lacks`.
    pub async fn play(&mut self, lacks: &[&str]) {
        self.until("its commands", async |scene| {
            let (_, world) = scene.stage.local("GET", "/world", Value::Null).await;
            let there = world["commands"] != json!([]) && world["bots"][0]["online"] == true;
            there.then_some(())
        })
        .await;
        for (name, part) in PARTS.iter().filter(|(name, _)| !lacks.contains(name)) {
            // The output shows it if the test fails.
            eprintln!("{name}");
            self.channel = {
                let mut world = self.stage.sandbox.world();
                let name = name.to_lowercase().replace([' ', ','], "-");
                let added = world.add_text_channel(self.stage.cast.guild, &name, None, Vec::new());
                added.unwrap()
            };
            part(self).await;
        }
        assert_eq!(self.stage.sandbox.unknown_routes(), 0);
    }

    /// Looks again and again until `look` finds something.
    async fn until<T>(&mut self, what: &str, mut look: impl AsyncFnMut(&Scene) -> Option<T>) -> T {
        let waited = async {
            loop {
                if let Some(seen) = look(self).await {
                    return seen;
                }
                let ended = self.bot.as_mut().is_some_and(Bot::has_ended);
                assert!(!ended, "the client ended while {what} was waited for");
                tokio::time::sleep(PAUSE).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waited).await;
        waited.unwrap_or_else(|_| panic!("{what} did not come"))
    }

    async fn person(&self, user: Id, method: &str, path: &str, body: Value) -> Value {
        let (status, answer) = self.stage.person(user, method, path, body).await;
        assert!(status < 300, "{method} {path}: {status} {answer}");
        answer
    }

    /// What a person sees once the interaction that they start is answered.
    async fn answered(&self, user: Id, path: &str, body: Value) -> Value {
        self.wait_for_answer(user, self.stage.person(user, "POST", path, body).await)
            .await
    }

    /// The same for an interaction that has started.
    async fn wait_for_answer(&self, user: Id, (status, first): (u16, Value)) -> Value {
        assert!(status < 300, "{status} {first}");
        let id = &first["interaction_id"].as_str().unwrap();
        let path = format!("/interactions/{id}?wait_ms=60000");
        let settled = self.person(user, "GET", &path, Value::Null).await;
        assert_eq!(settled["state"], "answered", "{first} {settled}");
        let mut seen = first;
        for (name, value) in settled.as_object().unwrap() {
            seen[name] = value.clone();
        }
        seen
    }

    /// Edgar uses a command.
    async fn command(&self, name: &str, options: Value) -> Value {
        let call = json!({ "channel_id": self.channel, "name": name, "options": options });
        self.answered(self.stage.cast.ec, "/commands", call).await
    }

    /// Edgar uses a command: the text of its answer.
    async fn answer_text(&self, name: &str, options: Value) -> String {
        let seen = self.command(name, options).await;
        text(&seen["message"]).to_owned()
    }

    /// Edgar presses a button, or chooses from a menu.
    async fn press(&self, message: &Value, custom_id: &str, values: Value) -> Value {
        let press = json!({ "channel_id": message["channel_id"], "message_id": message["id"],
            "custom_id": custom_id, "values": values });
        self.answered(self.stage.cast.ec, "/components", press)
            .await
    }

    async fn history(&self, user: Id, channel: Id) -> Vec<Value> {
        let path = format!("/channels/{channel}/messages");
        let messages = self.person(user, "GET", &path, Value::Null).await;
        messages.as_array().unwrap().clone()
    }

    async fn seen_by(&self, user: Id) -> Vec<String> {
        let messages = self.history(user, self.channel).await;
        messages.iter().map(|one| text(one).to_owned()).collect()
    }

    /// Waits until Edgar sees exactly these texts in the part's channel.
    async fn until_seen(&mut self, texts: &[&str]) {
        self.until(&format!("{texts:?}"), async |scene| {
            let seen = scene.seen_by(scene.stage.cast.ec).await;
            (seen == texts).then_some(())
        })
        .await;
    }

    /// A person writes in the part's channel: the status of the answer.
    async fn write(&self, user: Id, content: &str) -> u16 {
        let path = format!("/channels/{}/messages", self.channel);
        let words = json!({ "content": content });
        self.stage.person(user, "POST", &path, words).await.0
    }

    async fn fault(&self, fault: Value) {
        let (status, answer) = self.stage.local("POST", "/faults", fault).await;
        assert_eq!(status, 204, "{answer}");
    }
}

fn text(message: &Value) -> &str {
    message["content"].as_str().unwrap_or_default()
}
