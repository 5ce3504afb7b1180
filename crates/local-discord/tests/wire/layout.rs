//! Components V2: stored, shown with their files, checked and pressed.

use serde_json::{Value, json};

use super::clients::picture;
use super::stage::{Expected as _, Stage, has, text};

const V2: u64 = 1 << 15;

fn says(content: &str) -> Value {
    json!({ "type": 10, "content": content })
}

fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Press", "custom_id": custom_id })
}

fn v2(components: Value) -> Value {
    json!({ "flags": V2, "components": components })
}

#[tokio::test]
async fn a_v2_message_has_only_components() {
    let stage = Stage::new().await;
    let cast = &stage.cast;
    let body = v2(json!([
        says(&format!("Hello <@{}>", cast.ec)),
        { "type": 14 },
        { "type": 17, "accent_color": 0x33_66_99, "components": [
            { "type": 9, "components": [says("A section")], "accessory": button("inside") },
            { "type": 9, "components": [says("A picture")], "accessory":
                { "type": 11, "media": { "url": "attachment://board.png" } } },
            { "type": 12, "items": [{ "media": { "url": "https://example.com/a.png" } },
                { "media": { "url": "attachment://board.png" }, "description": "A board" }] },
            { "type": 13, "file": { "url": "attachment://record.txt" } },
            { "type": 1, "components": [{ "type": 5, "custom_id": "who" }] },
        ] },
    ]));
    let png = picture();
    let path = stage.messages();
    let files: [(&str, &[u8]); 2] = [("board.png", &png), ("record.txt", b"1. a1")];
    let message = stage
        .bot_with_files("POST", &path, body, &files)
        .await
        .is(200);
    assert_eq!(message["flags"], json!(V2));
    assert_eq!(message["mentions"][0]["id"], json!(cast.ec));
    // The message does not list files that its components show.
    assert_eq!(message["attachments"], json!([]));
    let at = |place: &str| message.pointer(&format!("/components{place}")).unwrap();
    assert_eq!(
        (at("/1/divider"), at("/1/spacing")),
        (&json!(true), &json!(1))
    );
    let thumbnail = at("/2/components/1/accessory/media");
    assert_eq!(thumbnail["width"], 4);
    let served = stage.client.get(text(&thumbnail["url"])).send();
    assert_eq!(served.await.unwrap().bytes().await.unwrap(), png);
    let file = at("/2/components/3");
    has(file, json!({ "name": "record.txt", "size": 5 }));
    assert_eq!(at("/2/components/2/items/1/description"), "A board");
    assert_eq!(at("/2/components/4/components/0/max_values"), 1);
    // Each component has a number, in reading order.
    assert_eq!((at("/0/id"), at("/2/id")), (&json!(1), &json!(3)));
    assert_eq!(at("/2/components/0/accessory/id"), 6);
    let pressed = local_discord::world::PressedControl {
        channel: cast.arena,
        message: text(&message["id"]).parse().unwrap(),
        custom_id: "inside",
        values: &[],
    };
    let mut world = stage.sandbox.world();
    let id = world.press(cast.ec, pressed).unwrap();
    assert_eq!(world.interactions[&id].payload["data"]["id"], 6);
}

#[tokio::test]
async fn a_v2_message_stays_v2() {
    let stage = Stage::new().await;
    let path = stage.messages();
    let message = stage.post(v2(json!([says("first")]))).await;
    let place = format!("{path}/{}", text(&message["id"]));
    let change = json!({ "components": [says("second")] });
    let changed = stage.bot("PATCH", &place, change).await.is(200);
    assert_eq!(changed["flags"], json!(V2));
    assert_eq!(changed["components"][0]["content"], "second");
    let refused = stage
        .bot("PATCH", &place, json!({ "content": "words" }))
        .await
        .is(400);
    let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    assert_eq!(refused["errors"]["content"]["_errors"][0]["code"], code);
    // The flag stays even if an edit sets other flags.
    let (_, same) = stage.bot("PATCH", &place, json!({ "flags": 0 })).await;
    assert_eq!(same["flags"], json!(V2));
    // A message without V2 becomes one when it drops its content and embeds.
    let message = stage.post(json!({ "content": "words" })).await;
    let place = format!("{path}/{}", text(&message["id"]));
    let mut change = v2(json!([says("components")]));
    stage
        .bot("PATCH", &place, change.clone())
        .await
        .refused(400, 50035);
    change["content"] = Value::Null;
    let changed = stage.bot("PATCH", &place, change).await.is(200);
    assert_eq!(changed["content"], json!(""));
}

#[tokio::test]
async fn a_v2_message_has_the_flag_and_nothing_else() {
    let stage = Stage::new().await;
    let path = stage.messages();
    stage
        .bot("POST", &path, v2(json!([])))
        .await
        .refused(400, 50006);
    // Without the flag a message takes only rows.
    let legacy = json!({ "content": "x", "components": [says("x")] });
    let (_, answer) = stage.bot("POST", &path, legacy).await;
    let error = answer.pointer("/errors/components/0/type/_errors/0/code");
    assert_eq!(error, Some(&json!("UNION_TYPE_CHOICES")));
    for (field, value) in [
        ("content", json!("words")),
        ("embeds", json!([{ "title": "t" }])),
    ] {
        let mut body = v2(json!([says("x")]));
        body[field] = value;
        let answer = stage.bot("POST", &path, body).await.is(400);
        assert!(answer["errors"][field].is_object(), "{field}: {answer}");
    }
}
