//! A world to look at in the browser, with a bot that has one of everything: `cargo test -p
//! local-discord --test wire demo -- --ignored --nocapture`, then http://127.0.0.1:8787.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

use local_discord::{SandboxConfig, start};

#[tokio::test]
#[ignore = "serves until it is killed"]
async fn demo() {
    let (world, cast) = super::stage::world();
    let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let (began_ms, since) = (began.unwrap().as_millis() as u64, Instant::now());
    let ahead = Arc::new(AtomicU64::new(0));
    let put_ahead = ahead.clone();
    let now = move || {
        let ms = since.elapsed().as_millis() as u64;
        began_ms + ms + ahead.load(Ordering::Relaxed)
    };
    let listen = "127.0.0.1:8787".parse().unwrap();
    let sandbox = start(SandboxConfig {
        listen,
        world,
        save_to: None,
        clock: Arc::new(now),
        forward: Some(Arc::new(move |by_ms| {
            put_ahead.fetch_add(by_ms, Ordering::Relaxed);
        })),
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
