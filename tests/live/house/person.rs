//! What people in the rehearsal see and do.

use std::time::Duration;

use serde_json::{Value, json};

use super::House;
use super::messages::{content, control, controls, filled, labels, said};
use super::thumb::changed_under_thumb;
use crate::phrases::{FURTHER_OPTIONS, MORE_OPTIONS};

/// A person in the rehearsal.
pub struct Person<'a> {
    pub house: &'a House,
    pub id: String,
}

impl Person<'_> {
    /// How many posts of a channel contain these words.
    pub async fn count(&self, channel: &str, words: &str) -> usize {
        let posts = self.messages(channel).await;
        posts
            .iter()
            .filter(|post| content(post).contains(words))
            .count()
    }

    /// The id of a channel that this person can see, by name. `@Dealer` is their direct messages
    /// with the bot.
    pub async fn channel(&self, name: &str) -> Option<String> {
        let channels = self
            .house
            .get(&format!("/local/as/{}/channels", self.id))
            .await;
        let channels = channels.as_array().unwrap().clone();
        let is_it = |channel: &&Value| match name {
            "@Dealer" => channel["type"] == 1,
            name => channel["name"] == name,
        };
        channels
            .iter()
            .find(is_it)
            .map(|channel| channel["id"].as_str().unwrap().to_owned())
    }

    /// What this person sees in a channel, oldest first. Nothing if they can't see such a channel.
    pub async fn messages(&self, channel: &str) -> Vec<Value> {
        let Some(channel) = self.channel(channel).await else {
            return Vec::new();
        };
        let path = format!(
            "/local/as/{}/channels/{channel}/messages?limit=100",
            self.id
        );
        self.house.get(&path).await.as_array().unwrap().clone()
    }

    /// Everything that this person can see anywhere, as one text.
    pub async fn everything(&self) -> String {
        let channels = self
            .house
            .get(&format!("/local/as/{}/channels", self.id))
            .await;
        let mut seen = String::new();
        for channel in channels.as_array().unwrap() {
            let id = channel["id"].as_str().unwrap();
            let path = format!("/local/as/{}/channels/{id}/messages?limit=100", self.id);
            seen.push_str(&self.house.get(&path).await.to_string());
        }
        seen
    }

    /// Waits for a message with these words in a channel, and gives the newest.
    pub async fn sees(&self, channel: &str, words: &str) -> Value {
        let what = format!("{} sees “{words}” in {channel}", self.id);
        self.house
            .until(&what, async || {
                let messages = self.messages(channel).await;
                messages
                    .into_iter()
                    .rev()
                    .find(|message| content(message).contains(words))
            })
            .await
    }

    /// Posts a message.
    pub async fn writes(&self, channel: &str, words: &str) {
        let channel = self.channel(channel).await.unwrap();
        let path = format!("/local/as/{}/channels/{channel}/messages", self.id);
        let (status, outcome) = self.house.post(&path, json!({ "content": words })).await;
        assert!(status < 300, "{outcome}");
    }

    /// Edits one of their own messages.
    pub async fn edits(&self, channel: &str, before: &str, after: &str) {
        let messages = self.messages(channel).await;
        let id = messages
            .iter()
            .find(|message| content(message) == before)
            .map(|message| message["id"].as_str().unwrap().to_owned())
            .unwrap();
        let channel = self.channel(channel).await.unwrap();
        let path = format!("/as/{}/channels/{channel}/messages/{id}", self.id);
        let words = json!({ "content": after });
        self.house.stage("PATCH", &path, words).await;
    }

    /// Types a command and gives the first answer's message or form.
    pub async fn command(&self, channel: &str, name: &str, options: Value) -> Value {
        let (status, outcome) = self.try_command(channel, name, options).await;
        self.answered_to(name, status, outcome).await
    }

    /// Types a command that asks for confirmation, and confirms it with this button.
    pub async fn confirms(&self, channel: &str, name: &str, options: Value, yes: &str) -> Value {
        let asked = self.command(channel, name, options).await;
        self.press(&asked["message"], yes).await
    }

    /// Declares the match in a channel void.
    pub async fn voids(&self, channel: &str) {
        let void = "Yes, declare it void";
        self.confirms(channel, "match void", json!({}), void).await;
    }

    /// Resigns the match in a channel.
    pub async fn resigns_in(&self, channel: &str) {
        self.confirms(channel, "resign", json!({}), "Yes, I resign")
            .await;
    }

    /// Types a command and gives any answer.
    pub async fn try_command(&self, channel: &str, name: &str, options: Value) -> (u16, Value) {
        let channel_id = self.channel(channel).await.unwrap();
        let body = json!({ "channel_id": channel_id, "name": name, "options": options });
        self.house
            .post(&format!("/local/as/{}/commands", self.id), body)
            .await
    }

    /// Uses a command from a message's menu and gives any answer. Dealer knows its own message once
    /// Discord has answered, which may be a moment after others see it.
    pub async fn try_use_on(&self, message: &Value, name: &str) -> (u16, Value) {
        self.house.settled().await;
        let body = json!({
            "channel_id": message["channel_id"],
            "name": name,
            "target_id": message["id"],
        });
        self.house
            .post(&format!("/local/as/{}/commands", self.id), body)
            .await
    }

    /// Like [`Person::try_use_on`], but gives the first answer's message or form.
    pub async fn uses_on(&self, message: &Value, name: &str) -> Value {
        let (status, outcome) = self.try_use_on(message, name).await;
        self.answered_to(name, status, outcome).await
    }

    /// Removes this person's roles in the server, and gives them.
    pub async fn take_roles(&self) -> Value {
        let world = self.house.get("/local/world").await;
        let guild = world["guilds"][0]["id"].as_str().unwrap();
        let people = world["people"].as_array().unwrap();
        let me = people
            .iter()
            .find(|person| person["id"] == self.id.as_str())
            .unwrap();
        self.give_roles(json!([])).await;
        me["roles"][guild].clone()
    }

    pub async fn give_roles(&self, roles: Value) {
        let world = self.house.get("/local/world").await;
        let guild = world["guilds"][0]["id"].as_str().unwrap();
        let path = format!(
            "{}/local/guilds/{guild}/members/{}",
            self.house.url, self.id
        );
        let request = self
            .house
            .client
            .put(path)
            .json(&json!({ "role_ids": roles }));
        assert!(request.send().await.unwrap().status().is_success());
    }

    /// Starts an interaction with any data, without telling the bot. Gives what the bot would
    /// receive.
    pub async fn begins(&self, asked: Value) -> Value {
        let path = format!("/local/as/{}/untold", self.id);
        let (status, payload) = self.house.post(&path, asked).await;
        assert!(status < 300, "{status}: {payload}");
        payload
    }

    /// Presses the control with this label and waits for the first answer. If the message has
    /// changed, presses the control that has the label now.
    pub async fn press(&self, message: &Value, label: &str) -> Value {
        let control = control(message, label).unwrap_or_else(|| panic!("no {label} in {message}"));
        let (status, outcome) = match self.try_press(message, &control, json!([])).await {
            (404, _) => self.presses_by_now(message, label).await,
            answer => answer,
        };
        self.answered_to(label, status, outcome).await
    }

    /// Checks a message after a press of one of its controls, once the bot has edited it: the
    /// pressed message, if that was promised, and all posts. Only a bot that doesn't keep its
    /// promise, or can't post, makes this wait to the end.
    async fn keeps_places(&self, message: &Value, pressed: &str, outcome: &Value) {
        let Some(channel) = message["channel_id"].as_str() else {
            return;
        };
        let path = format!(
            "/local/as/{}/channels/{channel}/messages?limit=100",
            self.id
        );
        if let ("deferred_update", Some(id)) = (
            outcome["kind"].as_str().unwrap_or_default(),
            outcome["interaction_id"].as_str(),
        ) {
            // Of a post it may mean that nothing more comes, since the next board follows.
            let wait_ms = if message["ephemeral"] == true {
                2_000
            } else {
                200
            };
            let waits = format!("/local/as/{}/interactions/{id}?wait_ms={wait_ms}", self.id);
            self.house.get(&waits).await;
        }
        let _ = tokio::time::timeout(Duration::from_secs(2), self.house.settled()).await;
        let messages = self.house.get(&path).await;
        let mut messages = messages.as_array().into_iter().flatten();
        if let Some(after) = messages.find(|found| found["id"] == message["id"]) {
            let changed = changed_under_thumb(message, pressed, after);
            assert!(
                changed.is_none(),
                "under the thumb {}: {after}",
                changed.unwrap_or_default()
            );
        }
    }

    /// Like [`Person::press`], on the message as it is now.
    async fn presses_by_now(&self, message: &Value, label: &str) -> (u16, Value) {
        let path = format!(
            "/local/as/{}/channels/{}/messages?limit=100",
            self.id,
            message["channel_id"].as_str().unwrap()
        );
        let messages = self.house.get(&path).await;
        let mut messages = messages.as_array().unwrap().iter();
        let there = messages.find(|found| found["id"] == message["id"]);
        let there = there.unwrap_or_else(|| panic!("{message} is gone"));
        let control = control(there, label).unwrap_or_else(|| panic!("no {label} in {there}"));
        self.try_press(there, &control, json!([])).await
    }

    /// Presses a control by its custom id and gives any answer.
    pub async fn try_press(&self, message: &Value, custom_id: &str, values: Value) -> (u16, Value) {
        let (status, outcome) = self.sends_press(message, custom_id, values).await;
        if status < 300 {
            self.keeps_places(message, custom_id, &outcome).await;
        }
        (status, outcome)
    }

    async fn sends_press(&self, message: &Value, custom_id: &str, values: Value) -> (u16, Value) {
        let mut body = json!({
            "channel_id": message["channel_id"],
            "message_id": message["id"],
            "custom_id": custom_id,
        });
        if values != json!([]) {
            body["values"] = values;
        }
        let path = format!("/local/as/{}/components", self.id);
        self.house.post(&path, body).await
    }

    /// What a person is told who presses a control that the message no longer has.
    pub async fn presses_again(&self, channel: &str, custom_id: &str) -> String {
        let button = json!({ "type": 2, "style": 2, "label": "x", "custom_id": custom_id });
        let rows = json!([{ "type": 1, "components": [button] }]);
        let body = json!({ "content": "as it was", "components": rows });
        let path = format!(
            "/channels/{}/messages",
            self.channel(channel).await.unwrap()
        );
        let post = self.house.as_bot("POST", &path, body).await;
        let (status, outcome) = self.sends_press(&post, custom_id, json!([])).await;
        let outcome = self.answered(status, outcome).await;
        let said = self.answer_in(channel, &outcome).await;
        // An answer to a host must never be public.
        let path = format!("{path}/{}", post["id"].as_str().unwrap());
        self.house.as_bot("DELETE", &path, json!(null)).await;
        said
    }

    /// What an answer says now. A deferred answer replaces the message that was pressed.
    pub async fn answer_in(&self, channel: &str, outcome: &Value) -> String {
        if !said(outcome).is_empty() {
            return said(outcome).to_owned();
        }
        let id = outcome["message"]["id"].clone();
        let found = self.messages(channel).await;
        let message = found.into_iter().find(|message| message["id"] == id);
        content(&message.unwrap_or_default()).to_owned()
    }

    /// The answer, also when the bot defers it and answers later.
    pub async fn answered(&self, status: u16, outcome: Value) -> Value {
        self.answered_to("it", status, outcome).await
    }

    /// Like [`Person::answered`]. A failure names `what`.
    pub async fn answered_to(&self, what: &str, status: u16, outcome: Value) -> Value {
        assert!(
            status < 300 && outcome["kind"] != "failed",
            "{what}: {status}: {outcome}"
        );
        if outcome["kind"] != "deferred" {
            return outcome;
        }
        let interaction = outcome["interaction_id"].as_str().unwrap();
        let path = format!("/local/as/{}/interactions/{interaction}", self.id);
        self.house
            .until(
                &format!("{what}: an answer that was put off comes"),
                async || {
                    let later = self.house.get(&path).await;
                    (!said(&later).is_empty()).then_some(later)
                },
            )
            .await
    }

    /// Sets options in a set-up panel, starting from its first page. Each line is one option, like
    /// `size = 7`. Options in the menu are picked there, and others are typed into the form.
    pub async fn sets_options(&self, panel: &Value, lines: &str) {
        let rows = panel["components"].as_array().unwrap().iter();
        let menus = rows.map(|row| &row["components"][0]);
        let items = |menu: &Value| menu["options"].as_array().cloned().unwrap_or_default();
        let mut typed = Vec::new();
        for line in lines.lines() {
            let has = |menu: &&Value| items(menu).iter().any(|item| item["value"] == line);
            let Some(menu) = menus.clone().find(has) else {
                typed.push(line.split_once(" = ").unwrap());
                continue;
            };
            let menu = menu["custom_id"].as_str().unwrap();
            let (status, outcome) = self.try_press(panel, menu, json!([line])).await;
            self.answered_to(line, status, outcome).await;
        }
        for button in [MORE_OPTIONS, FURTHER_OPTIONS] {
            if typed.is_empty() {
                return;
            }
            let form = self.press(panel, button).await;
            let mut fields = filled(&form);
            typed.retain(|(name, value)| {
                let is_here = fields.get(*name).is_some();
                if is_here {
                    fields[*name] = json!(value);
                }
                !is_here
            });
            self.fill(&form, fields).await;
        }
        assert!(typed.is_empty(), "{typed:?}");
    }

    /// Submits one of the set-up panel's forms of times, from the first page and back to it.
    /// Unnamed fields stay empty. Gives the panel as it is then.
    pub async fn sets_times(&self, panel: &Value, button: &str, fields: Value) -> Value {
        self.press(panel, "Times, dates, presets").await;
        let page = self.turns(panel, button).await;
        let form = self.press(&page, button).await;
        self.fill(&form, fields).await;
        self.press(&page, "Back").await;
        self.turns(panel, "Times, dates, presets").await
    }

    /// A message as this person sees it, once it is as wanted.
    async fn once(&self, message: &Value, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let channel = message["channel_id"].as_str().unwrap();
        let path = format!(
            "/local/as/{}/channels/{channel}/messages?limit=100",
            self.id
        );
        let look = async || {
            let messages = self.house.get(&path).await;
            let mut messages = messages.as_array()?.iter();
            let found = messages.find(|found| found["id"] == message["id"])?;
            wanted(found).then(|| found.clone())
        };
        self.house.until(&format!("a message {what}"), look).await
    }

    /// A message, once it has a control whose label begins like this.
    pub async fn turns(&self, message: &Value, label: &str) -> Value {
        let has = |found: &Value| labels(found).iter().any(|own| own.starts_with(label));
        self.once(message, &format!("has “{label}”"), has).await
    }

    /// A message, once these words have come into it. Panels with a picture take a moment.
    pub async fn turns_into(&self, message: &Value, words: &str) -> Value {
        let says = |found: &Value| content(found).contains(words);
        self.once(message, &format!("says “{words}”"), says).await
    }

    /// A message, once it has no controls left.
    pub async fn loses_controls(&self, message: &Value) -> Value {
        let is_over = |found: &Value| controls(found).is_empty();
        self.once(message, "has no controls", is_over).await
    }

    /// The text of a message, once it says this and has no controls.
    pub async fn closes(&self, message: &Value, words: &str) -> String {
        let is_over = |found: &Value| content(found).contains(words) && controls(found).is_empty();
        let what = format!("says “{words}” without controls");
        content(&self.once(message, &what, is_over).await).to_owned()
    }

    /// Submits a form.
    pub async fn fill(&self, outcome: &Value, fields: Value) -> Value {
        let body = json!({ "modal_id": outcome["modal"]["modal_id"], "fields": fields });
        let (status, outcome) = self
            .house
            .post(&format!("/local/as/{}/modals", self.id), body)
            .await;
        self.answered_to("a form", status, outcome).await
    }

    /// The choices that complete what is typed.
    pub async fn complete(
        &self,
        channel: &str,
        name: &str,
        option: &str,
        typed: &str,
    ) -> Vec<String> {
        self.completes(channel, name, json!({ option: typed }), option)
            .await
    }

    /// Like [`Person::complete`], with other options already set. `focused` is the option to
    /// complete.
    pub async fn completes(
        &self,
        channel: &str,
        name: &str,
        options: Value,
        focused: &str,
    ) -> Vec<String> {
        let channel_id = self.channel(channel).await.unwrap();
        let body = json!({
            "channel_id": channel_id, "name": name, "options": options, "focused": focused,
        });
        let (_, answer) = self
            .house
            .post(&format!("/local/as/{}/autocomplete", self.id), body)
            .await;
        let choices = answer["choices"].as_array().cloned().unwrap_or_default();
        choices
            .iter()
            .map(|choice| match &choice["value"] {
                Value::String(value) => value.clone(),
                number => number.to_string(),
            })
            .collect()
    }

    /// Opens or closes this person's direct messages.
    pub async fn direct_messages(&self, open: bool) {
        let body = json!({ "dms_open": open });
        let (status, _) = self
            .house
            .post(&format!("/local/as/{}/settings", self.id), body)
            .await;
        assert!(status < 300);
    }
}
