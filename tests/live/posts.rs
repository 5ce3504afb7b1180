//! How posts reach people: which ones ring, which commands in them can be tapped, and what a card
//! says.

use serde_json::{Value, json};

use super::house::{House, calls, content, labels, lacks, says, says_all};

const ARENA: &str = "death-match";
const HALL: &str = "lobby";

/// Discord documentation, "Message Flags", `SUPPRESS_NOTIFICATIONS`.
const SILENT: u64 = 1 << 12;

fn is_silent(post: &Value) -> bool {
    post["flags"].as_u64().unwrap_or_default() & SILENT != 0
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_that_ask_somebody_ring_and_others_are_silent() {
    let mut house = House::new("posts-silent").await;
    let [host, teo, cleo] = house.people(["Vesper", "Teo", "Cleo"]).await;
    let card = cleo.sees(ARENA, "# Gridlock").await;
    assert!(is_silent(&card), "{card}");
    // A letter that asks for a choice rings.
    let letter = house
        .person("Juniper")
        .await
        .sees("@Dealer", "secret choice")
        .await;
    assert!(!is_silent(&letter), "{letter}");
    host.confirms(ARENA, "match begin", json!({}), "Begin without strikes")
        .await;
    let prompt = teo.sees(ARENA, "choose one").await;
    assert!(calls(&prompt, &teo) && !is_silent(&prompt), "{prompt}");
    host.types(ARENA, "match pause").await;
    let paused = teo.sees(ARENA, "The host pauses the match").await;
    assert!(is_silent(&paused), "{paused}");
    // Editing doesn't change whether a message rang.
    host.press(&paused, "Resume (host)").await;
    let prompt = teo.sees(ARENA, crate::phrases::RESUMED).await;
    teo.press(&prompt, "Go first").await;
    cleo.sees(ARENA, "choose your axis").await;
    for post in cleo.messages(ARENA).await {
        let stands_silent = post["id"] == card["id"] || post["id"] == paused["id"];
        assert_eq!(is_silent(&post), stands_silent, "{post}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_in_messages_can_be_tapped() {
    let mut house = House::new("posts-commands").await;
    let host = house.person("Vesper").await;
    // One is an answer, and one is a letter from the postman.
    host.types(HALL, "match begin").await;
    let answer = host.sees(HALL, "No match is open in this channel").await;
    let channel = host.channel(ARENA).await.unwrap();
    house
        .stage("DELETE", &format!("/channels/{channel}"), Value::Null)
        .await;
    let letter = host.sees("@Dealer", "match move").await;
    for message in [&answer, &letter] {
        says(message, "</match move:");
        lacks(message, "`/match");
        let mentions = message["command_mentions"].as_array().unwrap();
        assert!(!mentions.is_empty(), "{message}");
        assert!(mentions.iter().all(|one| one["known"] == true), "{message}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_behind_a_button_of_the_card() {
    let mut house = House::new("posts-rules").await;
    let cleo = house.person("Cleo").await;
    let card = cleo.sees(ARENA, "# Gridlock").await;
    assert_eq!(labels(&card), ["Open my panel", "Ready", "Rules"]);
    lacks(&card, "Time limits");
    assert!(content(&card).lines().count() <= 6, "{card}");
    let answer = cleo.press(&card, "Rules").await["message"].clone();
    says_all(
        &answer,
        ["**Gridlock.**", "- **Winning:**", "Time limits: "],
    );
    assert_ne!(
        answer["flags"].as_u64().unwrap_or_default() & 64,
        0,
        "{answer}"
    );
    house.close().await;
}
