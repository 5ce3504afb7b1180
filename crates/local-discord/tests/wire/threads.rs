//! Threads: their system messages, how they are archived, and where archived ones are listed.

use local_discord::world::permissions;
use serde_json::{Value, json};

use super::stage::{Expected as _, Stage, has, text};

async fn start_thread(stage: &Stage, path: &str, body: Value) -> Value {
    stage.bot("POST", path, body).await.is(201)
}

async fn history(stage: &Stage, channel: &Value) -> Vec<Value> {
    let path = format!("/channels/{}/messages", channel.as_str().unwrap());
    let messages = stage.bot("GET", &path, Value::Null).await.is(200);
    messages.as_array().unwrap().clone()
}

#[tokio::test]
async fn a_message_shows_the_thread_started_from_it() {
    let stage = Stage::new().await;
    stage.allow(permissions::ADMINISTRATOR);
    let arena = json!(stage.cast.arena);
    let message = stage.post(json!({ "content": "Question" })).await;
    stage.post(json!({ "content": "something else" })).await;
    let path = format!(
        "/channels/{}/messages/{}/threads",
        stage.cast.arena,
        text(&message["id"])
    );
    let thread = start_thread(&stage, &path, json!({ "name": "Answers" })).await;
    assert_eq!(thread["id"], message["id"]);
    let first = &history(&stage, &thread["id"]).await[0];
    has(first, json!({ "type": 21, "content": "" }));
    assert_eq!(first["message_reference"]["channel_id"], arena);
    assert_eq!(first["referenced_message"]["content"], "Question");
    let path = format!(
        "/channels/{}/messages/{}",
        text(&message["id"]),
        text(&first["id"])
    );
    stage
        .bot("DELETE", &path, Value::Null)
        .await
        .refused(403, 50021);
    let told = history(&stage, &arena).await;
    let (newest, oldest) = (&told[0], &told[told.len() - 1]);
    has(newest, json!({ "type": 18, "content": "Answers" }));
    assert_eq!(newest["message_reference"]["channel_id"], thread["id"]);
    assert_eq!(oldest["flags"], json!(1 << 5));
    assert_eq!(oldest["thread"]["name"], "Answers");
}

#[tokio::test]
async fn system_messages_tell_what_happens_in_a_thread() {
    let stage = Stage::new().await;
    stage.allow(permissions::ADMINISTRATOR);
    let path = format!("/channels/{}/threads", stage.cast.arena);
    let thread = start_thread(&stage, &path, json!({ "name": "Here", "type": 12 })).await;
    let place = format!("/channels/{}", text(&thread["id"]));
    let guest = format!("{place}/thread-members/{}", stage.cast.ec);
    for method in ["PUT", "PUT", "DELETE"] {
        stage.bot(method, &guest, Value::Null).await.is(204);
    }
    stage.bot("PATCH", &place, json!({ "name": "There" })).await;
    let told = history(&stage, &thread["id"]).await;
    let told: Vec<_> = told.iter().rev().collect();
    let types: Vec<_> = told.iter().map(|message| &message["type"]).collect();
    assert_eq!(types, [&json!(1), &json!(2), &json!(4)]);
    assert_eq!(told[0]["mentions"][0]["id"], json!(stage.cast.ec));
    assert_eq!(told[2]["content"], "There");
    // A private thread posts nothing in its channel.
    let arena = history(&stage, &json!(stage.cast.arena)).await;
    assert_eq!(arena, [] as [Value; 0]);
    let thread = stage.get(&place).await;
    has(
        &thread,
        json!({ "message_count": 3, "total_message_sent": 3 }),
    );
}

#[tokio::test]
async fn idle_threads_are_archived_and_listed_as_archived() {
    let stage = Stage::new().await;
    stage.allow(permissions::ADMINISTRATOR);
    let arena = format!("/channels/{}", stage.cast.arena);
    let path = format!("{arena}/threads");
    let mut started_so_far = Vec::new();
    for (name, kind, minutes) in [
        ("an hour", 11, 60),
        ("a day", 11, 1440),
        ("between us", 12, 60),
        ("a week", 11, 10_080),
    ] {
        let body = json!({ "name": name, "type": kind, "auto_archive_duration": minutes });
        started_so_far.push(start_thread(&stage, &path, body).await);
        stage.pass(1000);
    }
    stage.pass(59 * 60_000);
    let hour = text(&started_so_far[0]["id"]);
    let say = format!("/channels/{hour}/messages");
    // A message keeps its thread open.
    stage
        .bot("POST", &say, json!({ "content": "still here" }))
        .await;
    stage.pass(60_000);
    let names = |list: &Value| -> Vec<String> {
        let threads = list["threads"].as_array().unwrap().iter();
        threads
            .map(|thread| text(&thread["name"]).to_owned())
            .collect()
    };
    let public = format!("{arena}/threads/archived/public");
    let private = format!("{arena}/threads/archived/private");
    let own = format!("{arena}/users/@me/threads/archived/private");
    let list = stage.get(&public).await;
    assert_eq!(names(&list), [""; 0]);
    for path in [&private, &own] {
        let list = stage.get(path).await;
        assert_eq!(names(&list), ["between us"]);
        assert_eq!(list["members"][0]["user_id"], json!(stage.cast.bot));
    }
    stage.pass(60 * 60_000);
    stage.bot("GET", &arena, Value::Null).await;
    stage.pass(24 * 60 * 60_000);
    let list = stage.get(&public).await;
    assert_eq!(names(&list), ["a day", "an hour"]);
    let newest = list["threads"][0]["thread_metadata"]["archive_timestamp"].as_str();
    let before = newest.unwrap().replace('+', "%2B");
    let earlier = format!("{public}?before={before}");
    let earlier = stage.get(&earlier).await;
    assert_eq!(names(&earlier), ["an hour"]);
    let active = format!("/guilds/{}/threads/active", stage.cast.guild);
    let active = stage.get(&active).await;
    assert_eq!(names(&active), ["a week"]);
    // An archived thread takes no changes, and a message opens it again.
    let place = format!("/channels/{hour}");
    stage
        .bot("PATCH", &place, json!({ "name": "other" }))
        .await
        .refused(400, 50083);
    let said = stage
        .bot("POST", &say, json!({ "content": "again" }))
        .await
        .1;
    let path = format!("{say}/{}/reactions/👍/@me", text(&said["id"]));
    stage.bot("PUT", &path, Value::Null).await.is(204);
    let thread = stage.get(&place).await;
    assert_eq!(thread["thread_metadata"]["archived"], false);
}
