//! Private answers that show somebody's part in a match. While Discord lets Dealer edit them, they
//! are brought up to date (`panels/up_to_date.rs`). In memory only: after a restart they stay as
//! they are.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use games::WallMs;
use serenity::all::{ApplicationId, InteractionId, MessageId};

use super::interaction::InteractionToken;
use super::message::ShownPanel;
use super::snowflake::created_ms;
use crate::store::{AccountId, MatchId};

/// How long an answer can be edited (Discord documentation, "Receiving and Responding": 15
/// minutes), less the time that the last edit may take.
const LIFE_MS: u64 = 14 * 60_000;

/// A private answer, and what is needed to edit it.
#[derive(Clone, Debug)]
pub struct OpenPanel {
    pub shown: ShownPanel,
    id: InteractionId,
    application: ApplicationId,
    token: String,
    pub place: Place,
}

/// Which message of an interaction it is.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The first answer, or the pressed message; None if only Discord knows its id.
    First(Option<MessageId>),
    Further(MessageId),
}

impl OpenPanel {
    pub fn token(&self) -> InteractionToken<'_> {
        InteractionToken {
            id: self.id,
            application: self.application,
            token: &self.token,
        }
    }

    /// Its message; None if only Discord knows it.
    pub fn message(&self) -> Option<MessageId> {
        match self.place {
            Place::First(message) => message,
            Place::Further(message) => Some(message),
        }
    }

    fn lives_at(&self, now_ms: WallMs) -> bool {
        created_ms(self.id.get()) + LIFE_MS > now_ms
    }
}

/// The newest private answer of each person in each match.
#[derive(Debug, Default)]
pub struct OpenPanels(Mutex<HashMap<(MatchId, AccountId), OpenPanel>>);

impl OpenPanels {
    fn panels(&self) -> MutexGuard<'_, HashMap<(MatchId, AccountId), OpenPanel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the answer to an interaction shows this.
    pub fn keep(&self, shown: ShownPanel, by: InteractionToken<'_>, place: Place) {
        let mut panels = self.panels();
        panels.retain(|_, panel| panel.lives_at(created_ms(by.id.get())));
        let panel = OpenPanel {
            shown,
            id: by.id,
            application: by.application,
            token: by.token.to_owned(),
            place,
        };
        panels.insert((shown.match_id, shown.account), panel);
    }

    /// Notes that an answer was edited and shows this now.
    pub fn edited(&self, panel: &OpenPanel, shown: ShownPanel) {
        let mut panels = self.panels();
        let open = panels.get_mut(&(shown.match_id, shown.account));
        if let Some(open) = open.filter(|open| open.id == panel.id) {
            open.shown = shown;
        }
    }

    /// Forgets somebody's answer in a match: it shows something else now, or can't be edited.
    pub fn forget(&self, match_id: MatchId, account: AccountId) {
        self.panels().remove(&(match_id, account));
    }

    pub fn get(&self, match_id: MatchId, account: AccountId) -> Option<OpenPanel> {
        self.panels().get(&(match_id, account)).cloned()
    }

    /// The answers in a match that can still be edited.
    pub fn of(&self, match_id: MatchId, now_ms: WallMs) -> Vec<OpenPanel> {
        let panels = self.panels();
        let open = panels
            .values()
            .filter(|panel| panel.shown.match_id == match_id && panel.lives_at(now_ms));
        open.cloned().collect()
    }
}
