//! Forgetting an account.

use rusqlite::params;

use super::{AccountId, MatchId, Result, Tx};

/// Replaces mentions of a forgotten account, even in what people typed.
pub const FORGOTTEN: &str = "(forgotten)";

/// What was forgotten about an account, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForgottenCounts {
    /// People of seasons' casts, who are guests now.
    pub seasons: usize,
    /// People of finished matches, who are guests now.
    pub matches: usize,
    pub drafts: usize,
    /// Private posts to them.
    pub letters: usize,
}

impl Tx<'_> {
    /// Takes an account and its private channels out of every cast and match, and deletes its
    /// panels, its own settings and what was written to it. Its gifts of garnets stay, without it.
    /// The audit log keeps what it did as a host, but mentions of it become [`FORGOTTEN`]. It is
    /// kept for two things until they are done: taking back its season roles, and reopening
    /// channels that were closed to it.
    pub fn forget_account(&self, account: AccountId) -> Result<ForgottenCounts> {
        self.forget_mentions(account)?;
        self.drop_drafts_naming(account)?;
        let of = |sql: &str| self.change(sql, params![account]);
        // A gift has a line in the ledger and one in the audit log, with the same time.
        of(
            "UPDATE ledger SET by = NULL WHERE by = ?1 AND EXISTS (SELECT 1 FROM audit WHERE deed = 'gift' \
            AND audit.by = ?1 AND audit.season = ledger.season AND audit.at_ms = ledger.at_ms)",
        )?;
        of("UPDATE audit SET by = 0 WHERE by = ? AND deed = 'gift'")?;
        of("DELETE FROM people_settings WHERE account = ?")?;
        of("DELETE FROM hellos WHERE account = ?")?;
        of("DELETE FROM member_threads WHERE account = ?")?;
        // The account to tell when somebody else could not be told.
        of(
            "UPDATE outbox SET body = json_remove(body, '$.to.member.by') WHERE match IS NULL \
            AND CASE WHEN json_valid(body) THEN json_extract(body, '$.to.member.by') END = ?",
        )?;
        of("UPDATE people SET whose = 0 WHERE whose = ?")?;
        of("UPDATE faces SET account = NULL, hash = NULL WHERE account = ?")?;
        // Without this, the roles of somebody who is in no cast any more could never be taken back.
        of(
            "INSERT INTO former_role_duties (season, account) SELECT season, account FROM cast_members WHERE account = ? \
            ON CONFLICT DO UPDATE SET version = version + 1, told = 0",
        )?;
        Ok(ForgottenCounts {
            seasons: of(
                "UPDATE cast_members SET account = NULL, channel = NULL WHERE account = ?",
            )?,
            matches: of("DELETE FROM people WHERE account = ?")?,
            drafts: of("DELETE FROM drafts WHERE owner = ?")?,
            letters: self.forget_letters(account)?,
        })
    }

    /// Removes mentions of an account from what Dealer stored and what hosts typed as reasons. All
    /// of it may be JSON.
    fn forget_mentions(&self, account: AccountId) -> Result<()> {
        const SAID: [(&str, &str); 5] = [
            ("audit", "said"),
            ("audit", "reason"),
            ("ledger", "reason"),
            ("strikes", "reason"),
            ("outbox", "body"),
        ];
        for mention in [format!("<@{account}>"), format!("<@!{account}>")] {
            for (table, column) in SAID {
                let sql = format!(
                    "UPDATE {table} SET {column} = replace({column}, ?1, ?2) WHERE instr({column}, ?1) > 0"
                );
                self.change(&sql, params![mention, FORGOTTEN])?;
            }
        }
        Ok(())
    }

    /// Drops drafts of matches and rulings that name this account: their owners have to begin
    /// again.
    fn drop_drafts_naming(&self, account: AccountId) -> Result<()> {
        let sql = "DELETE FROM drafts WHERE match IS NULL AND EXISTS (SELECT 1 FROM json_tree(body) \
                   WHERE atom = ?1 OR key = CAST(?1 AS TEXT) OR instr(atom, ?2) > 0 OR instr(atom, ?3) > 0)";
        let mentions = [format!("<@{account}>"), format!("<@!{account}>")];
        self.run(sql, params![account, mentions[0], mentions[1]])
    }

    /// The open matches in which this account was replaced, by the letter that told it so.
    pub fn open_matches_left(&self, account: AccountId) -> Result<Vec<MatchId>> {
        let sql = "SELECT DISTINCT match FROM outbox JOIN matches ON matches.id = match \
                   WHERE queue = ?1 AND over = 0 AND json_extract(body, '$.to.account') = ?1 ORDER BY match";
        self.values(sql, [account])
    }

    /// Deletes private posts to an account. The newest row stays, empty, so that its number is not
    /// reused.
    fn forget_letters(&self, account: AccountId) -> Result<usize> {
        let empty = "UPDATE outbox SET match = NULL, entry = 0, queue = 0, body = '{}', state = 'void', channel = NULL, message = NULL, closed = 1 \
                     WHERE id = (SELECT max(id) FROM outbox) AND queue IN (?, ?)";
        let queues = [account.0, account.0 | super::EDITS].map(u64::cast_signed);
        let emptied = self.change(empty, queues)?;
        let deleted = self.change("DELETE FROM outbox WHERE queue IN (?, ?)", queues)?;
        Ok(emptied + deleted)
    }

    /// The practice rounds whose following match has this account in its cast.
    pub fn rounds_before(&self, account: AccountId) -> Result<Vec<MatchId>> {
        let sql = "SELECT match FROM practice_rounds WHERE EXISTS \
                   (SELECT 1 FROM json_each(next, '$.cast') WHERE json_extract(value, '$.account') = ?) ORDER BY match";
        self.values(sql, [account])
    }
}

#[cfg(test)]
mod tests {
    use games::WallMs;

    use super::*;
    use crate::store::{PostState, Store, StoreError};

    #[test]
    fn panels_are_deleted_with_the_people_they_name_and_when_they_are_old() {
        let mut store = Store::in_memory().unwrap();
        let outcome = store.write(|tx| {
            let panels = [
                (7, r#"{"dmo": 1, "safe": [10, 3]}"#, false),
                (7, r#"{"names": {"10": "Zac"}}"#, false),
                (7, r#"{"reason": "<@10> was late"}"#, false),
                (7, r#"{"reason": "<@!10> was late"}"#, false),
                (10, "{}", false),
                (7, r#"{"dmo": 100, "names": {"110": "10"}}"#, true),
            ];
            let mut ids = Vec::new();
            for (owner, body, _) in panels {
                ids.push(tx.add_draft(AccountId(owner), body, WallMs(5))?);
            }
            assert_eq!(tx.forget_account(AccountId(10))?.drafts, 1);
            for (id, (_, body, stays)) in ids.iter().zip(panels) {
                assert_eq!(tx.draft(*id)?.is_some(), stays, "{body}");
            }
            let newer = tx.add_draft(AccountId(7), "{}", WallMs(6))?;
            tx.keep_answer(1, "{}", WallMs(5))?;
            tx.keep_answer(2, "{}", WallMs(6))?;
            tx.drop_old_drafts(WallMs(6))?;
            tx.drop_old_answers(WallMs(6))?;
            let is_there = [tx.draft(ids[5])?.is_some(), tx.draft(newer)?.is_some()];
            assert_eq!(is_there, [false, true]);
            assert_eq!((tx.answered(1)?, tx.answered(2)?.is_some()), (None, true));
            Ok::<_, StoreError>(())
        });
        outcome.unwrap();
    }

    #[test]
    fn the_number_of_a_deleted_letter_is_not_used_again() {
        let mut store = Store::in_memory().unwrap();
        let outcome = store.write(|tx| {
            let older = tx.add_post(None, None, 10, "for ten", WallMs(1))?;
            let newest = tx.add_post(None, None, 10, "for ten too", WallMs(2))?;
            tx.set_post_state(older, PostState::Void)?;
            assert_eq!(tx.forget_account(AccountId(10))?.letters, 2);
            assert_eq!(tx.post(older)?, None);
            let left = tx.post(newest)?.unwrap();
            assert_eq!((left.queue, &left.body[..], left.sent), (0, "{}", None));
            assert_eq!(tx.busy_queues()?, [0; 0]);
            assert!(tx.add_post(None, None, 11, "for eleven", WallMs(3))? > newest);
            Ok::<_, StoreError>(())
        });
        outcome.unwrap();
    }
}
