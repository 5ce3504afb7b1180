//! Limits of requests. They are off until somebody turns them on.

use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage, text};

/// A share of Discord's windows that is longer than any test.
const LONG: f64 = 1000.0;

impl Stage {
    async fn set_limits(&self, wanted: Value) {
        let (status, answer) = self.local("PUT", "/limits", wanted).await;
        assert_eq!(status, 200, "{answer}");
    }

    /// Sends a request of the bot: status, headers and answer.
    async fn bot_with_headers(
        &self,
        method: &str,
        path: &str,
        body: Value,
    ) -> (u16, HeaderMap, Value) {
        self.as_token(&self.cast.token, method, path, body).await
    }

    async fn as_token(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Value,
    ) -> (u16, HeaderMap, Value) {
        let url = format!("{}/api/v10{path}", self.sandbox.url());
        let request = self.client.request(method.parse().unwrap(), url);
        let mut request = request.header("authorization", format!("Bot {token}"));
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        (status, headers, answer.json().await.unwrap_or_default())
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn each_channel_has_its_own_limit_on_a_route() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let word = json!({ "content": "x" });
    for _ in 0..7 {
        let (status, ..) = stage.bot_with_headers("POST", &path, word.clone()).await;
        assert_eq!(status, 200, "nothing is limited yet");
    }
    let on = json!({ "enforce_rate_limits": true, "window_share": LONG });
    stage.set_limits(on).await;
    let mut left = Vec::new();
    for _ in 0..5 {
        let (status, headers, _) = stage.bot_with_headers("POST", &path, word.clone()).await;
        assert_eq!((status, header(&headers, "x-ratelimit-limit")), (200, "5"));
        left.push(header(&headers, "x-ratelimit-remaining").to_owned());
    }
    assert_eq!(left, ["4", "3", "2", "1", "0"]);
    let (status, headers, answer) = stage.bot_with_headers("POST", &path, word.clone()).await;
    let wait = answer["retry_after"].as_f64().unwrap();
    assert_eq!(status, 429);
    assert!(wait > 0.0 && wait <= 5.0 * LONG, "{answer}");
    assert_eq!(answer["global"], false);
    assert_eq!(header(&headers, "retry-after"), wait.ceil().to_string());
    assert_eq!(header(&headers, "x-ratelimit-scope"), "user");
    assert_eq!(header(&headers, "x-ratelimit-remaining"), "0");
    assert_eq!(header(&headers, "x-ratelimit-global"), "");
    // Another channel has its own limit, and so has another route of the same channel.
    let elsewhere = format!("/channels/{}/messages", stage.direct().await);
    for (method, path, body) in [
        ("POST", &elsewhere, word.clone()),
        ("GET", &path, Value::Null),
    ] {
        stage.bot(method, path, body).await.is(200);
    }
}

#[tokio::test]
async fn requests_pass_again_after_the_named_wait() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let word = json!({ "content": "x" });
    let on = json!({ "enforce_rate_limits": true, "window_share": 0.05 });
    stage.set_limits(on).await;
    // Sooner or later six of them fall into one window.
    let wait = loop {
        let (status, _, answer) = stage.bot_with_headers("POST", &path, word.clone()).await;
        if status == 429 {
            break answer["retry_after"].as_f64().unwrap();
        }
    };
    tokio::time::sleep(std::time::Duration::from_secs_f64(wait)).await;
    stage.bot("POST", &path, word).await.is(200);
}

#[tokio::test]
async fn routes_that_share_a_bucket_say_so() {
    let stage = Stage::new().await;
    stage
        .set_limits(json!({ "enforce_rate_limits": true }))
        .await;
    let path = stage.messages();
    let (_, _, message) = stage
        .bot_with_headers("POST", &path, json!({ "content": "x" }))
        .await;
    let message = format!("{path}/{}", text(&message["id"]));
    let reaction = format!("{message}/reactions/%F0%9F%91%8D/@me");
    let mut buckets = Vec::new();
    for method in ["PUT", "DELETE"] {
        let (_, headers, _) = stage.bot_with_headers(method, &reaction, Value::Null).await;
        buckets.push(header(&headers, "x-ratelimit-bucket").to_owned());
    }
    assert_eq!(buckets[0], buckets[1]);
    let (_, edited, _) = stage
        .bot_with_headers("PATCH", &message, json!({ "content": "y" }))
        .await;
    assert_ne!(buckets[0], header(&edited, "x-ratelimit-bucket"));
}

#[tokio::test]
async fn the_global_limit_spares_answers_to_interactions() {
    let stage = Stage::new().await;
    let limits = json!({ "enforce_rate_limits": true, "global_per_second": 2 });
    let asked = json!({
        "channel_id": stage.cast.arena, "kind": "Command",
        "data": { "id": "1", "name": "x", "type": 1 },
    });
    let started = stage
        .person(stage.cast.ec, "POST", "/untold", asked)
        .await
        .is(200);
    stage.set_limits(limits).await;
    // Even on a busy machine two of these fall into one second sooner or later.
    let (headers, answer) = loop {
        let (status, headers, answer) = stage
            .bot_with_headers("GET", "/users/@me", Value::Null)
            .await;
        if status == 429 && header(&headers, "x-ratelimit-scope") == "global" {
            break (headers, answer);
        }
    };
    assert_eq!(header(&headers, "x-ratelimit-global"), "true");
    assert_eq!(
        header(&headers, "x-ratelimit-bucket"),
        "",
        "the global limit belongs to no bucket"
    );
    assert_eq!(answer["global"], true);
    let callback = format!(
        "/interactions/{}/{}/callback",
        text(&started["id"]),
        text(&started["token"])
    );
    let said = json!({ "type": 4, "data": { "content": "x" } });
    stage.bot("POST", &callback, said).await.is(204);
}

#[tokio::test]
async fn a_channel_can_be_renamed_twice_in_ten_minutes_by_all_together() {
    let stage = Stage::new().await;
    stage.sandbox.world().limits.enforce_rate_limits = true;
    let guild = format!("/guilds/{}/bot-permissions", stage.cast.guild);
    let everything = json!({ "permissions": ((1u64 << 53) - 1).to_string() });
    stage.local("PUT", &guild, everything).await;
    let path = format!("/channels/{}", stage.cast.arena);
    for name in ["one", "two"] {
        let (status, _, answer) = stage
            .bot_with_headers("PATCH", &path, json!({ "name": name }))
            .await;
        assert_eq!(status, 200, "{answer}");
    }
    let (status, headers, answer) = stage
        .bot_with_headers("PATCH", &path, json!({ "name": "x" }))
        .await;
    assert_eq!(
        (status, header(&headers, "x-ratelimit-scope")),
        (429, "shared")
    );
    assert_eq!(answer["message"], "The resource is being rate limited.");
    let (wait, window) = (
        answer["retry_after"].as_f64(),
        header(&headers, "x-ratelimit-reset-after"),
    );
    assert!(wait > window.parse().ok(), "{answer}");
    // The route itself has requests left, and other fields of the channel can still change.
    assert_ne!(header(&headers, "x-ratelimit-remaining"), "0");
    let slow = json!({ "rate_limit_per_user": 5 });
    stage.bot("PATCH", &path, slow).await.is(200);
}

#[tokio::test]
async fn too_many_invalid_requests_shut_everybody_out() {
    let stage = Stage::new().await;
    let limits = json!({ "enforce_rate_limits": true, "invalid_requests": 3 });
    stage.set_limits(limits).await;
    for _ in 0..3 {
        let (status, ..) = stage
            .as_token("wrong", "GET", "/users/@me", Value::Null)
            .await;
        assert_eq!(status, 401);
    }
    let (status, headers, answer) = stage
        .bot_with_headers("GET", "/users/@me", Value::Null)
        .await;
    assert_eq!(
        (status, answer),
        (429, Value::Null),
        "the answer is not Discord's JSON"
    );
    assert_eq!(header(&headers, "x-ratelimit-scope"), "");
    assert!(header(&headers, "retry-after").parse::<u32>().unwrap() > 60);
    stage
        .set_limits(json!({ "enforce_rate_limits": false }))
        .await;
    stage.bot("GET", "/users/@me", Value::Null).await.is(200);
}

#[tokio::test]
async fn an_unknown_limit_is_refused_by_name() {
    let stage = Stage::new().await;
    let answer = stage
        .local("PUT", "/limits", json!({ "speed": 3 }))
        .await
        .is(400);
    let said = text(&answer["error"]);
    assert!(
        said.contains("\"speed\"") && said.contains("global_per_second"),
        "{said}"
    );
    for wrong in [
        json!({ "shards": "x" }),
        json!({ "shards": 0 }),
        json!({ "heartbeat_ms": 0 }),
        json!({ "heartbeat_ms": u64::MAX }),
        json!({ "first_answer_ms": 0 }),
        json!({ "window_share": -1 }),
    ] {
        let answer = stage.local("PUT", "/limits", wrong.clone()).await.is(400);
        let name = wrong.as_object().unwrap().keys().next().unwrap();
        let said = text(&answer["error"]);
        assert!(wrong["shards"] == "x" || said.contains(name), "{said}");
    }
    let limits = stage.local_get("/limits").await;
    assert_eq!(limits["shards"], 1);
}

#[tokio::test]
async fn a_bot_with_too_many_sessions_a_day_is_logged_out() {
    let stage = Stage::new().await;
    let on = json!({ "enforce_rate_limits": true, "identifies_per_day": 1 });
    stage.set_limits(on).await;
    let left = async || {
        let (_, _, answer) = stage
            .bot_with_headers("GET", "/gateway/bot", Value::Null)
            .await;
        answer["session_start_limit"]["remaining"].clone()
    };
    assert_eq!(left().await, 1);
    let (mut first, _) = Gateway::identify(&stage).await;
    assert_eq!(left().await, 0);
    let mut second = Gateway::connect(&stage).await;
    let identify = json!({ "token": stage.cast.token, "intents": 1, "properties": {} });
    second.send(2, identify).await;
    assert_eq!(second.next().await, Err(Some(4004)));
    loop {
        // Earlier events come first.
        if let Err(code) = first.next().await {
            break assert_eq!(code, Some(4004));
        }
    }
    let (status, ..) = stage
        .bot_with_headers("GET", "/users/@me", Value::Null)
        .await;
    assert_eq!(status, 401);
}

#[tokio::test]
async fn an_application_can_create_so_many_commands_a_day() {
    let stage = Stage::new().await;
    let on = json!({ "enforce_rate_limits": true, "window_share": LONG, "commands_per_day": 2 });
    stage.set_limits(on).await;
    let cast = &stage.cast;
    let path = format!("/applications/{}/commands", cast.application);
    let command = |name: &str| json!({ "name": name, "description": "d" });
    let both = json!([command("one"), command("two")]);
    let (status, ..) = stage.bot_with_headers("PUT", &path, both.clone()).await;
    assert_eq!(status, 200);
    // Replacing a command does not count as creating one.
    let (status, ..) = stage.bot_with_headers("PUT", &path, both).await;
    assert_eq!(status, 200);
    let (status, _, answer) = stage
        .bot_with_headers("POST", &path, command("three"))
        .await;
    assert_eq!((status, &answer["code"]), (429, &json!(30034)));
    // Each server has its own count.
    let of_guild = format!(
        "/applications/{}/guilds/{}/commands",
        cast.application, cast.guild
    );
    let (status, ..) = stage
        .bot_with_headers("POST", &of_guild, command("three"))
        .await;
    assert_eq!(status, 201);
}
