//! The forms of modals, field by field.

use serde_json::{Value, json};

use super::{button, check_form, interaction, letters, row};
use crate::stage::Stage;

#[tokio::test]
async fn modals_are_checked_field_by_field() {
    let stage = Stage::new().await;
    let input = |id: &str| row(json!([{ "type": 4, "custom_id": id, "style": 1, "label": "l" }]));
    let inputs =
        |count: usize| -> Vec<Value> { (0..count).map(|n| input(&n.to_string())).collect() };
    let modal = |title: &str, rows: Vec<Value>| json!({ "title": title, "custom_id": "m", "components": rows });
    for (what, data, wrong) in [
        ("5 inputs", modal(&letters(45), inputs(5)), None),
        ("6 inputs", modal("t", inputs(6)), Some("data.components")),
        ("no inputs", modal("t", inputs(0)), Some("data.components")),
        (
            "a title of 46",
            modal(&letters(46), inputs(1)),
            Some("data.title"),
        ),
        (
            "no title",
            json!({ "custom_id": "m", "components": inputs(1) }),
            Some("data.title"),
        ),
        (
            "one id twice",
            modal("t", vec![input("a"), input("a")]),
            Some("data.components.1.components.0.custom_id"),
        ),
        (
            "a button",
            modal("t", vec![row(json!([button("a")]))]),
            Some("data.components.0.components.0.type"),
        ),
    ] {
        let (status, answer) = stage
            .bot(
                "POST",
                &interaction(&stage),
                json!({ "type": 9, "data": data }),
            )
            .await;
        check_form(what, status, &answer, wrong);
    }
}
