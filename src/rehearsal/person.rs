//! Acts as a person of the local Discord, over the HTTP API that the page uses and nothing else.

use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use super::hand::Message;
use local_discord::Id;

/// How long to wait for a deferred answer.
const ANSWER_WAIT_MS: u32 = 3_000;
/// A request that takes longer is given up, and the person looks around again.
const PATIENCE: Duration = Duration::from_secs(20);

/// Access to the local Discord as one person.
#[derive(Clone, Debug)]
pub struct Person {
    client: Client,
    url: String,
    pub id: Id,
}

/// The answer to a press or a command.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The bot did not answer.
    pub failed: bool,
    /// The message with the answer, or the message that it changed.
    pub message: Option<Message>,
}

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    #[error("{0}")]
    Http(#[from] reqwest::Error),
    #[error("{0}")]
    Refused(String),
}

impl Person {
    /// `url` is the local Discord's, such as `http://127.0.0.1:8420`.
    ///
    /// # Errors
    /// No HTTP client can be made on this system.
    pub fn new(url: &str, id: Id) -> Result<Person, PersonError> {
        Ok(Person {
            // A proxy in the environment must not be used for loopback.
            client: Client::builder().no_proxy().timeout(PATIENCE).build()?,
            url: format!("{url}/local/as/{id}"),
            id,
        })
    }

    /// The channels that this person sees, including direct messages.
    pub async fn channels(&self) -> Result<Vec<Channel>, PersonError> {
        let listed = ask(self.request(Method::GET, "/channels")).await?;
        Ok(items(&listed).filter_map(Channel::read).collect())
    }

    /// A channel's newest messages, the newest last.
    pub async fn messages(&self, channel: Id) -> Result<Vec<Message>, PersonError> {
        let path = format!("/channels/{channel}/messages?limit=25");
        let listed = ask(self.request(Method::GET, &path)).await?;
        Ok(items(&listed).filter_map(Message::read).collect())
    }

    /// Marks a channel as read.
    pub async fn read(&self, channel: Id) -> Result<(), PersonError> {
        let path = format!("/channels/{channel}/read");
        ask(self.request(Method::POST, &path)).await.map(drop)
    }

    /// Dismisses an ephemeral answer.
    pub async fn dismiss(&self, message: &Message) -> Result<(), PersonError> {
        let path = format!("/channels/{}/messages/{}", message.channel, message.id);
        ask(self.request(Method::DELETE, &path)).await.map(drop)
    }

    /// Presses a button, or chooses `values` in a menu.
    pub async fn press(
        &self,
        message: &Message,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Answer, PersonError> {
        let body = json!({ "channel_id": message.channel, "message_id": message.id, "custom_id": custom_id,
            "values": values });
        self.act("/components", body).await
    }

    /// Uses a command, with one option or none.
    pub async fn command(
        &self,
        channel: Id,
        name: &str,
        option: Option<(&str, &str)>,
    ) -> Result<Answer, PersonError> {
        let mut options = json!({});
        if let Some((option, value)) = option {
            options[option] = json!(value);
        }
        let body = json!({ "channel_id": channel, "name": name, "options": options });
        self.act("/commands", body).await
    }

    /// The completions for a command's option.
    pub async fn complete(
        &self,
        channel: Id,
        name: &str,
        option: &str,
        text: &str,
    ) -> Result<Vec<String>, PersonError> {
        let body = json!({ "channel_id": channel, "name": name, "options": { option: text }, "focused": option });
        let answer = ask(self.request(Method::POST, "/autocomplete").json(&body)).await?;
        let value = |choice: &Value| choice["value"].as_str().map(str::to_owned);
        Ok(items(&answer["choices"]).filter_map(value).collect())
    }

    async fn act(&self, path: &str, body: Value) -> Result<Answer, PersonError> {
        let mut outcome = ask(self.request(Method::POST, path).json(&body)).await?;
        // An acknowledgement without a message needs no answer. But an ephemeral message will be
        // edited.
        let private = outcome["message"]["ephemeral"] == true;
        if outcome["kind"] == "deferred" || outcome["kind"] == "deferred_update" && private {
            let id = outcome["interaction_id"].as_str().unwrap_or_default();
            let path = format!("/interactions/{id}?wait_ms={ANSWER_WAIT_MS}");
            outcome = ask(self.request(Method::GET, &path)).await?;
        }
        Ok(Answer {
            failed: outcome["kind"] == "failed" || outcome["state"] == "failed",
            message: Message::read(&outcome["message"]),
        })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }
}

/// A channel as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    pub id: Id,
    pub is_direct: bool,
    pub is_unread: bool,
    pub last_message: Option<Id>,
}

impl Channel {
    fn read(value: &Value) -> Option<Channel> {
        Some(Channel {
            id: value["id"].as_str()?.parse().ok()?,
            is_direct: value["type"] == 1,
            is_unread: value["unread"].as_u64().unwrap_or_default() > 0,
            last_message: value["last_message_id"]
                .as_str()
                .and_then(|id| id.parse().ok()),
        })
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// The answer's JSON, null if there is none. A refusal is an error with the server's words.
async fn ask(request: RequestBuilder) -> Result<Value, PersonError> {
    let response = request.send().await?;
    let good = response.status().is_success();
    let text = response.text().await?;
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    if good {
        Ok(value)
    } else {
        let sentence = value["error"].as_str().unwrap_or(&text);
        Err(PersonError::Refused(sentence.to_owned()))
    }
}
