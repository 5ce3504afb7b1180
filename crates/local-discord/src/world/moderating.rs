//! What moderators do to members: nicknames, roles, timeouts, kicks and bans
//! (<https://docs.discord.com/developers/resources/guild#modify-guild-member>).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::forms::{id_in, number_within};
use super::permissions::{
    ALL, BAN_MEMBERS, CHANGE_NICKNAME, KICK_MEMBERS, MANAGE_GUILD, MANAGE_NICKNAMES, MANAGE_ROLES,
    MODERATE_MEMBERS,
};
use super::{FormErrors, Happening, Id, Refusal, World, read_timestamp};

/// The longest timeout.
const LONGEST_TIMEOUT_MS: u64 = 28 * 24 * 60 * 60 * 1000;
const MAX_NICK: usize = 32;
/// A ban deletes messages of at most this many seconds.
const LONGEST_DELETION_S: u64 = 7 * 24 * 60 * 60;

/// A ban: its reason.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ban {
    pub reason: Option<String>,
}

impl World {
    /// Changes a member as `by`: all that the request asks for, or nothing.
    pub fn change_member(
        &mut self,
        by: Id,
        guild: Id,
        user: Id,
        body: &Value,
    ) -> Result<(), Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        let member = place.members.get(&user).ok_or(Refusal::UnknownMember)?;
        let bits = self.guild_permissions(guild, by);
        let is_above = place.rank(by) > place.rank(user);
        let may = |needed: u64, who: bool| {
            if bits & needed != 0 && who {
                Ok(())
            } else {
                Err(Refusal::MissingPermissions)
            }
        };
        let mut changed = member.clone();
        let mut errors = FormErrors::default();
        if let Some(nick) = body.get("nick") {
            if by == user {
                may(CHANGE_NICKNAME | MANAGE_NICKNAMES, true)?
            } else {
                may(MANAGE_NICKNAMES, is_above)?
            }
            let nick = nick.as_str().filter(|nick| !nick.is_empty());
            if nick.is_some_and(|nick| nick.chars().count() > MAX_NICK) {
                let message = "Must be 32 or fewer in length.";
                errors.add("nick", "BASE_TYPE_MAX_LENGTH", message);
            }
            changed.nick = nick.map(str::to_owned);
        }
        if let Value::Array(roles) = &body["roles"] {
            may(MANAGE_ROLES, true)?;
            let roles: Vec<Id> = roles.iter().filter_map(id_in).collect();
            let added = roles.iter().filter(|role| !member.roles.contains(role));
            let taken = member.roles.iter().filter(|role| !roles.contains(role));
            for role in added.chain(taken) {
                let role = place.roles.get(role).ok_or(Refusal::UnknownRole)?;
                let is_free = role.id != guild && role.of_bot.is_none();
                may(MANAGE_ROLES, is_free && role.position < place.rank(by))?;
            }
            changed.roles = roles;
        }
        if let Some(until) = body.get("communication_disabled_until") {
            let binds = self.guild_permissions(guild, user) & ALL != ALL;
            may(MODERATE_MEMBERS, is_above && binds)?;
            let until_ms = until.as_str().and_then(read_timestamp);
            let field = "communication_disabled_until";
            if until_ms.is_none() && !until.is_null() {
                let message = format!("Could not parse {until}. Should be ISO8601.");
                errors.add(field, "DATE_TIME_TYPE_PARSE", message);
            }
            if until_ms.is_some_and(|until| until > self.now_ms() + LONGEST_TIMEOUT_MS) {
                let message = "Timeouts are 28 days long at most.";
                errors.add(field, "COMMUNICATION_DISABLED_UNTIL_MAX", message);
            }
            changed.timed_out_until_ms = until_ms;
        }
        if !body["flags"].is_null() {
            let message = "The local Discord does not know flags of members";
            errors.add("flags", "LOCAL_UNKNOWN", message);
        }
        errors.into_result()?;
        // Nobody is ever in a voice channel here.
        if ["mute", "deaf", "channel_id"]
            .iter()
            .any(|field| !body[*field].is_null())
        {
            return Err(Refusal::NotInVoice);
        }
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        place.members.insert(user, changed);
        self.happened(Happening::MemberChanged { guild, user });
        self.happened(Happening::PeopleChanged);
        Ok(())
    }

    /// Removes somebody from a guild, as `by`.
    pub fn kick(&mut self, by: Id, guild: Id, user: Id) -> Result<(), Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        if !place.members.contains_key(&user) {
            return Err(Refusal::UnknownMember);
        }
        self.check_above(by, guild, user, KICK_MEMBERS)?;
        self.remove_member(guild, user)
    }

    /// Bans somebody from a guild, as `by`, and deletes their latest messages if the request says
    /// so.
    pub fn ban(
        &mut self,
        by: Id,
        guild: Id,
        user: Id,
        reason: Option<String>,
        body: &Value,
    ) -> Result<(), Refusal> {
        if !self.users.contains_key(&user) {
            return Err(Refusal::UnknownUser);
        }
        self.check_above(by, guild, user, BAN_MEMBERS)?;
        let mut errors = FormErrors::default();
        let field = "delete_message_seconds";
        let seconds = number_within(&mut errors, body, "", field, 0..=LONGEST_DELETION_S);
        let days = number_within(&mut errors, body, "", "delete_message_days", 0..=7);
        errors.into_result()?;
        let seconds = seconds.or(days.map(|days| days * 24 * 60 * 60));
        self.shut_out(guild, user, reason, seconds.unwrap_or(0))
    }

    fn shut_out(
        &mut self,
        guild: Id,
        user: Id,
        reason: Option<String>,
        seconds: u64,
    ) -> Result<(), Refusal> {
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        if place.bans.contains_key(&user) {
            return Ok(());
        }
        place.bans.insert(user, Ban { reason });
        if place.members.contains_key(&user) {
            self.remove_member(guild, user)?;
        }
        self.happened(Happening::Banned {
            guild,
            user,
            banned: true,
        });
        self.delete_lately(guild, user, seconds)
    }

    /// Deletes somebody's messages of the last `seconds` in a guild.
    fn delete_lately(&mut self, guild: Id, user: Id, seconds: u64) -> Result<(), Refusal> {
        let since_ms = self.now_ms().saturating_sub(seconds * 1000);
        let channels = self.channels.values();
        let mut written = Vec::new();
        for channel in channels.filter(|channel| channel.guild_id == Some(guild)) {
            let own = channel.messages.values().filter(|message| {
                seconds > 0 && message.author == user && message.made_ms >= since_ms
            });
            let own: Vec<Id> = own.map(|message| message.id).collect();
            if !own.is_empty() {
                written.push((channel.id, own));
            }
        }
        for (channel, ids) in written {
            let messages = ids
                .into_iter()
                .map(|id| self.remove_message(channel, id))
                .collect::<Result<_, _>>()?;
            self.happened(Happening::MessagesBulkDeleted { channel, messages });
        }
        Ok(())
    }

    /// Unbans somebody, as `by`.
    pub fn unban(&mut self, by: Id, guild: Id, user: Id) -> Result<(), Refusal> {
        self.bans(by, guild)?;
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        place.bans.remove(&user).ok_or(Refusal::UnknownBan)?;
        self.happened(Happening::Banned {
            guild,
            user,
            banned: false,
        });
        Ok(())
    }

    /// Bans up to 200 people at once. Returns the people who are banned now and those who could not
    /// be.
    pub fn bulk_ban(
        &mut self,
        by: Id,
        guild: Id,
        reason: Option<&str>,
        body: &Value,
    ) -> Result<(Vec<Id>, Vec<Id>), Refusal> {
        let bits = self.guild_permissions(guild, by);
        if bits & BAN_MEMBERS == 0 || bits & MANAGE_GUILD == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let mut errors = FormErrors::default();
        let users: Vec<Id> = super::forms::list(&mut errors, body, "", "user_ids")
            .iter()
            .filter_map(id_in)
            .collect();
        if !(1..=200).contains(&users.len()) {
            let message = "Must be between 1 and 200 in length.";
            errors.add("user_ids", "BASE_TYPE_BAD_LENGTH", message);
        }
        errors.into_result()?;
        let (mut banned, mut failed) = (Vec::new(), Vec::new());
        for user in users {
            let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
            let is_new = !place.bans.contains_key(&user);
            let reason = reason.map(str::to_owned);
            if is_new && self.ban(by, guild, user, reason, body).is_ok() {
                banned.push(user)
            } else {
                failed.push(user)
            }
        }
        if banned.is_empty() {
            Err(Refusal::NobodyBanned)
        } else {
            Ok((banned, failed))
        }
    }

    /// The bans of a guild in the order of ids, for people with Ban Members.
    pub fn bans(&self, by: Id, guild: Id) -> Result<Vec<Value>, Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        if self.guild_permissions(guild, by) & BAN_MEMBERS == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let bans = place.bans.iter();
        let shown =
            bans.map(|(user, ban)| json!({ "user": self.user_json(*user), "reason": ban.reason }));
        Ok(shown.collect())
    }

    /// Refuses unless `by` has the permission and is above `user`.
    fn check_above(&self, by: Id, guild: Id, user: Id, needed: u64) -> Result<(), Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        let is_allowed = self.guild_permissions(guild, by) & needed != 0;
        if is_allowed && place.rank(by) > place.rank(user) {
            Ok(())
        } else {
            Err(Refusal::MissingPermissions)
        }
    }
}
