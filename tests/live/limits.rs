//! When Discord limits or fails a request once, Dealer tries again. People notice nothing, and
//! nothing happens twice. Dealer reports a lasting failure, and keeps everything that was typed.

use serde_json::{Value, json};

use super::house::{House, content, controls, said, says};

/// Passing failures: a limit in Discord's own form, a fault on Discord's side, and an answer that
/// is lost although the request was carried out.
fn passing() -> [(&'static str, Value); 3] {
    [
        ("limited", json!({ "status": 429, "retry_after": 0.2 })),
        ("broken", json!({ "status": 503 })),
        ("lost", json!({ "status": 500, "after_doing_it": true })),
    ]
}

/// Lets the next matching request fail like this.
async fn fails(house: &House, method: &str, path: &str, how: &Value) {
    let mut fault = how.clone();
    fault["method"] = json!(method);
    fault["path"] = json!(path);
    house.faults(fault).await;
}

const MEMBERS: &str = "/api/v10/guilds/*/members/*";
const ANSWERS: &str = "/api/v10/interactions/*/callback";
const LATER: &str = "/api/v10/webhooks/*";

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_answered_although_discord_fails_once_at_each_step() {
    let mut house = House::new("limits-practice").await;
    let [bo, wren] = house.people(["Bo", "Wren"]).await;
    for (round, (name, how)) in passing().into_iter().enumerate() {
        for (method, path) in [("POST", ANSWERS), ("GET", MEMBERS)] {
            fails(&house, method, path, &how).await;
        }
        // A follow-up message that was posted but not answered would appear twice.
        if name != "lost" {
            fails(&house, "POST", LATER, &how).await;
        }
        let with = json!({ "game": "roundabout", "opponent": wren.id });
        let answer = bo.command("lobby", "practice", with).await;
        says(&answer, "practice");
        assert!(!said(&answer).contains("wrong"), "{name}: {answer}");
        bo.sees("lobby", "# Roundabout").await;
        // Dealer answers this press at once.
        let asked = bo.command("lobby", "resign", json!({})).await;
        fails(&house, "POST", ANSWERS, &how).await;
        bo.press(&asked["message"], "Yes, I resign").await;
        house
            .until(&format!("the match that was {name} is over"), async || {
                let over = bo.count("lobby", "Wren beats Bo").await;
                (over == round + 1).then_some(())
            })
            .await;
    }
    house.close().await;
}

/// The findings of `/preflight`, without the measurements.
fn findings(table: &Value) -> Vec<String> {
    let lines = said(table).lines();
    let found = lines.filter(|line| line.contains("**") && !line.contains("**Connection**"));
    found
        .map(|line| line.split(" · ").next().unwrap_or_default().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn preflight_finds_the_same_although_each_request_fails_once() {
    let mut house = House::new("limits-preflight").await;
    let host = house.person("Vesper").await;
    let untroubled = host.command("lobby", "preflight", json!({})).await;
    let expected = findings(&untroubled);
    assert!(expected.len() > 5, "{untroubled}");
    for (name, how) in passing() {
        for path in [
            "/api/v10/guilds/*/members/*",
            "/api/v10/guilds/*",
            "/api/v10/channels/*",
            "/api/v10/channels/*",
            "/api/v10/webhooks/*",
        ] {
            fails(&house, "GET", path, &how).await;
        }
        let answer = host.command("lobby", "preflight", json!({})).await;
        assert_eq!(findings(&answer), expected, "{name}: {answer}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_list_is_taken_or_given_back() {
    let mut house = House::new("limits-cast").await;
    let host = house.person("Vesper").await;
    let nils = house.person("Nils").await.id;
    for (at, (name, how)) in passing().into_iter().enumerate() {
        fails(&house, "GET", MEMBERS, &how).await;
        let people = format!("Guest {at}, <@{nils}>");
        let with = json!({ "people": people });
        let answer = host.command("lobby", "season cast many", with).await;
        says(&answer, &format!("Guest {at}"));
        assert!(!said(&answer).contains("wrong"), "{name}: {answer}");
    }
    // A limit of a minute is longer than anybody waits.
    let long = json!({ "status": 429, "retry_after": 60 });
    fails(&house, "GET", MEMBERS, &long).await;
    let people = format!("Guest 9, <@{nils}>");
    let with = json!({ "people": people.clone() });
    let answer = host.command("lobby", "season cast many", with).await;
    says(&answer, "nobody was added");
    assert!(
        said(&answer).contains(&people),
        "nothing typed is lost: {answer}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_choice_is_answered_once() {
    let mut house = House::new("limits-typed").await;
    let juniper = house.person("Juniper").await;
    juniper.sees("@Dealer", "hide").await;
    let direct = juniper.channel("@Dealer").await.unwrap();
    let path = format!("/api/v10/channels/{direct}/messages");
    for (name, how) in passing() {
        let cell = match name {
            "limited" => "a1",
            "broken" => "b2",
            _ => "b4",
        };
        fails(&house, "POST", &path, &how).await;
        juniper.writes("@Dealer", cell).await;
        let words = format!("hiding on {}", cell.to_uppercase());
        juniper.sees("@Dealer", &words).await;
        assert_eq!(juniper.count("@Dealer", &words).await, 1, "{name}");
    }
    house.close().await;
}

/// In a direct message Dealer first asks Discord who the presser is in the server. If that takes
/// long, it defers the answer. The question comes below: a second tap must not confirm it.
#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_waits_for_discord_is_deferred_first() {
    let mut house = House::new("limits-press").await;
    let host = house.person("Vesper").await;
    host.command("death-match", "preflight", json!({})).await;
    let body = json!({ "recipient_id": host.id });
    let direct = house.as_bot("POST", "/users/@me/channels", body).await;
    let label = "Begin (host)";
    let begin = json!({ "type": 2, "style": 1, "label": label, "custom_id": "begin:1:ask" });
    let rows = json!([{ "type": 1, "components": [begin] }]);
    let path = format!("/channels/{}/messages", direct["id"].as_str().unwrap());
    let call = json!({ "content": "Hosts are called", "components": rows });
    let call = house.as_bot("POST", &path, call).await;
    let limit = json!({ "status": 429, "retry_after": 0.4 });
    fails(&house, "GET", MEMBERS, &limit).await;
    let (status, outcome) = host.try_press(&call, "begin:1:ask", json!([])).await;
    assert_eq!(
        (status, &outcome["kind"]),
        (200, &json!("deferred_update")),
        "{outcome}"
    );
    let asked = host.sees("@Dealer", "Begin without them?").await;
    assert_ne!(asked["id"], call["id"], "it would come under the thumb");
    assert!(!controls(&asked).is_empty(), "{}", content(&asked));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_start_is_tried_again() {
    let faults = [
        json!({ "method": "PUT", "path": "/api/v10/applications/*/commands", "status": 500 }),
        json!({ "method": "GET", "path": "/api/v10/gateway/bot", "status": 503 }),
    ];
    let mut house = House::troubled("limits-start", &faults).await;
    let bo = house.person("Bo").await;
    let answer = bo.command("lobby", "games", json!({})).await;
    says(&answer, "Gridlock");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_text_is_given_back() {
    let mut house = House::new("limits-refused").await;
    let [bo, wren] = house.people(["Bo", "Wren"]).await;
    let with = json!({ "game": "crossfire", "opponent": wren.id });
    bo.command("lobby", "practice", with).await;
    let card = wren.sees("lobby", "Bo vs Wren").await;
    bo.press(&card, "Ready").await;
    wren.press(&card, "Ready").await;
    bo.sees("lobby", "The match begins").await;
    let text = "spawn somewhere in the middle, wherever it is cheap";
    let answer = bo.command("lobby", "act", json!({ "text": text })).await;
    says(&answer, text);
    let answer = wren
        .command("lobby", "submit", json!({ "choice": text }))
        .await;
    assert!(!said(&answer).is_empty(), "{answer}");
    // The same holds where no match is meant.
    let host = house.person("Vesper").await;
    let note = "Bids are secret until both are in.";
    host.command("announcements", "match clarify", json!({ "text": note }))
        .await;
    host.sees("announcements", note).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_control_says_where_to_look() {
    let mut house = House::new("limits-unknown").await;
    let bo = house.person("Bo").await;
    let button = json!({ "type": 2, "style": 1, "custom_id": "unheard-of:1", "label": "Old" });
    let rows = json!([{ "type": 1, "components": [button] }]);
    let path = format!("/channels/{}/messages", bo.channel("lobby").await.unwrap());
    let body = json!({ "content": "An old post", "components": rows });
    let post = house.as_bot("POST", &path, body).await;
    let answer = bo.press(&post, "Old").await;
    says(&answer, "too old to work");
    house.close().await;
}
