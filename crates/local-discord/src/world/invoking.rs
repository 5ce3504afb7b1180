//! How people use commands, completions, buttons, menus and forms, with the checks of Discord's own
//! client.

use serde_json::{Map, Value, json};

use super::commands::{
    CHANNEL, CHAT_INPUT, MENTIONABLE, OF_MESSAGE, OF_USER, ROLE, STRING, USER, is_subcommand,
};
use super::interactions::NewInteraction;
use super::messages::LOADING;
use super::options::{Resolved, plain_text};
use super::permissions::{
    ADMINISTRATOR, MANAGE_THREADS, SEND_MESSAGES_IN_THREADS, USE_APPLICATION_COMMANDS,
};
use super::refusal::shortened;
use super::{Channel, Guild, Id, InteractionKind, Refusal, Viewer, World, bits_in};

/// Why a person cannot do something: an HTTP status and a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{sentence}")]
pub struct Complaint {
    pub status: u16,
    pub sentence: String,
}

impl Complaint {
    pub fn new(status: u16, sentence: impl Into<String>) -> Complaint {
        Complaint {
            status,
            sentence: shortened(sentence.into()),
        }
    }
}

pub(super) fn complain<T>(status: u16, sentence: impl Into<String>) -> Result<T, Complaint> {
    Err(Complaint::new(status, sentence))
}

impl From<Refusal> for Complaint {
    fn from(refusal: Refusal) -> Complaint {
        let sentence = match &refusal {
            Refusal::InvalidForm(errors) => errors.in_words(),
            refusal => refusal.to_string(),
        };
        Complaint::new(refusal.status(), sentence)
    }
}

/// A control that somebody used: its message, its custom id, and in a menu the chosen values.
pub struct PressedControl<'a> {
    pub channel: Id,
    pub message: Id,
    pub custom_id: &'a str,
    pub values: &'a [String],
}

/// A command that was found: its application, its definition, the path of subcommands, and the
/// options at the end of the path.
struct Found {
    application: Id,
    command: Value,
    steps: Vec<Value>,
    options: Vec<Value>,
}

impl World {
    /// `user` types a command. `name` includes its subcommands, separated by blanks; `options` are
    /// by name.
    pub fn give_command(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        options: &Map<String, Value>,
    ) -> Result<Id, Complaint> {
        let command = self.find_command(user, channel, name)?;
        for given in options.keys() {
            let mut rows = command.options.iter();
            if !rows.any(|option| option["name"] == json!(given)) {
                return complain(400, format!("/{name} has no option \"{given}\"."));
            }
        }
        let mut resolved = Resolved::default();
        let mut filled = Vec::new();
        for option in &command.options {
            let option_name = option["name"].as_str().unwrap_or_default();
            match options.get(option_name).filter(|value| !value.is_null()) {
                Some(value) => {
                    let value = self.option_value(channel, option, value, &mut resolved)?;
                    filled.push(
                        json!({ "name": option_name, "type": option["type"], "value": value }),
                    );
                }
                None if option["required"] == json!(true) => {
                    return complain(400, format!("/{name} needs the option \"{option_name}\"."));
                }
                None => {}
            }
        }
        let (application, kind) = (command.application, InteractionKind::Command);
        let data = command.data(self.channel(channel)?.guild_id, filled, resolved);
        Ok(self.start_interaction(NewInteraction {
            command: Some(name.to_owned()),
            ..NewInteraction::new(application, kind, user, channel, data)
        }))
    }

    /// `user` uses a command from the context menu of a message or of somebody.
    pub fn use_on(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        target: Id,
    ) -> Result<Id, Complaint> {
        let place = self.seen_channel(user, channel)?;
        let there = place.messages.get(&target);
        let message = there.filter(|message| self.shows(message, user));
        let mut resolved = Resolved::default();
        let kind = match message {
            // The context menu of an ephemeral message has no commands.
            Some(message) if message.ephemeral_to.is_some() => {
                let why = "Commands can't be used on a message that only one person sees.";
                return complain(409, why);
            }
            Some(_) => OF_MESSAGE,
            None => {
                let person = self.resolve(channel, USER, &target.to_string(), &mut resolved);
                person.map_err(|_| Complaint::new(404, "There is no such message or person."))?;
                OF_USER
            }
        };
        let (application, command) = self.offered_command(user, channel, kind, name)?;
        if let Some(message) = message {
            let message = self.message_json(message, Viewer::Shown(application));
            resolved.add("messages", target, message);
        }
        let mut data = json!({ "id": command["id"], "name": command["name"], "type": kind,
            "target_id": target, "resolved": resolved.0 });
        if !command["guild_id"].is_null() {
            data["guild_id"] = json!(place.guild_id);
        }
        let kind = InteractionKind::Command;
        Ok(self.start_interaction(NewInteraction {
            command: Some(name.to_owned()),
            ..NewInteraction::new(application, kind, user, channel, data)
        }))
    }

    /// `user` is typing the option `focused` of a command; `options` are the others as filled in so
    /// far.
    pub fn complete(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        options: &Map<String, Value>,
        focused: &str,
    ) -> Result<Id, Complaint> {
        let command = self.find_command(user, channel, name)?;
        let mut resolved = Resolved::default();
        let mut filled = Vec::new();
        let mut option_type = 0;
        for option in &command.options {
            let option_name = option["name"].as_str().unwrap_or_default();
            let value = options.get(option_name).filter(|value| !value.is_null());
            if option_name == focused {
                if option["autocomplete"] != json!(true) {
                    return complain(400, format!("The option \"{focused}\" is not completed."));
                }
                option_type = option["type"].as_u64().unwrap_or(STRING);
                // An unfinished option is text, whatever its type.
                let text = value.map(plain_text).unwrap_or_default();
                filled.push(json!({ "name": focused, "type": option["type"], "value": text, "focused": true }));
            } else if let Some(value) = value
                && let Ok(value) = self.option_value(channel, option, value, &mut resolved)
            {
                filled.push(json!({ "name": option_name, "type": option["type"], "value": value }));
            }
        }
        if option_type == 0 {
            return complain(400, format!("/{name} has no option \"{focused}\"."));
        }
        let (application, kind) = (command.application, InteractionKind::Autocomplete);
        let data = command.data(self.channel(channel)?.guild_id, filled, resolved);
        Ok(self.start_interaction(NewInteraction {
            command: Some(name.to_owned()),
            option_type,
            ..NewInteraction::new(application, kind, user, channel, data)
        }))
    }

    /// `user` presses a button or chooses from a menu.
    pub fn press(&mut self, user: Id, pressed: PressedControl<'_>) -> Result<Id, Complaint> {
        let PressedControl {
            channel,
            message,
            custom_id,
            values,
        } = pressed;
        self.may_interact(user, channel)?;
        let place = self.seen_channel(user, channel)?;
        let message_there = place.messages.get(&message);
        let Some(source) = message_there.filter(|message| self.shows(message, user)) else {
            return complain(404, "There is no such message here.");
        };
        let Some(component) = source.component(custom_id).cloned() else {
            return complain(404, "The message has no such control.");
        };
        if source.flags & LOADING != 0 || component["disabled"] == json!(true) {
            return complain(409, "This control is switched off.");
        }
        let Some(application) = self.application_of(source.author) else {
            return complain(404, "The message is not a bot's.");
        };
        let (application, bot) = (application.id, application.bot);
        let guild = place.guild_id.and_then(|guild| self.guilds.get(&guild));
        if guild.is_some_and(|guild| !guild.members.contains_key(&bot)) {
            return complain(409, "The bot is not in this server.");
        }
        let kind = component["type"].as_u64().unwrap_or(0);
        let mut data =
            json!({ "custom_id": custom_id, "component_type": kind, "id": component["id"] });
        if kind == 2 {
            if !values.is_empty() {
                return complain(400, "A button takes no values.");
            }
        } else {
            let mut resolved = Resolved::default();
            self.check_values(channel, kind, &component, values, &mut resolved)?;
            data["values"] = json!(values);
            if !resolved.0.is_empty() {
                data["resolved"] = json!(resolved.0);
            }
        }
        // The client unarchives a thread before it presses (discord-api-docs, issue 8474).
        self.wake_thread(channel);
        let kind = InteractionKind::Component;
        Ok(self.start_interaction(NewInteraction {
            source: Some(message),
            ..NewInteraction::new(application, kind, user, channel, data)
        }))
    }

    pub(super) fn check_values(
        &self,
        channel: Id,
        kind: u64,
        menu: &Value,
        values: &[String],
        resolved: &mut Resolved,
    ) -> Result<(), Complaint> {
        let bound = |field: &str| menu[field].as_u64().unwrap_or(1) as usize;
        if !(bound("min_values")..=bound("max_values")).contains(&values.len()) {
            let (least, most) = (bound("min_values"), bound("max_values"));
            return complain(409, format!("This menu takes {least} to {most} values."));
        }
        for (index, value) in values.iter().enumerate() {
            let offered = match kind {
                3 => menu["options"]
                    .as_array()
                    .is_some_and(|options| options.iter().any(|o| o["value"] == json!(value))),
                // User, role, mentionable and channel menus offer what the guild has.
                5 => self.resolve(channel, USER, value, resolved).is_ok(),
                6 => self.resolve(channel, ROLE, value, resolved).is_ok(),
                7 => self.resolve(channel, MENTIONABLE, value, resolved).is_ok(),
                8 => self.resolve(channel, CHANNEL, value, resolved).is_ok(),
                _ => false,
            };
            if !offered || values[..index].contains(value) {
                return complain(409, format!("The menu does not offer \"{value}\"."));
            }
        }
        Ok(())
    }

    /// Whether somebody can use controls in a channel. Nobody can in a locked thread, not even
    /// administrators (discord-api-docs, issues 6907 and 7900), and nobody can during a timeout. An
    /// archived thread must be unarchived first, so they must be allowed to write in it (issues
    /// 5946 and 8474).
    pub(super) fn may_interact(&self, user: Id, channel: Id) -> Result<(), Complaint> {
        let place = self.seen_channel(user, channel)?;
        let refused = |why: &str| Err(Complaint::new(403, why));
        if let Some(guild) = place.guild_id
            && self.is_timed_out(guild, user)
        {
            return refused("This person is timed out.");
        }
        let Some(thread) = &place.thread else {
            return Ok(());
        };
        let writes = self.channel_permissions(place, user) & SEND_MESSAGES_IN_THREADS != 0;
        match (thread.locked, thread.archived) {
            (true, _) => refused("The controls of a locked thread are switched off."),
            (false, true) if !writes => refused("This person can't reopen the thread."),
            _ => Ok(()),
        }
    }

    /// The channel, if the person sees it.
    pub fn seen_channel(&self, user: Id, channel: Id) -> Result<&Channel, Complaint> {
        let place = self
            .channels
            .get(&channel)
            .ok_or_else(|| Complaint::new(404, "There is no such channel."))?;
        if !self.is_available(place.guild_id) {
            complain(503, "This server is unavailable.")
        } else if self.may_view(place, user) {
            Ok(place)
        } else {
            complain(403, "This person can't see this channel.")
        }
    }

    /// The command with this name and type that `user` sees in the channel, and its application.
    fn offered_command(
        &self,
        user: Id,
        channel: Id,
        kind: u64,
        name: &str,
    ) -> Result<(Id, &Value), Complaint> {
        let called = match kind {
            CHAT_INPUT => format!("/{name}"),
            _ => format!("\"{name}\""),
        };
        let place = self.seen_channel(user, channel)?;
        let bits = self.channel_permissions(place, user);
        // People who may not write in a channel see no commands there (discord-api-docs, issue
        // 2696), but can use controls.
        let locked = place.thread.as_ref().is_some_and(|thread| thread.locked);
        let moderating = if locked { MANAGE_THREADS } else { 0 };
        let needed = USE_APPLICATION_COMMANDS | place.writing() | moderating;
        if place.guild_id.is_some() && bits & needed != needed {
            return complain(403, "This person can't use commands here.");
        }
        let is_it =
            |command: &Value| command["type"] == json!(kind) && command["name"] == json!(name);
        let mut commands = self.commands_in(place);
        let Some((application, command)) = commands.find(|(_, command)| is_it(command)) else {
            return complain(404, format!("There is no command {called} here."));
        };
        let context = if place.guild_id.is_some() { 0 } else { 1 };
        let somewhere_else = match &command["contexts"] {
            Value::Array(contexts) => !contexts.contains(&json!(context)),
            _ => context == 1 && command["dm_permission"] == json!(false),
        };
        if somewhere_else {
            return complain(404, format!("{called} cannot be used here."));
        }
        let needed = bits_in(&command["default_member_permissions"]);
        let hidden = needed.is_some_and(|needed| match needed {
            0 => bits & ADMINISTRATOR == 0,
            needed => bits & needed != needed,
        });
        let guild = place.guild_id.and_then(|guild| self.guilds.get(&guild));
        let is_given = |guild: &Guild| guild.gives_command(user, &command["id"]);
        if guild.is_some_and(|guild| hidden && !is_given(guild)) {
            return complain(403, format!("{called} is not offered to this person."));
        }
        Ok((application, command))
    }

    /// The commands of the bots in a channel, each with its application. A guild's own command
    /// comes before a global one with the same name.
    fn commands_in(&self, place: &Channel) -> impl Iterator<Item = (Id, &Value)> {
        let applications = self.applications.values();
        let present = applications.filter(|application| match place.guild_id {
            Some(guild) => self.member(guild, application.bot).is_some(),
            None => place.recipients.contains(&application.bot),
        });
        present.flat_map(|application| {
            let guild = place.guild_id;
            let of_guild = guild.and_then(|guild| application.guild_commands.get(&guild));
            let all = of_guild.into_iter().flatten().chain(&application.commands);
            all.map(move |command| (application.id, command))
        })
    }

    /// The chat command with this name, which includes its subcommands.
    fn find_command(&self, user: Id, channel: Id, name: &str) -> Result<Found, Complaint> {
        let mut words = name.split_whitespace();
        let first = words.next().unwrap_or_default();
        let (application, command) = self.offered_command(user, channel, CHAT_INPUT, first)?;
        let mut steps = Vec::new();
        let mut at = command;
        for word in words {
            let step = at["options"].as_array().and_then(|options| {
                options
                    .iter()
                    .find(|option| is_subcommand(option) && option["name"] == json!(word))
            });
            at = step
                .ok_or_else(|| Complaint::new(404, format!("There is no command /{name} here.")))?;
            steps.push(at.clone());
        }
        let options = at["options"].as_array().cloned().unwrap_or_default();
        if let Some(step) = options.iter().find(|option| is_subcommand(option)) {
            let example = step["name"].as_str().unwrap_or_default();
            return complain(
                400,
                format!("/{name} needs a subcommand, such as /{name} {example}."),
            );
        }
        Ok(Found {
            application,
            command: command.clone(),
            steps,
            options,
        })
    }
}

impl Found {
    /// The `data` of the interaction, with the options inside their subcommands.
    fn data(self, guild: Option<Id>, filled: Vec<Value>, resolved: Resolved) -> Value {
        let wrapped = self.steps.iter().rev().fold(filled, |inside, step| {
            vec![json!({ "name": step["name"], "type": step["type"], "options": inside })]
        });
        let mut data = json!({ "id": self.command["id"], "name": self.command["name"], "type": 1, "options": wrapped });
        if !resolved.0.is_empty() {
            data["resolved"] = json!(resolved.0);
        }
        if let Some(guild) = guild
            && !self.command["guild_id"].is_null()
        {
            data["guild_id"] = json!(guild);
        }
        data
    }
}
