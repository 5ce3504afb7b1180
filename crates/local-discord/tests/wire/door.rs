//! Only this machine, by its own names, and the server's own page get in.

use local_discord::{SandboxConfig, SandboxError, World, start};
use serde_json::{Value, json};

use super::stage::{START_MS, Stage};

fn config(listen: &str) -> SandboxConfig {
    let clock = std::sync::Arc::new(|| START_MS);
    SandboxConfig {
        listen: listen.parse().unwrap(),
        world: World::new(START_MS),
        save_to: None,
        clock,
        forward: None,
    }
}

#[tokio::test]
async fn the_server_listens_on_loopback_only() {
    assert!(matches!(
        start(config("0.0.0.0:0")).await,
        Err(SandboxError::NotLoopback(_))
    ));
}

#[tokio::test]
async fn an_error_names_the_taken_port() {
    let first = start(config("127.0.0.1:0")).await.unwrap();
    let port = first.address().port();
    let Err(SandboxError::PortInUse { port: named }) =
        start(config(&first.address().to_string())).await
    else {
        panic!("two servers on one port");
    };
    assert_eq!(named, port);
    first.stop().await;
    start(config(&format!("127.0.0.1:{port}"))).await.unwrap();
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused() {
    let stage = Stage::new().await;
    let port = stage.sandbox.address().port();
    let own = format!("http://127.0.0.1:{port}");
    for (host, origin, status) in [
        (format!("127.0.0.1:{port}"), None, 200),
        (
            format!("localhost:{port}"),
            Some(format!("http://localhost:{port}")),
            200,
        ),
        (format!("127.0.0.1:{port}"), Some(own.clone()), 200),
        ("127.0.0.1".to_owned(), None, 200),
        ("LOCALHOST".to_owned(), None, 200),
        ("evil.example".to_owned(), None, 403),
        (format!("evil.example:{port}"), None, 403),
        ("127.0.0.1:1".to_owned(), None, 403),
        (
            format!("127.0.0.1:{port}"),
            Some("https://evil.example".to_owned()),
            403,
        ),
        (format!("127.0.0.1:{port}"), Some("null".to_owned()), 403),
        (
            format!("127.0.0.1:{port}"),
            Some("http://127.0.0.1:1".to_owned()),
            403,
        ),
    ] {
        for path in ["/", "/local/world", "/api/v10/gateway"] {
            let mut request = stage
                .client
                .get(format!("{own}{path}"))
                .header("host", &host);
            if let Some(origin) = &origin {
                request = request.header("origin", origin);
            }
            let got = request.send().await.unwrap().status().as_u16();
            assert_eq!(got, status, "{path} at {host} from {origin:?}");
        }
    }
}

#[tokio::test]
async fn discords_own_answers_have_a_via_header() {
    let stage = Stage::new().await;
    let path = format!("/api/v10/channels/{}/messages", stage.cast.arena);
    for (fault, own) in [
        (Value::Null, true),
        (json!({ "status": 429 }), true),
        (json!({ "status": 500 }), true),
        (json!({ "status": 429, "bare": true }), false),
    ] {
        if let Value::Object(mut fault) = fault.clone() {
            fault.extend([("method".to_owned(), json!("GET"))]);
            fault.extend([("path".to_owned(), json!("*/messages"))]);
            stage.local("POST", "/faults", json!(fault)).await;
        }
        let request = stage
            .client
            .get(format!("{}{path}", stage.sandbox.url()))
            .header("authorization", format!("Bot {}", stage.cast.token));
        let answer = request.send().await.unwrap();
        let via = answer.headers().get("via");
        assert_eq!(via.is_some_and(|via| via == "1.1 google"), own, "{fault}");
    }
}
