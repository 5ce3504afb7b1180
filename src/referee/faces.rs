//! What the people of a match look like is noted once: a picture that changed would tell whose it is, where that is to be remembered.

use std::sync::Arc;

use super::core::Core;
use crate::store::{Face, MatchId, StoreError};

impl Core {
    /// Notes the faces of a match's whole cast, and gives those that count: the first that were noted.
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
}
