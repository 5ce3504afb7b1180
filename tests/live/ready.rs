//! Ready counts once, however often it is pressed. A player can take it back until the match
//! begins.

use serde_json::Value;

use super::appointments::{end_first, open};
use super::house::{House, calls, content, controls, labels, says};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn a_player_can_take_ready_back() {
    let mut house = House::new("ready").await;
    let [teo, mika, cleo] = house.people(["Teo", "Mika", "Cleo"]).await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let card = cleo.sees(HALL, "# Crossfire").await;
    // Tapping twice on a phone changes nothing.
    for _ in 0..2 {
        let answer = teo.press(&card, "Ready").await;
        says(&answer, "You're ready");
        assert_eq!(labels(&answer["message"]), ["Not ready after all"]);
        let card = cleo.sees(HALL, "**Teo** is ready").await;
        // The card stays highlighted for the player whom it waits for.
        let called = [&teo, &mika].map(|player| calls(&card, player));
        assert_eq!(called, [false, true], "{card}");
    }
    let answer = teo.press(&card, "Ready").await;
    let undone = teo.press(&answer["message"], "Not ready after all").await;
    assert!(undone.to_string().contains("no longer ready"), "{undone}");
    house
        .until("the card no longer says so", async || {
            let said = |post: &Value| content(post).contains("is ready.");
            let posts = cleo.messages(HALL).await;
            (!posts.iter().any(said)).then_some(())
        })
        .await;
    // So the other player alone doesn't begin the match.
    let answer = mika.press(&card, "Ready").await;
    says(&answer, "Waiting for the other player");
    let begun = teo.press(&card, "Ready").await;
    says(&begun, "The match begins");
    assert!(labels(&begun["message"]).is_empty(), "{begun}");
    cleo.sees(HALL, "The match begins").await;
    // Who pressed first has no button left that can't work any more.
    house
        .until("the first answer says so too", async || {
            let posts = mika.messages(HALL).await;
            let answer = |post: &&Value| post["id"] == answer["message"]["id"];
            let answer = posts.iter().find(answer)?;
            let begun = content(answer).contains("The match begins");
            (begun && controls(answer).is_empty()).then_some(())
        })
        .await;
    house.close().await;
}
