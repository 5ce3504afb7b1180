//! What people look like in pictures. For a match it is noted once: a picture that changed would
//! tell whose it is, where that is to be remembered. And then other pictures do not show it.

use std::sync::Arc;

use super::core::Core;
use crate::store::{Face, MatchId, StoreError};
use games::GameId;

/// Somebody whose face a picture may show.
pub struct Pictured {
    pub name: String,
    pub account: Option<u64>,
}

impl Core {
    /// Notes the faces of a match's whole cast, and gives those that count: the first that were
    /// noted.
    ///
    /// # Errors
    /// What the store says.
    pub fn note_faces(
        &mut self,
        id: MatchId,
        faces: &[Face],
    ) -> Result<Arc<Vec<Face>>, StoreError> {
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

    /// The game that keeps faces out of a picture: in its open match, or one whose result waits,
    /// somebody plays whom the picture shows, and it is to be remembered whose picture is whose.
    /// `of`: the match that the picture is of, if any, which shows faces where it has such a game.
    /// Outside of servers (None) none is kept out.
    ///
    /// # Errors
    /// What the store says.
    pub fn hides_faces(
        &mut self,
        guild: Option<u64>,
        of: Option<MatchId>,
        people: &[Pictured],
    ) -> Result<Option<GameId>, StoreError> {
        let Some(guild) = guild else {
            return Ok(None);
        };
        let games = GameId::ALL.iter().filter(|game| game.hides_faces());
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
                // A practice that nobody begins would hide them for ever.
                if (setup.practice || setup.rehearsal) && !begun {
                    continue;
                }
                let cast = &setup.cast;
                // Somebody without a picture has a face that is made of the name.
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
