//! Which pictures the people of a match have: those that their accounts had when the match's first
//! picture was drawn. A substitute's are from when they came.

use rusqlite::params;

use super::{AccountId, MatchId, Result, Tx};
use games::CastId;

/// What somebody of a match looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    pub who: CastId,
    /// None for a generated face.
    pub portrait: Option<Portrait>,
}

/// A picture that an account has or had.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Portrait {
    pub account: AccountId,
    /// Discord's name for the picture; another picture of the same account has another one.
    pub hash: String,
}

impl Tx<'_> {
    /// The faces of a match's whole cast; empty until they are noted.
    pub fn faces(&self, id: MatchId) -> Result<Vec<Face>> {
        let sql = "SELECT position, account, hash FROM faces WHERE match = ? ORDER BY position";
        self.all(sql, [id], |row| {
            let account: Option<AccountId> = row.get(1)?;
            let portrait = account
                .zip(row.get(2)?)
                .map(|(account, hash)| Portrait { account, hash });
            let who = CastId(row.get(0)?);
            Ok(Face { who, portrait })
        })
    }

    pub fn add_faces(&self, id: MatchId, faces: &[Face]) -> Result<()> {
        let sql = "INSERT INTO faces (match, position, account, hash) VALUES (?, ?, ?, ?)";
        for Face { who, portrait } in faces {
            let account = portrait.as_ref().map(|portrait| portrait.account);
            let hash = portrait.as_ref().map(|portrait| &portrait.hash);
            self.change(sql, params![id, who.0, account, hash])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Store, StoreError};

    #[test]
    fn a_forgotten_person_gets_a_generated_face() {
        let mut store = Store::in_memory().unwrap();
        let id = MatchId(7);
        let outcome = store.write(|tx| {
            let row = "INSERT INTO matches (id, guild, channel, host, setup, opened_at_ms) VALUES (7, 5, 6, 9, '{}', 1)";
            tx.0.execute(row, [])?;
            assert_eq!(tx.faces(id)?, []);
            let face = |who, account: Option<AccountId>| Face {
                who: CastId(who),
                portrait: account.map(|account| Portrait {
                    account,
                    hash: "ab".to_owned(),
                }),
            };
            let noted = [face(0, Some(AccountId(10))), face(1, Some(AccountId(11))), face(2, None)];
            tx.add_faces(id, &noted)?;
            assert_eq!(tx.faces(id)?, noted);
            tx.forget_account(AccountId(10))?;
            assert_eq!(tx.faces(id)?, [face(0, None), face(1, Some(AccountId(11))), face(2, None)]);
            Ok::<_, StoreError>(())
        });
        outcome.unwrap();
    }
}
