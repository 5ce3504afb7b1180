//! Webhooks of channels: who may create, use, change and delete them.

use local_discord::world::permissions;
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::Stage;

async fn stage_with_webhook_manager() -> Stage {
    let stage = Stage::new().await;
    let (guild, bot) = (stage.cast.guild, stage.cast.bot);
    let bits =
        permissions::OF_BOTS | permissions::MANAGE_WEBHOOKS | permissions::CREATE_PUBLIC_THREADS;
    let mut world = stage.sandbox.world();
    world.set_bot_permissions(guild, bot, bits).unwrap();
    drop(world);
    stage
}

/// A new webhook of the arena, and its address.
async fn new_webhook(stage: &Stage) -> (Value, String) {
    let path = format!("/channels/{}/webhooks", stage.cast.arena);
    let (status, webhook) = stage.bot("POST", &path, json!({ "name": "Herald" })).await;
    assert_eq!(status, 200, "{webhook}");
    let part = |field: &str| webhook[field].as_str().unwrap().to_owned();
    let address = format!("/webhooks/{}/{}", part("id"), part("token"));
    (webhook, address)
}

async fn status_and_code(stage: &Stage, method: &str, path: &str, body: Value) -> (u16, u64) {
    let (status, answer) = stage.bot(method, path, body).await;
    (status, answer["code"].as_u64().unwrap_or(0))
}

#[tokio::test]
async fn a_webhook_writes_under_its_own_name() {
    let stage = stage_with_webhook_manager().await;
    let cast = &stage.cast;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let (webhook, address) = new_webhook(&stage).await;
    let told = gateway.event("WEBHOOKS_UPDATE").await;
    assert_eq!(told["d"]["channel_id"], json!(cast.arena));
    let words = json!({ "content": "Hear ye" });
    assert_eq!(
        stage.bot("POST", &address, words.clone()).await,
        (204, Value::Null)
    );
    let told = gateway.event("MESSAGE_CREATE").await["d"].take();
    assert_eq!(told["webhook_id"], webhook["id"]);
    assert_eq!(
        (&told["author"]["id"], &told["author"]["bot"]),
        (&webhook["id"], &json!(true))
    );
    assert_eq!(told["author"]["username"], "Herald");
    assert_eq!(told["content"], "Hear ye");
    assert!(told.get("member").is_none());
    // With another name, and everything that the bot's own messages can have.
    let button = json!({ "type": 2, "style": 1, "label": "Press", "custom_id": "press" });
    let body = json!({ "content": format!("<@{}> @everyone", cast.ec), "username": "Edgar's own",
        "components": [{ "type": 1, "components": [button] }] });
    let waiting = format!("{address}?wait=true");
    let (status, message) = stage.bot("POST", &waiting, body).await;
    assert_eq!(status, 200, "{message}");
    assert_eq!(message["author"]["username"], "Edgar's own");
    assert_eq!(
        (&message["mention_everyone"], &message["type"]),
        (&json!(true), &json!(0))
    );
    let pressed = local_discord::world::PressedControl {
        channel: cast.arena,
        message: message["id"].as_str().unwrap().parse().unwrap(),
        custom_id: "press",
        values: &[],
    };
    let id = stage.sandbox.world().press(cast.ec, pressed).unwrap();
    assert_eq!(
        stage.sandbox.world().interactions[&id].application,
        cast.application
    );
    let place = format!("{address}/messages/{}", message["id"].as_str().unwrap());
    let (_, changed) = stage
        .bot("PATCH", &place, json!({ "content": "Never mind" }))
        .await;
    assert_eq!(changed["content"], "Never mind");
    assert_eq!(changed["author"]["username"], "Edgar's own");
    let (_, same) = stage.bot("GET", &place, Value::Null).await;
    assert_eq!(same, changed);
    assert_eq!(stage.bot("DELETE", &place, Value::Null).await.0, 204);
    assert_eq!(
        status_and_code(&stage, "GET", &place, Value::Null).await,
        (404, 10008)
    );
    // A webhook cannot reach messages that others wrote.
    let message = stage.post(words).await;
    let place = format!("{address}/messages/{}", message["id"].as_str().unwrap());
    assert_eq!(
        status_and_code(&stage, "DELETE", &place, Value::Null).await,
        (404, 10008)
    );
}

#[tokio::test]
async fn a_webhook_writes_in_threads_of_its_channel() {
    let stage = stage_with_webhook_manager().await;
    let (_, address) = new_webhook(&stage).await;
    let path = format!("/channels/{}/threads", stage.cast.arena);
    let (_, thread) = stage
        .bot("POST", &path, json!({ "name": "aside", "type": 11 }))
        .await;
    let thread = thread["id"].as_str().unwrap();
    let there = format!("{address}?wait=1&thread_id={thread}");
    let (status, message) = stage
        .bot("POST", &there, json!({ "content": "Here" }))
        .await;
    assert_eq!((status, &message["channel_id"]), (200, &json!(thread)));
    let members = stage.sandbox.world();
    let id = thread.parse().unwrap();
    let in_it = members.channels[&id].thread.as_ref().unwrap().members.len();
    assert_eq!(in_it, 1, "a webhook does not join the thread");
    drop(members);
    let place = format!("{address}/messages/{}", message["id"].as_str().unwrap());
    assert_eq!(
        status_and_code(&stage, "GET", &place, Value::Null).await,
        (404, 10008)
    );
    let place = format!("{place}?thread_id={thread}");
    assert_eq!(stage.bot("GET", &place, Value::Null).await.0, 200);
    let elsewhere = format!("{address}?thread_id={}", stage.cast.backstage);
    let words = json!({ "content": "x" });
    assert_eq!(
        status_and_code(&stage, "POST", &elsewhere, words).await,
        (404, 10003)
    );
}

#[tokio::test]
async fn a_bot_changes_moves_and_deletes_webhooks() {
    let stage = stage_with_webhook_manager().await;
    let cast = &stage.cast;
    let (webhook, address) = new_webhook(&stage).await;
    assert_eq!(webhook["user"]["id"], json!(cast.bot));
    let (_, by_token) = stage.bot("GET", &address, Value::Null).await;
    assert!(by_token.get("user").is_none());
    let (_, changed) = stage
        .bot("PATCH", &address, json!({ "name": "Crier" }))
        .await;
    assert_eq!(changed["name"], "Crier");
    let place = format!("/webhooks/{}", webhook["id"].as_str().unwrap());
    let other = {
        let mut world = stage.sandbox.world();
        world
            .add_text_channel(cast.guild, "other", None, Vec::new())
            .unwrap()
    };
    let picture = super::bot::picture();
    let encoded = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode(&picture)
    };
    let body = json!({ "channel_id": other,
        "avatar": format!("data:image/png;base64,{encoded}") });
    let (status, moved) = stage.bot("PATCH", &place, body).await;
    assert_eq!(
        (status, &moved["channel_id"]),
        (200, &json!(other)),
        "{moved}"
    );
    let url = format!(
        "{}/avatars/{}/{}.png",
        stage.sandbox.url(),
        webhook["id"].as_str().unwrap(),
        moved["avatar"].as_str().unwrap()
    );
    let served = stage.client.get(url).send().await.unwrap();
    assert_eq!(served.bytes().await.unwrap(), picture);
    let list = |channel: local_discord::Id| format!("/channels/{channel}/webhooks");
    for (path, count) in [
        (list(cast.arena), 0),
        (list(other), 1),
        (format!("/guilds/{}/webhooks", cast.guild), 1),
    ] {
        let (_, there) = stage.bot("GET", &path, Value::Null).await;
        assert_eq!(there.as_array().unwrap().len(), count, "{path}");
    }
    assert_eq!(stage.bot("DELETE", &place, Value::Null).await.0, 204);
    for path in [&place, &address] {
        assert_eq!(
            status_and_code(&stage, "GET", path, Value::Null).await,
            (404, 10015)
        );
    }
    // Webhooks go with their channel. A webhook's token is enough to delete it.
    let (_, address) = new_webhook(&stage).await;
    assert_eq!(stage.bot("DELETE", &address, Value::Null).await.0, 204);
    let (_, address) = new_webhook(&stage).await;
    stage.sandbox.world().delete_channel(cast.arena).unwrap();
    assert_eq!(
        status_and_code(&stage, "GET", &address, Value::Null).await,
        (404, 10015)
    );
}

#[tokio::test]
async fn requests_of_webhooks_are_checked() {
    let stage = stage_with_webhook_manager().await;
    let cast = &stage.cast;
    let (webhook, address) = new_webhook(&stage).await;
    let path = format!("/channels/{}/webhooks", cast.arena);
    let (_, category) = {
        let mut world = stage.sandbox.world();
        let id = world.add_category(cast.guild, "All", Vec::new()).unwrap();
        ((), format!("/channels/{id}/webhooks"))
    };
    let wrong_token = format!("/webhooks/{}/wrong", webhook["id"].as_str().unwrap());
    let words = json!({ "content": "x" });
    for (method, path, body, code) in [
        ("POST", &path, json!({}), (400, 50035)),
        (
            "POST",
            &path,
            json!({ "name": "x".repeat(81) }),
            (400, 50035),
        ),
        ("POST", &path, json!({ "name": "My Discord" }), (400, 50035)),
        ("POST", &category, json!({ "name": "Herald" }), (400, 50024)),
        ("POST", &address, json!({}), (400, 50006)),
        (
            "POST",
            &address,
            json!({ "content": "x", "username": "Clyde" }),
            (400, 50035),
        ),
        (
            "POST",
            &address,
            json!({ "content": "x", "thread_name": "t" }),
            (400, 220_003),
        ),
        ("POST", &wrong_token, words, (401, 50027)),
    ] {
        let got = status_and_code(&stage, method, path, body.clone()).await;
        assert_eq!(got, code, "{method} {path} {body}");
    }
    for _ in 1..15 {
        new_webhook(&stage).await;
    }
    let one_more = status_and_code(&stage, "POST", &path, json!({ "name": "Herald" })).await;
    assert_eq!(one_more, (400, 30007));
    stage
        .sandbox
        .world()
        .set_bot_permissions(cast.guild, cast.bot, permissions::OF_BOTS)
        .unwrap();
    assert_eq!(
        status_and_code(&stage, "GET", &path, Value::Null).await,
        (403, 50013)
    );
    // A bot still sees its own webhooks.
    let own = format!("/webhooks/{}", webhook["id"].as_str().unwrap());
    assert_eq!(stage.bot("GET", &own, Value::Null).await.0, 200);
    assert_eq!(
        status_and_code(&stage, "DELETE", &own, Value::Null).await,
        (403, 50013)
    );
}
