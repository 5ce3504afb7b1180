//! Reads the values that people give to a command's options, by the options' types.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::commands::{
    ATTACHMENT, BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, USER,
};
use super::forms::length;
use super::{Channel, Complaint, Id, World};

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
        let wrong = |what| Complaint::new(400, format!("The option \"{name}\" {what}."));
        let typed = self.typed(channel, option, value, resolved);
        let value = chosen(option, typed.map_err(wrong)?).map_err(wrong)?;
        check_bounds(option, &value).map_err(wrong)?;
        Ok(value)
    }

    /// Reads a value as the option's type. The error says what is wrong with the option.
    fn typed(
        &self,
        channel: Id,
        option: &Value,
        value: &Value,
        resolved: &mut Resolved,
    ) -> Result<Value, String> {
        let text = plain_text(value);
        let kind = option["type"].as_u64().unwrap_or(0);
        let read = match kind {
            STRING => Some(json!(text)),
            INTEGER => {
                let number = text.trim().parse::<i64>().map(|number| json!(number));
                number.ok().or_else(|| choice_named(option, value))
            }
            NUMBER => {
                let number = text.trim().parse::<f64>().map(|number| json!(number));
                number.ok().or_else(|| choice_named(option, value))
            }
            BOOLEAN => match text.to_lowercase().as_str() {
                "true" | "yes" => Some(json!(true)),
                "false" | "no" => Some(json!(false)),
                _ => None,
            },
            USER | CHANNEL | ROLE | MENTIONABLE => {
                let id = self.resolve(channel, kind, &text, resolved);
                let id = id.map_err(|what| format!("takes {what}, which \"{text}\" is not"))?;
                Some(json!(id))
            }
            ATTACHMENT => {
                let file = text.parse().ok().and_then(|id| self.given_files.get(&id));
                file.map(|file| {
                    resolved.add("attachments", file.id, self.given_file_json(file));
                    json!(file.id)
                })
            }
            _ => return Err("has a type that the local Discord does not know".to_owned()),
        };
        read.ok_or_else(|| {
            let what = match kind {
                INTEGER => "a whole number",
                NUMBER => "a number",
                BOOLEAN => "true or false",
                _ => "a file",
            };
            format!("takes {what}")
        })
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
        let start = named.trim().trim_start_matches(['<', '@', '#', '!', '&']);
        let bare = start.trim_end_matches('>');
        let id = bare.parse::<Id>().ok();
        let matches = |candidate: Id, names: &[&str]| match id {
            Some(id) => id == candidate,
            None => names.iter().any(|name| name.eq_ignore_ascii_case(bare)),
        };
        let place = self.channels.get(&channel);
        let guild = place.and_then(|place| self.guilds.get(&place.guild_id?));
        if matches!(kind, USER | MENTIONABLE) {
            let mut users = self.users.values();
            let user = users.find(|user| matches(user.id, &[&user.username, &user.display]));
            if let Some(user) = user {
                self.add_user_to(resolved, place, user.id);
                return Ok(user.id);
            }
        }
        if matches!(kind, ROLE | MENTIONABLE) {
            let mut roles = guild.into_iter().flat_map(|guild| guild.roles.values());
            if let Some(role) = roles.find(|role| matches(role.id, &[&role.name])) {
                resolved.add("roles", role.id, super::json::role_json(role));
                return Ok(role.id);
            }
        }
        if let Some(guild) = guild.filter(|_| kind == CHANNEL) {
            let mut channels = self
                .channels
                .values()
                .filter(|it| it.guild_id == Some(guild.id));
            if let Some(found) = channels.find(|it| matches(it.id, &[&it.name])) {
                let mut object = self.channel_json(found);
                let bits = self.guild_permissions(guild.id, guild.owner);
                object["permissions"] = json!(bits.to_string());
                resolved.add("channels", found.id, object);
                return Ok(found.id);
            }
        }
        Err(match kind {
            USER => "a person",
            ROLE => "a role",
            MENTIONABLE => "a person or a role",
            _ => "a channel",
        })
    }

    /// Adds somebody, with their membership in the server of that channel.
    fn add_user_to(&self, resolved: &mut Resolved, place: Option<&Channel>, user: Id) {
        resolved.add("users", user, self.user_json(user));
        let guild = place.and_then(|place| place.guild_id);
        if let Some(mut member) = guild.and_then(|guild| self.partial_member_json(guild, user)) {
            let bits = place.map_or(0, |place| self.channel_permissions(place, user));
            member["permissions"] = json!(bits.to_string());
            resolved.add("members", user, member);
        }
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

/// The value, if the option has no choices or it is one of them; or the value of the choice with
/// that name.
fn chosen(option: &Value, value: Value) -> Result<Value, String> {
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    if choices.is_empty() || choices.iter().any(|choice| choice["value"] == value) {
        return Ok(value);
    }
    choice_named(option, &value).ok_or_else(|| {
        let names = choices.iter().filter_map(|choice| choice["name"].as_str());
        format!("takes one of: {}", names.collect::<Vec<_>>().join(", "))
    })
}

/// Checks the length of a text or the size of a number.
fn check_bounds(option: &Value, value: &Value) -> Result<(), String> {
    let (unit, size, field, at_most) = match option["type"].as_u64() {
        Some(STRING) => {
            let length = value.as_str().map_or(0, length);
            (" characters", length as f64, "length", 6000.0)
        }
        Some(INTEGER | NUMBER) => ("", value.as_f64().unwrap_or(0.0), "value", f64::MAX),
        _ => return Ok(()),
    };
    let bound = |which: &str| option[format!("{which}_{field}")].as_f64();
    match (bound("min"), bound("max").unwrap_or(at_most)) {
        (Some(least), _) if size < least => Err(format!("takes at least {least}{unit}")),
        (_, most) if size > most => Err(format!("takes at most {most}{unit}")),
        _ => Ok(()),
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
