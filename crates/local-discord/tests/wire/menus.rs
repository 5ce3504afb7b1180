//! Commands of the context menus: registered, used on messages and people, answered. And mentions
//! of commands.

use serde_json::{Value, json};

use super::gateway::Gateway;
use super::stage::{Expected as _, Stage, has, text};

async fn register(stage: &Stage, commands: Value) -> (u16, Value) {
    let path = format!("/applications/{}/commands", stage.cast.application);
    stage.bot("PUT", &path, commands).await
}

/// A person uses a command on `target` and the bot answers: the outcome, and what the bot heard.
async fn use_command(
    stage: &Stage,
    gateway: &mut Gateway,
    name: &str,
    target: &Value,
) -> (Value, Value) {
    let call = json!({ "channel_id": stage.cast.arena, "name": name, "target_id": target });
    let person = stage.person(stage.cast.ec, "POST", "/commands", call);
    let answer = json!({ "type": 4, "data": { "content": "noted" } });
    gateway.answers(stage, person, answer).await
}

#[tokio::test]
async fn a_person_uses_a_command_on_a_message() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let commands = register(&stage, json!([{ "name": "Keep This", "type": 3 }]))
        .await
        .is(200);
    assert_eq!(commands[0]["description"], json!(""));
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let path = stage.messages();
    let words = json!({ "content": "worth keeping" });
    let (_, message) = stage.person(cast.dmo, "POST", &path, words).await;
    let (outcome, told) = use_command(&stage, &mut gateway, "Keep This", &message["id"]).await;
    let data = &told["data"];
    has(data, json!({ "type": 3, "target_id": message["id"] }));
    assert!(data.get("options").is_none());
    // The bot sees the target's content even without the intent for it.
    let id = text(&message["id"]);
    assert_eq!(data["resolved"]["messages"][id]["content"], "worth keeping");
    let answer = &outcome["message"];
    assert_eq!(answer["interaction"]["name"], "Keep This");
    let metadata = &answer["interaction_metadata"];
    assert_eq!(metadata["target_message_id"], message["id"]);
}

#[tokio::test]
async fn a_person_uses_a_command_on_a_person() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    register(&stage, json!([{ "name": "Greet", "type": 2 }])).await;
    let (mut gateway, _) = Gateway::identify(&stage).await;
    let (outcome, told) = use_command(&stage, &mut gateway, "Greet", &json!(cast.dmo)).await;
    let data = &told["data"];
    let dmo = cast.dmo.to_string();
    has(data, json!({ "type": 2, "target_id": dmo }));
    assert_eq!(data["resolved"]["users"][&dmo]["username"], "dora");
    let member = &data["resolved"]["members"][&dmo];
    assert_eq!(member["roles"], json!([cast.players]));
    assert!(member["permissions"].is_string());
    let metadata = &outcome["message"]["interaction_metadata"];
    assert_eq!(metadata["target_user"]["id"], json!(dmo));
}

#[tokio::test]
async fn a_form_remembers_the_target_of_its_command() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    register(&stage, json!([{ "name": "Note", "type": 3 }])).await;
    let message = stage.post(json!({ "content": "words" })).await;
    let target = text(&message["id"]).parse().unwrap();
    let begun = |id: local_discord::Id| {
        let token = stage.sandbox.world().interactions[&id].token.clone();
        format!("/interactions/{id}/{token}/callback")
    };
    let opened = stage
        .sandbox
        .world()
        .use_on(cast.ec, cast.arena, "Note", target)
        .unwrap();
    let input = json!({ "type": 4, "custom_id": "note", "label": "Note", "style": 1 });
    let rows = json!([{ "type": 1, "components": [input] }]);
    let form = json!({ "custom_id": "form", "title": "Note", "components": rows });
    let form = json!({ "type": 9, "data": form });
    stage.bot("POST", &begun(opened), form).await.is(204);
    let fields = [("note".to_owned(), json!("x"))].into_iter().collect();
    let sent = stage
        .sandbox
        .world()
        .submit_modal(cast.ec, opened, &fields)
        .unwrap();
    let path = format!("{}?with_response=true", begun(sent));
    let answer = json!({ "type": 4, "data": { "content": "noted" } });
    let (_, told) = stage.bot("POST", &path, answer).await;
    let metadata = &told["resource"]["message"]["interaction_metadata"];
    let trigger = &metadata["triggering_interaction_metadata"];
    assert_eq!(trigger["target_message_id"], message["id"]);
    assert!(metadata.get("target_message_id").is_none());
}

#[tokio::test]
async fn menu_commands_are_limited_in_number() {
    let stage = Stage::new().await;
    let many = |count: usize| -> Value {
        let menus = (0..count).map(|n| json!({ "name": format!("M {n}"), "type": 3 }));
        let people = (0..15).map(|n| json!({ "name": format!("M {n}"), "type": 2 }));
        menus.chain(people).collect()
    };
    register(&stage, many(15)).await.is(200);
    register(&stage, many(16)).await.refused(400, 30032);
    let path = format!("/applications/{}/commands", stage.cast.application);
    let one_more = json!({ "name": "One more", "type": 2 });
    stage.bot("POST", &path, one_more).await.refused(400, 30032);
}
