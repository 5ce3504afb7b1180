//! A host who acts for a player sees nothing that only the player may see until they open the
//! player's hand. Everybody is told when they do.

use serde_json::{Value, json};

use super::house::{House, Person, content, labels, said, says};
use super::roundabout::{begin, choose, menu, place_all, types};

const HALL: &str = "lobby";
const OPEN: &str = "Open Teo's hand";

async fn completed(host: &Person<'_>, whose: &str) -> Vec<String> {
    let asked = json!({ "player": whose, "move": "" });
    host.completes(HALL, "ruling act", asked, "move").await
}

/// What Dealer asks a host who wants to do this for Teo.
async fn acts_for_teo(host: &Person<'_>, text: &str) -> Value {
    let act = json!({ "player": "Teo", "move": text, "reason": "his phone is dead" });
    host.command(HALL, "ruling act", act).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_opens_a_players_hand_before_acting_for_them() {
    let mut house = House::new("hands").await;
    begin(&house).await;
    place_all(&house).await;
    let [host, dmo, spectator] = house.people(["Vesper", "Teo", "Cleo"]).await;

    // The cards are public, so completion works as it does for Teo.
    let prompt = dmo.sees(HALL, "Teo drives first").await;
    assert!(completed(&host, "Teo").await.contains(&"card 3".to_owned()));
    dmo.press(&prompt, "3").await;
    spectator.sees(HALL, "Teo plays a 3").await;
    let taken = types(&dmo, "drive Teo southwest").await;
    assert!(taken.contains("Teo southwest"), "{taken}");

    // A turn's moves belong to its player: there is no completion, and every typed move gets the
    // same answer.
    assert_eq!(completed(&host, "Teo").await, ["open hand"]);
    let shown = |answer: &Value| (said(answer).to_owned(), labels(&answer["message"]));
    let asked = acts_for_teo(&host, "drive Bo southwest").await;
    for text in [
        "drive Teo southwest",
        "xyzzy",
        "dirve Bo inner",
        "open hand",
    ] {
        assert_eq!(
            shown(&acts_for_teo(&host, text).await),
            shown(&asked),
            "{text}"
        );
    }
    says(&asked, OPEN);
    let asked_twice = acts_for_teo(&host, "open hand").await;
    assert_eq!(labels(&asked["message"]), [OPEN, "Pause first", "Cancel"]);
    let told = "A host opened Teo's hand";
    assert!(!spectator.everything().await.contains(told));

    // Only the host sees the opened hand, and everybody is told at once.
    host.press(&asked["message"], OPEN).await;
    let news = spectator.sees(HALL, told).await;
    says(&news, "his phone is dead");
    let hand = host.sees(HALL, "Teo's hand is open to you").await;
    says(&hand, "**Teo southwest**");
    assert_eq!(hand["attachments"].as_array().unwrap().len(), 1);
    // The question about the typed act comes below, and the host can pick something else instead.
    says(&hand, "Act for Teo: `drive Bo southwest`?");
    assert!(
        labels(&hand).contains(&"Yes, act for them".to_owned()),
        "{hand}"
    );
    let (_, offered) = menu(&hand, "Choose what to do for Teo");
    assert_eq!(offered.len(), 25);
    assert!(!spectator.everything().await.contains("Teo southwest"));
    let log = host.types(HALL, "ruling log").await;
    says(&log, "opened Teo's hand.");
    // Opening it twice counts once.
    host.press(&asked_twice["message"], OPEN).await;
    let everything = spectator.everything().await;
    assert_eq!(everything.matches(told).count(), 1);

    // A restart doesn't close the hand.
    let house_again = house.restart().await;
    house = house_again;
    let [host, spectator] = house.people(["Vesper", "Cleo"]).await;
    let acts = completed(&host, "Teo").await;
    assert!(acts.contains(&"end".to_owned()), "{acts:?}");

    // The act closes it.
    let hand = host.sees(HALL, "Teo's hand is open to you").await;
    choose(&host, &hand, "Choose what to do for Teo", &["Bo southwest"]).await;
    // The open hand asked the same.
    let asked = "Act for Teo: `drive Bo southwest`?";
    let asks_alone = async || {
        let messages = host.messages(HALL).await.into_iter();
        let mut asking = messages.filter(|message| content(message).contains(asked));
        asking.find(|message| !content(message).contains("hand is open"))
    };
    let preview = house.until("Dealer asks about the act", asks_alone).await;
    host.press(&preview, "Yes, act for them").await;
    spectator.sees(HALL, "The host acts for Teo").await;
    assert_eq!(completed(&host, "Teo").await, ["open hand"]);
    assert!(!spectator.everything().await.contains("Bo southwest"));
    house.close().await;
}
