//! The forms of messages, field by field.

use serde_json::{Value, json};

use super::{button, check_form, letters, row};
use crate::stage::Stage;

#[tokio::test]
async fn messages_are_checked_field_by_field() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.cast.arena);
    for (what, body, wrong) in messages() {
        let (status, answer) = stage.bot("POST", &path, body).await;
        check_form(what, status, &answer, wrong);
    }
}

/// Message bodies and the field that is wrong (`None` if the body is accepted).
fn messages() -> Vec<(&'static str, Value, Option<&'static str>)> {
    let rows = |rows: Vec<Value>| json!({ "content": "x", "components": rows });
    let with = |component: Value| rows(vec![row(json!([component]))]);
    let change = |mut object: Value, field: &str, value: Value| {
        object[field] = value;
        object
    };
    let many_fields =
        |count| json!({ "fields": vec![json!({ "name": "n", "value": "v" }); count] });
    vec![
        ("2000 characters", json!({ "content": letters(2000) }), None),
        (
            "2000 letters of two bytes",
            json!({ "content": "é".repeat(2000) }),
            None,
        ),
        (
            "2001 characters",
            json!({ "content": letters(2001) }),
            Some("content"),
        ),
        (
            "content that isn't text",
            json!({ "content": [] }),
            Some("content"),
        ),
        ("10 embeds", embeds(10, json!({ "title": "t" })), None),
        (
            "11 embeds",
            embeds(11, json!({ "title": "t" })),
            Some("embeds"),
        ),
        (
            "embeds of 6000 characters",
            embeds(2, json!({ "description": letters(3000) })),
            None,
        ),
        (
            "embeds of 6002 characters",
            embeds(2, json!({ "description": letters(3001) })),
            Some("embeds"),
        ),
        (
            "a title of 257",
            embeds(1, json!({ "title": letters(257) })),
            Some("embeds.0.title"),
        ),
        (
            "a description of 4097",
            embeds(1, json!({ "description": letters(4097) })),
            Some("embeds.0.description"),
        ),
        ("25 fields", embeds(1, many_fields(25)), None),
        (
            "26 fields",
            embeds(1, many_fields(26)),
            Some("embeds.0.fields"),
        ),
        (
            "a field without a value",
            embeds(1, json!({ "fields": [{ "name": "n", "value": "" }] })),
            Some("embeds.0.fields.0.value"),
        ),
        (
            "a footer of 2049",
            embeds(1, json!({ "footer": { "text": letters(2049) } })),
            Some("embeds.0.footer.text"),
        ),
        (
            "an empty embed",
            embeds(1, json!({})),
            Some("embeds.0.description"),
        ),
        (
            "a picture from a file",
            embeds(1, json!({ "image": { "url": "file:///etc/passwd" } })),
            Some("embeds.0.image.url"),
        ),
        (
            "an embed that runs a script",
            embeds(1, json!({ "title": "x", "url": "javascript:alert(1)" })),
            Some("embeds.0.url"),
        ),
        (
            "an author that runs a script",
            embeds(
                1,
                json!({ "author": { "name": "x", "url": "javascript:alert(1)" } }),
            ),
            Some("embeds.0.author.url"),
        ),
        (
            "a button that runs a script",
            with(json!({ "type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)" })),
            Some("components.0.components.0.url"),
        ),
        (
            "a button that opens Discord",
            with(json!({ "type": 2, "style": 5, "label": "x", "url": "discord://-/channels" })),
            None,
        ),
        (
            "5 rows",
            rows(
                (0..5)
                    .map(|n| row(json!([button(&n.to_string())])))
                    .collect(),
            ),
            None,
        ),
        (
            "6 rows",
            rows(
                (0..6)
                    .map(|n| row(json!([button(&n.to_string())])))
                    .collect(),
            ),
            Some("components"),
        ),
        (
            "6 buttons in a row",
            rows(vec![row((0..6).map(|n| button(&n.to_string())).collect())]),
            Some("components.0.components"),
        ),
        (
            "an empty row",
            rows(vec![row(json!([]))]),
            Some("components.0.components"),
        ),
        (
            "the same custom id twice",
            rows(vec![row(json!([button("a")])), row(json!([button("a")]))]),
            Some("components.1.components.0.custom_id"),
        ),
        ("a custom id of 100", with(button(&letters(100))), None),
        (
            "a custom id of 101",
            with(button(&letters(101))),
            Some("components.0.components.0.custom_id"),
        ),
        (
            "a label of 81",
            with(change(button("a"), "label", json!(letters(81)))),
            Some("components.0.components.0.label"),
        ),
        (
            "a button without label and emoji",
            with(change(button("a"), "label", Value::Null)),
            Some("components.0.components.0"),
        ),
        (
            "a button without a style",
            with(change(button("a"), "style", json!(9))),
            Some("components.0.components.0.style"),
        ),
        ("25 options", with(menu(25)), None),
        (
            "26 options",
            with(menu(26)),
            Some("components.0.components.0.options"),
        ),
        (
            "no options",
            with(menu(0)),
            Some("components.0.components.0.options"),
        ),
        (
            "a placeholder of 151",
            with(change(menu(1), "placeholder", json!(letters(151)))),
            Some("components.0.components.0.placeholder"),
        ),
        (
            "more values than options",
            with(change(menu(2), "max_values", json!(3))),
            Some("components.0.components.0.max_values"),
        ),
        (
            "the same option twice",
            with(change(
                menu(1),
                "options",
                json!([{ "label": "a", "value": "a" }, { "label": "b", "value": "a" }]),
            )),
            Some("components.0.components.0.options.1.value"),
        ),
        (
            "default people and roles",
            with(
                json!({ "type": 7, "custom_id": "menu", "max_values": 2, "default_values":
                [{ "id": "5", "type": "user" }, { "id": "6", "type": "role" }] }),
            ),
            None,
        ),
        (
            "a default role in a menu of people",
            with(
                json!({ "type": 5, "custom_id": "menu", "max_values": 2, "default_values":
                [{ "id": "5", "type": "user" }, { "id": "6", "type": "role" }] }),
            ),
            Some("components.0.components.0.default_values.1.type"),
        ),
        (
            "a default person whose id isn't one",
            with(json!({ "type": 5, "custom_id": "menu", "default_values":
                [{ "id": "Edgar", "type": "user" }] })),
            Some("components.0.components.0.default_values.0.id"),
        ),
        (
            "more defaults than the menu takes",
            with(json!({ "type": 8, "custom_id": "menu", "default_values":
                [{ "id": "5", "type": "channel" }, { "id": "6", "type": "channel" }] })),
            Some("components.0.components.0.default_values"),
        ),
        (
            "a menu beside a button",
            rows(vec![row(json!([menu(1), button("a")]))]),
            Some("components.0.components.0"),
        ),
        (
            "a text input in a message",
            with(json!({ "type": 4, "custom_id": "a", "style": 1, "label": "l" })),
            Some("components.0.components.0.type"),
        ),
        (
            "a nonce of 25",
            json!({ "content": "x", "nonce": letters(25) }),
            None,
        ),
        (
            "a nonce of 26",
            json!({ "content": "x", "nonce": letters(26) }),
            Some("nonce"),
        ),
        (
            "pings of users in two ways",
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            Some("allowed_mentions"),
        ),
        (
            "the same ping twice",
            json!({ "content": "x", "allowed_mentions": { "users": ["1", "1"] } }),
            Some("allowed_mentions.users.1"),
        ),
        (
            "an attachment that is not there",
            json!({ "content": "x", "attachments": [{ "id": 0 }] }),
            Some("attachments.0.id"),
        ),
        (
            "a reply to nothing",
            json!({ "content": "x", "message_reference": { "message_id": "5" } }),
            Some("message_reference"),
        ),
        (
            "a poll",
            json!({ "poll": { "question": { "text": "?" }, "answers": [] } }),
            Some("poll"),
        ),
        (
            "a sticker",
            json!({ "content": "x", "sticker_ids": ["5"] }),
            Some("sticker_ids"),
        ),
    ]
}

fn menu(options: usize) -> Value {
    let options: Vec<_> = (0..options)
        .map(|n| json!({ "label": format!("{n}"), "value": format!("{n}") }))
        .collect();
    json!({ "type": 3, "custom_id": "menu", "options": options })
}

fn embeds(count: usize, embed: Value) -> Value {
    json!({ "embeds": vec![embed; count] })
}
