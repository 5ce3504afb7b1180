//! Sessions of the gateway: what a bot asks for, how frames are compressed, when a session resumes.

use std::io::Read as _;

use local_discord::world::{GUILD_PRESENCES, MESSAGE_CONTENT};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage, has, text};

#[tokio::test]
async fn a_resume_replays_what_was_missed() {
    let stage = Stage::new().await;
    let (mut gateway, ready) = Gateway::identify(&stage).await;
    stage.post(json!({ "content": "heard" })).await;
    let heard = gateway.event("MESSAGE_CREATE").await;
    stage
        .local("POST", "/faults", json!({ "gateway": "drop" }))
        .await;
    assert!(gateway.next().await.is_err());
    for content in ["missed", "missed too"] {
        stage.post(json!({ "content": content })).await;
    }
    let mut resumed = Gateway::connect(&stage).await;
    let session = &ready["d"]["session_id"];
    resumed
        .send(
            6,
            json!({ "token": stage.cast.token, "session_id": session, "seq": heard["s"] }),
        )
        .await;
    let mut replayed = Vec::new();
    loop {
        let frame = resumed.next().await.unwrap();
        if frame["t"] == "RESUMED" {
            break;
        }
        replayed.push((
            frame["s"].as_u64().unwrap(),
            text(&frame["d"]["content"]).to_owned(),
        ));
    }
    let last = heard["s"].as_u64().unwrap();
    assert_eq!(
        replayed,
        [
            (last + 1, "missed".to_owned()),
            (last + 2, "missed too".to_owned())
        ]
    );
    stage.post(json!({ "content": "live again" })).await;
    assert_eq!(
        resumed.event("MESSAGE_CREATE").await["d"]["content"],
        "live again"
    );
}

#[tokio::test]
async fn a_session_that_is_over_cannot_be_resumed() {
    let stage = Stage::new().await;
    let (mut gateway, ready) = Gateway::identify(&stage).await;
    stage
        .local("POST", "/faults", json!({ "gateway": "invalid_session" }))
        .await;
    let frame = gateway.next().await.unwrap();
    has(&frame, json!({ "op": 9, "d": false }));
    let mut again = Gateway::connect(&stage).await;
    again
        .send(
            6,
            json!({ "token": stage.cast.token, "session_id": ready["d"]["session_id"], "seq": 1 }),
        )
        .await;
    let frame = again.next().await.unwrap();
    has(&frame, json!({ "op": 9, "d": false }));
}

#[tokio::test]
async fn only_a_normal_close_ends_the_session() {
    for (code, goes_on) in [(1000, false), (1001, false), (4000, true), (3000, true)] {
        let stage = Stage::new().await;
        let (mut gateway, ready) = Gateway::identify(&stage).await;
        let reason = std::borrow::Cow::Borrowed("");
        let code = tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode::from(code);
        let frame = CloseFrame { code, reason };
        gateway.send_frame(Message::Close(Some(frame))).await;
        assert!(gateway.next().await.is_err());
        let mut again = Gateway::connect(&stage).await;
        let session = &ready["d"]["session_id"];
        let resume = json!({ "token": stage.cast.token, "session_id": session, "seq": 2 });
        again.send(6, resume).await;
        let frame = again.next().await.unwrap();
        if goes_on {
            assert_eq!(frame["t"], "RESUMED", "{code}")
        } else {
            assert_eq!(
                (&frame["op"], &frame["d"]),
                (&json!(9), &json!(false)),
                "{code}"
            )
        }
    }
}

#[tokio::test]
async fn a_wrong_request_closes_with_its_code() {
    let stage = Stage::new().await;
    for (query, code) in [
        ("v=8", 4012),
        ("v=ten", 4012),
        ("v=10&encoding=etf", 4000),
        ("v=10&compress=brotli", 4000),
    ] {
        let mut gateway = Gateway::at(&stage, query).await;
        assert_eq!(gateway.next().await, Err(Some(code)), "{query}");
    }
    let token = &stage.cast.token;
    let long = "x".repeat(4096);
    let mut gateway = Gateway::connect(&stage).await;
    let too_much = json!({ "token": token, "intents": 1, "more": long });
    gateway.send(2, too_much).await;
    assert_eq!(gateway.next().await, Err(Some(4002)));
    // Libraries ask for version 9, and for intents that Discord doesn't document.
    let mut gateway = Gateway::at(&stage, "v=9").await;
    assert_eq!(gateway.next().await.unwrap()["op"], 10);
    gateway
        .send(2, json!({ "token": token, "intents": 1 | 1 << 17 }))
        .await;
    gateway.event("READY").await;
    let (_, ready) = Gateway::identify(&stage).await;
    let session = &ready["d"]["session_id"];
    let mut gateway = Gateway::connect(&stage).await;
    let ahead = json!({ "token": token, "session_id": session, "seq": 1000 });
    gateway.send(6, ahead).await;
    assert_eq!(gateway.next().await, Err(Some(4007)));
    let mut gateway = Gateway::connect(&stage).await;
    gateway.send_frame(Message::Binary(vec![0xFF, 0xFE])).await;
    assert_eq!(gateway.next().await, Err(Some(4002)));
}

#[tokio::test]
async fn frames_can_be_binary_and_compressed() {
    let stage = Stage::new().await;
    let identify = json!({ "op": 2, "d": { "token": stage.cast.token, "intents": 1 } });
    let mut plain = Gateway::connect(&stage).await;
    let bytes = identify.to_string().into_bytes();
    plain.send_frame(Message::Binary(bytes)).await;
    plain.event("GUILD_CREATE").await;
    let mut packed = Gateway::at(&stage, "v=10&encoding=json&compress=zlib-stream").await;
    let mut stream = packed.bytes().await;
    packed.send(2, identify["d"].clone()).await;
    for _ in 0..2 {
        stream.extend(packed.bytes().await);
    }
    let mut text = String::new();
    // The stream never ends, so the decoder stops at its last byte.
    drop(flate2::read::ZlibDecoder::new(&stream[..]).read_to_string(&mut text));
    let frames = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let names: Vec<Value> = frames.map(|frame| frame.unwrap()["t"].take()).collect();
    assert_eq!(names, [Value::Null, json!("READY"), json!("GUILD_CREATE")]);
    let mut packed = Gateway::at(&stage, "v=10&compress=zstd-stream").await;
    let hello = packed.bytes().await;
    assert_eq!(hello[..4], [0x28, 0xB5, 0x2F, 0xFD]);
    let hello: Value = serde_json::from_slice(&hello[9..]).unwrap();
    assert_eq!(hello["op"], 10);
}

#[tokio::test]
async fn a_session_hears_only_what_it_asked_for() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let both = GUILD_PRESENCES | MESSAGE_CONTENT;
    stage.sandbox.world().set_intents(cast.bot, both).unwrap();
    for (asked, members, content) in [(0, 1, ""), (both, 5, "to all")] {
        let mut gateway = Gateway::connect(&stage).await;
        let intents = 1 | 1 << 9 | asked;
        gateway
            .send(2, json!({ "token": cast.token, "intents": intents }))
            .await;
        let guild = gateway.event("GUILD_CREATE").await;
        assert_eq!(guild["d"]["members"].as_array().unwrap().len(), members);
        let path = stage.messages();
        let said = json!({ "content": "to all" });
        stage.person(cast.ec, "POST", &path, said).await;
        let told = gateway.event("MESSAGE_CREATE").await;
        assert_eq!(told["d"]["content"], content);
        let asked = stage.get(&path).await;
        assert_eq!(asked[0]["content"], "to all");
    }
}

#[tokio::test]
async fn a_bot_that_identifies_too_often_gets_no_session() {
    let stage = Stage::new().await;
    let limits = json!({ "enforce_rate_limits": true, "window_share": 1000.0 });
    stage.local("PUT", "/limits", limits).await.is(200);
    let (_first, _) = Gateway::identify(&stage).await;
    let mut again = Gateway::connect(&stage).await;
    let identify = json!({ "token": stage.cast.token, "intents": 1, "properties": {} });
    again.send(2, identify.clone()).await;
    let frame = again.next().await.unwrap();
    has(&frame, json!({ "op": 9, "d": false }));
    // With the limits off it may try again over the same connection.
    stage.sandbox.world().limits.enforce_rate_limits = false;
    again.send(2, identify).await;
    again.event("READY").await;
}
