//! Posts that are to be made, and those that were: written in the transaction of what they tell, sent after it.

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{MatchId, StoreError, Tx};

/// A post's number; it is in the post's nonce and its attachment's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OutboxId(pub i64);

/// What has become of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostState {
    Pending,
    Sent,
    /// Overtaken or taken back before it was sent.
    Void,
    /// Given up.
    Failed,
}

/// A post, with what it is to say as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxRow {
    pub id: OutboxId,
    pub match_id: MatchId,
    pub queue: u64,
    pub body: String,
    pub created_at_ms: u64,
    /// Where it stands, once it was sent.
    pub sent: Option<Sent>,
}

/// Where a post stands in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub channel: u64,
    pub message: u64,
}

impl PostState {
    fn word(self) -> &'static str {
        match self {
            PostState::Pending => "pending",
            PostState::Sent => "sent",
            PostState::Void => "void",
            PostState::Failed => "failed",
        }
    }
}

const COLUMNS: &str = "id, match, queue, body, created_at_ms, channel, message";

fn outbox_row(row: &Row) -> rusqlite::Result<OutboxRow> {
    let channel: Option<i64> = row.get(5)?;
    let message: Option<i64> = row.get(6)?;
    let sent = channel.zip(message).map(|(channel, message)| Sent {
        channel: channel as u64,
        message: message as u64,
    });
    Ok(OutboxRow {
        id: OutboxId(row.get(0)?),
        match_id: MatchId(row.get(1)?),
        queue: row.get::<_, i64>(2)? as u64,
        body: row.get(3)?,
        created_at_ms: row.get::<_, i64>(4)? as u64,
        sent,
    })
}

impl Tx<'_> {
    /// A post of a match that follows one of its journal entries.
    pub fn add_post(
        &self,
        match_id: MatchId,
        entry: i64,
        queue: u64,
        body: &str,
        at_ms: u64,
    ) -> Result<OutboxId, StoreError> {
        let sql =
            "INSERT INTO outbox (match, entry, queue, body, created_at_ms) VALUES (?, ?, ?, ?, ?)";
        let mut insert = self.0.prepare_cached(sql)?;
        let id = insert.insert(params![match_id.0, entry, queue as i64, body, at_ms as i64])?;
        Ok(OutboxId(id))
    }

    /// The queues that have something to send.
    pub fn busy_queues(&self) -> Result<Vec<u64>, StoreError> {
        let sql = "SELECT DISTINCT queue FROM outbox WHERE state = 'pending'";
        let mut found = self.0.prepare_cached(sql)?;
        let queues = found.query_map([], |row| row.get::<_, i64>(0))?;
        queues.map(|queue| Ok(queue? as u64)).collect()
    }

    /// A queue's first post that is to be sent.
    pub fn next_post(&self, queue: u64) -> Result<Option<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE queue = ? AND state = 'pending' ORDER BY id LIMIT 1"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        Ok(found.query_row([queue as i64], outbox_row).optional()?)
    }

    pub fn post(&self, id: OutboxId) -> Result<Option<OutboxRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM outbox WHERE id = ?");
        Ok(self.0.query_row(&sql, [id.0], outbox_row).optional()?)
    }

    /// A post by the message that it became.
    pub fn post_of_message(&self, message: u64) -> Result<Option<OutboxRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM outbox WHERE message = ?");
        Ok(self
            .0
            .query_row(&sql, [message as i64], outbox_row)
            .optional()?)
    }

    /// A match's posts that are to be sent, oldest first.
    pub fn pending_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM outbox WHERE match = ? AND state = 'pending' ORDER BY id");
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// A match's posts that have been sent and whose controls may still be alive, oldest first.
    pub fn open_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE match = ? AND state = 'sent' AND closed = 0 ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// Takes back what a match's entries from this one on have brought to be posted: what waits is void, and what has been sent comes back, oldest
    /// first; its controls count as off.
    pub fn take_posts_back(
        &self,
        match_id: MatchId,
        entry: i64,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let void = "UPDATE outbox SET state = 'void' WHERE match = ? AND entry >= ? AND state = 'pending'";
        self.0.execute(void, params![match_id.0, entry])?;
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE match = ? AND entry >= ? AND state = 'sent' AND message IS NOT NULL \
             AND taken_back = 0 ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map(params![match_id.0, entry], outbox_row)?;
        let rows: Vec<OutboxRow> = rows.collect::<Result<_, _>>()?;
        for row in &rows {
            let sql = "UPDATE outbox SET closed = 1, taken_back = 1 WHERE id = ?";
            self.0.prepare_cached(sql)?.execute([row.id.0])?;
        }
        Ok(rows)
    }

    /// What waits to be sent to somebody of a match is void.
    pub fn void_posts_to(&self, match_id: MatchId, queue: u64) -> Result<(), StoreError> {
        let void = "UPDATE outbox SET state = 'void' WHERE match = ? AND queue = ? AND state = 'pending'";
        self.0.execute(void, params![match_id.0, queue as i64])?;
        Ok(())
    }

    /// What a post is to say, when that has changed.
    pub fn set_post_body(&self, id: OutboxId, body: &str) -> Result<(), StoreError> {
        let mut update = self
            .0
            .prepare_cached("UPDATE outbox SET body = ? WHERE id = ?")?;
        update.execute(params![body, id.0])?;
        Ok(())
    }

    pub fn set_post_state(&self, id: OutboxId, state: PostState) -> Result<(), StoreError> {
        let mut update = self
            .0
            .prepare_cached("UPDATE outbox SET state = ? WHERE id = ?")?;
        update.execute(params![state.word(), id.0])?;
        Ok(())
    }

    pub fn set_post_sent(&self, id: OutboxId, sent: Sent) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET state = 'sent', channel = ?, message = ? WHERE id = ?";
        let mut update = self.0.prepare_cached(sql)?;
        update.execute(params![sent.channel as i64, sent.message as i64, id.0])?;
        Ok(())
    }

    /// A post's controls are off.
    pub fn set_post_closed(&self, id: OutboxId) -> Result<(), StoreError> {
        let mut update = self
            .0
            .prepare_cached("UPDATE outbox SET closed = 1 WHERE id = ?")?;
        update.execute([id.0])?;
        Ok(())
    }
}
