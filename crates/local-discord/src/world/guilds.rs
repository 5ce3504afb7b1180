//! Guilds, their roles and their members.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::permissions::{self, MANAGE_ROLES};
use super::system::System;
use super::{Channel, Happening, Id, NewChannel, Overwrite, Refusal, ScheduledEvent, World, id_in};

/// A server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Guild {
    pub id: Id,
    pub name: String,
    pub owner: Id,
    /// The channel in which Discord says who joined.
    #[serde(default)]
    pub system_channel: Option<Id>,
    /// With `@everyone`, whose id is the guild's.
    pub roles: BTreeMap<Id, Role>,
    pub members: BTreeMap<Id, Member>,
    /// Discord has an outage there: nobody can do anything in it.
    #[serde(default)]
    pub unavailable: bool,
    /// Events that are over stay in it.
    #[serde(default)]
    pub events: BTreeMap<Id, ScheduledEvent>,
}

/// A role. `position` is its place in the order of roles: 0 for `@everyone`, the highest is the
/// most powerful.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Role {
    pub id: Id,
    pub name: String,
    /// 0xRRGGBB, 0 for none.
    pub color: u32,
    pub permissions: u64,
    pub position: u16,
    /// Whether the list of members shows its members as a group.
    #[serde(default)]
    pub hoist: bool,
    pub mentionable: bool,
    /// The bot to which this role belongs; None for all other roles.
    pub of_bot: Option<Id>,
    /// The commands that it may use whatever permissions they ask for (Discord documentation,
    /// "Application Command Permissions").
    #[serde(default)]
    pub commands: BTreeSet<Id>,
}

impl Role {
    /// A role at the bottom of the order.
    fn new(id: Id, name: &str, permissions: u64) -> Role {
        Role {
            id,
            name: name.to_owned(),
            color: 0,
            permissions,
            position: 0,
            hoist: false,
            mentionable: false,
            of_bot: None,
            commands: BTreeSet::new(),
        }
    }
}

/// Somebody in a guild.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub roles: Vec<Id>,
    pub nick: Option<String>,
    pub joined_ms: u64,
    /// Until when a timeout allows them nothing but reading, in milliseconds since the Unix epoch.
    #[serde(default)]
    pub timed_out_until_ms: Option<u64>,
}

/// Which of `shards` shards gets the events of a server (Discord documentation, "Gateway",
/// "Sharding"). Direct messages go to shard 0.
pub fn shard_of(guild: Option<Id>, shards: u64) -> u64 {
    guild.map_or(0, |guild| (guild.0 >> 22) % shards.max(1))
}

impl Guild {
    /// The position of somebody's highest role. People can only manage those below. The owner is
    /// above all.
    pub fn rank(&self, user: Id) -> u16 {
        if self.owner == user {
            return u16::MAX;
        }
        let roles = self
            .members
            .get(&user)
            .map_or(&[][..], |member| &member.roles);
        roles
            .iter()
            .filter_map(|role| self.roles.get(role))
            .map(|role| role.position)
            .max()
            .unwrap_or(0)
    }

    /// Whether a role of somebody may use this command whatever permissions it asks for.
    pub(super) fn gives_command(&self, user: Id, command: &Value) -> bool {
        let (Some(member), Some(command)) = (self.members.get(&user), id_in(command)) else {
            return false;
        };
        let mut roles = member.roles.iter().filter_map(|id| self.roles.get(id));
        roles.any(|role| role.commands.contains(&command))
    }
}

impl World {
    /// Adds a guild with `@everyone` as its only role and the owner as its only member. The owner
    /// must be a user of this world.
    pub fn add_guild(&mut self, name: &str, owner: Id) -> Id {
        let id = self.next_id();
        let everyone = Role::new(id, "@everyone", permissions::OF_EVERYONE);
        let guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            system_channel: None,
            roles: BTreeMap::from([(id, everyone)]),
            members: BTreeMap::new(),
            unavailable: false,
            events: BTreeMap::new(),
        };
        self.guilds.insert(id, guild);
        // Only an unknown guild or user would be refused.
        self.add_member(id, owner, &[])
            .expect("the guild was just made");
        id
    }

    /// Adds a role at the top of the order, below the roles of bots.
    pub fn add_role(
        &mut self,
        guild: Id,
        name: &str,
        color: u32,
        permissions: u64,
    ) -> Result<Id, Refusal> {
        let id = self.next_id();
        let role = Role {
            color,
            ..Role::new(id, name, permissions)
        };
        self.insert_role(guild, role)
    }

    fn insert_role(&mut self, guild: Id, role: Role) -> Result<Id, Refusal> {
        let id = role.id;
        let all = &mut self.guild_mut(guild)?.roles;
        let below = all
            .values()
            .filter(|it| role.of_bot.is_some() || it.of_bot.is_none());
        let position = 1 + below.map(|role| role.position).max().unwrap_or(0);
        for above in all.values_mut().filter(|role| role.position >= position) {
            above.position += 1;
        }
        all.insert(id, Role { position, ..role });
        self.happened(Happening::RoleCreated { guild, role: id });
        Ok(id)
    }

    /// Adds somebody to a guild. A member who is already there gets exactly these roles. A bot also
    /// gets a role of its own.
    pub fn add_member(&mut self, guild: Id, user: Id, roles: &[Id]) -> Result<(), Refusal> {
        let joined_ms = self.now_ms();
        let place = self.guild(guild)?;
        if roles.iter().any(|role| !place.roles.contains_key(role)) {
            return Err(Refusal::UnknownRole);
        }
        let who = self.user(user)?;
        let is_bot = who.is_bot();
        let mut roles = roles.to_vec();
        if is_bot {
            let mut all = place.roles.values();
            let bot_role = match all.find(|role| role.of_bot == Some(user)) {
                Some(role) => role.id,
                None => {
                    let name = who.display.clone();
                    let role = Role::new(self.next_id(), &name, permissions::OF_BOTS);
                    let of_bot = Some(user);
                    self.insert_role(guild, Role { of_bot, ..role })?
                }
            };
            if !roles.contains(&bot_role) {
                roles.push(bot_role);
            }
        }
        let place = self.guild_mut(guild)?;
        if let Some(member) = place.members.get_mut(&user) {
            member.roles = roles;
            self.happened(Happening::MemberChanged { guild, user });
            return Ok(());
        }
        let member = Member {
            roles,
            nick: None,
            joined_ms,
            timed_out_until_ms: None,
        };
        place.members.insert(user, member);
        let greeted_in = place.system_channel;
        self.happened(if is_bot {
            Happening::GuildJoined { guild, bot: user }
        } else {
            Happening::MemberJoined { guild, user }
        });
        match greeted_in {
            Some(channel) => self.say(user, channel, System::Joined, "", None),
            None => Ok(()),
        }
    }

    /// Removes somebody from a guild and from its threads.
    pub fn remove_member(&mut self, guild: Id, user: Id) -> Result<(), Refusal> {
        let place = self.guild_mut(guild)?;
        place.members.remove(&user).ok_or(Refusal::UnknownMember)?;
        place.roles.retain(|_, role| role.of_bot != Some(user));
        let channels = self.channels.values_mut();
        for channel in channels.filter(|channel| channel.guild_id == Some(guild)) {
            if let Some(thread) = &mut channel.thread {
                thread.members.remove(&user);
            }
        }
        self.happened(if self.is_bot(user) {
            Happening::GuildLeft { guild, bot: user }
        } else {
            Happening::MemberLeft { guild, user }
        });
        Ok(())
    }

    /// Deletes a role and takes it from everybody who has it. `@everyone` and the roles of bots
    /// cannot be deleted.
    pub fn delete_role(&mut self, guild: Id, role: Id) -> Result<(), Refusal> {
        let place = self.guild_mut(guild)?;
        let of_bot = place.roles.get(&role).ok_or(Refusal::UnknownRole)?.of_bot;
        if role == guild || of_bot.is_some() {
            return Err(Refusal::MissingPermissions);
        }
        place.roles.remove(&role);
        for member in place.members.values_mut() {
            member.roles.retain(|has| *has != role);
        }
        let channels = self.channels.values_mut();
        for channel in channels.filter(|channel| channel.guild_id == Some(guild)) {
            channel.overwrites.retain(|overwrite| overwrite.id != role);
        }
        self.happened(Happening::RoleDeleted { guild, role });
        Ok(())
    }

    /// Sets which commands a role may use whatever permissions they ask for.
    pub fn give_commands(
        &mut self,
        guild: Id,
        role: Id,
        commands: BTreeSet<Id>,
    ) -> Result<(), Refusal> {
        let roles = &mut self.guild_mut(guild)?.roles;
        roles.get_mut(&role).ok_or(Refusal::UnknownRole)?.commands = commands;
        self.happened(Happening::CommandsChanged);
        Ok(())
    }

    /// Sets what a bot's own role allows.
    pub fn set_bot_permissions(
        &mut self,
        guild: Id,
        bot: Id,
        permissions: u64,
    ) -> Result<(), Refusal> {
        let mut roles = self.guild_mut(guild)?.roles.values_mut();
        let Some(bot_role) = roles.find(|role| role.of_bot == Some(bot)) else {
            return Err(Refusal::UnknownRole);
        };
        bot_role.permissions = permissions;
        let role = bot_role.id;
        self.happened(Happening::RoleChanged { guild, role });
        Ok(())
    }

    /// Gives or takes a role as `by`, who needs Manage Roles and a higher role. Roles of bots and
    /// `@everyone` cannot be given.
    pub fn change_role(
        &mut self,
        by: Id,
        guild: Id,
        user: Id,
        role: Id,
        give: bool,
    ) -> Result<(), Refusal> {
        let place = self.guild(guild)?;
        if self.guild_permissions(guild, by) & MANAGE_ROLES == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let row = place.roles.get(&role).ok_or(Refusal::UnknownRole)?;
        if role == guild || row.of_bot.is_some() || row.position >= place.rank(by) {
            return Err(Refusal::MissingPermissions);
        }
        let member = self.member_mut(guild, user)?;
        if member.roles.contains(&role) != give {
            member.roles.retain(|has| *has != role);
            member.roles.extend(give.then_some(role));
            self.happened(Happening::MemberChanged { guild, user });
        }
        Ok(())
    }

    /// Changes somebody's nickname in a guild; `None` removes it.
    pub fn set_nick(&mut self, guild: Id, user: Id, nick: Option<String>) -> Result<(), Refusal> {
        if nick.as_ref().is_some_and(|nick| nick.chars().count() > 32) {
            let message = "Must be between 1 and 32 in length.";
            return Err(Refusal::form("nick", "BASE_TYPE_BAD_LENGTH", message));
        }
        self.member_mut(guild, user)?.nick = nick.filter(|nick| !nick.is_empty());
        self.happened(Happening::MemberChanged { guild, user });
        Ok(())
    }

    /// Gives somebody a timeout until this time; None ends it.
    pub fn set_timeout(
        &mut self,
        guild: Id,
        user: Id,
        until_ms: Option<u64>,
    ) -> Result<(), Refusal> {
        self.member_mut(guild, user)?.timed_out_until_ms = until_ms;
        self.happened(Happening::MemberChanged { guild, user });
        Ok(())
    }

    /// Whether a timeout restricts somebody. It doesn't restrict owners and administrators (Discord
    /// documentation, "Permissions", "Permissions for Timed Out Members").
    pub fn is_timed_out(&self, guild: Id, user: Id) -> bool {
        let member = self.member(guild, user);
        let until_ms = member.and_then(|member| member.timed_out_until_ms);
        until_ms.is_some_and(|until_ms| until_ms > self.now_ms())
            && self.guild_permissions(guild, user) != permissions::ALL
    }

    /// Makes a server unavailable, as during an outage of Discord, or available again.
    pub fn set_unavailable(&mut self, guild: Id, unavailable: bool) -> Result<(), Refusal> {
        self.guild_mut(guild)?.unavailable = unavailable;
        self.happened(Happening::GuildAvailability(guild));
        Ok(())
    }

    /// Whether a server is available. Direct messages and unknown servers count as available.
    pub fn is_available(&self, guild: Option<Id>) -> bool {
        let guild = guild.and_then(|guild| self.guilds.get(&guild));
        guild.is_none_or(|guild| !guild.unavailable)
    }

    /// Adds a text channel at the end of the list.
    pub fn add_text_channel(
        &mut self,
        guild: Id,
        name: &str,
        topic: Option<&str>,
        overwrites: Vec<Overwrite>,
    ) -> Result<Id, Refusal> {
        let new = NewChannel {
            name: name.to_owned(),
            topic: topic.map(str::to_owned),
            overwrites,
            ..NewChannel::default()
        };
        self.insert_channel(guild, new)
    }

    /// The channels of a guild in their order, without threads.
    pub fn guild_channels(&self, guild: Id) -> Vec<&Channel> {
        let mut channels: Vec<_> = self
            .channels
            .values()
            .filter(|c| c.guild_id == Some(guild) && c.thread.is_none())
            .collect();
        channels.sort_unstable_by_key(|channel| (channel.position, channel.id));
        channels
    }

    /// The open threads of a guild.
    pub fn active_threads(&self, guild: Id) -> impl Iterator<Item = &Channel> {
        self.channels.values().filter(move |channel| {
            channel.guild_id == Some(guild)
                && channel
                    .thread
                    .as_ref()
                    .is_some_and(|thread| !thread.archived)
        })
    }
}
