//! People use controls and forms.

use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage};

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
