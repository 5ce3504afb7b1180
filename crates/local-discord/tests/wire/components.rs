//! What Discord adds to components, and what it says about answers to interactions.

use serde_json::{Value, json};

use super::stage::Stage;

fn row(components: Value) -> Value {
    json!({ "type": 1, "components": components })
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
