//! Who pressed a control or handed in a form, where, and with which values.

use crate::store::{AccountId, RoleId, ServerId};
use games::WallMs;
use serenity::all::{InteractionId, Member, User};

use super::snowflake::created_ms;

/// A press: who made it, and what came with it.
pub struct PressContext<'a> {
    pub user: &'a User,
    pub member: Option<&'a Member>,
    /// None in a direct message.
    pub server: Option<ServerId>,
    pub interaction: InteractionId,
    /// What was chosen in a menu.
    pub values: Vec<String>,
    /// The chosen values that are roles.
    pub roles: Vec<RoleId>,
    /// Those of the chosen roles that belong to a bot or an integration.
    pub managed: Vec<RoleId>,
    /// The permissions that Dealer lacks for a match in the channel of the press.
    pub lacks: Vec<&'static str>,
    /// The texts of a form, by field name.
    pub fields: Vec<(String, String)>,
}

impl PressContext<'_> {
    /// The account of the person who pressed.
    pub fn account(&self) -> AccountId {
        self.user.id.into()
    }

    /// When the person pressed: the creation time inside the interaction's snowflake.
    pub fn made_at_ms(&self) -> WallMs {
        created_ms(self.interaction.get())
    }
}
