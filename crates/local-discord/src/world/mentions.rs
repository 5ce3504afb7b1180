//! Who a message mentions, and who of them is pinged
//! (<https://docs.discord.com/developers/resources/message#allowed-mentions-object>).

use serde_json::{Value, json};

use super::commands::SUB_COMMAND_GROUP;
use super::forms::{id_in, list};
use super::layout::text_of;
use super::permissions::MENTION_EVERYONE;
use super::{Channel, FormErrors, Id, Message, World};

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
    pub fn parse(errors: &mut FormErrors, value: &Value) -> Option<AllowedMentions> {
        if value.is_null() {
            return None;
        }
        let kinds: Vec<&str> = list(errors, value, "allowed_mentions", "parse")
            .iter()
            .filter_map(|kind| kind.as_str())
            .collect();
        let mut ids = |field| -> Vec<Id> {
            let ids: Vec<Id> = list(errors, value, "allowed_mentions", field)
                .iter()
                .filter_map(id_in)
                .collect();
            if ids.len() > 100 {
                let path = format!("allowed_mentions.{field}");
                errors.add(
                    &path,
                    "BASE_TYPE_MAX_LENGTH",
                    "Must be 100 or fewer in length.",
                );
            }
            for (place, id) in ids.iter().enumerate() {
                if ids[..place].contains(id) {
                    let path = format!("allowed_mentions.{field}.{place}");
                    errors.add(
                        &path,
                        "SET_TYPE_ALREADY_CONTAINS_VALUE",
                        "The set already contains this value",
                    );
                }
            }
            if kinds.contains(&field) && !ids.is_empty() {
                let message =
                    format!("parse:[\"{field}\"] and {field}: [ids...] are mutually exclusive.");
                errors.add(
                    "allowed_mentions",
                    "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                    message,
                );
            }
            ids
        };
        Some(AllowedMentions {
            users: ids("users"),
            roles: ids("roles"),
            every_user: kinds.contains(&"users"),
            every_role: kinds.contains(&"roles"),
            everyone: kinds.contains(&"everyone"),
            replied_user: value["replied_user"].as_bool().unwrap_or(false),
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
        let mut found: Vec<Value> = Vec::new();
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
                if !found.contains(&mention) {
                    found.push(mention);
                }
            }
        }
        found
    }

    /// Whether there is a command with this id and this name, which includes subcommands.
    fn has_command(&self, id: Id, name: &str) -> bool {
        let mut all = self.applications.values().flat_map(|application| {
            let own = application.guild_commands.values().flatten();
            application.commands.iter().chain(own)
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
        let roles = channel
            .guild_id
            .and_then(|id| self.guilds.get(&id))
            .and_then(|guild| guild.members.get(&user))
            .map_or(&[][..], |member| &member.roles);
        message.mention_everyone
            || message.mentions.contains(&user)
            || message
                .mention_roles
                .iter()
                .any(|role| roles.contains(role))
    }
}

fn is_subcommand(option: &Value) -> bool {
    let kind = option["type"].as_u64();
    kind.is_some_and(|kind| kind <= SUB_COMMAND_GROUP)
}
