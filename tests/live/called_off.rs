//! A match that is declared void before it began. No command shows anybody what safe players chose
//! for it.

use serde_json::json;

use super::house::{House, content, controls, lacks, said, says};

const ARENA: &str = "death-match";

#[tokio::test(flavor = "multi_thread")]
async fn choices_for_a_match_that_is_called_off_stay_secret() {
    let mut house = House::new("called-off").await;
    let [host, teo, cleo, juniper] = house.people(["Vesper", "Teo", "Cleo", "Juniper"]).await;
    juniper.types(ARENA, "submit choice: a1").await;
    juniper.sees("@Dealer", "**A1**").await;
    let asked = host.types(ARENA, "match void").await;
    let secret = "choices stay secret";
    says(&asked, secret);
    lacks(&asked, "is shown");
    host.press(&asked["message"], "Yes, declare it void").await;
    let post = cleo.sees(ARENA, "Any choices stay secret.").await;
    says(&post, "# Void");
    assert_eq!(post["attachments"], json!([]), "{post}");
    assert!(controls(&post).is_empty(), "{post}");
    juniper
        .sees("@Dealer", "Any choice of yours stays secret.")
        .await;

    let of_it = json!({ "match": 1 });
    for (who, command, options) in [
        (&host, "match export", json!({})),
        (&host, "season history", of_it.clone()),
        (&teo, "season history", of_it.clone()),
        (&cleo, "replay", of_it),
    ] {
        let refused = who.command(ARENA, command, options).await;
        says(&refused, secret);
        assert_eq!(refused["message"]["attachments"], json!([]), "{refused}");
    }
    // A match that was called off isn't in the way of earlier ones.
    let last = cleo.command(ARENA, "replay", json!({})).await;
    says(&last, "no finished match here");
    for who in [&host, &teo, &cleo] {
        for options in [json!({}), json!({ "words_only": true })] {
            let board = who.command(ARENA, "board", options).await;
            assert!(!board.to_string().contains("Juniper on"), "{board}");
        }
        let seen = who.everything().await;
        assert!(!seen.contains("Juniper on"), "{seen}");
        assert!(!seen.contains("hide A1"), "{seen}");
    }
    let own = juniper.types(ARENA, "board words_only: true").await;
    let own = if said(&own).is_empty() {
        content(&juniper.sees(ARENA, "Gridlock.").await).to_owned()
    } else {
        said(&own).to_owned()
    };
    assert!(own.contains("Juniper on A1"), "{own}");
    house.close().await;
}

/// When a host calls a match off, people who failed a duty in it may be spared their strike. The
/// host decides that in the same question.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_can_call_a_match_off_without_strikes() {
    let mut house = House::new("called-off-strikes").await;
    let [host, bo, juniper] = house.people(["Vesper", "Bo", "Juniper"]).await;
    bo.sees("@Dealer", "Choose the tile").await;
    juniper.types(ARENA, "submit choice: A1").await;
    // Before the deadline nobody would get a strike.
    house.advance(24 * 60 * 60_000);
    host.sees(ARENA, "Time's up for choosing").await;
    host.confirms(ARENA, "match begin", json!({}), "Begin without them")
        .await;
    bo.sees("@Dealer", "That's a strike").await;

    let asked = host.types(ARENA, "match void").await;
    let stand = "Everyone is told about the strikes for missing choices (10)";
    says(&asked, stand);
    // The consequences are shown before anything is done.
    let shown = host
        .press(&asked["message"], "Take back its 10 strikes too")
        .await;
    says(&shown, "Declare the match void and take its strikes back?");
    lacks(&shown, stand);
    assert_eq!(bo.count(ARENA, "# Void").await, 0);
    host.press(&shown["message"], "Yes, void without strikes")
        .await;
    let end = bo.sees(ARENA, "# Void").await;
    // No post names the people who are forgiven.
    for named in ["Strike for", "No choice from"] {
        lacks(&end, named);
    }
    let back = "A host took back one of your strikes";
    let told = bo.sees("@Dealer", back).await;
    says(&told, "You now have no strikes");
    assert!(!juniper.everything().await.contains(back));
    let list = host.types(ARENA, "season strike list").await;
    let lines = || {
        said(&list)
            .lines()
            .filter(|line| line.contains("no choice for match"))
    };
    assert_eq!(lines().count(), 10, "{list}");
    assert!(lines().all(|line| line.ends_with("taken back")), "{list}");
    let log = host.types(ARENA, "ruling log").await;
    says(&log, "declared the match void and took its strikes back");
    // If the match goes on after all, nobody gets their strike back. The host reads that first.
    let why = json!({ "reason": "too soon" });
    let menu = host.command(ARENA, "ruling rewind", why).await;
    let select = &menu["message"]["components"][0]["components"][0];
    let newest = json!([select["options"][0]["value"]]);
    let custom_id = select["custom_id"].as_str().unwrap();
    host.try_press(&menu["message"], custom_id, newest).await;
    let asked = host.sees(ARENA, "**Undo this?**").await;
    let stay = "that were taken back aren't given again (10). Give one with </season strike add:";
    says(&asked, stay);
    house.close().await;
}

/// A match's channel may be gone when the match ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_reads_which_match_has_ended() {
    let mut house = House::new("called-off-given").await;
    let host = house.person("Vesper").await;
    host.sees(ARENA, "# Gridlock").await;
    let asked = host.types(ARENA, "match void").await;
    let path = format!("*/channels/{}/messages", host.channel(ARENA).await.unwrap());
    // A single answer like this could be a slip, so it comes several times.
    let gone = json!({ "method": "POST", "path": path, "status": 404, "code": 10003, "times": 2 });
    house.faults(gone).await;
    host.press(&asked["message"], "Yes, declare it void").await;
    let given = host.sees("@Dealer", "# Void").await;
    says(&given, "**Gridlock** · Teo (DMO) vs Mika (EC)\n");
    house.close().await;
}
