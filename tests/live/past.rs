//! Posts about something to come, or about something that lasts for a while, are brought up to date
//! once it is past.

use serde_json::json;

use super::appointments::{MINUTE_MS, end_first, open, until_seen};
use super::house::{House, calls, content, controls, said, says};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn no_post_announces_something_that_is_past() {
    let mut house = House::new("past").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let card = teo.sees(HALL, "# Crossfire").await;
    says(&card, "The match starts once both players press Ready");

    // A start that is near calls both players once, with the button that they need.
    let start = json!({ "at": "in 10m" });
    host.confirms(HALL, "match schedule", start, "Move the start")
        .await;
    let check_in = teo.sees(HALL, crate::phrases::PRESS_READY).await;
    let moved = teo.sees(HALL, crate::phrases::NEW_START).await;
    for person in [&teo, &mika] {
        assert!(calls(&check_in, person), "{check_in}");
        assert!(!calls(&moved, person), "{moved}");
    }

    // The host waits for both players. Once they come, no post calls them missing.
    let absent = "Teo and Mika aren't ready";
    until_seen(&house, &host, "@Dealer", absent, 10 * MINUTE_MS).await;
    let call = host.sees("@Dealer", absent).await;
    host.press(&call, "Wait 5 minutes").await;
    let waits = host.sees("@Dealer", crate::phrases::HOST_WAITS).await;
    let waits_here = teo.sees(HALL, crate::phrases::HOST_WAITS).await;
    for person in [&teo, &mika] {
        person.press(&waits_here, "Ready").await;
    }
    teo.sees(HALL, "The match begins").await;
    for (person, message) in [(&host, &waits), (&teo, &waits_here)] {
        let past = "The host waited for Teo and Mika.";
        let said = person.closes(message, past).await;
        assert!(said.contains("The match has begun since then."), "{said}");
        assert!(!said.contains("until"), "{said}");
    }
    let said = host.closes(&call, "Teo and Mika weren't ready").await;
    assert!(!said.contains("A host decides"), "{said}");
    let said = teo.closes(&card, "The match has begun.").await;
    for to_come in ["starts once", "was scheduled", "press Ready"] {
        assert!(!said.contains(to_come), "{said}");
    }
    assert!(said.contains("**Elimination match:**"), "{said}");

    // A pause that is over no longer shows how long it lasts.
    host.types(HALL, "match pause").await;
    let paused = teo.sees(HALL, "All clocks are stopped").await;
    host.types(HALL, "match resume").await;
    let said = teo.closes(&paused, "The host paused the match.").await;
    assert!(!said.contains("are stopped"), "{said}");

    // That also holds when its post can only be edited after the next pause has begun.
    host.types(HALL, "match pause").await;
    let paused = teo.sees(HALL, "All clocks are stopped").await;
    let path = format!("*/messages/{}", paused["id"].as_str().unwrap());
    let later = json!({ "method": "PATCH", "path": path, "status": 500 });
    house.faults(later).await;
    host.types(HALL, "match resume").await;
    host.types(HALL, "match pause").await;
    teo.closes(&paused, "The host paused the match.").await;
    let next = teo.sees(HALL, "All clocks are stopped").await;
    assert!(!controls(&next).is_empty(), "{next}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_names_the_same_penalty_for_not_choosing() {
    let mut house = House::new("past-choices").await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    end_first(&house).await;
    open(&house, "gridlock").await;
    let start = json!({ "at": "in 2h" });
    host.confirms(HALL, "match schedule", start, "Keep that deadline")
        .await;

    // If the start comes first, the host reads so before the deadline moves.
    for (until, is_after) in [("in 1h", false), ("in 5h", true)] {
        let asked = json!({ "until": until });
        let asked = host.command(HALL, "match extend", asked).await;
        let warned = said(&asked).contains("That's after the start, <t:");
        assert_eq!(warned, is_after, "{asked}");
        host.press(&asked["message"], "Move the deadline").await;
    }
    let card = "waits for missing choices unless a host says go";
    bo.sees(HALL, card).await;
    let own = bo.sees("@Dealer", "**Choose by <t:");
    let own = own.await;
    // The strike comes only after the deadline, which is later.
    let [late, missed] = [
        "can start without you then",
        "If it's still waiting for you at <t:",
    ];
    assert!(
        content(&own).contains(late) && content(&own).contains(missed),
        "{own}"
    );

    // While choices are due, nobody can be ready. The match waits for the choices, then asks the
    // host again, unless the players' own time runs out first.
    let late = "It's time, but";
    until_seen(&house, &host, "@Dealer", late, 120 * MINUTE_MS).await;
    let call = host.sees("@Dealer", late).await;
    let waits = host.press(&call, "Wait 5 minutes").await;
    let then = "When the wait is over, it starts if both players are ready and no more choices are due; otherwise you're asked again.";
    says(&waits, then);
    let waits = host.sees("@Dealer", crate::phrases::HOST_WAITS).await;
    let then = "all choices are in and both players are ready. After that, a host decides";
    says(&waits, then);

    // A match that ends before it begins isn't said to have begun.
    let forfeit = json!({ "player": "Teo", "reason": "asleep" });
    host.confirms(HALL, "ruling forfeit", forfeit, "Yes, forfeit")
        .await;
    let past = "The host waited for the missing choices.";
    let said = host.closes(&waits, past).await;
    assert!(!said.contains("begun"), "{said}");
    house.close().await;
}
