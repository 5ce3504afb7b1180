//! Who pressed a control or handed in a form, where, and with which values.

use serenity::all::{InteractionId, Member, User};

use super::answer::Responder;
use super::server::hosts;
use super::{Data, Result, created_ms};
use crate::referee::Asker;
use crate::store::{AccountId, RoleId, SeasonId, ServerId};
use games::WallMs;

/// A press: who made it, what came with it, and the way to answer it.
pub struct PressContext<'a> {
    pub data: &'a Data,
    pub responder: Responder<'a>,
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

    /// Who asks for a change of a season.
    pub async fn asker(&self, season: Option<SeasonId>) -> Result<Asker> {
        Ok(Asker {
            account: self.account(),
            is_host: hosts::is_host(self.data, self.member, season).await?,
            interaction: Some(self.interaction.get()),
        })
    }
}
