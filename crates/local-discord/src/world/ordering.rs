//! The order of a server's channels
//! (<https://docs.discord.com/developers/resources/guild#modify-guild-channel-positions>).

use serde_json::Value;

use super::forms::id_in;
use super::permissions::{MANAGE_CHANNELS, MANAGE_ROLES};
use super::{ChannelKind, Happening, Id, Refusal, World};

impl World {
    /// Moves channels, as `by`. Channels that the list doesn't name stay.
    pub fn order_channels(&mut self, by: Id, guild: Id, body: &Value) -> Result<(), Refusal> {
        let bits = self.guild_permissions(guild, by);
        let Value::Array(wanted) = body else {
            let message = "Only iterables may be used in a ListType";
            return Err(Refusal::form("", "LIST_TYPE_CONVERT", message));
        };
        let mut moved = Vec::new();
        for one in wanted {
            let id = id_in(&one["id"]).ok_or(Refusal::UnknownChannel)?;
            let channel = self
                .channels
                .get(&id)
                .filter(|it| it.guild_id == Some(guild));
            let mut channel = channel.ok_or(Refusal::UnknownChannel)?.clone();
            if channel.thread.is_some() {
                return Err(Refusal::WrongChannelType);
            }
            if let Some(parent) = one.get("parent_id") {
                channel.parent_id = id_in(parent);
            }
            let parent = channel.parent_id.and_then(|id| self.channels.get(&id));
            if channel.parent_id.is_some()
                && parent.map(|it| (it.kind, it.guild_id))
                    != Some((ChannelKind::Category, Some(guild)))
            {
                let message = "Category does not exist";
                return Err(Refusal::form(
                    "parent_id",
                    "CHANNEL_PARENT_INVALID",
                    message,
                ));
            }
            let locks = one["lock_permissions"] == true;
            if let Some(parent) = parent.filter(|_| locks) {
                channel.overwrites.clone_from(&parent.overwrites);
            }
            if bits & MANAGE_CHANNELS == 0 || locks && bits & MANAGE_ROLES == 0 {
                return Err(Refusal::MissingPermissions);
            }
            let position = one["position"]
                .as_u64()
                .and_then(|at| u16::try_from(at).ok());
            channel.position = position.unwrap_or(channel.position);
            moved.push(channel);
        }
        for channel in moved {
            let id = channel.id;
            self.channels.insert(id, channel);
            self.happened(Happening::ChannelUpdated(id));
        }
        Ok(())
    }
}
