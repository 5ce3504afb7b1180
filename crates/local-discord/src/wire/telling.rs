//! Which events bots and pages get for each happening.

use serde_json::{Value, json};

use super::hub::{Hub, Session, Told};
use super::people::shown;
use crate::world::{
    Channel, GUILD_MEMBERS, Happening, Id, Message, Viewer, World, emoji_json, id_in, merge,
    timestamp,
};

/// Gateway intents.
const GUILDS: u64 = 1 << 0;
const GUILD_MESSAGES: u64 = 1 << 9;
const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
const DIRECT_MESSAGES: u64 = 1 << 12;
const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;

impl Hub {
    /// Tells bots and pages what happened, in order.
    pub fn publish(&mut self, world: &mut World, happenings: Vec<Happening>) -> Told {
        let mut told = Told::default();
        for happening in happenings {
            self.publish_one(world, happening, &mut told);
        }
        told
    }

    fn publish_one(&mut self, world: &mut World, happening: Happening, told: &mut Told) {
        match happening {
            Happening::MessageCreated(message) => self.message_event(
                world,
                &message,
                Some("MESSAGE_CREATE"),
                "message_create",
                told,
            ),
            Happening::MessageUpdated(message) => self.message_event(
                world,
                &message,
                Some("MESSAGE_UPDATE"),
                "message_update",
                told,
            ),
            Happening::MessageDeleted(message) => self.message_event(
                world,
                &message,
                Some("MESSAGE_DELETE"),
                "message_delete",
                told,
            ),
            Happening::MessagesBulkDeleted { channel, messages } => {
                let ids: Vec<Id> = messages.iter().map(|message| message.id).collect();
                for message in &messages {
                    self.message_event(world, message, None, "message_delete", told);
                }
                let Some(channel) = world.channels.get(&channel) else {
                    return;
                };
                let data =
                    json!({ "ids": ids, "channel_id": channel.id, "guild_id": channel.guild_id });
                self.tell_viewers(
                    world,
                    told,
                    channel,
                    (GUILD_MESSAGES, "MESSAGE_DELETE_BULK"),
                    &data,
                );
            }
            Happening::Typing { channel, user } => {
                let Some(channel) = world.channels.get(&channel) else {
                    return;
                };
                let mut data = json!({ "channel_id": channel.id, "user_id": user, "timestamp": world.now_ms() / 1000 });
                self.tell("typing", &data, |page| {
                    page != user && world.may_view(channel, page)
                });
                if let Some(guild) = channel.guild_id {
                    data["guild_id"] = json!(guild);
                    data["member"] = world.member_json(guild, user).unwrap_or_default();
                }
                let intents =
                    in_guild_or_direct(channel, GUILD_MESSAGE_TYPING, DIRECT_MESSAGE_TYPING);
                self.dispatch(
                    world,
                    told,
                    intents,
                    "TYPING_START",
                    |s| s.bot != user && world.may_view(channel, s.bot),
                    |_| data.clone(),
                );
            }
            Happening::Pinned { channel } => {
                let Some(channel) = world.channels.get(&channel) else {
                    return;
                };
                let last = channel.last_pin_ms.map(timestamp);
                let mut data = json!({ "channel_id": channel.id, "last_pin_timestamp": last });
                if let Some(guild) = channel.guild_id {
                    data["guild_id"] = json!(guild);
                }
                let intents = in_guild_or_direct(channel, GUILDS, DIRECT_MESSAGES);
                self.tell_viewers(
                    world,
                    told,
                    channel,
                    (intents, "CHANNEL_PINS_UPDATE"),
                    &data,
                );
            }
            Happening::Reacted {
                message,
                user,
                emoji,
                added,
            } => {
                self.message_event(world, &message, None, "message_update", told);
                let Some(channel) = world.channels.get(&message.channel_id) else {
                    return;
                };
                let mut data = json!({ "user_id": user, "channel_id": channel.id, "message_id": message.id,
                    "emoji": emoji_json(&emoji), "burst": false, "type": 0 });
                if let Some(guild) = channel.guild_id {
                    data["guild_id"] = json!(guild);
                    if added {
                        data["member"] = world.member_json(guild, user).unwrap_or_default();
                    }
                }
                if added {
                    data["message_author_id"] = json!(message.author);
                }
                let intents =
                    in_guild_or_direct(channel, GUILD_MESSAGE_REACTIONS, DIRECT_MESSAGE_REACTIONS);
                let event = if added {
                    "MESSAGE_REACTION_ADD"
                } else {
                    "MESSAGE_REACTION_REMOVE"
                };
                self.tell_viewers(world, told, channel, (intents, event), &data);
            }
            Happening::ReactionsCleared { message, emoji } => {
                self.message_event(world, &message, None, "message_update", told);
                let Some(channel) = world.channels.get(&message.channel_id) else {
                    return;
                };
                let mut data = json!({ "channel_id": channel.id, "message_id": message.id,
                    "guild_id": channel.guild_id });
                let event = match &emoji {
                    Some(emoji) => {
                        data["emoji"] = emoji_json(emoji);
                        "MESSAGE_REACTION_REMOVE_EMOJI"
                    }
                    None => "MESSAGE_REACTION_REMOVE_ALL",
                };
                self.tell_viewers(
                    world,
                    told,
                    channel,
                    (GUILD_MESSAGE_REACTIONS, event),
                    &data,
                );
            }
            Happening::ChannelCreated(id) => {
                let Some(channel) = world.channels.get(&id) else {
                    return;
                };
                let event = if channel.thread.is_some() {
                    "THREAD_CREATE"
                } else {
                    "CHANNEL_CREATE"
                };
                self.channel_event(world, channel, event, "channel_create", told);
            }
            Happening::ChannelUpdated(id) => {
                let Some(channel) = world.channels.get(&id) else {
                    return;
                };
                let event = if channel.thread.is_some() {
                    "THREAD_UPDATE"
                } else {
                    "CHANNEL_UPDATE"
                };
                self.channel_event(world, channel, event, "channel_update", told);
                told.badges = true;
            }
            Happening::ChannelDeleted(channel) => {
                let event = if channel.thread.is_some() {
                    "THREAD_DELETE"
                } else {
                    "CHANNEL_DELETE"
                };
                self.channel_event(world, &channel, event, "channel_delete", told);
            }
            Happening::ThreadMembers {
                thread,
                added,
                removed,
            } => self.thread_members(world, thread, &added, &removed, told),
            Happening::GuildJoined { .. }
            | Happening::GuildLeft { .. }
            | Happening::GuildAvailability(_)
            | Happening::GuildChanged(_)
            | Happening::BotChanged(_)
            | Happening::MemberJoined { .. }
            | Happening::MemberChanged { .. }
            | Happening::MemberLeft { .. }
            | Happening::RoleCreated { .. }
            | Happening::RoleChanged { .. }
            | Happening::RoleDeleted { .. }
            | Happening::EventCreated { .. }
            | Happening::EventChanged { .. }
            | Happening::EventDeleted(_)
            | Happening::EventInterest { .. } => self.tell_of_server(world, happening, told),
            Happening::PeopleChanged => {
                self.tell_all("people", &json!({}));
                told.badges = true;
            }
            Happening::CommandsChanged => self.tell_all("commands", &json!({})),
            Happening::BadgesChanged => told.badges = true,
            Happening::InteractionStarted(id) => {
                let Some(interaction) = world.interactions.get_mut(&id) else {
                    return;
                };
                let payload = interaction.payload.take();
                let guild = id_in(&payload["guild_id"]);
                // One session of its shard gets it: the newest, connected or waiting to be resumed.
                let session = self
                    .sessions
                    .iter_mut()
                    .rev()
                    .find(|s| s.application == interaction.application && s.hears(guild));
                match session {
                    Some(session) => {
                        session.dispatch("INTERACTION_CREATE", &payload);
                        told.events += 1;
                    }
                    None => interaction.undelivered = true,
                }
                told.interactions = true;
            }
            Happening::InteractionChanged(id) => {
                told.interactions = true;
                let Some(user) = world
                    .interactions
                    .get(&id)
                    .map(|interaction| interaction.user)
                else {
                    return;
                };
                let state = shown::interaction_state(world, id);
                self.tell("interaction", &state, |page| page == user);
            }
        }
    }

    /// Tells all bots that see a channel the same.
    fn tell_viewers(
        &mut self,
        world: &World,
        told: &mut Told,
        channel: &Channel,
        (intents, event): (u64, &str),
        data: &Value,
    ) {
        let to = |s: &Session| world.may_view(channel, s.bot);
        self.dispatch(world, told, intents, event, to, |_| data.clone());
    }

    fn message_event(
        &mut self,
        world: &World,
        message: &Message,
        event: Option<&str>,
        kind: &str,
        told: &mut Told,
    ) {
        let Some(channel) = world.channels.get(&message.channel_id) else {
            return;
        };
        let deleted = kind == "message_delete";
        let seen_by = |user: Id| world.shows(message, user) && world.may_view(channel, user);
        if self.has_page(seen_by) {
            let data = if deleted {
                json!({ "channel_id": channel.id, "message_id": message.id, "message": { "id": message.id } })
            } else {
                json!({ "channel_id": channel.id, "message": shown::message_json(world, message) })
            };
            self.tell(kind, &data, seen_by);
        }
        let Some(event) = event else {
            return;
        };
        // An ephemeral message goes to the bot that wrote it like a direct message (Discord
        // documentation, "Message Create").
        let guild = channel.guild_id.filter(|_| message.ephemeral_to.is_none());
        let intents = match guild {
            Some(_) => GUILD_MESSAGES,
            None => DIRECT_MESSAGES,
        };
        self.dispatch(
            world,
            told,
            intents,
            event,
            |s| match message.ephemeral_to {
                Some(_) => s.bot == message.author,
                None => world.may_view(channel, s.bot),
            },
            |session| {
                if deleted {
                    let mut data = json!({ "id": message.id, "channel_id": channel.id });
                    if let Some(guild) = guild {
                        data["guild_id"] = json!(guild);
                    }
                    return data;
                }
                let mut data = world.message_json(
                    message,
                    Viewer::Session(session.application, session.intents),
                );
                if let Some(nonce) = message
                    .nonce
                    .as_ref()
                    .filter(|_| message.author == session.bot)
                {
                    data["nonce"] = json!(nonce);
                }
                if let Some(guild) = guild {
                    let member = world.partial_member_json(guild, message.author);
                    merge(&mut data, json!({ "guild_id": guild }));
                    if let Some(member) = member {
                        data["member"] = member;
                    }
                }
                data
            },
        );
    }

    fn channel_event(
        &mut self,
        world: &World,
        channel: &Channel,
        event: &str,
        kind: &str,
        told: &mut Told,
    ) {
        // A deleted channel is gone from the world, but its own data still says who saw it.
        let data =
            json!({ "channel_id": channel.id, "channel": shown::channel_summary(world, channel) });
        match kind {
            // People who can no longer see the channel must hear of it too: their pages ask again
            // what they see.
            "channel_update" => self.tell_all(kind, &json!({ "channel_id": channel.id })),
            _ => self.tell(kind, &data, |page| world.may_view(channel, page)),
        }
        // Bots are not told of direct messages being opened.
        let Some(guild) = channel.guild_id else {
            return;
        };
        let is_thread = channel.thread.is_some();
        // Bots hear of channels that they cannot enter, but not of such threads.
        let concerned = |s: &Session| {
            is_in(world, guild, s.bot) && (!is_thread || world.may_view(channel, s.bot))
        };
        self.dispatch(world, told, GUILDS, event, concerned, |session| {
            let mut data = world.channel_json(channel);
            match event {
                "THREAD_DELETE" => {
                    return json!({ "id": channel.id, "guild_id": guild,
                        "parent_id": channel.parent_id, "type": channel.kind.number() });
                }
                "THREAD_CREATE" => data["newly_created"] = json!(true),
                _ => {}
            }
            if let Some(member) = world.thread_member_json(channel, session.bot) {
                data["member"] = member;
            }
            data
        });
    }

    fn thread_members(
        &mut self,
        world: &World,
        thread: Id,
        added: &[Id],
        removed: &[Id],
        told: &mut Told,
    ) {
        let Some(channel) = world.channels.get(&thread) else {
            return;
        };
        let Some(guild) = channel.guild_id else {
            return;
        };
        let data =
            json!({ "channel_id": thread, "channel": shown::channel_summary(world, channel) });
        self.tell("channel_create", &data, |page| added.contains(&page));
        self.tell("channel_delete", &data, |page| {
            removed.contains(&page) && !world.may_view(channel, page)
        });
        let members: Vec<Value> = added
            .iter()
            .filter_map(|user| {
                let mut member = world.thread_member_json(channel, *user)?;
                member["member"] = world.member_json(guild, *user)?;
                member["presence"] = Value::Null;
                Some(member)
            })
            .collect();
        let count = channel
            .thread
            .as_ref()
            .map_or(0, |thread| thread.members.len().min(50));
        let data = json!({ "id": thread, "guild_id": guild, "member_count": count, "added_members": members,
            "removed_member_ids": removed });
        // Without the members intent bots hear only of themselves.
        let concerned = |s: &Session| {
            let about_it = added.contains(&s.bot) || removed.contains(&s.bot);
            about_it || s.intents & GUILD_MEMBERS != 0 && world.may_view(channel, s.bot)
        };
        self.dispatch(world, told, 0, "THREAD_MEMBERS_UPDATE", concerned, |_| {
            data.clone()
        });
    }
}

fn in_guild_or_direct(channel: &Channel, guild: u64, direct: u64) -> u64 {
    if channel.guild_id.is_some() {
        guild
    } else {
        direct
    }
}

pub(super) fn is_in(world: &World, guild: Id, user: Id) -> bool {
    world
        .guilds
        .get(&guild)
        .is_some_and(|guild| guild.members.contains_key(&user))
}
