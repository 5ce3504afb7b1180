//! Reads the values that people give to a command's options, by the options' types.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::commands::{
    ATTACHMENT, BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, USER,
};
use super::{Complaint, Id, World};

/// The people, roles and channels in the values of options or menus.
#[derive(Default)]
pub(super) struct Resolved(pub BTreeMap<&'static str, Map<String, Value>>);

impl World {
    /// Reads a value as the option's type.
    pub(super) fn option_value(
        &self,
        channel: Id,
        option: &Value,
        value: &Value,
        resolved: &mut Resolved,
    ) -> Result<Value, Complaint> {
        let name = option["name"].as_str().unwrap_or_default();
        let wrong = |what: String| Complaint::new(400, format!("The option \"{name}\" {what}."));
        let kind = option["type"].as_u64().unwrap_or(0);
        let value = match kind {
            STRING => json!(plain_text(value)),
            INTEGER => match plain_text(value).trim().parse::<i64>() {
                Ok(number) => json!(number),
                Err(_) => match choice_named(option, value) {
                    Some(value) => value,
                    None => return Err(wrong("takes a whole number".to_owned())),
                },
            },
            NUMBER => match plain_text(value).trim().parse::<f64>() {
                Ok(number) => json!(number),
                Err(_) => match choice_named(option, value) {
                    Some(value) => value,
                    None => return Err(wrong("takes a number".to_owned())),
                },
            },
            BOOLEAN => match plain_text(value).to_lowercase().as_str() {
                "true" | "yes" => json!(true),
                "false" | "no" => json!(false),
                _ => return Err(wrong("takes true or false".to_owned())),
            },
            USER | CHANNEL | ROLE | MENTIONABLE => {
                let id = self.resolve(channel, kind, &plain_text(value), resolved);
                json!(id.map_err(|what| wrong(format!(
                    "takes {what}, which \"{}\" is not",
                    plain_text(value)
                )))?)
            }
            ATTACHMENT => {
                let id = plain_text(value).parse::<Id>().ok();
                let file = id.and_then(|id| self.given_files.get(&id));
                let file = file.ok_or_else(|| wrong("takes a file".to_owned()))?;
                resolved.add("attachments", file.id, self.given_file_json(file));
                json!(file.id)
            }
            _ => {
                return Err(wrong(
                    "has a type that the local Discord does not know".to_owned(),
                ));
            }
        };
        let choices = option["choices"]
            .as_array()
            .filter(|choices| !choices.is_empty());
        let value = match choices {
            Some(choices) if !choices.iter().any(|choice| choice["value"] == value) => {
                choice_named(option, &value).ok_or_else(|| {
                    let names: Vec<_> = choices
                        .iter()
                        .filter_map(|choice| choice["name"].as_str())
                        .collect();
                    wrong(format!("takes one of: {}", names.join(", ")))
                })?
            }
            _ => value,
        };
        let bound = |field: &str| option[field].as_f64();
        let size = match kind {
            STRING => Some((
                "characters",
                value
                    .as_str()
                    .map_or(0.0, |text| text.chars().count() as f64),
                "length",
            )),
            INTEGER | NUMBER => Some(("", value.as_f64().unwrap_or(0.0), "value")),
            _ => None,
        };
        if let Some((unit, size, field)) = size {
            if let Some(least) = bound(&format!("min_{field}")).filter(|least| size < *least) {
                return Err(wrong(
                    format!("takes at least {least} {unit}")
                        .trim_end()
                        .to_owned(),
                ));
            }
            let most = bound(&format!("max_{field}")).unwrap_or(if kind == STRING {
                6000.0
            } else {
                f64::MAX
            });
            if size > most {
                return Err(wrong(
                    format!("takes at most {most} {unit}").trim_end().to_owned(),
                ));
            }
        }
        Ok(value)
    }

    /// The id of a person, role or channel that is given as an id, a mention or `@name`. Adds its
    /// object to `resolved`. The error says what was expected.
    pub(super) fn resolve(
        &self,
        channel: Id,
        kind: u64,
        named: &str,
        resolved: &mut Resolved,
    ) -> Result<Id, &'static str> {
        let place = self.channels.get(&channel);
        let guild = place
            .and_then(|place| place.guild_id)
            .and_then(|id| self.guilds.get(&id));
        let bare = named
            .trim()
            .trim_start_matches(['<', '@', '#', '!', '&'])
            .trim_end_matches('>');
        let id = bare.parse::<Id>().ok();
        let matches = |candidate: Id, names: &[&str]| match id {
            Some(id) => id == candidate,
            None => names.iter().any(|name| name.eq_ignore_ascii_case(bare)),
        };
        if matches!(kind, USER | MENTIONABLE) {
            let user = self
                .users
                .values()
                .find(|user| matches(user.id, &[&user.username, &user.display]));
            if let Some(user) = user {
                resolved.add("users", user.id, self.user_json(user.id));
                if let Some(guild) = guild
                    && let Some(mut member) = self.partial_member_json(guild.id, user.id)
                {
                    let bits = place.map_or(0, |place| self.channel_permissions(place, user.id));
                    member["permissions"] = json!(bits.to_string());
                    resolved.add("members", user.id, member);
                }
                return Ok(user.id);
            }
        }
        if matches!(kind, ROLE | MENTIONABLE)
            && let Some(role) = guild.and_then(|g| {
                g.roles
                    .values()
                    .find(|role| matches(role.id, &[&role.name]))
            })
        {
            resolved.add("roles", role.id, super::json::role_json(role));
            return Ok(role.id);
        }
        if kind == CHANNEL
            && let Some(guild) = guild
            && let Some(found) = self
                .channels
                .values()
                .find(|c| c.guild_id == Some(guild.id) && matches(c.id, &[&c.name]))
        {
            let mut object = self.channel_json(found);
            object["permissions"] = json!(
                place
                    .map_or(0, |_| self.guild_permissions(guild.id, guild.owner))
                    .to_string()
            );
            resolved.add("channels", found.id, object);
            return Ok(found.id);
        }
        Err(match kind {
            USER => "a person",
            ROLE => "a role",
            MENTIONABLE => "a person or a role",
            _ => "a channel",
        })
    }
}

impl Resolved {
    pub(super) fn add(&mut self, kind: &'static str, id: Id, object: Value) {
        self.0
            .entry(kind)
            .or_default()
            .insert(id.to_string(), object);
    }
}

/// The value of the choice with that name.
fn choice_named(option: &Value, name: &Value) -> Option<Value> {
    let named = |choice: &&Value| {
        choice["name"]
            .as_str()
            .is_some_and(|n| name.as_str().is_some_and(|w| n.eq_ignore_ascii_case(w)))
    };
    option["choices"]
        .as_array()?
        .iter()
        .find(named)
        .map(|choice| choice["value"].clone())
}

/// A text, number or truth value as text.
pub(super) fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
