//! A match gets another host, who then receives all its news and questions.

use serde_json::json;

use super::appointments::{MINUTE_MS, end_first, open, until_seen};
use super::house::{House, content, controls, said, says};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_handed_to_another_host() {
    let mut house = House::new("handover").await;
    let [vesper, marlow, teo, cleo] = house.people(["Vesper", "Marlow", "Teo", "Cleo"]).await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let start = json!({ "at": "in 1h" });
    let asked = vesper.command(HALL, "match schedule", start).await;
    vesper.press(&asked["message"], "Move the start").await;
    let late = "Teo and Mika aren't ready";
    until_seen(&house, &vesper, "@Dealer", late, 60 * MINUTE_MS).await;
    let call = vesper.sees("@Dealer", late).await;

    for (to, refused) in [
        (&cleo, "isn't a host here"),
        (&teo, "isn't a host here"),
        (&vesper, "already hosts this match"),
    ] {
        let answer = vesper
            .command(HALL, "match host", json!({ "to": to.id }))
            .await;
        says(&answer, refused);
    }

    // The earlier host hasn't answered, so the new one is asked. Everybody learns whom to turn to.
    let to = json!({ "to": marlow.id });
    let handed = vesper.command(HALL, "match host", to).await;
    says(&handed, "hosts this match");
    marlow.sees("@Dealer", "handed you a match").await;
    let asked = marlow.sees("@Dealer", late).await;
    assert_eq!(controls(&asked).len(), controls(&call).len(), "{asked}");
    vesper.loses_controls(&call).await;
    let marlows = format!("<@{}> now hosts this match", marlow.id);
    teo.sees(HALL, &marlows).await;
    let log = vesper.types(HALL, "ruling log").await;
    says(&log, "handed the match to");

    // Only the new host gets what comes later.
    marlow.press(&asked, "Wait 5 minutes").await;
    let waits = teo.sees(HALL, crate::phrases::HOST_WAITS).await;
    teo.press(&waits, "Ready").await;
    let late = "Mika isn't ready";
    until_seen(&house, &marlow, "@Dealer", late, 5 * MINUTE_MS).await;
    teo.sees(HALL, late).await;
    let told = vesper.messages("@Dealer").await;
    assert!(!told.iter().any(|post| content(post).contains(late)));

    // A host can take a match over without being offered it.
    let taken = vesper.types(HALL, "match host").await;
    says(&taken, "You now host this match");
    let vespers = format!("<@{}> now hosts this match", vesper.id);
    marlow.sees("@Dealer", &vespers).await;
    let log = vesper.types(HALL, "ruling log").await;
    let said = said(&log);
    assert!(said.contains("now hosts the match"), "{log}");
    house.close().await;
}
