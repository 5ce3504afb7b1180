//! Named requests to Discord.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use serenity::all::{
    self, ApplicationId, Channel, ChannelType, CreateMessage, GuildChannel, LightMethod, Member,
    Message, MessageId, PartialGuild, Route, TargetId, User, UserId,
};

use super::outgoing::Commands;
use super::{Call, Failure, Reply, Rest};
use crate::store::{Bits, ChannelId, RoleId, ServerId};

/// Anything with an id.
#[derive(Deserialize)]
struct WithId<T> {
    id: T,
}

impl Rest {
    /// The ids of Dealer's application and of its account. Without retries.
    ///
    /// # Errors
    /// What Discord says; the same for all functions below.
    pub async fn who_am_i(&self) -> Result<(ApplicationId, UserId), Failure> {
        let application = Call::get(Route::Oauth2ApplicationCurrent);
        let application: Reply<WithId<ApplicationId>> = self.once(&application).await?;
        let me: Reply<WithId<UserId>> = self.once(&Call::get(Route::UserMe)).await?;
        Ok((application.value.id, me.value.id))
    }

    /// Registers the commands, replacing registered ones. Without retries. From then on, commands
    /// in messages can be tapped.
    pub async fn register(
        &self,
        application_id: ApplicationId,
        commands: Value,
    ) -> Result<(), Failure> {
        let call = Call::of(LightMethod::Put, Route::Commands { application_id });
        let registered: Reply<Vec<Value>> = self.once(&call.json(commands)).await?;
        let _ = self.commands.set(Commands::of(&registered.value));
        Ok(())
    }

    /// A member of a server.
    pub async fn member(&self, server: ServerId, user_id: UserId) -> Result<Member, Failure> {
        let guild_id = server.into();
        let call = Call::get(Route::GuildMember { guild_id, user_id });
        member_of(server, self.ask(&call).await?)
    }

    /// The members of a server after one, at most so many, in the order of their ids.
    pub async fn members(
        &self,
        server: ServerId,
        most: u64,
        after: Option<UserId>,
    ) -> Result<Vec<Member>, Failure> {
        let (guild_id, mut query) = (server.into(), vec![("limit", most.to_string())]);
        query.extend(after.map(|after| ("after", after.to_string())));
        let call = Call::get(Route::GuildMembers { guild_id }).query(query);
        let found: Vec<Value> = self.ask(&call).await?;
        let members = found.into_iter().map(|one| member_of(server, one));
        members.collect()
    }

    /// The members of a server with a name that begins like this, at most so many.
    pub async fn search_members(
        &self,
        server: ServerId,
        name: &str,
        most: u64,
    ) -> Result<Vec<Member>, Failure> {
        let guild_id = server.into();
        let query = vec![("query", name.to_owned()), ("limit", most.to_string())];
        let call = Call::get(Route::GuildMembersSearch { guild_id }).query(query);
        let found: Vec<Value> = self.ask(&call).await?;
        let members = found.into_iter().map(|one| member_of(server, one));
        members.collect()
    }

    /// A server with its roles.
    pub async fn server(&self, server: ServerId) -> Result<PartialGuild, Failure> {
        let guild_id = server.into();
        self.ask(&Call::get(Route::Guild { guild_id })).await
    }

    /// The channels of a server, without its threads.
    pub async fn channels(&self, server: ServerId) -> Result<Vec<GuildChannel>, Failure> {
        let guild_id = server.into();
        let call = Call::get(Route::GuildChannels { guild_id });
        self.ask(&call).await
    }

    /// Creates a channel in a server (Discord documentation, "Create Guild Channel"), or finds the
    /// one that `is_it`.
    pub async fn make_channel(
        &self,
        server: ServerId,
        new: Value,
        is_it: impl Fn(&GuildChannel) -> bool,
    ) -> Result<GuildChannel, Failure> {
        let guild_id = server.into();
        let route = || Route::GuildChannels { guild_id };
        let make = Call::of(LightMethod::Post, route()).json(new);
        self.create(&make, &Call::get(route()), is_it).await
    }

    pub async fn channel(&self, channel: ChannelId) -> Result<Channel, Failure> {
        let channel_id = channel.into();
        self.ask(&Call::get(Route::Channel { channel_id })).await
    }

    /// Whether a channel is a direct message, which nobody else reads. (Moderators may read private
    /// threads and bound channels.) Without retries, since the postman asks.
    pub async fn is_direct(&self, channel: ChannelId) -> Result<bool, Failure> {
        #[derive(Deserialize)]
        struct Found {
            #[serde(rename = "type")]
            kind: ChannelType,
        }
        let channel_id = channel.into();
        let call = Call::get(Route::Channel { channel_id });
        let found: Reply<Found> = self.once(&call).await?;
        Ok(found.value.kind == ChannelType::Private)
    }

    pub async fn user(&self, user_id: UserId) -> Result<User, Failure> {
        self.ask(&Call::get(Route::User { user_id })).await
    }

    /// Gives somebody a role, or takes it away. `reason` is for the server's own audit log.
    pub async fn set_role(
        &self,
        server: ServerId,
        user_id: UserId,
        role: RoleId,
        has: bool,
        reason: &'static str,
    ) -> Result<(), Failure> {
        let method = if has {
            LightMethod::Put
        } else {
            LightMethod::Delete
        };
        let route = Route::GuildMemberRole {
            guild_id: server.into(),
            user_id,
            role_id: role.into(),
        };
        self.tell(&Call::of(method, route).reason(reason)).await
    }

    /// Sets a channel's permission overwrite for a member or a role; None deletes it (Discord
    /// documentation, "Edit Channel Permissions").
    pub async fn set_overwrite(
        &self,
        channel: ChannelId,
        target: u64,
        is_member: bool,
        bits: Option<Bits>,
    ) -> Result<(), Failure> {
        let route = Route::ChannelPermission {
            channel_id: channel.into(),
            target_id: TargetId::new(target),
        };
        let call = match bits {
            Some(Bits { allow, deny }) => Call::of(LightMethod::Put, route).json(json!({
                "type": u8::from(is_member),
                "allow": allow.to_string(),
                "deny": deny.to_string(),
            })),
            None => Call::of(LightMethod::Delete, route),
        };
        self.tell(&call).await
    }

    /// The direct message channel with somebody.
    pub async fn direct(&self, account: UserId) -> Result<ChannelId, Failure> {
        let body = json!({ "recipient_id": account.to_string() });
        let call = Call::of(LightMethod::Post, Route::UserMeDmChannels).json(body);
        Ok(self.ask::<WithId<all::ChannelId>>(&call).await?.id.into())
    }

    /// Posts a message without files. Its nonce keeps it from being posted twice.
    pub async fn post(&self, channel: ChannelId, message: &CreateMessage) -> Result<(), Failure> {
        let body = serde_json::to_value(message);
        let body = body.map_err(|error| Failure::NoAnswer(error.to_string()))?;
        let channel_id = channel.into();
        let route = Route::ChannelMessages { channel_id };
        self.tell(&Call::of(LightMethod::Post, route).json(body))
            .await
    }

    /// A channel's messages before one of them, or its last ones; at most so many, newest first.
    pub async fn messages(
        &self,
        channel: ChannelId,
        most: u8,
        before: Option<MessageId>,
    ) -> Result<Vec<Message>, Failure> {
        let (channel_id, mut query) = (channel.into(), vec![("limit", most.to_string())]);
        query.extend(before.map(|before| ("before", before.to_string())));
        self.ask(&Call::get(Route::ChannelMessages { channel_id }).query(query))
            .await
    }

    /// How many gateway connections Discord wants the bot to open, at least one (Discord
    /// documentation, "Get Gateway Bot").
    pub async fn shard_count(&self) -> Result<u32, Failure> {
        let found: Value = self.ask(&Call::get(Route::GatewayBot)).await?;
        let count = found["shards"].as_u64();
        Ok(count
            .and_then(|count| count.try_into().ok())
            .unwrap_or(1)
            .max(1))
    }

    /// Whether Discord answers at all.
    pub async fn is_reached(&self) -> bool {
        let call = Call::get(Route::Gateway);
        self.once::<IgnoredAny>(&call).await.is_ok()
    }
}

/// Adds the server's id to a member: Discord leaves it out.
fn member_of(server: ServerId, mut found: Value) -> Result<Member, Failure> {
    found["guild_id"] = json!(server.to_string());
    serde_json::from_value(found).map_err(|error| Failure::NoAnswer(error.to_string()))
}
