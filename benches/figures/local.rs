//! A local Discord with people who press controls in a channel, and a connected bot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dealer::discord::{self, Connection};
use dealer::referee::{Referee, WallClock};
use local_discord::world::Message;
use local_discord::{Id, Sandbox, SandboxConfig, World};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// If a board takes longer than this, something is wrong.
pub const PATIENCE: Duration = Duration::from_secs(300);

pub struct Local {
    pub sandbox: Sandbox,
    pub clock: WallClock,
    client: reqwest::Client,
}

/// A post with a picture.
#[derive(Clone)]
pub struct Board {
    pub id: Id,
    pub channel: Id,
    /// When it was created, in milliseconds since the Unix epoch.
    pub made_ms: u64,
    /// Who is pinged by it.
    pub called: Vec<Id>,
    /// The label and custom id of each control.
    pub controls: Vec<(String, String)>,
}

/// Dealer itself, connected.
pub struct Bot {
    pub referee: Referee,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), discord::DiscordError>>,
}

impl Local {
    pub async fn new(world: World, clock: WallClock) -> Local {
        let time = clock.clone();
        let sandbox = local_discord::start(SandboxConfig {
            listen: "127.0.0.1:0".parse().unwrap(),
            world,
            save_to: None,
            clock: Arc::new(move || time.now().0),
            forward: None,
        });
        Local {
            sandbox: sandbox.await.unwrap(),
            clock,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    /// The newest post of a channel with a picture.
    pub fn board(&self, channel: Id) -> Option<Board> {
        let world = self.sandbox.world();
        let mut messages = world.channels[&channel].messages.values().rev();
        let message = messages.find(|message| !message.attachments.is_empty())?;
        Some(Board {
            id: message.id,
            channel,
            made_ms: message.made_ms,
            called: message.mentions.clone(),
            controls: controls(message),
        })
    }

    /// Waits for a board with a control of the game.
    pub async fn first_board(&self, channel: Id) -> Board {
        let mut board = self.next_board(channel, None).await;
        while board.playing().is_none() {
            board = self.next_board(channel, Some(board.id)).await;
        }
        board
    }

    /// Waits for another board than this.
    pub async fn next_board(&self, channel: Id, before: Option<Id>) -> Board {
        let waited = Instant::now();
        let mut pause = Duration::from_millis(20);
        loop {
            if let Some(board) = self.board(channel)
                && Some(board.id) != before
            {
                return board;
            }
            assert!(waited.elapsed() < PATIENCE, "no board in {channel:?}");
            // A board carries its own creation time. Looking more often would only take processor
            // time away from Dealer.
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_millis(320));
        }
    }

    /// Presses a control and gives the bot's first answer.
    pub async fn press(&self, person: Id, board: &Board, custom_id: &str) -> Value {
        let url = format!("{}/local/as/{person}/components", self.sandbox.url());
        let body =
            json!({ "channel_id": board.channel, "message_id": board.id, "custom_id": custom_id });
        let answer = self.client.post(url).json(&body).send().await.unwrap();
        assert!(answer.status().is_success(), "{answer:?}");
        answer.json().await.unwrap()
    }
}

/// Connects Dealer to the local Discord at this address.
pub fn connect(url: String, referee: Referee, token: String) -> Bot {
    let (stop, stopped) = oneshot::channel();
    let connection = Connection {
        token,
        local: Some(url),
        settles: Duration::ZERO,
        backups: None,
    };
    let running = tokio::spawn(discord::run(referee.clone(), connection, async {
        let _ = stopped.await;
    }));
    Bot {
        referee,
        stop,
        running,
    }
}

impl Bot {
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        self.running.await.unwrap().unwrap();
        self.referee.stop().await;
    }
}

impl Board {
    /// The first control of the game.
    pub fn playing(&self) -> Option<&str> {
        let words = ["first", "second", "left", "right", "up", "down"];
        let mut controls = self.controls.iter();
        let playing = controls.find(|(label, _)| {
            let label = label.to_lowercase();
            words.iter().any(|word| label.contains(word))
        });
        playing.map(|(_, id)| id.as_str())
    }
}

fn controls(message: &Message) -> Vec<(String, String)> {
    let rows = message.components.iter();
    let controls = rows
        .filter_map(|row| row["components"].as_array())
        .flatten();
    let alive = controls.filter(|control| control["disabled"] != true);
    alive
        .map(|control| {
            let text = |key: &str| control[key].as_str().unwrap_or_default().to_owned();
            (text("label"), text("custom_id"))
        })
        .collect()
}
