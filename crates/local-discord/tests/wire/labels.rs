//! Forms with labels: every kind of field, how people fill it in, and which forms are refused.

use serde_json::{Value, json};

use super::stage::{Expected as _, Stage};

fn label(component: Value) -> Value {
    json!({ "type": 18, "label": "Label", "component": component })
}

fn modal(components: Value) -> Value {
    json!({ "type": 9, "data": { "custom_id": "form", "title": "Form", "components": components } })
}

fn options(count: usize) -> Value {
    (0..count)
        .map(|n| json!({ "label": format!("Option {n}"), "value": format!("o{n}") }))
        .collect()
}

#[tokio::test]
async fn fields_under_labels_return_their_values() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let forms = [
        json!([
            { "type": 10, "content": "Read this first" },
            label(json!({ "type": 4, "custom_id": "text", "style": 1, "max_length": 5 })),
            label(json!({ "type": 3, "custom_id": "menu", "options": options(3),
                "max_values": 2 })),
            label(json!({ "type": 5, "custom_id": "user" })),
            label(json!({ "type": 8, "custom_id": "channel", "required": false })),
        ]),
        json!([
            label(json!({ "type": 6, "custom_id": "role" })),
            label(json!({ "type": 21, "custom_id": "radio", "options": options(2) })),
            label(json!({ "type": 22, "custom_id": "boxes", "options": options(3) })),
            label(json!({ "type": 23, "custom_id": "box" })),
            label(json!({ "type": 19, "custom_id": "file", "required": false })),
        ]),
    ];
    let given = [
        json!({ "text": "a1", "menu": ["o0", "o2"], "user": cast.dmo }),
        json!({ "role": [cast.players], "radio": "o1", "boxes": ["o0", "o1"], "box": true }),
    ];
    let mut sent = Vec::new();
    for (form, given) in forms.into_iter().zip(given) {
        let (opened, path) = stage.begin();
        stage.bot("POST", &path, modal(form)).await.is(204);
        let mut world = stage.sandbox.world();
        let given = given.as_object().unwrap();
        let id = world.submit_modal(cast.ec, opened, given).unwrap();
        sent.push(world.interactions[&id].payload["data"].clone());
    }
    let field = |form: usize, place: usize| sent[form]["components"][place]["component"].clone();
    assert_eq!(sent[0]["components"][0], json!({ "type": 10, "id": 1 }));
    let text = json!({ "type": 4, "id": 3, "custom_id": "text", "value": "a1" });
    assert_eq!(
        sent[0]["components"][1],
        json!({ "type": 18, "id": 2, "component": text })
    );
    assert_eq!(field(0, 2)["values"], json!(["o0", "o2"]));
    assert_eq!(field(0, 3)["values"], json!([cast.dmo]));
    assert_eq!(field(0, 4)["values"], json!([]));
    let dmo = cast.dmo.to_string();
    assert_eq!(sent[0]["resolved"]["users"][&dmo]["username"], "dora");
    let players = cast.players.to_string();
    assert_eq!(sent[1]["resolved"]["roles"][&players]["name"], "Player");
    assert_eq!(field(1, 1)["value"], "o1");
    assert_eq!(field(1, 2)["values"], json!(["o0", "o1"]));
    assert_eq!(
        (&field(1, 3)["value"], &field(1, 4)["values"]),
        (&json!(true), &json!([]))
    );
}

#[tokio::test]
async fn a_wrong_value_gets_an_error_that_says_why() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let menu = json!({ "type": 3, "custom_id": "menu", "options": options(3), "min_values": 2,
        "max_values": 2 });
    let file = json!({ "type": 19, "custom_id": "file", "required": false });
    let (opened, path) = stage.begin();
    let form = modal(json!([label(menu), label(file)]));
    stage.bot("POST", &path, form).await.is(204);
    for (given, status, said) in [
        (json!({}), 400, "\"Label\" must be filled in."),
        (
            json!({ "menu": "o0" }),
            409,
            "This menu takes 2 to 2 values.",
        ),
        (
            json!({ "menu": ["o0", "o9"] }),
            409,
            "The menu does not offer \"o9\".",
        ),
        (
            json!({ "menu": ["o0", "o1"], "file": "a.txt" }),
            400,
            "\"Label\" takes files.",
        ),
    ] {
        let form = json!({ "modal_id": opened, "fields": given });
        let (got, answer) = stage.person(cast.ec, "POST", "/modals", form).await;
        assert_eq!((got, &answer["error"]), (status, &json!(said)));
    }
}

#[tokio::test]
async fn default_values_are_sent() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let mut chosen = options(3);
    chosen[1]["default"] = json!(true);
    let menu = json!({ "type": 3, "custom_id": "menu", "options": chosen });
    let user = json!({ "type": 5, "custom_id": "user", "default_values":
        [{ "id": cast.dmo, "type": "user" }] });
    let (opened, path) = stage.begin();
    let form = modal(json!([label(menu), label(user)]));
    stage.bot("POST", &path, form).await.is(204);
    let mut world = stage.sandbox.world();
    let nothing = serde_json::Map::new();
    let id = world.submit_modal(cast.ec, opened, &nothing).unwrap();
    let parts = &world.interactions[&id].payload["data"]["components"];
    assert_eq!(parts[0]["component"]["values"], json!(["o1"]));
    assert_eq!(parts[1]["component"]["values"], json!([cast.dmo]));
}
