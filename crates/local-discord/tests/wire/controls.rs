//! People use the controls and forms of a real bot.

use serde_json::{Value, json};

use super::people::{failures, stage_with_bot};
use super::stage::{Expected as _, Stage};

#[tokio::test]
async fn controls_check_values_like_discords_client() {
    let (stage, bot) = stage_with_bot().await;
    let (ec, dmo) = (stage.cast.ec, stage.cast.dmo);
    let (_, outcome) = stage.command(ec, "panel", json!({})).await;
    let panel = &outcome["message"];
    for (custom_id, values, status, kind) in [
        ("count:0", json!([]), 200, "updated"),
        ("off", json!([]), 404, ""),
        ("colours", json!(["red", "blue"]), 200, "message"),
        ("colours", json!(["red", "green", "blue"]), 409, ""),
        ("colours", json!([]), 409, ""),
        ("colours", json!(["red", "red"]), 409, ""),
        ("colours", json!(["pink"]), 409, ""),
        ("people", json!([dmo]), 200, "message"),
        ("people", json!(["5"]), 409, ""),
        ("count:0", json!([]), 404, ""),
        ("count:1", json!([]), 200, "updated"),
    ] {
        let (got, outcome) = stage.press(dmo, panel, custom_id, values.clone()).await;
        assert_eq!(got, status, "{custom_id} {values}: {outcome}");
        assert_eq!(
            outcome["kind"].as_str().unwrap_or_default(),
            kind,
            "{custom_id} {values}"
        );
    }
    let (_, outcome) = stage.command(ec, "panel", json!({})).await;
    let panel = &outcome["message"];
    stage.press(dmo, panel, "off", json!([])).await.is(409);
    let (_, outcome) = stage.press(dmo, panel, "quiet", json!([])).await;
    assert_eq!(outcome["kind"], "deferred_update");
    let (_, outcome) = stage.press(dmo, panel, "whisper", json!([])).await;
    assert_eq!(
        outcome["message"]["message_reference"]["message_id"],
        panel["id"]
    );
    assert_eq!(failures(&bot), [""; 0]);
}

/// Bots can send ids as numbers. People get text, so that no digit is lost.
#[tokio::test]
async fn default_values_have_ids_as_text() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let menu = |kind: u64, of: &str, number: u64| json!({ "type": kind, "custom_id": of, "max_values": 2, "default_values": [{ "id": number, "type": of }] });
    let menus = [
        ("user", 5, cast.ec),
        ("role", 6, cast.players),
        ("channel", 8, cast.arena),
    ];
    let rows =
        menus.map(|(of, kind, id)| json!({ "type": 1, "components": [menu(kind, of, id.0)] }));
    let posted = stage
        .post(json!({ "content": "Who and where", "components": rows }))
        .await;
    let path = format!("/channels/{}/messages", cast.arena);
    let (_, seen) = stage.reads(cast.ec, &path).await;
    for (row, (of, _, id)) in menus.into_iter().enumerate() {
        for message in [&posted, &seen[0]] {
            let chosen = &message["components"][row]["components"][0]["default_values"];
            assert_eq!(*chosen, json!([{ "id": id.to_string(), "type": of }]));
        }
    }
    let emoji = json!({ "id": 1_575_005_325_952_548_901_u64, "name": "own" });
    let button = json!({ "type": 2, "style": 1, "custom_id": "b", "emoji": emoji });
    let option = json!({ "label": "a", "value": "a", "emoji": emoji });
    let menu = json!({ "type": 3, "custom_id": "m", "options": [option] });
    let rows = [button, menu].map(|one| json!({ "type": 1, "components": [one] }));
    let posted = stage
        .post(json!({ "content": "x", "components": rows }))
        .await;
    for at in [
        "/components/0/components/0/emoji/id",
        "/components/1/components/0/options/0/emoji/id",
    ] {
        assert_eq!(posted.pointer(at), Some(&json!("1575005325952548901")));
    }
}

#[tokio::test]
async fn forms_are_checked_and_sent() {
    let (stage, bot) = stage_with_bot().await;
    let (ec, dmo) = (stage.cast.ec, stage.cast.dmo);
    let (_, outcome) = stage.command(ec, "form", json!({})).await;
    let modal = &outcome["modal"];
    assert_eq!(modal["title"], "A form");
    let submit = |fields: Value| json!({ "modal_id": modal["modal_id"], "fields": fields });
    for (user, fields, status) in [
        (ec, json!({ "move": "" }), 400),
        (ec, json!({ "move": "a" }), 400),
        (ec, json!({ "move": "abcdef" }), 400),
        (dmo, json!({ "move": "a1" }), 404),
    ] {
        assert_eq!(
            stage
                .person(user, "POST", "/modals", submit(fields.clone()))
                .await
                .0,
            status,
            "{fields}"
        );
    }
    let (_, outcome) = stage
        .person(ec, "POST", "/modals", submit(json!({ "move": "a1" })))
        .await;
    assert_eq!(outcome["message"]["content"], "move=a1, note=");
    assert_eq!(failures(&bot), [""; 0]);
}

#[tokio::test]
async fn answers_to_controls_and_forms_can_have_controls() {
    let (stage, bot) = stage_with_bot().await;
    let ec = stage.cast.ec;
    let (_, outcome) = stage.command(ec, "panel", json!({})).await;
    let (_, outcome) = stage.press(ec, &outcome["message"], "own", json!([])).await;
    // The answer to a press.
    let own = &outcome["message"];
    let (_, next) = stage.press(ec, own, "own", json!([])).await;
    assert_eq!(
        next["message"]["interaction_metadata"]["interacted_message_id"],
        own["id"]
    );
    // The answers to two forms: a press opens one, a command the other.
    let (_, pressed) = stage
        .press(ec, &outcome["message"], "form", json!([]))
        .await;
    let (_, commanded) = stage.command(ec, "form", json!({})).await;
    for (opened, trigger) in [(pressed, 3), (commanded, 2)] {
        let form = json!({ "modal_id": opened["modal"]["modal_id"], "fields": { "move": "a1" } });
        let (_, handed_in) = stage.person(ec, "POST", "/modals", form).await;
        let message = &handed_in["message"];
        let metadata = &message["interaction_metadata"];
        assert_eq!(
            metadata["triggering_interaction_metadata"]["type"],
            json!(trigger)
        );
        let (_, outcome) = stage.press(ec, message, "count:0", json!([])).await;
        assert_eq!(outcome["kind"], "updated", "{outcome}");
    }
    assert_eq!(failures(&bot), [""; 0]);
}
