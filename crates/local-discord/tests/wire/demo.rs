//! A world to look at in the browser, with a bot that has one of everything: `cargo test -p
//! local-discord --test wire demo -- --ignored --nocapture`, then http://127.0.0.1:8787.

use std::sync::Arc;
use std::time::SystemTime;

use local_discord::{SandboxConfig, start};

#[tokio::test]
#[ignore = "serves until it is killed"]
async fn demo() {
    let (world, cast) = super::stage::world();
    let now = || {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap()
            .as_millis() as u64
    };
    let listen = "127.0.0.1:8787".parse().unwrap();
    let sandbox = start(SandboxConfig {
        listen,
        world,
        save_to: None,
        clock: Arc::new(now),
        forward: None,
    })
    .await
    .unwrap();
    let _bot = super::bot::connect(&sandbox, &cast.token).await;
    println!(
        "The local Discord is at {} (bot token {})",
        sandbox.url(),
        cast.token
    );
    std::future::pending::<()>().await;
}
