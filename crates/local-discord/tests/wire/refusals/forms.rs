//! Forms, field by field: those of `forms.txt`.

use serde_json::{Value, json};

use super::cells;
use crate::stage::{Answer, Stage};

#[tokio::test]
async fn forms_are_checked_field_by_field() {
    for section in include_str!("forms.txt").split("\n== ").skip(1) {
        let (of, rows) = section.split_once('\n').unwrap();
        let stage = Stage::new().await;
        for [what, form, wrong] in rows.lines().filter_map(cells) {
            let form = expanded(serde_json::from_str(form).unwrap());
            let (channel, application) = (stage.cast.arena, stage.cast.application);
            let (method, path, body) = match of {
                "messages" => ("POST", format!("/channels/{channel}/messages"), form),
                "commands" => ("PUT", format!("/applications/{application}/commands"), form),
                "layouts" => {
                    let body = json!({ "flags": 1 << 15, "components": form });
                    ("POST", stage.messages(), body)
                }
                "labels" => {
                    let form = json!({ "custom_id": "m", "title": "t", "components": form });
                    let body = json!({ "type": 9, "data": form });
                    ("POST", stage.begin().1, body)
                }
                "modals" => {
                    let body = json!({ "type": 9, "data": form });
                    ("POST", stage.begin().1, body)
                }
                of => panic!("there are no forms of {of}"),
            };
            check(what, stage.bot(method, &path, body).await, wrong);
        }
    }
}

/// Checks that a form was accepted, or refused with 50035 because of the field `wrong`.
fn check(what: &str, (status, answer): Answer, wrong: &str) {
    if wrong == "fits" {
        assert!((200..300).contains(&status), "{what}: {answer}");
        return;
    }
    let refused = (400, &json!(50035));
    assert_eq!((status, &answer["code"]), refused, "{what}: {answer}");
    let (wrong, code) = wrong.split_once(' ').unwrap_or((wrong, ""));
    let steps = wrong.split('.').filter(|step| *step != "(all)");
    let place = steps.fold(&answer["errors"], |place, step| &place[step]);
    let mistake = &place["_errors"][0];
    assert!(mistake["message"].is_string(), "{what}: {answer}");
    assert!(
        code.is_empty() || mistake["code"] == code,
        "{what}: {answer}"
    );
}

/// A form as it is sent.
fn expanded(form: Value) -> Value {
    match form {
        Value::String(text) => json!(stretched(&text)),
        Value::Array(all) => all.into_iter().map(expanded).collect(),
        Value::Object(fields) => match (fields.get("times"), fields.get("of")) {
            (Some(times), Some(of)) => {
                let numbered = |n: u64| of.to_string().replace('#', &n.to_string());
                let numbered = (0..times.as_u64().unwrap()).map(numbered);
                let parsed = numbered.map(|one| expanded(serde_json::from_str(&one).unwrap()));
                parsed.collect()
            }
            _ => {
                let fields = fields.into_iter();
                Value::Object(fields.map(|(key, value)| (key, expanded(value))).collect())
            }
        },
        other => other,
    }
}

/// A text in which `x*40` stands for forty times that letter.
fn stretched(text: &str) -> String {
    let Some((before, times)) = text.split_once('*') else {
        return text.to_owned();
    };
    let letter = before.chars().next_back().unwrap();
    let times: usize = times.parse().unwrap();
    before.to_owned() + &letter.to_string().repeat(times - 1)
}
