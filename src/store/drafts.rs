//! Unfinished panels, as JSON that other rooms read: set-up panels, by number; and one panel for
//! each person and match.

use games::WallMs;
use rusqlite::params;
use serde::de::DeserializeOwned;

use super::{AccountId, DraftId, MatchId, Result, Tx};

/// A draft and its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub owner: AccountId,
    pub body: String,
}

impl Tx<'_> {
    /// Stores a new draft of an account.
    pub fn add_draft(&self, owner: AccountId, body: &str, at_ms: WallMs) -> Result<DraftId> {
        let sql = "INSERT INTO drafts (owner, body, updated_at_ms) VALUES (?, ?, ?)";
        self.insert(sql, params![owner, body, at_ms.0]).map(DraftId)
    }

    /// A draft; None if it is gone.
    pub fn draft(&self, id: DraftId) -> Result<Option<Draft>> {
        self.first("SELECT owner, body FROM drafts WHERE id = ?", [id], |row| {
            Ok(Draft {
                owner: row.get(0)?,
                body: row.get(1)?,
            })
        })
    }

    /// The content of a draft of an account's; None if it is gone, somebody else's, or of another
    /// kind.
    pub fn own_draft<T: DeserializeOwned>(
        &self,
        id: DraftId,
        owner: AccountId,
    ) -> Result<Option<T>> {
        Ok(match self.draft(id)? {
            Some(draft) if draft.owner == owner => serde_json::from_str(&draft.body).ok(),
            _ => None,
        })
    }

    /// Replaces what a draft holds. Does nothing if it is gone.
    pub fn set_draft(&self, id: DraftId, body: &str, at_ms: WallMs) -> Result<()> {
        let sql = "UPDATE drafts SET body = ?, updated_at_ms = ? WHERE id = ?";
        self.run(sql, params![body, at_ms.0, id])
    }

    /// Replaces what an account's draft holds. Stores a new draft if there is none, or if it is
    /// gone or somebody else's.
    pub fn keep_draft(
        &self,
        id: Option<DraftId>,
        owner: AccountId,
        body: &str,
        at_ms: WallMs,
    ) -> Result<DraftId> {
        if let Some(id) = id
            && let Some(draft) = self.draft(id)?
            && draft.owner == owner
        {
            self.set_draft(id, body, at_ms)?;
            return Ok(id);
        }
        self.add_draft(owner, body, at_ms)
    }

    /// What somebody has put together in their panel of a match so far, and for which prompt.
    pub fn panel_draft(&self, id: MatchId, owner: AccountId) -> Result<Option<(u32, String)>> {
        let sql = "SELECT prompt, body FROM drafts WHERE match = ? AND owner = ?";
        self.first(sql, params![id, owner], |row| row.try_into())
    }

    /// Stores somebody's panel of a match, replacing the one before and its action.
    pub fn set_panel_draft(
        &self,
        id: MatchId,
        owner: AccountId,
        prompt: u32,
        body: &str,
        at_ms: WallMs,
    ) -> Result<()> {
        self.run(
            "INSERT INTO drafts (owner, match, prompt, body, updated_at_ms) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (match, owner) WHERE match IS NOT NULL DO UPDATE SET prompt = ?3, body = ?4, act = NULL, updated_at_ms = ?5",
            params![owner, id, prompt, body, at_ms.0])
    }

    /// Stores the action to take when the time is up, if the person has not handed their draft in
    /// by then.
    pub fn set_drafted_act(&self, id: MatchId, owner: AccountId, act: &str) -> Result<()> {
        let sql = "UPDATE drafts SET act = ? WHERE match = ? AND owner = ?";
        self.run(sql, params![act, id, owner])
    }

    /// The action of [`Tx::set_drafted_act`] for a prompt, and when the draft last changed; None if
    /// it isn't complete.
    pub fn drafted_act(
        &self,
        id: MatchId,
        owner: AccountId,
        prompt: u32,
    ) -> Result<Option<(String, WallMs)>> {
        let sql = "SELECT act, updated_at_ms FROM drafts WHERE match = ? AND owner = ? AND prompt = ? AND act IS NOT NULL";
        let read = |row: &rusqlite::Row| Ok((row.get(0)?, WallMs(row.get(1)?)));
        self.first(sql, params![id, owner, prompt], read)
    }

    /// Drops all panels of a match: nobody uses them any more.
    pub fn drop_panel_drafts(&self, id: MatchId) -> Result<()> {
        self.run("DELETE FROM drafts WHERE match = ?", [id])
    }

    /// Drops the panel of somebody who does not take part in a match any more.
    pub fn drop_panel_draft(&self, id: MatchId, owner: AccountId) -> Result<()> {
        let sql = "DELETE FROM drafts WHERE match = ? AND owner = ?";
        self.run(sql, params![id, owner])
    }

    /// Drops set-up panels that nobody has touched since then. Panels of matches are dropped with
    /// their match.
    pub fn drop_old_drafts(&self, before_ms: WallMs) -> Result<()> {
        let sql = "DELETE FROM drafts WHERE match IS NULL AND updated_at_ms < ?";
        self.run(sql, [before_ms.0])
    }

    pub fn drop_draft(&self, id: DraftId) -> Result<()> {
        self.run("DELETE FROM drafts WHERE id = ?", [id])
    }
}
