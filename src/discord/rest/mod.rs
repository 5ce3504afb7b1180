//! Every request to Discord's HTTP API goes through here. Serenity's own client neither tells how
//! long to wait after a refusal nor retries. Here, limits are read from Discord's answers (Discord
//! documentation, "Rate Limits"). The caller decides how patient to be: the postman has its own
//! pace and uses [`Rest::once`]; everybody else retries (`patience.rs`).

mod calls;
mod limits;
mod outgoing;
mod patience;

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use games::WallMs;
use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH, DATE, HeaderMap, USER_AGENT};
use reqwest::multipart::{Form, Part};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use serenity::all::{CreateAttachment, LightMethod, Route};

use crate::referee::Referee;
use crate::referee::postal::codes;
use limits::Limits;
use outgoing::Commands;

pub use outgoing::as_typed;
pub use patience::{SLOW, request_deferral, with_deferral};

/// The HTTP client of the bot.
pub struct Rest {
    client: reqwest::Client,
    /// The `Authorization` header: `Bot …`.
    token: String,
    local: Option<String>,
    referee: Referee,
    limits: Mutex<Limits>,
    /// Set once the commands are registered.
    commands: OnceLock<Commands>,
}

/// A request, which can be repeated.
pub struct Call<'a> {
    method: LightMethod,
    route: Route<'a>,
    query: Vec<(&'static str, String)>,
    body: Option<Value>,
    files: Vec<CreateAttachment>,
    reason: Option<&'static str>,
}

/// An answer, and how long requests of the same kind have to rest (milliseconds).
pub struct Reply<T> {
    pub value: T,
    pub rest_ms: u64,
}

/// Why a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// Discord refused (Discord documentation, "HTTP Response Codes" and "JSON Error Codes"). The
    /// code is 0 if there is none. `said`: Discord's own words, and what is wrong with which field.
    #[error("{said} (status {status}, code {code})")]
    Refused {
        status: u16,
        code: i64,
        said: String,
    },
    /// A rate limit. The code is 0 except for some limits (Discord documentation, "Rate Limit
    /// Response Structure").
    #[error("Discord asks for a pause of {wait_ms} ms (code {code})")]
    Limited {
        wait_ms: u64,
        global: bool,
        code: i64,
    },
    /// No answer: it may or may not have been carried out.
    #[error("{0}")]
    NoAnswer(String),
}

/// The JSON of a refusal.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Problem {
    code: i64,
    message: String,
    errors: Value,
    retry_after: Option<f64>,
    global: bool,
}

const NAME: &str = concat!("DiscordBot (Dealer, ", env!("CARGO_PKG_VERSION"), ")");

/// How long to wait for a limit if Discord does not say.
const UNSAID_MS: u64 = 1_000;
/// The same for edits of old messages, whose limit lasts for minutes.
const UNSAID_EDITS_MS: u64 = 60_000;

impl<'a> Call<'a> {
    pub fn get(route: Route<'a>) -> Call<'a> {
        Call::of(LightMethod::Get, route)
    }

    pub fn of(method: LightMethod, route: Route<'a>) -> Call<'a> {
        Call {
            method,
            route,
            query: Vec::new(),
            body: None,
            files: Vec::new(),
            reason: None,
        }
    }

    /// Adds query parameters.
    pub fn query(mut self, query: Vec<(&'static str, String)>) -> Call<'a> {
        self.query = query;
        self
    }

    pub fn json(mut self, body: Value) -> Call<'a> {
        self.body = Some(body);
        self
    }

    /// Adds the JSON of a message and its files.
    pub fn sending(self, mut message: Value, files: Vec<CreateAttachment>) -> Call<'a> {
        list_files(&mut message, &files);
        self.json(message).files(files)
    }

    /// Adds files that the JSON lists already ([`list_files`]).
    pub fn files(mut self, files: Vec<CreateAttachment>) -> Call<'a> {
        self.files = files;
        self
    }

    /// Adds a reason for the server's own audit log, percent-encoded.
    pub fn reason(mut self, reason: &'static str) -> Call<'a> {
        self.reason = Some(reason);
        self
    }

    /// Whether it answers an interaction, which does not count for the bot's limits (Discord
    /// documentation, "Global Rate Limit").
    fn is_answer(&self) -> bool {
        matches!(
            self.route,
            Route::InteractionResponse { .. }
                | Route::WebhookOriginalInteractionResponse { .. }
                | Route::WebhookFollowupMessage { .. }
                | Route::WebhookFollowupMessages { .. }
        )
    }
}

/// Lists a message's files in its JSON, if there are any.
pub fn list_files(message: &mut Value, files: &[CreateAttachment]) {
    if files.is_empty() {
        return;
    }
    let listed = files.iter().enumerate().map(|(id, file)| {
        json!({ "id": id, "filename": file.filename, "description": file.description })
    });
    message["attachments"] = listed.collect();
}

impl Failure {
    /// The code of a refusal; 0 without a code or an answer.
    pub fn code(&self) -> i64 {
        match self {
            Failure::Refused { code, .. } | Failure::Limited { code, .. } => *code,
            Failure::NoAnswer(_) => 0,
        }
    }

    /// Whether a permission is missing.
    pub fn is_forbidden(&self) -> bool {
        matches!(self, Failure::Refused { status: 403, .. })
    }

    /// Whether it may work in a moment: Discord has set a limit, is in trouble or gave no answer.
    pub fn is_passing(&self) -> bool {
        match self {
            Failure::Refused { status, code, .. } => {
                *status >= 500 || *code == codes::OPENED_TOO_FAST
            }
            Failure::Limited { .. } | Failure::NoAnswer(_) => true,
        }
    }

    /// Whether it is unknown if the request was carried out.
    fn is_doubtful(&self) -> bool {
        match self {
            Failure::Refused { status, .. } => *status >= 500,
            Failure::Limited { .. } => false,
            Failure::NoAnswer(_) => true,
        }
    }
}

impl Rest {
    /// `local`: an address in place of Discord's. Corrects the referee's clock by Discord's.
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
            limits: Mutex::default(),
            commands: OnceLock::new(),
        }
    }

    /// Whether it is a local Discord.
    pub fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// Makes a request once, without retries.
    ///
    /// # Errors
    /// Why it brought nothing.
    pub async fn once<T: DeserializeOwned>(&self, call: &Call<'_>) -> Result<Reply<T>, Failure> {
        let reply = self.fire(self.request(call)).await;
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        limits.note(call, &reply, Instant::now());
        reply
    }

    fn request(&self, call: &Call<'_>) -> reqwest::RequestBuilder {
        let path = call.route.path();
        let address = match &self.local {
            Some(local) => path.replace("https://discord.com", local.trim_end_matches('/')),
            None => path.into_owned(),
        };
        let mut request = self
            .client
            .request(call.method.reqwest_method(), address)
            .header(AUTHORIZATION, &self.token)
            .header(USER_AGENT, NAME)
            .query(&call.query);
        if let Some(reason) = call.reason {
            request = request.header("x-audit-log-reason", reason);
        }
        let none_yet = Commands::default();
        let commands = self.commands.get().unwrap_or(&none_yet);
        let body = call.body.as_ref();
        let body = body.map(|body| commands.prepare(call.method, body));
        match body {
            Some(body) if call.files.is_empty() => request.json(&body),
            Some(body) => {
                let mut form = Form::new().text("payload_json", body.to_string());
                for (id, file) in call.files.iter().enumerate() {
                    let part = Part::bytes(file.data.clone()).file_name(file.filename.clone());
                    form = form.part(format!("files[{id}]"), part);
                }
                request.multipart(form)
            }
            // Discord requires a length even without a body.
            None => request.header(CONTENT_LENGTH, 0),
        }
    }

    async fn fire<T: DeserializeOwned>(
        &self,
        request: reqwest::RequestBuilder,
    ) -> Result<Reply<T>, Failure> {
        let asked_ms = self.referee.clock.now();
        let answer = request.send().await.map_err(lost)?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        // A local Discord uses the referee's clock anyway.
        if let (Some(date_ms), None) = (date_ms(&headers), &self.local) {
            let heard = self
                .referee
                .heard_time(asked_ms, date_ms, Some(date_ms + 999));
            let gone = |error: crate::referee::RefereeGone| Failure::NoAnswer(error.to_string());
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
        Err(refusal(status.as_u16(), &headers, &bytes))
    }
}

/// The failure of a request without an answer. Leaves the address out, which may contain a token.
fn lost(error: reqwest::Error) -> Failure {
    Failure::NoAnswer(if error.is_timeout() {
        "no answer in time".to_owned()
    } else if error.is_connect() {
        "no connection".to_owned()
    } else if error.is_builder() {
        "can't send the request: the token has characters that no token has".to_owned()
    } else {
        error.without_url().to_string()
    })
}

/// Reads a refusal, from Discord or from something in between that does not use Discord's JSON.
fn refusal(status: u16, headers: &HeaderMap, body: &[u8]) -> Failure {
    let problem: Problem = serde_json::from_slice(body).unwrap_or_default();
    let code = problem.code;
    if status == 429 {
        let said = problem
            .retry_after
            .or_else(|| number(headers, "retry-after"));
        let unsaid = match code {
            codes::OLD_EDITS => UNSAID_EDITS_MS,
            _ => UNSAID_MS,
        };
        let everywhere = headers.contains_key("x-ratelimit-global");
        return Failure::Limited {
            wait_ms: said.map_or(unsaid, ms),
            global: problem.global || everywhere,
            code,
        };
    }
    let said = match (problem.message.as_str(), &problem.errors) {
        ("", _) => "Discord refused it".to_owned(),
        (message, Value::Null) => message.to_owned(),
        (message, errors) => format!("{message}: {errors}"),
    };
    Failure::Refused { status, code, said }
}

/// When an answer was written, by the server's clock: milliseconds since the Unix epoch, in whole
/// seconds.
fn date_ms(headers: &HeaderMap) -> Option<WallMs> {
    let date = headers.get(DATE)?.to_str().ok()?;
    let date = jiff::fmt::rfc2822::parse(date).ok()?;
    let ms = date.timestamp().as_millisecond();
    ms.try_into().ok().map(WallMs)
}

/// How long the rate limit's bucket stays empty, in milliseconds.
fn rest_ms(headers: &HeaderMap) -> u64 {
    match number(headers, "x-ratelimit-remaining") {
        Some(0.0) => number(headers, "x-ratelimit-reset-after").map_or(0, ms),
        _ => 0,
    }
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

/// Converts Discord's seconds to milliseconds, rounded up; at most an hour, so that a nonsensical
/// value does not stop all posts for ever.
fn ms(seconds: f64) -> u64 {
    let most = Duration::from_secs(60 * 60).as_millis() as f64;
    (seconds * 1000.0).ceil().clamp(0.0, most) as u64
}

/// How long to wait after a refusal in work that makes one request after another: then refusals
/// stay within the limit of ten minutes (Discord documentation, "Rate Limits", "Invalid Request
/// Limit").
pub const AFTER_REFUSAL: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_dates_are_read() {
        let mut headers = HeaderMap::new();
        assert_eq!(date_ms(&headers), None);
        headers.insert(DATE, "Thu, 01 Jan 1970 00:01:01 GMT".parse().unwrap());
        assert_eq!(date_ms(&headers), Some(WallMs(61_000)));
    }

    #[test]
    fn a_limit_says_how_long_to_wait() {
        let own =
            r#"{"message": "You are being rate limited.", "retry_after": 0.25, "global": false}"#;
        let everywhere = r#"{"message": "…", "retry_after": 2, "global": true}"#;
        let old = r#"{"message": "Maximum number of edits …", "code": 30046}"#;
        for (body, header, expected) in [
            (own, Some("1"), (250, false, 0)),
            (everywhere, None, (2_000, true, 0)),
            ("", Some("3"), (3_000, false, 0)),
            ("<html>", None, (UNSAID_MS, false, 0)),
            (old, None, (UNSAID_EDITS_MS, false, 30046)),
            (old, Some("9"), (9_000, false, 30046)),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(seconds) = header {
                headers.insert("retry-after", seconds.parse().unwrap());
            }
            let Failure::Limited {
                wait_ms,
                global,
                code,
            } = refusal(429, &headers, body.as_bytes())
            else {
                panic!("{body} is not a limit");
            };
            assert_eq!((wait_ms, global, code), expected, "{body} {header:?}");
        }
    }

    #[test]
    fn discords_limit_headers_are_read() {
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
