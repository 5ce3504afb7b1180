//! The parts that every client's bot plays with the people who use it. The bot registers these
//! commands and answers them as the parts expect.

use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};

use super::{Scene, text};

/// What a bot heard: how many sessions began, how many resumed, and what people wrote.
struct Heard {
    ready: u64,
    resumed: u64,
    words: String,
}

type Part = for<'a> fn(&'a mut Scene) -> LocalBoxFuture<'a, ()>;

/// The parts, by their names in the README's table.
#[rustfmt::skip]
pub const PARTS: &[(&str, Part)] = &[
    ("Commands with options of every type", |scene| scene.options().boxed_local()),
    ("Subcommands and their groups", |scene| scene.subcommands().boxed_local()),
    ("Commands on messages and people", |scene| scene.context_menus().boxed_local()),
    ("Completion", |scene| scene.completion().boxed_local()),
    ("Pictures and files", |scene| scene.pictures().boxed_local()),
    ("Deferred answers", |scene| scene.deferred().boxed_local()),
    ("Private answers", |scene| scene.private().boxed_local()),
    ("Follow-ups, edited and deleted", |scene| scene.follow_ups().boxed_local()),
    ("Messages, edited and deleted", |scene| scene.messages().boxed_local()),
    ("Buttons", |scene| scene.buttons().boxed_local()),
    ("Menus of strings, people, roles, both and channels", |scene| scene.menus().boxed_local()),
    ("Forms", |scene| scene.forms().boxed_local()),
    ("Forms with labels and menus", |scene| scene.labels().boxed_local()),
    ("Files in forms", |scene| scene.files_in_forms().boxed_local()),
    ("Files given with commands", |scene| scene.files_with_commands().boxed_local()),
    ("Components V2", |scene| scene.layout().boxed_local()),
    ("Direct messages", |scene| scene.direct_messages().boxed_local()),
    ("Threads", |scene| scene.threads().boxed_local()),
    ("Pins", |scene| scene.pins().boxed_local()),
    ("Reactions", |scene| scene.reactions().boxed_local()),
    ("Lists of members", |scene| scene.members().boxed_local()),
    ("Roles", |scene| scene.roles().boxed_local()),
    ("Permission overwrites", |scene| scene.overwrites().boxed_local()),
    ("429 answers, waited out", |scene| scene.limits().boxed_local()),
    ("Resumed after a connection that broke off", |scene| scene.dropped().boxed_local()),
    ("Resumed when asked to connect again", |scene| scene.told_to_reconnect().boxed_local()),
    ("Resumed after a close with a code", |scene| scene.closed().boxed_local()),
    ("Resumed after a connection that fell silent", |scene| scene.silence().boxed_local()),
    ("Resumed when told that it can be", |scene| scene.invalid().boxed_local()),
    ("A new session after one that is over", |scene| scene.new_session().boxed_local()),
];

impl Scene {
    async fn options(&mut self) {
        let options = json!({ "text": "two words", "whole": 7, "yes": true, "who": "@edgar",
            "where": "#arena", "part": "@Player", "some": "@dora", "exact": 1.5, "choice": "one" });
        let seen = self.answer_text("every", options.clone()).await;
        let told = "text=two words; whole=7; yes=true; who=edgar; where=arena; part=Player; \
            some=dora; exact=1.5; file=-; choice=one";
        assert_eq!(seen, told);
        let mut options = options;
        options["some"] = json!("@Host");
        options["yes"] = json!(false);
        let seen = self.answer_text("every", options).await;
        assert!(seen.contains("yes=false;") && seen.contains("some=Host;"));
    }

    async fn subcommands(&mut self) {
        let word = json!({ "word": "hello" });
        let plain = self.answer_text("nested plain", word.clone()).await;
        assert_eq!(plain, "plain: hello");
        let inner = self.answer_text("nested group inner", word).await;
        assert_eq!(inner, "group inner: hello");
    }

    async fn context_menus(&mut self) {
        let (ec, dmo) = (self.stage.cast.ec, self.stage.cast.dmo);
        let path = format!("/channels/{}/messages", self.channel);
        let words = json!({ "content": "my words" });
        let message = self.person(dmo, "POST", &path, words).await;
        for (name, target, told) in [
            ("Quote", &message["id"], "dora: my words"),
            ("Greet", &json!(dmo), "Hello, dora with roles: 1"),
        ] {
            let call = json!({ "channel_id": self.channel, "name": name, "target_id": target });
            let seen = self.answered(ec, "/commands", call).await;
            assert_eq!(text(&seen["message"]), told);
        }
    }

    async fn completion(&mut self) {
        let call = json!({ "channel_id": self.channel, "name": "complete", "focused": "fruit",
            "options": { "fruit": "ap" } });
        let ec = self.stage.cast.ec;
        let offered = self.person(ec, "POST", "/autocomplete", call).await;
        let choices = json!([{ "name": "apple", "value": "apple" }, { "name": "apricot", "value": "apricot" }]);
        let names = |choices: &Value| -> Vec<Value> {
            let choices = choices.as_array().into_iter().flatten();
            choices.map(|choice| choice["value"].clone()).collect()
        };
        assert_eq!(names(&offered["choices"]), names(&choices));
        let fruit = json!({ "fruit": "apricot" });
        assert_eq!(self.answer_text("complete", fruit).await, "apricot");
    }

    async fn pictures(&mut self) {
        let seen = self.command("picture", json!({})).await;
        let message = &seen["message"];
        let embed = &message["embeds"][0];
        assert_eq!(embed["title"], "Board");
        let picture = &embed["image"];
        assert_eq!(picture["description"], "A blue board");
        assert_eq!(
            (&picture["width"], &picture["height"]),
            (&json!(4), &json!(2))
        );
        let address = picture["url"].as_str().unwrap();
        assert!(address.contains("board.png"), "{address}");
        let read = self.stage.client.get(address).send().await.unwrap();
        let read = image::load_from_memory(&read.bytes().await.unwrap()).unwrap();
        assert_eq!(read.to_rgb8().get_pixel(3, 1).0, [40, 90, 160]);
        self.until_seen(&["", "The moves"]).await;
        let moves = &self.history(self.stage.cast.dmo, self.channel).await[1];
        let moves = moves["attachments"][0]["url"].as_str().unwrap();
        let read = self.stage.client.get(moves).send().await.unwrap();
        assert_eq!(read.text().await.unwrap(), "1. a1 b2\n");
    }

    async fn deferred(&mut self) {
        for alone in [false, true] {
            let seen = self.command("deferred", json!({ "alone": alone })).await;
            assert_eq!(seen["kind"], "deferred");
            assert_eq!(text(&seen["message"]), "At last.");
            assert_eq!(seen["message"]["ephemeral"], alone);
        }
        // Others see only the first.
        let others = self.seen_by(self.stage.cast.dmo).await;
        assert_eq!(others, ["At last."]);
    }

    async fn private(&mut self) {
        let seen = self.answer_text("private", json!({})).await;
        assert_eq!(seen, "Only you see this.");
        self.until_seen(&["Only you see this.", "And this."]).await;
        assert_eq!(self.seen_by(self.stage.cast.dmo).await, [""; 0]);
    }

    async fn follow_ups(&mut self) {
        self.command("follow", json!({})).await;
        self.until_seen(&["first, edited", "second, edited"]).await;
    }

    async fn messages(&mut self) {
        assert_eq!(self.answer_text("edit", json!({})).await, "final");
        assert_eq!(self.seen_by(self.stage.cast.dmo).await, ["final"]);
    }

    async fn buttons(&mut self) {
        let seen = self.command("buttons", json!({})).await;
        let message = &seen["message"];
        for (id, kind, after) in [
            ("count", "updated", "Pressed 1"),
            ("count", "updated", "Pressed 2"),
            ("later", "deferred_update", "Pressed 10"),
            ("count", "updated", "Pressed 11"),
        ] {
            let seen = self.press(message, id, json!([])).await;
            assert_eq!(seen["kind"], kind, "{id}");
            self.until_seen(&[after]).await;
        }
        let seen = self.press(message, "whisper", json!([])).await;
        assert_eq!(text(&seen["message"]), "Between us.");
        let from = &seen["message"]["message_reference"]["message_id"];
        assert_eq!(from, &message["id"]);
        let ec = self.stage.cast.ec;
        let press = json!({ "channel_id": message["channel_id"], "message_id": message["id"],
            "custom_id": "off" });
        let (status, _) = self.stage.person(ec, "POST", "/components", press).await;
        assert_eq!(status, 409);
        // A form that a button opened can change the button's message.
        let seen = self.press(message, "fill", json!([])).await;
        let form = json!({ "modal_id": seen["modal"]["modal_id"], "fields": { "move": "b2" } });
        let seen = self.answered(ec, "/modals", form).await;
        assert_eq!(seen["kind"], "updated");
        self.until_seen(&["Filled in: b2", "Between us."]).await;
        self.press(message, "away", json!([])).await;
        self.until_seen(&["Between us."]).await;
    }

    async fn menus(&mut self) {
        let seen = self.command("menus", json!({})).await;
        let cast = &self.stage.cast;
        let message = &seen["message"];
        for (menu, values, told) in [
            ("colours", json!(["red", "green"]), "green, red"),
            ("people", json!([cast.ec, cast.dmo]), "dora, edgar"),
            ("parts", json!([cast.players]), "Player"),
            ("either", json!([cast.ec, cast.players]), "Player, edgar"),
            ("places", json!([cast.arena]), "arena"),
        ] {
            let seen = self.press(message, menu, values).await;
            assert_eq!(text(&seen["message"]), format!("{menu}: {told}"));
        }
    }

    async fn forms(&mut self) {
        let seen = self.command("form", json!({})).await;
        let form = &seen["modal"];
        assert_eq!(form["title"], "A form");
        let fields = json!({ "move": "a1", "note": "two\nlines" });
        let form = json!({ "modal_id": form["modal_id"], "fields": fields });
        let seen = self.answered(self.stage.cast.ec, "/modals", form).await;
        assert_eq!(text(&seen["message"]), "move=a1; note=two\nlines");
    }

    /// Edgar opens a form with labels, fills it in and sends it with files.
    async fn fill_in_labels(&self, fields: Value, files: &[(&str, &[u8])]) -> String {
        let seen = self.command("labelled", json!({})).await;
        let form = &seen["modal"];
        assert_eq!(form["components"][1]["label"], "Kind", "{form}");
        let form = json!({ "modal_id": form["modal_id"], "fields": fields });
        let ec = self.stage.cast.ec;
        let first = self.stage.person_with_files(ec, "/modals", form, files);
        let seen = self.wait_for_answer(ec, first.await).await;
        text(&seen["message"]).to_owned()
    }

    async fn labels(&mut self) {
        let fields = json!({ "subject": "It broke", "kind": ["bug"],
            "who": [self.stage.cast.dmo] });
        let told = self.fill_in_labels(fields, &[]).await;
        assert_eq!(told, "subject=It broke; kind=bug; who=dora; files=");
    }

    async fn files_in_forms(&mut self) {
        let fields = json!({ "subject": "It broke", "kind": ["idea"],
            "files": ["files[0]", "files[1]"] });
        let files: [(&str, &[u8]); 2] = [("a.txt", b"hello"), ("b.txt", b"hi")];
        let told = self.fill_in_labels(fields, &files).await;
        assert_eq!(
            told,
            "subject=It broke; kind=idea; who=; files=a.txt 5, b.txt 2"
        );
    }

    async fn files_with_commands(&mut self) {
        let options = json!({ "text": "a", "whole": 7, "yes": true, "who": "@edgar",
            "where": "#arena", "part": "@Player", "some": "@dora", "exact": 1.5,
            "file": "files[0]" });
        let call = json!({ "channel_id": self.channel, "name": "every", "options": options });
        let ec = self.stage.cast.ec;
        let files: [(&str, &[u8]); 1] = [("notes.txt", b"1. a1 b2")];
        let first = self.stage.person_with_files(ec, "/commands", call, &files);
        let seen = self.wait_for_answer(ec, first.await).await;
        let told = text(&seen["message"]);
        assert!(told.contains("file=notes.txt 8;"), "{told}");
    }

    async fn layout(&mut self) {
        let seen = self.command("layout", json!({})).await;
        let mut message = seen["message"].clone();
        for score in 0..3 {
            let container = &message["components"][0];
            assert_eq!(
                (&message["flags"], &container["type"]),
                (&json!(1 << 15), &json!(17))
            );
            let parts = &container["components"];
            assert_eq!(parts[0]["content"], format!("Score {score}"));
            assert_eq!(container["accent_color"], 0x28_5A_A0);
            let picture = parts[3]["items"][0]["media"]["url"].as_str().unwrap();
            let read = self.stage.client.get(picture).send().await.unwrap();
            let read = image::load_from_memory(&read.bytes().await.unwrap()).unwrap();
            assert_eq!(read.to_rgb8().dimensions(), (4, 2));
            let seen = self.press(&message, "raise", json!([])).await;
            assert_eq!(seen["kind"], "updated");
            message = seen["message"].clone();
        }
    }

    async fn direct_messages(&mut self) {
        assert_eq!(self.answer_text("direct", json!({})).await, "sent");
        let partner = json!({ "recipient_id": self.stage.cast.bot });
        let ec = self.stage.cast.ec;
        let direct = self.person(ec, "POST", "/dm", partner).await;
        self.channel = direct["id"].as_str().unwrap().parse().unwrap();
        self.until_seen(&["Hello, edgar"]).await;
        assert_eq!(self.write(ec, "ping").await, 200);
        self.until_seen(&["Hello, edgar", "ping", "You wrote: ping"])
            .await;
        let messages = self.history(ec, self.channel).await;
        assert_eq!(
            messages[2]["message_reference"]["message_id"],
            messages[1]["id"]
        );
    }

    async fn threads(&mut self) {
        let told = "Side talk; Between us two with 2 members";
        assert_eq!(self.answer_text("thread", json!({})).await, told);
        let ec = self.stage.cast.ec;
        let channels = self.person(ec, "GET", "/channels", Value::Null).await;
        let named = |name: &str| {
            let mut channels = channels.as_array().unwrap().iter();
            channels.find(|channel| channel["name"] == name).cloned()
        };
        let open = named("Side talk").unwrap();
        let closed = named("Between us two").unwrap();
        assert_eq!((&open["type"], &closed["type"]), (&json!(11), &json!(12)));
        assert_eq!(closed["thread_metadata"]["archived"], true);
        let open = open["id"].as_str().unwrap().parse().unwrap();
        let messages = self.history(ec, open).await;
        let said = messages.iter().map(text);
        assert!(said.into_iter().any(|said| said == "first in the thread"));
    }

    async fn pins(&mut self) {
        assert_eq!(self.answer_text("pin", json!({})).await, "pins: keep this");
        let messages = self.history(self.stage.cast.dmo, self.channel).await;
        assert_eq!(
            (&messages[0]["pinned"], &messages[1]["type"]),
            (&json!(true), &json!(6))
        );
        let off = json!({ "off": true });
        assert_eq!(self.answer_text("pin", off).await, "pins: ");
    }

    async fn reactions(&mut self) {
        assert_eq!(self.answer_text("react", json!({})).await, "👍 crier");
        let messages = self.history(self.stage.cast.dmo, self.channel).await;
        let reactions = messages[0]["reactions"].as_array().unwrap();
        let reactions: Vec<_> = reactions
            .iter()
            .map(|one| (&one["emoji"]["name"], &one["count"]))
            .collect();
        assert_eq!(reactions, [(&json!("👍"), &json!(1))]);
    }

    async fn members(&mut self) {
        let all = "crier, dora, edgar, hana, sam";
        let told = format!("{all}; {all}; Edgar; dora");
        assert_eq!(self.answer_text("members", json!({})).await, told);
    }

    async fn roles(&mut self) {
        let (guild, sam) = (self.stage.cast.guild, self.stage.cast.spectator);
        for off in [false, true] {
            let options = json!({ "who": "@sam", "part": "@Player", "off": off });
            let told = self.answer_text("role", options).await;
            assert_eq!(told, format!("{}, of 4 roles", !off));
            let has = {
                let world = self.stage.sandbox.world();
                let roles = &world.guilds[&guild].members[&sam].roles;
                roles.contains(&self.stage.cast.players)
            };
            assert_eq!(has, !off);
        }
    }

    async fn overwrites(&mut self) {
        for (off, told, status) in [
            (false, "denied: SendMessages", 403),
            (true, "denied: ", 200),
        ] {
            let options = json!({ "who": "@dora", "off": off });
            assert_eq!(self.answer_text("overwrite", options).await, told);
            assert_eq!(self.write(self.stage.cast.dmo, "may I?").await, status);
        }
    }

    async fn limits(&mut self) {
        let path = "/api/v10/channels/*/messages";
        for scope in ["user", "global"] {
            self.fault(
                json!({ "method": "POST", "path": path, "status": 429, "retry_after": 0.3,
                "scope": scope }),
            )
            .await;
            self.answer_text("burst", json!({ "count": 2 })).await;
            let (_, faults) = self.stage.local("GET", "/faults", Value::Null).await;
            assert_eq!(faults["left"], 0);
        }
        let seen = self.seen_by(self.stage.cast.dmo).await;
        assert_eq!(seen, ["burst 1", "burst 2", "burst 1", "burst 2"]);
        {
            let limits = &mut self.stage.sandbox.world().limits;
            limits.enforce_rate_limits = true;
            // Five messages within 0.4 s.
            limits.window_share = 0.08;
        }
        let told = self.answer_text("burst", json!({ "count": 7 })).await;
        assert_eq!(told, "all sent");
        let seen = self.seen_by(self.stage.cast.dmo).await;
        let last: Vec<_> = (1..=7).map(|number| format!("burst {number}")).collect();
        assert_eq!(seen[4..], last);
        self.stage.sandbox.world().limits.enforce_rate_limits = false;
    }

    /// What the bot has heard so far, or `None` if it is offline.
    async fn heard(&self) -> Option<Heard> {
        let call = json!({ "channel_id": self.channel, "name": "heard" });
        let ec = self.stage.cast.ec;
        let told = self.person(ec, "POST", "/commands", call).await;
        let (counts, words) = text(&told["message"]).split_once(": ")?;
        let (ready, resumed) = counts.split_once(", ")?;
        let number = |count: &str| count.split(' ').next_back()?.parse().ok();
        Some(Heard {
            ready: number(ready)?,
            resumed: number(resumed)?,
            words: words.to_owned(),
        })
    }

    async fn until_heard(&mut self, what: &str, done: impl Fn(&Heard) -> bool) -> Heard {
        self.until(what, async |scene| scene.heard().await.filter(&done))
            .await
    }

    async fn dropped(&mut self) {
        self.lose(json!({ "gateway": "drop" }), true).await;
    }

    async fn told_to_reconnect(&mut self) {
        self.lose(json!({ "gateway": "reconnect" }), true).await;
    }

    async fn closed(&mut self) {
        let close = json!({ "gateway": "close", "code": 4000 });
        self.lose(close, true).await;
    }

    /// Only heartbeats show that a connection is silent, so the test makes them come often. Each
    /// new connection gets the short interval, even one that begins during the silence.
    async fn silence(&mut self) {
        let usual = self.stage.sandbox.world().limits.heartbeat_ms;
        self.stage.sandbox.world().limits.heartbeat_ms = 2000;
        self.lose(json!({ "gateway": "drop" }), true).await;
        self.lose(json!({ "gateway": "silent" }), true).await;
        self.stage.sandbox.world().limits.heartbeat_ms = usual;
    }

    async fn invalid(&mut self) {
        let invalid = json!({ "gateway": "invalid_session", "resumable": true });
        self.lose(invalid, true).await;
    }

    async fn new_session(&mut self) {
        self.lose(json!({ "gateway": "invalid_session" }), false)
            .await;
    }

    /// The bot loses its connection. A session that resumes hears once what people wrote meanwhile.
    /// Every session hears what they write later.
    async fn lose(&mut self, loss: Value, goes_on: bool) {
        let before = self.until_heard("the bot", |_| true).await;
        self.fault(loss.clone()).await;
        if loss["gateway"] == "silent" {
            self.until("the end of a silent connection", async |scene| {
                let (_, world) = scene.stage.local("GET", "/world", Value::Null).await;
                (world["bots"][0]["online"] == false).then_some(())
            })
            .await;
            self.fault(json!({ "gateway": "speak" })).await;
        }
        let mut words = before.words.clone();
        let mut add = |said: &str| words = format!("{words}, {said}");
        if goes_on {
            self.write(self.stage.cast.dmo, "meanwhile").await;
            add("meanwhile");
        }
        let there = |heard: &Heard| {
            if goes_on {
                heard.resumed > before.resumed
            } else {
                heard.ready > before.ready
            }
        };
        let after = self
            .until_heard(&format!("the bot after {loss}"), there)
            .await;
        assert!(!goes_on || after.ready == before.ready, "{loss}");
        self.write(self.stage.cast.dmo, "later").await;
        add("later");
        let words = words.trim_start_matches(", ");
        self.until_heard(words, |heard| heard.words == words).await;
    }
}
