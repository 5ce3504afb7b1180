//! Plans: people, bots and servers by name, in a file or a request.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::permissions::{Overwrite, OverwriteFor};
use super::{ChannelKind, Complaint, Id, Intent, NewChannel, World};

/// People, bots and servers to add to a world. Each may have an id, so that a bot's settings can
/// name it; without one it gets the next id.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
pub struct Plan {
    people: Vec<Person>,
    bots: Vec<Bot>,
    servers: Vec<Server>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    id: Option<Id>,
    username: String,
    /// The displayed name; the username if None.
    name: Option<String>,
    #[serde(default = "yes")]
    dms_open: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bot {
    id: Option<Id>,
    name: String,
    /// Its token; a new one if None.
    token: Option<String>,
    #[serde(default)]
    intents: Vec<Intent>,
}

/// A new server, or additions to the server with this name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    id: Option<Id>,
    name: String,
    /// A username; only a new server needs it.
    owner: Option<String>,
    #[serde(default)]
    roles: Vec<NewRole>,
    #[serde(default)]
    members: Vec<NewMember>,
    #[serde(default)]
    channels: Vec<Place>,
    /// The channel in which Discord says who joined.
    system_channel: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewRole {
    id: Option<Id>,
    name: String,
    #[serde(default)]
    color: u32,
    /// A number in a string, as Discord writes permissions.
    #[serde(default)]
    permissions: Bits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewMember {
    /// A username, or the name of a bot.
    who: String,
    #[serde(default)]
    roles: Vec<String>,
    /// For a bot: its permissions in this server.
    permissions: Option<Bits>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    id: Option<Id>,
    name: String,
    /// Discord's number for the kind of channel; a text channel by default.
    #[serde(default, rename = "type")]
    kind: u64,
    topic: Option<String>,
    /// The name of its category, which must come before it in the list.
    category: Option<String>,
    #[serde(default)]
    overwrites: Vec<Exception>,
}

/// A permission overwrite of a channel.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// A role (`@everyone` too), a username, or the name of a bot.
    of: String,
    #[serde(default)]
    allow: Bits,
    #[serde(default)]
    deny: Bits,
}

/// Permissions, as a number in a string.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(try_from = "String")]
struct Bits(u64);

impl TryFrom<String> for Bits {
    type Error = String;

    fn try_from(text: String) -> Result<Bits, String> {
        let bits = text.parse().map(Bits);
        bits.map_err(|_| format!("{text:?} is no number of permissions, as \"8\" is"))
    }
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// The text isn't JSON, or has a field that is unknown or wrong.
    pub fn read(text: &str) -> Result<Plan, serde_json::Error> {
        serde_json::from_str(text)
    }
}

impl World {
    /// Adds everything in a plan, or nothing. Returns all ids by name, and the tokens of bots.
    ///
    /// # Errors
    /// A name or an id that already exists, or one that doesn't and must.
    pub fn add(&mut self, plan: &Plan) -> Result<Value, Complaint> {
        let before = (
            self.users.clone(),
            self.applications.clone(),
            self.guilds.clone(),
            self.channels.clone(),
        );
        let told = self.happenings.len();
        let added = self.add_each(plan);
        if added.is_err() {
            (self.users, self.applications, self.guilds, self.channels) = before;
            self.happenings.truncate(told);
            self.wanted_id = None;
        }
        added
    }

    fn add_each(&mut self, plan: &Plan) -> Result<Value, Complaint> {
        let (mut people, mut bots, mut servers) = (Map::new(), Map::new(), Map::new());
        for person in &plan.people {
            self.check_name(&person.username)?;
            self.want_id(person.id)?;
            let name = person.name.as_deref().unwrap_or(&person.username);
            let id = self.add_person(&person.username, name);
            self.set_dms_open(id, person.dms_open)?;
            people.insert(person.username.clone(), json!(id));
        }
        for bot in &plan.bots {
            let added = self.add_bot_of(bot)?;
            bots.insert(bot.name.clone(), added);
        }
        for server in &plan.servers {
            let added = self.add_to_server(server)?;
            servers.insert(server.name.clone(), added);
        }
        Ok(json!({ "people": people, "bots": bots, "servers": servers }))
    }

    fn check_name(&self, username: &str) -> Result<(), Complaint> {
        if username.is_empty() || self.somebody(username).is_ok() {
            let sentence = format!("{username:?} is taken: each person and bot needs a name.");
            return Err(Complaint::new(409, sentence));
        }
        Ok(())
    }

    /// The next new thing will get this id.
    fn want_id(&mut self, id: Option<Id>) -> Result<(), Complaint> {
        let Some(id) = id else {
            return Ok(());
        };
        let mut roles = self.guilds.values().flat_map(|guild| guild.roles.keys());
        let is_taken = self.users.contains_key(&id)
            || self.guilds.contains_key(&id)
            || self.channels.contains_key(&id)
            || roles.any(|role| *role == id);
        if is_taken || id.0 == 0 || id > Id::at(self.now_ms()) {
            let why = if is_taken {
                "is taken"
            } else {
                "is of no time that has been"
            };
            let sentence = format!("The id {id} {why}; an old one is 100000000000000001.");
            return Err(Complaint::new(409, sentence));
        }
        self.wanted_id = Some(id);
        Ok(())
    }

    fn add_bot_of(&mut self, bot: &Bot) -> Result<Value, Complaint> {
        self.check_name(&bot.name)?;
        self.want_id(bot.id)?;
        let (id, token) = self.add_bot(&bot.name);
        let token = bot.token.clone().unwrap_or(token);
        if token.is_empty()
            || self
                .application_with_token(&token)
                .is_some_and(|it| it.bot != id)
        {
            return Err(Complaint::new(409, "Each bot needs a token of its own."));
        }
        let intents = bot.intents.iter();
        self.set_intents(id, intents.fold(0, |all, intent| all | intent.bit()))?;
        let mut applications = self.applications.values_mut();
        if let Some(application) = applications.find(|application| application.bot == id) {
            application.token.clone_from(&token);
        }
        let application = self.application_of(id).map(|application| application.id);
        Ok(json!({ "id": id, "application_id": application, "token": token }))
    }

    fn add_to_server(&mut self, server: &Server) -> Result<Value, Complaint> {
        let mut there = self
            .guilds
            .values()
            .filter(|guild| guild.name == server.name);
        let id = match (there.next().map(|guild| guild.id), &server.owner) {
            (Some(id), None) => id,
            (None, Some(owner)) => {
                let owner = self.somebody(owner)?;
                self.want_id(server.id)?;
                self.add_guild(&server.name, owner)
            }
            (there, _) => {
                let name = &server.name;
                let sentence = match there {
                    Some(_) => format!("There is a server {name:?} already; leave its owner out."),
                    None => format!("The new server {name:?} needs an owner: a username."),
                };
                return Err(Complaint::new(409, sentence));
            }
        };
        let (mut roles, mut channels) = (Map::new(), Map::new());
        for role in &server.roles {
            self.want_id(role.id)?;
            let added = self.add_role(id, &role.name, role.color, role.permissions.0)?;
            roles.insert(role.name.clone(), json!(added));
        }
        for member in &server.members {
            let who = self.somebody(&member.who)?;
            let roles = member.roles.iter().map(|role| self.role_named(id, role));
            let roles = roles.collect::<Result<Vec<Id>, _>>()?;
            self.add_member(id, who, &roles)?;
            if let Some(permissions) = member.permissions {
                self.set_bot_permissions(id, who, permissions.0)
                    .map_err(|_| {
                        let who = &member.who;
                        let sentence = format!("{who:?} is no bot; roles say what people may do.");
                        Complaint::new(400, sentence)
                    })?;
            }
        }
        for place in &server.channels {
            let added = self.add_place(id, place)?;
            channels.insert(place.name.clone(), json!(added));
        }
        if let Some(name) = &server.system_channel {
            let channel = self.channel_named(id, name)?;
            if let Some(guild) = self.guilds.get_mut(&id) {
                guild.system_channel = Some(channel);
            }
        }
        Ok(json!({ "id": id, "roles": roles, "channels": channels }))
    }

    fn add_place(&mut self, guild: Id, place: &Place) -> Result<Id, Complaint> {
        let category = place.category.as_deref();
        let parent_id = category.map(|name| self.channel_named(guild, name));
        let overwrites = place.overwrites.iter().map(|exception| {
            let (id, kind) = match self.role_named(guild, &exception.of) {
                Ok(role) => (role, OverwriteFor::Role),
                Err(_) => (self.somebody(&exception.of)?, OverwriteFor::Member),
            };
            let (allow, deny) = (exception.allow.0, exception.deny.0);
            Ok(Overwrite {
                id,
                kind,
                allow,
                deny,
            })
        });
        let kind = ChannelKind::of_guild(place.kind).ok_or_else(|| {
            let (name, kind) = (&place.name, place.kind);
            let sentence = format!("The local Discord has no channels of type {kind} ({name:?}).");
            Complaint::new(400, sentence)
        })?;
        let new = NewChannel {
            name: place.name.clone(),
            kind,
            topic: place.topic.clone(),
            parent_id: parent_id.transpose()?,
            overwrites: overwrites.collect::<Result<_, Complaint>>()?,
            ..NewChannel::default()
        };
        self.want_id(place.id)?;
        Ok(self.insert_channel(guild, new)?)
    }

    /// The person or the bot with this name.
    fn somebody(&self, name: &str) -> Result<Id, Complaint> {
        let mut users = self.users.values();
        let user = users.find(|user| {
            if user.is_bot() {
                user.display == name
            } else {
                user.username == name
            }
        });
        let missing = || Complaint::new(404, format!("There is no person or bot {name:?}."));
        user.map(|user| user.id).ok_or_else(missing)
    }

    fn role_named(&self, guild: Id, name: &str) -> Result<Id, Complaint> {
        let guild = self.guilds.get(&guild).into_iter();
        let mut roles = guild.flat_map(|guild| guild.roles.values());
        let role = roles.find(|role| role.name == name && role.of_bot.is_none());
        let missing = || Complaint::new(404, format!("The server has no role {name:?}."));
        role.map(|role| role.id).ok_or_else(missing)
    }

    fn channel_named(&self, guild: Id, name: &str) -> Result<Id, Complaint> {
        let mut channels = self.guild_channels(guild).into_iter();
        let channel = channels.find(|channel| channel.name == name);
        let missing = || Complaint::new(404, format!("The server has no channel {name:?}."));
        channel.map(|channel| channel.id).ok_or_else(missing)
    }
}
