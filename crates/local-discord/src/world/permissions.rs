//! Permission bits and who may do what where
//! (<https://docs.discord.com/developers/topics/permissions>).

use serde::{Deserialize, Serialize};

use super::{Channel, Id, Refusal, World};

pub const ADD_REACTIONS: u64 = 1 << 6;
pub const ADMINISTRATOR: u64 = 1 << 3;
pub const ATTACH_FILES: u64 = 1 << 15;
pub const BAN_MEMBERS: u64 = 1 << 2;
pub const BYPASS_SLOWMODE: u64 = 1 << 52;
pub const CHANGE_NICKNAME: u64 = 1 << 26;
pub const CONNECT: u64 = 1 << 20;
pub const CREATE_EVENTS: u64 = 1 << 44;
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const KICK_MEMBERS: u64 = 1 << 1;
pub const MANAGE_CHANNELS: u64 = 1 << 4;
pub const MANAGE_EVENTS: u64 = 1 << 33;
pub const MANAGE_GUILD: u64 = 1 << 5;
pub const MANAGE_MESSAGES: u64 = 1 << 13;
pub const MANAGE_NICKNAMES: u64 = 1 << 27;
pub const MANAGE_ROLES: u64 = 1 << 28;
pub const MANAGE_THREADS: u64 = 1 << 34;
pub const MANAGE_WEBHOOKS: u64 = 1 << 29;
pub const MENTION_EVERYONE: u64 = 1 << 17;
pub const MODERATE_MEMBERS: u64 = 1 << 40;
pub const PIN_MESSAGES: u64 = 1 << 51;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
pub const VIEW_CHANNEL: u64 = 1 << 10;

/// The permissions that a member keeps during a timeout.
const WHILE_TIMED_OUT: u64 = VIEW_CHANNEL | READ_MESSAGE_HISTORY;

/// Every permission that Discord has named so far.
pub const ALL: u64 = (1 << 53) - 1;

/// What `@everyone` may do in a new guild.
pub const OF_EVERYONE: u64 = ADD_REACTIONS
    | ATTACH_FILES
    | CHANGE_NICKNAME
    | CONNECT
    | CREATE_PUBLIC_THREADS
    | EMBED_LINKS
    | READ_MESSAGE_HISTORY
    | SEND_MESSAGES
    | SEND_MESSAGES_IN_THREADS
    | USE_APPLICATION_COMMANDS
    | USE_EXTERNAL_EMOJIS
    | VIEW_CHANNEL;

/// What Discord says that a bot may do in a direct message of its own, whatever else it may there
/// (Discord documentation, "Interaction Object", `app_permissions`).
pub const SAID_IN_DIRECT_MESSAGES: u64 =
    ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE | USE_EXTERNAL_EMOJIS;

/// The permissions of a bot's own role when it joins: an invitation for a bot that posts, shows
/// pictures, opens private threads, pins and makes events, but doesn't moderate people.
pub const OF_BOTS: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | PIN_MESSAGES
    | CREATE_EVENTS;

/// Whose permissions an overwrite changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OverwriteFor {
    Role,
    Member,
}

/// A channel's exception for a role or a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overwrite {
    pub id: Id,
    pub kind: OverwriteFor,
    pub allow: u64,
    pub deny: u64,
}

impl Overwrite {
    /// For a role. The role with the guild's id is everybody.
    pub fn role(id: Id, allow: u64, deny: u64) -> Self {
        Overwrite {
            id,
            kind: OverwriteFor::Role,
            allow,
            deny,
        }
    }

    /// For one member.
    pub fn member(id: Id, allow: u64, deny: u64) -> Self {
        Overwrite {
            id,
            kind: OverwriteFor::Member,
            allow,
            deny,
        }
    }
}

impl World {
    /// The permissions of a member in the guild; 0 for people who are not in it.
    pub fn guild_permissions(&self, guild: Id, user: Id) -> u64 {
        let Some(guild) = self.guilds.get(&guild) else {
            return 0;
        };
        let Some(member) = guild.members.get(&user) else {
            return 0;
        };
        if guild.owner == user {
            return ALL;
        }
        let everyone = guild
            .roles
            .get(&guild.id)
            .map_or(0, |role| role.permissions);
        let bits = member
            .roles
            .iter()
            .filter_map(|role| guild.roles.get(role))
            .fold(everyone, |b, r| b | r.permissions);
        if bits & ADMINISTRATOR != 0 {
            return ALL;
        }
        // Discord documentation, "Permissions", "Permissions for Timed Out Members".
        match member.timed_out_until_ms {
            Some(until_ms) if until_ms > self.now_ms() => bits & WHILE_TIMED_OUT,
            _ => bits,
        }
    }

    /// The permissions of somebody in a channel, with overwrites. In direct messages it's
    /// everything that exists there. Threads have their parent's permissions; a private one is
    /// visible to its members and to people with Manage Threads.
    pub fn channel_permissions(&self, channel: &Channel, user: Id) -> u64 {
        let Some(guild_id) = channel.guild_id else {
            return if channel.recipients.contains(&user) {
                ALL & !(MANAGE_MESSAGES | MANAGE_THREADS)
            } else {
                0
            };
        };
        if let Some(thread) = &channel.thread {
            let Some(parent) = channel.parent_id.and_then(|id| self.channels.get(&id)) else {
                return 0;
            };
            let bits = self.channel_permissions(parent, user);
            let may_see = !channel.is_private_thread()
                || bits & MANAGE_THREADS != 0
                || thread.members.contains_key(&user);
            return if may_see { bits } else { 0 };
        }
        let in_guild = self.guild_permissions(guild_id, user);
        if in_guild & ADMINISTRATOR != 0 || in_guild == 0 {
            return in_guild;
        }
        let mut bits = self.with_exceptions(channel, user, in_guild);
        if self.is_timed_out(guild_id, user) {
            bits &= WHILE_TIMED_OUT;
        }
        // People who cannot see a channel can do nothing in it.
        if bits & VIEW_CHANNEL == 0 { 0 } else { bits }
    }

    /// Applies a channel's overwrites to a member's permissions.
    fn with_exceptions(&self, channel: &Channel, user: Id, mut bits: u64) -> u64 {
        let Some(guild_id) = channel.guild_id else {
            return 0;
        };
        let Some(member) = self.member(guild_id, user) else {
            return 0;
        };
        let (mut allow, mut deny, mut own) = (0, 0, None);
        for overwrite in &channel.overwrites {
            match overwrite.kind {
                OverwriteFor::Role if overwrite.id == guild_id => {
                    bits = bits & !overwrite.deny | overwrite.allow
                }
                OverwriteFor::Role if member.roles.contains(&overwrite.id) => {
                    allow |= overwrite.allow;
                    deny |= overwrite.deny;
                }
                OverwriteFor::Member if overwrite.id == user => own = Some(overwrite),
                _ => {}
            }
        }
        bits = bits & !deny | allow;
        if let Some(own) = own {
            bits = bits & !own.deny | own.allow;
        }
        bits
    }

    /// What somebody may allow and deny in a channel's overwrites: their permissions in the
    /// category above it, or else in the guild, without Manage Roles there. Administrators may use
    /// everything, and so may people to whom an overwrite of the channel gives Manage Roles
    /// (Discord documentation, "Edit Channel Permissions"; discord-api-docs, issues 2522 and 3450).
    pub(super) fn exceptable(&self, channel: &Channel, user: Id) -> u64 {
        let Some(guild) = channel.guild_id else {
            return 0;
        };
        let at_large = self.guild_permissions(guild, user);
        let manages = self.with_exceptions(channel, user, 0) & MANAGE_ROLES != 0;
        if manages || at_large & ADMINISTRATOR != 0 {
            return ALL;
        }
        let above = channel.parent_id.and_then(|id| self.channels.get(&id));
        above.map_or(at_large, |above| self.channel_permissions(above, user)) & !MANAGE_ROLES
    }

    /// Whether somebody sees a channel.
    pub fn may_view(&self, channel: &Channel, user: Id) -> bool {
        self.channel_permissions(channel, user) & VIEW_CHANNEL != 0
    }

    /// The channel, if `user` sees it and has the permissions `needed` there; else error 10003,
    /// 50001 or 50013.
    pub fn channel_for(&self, channel: Id, user: Id, needed: u64) -> Result<&Channel, Refusal> {
        let channel = self.channel(channel)?;
        let bits = self.channel_permissions(channel, user);
        if bits & VIEW_CHANNEL == 0 {
            Err(Refusal::MissingAccess)
        } else if bits & needed != needed {
            Err(Refusal::MissingPermissions)
        } else {
            Ok(channel)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord's order: the overwrite of @everyone, then those of all roles together (allowing
    /// wins), then the member's own.
    #[test]
    fn overwrites_apply_from_everyone_to_the_member() {
        let mut world = World::new(super::super::DISCORD_EPOCH_MS);
        let owner = world.add_person("owner", "Owner");
        let guild = world.add_guild("Guild", owner);
        let red = world.add_role(guild, "Red", 0, 0).unwrap();
        let blue = world.add_role(guild, "Blue", 0, 0).unwrap();
        let admin = world.add_role(guild, "Admin", 0, ADMINISTRATOR).unwrap();
        let user = world.add_person("user", "User");
        let channel = world
            .add_text_channel(guild, "channel", None, Vec::new())
            .unwrap();
        let everyone = |allow, deny| Overwrite::role(guild, allow, deny);
        let role = Overwrite::role;
        let own = |allow, deny| Overwrite::member(user, allow, deny);
        let (view, send) = (VIEW_CHANNEL, SEND_MESSAGES);
        for (what, roles, overwrites, sees, sends) in [
            ("nothing", vec![], vec![], true, true),
            (
                "@everyone denied",
                vec![],
                vec![everyone(0, send)],
                true,
                false,
            ),
            (
                "a role allowed again",
                vec![red],
                vec![everyone(0, send), role(red, send, 0)],
                true,
                true,
            ),
            (
                "another's role",
                vec![blue],
                vec![everyone(0, send), role(red, send, 0)],
                true,
                false,
            ),
            (
                "two roles that disagree",
                vec![red, blue],
                vec![role(red, 0, send), role(blue, send, 0)],
                true,
                true,
            ),
            (
                "the member denied",
                vec![red],
                vec![role(red, send, 0), own(0, send)],
                true,
                false,
            ),
            (
                "the member allowed",
                vec![red],
                vec![role(red, 0, send), own(send, 0)],
                true,
                true,
            ),
            ("not seen", vec![], vec![everyone(0, view)], false, false),
            (
                "sending allowed but viewing denied",
                vec![],
                vec![everyone(send, view)],
                false,
                false,
            ),
            (
                "an administrator",
                vec![admin],
                vec![everyone(0, view | send), own(0, view)],
                true,
                true,
            ),
        ] {
            world.add_member(guild, user, &roles).unwrap();
            world.channels.get_mut(&channel).unwrap().overwrites = overwrites;
            let bits = world.channel_permissions(&world.channels[&channel], user);
            assert_eq!(
                (bits & view != 0, bits & send != 0),
                (sees, sends),
                "{what}"
            );
            assert_eq!(
                world.channel_permissions(&world.channels[&channel], owner),
                ALL,
                "{what}"
            );
        }
        world.remove_member(guild, user).unwrap();
        assert_eq!(
            world.channel_permissions(&world.channels[&channel], user),
            0,
            "a person who isn't a member"
        );
    }
}
