//! Panels that somebody has not finished, as JSON that their room reads.

use rusqlite::{OptionalExtension, params};

use super::{StoreError, Tx};

/// A draft's number; it is in the controls of its panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftId(pub i64);

/// A draft and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub id: DraftId,
    pub owner: u64,
    pub body: String,
}

impl Tx<'_> {
    pub fn add_draft(&self, owner: u64, body: &str, at_ms: u64) -> Result<DraftId, StoreError> {
        self.0.execute(
            "INSERT INTO drafts (owner, body, updated_at_ms) VALUES (?, ?, ?)",
            params![owner as i64, body, at_ms as i64],
        )?;
        Ok(DraftId(self.0.last_insert_rowid()))
    }

    pub fn draft(&self, id: DraftId) -> Result<Option<Draft>, StoreError> {
        let sql = "SELECT owner, body FROM drafts WHERE id = ?";
        let draft = self.0.query_row(sql, [id.0], |row| {
            Ok(Draft {
                id,
                owner: row.get::<_, i64>(0)? as u64,
                body: row.get(1)?,
            })
        });
        Ok(draft.optional()?)
    }

    pub fn set_draft(&self, id: DraftId, body: &str, at_ms: u64) -> Result<(), StoreError> {
        let sql = "UPDATE drafts SET body = ?, updated_at_ms = ? WHERE id = ?";
        self.0.execute(sql, params![body, at_ms as i64, id.0])?;
        Ok(())
    }

    pub fn drop_draft(&self, id: DraftId) -> Result<(), StoreError> {
        self.0.execute("DELETE FROM drafts WHERE id = ?", [id.0])?;
        Ok(())
    }
}
