//! Somebody who asks for far too much at once gets a kind word, alone, and everybody else is answered as always.

use serde_json::json;

use super::house::{House, said};

const HALL: &str = "death-match";

#[tokio::test(flavor = "multi_thread")]
async fn whoever_floods_is_asked_to_wait() {
    let mut house = House::new("flood").await;
    let (mika, teo) = (house.person("Mika").await, house.person("Teo").await);
    let mut refused = None;
    for asked in 0..400 {
        let answer = mika.command(HALL, "games", json!({})).await;
        if said(&answer).contains("wait a few seconds") {
            refused = Some((asked, answer));
            break;
        }
    }
    let (asked, answer) = refused.expect("nobody may ask for so much");
    assert!(asked >= 50, "after {asked} commands");
    assert_eq!(
        answer["message"]["ephemeral"], true,
        "it is said to them alone"
    );
    let other = teo.command(HALL, "games", json!({})).await;
    assert!(!said(&other).contains("wait a few seconds"));
    // A while later they are answered again.
    house.clock.advance(60_000);
    let later = mika.command(HALL, "games", json!({})).await;
    assert!(!said(&later).contains("wait a few seconds"));
    house.close().await;
}
