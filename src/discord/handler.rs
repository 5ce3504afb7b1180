//! Events of the gateway besides commands: pressed controls, forms, what goes from a server, and signs of life.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use serenity::all::{
    ChannelId, ChunkGuildFilter, Context, Event, EventHandler, Guild, GuildChannel, GuildId,
    Interaction, Message, MessageId, MessageUpdateEvent, PartialGuildChannel, RawEventHandler,
    Ready, Role, RoleId, UnavailableGuild,
};
use serenity::async_trait;

use super::{Data, direct, missed, pressed};
use crate::referee::Core;
use crate::store::StoreError;

/// What serenity calls for pressed controls and the like.
pub struct Handler {
    data: Data,
    /// The servers that the bot is in, in any of which something can be asked.
    guilds: Arc<Mutex<BTreeSet<GuildId>>>,
    /// The task that answers for the connection that is open now.
    proving: Mutex<Option<tokio::task::AbortHandle>>,
}

impl Handler {
    pub fn new(data: Data) -> Handler {
        Handler {
            data,
            guilds: Arc::default(),
            proving: Mutex::default(),
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        {
            let mut guilds = self.guilds();
            guilds.clear();
            guilds.extend(ready.guilds.iter().map(|guild| guild.id));
        }
        self.prove_through(ctx);
        // Whatever comes meanwhile is not to wait for it.
        let data = self.data.clone();
        let looking = async move {
            if let Err(error) = missed::deleted(&data).await {
                tracing::warn!("what was deleted in an outage cannot be looked for: {error}");
            }
        };
        tokio::spawn(looking.boxed());
        let data = self.data.clone();
        let looking = async move {
            if let Err(error) = missed::take(&data).await {
                tracing::warn!("what was typed in an outage cannot be looked for: {error}");
            }
        };
        tokio::spawn(looking.boxed());
    }

    async fn guild_create(&self, _ctx: Context, guild: Guild, _is_new: Option<bool>) {
        self.guilds().insert(guild.id);
    }

    async fn guild_delete(&self, _ctx: Context, gone: UnavailableGuild, _full: Option<Guild>) {
        self.guilds().remove(&gone.id);
        // One that is only unavailable comes back by itself, and is an outage.
        if !gone.unavailable {
            let guild = gone.id.get();
            self.note("taken out of a server", move |core, now| {
                core.removed_from(guild, now)
            })
            .await;
        }
    }

    async fn channel_delete(
        &self,
        _ctx: Context,
        channel: GuildChannel,
        _messages: Option<Vec<Message>>,
    ) {
        let (guild, channel) = (channel.guild_id.get(), channel.id.get());
        self.note("a deleted channel", move |core, now| {
            core.channel_gone(channel, now)?;
            core.doubt_threads(guild)
        })
        .await;
    }

    async fn thread_delete(
        &self,
        _ctx: Context,
        thread: PartialGuildChannel,
        _full: Option<GuildChannel>,
    ) {
        let thread = thread.id.get();
        self.note("a deleted thread", move |core, now| {
            core.thread_gone(thread, now)?;
            core.channel_gone(thread, now)
        })
        .await;
    }

    async fn guild_role_delete(
        &self,
        _ctx: Context,
        guild: GuildId,
        role: RoleId,
        _full: Option<Role>,
    ) {
        let (guild, role) = (guild.get(), role.get());
        self.note("a deleted role", move |core, now| {
            core.role_gone(guild, role, now)
        })
        .await;
    }

    async fn interaction_create(&self, _ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Component(pressed) => pressed::component(&self.data, &pressed).await,
            Interaction::Modal(form) => pressed::modal(&self.data, &form).await,
            // Commands and their completion are poise's.
            other => self.data.heard(other.id().get()).await,
        }
    }

    async fn message(&self, _ctx: Context, message: Message) {
        direct::take(&self.data, &message).await;
    }

    async fn message_update(
        &self,
        _ctx: Context,
        _old: Option<Message>,
        _new: Option<Message>,
        event: MessageUpdateEvent,
    ) {
        direct::edited(&self.data, &event).await;
    }

    async fn message_delete(
        &self,
        _ctx: Context,
        _channel: ChannelId,
        message: MessageId,
        _guild: Option<GuildId>,
    ) {
        self.repost(vec![message]).await;
    }

    async fn message_delete_bulk(
        &self,
        _ctx: Context,
        _channel: ChannelId,
        messages: Vec<MessageId>,
        _guild: Option<GuildId>,
    ) {
        self.repost(messages).await;
    }
}

impl Handler {
    fn guilds(&self) -> std::sync::MutexGuard<'_, BTreeSet<GuildId>> {
        self.guilds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the referee take note of something; a fault is logged.
    async fn note(
        &self,
        what: &'static str,
        work: impl FnOnce(&mut Core, u64) -> Result<(), StoreError> + Send + 'static,
    ) {
        // When the referee is gone the program is ending.
        if let Ok(Err(error)) = self.data.referee.run(work).await {
            tracing::error!("{what} cannot be taken note of: {error}");
        }
    }

    /// Those of these deleted messages that are needed are posted again.
    async fn repost(&self, messages: Vec<MessageId>) {
        self.note("a deleted post", move |core, now| {
            for message in messages {
                if let Some(row) = core.store().read(|tx| tx.post_of_message(message.get()))? {
                    core.repost_deleted(&row, now);
                }
            }
            Ok(())
        })
        .await;
    }

    /// When the referee wants to know whether the connection lives, asks Discord for the bot's own membership of a server: the answer comes as
    /// an event.
    fn prove_through(&self, ctx: Context) {
        let (data, guilds) = (self.data.clone(), self.guilds.clone());
        let asking = async move {
            loop {
                data.referee.life.wanted().await;
                let some_guild = {
                    let guilds = guilds.lock().unwrap_or_else(PoisonError::into_inner);
                    guilds.first().copied()
                };
                // In no server no match is live.
                if let Some(guild) = some_guild {
                    let filter = ChunkGuildFilter::UserIds(vec![data.me]);
                    let nonce = Some("alive".to_owned());
                    data.referee.life.ask(data.referee.clock.now_ms());
                    ctx.shard.chunk_guild(guild, None, false, filter, nonce);
                }
            }
        };
        let task = tokio::spawn(asking.boxed());
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
