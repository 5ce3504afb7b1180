//! Posts to send, and sent posts. Each is written in the transaction of what it tells, and sent
//! after it.

use std::ops::RangeInclusive;

use games::WallMs;
use rusqlite::{Params, Row, params};

use super::{AccountId, ChannelId, MatchId, MessageId, OutboxId, Result, ServerId, Tx};

/// What became of a post that does not wait any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostState {
    Sent,
    /// Replaced or taken back before it was sent.
    Void,
    /// Given up.
    Failed,
}

/// The queue for edits of a queue's posts has its number with this bit, which no id of Discord has
/// before the year 2084. So an edit that has to wait does not hold up posts.
pub const EDITS: u64 = 1 << 63;

/// A post. `body`: the referee's letter, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxRow {
    pub id: OutboxId,
    /// [`MatchId::NONE`] for a post that belongs to no match.
    pub match_id: MatchId,
    pub queue: u64,
    pub body: String,
    pub created_at_ms: WallMs,
    /// Where it is, once it was sent.
    pub sent: Option<Sent>,
}

/// An edit that a sent post needs, with its number in the column `closed`. An index has the posts
/// with `closed > 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostEdit {
    /// Close it: switch its controls off.
    Close = 2,
    /// Mark it as taken back, and switch its controls off.
    Mark = 3,
    /// It counts again: take the mark away.
    Unmark = 4,
    /// Check whether its controls are still there: a backup was restored, or deletions may have
    /// been missed.
    Check = 5,
}

/// The numbers of the column `closed`, for SQL: a post's controls work or don't, or an edit is due.
const OPEN: u8 = 0;
const CLOSED: u8 = 1;
const CLOSE: u8 = PostEdit::Close as u8;
const MARK: u8 = PostEdit::Mark as u8;
const UNMARK: u8 = PostEdit::Unmark as u8;
const CHECK: u8 = PostEdit::Check as u8;
/// The condition that controls work, as far as Dealer knows: `OPEN` or `CHECK`.
const WORK: &str = "closed IN (0, 5)";

/// Where a post is in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub channel: ChannelId,
    pub message: MessageId,
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
    let (channel, message): (Option<_>, Option<_>) = (row.get(5)?, row.get(6)?);
    let sent = channel
        .zip(message)
        .map(|(channel, message)| Sent { channel, message });
    Ok(OutboxRow {
        id: row.get(0)?,
        match_id: row.get::<_, Option<_>>(1)?.unwrap_or(MatchId::NONE),
        queue: row.get(2).map(i64::cast_unsigned)?,
        body: row.get(3)?,
        created_at_ms: WallMs(row.get(4)?),
        sent,
    })
}

/// Waiting posts are found by their queue, others by their match. Each index has a condition on the
/// state, which a query has to repeat word for word for SQLite to use it ("Partial Indexes").
impl Tx<'_> {
    /// Adds a post, which may belong to a match, and follow one of its journal entries.
    pub fn add_post(
        &self,
        match_id: Option<MatchId>,
        entry: Option<i64>,
        queue: u64,
        body: &str,
        at_ms: WallMs,
    ) -> Result<OutboxId> {
        let sql =
            "INSERT INTO outbox (match, entry, queue, body, created_at_ms) VALUES (?, ?, ?, ?, ?)";
        let row = params![
            match_id,
            entry.unwrap_or_default(),
            queue.cast_signed(),
            body,
            at_ms.0
        ];
        self.insert(sql, row).map(OutboxId)
    }

    /// Adds a copy of a post to another queue, with another body. A rewind takes back both or none.
    /// Does nothing if the post is taken back already.
    pub fn add_copy(&self, of: OutboxId, queue: u64, body: &str, at_ms: WallMs) -> Result<()> {
        let sql = "INSERT INTO outbox (match, entry, queue, body, created_at_ms)
            SELECT match, entry, ?, ?, ? FROM outbox WHERE id = ? AND taken_back = 0";
        self.run(sql, params![queue.cast_signed(), body, at_ms.0, of])
    }

    /// The queues that have something to send.
    pub fn busy_queues(&self) -> Result<Vec<u64>> {
        let sql = "SELECT DISTINCT queue FROM outbox WHERE state = 'pending'";
        self.all(sql, [], |row| row.get(0).map(i64::cast_unsigned))
    }

    /// The server of the first waiting post in a queue that belongs to a match; 0 if there is none.
    pub fn server_of_queue(&self, queue: u64) -> Result<ServerId> {
        let sql = "SELECT matches.guild FROM outbox JOIN matches ON matches.id = outbox.match
            WHERE queue = ? AND state = 'pending' ORDER BY outbox.id LIMIT 1";
        let server = self.value(sql, [queue.cast_signed()])?;
        Ok(server.unwrap_or_default())
    }

    /// The server of a match; 0 for a match in a direct message or a number that no match has.
    pub fn server_of_match(&self, id: MatchId) -> Result<ServerId> {
        let server = self.value("SELECT guild FROM matches WHERE id = ?", [id])?;
        Ok(server.unwrap_or_default())
    }

    /// A queue's next post to send.
    pub fn next_post(&self, queue: u64) -> Result<Option<OutboxRow>> {
        let which = "WHERE queue = ? AND state = 'pending' ORDER BY id LIMIT 1";
        self.first_post(which, [queue.cast_signed()])
    }

    /// The posts that wait in a queue behind one, at most `most`.
    pub fn posts_behind(&self, queue: u64, id: OutboxId, most: usize) -> Result<Vec<OutboxRow>> {
        let which = "WHERE queue = ? AND state = 'pending' AND taken_back = 0 \
                     AND id > ? ORDER BY id LIMIT ?";
        self.posts(which, params![queue.cast_signed(), id, most])
    }

    /// The posts that a condition and an order pick out.
    fn posts(&self, which: &str, of: impl Params) -> Result<Vec<OutboxRow>> {
        let sql = format!("SELECT {COLUMNS} FROM outbox {which}");
        self.all(&sql, of, outbox_row)
    }

    /// The first of the posts that a condition and an order pick out.
    fn first_post(&self, which: &str, of: impl Params) -> Result<Option<OutboxRow>> {
        Ok(self.posts(which, of)?.into_iter().next())
    }

    /// The newest post, sent or not; 0 if there has been none.
    pub fn last_post(&self) -> Result<OutboxId> {
        self.one("SELECT coalesce(max(id), 0) FROM outbox", [])
    }

    /// The newest message of a queue's posts in a channel.
    pub fn last_sent(&self, queue: u64, channel: ChannelId) -> Result<Option<MessageId>> {
        let sql = "SELECT max(message) FROM outbox WHERE queue = ? AND channel = ?";
        self.one(sql, params![queue.cast_signed(), channel])
    }

    /// The channel of a match's newest message of a queue.
    pub fn last_way(&self, id: MatchId, queue: u64) -> Result<Option<ChannelId>> {
        let sql = "SELECT channel FROM outbox WHERE match = ? AND queue = ? AND state <> 'pending' AND message IS NOT NULL ORDER BY id DESC LIMIT 1";
        self.value(sql, params![id, queue.cast_signed()])
    }

    /// The channel of the newest message to somebody that belongs to no match.
    pub fn last_letter_to(&self, account: AccountId) -> Result<Option<ChannelId>> {
        let sql = "SELECT channel FROM outbox WHERE match IS NULL AND queue = ? AND state <> 'pending' AND message IS NOT NULL ORDER BY id DESC LIMIT 1";
        self.value(sql, [account])
    }

    /// Unsent posts to somebody that belong to no match.
    pub fn pending_letters_to(&self, account: AccountId) -> Result<Vec<OutboxRow>> {
        let which = "WHERE queue = ? AND match IS NULL AND state = 'pending' ORDER BY id";
        self.posts(which, [account])
    }

    pub fn post(&self, id: OutboxId) -> Result<Option<OutboxRow>> {
        self.first_post("WHERE id = ?", [id])
    }

    /// The post of a message.
    pub fn post_of_message(&self, message: MessageId) -> Result<Option<OutboxRow>> {
        self.first_post("WHERE message = ?", [message])
    }

    /// What `wanted` returns for the newest of a match's sent posts for which it returns something.
    /// Only looks at posts up to `until`.
    pub fn newest_of<T>(
        &self,
        match_id: MatchId,
        until: OutboxId,
        wanted: impl Fn(OutboxRow) -> Option<T>,
    ) -> Result<Option<T>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE match = ? AND id <= ? AND state <> 'pending' \
             AND message IS NOT NULL ORDER BY id DESC"
        );
        let mut statement = self.0.prepare_cached(&sql)?;
        for row in statement.query_map(params![match_id, until], outbox_row)? {
            if let Some(value) = wanted(row?) {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The journal entry that a post follows; 0 for none.
    pub fn entry_of_post(&self, id: OutboxId) -> Result<i64> {
        self.one("SELECT entry FROM outbox WHERE id = ?", [id])
    }

    /// Where a match's newest sent post in its own channel is, of the posts before `before`. Skips
    /// the moving picture below a result.
    pub fn last_post_of(&self, match_id: MatchId, before: OutboxId) -> Result<Option<Sent>> {
        let sql = "SELECT outbox.channel, message FROM outbox JOIN matches ON matches.id = match \
                   WHERE match = ? AND state <> 'pending' AND state = 'sent' AND message IS NOT NULL \
                   AND outbox.id < ? AND outbox.channel = matches.channel \
                   AND CASE WHEN json_valid(body) THEN json_extract(body, '$.post') END IS NOT 'replay' \
                   AND CASE WHEN json_valid(body) THEN json_extract(body, '$.post.end_card') END IS NULL \
                   ORDER BY outbox.id DESC LIMIT 1";
        self.first(sql, params![match_id, before], |row| {
            Ok(Sent {
                channel: row.get(0)?,
                message: row.get(1)?,
            })
        })
    }

    /// A match's posts since a time, oldest first, whatever became of them.
    pub fn posts_since(&self, match_id: MatchId, since_ms: WallMs) -> Result<Vec<OutboxRow>> {
        let of = "match = ?1 AND created_at_ms >= ?2";
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE {of} AND state <> 'pending' \
             UNION ALL SELECT {COLUMNS} FROM outbox INDEXED BY outbox_pending WHERE {of} AND state = 'pending' ORDER BY id"
        );
        self.all(&sql, params![match_id, since_ms.0], outbox_row)
    }

    /// A match's unsent posts, oldest first. Slow: searches all unsent posts.
    pub fn pending_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>> {
        let which = "INDEXED BY outbox_pending WHERE match = ? AND state = 'pending' \
                     AND taken_back = 0 ORDER BY id";
        self.posts(which, [match_id])
    }

    /// Unsent posts of a server's finished matches, oldest first.
    pub fn waiting_past_posts(&self, guild: ServerId) -> Result<Vec<OutboxRow>> {
        let which = "INDEXED BY outbox_pending WHERE state = 'pending' \
             AND match IN (SELECT id FROM matches WHERE guild = ? AND over = 1) ORDER BY id";
        self.posts(which, [guild])
    }

    /// Those of [`Tx::pending_posts`] for one channel or person, edits too.
    pub fn pending_posts_to(&self, match_id: MatchId, queue: u64) -> Result<Vec<OutboxRow>> {
        let [posts, edits] = [queue, queue | EDITS].map(u64::cast_signed);
        let which = "WHERE queue IN (?, ?) AND match = ? AND state = 'pending' \
                     AND taken_back = 0 ORDER BY id";
        self.posts(which, params![posts, edits, match_id])
    }

    /// A match's sent posts whose controls work, oldest first.
    pub fn open_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>> {
        let which = format!(
            "WHERE match = ? AND state <> 'pending' AND state = 'sent' AND {WORK} \
             AND taken_back = 0 ORDER BY id"
        );
        self.posts(&which, [match_id])
    }

    /// A match's posts that are sent or waiting, and not taken back, oldest first.
    pub fn standing_posts(&self, match_id: MatchId) -> Result<Vec<OutboxRow>> {
        let of = "match = ?1 AND taken_back = 0";
        let sql = format!(
            "SELECT {COLUMNS} FROM outbox WHERE {of} AND state <> 'pending' AND state = 'sent' \
             UNION ALL SELECT {COLUMNS} FROM outbox INDEXED BY outbox_pending WHERE {of} AND state = 'pending' ORDER BY id"
        );
        self.all(&sql, [match_id], outbox_row)
    }

    /// Takes back the posts of these entries of a match: waiting ones are not sent, sent ones will
    /// be marked.
    pub fn take_posts_back(&self, match_id: MatchId, entries: RangeInclusive<i64>) -> Result<()> {
        let of = "WHERE match = ? AND entry >= ? AND entry <= ?";
        let (first, last) = (entries.start(), entries.end());
        for sql in [
            format!(
                "UPDATE outbox SET taken_back = 1, closed = CASE WHEN state = 'sent' \
                 AND taken_back = 0 AND message IS NOT NULL THEN {MARK} ELSE closed END \
                 {of} AND state <> 'pending'"
            ),
            // A waiting post may be on its way, or sent without Dealer knowing: the postman finds
            // out, and marks it then.
            format!("UPDATE outbox SET taken_back = 1 {of} AND state = 'pending'"),
        ] {
            self.change(&sql, params![match_id, first, last])?;
        }
        Ok(())
    }

    /// The entries before this one with posts that are not taken back.
    pub fn entries_with_posts(&self, match_id: MatchId, before: i64) -> Result<Vec<i64>> {
        let of = "match = ?1 AND taken_back = 0 AND entry < ?2";
        let sql = format!(
            "SELECT entry FROM outbox WHERE {of} AND state <> 'pending' \
             UNION SELECT entry FROM outbox INDEXED BY outbox_pending WHERE {of} AND state = 'pending'"
        );
        self.values(&sql, params![match_id, before])
    }

    /// A match's sent posts that were taken back, each with the entry that it follows, oldest
    /// first.
    pub fn posts_taken_back(&self, match_id: MatchId) -> Result<Vec<(i64, OutboxRow)>> {
        let sql = format!(
            "SELECT {COLUMNS}, entry FROM outbox WHERE match = ? AND taken_back = 1 AND state <> 'pending' AND message IS NOT NULL ORDER BY id"
        );
        self.all(&sql, [match_id], |row| Ok((row.get(7)?, outbox_row(row)?)))
    }

    /// A post that was taken back counts again: its mark will be taken away.
    pub fn give_post_back(&self, id: OutboxId) -> Result<()> {
        let sql = format!("UPDATE outbox SET taken_back = 0, closed = {UNMARK} WHERE id = ?");
        self.run(&sql, [id])
    }

    /// Whether a ruling has taken a post back.
    pub fn is_taken_back(&self, id: OutboxId) -> Result<bool> {
        self.one("SELECT taken_back FROM outbox WHERE id = ?", [id])
    }

    /// The edits that a match's posts need, each with its post and channel, in the order in which
    /// to make them: first marks, then closing, then checks; oldest first. No checks while people
    /// still have to be told about a restored backup, which posts everything again anyway.
    pub fn posts_to_edit(&self, match_id: MatchId) -> Result<Vec<(OutboxId, ChannelId, PostEdit)>> {
        let sql = format!(
            "SELECT id, channel, closed FROM outbox WHERE match = ? AND closed > 1 \
             AND message IS NOT NULL AND channel IS NOT NULL \
             AND (closed <> {CHECK} OR match NOT IN (SELECT match FROM put_back)) \
             ORDER BY closed = {CHECK}, closed = {CLOSE}, closed, id"
        );
        self.all(&sql, [match_id], |row| {
            let edit = match row.get(2)? {
                CLOSE => PostEdit::Close,
                MARK => PostEdit::Mark,
                UNMARK => PostEdit::Unmark,
                _ => PostEdit::Check,
            };
            Ok((row.get(0)?, row.get(1)?, edit))
        })
    }

    /// Voids unsent posts to somebody of a match.
    pub fn void_posts_to(&self, match_id: MatchId, queue: u64) -> Result<()> {
        let void = "UPDATE outbox SET state = 'void' WHERE queue IN (?, ?) AND match = ? AND state = 'pending'";
        let [posts, edits] = [queue, queue | EDITS].map(u64::cast_signed);
        self.run(void, params![posts, edits, match_id])
    }

    pub fn set_post_state(&self, id: OutboxId, state: PostState) -> Result<()> {
        let sql = "UPDATE outbox SET state = ? WHERE id = ?";
        self.run(sql, params![state.word(), id])
    }

    /// Stores that a post was sent; `has_controls`: whether it has something to press. If it was
    /// taken back or should be closed meanwhile, that edit is due now. Does nothing for a letter
    /// that was forgotten.
    pub fn set_post_sent(&self, id: OutboxId, sent: Sent, has_controls: bool) -> Result<()> {
        let sql = format!(
            "UPDATE outbox SET state = 'sent', channel = ?, message = ?, closed = CASE \
             WHEN taken_back THEN {MARK} WHEN ? THEN {CLOSED} \
             WHEN closed IN ({CLOSE}, {CHECK}) THEN closed ELSE {OPEN} END \
             WHERE id = ? AND body <> '{{}}'"
        );
        self.run(&sql, params![sent.channel, sent.message, !has_controls, id])
    }

    /// Changes what a post says.
    pub fn set_post_body(&self, id: OutboxId, body: &str) -> Result<()> {
        self.run("UPDATE outbox SET body = ? WHERE id = ?", params![body, id])
    }

    /// Marks a match's posts before this one to be closed; waiting ones once they are sent.
    pub fn set_posts_stale(&self, match_id: MatchId, before: OutboxId) -> Result<()> {
        let close = format!("SET closed = {CLOSE} WHERE match = ? AND id < ? AND {WORK}");
        for sql in [
            format!("UPDATE outbox {close} AND state <> 'pending' AND message IS NOT NULL"),
            format!("UPDATE outbox INDEXED BY outbox_pending {close} AND state = 'pending'"),
        ] {
            self.change(&sql, params![match_id, before])?;
        }
        Ok(())
    }

    /// Marks a post to be closed; a waiting one once it is sent.
    pub fn set_post_stale(&self, id: OutboxId) -> Result<()> {
        self.set_closed(CLOSE, &format!("id = ? AND {WORK}"), [id])
    }

    /// Has a closed post edited again, because what became of its question has changed. A mark that
    /// would be taken away goes with that.
    pub fn settle_again(&self, id: OutboxId) -> Result<()> {
        let of = format!("id = ? AND closed IN ({CLOSED}, {UNMARK}) AND message IS NOT NULL");
        self.set_closed(CLOSE, &of, [id])
    }

    /// Has all posts with controls checked, whether they still have them in Discord.
    pub(super) fn doubt_controls(&self) -> Result<()> {
        let of = format!("closed = {OPEN} AND state IN ('pending', 'sent') AND match IS NOT NULL");
        self.set_closed(CHECK, &of, [])
    }

    /// Has one sent post checked, whether it still has its controls in Discord.
    pub fn doubt_post(&self, id: OutboxId) -> Result<()> {
        let of = format!("id = ? AND closed = {OPEN} AND state <> 'pending' AND state = 'sent'");
        self.set_closed(CHECK, &of, [id])
    }

    fn set_closed(&self, to: u8, which: &str, of: impl Params) -> Result<()> {
        let sql = format!("UPDATE outbox SET closed = {to} WHERE {which}");
        self.run(&sql, of)
    }

    /// The matches with posts that need an edit.
    pub fn matches_with_posts_to_edit(&self) -> Result<Vec<MatchId>> {
        let sql = "SELECT DISTINCT match FROM outbox WHERE closed > 1 AND message IS NOT NULL ORDER BY match";
        self.values(sql, [])
    }

    /// Stores that this message was edited like this, or has its controls. If it needs another edit
    /// by now, it still does.
    pub fn set_post_edited(&self, message: MessageId, edit: PostEdit) -> Result<()> {
        let closed = match edit {
            PostEdit::Check => OPEN,
            PostEdit::Close | PostEdit::Mark | PostEdit::Unmark => CLOSED,
        };
        let of = "message = ? AND closed = ?";
        self.set_closed(closed, of, params![message, edit as u8])
    }

    /// Sends a waiting post elsewhere.
    pub fn readdress(&self, id: OutboxId, queue: u64, body: &str) -> Result<()> {
        let sql = "UPDATE outbox SET queue = ?, body = ? WHERE id = ? AND state = 'pending'";
        self.run(sql, params![queue.cast_signed(), body, id])
    }
}
