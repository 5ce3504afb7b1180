//! Results that wait until a host releases them.

use dealer::store::SeasonSettings;
use serde_json::json;

use super::appointments::{end_first, live, set};
use super::house::{House, content, controls, lacks, said, says, says_all};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn a_result_waits_until_a_host_releases_it() {
    let house = House::new("held").await;
    end_first(&house).await;
    let hold = |settings: &mut SeasonSettings| settings.hold_results = true;
    let mut house = house.changed(|store, guild| set(store, guild, hold)).await;
    live(&house).await;
    let [host, teo, cleo, mika] = house.people(["Vesper", "Teo", "Cleo", "Mika"]).await;
    teo.types(HALL, "act text: bid 3").await;
    mika.types(HALL, "act text: bid 2").await;
    teo.resigns_in(HALL).await;
    let waits = cleo.sees(HALL, crate::phrases::ON_HOLD).await;
    // Before the release, no command tells the result.
    for (who, command) in [
        (&cleo, "board"),
        (&cleo, "clock"),
        (&host, "match export"),
        (&teo, "resign"),
    ] {
        let answer = who.command(HALL, command, json!({})).await;
        says(&answer, crate::phrases::ON_HOLD);
    }
    // The next match's cast would tell the result, so even its host learns nothing.
    let next = json!({ "game": "crossfire", "dmo": teo.id, "ec": mika.id });
    let asked = host.command("death-match", "match new", next).await;
    let waits_too = "Until then you can't set up a match with the season's cast";
    says(&asked, waits_too);
    for tells in ["is no player", "not a player", "11 · "] {
        lacks(&asked, tells);
    }
    let can_open = |(label, _): &(String, String)| label == "Open the match";
    assert!(!controls(&asked["message"]).iter().any(can_open), "{asked}");
    assert!(!cleo.everything().await.contains("by resignation"));
    // The answer names the result that hides something.
    let answer = host.types(HALL, "season strike list").await;
    let hall = host.channel(HALL).await.unwrap();
    let which = format!("Teo vs Mika (Crossfire) in <#{hall}> is over");
    says(&answer, &which);
    let release = format!("is over. Press *Release the result* in <#{hall}>");
    for (who, is_told) in [(&host, true), (&cleo, false)] {
        let help = who.types(HALL, "help").await;
        assert_eq!(said(&help).contains(&release), is_told, "{help}");
    }
    let refused = teo.press(&waits, "Release the result").await;
    says(&refused, "Only a host");
    let called = host.sees("@Dealer", crate::phrases::ON_HOLD).await;
    // While Discord can't say who hosts, nobody is told that they don't. For a person who has left,
    // it can.
    for (status, code, told) in [
        (400, 50035, "Something went wrong"),
        (404, 10007, "Only a host"),
    ] {
        let path = format!("*/members/{}", host.id);
        let fault = json!({ "method": "GET", "path": path, "status": status, "code": code });
        house.faults(fault).await;
        let answer = host.press(&called, "Release the result").await;
        says(&answer, told);
    }
    // A command for this channel's match never touches another one. Dealer says what works instead.
    for command in ["match void", "match pause"] {
        let answer = host.command(HALL, command, json!({})).await;
        says_all(
            &answer,
            [
                "This channel's match, Crossfire: Teo vs Mika (match ",
                "its result isn't posted yet. Post it with *Release the result*",
                "or decide a tie with </ruling settle:",
            ],
        );
    }
    // A host who has forgotten which result waits finds it in the list.
    let list = host.types("death-match", "match list").await;
    says(&list, "over; a host still has to release the result");
    says(&list, &format!("<#{hall}>"));
    // The host alone sees the post first, and confirms it.
    let shown = host.press(&called, "Release the result").await;
    let expected = "Mika beats Teo by resignation";
    says(&shown, expected);
    assert_eq!(shown["message"]["ephemeral"], true, "{shown}");
    let pictures = shown["message"]["attachments"].as_array().unwrap();
    assert_eq!(pictures.len(), 1, "{shown}");
    host.press(&shown["message"], "Cancel").await;
    let told = cleo.everything().await;
    for tells in ["by resignation", crate::phrases::MOVING] {
        assert!(!told.contains(tells), "{told}");
    }
    // A host who plays sees no more than others, and can't release anything.
    let world = house.get("/local/world").await;
    let mut roles = world["guilds"][0]["roles"].as_array().unwrap().iter();
    let hosts = roles.find(|role| role["name"] == "Host").unwrap();
    let own = teo.take_roles().await;
    teo.give_roles(json!([hosts["id"]])).await;
    let refused = teo.press(&waits, "Release the result").await;
    says(&refused, "You're playing in this match");
    let answer = teo.types(HALL, "match void").await;
    let another = "its result isn't posted yet. You're playing in this match, so another host";
    says(&answer, another);
    lacks(&answer, "/ruling");
    teo.give_roles(own).await;
    let shown = host.press(&called, "Release the result").await;
    let posted = host.press(&shown["message"], "Post it now").await;
    says(&posted, "You released the result");
    let result = cleo.sees(HALL, expected).await;
    says(&result, "The record of the match");
    cleo.sees(HALL, crate::phrases::MOVING).await;
    // The card to share comes after it: a picture, and one line to paste.
    let card = cleo.sees(HALL, "Mika 🟥 beat Teo 🟦 by resignation").await;
    assert_eq!(content(&card).lines().count(), 1, "{card}");
    let picture = &card["attachments"][0];
    assert_eq!(
        [&picture["width"], &picture["height"]],
        [1200, 630],
        "{card}"
    );
    assert!(result["id"].as_str() < card["id"].as_str(), "{card}");
    // Links to the match lead to its result.
    let history = cleo.types(HALL, "season history").await;
    let link = format!("/{}/{})", hall, result["id"].as_str().unwrap());
    says(&history, &link);
    // The release button goes everywhere.
    house
        .until("the result is released once", async || {
            let called = host.sees("@Dealer", crate::phrases::ON_HOLD).await;
            controls(&called).is_empty().then_some(())
        })
        .await;
    house.close().await;
}
