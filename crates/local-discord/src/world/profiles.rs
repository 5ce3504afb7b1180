//! A bot changes its own name and picture, or a server's name and system channel
//! (<https://docs.discord.com/developers/resources/user#modify-current-user>,
//! <https://docs.discord.com/developers/resources/guild#modify-guild>).

use serde_json::Value;

use super::forms::{Form, id_in};
use super::permissions::MANAGE_GUILD;
use super::{ChannelKind, Happening, Id, Refusal, World};

impl World {
    /// Changes a bot's name and picture.
    pub fn edit_bot(&mut self, bot: Id, body: &Value) -> Result<(), Refusal> {
        let form = Form::default();
        let body = form.field("", body);
        body.refuse_unknown(&["username", "avatar"]);
        let field = body.at("username");
        let name = match field.value {
            Value::Null => None,
            _ => field.text(2..=32).map(str::to_owned),
        };
        let picture = body.given("avatar").map(|avatar| avatar.picture());
        let taken = |name: &String| {
            let mut others = self.users.values().filter(|user| user.id != bot);
            others.any(|user| user.username == *name)
        };
        if name.as_ref().is_some_and(taken) {
            field.wrong("USERNAME_ALREADY_TAKEN", "Username is already taken");
        }
        form.finish()?;
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
        let form = Form::default();
        let body = form.field("", body);
        body.refuse_unknown(&["name", "system_channel_id"]);
        let name = body.given("name").and_then(|name| name.text(2..=100));
        changed.name = name.unwrap_or(&changed.name).to_owned();
        if let Some(field) = body.given("system_channel_id") {
            changed.system_channel = id_in(field.value);
            let channel = changed.system_channel.and_then(|id| self.channels.get(&id));
            let place = channel.map(|channel| (channel.guild_id, channel.kind));
            if !field.is_null() && place != Some((Some(guild), ChannelKind::Text)) {
                field.wrong("CHANNEL_INVALID", "Unknown Channel");
            }
        }
        form.finish()?;
        self.guilds.insert(guild, changed);
        self.happened(Happening::GuildChanged(guild));
        self.happened(Happening::PeopleChanged);
        Ok(())
    }
}
