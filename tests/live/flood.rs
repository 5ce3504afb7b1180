//! A person who asks for far too much at once gets a kind, private word. Everybody else gets their
//! answers.

use serde_json::json;

use super::house::{House, said};

const HALL: &str = "death-match";

#[tokio::test(flavor = "multi_thread")]
async fn a_flooding_person_is_asked_to_wait() {
    let mut house = House::new("flood").await;
    let [mika, teo, host, wren] = house.people(["Mika", "Teo", "Vesper", "Wren"]).await;
    // A command counts once, however many words it has.
    for (who, command) in [
        (&mika, "games"),
        (&host, "match list"),
        (&wren, "season cast list"),
    ] {
        let mut refused = None;
        for asked in 0..400 {
            let answer = who.command(HALL, command, json!({})).await;
            if said(&answer).contains(crate::phrases::TOO_FAST) {
                refused = Some((asked, answer));
                break;
            }
        }
        let (asked, answer) = refused.expect("nobody may ask for so much");
        assert!(asked >= 150, "after {asked} times /{command}");
        assert_eq!(
            answer["message"]["ephemeral"], true,
            "it is said to them alone"
        );
        // Without a break the server as a whole would reach its limit.
        house.clock.advance(15_000);
    }
    let other = teo.command(HALL, "games", json!({})).await;
    assert!(!said(&other).contains(crate::phrases::TOO_FAST));
    // After a while they get answers again.
    house.clock.advance(60_000);
    let later = mika.command(HALL, "games", json!({})).await;
    assert!(!said(&later).contains(crate::phrases::TOO_FAST));
    house.close().await;
}
