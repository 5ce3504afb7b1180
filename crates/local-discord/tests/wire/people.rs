//! The people API, with a real bot.

use futures_util::StreamExt as _;
use local_discord::world::Id;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::bot::{Bot, connect};
use super::stage::{Expected as _, Stage, text};

pub async fn stage_with_bot() -> (Stage, Bot) {
    let stage = Stage::new().await;
    let bot = connect(&stage.sandbox, &stage.cast.token).await;
    (stage, bot)
}

impl Stage {
    pub async fn command(&self, user: Id, name: &str, options: Value) -> (u16, Value) {
        let call = json!({ "channel_id": self.cast.arena, "name": name, "options": options });
        self.person(user, "POST", "/commands", call).await
    }

    pub async fn press(
        &self,
        user: Id,
        message: &Value,
        custom_id: &str,
        values: Value,
    ) -> (u16, Value) {
        let press = json!({ "channel_id": message["channel_id"], "message_id": message["id"], "custom_id": custom_id, "values": values });
        self.person(user, "POST", "/components", press).await
    }

    pub async fn seen(&self, user: Id, channel: &str) -> Vec<String> {
        let (_, messages) = self
            .person(
                user,
                "GET",
                &format!("/channels/{channel}/messages"),
                Value::Null,
            )
            .await;
        messages
            .as_array()
            .unwrap()
            .iter()
            .map(|message| text(&message["content"]).to_owned())
            .collect()
    }
}

pub fn failures(bot: &Bot) -> Vec<String> {
    bot.heard
        .events
        .lock()
        .unwrap()
        .iter()
        .filter(|event| event.starts_with('!'))
        .cloned()
        .collect()
}

#[tokio::test]
async fn each_kind_of_answer_reaches_its_person() {
    let (stage, bot) = stage_with_bot().await;
    let ec = stage.cast.ec;
    for (command, kind) in [
        ("hello", "message"),
        ("secret", "message"),
        ("slow", "deferred"),
        ("form", "modal"),
        ("panel", "message"),
        ("board", "message"),
    ] {
        let (status, outcome) = stage.command(ec, command, json!({})).await;
        assert_eq!(
            (status, &outcome["kind"]),
            (200, &json!(kind)),
            "{command}: {outcome}"
        );
    }
    stage.sandbox.world().limits.first_answer_ms = 100;
    let (_, outcome) = stage.command(ec, "silent", json!({})).await;
    assert_eq!(
        (&outcome["kind"], &outcome["error"]),
        (&json!("failed"), &json!("The application did not respond"))
    );
    assert_eq!(failures(&bot), [""; 0]);
}

#[tokio::test]
async fn a_person_can_wait_for_a_deferred_answer() {
    let (stage, bot) = stage_with_bot().await;
    let ec = stage.cast.ec;
    let (_, outcome) = stage.command(ec, "slow", json!({})).await;
    assert_eq!(
        (&outcome["kind"], &outcome["message"]["flags"]),
        (&json!("deferred"), &json!(1 << 7))
    );
    bot.heard.goes_on.notify_one();
    let path = format!(
        "/interactions/{}?wait_ms=30000",
        text(&outcome["interaction_id"])
    );
    let (_, state) = stage.reads(ec, &path).await;
    assert_eq!(
        (&state["state"], &state["message"]["content"]),
        (&json!("answered"), &json!("At last."))
    );
    stage.reads(stage.cast.dmo, &path).await.is(404);
}

#[tokio::test]
async fn nobody_else_sees_an_ephemeral_message() {
    let (stage, _bot) = stage_with_bot().await;
    let cast = &stage.cast;
    let arena = cast.arena.to_string();
    let address = format!(
        "ws://{}/local/as/{}/live",
        stage.sandbox.address(),
        cast.dmo
    );
    let (mut live, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    let (_, outcome) = stage.command(cast.ec, "secret", json!({})).await;
    assert_eq!(outcome["message"]["ephemeral"], json!(true));
    assert_eq!(stage.seen(cast.ec, &arena).await, ["Only you see this."]);
    for other in [cast.dmo, cast.spectator, cast.host] {
        assert_eq!(stage.seen(other, &arena).await, [""; 0]);
        let _ = stage
            .press(other, &outcome["message"], "x", json!([]))
            .await
            .is(404);
        let delete = format!(
            "/channels/{arena}/messages/{}",
            text(&outcome["message"]["id"])
        );
        stage
            .person(other, "DELETE", &delete, Value::Null)
            .await
            .is(404);
    }
    // Neither the bot's history nor another person's page has it.
    let history = stage.get(&format!("/channels/{arena}/messages")).await;
    assert_eq!(history, json!([]));
    stage.command(cast.ec, "hello", json!({})).await;
    loop {
        let Some(Ok(Message::Text(frame))) = live.next().await else {
            panic!("the page was closed")
        };
        assert!(!frame.contains("Only you see this."), "{frame}");
        if frame.contains("hello to all") {
            break;
        }
    }
    let delete = format!(
        "/channels/{arena}/messages/{}",
        text(&outcome["message"]["id"])
    );
    stage
        .person(cast.ec, "DELETE", &delete, Value::Null)
        .await
        .is(204);
    assert_eq!(stage.seen(cast.ec, &arena).await, ["hello to all"]);
}

#[tokio::test]
async fn people_type_and_complete_commands() {
    let (stage, bot) = stage_with_bot().await;
    let cast = &stage.cast;
    let full = json!({ "game": "gridlock", "dmo": "@dora", "rounds": "3", "map": "The second", "practice": "true",
        "channel": "arena", "safe": "Player" });
    let (_, outcome) = stage.command(cast.host, "match new", full).await;
    let said = text(&outcome["message"]["content"]);
    for part in [
        "String(\"gridlock\")",
        &cast.dmo.to_string(),
        "Integer(3)",
        "String(\"two\")",
        "Boolean(true)",
        "arena",
        "Player",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    for (user, name, options, status, sentence) in [
        (
            cast.host,
            "match new",
            json!({ "game": "g" }),
            400,
            "/match new needs the option \"dmo\".",
        ),
        (
            cast.host,
            "match new",
            json!({ "game": "g", "dmo": "nobody" }),
            400,
            "The option \"dmo\" takes a person, which \"nobody\" is not.",
        ),
        (
            cast.host,
            "match new",
            json!({ "game": "g", "dmo": cast.dmo, "rounds": "x" }),
            400,
            "The option \"rounds\" takes a whole number.",
        ),
        (
            cast.host,
            "match new",
            json!({ "game": "g", "dmo": cast.dmo, "rounds": 10 }),
            400,
            "The option \"rounds\" takes at most 9.",
        ),
        (
            cast.host,
            "match new",
            json!({ "game": "g", "dmo": cast.dmo, "map": "x" }),
            400,
            "The option \"map\" takes one of: The first, The second.",
        ),
        (
            cast.host,
            "match new",
            json!({ "colour": "red" }),
            400,
            "/match new has no option \"colour\".",
        ),
        (
            cast.host,
            "match",
            json!({}),
            400,
            "/match needs a subcommand, such as /match new.",
        ),
        (
            cast.host,
            "nothing",
            json!({}),
            404,
            "There is no command /nothing here.",
        ),
        (
            cast.ec,
            "hosts",
            json!({}),
            403,
            "/hosts is not offered to this person.",
        ),
    ] {
        let (got, answer) = stage.command(user, name, options).await;
        assert_eq!((got, &answer["error"]), (status, &json!(sentence)));
    }
    let complete = json!({ "channel_id": cast.arena, "name": "match new", "options": { "game": "c" }, "focused": "game" });
    let (_, answer) = stage
        .person(cast.host, "POST", "/autocomplete", complete)
        .await;
    assert_eq!(
        answer,
        json!({ "choices": [{ "name": "crossfire", "value": "crossfire" }] })
    );
    assert_eq!(failures(&bot), [""; 0]);
}

#[tokio::test]
async fn direct_messages_are_private_and_can_be_closed() {
    let (stage, bot) = stage_with_bot().await;
    let cast = &stage.cast;
    let (_, dm) = stage
        .person(cast.ec, "POST", "/dm", json!({ "recipient_id": cast.bot }))
        .await;
    let dm = text(&dm["id"]).to_owned();
    let messages = format!("/channels/{dm}/messages");
    stage.writes(cast.ec, &messages, "psst").await.is(200);
    let answered = async {
        while stage.seen(cast.ec, &dm).await.len() < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(crate::stage::PATIENCE, answered)
        .await
        .expect("the bot answers what it reads");
    assert_eq!(stage.seen(cast.ec, &dm).await, ["psst", "You wrote: psst"]);
    stage.reads(cast.dmo, &messages).await.is(403);
    let (_, listed) = stage.reads(cast.dmo, "/channels").await;
    assert!(
        listed
            .as_array()
            .unwrap()
            .iter()
            .all(|channel| channel["id"] != json!(dm))
    );

    stage
        .person(cast.ec, "POST", "/settings", json!({ "dms_open": false }))
        .await;
    stage
        .bot("POST", &messages, json!({ "content": "hello?" }))
        .await
        .refused(403, 50007);
    let (_, outcome) = stage
        .person(
            cast.ec,
            "POST",
            "/commands",
            json!({ "channel_id": dm, "name": "hello" }),
        )
        .await;
    assert_eq!(
        outcome["kind"], "message",
        "answers to interactions still arrive"
    );
    assert_eq!(failures(&bot), [""; 0]);
}

#[tokio::test]
async fn badges_count_channels_with_unread_pings() {
    let (stage, _bot) = stage_with_bot().await;
    let cast = &stage.cast;
    let badge = async || {
        let world = stage.local_get("/world").await;
        let people = world["people"].as_array().unwrap().clone();
        people
            .iter()
            .find(|person| person["id"] == json!(cast.dmo))
            .unwrap()["badge"]
            .as_u64()
            .unwrap()
    };
    let read = async |channel: &str| {
        stage
            .person(
                cast.dmo,
                "POST",
                &format!("/channels/{channel}/read"),
                Value::Null,
            )
            .await
            .0
    };
    let arena = cast.arena.to_string();
    stage.post(json!({ "content": "to nobody" })).await;
    assert_eq!(badge().await, 0);
    let ping = stage
        .post(json!({ "content": format!("<@{}>", cast.dmo) }))
        .await;
    stage
        .post(json!({ "content": format!("<@{}> again", cast.dmo) }))
        .await;
    assert_eq!(badge().await, 1, "one channel, however often");
    let (_, dm) = stage
        .bot(
            "POST",
            "/users/@me/channels",
            json!({ "recipient_id": cast.dmo }),
        )
        .await;
    let dm = text(&dm["id"]).to_owned();
    stage
        .bot(
            "POST",
            &format!("/channels/{dm}/messages"),
            json!({ "content": "choose" }),
        )
        .await;
    assert_eq!(badge().await, 2);
    assert_eq!((read(&arena).await, badge().await), (204, 1));
    assert_eq!((read(&dm).await, badge().await), (204, 0));
    let ping_again = stage
        .post(json!({ "content": format!("<@{}>", cast.dmo) }))
        .await;
    assert_eq!(badge().await, 1);
    for message in [ping, ping_again] {
        stage
            .bot(
                "DELETE",
                &format!("/channels/{arena}/messages/{}", text(&message["id"])),
                Value::Null,
            )
            .await;
    }
    assert_eq!(badge().await, 0, "a deleted ping does not count");
}

#[tokio::test]
async fn people_come_and_go() {
    let (stage, bot) = stage_with_bot().await;
    let cast = &stage.cast;
    let new = json!({ "username": "zoe", "name": "Zoe", "guild_id": cast.guild, "role_ids": [cast.players] });
    let zoe = stage.local("POST", "/people", new.clone()).await.is(200);
    assert_eq!(zoe["roles"][cast.guild.to_string()], json!([cast.players]));
    stage.local("POST", "/people", new).await.is(409);
    let id: Id = text(&zoe["id"]).parse().unwrap();
    let path = format!("/guilds/{}/members/{id}", cast.guild);
    assert_eq!(
        stage.local("PUT", &path, json!({ "role_ids": [] })).await.1["roles"]
            [cast.guild.to_string()],
        json!([])
    );
    stage.local("DELETE", &path, Value::Null).await.is(204);
    stage
        .bot("GET", &path, Value::Null)
        .await
        .refused(404, 10007);
    stage
        .reads(id, &format!("/channels/{}/messages", cast.arena))
        .await
        .is(403);
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
    assert_eq!(failures(&bot), [""; 0]);
}

#[tokio::test]
async fn each_person_keeps_their_own_picture() {
    let (stage, _bot) = stage_with_bot().await;
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
    let (stage, bot) = stage_with_bot().await;
    let cast = &stage.cast;
    let (_, outcome) = stage.command(cast.ec, "panel", json!({})).await;
    let send = permissions::SEND_MESSAGES;
    let in_threads = permissions::SEND_MESSAGES_IN_THREADS;
    let body = json!({ "name": "aside", "type": 11 });
    let path = format!("/channels/{}/threads", cast.arena);
    let everything = permissions::OF_BOTS | permissions::CREATE_PUBLIC_THREADS;
    stage.allow(everything);
    let (_, thread) = stage.bot("POST", &path, body).await;
    let arena = cast.arena.to_string();
    for (denied, channel, status) in [
        (0, json!(arena), 200),
        (send, json!(arena), 403),
        (in_threads, json!(arena), 200),
        (send, thread["id"].clone(), 200),
        (in_threads, thread["id"].clone(), 403),
        (permissions::USE_APPLICATION_COMMANDS, json!(arena), 403),
    ] {
        let everybody = Overwrite::role(cast.guild, 0, denied);
        let closed = Some(everybody);
        let mut world = stage.sandbox.world();
        world
            .change_overwrite(cast.arena, cast.guild, closed)
            .unwrap();
        drop(world);
        let call = json!({ "channel_id": channel, "name": "hello", "options": {} });
        let (got, said) = stage.person(cast.ec, "POST", "/commands", call).await;
        assert_eq!(got, status, "{denied:x} in {channel}: {said}");
        // Controls still work.
        let pressed = stage.press(cast.ec, &outcome["message"], "quiet", json!([]));
        pressed.await.is(200);
    }
    // Once the bot has left the server, nobody answers its old controls.
    stage
        .sandbox
        .world()
        .remove_member(cast.guild, cast.bot)
        .unwrap();
    let pressed = stage.press(cast.ec, &outcome["message"], "quiet", json!([]));
    pressed.await.is(409);
    assert_eq!(failures(&bot), [""; 0]);
}
