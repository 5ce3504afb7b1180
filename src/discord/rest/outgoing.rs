//! Prepares every outgoing message: commands that it names can be tapped, and a message that pings
//! nobody is sent silently.

use serde_json::{Value, json};
use serenity::all::{LightMethod, MessageFlags};

use crate::discord::text;

/// The fence of a block of code, which Discord shows as it is.
const FENCE: &str = "```";
/// The longest embed description, in characters (Discord documentation, "Embed Limits").
const MAX_DESCRIBED: usize = 4_096;
/// The type of an interaction's answer that is a new message (Discord documentation, "Interaction
/// Callback Type").
const MESSAGE: u64 = 4;

/// The commands that can be mentioned, by their full names (`match begin`), with their ids.
#[derive(Debug, Default)]
pub struct Commands(Vec<(String, String)>);

impl Commands {
    /// Reads Discord's answer to registering them. Of a command with subcommands, only those can be
    /// mentioned (Discord documentation, "Message Formatting").
    pub fn of(registered: &[Value]) -> Commands {
        let mut all = Vec::new();
        for command in registered {
            let is_typed = command["type"].as_u64().unwrap_or(1) == 1;
            if let (true, Some(id)) = (is_typed, command["id"].as_str()) {
                let mut names = Vec::new();
                whole_names(command, "", &mut names);
                all.extend(names.into_iter().map(|name| (name, id.to_owned())));
            }
        }
        Commands(all)
    }

    /// Prepares the JSON of a request. Anything but a message stays as it is.
    pub fn prepare(&self, method: LightMethod, body: &Value) -> Value {
        let mut body = body.clone();
        let is_answer = body["data"].is_object();
        let is_new = if is_answer {
            body["type"] == MESSAGE
        } else {
            matches!(method, LightMethod::Post)
        };
        let message = if is_answer {
            &mut body["data"]
        } else {
            &mut body
        };
        let Some(content) = message.get("content").and_then(Value::as_str) else {
            return body;
        };
        message["content"] = json!(self.tappable(content, text::MAX_POSTED));
        let embeds = message.get_mut("embeds").and_then(Value::as_array_mut);
        for embed in embeds.into_iter().flatten() {
            if let Some(description) = embed["description"].as_str() {
                embed["description"] = json!(self.tappable(description, MAX_DESCRIBED));
            }
        }
        let flags = message.get("flags").and_then(Value::as_u64);
        let flags = flags.unwrap_or_default();
        let is_private = flags & MessageFlags::EPHEMERAL.bits() != 0;
        if is_new && !is_private && !calls(message) {
            message["flags"] = json!(flags | MessageFlags::SUPPRESS_NOTIFICATIONS.bits());
        }
        body
    }

    /// Makes each command in backticks tappable, while the mentions fit into `most` characters.
    fn tappable(&self, said: &str, most: usize) -> String {
        let mut room = most.saturating_sub(said.chars().count());
        let pieces = said.split(FENCE).enumerate();
        let pieces = pieces.map(|(at, piece)| match at % 2 {
            0 => self.mention(piece, &mut room),
            _ => piece.to_owned(),
        });
        pieces.collect::<Vec<_>>().join(FENCE)
    }

    fn mention(&self, said: &str, room: &mut usize) -> String {
        let mut shown = String::with_capacity(said.len());
        let mut rest = said;
        while let Some((before, after)) = rest.split_once("`/") {
            shown.push_str(before);
            let known = after.split_once('`').and_then(|(name, after)| {
                let (_, id) = self.0.iter().find(|(known, _)| known == name)?;
                Some((name, id, after))
            });
            rest = match known {
                // A mention is longer than the command by its id and a colon.
                Some((name, id, after)) if id.len() < *room => {
                    *room -= id.len() + 1;
                    shown.push_str(&format!("</{name}:{id}>"));
                    after
                }
                _ => {
                    shown.push_str("`/");
                    after
                }
            };
        }
        shown + rest
    }
}

/// A message's text with its commands as they are typed: for a message that is read back from
/// Discord.
pub fn as_typed(said: &str) -> String {
    let mut shown = String::with_capacity(said.len());
    let mut rest = said;
    while let Some((before, after)) = rest.split_once("</") {
        shown.push_str(before);
        let mention = after.split_once('>');
        match mention.and_then(|(inside, after)| Some((inside.rsplit_once(':')?.0, after))) {
            Some((name, after)) => {
                shown.push_str(&format!("`/{name}`"));
                rest = after;
            }
            None => {
                shown.push_str("</");
                rest = after;
            }
        }
    }
    shown + rest
}

/// The full names of a command's typeable parts; `above` is the prefix.
fn whole_names(command: &Value, above: &str, names: &mut Vec<String>) {
    let name = format!("{above}{}", command["name"].as_str().unwrap_or_default());
    let options = command["options"].as_array().into_iter().flatten();
    let below: Vec<&Value> = options
        .filter(|option| matches!(option["type"].as_u64(), Some(1 | 2)))
        .collect();
    if below.is_empty() {
        names.push(name)
    } else {
        let above = format!("{name} ");
        below.iter().for_each(|one| whole_names(one, &above, names));
    }
}

/// Whether a message pings anybody.
fn calls(message: &Value) -> bool {
    let allowed = &message["allowed_mentions"];
    let calls = |key: &str| allowed[key].as_array().is_some_and(|all| !all.is_empty());
    ["users", "roles", "parse"].into_iter().any(calls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::commands;

    fn registered() -> Commands {
        let mut all = commands::registered(&commands::all());
        let all = all.as_array_mut().unwrap();
        for (at, command) in all.iter_mut().enumerate() {
            command["id"] = json!((1_200_000_000_000_000_000 + at as u64).to_string());
        }
        Commands::of(all)
    }

    #[test]
    fn existing_commands_become_mentions() {
        let commands = Commands::of(&[
            json!({ "id": "7", "name": "match", "options": [
                { "type": 1, "name": "new" },
                { "type": 2, "name": "more", "options": [{ "type": 1, "name": "move" }] },
            ] }),
            json!({ "id": "8", "name": "board", "options": [{ "type": 5, "name": "public" }] }),
            json!({ "id": "9", "type": 3, "name": "Board here" }),
        ]);
        for (said, expected) in [
            ("Type `/match new`.", "Type </match new:7>."),
            (
                "`/match more move``/board`",
                "</match more move:7></board:8>",
            ),
            // Part of a command, or a command with more after it, stays as it is.
            (
                "`/match` `/match old` `/board public:`",
                "`/match` `/match old` `/board public:`",
            ),
            ("`/Board here` `/board", "`/Board here` `/board"),
            // Typed text stays too: it is escaped or in a block of code.
            ("\\`/board\\`", "\\`/board\\`"),
            (
                "```\n`/board`\n``` `/board`",
                "```\n`/board`\n``` </board:8>",
            ),
        ] {
            let shown = commands.tappable(said, 2_000);
            assert_eq!(shown, expected);
            assert_eq!(as_typed(&shown), said);
        }
        // Only the first one fits.
        let said = "`/board` `/board`";
        assert_eq!(
            commands.tappable(said, said.len() + 3),
            "</board:8> `/board`"
        );
        assert_eq!(commands.tappable(said, said.len() + 1), said);
    }

    #[test]
    fn every_command_can_become_a_mention() {
        let commands = registered();
        let names: Vec<&str> = commands.0.iter().map(|(name, _)| &**name).collect();
        for name in [
            "match begin",
            "season cast add",
            "ruling rewind",
            "rules",
            "practice",
        ] {
            assert!(names.contains(&name), "{name} is not in {names:?}");
        }
        assert!(!names.contains(&"match"), "{names:?}");
    }

    #[test]
    fn messages_without_pings_are_silent() {
        let silent = MessageFlags::SUPPRESS_NOTIFICATIONS.bits();
        let nobody = json!({ "parse": [], "users": [], "roles": [] });
        let somebody = json!({ "parse": [], "users": ["7"] });
        let post = LightMethod::Post;
        for (method, body, expected) in [
            (
                post,
                json!({ "content": "", "allowed_mentions": nobody }),
                silent,
            ),
            (
                post,
                json!({ "content": "", "allowed_mentions": somebody }),
                0,
            ),
            // An edit doesn't take this flag.
            (
                LightMethod::Patch,
                json!({ "content": "", "allowed_mentions": nobody }),
                0,
            ),
            // Answers: for everybody, for one person, and as the edit of another.
            (
                post,
                json!({ "type": 4, "data": { "content": "" } }),
                silent,
            ),
            (
                post,
                json!({ "type": 4, "data": { "content": "", "flags": 64 } }),
                64,
            ),
            (post, json!({ "type": 7, "data": { "content": "" } }), 0),
            (post, json!({ "recipient_id": "7" }), 0),
        ] {
            let sent = Commands::default().prepare(method, &body);
            let flags = if sent["data"].is_object() {
                &sent["data"]["flags"]
            } else {
                &sent["flags"]
            };
            assert_eq!(flags.as_u64().unwrap_or_default(), expected, "{body}");
        }
    }
}
