//! What moderators do to members: nicknames, roles and timeouts
//! (<https://docs.discord.com/developers/resources/guild#modify-guild-member>).

use serde_json::Value;

use super::forms::id_in;
use super::permissions::{ALL, CHANGE_NICKNAME, MANAGE_NICKNAMES, MANAGE_ROLES, MODERATE_MEMBERS};
use super::{FormErrors, Happening, Id, Refusal, World, read_timestamp};

/// The longest timeout.
const LONGEST_TIMEOUT_MS: u64 = 28 * 24 * 60 * 60 * 1000;
const MAX_NICK: usize = 32;

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
}
