//! A button never moves or changes its meaning under the thumb: what a message has in the place of
//! a pressed button afterwards means the same, or does nothing.

use serde_json::Value;

/// What a second tap on a pressed button would do instead, once the message has changed; None if
/// that means the same or does nothing. Rows are counted from the top, and from the bottom: the
/// newest message stays at the bottom of the screen when it gets longer.
pub fn changed_under_thumb(before: &Value, custom_id: &str, after: &Value) -> Option<String> {
    let (before, after) = (rows(before), rows(after));
    let is_page_turned = is_another_page(&before, &after);
    let mut controls = before.iter().enumerate().flat_map(|(row, controls)| {
        let controls = controls.iter().enumerate();
        controls.map(move |(column, control)| (row, column, control))
    });
    let (row, column, pressed) =
        controls.find(|(.., control)| control["custom_id"] == custom_id)?;
    let from_bottom = (after.len() + row).checked_sub(before.len());
    let is_other = |there: &&Value| {
        let does_something = there["disabled"] != true && there["label"] != "Cancel";
        let is_same = there["custom_id"] == custom_id || subject(there) == subject(pressed);
        let is_harmless = is_page_turned && shows_something(there);
        is_button(pressed) && is_button(there) && does_something && !is_same && !is_harmless
    };
    let mut there = [Some(row), from_bottom].into_iter().flatten();
    there
        .find_map(|row| after.get(row)?.get(column).filter(is_other))
        .map(|other| format!("{} became {}", pressed["label"], other["label"]))
}

/// Whether a button of the set-up panel only turns a page or opens a form. The pages take turns in
/// one message, so another button may come under the thumb; but it must be one of these.
fn shows_something(button: &Value) -> bool {
    let id = button["custom_id"].as_str().unwrap_or_default();
    let shows = [
        "back",
        "players",
        "entourages",
        "dates",
        "rehearse",
        "options",
        "times",
        "reserve",
        "start",
        "due",
        "save-preset",
    ];
    id.starts_with("setup:")
        && id
            .rsplit(':')
            .next()
            .is_some_and(|field| shows.contains(&field))
}

/// Whether the set-up panel shows another page now: nothing that can be pressed was there before.
fn is_another_page(before: &[Vec<Value>], after: &[Vec<Value>]) -> bool {
    let ids = |rows: &[Vec<Value>]| -> Vec<String> {
        let all = rows.iter().flatten();
        let all = all.filter(|control| control["disabled"] != true);
        let ids = all.filter_map(|control| control["custom_id"].as_str());
        ids.filter(|id| id.starts_with("setup:"))
            .map(str::to_owned)
            .collect()
    };
    let (before, after) = (ids(before), ids(after));
    !after.is_empty() && after.iter().all(|id| !before.contains(id))
}

fn rows(message: &Value) -> Vec<Vec<Value>> {
    let rows = message["components"].as_array().cloned();
    let controls = |row: &Value| row["components"].as_array().cloned().unwrap_or_default();
    rows.unwrap_or_default().iter().map(controls).collect()
}

/// Whether it is a button that Dealer hears of.
fn is_button(control: &Value) -> bool {
    control["type"] == 2 && control["style"] != 5
}

/// What a button is about: its label without the state of a toggle or the place in a ranking.
fn subject(button: &Value) -> &str {
    let label = button["label"].as_str().unwrap_or_default();
    let label = label.split(':').next().unwrap_or_default();
    let bare = label.trim_start_matches(|sign: char| !sign.is_alphabetic());
    if bare.is_empty() { label } else { bare }
}
