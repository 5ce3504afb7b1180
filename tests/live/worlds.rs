//! Two worlds are equal until a person makes a different secret choice in each. Everything that
//! others are posted, shown, offered or told must stay equal, down to the bytes of pictures. Only
//! Discord's own numbers and times may differ.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use super::house::{House, Person, controls, says};

const HALL: &str = "lobby";
/// Here a match of Gridlock waits for its safe players from the start.
const OTHER_HALL: &str = "death-match";
/// Fields in which Discord says when and where something is, but not what.
const OF_DISCORD: [&str; 5] = ["timestamp", "edited_timestamp", "url", "proxy_url", "nonce"];

/// The part of a value that is the same in both worlds. Pictures replace their addresses.
async fn same(house: &House, mut value: Value) -> Value {
    let mut pictures = Vec::new();
    escape_markdown(&mut value, &mut pictures);
    let mut hasher = DefaultHasher::new();
    for address in &pictures {
        house.bytes(address).await.hash(&mut hasher);
    }
    json!([value, pictures.len(), hasher.finish().to_string()])
}

fn escape_markdown(value: &mut Value, pictures: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let (Some(Value::String(address)), true) =
                (map.get("url"), map.contains_key("filename"))
            {
                pictures.push(address.clone());
            }
            map.retain(|key, _| !OF_DISCORD.contains(&key.as_str()));
            map.values_mut()
                .for_each(|inner| escape_markdown(inner, pictures));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| escape_markdown(item, pictures)),
        Value::String(text) => *text = without_numbers(text),
        _ => {}
    }
}

/// A text without Discord's ids and times, which have nine or more digits. How long clocks stood
/// still may differ too.
fn without_numbers(text: &str) -> String {
    if text.contains("outage") || text.contains("Dealer was offline") {
        return text.replace(|c: char| c.is_ascii_digit(), "");
    }
    let mut left = String::new();
    let mut digits = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        match digits.len() {
            0..9 => left.push_str(&digits),
            _ => left.push('#'),
        }
        digits.clear();
        left.push(c);
    }
    left
}

/// Everything that a person sees anywhere.
async fn seen(person: &Person<'_>) -> Value {
    let path = format!("/local/as/{}/channels", person.id);
    let channels = person.house.get(&path).await;
    let mut seen = Vec::new();
    for channel in channels.as_array().unwrap() {
        let path = format!(
            "{path}/{}/messages?limit=100",
            channel["id"].as_str().unwrap()
        );
        seen.push(json!([channel["name"], person.house.get(&path).await]));
    }
    same(person.house, json!(seen)).await
}

/// What other people than those with a secret learn in one world, each with its description.
async fn learned(house: &House) -> Vec<(String, Value)> {
    let [host, ec, bo, spectator] = house.people(["Vesper", "Mika", "Bo", "Cleo"]).await;
    let mut learned = Vec::new();
    let asks = [
        (&host, HALL, "match status", json!({})),
        (&host, OTHER_HALL, "match status", json!({})),
        (&host, HALL, "match list", json!({})),
        (&host, HALL, "ruling log", json!({})),
        (&host, HALL, "act", json!({ "text": "bid 4" })),
        (&ec, HALL, "board", json!({})),
        (&ec, HALL, "me", json!({})),
        (&ec, HALL, "crossfire bid", json!({ "chips": 31 })),
        (&ec, HALL, "act", json!({ "text": "left" })),
        (&bo, OTHER_HALL, "board", json!({})),
        (&bo, OTHER_HALL, "submit", json!({ "choice": "Z9" })),
        (&bo, OTHER_HALL, "me", json!({})),
        (&spectator, HALL, "board", json!({})),
        (&spectator, OTHER_HALL, "board", json!({})),
        (&spectator, HALL, "act", json!({ "text": "bid 4" })),
        (&spectator, HALL, "season standings", json!({})),
        (&spectator, HALL, "season history", json!({})),
    ];
    for (person, channel, name, options) in asks {
        let (status, outcome) = person.try_command(channel, name, options.clone()).await;
        let answer = person.answered_to(name, status, outcome).await;
        let said = same(house, answer["message"].clone()).await;
        learned.push((format!("/{name} {options} in {channel}"), said));
    }
    for (person, name, option) in [(&ec, "act", "text"), (&bo, "submit", "choice")] {
        let channel = if name == "act" { HALL } else { OTHER_HALL };
        let offered = person.complete(channel, name, option, "").await;
        learned.push((format!("what /{name} offers"), json!(offered)));
    }
    // Public controls, pressed by the people they are for and by others.
    for channel in [HALL, OTHER_HALL] {
        let posts = spectator.messages(channel).await;
        let public = posts.iter().filter(|post| post["ephemeral"] != true);
        let Some(post) = public.rev().find(|post| !controls(post).is_empty()) else {
            panic!("{channel} has no controls");
        };
        for (label, custom_id) in controls(post) {
            for person in [&ec, &host, &spectator] {
                let (status, outcome) = person.try_press(post, &custom_id, json!([])).await;
                let answer = person.answered_to(&label, status, outcome).await;
                let said = same(house, answer["message"].clone()).await;
                learned.push((format!("{label} in {channel}, pressed"), said));
            }
        }
    }
    house.settled().await;
    for (name, person) in [
        ("a host", &host),
        ("EC", &ec),
        ("Bo", &bo),
        ("a spectator", &spectator),
    ] {
        learned.push((format!("what {name} sees"), seen(person).await));
    }
    learned
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_choice_changes_nothing_that_others_receive() {
    let house = House::new("worlds").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "crossfire", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    host.sets_options(&panel["message"], "chips = 30").await;
    let times = json!({ "base_bid_s": "50:00" });
    let panel = host
        .sets_times(&panel["message"], "Time limits", times)
        .await;
    host.press(&panel, "Open the match").await;
    let card = dmo.sees(HALL, "# Crossfire").await;
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
    dmo.sees(HALL, "The match begins").await;
    let ready = house.person("Bartholomea").await;
    ready.sees("@Dealer", "Choose").await;

    let (mut learned_in, mut own) = (Vec::new(), Vec::new());
    for (house, (bid, tile)) in house
        .into_two()
        .await
        .into_iter()
        .zip([(3, "A1"), (7, "D2")])
    {
        let (dmo, juniper) = (house.person("Teo").await, house.person("Juniper").await);
        let bids = dmo
            .command(HALL, "crossfire bid", json!({ "chips": bid }))
            .await;
        says(&bids, &bid.to_string());
        let hides = juniper
            .command(OTHER_HALL, "submit", json!({ "choice": tile }))
            .await;
        says(&hides, tile);
        let spectator = house.person("Cleo").await;
        spectator.sees(OTHER_HALL, "1 of 11 choices in").await;
        house.settled().await;
        learned_in.push(learned(&house).await);
        own.push((seen(&dmo).await, seen(&juniper).await));
        let mut house = house;
        house.close().await;
    }
    let [one, other] = <[_; 2]>::try_from(learned_in).unwrap();
    assert_eq!(one.len(), other.len());
    for ((what, here), (same, there)) in one.iter().zip(&other) {
        assert_eq!(what, same);
        assert_eq!(here, there, "{what}");
    }
    // People who own the secrets do see different worlds.
    assert_ne!(own[0].0, own[1].0);
    assert_ne!(own[0].1, own[1].1);
    let pictures = one.iter().filter(|(_, here)| here[1].as_u64() > Some(0));
    assert!(pictures.count() >= 5, "too few pictures were compared");
}
