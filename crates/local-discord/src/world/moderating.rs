//! What moderators do to members: nicknames, roles and timeouts
//! (<https://docs.discord.com/developers/resources/guild#modify-guild-member>).

use serde_json::Value;

use super::forms::{Form, ids_in, length};
use super::permissions::{ALL, CHANGE_NICKNAME, MANAGE_NICKNAMES, MANAGE_ROLES, MODERATE_MEMBERS};
use super::{Happening, Id, Refusal, World};

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
            if bits & needed != 0 && who {
                Ok(())
            } else {
                Err(Refusal::MissingPermissions)
            }
        };
        let mut changed = member.clone();
        let form = Form::default();
        let body = form.field("", body);
        if let Some(nick) = body.given("nick") {
            if by == user {
                may(CHANGE_NICKNAME | MANAGE_NICKNAMES, true)?
            } else {
                may(MANAGE_NICKNAMES, is_above)?
            }
            let text = nick.value.as_str().unwrap_or_default();
            nick.check_length(length(text), &(0..=MAX_NICK));
            changed.nick = Some(text.to_owned()).filter(|text| !text.is_empty());
        }
        if body.at("roles").value.is_array() {
            may(MANAGE_ROLES, true)?;
            changed.roles = ids_in(&body.value["roles"]);
            let added = changed
                .roles
                .iter()
                .filter(|role| !member.roles.contains(role));
            let taken = member
                .roles
                .iter()
                .filter(|role| !changed.roles.contains(role));
            for role in added.chain(taken) {
                let role = place.roles.get(role).ok_or(Refusal::UnknownRole)?;
                let is_free = role.id != guild && role.of_bot.is_none();
                may(MANAGE_ROLES, is_free && role.position < place.rank(by))?;
            }
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
        let voice = ["mute", "deaf", "channel_id"].map(|name| body.at(name));
        let is_about_voice = voice.iter().any(|field| !field.is_null());
        form.finish()?;
        if is_about_voice {
            return Err(Refusal::NotInVoice);
        }
        let place = self.guild_mut(guild)?;
        place.members.insert(user, changed);
        self.happened(Happening::MemberChanged { guild, user });
        Ok(())
    }
}
