//! What Discord adds to components, and what it says about answers to interactions.

use serde_json::{Value, json};

use super::stage::{Expected as _, Stage, has, text};

fn row(components: Value) -> Value {
    json!({ "type": 1, "components": components })
}

fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Press", "custom_id": custom_id, "emoji": null })
}

#[tokio::test]
async fn components_get_numbers_and_menus_get_bounds() {
    let stage = Stage::new().await;
    let mut own = button("own");
    own["id"] = json!(2);
    let options = json!([{ "label": "One", "value": "1", "description": null }]);
    let menu = json!({ "type": 3, "custom_id": "menu", "options": options });
    let rows = json!([row(json!([button("first"), own])), row(json!([menu]))]);
    let message = stage.post(json!({ "components": rows })).await;
    let number = |place: &str| message.pointer(&format!("/components/{place}/id")).unwrap();
    let numbers = [
        "0",
        "0/components/0",
        "0/components/1",
        "1",
        "1/components/0",
    ]
    .map(number);
    assert_eq!(numbers, [1, 3, 2, 4, 5]);
    let menu = &message["components"][1]["components"][0];
    has(menu, json!({ "min_values": 1, "max_values": 1 }));
    let mut twice = rows.clone();
    twice[1]["components"][0]["id"] = json!(2);
    let path = stage.messages();
    stage
        .bot("POST", &path, json!({ "components": twice }))
        .await
        .is(400);
    // A press reports the number of its control.
    let pressed = local_discord::world::PressedControl {
        channel: stage.cast.arena,
        message: text(&message["id"]).parse().unwrap(),
        custom_id: "first",
        values: &[],
    };
    let mut world = stage.sandbox.world();
    let id = world.press(stage.cast.ec, pressed).unwrap();
    assert_eq!(world.interactions[&id].payload["data"]["id"], 3);
}

#[tokio::test]
async fn a_form_returns_its_numbers_and_later_answers_name_the_first() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let (id, callback) = stage.begin();
    let input = json!({ "type": 4, "custom_id": "move", "label": "Move", "style": 1 });
    let form = json!({ "custom_id": "form", "title": "Form", "components": [row(json!([input]))] });
    // A form is no resource, so the answer names only the interaction.
    let shown = json!({ "type": 9, "data": form });
    let asked = format!("{callback}?with_response=1");
    let (status, told) = stage.bot("POST", &asked, shown).await;
    let interaction = json!({ "id": id, "type": 2 });
    assert_eq!((status, told), (200, json!({ "interaction": interaction })));
    {
        let mut world = stage.sandbox.world();
        let fields = [("move".to_owned(), json!("a1"))].into_iter().collect();
        let sent = world.submit_modal(cast.ec, id, &fields).unwrap();
        let data = &world.interactions[&sent].payload["data"];
        let input = json!({ "type": 4, "id": 2, "custom_id": "move", "value": "a1" });
        let rows = json!([{ "type": 1, "id": 1, "components": [input] }]);
        assert_eq!(data["components"], rows);
    }
    let (_, callback) = stage.begin();
    let answer = json!({ "type": 4, "data": { "content": "first" } });
    let told = format!("{callback}?with_response=True");
    let (_, told) = stage.bot("POST", &told, answer).await;
    let first = &told["resource"]["message"];
    assert!(
        first["interaction_metadata"]
            .get("original_response_message_id")
            .is_none()
    );
    let token = callback.split('/').nth(3).unwrap();
    let later = format!("/webhooks/{}/{token}", cast.application);
    let (_, later) = stage
        .bot("POST", &later, json!({ "content": "later" }))
        .await;
    let metadata = &later["interaction_metadata"];
    assert_eq!(metadata["original_response_message_id"], first["id"]);
    assert_eq!(
        metadata["authorizing_integration_owners"],
        json!({ "0": cast.guild })
    );
}

#[tokio::test]
async fn a_silent_message_stays_silent() {
    let stage = Stage::new().await;
    let silent = 1 << 12;
    let words = json!({ "content": "psst", "flags": silent });
    let message = stage.post(words.clone()).await;
    assert_eq!(message["flags"], json!(silent));
    let path = format!(
        "/channels/{}/messages/{}",
        stage.cast.arena,
        text(&message["id"])
    );
    let (_, edited) = stage.bot("PATCH", &path, json!({ "flags": 4 })).await;
    assert_eq!(edited["flags"], json!(silent | 4));
    // Discord ignores flags that a bot may not set.
    let message = stage
        .post(json!({ "content": "x", "flags": 0b1101_1011 }))
        .await;
    assert_eq!(message["flags"], 0);
    // An answer to an interaction can be silent too.
    let callback = format!("{}?with_response=true", stage.begin().1);
    let answer = json!({ "type": 4, "data": words });
    let (_, told) = stage.bot("POST", &callback, answer).await;
    assert_eq!(told["resource"]["message"]["flags"], json!(silent));
}

#[tokio::test]
async fn a_reply_can_outlive_its_message_and_embeds_can_be_hidden() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let mut reply = json!({ "content": "re", "message_reference": { "message_id": "1" } });
    stage.bot("POST", &path, reply.clone()).await.is(400);
    reply["message_reference"]["fail_if_not_exists"] = json!(false);
    let alone = stage.bot("POST", &path, reply).await.is(200);
    assert_eq!(alone["type"], json!(0));
    let embeds = json!([{ "title": "Shown", "url": null }]);
    let message = stage
        .post(json!({ "content": "look", "embeds": embeds }))
        .await;
    assert_eq!(
        message["embeds"],
        json!([{ "title": "Shown", "type": "rich" }])
    );
    let path = format!("{path}/{}", text(&message["id"]));
    for (flags, shown) in [(4, 0), (0, 1)] {
        let edited = stage
            .bot("PATCH", &path, json!({ "flags": flags }))
            .await
            .is(200);
        assert_eq!(edited["flags"], json!(flags));
        assert_eq!(edited["embeds"].as_array().unwrap().len(), shown);
    }
}
