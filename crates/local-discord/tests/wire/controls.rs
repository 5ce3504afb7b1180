//! People use controls and forms.

use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage};

#[tokio::test]
async fn controls_check_values_like_discords_client() {
    let stage = Stage::new().await;
    let (ec, dmo) = (stage.cast.ec, stage.cast.dmo);
    // Nobody answers. Only what the person sends is looked at.
    stage.sandbox.world().limits.first_answer_ms = 1;
    let button = |id: &str, off: bool| json!({ "type": 2, "style": 1, "label": id, "custom_id": id, "disabled": off });
    let options = ["red", "green", "blue"].map(|name| json!({ "label": name, "value": name }));
    let menu = json!({ "type": 3, "custom_id": "colours", "max_values": 2, "options": options });
    let people = json!({ "type": 5, "custom_id": "people" });
    let rows = [
        json!([button("on", false), button("off", true)]),
        json!([menu]),
        json!([people]),
    ];
    let rows = rows.map(|controls| json!({ "type": 1, "components": controls }));
    let panel = stage.post(json!({ "components": rows })).await;
    for (custom_id, values, status) in [
        ("on", json!([]), 200),
        ("off", json!([]), 409),
        ("gone", json!([]), 404),
        ("colours", json!(["red", "blue"]), 200),
        ("colours", json!(["red", "green", "blue"]), 409),
        ("colours", json!([]), 409),
        ("colours", json!(["red", "red"]), 409),
        ("colours", json!(["pink"]), 409),
        ("people", json!([dmo]), 200),
        ("people", json!(["5"]), 409),
    ] {
        let (got, outcome) = stage.press(ec, &panel, custom_id, values.clone()).await;
        assert_eq!(got, status, "{custom_id} {values}: {outcome}");
    }
}

/// Bots can send ids as numbers. People get text, so that no digit is lost.
#[tokio::test]
async fn default_values_have_ids_as_text() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let menu = |kind: u64, of: &str, number: u64| {
        let chosen = json!([{ "id": number, "type": of }]);
        json!({ "type": kind, "custom_id": of, "max_values": 2, "default_values": chosen })
    };
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
    let path = stage.messages();
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

fn form() -> Value {
    let input = |id: &str| json!({ "type": 4, "custom_id": id, "label": id, "style": 1 });
    let (mut short, mut note) = (input("move"), input("note"));
    (short["min_length"], short["max_length"]) = (json!(2), json!(5));
    note["required"] = json!(false);
    let rows = [short, note].map(|input| json!({ "type": 1, "components": [input] }));
    json!({ "type": 9, "data": { "custom_id": "form", "title": "A form", "components": rows } })
}

#[tokio::test]
async fn forms_are_checked() {
    let stage = Stage::new().await;
    let (ec, dmo) = (stage.cast.ec, stage.cast.dmo);
    let (opened, path) = stage.begin();
    stage.bot("POST", &path, form()).await.is(204);
    stage.sandbox.world().limits.first_answer_ms = 1;
    for (user, typed, status) in [
        (ec, "", 400),
        (ec, "a", 400),
        (ec, "abcdef", 400),
        (dmo, "a1", 404),
        (ec, "a1", 200),
    ] {
        let form = json!({ "modal_id": opened, "fields": { "move": typed } });
        let (got, answer) = stage.person(user, "POST", "/modals", form).await;
        assert_eq!(got, status, "{typed}: {answer}");
    }
}

#[tokio::test]
async fn answers_to_controls_and_forms_can_have_controls() {
    let stage = Stage::new().await;
    let ec = stage.cast.ec;
    stage.begin();
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let button = json!({ "type": 2, "style": 1, "label": "Press", "custom_id": "b" });
    let rows = json!([{ "type": 1, "components": [button] }]);
    let own = json!({ "type": 4, "data": { "content": "x", "flags": 1 << 6, "components": rows } });
    let call = || stage.command(ec, "go", json!({}));
    let (panel, _) = gateway.answers(&stage, call(), own.clone()).await;
    let panel = &panel["message"];
    let press = async |message: &Value| stage.press(ec, message, "b", json!([])).await;
    // The answer to a press.
    let (next, _) = gateway.answers(&stage, press(panel), own.clone()).await;
    let metadata = &next["message"]["interaction_metadata"];
    assert_eq!(metadata["interacted_message_id"], panel["id"]);
    // The answers to two forms: a press opens one, a command the other.
    let (pressed, _) = gateway.answers(&stage, press(panel), form()).await;
    let (commanded, _) = gateway.answers(&stage, call(), form()).await;
    for (opened, trigger) in [(pressed, 3), (commanded, 2)] {
        let modal = &opened["modal"]["modal_id"];
        let filled = json!({ "modal_id": modal, "fields": { "move": "a1" } });
        let sent = stage.person(ec, "POST", "/modals", filled);
        let (sent, _) = gateway.answers(&stage, sent, own.clone()).await;
        let message = &sent["message"];
        let metadata = &message["interaction_metadata"];
        assert_eq!(metadata["triggering_interaction_metadata"]["type"], trigger);
        let change = json!({ "type": 7, "data": { "content": "Pressed" } });
        let (outcome, _) = gateway.answers(&stage, press(message), change).await;
        assert_eq!(outcome["kind"], "updated", "{outcome}");
    }
}
