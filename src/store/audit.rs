//! The audit log: what hosts did, and why. Lines are only ever added.

use games::WallMs;
use rusqlite::params;

use super::{AccountId, MatchId, Result, SeasonId, ServerId, Tx};

/// Something that a host did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditLine {
    pub guild: ServerId,
    pub season: Option<SeasonId>,
    pub match_id: Option<MatchId>,
    /// The host's account, or that of the player who gave a `gift`; 0 for Dealer itself, and for a
    /// gift of somebody who was forgotten.
    pub by: AccountId,
    /// Whether a player gave garnets of their own: the only line that is no host's deed, or
    /// Dealer's.
    pub is_gift: bool,
    /// What was done, in full: JSON of the referee's fact, or a sentence in older lines. It has no
    /// secret of a match.
    pub said: String,
    /// What the host gave as the reason; may be empty.
    pub reason: String,
    pub at_ms: WallMs,
}

impl Tx<'_> {
    pub fn add_audit(&self, line: &AuditLine) -> Result<i64> {
        let sql = "INSERT INTO audit (guild, season, match, by, deed, said, reason, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let row = params![
            line.guild,
            line.season,
            line.match_id,
            line.by,
            if line.is_gift { "gift" } else { "" },
            line.said,
            line.reason,
            line.at_ms.0
        ];
        self.insert(sql, row)
    }

    /// The log of a server, or of one match in it, newest first.
    pub fn audit(
        &self,
        guild: ServerId,
        of_match: Option<MatchId>,
        most: u32,
    ) -> Result<Vec<AuditLine>> {
        self.audit_where("?2 IS NULL OR match = ?2", guild, of_match, most)
    }

    /// The log of a server's matches only, or of everything else.
    pub fn audit_of_matches(
        &self,
        guild: ServerId,
        matches: bool,
        most: u32,
    ) -> Result<Vec<AuditLine>> {
        let of = if matches {
            "?2 IS NULL AND match IS NOT NULL"
        } else {
            "?2 IS NULL AND match IS NULL"
        };
        self.audit_where(of, guild, None, most)
    }

    fn audit_where(
        &self,
        of: &str,
        guild: ServerId,
        of_match: Option<MatchId>,
        most: u32,
    ) -> Result<Vec<AuditLine>> {
        let sql = format!(
            "SELECT season, match, by, deed = 'gift', said, reason, at_ms FROM audit \
             WHERE guild = ?1 AND ({of}) ORDER BY id DESC LIMIT ?3"
        );
        self.all(&sql, params![guild, of_match, most], |row| {
            Ok(AuditLine {
                guild,
                season: row.get(0)?,
                match_id: row.get(1)?,
                by: row.get(2)?,
                is_gift: row.get(3)?,
                said: row.get(4)?,
                reason: row.get(5)?,
                at_ms: WallMs(row.get(6)?),
            })
        })
    }
}
