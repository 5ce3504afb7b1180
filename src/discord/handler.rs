//! Events of the gateway besides commands: pressed controls, forms, deleted boards, and signs of life.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serenity::all::{
    ChannelId, ChunkGuildFilter, Context, Event, EventHandler, Guild, GuildId, Interaction,
    MessageId, RawEventHandler, Ready,
};
use serenity::async_trait;

use super::{Data, pressed};

/// What serenity calls for pressed controls and the like.
pub struct Handler {
    data: Data,
    /// A server that the bot is in, for asking something there; 0 before one is known.
    some_guild: AtomicU64,
    /// The task that answers for the connection that is open now.
    proving: Mutex<Option<tokio::task::AbortHandle>>,
}

impl Handler {
    pub fn new(data: Data) -> Handler {
        Handler {
            data,
            some_guild: AtomicU64::new(0),
            proving: Mutex::default(),
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        if let Some(guild) = ready.guilds.first() {
            self.prove_through(ctx, guild.id);
        }
    }

    async fn guild_create(&self, ctx: Context, guild: Guild, _is_new: Option<bool>) {
        if self.some_guild.load(Ordering::Relaxed) == 0 {
            self.prove_through(ctx, guild.id);
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        self.data.heard(interaction.id()).await;
        match interaction {
            Interaction::Component(pressed) => pressed::component(&self.data, &ctx, &pressed).await,
            Interaction::Modal(form) => pressed::modal(&self.data, &ctx, &form).await,
            // Commands and their completion are poise's.
            _ => {}
        }
    }

    async fn message_delete(
        &self,
        _ctx: Context,
        _channel: ChannelId,
        message: MessageId,
        _guild: Option<GuildId>,
    ) {
        let reposted = self.data.referee.run(move |core, now| {
            let row = core.store().read(|tx| tx.post_of_message(message.get()));
            match row {
                Ok(Some(row)) => core.repost_deleted(&row, now),
                Ok(None) => {}
                Err(error) => tracing::error!("a deleted post cannot be looked up: {error}"),
            }
        });
        // When the referee is gone the program is ending.
        let _ = reposted.await;
    }
}

impl Handler {
    /// When the referee wants to know whether the connection lives, asks Discord for the bot's own membership of a server: the answer comes as
    /// an event.
    fn prove_through(&self, ctx: Context, guild: GuildId) {
        self.some_guild.store(guild.get(), Ordering::Relaxed);
        let data = self.data.clone();
        let task = tokio::spawn(async move {
            loop {
                data.referee.life.wanted().await;
                let filter = ChunkGuildFilter::UserIds(vec![data.me]);
                let nonce = Some("alive".to_owned());
                ctx.shard.chunk_guild(guild, None, false, filter, nonce);
            }
        });
        let mut proving = self.proving.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = proving.replace(task.abort_handle()) {
            before.abort();
        }
    }
}

/// Every event that arrives proves that the connection is alive.
pub struct Proof {
    pub data: Data,
}

#[async_trait]
impl RawEventHandler for Proof {
    async fn raw_event(&self, _ctx: Context, event: Event) {
        self.data.prove();
        if let Event::Unknown(unknown) = event {
            tracing::warn!("an event could not be read: {}", unknown.kind);
        }
    }
}
