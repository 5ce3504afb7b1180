//! What moderators do to members: nicknames, roles and timeouts
//! (<https://docs.discord.com/developers/resources/guild#modify-guild-member>).

use serde_json::Value;

use super::forms::{Form, ids_in, length};
use super::permissions::{ALL, CHANGE_NICKNAME, MANAGE_NICKNAMES, MANAGE_ROLES, MODERATE_MEMBERS};
use super::{Guild, Happening, Id, Refusal, World};

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
        let place = self.guild(guild)?;
        let member = place.members.get(&user).ok_or(Refusal::UnknownMember)?;
        let bits = self.guild_permissions(guild, by);
        let is_above = place.rank(by) > place.rank(user);
        let may = |needed: u64, who: bool| {
            let allowed = bits & needed != 0 && who;
            allowed.then_some(()).ok_or(Refusal::MissingPermissions)
        };
        let mut changed = member.clone();
        let form = Form::default();
        let body = form.field("", body);
        if let Some(nick) = body.given("nick") {
            let change_own = if by == user { CHANGE_NICKNAME } else { 0 };
            may(MANAGE_NICKNAMES | change_own, is_above || by == user)?;
            let text = nick.value.as_str().unwrap_or_default();
            nick.check_length(length(text), &(0..=MAX_NICK));
            changed.nick = Some(text.to_owned()).filter(|text| !text.is_empty());
        }
        if body.value["roles"].is_array() {
            may(MANAGE_ROLES, true)?;
            changed.roles = ids_in(&body.value["roles"]);
            place.check_roles(by, &member.roles, &changed.roles)?;
        }
        if let Some(until) = body.given("communication_disabled_until") {
            let binds = self.guild_permissions(guild, user) & ALL != ALL;
            may(MODERATE_MEMBERS, is_above && binds)?;
            changed.timed_out_until_ms = until.time();
            if changed.timed_out_until_ms > Some(self.now_ms() + LONGEST_TIMEOUT_MS) {
                let message = "Timeouts are 28 days long at most.";
                until.wrong("COMMUNICATION_DISABLED_UNTIL_MAX", message);
            }
        }
        if !body.at("flags").is_null() {
            let message = "The local Discord does not know flags of members";
            body.at("flags").wrong("LOCAL_UNKNOWN", message);
        }
        // Nobody is ever in a voice channel here.
        let mut voice = ["mute", "deaf", "channel_id"].into_iter();
        let is_about_voice = voice.any(|name| !body.at(name).is_null());
        form.finish()?;
        if is_about_voice {
            return Err(Refusal::NotInVoice);
        }
        self.guild_mut(guild)?.members.insert(user, changed);
        self.happened(Happening::MemberChanged { guild, user });
        Ok(())
    }
}

impl Guild {
    /// Refuses if `by` can't give or take one of the roles that a member would have or lose.
    fn check_roles(&self, by: Id, before: &[Id], after: &[Id]) -> Result<(), Refusal> {
        let added = after.iter().filter(|role| !before.contains(role));
        let removed = before.iter().filter(|role| !after.contains(role));
        for role in added.chain(removed) {
            let role = self.roles.get(role).ok_or(Refusal::UnknownRole)?;
            if role.id == self.id || role.of_bot.is_some() || role.position >= self.rank(by) {
                return Err(Refusal::MissingPermissions);
            }
        }
        Ok(())
    }
}
