//! The people API.

use futures_util::StreamExt as _;
use local_discord::world::Id;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::gateway::Gateway;
use super::stage::{Answer, Expected as _, Stage, text};

impl Stage {
    pub async fn command(&self, user: Id, name: &str, options: Value) -> Answer {
        let call = json!({ "channel_id": self.cast.arena, "name": name, "options": options });
        self.person(user, "POST", "/commands", call).await
    }

    pub async fn press(&self, user: Id, message: &Value, custom_id: &str, values: Value) -> Answer {
        let (channel, id) = (&message["channel_id"], &message["id"]);
        let press = json!({ "channel_id": channel, "message_id": id, "custom_id": custom_id,
            "values": values });
        self.person(user, "POST", "/components", press).await
    }

    async fn seen(&self, user: Id, messages: &str) -> Vec<String> {
        let (_, messages) = self.reads(user, messages).await;
        let messages = messages.as_array().unwrap().iter();
        let words = messages.map(|message| text(&message["content"]).to_owned());
        words.collect()
    }
}

#[tokio::test]
async fn a_silent_application_fails_its_interaction() {
    let stage = Stage::new().await;
    stage.begin();
    let (_gateway, _) = Gateway::identify(&stage).await;
    stage.sandbox.world().limits.first_answer_ms = 100;
    let (_, outcome) = stage.command(stage.cast.ec, "go", json!({})).await;
    assert_eq!(outcome["kind"], "failed");
    assert_eq!(outcome["error"], "The application did not respond");
}

#[tokio::test]
async fn a_person_can_wait_for_a_deferred_answer() {
    let stage = Stage::new().await;
    stage.begin();
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let ec = stage.cast.ec;
    let call = stage.command(ec, "go", json!({}));
    let (outcome, told) = gateway.answers(&stage, call, json!({ "type": 5 })).await;
    assert_eq!(outcome["kind"], "deferred");
    assert_eq!(outcome["message"]["flags"], 1 << 7);
    let (application, token) = (stage.cast.application, text(&told["token"]));
    let later = format!("/webhooks/{application}/{token}/messages/@original");
    let last = json!({ "content": "At last." });
    stage.bot("PATCH", &later, last).await.is(200);
    let path = format!(
        "/interactions/{}?wait_ms=30000",
        text(&outcome["interaction_id"])
    );
    let (_, state) = stage.reads(ec, &path).await;
    assert_eq!(state["state"], "answered");
    assert_eq!(state["message"]["content"], "At last.");
    stage.reads(stage.cast.dmo, &path).await.is(404);
}

#[tokio::test]
async fn nobody_else_sees_an_ephemeral_message() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    stage.begin();
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let (address, path) = (stage.sandbox.address(), stage.messages());
    let address = format!("ws://{address}/local/as/{}/live", cast.dmo);
    let (mut live, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    let secret = json!({ "type": 4, "data": { "content": "Only you see this.", "flags": 1 << 6 } });
    let call = stage.command(cast.ec, "go", json!({}));
    let (outcome, _) = gateway.answers(&stage, call, secret).await;
    let message = &outcome["message"];
    assert_eq!(message["ephemeral"], json!(true));
    assert_eq!(stage.seen(cast.ec, &path).await, ["Only you see this."]);
    let delete = format!("{path}/{}", text(&message["id"]));
    for other in [cast.dmo, cast.spectator, cast.host] {
        assert_eq!(stage.seen(other, &path).await, [""; 0]);
        stage.press(other, message, "x", json!([])).await.is(404);
        let deleted = stage.person(other, "DELETE", &delete, Value::Null).await;
        deleted.is(404);
    }
    // Neither the bot's history nor another person's page has it.
    assert_eq!(stage.get(&path).await, json!([]));
    stage.post(json!({ "content": "hello to all" })).await;
    loop {
        let Some(Ok(Message::Text(frame))) = live.next().await else {
            panic!("the page was closed")
        };
        assert!(!frame.contains("Only you see this."), "{frame}");
        if frame.contains("hello to all") {
            break;
        }
    }
    let deleted = stage.person(cast.ec, "DELETE", &delete, Value::Null).await;
    deleted.is(204);
    assert_eq!(stage.seen(cast.ec, &path).await, ["hello to all"]);
}

#[tokio::test]
async fn direct_messages_are_private_and_can_be_closed() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    stage.begin();
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let dm = json!({ "recipient_id": cast.bot });
    let (_, dm) = stage.person(cast.ec, "POST", "/dm", dm).await;
    let messages = format!("/channels/{}/messages", text(&dm["id"]));
    stage.writes(cast.ec, &messages, "psst").await.is(200);
    assert_eq!(stage.seen(cast.ec, &messages).await, ["psst"]);
    stage.reads(cast.dmo, &messages).await.is(403);
    let (_, listed) = stage.reads(cast.dmo, "/channels").await;
    let mut listed = listed.as_array().unwrap().iter();
    assert!(listed.all(|channel| channel["id"] != dm["id"]));

    let closed = json!({ "dms_open": false });
    stage.person(cast.ec, "POST", "/settings", closed).await;
    let hello = json!({ "content": "hello?" });
    stage
        .bot("POST", &messages, hello.clone())
        .await
        .refused(403, 50007);
    // Answers to interactions still arrive.
    let call = json!({ "channel_id": dm["id"], "name": "go" });
    let call = stage.person(cast.ec, "POST", "/commands", call);
    let answer = json!({ "type": 4, "data": hello });
    let (outcome, _) = gateway.answers(&stage, call, answer).await;
    assert_eq!(outcome["kind"], "message");
}

#[tokio::test]
async fn each_person_keeps_their_own_picture() {
    let stage = Stage::new().await;
    for (number, status) in [("0", 200), ("5", 200), ("6", 404), ("x", 404)] {
        let address = format!("{}/embed/avatars/{number}.png", stage.sandbox.url());
        assert_eq!(stage.fetch(&address).await.0, status, "{number}");
    }
    let world = stage.local_get("/world").await;
    let mut pictures = std::collections::HashSet::new();
    for person in world["people"].as_array().unwrap() {
        let url = format!("{}{}", stage.sandbox.url(), text(&person["avatar_url"]));
        let first = stage.fetch(&url).await.1;
        let again = stage.fetch(&url).await.1;
        assert_eq!(image::load_from_memory(&first).unwrap().width(), 128);
        assert_eq!(first, again);
        pictures.insert(first);
    }
    assert_eq!(pictures.len(), world["people"].as_array().unwrap().len());
}

#[tokio::test]
async fn people_use_commands_only_where_they_may_write() {
    use local_discord::world::{Overwrite, permissions};
    let stage = Stage::new().await;
    let cast = &stage.cast;
    stage.begin();
    // Nobody answers. Only what the person may do is looked at.
    stage.sandbox.world().limits.first_answer_ms = 1;
    let button = json!({ "type": 2, "style": 1, "label": "Press", "custom_id": "b" });
    let rows = json!([{ "type": 1, "components": [button] }]);
    let message = stage.post(json!({ "components": rows })).await;
    let send = permissions::SEND_MESSAGES;
    let in_threads = permissions::SEND_MESSAGES_IN_THREADS;
    let body = json!({ "name": "aside", "type": 11 });
    let path = format!("/channels/{}/threads", cast.arena);
    stage.allow(permissions::OF_BOTS | permissions::CREATE_PUBLIC_THREADS);
    let (_, thread) = stage.bot("POST", &path, body).await;
    let (arena, thread) = (json!(cast.arena), &thread["id"]);
    for (denied, channel, status) in [
        (0, &arena, 200),
        (send, &arena, 403),
        (in_threads, &arena, 200),
        (send, thread, 200),
        (in_threads, thread, 403),
        (permissions::USE_APPLICATION_COMMANDS, &arena, 403),
    ] {
        let closed = Some(Overwrite::role(cast.guild, 0, denied));
        let mut world = stage.sandbox.world();
        let changed = world.change_overwrite(cast.arena, cast.guild, closed);
        changed.unwrap();
        drop(world);
        let call = json!({ "channel_id": channel, "name": "go", "options": {} });
        let (got, said) = stage.person(cast.ec, "POST", "/commands", call).await;
        assert_eq!(got, status, "{denied:x} in {channel}: {said}");
        // Controls still work.
        stage.press(cast.ec, &message, "b", json!([])).await.is(200);
    }
    // Once the bot has left the server, nobody answers its old controls.
    let mut world = stage.sandbox.world();
    world.remove_member(cast.guild, cast.bot).unwrap();
    drop(world);
    stage.press(cast.ec, &message, "b", json!([])).await.is(409);
}
