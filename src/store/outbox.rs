//! Posts that are to be made, and those that were: written in the transaction of what they tell,
//! sent after it.

use std::ops::RangeInclusive;

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{MatchId, StoreError, Tx};

/// A post's number; with when the post was written it is in its nonce and its attachment's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OutboxId(pub i64);

/// What has become of a post that waits no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostState {
    Sent,
    /// Overtaken or taken back before it was sent.
    Void,
    /// Given up.
    Failed,
}

/// The queue of the edits of what a queue has posted: its number with this bit, which no id of
/// Discord's has before the year 2084. So an edit that has to wait keeps no post waiting.
pub const EDITS: u64 = 1 << 63;

/// A post, with what it is to say as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxRow {
    pub id: OutboxId,
    /// [`MatchId::NONE`] for a post that is no match's.
    pub match_id: MatchId,
    pub queue: u64,
    pub body: String,
    pub created_at_ms: u64,
    /// Where it stands, once it was sent.
    pub sent: Option<Sent>,
}

/// What is to be done to a post that stands: its number in the column `closed`, in which 0 is
/// nothing yet and 1 nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostEdit {
    /// Its controls are switched off.
    Close = 2,
    /// It is marked as taken back, and its controls are switched off.
    Mark = 3,
    /// It counts again: the mark is taken away.
    Unmark = 4,
    /// Whether its controls are there still is looked at: the database was put back as it was, or
    /// Dealer has not heard for a while what was deleted.
    Check = 5,
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
        match_id: row.get::<_, Option<i64>>(1)?.map_or(MatchId::NONE, MatchId),
        queue: row.get::<_, i64>(2)? as u64,
        body: row.get(3)?,
        created_at_ms: row.get::<_, i64>(4)? as u64,
        sent,
    })
}

/// A post that waits is found by its queue, any other by its match: each index has a condition on
/// the state, which a query has to repeat word for word for SQLite to use it ("Partial Indexes").
impl Tx<'_> {
    /// A post of a match that follows one of its journal entries; of [`MatchId::NONE`], one that is
    /// no match's.
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
        let id = insert.insert(params![
            (match_id != MatchId::NONE).then_some(match_id.0),
            entry,
            queue as i64,
            body,
            at_ms as i64
        ])?;
        Ok(OutboxId(id))
    }

    /// The same post in another queue, with other words: whatever takes the one back takes this
    /// back. None of one that is taken back already.
    pub fn add_copy(
        &self,
        of: OutboxId,
        queue: u64,
        body: &str,
        at_ms: u64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO outbox (match, entry, queue, body, created_at_ms)
            SELECT match, entry, ?, ?, ? FROM outbox WHERE id = ? AND taken_back = 0";
        self.0
            .execute(sql, params![queue as i64, body, at_ms as i64, of.0])?;
        Ok(())
    }

    /// The queues that have something to send.
    pub fn busy_queues(&self) -> Result<Vec<u64>, StoreError> {
        let sql = "SELECT DISTINCT queue FROM outbox WHERE state = 'pending'";
        let mut found = self.0.prepare_cached(sql)?;
        let queues = found.query_map([], |row| row.get::<_, i64>(0))?;
        queues.map(|queue| Ok(queue? as u64)).collect()
    }

    /// The server of the match whose post is first in a queue; 0 where that is no match's.
    pub fn server_of_queue(&self, queue: u64) -> Result<u64, StoreError> {
        let sql = "SELECT matches.guild FROM outbox JOIN matches ON matches.id = outbox.match
            WHERE queue = ? AND state = 'pending' ORDER BY outbox.id LIMIT 1";
        let mut found = self.0.prepare_cached(sql)?;
        let server: Option<i64> = found
            .query_row([queue as i64], |row| row.get(0))
            .optional()?;
        Ok(server.unwrap_or_default() as u64)
    }

    /// The server of a match; 0 for a number that no match has.
    pub fn server_of_match(&self, id: MatchId) -> Result<u64, StoreError> {
        let mut found = self
            .0
            .prepare_cached("SELECT guild FROM matches WHERE id = ?")?;
        let server: Option<i64> = found.query_row([id.0], |row| row.get(0)).optional()?;
        Ok(server.unwrap_or_default() as u64)
    }

    /// A queue's first post that is to be sent.
    pub fn next_post(&self, queue: u64) -> Result<Option<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE queue = ? AND state = 'pending' ORDER BY id LIMIT 1"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        Ok(found.query_row([queue as i64], outbox_row).optional()?)
    }

    /// The posts that wait in a queue behind one, the first ones.
    pub fn posts_behind(
        &self,
        queue: u64,
        id: OutboxId,
        most: usize,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE queue = ? AND state = 'pending' AND taken_back = 0 AND id > ? ORDER BY id LIMIT ?"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map(params![queue as i64, id.0, most as i64], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// The newest post of all, sent or not; 0 when there has been none.
    pub fn last_post(&self) -> Result<OutboxId, StoreError> {
        let sql = "SELECT coalesce(max(id), 0) FROM outbox";
        Ok(OutboxId(self.0.query_row(sql, [], |row| row.get(0))?))
    }

    /// The newest message that a queue's posts have become in a channel.
    pub fn last_sent(&self, queue: u64, channel: u64) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT max(message) FROM outbox WHERE queue = ? AND channel = ?";
        let mut found = self.0.prepare_cached(sql)?;
        let message: Option<i64> =
            found.query_row([queue as i64, channel as i64], |row| row.get(0))?;
        Ok(message.map(|message| message as u64))
    }

    /// The channel in which a match's newest message to a queue stands.
    pub fn last_way(&self, id: MatchId, queue: u64) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT channel FROM outbox WHERE match = ? AND queue = ? AND state <> 'pending' AND message IS NOT NULL ORDER BY id DESC LIMIT 1";
        let mut found = self.0.prepare_cached(sql)?;
        let channel = found.query_row([id.0, queue as i64], |row| row.get::<_, Option<i64>>(0));
        let channel = channel.optional()?.flatten();
        Ok(channel.map(|channel| channel as u64))
    }

    /// The channel in which the newest message to somebody stands that is of no match.
    pub fn last_letter_to(&self, account: u64) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT channel FROM outbox WHERE match IS NULL AND queue = ? AND state <> 'pending' AND message IS NOT NULL ORDER BY id DESC LIMIT 1";
        let mut found = self.0.prepare_cached(sql)?;
        let channel = found.query_row([account as i64], |row| row.get::<_, i64>(0));
        Ok(channel.optional()?.map(|channel| channel as u64))
    }

    /// What is to be written to somebody that is of no match.
    pub fn pending_letters_to(&self, account: u64) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE queue = ? AND match IS NULL AND state = 'pending' ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([account as i64], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// All of a queue's posts that have become messages, in their order.
    pub fn sent_posts(&self, queue: u64) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE queue = ? AND message IS NOT NULL ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([queue as i64], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
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

    /// The journal entry that a post follows; 0 for none.
    pub fn entry_of_post(&self, id: OutboxId) -> Result<i64, StoreError> {
        let sql = "SELECT entry FROM outbox WHERE id = ?";
        Ok(self.0.query_row(sql, [id.0], |row| row.get(0))?)
    }

    /// Where a match's newest post in its own channel stands, of those before another post. Its
    /// result is that, not the moving picture below it.
    pub fn last_post_of(
        &self,
        match_id: MatchId,
        before: OutboxId,
    ) -> Result<Option<Sent>, StoreError> {
        let sql = "SELECT outbox.channel, message FROM outbox JOIN matches ON matches.id = match \
                   WHERE match = ? AND state <> 'pending' AND state = 'sent' AND message IS NOT NULL \
                   AND outbox.id < ? AND outbox.channel = matches.channel \
                   AND CASE WHEN json_valid(body) THEN json_extract(body, '$.post') END IS NOT 'replay' \
                   ORDER BY outbox.id DESC LIMIT 1";
        let mut found = self.0.prepare_cached(sql)?;
        let sent = found.query_row([match_id.0, before.0], |row| {
            Ok(Sent {
                channel: row.get::<_, i64>(0)? as u64,
                message: row.get::<_, i64>(1)? as u64,
            })
        });
        Ok(sent.optional()?)
    }

    /// A match's posts since a time, oldest first, whatever became of them.
    pub fn posts_since(
        &self,
        match_id: MatchId,
        since_ms: u64,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let of = "match = ?1 AND created_at_ms >= ?2";
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE {of} AND state <> 'pending' \
             UNION ALL SELECT {COLUMNS} FROM outbox INDEXED BY outbox_pending WHERE {of} AND state = 'pending' ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0, since_ms as i64], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// A match's posts that are to be sent, oldest first: all that wait are looked through for
    /// them.
    pub fn pending_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox INDEXED BY outbox_pending WHERE match = ? AND state = 'pending' AND taken_back = 0 ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// The posts that are to be sent of a server's matches that are over, oldest first.
    pub fn waiting_past_posts(&self, guild: u64) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox INDEXED BY outbox_pending WHERE state = 'pending' \
             AND match IN (SELECT id FROM matches WHERE guild = ? AND over = 1) ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([guild as i64], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// Those of [`Tx::pending_posts`] that are for a channel or person, edits among them.
    pub fn pending_posts_to(
        &self,
        match_id: MatchId,
        queue: u64,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE queue IN (?, ?) AND match = ? AND state = 'pending' AND taken_back = 0 ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let (posts, edits) = (queue as i64, (queue | EDITS) as i64);
        let rows = found.query_map([posts, edits, match_id.0], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// A match's posts that have been sent and whose controls are alive, oldest first.
    pub fn open_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE match = ? AND state <> 'pending' AND state = 'sent' AND closed IN (0, 5) AND taken_back = 0 ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// A match's posts that have been sent, or are to be, and are not taken back, oldest first.
    pub fn standing_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let of = "match = ?1 AND taken_back = 0";
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE {of} AND state <> 'pending' AND state = 'sent' \
             UNION ALL SELECT {COLUMNS} FROM outbox INDEXED BY outbox_pending WHERE {of} AND state = 'pending' ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0], outbox_row)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// Takes back what these entries of a match have brought to be posted: what waits is not sent,
    /// and what was sent is to be marked.
    pub fn take_posts_back(
        &self,
        match_id: MatchId,
        entries: RangeInclusive<i64>,
    ) -> Result<(), StoreError> {
        let of = |sql: &str| {
            let (first, last) = (entries.start(), entries.end());
            self.0.execute(sql, params![match_id.0, first, last])
        };
        of(
            "UPDATE outbox SET closed = 3 WHERE match = ? AND entry >= ? AND entry <= ? AND state <> 'pending' AND state = 'sent' \
            AND taken_back = 0 AND message IS NOT NULL",
        )?;
        // One that waits may be on its way, or have been sent without anybody knowing: the postman
        // finds out, and it is marked if it stands.
        of(
            "UPDATE outbox SET taken_back = 1 WHERE match = ? AND entry >= ? AND entry <= ? AND state = 'pending'",
        )?;
        of(
            "UPDATE outbox SET taken_back = 1 WHERE match = ? AND entry >= ? AND entry <= ? AND state <> 'pending'",
        )?;
        Ok(())
    }

    /// The entries before this one that have brought something to be posted which is not taken
    /// back.
    pub fn entries_with_posts(
        &self,
        match_id: MatchId,
        before: i64,
    ) -> Result<Vec<i64>, StoreError> {
        let of = "match = ?1 AND taken_back = 0 AND entry < ?2";
        let sql = format!(
            "SELECT entry FROM outbox WHERE {of} AND state <> 'pending' \
             UNION SELECT entry FROM outbox INDEXED BY outbox_pending WHERE {of} AND state = 'pending'"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0, before], |row| row.get(0))?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// A match's messages that were taken back, each with the entry that it follows, oldest first.
    pub fn posts_taken_back(&self, match_id: MatchId) -> Result<Vec<(i64, OutboxRow)>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, entry FROM outbox WHERE match = ? AND taken_back = 1 AND state <> 'pending' AND message IS NOT NULL ORDER BY id"
        );
        let mut found = self.0.prepare_cached(&sql)?;
        let rows = found.query_map([match_id.0], |row| Ok((row.get(7)?, outbox_row(row)?)))?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// A message that was taken back counts again: the mark is to be taken away.
    pub fn give_post_back(&self, id: OutboxId) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET taken_back = 0, closed = 4 WHERE id = ?";
        self.0.prepare_cached(sql)?.execute([id.0])?;
        Ok(())
    }

    /// Whether a ruling has taken a post back.
    pub fn is_taken_back(&self, id: OutboxId) -> Result<bool, StoreError> {
        let sql = "SELECT taken_back FROM outbox WHERE id = ?";
        Ok(self.0.query_row(sql, [id.0], |row| row.get(0))?)
    }

    /// What is to be done to which of a match's posts, and in which channel each stands, in the
    /// order in which it is done: first what is marked or no longer, then what is switched off,
    /// then what is looked at; of each the oldest first. Without what they say: of many it is not
    /// their turn for long. None are looked at as long as it is to be told that the database was
    /// put back: what is asked is posted again with that.
    pub fn posts_to_edit(
        &self,
        match_id: MatchId,
    ) -> Result<Vec<(OutboxId, u64, PostEdit)>, StoreError> {
        let sql = "SELECT id, channel, closed FROM outbox WHERE match = ? AND closed > 1 AND message IS NOT NULL AND channel IS NOT NULL \
             AND (closed <> 5 OR match NOT IN (SELECT match FROM put_back)) ORDER BY closed = 5, closed = 2, closed, id";
        let mut found = self.0.prepare_cached(sql)?;
        let rows = found.query_map([match_id.0], |row| {
            let edit = match row.get(2)? {
                2 => PostEdit::Close,
                3 => PostEdit::Mark,
                4 => PostEdit::Unmark,
                _ => PostEdit::Check,
            };
            Ok((OutboxId(row.get(0)?), row.get::<_, i64>(1)? as u64, edit))
        })?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// What waits to be sent to somebody of a match is void.
    pub fn void_posts_to(&self, match_id: MatchId, queue: u64) -> Result<(), StoreError> {
        let void = "UPDATE outbox SET state = 'void' WHERE queue IN (?, ?) AND match = ? AND state = 'pending'";
        let (posts, edits) = (queue as i64, (queue | EDITS) as i64);
        self.0.execute(void, params![posts, edits, match_id.0])?;
        Ok(())
    }

    pub fn set_post_state(&self, id: OutboxId, state: PostState) -> Result<(), StoreError> {
        let mut update = self
            .0
            .prepare_cached("UPDATE outbox SET state = ? WHERE id = ?")?;
        update.execute(params![state.word(), id.0])?;
        Ok(())
    }

    /// A post stands; `has_controls` says whether there is something on it to press. What was to be
    /// taken back, or to be switched off where there is something, is so now. Of a letter that has
    /// been forgotten meanwhile nothing is noted.
    pub fn set_post_sent(
        &self,
        id: OutboxId,
        sent: Sent,
        has_controls: bool,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET state = 'sent', channel = ?, message = ?, closed = CASE WHEN taken_back THEN 3 WHEN ? THEN 1 \
            WHEN closed IN (2, 5) THEN closed ELSE 0 END WHERE id = ? AND body <> '{}'";
        let mut update = self.0.prepare_cached(sql)?;
        update.execute(params![
            sent.channel as i64,
            sent.message as i64,
            !has_controls,
            id.0
        ])?;
        Ok(())
    }

    /// What a post says is another thing.
    pub fn set_post_body(&self, id: OutboxId, body: &str) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET body = ? WHERE id = ?";
        self.0.prepare_cached(sql)?.execute(params![body, id.0])?;
        Ok(())
    }

    /// The controls of a match's posts before this one are to be switched off; of one that waits,
    /// or is on its way, once it stands.
    pub fn set_posts_stale(&self, match_id: MatchId, before: OutboxId) -> Result<(), StoreError> {
        for sql in [
            "UPDATE outbox SET closed = 2 WHERE match = ? AND id < ? AND state <> 'pending' AND message IS NOT NULL AND closed IN (0, 5)",
            "UPDATE outbox INDEXED BY outbox_pending SET closed = 2 WHERE match = ? AND id < ? AND state = 'pending' AND closed IN (0, 5)",
        ] {
            let mut update = self.0.prepare_cached(sql)?;
            update.execute(params![match_id.0, before.0])?;
        }
        Ok(())
    }

    /// The controls of a post are to be switched off; of one that waits, or is on its way, once it
    /// stands.
    pub fn set_post_stale(&self, id: OutboxId) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET closed = 2 WHERE id = ? AND closed IN (0, 5)";
        self.0.prepare_cached(sql)?.execute([id.0])?;
        Ok(())
    }

    /// A post on which there is nothing to press any more is to say again what has become of what
    /// it asked for; what it says otherwise goes, and so does a mark that is to be taken away.
    pub fn settle_again(&self, id: OutboxId) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET closed = 2 WHERE id = ? AND closed IN (1, 4) AND message IS NOT NULL";
        self.0.prepare_cached(sql)?.execute([id.0])?;
        Ok(())
    }

    /// Of a match's posts that have controls, or will have, it is looked at whether they have them
    /// in Discord too.
    pub(super) fn doubt_controls(&self) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET closed = 5 WHERE closed = 0 AND state IN ('pending', 'sent') AND match IS NOT NULL";
        self.0.execute(sql, [])?;
        Ok(())
    }

    /// As `Tx::doubt_controls`, of one that stands.
    pub fn doubt_post(&self, id: OutboxId) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET closed = 5 WHERE id = ? AND closed = 0 AND state <> 'pending' AND state = 'sent'";
        self.0.prepare_cached(sql)?.execute([id.0])?;
        Ok(())
    }

    /// The matches that have posts to be edited.
    pub fn matches_with_posts_to_edit(&self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT DISTINCT match FROM outbox WHERE closed > 1 AND message IS NOT NULL ORDER BY match";
        let mut found = self.0.prepare_cached(sql)?;
        let ids = found.query_map([], |row| row.get(0))?;
        ids.map(|id| Ok(MatchId(id?))).collect()
    }

    /// The post that became this message has been edited in this way, or has its controls. Where it
    /// is to be edited otherwise by now, it still is.
    pub fn set_post_edited(&self, message: u64, edit: PostEdit) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET closed = ? WHERE message = ? AND closed = ?";
        let mut update = self.0.prepare_cached(sql)?;
        update.execute(params![
            edit != PostEdit::Check,
            message as i64,
            edit as i64
        ])?;
        Ok(())
    }

    /// A post that waits goes elsewhere.
    pub fn readdress(&self, id: OutboxId, queue: u64, body: &str) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET queue = ?, body = ? WHERE id = ? AND state = 'pending'";
        self.0.execute(sql, params![queue as i64, body, id.0])?;
        Ok(())
    }
}
