//! JSON that is broken on purpose: almost correct, with something wrong in it.

use games::Dice;
use serde_json::{Map, Value, json};

/// The value with a few parts replaced, removed, moved or repeated. Fields named in `kept` stay as
/// they are.
pub fn broken(mut value: Value, kept: &[&str], dice: &mut Dice) -> Value {
    // Many faults at once would be noticed at the first one.
    let changes = if dice.one_in(4) {
        dice.between(2, 4)
    } else {
        1
    };
    for _ in 0..changes {
        // The request itself is only a small part of what Discord sends about it.
        let inner = value.get_mut("data").filter(|_| !dice.one_in(4));
        match inner {
            Some(data) => change(data, kept, dice),
            None => change(&mut value, kept, dice),
        }
    }
    value
}

/// A value that doesn't belong where it stands.
pub fn odd(dice: &mut Dice) -> Value {
    match dice.below(20) {
        0 | 1 => Value::Null,
        2 => json!(dice.one_in(2)),
        3 => json!(-1),
        4 => json!(0),
        5 => json!(u64::MAX),
        6 => json!(1e300),
        7 => json!(0.5),
        8 => json!(""),
        9 => json!("0"),
        10 => json!("1"),
        11 => json!(u64::MAX.to_string()),
        12 => json!("-1"),
        13 => json!("x".repeat(dice.below(20_000))),
        14 => json!("\u{202e}@everyone\0 `<@1>"),
        15 => json!([]),
        16 => json!({}),
        17 => json!([[[[[[1]]]]]]),
        18 => {
            json!({ "name": "x", "type": 1, "options": [{ "name": "y", "type": 2, "options": [] }] })
        }
        _ => json!({ "id": "1", "type": 99, "custom_id": "panel:1", "value": 1 }),
    }
}

/// Another value of the same type.
fn other(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Null | Value::Object(_) => value.clone(),
        Value::Bool(is) => json!(!is),
        Value::Number(_) => json!(dice.pick(&[0, 1, 2, 4, 5, 8, 99, 255])),
        Value::Array(items) => json!(items[..dice.below(items.len() + 1)]),
        // Discord's own numbers are texts.
        Value::String(text) if text.chars().all(|c| c.is_ascii_digit()) => {
            json!(dice.pick(&[
                "1",
                "4194304",
                "18446744073709551614",
                "1573948042225123328"
            ]))
        }
        Value::String(_) => json!(dice.pick(&[
            "",
            "0",
            "panel:1",
            "begin:1:sure",
            "setup:99999:open",
            "act:1:1:",
            "\u{202e}@everyone\0",
            "a\nb",
            "text",
            "name",
        ])),
    }
}

fn change(value: &mut Value, kept: &[&str], dice: &mut Dice) {
    let at = dice.below(size(value, kept));
    change_at(value, at, kept, dice);
}

/// How many values inside this one may change, itself included.
fn size(value: &Value, kept: &[&str]) -> usize {
    let inside: usize = match value {
        Value::Array(items) => items.iter().map(|item| size(item, kept)).sum(),
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| !kept.contains(&key.as_str()))
            .map(|(_, item)| size(item, kept))
            .sum(),
        _ => 0,
    };
    1 + inside
}

fn change_at(value: &mut Value, at: usize, kept: &[&str], dice: &mut Dice) {
    if at == 0 {
        return match value {
            Value::Object(map) if dice.one_in(2) => misplace(map, kept, dice),
            Value::Array(items) if !items.is_empty() && dice.one_in(2) => {
                let one = items[dice.below(items.len())].clone();
                items.extend(std::iter::repeat_n(one, 1 + dice.below(40)));
            }
            value if dice.one_in(3) => *value = odd(dice),
            value => *value = other(value, dice),
        };
    }
    let inside: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(map) => map
            .iter_mut()
            .filter(|(key, _)| !kept.contains(&key.as_str()))
            .map(|(_, item)| item)
            .collect(),
        _ => Vec::new(),
    };
    let mut left = at - 1;
    for item in inside {
        let size = size(item, kept);
        if left < size {
            return change_at(item, left, kept, dice);
        }
        left -= size;
    }
}

/// Removes a field or renames it.
fn misplace(map: &mut Map<String, Value>, kept: &[&str], dice: &mut Dice) {
    let keys = map.keys().filter(|key| !kept.contains(&key.as_str()));
    let keys: Vec<String> = keys.cloned().collect();
    let Some(key) = dice.pick(&keys) else { return };
    let Some(value) = map.remove(key) else { return };
    if dice.one_in(3)
        && let Some(other) = dice.pick(&keys)
    {
        map.insert(other.clone(), value);
    }
}
