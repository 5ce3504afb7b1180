//! Who a message mentions, and who of them is pinged
//! (<https://docs.discord.com/developers/resources/message#allowed-mentions-object>).

use serde_json::{Value, json};

use super::commands::is_subcommand;
use super::forms::{ANY_NUMBER, Field, id_in};
use super::layout::text_of;
use super::permissions::MENTION_EVERYONE;
use super::{Channel, Id, Message, World};

/// Which mentions in a text may ping. If a request has none, all that the author is permitted.
#[derive(Clone, Debug, Default)]
pub struct AllowedMentions {
    every_user: bool,
    every_role: bool,
    everyone: bool,
    users: Vec<Id>,
    roles: Vec<Id>,
    pub replied_user: bool,
}

/// The pings of one message.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    pub users: Vec<Id>,
    pub roles: Vec<Id>,
    pub everyone: bool,
}

impl AllowedMentions {
    pub fn parse(field: &Field<'_>) -> Option<AllowedMentions> {
        if field.is_null() {
            return None;
        }
        let kinds = field.at("parse").items(ANY_NUMBER);
        let parses = |kind: &str| kinds.iter().any(|it| it.value == kind);
        let ids = |name: &str| {
            let mut ids: Vec<Id> = Vec::new();
            for item in field.at(name).items(0..=100) {
                let Some(id) = id_in(item.value) else {
                    continue;
                };
                if ids.contains(&id) {
                    let message = "The set already contains this value";
                    item.wrong("SET_TYPE_ALREADY_CONTAINS_VALUE", message);
                }
                ids.push(id);
            }
            if parses(name) && !ids.is_empty() {
                let message =
                    format!("parse:[\"{name}\"] and {name}: [ids...] are mutually exclusive.");
                field.wrong("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
            }
            ids
        };
        Some(AllowedMentions {
            users: ids("users"),
            roles: ids("roles"),
            every_user: parses("users"),
            every_role: parses("roles"),
            everyone: parses("everyone"),
            replied_user: field.value["replied_user"] == true,
        })
    }
}

impl World {
    /// The pings of `content` written by `author` in `channel`.
    pub fn mentions_in(
        &self,
        channel: &Channel,
        author: Id,
        content: &str,
        allowed: Option<&AllowedMentions>,
    ) -> Mentions {
        let mut mentions = Mentions::default();
        for piece in content.split("<@").skip(1) {
            let Some((inside, _)) = piece.split_once('>') else {
                continue;
            };
            if let Some(role) = inside.strip_prefix('&') {
                mentions.roles.extend(role.parse::<Id>().ok());
            } else {
                mentions
                    .users
                    .extend(inside.trim_start_matches('!').parse::<Id>().ok());
            }
        }
        mentions.everyone = content.contains("@everyone") || content.contains("@here");
        let guild = channel.guild_id.and_then(|id| self.guilds.get(&id));
        let may_ping_all =
            guild.is_some() && self.channel_permissions(channel, author) & MENTION_EVERYONE != 0;
        mentions.users.retain(|user| {
            self.users.contains_key(user)
                && allowed.is_none_or(|allowed| allowed.every_user || allowed.users.contains(user))
        });
        mentions.roles.retain(|role| {
            let role_of_guild = guild.and_then(|guild| guild.roles.get(role));
            role_of_guild.is_some_and(|role| role.mentionable || may_ping_all)
                && allowed.is_none_or(|allowed| allowed.every_role || allowed.roles.contains(role))
        });
        mentions.everyone &= may_ping_all && allowed.is_none_or(|allowed| allowed.everyone);
        for ids in [&mut mentions.users, &mut mentions.roles] {
            ids.sort_unstable();
            ids.dedup();
        }
        mentions
    }

    /// The commands that a message mentions (`</name sub:id>`), each once, with its name, its id
    /// and whether it exists (Discord documentation, "Message Formatting").
    pub fn mentioned_commands(&self, message: &Message) -> Vec<Value> {
        let text = if message.components.is_empty() {
            message.content.clone()
        } else {
            format!("{}\n{}", message.content, text_of(&message.components))
        };
        let mut mentions: Vec<Value> = Vec::new();
        for piece in text.split("</").skip(1) {
            let inside = piece.split_once('>').map(|(inside, _)| inside);
            let Some((name, id)) = inside.and_then(|inside| inside.rsplit_once(':')) else {
                continue;
            };
            let words = name.split(' ').count();
            if let Ok(id) = id.parse::<Id>()
                && (1..=3).contains(&words)
                && !name.split(' ').any(str::is_empty)
            {
                let known = self.has_command(id, name);
                let mention = json!({ "id": id, "name": name, "known": known });
                if !mentions.contains(&mention) {
                    mentions.push(mention);
                }
            }
        }
        mentions
    }

    /// Whether there is a command with this id and this name, which includes subcommands.
    fn has_command(&self, id: Id, name: &str) -> bool {
        let mut all = self.applications.values().flat_map(|application| {
            let of_guilds = application.guild_commands.values().flatten();
            application.commands.iter().chain(of_guilds)
        });
        let command = all.find(|command| command["id"] == json!(id));
        let mut words = name.split(' ');
        let mut at = command.filter(|command| command["name"] == json!(words.next()));
        for word in words {
            let options = at.and_then(|at| at["options"].as_array());
            let mut options = options.into_iter().flatten();
            at = options.find(|option| option["name"] == word && is_subcommand(option));
        }
        at.is_some()
    }

    /// Whether a message pings somebody.
    pub fn is_pinged(&self, message: &Message, channel: &Channel, user: Id) -> bool {
        let member = channel.guild_id.and_then(|guild| self.member(guild, user));
        let roles = member.map_or(&[][..], |member| &member.roles);
        let mut mentioned = message.mention_roles.iter();
        message.mention_everyone
            || message.mentions.contains(&user)
            || mentioned.any(|role| roles.contains(role))
    }
}
