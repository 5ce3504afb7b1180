//! A person who asks for far too much at once gets a kind, private word. Everybody else gets their
//! answers.

use serde_json::json;

use super::house::{House, lacks, said};

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
        let mut asked = 0;
        // Several at once: more than five a second come through on a slow machine too.
        let refused = async || {
            let some = (0..10).map(|_| who.command(HALL, command, json!({})));
            let answers = futures_util::future::join_all(some).await;
            asked += answers.len();
            let mut answers = answers.into_iter();
            answers.find(|answer| said(answer).contains(crate::phrases::TOO_FAST))
        };
        let answer = house.until("a flood is refused", refused).await;
        assert!(asked > 150, "after {asked} times /{command}");
        assert_eq!(answer["message"]["ephemeral"], true, "only they are told");
        // Without a break the server as a whole would reach its limit.
        house.advance(15_000);
    }
    let other = teo.types(HALL, "games").await;
    lacks(&other, crate::phrases::TOO_FAST);
    // After a while they get answers again.
    house.advance(60_000);
    let later = mika.types(HALL, "games").await;
    lacks(&later, crate::phrases::TOO_FAST);
    house.close().await;
}
