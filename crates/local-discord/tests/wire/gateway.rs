//! The gateway, frame by frame, and with serenity, which must be able to read every event.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use serenity::all::{Context, Event, GatewayIntents, RawEventHandler};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::http::HttpBuilder;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::stage::{Answer, Expected as _, Stage, has, text};
use local_discord::world::{MessageDraft, NewThread, permissions};

/// A gateway connection without a library.
pub struct Gateway(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Gateway {
    /// Connects with this query in the address.
    pub async fn at(stage: &Stage, query: &str) -> Gateway {
        let address = format!("ws://{}/?{query}", stage.sandbox.address());
        Gateway(connect_async(address).await.unwrap().0)
    }

    pub async fn connect(stage: &Stage) -> Gateway {
        let mut gateway = Gateway::at(stage, "v=10&encoding=json").await;
        let hello = gateway.next().await.unwrap();
        assert_eq!(hello["op"], 10);
        gateway
    }

    pub async fn send(&mut self, op: u64, data: Value) {
        let text = json!({ "op": op, "d": data }).to_string();
        self.send_frame(Message::Text(text)).await;
    }

    pub async fn send_frame(&mut self, frame: Message) {
        self.0.send(frame).await.unwrap();
    }

    /// The next frame as bytes.
    pub async fn bytes(&mut self) -> Vec<u8> {
        match self.0.next().await {
            Some(Ok(Message::Binary(bytes))) => bytes,
            other => panic!("{other:?}"),
        }
    }

    /// The next frame, or the close code.
    pub async fn next(&mut self) -> Result<Value, Option<u16>> {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => Err(frame.map(|frame| frame.code.into())),
            _ => Err(None),
        }
    }

    /// Skips to the next event of that name.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self
                .next()
                .await
                .unwrap_or_else(|code| panic!("closed with {code:?} before {name}"));
            if frame["t"] == name {
                return frame;
            }
        }
    }

    /// A person starts an interaction and the bot answers like this: what the person gets, and what
    /// the bot heard.
    pub async fn answers(
        &mut self,
        stage: &Stage,
        person: impl Future<Output = Answer>,
        answer: Value,
    ) -> (Value, Value) {
        let answered = async {
            let told = self.event("INTERACTION_CREATE").await["d"].take();
            let (id, token) = (text(&told["id"]), text(&told["token"]));
            let path = format!("/interactions/{id}/{token}/callback");
            stage.bot("POST", &path, answer).await.is(204);
            told
        };
        let (outcome, told) = tokio::join!(person, answered);
        (outcome.is(200), told)
    }

    pub async fn identify(stage: &Stage) -> (Gateway, Value) {
        let mut gateway = Gateway::connect(stage).await;
        gateway.send(2, json!({ "token": stage.cast.token, "intents": 53_608_189 & !33_026, "properties": {} })).await;
        let ready = gateway.event("READY").await;
        gateway.event("GUILD_CREATE").await;
        (gateway, ready)
    }
}

/// The names of all events that serenity heard. A name with `!` is one that it could not read.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

#[async_trait]
impl RawEventHandler for Heard {
    async fn raw_event(&self, _: Context, event: Event) {
        let name = match &event {
            Event::Unknown(unknown) => format!("!{} {:?}", unknown.kind, unknown.value),
            event => event.name().unwrap_or_default(),
        };
        self.0.lock().unwrap().push(name);
    }
}

impl Heard {
    /// Waits until all of these were heard.
    async fn until(&self, wanted: &[&str]) {
        let all = async || loop {
            let heard = self.0.lock().unwrap().clone();
            assert!(
                !heard.iter().any(|name| name.starts_with('!')),
                "{heard:#?}"
            );
            if wanted
                .iter()
                .all(|name| heard.iter().any(|one| one == name))
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let waited = tokio::time::timeout(crate::stage::PATIENCE, all()).await;
        waited.unwrap_or_else(|_| panic!("of {wanted:?} serenity heard only {:?}", self.0));
    }
}

#[tokio::test]
async fn serenity_reads_every_event() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let heard = Heard::default();
    let http = HttpBuilder::new(&cast.token)
        .proxy(stage.sandbox.url())
        .ratelimiter_disabled(true)
        .client(super::stage::client())
        .build();
    let intents = GatewayIntents::non_privileged();
    let client = ClientBuilder::new_with_http(http, intents).raw_event_handler(heard.clone());
    let mut client = client.await.unwrap();
    let running = tokio::spawn(async move { client.start().await });
    heard.until(&["READY", "GUILD_CREATE"]).await;
    stage.begin();
    {
        // Dropping the world sends the events, so each change locks it again.
        let world = || stage.sandbox.world();
        let (guild, arena) = (cast.guild, cast.arena);
        world()
            .set_bot_permissions(guild, cast.bot, permissions::ADMINISTRATOR)
            .unwrap();
        let role = world().add_role(guild, "New", 5, 0).unwrap();
        world()
            .change_role(cast.bot, guild, cast.ec, role, true)
            .unwrap();
        world()
            .set_nick(guild, cast.bot, Some("Herald".to_owned()))
            .unwrap();
        let text = MessageDraft::text;
        let first = world().send(cast.ec, arena, text("one")).unwrap().id;
        let second = world().send(cast.bot, arena, text("two")).unwrap().id;
        let third = world().send(cast.bot, arena, text("three")).unwrap().id;
        world()
            .edit(cast.bot, arena, second, text("changed"))
            .unwrap();
        world().type_in(cast.ec, arena).unwrap();
        world().set_pinned(cast.bot, arena, second, true).unwrap();
        world().react(cast.ec, arena, second, "👍", true).unwrap();
        world().react(cast.ec, arena, second, "👍", false).unwrap();
        let thread = NewThread {
            name: "t".to_owned(),
            private: true,
            invitable: true,
            auto_archive_minutes: 60,
            rate_limit_per_user: None,
            from_message: None,
            post: None,
        };
        let thread = world().start_thread(cast.bot, arena, thread).unwrap();
        world().join_thread(cast.bot, thread, cast.ec).unwrap();
        world().leave_thread(cast.bot, thread, cast.bot).unwrap();
        world()
            .change_channel(
                cast.bot,
                thread,
                local_discord::world::ChannelChange {
                    locked: Some(true),
                    ..Default::default()
                },
            )
            .unwrap();
        world().delete_channel(thread).unwrap();
        let channel = world()
            .add_text_channel(guild, "new", None, Vec::new())
            .unwrap();
        world()
            .change_overwrite(
                channel,
                cast.ec,
                Some(local_discord::world::Overwrite::member(cast.ec, 0, 1024)),
            )
            .unwrap();
        world().delete_channel(channel).unwrap();
        let dm = world().open_dm(cast.dmo, cast.bot).unwrap();
        world().type_in(cast.dmo, dm).unwrap();
        world().delete_message(cast.bot, arena, first).unwrap();
        world()
            .bulk_delete(cast.bot, arena, &[second, third])
            .unwrap();
        let owner = world().add_person("owner", "Owner");
        let other = world().add_guild("Other", owner);
        world().add_member(other, cast.bot, &[]).unwrap();
        world().remove_member(other, cast.bot).unwrap();
    }
    let wanted = [
        "READY",
        "GUILD_CREATE",
        "GUILD_ROLE_CREATE",
        "GUILD_ROLE_UPDATE",
        "GUILD_MEMBER_UPDATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "MESSAGE_DELETE_BULK",
        "TYPING_START",
        "CHANNEL_PINS_UPDATE",
        "MESSAGE_REACTION_ADD",
        "MESSAGE_REACTION_REMOVE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_DELETE",
        "THREAD_MEMBERS_UPDATE",
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "GUILD_DELETE",
        "INTERACTION_CREATE",
    ];
    heard.until(&wanted).await;
    running.abort();
}

#[tokio::test]
async fn a_refused_identify_closes_with_its_code() {
    let stage = Stage::new().await;
    let token = stage.cast.token.clone();
    for (what, op, data, code) in [
        (
            "a wrong token",
            2,
            json!({ "token": "wrong", "intents": 1 }),
            4004,
        ),
        (
            "the members intent",
            2,
            json!({ "token": token, "intents": 1 << 1 }),
            4014,
        ),
        (
            "the content intent",
            2,
            json!({ "token": token, "intents": 1 << 15 }),
            4014,
        ),
        ("no intents", 2, json!({ "token": token }), 4013),
        (
            "a shard beyond the last",
            2,
            json!({ "token": token, "intents": 1, "shard": [1, 1] }),
            4010,
        ),
        (
            "a wrong token to resume with",
            6,
            json!({ "token": "wrong", "session_id": "x", "seq": 1 }),
            4004,
        ),
        ("a request before the identification", 8, json!({}), 4003),
    ] {
        let mut gateway = Gateway::connect(&stage).await;
        gateway.send(op, data).await;
        assert_eq!(gateway.next().await, Err(Some(code)), "{what}");
    }
}

#[tokio::test]
async fn a_connection_that_sends_too_much_is_closed() {
    let stage = Stage::new().await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    for _ in 0..119 {
        gateway.send(1, Value::Null).await;
        assert_eq!(gateway.next().await.unwrap()["op"], 11);
    }
    gateway.send(1, Value::Null).await;
    assert_eq!(gateway.next().await, Err(Some(4008)));
}

#[tokio::test]
async fn a_connection_without_heartbeats_is_closed() {
    let stage = Stage::new().await;
    stage.sandbox.world().limits.heartbeat_ms = 400;
    let mut silent = Gateway::connect(&stage).await;
    assert_eq!(silent.next().await, Err(Some(4009)));
    // One heartbeat keeps it open for as long again. On a busy machine the heartbeat may come
    // too late; that proves nothing, so the test tries again.
    loop {
        let mut gateway = Gateway::connect(&stage).await;
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        let beaten = std::time::Instant::now();
        let heartbeat = json!({ "op": 1, "d": null }).to_string();
        let sent = gateway.0.send(Message::Text(heartbeat)).await;
        if let (Ok(()), Ok(answer)) = (sent, gateway.next().await) {
            assert_eq!(answer["op"], 11);
            assert_eq!(gateway.next().await, Err(Some(4009)));
            assert!(beaten.elapsed() >= std::time::Duration::from_millis(800));
            break;
        }
    }
}

#[tokio::test]
async fn gateway_faults_reach_the_bot() {
    let stage = Stage::new().await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    stage
        .local("POST", "/faults", json!({ "gateway": "reconnect" }))
        .await;
    assert_eq!(gateway.next().await.unwrap()["op"], 7);
    stage
        .local("POST", "/faults", json!({ "gateway": "silent" }))
        .await;
    gateway.send(1, json!(3)).await;
    let silence = tokio::time::timeout(std::time::Duration::from_millis(200), gateway.next()).await;
    assert!(silence.is_err(), "a silent gateway acknowledges nothing");
    stage
        .local("POST", "/faults", json!({ "gateway": "speak" }))
        .await;
    gateway.send(1, json!(3)).await;
    assert_eq!(gateway.next().await.unwrap()["op"], 11);
    stage
        .local(
            "POST",
            "/faults",
            json!({ "gateway": "close", "code": 4009 }),
        )
        .await;
    let closed = loop {
        // What was sent in the silence may be acknowledged late.
        match gateway.next().await {
            Ok(frame) => assert_eq!(frame["op"], 11),
            Err(code) => break code,
        }
    };
    assert_eq!(closed, Some(4009));
    stage
        .local("POST", "/faults", json!({ "gateway": "dance" }))
        .await
        .is(400);
}

#[tokio::test]
async fn an_answer_with_members_repeats_the_nonce() {
    let stage = Stage::new().await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let cast = &stage.cast;
    let ask = json!({ "guild_id": cast.guild, "user_ids": [cast.ec, "5"], "nonce": "alive?" });
    gateway.send(8, ask).await;
    let chunk = gateway.event("GUILD_MEMBERS_CHUNK").await["d"].clone();
    has(&chunk, json!({ "nonce": "alive?", "not_found": ["5"] }));
    assert_eq!(chunk["members"][0]["user"]["id"], json!(cast.ec));
    gateway
        .send(
            8,
            json!({ "guild_id": cast.guild, "query": "d", "limit": 5 }),
        )
        .await;
    let chunk = gateway.event("GUILD_MEMBERS_CHUNK").await["d"].clone();
    assert_eq!(chunk["members"][0]["user"]["username"], "dora");
    gateway
        .send(
            8,
            json!({ "guild_id": cast.guild, "query": "", "limit": 0 }),
        )
        .await;
    assert_eq!(
        gateway.next().await,
        Err(Some(4014)),
        "all members need the members intent"
    );
}

#[tokio::test]
async fn a_bot_hears_only_the_intents_it_asked_for() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let mut gateway = Gateway::connect(&stage).await;
    // The intent for direct messages alone.
    gateway
        .send(2, json!({ "token": cast.token, "intents": 1 << 12 }))
        .await;
    gateway.event("READY").await;
    stage.post(json!({ "content": "in the guild" })).await;
    let (_, dm) = stage
        .person(cast.ec, "POST", "/dm", json!({ "recipient_id": cast.bot }))
        .await;
    let path = format!("/channels/{}/messages", text(&dm["id"]));
    stage.writes(cast.ec, &path, "between us").await;
    assert_eq!(gateway.next().await.unwrap()["d"]["content"], "between us");
}

#[tokio::test]
async fn ephemeral_messages_arrive_like_direct_messages() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let mut gateway = Gateway::connect(&stage).await;
    let direct_messages = json!({ "token": cast.token, "intents": 1 << 12 });
    gateway.send(2, direct_messages).await;
    gateway.event("READY").await;
    let (_, callback) = stage.begin();
    let token = callback.split('/').nth(3).unwrap();
    for flags in [0, 1 << 6] {
        let answer = json!({ "type": 4, "data": { "content": "psst", "flags": flags } });
        stage.bot("POST", &callback, answer).await;
        let later = format!("/webhooks/{}/{token}", cast.application);
        let later = stage.bot(
            "POST",
            &later,
            json!({ "content": "psst", "flags": 1 << 6 }),
        );
        later.await.is(200);
        let told = gateway.event("MESSAGE_CREATE").await;
        assert_eq!(told["d"]["flags"], json!(1 << 6));
        assert_eq!(told["d"]["channel_id"], json!(cast.arena));
        assert!(told["d"].get("guild_id").is_none() && told["d"].get("member").is_none());
    }
}

#[tokio::test]
async fn a_stopping_server_closes_with_a_code() {
    let stage = Stage::new().await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    stage.sandbox.stop().await;
    assert_eq!(gateway.next().await, Err(Some(1001)));
}
