//! Connecting: the same client for the real Discord and a local one; only the address differs.

use std::fs::{File, TryLockError};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use reqwest::header::HeaderValue;
use serde::de::IgnoredAny;
use serenity::all::{
    ApplicationId, ClientBuilder, GatewayError, GatewayIntents, Http, HttpBuilder, HttpError,
    Route, UserId,
};
use tokio::task::JoinSet;

use super::framework::Commands;
use super::{handler, revive};
use crate::discord::faces::FaceCache;
use crate::discord::pool::Pool;
use crate::discord::rest::{Call, Failure, Rest};
use crate::discord::server::{events, locks, roles, storage};
use crate::discord::{Data, Fault, commands, computer, postman};
use crate::referee::Referee;
use crate::store::Backups;

/// Where to connect, and as whom.
#[derive(Clone)]
pub struct Connection {
    pub token: String,
    /// None: the real Discord. Some: a local Discord's address, `http://127.0.0.1:PORT`.
    pub local: Option<String>,
    /// How long a message has to be there before a press of its controls counts.
    pub settles: Duration,
    /// The backups that are made meanwhile; None if there are to be none.
    pub backups: Option<Arc<Backups>>,
}

/// [`Connection::settles`] for people: the second of two quick taps comes sooner, and nobody has
/// read by then what appeared under their thumb.
pub const SETTLES: Duration = Duration::from_millis(400);

/// Why the bot cannot run, as one sentence for the person who started it.
#[derive(Debug, thiserror::Error)]
pub enum DiscordError {
    #[error("Discord refused the token; copy it again from the developer portal, under “Bot”")]
    TokenRefused,
    #[error("Discord refused the gateway intents that Dealer asks for")]
    IntentsRefused,
    /// Discord was not reached: another try may work.
    #[error("can't reach Discord: {0}")]
    Unreachable(String),
    #[error("Discord refused to say who Dealer is: {0}")]
    Refused(String),
    #[error(
        "the token has characters that no token has; copy it again from the developer portal, \
         under “Bot”"
    )]
    TokenUnreadable,
    #[error("Discord refused the commands: {0}")]
    CommandsRefused(String),
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
    #[error(
        "another Dealer runs on this machine with the same token; stop that one first, or give \
         this one a bot of its own"
    )]
    TokenInUse,
}

/// So that no request hangs for ever.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Interactions need no intent. The intents for messages are for noticing deleted boards and
/// answering direct messages. None of these is privileged.
const INTENTS: GatewayIntents = GatewayIntents::GUILDS
    .union(GatewayIntents::GUILD_MESSAGES)
    .union(GatewayIntents::DIRECT_MESSAGES);

/// The pause before the second attempt to start. It doubles each time, up to a minute.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Runs the bot until `stop` resolves. While Discord cannot be reached, or has trouble, it keeps
/// trying, and logs that.
///
/// # Errors
/// Why it cannot run, in one sentence: a cause that no retry can fix.
pub async fn run(
    referee: Referee,
    connection: Connection,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), DiscordError> {
    let mut stop = std::pin::pin!(stop);
    let mut pause = FIRST_PAUSE;
    loop {
        let started = Instant::now();
        let problem = match run_once(&referee, &connection, &mut stop).await {
            Err(DiscordError::Unreachable(problem)) => problem,
            ended => return ended,
        };
        if started.elapsed() > LONGEST_PAUSE {
            // It was connected meanwhile.
            pause = FIRST_PAUSE;
        }
        let seconds = pause.as_secs();
        tracing::warn!("can't reach Discord ({problem}); trying again in {seconds} s");
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = &mut stop => return Ok(()),
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn run_once(
    referee: &Referee,
    connection: &Connection,
    stop: &mut (impl Future<Output = ()> + Send + Unpin),
) -> Result<(), DiscordError> {
    let token = http(connection)?.token().to_owned();
    let rest = Rest::new(
        requests(connection)?,
        &token,
        connection.local.clone(),
        referee.clone(),
    );
    let rest = Arc::new(rest);
    let (application, me, commands, shard_count) = tokio::select! {
        begun = begin(&rest) => begun?,
        () = &mut *stop => return Ok(()),
    };
    // Before the first sign of life.
    referee.liveness.divide(shard_count);
    // Bots of two local Discords may have the same id.
    let _only = match connection.local {
        None => only_one(me)?,
        Some(_) => None,
    };
    let draw_pool = Pool::for_pictures();
    let data = Data {
        faces: FaceCache::new(rest.clone(), connection.local.clone(), draw_pool.clone()),
        referee: referee.clone(),
        rest,
        me,
        presence: Arc::default(),
        paces: Arc::default(),
        typed: Arc::default(),
        set_ups: Arc::default(),
        edits: Arc::default(),
        open_panels: Arc::default(),
        server_names: Arc::default(),
        draw_pool,
        think_pool: Pool::for_thoughts(),
        settles: connection.settles,
        backups: connection.backups.clone(),
    };
    let framework_data = data.clone();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands,
            on_error: |error| Box::pin(commands::on_error(error)),
            pre_command: |ctx| Box::pin(commands::heard(ctx)),
            initialize_owners: false,
            ..Default::default()
        })
        .setup(move |_, _, _| Box::pin(async move { Ok(framework_data) }))
        .build();
    // Serenity asks for the gateway's address, and poise answers completions. All other requests go
    // through `rest`.
    let handler = handler::Handler::new(data.clone());
    let http = http(connection)?;
    http.set_application_id(application);
    let mut client = ClientBuilder::new_with_http(http, INTENTS)
        .framework(Commands(framework, data.clone()))
        .event_handler(handler.clone())
        .raw_event_handler(handler)
        .await
        .map_err(gateway_ended)?;
    if let Some(local) = &connection.local {
        // Serenity would fall back to the real gateway if it could not ask for the address.
        let gateway = local.replacen("http", "ws", 1);
        if !client.ws_url.lock().await.starts_with(&gateway) {
            return Err(DiscordError::Unreachable(
                "the local gateway did not answer".to_owned(),
            ));
        }
    }
    let shards = client.shard_manager.clone();
    // These tasks end with this function.
    let mut beside = JoinSet::new();
    beside.spawn(computer::run(data.clone()).boxed());
    beside.spawn(locks::run(data.clone()).boxed());
    beside.spawn(roles::run(data.clone()).boxed());
    beside.spawn(events::run(data.clone()).boxed());
    beside.spawn(storage::run(data.clone()).boxed());
    if let Some(backups) = &connection.backups {
        beside.spawn(storage::back_up(data.clone(), backups.clone()).boxed());
    }
    beside.spawn(revive::run(data.clone(), shards.clone()).boxed());
    beside.spawn(postman::run(data).boxed());
    let ended = tokio::select! {
        ended = client.start_shards(shard_count) => ended.map_err(gateway_ended),
        () = stop => {
            // Shutting down may hang if the server is gone.
            let _ = tokio::time::timeout(Duration::from_secs(3), shards.shutdown_all()).await;
            Ok(())
        }
    };
    beside.shutdown().await;
    ended
}

/// Asks Discord who Dealer is, registers its commands, and asks how many connections to open.
async fn begin(
    rest: &Rest,
) -> Result<(ApplicationId, UserId, Vec<poise::Command<Data, Fault>>, u32), DiscordError> {
    // Learns Discord's time before anything is judged. If there is no answer, the next request
    // reports it.
    let _ = rest.once::<IgnoredAny>(&Call::get(Route::Gateway)).await;
    let (application, me) = rest.who_am_i().await.map_err(refused)?;
    let commands = commands::all();
    let created = commands::registered(&commands);
    let registered = rest.register(application, created).await;
    registered.map_err(|failure| match refused(failure) {
        DiscordError::Refused(problem) => DiscordError::CommandsRefused(problem),
        other => other,
    })?;
    let shard_count = rest.shard_count().await.map_err(refused)?;
    Ok((application, me, commands, shard_count))
}

/// A lock that is held while the bot runs: two processes with one token would both answer
/// everything, and Discord allows that. A process on another machine is not noticed.
fn only_one(bot: UserId) -> Result<Option<File>, DiscordError> {
    let path = std::env::temp_dir().join(format!("dealer-bot-{bot}.lock"));
    // Without the file, it cannot be checked.
    let Ok(file) = File::create(path) else {
        return Ok(None);
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(DiscordError::TokenInUse),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

pub fn requests(connection: &Connection) -> Result<reqwest::Client, DiscordError> {
    let mut client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT);
    if connection.local.is_some() {
        // A proxy from the environment would break requests to this machine.
        client = client.no_proxy();
    }
    client
        .build()
        .map_err(|error| DiscordError::Ended(error.to_string()))
}

fn http(connection: &Connection) -> Result<Http, DiscordError> {
    if HeaderValue::from_str(&connection.token).is_err() {
        return Err(DiscordError::TokenUnreadable);
    }
    let client = requests(connection)?;
    // Serenity's limiter ignores the local address.
    let mut builder = HttpBuilder::new(&connection.token)
        .client(client)
        .ratelimiter_disabled(true);
    if let Some(local) = &connection.local {
        builder = builder.proxy(local);
    }
    Ok(builder.build())
}

/// Why a start fails. Only refusals with one of Discord's codes are final: others come from
/// something in between, or pass.
pub fn refused(failure: Failure) -> DiscordError {
    match &failure {
        Failure::Refused { status: 401, .. } => DiscordError::TokenRefused,
        Failure::Refused { code, .. } if *code != 0 && !failure.is_passing() => {
            DiscordError::Refused(failure.to_string())
        }
        _ => DiscordError::Unreachable(failure.to_string()),
    }
}

fn gateway_ended(error: serenity::Error) -> DiscordError {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => DiscordError::TokenRefused,
        serenity::Error::Gateway(
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents,
        ) => DiscordError::IntentsRefused,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            match response.status_code.as_u16() {
                401 => DiscordError::TokenRefused,
                status => DiscordError::Unreachable(format!("status {status}")),
            }
        }
        // Its text could contain an address with a token.
        serenity::Error::Http(_) => DiscordError::Unreachable("no answer".to_owned()),
        error => DiscordError::Ended(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_discords_own_refusals_end_a_start() {
        let answer = |status, code| Failure::Refused {
            status,
            code,
            said: String::new(),
        };
        let lost = Failure::NoAnswer("no connection".to_owned());
        for (failure, passes) in [
            (lost, true),
            (answer(500, 0), true),
            (answer(403, 0), true),
            (answer(400, 50035), false),
            (answer(401, 0), false),
        ] {
            let said = failure.to_string();
            let passed = matches!(refused(failure), DiscordError::Unreachable(_));
            assert_eq!(passed, passes, "{said}");
        }
    }

    #[test]
    fn a_token_is_used_only_once_at_a_time() {
        // An id that no bot has, different for each process.
        let bot = UserId::new(u64::MAX - u64::from(std::process::id()) - 1);
        let first = only_one(bot).unwrap();
        assert!(matches!(only_one(bot), Err(DiscordError::TokenInUse)));
        drop(first);
        assert!(only_one(bot).is_ok());
    }
}
