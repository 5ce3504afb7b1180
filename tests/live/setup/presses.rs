//! Presses in a set-up panel that come together, or after something else has changed.

use serde_json::json;

use super::{HALL, sets_up};
use crate::house::{House, Person, content, controls, says, says_all};

/// Another host switches the current season while a panel is open.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_opens_in_the_season_that_its_panel_showed() {
    let mut house = House::new("setup-season").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let other = house.person("Marlow").await;
    let switch = |to: &str| json!({ "to": to });
    let swapped = format!("DMO: <@{}>", ec.id);
    // A press that opens something waits until the host has seen the change. Other presses work,
    // and their pages don't hide it.
    for (command, options, pressed, is, then) in [
        (
            "season new",
            json!({ "name": "Second" }),
            "Open the match",
            "Second",
            "Nothing was done yet",
        ),
        (
            "season switch",
            switch("Lantern House 1"),
            "Swap seats",
            "Lantern House 1",
            &swapped,
        ),
        (
            "season switch",
            switch("Second"),
            "Rehearse",
            "Second",
            "Nothing was done yet",
        ),
        (
            "season switch",
            switch("Lantern House 1"),
            "Swap seats",
            "Lantern House 1",
            "Check the match before you open it",
        ),
    ] {
        other.command(HALL, command, options).await;
        let shown = host.until_newest("", "Players").await;
        host.press(&shown, pressed).await;
        let said = format!("is now **{is}**, with its own cast and stakes");
        let told = host.until_newest(&said, "Players").await;
        says(&told, then);
        let waits = content(&told).contains("press again");
        assert_eq!(waits, pressed != "Swap seats", "{told}");
    }
    // Nor does a page hide a refusal.
    host.press(&panel, "Times, dates, presets").await;
    let page = host.until_newest("dates and presets", "Back").await;
    other.command(HALL, "season switch", switch("Second")).await;
    let form = host.press(&page, crate::phrases::SET_START).await;
    host.fill(&form, json!({ "start": "soon" })).await;
    let told = host.until_newest("is now **Second**", "Back").await;
    says(&told, "`soon`");
    host.fill(&form, json!({ "start": "" })).await;
    // The panel in this answer still shows the season as it was.
    let is_read = async || {
        let pages = host.messages(HALL).await.into_iter().rev();
        let mut pages = pages.filter(|page| content(page).contains("dates and presets"));
        pages
            .next()
            .filter(|page| !content(page).contains("`soon`"))
    };
    house.until("the form was read", is_read).await;
    other
        .command(HALL, "season switch", switch("Lantern House 1"))
        .await;
    host.press(&page, "Back").await;
    host.until_newest("is now **Lantern House 1**", "Players")
        .await;
    // By now the season is again what the panel shows.
    host.press(&panel, "Open the match").await;
    dmo.sees(HALL, "# Crossfire").await;
    house.close().await;
}

/// Discord is slow for one press. A quicker press in the meantime isn't lost.
#[tokio::test(flavor = "multi_thread")]
async fn two_presses_at_once_both_count() {
    let mut house = House::new("setup-at-once").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let panel = sets_up(&host, "short_circuit", &dmo, &ec).await;
    host.press(&panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**A match of", "⬜ Practice round first: no")
        .await;
    let slow = json!({ "method": "GET", "path": "*/members/*", "delay_ms": 1500 });
    house.faults(slow).await;
    let menu = controls(&panel)[0].1.clone();
    host.try_press(&panel, &menu, json!([bo.id, cleo.id])).await;
    host.press(&panel, "⬜ Practice round first: no").await;
    // The second press waits until the panel shows the first.
    host.sees(HALL, "Practice round: yes").await;
    let sits = async |who: &Person<'_>| {
        let panel = host.sees(HALL, &format!("DMO: <@{}>", who.id)).await;
        says_all(
            &panel,
            ["Practice round: yes", "Safe players: 2 · Bo and Cleo"],
        );
        panel
    };
    // The next look happens when a press needs it.
    for who in [&dmo, &ec] {
        host.press(&sits(who).await, "Swap seats").await;
    }
    // A double tap opens one match. The second answer says so, and doesn't ask to start again.
    let panel = sits(&dmo).await;
    tokio::join!(
        host.press(&panel, "Open the match"),
        host.press(&panel, "Open the match")
    );
    host.sees(HALL, "The practice round is open in").await;
    let told = host.everything().await;
    assert!(!told.contains("Start again"), "{told}");
    house.close().await;
}

/// Discord is slow to confirm the first of two presses.
#[tokio::test(flavor = "multi_thread")]
async fn quick_presses_keep_their_order() {
    let mut house = House::new("setup-order").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let late = json!({
        "method": "POST", "path": "*/callback", "delay_ms": 2000, "after_doing_it": true,
    });
    house.faults(late).await;
    for label in ["Swap seats", "Open the match"] {
        let noted = host.press(&panel, label).await;
        assert_eq!(noted["kind"], "deferred_update", "{noted}");
    }
    host.sees("lobby", "Mika (DMO) vs Teo (EC)").await;
    house.close().await;
}

/// Discord is slow to accept the final panel.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_press_does_not_wait_for_the_panel() {
    let mut house = House::new("setup-once-more").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let late = json!({ "method": "PATCH", "path": "*/messages/@original", "delay_ms": 10_000 });
    house.faults(late).await;
    host.press(&panel, "Open the match").await;
    house.faults_met().await;
    let noted = host.press(&panel, "Open the match").await;
    assert_eq!(noted["kind"], "deferred_update", "{noted}");
    host.sees("lobby", "Teo (DMO) vs Mika (EC)").await;
    host.sees(HALL, "The match is open in").await;
    let told = host.everything().await;
    assert!(!told.contains("Start again"), "{told}");
    house.close().await;
}
