//! What a computer player sees: messages, their controls, and which of them to answer.

use serde_json::Value;

use crate::discord::press::Press;
use local_discord::Id;

/// A message as one person sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub id: Id,
    pub channel: Id,
    pub by_bot: bool,
    /// Whether only this person sees it.
    pub is_private: bool,
    pub content: String,
    pub mentions: Vec<Id>,
    /// The enabled controls.
    pub controls: Vec<Control>,
}

/// An enabled button or menu of Dealer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    pub custom_id: String,
    pub press: Press,
    /// A menu's values; empty for a button.
    pub values: Vec<String>,
    style: Option<u64>,
}

/// Discord's numbers for the styles of buttons: for the recommended action, for a choice that was
/// made, and for an action that can't be undone.
const PRIMARY: u64 = 1;
const SUCCESS: u64 = 3;
const DANGER: u64 = 4;

impl Message {
    /// None if it isn't a message.
    pub fn read(value: &Value) -> Option<Message> {
        let id = |value: &Value| value.as_str().and_then(|id| id.parse().ok());
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let rows = list(&value["components"]);
        let parts = rows.iter().flat_map(|row| list(&row["components"]));
        let mentions = list(&value["mentions"]);
        Some(Message {
            id: id(&value["id"])?,
            channel: id(&value["channel_id"])?,
            by_bot: value["author"]["bot"] == true,
            is_private: value["ephemeral"] == true,
            content: value["content"].as_str().unwrap_or_default().to_owned(),
            mentions: mentions.iter().filter_map(|user| id(&user["id"])).collect(),
            controls: parts.filter_map(|part| Control::read(&part)).collect(),
        })
    }

    /// The controls that play a game: an action, a menu of actions, or a step towards them.
    pub fn plays(&self) -> impl Iterator<Item = &Control> {
        self.controls.iter().filter(|control| control.plays())
    }

    /// Whether it shows a choice that was already made.
    pub fn shows_choice(&self) -> bool {
        let acts = |control: &Control| matches!(control.press, Press::Act { .. });
        self.controls
            .iter()
            .any(|control| control.style == Some(SUCCESS) && acts(control))
    }

    /// Every way to move: a button, or a menu with one of its values. Actions that can't be undone
    /// are only for the `daring`, unless there is nothing else. Steps are only taken without
    /// actions, the highlighted ones first.
    pub fn moves(&self, daring: bool) -> Vec<(&Control, Option<&str>)> {
        let mut wanted: Vec<&Control> = self.plays().filter(|control| control.moves()).collect();
        let mut only = |which: &dyn Fn(&Control) -> bool| {
            if wanted.iter().any(|control| which(control)) {
                wanted.retain(|control| which(control));
            }
        };
        only(&|control| (control.style == Some(DANGER)) == daring);
        only(&|control| !control.is_step());
        only(&|control| !control.is_step() || control.style == Some(PRIMARY));
        wanted
            .into_iter()
            .flat_map(|control| {
                let button = control.values.is_empty().then_some((control, None));
                let values = control.values.iter();
                button
                    .into_iter()
                    .chain(values.map(move |value| (control, Some(value.as_str()))))
            })
            .collect()
    }

    /// The control for a certain action, or for its next step if a menu has its beginning.
    pub fn way_to(&self, act: &str) -> Option<(&Control, Option<&str>)> {
        let begins = |value: &str| {
            act.strip_prefix(value)
                .is_some_and(|rest| rest.starts_with(' '))
        };
        let ways = || self.plays().filter(|control| control.moves());
        let direct = ways().find_map(|control| match &control.press {
            Press::Act { act: pressed, .. } => (pressed == act).then_some((control, None)),
            _ => {
                let value = control.values.iter().find(|value| *value == act)?;
                Some((control, Some(value.as_str())))
            }
        });
        let step = || {
            ways()
                .filter(|control| control.is_step())
                .find_map(|control| {
                    let value = control.values.iter().find(|value| begins(value))?;
                    Some((control, Some(value.as_str())))
                })
        };
        direct.or_else(step)
    }

    /// The control whose press is `wanted`.
    pub fn find(&self, wanted: impl Fn(&Press) -> bool) -> Option<&Control> {
        self.controls.iter().find(|control| wanted(&control.press))
    }
}

impl Control {
    fn read(part: &Value) -> Option<Control> {
        if part["disabled"] == true {
            return None;
        }
        let custom_id = part["custom_id"].as_str()?;
        let options = part["options"].as_array().map_or(&[][..], Vec::as_slice);
        let value = |option: &Value| option["value"].as_str().map(str::to_owned);
        Some(Control {
            custom_id: custom_id.to_owned(),
            press: Press::read(custom_id)?,
            values: options.iter().filter_map(value).collect(),
            style: part["style"].as_u64(),
        })
    }

    fn plays(&self) -> bool {
        self.moves() || matches!(self.press, Press::Panel { .. } | Press::Type { .. })
    }

    /// Whether it is an action or the first step of one.
    fn moves(&self) -> bool {
        matches!(
            self.press,
            Press::Act { .. }
                | Press::Sure { .. }
                | Press::Choose { .. }
                | Press::Step { .. }
                | Press::HandIn { .. }
        )
    }

    pub fn is_step(&self) -> bool {
        matches!(self.press, Press::Step { .. })
    }
}

/// The message that asks `me` for a move: the newest message that has game controls, if it is for
/// `me`. Older ones are outdated.
pub fn asked(messages: &[Message], me: Id, direct: bool) -> Option<&Message> {
    let playing = |message: &&Message| message.by_bot && message.plays().next().is_some();
    let newest = messages.iter().rev().find(playing)?;
    newest.is_for(me, direct).then_some(newest)
}

/// The newest message with a certain control.
pub fn offered(
    messages: &[Message],
    wanted: impl Fn(&Press) -> bool,
) -> Option<(&Message, &Control)> {
    let newest = messages.iter().rev().filter(|message| message.by_bot);
    let mut found = newest.filter_map(|message| Some((message, message.find(&wanted)?)));
    found.next()
}

impl Message {
    /// Whether the message is for `me`: a direct or ephemeral message, or one with a mention. After
    /// an edit, the mention may only be in the text.
    pub fn is_for(&self, me: Id, direct: bool) -> bool {
        let in_words = || self.content.contains(&format!("<@{me}>"));
        direct || self.is_private || self.mentions.contains(&me) || in_words()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ME: Id = Id(7);

    /// A message of the bot with these controls; `-` before one disables it.
    fn message(id: u64, mentions: &[u64], private: bool, controls: &[&str]) -> Message {
        let parts: Vec<Value> = controls
            .iter()
            .map(|control| {
                let custom_id = control.trim_start_matches('-');
                let mut part = json!({ "type": 2, "custom_id": custom_id, "disabled": control.starts_with('-') });
                if custom_id.starts_with("choose") {
                    part["options"] = json!([{ "label": "up", "value": "up" }]);
                }
                part
            })
            .collect();
        let mentions: Vec<Value> = mentions
            .iter()
            .map(|user| json!({ "id": user.to_string() }))
            .collect();
        let value = json!({ "id": id.to_string(), "channel_id": "1", "author": { "bot": true }, "ephemeral": private,
            "mentions": mentions, "components": [{ "type": 1, "components": parts }] });
        Message::read(&value).unwrap()
    }

    #[test]
    fn a_player_answers_the_newest_message_that_asks_them() {
        let up = "act:1:3:up";
        let cases: [(&str, Vec<Message>, Option<u64>); 9] = [
            ("nothing", vec![], None),
            ("mentioned", vec![message(1, &[7], false, &[up])], Some(1)),
            (
                "mentioned in its words, after an edit",
                vec![Message {
                    content: "<@7> bids".to_owned(),
                    ..message(1, &[], false, &[up])
                }],
                Some(1),
            ),
            (
                "somebody else's",
                vec![message(1, &[8], false, &[up])],
                None,
            ),
            (
                "somebody else is asked later",
                vec![
                    message(1, &[7], false, &[up]),
                    message(2, &[8], false, &["panel:1"]),
                ],
                None,
            ),
            (
                "the newest message asks nobody",
                vec![message(1, &[7], false, &[up]), message(2, &[8], false, &[])],
                Some(1),
            ),
            (
                "disabled",
                vec![message(1, &[7], false, &["-act:1:3:up"])],
                None,
            ),
            (
                "unseen by others",
                vec![message(1, &[], true, &["choose:1:3:0"])],
                Some(1),
            ),
            (
                "not a move",
                vec![message(1, &[7], false, &["resign:1"])],
                None,
            ),
        ];
        for (what, messages, expected) in cases {
            let found = asked(&messages, ME, false).map(|message| message.id.0);
            assert_eq!(found, expected, "{what}");
        }
        let direct = [message(1, &[], false, &["-act:1:2:hide A1"])];
        assert_eq!(asked(&direct, ME, true), None, "a grey button");
        let direct = [message(1, &[], false, &["act:1:2:hide A1"])];
        assert_eq!(asked(&direct, ME, true), Some(&direct[0]));
    }

    #[test]
    fn a_player_takes_a_step_if_there_is_no_action() {
        let menu = |custom_id: &str, values: &[&str]| Control {
            custom_id: custom_id.to_owned(),
            press: Press::read(custom_id).unwrap(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
            style: None,
        };
        let mut message = message(1, &[], false, &[]);
        message.controls = vec![menu("step:1:1:cell", &["A", "B"])];
        let values = |message: &Message, daring: bool| -> Vec<String> {
            let moves = message.moves(daring).into_iter();
            moves
                .map(|(_, value)| value.unwrap_or("-").to_owned())
                .collect()
        };
        assert_eq!(values(&message, false), ["A", "B"]);
        message.controls.push(menu("choose:1:1:0", &["hide A1"]));
        assert_eq!(values(&message, false), ["hide A1"]);
        message.controls.push(menu("act:1:1:up", &[]));
        assert_eq!(values(&message, false), ["hide A1", "-"]);
    }

    #[test]
    fn highlighted_steps_come_first_and_only_daring_players_take_final_ones() {
        let mut message = message(1, &[], false, &[]);
        let mut styled = |custom_id: &str, style: Option<u64>| {
            message.controls.push(Control {
                custom_id: custom_id.to_owned(),
                press: Press::read(custom_id).unwrap(),
                values: Vec::new(),
                style,
            });
            [false, true].map(|daring| {
                let moves = message.moves(daring).into_iter();
                let ids: Vec<&str> = moves
                    .map(|(control, _)| control.custom_id.as_str())
                    .collect();
                ids.join(" ")
            })
        };
        let (undo, north) = ("step:1:1:undo", "step:1:1:north");
        let (end, up) = ("act:1:1:end", "act:1:1:up");
        assert_eq!(styled(end, Some(DANGER)), [end, end]);
        assert_eq!(styled(undo, Some(2)), [undo, end]);
        assert_eq!(styled(north, Some(PRIMARY)), [north, end]);
        assert_eq!(styled(up, Some(SUCCESS)), [up, end]);
    }
}
