//! Connecting: the same client for the real Discord and a local one; only the address differs.

use std::fs::{File, TryLockError};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use serde::de::IgnoredAny;
use serenity::all::{
    ClientBuilder, GatewayError, GatewayIntents, Http, HttpBuilder, HttpError, Route, UserId,
};

use super::postman::rest::Rest;
use super::{
    Data, commands, computer, easel::Easel, faces::FaceCache, framework::Commands, handler,
    postman, revive, rights,
};
use crate::discord::server::locks;
use crate::discord::server::roles;
use crate::referee::Referee;

/// Where to connect, and as whom.
#[derive(Clone)]
pub struct Connection {
    pub token: String,
    /// None: the real Discord. Some: a local Discord's address, `http://127.0.0.1:PORT`.
    pub local: Option<String>,
}

/// Why the bot cannot run, as one sentence for whoever started it.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    #[error("Discord refused the token; copy it anew from the developer portal, under “Bot”")]
    TokenRefused,
    #[error("Discord refused the gateway intents that Dealer asks for")]
    IntentsRefused,
    #[error("Discord could not be reached: {0}")]
    Unreachable(String),
    #[error("Discord refused the commands: {0}")]
    CommandsRefused(String),
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
    #[error(
        "another Dealer runs on this machine with the same token; stop that one first, or give this one a bot of its own"
    )]
    TokenInUse,
}

/// No request may hang for ever.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Interactions need no intent; deleted boards are noticed through messages, and what is typed to Dealer alone is answered. None is privileged.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// Runs the bot until `stop` resolves.
///
/// # Errors
/// One clear sentence on why it cannot run or go on.
pub async fn run(
    referee: Referee,
    connection: Connection,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), DiscordError> {
    let http = Arc::new(http(&connection)?);
    let rest = Rest::new(
        requests(&connection)?,
        http.token(),
        connection.local.clone(),
        referee.clone(),
    );
    // What time it is for Discord is known before anything is judged; when it does not answer, what follows says so.
    let _ = rest.get::<IgnoredAny>(Route::Gateway, &[]).await;
    let application = http.get_current_application_info().await.map_err(refused)?;
    http.set_application_id(application.id);
    let me = http.get_current_user().await.map_err(refused)?.id;
    // As `Client::start_autosharded` asks, but before anything proves alive.
    let count = http.get_bot_gateway().await.map_err(refused)?.shards;
    referee.life.divide(count);
    // A local Discord's bots have numbers that another one's may have too.
    let _only = match connection.local {
        None => only_one(me)?,
        Some(_) => None,
    };
    let commands = commands::all();
    let created = poise::builtins::create_application_commands(&commands);
    let registered = http.create_global_commands(&created).await;
    registered.map_err(|error| match refused(error) {
        DiscordError::Unreachable(problem) => DiscordError::CommandsRefused(problem),
        other => other,
    })?;
    let easel = Easel::default();
    let data = Data {
        faces: FaceCache::new(http.clone(), connection.local.clone(), easel.clone()),
        referee: referee.clone(),
        http: http.clone(),
        me,
        looks: Arc::default(),
        paces: Arc::default(),
        typed: Arc::default(),
        set_ups: Arc::default(),
        easel,
    };
    let framework_data = data.clone();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands,
            on_error: |error| Box::pin(commands::on_error(error)),
            command_check: Some(|ctx| Box::pin(rights::check(ctx))),
            pre_command: |ctx| Box::pin(commands::heard(ctx)),
            ..Default::default()
        })
        .setup(move |_, _, _| Box::pin(async move { Ok(framework_data) }))
        .build();
    // The builder takes the limiter-free client that asks the local Discord, or the real one.
    let mut client =
        ClientBuilder::new_with_http(clone_http(&connection, application.id)?, INTENTS)
            .framework(Commands(framework))
            .event_handler(handler::Handler::new(data.clone()))
            .raw_event_handler(handler::Proof { data: data.clone() })
            .await
            .map_err(refused)?;
    if let Some(local) = &connection.local {
        // Serenity falls back to the real gateway when it cannot ask for the address.
        let gateway = local.replacen("http", "ws", 1);
        if !client.ws_url.lock().await.starts_with(&gateway) {
            return Err(DiscordError::Unreachable(
                "the local gateway did not answer".to_owned(),
            ));
        }
    }
    let playing = tokio::spawn(computer::run(data.clone()).boxed());
    let locking = tokio::spawn(locks::run(data.clone()).boxed());
    let swapping = tokio::spawn(roles::run(data.clone()).boxed());
    let shards = client.shard_manager.clone();
    let reviving = tokio::spawn(revive::run(data.clone(), shards.clone()).boxed());
    let posting = tokio::spawn(postman::run(data, rest).boxed());
    let ended = tokio::select! {
        ended = client.start_shards(count) => ended.map_err(gateway_ended),
        () = stop => {
            // Shutting down may hang when the server is away.
            let _ = tokio::time::timeout(Duration::from_secs(3), shards.shutdown_all()).await;
            Ok(())
        }
    };
    reviving.abort();
    playing.abort();
    locking.abort();
    swapping.abort();
    posting.abort();
    // That it was ended is no news.
    let _ = posting.await;
    ended
}

/// Held as long as the bot runs: two processes with one token would both answer everything. Discord itself lets them; one on another machine is
/// not noticed.
fn only_one(bot: UserId) -> Result<Option<File>, DiscordError> {
    let path = std::env::temp_dir().join(format!("dealer-bot-{bot}.lock"));
    // Where no such file can be made there is nothing to go by.
    let Ok(file) = File::create(path) else {
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(DiscordError::TokenInUse),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

fn requests(connection: &Connection) -> Result<reqwest::Client, DiscordError> {
    let mut client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT);
    if connection.local.is_some() {
        // A proxy of the environment would break loopback.
        client = client.no_proxy();
    }
    client
        .build()
        .map_err(|error| DiscordError::Unreachable(error.to_string()))
}

fn http(connection: &Connection) -> Result<Http, DiscordError> {
    let client = requests(connection)?;
    // Serenity's limiter holds a lock on wall time and ignores the local address: requests queue in the postman instead, one in flight a channel.
    let mut builder = HttpBuilder::new(&connection.token)
        .client(client)
        .ratelimiter_disabled(true);
    if let Some(local) = &connection.local {
        builder = builder.proxy(local);
    }
    Ok(builder.build())
}

fn clone_http(
    connection: &Connection,
    application: serenity::all::ApplicationId,
) -> Result<Http, DiscordError> {
    let http = http(connection)?;
    http.set_application_id(application);
    Ok(http)
}

fn refused(error: serenity::Error) -> DiscordError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            match response.status_code.as_u16() {
                401 => DiscordError::TokenRefused,
                status => DiscordError::Unreachable(format!(
                    "{} (status {status})",
                    response.error.message
                )),
            }
        }
        _ => DiscordError::Unreachable(without_address(&error)),
    }
}

/// An error's words without the address that was asked, which can hold a token.
pub(super) fn without_address(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::Request(error)) if error.is_timeout() => {
            "no answer in time".to_owned()
        }
        serenity::Error::Http(HttpError::Request(error)) if error.is_connect() => {
            "no connection".to_owned()
        }
        serenity::Error::Http(HttpError::Request(_)) => "the request failed".to_owned(),
        serenity::Error::Http(HttpError::InvalidHeader(_)) => {
            "the token has characters that no token has".to_owned()
        }
        error => error.to_string(),
    }
}

fn gateway_ended(error: serenity::Error) -> DiscordError {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => DiscordError::TokenRefused,
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => DiscordError::IntentsRefused,
        error => DiscordError::Ended(without_address(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_token_is_used_once() {
        // No bot's: as large as numbers get, and this process's own.
        let bot = UserId::new(u64::MAX - u64::from(std::process::id()) - 1);
        let first = only_one(bot).unwrap();
        assert!(matches!(only_one(bot), Err(DiscordError::TokenInUse)));
        drop(first);
        assert!(only_one(bot).is_ok());
    }
}
