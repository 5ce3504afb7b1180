//! What people look like in pictures. A match notes it once: in a game where people have to
//! remember whose picture is whose, a changed picture would tell. While such a match is open, other
//! pictures do not show those faces.

use std::sync::Arc;

use super::core::Core;
use crate::store::{AccountId, Face, MatchId, Result, ServerId, StoreError};
use games::GameId;

/// Somebody whose face a picture may show.
pub struct Pictured {
    pub name: String,
    pub account: Option<AccountId>,
}

impl Core {
    /// Notes the faces of a match's whole cast, unless some are noted already. Returns the noted
    /// ones.
    pub fn note_faces(&mut self, id: MatchId, faces: &[Face]) -> Result<Arc<Vec<Face>>> {
        let noted = self.store.write(|tx| {
            let noted = tx.faces(id)?;
            if !noted.is_empty() {
                return Ok(noted);
            }
            tx.add_faces(id, faces)?;
            Ok::<_, StoreError>(faces.to_vec())
        })?;
        let noted = Arc::new(noted);
        self.look_like(id, noted.clone());
        Ok(noted)
    }

    /// The game that keeps faces out of a picture; None if they may be shown. It has an open match,
    /// or one whose result waits, in which somebody of the picture plays and faces have to be
    /// remembered. `of`: the match that the picture belongs to; a match of such a game does show
    /// faces in its own pictures. Outside of servers (`guild` is None) faces may be shown.
    pub fn hides_faces(
        &self,
        guild: Option<ServerId>,
        of: Option<MatchId>,
        people: &[Pictured],
    ) -> Result<Option<GameId>> {
        let Some(guild) = guild else {
            return Ok(None);
        };
        let hides = |game: &&GameId| game.catalogue().hides_faces;
        let games = GameId::ALL.iter().filter(hides);
        for game in games {
            let on = self.store.read(|tx| tx.undecided_of_game(guild, *game))?;
            if of.is_some_and(|of| on.contains(&of)) {
                return Ok(None);
            }
            for id in on {
                let Some(table) = self.readable(id)? else {
                    continue;
                };
                let (setup, begun) = (&table.row.setup, table.play.started);
                // Otherwise a practice match that nobody begins would hide them for ever.
                if (setup.practice || setup.rehearsal) && !begun {
                    continue;
                }
                let cast = &setup.cast;
                // People without a picture get a face made from their name, so the name counts too.
                let plays = |one: &Pictured| {
                    cast.find_exact(&one.name).is_some()
                        || one
                            .account
                            .is_some_and(|account| table.who(account).is_some())
                };
                if people.iter().any(plays) {
                    return Ok(Some(*game));
                }
            }
        }
        Ok(None)
    }
}
