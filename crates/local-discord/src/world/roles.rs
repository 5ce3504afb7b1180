//! Roles as bots make, change, order and delete them
//! (<https://docs.discord.com/developers/resources/guild#create-guild-role>).

use std::collections::BTreeSet;

use serde_json::Value;

use super::forms::{Form, bits_in, id_in};
use super::permissions::MANAGE_ROLES;
use super::{Guild, Happening, Id, Refusal, Role, World};

const MAX_ROLES: usize = 250;

impl World {
    /// Creates a role at the bottom of the order, as `by`.
    pub fn create_role(&mut self, by: Id, guild: Id, body: &Value) -> Result<Id, Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        let bits = self.managing_roles(by, guild)?;
        if place.roles.len() >= MAX_ROLES {
            return Err(Refusal::TooManyRoles);
        }
        let of_everyone = place.roles.get(&guild);
        let mut role = Role {
            id: guild,
            name: "new role".to_owned(),
            color: 0,
            permissions: of_everyone.map_or(0, |role| role.permissions) & bits,
            position: 1,
            hoist: false,
            mentionable: false,
            of_bot: None,
            commands: BTreeSet::new(),
        };
        role.change(body, bits)?;
        role.id = self.next_id();
        let id = role.id;
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        let mut moved = Vec::new();
        for other in place.roles.values_mut().filter(|role| role.position > 0) {
            other.position += 1;
            moved.push(other.id);
        }
        place.roles.insert(id, role);
        self.happened(Happening::RoleCreated { guild, role: id });
        self.roles_changed(guild, &moved);
        Ok(id)
    }

    /// Changes a role that is below the highest role of `by`.
    pub fn edit_role(&mut self, by: Id, guild: Id, role: Id, body: &Value) -> Result<(), Refusal> {
        let bits = self.managing_roles(by, guild)?;
        self.role_below(by, guild, role)?;
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        let role = place.roles.get_mut(&role).ok_or(Refusal::UnknownRole)?;
        let mut changed = role.clone();
        changed.change(body, bits)?;
        *role = changed;
        let role = role.id;
        self.roles_changed(guild, &[role]);
        Ok(())
    }

    /// Sets which commands a role may use whatever permissions they ask for.
    pub fn give_commands(
        &mut self,
        guild: Id,
        role: Id,
        commands: BTreeSet<Id>,
    ) -> Result<(), Refusal> {
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        let role = place.roles.get_mut(&role).ok_or(Refusal::UnknownRole)?;
        role.commands = commands;
        self.happened(Happening::CommandsChanged);
        Ok(())
    }

    /// Deletes a role that is below the highest role of `by`.
    pub fn delete_role_as(&mut self, by: Id, guild: Id, role: Id) -> Result<(), Refusal> {
        self.managing_roles(by, guild)?;
        let found = self.role_below(by, guild, role)?;
        if role == guild || found.of_bot.is_some() {
            return Err(Refusal::InvalidRole);
        }
        self.delete_role(guild, role)
    }

    /// The permissions of somebody with Manage Roles; refuses others.
    fn managing_roles(&self, by: Id, guild: Id) -> Result<u64, Refusal> {
        let bits = self.guild_permissions(guild, by);
        match bits & MANAGE_ROLES {
            0 => Err(Refusal::MissingPermissions),
            _ => Ok(bits),
        }
    }

    /// The role, if it is below the highest role of `by`.
    fn role_below(&self, by: Id, guild: Id, role: Id) -> Result<&Role, Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        let found = place.roles.get(&role).ok_or(Refusal::UnknownRole)?;
        if found.position < place.rank(by) {
            Ok(found)
        } else {
            Err(Refusal::MissingPermissions)
        }
    }

    fn roles_changed(&mut self, guild: Id, roles: &[Id]) {
        for role in roles {
            self.happened(Happening::RoleChanged { guild, role: *role });
        }
        self.happened(Happening::PeopleChanged);
    }
}

impl Guild {
    /// Whether a role of somebody may use this command whatever permissions it asks for.
    pub(super) fn gives_command(&self, user: Id, command: &Value) -> bool {
        let roles = self.members.get(&user).map(|member| &member.roles);
        let mut roles = roles
            .into_iter()
            .flatten()
            .filter_map(|id| self.roles.get(id));
        id_in(command).is_some_and(|command| roles.any(|role| role.commands.contains(&command)))
    }
}

impl Role {
    /// Applies a request. People can only change permissions that they have.
    fn change(&mut self, body: &Value, bits: u64) -> Result<(), Refusal> {
        let form = Form::default();
        let body = form.field("", body);
        if !body.at("name").is_null()
            && let Some(name) = body.at("name").text(1..=100)
        {
            self.name = name.to_owned();
        }
        let colors = body.at("colors");
        let color = body.at("color").number(0..=0xFF_FFFF);
        let color = colors.at("primary_color").number(0..=0xFF_FFFF).or(color);
        if let Some(color) = color.and_then(|color| color.try_into().ok()) {
            self.color = color;
        }
        let field = body.at("permissions");
        let wanted = bits_in(field.value).unwrap_or_else(|| {
            if !field.is_null() {
                let message = format!("Value {} is not a bitfield.", field.value);
                field.wrong("NUMBER_TYPE_COERCE", message);
            }
            self.permissions
        });
        self.hoist = body.at("hoist").flag().unwrap_or(self.hoist);
        self.mentionable = body.at("mentionable").flag().unwrap_or(self.mentionable);
        let paid_for = [
            body.at("icon"),
            body.at("unicode_emoji"),
            colors.at("secondary_color"),
            colors.at("tertiary_color"),
        ];
        let is_paid_for = paid_for.iter().any(|field| !field.is_null());
        form.finish()?;
        // Icons and gradients need a paid server.
        if is_paid_for {
            return Err(Refusal::NeedsBoosts);
        }
        if (wanted ^ self.permissions) & !bits != 0 {
            return Err(Refusal::MissingPermissions);
        }
        self.permissions = wanted;
        Ok(())
    }
}
