//! Pins: their order, their pages, and the message about them.

use serde_json::{Value, json};

use super::stage::Stage;

#[tokio::test]
async fn the_newest_pin_comes_first_however_old_its_message() {
    let stage = Stage::new().await;
    let pins = format!("/channels/{}/messages/pins", stage.cast.arena);
    let first = stage.post(json!({ "content": "first" })).await;
    let second = stage.post(json!({ "content": "second" })).await;
    let mut times = Vec::new();
    for message in [&second, &first] {
        stage.pass(1000);
        let path = format!("{pins}/{}", message["id"].as_str().unwrap());
        assert_eq!(stage.bot("PUT", &path, Value::Null).await.0, 204);
        let (_, told) = stage.bot("GET", &pins, Value::Null).await;
        assert_eq!(told["items"][0]["message"]["id"], message["id"]);
        times.push(told["items"][0]["pinned_at"].as_str().unwrap().to_owned());
    }
    assert!(times[0] < times[1]);
    let (_, page) = stage
        .bot("GET", &format!("{pins}?limit=1"), Value::Null)
        .await;
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["has_more"], true);
    let before = times[1].replace('+', "%2B");
    let rest = format!("{pins}?limit=1&before={before}");
    let (_, rest) = stage.bot("GET", &rest, Value::Null).await;
    assert_eq!(rest["items"][0]["message"]["id"], second["id"]);
    assert_eq!(rest["has_more"], false);
    let channel = format!("/channels/{}", stage.cast.arena);
    let (_, channel) = stage.bot("GET", &channel, Value::Null).await;
    assert_eq!(channel["last_pin_timestamp"], json!(times[1]));
    // The older route has only the messages, in the same order.
    let older = format!("/channels/{}/pins", stage.cast.arena);
    let (_, older) = stage.bot("GET", &older, Value::Null).await;
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
    let pin = format!("{arena}/messages/pins/{}", message["id"].as_str().unwrap());
    // Pinning it again changes nothing.
    for _ in 0..2 {
        assert_eq!(stage.bot("PUT", &pin, Value::Null).await.0, 204);
    }
    let history = format!("{arena}/messages");
    let (_, told) = stage.bot("GET", &history, Value::Null).await;
    assert_eq!(told.as_array().unwrap().len(), 2);
    let told = &told[0];
    assert_eq!((&told["type"], &told["content"]), (&json!(6), &json!("")));
    assert_eq!(told["author"]["id"], json!(stage.cast.bot));
    let pointed_to = json!({ "type": 0, "message_id": message["id"],
        "channel_id": stage.cast.arena, "guild_id": stage.cast.guild });
    assert_eq!(told["message_reference"], pointed_to);
    let path = format!("{history}/{}", told["id"].as_str().unwrap());
    let (status, refused) = stage
        .bot("PATCH", &path, json!({ "content": "mine" }))
        .await;
    assert_eq!((status, &refused["code"]), (403, &json!(50021)));
    assert_eq!(stage.bot("DELETE", &path, Value::Null).await.0, 204);
    assert_eq!(stage.bot("DELETE", &pin, Value::Null).await.0, 204);
    let (_, channel) = stage.bot("GET", &arena, Value::Null).await;
    assert!(channel.get("last_pin_timestamp").is_none());
}
