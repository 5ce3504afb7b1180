//! Channels that are closed while a match is live, with the permissions before: stored before
//! anything is changed in Discord.

use rusqlite::params;

use super::{ChannelId, MatchId, Result, Tx};

/// A channel that a match has closed to some people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    pub match_id: MatchId,
    pub channel: ChannelId,
    /// For whom it was closed, as [`ToLock::closed_for`](crate::referee::ToLock::closed_for) writes
    /// it.
    pub closed_for: String,
    /// Whether Discord refused it for lack of permission, and the host was told.
    pub refused: bool,
}

/// A permission overwrite of a channel, for a role or a member: allowed and denied bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    pub allow: u64,
    pub deny: u64,
}

/// A permission overwrite that was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedOverwrite {
    pub target: u64,
    pub is_member: bool,
    /// The overwrite before; None if there was none.
    pub before: Option<Bits>,
    pub made: Bits,
}

impl Tx<'_> {
    /// Stores that a channel is about to be closed, and for whom.
    pub fn add_lock(
        &self,
        id: MatchId,
        channel: ChannelId,
        closed_for: &str,
        overwrites: &[LockedOverwrite],
    ) -> Result<()> {
        let sql = "INSERT INTO locked_channels (match, channel, closed_for) VALUES (?, ?, ?)";
        self.change(sql, params![id, channel, closed_for])?;
        let sql = "INSERT INTO locked_overwrites (match, channel, target, is_member, allow_before, deny_before, allow, deny) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        for one in overwrites {
            let row = params![
                id,
                channel,
                one.target,
                one.is_member,
                one.before.map(|bits| bits.allow),
                one.before.map(|bits| bits.deny),
                one.made.allow,
                one.made.deny
            ];
            self.change(sql, row)?;
        }
        Ok(())
    }

    pub fn locks(&self) -> Result<Vec<Lock>> {
        let sql = "SELECT match, channel, closed_for, refused FROM locked_channels ORDER BY match, channel";
        self.all(sql, [], |row| {
            Ok(Lock {
                match_id: row.get(0)?,
                channel: row.get(1)?,
                closed_for: row.get(2)?,
                refused: row.get(3)?,
            })
        })
    }

    pub fn locked_overwrites(
        &self,
        id: MatchId,
        channel: ChannelId,
    ) -> Result<Vec<LockedOverwrite>> {
        let sql = "SELECT target, is_member, allow_before, deny_before, allow, deny FROM locked_overwrites \
                   WHERE match = ? AND channel = ? ORDER BY target";
        self.all(sql, params![id, channel], |row| {
            let bits = |allow, deny| Bits { allow, deny };
            let before: (Option<u64>, Option<u64>) = (row.get(2)?, row.get(3)?);
            Ok(LockedOverwrite {
                target: row.get(0)?,
                is_member: row.get(1)?,
                before: before
                    .0
                    .zip(before.1)
                    .map(|(allow, deny)| bits(allow, deny)),
                made: bits(row.get(4)?, row.get(5)?),
            })
        })
    }

    /// Hands a changed overwrite to another match that closes the same channel, so that the last of
    /// them restores the first state. Returns false if none takes it over. `heir`: a match that
    /// keeps the same target out, which may have stored nothing because that was so already.
    pub fn hand_lock_on(
        &self,
        id: MatchId,
        channel: ChannelId,
        one: &LockedOverwrite,
        heir: Option<MatchId>,
    ) -> Result<bool> {
        let of = params![id, channel, one.target];
        // A change on top of this one now restores the state below both.
        let sql = "UPDATE locked_overwrites SET allow_before = ?4, deny_before = ?5 \
                   WHERE match <> ?1 AND channel = ?2 AND target = ?3 AND allow_before = ?6 AND deny_before = ?7";
        let above = self.change(
            sql,
            params![
                id,
                channel,
                one.target,
                one.before.map(|bits| bits.allow),
                one.before.map(|bits| bits.deny),
                one.made.allow,
                one.made.deny
            ],
        )?;
        if above == 0 {
            let Some(heir) = heir else {
                return Ok(false);
            };
            // If the heir has stored one itself, somebody changed the overwrite in between: that
            // one stays.
            let sql = "UPDATE OR IGNORE locked_overwrites SET match = ?4 WHERE match = ?1 AND channel = ?2 AND target = ?3";
            let to = params![id, channel, one.target, heir];
            self.change(sql, to)?;
        }
        let sql = "DELETE FROM locked_overwrites WHERE match = ? AND channel = ? AND target = ?";
        self.change(sql, of)?;
        Ok(true)
    }

    /// Stores that Discord refused to let Dealer change a channel.
    pub fn set_lock_refused(&self, id: MatchId, channel: ChannelId) -> Result<()> {
        let sql = "UPDATE locked_channels SET refused = 1 WHERE match = ? AND channel = ?";
        self.run(sql, params![id, channel])
    }

    /// Forgets a closed channel: it is open again, or somebody else has changed it.
    pub fn drop_lock(&self, id: MatchId, channel: ChannelId) -> Result<()> {
        let of = params![id, channel];
        let sql = "DELETE FROM locked_overwrites WHERE match = ? AND channel = ?";
        self.change(sql, of)?;
        let sql = "DELETE FROM locked_channels WHERE match = ? AND channel = ?";
        self.run(sql, of)
    }
}
