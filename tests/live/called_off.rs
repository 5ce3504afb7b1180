//! A match that is declared void before it began: what safe players chose for it is shown to nobody, by no command.

use serde_json::json;

use super::house::{House, content, controls, said};

const ARENA: &str = "death-match";

#[tokio::test(flavor = "multi_thread")]
async fn what_was_chosen_for_it_stays_secret() {
    let mut house = House::new("called-off").await;
    let host = house.person("Vesper").await;
    let (teo, cleo) = (house.person("Teo").await, house.person("Cleo").await);
    let juniper = house.person("Juniper").await;
    juniper
        .command(ARENA, "submit", json!({ "choice": "a1" }))
        .await;
    juniper.sees("@Dealer", "What counts now: **A1**").await;
    let asked = host.command(ARENA, "match void", json!({})).await;
    let secret = "what was chosen for it stays secret";
    assert!(said(&asked).contains(secret), "{asked}");
    assert!(!said(&asked).contains("is shown"), "{asked}");
    host.press(&asked["message"], "Yes, declare it void").await;
    let post = cleo
        .sees(ARENA, "What was chosen for it stays secret.")
        .await;
    assert!(content(&post).contains("# Void"), "{post}");
    assert_eq!(post["attachments"], json!([]), "{post}");
    assert!(controls(&post).is_empty(), "{post}");
    juniper
        .sees("@Dealer", "What you chose for it stays secret.")
        .await;

    let of_it = json!({ "match": 1 });
    for (who, command, options) in [
        (&host, "match export", json!({})),
        (&host, "season history", of_it.clone()),
        (&teo, "season history", of_it.clone()),
        (&cleo, "replay", of_it),
        (&cleo, "replay", json!({})),
    ] {
        let refused = who.command(ARENA, command, options).await;
        assert!(said(&refused).contains(secret), "{refused}");
        assert_eq!(refused["message"]["attachments"], json!([]), "{refused}");
    }
    for who in [&host, &teo, &cleo] {
        for options in [json!({}), json!({ "words_only": true })] {
            let board = who.command(ARENA, "board", options).await;
            assert!(!board.to_string().contains("Juniper on"), "{board}");
        }
        let seen = who.everything().await;
        assert!(!seen.contains("Juniper on"), "{seen}");
        assert!(!seen.contains("hide A1"), "{seen}");
    }
    let own = juniper
        .command(ARENA, "board", json!({ "words_only": true }))
        .await;
    let own = match said(&own).is_empty() {
        true => content(&juniper.sees(ARENA, "Gridlock.").await).to_owned(),
        false => said(&own).to_owned(),
    };
    assert!(own.contains("Juniper on A1"), "{own}");
    house.close().await;
}
