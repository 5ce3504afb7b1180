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
async fn what_people_type_is_checked() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let option = |kind: u8, name: &str| json!({ "type": kind, "name": name, "description": "d" });
    let (mut game, mut dmo) = (option(3, "game"), option(6, "dmo"));
    let (mut rounds, mut map) = (option(4, "rounds"), option(3, "map"));
    game["required"] = json!(true);
    dmo["required"] = json!(true);
    rounds["max_value"] = json!(9);
    map["choices"] = json!([{ "name": "The first", "value": "one" },
        { "name": "The second", "value": "two" }]);
    let others = [
        option(5, "practice"),
        option(7, "channel"),
        option(8, "safe"),
    ];
    let options: Vec<Value> = [game, dmo, rounds, map].into_iter().chain(others).collect();
    let new = json!({ "type": 1, "name": "new", "description": "d", "options": options });
    let commands = json!([{ "name": "match", "description": "d", "options": [new] },
        { "name": "hosts", "description": "d", "default_member_permissions": "32" }]);
    let path = format!("/applications/{}/commands", cast.application);
    stage.bot("PUT", &path, commands).await.is(200);
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let full = json!({ "game": "gridlock", "dmo": "@dora", "rounds": "3", "map": "The second",
        "practice": "true", "channel": "arena", "safe": "Player" });
    let call = stage.command(cast.host, "match new", full);
    let answer = json!({ "type": 4, "data": { "content": "x" } });
    let (_, told) = gateway.answers(&stage, call, answer).await;
    let given = told["data"]["options"][0]["options"].as_array().unwrap();
    let given: Vec<&Value> = given.iter().map(|option| &option["value"]).collect();
    let all = json!([
        "gridlock",
        cast.dmo,
        3,
        "two",
        true,
        cast.arena,
        cast.players
    ]);
    assert_eq!(json!(given), all);
    for (typed, options, said) in [
        (
            "match new",
            json!({ "game": "g" }),
            "/match new needs the option \"dmo\".",
        ),
        (
            "match new",
            json!({ "colour": "red" }),
            "/match new has no option \"colour\".",
        ),
        (
            "match",
            json!({}),
            "/match needs a subcommand, such as /match new.",
        ),
        ("nothing", json!({}), "There is no command /nothing here."),
        ("hosts", json!({}), "/hosts is not offered to this person."),
    ] {
        let (status, answer) = stage.command(cast.ec, typed, options).await;
        assert!((400..500).contains(&status), "{typed}: {status}");
        assert_eq!(answer["error"], said, "{typed}");
    }
    for (name, value, takes) in [
        ("dmo", "nobody", "a person, which \"nobody\" is not."),
        ("rounds", "x", "a whole number."),
        ("rounds", "10", "at most 9."),
        ("map", "x", "one of: The first, The second."),
    ] {
        let mut options = json!({ "game": "g", "dmo": cast.dmo });
        options[name] = json!(value);
        let (_, answer) = stage.command(cast.host, "match new", options).await;
        let said = format!("The option \"{name}\" takes {takes}");
        assert_eq!(answer["error"], said);
    }
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
async fn badges_count_channels_with_unread_pings() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let badge = async || {
        let world = stage.local_get("/world").await;
        let mut people = world["people"].as_array().unwrap().iter();
        let dmo = people.find(|person| person["id"] == json!(cast.dmo));
        dmo.unwrap()["badge"].as_u64().unwrap()
    };
    let read = async |channel: &str| {
        let path = format!("/channels/{channel}/read");
        stage.person(cast.dmo, "POST", &path, Value::Null).await.0
    };
    let arena = cast.arena.to_string();
    stage.post(json!({ "content": "to nobody" })).await;
    assert_eq!(badge().await, 0);
    let call = json!({ "content": format!("<@{}>", cast.dmo) });
    let ping = stage.post(call.clone()).await;
    stage.post(call.clone()).await;
    assert_eq!(badge().await, 1, "one channel, however often");
    let to = json!({ "recipient_id": cast.dmo });
    let (_, dm) = stage.bot("POST", "/users/@me/channels", to).await;
    let dm = text(&dm["id"]).to_owned();
    let (path, words) = (
        format!("/channels/{dm}/messages"),
        json!({ "content": "choose" }),
    );
    stage.bot("POST", &path, words).await.is(200);
    assert_eq!(badge().await, 2);
    assert_eq!((read(&arena).await, badge().await), (204, 1));
    assert_eq!((read(&dm).await, badge().await), (204, 0));
    let ping_again = stage.post(call).await;
    assert_eq!(badge().await, 1);
    for message in [ping, ping_again] {
        let path = format!("{}/{}", stage.messages(), text(&message["id"]));
        stage.bot("DELETE", &path, Value::Null).await.is(204);
    }
    assert_eq!(badge().await, 0, "a deleted ping does not count");
}

#[tokio::test]
async fn people_come_and_go() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let new = json!({ "username": "zoe", "name": "Zoe", "guild_id": cast.guild, "role_ids": [cast.players] });
    let zoe = stage.local("POST", "/people", new.clone()).await.is(200);
    assert_eq!(zoe["roles"][cast.guild.to_string()], json!([cast.players]));
    stage.local("POST", "/people", new).await.is(409);
    let id: Id = text(&zoe["id"]).parse().unwrap();
    let path = format!("/guilds/{}/members/{id}", cast.guild);
    let (_, without) = stage.local("PUT", &path, json!({ "role_ids": [] })).await;
    assert_eq!(without["roles"][cast.guild.to_string()], json!([]));
    stage.local("DELETE", &path, Value::Null).await.is(204);
    stage
        .bot("GET", &path, Value::Null)
        .await
        .refused(404, 10007);
    stage.reads(id, &stage.messages()).await.is(403);
    let bits = json!({ "permissions": "1024" });
    stage
        .local(
            "PUT",
            &format!("/guilds/{}/bot-permissions", cast.guild),
            bits,
        )
        .await
        .is(204);
    stage
        .local("DELETE", &format!("/channels/{}", cast.arena), Value::Null)
        .await
        .is(204);
    stage.reads(cast.bot, "/channels").await.is(403);
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
