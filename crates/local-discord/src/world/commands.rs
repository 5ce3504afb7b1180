//! The registration of application commands, with Discord's checks
//! (<https://docs.discord.com/developers/interactions/application-commands>).

use std::collections::HashSet;

use serde_json::{Value, json};

use super::forms::{ANY_NUMBER, Field, Form, bits_in, length};
use super::stored::stored_options;
use super::{Happening, Id, Refusal, World};

const MAX_COMMANDS: usize = 100;
/// How many commands the context menus of people can have, and as many again those of messages.
const MAX_MENU_COMMANDS: usize = 15;
/// Types of commands: typed in the chat, or chosen from the context menu of a person or a message.
pub const CHAT_INPUT: u64 = 1;
pub const OF_USER: u64 = 2;
pub const OF_MESSAGE: u64 = 3;
const MAX_COMMAND_SIZE: usize = 8000;
/// Option types.
pub const SUB_COMMAND: u64 = 1;
pub const SUB_COMMAND_GROUP: u64 = 2;
pub const STRING: u64 = 3;
pub const INTEGER: u64 = 4;
pub const BOOLEAN: u64 = 5;
pub const USER: u64 = 6;
pub const CHANNEL: u64 = 7;
pub const ROLE: u64 = 8;
pub const MENTIONABLE: u64 = 9;
pub const NUMBER: u64 = 10;
pub const ATTACHMENT: u64 = 11;

impl World {
    /// The commands of an application: its global ones, or those of one guild.
    pub fn commands(&self, application: Id, guild: Option<Id>) -> &[Value] {
        let Some(application) = self.applications.get(&application) else {
            return &[];
        };
        match guild {
            None => &application.commands,
            Some(guild) => application
                .guild_commands
                .get(&guild)
                .map_or(&[], Vec::as_slice),
        }
    }

    /// Replaces all commands with `wanted`. Commands that keep their name and type keep their id.
    pub fn set_commands(
        &mut self,
        application: Id,
        guild: Option<Id>,
        wanted: &Value,
    ) -> Result<Vec<Value>, Refusal> {
        let form = Form::default();
        let all = form.field("", wanted);
        let Value::Array(wanted) = wanted else {
            let message = "Only iterables may be used in a ListType";
            return Err(Refusal::form("", "LIST_TYPE_CONVERT", message));
        };
        self.check_guild(application, guild)?;
        let mut names = HashSet::new();
        for command in all.items(ANY_NUMBER) {
            check_command(&command);
            if !names.insert((command.value["name"].as_str(), kind_of(command.value))) {
                let message = "Application command names must be unique";
                command
                    .at("name")
                    .wrong("APPLICATION_COMMANDS_DUPLICATE_NAME", message);
            }
        }
        all.check_length(count(wanted, CHAT_INPUT), &(0..=MAX_COMMANDS));
        form.finish()?;
        check_menus(wanted)?;
        let before = self.commands(application, guild).to_vec();
        let commands: Vec<Value> = wanted
            .iter()
            .map(|command| self.registered(application, guild, command, &before))
            .collect();
        self.store_commands(application, guild, commands.clone());
        Ok(commands)
    }

    /// Adds a command, or replaces the one with the same name and type. Returns whether it is new,
    /// and the command.
    pub fn add_command(
        &mut self,
        application: Id,
        guild: Option<Id>,
        wanted: &Value,
    ) -> Result<(bool, Value), Refusal> {
        self.check_guild(application, guild)?;
        check_alone(wanted)?;
        let mut commands = self.commands(application, guild).to_vec();
        let command = self.registered(application, guild, wanted, &commands);
        let place = commands
            .iter()
            .position(|other| other["id"] == command["id"]);
        match place {
            Some(place) => commands[place] = command.clone(),
            None => commands.push(command.clone()),
        }
        if count(&commands, CHAT_INPUT) > MAX_COMMANDS {
            return Err(Refusal::TooManyCommands);
        }
        check_menus(&commands)?;
        self.store_commands(application, guild, commands);
        Ok((place.is_none(), command))
    }

    /// Changes the given fields of a command.
    pub fn change_command(
        &mut self,
        application: Id,
        guild: Option<Id>,
        id: Id,
        change: &Value,
    ) -> Result<Value, Refusal> {
        let mut commands = self.commands(application, guild).to_vec();
        let place = commands
            .iter()
            .position(|command| command["id"] == json!(id))
            .ok_or(Refusal::UnknownCommand)?;
        let mut changed = commands[place].clone();
        super::json::merge(&mut changed, change.clone());
        check_alone(&changed)?;
        let mut command = self.registered(application, guild, &changed, &[]);
        command["id"] = json!(id);
        commands[place] = command.clone();
        self.store_commands(application, guild, commands);
        Ok(command)
    }

    pub fn remove_command(
        &mut self,
        application: Id,
        guild: Option<Id>,
        id: Id,
    ) -> Result<(), Refusal> {
        let mut commands = self.commands(application, guild).to_vec();
        let before = commands.len();
        commands.retain(|command| command["id"] != json!(id));
        if commands.len() == before {
            return Err(Refusal::UnknownCommand);
        }
        self.store_commands(application, guild, commands);
        Ok(())
    }

    fn check_guild(&self, application: Id, guild: Option<Id>) -> Result<(), Refusal> {
        let application = self.applications.get(&application);
        let bot = application.ok_or(Refusal::UnknownApplication)?.bot;
        match guild {
            Some(guild) if self.member(guild, bot).is_none() => Err(Refusal::MissingAccess),
            _ => Ok(()),
        }
    }

    fn store_commands(&mut self, application: Id, guild: Option<Id>, commands: Vec<Value>) {
        if let Some(application) = self.applications.get_mut(&application) {
            match guild {
                None => application.commands = commands,
                Some(guild) => drop(application.guild_commands.insert(guild, commands)),
            }
        }
        self.happened(Happening::CommandsChanged);
    }

    /// Checks a command and returns it as Discord does.
    fn registered(
        &mut self,
        application: Id,
        guild: Option<Id>,
        wanted: &Value,
        before: &[Value],
    ) -> Value {
        let kind = kind_of(wanted);
        let is_same = |old: &&Value| old["name"] == wanted["name"] && old["type"] == json!(kind);
        let id = match before.iter().find(is_same) {
            Some(old) => old["id"].clone(),
            None => json!(self.next_id()),
        };
        let mut command = json!({
            "id": id,
            "application_id": application,
            "version": self.next_id(),
            "type": kind,
            "name": wanted["name"],
            "name_localizations": wanted["name_localizations"],
            "description": wanted["description"].as_str().unwrap_or(""),
            "description_localizations": wanted["description_localizations"],
            "default_member_permissions": bits_as_text(&wanted["default_member_permissions"]),
            "dm_permission": wanted["dm_permission"].as_bool().unwrap_or(true),
            "contexts": wanted["contexts"],
            "integration_types": [0],
            "nsfw": wanted["nsfw"].as_bool().unwrap_or(false),
        });
        let options = wanted["options"].as_array();
        if let Some(options) = options.filter(|options| !options.is_empty()) {
            command["options"] = json!(stored_options(options));
        }
        if let Some(guild) = guild {
            command["guild_id"] = json!(guild);
        }
        command
    }
}

/// The type of a registered or requested command.
fn kind_of(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(CHAT_INPUT)
}

/// How many commands are of this type.
fn count(commands: &[Value], kind: u64) -> usize {
    commands
        .iter()
        .filter(|command| kind_of(command) == kind)
        .count()
}

/// Checks a command that comes alone.
fn check_alone(command: &Value) -> Result<(), Refusal> {
    let form = Form::default();
    check_command(&form.field("", command));
    form.finish()
}

/// Refuses too many commands for one context menu.
fn check_menus(commands: &[Value]) -> Result<(), Refusal> {
    let too_many = |kind: u64| count(commands, kind) > MAX_MENU_COMMANDS;
    if [OF_USER, OF_MESSAGE].into_iter().any(too_many) {
        Err(Refusal::TooManyCommands)
    } else {
        Ok(())
    }
}

/// Refuses what a context menu's command cannot have, such as a description or options.
fn check_menu_command(command: &Field<'_>) {
    command.at("name").text(1..=32);
    let description = command.at("description");
    if description
        .value
        .as_str()
        .is_some_and(|text| !text.is_empty())
    {
        let code = "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID";
        description.wrong(code, "Context menu commands cannot have description");
    }
    let options = command.at("options");
    if !options.items(ANY_NUMBER).is_empty() {
        let code = "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID";
        options.wrong(code, "Context menu commands cannot have options");
    }
}

fn check_command(command: &Field<'_>) {
    match kind_of(command.value) {
        CHAT_INPUT => {
            check_name(&command.at("name"));
            command.at("description").text(1..=100);
            check_options(command, 0);
        }
        OF_USER | OF_MESSAGE => check_menu_command(command),
        _ => return command.at("type").none_of("1, 2, 3"),
    }
    let bits = command.at("default_member_permissions");
    if !bits.is_null() && bits_in(bits.value).is_none() {
        let message = "Permissions must be a number, or one in a string";
        bits.wrong("PERMISSIONS_INVALID", message);
    }
    for context in command.at("contexts").items(ANY_NUMBER) {
        if !matches!(context.value.as_u64(), Some(0..=2)) {
            context.none_of("0, 1, 2");
        }
    }
    if size(command.value) > MAX_COMMAND_SIZE {
        let message = format!("Command exceeds maximum size ({MAX_COMMAND_SIZE})");
        command.wrong("APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

/// Permissions in Discord's form, a string; null if there are none.
fn bits_as_text(bits: &Value) -> Value {
    bits_in(bits).map_or(Value::Null, |bits| json!(bits.to_string()))
}

/// The total length of the names, descriptions and values in a command.
fn size(command: &Value) -> usize {
    let texts = ["name", "description", "value"].map(|field| command[field].as_str());
    let own_size: usize = texts.into_iter().flatten().map(length).sum();
    let lists = ["options", "choices"].map(|field| command[field].as_array());
    let parts = lists.into_iter().flatten().flatten();
    own_size + parts.map(size).sum::<usize>()
}

fn check_name(field: &Field<'_>) {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'') || is_mark(c);
    if let Some(name) = field.text(1..=32)
        && (!name.chars().all(fits) || name.to_lowercase() != name)
    {
        field.wrong(
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

/// The vowel signs of Devanagari and Thai, which names may have too.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0900}'..='\u{097F}' | '\u{0E00}'..='\u{0E7F}')
}

fn check_options(owner: &Field<'_>, depth: usize) {
    let options = owner.at("options").items(0..=25);
    let mut names = HashSet::new();
    let mut optional_before = false;
    let has_subcommands = options.iter().any(|option| is_subcommand(option.value));
    for option in &options {
        let kind = option.kind();
        if !(SUB_COMMAND..=ATTACHMENT).contains(&kind) {
            option
                .at("type")
                .none_of("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11");
        }
        check_name(&option.at("name"));
        option.at("description").text(1..=100);
        if !names.insert(option.value["name"].as_str()) {
            let code = "APPLICATION_COMMAND_OPTIONS_NAME_INVALID";
            option.at("name").wrong(code, "Option names must be unique");
        }
        let required = option.value["required"] == true;
        if required && optional_before {
            let message = "Required options must be placed before non-required options";
            option.wrong("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional_before |= !required;
        let nests_wrongly = match kind {
            SUB_COMMAND => depth > 1,
            SUB_COMMAND_GROUP => depth > 0,
            _ => has_subcommands,
        };
        if nests_wrongly {
            let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
            option
                .at("type")
                .wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
        match kind {
            SUB_COMMAND => check_options(option, 2),
            _ if kind <= SUB_COMMAND_GROUP => check_options(option, depth + 1),
            _ => check_choices(option),
        }
    }
}

/// Whether an option is a subcommand or a group of them.
pub fn is_subcommand(option: &Value) -> bool {
    option["type"]
        .as_u64()
        .is_some_and(|kind| kind <= SUB_COMMAND_GROUP)
}

fn check_choices(option: &Field<'_>) {
    let choices = option.at("choices").items(0..=25);
    let has_choices = !choices.is_empty();
    let completes = option.value["autocomplete"] == true;
    if completes && has_choices {
        let code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES";
        let message = "Autocomplete and choices are mutually exclusive";
        option.at("autocomplete").wrong(code, message);
    }
    if (completes || has_choices) && !matches!(option.kind(), STRING | INTEGER | NUMBER) {
        let message = "Only texts and numbers can have choices or be completed";
        option
            .at("type")
            .wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    check_choice_values(&choices, option.kind());
}

/// Checks the choices of an option or of a completion: names of 1 to 100 characters, values of the
/// option's type (0 if that isn't known).
pub fn check_choice_values(choices: &[Field<'_>], kind: u64) {
    for choice in choices {
        choice.at("name").text(1..=100);
        let value = choice.at("value");
        if kind == STRING {
            value.text(1..=100);
        } else if kind != 0 && !value.value.is_number() {
            value.wrong("NUMBER_TYPE_COERCE", "Value is not a number.");
        }
    }
}
