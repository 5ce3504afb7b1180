//! A bot changes its own name and picture, or a server's name and system channel
//! (<https://docs.discord.com/developers/resources/user#modify-current-user>,
//! <https://docs.discord.com/developers/resources/guild#modify-guild>).

use serde_json::Value;

use super::events::picture_in;
use super::forms::{id_in, text};
use super::permissions::MANAGE_GUILD;
use super::{ChannelKind, FormErrors, Happening, Id, Refusal, World};

impl World {
    /// Changes a bot's name and picture.
    pub fn edit_bot(&mut self, bot: Id, body: &Value) -> Result<(), Refusal> {
        let mut errors = FormErrors::default();
        refuse_unknown(&mut errors, body, &["username", "avatar"]);
        let name = match &body["username"] {
            Value::Null => None,
            _ => text(&mut errors, body, "", "username", (2, 32)).map(str::to_owned),
        };
        let picture = picture_in(&mut errors, body, "avatar");
        let taken = |name: &String| {
            let mut others = self.users.values().filter(|user| user.id != bot);
            others.any(|user| user.username == *name)
        };
        if name.as_ref().is_some_and(taken) {
            let message = "Username is already taken";
            errors.add("username", "USERNAME_ALREADY_TAKEN", message);
        }
        errors.into_result()?;
        if let Some(picture) = picture {
            self.set_picture(bot, picture.as_deref())?;
        }
        let user = self.users.get_mut(&bot).ok_or(Refusal::UnknownUser)?;
        if let Some(name) = name {
            user.display.clone_from(&name);
            user.username = name;
        }
        self.happened(Happening::BotChanged(bot));
        self.happened(Happening::PeopleChanged);
        Ok(())
    }

    /// Changes a server, as `by`: its name, and the channel in which Discord says who joined.
    pub fn edit_guild(&mut self, by: Id, guild: Id, body: &Value) -> Result<(), Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        let mut changed = place.clone();
        if self.guild_permissions(guild, by) & MANAGE_GUILD == 0 {
            return Err(Refusal::MissingPermissions);
        }
        let mut errors = FormErrors::default();
        refuse_unknown(&mut errors, body, &["name", "system_channel_id"]);
        if body.get("name").is_some()
            && let Some(name) = text(&mut errors, body, "", "name", (2, 100))
        {
            name.clone_into(&mut changed.name);
        }
        if let Some(wanted) = body.get("system_channel_id") {
            changed.system_channel = id_in(wanted);
            let channel = changed.system_channel.and_then(|id| self.channels.get(&id));
            let place = channel.map(|channel| (channel.guild_id, channel.kind));
            if !wanted.is_null() && place != Some((Some(guild), ChannelKind::Text)) {
                let message = "Unknown Channel";
                errors.add("system_channel_id", "CHANNEL_INVALID", message);
            }
        }
        errors.into_result()?;
        self.guilds.insert(guild, changed);
        self.happened(Happening::GuildChanged(guild));
        self.happened(Happening::PeopleChanged);
        Ok(())
    }
}

/// Refuses unknown fields by name; null changes nothing.
fn refuse_unknown(errors: &mut FormErrors, body: &Value, known: &[&str]) {
    let fields = body.as_object().into_iter().flatten();
    for (field, _) in
        fields.filter(|(field, value)| !known.contains(&field.as_str()) && !value.is_null())
    {
        let message = format!("The local Discord does not know the field {field}");
        errors.add(field, "LOCAL_UNKNOWN", message);
    }
}
