//! Which events bots and pages get for each happening. `telling_servers` has those about servers.

use serde_json::{Value, json};

use super::hub::{Hub, Session, Told};
use super::people::shown;
use crate::world::{
    Channel, GUILD_MEMBERS, Happening, Id, Message, Viewer, World, emoji_json, id_in, timestamp,
};

/// Gateway intents.
pub(super) const GUILDS: u64 = 1 << 0;
const GUILD_MESSAGES: u64 = 1 << 9;
const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
const DIRECT_MESSAGES: u64 = 1 << 12;
const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;

/// Tells everybody of one happening.
pub(super) struct Teller<'a> {
    pub hub: &'a mut Hub,
    pub world: &'a World,
    pub told: &'a mut Told,
}

impl Hub {
    /// Tells bots and pages what happened, in order.
    pub fn publish(&mut self, world: &mut World, happenings: Vec<Happening>) -> Told {
        let mut told = Told::default();
        for happening in happenings {
            if let Happening::InteractionStarted(id) = happening {
                self.hand_over(world, id, &mut told);
                continue;
            }
            let mut teller = Teller {
                hub: self,
                world,
                told: &mut told,
            };
            // What is gone again by now is not told.
            let _ = teller.tell(happening);
        }
        told
    }

    /// Gives an interaction to one session of its shard: the newest, connected or waiting to be
    /// resumed.
    fn hand_over(&mut self, world: &mut World, id: Id, told: &mut Told) {
        let Some(interaction) = world.interactions.get_mut(&id) else {
            return;
        };
        let payload = interaction.payload.take();
        let guild = id_in(&payload["guild_id"]);
        let fits = |s: &&mut Session| s.application == interaction.application && s.hears(guild);
        match self.sessions.iter_mut().rev().find(fits) {
            Some(session) => {
                session.dispatch("INTERACTION_CREATE", &payload);
                told.events += 1;
            }
            None => interaction.undelivered = true,
        }
        told.interactions = true;
    }
}

impl Teller<'_> {
    fn tell(&mut self, happening: Happening) -> Option<()> {
        let world = self.world;
        let channel_of = |message: &Message| world.channels.get(&message.channel_id);
        match happening {
            Happening::MessageCreated(message) => self.message(&message, "CREATE"),
            Happening::MessageUpdated(message) => self.message(&message, "UPDATE"),
            Happening::MessageDeleted(message) => self.message(&message, "DELETE"),
            Happening::MessagesBulkDeleted { channel, messages } => {
                let channel = world.channels.get(&channel)?;
                for message in &messages {
                    self.message_to_pages(channel, message, "DELETE");
                }
                let ids: Vec<Id> = messages.iter().map(|message| message.id).collect();
                let data =
                    json!({ "ids": ids, "channel_id": channel.id, "guild_id": channel.guild_id });
                self.viewers(channel, GUILD_MESSAGES, "MESSAGE_DELETE_BULK", data);
            }
            Happening::Typing { channel, user } => self.typing(world.channels.get(&channel)?, user),
            Happening::Pinned { channel } => {
                let channel = world.channels.get(&channel)?;
                let last = channel.last_pin_ms.map(timestamp);
                let data = in_channel(channel, json!({ "last_pin_timestamp": last }));
                let intents = in_guild_or_direct(channel, GUILDS, DIRECT_MESSAGES);
                self.viewers(channel, intents, "CHANNEL_PINS_UPDATE", data);
            }
            Happening::Reacted {
                message,
                user,
                emoji,
                added,
            } => self.reaction(channel_of(&message)?, &message, user, &emoji, added),
            Happening::ChannelCreated(id) => self.channel(world.channels.get(&id)?, "CREATE"),
            Happening::ChannelUpdated(id) => {
                self.channel(world.channels.get(&id)?, "UPDATE");
                self.told.badges = true;
            }
            Happening::ChannelDeleted(channel) => self.channel(&channel, "DELETE"),
            Happening::ThreadMembers {
                thread,
                added,
                removed,
            } => self.thread_members(world.channels.get(&thread)?, &added, &removed)?,
            Happening::PeopleChanged => self.people_changed(),
            Happening::CommandsChanged => self.hub.tell_all("commands", &json!({})),
            Happening::BadgesChanged => self.told.badges = true,
            // `Hub::hand_over` tells these.
            Happening::InteractionStarted(_) => {}
            Happening::InteractionChanged(id) => {
                self.told.interactions = true;
                let user = world.interactions.get(&id)?.user;
                let state = shown::interaction_state(world, id);
                self.hub.tell("interaction", &state, |page| page == user);
            }
            of_server => self.tell_of_server(of_server)?,
        }
        Some(())
    }

    /// Pages ask again who is there.
    pub(super) fn people_changed(&mut self) {
        self.hub.tell_all("people", &json!({}));
        self.told.badges = true;
    }

    /// Sends an event to the sessions that want it.
    pub(super) fn dispatch(
        &mut self,
        intents: u64,
        event: &str,
        to: impl Fn(&Session) -> bool,
        data: impl Fn(&Session) -> Value,
    ) {
        self.hub
            .dispatch(self.world, self.told, intents, event, to, data);
    }

    /// Tells all bots that see a channel the same.
    fn viewers(&mut self, channel: &Channel, intents: u64, event: &str, data: Value) {
        let world = self.world;
        let to = |s: &Session| world.may_view(channel, s.bot);
        self.dispatch(intents, event, to, |_| data.clone());
    }

    fn typing(&mut self, channel: &Channel, user: Id) {
        let world = self.world;
        let now_s = world.now_ms() / 1000;
        let typing = json!({ "channel_id": channel.id, "user_id": user, "timestamp": now_s });
        self.hub.tell("typing", &typing, |page| {
            page != user && world.may_view(channel, page)
        });
        let mut data = in_channel(channel, typing);
        if let Some(guild) = channel.guild_id {
            data["member"] = world.member_json(guild, user).unwrap_or_default();
        }
        let intents = in_guild_or_direct(channel, GUILD_MESSAGE_TYPING, DIRECT_MESSAGE_TYPING);
        let to = |s: &Session| s.bot != user && world.may_view(channel, s.bot);
        self.dispatch(intents, "TYPING_START", to, |_| data.clone());
    }

    fn reaction(
        &mut self,
        channel: &Channel,
        message: &Message,
        user: Id,
        emoji: &str,
        added: bool,
    ) {
        self.message_to_pages(channel, message, "UPDATE");
        let data = json!({ "user_id": user, "message_id": message.id, "emoji": emoji_json(emoji),
            "burst": false, "type": 0 });
        let mut data = in_channel(channel, data);
        let mut event = "MESSAGE_REACTION_REMOVE";
        if added {
            event = "MESSAGE_REACTION_ADD";
            data["message_author_id"] = json!(message.author);
            if let Some(guild) = channel.guild_id {
                data["member"] = self.world.member_json(guild, user).unwrap_or_default();
            }
        }
        let (here, direct) = (GUILD_MESSAGE_REACTIONS, DIRECT_MESSAGE_REACTIONS);
        self.viewers(
            channel,
            in_guild_or_direct(channel, here, direct),
            event,
            data,
        );
    }

    fn message_to_pages(&mut self, channel: &Channel, message: &Message, what: &str) {
        let world = self.world;
        let seen_by = |user: Id| world.shows(message, user) && world.may_view(channel, user);
        if !self.hub.has_page(seen_by) {
            return;
        }
        let data = if what == "DELETE" {
            json!({ "channel_id": channel.id, "message_id": message.id, "message": { "id": message.id } })
        } else {
            json!({ "channel_id": channel.id, "message": shown::message_json(world, message) })
        };
        let kind = format!("message_{}", what.to_lowercase());
        self.hub.tell(&kind, &data, seen_by);
    }

    /// A message was created, updated or deleted.
    fn message(&mut self, message: &Message, what: &str) {
        let world = self.world;
        let Some(channel) = world.channels.get(&message.channel_id) else {
            return;
        };
        self.message_to_pages(channel, message, what);
        // An ephemeral message goes to the bot that wrote it like a direct message (Discord
        // documentation, "Message Create").
        let (guild, intents) = match (channel.guild_id, message.ephemeral_to) {
            (Some(guild), None) => (Some(guild), GUILD_MESSAGES),
            _ => (None, DIRECT_MESSAGES),
        };
        let to = |s: &Session| match message.ephemeral_to {
            Some(_) => s.bot == message.author,
            None => world.may_view(channel, s.bot),
        };
        let data = |session: &Session| {
            let mut data = if what == "DELETE" {
                json!({ "id": message.id, "channel_id": channel.id })
            } else {
                let viewer = Viewer::Session(session.application, session.intents);
                world.message_json(message, viewer)
            };
            if let Some(guild) = guild {
                data["guild_id"] = json!(guild);
            }
            if what == "DELETE" {
                return data;
            }
            if let Some(member) = guild.and_then(|it| world.partial_member_json(it, message.author))
            {
                data["member"] = member;
            }
            if let Some(nonce) = &message.nonce
                && message.author == session.bot
            {
                data["nonce"] = json!(nonce);
            }
            data
        };
        self.dispatch(intents, &format!("MESSAGE_{what}"), to, data);
    }

    /// A channel or a thread was created, updated or deleted. A deleted channel is gone from the
    /// world, but its own data still says who saw it.
    fn channel(&mut self, channel: &Channel, what: &str) {
        let world = self.world;
        let kind = format!("channel_{}", what.to_lowercase());
        if what == "UPDATE" {
            // People who can no longer see the channel must hear of it too: their pages ask again
            // what they see.
            self.hub
                .tell_all(&kind, &json!({ "channel_id": channel.id }));
        } else {
            let data = listed(world, channel);
            self.hub
                .tell(&kind, &data, |page| world.may_view(channel, page));
        }
        // Bots are not told of direct messages being opened.
        let Some(guild) = channel.guild_id else {
            return;
        };
        let is_thread = channel.thread.is_some();
        // Bots hear of channels that they cannot enter, but not of such threads.
        let concerned = |s: &Session| {
            world.member(guild, s.bot).is_some() && (!is_thread || world.may_view(channel, s.bot))
        };
        let event = format!("{}_{what}", if is_thread { "THREAD" } else { "CHANNEL" });
        self.dispatch(GUILDS, &event, concerned, |session| {
            if event == "THREAD_DELETE" {
                return json!({ "id": channel.id, "guild_id": guild,
                    "parent_id": channel.parent_id, "type": channel.kind.number() });
            }
            let mut data = world.channel_json(channel);
            if event == "THREAD_CREATE" {
                data["newly_created"] = json!(true);
            }
            if let Some(member) = world.thread_member_json(channel, session.bot) {
                data["member"] = member;
            }
            data
        });
    }

    fn thread_members(&mut self, channel: &Channel, added: &[Id], removed: &[Id]) -> Option<()> {
        let world = self.world;
        let (guild, thread) = (channel.guild_id?, channel.thread.as_ref()?);
        let data = listed(world, channel);
        self.hub
            .tell("channel_create", &data, |page| added.contains(&page));
        self.hub.tell("channel_delete", &data, |page| {
            removed.contains(&page) && !world.may_view(channel, page)
        });
        let member = |user: &Id| {
            let mut member = world.thread_member_json(channel, *user)?;
            member["member"] = world.member_json(guild, *user)?;
            member["presence"] = Value::Null;
            Some(member)
        };
        let data = json!({ "id": channel.id, "guild_id": guild,
            "member_count": thread.members.len().min(50),
            "added_members": added.iter().filter_map(member).collect::<Vec<_>>(),
            "removed_member_ids": removed });
        // Without the members intent bots hear only of themselves.
        let concerned = |s: &Session| {
            let about_it = added.contains(&s.bot) || removed.contains(&s.bot);
            about_it || s.intents & GUILD_MEMBERS != 0 && world.may_view(channel, s.bot)
        };
        self.dispatch(0, "THREAD_MEMBERS_UPDATE", concerned, |_| data.clone());
        Some(())
    }
}

/// What a page is told of a channel that it should list.
fn listed(world: &World, channel: &Channel) -> Value {
    json!({ "channel_id": channel.id, "channel": shown::channel_summary(world, channel) })
}

/// An event about something in a channel, with the channel and its server.
fn in_channel(channel: &Channel, mut data: Value) -> Value {
    data["channel_id"] = json!(channel.id);
    if let Some(guild) = channel.guild_id {
        data["guild_id"] = json!(guild);
    }
    data
}

fn in_guild_or_direct(channel: &Channel, guild: u64, direct: u64) -> u64 {
    if channel.guild_id.is_some() {
        guild
    } else {
        direct
    }
}
