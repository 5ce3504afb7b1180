//! Pins: their order, their pages, and the message about them.

use serde_json::{Value, json};

use super::stage::{Expected as _, Stage, has, text};

#[tokio::test]
async fn the_newest_pin_comes_first_however_old_its_message() {
    let stage = Stage::new().await;
    let pins = format!("/channels/{}/messages/pins", stage.cast.arena);
    let first = stage.post(json!({ "content": "first" })).await;
    let second = stage.post(json!({ "content": "second" })).await;
    let mut times = Vec::new();
    for message in [&second, &first] {
        stage.pass(1000);
        let path = format!("{pins}/{}", text(&message["id"]));
        stage.bot("PUT", &path, Value::Null).await.is(204);
        let told = stage.get(&pins).await;
        assert_eq!(told["items"][0]["message"]["id"], message["id"]);
        times.push(text(&told["items"][0]["pinned_at"]).to_owned());
    }
    assert!(times[0] < times[1]);
    let page = stage.get(&format!("{pins}?limit=1")).await;
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["has_more"], true);
    let before = times[1].replace('+', "%2B");
    let rest = format!("{pins}?limit=1&before={before}");
    let rest = stage.get(&rest).await;
    assert_eq!(rest["items"][0]["message"]["id"], second["id"]);
    assert_eq!(rest["has_more"], false);
    let channel = format!("/channels/{}", stage.cast.arena);
    let channel = stage.get(&channel).await;
    assert_eq!(channel["last_pin_timestamp"], json!(times[1]));
    // The older route has only the messages, in the same order.
    let older = format!("/channels/{}/pins", stage.cast.arena);
    let older = stage.get(&older).await;
    assert_eq!(
        (&older[0]["id"], &older[1]["id"]),
        (&first["id"], &second["id"])
    );
}

#[tokio::test]
async fn a_pin_posts_a_system_message() {
    let stage = Stage::new().await;
    let arena = format!("/channels/{}", stage.cast.arena);
    let message = stage.post(json!({ "content": "keep this" })).await;
    let pin = format!("{arena}/messages/pins/{}", text(&message["id"]));
    // Pinning it again changes nothing.
    for _ in 0..2 {
        stage.bot("PUT", &pin, Value::Null).await.is(204);
    }
    let history = format!("{arena}/messages");
    let told = stage.get(&history).await;
    assert_eq!(told.as_array().unwrap().len(), 2);
    let told = &told[0];
    has(told, json!({ "type": 6, "content": "" }));
    assert_eq!(told["author"]["id"], json!(stage.cast.bot));
    let pointed_to = json!({ "type": 0, "message_id": message["id"],
        "channel_id": stage.cast.arena, "guild_id": stage.cast.guild });
    assert_eq!(told["message_reference"], pointed_to);
    let path = format!("{history}/{}", text(&told["id"]));
    stage
        .bot("PATCH", &path, json!({ "content": "mine" }))
        .await
        .refused(403, 50021);
    stage.bot("DELETE", &path, Value::Null).await.is(204);
    stage.bot("DELETE", &pin, Value::Null).await.is(204);
    let channel = stage.get(&arena).await;
    assert!(channel.get("last_pin_timestamp").is_none());
}
