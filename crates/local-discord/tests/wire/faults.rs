//! Failures on request.

use serde_json::{Value, json};

use super::stage::{Expected as _, Stage};

#[tokio::test]
async fn a_failure_happens_as_often_as_asked() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let fault = json!({ "method": "POST", "path": "/api/v10/channels/*/messages", "status": 500, "code": 0, "times": 2 });
    stage.local("POST", "/faults", fault).await.is(204);
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(stage.bot("POST", &path, json!({ "content": "x" })).await.0);
    }
    let messages = stage.get(&path).await;
    assert_eq!(
        (statuses, messages.as_array().unwrap().len()),
        (vec![500, 500, 200], 1)
    );
}

#[tokio::test]
async fn a_failure_can_lose_only_the_answer() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let fault = json!({ "method": "POST", "path": "*/messages", "status": 403, "code": 50013, "after_doing_it": true });
    stage.local("POST", "/faults", fault).await;
    stage
        .bot("POST", &path, json!({ "content": "x" }))
        .await
        .refused(403, 50013);
    let messages = stage.get(&path).await;
    assert_eq!(messages[0]["content"], "x");
}

/// As on Discord, most limits have no code, and a header repeats the wait.
#[tokio::test]
async fn a_requested_rate_limit_looks_like_discords() {
    let stage = Stage::new().await;
    let path = stage.messages();
    for (more, expected) in [
        (
            json!({ "retry_after": 2.5 }),
            json!({ "message": "You are being rate limited.", "retry_after": 2.5, "global": false }),
        ),
        (
            json!({ "retry_after": 1.0, "scope": "global" }),
            json!({ "message": "You are being rate limited.", "retry_after": 1.0, "global": true }),
        ),
        (
            json!({ "retry_after": 600.0, "scope": "shared" }),
            json!({ "message": "The resource is being rate limited.", "retry_after": 600.0, "global": false }),
        ),
        (
            json!({ "retry_after": 1.0, "code": 30046 }),
            json!({ "message": "You are being rate limited.", "retry_after": 1.0, "global": false, "code": 30046 }),
        ),
    ] {
        let mut fault = more;
        fault["method"] = json!("POST");
        fault["path"] = json!("*/messages");
        fault["status"] = json!(429);
        stage.local("POST", "/faults", fault).await;
        let (status, answer) = stage.bot("POST", &path, json!({ "content": "x" })).await;
        assert_eq!((status, answer), (429, expected));
    }
    // A proxy in front of Discord answers without Discord's JSON.
    let bare = json!({ "method": "POST", "path": "*/messages", "status": 403, "bare": true });
    stage.local("POST", "/faults", bare).await;
    let answer = stage
        .bot("POST", &path, json!({ "content": "x" }))
        .await
        .is(403);
    assert_eq!(answer, Value::Null);
}
