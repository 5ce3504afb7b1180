//! Reopens a gateway connection that serenity has silently given up. It doesn't notice some of
//! Discord's close codes (4003, for example), and its runner ends for good if sending fails
//! (serenity-rs/serenity#3347): when a sign of life is asked for over a closed connection.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ShardId, ShardManager};

use crate::discord::Data;

/// How often the connections are checked.
const EVERY: Duration = Duration::from_secs(5);
/// After how many checks in a row without any event, though Discord is reachable, a connection
/// counts as given up.
const DEAD_AFTER: u32 = 2;
/// If the new connection stays silent too, the wait doubles each time, up to so often: Discord lets
/// a bot open a thousand a day.
const MOST_DOUBLED: u32 = 9;

/// Watches the connections for as long as the bot runs.
pub async fn run(data: Data, shards: Arc<ShardManager>) {
    let life = &data.referee.liveness;
    let mut silences: Vec<_> = life.shards().map(|_| Silence::default()).collect();
    loop {
        tokio::time::sleep(EVERY).await;
        for (shard, silence) in (0..).zip(&mut silences) {
            let now = data.referee.clock.now_ms();
            let silent_ms = life.asked_in_vain_ms(shard, now);
            let is_silent = u128::from(silent_ms) >= EVERY.as_millis();
            // While Discord is unreachable, serenity keeps trying by itself.
            let is_reached = is_silent && data.rest.is_reached().await;
            if silence.is_given_up(is_silent, is_reached) {
                begin_again(&shards, ShardId(shard)).await;
            }
        }
    }
}

/// How long a connection has been silent.
#[derive(Default)]
struct Silence {
    /// Checks in a row without any event, at which Discord was reachable.
    looks: u32,
    /// How often a new connection was opened since the last event.
    begun: u32,
}

impl Silence {
    /// Counts a check. Returns whether to open the connection again.
    fn is_given_up(&mut self, is_silent: bool, is_reached: bool) -> bool {
        if !is_silent {
            *self = Silence::default();
            return false;
        }
        self.looks = if is_reached { self.looks + 1 } else { 0 };
        let given_up = self.looks >= DEAD_AFTER << self.begun.min(MOST_DOUBLED);
        if given_up {
            self.looks = 0;
            self.begun += 1;
        }
        given_up
    }
}

/// Opens a connection again, unless serenity is just doing so.
async fn begin_again(shards: &ShardManager, shard: ShardId) {
    if shards.has(shard).await {
        tracing::warn!("Discord is reachable but sends nothing: connecting again");
        // If the old one still exists after all, this ends it. If not, serenity would wait for it.
        shards.shutdown_finished(shard);
        shards.restart(shard).await;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt as _, StreamExt as _};
    use serenity::all::{ClientBuilder, GatewayIntents, HttpBuilder};
    use tokio::net::TcpListener;
    use tokio::sync::mpsc;
    use tokio_tungstenite::accept_async;
    use tokio_tungstenite::tungstenite::Message;

    use super::*;

    #[test]
    fn silence_counts_only_while_discord_is_reachable() {
        let mut silence = Silence::default();
        let mut look = |times: u32, is_silent: bool, is_reached: bool| -> u32 {
            let looks = (0..times).map(|_| silence.is_given_up(is_silent, is_reached));
            looks.map(u32::from).sum()
        };
        assert_eq!(look(50, false, false), 0, "not silent");
        assert_eq!(look(DEAD_AFTER - 1, true, true), 0);
        assert_eq!(look(50, true, false), 0, "an outage");
        assert_eq!(look(DEAD_AFTER - 1, true, true), 0);
        assert_eq!(look(1, true, true), 1);
        // The next connection starts later.
        assert_eq!(look(2 * DEAD_AFTER - 1, true, true), 0);
        assert_eq!(look(1, true, true), 1);
        assert_eq!(look(1, false, false), 0, "something arrived");
        assert_eq!(look(DEAD_AFTER, true, true), 1);
        // A day of silence has 17,280 looks. It must not use up Discord's thousand connections.
        assert!(look(17_280, true, true) < 30);
    }

    /// A gateway that says hello and reports everybody who identifies.
    async fn gateway(listener: TcpListener, identified: mpsc::UnboundedSender<()>) {
        while let Ok((stream, _)) = listener.accept().await {
            let identified = identified.clone();
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
                    }
                }
            });
        }
    }

    #[tokio::test]
    async fn a_connection_that_was_given_up_starts_again() {
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

        // A message after the close ends the shard's runner, and nothing follows.
        let tx = shards.runners.lock().await[&ShardId(0)].runner_tx.clone();
        tx.shutdown_clean();
        tx.websocket_message(Message::Text("alive".into()));
        let more = tokio::time::timeout(Duration::from_secs(8), connections.recv()).await;
        assert!(more.is_err(), "serenity has connected again by itself");
        begin_again(&shards, ShardId(0)).await;
        connections.recv().await.unwrap();
    }
}
