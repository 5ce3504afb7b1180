//! `/practice`: against the computer, in every game, and against somebody.

use dealer::games::GameId;
use serde_json::json;

use super::house::{House, content, said};

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_practised_against_the_computer() {
    let mut house = House::new("practice").await;
    for (ended, id) in GameId::ALL.iter().enumerate() {
        let bo = house.person("Bo").await;
        let opened = bo
            .command("lobby", "practice", json!({ "game": id.word() }))
            .await;
        assert!(
            said(&opened).contains("A practice match is open"),
            "{opened}"
        );
        let card = bo
            .sees("lobby", &format!("# {}", id.catalogue().title))
            .await;
        assert!(
            content(&card).contains("Bo (DMO) against Computer (EC)"),
            "{card}"
        );
        let asked = bo.command("lobby", "resign", json!({})).await;
        let resigned = bo.press(&asked["message"], "Yes, I resign").await;
        assert!(said(&resigned).contains("You have resigned"), "{resigned}");
        house
            .until("this match, too, is over", async || {
                let posts = bo.messages("lobby").await;
                let over = posts
                    .iter()
                    .filter(|post| content(post).contains("Computer beats Bo"));
                (over.count() == ended + 1).then_some(())
            })
            .await;
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_is_ready_and_moves() {
    let mut house = House::new("practice-gridlock").await;
    let bo = house.person("Bo").await;
    let refused = bo
        .command(
            "lobby",
            "practice",
            json!({ "game": "gridlock", "opponent": bo.id }),
        )
        .await;
    assert!(said(&refused).contains("against yourself"), "{refused}");
    bo.command("lobby", "practice", json!({ "game": "gridlock" }))
        .await;
    house.clock.advance(2_000);
    bo.sees("lobby", "The time for choices is up").await;
    let called = bo.sees("lobby", "the match can start").await;
    bo.press(&called, "Ready").await;
    let prompt = bo.sees("lobby", "choose one").await;
    bo.press(&prompt, "first").await;
    // The computer chooses its axis, and it is Bo's move.
    let prompt = bo.sees("lobby", "move the Guard").await;
    assert!(
        content(&prompt).contains(&format!("<@{}>", bo.id)),
        "{prompt}"
    );
    house.close().await;
}
