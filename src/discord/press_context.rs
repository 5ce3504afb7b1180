//! Who pressed a control or handed in a form.

use serenity::all::{GuildId, InteractionId, Member, User};

use super::snowflake::created_ms;

/// Who pressed, and what came with it.
pub struct PressContext<'a> {
    pub account: u64,
    pub user: &'a User,
    pub member: Option<&'a Member>,
    /// None in a direct message.
    pub server: Option<GuildId>,
    pub interaction: InteractionId,
    /// What was chosen in a menu.
    pub values: Vec<String>,
    /// The roles among that.
    pub roles: Vec<u64>,
    /// Of the roles that were chosen those that belong to a bot or an integration.
    pub managed: Vec<u64>,
    /// What Dealer lacks where it was pressed, for a match there.
    pub lacks: Vec<&'static str>,
    /// What was written into a form, by the fields' names.
    pub fields: Vec<(String, String)>,
}

impl PressContext<'_> {
    /// When the person pressed: the creation time inside the interaction's snowflake.
    pub fn made_at_ms(&self) -> u64 {
        created_ms(self.interaction.get())
    }
}
