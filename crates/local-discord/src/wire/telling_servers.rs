//! Which events bots get about servers: who is in them, their roles and their scheduled events.

use serde_json::{Value, json};

use super::hub::{Hub, Session, Told};
use super::telling::is_in;
use crate::world::{
    GUILD_MEMBERS, GUILD_PRESENCES, Happening, Id, ScheduledEvent, World, role_json,
};

/// Gateway intents.
const GUILDS: u64 = 1 << 0;
const GUILD_SCHEDULED_EVENTS: u64 = 1 << 16;

impl Hub {
    /// Tells bots what happened to a server. Other happenings are ignored.
    pub(super) fn tell_of_server(&mut self, world: &World, happening: Happening, told: &mut Told) {
        match happening {
            Happening::GuildJoined { guild, bot } => {
                let guild = world.guilds.get(&guild);
                let guild = guild.filter(|guild| guild.members.contains_key(&bot));
                let (Some(guild), Some(application)) = (guild, world.application_of(bot)) else {
                    return;
                };
                self.dispatch(
                    world,
                    told,
                    GUILDS,
                    "GUILD_CREATE",
                    |s| s.bot == bot,
                    |s| {
                        world.whole_guild_json(guild, application, s.intents & GUILD_PRESENCES != 0)
                    },
                );
            }
            Happening::GuildLeft { guild, bot } => {
                let data = json!({ "id": guild, "unavailable": false });
                self.dispatch(
                    world,
                    told,
                    GUILDS,
                    "GUILD_DELETE",
                    |s| s.bot == bot,
                    |_| data.clone(),
                );
            }
            Happening::GuildAvailability(guild) => {
                let Some(place) = world.guilds.get(&guild) else {
                    return;
                };
                if !place.unavailable {
                    // To a bot it looks as if it had just joined.
                    let members: Vec<Id> = place.members.keys().copied().collect();
                    for bot in members {
                        let back = Happening::GuildJoined { guild, bot };
                        self.tell_of_server(world, back, told);
                    }
                    return;
                }
                let data = json!({ "id": guild, "unavailable": true });
                self.tell_guild(world, told, GUILDS, "GUILD_DELETE", guild, &data);
            }
            Happening::MemberJoined { guild, user } => {
                let mut data = world.member_json(guild, user).unwrap_or_default();
                data["guild_id"] = json!(guild);
                self.tell_guild(world, told, GUILD_MEMBERS, "GUILD_MEMBER_ADD", guild, &data);
            }
            Happening::MemberChanged { guild, user } => {
                let Some(mut data) = world.member_json(guild, user) else {
                    return;
                };
                data["guild_id"] = json!(guild);
                let wanted = |s: &Session| s.intents & GUILD_MEMBERS != 0 || s.bot == user;
                self.dispatch(
                    world,
                    told,
                    0,
                    "GUILD_MEMBER_UPDATE",
                    |s| wanted(s) && is_in(world, guild, s.bot),
                    |_| data.clone(),
                );
            }
            Happening::MemberLeft { guild, user } => {
                let data = json!({ "guild_id": guild, "user": world.user_json(user) });
                self.tell_guild(
                    world,
                    told,
                    GUILD_MEMBERS,
                    "GUILD_MEMBER_REMOVE",
                    guild,
                    &data,
                );
            }
            Happening::RoleCreated { guild, role } | Happening::RoleChanged { guild, role } => {
                let created = matches!(happening, Happening::RoleCreated { .. });
                let Some(role) = world
                    .guilds
                    .get(&guild)
                    .and_then(|guild| guild.roles.get(&role))
                else {
                    return;
                };
                let data = json!({ "guild_id": guild, "role": role_json(role) });
                let event = if created {
                    "GUILD_ROLE_CREATE"
                } else {
                    "GUILD_ROLE_UPDATE"
                };
                self.tell_guild(world, told, GUILDS, event, guild, &data);
            }
            Happening::RoleDeleted { guild, role } => {
                let data = json!({ "guild_id": guild, "role_id": role });
                self.tell_guild(world, told, GUILDS, "GUILD_ROLE_DELETE", guild, &data);
            }
            Happening::EventCreated { guild, event } | Happening::EventChanged { guild, event } => {
                let name = match happening {
                    Happening::EventCreated { .. } => "GUILD_SCHEDULED_EVENT_CREATE",
                    _ => "GUILD_SCHEDULED_EVENT_UPDATE",
                };
                let place = world.guilds.get(&guild);
                if let Some(event) = place.and_then(|place| place.events.get(&event)) {
                    self.scheduled_event(world, event, name, told);
                }
            }
            Happening::EventDeleted(event) => {
                self.scheduled_event(world, &event, "GUILD_SCHEDULED_EVENT_DELETE", told);
            }
            Happening::EventInterest {
                guild,
                event,
                user,
                wants,
            } => {
                let place = world.guilds.get(&guild);
                let Some(found) = place.and_then(|place| place.events.get(&event)) else {
                    return;
                };
                let name = if wants {
                    "GUILD_SCHEDULED_EVENT_USER_ADD"
                } else {
                    "GUILD_SCHEDULED_EVENT_USER_REMOVE"
                };
                let data = json!({ "guild_scheduled_event_id": event, "user_id": user,
                    "guild_id": guild });
                self.tell_all("events", &json!({}));
                self.dispatch(
                    world,
                    told,
                    GUILD_SCHEDULED_EVENTS,
                    name,
                    |s| world.sees_event(found, s.bot),
                    |_| data.clone(),
                );
            }
            Happening::BotChanged(bot) => {
                let user = world.own_user_json(bot);
                self.dispatch(
                    world,
                    told,
                    0,
                    "USER_UPDATE",
                    |s| s.bot == bot,
                    |_| user.clone(),
                );
            }
            Happening::GuildChanged(guild) => {
                let Some(guild) = world.guilds.get(&guild) else {
                    return;
                };
                let data = world.guild_json(guild);
                let is_in = |s: &Session| guild.members.contains_key(&s.bot);
                self.dispatch(world, told, GUILDS, "GUILD_UPDATE", is_in, |_| data.clone());
            }
            // None of the others is about a server.
            _ => {}
        }
    }

    /// Tells all bots of a server the same.
    fn tell_guild(
        &mut self,
        world: &World,
        told: &mut Told,
        intents: u64,
        event: &str,
        guild: Id,
        data: &Value,
    ) {
        let to = |s: &Session| is_in(world, guild, s.bot);
        self.dispatch(world, told, intents, event, to, |_| data.clone());
    }

    fn scheduled_event(
        &mut self,
        world: &World,
        event: &ScheduledEvent,
        name: &str,
        told: &mut Told,
    ) {
        self.tell_all("events", &json!({}));
        self.dispatch(
            world,
            told,
            GUILD_SCHEDULED_EVENTS,
            name,
            |s| world.sees_event(event, s.bot),
            |_| event.json(),
        );
    }
}
