//! Reopens a gateway connection that serenity has silently given up. It doesn't notice some of
//! Discord's close codes (4003, for example) before its next heartbeat, and its runner ends for
//! good if sending fails (serenity-rs/serenity#3347). Both are noticed here: each check sends
//! something, which ends the runner of a closed connection.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ShardId, ShardManager};
use tokio_tungstenite::tungstenite::Message;

use crate::discord::Data;

/// How often the connections are checked. Discord allows 120 messages a minute.
const EVERY: Duration = Duration::from_secs(2);
/// How long Discord may take to answer what it was asked for over a connection.
const SILENT_MS: u64 = 5_000;
/// After how many checks in a row without any event, though Discord is reachable, a silent
/// connection counts as given up.
const DEAD_AFTER: u32 = 3;
/// If the new connection stays silent too, the wait doubles each time, up to so often: Discord lets
/// a bot open a thousand a day.
const MAX_DOUBLED: u32 = 10;

/// Watches the connections for as long as the bot runs.
pub async fn run(data: Data, shards: Arc<ShardManager>) {
    let life = &data.referee.liveness;
    let mut silences: Vec<_> = life.shards().map(|_| Silence::default()).collect();
    loop {
        tokio::time::sleep(EVERY).await;
        for (shard, silence) in (0..).zip(&mut silences) {
            let now = data.referee.clock.now();
            let silent_ms = life.unanswered_ms(shard, now);
            let has_ended = has_ended(&shards, ShardId(shard)).await;
            // While Discord is unreachable, serenity keeps trying by itself.
            let is_reached = silent_ms >= SILENT_MS && data.rest.is_reached().await;
            if silence.is_given_up(silent_ms, has_ended, is_reached) {
                // Its first event is the answer.
                life.ask(shard, now);
                begin_again(&shards, ShardId(shard)).await;
            }
        }
    }
}

/// How long a connection has been silent.
#[derive(Default)]
struct Silence {
    /// Checks in a row without any event, at which Discord was reachable.
    silent_checks: u32,
    /// How often a new connection was opened since the last event.
    begun: u32,
}

impl Silence {
    /// Counts a check. Returns whether to open the connection again: at once if it has ended,
    /// unless it was just opened for that reason.
    fn is_given_up(&mut self, silent_ms: u64, has_ended: bool, is_reached: bool) -> bool {
        if silent_ms == 0 {
            *self = Silence::default();
        }
        self.silent_checks = if is_reached {
            self.silent_checks + 1
        } else {
            0
        };
        let is_dead = self.silent_checks >= DEAD_AFTER << self.begun.min(MAX_DOUBLED);
        let given_up = is_dead || (has_ended && self.begun == 0);
        if given_up {
            self.silent_checks = 0;
            self.begun += 1;
        }
        given_up
    }
}

/// Whether a connection's runner has ended without being replaced. If not, sends something that
/// Discord doesn't answer.
async fn has_ended(shards: &ShardManager, shard: ShardId) -> bool {
    let runners = shards.runners.lock().await;
    let Some(runner) = runners.get(&shard).map(|runner| &runner.runner_tx) else {
        // Serenity is just connecting.
        return false;
    };
    // Serenity shows it nowhere else.
    let has_ended = format!("{runner:?}").contains("closed: true");
    if !has_ended {
        runner.websocket_message(Message::Pong(Vec::new()));
    }
    has_ended
}

/// Opens a connection again, unless serenity is just doing so.
async fn begin_again(shards: &ShardManager, shard: ShardId) {
    if shards.has(shard).await {
        tracing::warn!("Discord has closed a connection or sends nothing: connecting again");
        // If the old one still exists after all, this ends it. If not, serenity would wait for it.
        shards.shutdown_finished(shard);
        shards.restart(shard).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::{SinkExt as _, StreamExt as _};
    use serenity::all::{ClientBuilder, GatewayIntents, HttpBuilder};
    use tokio::net::TcpListener;
    use tokio::sync::mpsc;
    use tokio_tungstenite::accept_async;
    use tokio_tungstenite::tungstenite::protocol::CloseFrame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

    use super::*;

    #[test]
    fn silence_counts_only_while_discord_is_reachable() {
        let mut silence = Silence::default();
        let mut snapshot = |times: u32, is_silent: bool, is_reached: bool| -> u32 {
            let silent_ms = u64::from(is_silent) * SILENT_MS;
            let silent_checks =
                (0..times).map(|_| silence.is_given_up(silent_ms, false, is_reached));
            silent_checks.map(u32::from).sum()
        };
        assert_eq!(snapshot(50, false, false), 0, "not silent");
        assert_eq!(snapshot(DEAD_AFTER - 1, true, true), 0);
        assert_eq!(snapshot(50, true, false), 0, "an outage");
        assert_eq!(snapshot(DEAD_AFTER - 1, true, true), 0);
        assert_eq!(snapshot(1, true, true), 1);
        // The next connection starts later.
        assert_eq!(snapshot(2 * DEAD_AFTER - 1, true, true), 0);
        assert_eq!(snapshot(1, true, true), 1);
        assert_eq!(snapshot(1, false, false), 0, "something arrived");
        assert_eq!(snapshot(DEAD_AFTER, true, true), 1);
        // A day of silence has 43,200 looks. It must not use up Discord's thousand connections.
        assert!(snapshot(43_200, true, true) < 30);
    }

    #[test]
    fn an_ended_connection_waits_for_nothing_once() {
        let mut silence = Silence::default();
        assert!(silence.is_given_up(0, true, false));
        // Discord ends the new one at once.
        assert!(!silence.is_given_up(2_000, true, false));
        let silent_checks = (0..2 * DEAD_AFTER).map(|_| silence.is_given_up(SILENT_MS, true, true));
        assert_eq!(silent_checks.map(u32::from).sum::<u32>(), 1);
        // Something arrived over the next, and then it ended.
        assert!(silence.is_given_up(0, true, false));
    }

    /// A gateway that says hello, reports everybody who identifies, and closes the first connection
    /// then with a code that serenity doesn't notice.
    async fn gateway(listener: TcpListener, identified: mpsc::UnboundedSender<()>) {
        let has_closed = Arc::new(AtomicBool::new(false));
        while let Ok((stream, _)) = listener.accept().await {
            let (identified, has_closed) = (identified.clone(), has_closed.clone());
            tokio::spawn(async move {
                // Serenity first asks it for an address over HTTP, which fails.
                let Ok(mut socket) = accept_async(stream).await else {
                    return;
                };
                let hello = r#"{"op":10,"d":{"heartbeat_interval":45000}}"#;
                socket.send(Message::Text(hello.into())).await.unwrap();
                while let Some(Ok(said)) = socket.next().await {
                    if said.to_text().is_ok_and(|said| said.contains(r#""op":2,"#)) {
                        identified.send(()).unwrap();
                        if !has_closed.swap(true, Ordering::Relaxed) {
                            let frame = CloseFrame {
                                code: CloseCode::from(4003),
                                reason: "Not authenticated.".into(),
                            };
                            socket.close(Some(frame)).await.unwrap();
                        }
                    }
                }
            });
        }
    }

    #[tokio::test]
    async fn a_closed_connection_is_noticed_and_starts_again() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (identified, mut connections) = mpsc::unbounded_channel();
        tokio::spawn(gateway(listener, identified));
        let http = HttpBuilder::new("token")
            .proxy(format!("http://{address}"))
            .ratelimiter_disabled(true)
            .build();
        let intents = GatewayIntents::GUILDS;
        let mut client = ClientBuilder::new_with_http(http, intents).await.unwrap();
        *client.ws_url.lock().await = format!("ws://{address}");
        let shards = client.shard_manager.clone();
        tokio::spawn(async move { client.start().await });
        connections.recv().await.unwrap();

        // What a check sends ends the runner, and a later check sees that.
        let mut checks = 0;
        while !has_ended(&shards, ShardId(0)).await {
            checks += 1;
            assert!(checks < 1_000, "the runner never ends");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        begin_again(&shards, ShardId(0)).await;
        connections.recv().await.unwrap();
    }
}
