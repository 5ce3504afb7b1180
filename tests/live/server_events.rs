//! The scheduled events of the server that announce when matches start.

use dealer::store::{ScheduledEvent, Store, StoreError};
use local_discord::world::permissions::{CREATE_EVENTS, OF_BOTS};
use serde_json::json;

use super::appointments::{MINUTE_MS, end_first, open};
use super::house::{House, says};

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

/// The stored event is as before Discord's answer came.
fn forget_number(store: &mut Store) {
    let done = store.write(|tx| {
        for event in tx.scheduled_events()? {
            tx.set_scheduled_event(ScheduledEvent {
                discord_id: None,
                ..event
            })?;
        }
        Ok::<_, StoreError>(())
    });
    done.unwrap();
}

/// A time this long from now, in Discord's form.
fn time(house: &House, ms: u64) -> String {
    let at = (house.clock.now() + ms).0 as i64;
    jiff::Timestamp::from_millisecond(at).unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_start_is_a_server_event() {
    let mut house = House::new("appointments-events").await;
    let host = house.person("Vesper").await;
    end_first(&house).await;
    open(&house, "crossfire").await;
    let (guild, hall) = (house.guild().await, host.channel(HALL).await.unwrap());
    let path = "*/scheduled-events";
    // Discord is in trouble for a moment, and then an answer is lost.
    house
        .faults(json!({ "method": "POST", "path": path, "status": 503 }))
        .await;
    let lost = json!({ "method": "POST", "path": path, "status": 500, "after_doing_it": true });
    house.faults(lost).await;
    let event = moves_to(&house, "in 1h", &json!(null)).await;
    assert_eq!(event["name"], "Crossfire: Teo vs Mika", "{event}");
    let about = event["description"].as_str().unwrap();
    for told in ["the loser leaves", "Lantern House 1", &format!("<#{hall}>")] {
        assert!(about.contains(told), "{told}: {event}");
    }
    let place = format!("https://discord.com/channels/{guild}/{hall}");
    assert_eq!(event["entity_metadata"]["location"], place, "{event}");
    assert_eq!(event["status"], 1, "{event}");
    // Dealer finds the event whose answer it missed. After a restart, it's the same one at another
    // time.
    house = house.restart().await;
    let host = house.person("Vesper").await;
    let moved = moves_to(&house, "in 2h", &event["scheduled_start_time"]).await;
    assert_eq!(moved["id"], event["id"], "{moved}");
    assert_eq!(events(&house).await.len(), 1);
    host.confirms(HALL, "match begin", json!({}), "Begin now")
        .await;
    comes_to(&house, &event, 2).await;
    // The event's end moves while the match goes on.
    host.types(HALL, "match pause").await;
    house.advance(220 * MINUTE_MS);
    let end = "scheduled_end_time";
    house
        .until("the event ends later", async || {
            let mut events = events(&house).await.into_iter();
            events.find(|one| one["id"] == event["id"] && one[end] != moved[end])
        })
        .await;
    host.voids(HALL).await;
    comes_to(&house, &event, 3).await;
    // An event is cancelled when its match is called off or loses its start. A moderator may have
    // deleted it: the next start gets another.
    open(&house, "crossfire").await;
    let deleted = moves_to(&house, "in 3h", &json!(null)).await;
    let path = format!(
        "/guilds/{guild}/scheduled-events/{}",
        deleted["id"].as_str().unwrap()
    );
    house.as_bot("DELETE", &path, json!(null)).await;
    let event = moves_to(&house, "in 1h", &json!(null)).await;
    let none = json!({ "at": "none" });
    let asked = host.command(HALL, "match schedule", none).await;
    host.press(&asked["message"], "Move the start").await;
    comes_to(&house, &event, 4).await;
    let event = moves_to(&house, "in 2h", &json!(null)).await;
    host.voids(HALL).await;
    comes_to(&house, &event, 4).await;
    assert!(events(&house).await.is_empty());
    // Dealer is killed after it has asked for an event. Its match is called off at once.
    open(&house, "crossfire").await;
    let event = moves_to(&house, "in 1h", &json!(null)).await;
    house = house.changed(|store, _| forget_number(store)).await;
    let host = house.person("Vesper").await;
    host.voids(HALL).await;
    comes_to(&house, &event, 4).await;
    // Discord begins an event later than its match begins and ends.
    open(&house, "crossfire").await;
    let event = moves_to(&house, "in 1h", &json!(null)).await;
    let path = format!(
        "/guilds/{guild}/scheduled-events/{}",
        event["id"].as_str().unwrap()
    );
    let [later, end] = [2, 4].map(|hours| time(&house, hours * 60 * MINUTE_MS));
    let late = json!({ "scheduled_start_time": later, "scheduled_end_time": end });
    house.as_bot("PATCH", &path, late).await;
    house.advance(61 * MINUTE_MS);
    host.voids(HALL).await;
    comes_to(&house, &event, 4).await;
    // Without the permission the match is the same, and preflight names what is missing.
    house.bot_permissions(OF_BOTS & !CREATE_EVENTS).await;
    open(&house, "crossfire").await;
    let asked = host.types(HALL, "match schedule at: in 1h").await;
    host.press(&asked["message"], "Move the start").await;
    host.sees(HALL, crate::phrases::NEW_START).await;
    let found = host.types(HALL, "preflight").await;
    says(&found, "optional: grant Create Events");
    house.close().await;
}
