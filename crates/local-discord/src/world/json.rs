//! The world's things as Discord's JSON objects.

use serde_json::{Map, Value, json};

use super::forums::post_json;
use super::permissions::{Overwrite, OverwriteFor};
use super::{
    Application, Channel, ChannelKind, Guild, Id, Role, ScheduledEvent, Thread, User, World,
    timestamp,
};

impl World {
    pub fn user_json(&self, id: Id) -> Value {
        match self.users.get(&id) {
            Some(user) => user_object(user),
            None => {
                json!({ "id": id, "username": "deleted", "discriminator": "0", "global_name": null,
                "avatar": null, "bot": false, "primary_guild": null, "public_flags": 0, "flags": 0 })
            }
        }
    }

    /// A bot as it sees itself.
    pub fn own_user_json(&self, bot: Id) -> Value {
        let mut user = self.user_json(bot);
        merge(
            &mut user,
            json!({ "verified": true, "mfa_enabled": false, "locale": "en-US", "email": null }),
        );
        user
    }

    /// A member without the `user`, for events about messages.
    pub fn partial_member_json(&self, guild: Id, user: Id) -> Option<Value> {
        let member = self.member(guild, user)?;
        Some(json!({
            "roles": member.roles,
            "nick": member.nick,
            "avatar": null,
            "banner": null,
            "joined_at": timestamp(member.joined_ms),
            "premium_since": null,
            "deaf": false,
            "mute": false,
            "flags": 0,
            "pending": false,
            "communication_disabled_until": member.timed_out_until_ms.map(timestamp),
        }))
    }

    pub fn member_json(&self, guild: Id, user: Id) -> Option<Value> {
        let mut member = self.partial_member_json(guild, user)?;
        member["user"] = self.user_json(user);
        Some(member)
    }

    pub fn channel_json(&self, channel: &Channel) -> Value {
        let mut object = json!({
            "id": channel.id,
            "type": channel.kind.number(),
            "flags": 0,
        });
        if channel.kind != ChannelKind::Category {
            object["last_message_id"] = json!(channel.last_message_id);
        }
        if let Some(at_ms) = channel.last_pin_ms {
            object["last_pin_timestamp"] = json!(timestamp(at_ms));
        }
        if channel.is_direct() {
            return object;
        }
        merge(&mut object, channel.settings.shown(channel.kind));
        let place = json!({ "guild_id": channel.guild_id, "name": channel.name,
            "parent_id": channel.parent_id });
        merge(&mut object, place);
        let overwrite = |overwrite: &Overwrite| {
            json!({
                "id": overwrite.id,
                "type": u8::from(overwrite.kind == OverwriteFor::Member),
                "allow": overwrite.allow.to_string(),
                "deny": overwrite.deny.to_string(),
            })
        };
        let more = match &channel.thread {
            Some(thread) => self.thread_json(channel, thread),
            None => json!({
                "position": channel.position,
                "topic": channel.topic,
                "permission_overwrites": channel.overwrites.iter().map(overwrite).collect::<Vec<_>>(),
            }),
        };
        merge(&mut object, more);
        object
    }

    /// What only threads have.
    fn thread_json(&self, channel: &Channel, thread: &Thread) -> Value {
        // The first message of a forum post has the post's id and does not count.
        let first = usize::from(channel.messages.contains_key(&channel.id));
        let mut object = json!({
            "owner_id": thread.owner,
            "message_count": channel.messages.len() - first,
            "total_message_sent": thread.sent.saturating_sub(first),
            "member_count": thread.members.len().min(50),
            "thread_metadata": {
                "archived": thread.archived,
                "locked": thread.locked,
                "invitable": thread.invitable,
                "auto_archive_duration": thread.auto_archive_minutes,
                "archive_timestamp": timestamp(thread.archive_changed_ms),
                "create_timestamp": timestamp(channel.id.made_ms()),
            },
        });
        if self.is_post(channel) {
            merge(&mut object, post_json(&thread.tags, thread.pinned));
        }
        object
    }

    /// A direct message channel as `user` sees it: the other person is the recipient.
    pub fn dm_json(&self, channel: &Channel, user: Id) -> Value {
        let mut object = self.channel_json(channel);
        let partner = channel.partner_of(user);
        object["recipients"] = partner
            .map(|partner| self.user_json(partner))
            .into_iter()
            .collect();
        object
    }

    pub fn thread_member_json(&self, channel: &Channel, user: Id) -> Option<Value> {
        let joined = channel.thread.as_ref()?.members.get(&user)?;
        Some(
            json!({ "id": channel.id, "user_id": user, "join_timestamp": timestamp(*joined), "flags": 0 }),
        )
    }

    /// A guild without its channels and members.
    pub fn guild_json(&self, guild: &Guild) -> Value {
        json!({
            "id": guild.id,
            "name": guild.name,
            "icon": null,
            "splash": null,
            "discovery_splash": null,
            "owner_id": guild.owner,
            "region": "deprecated",
            "afk_channel_id": null,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": guild.roles.values().map(role_json).collect::<Vec<_>>(),
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": null,
            "system_channel_id": guild.system_channel,
            "system_channel_flags": 0,
            "rules_channel_id": null,
            "max_members": 250_000,
            "max_presences": null,
            "vanity_url_code": null,
            "description": null,
            "banner": null,
            "home_header": null,
            "incidents_data": null,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": "en-US",
            "public_updates_channel_id": null,
            "safety_alerts_channel_id": null,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "nsfw": false,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": false,
            "widget_enabled": false,
            "widget_channel_id": null,
        })
    }

    /// A guild as a bot gets it at first: everything that the bot sees. Its members are only the
    /// bot itself, unless the bot has the presences intent (Discord documentation, "Guild Create").
    pub fn whole_guild_json(
        &self,
        guild: &Guild,
        application: &Application,
        all_members: bool,
    ) -> Value {
        let bot = application.bot;
        let members: Vec<_> = guild
            .members
            .keys()
            .filter(|user| all_members || **user == bot)
            .filter_map(|user| self.member_json(guild.id, *user))
            .collect();
        let mut threads = Vec::new();
        for thread in self.active_threads(guild.id) {
            if self.may_view(thread, bot) {
                let mut object = self.channel_json(thread);
                if let Some(member) = self.thread_member_json(thread, bot) {
                    object["member"] = member;
                }
                threads.push(object);
            }
        }
        let channels = self
            .guild_channels(guild.id)
            .into_iter()
            .map(|channel| self.channel_json(channel));
        let events = self.events_for(guild.id, bot);
        let events = events.into_iter().map(ScheduledEvent::json);
        let mut object = self.guild_json(guild);
        merge(
            &mut object,
            json!({
                "joined_at": guild.members.get(&bot).map(|member| timestamp(member.joined_ms)),
                "large": false,
                "unavailable": false,
                "member_count": guild.members.len(),
                "voice_states": [],
                "members": members,
                "channels": channels.collect::<Vec<_>>(),
                "threads": threads,
                "presences": [],
                "stage_instances": [],
                "guild_scheduled_events": events.collect::<Vec<_>>(),
                "soundboard_sounds": [],
            }),
        );
        object
    }

    pub fn application_json(&self, application: &Application) -> Value {
        json!({
            "id": application.id,
            "name": application.name,
            "icon": null,
            "description": "",
            "summary": "",
            "type": null,
            "bot": self.user_json(application.bot),
            "bot_public": true,
            "bot_require_code_grant": false,
            "verify_key": "0".repeat(64),
            "flags": application.flags(),
            "owner": self.application_owner(application),
            "team": null,
            "redirect_uris": [],
            "interactions_endpoint_url": null,
            "role_connections_verification_url": null,
            "integration_types_config": { "0": {} },
            "approximate_guild_count": self.guilds_of(application.bot).count(),
            "approximate_user_authorization_count": 0,
            "approximate_user_install_count": 0,
            "eligible_oauth2_scopes": ["applications.commands", "bot"],
            "explicit_content_filter": 0,
            "flags_new": application.flags().to_string(),
        })
    }

    /// The owner of an application: the owner of the first guild that it is in.
    fn application_owner(&self, application: &Application) -> Value {
        let owner = self
            .guilds_of(application.bot)
            .next()
            .map(|guild| guild.owner);
        self.user_json(owner.unwrap_or(application.bot))
    }
}

impl Application {
    /// Discord's flags for the privileged intents of an application that is in few guilds.
    pub fn flags(&self) -> u64 {
        let limited = [(1 << 8, 1 << 13), (1 << 1, 1 << 15), (1 << 15, 1 << 19)];
        limited
            .iter()
            .filter(|(intent, _)| self.privileged_intents & intent != 0)
            .map(|(_, flag)| flag)
            .sum()
    }
}

fn user_object(user: &User) -> Value {
    json!({
        "id": user.id,
        "username": user.username,
        "discriminator": if user.is_bot() { "0001" } else { "0" },
        "global_name": (!user.is_bot()).then_some(&user.display),
        "avatar": user.avatar,
        "bot": user.is_bot(),
        "system": false,
        "banner": null,
        "accent_color": null,
        "primary_guild": null,
        "public_flags": 0,
        "flags": 0,
    })
}

pub fn role_json(role: &Role) -> Value {
    let mut object = json!({
        "id": role.id,
        "name": role.name,
        "color": role.color,
        "colors": { "primary_color": role.color, "secondary_color": null, "tertiary_color": null },
        "hoist": role.hoist,
        "icon": null,
        "unicode_emoji": null,
        "position": role.position,
        "permissions": role.permissions.to_string(),
        "managed": role.of_bot.is_some(),
        "mentionable": role.mentionable,
        "flags": 0,
    });
    if let Some(bot) = role.of_bot {
        object["tags"] = json!({ "bot_id": bot });
    }
    object
}

/// The object for an emoji that is written as in an address (`👍`, `name:id`).
pub fn emoji_json(emoji: &str) -> Value {
    match emoji.split_once(':') {
        Some((name, id)) => json!({ "id": id, "name": name }),
        None => json!({ "id": null, "name": emoji }),
    }
}

/// Copies the fields of one object into another.
pub fn merge(into: &mut Value, from: Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend::<Map<String, Value>>(from);
    }
}
