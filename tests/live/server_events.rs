//! The scheduled events of the server that announce when matches start.

use local_discord::world::permissions::{CREATE_EVENTS, OF_BOTS};
use serde_json::json;

use super::appointments::{MINUTE_MS, end_first, open};
use super::house::{House, said};

const HALL: &str = "lobby";

/// The server's scheduled events that aren't over.
async fn events(house: &House) -> Vec<serde_json::Value> {
    let path = format!("/guilds/{}/scheduled-events", house.guild().await);
    let events = house.as_bot("GET", &path, json!(null)).await;
    events.as_array().unwrap().clone()
}

/// Sets another start, and waits until the server's events show it.
async fn moves_to(house: &House, at: &str, before: &serde_json::Value) -> serde_json::Value {
    let host = house.person("Vesper").await;
    let asked = host
        .command(HALL, "match schedule", json!({ "at": at }))
        .await;
    host.press(&asked["message"], "Move the start").await;
    house
        .until("the event is at the new start", async || {
            let mut events = events(house).await.into_iter();
            events.find(|event| event["scheduled_start_time"] != *before)
        })
        .await
}

/// Waits until an event has this status, which may be over (Discord documentation, "Guild Scheduled
/// Event Status").
async fn comes_to(house: &House, event: &serde_json::Value, status: u8) {
    let (guild, id) = (house.guild().await, event["id"].as_str().unwrap());
    let path = format!("/guilds/{guild}/scheduled-events/{id}");
    house
        .until("the event goes with its match", async || {
            let event = house.as_bot("GET", &path, json!(null)).await;
            (event["status"] == status).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_start_is_a_server_event() {
    let mut house = House::new("appointments-events").await;
    let host = house.person("Vesper").await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let (guild, hall) = (house.guild().await, host.channel(HALL).await.unwrap());
    let path = "*/scheduled-events";
    let lost = json!({ "method": "POST", "path": path, "status": 500, "after_doing_it": true });
    house.faults(lost).await;
    let event = moves_to(&house, "in 1h", &json!(null)).await;
    assert_eq!(event["name"], "Crossfire: Teo against Mika", "{event}");
    assert_eq!(event["description"], "Match 2.", "{event}");
    let place = format!("https://discord.com/channels/{guild}/{hall}");
    assert_eq!(event["entity_metadata"]["location"], place, "{event}");
    assert_eq!(event["status"], 1, "{event}");
    // Dealer missed the answer to its request, so it finds the event. It's the same one at another
    // time.
    house = house.restart().await;
    let host = house.person("Vesper").await;
    let moved = moves_to(&house, "in 2h", &event["scheduled_start_time"]).await;
    assert_eq!(moved["id"], event["id"], "{moved}");
    assert_eq!(events(&house).await.len(), 1);
    let asked = host.command(HALL, "match begin", json!({})).await;
    host.press(&asked["message"], "Begin now").await;
    comes_to(&house, &event, 2).await;
    // The event's end moves while the match goes on.
    host.command(HALL, "match pause", json!({})).await;
    house.clock.advance(220 * MINUTE_MS);
    let end = "scheduled_end_time";
    house
        .until("the event ends later", async || {
            let mut events = events(&house).await.into_iter();
            events.find(|one| one["id"] == event["id"] && one[end] != moved[end])
        })
        .await;
    let asked = host.command(HALL, "match void", json!({})).await;
    host.press(&asked["message"], "Yes, declare it void").await;
    comes_to(&house, &event, 3).await;
    // An event is cancelled when its match is called off or loses its start.
    open(&house, "crossfire").await;
    let event = moves_to(&house, "in 1h", &json!(null)).await;
    let none = json!({ "at": "none" });
    let asked = host.command(HALL, "match schedule", none).await;
    host.press(&asked["message"], "Move the start").await;
    comes_to(&house, &event, 4).await;
    let event = moves_to(&house, "in 2h", &json!(null)).await;
    let asked = host.command(HALL, "match void", json!({})).await;
    host.press(&asked["message"], "Yes, declare it void").await;
    comes_to(&house, &event, 4).await;
    assert!(events(&house).await.is_empty());
    // Without the permission the match is the same, and preflight names what is missing.
    house.bot_permissions(OF_BOTS & !CREATE_EVENTS).await;
    open(&house, "crossfire").await;
    let asked = host
        .command(HALL, "match schedule", json!({ "at": "in 1h" }))
        .await;
    host.press(&asked["message"], "Move the start").await;
    host.sees(HALL, "The match now starts").await;
    let found = host.command(HALL, "preflight", json!({})).await;
    assert!(
        said(&found).contains("optional: grant Create Events"),
        "{found}"
    );
    house.close().await;
}
