//! Events of the gateway except commands: pressed controls, forms, changes in servers, and signs of
//! life.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use games::WallMs;
use serde::Deserialize as _;
use serenity::all::{
    ChannelId, ChunkGuildFilter, Context, Event, EventHandler, Guild, GuildChannel, GuildId,
    GuildMemberUpdateEvent, Interaction, Member, Message, MessageId, MessageUpdateEvent,
    PartialGuild, PartialGuildChannel, RawEventHandler, Ready, Role, RoleId, UnavailableGuild,
};
use serenity::async_trait;

use super::invitation;
use super::missed;
use crate::discord::pressed;
use crate::discord::server::{channel_check, joined};
use crate::discord::{Data, direct};
use crate::referee::Core;
use crate::store::{ServerId, Shard, StoreError};

/// The handler that serenity calls.
#[derive(Clone)]
pub struct Handler {
    data: Data,
    asked: Arc<Mutex<Reachable>>,
    /// Servers in which something has changed: their matches' channels will be checked soon.
    changed: Arc<Mutex<BTreeSet<ServerId>>>,
}

/// Changes that belong together come within this time, so the check waits for the last of them.
const TOGETHER: Duration = Duration::from_secs(1);

/// Servers and connections through which to ask for a sign of life.
#[derive(Default)]
struct Reachable {
    /// The servers that the bot is in.
    guilds: BTreeMap<ServerId, Seen>,
    /// The connections that are open now, by their shards.
    connections: BTreeMap<u32, Context>,
}

/// What Discord has said of a server.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// It is unavailable, and comes back by itself.
    Away,
    /// Only that the bot is in it.
    Named,
    There,
}

impl Handler {
    pub fn new(data: Data) -> Handler {
        Handler {
            data,
            asked: Arc::default(),
            changed: Arc::default(),
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        // Without systemd nobody is told.
        #[cfg(unix)]
        let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
        if ready.guilds.is_empty() && ready.shard.is_none_or(|shard| shard.total == 1) {
            let link = invitation::link(ready.application.id);
            tracing::info!("Dealer isn't in any server yet; this link invites it: {link}");
        }
        let (life, shard) = (self.data.referee.liveness.clone(), ctx.shard_id.get());
        let is_its_own = move |guild: ServerId| life.shard_of(Some(guild)) == shard;
        let guilds: BTreeSet<ServerId> = ready.guilds.iter().map(|guild| guild.id.into()).collect();
        {
            let mut asked = self.asked();
            asked
                .guilds
                .retain(|guild, _| !is_its_own(*guild) || guilds.contains(guild));
            for guild in ready.guilds {
                asked.guilds.entry(guild.id.into()).or_insert(Seen::Named);
            }
        }
        self.prove_through(ctx);
        // First give back the outage that this connection ends.
        self.data.prove(shard);
        self.note("the servers that Dealer is in", move |core, now| {
            core.is_in(&guilds, is_its_own, now)
        })
        .await;
        // In a task, so that events do not have to wait for it.
        let data = self.data.clone();
        let looking = async move {
            if let Err(error) = missed::deleted(&data).await {
                tracing::warn!("can't look for what was deleted in an outage: {error}");
            }
        };
        tokio::spawn(looking.boxed());
        let data = self.data.clone();
        let looking = async move {
            if let Err(error) = missed::take(&data).await {
                tracing::warn!("can't look for what was typed in an outage: {error}");
            }
        };
        tokio::spawn(looking.boxed());
    }

    async fn guild_create(&self, _ctx: Context, guild: Guild, _is_new: Option<bool>) {
        self.data.name_server(guild.id.into(), guild.name.clone());
        if self.there(guild.id.into()).await.is_none() {
            let data = self.data.clone();
            tokio::spawn(async move { joined::greet(&data, &guild).await }.boxed());
        }
    }

    async fn guild_update(&self, _ctx: Context, _old: Option<Guild>, new: PartialGuild) {
        self.data.name_server(new.id.into(), new.name);
    }

    async fn guild_delete(&self, _ctx: Context, gone: UnavailableGuild, _full: Option<Guild>) {
        let guild = gone.id.into();
        if gone.unavailable {
            return self.away(guild).await;
        }
        self.asked().guilds.remove(&guild);
        self.note("taken out of a server", move |core, now| {
            core.removed_from(guild, now)
        })
        .await;
    }

    async fn channel_delete(
        &self,
        _ctx: Context,
        channel: GuildChannel,
        _messages: Option<Vec<Message>>,
    ) {
        let (guild, channel) = (channel.guild_id.into(), channel.id.into());
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
        let thread = thread.id.into();
        self.note("a deleted thread", move |core, now| {
            core.thread_gone(thread, now)?;
            core.channel_gone(thread, now)
        })
        .await;
    }

    async fn thread_update(&self, _ctx: Context, _old: Option<GuildChannel>, new: GuildChannel) {
        self.look_soon(new.guild_id.into());
    }

    async fn channel_update(&self, _ctx: Context, _old: Option<GuildChannel>, new: GuildChannel) {
        self.look_soon(new.guild_id.into());
    }

    async fn guild_role_update(&self, _ctx: Context, _old: Option<Role>, new: Role) {
        self.look_soon(new.guild_id.into());
    }

    /// Without the members intent this only comes for Dealer itself (Discord documentation, "Guild
    /// Member Update").
    async fn guild_member_update(
        &self,
        _ctx: Context,
        _old: Option<Member>,
        _new: Option<Member>,
        event: GuildMemberUpdateEvent,
    ) {
        self.look_soon(event.guild_id.into());
    }

    async fn guild_role_delete(
        &self,
        _ctx: Context,
        guild: GuildId,
        role: RoleId,
        _full: Option<Role>,
    ) {
        let (guild, role) = (guild.into(), role.into());
        self.look_soon(guild);
        self.note("a deleted role", move |core, now| {
            core.role_gone(guild, role, now)
        })
        .await;
    }

    async fn interaction_create(&self, _ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Component(pressed) => pressed::component(&self.data, &pressed).await,
            Interaction::Modal(form) => pressed::modal(&self.data, &form).await,
            // Poise handles commands and completions.
            other => {
                let typed = other.as_command().or(other.as_autocomplete());
                let guild = typed.and_then(|typed| typed.guild_id).map(Into::into);
                self.data.heard(other.id().get(), guild).await;
            }
        }
    }

    async fn message(&self, _ctx: Context, message: Message) {
        direct::take(&self.data, &message).await;
        direct::mentioned(&self.data, &message).await;
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
    fn asked(&self) -> MutexGuard<'_, Reachable> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A server is there. Returns what Discord had said of it before.
    async fn there(&self, guild: ServerId) -> Option<Seen> {
        let before = self.asked().guilds.insert(guild, Seen::There);
        if before != Some(Seen::There) {
            self.note("a server that is back", move |core, now| {
                core.server_back(guild, now);
                Ok(())
            })
            .await;
        }
        before
    }

    /// A server is unavailable. It comes back by itself; until then it counts as an outage there.
    async fn away(&self, guild: ServerId) {
        let before = self.asked().guilds.insert(guild, Seen::Away);
        if before == Some(Seen::Away) {
            return;
        }
        tracing::warn!("server {guild} is unavailable: its clocks are stopped until it's back");
        self.note("a server that is unavailable", move |core, now| {
            core.server_away(guild, now);
            Ok(())
        })
        .await;
    }

    /// Soon checks whether the matches of a server can still be played in their channels.
    fn look_soon(&self, guild: ServerId) {
        let changed = move |changed: &Mutex<BTreeSet<ServerId>>, is_new: bool| {
            let mut changed = changed.lock().unwrap_or_else(PoisonError::into_inner);
            if is_new {
                changed.insert(guild)
            } else {
                changed.remove(&guild)
            }
        };
        if !changed(&self.changed, true) {
            return;
        }
        let (data, all) = (self.data.clone(), self.changed.clone());
        let looking = async move {
            tokio::time::sleep(TOGETHER).await;
            changed(&all, false);
            // When the referee is gone the program is ending.
            let _ = data
                .referee
                .run(move |core, _| core.permissions_changed(guild))
                .await;
            if let Err(error) = channel_check::check_server(&data, guild).await {
                tracing::warn!("can't look at the channels of server {guild}: {error}");
            }
        };
        tokio::spawn(looking.boxed());
    }

    /// Tells the referee about an event. A fault is logged.
    async fn note(
        &self,
        what: &'static str,
        work: impl FnOnce(&mut Core, WallMs) -> Result<(), StoreError> + Send + 'static,
    ) {
        // When the referee is gone the program is ending.
        if let Ok(Err(error)) = self.data.referee.run(work).await {
            tracing::error!("can't store {what}: {error}");
        }
    }

    /// Posts those of these deleted messages again that are still needed.
    async fn repost(&self, messages: Vec<MessageId>) {
        self.note("a deleted post", move |core, now| {
            for message in messages {
                if let Some(row) = core.store().read(|tx| tx.post_of_message(message.into()))? {
                    core.repost_deleted(&row, now);
                }
            }
            Ok(())
        })
        .await;
    }

    /// Whenever the referee wants a sign of life: asks Discord, over each connection, for the bot's
    /// own membership of one of its servers. The answer comes as an event.
    fn prove_through(&self, ctx: Context) {
        let before = {
            let mut asked = self.asked();
            let is_first = asked.connections.is_empty();
            asked.connections.insert(ctx.shard_id.get(), ctx);
            !is_first
        };
        if before {
            return;
        }
        let (data, asked) = (self.data.clone(), self.asked.clone());
        let responder = async move {
            loop {
                let wanted = data.referee.liveness.wanted().await;
                let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
                for shard in wanted {
                    asked.ask(&data, shard);
                }
            }
        };
        tokio::spawn(responder.boxed());
    }
}

impl Reachable {
    fn ask(&self, data: &Data, shard: Shard) {
        let Some(ctx) = self.connections.get(&shard.number) else {
            return;
        };
        let own = self.guilds.iter();
        let own = own.filter(|(guild, seen)| shard.has(**guild) && **seen > Seen::Away);
        match own.max_by_key(|(_, seen)| **seen) {
            Some((guild, _)) => {
                let filter = ChunkGuildFilter::UserIds(vec![data.me]);
                let nonce = Some("alive".to_owned());
                let life = &data.referee.liveness;
                life.ask(shard.number, data.referee.clock.now());
                let (shard, guild) = (&ctx.shard, (*guild).into());
                shard.chunk_guild(guild, None, false, filter, nonce);
            }
            // No match depends on a connection without servers.
            None => data.prove(shard.number),
        }
    }
}

/// Takes every event as a sign that its connection is alive.
#[async_trait]
impl RawEventHandler for Handler {
    async fn raw_event(&self, ctx: Context, event: Event) {
        self.data.prove(ctx.shard_id.get());
        let Event::Unknown(unknown) = event else {
            return;
        };
        if unknown.kind == "GUILD_CREATE"
            && let Ok(guild) = UnavailableGuild::deserialize(&unknown.value)
        {
            // Serenity can't read that a server is unavailable from the beginning (Discord
            // documentation, "Guild Create").
            if guild.unavailable {
                return self.away(guild.id.into()).await;
            }
            self.there(guild.id.into()).await;
        }
        tracing::warn!("can't read an event: {}", unknown.kind);
    }
}
