//! The postman's requests to Discord's HTTP API. Serenity's own client neither says how long to wait after a refusal nor reads the limits of an
//! answer; here both are read from what Discord sends (Discord documentation, "Rate Limits").

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, DATE, HeaderMap, USER_AGENT};
use reqwest::multipart::{Form, Part};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::all::{ChannelId, ChannelType, CreateAttachment, LightMethod, Route};

use crate::referee::Referee;

/// Where requests go, and in whose name.
pub struct Rest {
    client: reqwest::Client,
    /// As it is sent, `Bot …`.
    token: String,
    local: Option<String>,
    referee: Referee,
}

/// What a request brought, and how long its like has to rest.
pub struct Reply<T> {
    pub value: T,
    pub rest_ms: u64,
}

/// Why a request brought nothing.
pub enum Failure {
    /// Discord documentation, "HTTP Response Codes" and "JSON Error Codes"; the code is 0 where there is none.
    Refused {
        status: u16,
        code: i64,
    },
    Limited {
        wait_ms: u64,
        global: bool,
    },
    NoAnswer(String),
}

/// What Discord writes into a refusal.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Problem {
    code: i64,
    retry_after: Option<f64>,
    global: bool,
}

const NAME: &str = concat!("DiscordBot (Dealer, ", env!("CARGO_PKG_VERSION"), ")");

impl Rest {
    /// `local`: another address than Discord's. The referee's clock is set right by what Discord says what time it is.
    pub fn new(
        client: reqwest::Client,
        token: &str,
        local: Option<String>,
        referee: Referee,
    ) -> Rest {
        Rest {
            client,
            token: token.to_owned(),
            local,
            referee,
        }
    }

    /// Whether it is a local Discord.
    pub fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// Asks for something without a body; `query` is what follows the question mark.
    pub async fn get<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        query: &[(&str, String)],
    ) -> Result<Reply<T>, Failure> {
        let request = self.request(LightMethod::Get, route).query(query);
        self.fire(request).await
    }

    /// Whether a channel is a direct message, which nobody else reads. In a private thread and in a bound channel others may: whoever manages those.
    pub async fn is_direct(&self, channel: u64) -> Result<bool, Failure> {
        #[derive(Deserialize)]
        struct Found {
            #[serde(rename = "type")]
            kind: ChannelType,
        }
        let route = Route::Channel {
            channel_id: ChannelId::new(channel),
        };
        let found: Reply<Found> = self.get(route, &[]).await?;
        Ok(found.value.kind == ChannelType::Private)
    }

    /// Sends JSON, with files where there are any.
    pub async fn send<T: DeserializeOwned>(
        &self,
        method: LightMethod,
        route: Route<'_>,
        mut body: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<Reply<T>, Failure> {
        let request = self.request(method, route);
        if files.is_empty() {
            return self.fire(request.json(&body)).await;
        }
        let listed = files.iter().enumerate().map(|(id, file)| {
            json!({ "id": id, "filename": file.filename, "description": file.description })
        });
        body["attachments"] = listed.collect();
        let mut form = Form::new().text("payload_json", body.to_string());
        for (id, file) in files.into_iter().enumerate() {
            let part = Part::bytes(file.data).file_name(file.filename);
            form = form.part(format!("files[{id}]"), part);
        }
        self.fire(request.multipart(form)).await
    }

    fn request(&self, method: LightMethod, route: Route<'_>) -> reqwest::RequestBuilder {
        let path = route.path();
        let address = match &self.local {
            Some(local) => path.replace("https://discord.com", local.trim_end_matches('/')),
            None => path.into_owned(),
        };
        self.client
            .request(method.reqwest_method(), address)
            .header(AUTHORIZATION, &self.token)
            .header(USER_AGENT, NAME)
    }

    async fn fire<T: DeserializeOwned>(
        &self,
        request: reqwest::RequestBuilder,
    ) -> Result<Reply<T>, Failure> {
        // The address is left out of what is said of an error.
        let lost = |error: reqwest::Error| Failure::NoAnswer(error.without_url().to_string());
        let asked_ms = self.referee.clock.now_ms();
        let answer = request.send().await.map_err(lost)?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        // A local Discord goes by the referee's clock itself.
        if let (Some(date_ms), None) = (date_ms(&headers), &self.local) {
            let heard = self.referee.heard_time(asked_ms, date_ms, date_ms + 999);
            let gone = |error: crate::referee::Gone| Failure::NoAnswer(error.to_string());
            heard.await.map_err(gone)?;
        }
        let bytes = answer.bytes().await.map_err(lost)?;
        if status.is_success() {
            let bytes: &[u8] = if bytes.is_empty() { b"null" } else { &bytes };
            let value = serde_json::from_slice(bytes);
            return Ok(Reply {
                value: value.map_err(|error| Failure::NoAnswer(error.to_string()))?,
                rest_ms: rest_ms(&headers),
            });
        }
        let problem: Problem = serde_json::from_slice(&bytes).unwrap_or_default();
        if status.as_u16() == 429 {
            let said = problem
                .retry_after
                .or_else(|| number(&headers, "retry-after"));
            let everywhere = headers.contains_key("x-ratelimit-global");
            return Err(Failure::Limited {
                wait_ms: said.map_or(1_000, ms),
                global: problem.global || everywhere,
            });
        }
        Err(Failure::Refused {
            status: status.as_u16(),
            code: problem.code,
        })
    }
}

/// When an answer was written, by the server's clock, in whole seconds.
fn date_ms(headers: &HeaderMap) -> Option<u64> {
    let date = headers.get(DATE)?.to_str().ok()?;
    let date = jiff::fmt::rfc2822::parse(date).ok()?;
    u64::try_from(date.timestamp().as_millisecond()).ok()
}

/// How long the bucket is empty.
fn rest_ms(headers: &HeaderMap) -> u64 {
    match number(headers, "x-ratelimit-remaining") {
        Some(0.0) => number(headers, "x-ratelimit-reset-after").map_or(0, ms),
        _ => 0,
    }
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

/// Seconds as Discord writes them, rounded up; at most an hour, so that nothing nonsensical stops all posts for ever.
fn ms(seconds: f64) -> u64 {
    let most = Duration::from_secs(60 * 60).as_millis() as f64;
    (seconds * 1000.0).ceil().clamp(0.0, most) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_http_writes_them() {
        let mut headers = HeaderMap::new();
        assert_eq!(date_ms(&headers), None);
        headers.insert(DATE, "Thu, 01 Jan 1970 00:01:01 GMT".parse().unwrap());
        assert_eq!(date_ms(&headers), Some(61_000));
    }

    #[test]
    fn limits_are_read_as_discord_writes_them() {
        for (remaining, after, rest) in [
            (Some("0"), Some("1.25"), 1_250),
            (Some("0"), Some("0.0001"), 1),
            (Some("0"), None, 0),
            (Some("1"), Some("5"), 0),
            (None, Some("5"), 0),
            (Some("0"), Some("NaN"), 0),
            (Some("0"), Some("1e99"), 3_600_000),
            (Some("0"), Some("-1"), 0),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in [
                ("x-ratelimit-remaining", remaining),
                ("x-ratelimit-reset-after", after),
            ] {
                if let Some(value) = value {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            assert_eq!(rest_ms(&headers), rest, "{remaining:?} {after:?}");
        }
    }
}
