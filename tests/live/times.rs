//! Choosing a time: a host offers times, both players mark in private which ones suit them, and the
//! host picks one.

use serde_json::{Value, json};

use super::appointments::{MINUTE_MS, end_first, open};
use super::house::{House, Person, calls, content, controls, field, lacks, said, says, says_all};

const HALL: &str = "lobby";
const ASKS: &str = "Only the host sees your answer.";
const CHOOSE: &str = "Choose times";

/// Offers these times and asks the players.
async fn offer(host: &Person<'_>, times: &str) {
    let several = json!({ "at": times });
    let shown = host.command(HALL, "match schedule", several).await;
    let label = controls(&shown["message"]).remove(0).0;
    assert!(label.starts_with("Ask about these"), "{shown}");
    let asked = host.press(&shown["message"], &label).await;
    says(&asked, "I've asked both players");
}

/// A person's own panel, from the newest post that asks.
async fn panel(who: &Person<'_>) -> Value {
    let asks = who.house.until("somebody asks", async || {
        let posts = who.messages(HALL).await.into_iter();
        let mut asks = posts.filter(|post| controls(post).iter().any(|(label, _)| label == CHOOSE));
        asks.next_back()
    });
    who.press(&asks.await, CHOOSE).await
}

/// The values in this panel's menu, and its custom id.
fn menu(panel: &Value) -> (Vec<String>, String) {
    let menu = &panel["message"]["components"][0]["components"][0];
    let options = menu["options"].as_array().into_iter().flatten();
    let values = options.map(|one| one["value"].as_str().unwrap().to_owned());
    (
        values.collect(),
        menu["custom_id"].as_str().unwrap().to_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn players_name_their_times_in_private_and_the_host_picks_one() {
    let house = House::new("times").await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;

    // Dealer names what it can't read, and keeps what was typed.
    let ways = host.types(HALL, "match schedule").await;
    says(&ways, "has no start time");
    let form = host.press(&ways["message"], "Ask the players").await;
    let typed = "in 2h\nsoon\nin 3h; yesterday";
    let shown = host.fill(&form, json!({ "times": typed })).await;
    says_all(&shown, ["can't read `soon`", "Fix these too: `yesterday`"]);
    let labels = controls(&shown["message"]);
    assert_eq!(labels[0].0, "Ask about these 2", "{shown}");
    let form = host.press(&shown["message"], "Change the times").await;
    assert_eq!(field(&form, "times"), typed);
    let shown = host.fill(&form, json!({ "times": "in 2h\nin 3h" })).await;
    lacks(&shown, "can't read");
    assert_eq!(house.person("Cleo").await.count(HALL, ASKS).await, 0);
    host.press(&shown["message"], "Ask about these 2").await;

    // Each player answers alone.
    let post = teo.sees(HALL, ASKS).await;
    assert!(calls(&post, &teo) && calls(&post, &mika), "{post}");
    let cleo = house.person("Cleo").await;
    let stranger = cleo.press(&post, CHOOSE).await;
    says(&stranger, "Only the two players");
    let own = panel(&teo).await;
    says(&own, "You haven't answered yet");
    let (values, stale) = menu(&own);
    assert_eq!(values.len(), 2, "{own}");
    let (status, outcome) = teo
        .try_press(&own["message"], &stale, json!([values[0]]))
        .await;
    let own = teo.answered(status, outcome).await;
    says(&own, "Your answer: only 1.");
    let post = mika
        .sees(HALL, "**Teo** has answered. **Mika**, when")
        .await;
    assert!(!calls(&post, &teo) && calls(&post, &mika), "{post}");
    let status = host.types(HALL, "match schedule").await;
    says(&status, "waiting for Mika");
    says(&status, " – Teo can");

    // The answers survive a restart. The other player learns only who has answered.
    let house = house.restart().await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    let own = panel(&mika).await;
    says(&own, "You haven't answered yet");
    let own = mika.press(&own["message"], "All of these").await;
    says(&own, "Your answer: 1 and 2.");
    teo.sees(HALL, "Both have answered. Waiting for the host to pick")
        .await;
    let note = host.sees("@Dealer", "both players have answered").await;
    says(&note, " – **both can**");
    says(&note, " – only Mika");

    // Players may change their answer until the host picks.
    let own = panel(&teo).await;
    says(&own, "Your answer: only 1.");
    let own = teo.press(&own["message"], "None of these").await;
    says(&own, "none of these");
    host.sees("@Dealer", "Teo can't play at any").await;
    let own = teo.press(&own["message"], "All of these").await;
    says(&own, "Your answer: 1 and 2.");
    for theirs in [&teo, &mika] {
        let seen = theirs.everything().await;
        assert!(!seen.contains("can't play at any") && !seen.contains("both can"));
    }

    // New times replace the old ones. Presses on the old ones don't count.
    offer(&host, "in 10m; in 5h").await;
    host.loses_controls(&note).await;
    teo.loses_controls(&post).await;
    let (status, outcome) = teo
        .try_press(&own["message"], &stale, json!([values[0]]))
        .await;
    let own = teo.answered(status, outcome).await;
    says(&own, "no longer on offer");
    says(&own, "You haven't answered yet");

    // Times that pass disappear.
    house.advance(11 * MINUTE_MS);
    let own = panel(&teo).await;
    let (values, _) = menu(&own);
    assert_eq!(values.len(), 1, "{own}");
    assert!(said(&own).contains("\n2. <t:") && !said(&own).contains("\n1. "));
    teo.press(&own["message"], "All of these").await;
    let own = panel(&mika).await;
    mika.press(&own["message"], "All of these").await;

    let note = house
        .until("the host is told again", async || {
            let told = host.messages("@Dealer").await.into_iter();
            let mut told = told.filter(|post| content(post).contains("**both can**"));
            told.find(|post| !controls(post).is_empty())
        })
        .await;
    let pick = controls(&note).remove(0).0;
    assert!(pick.starts_with("2. "), "{note}");
    let picked = host.press(&note, &pick).await;
    says(&picked, crate::phrases::NEW_START);
    teo.sees(HALL, crate::phrases::NEW_START).await;
    host.loses_controls(&note).await;
    host.sees("@Dealer", "a start was picked").await;
    let log = host.types(HALL, "ruling log").await;
    says(&log, "offered times for the start");

    // A match that is called off asks nobody.
    offer(&host, "in 2h; in 4h").await;
    let post = house
        .until("the players are asked", async || {
            let posts = teo.messages(HALL).await.into_iter();
            let mut asks = posts.filter(|post| content(post).contains(ASKS));
            asks.find(|post| !controls(post).is_empty())
        })
        .await;
    let own = panel(&teo).await;
    host.voids(HALL).await;
    teo.loses_controls(&post).await;
    let late = teo.press(&own["message"], "All of these").await;
    says(&late, "match is over");
}
