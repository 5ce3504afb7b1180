//! Which events bots get about servers: who is in them, their roles and their scheduled events.

use serde_json::{Value, json};

use super::hub::Session;
use super::telling::{GUILDS, Teller};
use crate::world::{GUILD_MEMBERS, GUILD_PRESENCES, Happening, Id, ScheduledEvent, role_json};

/// The gateway intent.
const GUILD_SCHEDULED_EVENTS: u64 = 1 << 16;

impl Teller<'_> {
    /// Tells bots what happened to a server. Other happenings are ignored.
    pub(super) fn tell_of_server(&mut self, happening: Happening) -> Option<()> {
        let world = self.world;
        match happening {
            Happening::GuildJoined { guild, bot } => {
                self.people_changed();
                self.whole_guild(guild, bot)?;
            }
            Happening::GuildLeft { guild, bot } => {
                let data = json!({ "id": guild, "unavailable": false });
                let to = |s: &Session| s.bot == bot;
                self.dispatch(GUILDS, "GUILD_DELETE", to, |_| data.clone());
                self.people_changed();
            }
            Happening::GuildAvailability(guild) => {
                let place = world.guilds.get(&guild)?;
                if place.unavailable {
                    let data = json!({ "id": guild, "unavailable": true });
                    self.members(guild, GUILDS, "GUILD_DELETE", data);
                } else {
                    // To a bot it looks as if it had just joined.
                    for user in place.members.keys() {
                        let _ = self.whole_guild(guild, *user);
                    }
                }
            }
            Happening::MemberJoined { guild, user } => {
                let data = self.member(guild, user)?;
                self.members(guild, GUILD_MEMBERS, "GUILD_MEMBER_ADD", data);
                self.people_changed();
            }
            Happening::MemberChanged { guild, user } => {
                let data = self.member(guild, user)?;
                let wanted = |s: &Session| s.intents & GUILD_MEMBERS != 0 || s.bot == user;
                let to = |s: &Session| wanted(s) && world.member(guild, s.bot).is_some();
                self.dispatch(0, "GUILD_MEMBER_UPDATE", to, |_| data.clone());
                self.people_changed();
            }
            Happening::MemberLeft { guild, user } => {
                let data = json!({ "guild_id": guild, "user": world.user_json(user) });
                self.members(guild, GUILD_MEMBERS, "GUILD_MEMBER_REMOVE", data);
                self.people_changed();
            }
            Happening::RoleCreated { guild, role } => {
                self.role(guild, role, "GUILD_ROLE_CREATE")?;
            }
            Happening::RoleChanged { guild, role } => {
                self.role(guild, role, "GUILD_ROLE_UPDATE")?;
                self.people_changed();
            }
            Happening::RoleDeleted { guild, role } => {
                let data = json!({ "guild_id": guild, "role_id": role });
                self.members(guild, GUILDS, "GUILD_ROLE_DELETE", data);
                self.people_changed();
            }
            of_event => self.tell_of_event(of_event)?,
        }
        Some(())
    }

    fn tell_of_event(&mut self, happening: Happening) -> Option<()> {
        let world = self.world;
        match happening {
            Happening::EventCreated { guild, event } => {
                let event = world.guilds.get(&guild)?.events.get(&event)?;
                self.event(event, "CREATE", event.json());
            }
            Happening::EventChanged { guild, event } => {
                let event = world.guilds.get(&guild)?.events.get(&event)?;
                self.event(event, "UPDATE", event.json());
            }
            Happening::EventDeleted(event) => self.event(&event, "DELETE", event.json()),
            Happening::EventInterest {
                guild,
                event,
                user,
                wants,
            } => {
                let found = world.guilds.get(&guild)?.events.get(&event)?;
                let data = json!({ "guild_scheduled_event_id": event, "user_id": user,
                    "guild_id": guild });
                self.event(found, if wants { "USER_ADD" } else { "USER_REMOVE" }, data);
            }
            // None of the others is about a server.
            _ => {}
        }
        Some(())
    }

    /// Gives a bot everything that it sees of a server.
    fn whole_guild(&mut self, guild: Id, bot: Id) -> Option<()> {
        let world = self.world;
        world.member(guild, bot)?;
        let (guild, application) = (world.guilds.get(&guild)?, world.application_of(bot)?);
        let to = |s: &Session| s.bot == bot;
        self.dispatch(GUILDS, "GUILD_CREATE", to, |s| {
            world.whole_guild_json(guild, application, s.intents & GUILD_PRESENCES != 0)
        });
        Some(())
    }

    fn member(&self, guild: Id, user: Id) -> Option<Value> {
        let mut data = self.world.member_json(guild, user)?;
        data["guild_id"] = json!(guild);
        Some(data)
    }

    fn role(&mut self, guild: Id, role: Id, event: &str) -> Option<()> {
        let role = self.world.guilds.get(&guild)?.roles.get(&role)?;
        let data = json!({ "guild_id": guild, "role": role_json(role) });
        self.members(guild, GUILDS, event, data);
        Some(())
    }

    /// Tells all bots of a server the same.
    fn members(&mut self, guild: Id, intents: u64, event: &str, data: Value) {
        let world = self.world;
        let to = |s: &Session| world.member(guild, s.bot).is_some();
        self.dispatch(intents, event, to, |_| data.clone());
    }

    /// Tells of a scheduled event.
    fn event(&mut self, event: &ScheduledEvent, what: &str, data: Value) {
        let world = self.world;
        self.hub.tell_all("events", &json!({}));
        let name = format!("GUILD_SCHEDULED_EVENT_{what}");
        let to = |s: &Session| world.sees_event(event, s.bot);
        self.dispatch(GUILD_SCHEDULED_EVENTS, &name, to, |_| data.clone());
    }
}
